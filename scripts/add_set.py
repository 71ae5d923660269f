#!/usr/bin/env python3
"""Adds a set to the program: its printings to engine/facts/facts.tsv, its line to engine/facts/sets.cpp.

    scripts/add_set.py LIST --code VM23 --name "Vault Masters 2023" --number 609 [--pooled] [--tree TREE]

LIST is a table, columns separated by tabs, with a head: number, title, house, rarity, type (what else there is is skipped). `number` of the
command line is that of the publisher's deck registry, TREE the tree to change (this one). --pooled: a set of reprints that no games are
played for: its cards are worth what they are worth in other sets. Of twins and second halves the title has "(evil twin)" or "(second half)"
behind it, or the rarity or the type says so.

Where cards are unknown, or a line is wrong, nothing is written: they are listed, and the exit code is 2. A set that is there already keeps
its line. Prints how many cards the set has.
"""
import argparse
import pathlib
import re
import sys
import unicodedata

from make_facts import ANOMALY, HOUSES, NO_HOUSE, RARITIES, ROOT, TYPES

COLUMNS = ["number", "title", "house", "rarity", "type"]
PRINTINGS = 8  # the column of facts.tsv
TWIN, SECOND = "-evil-twin", "2"
LINE = '    {{"{code}", "{name}", {number}{rest}}},\n'


def folded(name):
    """As fold_name of the program: lower-case ASCII, marks and quotes dropped."""
    name = name.replace("Æ", "ae").replace("æ", "ae").replace("…", "...")
    plain = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
    return " ".join(re.sub(r"[\"'‘’“”`´]", "", plain).lower().split())


def squeezed(word):
    return word.lower().replace(" ", "")


class Facts:
    def __init__(self, path):
        self.path = path
        self.head, *lines = path.read_text(encoding="utf-8").splitlines()
        self.rows = [line.split("\t") for line in lines]
        self.by_name = {}
        for row in self.rows:
            self.by_name.setdefault(folded(row[1]), []).append(row)

    def find(self, title, kind, rarity):
        """The row of a card of that title and type: of twins and halves the one that the words behind the title or the rarity mean."""
        title = folded(title)
        marks = re.findall(r" \(([a-z ]+)\)$", title)
        if marks and title not in self.by_name:
            title = title[: -len(marks[0]) - 3]
        twin = "evil twin" in marks or rarity == "evil-twin"
        second = "second half" in marks
        for row in self.by_name.get(title, []):
            is_second = row[0].endswith(SECOND) and any(other[0] + SECOND == row[0] for other in self.by_name[title])
            if row[2] == kind and row[0].endswith(TWIN) == twin and is_second == second:
                return row
        return None

    def write(self):
        text = "\n".join([self.head] + ["\t".join(row) for row in self.rows]) + "\n"
        self.path.write_text(text, encoding="utf-8", newline="\n")


def read_list(path):
    head, *lines = path.read_text(encoding="utf-8-sig").splitlines()
    head = [cell.strip().lower() for cell in head.split("\t")]
    lacking = [name for name in COLUMNS if name not in head]
    if lacking:
        sys.exit(f"add_set.py: {path}, line 1: expected the columns {', '.join(COLUMNS)}; there is no {', '.join(lacking)}")
    cells = [dict(zip(head, (cell.strip() for cell in line.split("\t")))) for line in lines]
    return [(at + 2, row) for at, row in enumerate(cells) if any(row.values())]


def printing(code, row):
    """The printing of a line of the list as facts.tsv has it, or what is wrong with it."""
    house, rarity = squeezed(row["house"]), row["rarity"]
    rarities = {**RARITIES, **{word: word for word in RARITIES.values()}}
    if not re.fullmatch(r"[A-Za-z]?[0-9]+", row["number"]):
        return None, f"'{row['number']}' is no number of a card"
    if house in NO_HOUSE or house in ("", "none") or ANOMALY.match(row["number"]):
        house = "none"
    elif house not in HOUSES:
        return None, f"unknown house '{row['house']}'"
    if rarity not in rarities:
        return None, f"unknown rarity '{rarity}'"
    return f"{code}:{row['number']}:{house}:{rarities[rarity]}", ""


