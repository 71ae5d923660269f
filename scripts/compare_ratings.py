#!/usr/bin/env python3
"""How well two models of ratings agree on a set: compare_ratings.py PROGRAM MODEL OTHER --set CODE [--decks 400]

MODEL and OTHER are files as sim/ratings/ratings.txt. Prints the rank correlation (Spearman) of the values of the set's cards, of those that only
this set has too, and of the ratings of generated decks of the set; and by how much the decks' ratings differ, in Elo.
"""
import argparse
import csv
import pathlib
import statistics
import subprocess
import sys
import tempfile

from compare_truth import spearman
from make_facts import ROOT


def cards_of(code):
    """The cards of a set, and those that no other set has (pooled sets have what others have)."""
    rows = [line.split("\t") for line in (ROOT / "engine/facts/facts.tsv").read_text(encoding="utf-8").splitlines()[1:]]
    sets = {row[0]: {printing.split(":")[0] for printing in row[8].split(",")} for row in rows}
    return {card for card in sets if code in sets[card]}, {card for card in sets if sets[card] == {code}}


def values(path, code):
    """What cards are worth in decks of the set: there, else in any."""
    found = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        words = line.split()
        if words[:1] == ["card"] and (words[2] == code or (words[2] == "any" and words[1] not in found)):
            found[words[1]] = float(words[3])
    return found


def ratings(program, decks, model):
    done = subprocess.run([program, "rate", decks, "--model", model, "--format", "csv"], check=True, capture_output=True, text=True)
    return {row["deck"]: float(row["rating"]) for row in csv.DictReader(done.stdout.splitlines())}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("models", nargs=2, type=pathlib.Path)
    parser.add_argument("--set", required=True)
    parser.add_argument("--decks", type=int, default=400)
    arguments = parser.parse_args()
    of_set, alone = cards_of(arguments.set)
    a, b = (values(path, arguments.set) for path in arguments.models)
    print("command: scripts/compare_ratings.py " + " ".join(sys.argv[1:]))
    for what, cards in (f"cards of {arguments.set}", of_set), ("those that only it has", alone):
        cards = sorted(cards & a.keys() & b.keys())
        if len(cards) > 2:
            print(f"{what}: {len(cards)}, rank correlation of their values {spearman([a[c] for c in cards], [b[c] for c in cards]):.3f}")
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([arguments.program, "deck", "generate", "--set", arguments.set, "--count", str(arguments.decks), "--seed", "7", "--out", folder],
                       check=True, capture_output=True)
        x, y = (ratings(arguments.program, folder, path) for path in arguments.models)
    names = sorted(x)
    differences = [y[name] - x[name] for name in names]
    print(f"generated decks: {len(names)}, rank correlation of their ratings {spearman([x[n] for n in names], [y[n] for n in names]):.3f}; "
          f"the second less the first {statistics.mean(differences):+.0f} Elo, spread {statistics.pstdev(differences):.0f}")


if __name__ == "__main__":
    main()
