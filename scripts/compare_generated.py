#!/usr/bin/env python3
"""Compares generated decks with real ones: rarities, copies, types, houses and cards that are printed together.

    scripts/compare_generated.py ARCHON [COUNT] > results/generated-decks.txt

Generates COUNT decks of Call of the Archons (2,000 if not given) and reads the 28 real ones in sim/decks.
"""
import collections
import pathlib
import statistics
import subprocess
import sys
import tempfile

from make_decks import ROOT, fold

SEED = 1
OTHER = "special, fixed, variant"
GROUPS = {"Timetraveller": "Logos", "Help from Future Self": "Logos", "Horseman of War": "Sanctum", "Master of 1": "Dis",
          "Master of 2": "Dis", "Master of 3": "Dis", "Niffle Queen": "Untamed", "Niffle Ape": "Untamed", "Faygin": "Shadows",
          "Urchin": "Shadows"}


def read_facts():
    """Folded name -> (rarity in CotA, type)."""
    facts = {}
    for line in (ROOT / "engine/facts/facts.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        cells = line.split("\t")
        for printing in cells[8].split(","):
            card_set, _, _, rarity = printing.split(":")
            if card_set == "CotA":
                rarity = rarity if rarity in ("common", "uncommon", "rare") else OTHER
                facts[fold(cells[1])] = (rarity, cells[2])
    return facts


def read_deck(path, facts):
    """What is counted of a deck: Counter of rarities and types, list of copies, list of houses."""
    counts, copies, houses = collections.Counter(), collections.Counter(), []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            houses.append(line[1:-1])
        elif houses and line:
            count, name = line.split(" ", 1)
            counts["maverick"] += int(count) * name.endswith(" (maverick)")
            name = name.replace(" (maverick)", "")
            counts[fold(name)] += int(count)
            rarity, kind = facts[fold(name)]
            counts[rarity] += int(count)
            counts[kind] += int(count)
            copies[int(count)] += 1
    return counts, copies, houses


def row(name, real, generated, form="{:.2f}"):
    print(f"{name:<34}" + "".join(f"{form.format(value):>12}" for value in (*real, *generated)))


def spread(decks, key):
    values = [counts[key] for counts, _, _ in decks]
    return statistics.mean(values), statistics.stdev(values)


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    count = int(sys.argv[2]) if len(sys.argv) == 3 else 2000
    facts = read_facts()
    with tempfile.TemporaryDirectory() as folder:
        command = ["deck", "generate", "--set", "CotA", "--count", str(count), "--seed", str(SEED)]
        subprocess.run([sys.argv[1], *command, "--out", folder], check=True, stdout=subprocess.DEVNULL)
        generated = [read_deck(path, facts) for path in sorted(pathlib.Path(folder).glob("*.deck"))]
    real = [read_deck(path, facts) for path in sorted((ROOT / "sim/decks").glob("*.deck"))]
    print(f"Decks of Call of the Archons: {len(real)} real ones (sim/decks) and {len(generated)} generated ones.")
    version = subprocess.run([sys.argv[1], "--version"], check=True, capture_output=True, text=True).stdout.strip()
    print("command: archon " + " ".join(command))
    print(version)
    print()
    print(f"{'a deck':<34}{'real':>12}{'deviation':>12}{'generated':>12}{'deviation':>12}")
    for key in ("common", "uncommon", "rare", OTHER, "creature", "action", "artifact", "upgrade", "maverick"):
        row(key, spread(real, key), spread(generated, key))
    print()
    print(f"{'titles a deck, by copies in a house':<34}{'real':>11}{'generated':>12}")
    for number in range(1, 6):
        shares = [sum(copies[number] for _, copies, _ in decks) / len(decks) for decks in (real, generated)]
        row(str(number), shares[:1], shares[1:])
    print()
    print(f"{'copies in 100 decks with the house':<34}{'real':>11}{'generated':>12}")
    for name, house in GROUPS.items():
        those = [[counts for counts, _, houses in decks if house in houses] for decks in (real, generated)]
        row(name, *[[100 * statistics.mean(counts[fold(name)] for counts in decks)] for decks in those], "{:.1f}")
    print()
    print(f"{'decks with the house, percent':<34}{'real':>12}{'generated':>12}")
    for house in sorted({house for _, _, houses in real for house in houses}):
        shares = [100 * sum(house in houses for _, _, houses in decks) / len(decks) for decks in (real, generated)]
        row(house, shares[:1], shares[1:], "{:.1f}")


if __name__ == "__main__":
    main()
