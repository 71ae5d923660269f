#!/usr/bin/env python3
"""check_includes.py [FILE ...]: whether each source includes what it uses.

Builds compile a room as one, where a file lives on what others before it include. Prints the sources that clang++ does not understand by
themselves, with all warnings. Those of other people's headers that take long to read are read once: a source gets, precompiled, those that it
includes itself or through a header of ours, and none beside them. Without files all sources of the tree; two at a time."""
import concurrent.futures
import functools
import itertools
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
HEAVY = ["catch2/catch.hpp", "nlohmann/json.hpp", "Eigen/Dense"]
# What exports functions of a module is for WebAssembly alone; fuzz targets and examples have builds of their own.
ELSEWHERE = re.compile(r"tests/(fuzz|install)/|sim/web/module/(calls|no_system)\.cpp$")
COMMAND = ["clang++", "-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Werror", f'-DARCHON_SOURCE_DIR="{ROOT}"', "-I.",
           "-isystem", "/usr/include/eigen3"]


@functools.lru_cache(None)
def included(path):
    """The headers that it includes, directly or through ours; without the headers of others and theirs."""
    found = set()
    for name in re.findall(r'(?m)^#include [<"]([^>"]+)', (ROOT / path).read_text()):
        found.add(name)
        if (ROOT / name).is_file():
            found |= included(name)
    return frozenset(found)


def heavy(path):
    return tuple(header for header in HEAVY if header in included(path))


def precompile(headers, folder):
    """The file of these headers."""
    out = pathlib.Path(folder) / (re.sub(r"\W", "_", " ".join(headers)) + ".h")
    out.write_text("".join(f"#include <{header}>\n" for header in headers))
    subprocess.run([*COMMAND, "-x", "c++-header", "-o", f"{out}.pch", out], cwd=ROOT, check=True)
    return f"{out}.pch"


def check(path, precompiled):
    command = [*COMMAND, "-fsyntax-only", *(["-include-pch", precompiled] if precompiled else []), path]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        print(f"{done.stderr}{path} does not compile by itself", flush=True)
    return done.returncode == 0


def main():
    listed = sys.argv[1:] or subprocess.run(["git", "ls-files", "*.cpp"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    sources = sorted((path for path in listed if not ELSEWHERE.search(path)), key=heavy)
    good = True
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for headers, group in itertools.groupby(sources, heavy):
            precompiled = precompile(headers, folder) if headers else None
            good = all(list(pool.map(lambda path, made=precompiled: check(path, made), group))) and good
    sys.exit(not good)


if __name__ == "__main__":
    main()
