#!/usr/bin/env python3
"""check_includes.py [FILE ...]: whether each source includes what it uses.

Builds compile a room as one, where a file lives on what others before it include. Prints the sources that clang++ does not understand by
themselves, with all warnings. Headers are read once for many sources: sources are grouped by the headers that they have in common, and what
all of a group include, directly or through a header of ours, is precompiled for it. Without files all sources of the tree; as many groups at
a time as there are processors."""
import collections
import concurrent.futures
import functools
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
# What exports functions of a module is for WebAssembly alone; fuzz targets and examples have builds of their own.
ELSEWHERE = re.compile(r"tests/(fuzz|install)/|sim/web/module/(calls|no_system)\.cpp$")
COMMAND = ["clang++", "-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Werror", f'-DARCHON_SOURCE_DIR="{ROOT}"', "-I.",
           "-isystem", "/usr/include/eigen3"]
HEAVY = {"catch2/catch.hpp": 40, "Eigen/Dense": 60, "nlohmann/json.hpp": 40}  # what it takes to read one, in headers like the others
OF_A_GROUP = 3  # as many sources as it takes to make up for precompiling
LEAST_GAIN = 40  # in headers, for which sources become a group


def is_ours(header):
    return (ROOT / header).is_file()


@functools.lru_cache(None)
def included(path):
    """The headers that it includes, directly or through ours; without those of others that theirs include."""
    found = set()
    for name in re.findall(r'(?m)^#include [<"]([^>"]+)', (ROOT / path).read_text()):
        found.add(name)
        if is_ours(name):
            found |= included(name)
    return frozenset(found)


def weight(headers):
    return sum(HEAVY.get(header, 1) for header in headers)


def gain(header, sources, shared):
    """What is saved when those that include it are a group, which shares more than these headers."""
    reached = {header} | (included(header) if is_ours(header) else set())
    return (sum(header in included(source) for source in sources) - OF_A_GROUP) * weight(reached - shared)


def groups(sources):
    """[(sources, the headers they share)]: divided again and again by the header that gains most."""
    if not sources:
        return []
    shared = frozenset.intersection(*map(included, sources))
    others = sorted(frozenset.union(*map(included, sources)) - shared)
    best = max(others, key=lambda header: gain(header, sources, shared), default=None)
    if best is None or gain(best, sources, shared) < LEAST_GAIN:
        return [(sources, shared)]
    having = [source for source in sources if best in included(source)]
    return groups(having) + groups([source for source in sources if source not in having])


def precompile(headers, out):
    """Ours first, and those that include most before the others. What is reached through another header may live on what that one included
    before it, as it may in a source."""
    ours = sorted((header for header in headers if is_ours(header) and header.endswith(".h")), key=lambda header: (-len(included(header)), header))
    others = sorted(header for header in headers if not is_ours(header))
    out.write_text("".join(f'#include "{header}"\n' for header in ours) + "".join(f"#include <{header}>\n" for header in others))
    subprocess.run([*COMMAND, "-fpch-instantiate-templates", "-x", "c++-header", "-o", f"{out}.pch", out], cwd=ROOT, check=True)
    return ["-include-pch", f"{out}.pch"]


def check(path, precompiled):
    done = subprocess.run([*COMMAND, "-fsyntax-only", *precompiled, path], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        print(f"{done.stderr}{path} does not compile by itself", flush=True)
    return done.returncode == 0


def check_group(sources, shared, out):
    precompiled = precompile(shared, out) if shared and len(sources) > 1 else []
    return all([check(path, precompiled) for path in sources])


def main():
    listed = sys.argv[1:] or subprocess.run(["git", "ls-files", "*.cpp"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    found = groups(sorted(path for path in listed if not ELSEWHERE.search(path)))
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        begun = [pool.submit(check_group, *group, pathlib.Path(folder) / f"{number}.h") for number, group in enumerate(found)]
        sys.exit(not all([group.result() for group in begun]))


if __name__ == "__main__":
    main()
