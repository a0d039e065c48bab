"""Compiles a snapshot of the sources and links test programs, as far as a mutant makes it necessary.

No make: the object files that include a changed file are known from the compiler's own lists, and a
test program is linked at the moment it is to run, as most mutants are caught by the first.
"""

import glob
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess

FLAGS = ["-std=c11", "-O1", "-DNDEBUG", "-D_GNU_SOURCE=1", "-w", "-march=native", "-ffp-contract=off",
         "-pthread"]


class BuildError(Exception):
    pass


def _run(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode != 0:
        raise BuildError(f"{shlex.join(command)}\n{done.stdout}")
    return done.stdout


def _digest(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


class Build:
    """The unchanged tree: its snapshot, objects, and what includes what."""

    def __init__(self, source, directory, tests):
        self.directory = directory
        self.tree = os.path.join(directory, "tree")
        self.generated = os.path.join(directory, "cmake", "generated")
        self.tests = tests
        self._snapshot(source)
        self.compiler = os.environ.get("CC", "gcc")
        cmocka = shlex.split(_run(["pkg-config", "--cflags", "--libs", "cmocka"]))
        self.flags = FLAGS + [
            f'-DBRINDLE_TEST_DATA="{self.tree}/tests/data"', f'-DBRINDLE_SOURCE="{self.tree}"',
            '-DBRINDLE_PROGRAM="/nonexistent/brindle"', '-DBRINDLE_TOY="/nonexistent/toy"'
        ] + [f for f in cmocka if not f.startswith("-l")]
        self.libraries = [f for f in cmocka if f.startswith("-l")] + ["-lm"]
        self.sources = {test: self._closure(f"tests/test_{test}.c") for test in tests}
        self.needed_by = {}  # a file -> the sources whose objects depend on it

    def _snapshot(self, source):
        """A copy, so that nobody's editing disturbs a run."""
        for name in ("bitboard", "eval", "engine", "tests", "tune", "share", "cmake", "CMakeLists.txt",
                     "bench"):
            old, new = os.path.join(source, name), os.path.join(self.tree, name)
            if os.path.isdir(old):
                shutil.rmtree(new, ignore_errors=True)
                shutil.copytree(old, new, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                os.makedirs(self.tree, exist_ok=True)
                shutil.copy2(old, new)

    def _room(self, header):
        """The sources behind a header: its own, or all of its folder where folders are rooms."""
        folder = os.path.dirname(header)
        own = re.sub(r"\.h$", ".c", header)
        if folder in ("tests/support", "engine"):
            found = [own] if os.path.exists(os.path.join(self.tree, own)) else []
        else:
            found = sorted(glob.glob(f"{self.tree}/{folder}/*.c"))
        return [os.path.relpath(path, self.tree) if os.path.isabs(path) else path for path in found]

    def _closure(self, test):
        """All sources that a test program needs."""
        seen, sources, waiting = set(), [], [test]
        while waiting:
            file = waiting.pop()
            if file in seen or not os.path.exists(os.path.join(self.tree, file)):
                continue
            seen.add(file)
            if file.endswith(".c"):
                sources.append(file)
            with open(os.path.join(self.tree, file), encoding="utf-8") as text:
                for header in re.findall(r'^#include "([^"]+)"', text.read(), re.MULTILINE):
                    waiting.append(header)
                    waiting += self._room(header)
        if any(s.startswith("engine/") for s in sources):
            self._generate()
            sources += [f"{self.generated}/{name}.c" for name in ("perft_tables", "report_page")
                        if any(s.startswith(f"engine/{use}") for s in sources
                               for use in {"perft_tables": ["commands/"], "report_page": ["report/"]}[name])]
        return sorted(sources) + ["tests/mutation/left_out.c"]

    def _generate(self):
        """What CMake writes before it compiles."""
        if os.path.exists(os.path.join(self.generated, "perft_tables.c")):
            return
        place = os.path.join(self.directory, "cmake")
        _run(["cmake", "-S", self.tree, "-B", place, "-DBRINDLE_TESTS=OFF", "-DBRINDLE_TOOLS=OFF",
              "-DBRINDLE_LTO=OFF"])
        _run(["cmake", "--build", place, "--target", "brindle_generated"])

    def object_of(self, source, directory=None):
        name = os.path.relpath(source, self.tree) if os.path.isabs(source) else source
        return os.path.join(directory or os.path.join(self.directory, "objects"),
                            name.replace("/", "+").replace("..", "up") + ".o")

    def compile(self, source, target, overlay=None):
        """Compiles one source; files in `overlay` hide those of the tree.  Returns what it read."""
        path = os.path.join(self.tree, source)
        if overlay and os.path.exists(os.path.join(overlay, source)):
            path = os.path.join(overlay, source)
        roots = ([overlay] if overlay else []) + [self.tree, self.generated]
        listing = target + ".d"
        os.makedirs(os.path.dirname(target), exist_ok=True)
        _run([self.compiler, *self.flags, *("-I" + root for root in roots), "-MMD", "-MF", listing, "-c",
              path, "-o", target])
        with open(listing, encoding="utf-8") as text:
            read = text.read().replace("\\\n", " ").split(":", 1)[1].split()
        return [os.path.normpath(name) for name in read if name.startswith(self.directory)]

    def compile_all(self, tell):
        """Brings all objects up to date."""
        notes = os.path.join(self.directory, "objects.json")
        known = {}
        if os.path.exists(notes):
            with open(notes, encoding="utf-8") as file:
                known = json.load(file)
        sources = sorted({s for needed in self.sources.values() for s in needed})
        command = " ".join([self.compiler, *self.flags])
        digests = {}

        def digest(path):
            if path not in digests:
                digests[path] = _digest(path) if os.path.exists(path) else None
            return digests[path]

        for done, source in enumerate(sources):
            target = self.object_of(source)
            note = known.get(source)
            if not (note and note["command"] == command and os.path.exists(target) and
                    all(digest(path) == value for path, value in note["read"].items())):
                tell(f"compiling {done + 1} of {len(sources)}: {source}")
                read = self.compile(source, target)
                known[source] = {"command": command, "read": {path: digest(path) for path in read}}
                with open(notes, "w", encoding="utf-8") as file:
                    json.dump(known, file)
        for source in sources:
            for path in known[source]["read"]:
                self.needed_by.setdefault(os.path.relpath(path, self.tree), []).append(source)

    def link(self, test, target, objects):
        """Links a test program; `objects` replaces some of the unchanged ones."""
        os.makedirs(os.path.dirname(target), exist_ok=True)
        _run([self.compiler, "-pthread", "-Wl,--wrap=_cmocka_run_group_tests", "-o", target,
              *(objects.get(s) or self.object_of(s) for s in self.sources[test]), *self.libraries])


class MutantBuild:
    """One mutant at a time, in a directory of its own."""

    def __init__(self, build, directory):
        self.build = build
        self.directory = directory
        self.objects = {}

    def compile(self, file, text):
        """True if the mutant differs from the original, False if the compiler sees none; raises
        BuildError if it does not compile."""
        shutil.rmtree(self.directory, ignore_errors=True)
        overlay = os.path.join(self.directory, "overlay")
        path = os.path.join(overlay, file)
        os.makedirs(os.path.dirname(path))
        with open(path, "w", encoding="utf-8") as out:
            out.write(text)
        self.objects = {}
        for source in self.build.needed_by.get(file, []):
            target = self.build.object_of(source, os.path.join(self.directory, "objects"))
            self.build.compile(source, target, overlay)
            if _digest(target) != _digest(self.build.object_of(source)):
                self.objects[source] = target
        return bool(self.objects)

    def link(self, test):
        """The test program with the mutant; None if it does not contain it."""
        if not any(source in self.objects for source in self.build.sources[test]):
            return None
        target = os.path.join(self.directory, "test_" + test)
        self.build.link(test, target, self.objects)
        return target
