#!/usr/bin/env python3
"""Measures the scenarios: changes the C++ of the rules and the interpreter in one place and asks whether a scenario notices.

    scripts/mutate_cpp.py [--sample N] [--seed S] [--jobs J] > results/mutation-cpp.txt
    scripts/mutate_cpp.py --again FILE     judges the survivors of an earlier result with the scenarios of now

The commit is copied to build/mutate and built there with assertions; one file at a time is changed, compiled, linked and run against
all scenarios. A change that doesn't compile, or that compiles to the same object file, is no mutant and another one is drawn in its
place. Changes that no game can tell from the original stand in RULES or tests/rules/equivalent-mutants.txt.
"""
import argparse
import collections
import concurrent.futures
import hashlib
import json
import pathlib
import queue
import random
import re
import shlex
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
EQUIVALENT = ROOT / "tests/rules/equivalent-mutants.txt"
SECONDS = 30  # for a run of all scenarios, which takes one
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
        return f"{self.path} | {self.line.strip()} | {self.what}" + (f" ({self.copy})" if self.copy > 1 else "")


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


def read_result(path):
    """Of an earlier result: its head, how many changes were noticed, and the keys of the survivors."""
    head, survivors = pathlib.Path(path).read_text().split("\n\n", 1)
    return head, int(re.search(r"^noticed: (\d+)", head, re.M)[1]), re.findall(r"^  (engine/.*)$", survivors, re.M)


class Workshop:
    """A copy of the tree, built once. A changed file is compiled beside it and linked before the library that has the original."""

    def __init__(self):
        self.tree = ROOT / "build/mutate"
        for part in ("engine", "tests"):
            shutil.rmtree(self.tree / part, ignore_errors=True)
        self.tree.mkdir(parents=True, exist_ok=True)
        archive = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, capture_output=True, check=True).stdout
        subprocess.run(["tar", "-x"], cwd=self.tree, input=archive, check=True)
        self.call("cmake", "-S", ".", "-B", "build", "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON",
                  "-DCMAKE_CXX_FLAGS_DEBUG=-O1 -w", "-DARCHON_TESTS=ON")
        if self.call("nice", "ninja", "-C", "build", "archon_scenarios") or self.scenarios("build/archon_scenarios"):
            sys.exit(f"{self.tree}: the scenarios fail without any change")
        self.compilers = {}
        for entry in json.loads((self.tree / "build/compile_commands.json").read_text()):
            path = pathlib.Path(entry["file"]).resolve().relative_to(self.tree.resolve())
            self.compilers[str(path)] = shlex.split(entry["command"])
        self.digests = {}

    def call(self, *command, seconds=None):
        try:
            return subprocess.run(command, cwd=self.tree, capture_output=True, timeout=seconds).returncode
        except subprocess.TimeoutExpired:
            return "slow"

    def scenarios(self, program):
        return self.call("nice", program, "tests", seconds=SECONDS)

    def compile(self, path, text, name):
        """The object file of a source, or None."""
        source, result = self.tree / f"build/{name}.cpp", self.tree / f"build/{name}.o"
        source.write_text(text)
        command = self.compilers[path]
        command = [*command[:command.index("-o")], "-o", str(result), "-c", str(source)]
        return None if self.call("nice", *command) else result

    def digest(self, path, text, name):
        if (path, name) not in self.digests:  # the name of the source is part of the object
            self.digests[path, name] = hashlib.sha256(self.compile(path, text, name).read_bytes()).digest()
        return self.digests[path, name]

    def fate(self, mutant, name):
        text = (self.tree / mutant.path).read_text()
        before = self.digest(mutant.path, text, name)
        lines = text.splitlines()
        lines[mutant.number - 1] = mutant.changed
        changed = self.compile(mutant.path, "\n".join(lines) + "\n", name)
        if changed is None:
            return "refused"
        if hashlib.sha256(changed.read_bytes()).digest() == before:
            return "same"
        main = "build/CMakeFiles/archon_scenarios.dir/tests/scenario/scenarios_main.cpp.o"
        program = f"build/{name}"
        if self.call("nice", "c++", main, str(changed), "build/libarchon_scenario.a", "build/libarchon_engine.a", "-o", program):
            return "refused"
        code = self.scenarios(program)
        return "survived" if code == 0 else "slow" if code == "slow" else "killed"


