#!/usr/bin/env python3
"""Holds definitions and facts of cards against their wordings.

    scripts/lint_wordings.py CARDS.jsonl [--all] [--check NAME ...] [--card ID ...]

The wordings are not part of the project: CARDS.jsonl is the user's, a card a line with what scripts/make_facts.py reads and `texts`,
the oldest first, of which the newest counts. Each check looks for words of the definition (engine/cards/*.kf) that the wording lacks,
and the other way round: `card-id  check: what`. What is right nevertheless stands in scripts/lint_wordings.txt with its reason (card,
check, reason) and is not printed (--all prints it); a row of that list that meets nothing is printed, too. The exit code is 1 when
a line is printed that the list does not have.
"""
import argparse
import json
import pathlib
import re
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "twice": 2,
           "both": 2, "double": 2, "doubled": 2, "triple": 3,
           "half": 2}

# check: (side, words, counterpart): where the words stand on that side, `d` the definition or `w` the wording, the other side has the
# counterpart.
CHECKS = {
    "this turn": ("d", r"\bthis-turn", r"\bturn\b"),
    "this turn of the wording": ("w", r"(?<!use )\b(this|the|that) turn\b(?! order)", r"turn|first|next|charge|limit|elusive|alpha"),
    "end of turn": ("w", r"end of (your|the|each|their|that|its controller's) turn", r"end of|this-turn|opponent-next-turn|next-turn|while"),
    "end of turn of the definition": ("d", r"^end of|\bend of (your|opponent|each)", r"\bend of|end\b"),
    "start of turn": ("w", r"(start|beginning) of (your|each|their|the) turn", r"start of|next-turn"),
    "start of turn of the definition": ("d", r"\bstart of", r"(start|beginning) of|before|step"),
    "opponent's next turn": ("d", r"opponent-next-turn|opponent-last-turn", r"(next|previous|last) turn|turn"),
    "next turn": ("w", r"next turn", r"next-turn|delayed|\bnext\b|always"),
    "on whose turn": ("d", r"\bon (your|opponent) turn", r"\bturn\b"),
    "on whose turn of the wording": ("w", r"(on|during) (your|your opponent's|an opponent's|their) turn", r"turn|forge-step|draw-step|house-step|ready-step"),
    "until next turn": ("d", r"until-next-turn", r"(start|beginning) of your next turn|until"),
    "until next turn of the wording": ("w", r"until the (start|beginning) of your next turn", r"until-next-turn|opponent-next-turn"),
    "ready": ("d", r"\bread(y|ies|ied)\b(?!-step)", r"\bread(y|ies|ied|ying)\b|unexhaust"),
    "ready of the wording": ("w", r"\bread(y|ies|ied|ying)\b(?! cards. step)", r"\bread(y|ies|ied)\b|ready-step|exhaust"),
    "exhaust": ("d", r"\bexhaust(s|ed)?\b", r"exhaust|ready"),
    "exhaust of the wording": ("w", r"\bexhaust(s|ed|ing)?\b", r"exhaust|ready"),
    "friendly": ("d", r"\bfriendly\b", r"\bfriendly\b|you control|\byour\b|you (play|use|own|forge)"),
    "friendly of the wording": ("w", r"\bfriendly\b",
                                r"\bfriendly\b|\byou\b|own side|controlled by|controller|owner|neighbor|\bthis\b|capture|host|exalt|ward"),
    "enemy": ("d", r"\benemy\b", r"\benem(y|ies)\b|opponent|fight"),
    "enemy of the wording": ("w", r"\benem(y|ies)\b", r"\b(enemy|foe|opponent|fighting)\b|not friendly|fight"),
    "opponent": ("d", r"\bopponent\b", r"opponent|player|enemy|controller|owner|they|their|be stolen|is stolen|forged"),
    "opponent of the wording": ("w", r"\byour opponent\b", r"opponent|\benemy\b|player|steal|capture|amber|abduct|again as|foe|forge"),
    "until": ("w", r"\buntil\b(?! the (start|beginning|end) of)",
              r"\buntil\b|until-|repeat|while|\bdelayed\b|\balways\b|whenever|next-turn"),
    "until of the definition": ("d", r"\bdo until\b|\bdiscard from .* until|until-this-leaves", r"\buntil\b|repeat|leaves play|while|as long as"),
    "may": ("w", r"\bmay\b(?! not\b)", r"\bmay\b|\ballow\b|up to|any number|\bto play:|pick|win at|anywhere|deploy|refill|omni|action|as upgrade|copy"),
    "may of the definition": ("d", r"\bmay\b", r"\bmay\b|up to|any number|\bcan\b|if you do"),
    "either": ("w", r"\beither\b", r"\||\bor\b|choose|\bof (a|one)\b|anywhere|flank|/"),
    "choose one": ("d", r"choose one", r"choose|\bor\b|either|one of|may"),
    "choose one of the wording": ("w", r"choose one:", r"choose one"),
    "repeat": ("w", r"\brepeat\b", r"\brepeat\b|\bagain\b|\btimes\b|\bdo (\d|until)"),
    "repeat of the definition": ("d", r"\brepeat\b", r"\brepeat|again|additional|also|until"),
    "any order": ("w", r"in any order", r"any order|shift|\bput\b|swap|rearrange|resolve|trigger"),
    "any order of the definition": ("d", r"in any order", r"any order"),
    "random": ("d", r"\brandom\b", r"random"),
    "random of the wording": ("w", r"\brandom", r"\brandom\b"),
    "for each": ("w", r"\bfor (each|every)\b",
                 r"\bfor each\b|count\(|times\(|\*|houses|types\(|traits\(|powers\(|amount|amber\(|bonus\(|\beach\b|forged|sum|/|damage\(|counters|keys"),
    "for each of the definition": ("d", r"\bfor each\b", r"\beach\b|\bevery\b|\ball\b|any|times|one at a time|among|equal"),
    "up to": ("d", r"\bup to\b", r"\bup to\b|or fewer|any number|\bmay\b"),
    "up to of the wording": ("w", r"\bup to\b", r"\bup to\b|\bmay\b|limit|any number|choose|refill|to \d"),
    "flank": ("w", r"\bflank\b", r"\bflank\b|left|right|anywhere|shift"),
    "flank of the definition": ("d", r"\bflank\b", r"\bflank"),
    "neighbor": ("w", r"\bneighbor", r"neighbor|beside|splash|left|right"),
    "neighbor of the definition": ("d", r"\bneighbors?\b", r"neighbor|splash|adjacent|next to|left|right|between"),
    "damaged": ("d", r"\b(un)?damaged\b", r"damage"),
    "X": ("w", r"\bX\b(?= (is|equals)|\.| )", r"has|let|amount|chosen|count|gets|\("),
} | {
    f"{word}{side}": (letter, pattern, pattern)
    for word, pattern in {"purge": r"\bpurge", "archive": r"\barchive|\babduct", "stun": r"stun", "ward": r"\b(un)?ward(s|ed)?\b",
                          "enrage": r"\benrage", "exalt": r"\bexalt", "steal": r"\bst(eal|ole)", "capture": r"\bcapture",
                          "chains": r"\bchain", "token": r"\btokens?\b", "forge": r"\b(un)?forge|keys",
                          "shuffle": r"\bshuffle|search", "heal": r"\bheal", "swap": r"\bswap|\bexchange|\bswitch"}.items()
    for letter, side in (("d", ""), ("w", " of the wording"))
}


