#!/usr/bin/env python3
"""The page on a set on day one, as Markdown: new_set_page.py FOLDER --code CODE --name NAME (a folder of scripts/new_set.sh)."""
import argparse
import csv
import pathlib

SHOWN = 12  # best and worst cards
LEAST_GAMES = 200


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return lines + ["| " + " | ".join(row) + " |" for row in rows]


def read_csv(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def points(row):
    effect, low, high = (100 * float(row[name]) for name in ("effect", "effect_low", "effect_high"))
    return f"{effect:+.1f} ({low:+.1f} to {high:+.1f})"


def of_cards(cards, code):
    cards = sorted((row for row in cards if int(row["games"]) >= LEAST_GAMES), key=lambda row: -float(row["effect"]))
    cell = [[row["card"], row["house"], row["type"], row["games"], points(row)] for row in cards]
    head = ["card", "house", "type", "games", "points of win rate"]
    lines = [f"## Cards of {code}", "", f"What one more copy instead of a mean card of the house does to the win rate of a deck, in points with 95 %, in games of "
             f"`standard`: the best of {len(cards)} cards with {LEAST_GAMES} games (`cards.csv` has all).", ""]
    return lines + table(head, cell[:SHOWN]) + ["", "The weakest:", ""] + table(head, cell[-SHOWN:])


def of_houses(houses):
    houses = sorted(houses, key=lambda row: -float(row["effect"]))
    return ["## Houses", ""] + table(["house", "win rate", "points against a mean house"],
                                     [[row["house"], f"{100 * float(row['win_rate']):.1f} %", points(row)] for row in houses])


def of_decks(rated):
    rows = [[row["rank"], row["deck"], f"{float(row['rating']):.0f} ({float(row['rating_low']):.0f} to {float(row['rating_high']):.0f})",
             f"{100 * float(row['set_percentile']):.0f} %"] for row in rated]
    lines = ["## Generated decks", "", "Rated by the values of their cards; `matrix.html` is how they play each other in the hands of `fast`.", ""]
    return lines + table(["#", "deck", "rating", "weaker decks of the set"], rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--code", required=True)
    parser.add_argument("--name", required=True)
    arguments = parser.parse_args()
    folder = arguments.folder
    made = [line[2:] for line in (folder / "ratings.txt").read_text(encoding="utf-8").splitlines() if line.startswith("# ")]
    print("\n".join([f"# {arguments.name} on day one", "", f"Before anybody has played it: games between generated decks of {arguments.code}.", ""]
                    + of_houses(read_csv(folder / "houses.csv")) + [""] + of_cards(read_csv(folder / "cards.csv"), arguments.code) + [""] + of_decks(read_csv(folder / "rate.csv"))
                    + ["", "## How it was made", "", "```"] + made + ["```"]))


if __name__ == "__main__":
    main()