def matched(facts, code, rows):
    """Cards and their printings; lines that are wrong; lines of cards that are unknown."""
    found, wrong, unknown = [], [], []
    types = {**TYPES, **{word: word for word in TYPES.values()}}
    for line, row in rows:
        text, problem = printing(code, row)
        kind = types.get(row["type"].lower())
        if not problem and kind is None:
            problem = f"unknown type '{row['type']}'"
        if problem:
            wrong.append(f"line {line}: {problem}")
            continue
        card = facts.find(row["title"], kind, text.rsplit(":", 1)[1])
        if card is None:
            unknown.append(row)
        elif (card, text) not in found:
            found.append((card, text))
    return found, wrong, unknown


def set_order(text):
    """The codes of the sets in sets.cpp: of its first table."""
    return re.findall(r'^    \{"([^"]+)"', text[: text.index("\n});")], re.M)


def write_set(tree, arguments):
    """The line of the set, if there is none: before those of the pooled sets, or at the end of them. Returns the codes in order."""
    path = tree / "engine/facts/sets.cpp"
    text = path.read_text(encoding="utf-8")
    if arguments.code in set_order(text):
        return set_order(text)
    lines = text.splitlines(keepends=True)
    end = lines.index("});\n")
    sets = [at for at, line in enumerate(lines[:end]) if line.startswith('    {"')]
    pooled = [at for at in sets if "kPooled" in lines[at]]
    at = sets[-1] + 1 if arguments.pooled or not pooled else pooled[0]
    rest = ', "", kPooled' if arguments.pooled else ""
    lines.insert(at, LINE.format(code=arguments.code, name=arguments.name, number=arguments.number, rest=rest))
    path.write_text("".join(lines), encoding="utf-8", newline="\n")
    return set_order("".join(lines))


def write_facts(facts, code, found, order):
    def place(text):
        name = text.split(":", 1)[0]
        return order.index(name) if name in order else len(order)

    for row in facts.rows:
        kept = [text for text in row[PRINTINGS].split(",") if not text.startswith(code + ":")]
        kept += [text for card, text in found if card is row]
        if not kept:
            sys.exit(f"add_set.py: {row[0]} would be in no set any more")
        row[PRINTINGS] = ",".join(sorted(kept, key=place))
    facts.write()


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("list", type=pathlib.Path)
    parser.add_argument("--code", required=True)
    parser.add_argument("--name", required=True)
    parser.add_argument("--number", required=True, type=int)
    parser.add_argument("--pooled", action="store_true")
    parser.add_argument("--tree", type=pathlib.Path, default=ROOT)
    arguments = parser.parse_args()
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9]{0,7}", arguments.code) or not re.fullmatch(r"[^\"\\\n]{1,60}", arguments.name):
        parser.error("--code: a word of up to 8 letters and digits; --name: one without quotes")
    return arguments


def main():
    arguments = read_arguments()
    facts = Facts(arguments.tree / "engine/facts/facts.tsv")
    found, wrong, unknown = matched(facts, arguments.code, read_list(arguments.list))
    for text in wrong:
        print(f"{arguments.list}, {text}")
    if unknown:
        print(f"{len(unknown)} cards of {arguments.list} are unknown; each wants facts and a definition (CONTRIBUTING.md, \"A card\"):")
    for row in unknown:
        print("\t".join(row[name] for name in COLUMNS))
    if wrong or unknown or not found:
        return 2
    write_facts(facts, arguments.code, found, write_set(arguments.tree, arguments))
    print(f"{arguments.code}: {len({card[0] for card, _ in found})} cards")
    return 0


if __name__ == "__main__":
    sys.exit(main())