def plain(card):
    """The newest wording without name, reminders and printed keywords, in small letters but for X, with plain quotes."""
    text = card["texts"][-1]["text"].replace(card["name"], "this")
    text = re.sub(r"Enhance \(?(<[^>]+>\s*)+|\([^()]*\)", " ", text.replace("’", "'").replace("‘", "'").replace("“", '"').replace("”", '"'))
    text = re.sub(r"<(\w+)>", lambda sign: {"A": " aember", "D": " damage"}.get(sign[1], " " + sign[1].lower()), text)
    text = re.sub(r"(?m)(^|\. ?|^.*?[a-z]\. )(Hazardous|Assault|Splash-attack) \d+\b", " ", text)
    return re.sub(r"[A-Z]", lambda letter: letter[0] if letter[0] == "X" else letter[0].lower(), text)


def is_top_half(card, by_id):
    """Half of a gigantic creature of which the other has the definition."""
    other = by_id.get(card["id"][:-1])
    return card["id"].endswith("2") and other is not None and other["name"] == card["name"]


def definitions():
    """card id -> (its lines, file:line)."""
    found = {}
    for path in sorted((ROOT / "engine/cards").rglob("*.kf")):
        if path.parent.name == "wordings":  # of older rulebooks
            continue
        card = None
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            line = re.sub(r"(^|\s)#.*", "", line)
            if line.startswith("card "):
                card = line.split()[1]
                found[card] = ("", f"{path.relative_to(ROOT)}:{number}")
            elif card and line.strip():
                found[card] = (found[card][0] + line.strip() + "\n", found[card][1])
    return found


def numbers_of_wording(text):
    digits = {int(number) for number in re.findall(r"(?<![\w])[+–−-]?(\d+)", text)}
    return digits | {value for word, value in NUMBERS.items() if re.search(rf"\b{word}\b", text)}