def read_equivalent():
    """{file | line | change: reason}; what no longer stands in its file is reported."""
    rows = [row for row in EQUIVALENT.read_text().splitlines() if row and not row.startswith("#")]
    for row in rows:
        path, rest = row.split(" | ", 1)
        if not any(line.strip() and rest.startswith(line.strip() + " | ") for line in (ROOT / path).read_text().splitlines()):
            print(f"{EQUIVALENT.name}: no longer there: {row}", file=sys.stderr)
    return dict(row.rsplit(" | ", 1) for row in rows)


def draw(options):
    """The changes in the order in which they are tried."""
    paths = sorted(str(path.relative_to(ROOT)) for folder in ("rules", "vm") for path in (ROOT / "engine" / folder).glob("*.cpp"))
    drawn = [mutant for path in paths for mutant in mutants_of(path)]
    print(f"{len(drawn)} changes possible", file=sys.stderr)
    random.Random(options.seed).shuffle(drawn)
    if not options.again:
        return drawn
    wanted = set(read_result(options.again)[2])
    for key in sorted(wanted - {mutant.key() for mutant in drawn}):
        print(f"no longer there: {key}", file=sys.stderr)
    return [mutant for mutant in drawn if mutant.key() in wanted]


def measure(options):
    """[(mutant, fate)], until as many as wanted compile to something else."""
    drawn = draw(options)
    workshop = Workshop()
    free = queue.Queue()
    for number in range(options.jobs):
        free.put(f"mutant{number}")

    def judge(mutant):
        name = free.get()
        try:
            return mutant, workshop.fate(mutant, name)
        finally:
            free.put(name)

    results, found = [], 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        while drawn and found < options.sample:
            batch, drawn = drawn[:options.sample - found], drawn[options.sample - found:]
            for mutant, fate in pool.map(judge, batch):
                results.append((mutant, fate))
                found += fate not in ("refused", "same")
                print(f"{found}\t{fate}\t{mutant.path}:{mutant.number}: {mutant.line.strip()} | {mutant.what}", file=sys.stderr, flush=True)
    return results


def report(options, commit, results):
    counts = collections.Counter(fate for _, fate in results)
    head, earlier = read_result(options.again)[:2] if options.again else ("", 0)
    noticed = earlier + counts["killed"] + counts["slow"]
    print(" ".join(["command: scripts/mutate_cpp.py", *sys.argv[1:]]) + f"\ncommit:  {commit}")
    print(f"changes: {len(results)}: {counts['refused']} don't compile, {counts['same']} compile to the same object file, "
          f"{counts['equivalent']} are equivalent")
    print(f"noticed: {noticed} of {noticed + counts['survived']}" + (f", {earlier} of them at first" if options.again else ""))
    print(f"score:   {100 * noticed / max(1, noticed + counts['survived']):.1f} %")
    if options.again:
        print("at first:\n" + re.sub(r"^", "  ", head, flags=re.M))
    print("\nsurvivors")
    for mutant, fate in results:
        if fate == "survived":
            print(f"  {mutant.key()}")


def main():
    parser = argparse.ArgumentParser(description="measures the scenarios with changes of the rules and the interpreter")
    parser.add_argument("--sample", type=int, default=120)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--again", metavar="FILE", help="only the survivors of this earlier result, with the scenarios of now")
    options = parser.parse_args()
    listed = read_equivalent()
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True).stdout.strip()
    results = measure(options)
    for i, (mutant, fate) in enumerate(results):
        by_rule = any(re.search(line, mutant.line) and re.match(change, mutant.what) for line, change, _ in RULES)
        if fate == "survived" and (by_rule or mutant.key() in listed):
            results[i] = (mutant, "equivalent")
    report(options, commit, results)


if __name__ == "__main__":
    main()
