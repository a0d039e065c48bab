#!/usr/bin/env python3
"""Puts small faults into the sources, one at a time, and sees whether the tests notice.

    mutate.py [--jobs N] [--groups bitboard,eval,search] [--survivors] [--seed N]

Works in build/mutation: results.jsonl, to which each mutant's verdict is added as it is known, and
report.md.  A run goes on where the last one ended; `--survivors` asks the tests again about what
survived.  explained.tsv beside this file says of survivors why no test can or should catch them.
"""

import argparse
import glob
import hashlib
import json
import os
import queue
import random
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time

sys.dont_write_bytecode = True  # the sources' folder stays as it is

from build import Build, BuildError, MutantBuild
from candidates import find
from groups import GROUPS, LEFT_OUT

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(os.path.dirname(HERE))
SLOWER_MOST = 5  # as many times as long as without the fault, and a test counts as hanging
LEAST_SECONDS = 3.0  # of processor time that a test may have in any case
IDLE_SECONDS = 20.0  # without using the processor: it waits for what never comes
SLOWEST_SECONDS = 600.0
JUDGED = ("caught", "survived")
RUNNING = set()  # test programs, to be ended with this one


class Progress:
    """A line on a terminal; whole lines of what matters anywhere."""

    def __init__(self):
        self.lock = threading.Lock()
        self.live = sys.stderr.isatty()

    def line(self, text):
        with self.lock:
            print(("\r\033[K" if self.live else "") + text, file=sys.stderr, flush=True)

    def status(self, text):
        if self.live:
            with self.lock:
                print("\r\033[K" + text[:110], end="", file=sys.stderr, flush=True)


def limit_resources():
    """A mutant that asks for the moon shall not get it."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 30, 1 << 30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def processor_seconds(pid):
    """What a program has used so far."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as file:
            fields = file.read().rsplit(")", 1)[1].split()
    except (OSError, IndexError):
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class TestRun:
    """A test program as it runs, in a process group of its own."""

    def __init__(self, program):
        self.process = subprocess.Popen(
            [program], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            start_new_session=True, preexec_fn=limit_resources, errors="replace",
            env={**os.environ, "BRINDLE_TESTS_LEFT_OUT": f" {' '.join(LEFT_OUT)} "})
        self.scratch = set()
        self.hangs = False
        self.used = 0.0
        self.over = threading.Event()
        RUNNING.add(self)

    def end(self):
        try:  # a directory of its own, which a killed test cannot remove
            self.scratch.add(os.readlink(f"/proc/{self.process.pid}/cwd"))
        except OSError:
            pass
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def watch(self, seconds):
        """Ends what computes for too long, or waits for what never comes; how busy the machine is
        with other things does not matter."""
        begin = changed = time.monotonic()
        while not self.over.wait(0.2):
            used, now = processor_seconds(self.process.pid), time.monotonic()
            if used > self.used:
                changed = now
            self.used = max(self.used, used)
            if used > seconds or now - changed > IDLE_SECONDS or now - begin > SLOWEST_SECONDS:
                self.hangs = True
                self.end()
                return

    def result(self, seconds):
        """None if the program is content, else what went wrong; ends it at the first failed test."""
        watcher = threading.Thread(target=self.watch, args=(seconds,), daemon=True)
        watcher.start()
        failed, running = None, ""
        for line in self.process.stdout:
            if line.startswith("[ RUN"):
                running = line.split("]", 1)[1].strip()
            elif line.startswith("[  FAILED  ]") and running:
                failed = running
                self.end()
                break
        self.process.stdout.close()
        _, status, usage = os.wait4(self.process.pid, 0)
        self.process.returncode = code = os.waitstatus_to_exitcode(status)
        self.used = usage.ru_utime + usage.ru_stime
        self.over.set()
        watcher.join()
        self.end()  # children that it left behind
        RUNNING.discard(self)
        for path in self.scratch:
            if os.path.basename(path).startswith("brindle-test-"):
                shutil.rmtree(path, ignore_errors=True)
        if failed:
            return failed
        if self.hangs:
            return f"{running}: hangs"
        if code < 0:
            return f"{running}: signal {-code}"
        return None if code == 0 else f"{running}: exit code {code}"


