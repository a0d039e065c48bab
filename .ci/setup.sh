#!/usr/bin/env bash
# Sees to it that this machine has what a job needs:  .ci/setup.sh build|test|full|bench|mpi|wide|check|coverage…
# On Debian and its kin: installs missing packages as root or through a sudo that asks no password,
# else says which command to run. Elsewhere: says which commands are missing. Silent when all is there.
set -euo pipefail

say() { printf 'setup: %s\n' "$*" >&2; }

packages=() commands=() modules=()
for group in "$@"; do
    case $group in
    build)
        packages+=(cmake gcc libc6-dev make pkg-config libjansson-dev libsqlite3-dev zlib1g-dev)
        commands+=(cmake cc make pkg-config)
        modules+=(jansson sqlite3 zlib)
        ;;
    test)
        packages+=(libcmocka-dev)
        commands+=(gcc)
        modules+=(cmocka)
        ;;
    bench)
        packages+=(g++ libbenchmark-dev)
        commands+=(c++)
        modules+=(benchmark)
        ;;
    mpi) # with network namespaces as hosts
        packages+=(libopenmpi-dev openmpi-bin iproute2 procps)
        commands+=(mpicc mpirun ip pgrep)
        ;;
    full) # a virtual screen with the real XBoard, and an opponent; pictures as PNG; a browser; zsh; a strict man
        packages+=(xboard xvfb xdotool imagemagick xfonts-base sjaakii librsvg2-bin chromium
            fonts-dejavu-core python3 zsh mandoc)
        commands+=(xboard Xvfb xdotool import rsvg-convert chromium python3 zsh mandoc)
        ;;
    wide)
        packages+=(valgrind clang clang-14 clang-format-14 clang-tidy-14 llvm-14 libclang-rt-14-dev
            gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user)
        commands+=(valgrind gcc clang clang-format clang-tidy aarch64-linux-gnu-gcc qemu-aarch64)
        ;;
    check)
        packages+=(cppcheck python3)
        commands+=(cppcheck python3)
        ;;
    coverage)
        packages+=(gcovr)
        commands+=(gcc gcovr)
        ;;
    *)
        say "unknown group '$group'; the groups are: build test full bench mpi wide check coverage"
        exit 2
        ;;
    esac
done
((${#packages[@]})) || { say "which groups? build test full bench mpi wide check coverage"; exit 2; }

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    missing=()
    for name in "${commands[@]}"; do
        command -v "$name" >/dev/null || missing+=("$name")
    done
    for name in "${modules[@]}"; do
        pkg-config --exists "$name" 2>/dev/null || missing+=("$name (library with its headers and .pc file)")
    done
    ((${#missing[@]} == 0)) && exit 0
    say "this is not a Debian system, so please install these by its own means:"
    printf '    %s\n' "${missing[@]}" >&2
    exit 1
fi

# dpkg-query fails when it does not know a package at all, which is one of the answers we are after.
present=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "${packages[@]}" 2>/dev/null || true)
missing=()
for name in "${packages[@]}"; do
    grep -qx "installed $name" <<<"$present" || missing+=("$name")
done
((${#missing[@]} == 0)) && exit 0

if ((EUID == 0)); then
    as_root=(env)
elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
    as_root=(sudo -n env)
else
    say "some packages are missing, and this user may not install them. Please run as root:"
    printf '    apt-get install --no-install-recommends %s\n' "${missing[*]}" >&2
    exit 1
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
apt() { "${as_root[@]}" DEBIAN_FRONTEND=noninteractive apt-get -qy -o DPkg::Lock::Timeout=300 "$@" </dev/null >>"$log" 2>&1; }

say "installing ${missing[*]}"
# The package lists may be missing or old; they are fetched only if it does not work without.
if ! apt install --no-install-recommends "${missing[@]}"; then
    : >"$log"
    if ! { apt update && apt install --no-install-recommends "${missing[@]}"; }; then
        cat "$log" >&2
        say "could not install: ${missing[*]}"
        exit 1
    fi
fi