def compare(card, definition, wording):
    sides = {"d": (definition, wording, "definition", "wording"), "w": (wording, definition, "wording", "definition")}
    for check, (side, words, counterpart) in CHECKS.items():
        here, there, name, other = sides[side]
        found = re.search(words, here, re.MULTILINE)
        if found and not re.search(counterpart, there, re.MULTILINE):
            yield check, f"`{found[0]}` of the {name} is not in the {other}"
    said = numbers_of_wording(wording)
    for line in definition.splitlines():
        bare = re.sub(r"\$\w+|\"[^\"]*\"|top 1\b|bottom 1\b", " ", line)
        for number in {int(number) for number in re.findall(r"(?<![\w.-])[+-]?(\d+)(?![\w-])", bare)} - {0, 1} - said:
            yield "number", f"{number} of the definition is not in the wording"
    defined = {int(number) for number in re.findall(r"(\d+)", definition)}
    for number in sorted(said - defined - {0, 1, 2}):
        yield "number", f"{number} of the wording is not in the definition"


def facts_faults(cards):
    """Facts that are not those of the list: make_facts.py would write other ones."""
    sys.path.insert(0, str(ROOT / "scripts"))
    import make_facts
    columns, by_id = make_facts.COLUMNS, {card["id"]: card for card in cards}
    rows = {line.split("\t")[0]: line.split("\t") for line in (ROOT / "engine/facts/facts.tsv").read_text(encoding="utf-8").splitlines()}
    for card in cards:
        want, have = make_facts.row(card, by_id).split("\t"), rows.get(card["id"])
        if have is None:
            yield card["id"], "facts", "the card is not in facts.tsv"
            continue
        for column, wanted, is_there in zip(columns, want, have):
            if wanted != is_there:
                yield card["id"], "facts", f"{column} is {is_there or 'none'}, the list has {wanted or 'none'}"
        if is_top_half(card, by_id):
            for field in ("power", "armor", "traits"):
                if card[field] != by_id[card["id"][:-1]][field]:
                    yield card["id"], "halves", f"{field} of the halves: {by_id[card['id'][:-1]][field]} and {card[field]}"


def stated_numbers(card, definition, wording):
    """Power and armor that are X need a line that sets them; a creature with a number needs none."""
    for field in ("power", "armor"):
        sets = re.search(rf"\bthis has .*\b{field}\b", definition)
        if card[field] is None and not sets and card["type"] in ("creature", "token creature"):
            if field == "power" or re.search(r"\bX\b", wording):
                yield f"{field} X", f"no line sets the {field}"
        if card[field] is not None and sets and f"{field}" not in wording:
            yield f"{field} X", f"`{sets[0]}` of the definition is not in the wording"


def reasons():
    listed = {}
    for line in (ROOT / "scripts/lint_wordings.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            card, check, reason = line.split("\t")
            listed[card, check] = reason
    return listed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cards", type=pathlib.Path)
    parser.add_argument("--all", action="store_true", help="also what the list of reasons has")
    parser.add_argument("--check", action="append", help="only this check")
    parser.add_argument("--card", action="append", help="only this card, with its definition and wording")
    options = parser.parse_args()
    cards = [json.loads(line) for line in options.cards.read_text(encoding="utf-8").splitlines() if line.strip()]
    defined, listed, met, by_id = definitions(), reasons(), set(), {card["id"]: card for card in cards}
    faults = list(facts_faults(cards))
    for card in cards:
        if card["id"] not in defined or not card.get("texts") or is_top_half(card, by_id):
            continue
        definition, wording = defined[card["id"]][0], plain(card)
        for check, what in (*compare(card, definition, wording), *stated_numbers(card, definition, wording)):
            faults.append((card["id"], check, what))
    printed = 0
    for card, check, what in faults:
        reason = listed.get((card, check)) or listed.get(("*", check))
        met.add((card, check))
        if (reason and not options.all) or (options.check and check not in options.check) or (options.card and card not in options.card):
            continue
        printed += not reason
        print(f"{card}\t{check}\t{what}" + (f"\t({reason})" if reason else f"\t{defined.get(card, ('', 'facts.tsv'))[1]}"))
    for card, check in listed:
        if card != "*" and (card, check) not in met and not options.card and not options.check:
            printed += 1
            print(f"{card}\t{check}\tstands in the list of reasons, but nothing is found")
    print(f"{len(cards)} cards, {len(faults)} differences, {len(faults) - printed} with a reason, {printed} without", file=sys.stderr)
    sys.exit(printed > 0)


if __name__ == "__main__":
    main()
