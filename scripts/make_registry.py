#!/usr/bin/env python3
"""Writes engine/facts/registry.tsv from answers of the deck registry and lists of decks as JSON.

    scripts/make_registry.py FILE.json...

Takes every object that has the id, the title and the house of a card, wherever it stands. Enhanced copies have ids of their own
that stand for one deck only, and are left out.
"""
import json
import pathlib
import re
import sys
import unicodedata

ROOT = pathlib.Path(__file__).resolve().parent.parent
QUOTES = re.compile("['\"\u2018\u2019\u201c\u201d]")


def fold(name):
    """A name without quotes, accents, case and ligatures."""
    name = QUOTES.sub("", name.lower().replace("\u00e6", "ae"))
    return unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode("ascii")


def read_ids():
    """Folded name -> ids of the cards of that name."""
    ids = {}
    for line in (ROOT / "engine/facts/facts.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        card, name = line.split("\t")[:2]
        ids.setdefault(fold(name), []).append(card)
    return ids


def pick(ids, title, kind):
    """Of the cards of a name: the evil twin, the second half of a gigantic creature, or the plain card."""
    wanted = [i for i in ids if i.endswith("-evil-twin") == kind.startswith("Evil Twin")]
    second = kind in ("Gigantic Creature Art", "Creature2")
    wanted = [i for i in wanted if (i.endswith("2") and i[:-1] in ids) == second] or wanted
    if not wanted:
        sys.exit(f"no card {title!r} of type {kind!r}")
    return wanted[0]


def walk(value, ids, found):
    if isinstance(value, list):
        for each in value:
            walk(each, ids, found)
    if not isinstance(value, dict):
        return
    for each in value.values():
        walk(each, ids, found)
    title = value.get("card_title_en") or value.get("card_title") or value.get("name")
    uuid = value.get("id") if "card_title" in value else value.get("uuid")
    if not title or not uuid or not value.get("house") or value.get("is_enhanced") or value.get("enhanced"):
        return
    if fold(title) in ids:
        kind = value.get("card_type") or value.get("type") or ""
        house = value["house"].lower().replace(" ", "")
        found.setdefault(uuid, (pick(ids[fold(title)], title, kind), house))


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    ids, found = read_ids(), {}
    for path in sys.argv[1:]:
        walk(json.loads(pathlib.Path(path).read_text(encoding="utf-8")), ids, found)
    lines = ["uuid\tid\thouse"] + sorted(f"{uuid}\t{card}\t{house}" for uuid, (card, house) in found.items())
    (ROOT / "engine/facts/registry.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    print(f"{len(found)} ids written")


if __name__ == "__main__":
    main()
