#!/usr/bin/env python3
"""Measures the tests: changes the C++ of a room in one place and asks whether the tests of that folder notice.

    scripts/mutate_cpp.py [GROUP ...] [--sample N] [--seed S] [--jobs J] > build/mutation-cpp.txt
    scripts/mutate_cpp.py sim/advice sim/stats+sim/ratings --sample 10
    scripts/mutate_cpp.py --again FILE     judges the survivors of an earlier result with the tests of now

A group is a room (rooms.cmake) or several joined by +, and the sample is drawn from each group; without any all of GROUPS. The build
(--build) is brought up to date; then each file of a room is compiled by itself, with assertions, and these objects take the place of the
room in the programs that test it: the unit tests of the folder are asked first, then the scenarios (engine) or the golden outputs (agents,
sim). A change that doesn't compile, or that compiles to the same object file, is no mutant and another one is drawn in its place.
Changes that nothing can tell from the original stand in RULES or tests/rules/equivalent-mutants.txt.
"""
import argparse
import collections
import concurrent.futures
import hashlib
import json
import pathlib
import os
import queue
import random
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
EQUIVALENT = ROOT / "tests/rules/equivalent-mutants.txt"
GROUPS = ["engine/query+engine", "engine/rules+engine/vm", "agents/reading+agents/thumb+agents/learned", "agents/search+agents",
          "sim/stats", "sim/play+sim/watch+sim/results+sim/protocol", "sim/chains+sim/matrix+sim/tournament+sim/arena",
          "sim/train+sim/forecast+sim/ratings", "sim/advice+sim/regret+sim/turns+sim/values+sim/deck_report", "sim/report+sim/present+sim/command+sim/documents+sim/pages+sim/cli"]
BYTES = 4 << 30  # of memory, that a program with a mutant may take
OPERATORS = {"==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "&&": "||", "||": "&&", "+": "-", "-": "+",
             "+=": "-=", "-=": "+=", "++": "--", "true": "false", "false": "true", "|=": "&=", "&=": "|="}
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|//.*|\w+|->|::|<<|>>|[=!<>+|&-]=|&&|\|\||\+\+|--|\S')
SKIPPED = re.compile(r"\s*(#|//|template|static_assert|using|namespace|static constexpr|constexpr)|.*(static_cast<.*>\(\w+\)\);|operator)")
STATEMENT = re.compile(r"\s+(?!return |const |int |bool |auto |case |else|if |for |while |default|using |break|static )[\w.>*+(-].*;$")

# Changes that no game can tell apart, wherever they are: (line, change, reason).
RULES = [
    (r"\b(dirty|unchecked|did|cancelled|moving) = 1;", r"1 > 2", "a flag is only asked whether it is 0"),
    (r"phase\+\+ == 0", r"\+\+ > --", "the phase is only asked whether it is 0"),
    (r"< 16; \+\+", r"< > <=", "there is no seventeenth house"),
]


class Mutant:
    def __init__(self, path, number, line, copy, changed, what):
        self.path, self.number, self.line, self.copy, self.changed, self.what = path, number, line, copy, changed, what

    def key(self):
        """Says which change it is without a line number; the second of two equal lines is `(2)`."""
        return self.path + self.change()

    def place(self):
        return f"{self.path}:{self.number}" + self.change()

    def change(self):
        return f" | {self.line.strip()} | {self.what}" + (f" ({self.copy})" if self.copy > 1 else "")


def token_changes(line):
    """(changed line, what) for each operator and number that may become another."""
    for match in TOKEN.finditer(line):
        token, start, end = match[0], match.start(), match.end()
        if token.startswith(('"', "//")):
            continue
        new = OPERATORS.get(token)
        if token.isdigit():
            new = str(int(token) + 1)
        elif token in "<>" and not line[start - 1:start] == " ":
            new = None  # a template's bracket
        elif token == "!" and line[end:end + 1] not in "=":
            new = ""
        elif token in "+-" and not line[end:end + 1] == " ":
            new = None
        if new is not None:
            place = len(TOKEN.findall(line[:start]))
            yield line[:start] + new + line[end:], f"{token} > {new or 'nothing'} at {place}"


def condition_change(line):
    match = re.match(r"(.*\b(?:if|while) \()(.*)$", line)
    if not match:
        return
    depth = 1
    for i, letter in enumerate(match[2]):
        depth += (letter == "(") - (letter == ")")
        if depth == 0:
            yield f"{match[1]}!({match[2][:i]}){match[2][i:]}", "condition > not"
            return


def mutants_of(path):
    lines = (ROOT / path).read_text().splitlines()
    copies = collections.Counter()
    for number, line in enumerate(lines, 1):
        copies[line.strip()] += 1
        if SKIPPED.match(line):
            continue
        for changed, what in [*token_changes(line), *condition_change(line)]:
            yield Mutant(path, number, line, copies[line.strip()], changed, what)
        if STATEMENT.match(line) and lines[number - 2].rstrip().endswith((";", "{", "}", ":", ")")):
            yield Mutant(path, number, line, copies[line.strip()], "  ;", "statement > nothing")


