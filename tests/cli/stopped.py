#!/usr/bin/env python3
"""Matrices, gauntlets, builds and deck reports that are stopped: stopped.py ARCHON [MOMENTS]. At whatever moment a run ends, terminal, page and JSON show its
decks in the same order, no field has a value without games, and a run in which not every pair played says so first and with its exit
code. That order agrees with the one of a long run as well as if the games had been spread evenly over the pairs; both figures are printed. The
last line is "N passed, N failed"."""
import csv
import json
import os
import pathlib
import random
import re
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
DECKS = [str(path.relative_to(ROOT)) for path in sorted(ROOT.glob("sim/decks/**/*.deck"))][:40]
MINE = 15
UNFINISHED = 3
FIRST_MOMENT, LAST_MOMENT = 0.03, 0.7  # seconds: nothing played, all pairs played
LONG = 60  # games of a pair in the run that the others are compared with
DRAWS = 200  # of games that are spread evenly
NOISE = 4  # standard errors: more below the mean of the draws is no chance (1 in 30,000)
passed = failed = 0


def check(what, good, seen=""):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    if not good:
        print(f"FAILED: {what}: {seen}")


def archon(*arguments):
    environment = {key: value for key, value in os.environ.items() if key != "COLUMNS"}
    return subprocess.run([ARCHON, *arguments], cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)


def order_of_table(text):
    """The names of the first table, each before its set."""
    return re.findall(r"(?m)^ *\d+  (\S.*?)  +(?:CotA|AoA|WC|MM|DT|ToC)  ", text)


def order_of_page(text):
    """The decks of the page's list, by rank."""
    data = page_data(text)
    name = data["deck_fields"].index("name")
    return [row[name] for row in data["decks"]]


def page_data(text):
    """What the script of a page draws."""
    return json.loads(re.search(r"id=data>(.*?)</script>", text, re.S)[1])


def shares(value):
    """The win rates somewhere in the data of a page."""
    if isinstance(value, list):
        return [share for each in value for share in shares(each)]
    if isinstance(value, dict):
        mine = [each for key, each in value.items() if key.startswith("win_rate") and each is not None]
        return mine + [share for each in value.values() for share in shares(each)]
    return [value] if isinstance(value, str) and re.search(r"\d %", value) else []


def values(row):
    """The figures of a row but its rank, its decks' and counts that are 0."""
    mine = {key: value for key, value in row.items() if key not in ("rank", "sas", "aerc")}
    return {key: value for key, value in mine.items() if isinstance(value, (int, float)) and (isinstance(value, float) or value)}


def names(pair):
    return (pair["deck_a"], pair["deck_b"]) if "deck_a" in pair else (pair["deck"], pair["opponent"])


def check_no_value_without_games(what, result):
    pairs = "cells" if "cells" in result else "matchups"
    played = {name for pair in result[pairs] if pair["games"] for name in names(pair)}
    for deck in result["decks"]:
        if deck["deck"] not in played:
            check(f"{what}: a deck without games", not values(deck), deck)
        elif deck["opponents_met"] == 0:  # a deck of mine that others of mine met in the field
            check(f"{what}: a deck that met nobody", not {key for key in values(deck) if not key.startswith(("elo", "win_rate"))}, deck)
    unmet = [pair for pair in result[pairs] if pair["games"] == 0]
    for pair in unmet:  # what the games of both with others make likely, and nothing else
        likely = {key for key in values(pair) if key.startswith(("win_rate", "simultaneous")) and played.issuperset(names(pair))}
        check(f"{what}: a pair without games", likely == set(values(pair)), pair)
    found = len({frozenset(names(pair)) for pair in unmet})  # of two that are in both lists there are two rows
    check(f"{what}: pairs with games", result["pairs"] - result["pairs_met"] == found, (result["pairs"], result["pairs_met"], found))
    if unmet:
        check(f"{what}: Nash", all(deck.get("nash_weight") is None for deck in result["decks"]))


