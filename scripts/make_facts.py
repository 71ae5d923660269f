#!/usr/bin/env python3
"""Writes engine/facts/facts.tsv from a list of cards as JSON lines.

    scripts/make_facts.py CARDS.jsonl [OUTPUT.tsv]

A line of the input has id, name, type, power, armor, amber, keywords, traits and printings (set, number, house, rarity).
Of its wordings only the bonus icons of the keyword Enhance are carried over, from the newest. The order of the cards is kept; the same input gives the same bytes.
"""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
COLUMNS = "id name type power armor amber keywords traits printings enhance".split()
TYPES = {"creature": "creature", "action": "action", "artifact": "artifact", "upgrade": "upgrade",
         "token creature": "token-creature", "archon power": "archon-power", "prophecy": "prophecy", "the tide": "tide"}
RARITIES = {"Common": "common", "Uncommon": "uncommon", "Rare": "rare", "Special": "special", "Variant": "variant",
            "Evil Twin": "evil-twin", "FIXED": "fixed", "Token": "token", "The Tide": "other"}
HOUSES = set("brobnar dis ekwidon geistoid logos mars ouboros redemption sanctum saurian shadows skyborn staralliance "
             "unfathomable untamed".split())
NO_HOUSE = {"archonpower", "prophecy", "thetide"}
BOSS = "keyraken"  # stands in the place of a house
KEYWORD = re.compile(r"(alpha|deploy|elusive|entrench|invulnerable|omega|poison|skirmish|taunt|treachery|versatile"
                     r"|(assault|hazardous|splash-attack):(x|[1-9][0-9]*))$")
ANOMALY = re.compile(r"A[0-9][0-9]$")  # belongs to any house, whatever house a source puts it under
CREATURES = {"creature", "token creature"}

ENHANCE = re.compile(r"Enhance \(?((?:<[^>]+>\s*)+)")
ICONS = {"A": "amber", "D": "damage", "PT": "capture", "R": "draw"}
ICON_WORDS = {"amber", "capture", "damage", "draw", "discard", "power"}

# Cards whose keywords are granted to another card, though a source lists them as their own.
NOT_OWN_KEYWORDS = {"werewolf-curse"}

# Traits that were misprinted (rulebook 18.4, questions about Bawretchadontius, Haedroth's Wall and Well of Memory).
TRAITS = {"bawretchadontius": ["dinosaur"], "bawretchadontius2": ["dinosaur"], "haedroth-s-wall": ["location"],
          "well-of-memory": ["location"]}


def fail(card, message):
    sys.exit(f"make_facts.py: {card['id']}: {message}")


def printed_number(card, field, unknown):
    """Power or armor: a number, `unknown` for a letter in its place, - on a card that has none."""
    if card["type"] not in CREATURES:
        return "-"
    return unknown if card[field] is None else str(card[field])


def keywords(card, cards_by_id):
    if card["id"] in NOT_OWN_KEYWORDS:
        return []
    found = card["keywords"]
    # The second half of a gigantic creature repeats the wording of the first, but the source leaves its keywords out.
    first_half = cards_by_id.get(card["id"][:-1]) if card["id"].endswith("2") else None
    if not found and first_half and first_half["name"] == card["name"]:
        found = first_half["keywords"]
    for keyword in found:
        if not KEYWORD.match(keyword):
            fail(card, f"unknown keyword {keyword!r}")
    return sorted(found)


def enhance(card):
    """The bonus icons that the card has added to cards of its deck."""
    found = ENHANCE.search(card["texts"][-1]["text"]) if card.get("texts") else None
    icons = [ICONS.get(icon, icon) for icon in re.findall(r"<([^>]+)>", found[1])] if found else []
    for icon in icons:
        if icon not in ICON_WORDS and icon not in HOUSES:
            fail(card, f"unknown bonus icon {icon!r}")
    return icons


def printing(card, entry):
    house, number = entry["house"], entry["number"]
    if house in NO_HOUSE or ANOMALY.match(number):
        house = "none"
    elif house not in HOUSES and house != BOSS:
        fail(card, f"unknown house {house!r}")
    return f"{entry['set']}:{number}:{house}:{RARITIES[entry['rarity']]}"


def row(card, cards_by_id):
    cells = [card["id"], card["name"], TYPES[card["type"]], printed_number(card, "power", "X"),
             printed_number(card, "armor", "~"), str(card["amber"]), ",".join(keywords(card, cards_by_id)),
             ",".join(sorted(TRAITS.get(card["id"], card["traits"]))), ",".join(printing(card, p) for p in card["printings"]),
             ",".join(enhance(card))]
    for cell in cells:
        if "\t" in cell or "\n" in cell:
            fail(card, "a field with a tab or line break")
    return "\t".join(cells)


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    cards = [json.loads(line) for line in pathlib.Path(sys.argv[1]).read_text(encoding="utf-8").splitlines() if line.strip()]
    cards_by_id = {card["id"]: card for card in cards}
    if len(cards_by_id) != len(cards):
        sys.exit("make_facts.py: an id occurs twice")
    output = pathlib.Path(sys.argv[2]) if len(sys.argv) == 3 else ROOT / "engine/facts/facts.tsv"
    lines = ["\t".join(COLUMNS)] + [row(card, cards_by_id) for card in cards]
    output.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    print(f"{output.name}: {len(cards)} cards")


if __name__ == "__main__":
    main()
