# A thin front to CMake: `make help` lists what it can do.

# What people may set on the command line.
ARCH    := native
PREFIX  := /usr/local
DESTDIR ?=
EXE     ?=
FEN     := 3rwkqb2r/p2pppp2p1/1pn4pn1p/1c5b3/2C8/2pP7/Pc2PB1C3/2N5N2/2P1BPPPPPP/1R2QKW3R w Kk - 4 15
SECONDS := 10
MINUTES := 20
ARGS    :=
TARGETS :=
JOBS    ?=

.NOTPARALLEL:
.DEFAULT_GOAL := $(if $(EXE),exe,release)
.PHONY: release exe analyse test test-full test-wide test-mpi mpi check-code valgrind torture coverage fuzz mutants bench install readme format clean help

release:
	@.ci/build.sh release programs "-DBRINDLE_ARCH=$(ARCH)"

# The way OpenBench builds: needs only CMake and the compiler; starts afresh, as CC may differ.
exe:
	@rm -rf build/exe
	@CC="$(CC)" .ci/build.sh exe brindle "-DBRINDLE_ARCH=$(ARCH)"
	@cp build/exe/brindle "$(EXE)"

# The position travels in the environment: nothing in it can be taken for shell syntax.
analyse: export FEN := $(FEN)
analyse:
	@.ci/setup.sh build
	@.ci/build.sh release brindle "-DBRINDLE_ARCH=$(ARCH)"
	@build/brindle analyse --fen "$$FEN" --time "$(SECONDS)" $(ARGS)

test:
	@.ci/setup.sh build test
	@.ci/test.sh test quick
	@.ci/test.sh asan quick

test-full:
	@.ci/setup.sh build test full wide
	@.ci/test.sh test 'quick|full'
	@.ci/test.sh asan 'quick|full'
	@.ci/fuzz.sh 10

test-wide:
	@.ci/setup.sh build test bench wide
	@.ci/wide.sh

check-code:
	@.ci/setup.sh build test wide check
	@.ci/check-code.sh

valgrind:
	@.ci/setup.sh build test wide
	@.ci/check-code.sh valgrind

torture:
	@.ci/setup.sh build test
	@.ci/build.sh debug brindle
	@.ci/build.sh release brindle "-DBRINDLE_ARCH=$(ARCH)"
	@tests/torture/torture.sh selfplay build/debug/brindle $(MINUTES)
	@tests/torture/torture.sh analysis build/brindle $(MINUTES)

coverage:
	@.ci/setup.sh build test coverage $(if $(filter full,$(ARGS)),full)
	@.ci/coverage.sh $(or $(ARGS),quick)

mpi:
	@.ci/setup.sh build mpi
	@.ci/build.sh release programs "-DBRINDLE_ARCH=$(ARCH)" -DBRINDLE_MPI=ON

test-mpi:
	@.ci/setup.sh build test mpi
	@.ci/test.sh mpi mpi

fuzz: SECONDS := $(if $(filter command% environment%,$(origin SECONDS)),$(SECONDS),60)
fuzz:
	@.ci/setup.sh build test wide
	@.ci/fuzz.sh $(SECONDS) $(TARGETS)

mutants:
	@.ci/setup.sh build test
	@python3 tests/mutation/mutate.py $(if $(JOBS),--jobs "$(JOBS)") $(ARGS)

bench:
	@.ci/setup.sh build bench
	@.ci/build.sh release programs "-DBRINDLE_ARCH=$(ARCH)" -DBRINDLE_BENCHMARKS=ON
	@.ci/build.sh release brindle-bench
	@build/brindle bench
	@build/brindle perft 5
	@build/brindle-bench $(ARGS)

install: release
	@DESTDIR="$(DESTDIR)" cmake --install build --prefix "$(PREFIX)"

# After a change of what the program says or finds: its examples say what it says now.
readme: release
	@bash tests/blackbox/readme.sh build/brindle --update

format:
	@.ci/format.sh

clean:
	@rm -rf build

help:
	@echo 'make                    the programs, optimised for this machine: build/brindle, build/brindle-tune'
	@echo '                        ARCH=native|x86-64-v3|x86-64-v2|generic'
	@echo 'make analyse            sets up, builds and analyses a position:'
	@echo '                        FEN="…" SECONDS=10 ARGS="--multipv 3"'
	@echo 'make test               sets up; quick tests, optimised and with sanitizers'
	@echo 'make test-full          the same with all tests, and 10 seconds of each fuzz target'
	@echo 'make test-wide          clang, thread sanitizer, all processors, ARM, format, clang-tidy'
	@echo 'make check-code         cppcheck, gcc -fanalyzer, checks of integers and of unset memory, valgrind'
	@echo 'make valgrind           the last of them alone'
	@echo 'make torture            self-play with assertions, then an analysis without end, for MINUTES=20 each'
	@echo 'make coverage           which lines the quick tests run: build/coverage/index.html (ARGS=full: all tests)'
	@echo 'make mpi                also build/brindle-mpi, for long jobs on a cluster (share/cluster.md)'
	@echo 'make test-mpi           its tests: ranks on this machine, and (as root) on three hosts of its own making'
	@echo 'make fuzz               fuzzes each parser, protocol and file format with libFuzzer:'
	@echo '                        SECONDS=60 TARGETS="pgn uci" (tests/README.md)'
	@echo 'make mutants            puts small faults into the sources and sees whether the tests notice;'
	@echo '                        JOBS=2 ARGS="--groups bitboard" (tests/README.md)'
	@echo 'make bench              sets up; the fixed searches, perft 5 and micro-benchmarks, as speed figures:'
	@echo '                        ARGS="--benchmark_filter=attacks" (bench/BENCHMARKS.md)'
	@echo 'make install            PREFIX=/usr/local DESTDIR='
	@echo 'make readme             runs the sessions of README.md and writes what they say now'
	@echo 'make EXE=name CC=gcc    the engine alone, built by CC and copied to ./name (needs CMake)'
	@echo 'make format             lays the sources out with clang-format 14'
	@echo 'make clean              removes build/'
