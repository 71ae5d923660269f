#!/usr/bin/env python3
"""Measures the scenarios of the cards: changes every definition in one place (mutations.py) and asks whether a scenario that
mentions the card notices.

    scripts/mutate.py > results/mutation.txt
    scripts/mutate.py --card urchin --all     what became of each change of one card

A change that doesn't compile, or that compiles to the same program, is no mutant. Nor is one that no game can tell from the original:
by a rule (equivalences.py), or card by card in tests/cards/equivalent-mutants.txt. Needs archon_scenarios; the program does the
compiling and running (archon_scenarios --mutants), each change in a process of its own.
"""
import argparse
import collections
import pathlib
import re
import subprocess
import sys
import tempfile

from equivalences import rule_for
from mutations import changes

ROOT = pathlib.Path(__file__).resolve().parent.parent
EQUIVALENT = ROOT / "tests/cards/equivalent-mutants.txt"
TOKEN = re.compile(r'"[^"]*"|[$]?\w+(?:-\w+)*|<=|>=|!=|[^\s\w]')


def described(tokens, start, end, new):
    old = " ".join(tokens[start:end]) or "nothing"
    return " ".join([*tokens[:start], f"[{old} > {' '.join(new) or 'nothing'}]", *tokens[end:]])


def mutants_of(card, lines):
    """(description, text, why it is equivalent or None) of each changed definition; the original is not among them."""
    rows = [TOKEN.findall(line) for line in lines]

    def text(changed):
        return "\n".join([f"card {card}"] + ["  " + " ".join(row) for row in changed if row]) + "\n"

    for number, row in enumerate(rows):
        yield f"[{' '.join(row)} > nothing]", text(rows[:number] + rows[number + 1:]), None
        for start, end, new in changes(row):
            changed = rows[:number] + [row[:start] + new + row[end:]] + rows[number + 1:]
            yield described(row, start, end, new), text(changed), rule_for(row, start, end, new)


def read_definitions(folder):
    """[(set/house, card, lines)] of all cards that have lines."""
    cards = []
    for path in sorted(folder.glob("*/*.kf")):
        if path.parent.name == "wordings":
            continue
        for line in path.read_text().splitlines():
            code = line.split(" #")[0].rstrip() if not line.startswith("#") else ""
            if code.startswith("card "):
                cards.append((f"{path.parent.name}/{path.stem}", code.split()[1], []))
            elif code:
                cards[-1][2].append(code.strip())
    return [card for card in cards if card[2]]


def run_mutants(scenarios, blocks, paths):
    with tempfile.NamedTemporaryFile("w", suffix=".kf") as file:
        file.write("====\n".join(blocks))
        file.flush()
        done = subprocess.run([scenarios, "--mutants", file.name, *paths], cwd=ROOT, capture_output=True, text=True)
    results = [tuple(line.split("\t", 1)) for line in done.stdout.splitlines()]
    if done.returncode or len(results) != len(blocks):
        sys.exit(f"archon_scenarios gave {len(results)} answers for {len(blocks)} definitions\n{done.stdout[-2000:]}{done.stderr}")
    return results


def read_equivalent():
    """{(card, change): reason}; a line is `card | change | reason`."""
    table = {}
    if EQUIVALENT.exists():
        for line in EQUIVALENT.read_text().splitlines():
            if line and not line.startswith("#"):
                card, rest = line.split(" | ", 1)
                change, reason = rest.rsplit(" | ", 1)
                table[card, change] = reason
    return table


def main():
    parser = argparse.ArgumentParser(description="measures the scenarios of the cards")
    parser.add_argument("--card", action="append", help="only this card, or these")
    parser.add_argument("--house", help="only the cards of this file, such as aoa/untamed")
    parser.add_argument("--scenarios", default="build/release/archon_scenarios")
    parser.add_argument("--all", action="store_true", help="print what became of every change")
    parser.add_argument("--least", type=float, default=0, help="exit code 1 when the score is lower, in per cent")
    options = parser.parse_args()
    definitions = read_definitions(ROOT / "engine/cards")
    known = {word for house, card, _ in definitions for word in (house, card)}
    unknown = {*(options.card or []), *([options.house] if options.house else [])} - known
    if unknown:
        print(f"no definition to change: {' '.join(sorted(unknown))}", file=sys.stderr)
        sys.exit(2)
    if options.card:
        definitions = [card for card in definitions if card[1] in options.card]
    if options.house:
        definitions = [card for card in definitions if card[0] == options.house]
    tried, blocks = [], []
    for house, card, lines in definitions:
        tried.append((house, card, "original", None))
        blocks.append(f"card {card}\n" + "".join(f"  {line}\n" for line in lines))
        for change, text, reason in mutants_of(card, lines):
            tried.append((house, card, change, reason))
            blocks.append(text)
    results = run_mutants(options.scenarios, blocks, ["tests/cards", "tests/rules", "tests/rulings"])
    report(tried, results, options)


def report(tried, results, options):
    listed = read_equivalent()
    counts, reasons = collections.Counter(), collections.Counter()
    survivors = []
    occurring = {(card, change) for _, card, change, _ in tried}
    for card, change in sorted(listed):
        if (card, "original") in occurring and (card, change) not in occurring:
            print(f"{card} | {change} | stands in {EQUIVALENT.name}, but there is no such change", file=sys.stderr)
    for (house, card, change, reason), (fate, detail) in zip(tried, results):
        if change == "original":
            if fate != "original":
                sys.exit(f"{card}: the definition as it is gives `{fate} {detail}`")
            continue
        reason = reason or listed.get((card, change))
        if reason and fate in ("killed", "slow"):
            print(f"{card} | {change} | is {fate}, but counts as equivalent: {reason}", file=sys.stderr)
        if reason and fate == "survived":
            fate = "equivalent"
            reasons[reason] += 1
        counts[fate] += 1
        if fate == "survived":
            survivors.append((house, card, change))
        if options.all:
            print(f"{fate}\t{card}\t{change}\t{detail}")
    noticed = counts["killed"] + counts["slow"]
    score = 100 * noticed / max(1, noticed + len(survivors))
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True).stdout.strip()
    print(" ".join(["command: scripts/mutate.py", *sys.argv[1:]]) + f"\ncommit:  {commit}")
    print(f"changes: {counts.total()}: {counts['refused']} don't compile, {counts['same']} compile to the same program, "
          f"{counts['equivalent']} are equivalent")
    print(f"noticed: {noticed} of {noticed + len(survivors)} ({counts['slow']} because the game went on without end)")
    print(f"score:   {score:.2f} %")
    print("\nsurvivors")
    for house, card, change in survivors:
        print(f"  {house} {card} | {change}")
    print("\nwhy changes are equivalent, and how many")
    for reason, count in sorted(reasons.items(), key=lambda item: -item[1]):
        print(f"  {count:4} {reason}")
    sys.exit(score < options.least)


if __name__ == "__main__":
    main()
