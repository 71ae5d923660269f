#!/usr/bin/env python3
"""Do older sets lose? Generated decks of all sets against each other, by agents side by side, into results/power-creep.md.

    scripts/make_power_creep.py ARCHON WORK [--out FILE] [--run AGENT:DECKS:GAMES ...]

WORK keeps the ledgers: after a kill the same command goes on from there. DECKS of each set, GAMES of each pair of decks. Intervals are
95 % bootstrap intervals over the decks (Efron and Tibshirani 1993): other decks of the same sets would give others.
"""
import argparse
import collections
import csv
import pathlib
import random
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
SEED = 1
DRAWS = 1000
RUNS = ["fast:24:4", "standard:24:2", "strong:5:2"]
REPRINTS = {"MG24", "VM25"}


def sets_of(archon):
    """Code and name of the sets that have cards of their own, in the order of their numbers."""
    text = subprocess.run([archon, "cards", "--sets", "--format", "csv"], check=True, capture_output=True, text=True).stdout
    rows = [row for row in csv.DictReader(text.splitlines()) if row.get("values") == "own"]
    return {row["set"]: row["name"] for row in sorted(rows, key=lambda row: int(row["number"]))}


def played(archon, work, sets, run):
    """The decks of each set, the share of the games of a pair that the first won, and what the program says of itself."""
    agent, count, games = run.split(":")
    decks, paths = collections.defaultdict(list), []
    for code in sets:
        out = work / f"decks-{count}" / code
        command = [archon, "deck", "generate", "--set", code, "--count", count, "--seed", str(SEED), "--out", out]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        for path in sorted(out.glob("*.deck")):
            decks[code].append(path.read_text(encoding="utf-8").splitlines()[0].removeprefix("name: "))
            paths.append(path)
    command = [archon, "matrix", *paths, "--agent", agent, "--games", games, "--seed", str(SEED), "--format", "csv", "--out", work / agent]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    wins = {}
    for row in csv.DictReader(done.stdout.splitlines()):
        if int(row["games"]) > 0:
            wins[row["deck_a"], row["deck_b"]] = float(row["counted_win_rate"])
            wins[row["deck_b"], row["deck_a"]] = 1 - float(row["counted_win_rate"])
    says = next(line for line in done.stderr.splitlines() if re.match(r"archon \S+ \(", line))
    return decks, wins, says


def drawn_decks(rng, decks):
    return {code: rng.choices(names, k=len(names)) for code, names in decks.items()}


def tables(decks, wins):
    """Win rates of each set against each other, and of each against all others, which count alike."""
    cells = {}
    for code, names in decks.items():
        for other, others in decks.items():
            if other != code:
                rates = [wins[name, against] for name in names for against in others if (name, against) in wins]
                cells[code, other] = sum(rates) / len(rates)
    means = {code: sum(cells[code, other] for other in decks if other != code) / (len(decks) - 1) for code in decks}
    return cells, means


def rank_correlation(one, two):
    def ranks(values):
        order = sorted(range(len(values)), key=values.__getitem__)
        return [order.index(i) for i in range(len(values))]

    n = len(one)
    return 1 - 6 * sum((a - b) ** 2 for a, b in zip(ranks(one), ranks(two))) / (n * (n * n - 1))


def middle(values, digits=1, scale=100):
    values = sorted(values)
    low, high = values[int(0.025 * len(values))], values[int(0.975 * len(values))]
    return f"{scale * low:.{digits}f} - {scale * high:.{digits}f}"


class Run:
    """What one agent says, and what it would say of other decks."""

    def __init__(self, archon, work, sets, run):
        self.agent, self.count, self.games = run.split(":")
        self.decks, wins, self.says = played(archon, work, sets, run)
        self.cells, self.means = tables(self.decks, wins)
        rng = random.Random(SEED)
        self.draws = [tables(drawn_decks(rng, self.decks), wins) for _ in range(DRAWS)]
        self.plays = len(wins) // 2 * int(self.games)

    def mean(self, code):
        return f"{100 * self.means[code]:.1f} ({middle([means[code] for _, means in self.draws])})"

    def trend(self, codes):
        def by_order(means):
            return rank_correlation(list(range(len(codes))), [means[code] for code in codes])

        return f"{by_order(self.means):.2f} ({middle([by_order(means) for _, means in self.draws], 2, 1)})"


def page(sets, runs):
    text = ["# Do older sets lose?", ""]
    text += [f"{runs[0].says.split(', seed')[0]}; 15 sets, in the order of the publisher's numbers, by generated decks "
             f"(`archon deck generate --seed {SEED}`), every pair of decks: "
             + "; ".join(f"{run.agent} {run.count} decks a set, {run.games} games a pair, {run.plays:,} games" for run in runs)
             + ". Win rates in percent against the decks of the other sets, each set counting alike; intervals are for other decks of the "
               "same sets (bootstrap over decks, 95 %).", "", "    scripts/make_power_creep.py build/release/archon WORK", ""]
    text += ["| set | " + " | ".join(run.agent for run in runs) + " |", "|---" * (len(runs) + 1) + "|"]
    text += [f"| {sets[code]} ({code}) | " + " | ".join(run.mean(code) for run in runs) + " |" for code in sets]
    new = [code for code in sets if code not in REPRINTS]
    text += ["", "Rank correlation of a set's place in that order with its win rate, all sets and without those that only reprint "
                 f"({', '.join(sorted(REPRINTS))}); 1 would be that every set beats all before it:", ""]
    text += ["| agent | all sets | sets with new cards |", "|---|---|---|"]
    text += [f"| {run.agent} | {run.trend(list(sets))} | {run.trend(new)} |" for run in runs]
    text += ["", "Rank correlation of the win rates between agents: " + ", ".join(
        f"{one.agent} and {two.agent} {rank_correlation([one.means[code] for code in sets], [two.means[code] for code in sets]):.2f}"
        for i, one in enumerate(runs) for two in runs[i + 1:]) + "."]
    for run in runs:
        widths = [middle([cells[pair] for cells, _ in run.draws]).split(" - ") for pair in run.cells]
        half = sum(float(high) - float(low) for low, high in widths) / len(widths) / 2
        text += ["", f"## Set against set, by {run.agent}", "", f"Rows against columns, percent; the intervals reach {half:.0f} points to "
                 "either side on the mean.", "", "| | " + " | ".join(sets) + " |", "|---" * (len(sets) + 1) + "|"]
        text += [f"| {code} | " + " | ".join("" if code == other else f"{100 * run.cells[code, other]:.0f}" for other in sets) + " |"
                 for code in sets]
    return "\n".join(text) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("archon")
    parser.add_argument("work", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "results/power-creep.md")
    parser.add_argument("--run", action="append", metavar="AGENT:DECKS:GAMES", help=" ".join(RUNS))
    options = parser.parse_args()
    sets = sets_of(options.archon)
    options.out.write_text(page(sets, [Run(options.archon, options.work, sets, run) for run in options.run or RUNS]), encoding="utf-8")


if __name__ == "__main__":
    main()