class Room:
    """Where a room's tests are, and how it is compiled: rooms that are `game` are one."""

    def __init__(self, folder):
        rows = [re.match(r"archon_room\((\S+) (\w+)", line) for line in (ROOT / "rooms.cmake").read_text().splitlines()]
        speeds = {row[1]: row[2] for row in rows if row}
        if folder not in speeds:
            sys.exit(f"{folder}: no such room in rooms.cmake")
        game = speeds[folder] == "game"
        self.folder = folder
        self.target = "archon_game" if game else "archon_room_" + folder.replace("/", "_")
        self.compiled_with = [other for other, speed in speeds.items() if speed == "game"] if game else [folder]
        places = [f"tests/{folder}", f"tests/{folder.removeprefix('engine/')}", f"tests/{folder.split('/')[0]}"]
        self.tests = next(([file.stem for file in sorted((ROOT / place).glob("*_test.cpp"))] for place in places if (ROOT / place).is_dir()), [])

    def sources(self):
        """Of all that is compiled as one with it."""
        return [str(file.relative_to(ROOT)) for folder in self.compiled_with for file in sorted((ROOT / folder).glob("*.cpp"))
                if str(file.relative_to(ROOT)) != "sim/main.cpp"]

    def judges(self):
        """(name, program, command), in the order in which they are asked; {} is the program."""
        if self.tests:
            yield "unit tests", "archon_tests", ["{}", "-#", ",".join(f"[#{name}]~[slow]~[.]" for name in self.tests)]
        if self.folder.startswith("engine"):
            yield "scenarios", "archon_scenarios", ["{}", "tests"]
        else:
            yield "golden outputs", "archon", ["tests/cli/golden.py", "{}"]


