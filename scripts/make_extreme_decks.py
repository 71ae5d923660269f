#!/usr/bin/env python3
"""Writes legal decks that nobody would meet: few different cards of Call of the Archons in many copies, with mavericks.

    scripts/make_extreme_decks.py FOLDER [NUMBER] [SEED]

For `archon soak`: what bounds hold here hold in real games.
"""
import pathlib
import random
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PLAYED = {"creature", "action", "artifact", "upgrade"}


def cards_by_house():
    houses = {}
    for line in (ROOT / "engine/facts/facts.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        fields = line.split("\t")
        if fields[2] not in PLAYED:
            continue
        for printing in fields[8].split(","):
            code, _, house, _ = printing.split(":")
            if code == "CotA":
                houses.setdefault(house, []).append(fields[1])
    return houses


def main():
    folder = pathlib.Path(sys.argv[1])
    number = int(sys.argv[2]) if len(sys.argv) > 2 else 40
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    houses = cards_by_house()
    folder.mkdir(parents=True, exist_ok=True)
    for index in range(1, number + 1):
        chosen = rng.sample(sorted(houses), 3)
        lines = [f"name: Extreme {index}", "set: CotA", "houses: " + ", ".join(house.title() for house in chosen)]
        for house in chosen:
            lines += ["", f"[{house.title()}]"]
            left = 12
            while left:
                copies = min(left, rng.choice([1, 2, 3, 4, 6]))
                maverick = rng.random() < 0.25
                name = rng.choice(houses[rng.choice([h for h in houses if h != house]) if maverick else house])
                lines.append(f"{copies} {name}" + (" (maverick)" if maverick else ""))
                left -= copies
        (folder / f"extreme-{index}.deck").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