def spearman(order, other):
    """The rank correlation of two orders of the same decks."""
    places = {name: place for place, name in enumerate(other)}
    size = len(order)
    return 1 - 6 * sum((place - places[name]) ** 2 for place, name in enumerate(order)) / (size * (size * size - 1))


def even_order(long_run, games, chance):
    """The decks by their mean win rates, had so many games been spread evenly over the pairs, with the win rates of the long run."""
    pairs = long_run["cells" if "cells" in long_run else "matchups"]
    more = set(chance.sample(range(len(pairs)), games % len(pairs)))
    rates = {deck["deck"]: [] for deck in long_run["decks"]}
    for number, pair in enumerate(pairs):
        of_pair = games // len(pairs) + (number in more)
        if of_pair == 0:
            continue
        rate = sum(chance.random() < pair["win_rate"] for _ in range(of_pair)) / of_pair
        for name, its in zip(names(pair), (rate, 1 - rate)):
            if "deck_a" in pair or name == pair["deck"]:  # the field of a gauntlet has no place in its order
                rates[name].append(its)
    order = list(rates)
    chance.shuffle(order)  # who is as good as another stands anywhere
    return sorted(order, key=lambda name: statistics.fmean(rates[name] or [0.5]), reverse=True)


class Orders:
    """How well the orders of stopped runs agree with that of a long one."""

    def __init__(self, command, decks):
        self.command, self.chance, self.shown, self.even, self.variance = command, random.Random(1), [], [], 0
        done = archon(command, *decks, "--agent", "random", "--games", str(LONG), "--format", "json")
        self.long_run = json.loads(done.stdout)
        self.order = [deck["deck"] for deck in self.long_run["decks"]]

    def add(self, result):
        """A run that ended before anything was played has no order."""
        if result["games"] == 0:
            return
        draws = [spearman(even_order(self.long_run, result["games"], self.chance), self.order) for _ in range(DRAWS)]
        self.shown.append(spearman([deck["deck"] for deck in result["decks"]], self.order))
        self.even.append(statistics.fmean(draws))
        self.variance += statistics.variance(draws)
        print(f"{self.command}, {result['games']:,} games: Spearman {self.shown[-1]:.3f}, spread evenly {self.even[-1]:.3f}")

    def check(self):
        """A single run may have bad luck; all together show whether their games are worth less than those spread evenly."""
        least = sum(self.even) - NOISE * self.variance**0.5
        check(f"{self.command}: Spearman's correlation with a long run", self.shown and sum(self.shown) >= least, (self.shown, self.even))


def check_run(command, decks, seconds, seed, folder, orders):
    what = f"{command} of {seconds:.2f} s"
    page = folder / "page.html"
    out = ["--out", str(folder)] + (["--report", str(page), "--report-games", "0"] if command == "matrix" else [])
    done = archon(command, *decks, "--agent", "random", "--time", f"{seconds:.2f}s", "--seed", str(seed), *out)
    result = json.loads((folder / ("result.json" if command == "matrix" else "gauntlet.json")).read_text())
    unmet = result["pairs_met"] < result["pairs"]
    headline = f"{result['pairs_met']:,} of {result['pairs']:,} pairs played"
    check(f"{what}: exit code", done.returncode == (UNFINISHED if unmet else 0), (done.returncode, headline, done.stderr[-300:]))
    check(f"{what}: complete", result["complete"] == (not unmet), result["unfinished"])
    check(f"{what}: first line", (headline in done.stdout.splitlines()[0]) == unmet, done.stdout[:200])
    order = [deck["deck"] for deck in result["decks"]]
    check(f"{what}: order of the terminal", order_of_table(done.stdout) == order, done.stdout[:2000])
    with open(folder / ("decks.csv" if command == "matrix" else "gauntlet-decks.csv"), newline="") as file:
        check(f"{what}: order of the CSV", [row["deck"] for row in csv.DictReader(file)] == order)
    if command == "matrix":
        check(f"{what}: order of the page", order_of_page(page.read_text()) == order, order_of_page(page.read_text())[:5])
    orders.add(result)
    check_no_value_without_games(what, result)
    later = archon(command, *decks, "--from", str(folder / "ledger.sqlite"), "--format", "json")
    check(f"{what}: from its ledger", [deck["deck"] for deck in json.loads(later.stdout)["decks"]] == order)
    return unmet