def digest(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()[:16]


def with_ordinals(candidates):
    """Identities that tell equal changes of equal lines in one file apart."""
    counts = {}
    for c in candidates:
        key = (c.file, c.text, c.change)
        counts[key] = counts.get(key, 0) + 1
        yield "\t".join(key) + f"\t{counts[key]}", c


def draw(group, tree, seed):
    """For each file: how many mutants, and all candidates in the order in which they are tried."""
    drawn = {}
    for pattern in group.files:
        for path in sorted(glob.glob(os.path.join(tree, pattern))):
            file = os.path.relpath(path, tree)
            if file in group.left_out:
                continue
            with open(path, encoding="utf-8") as text:
                candidates = list(with_ordinals(find(file, text.read(), group.functions,
                                                     group.statements)))
            if candidates:
                random.Random(f"{seed} {file}").shuffle(candidates)
                drawn[file] = candidates
    # By the root of their number, so that large files do not crowd out the small ones.
    roots = {file: len(candidates) ** 0.5 for file, candidates in drawn.items()}
    share = group.count / sum(roots.values())
    return {file: (max(1, round(roots[file] * share)), drawn[file]) for file in drawn}


class Group:
    """One group's tests and their order."""

    def __init__(self, group, directory, progress):
        self.group = group
        self.progress = progress
        self.directory = os.path.join(directory, group.name)
        self.build = Build(SOURCE, self.directory, group.tests)
        self.seconds = {}
        self.programs = {}  # digests of the test programs without a fault
        self.catches = {}

    def prepare(self):
        self.build.compile_all(self.progress.status)
        notes = os.path.join(self.directory, "seconds.json")
        known = {}
        if os.path.exists(notes):
            with open(notes, encoding="utf-8") as file:
                known = json.load(file)
        for test in self.group.tests:
            program = os.path.join(self.directory, "programs", "test_" + test)
            self.build.link(test, program, {})
            program_digest = digest(program)
            if known.get(test, [None])[0] != program_digest:
                self.progress.status(f"{self.group.name}: test_{test} without a fault")
                run = TestRun(program)
                wrong = run.result(SLOWEST_SECONDS)
                if wrong:
                    raise BuildError(f"test_{test} fails without any fault: {wrong}")
                known[test] = [program_digest, run.used]
                with open(notes, "w", encoding="utf-8") as file:
                    json.dump(known, file)
            self.programs[test], self.seconds[test] = known[test]
        self.progress.line(f"{self.group.name}: the tests take " + ", ".join(
            f"{test} {seconds:.1f} s" for test, seconds in self.seconds.items()))

    def note_catch(self, file, test):
        for key in (file, None):
            self.catches[key, test] = self.catches.get((key, test), 0) + 1

    def order(self, file):
        """Those first that catch most in their time; mostly in this very file."""
        def promise(test):
            caught = 3 * self.catches.get((file, test), 0) + self.catches.get((None, test), 0)
            return (caught + 0.5) / (self.seconds[test] + 0.2)
        return sorted(self.group.tests, key=promise, reverse=True)

    def judge(self, mutant_build, candidate, passed):
        """Verdict and what caught it.  `passed` has the programs that it has survived before, which
        are not asked again, and takes the others."""
        with open(os.path.join(self.build.tree, candidate.file), encoding="utf-8") as file:
            text = file.read()
        try:
            if not mutant_build.compile(candidate.file,
                                        text[:candidate.start] + candidate.new + text[candidate.end:]):
                return "same code", ""
        except BuildError:
            return "does not compile", ""
        for test in self.order(candidate.file):
            if passed.get(test) == self.programs[test]:
                continue
            program = mutant_build.link(test)
            if program is None:
                continue
            wrong = TestRun(program).result(max(LEAST_SECONDS, SLOWER_MOST * self.seconds[test]))
            if wrong:
                self.note_catch(candidate.file, test)
                return "caught", f"{test}: {wrong}"
            passed[test] = self.programs[test]
        return "survived", ""


class Results:
    """The verdicts on mutants, kept as they come."""

    def __init__(self, path):
        self.path = path
        self.known = {}
        self.lock = threading.Lock()
        if os.path.exists(path):
            with open(path, encoding="utf-8") as lines:
                for line in lines:
                    try:
                        record = json.loads(line)
                        self.known[record["id"]] = record
                    except (ValueError, KeyError):
                        pass  # a line that was being written when the machine went down

    def add(self, record):
        with self.lock:
            self.known[record["id"]] = record
            with open(self.path, "a", encoding="utf-8") as file:
                file.write(json.dumps(record) + "\n")


def run_group(group, results, explained, options, directory, progress):
    runner = Group(group, directory, progress)
    tree = runner.build.tree
    drawn = draw(group, tree, options.seed)
    for record in results.known.values():
        if record["group"] == group.name and record["verdict"] == "caught":
            runner.note_catch(record["file"], record["by"].split(":")[0])
    lock = threading.Lock()
    tasks = queue.Queue()
    counted = {file: 0 for file in drawn}
    digests = {file: digest(os.path.join(tree, file)) for file in drawn}
    for file, (wanted, candidates) in drawn.items():
        tasks.put((file, iter(candidates), wanted))
    total = sum(wanted for wanted, _ in drawn.values())
    prepared = threading.Event()
    begin, judged_now = time.monotonic(), [0]
    failures = []

    def valid(identity, candidate):
        record = results.known.get(identity)
        if record is None or record["digest"] != digests[candidate.file]:
            return None
        again = (record["verdict"] == "survived" and options.survivors and
                 record["asked"] != options.run and
                 not explanation({**record, "function": candidate.function}, explained))
        return None if again else record

    def work(number):
        mutant_build = MutantBuild(runner.build, os.path.join(runner.directory, f"mutant{number}"))
        while True:
            try:
                file, candidates, wanted = tasks.get_nowait()
            except queue.Empty:
                return
            while counted[file] < wanted:
                identity, candidate = next(candidates, (None, None))
                if candidate is None:
                    break
                record = valid(identity, candidate)
                if record is None:
                    before = results.known.get(identity, {})
                    passed = before.get("passed", {}) if before.get("digest") == digests[file] else {}
                    with lock:
                        if not prepared.is_set():
                            runner.prepare()
                            prepared.set()
                    started = time.monotonic()
                    verdict, by = runner.judge(mutant_build, candidate, passed)
                    record = {"id": identity, "group": group.name, "file": file, "line": candidate.line,
                              "text": candidate.text, "change": candidate.change, "verdict": verdict,
                              "by": by, "passed": passed, "digest": digests[file],
                              "asked": options.run,
                              "seconds": round(time.monotonic() - started, 1)}
                    results.add(record)
                    judged_now[0] += verdict in JUDGED
                    if verdict == "survived":
                        progress.line(f"survived: {file}:{candidate.line}: {candidate.change}: "
                                      f"{candidate.text}")
                if record["verdict"] in JUDGED:
                    counted[file] += 1
                done = sum(counted.values())
                each = (time.monotonic() - begin) / max(1, judged_now[0])
                progress.status(f"{group.name}: {done} of {total}, {each:.1f} s each, "
                                f"{each * (total - done) / 60:.0f} min left; {file}")

    def guarded(number):
        try:
            work(number)
        except Exception as error:  # told by the main thread
            failures.append(error)
            while not tasks.empty():
                tasks.get_nowait()

    threads = [threading.Thread(target=guarded, args=(n,), daemon=True) for n in range(options.jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        while thread.is_alive():
            thread.join(0.5)
    if failures:
        raise failures[0]
    # What the report speaks of: the mutants drawn now, from files as they are now.
    chosen = []
    for file, (wanted, candidates) in drawn.items():
        found = ((results.known.get(identity), candidate) for identity, candidate in candidates)
        chosen += [{**r, "function": candidate.function} for r, candidate in found
                   if r and r["digest"] == digests[file] and r["verdict"] in JUDGED][:wanted]
    return chosen


def read_explanations(path):
    """(file, function, line's text, change) -> (kind, why)."""
    explained = {}
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if line.startswith("#") or not line.strip():
                continue
            fields = line.rstrip("\n").split("\t")
            if len(fields) != 6:
                sys.exit(f"{path}:{number}: six fields separated by tabs are needed, not {len(fields)}")
            explained[tuple(fields[:4])] = (fields[4], fields[5])
    return explained


def explanation(record, explained):
    """(kind, why), or None."""
    return explained.get(tuple(record[name] for name in ("file", "function", "text", "change")))


def write_report(by_group, explained, path, options):
    out = ["# Mutants", "", f"Seed {options.seed}.  Of those that no test can tell from the original "
           "(equivalent, or only slower) the rate leaves out what explained.tsv names.", "",
           "| group | mutants | caught | rate | survived | explained | open | rate without explained |",
           "|---|---|---|---|---|---|---|---|"]
    survivors = []
    for name, records in by_group.items():
        caught = sum(r["verdict"] == "caught" for r in records)
        lost = [r for r in records if r["verdict"] == "survived"]
        known = [r for r in lost if explanation(r, explained)]
        open_ones = len(lost) - len(known)
        rest = len(records) - len(known)
        out.append(f"| {name} | {len(records)} | {caught} | {100 * caught / max(1, len(records)):.1f}% | "
                   f"{len(lost)} | {len(known)} | {open_ones} | {100 * caught / max(1, rest):.1f}% |")
        survivors += lost
    summary = "\n".join(out[4:])
    out += ["", "## Survivors", "", "| place | change | line | why |", "|---|---|---|---|"]
    for r in sorted(survivors, key=lambda r: (r["file"], r["line"])):
        kind, why = explanation(r, explained) or ("open", "")
        cells = [f"{r['file']}:{r['line']}", r["change"], f"`{r['text']}`", f"{kind}: {why}" if why else kind]
        out.append("| " + " | ".join(c.replace("|", "\\|") for c in cells) + " |")
    out += ["", "## All", "", "| place | change | line | verdict |", "|---|---|---|---|"]
    for records in by_group.values():
        for r in sorted(records, key=lambda r: (r["file"], r["line"])):
            verdict = f"caught by {r['by']}" if r["verdict"] == "caught" else "survived"
            cells = [f"{r['file']}:{r['line']}", r["change"], f"`{r['text']}`", verdict]
            out.append("| " + " | ".join(c.replace("|", "\\|") for c in cells) + " |")
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(out) + "\n")
    return summary


def interrupt(number, frame):
    raise KeyboardInterrupt


def end_tests():
    for run in list(RUNNING):
        run.end()


def main():
    signal.signal(signal.SIGINT, interrupt)
    signal.signal(signal.SIGTERM, interrupt)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="mutants at a time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--groups", default=",".join(g.name for g in GROUPS))
    parser.add_argument("--survivors", action="store_true", help="judge survivors that are not explained again")
    options = parser.parse_args()
    options.run = time.strftime("%Y-%m-%dT%H:%M:%S")
    names = options.groups.split(",")
    unknown = set(names) - {g.name for g in GROUPS}
    if unknown:
        parser.error(f"no such group: {', '.join(sorted(unknown))}")
    if options.jobs < 1:
        parser.error(f"--jobs {options.jobs}: at least 1 is needed")
    directory = os.path.join(SOURCE, "build", "mutation")
    os.makedirs(directory, exist_ok=True)
    explained = read_explanations(os.path.join(HERE, "explained.tsv"))
    results = Results(os.path.join(directory, "results.jsonl"))
    progress = Progress()
    by_group = {}
    try:
        for group in GROUPS:
            if group.name in names:
                by_group[group.name] = run_group(group, results, explained, options, directory, progress)
    except BuildError as error:
        sys.exit(f"mutants: {error}")
    except KeyboardInterrupt:
        end_tests()
        sys.exit("mutants: interrupted; the next run goes on from here")
    report = os.path.join(directory, "report.md")
    progress.status("")
    print(write_report(by_group, explained, report, options))
    print(report)


if __name__ == "__main__":
    main()