class Workshop:
    """The objects of a room, a file each, beside an ordinary build. They are linked before the libraries, which are then not asked."""

    def __init__(self, build, room):
        self.build, self.room, self.place = build, room, build / "mutate" / room.target
        self.place.mkdir(parents=True, exist_ok=True)
        self.flags = self.flags_of_room()
        self.objects = {path: self.place / (path.replace("/", "_") + ".o") for path in room.sources()}
        for path, result in self.objects.items():
            if not self.compile(ROOT / path, result, cached=True):
                sys.exit(f"{path} doesn't compile by itself")
        self.links = {program: self.link_command(program) for _, program, _ in room.judges()}
        self.digests = {}
        self.seconds = {}
        for name, program, command in room.judges():
            start = time.monotonic()
            if not self.link(program, {}, "original") or self.run(command, program, "original", 600):
                sys.exit(f"{room.folder}: the {name} fail without any change")
            self.seconds[name] = 10 + 5 * (time.monotonic() - start)

    def flags_of_room(self):
        for entry in json.loads((self.build / "compile_commands.json").read_text()):
            if f"/{self.room.target}.dir/" in entry["command"]:
                words = shlex.split(entry["command"])
                return [*(word for word in words[:words.index("-o")] if word not in ("-DNDEBUG", "-Werror")), "-D_GLIBCXX_ASSERTIONS", "-O1", "-w"]
        sys.exit(f"{self.build}: no target {self.room.target} in compile_commands.json")

    def link_command(self, program):
        line = subprocess.run(["ninja", "-C", self.build, "-t", "commands", program], capture_output=True, text=True, check=True).stdout
        return shlex.split(line.splitlines()[-1].removeprefix(": && ").removesuffix(" && :"))

    def call(self, *command, cwd=None, seconds=None):
        """The exit code, or "slow"."""
        def limited():
            os.setpgrp()
            resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
        process = subprocess.Popen(["nice", *map(str, command)], cwd=cwd or self.build, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL, preexec_fn=limited)
        try:
            return process.wait(seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            return "slow"

    def compile(self, source, result, cached=False):
        launcher = ["ccache"] if cached and shutil.which("ccache") else []
        return self.call(*launcher, *self.flags, "-o", result, "-c", source) == 0

    def link(self, program, changed, name):
        command = self.links[program]
        at = command.index("-o")
        objects = [str(changed.get(path, result)) for path, result in self.objects.items()]
        return self.call(*command[:at], *objects, "-o", self.place / f"{program}_{name}", *command[at + 2:]) == 0

    def run(self, command, program, name, seconds):
        return self.call(*(word.replace("{}", str(self.place / f"{program}_{name}")) for word in command), cwd=ROOT, seconds=seconds)

    def digest(self, text, name):
        """Of the object file of a source, None when it can't be compiled. The name of the source is part of the object."""
        source, result = self.place / f"{name}.cpp", self.place / f"{name}.o"
        source.write_text(text)
        return hashlib.sha256(result.read_bytes()).digest() if self.compile(source, result) else None

    def fate(self, mutant, name):
        """(what became of it, who noticed it)"""
        text = (ROOT / mutant.path).read_text()
        if (mutant.path, name) not in self.digests:
            self.digests[mutant.path, name] = self.digest(text, name)
        lines = text.splitlines()
        lines[mutant.number - 1] = mutant.changed
        digest = self.digest("\n".join(lines) + "\n", name)
        if digest is None:
            return "refused", ""
        if digest == self.digests[mutant.path, name]:
            return "same", ""
        for judge, program, command in self.room.judges():
            if not self.link(program, {mutant.path: self.place / f"{name}.o"}, name):
                return "refused", ""
            code = self.run(command, program, name, self.seconds[judge])
            if code:
                return "slow" if code == "slow" else "killed", judge
        return "survived", ""


def read_equivalent():
    """{file | line | change: reason}; what no longer stands in its file is reported."""
    rows = [row for row in EQUIVALENT.read_text().splitlines() if row and not row.startswith("#")]
    for row in rows:
        path, rest = row.split(" | ", 1)
        if not any(line.strip() and rest.startswith(line.strip() + " | ") for line in (ROOT / path).read_text().splitlines()):
            print(f"{EQUIVALENT.name}: no longer there: {row}", file=sys.stderr)
    return dict(row.rsplit(" | ", 1) for row in rows)


def draw(rooms, seed):
    """The changes of a group in the order in which they are tried."""
    drawn = [(room, mutant) for room in rooms for path in sorted((ROOT / room.folder).glob("*.cpp"))
             for mutant in mutants_of(str(path.relative_to(ROOT)))]
    random.Random(seed).shuffle(drawn)
    return drawn


def keys_of_survivors(path):
    """Of an earlier result, each without the number of its line."""
    _, found, survivors = pathlib.Path(path).read_text().partition("\nsurvivors\n")
    if not found:
        sys.exit(f"{path}: no list of survivors in it")
    rows = re.findall(r"^  (\S+\.cpp)(?::\d+)?( \| .*)$", survivors, re.M)
    return {file + rest for file, rest in rows}


def measure(group, options, wanted, listed):
    """[(mutant, fate, judge)], until as many as wanted compile to something else."""
    rooms = [Room(folder) for folder in group.split("+")]
    drawn = draw(rooms, options.seed)
    print(f"{group}: {len(drawn)} changes possible", file=sys.stderr)
    if wanted is not None:
        drawn = [(room, mutant) for room, mutant in drawn if mutant.key() in wanted]
    workshops, free = {}, queue.Queue()
    for number in range(options.jobs):
        free.put(f"mutant{number}")

    def judge(one):
        room, mutant = one
        name = free.get()
        try:
            return mutant, *workshops[room.target].fate(mutant, name)
        finally:
            free.put(name)

    results, found = [], 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        while drawn and found < options.sample:
            batch, drawn = drawn[:options.sample - found], drawn[options.sample - found:]
            for room, _ in batch:
                if room.target not in workshops:
                    workshops[room.target] = Workshop(options.build, room)
            for mutant, fate, by in pool.map(judge, batch):
                if fate == "survived" and is_equivalent(mutant, listed):
                    fate = "equivalent"
                results.append((mutant, fate, by))
                found += fate not in ("refused", "same")
                print(f"{found}\t{fate}\t{by}\t{mutant.path}:{mutant.number}: {mutant.line.strip()} | {mutant.what}", file=sys.stderr, flush=True)
    return results


def is_equivalent(mutant, listed):
    return mutant.key() in listed or any(re.search(line, mutant.line) and re.match(change, mutant.what) for line, change, _ in RULES)


def summary(group, results):
    counts = collections.Counter(fate for _, fate, _ in results)
    judges = collections.Counter(by for _, fate, by in results if by)
    noticed = counts["killed"] + counts["slow"]
    tried = noticed + counts["survived"]
    share = f"{100 * noticed / tried:5.1f} %" if tried else "     -  "
    by = ", ".join(f"{number} by {judge}" for judge, number in judges.items())
    return f"{group:<60} {noticed:4} of {tried:3} {share}   {counts['equivalent']} equivalent" + (f"; {by}" if by else "")


def main():
    parser = argparse.ArgumentParser(description="measures the tests with changes of the C++ that they are about")
    parser.add_argument("groups", nargs="*", metavar="GROUP", help="a room, or several joined by +")
    parser.add_argument("--sample", type=int, default=60, help="mutants a group")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release", help="a build with the tests, by ninja")
    parser.add_argument("--again", metavar="FILE", help="only the survivors of this earlier result, with the tests of now")
    options = parser.parse_args()
    options.build = options.build.resolve()
    groups = options.groups or GROUPS
    for group in groups:
        [Room(folder) for folder in group.split("+")]  # that all of them exist
    subprocess.run(["cmake", "--build", options.build, "--target", "archon", "archon_tests", "archon_scenarios"], check=True, stdout=sys.stderr)
    listed = read_equivalent()
    wanted = keys_of_survivors(options.again) if options.again else None
    commit = subprocess.run(["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True).stdout.strip()
    results = {group: measure(group, options, wanted, listed) for group in groups}
    print(" ".join(["command: scripts/mutate_cpp.py", *sys.argv[1:]]) + f"\ncommit:  {commit}\n\nnoticed")
    for group in groups:
        print("  " + summary(group, results[group]))
    print("\nsurvivors")
    for group in groups:
        for mutant, fate, _ in results[group]:
            if fate == "survived":
                print(f"  {mutant.place()}")


if __name__ == "__main__":
    main()
