#!/usr/bin/env python3
"""Writes sim/decks/*.deck from a list of decks as JSON.

    scripts/make_decks.py DECKS.json [FOLDER]

A deck of the input has name, set, houses and cards (name, house, count). The order of houses is kept; the cards are sorted by
their number in the set, which is the canonical text that the program itself writes.
"""
import json
import pathlib
import re
import sys
import unicodedata

ROOT = pathlib.Path(__file__).resolve().parent.parent
QUOTES = re.compile("['\"\u2018\u2019\u201c\u201d]")
TITLES = {"staralliance": "Star Alliance"}


def fold(name):
    """A name without quotes, accents, case and ligatures."""
    name = QUOTES.sub("", name.lower().replace("\u00e6", "ae"))
    return unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode("ascii")


def file_name(deck_name):
    return re.sub("[^a-z0-9]+", "-", fold(deck_name)).strip("-") + ".deck"


def title(house):
    house = house.lower().replace(" ", "")
    return TITLES.get(house, house.capitalize())


def read_cards():
    """Folded name -> (printed name, {set: number}) of every card; of several cards of a name, the first."""
    cards = {}
    lines = (ROOT / "engine/facts/facts.tsv").read_text(encoding="utf-8").splitlines()[1:]
    for line in lines:
        cells = line.split("\t")
        numbers = {}
        for printing in cells[8].split(","):
            card_set, number = printing.split(":")[:2]
            numbers.setdefault(card_set, number)
        cards.setdefault(fold(cells[1]), (cells[1], numbers))
    return cards


def deck_text(deck, cards):
    lines = [f"name: {deck['name']}", f"set: {deck['set']}", "houses: " + ", ".join(title(h) for h in deck["houses"])]
    for house in deck["houses"]:
        entries = []
        for entry in deck["cards"]:
            if entry["house"] != house:
                continue
            name, numbers = cards[fold(entry["name"])]
            entries.append((numbers[deck["set"]], name, entry["count"]))
        lines += ["", f"[{title(house)}]"] + [f"{count} {name}" for _, name, count in sorted(entries)]
    return "\n".join(lines) + "\n"


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    decks = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    folder = pathlib.Path(sys.argv[2]) if len(sys.argv) == 3 else ROOT / "sim/decks"
    folder.mkdir(parents=True, exist_ok=True)
    cards = read_cards()
    for deck in decks:
        (folder / file_name(deck["name"])).write_text(deck_text(deck, cards), encoding="utf-8", newline="\n")
    print(f"{len(decks)} decks written to {folder.name}/")


if __name__ == "__main__":
    main()
