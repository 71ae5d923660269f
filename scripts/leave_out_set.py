#!/usr/bin/env python3
"""What would be known if a set were new: leave_out_set.py CODE FOLDER

Writes FOLDER/list.tsv, the list of the set's cards, and FOLDER/known.txt, sim/ratings/ratings.txt without the set: without its own values, without cards
that only it has, and without the means over sets of houses. What is left of cards that other sets have too was fitted to games of this set as well.
"""
import pathlib
import sys

from make_facts import ROOT

HEAD = "number\ttitle\thouse\trarity\ttype"


def facts():
    return [line.split("\t") for line in (ROOT / "engine/facts/facts.tsv").read_text(encoding="utf-8").splitlines()[1:]]


def list_lines(rows, code):
    """As scripts/add_set.py reads it."""
    ids = {row[0] for row in rows}
    lines = [HEAD]
    for row in rows:
        mark = " (evil twin)" if row[0].endswith("-evil-twin") else " (second half)" if row[0].endswith("2") and row[0][:-1] in ids else ""
        for name, number, house, rarity in (printing.split(":") for printing in row[8].split(",")):
            if name == code:
                lines.append("\t".join([number, row[1] + mark, house, rarity, row[2]]))
    return lines


def stays(words, code, alone):
    """Whether a line of ratings, as its words, would be there without the set."""
    kind, thing, of_set = words[0], words[1], words[2]
    if kind in ("scale", "set"):
        return thing != code
    if kind == "house":
        return of_set not in (code, "any")
    return kind not in ("card", "again") or (of_set != code and thing not in alone)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    code, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    rows = facts()
    alone = {row[0] for row in rows if {printing.split(":")[0] for printing in row[8].split(",")} == {code}}
    lines = (ROOT / "sim/ratings/ratings.txt").read_text(encoding="utf-8").splitlines()
    known = [line for line in lines if line.startswith("#") or len(line.split()) < 3 or stays(line.split(), code, alone)]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "list.tsv").write_text("\n".join(list_lines(rows, code)) + "\n", encoding="utf-8", newline="\n")
    (folder / "known.txt").write_text("\n".join(known) + "\n", encoding="utf-8", newline="\n")
    print(f"{code}: {len(lines) - len(known)} of {len(lines)} lines left out, {len(alone)} cards that only it has")


if __name__ == "__main__":
    main()
