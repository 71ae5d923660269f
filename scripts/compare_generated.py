#!/usr/bin/env python3
"""Compares generated decks with real ones: rarities, copies, types, houses, bonus icons of Enhance and cards that are printed
together.

    scripts/compare_generated.py ARCHON [COUNT] > results/generated-decks.txt

Generates COUNT decks (2,000 if not given) of each of the sets with real decks in sim/decks, and reads those.
"""
import collections
import pathlib
import statistics
import subprocess
import sys
import tempfile

from make_registry import ROOT, fold

SEED = 1
OTHER = "special, fixed, variant"
# Set -> name, folder of the real decks, names of cards (or endings of names) by house that are looked at.
SETS = {
    "CotA": ("Call of the Archons", "sim/decks",
             {"Timetraveller": "Logos", "Help from Future Self": "Logos", "Horseman of War": "Sanctum", "Master of 1": "Dis",
              "Master of 2": "Dis", "Master of 3": "Dis", "Niffle Queen": "Untamed", "Niffle Ape": "Untamed",
              "Faygin": "Shadows", "Urchin": "Shadows"}),
    "AoA": ("Age of Ascension", "sim/decks/aoa",
            {"Timetraveller": "Logos", "Help from Future Self": "Logos", "Ortannu the Chained": "Dis",
             "Ortannu\u2019s Binding": "Dis", "Grumpus Tamer": "Brobnar", "War Grumpus": "Brobnar", " Key Imp": "Dis",
             " Ambassador": "Sanctum"}),
    "WC": ("Worlds Collide", "sim/decks/wc",
           {"Ortannu the Chained": "Dis", "Ortannu\u2019s Binding": "Dis", "Grumpus Tamer": "Brobnar",
            "War Grumpus": "Brobnar", "Igon the Green": "Brobnar", "Igon the Terrible": "Brobnar", "Hyde": "Logos",
            "Velum": "Logos", "Chain Gang": "Shadows", "Subtle Chain": "Shadows", "\u2019 Bane": "Dis", "Sinestra": "Dis",
            "Dexus": "Dis", " Plant": "Shadows", "\u2019s Brew": "Brobnar", " Blaster": "Star Alliance"}),
    "MM": ("Mass Mutation", "sim/decks/mm",
           {"Ultra Gravitron": "Logos", "Deusillus": "Saurian", "Niffle Kong": "Untamed", "It\u2019s Coming...": "Logos"}),
    "DT": ("Dark Tidings", "sim/decks/dt", {}),
}
KINDS = ("creature", "action", "artifact", "upgrade")
MARKS = ("maverick", "legacy", "anomaly", "evil twin", "second half")
ICONS = ("icons added", "cards with 1 icon", "cards with 2 icons", "cards with 3 or more icons")


def read_facts(card_set):
    """Folded name -> (rarity in the set, none for a card that is not in it; type)."""
    facts = {}
    for line in (ROOT / "engine/facts/facts.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        cells = line.split("\t")
        rarities = [printing.split(":")[3] for printing in cells[8].split(",") if printing.split(":")[0] == card_set]
        rarity = rarities[0] if rarities else None
        if rarity is not None or fold(cells[1]) not in facts:
            facts[fold(cells[1])] = (rarity if rarity in ("common", "uncommon", "rare", None) else OTHER, cells[2])
    return facts


def read_deck(path, facts):
    """What is counted of a deck: Counter of rarities, types and names, list of copies, list of houses."""
    counts, copies, houses = collections.Counter(), collections.Counter(), []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            houses.append(line[1:-1])
        elif houses and line:
            count, name = line.split(" ", 1)
            name, *icons = name.split(" +")
            counts["icons added"] += int(count) * len(icons)
            if icons:
                counts[ICONS[min(len(icons), 3)]] += int(count)
            for mark in MARKS:
                counts[mark] += int(count) * name.endswith(f" ({mark})")
                name = name.removesuffix(f" ({mark})")
            counts[name] += int(count)
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


def copies_of(counts, ending):
    """Copies of the card of that name, or of all cards with that ending if it is not a whole name."""
    if ending[0] not in " \u2019":
        return counts[ending]
    return sum(count for name, count in counts.items() if name and name.endswith(ending))


def compare(archon, card_set, count):
    title, folder, groups = SETS[card_set]
    facts = read_facts(card_set)
    command = ["deck", "generate", "--set", card_set, "--count", str(count), "--seed", str(SEED)]
    with tempfile.TemporaryDirectory() as out:
        subprocess.run([archon, *command, "--out", out], check=True, stdout=subprocess.DEVNULL)
        generated = [read_deck(path, facts) for path in sorted(pathlib.Path(out).glob("*.deck"))]
    real = [read_deck(path, facts) for path in sorted((ROOT / folder).glob("*.deck"))]
    print(f"Decks of {title}: {len(real)} real ones ({folder}) and {len(generated)} generated ones.")
    print("command: archon " + " ".join(command))
    print()
    print(f"{'a deck':<34}{'real':>12}{'deviation':>12}{'generated':>12}{'deviation':>12}")
    for key in ("common", "uncommon", "rare", OTHER, *KINDS, *MARKS, *ICONS):
        row(key, spread(real, key), spread(generated, key))
    print()
    print(f"{'titles a deck, by copies in a house':<34}{'real':>11}{'generated':>12}")
    for number in range(1, 6):
        shares = [sum(copies[number] for _, copies, _ in decks) / len(decks) for decks in (real, generated)]
        row(str(number), shares[:1], shares[1:])
    print()
    if groups:
        print(f"{'copies in 100 decks with the house':<34}{'real':>11}{'generated':>12}")
    for name, house in groups.items():
        those = [[counts for counts, _, houses in decks if house in houses] for decks in (real, generated)]
        shares = [f"{100 * statistics.mean(copies_of(c, name) for c in decks):.1f}" if decks else "no deck" for decks in those]
        row(name.strip() if name[0] == " " else name, shares[:1], shares[1:], "{}")
    print()
    print(f"{'decks with the house, percent':<34}{'real':>12}{'generated':>12}")
    for house in sorted({house for _, _, houses in generated for house in houses}):
        shares = [100 * sum(house in houses for _, _, houses in decks) / len(decks) for decks in (real, generated)]
        row(house, shares[:1], shares[1:], "{:.1f}")


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    count = int(sys.argv[2]) if len(sys.argv) == 3 else 2000
    print(subprocess.run([sys.argv[1], "--version"], check=True, capture_output=True, text=True).stdout.strip())
    for card_set in SETS:
        print()
        compare(sys.argv[1], card_set, count)


if __name__ == "__main__":
    main()