def check_deck_report(seconds, folder):
    what, page = f"deck report of {seconds:.2f} s", folder / "report.html"
    done = archon("deck", "report", DECKS[0], "--field", *DECKS[1:], "--agent", "random", "--time", f"{seconds:.2f}s", "--report", str(page),
                  "--format", "json")
    result = json.loads(done.stdout)
    for table in ("opponents", "endings"):
        empty = [row for row in result[table] if row["games"] == 0]
        check(f"{what}: {table} without games", not any(map(values, empty)), empty[:1])
    if result["games"] == 0:
        rows = [row for table in ("cards", "amounts", "turns", "houses") for row in result[table]]
        wrong = [row for row in rows if any(isinstance(value, float) for value in row.values())]
        check(f"{what}: cards and turns without games", not wrong, wrong[:1])
        data = page_data(page.read_text())
        seen = shares({key: value for key, value in data.items() if key != "words"})
        check(f"{what}: the page without games", not seen, seen[:3])
    met = sum(row["games"] > 0 for row in result["opponents"])
    unfinished = met < len(DECKS) - 1
    check(f"{what}: complete", result["complete"] or unfinished or "before the goal" in result["unfinished"], result["unfinished"])
    if unfinished:
        check(f"{what}: opponents met", f"{met} of {len(DECKS) - 1} opponents met" in result["unfinished"], result["unfinished"])
        check(f"{what}: exit code", done.returncode == UNFINISHED, done.returncode)


def check_build(seconds, games, folder):
    """Of a build that is stopped nothing is measured, and of one that is not everything."""
    what, ledger = f"build of {seconds:.2f} s", str(folder / f"builds{seconds}.sqlite")
    command = ["build", *DECKS[:4], "--field", *DECKS[4:8], "--agent", "random", "--games", str(games), "--ledger", ledger]
    done = archon(*command, "--time", f"{seconds:.2f}s", "--format", "json")
    result = json.loads(done.stdout)
    check(f"{what}: exit code", done.returncode == (0 if result["complete"] else UNFINISHED), (done.returncode, done.stderr[-300:]))
    for row in result["builds"]:
        check(f"{what}: a build without games", row["games"] or row["win_rate"] is None, row)
        check(f"{what}: a finished run measures", row["games"] or not result["complete"], row)
    if not result["complete"]:
        check(f"{what}: how to go on", "the same command goes on from there" in result["unfinished"], result["unfinished"])
        check(f"{what}: games kept", archon(*command, "--time", f"{seconds:.2f}s", "--format", "json").returncode in (0, UNFINISHED))


def main():
    global ARCHON
    ARCHON, moments = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 10
    when = random.Random(28)
    sides = {"matrix": DECKS, "gauntlet": [*DECKS[:MINE], "--field", *DECKS[MINE - 5:]]}
    with tempfile.TemporaryDirectory() as work:
        for command, decks in sides.items():
            unmet, orders = 0, Orders(command, decks)
            for moment in range(moments):
                folder = pathlib.Path(work) / f"{command}{moment}"
                folder.mkdir()
                seconds = FIRST_MOMENT * (LAST_MOMENT / FIRST_MOMENT) ** ((moment + when.random()) / moments)
                unmet += check_run(command, decks, seconds, moment + 2, folder, orders)  # none has games of the long run
            orders.check()
            check(f"{command}: a run that ended before all pairs had played", unmet > 0)
        for seconds in (FIRST_MOMENT, 0.1, 1):
            check_deck_report(seconds, pathlib.Path(work))
        for seconds, games in ((FIRST_MOMENT, 200_000), (0.3, 200_000), (60, 500)):
            check_build(seconds, games, pathlib.Path(work))
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
