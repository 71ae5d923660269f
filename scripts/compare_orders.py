#!/usr/bin/env python3
"""Does the order of decks depend on who plays them? Compares the ratings of the same decks in several matrices.

    scripts/compare_orders.py ARCHON LEDGER LEDGER...      ledgers of `archon matrix --out`, each of another agent

Prints for each two of them Spearman's rank correlation and Pearson's correlation of the ratings; 95 % intervals are of parametric
bootstrap replicates, in which the games of every pair of decks are drawn anew, so they speak of these decks. "Without noise" is
Pearson's correlation divided by the root of both reliabilities (Spearman 1904); a reliability is the share of the variance of the
mean win rates that is not that of drawing the games.
"""
import argparse
import json
import random
import statistics
import subprocess

SEED = 1
DRAWS = 2000


class Matrix:
    """Mean win rates of decks, by name, and the cells they come from."""

    def __init__(self, archon, ledger):
        text = subprocess.run([archon, "matrix", "--from", ledger, "--format", "json"], check=True, capture_output=True, text=True).stdout
        result = json.loads(text)
        self.provenance = result["provenance"]
        self.agent = self.provenance["agents"][0]
        self.games = result["games"]
        self.decks = sorted(deck["deck"] for deck in result["decks"])
        self.cells = [(cell["deck_a"], cell["deck_b"], cell["counted_win_rate"], cell["games"]) for cell in result["cells"]]
        self.rates = self.means(rate for _, _, rate, _ in self.cells)

    def means(self, rates):
        sums = dict.fromkeys(self.decks, 0.0)
        for (a, b, _, _), rate in zip(self.cells, rates):
            sums[a] += rate
            sums[b] += 1 - rate
        return [sums[deck] / (len(self.decks) - 1) for deck in self.decks]

    def redrawn(self, rng):
        return self.means(rng.normalvariate(rate, (rate * (1 - rate) / games) ** 0.5) for _, _, rate, games in self.cells)

    def reliability(self):
        noise = dict.fromkeys(self.decks, 0.0)
        for a, b, rate, games in self.cells:
            for deck in (a, b):
                noise[deck] += rate * (1 - rate) / games / (len(self.decks) - 1) ** 2
        return 1 - statistics.mean(noise.values()) / statistics.variance(self.rates)


def ranks(values):
    order = sorted(values)
    return [order.index(value) + (order.count(value) - 1) / 2 for value in values]


def spearman(a, b):
    return statistics.correlation(ranks(a), ranks(b))


def interval(values):
    values = sorted(values)
    return f"{values[int(0.025 * DRAWS)]:.3f} to {values[int(0.975 * DRAWS) - 1]:.3f}"


def compare(a, b):
    rng = random.Random(SEED)
    draws = [(a.redrawn(rng), b.redrawn(rng)) for _ in range(DRAWS)]
    pearson = statistics.correlation(a.rates, b.rates)
    cells = [f"`{a.agent}`", f"`{b.agent}`", f"{spearman(a.rates, b.rates):.3f}", interval(spearman(*draw) for draw in draws), f"{pearson:.3f}",
             interval(statistics.correlation(*draw) for draw in draws), f"{pearson / (a.reliability() * b.reliability()) ** 0.5:.3f}"]
    print("| " + " | ".join(cells) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("archon")
    parser.add_argument("ledgers", nargs="+", metavar="LEDGER")
    args = parser.parse_args()
    if len(args.ledgers) < 2:
        parser.error("at least two ledgers")
    matrices = [Matrix(args.archon, ledger) for ledger in args.ledgers]
    for each in matrices[1:]:
        if each.decks != matrices[0].decks:
            parser.error(f"the decks of {each.agent} are not those of {matrices[0].agent}")

    print("# Does the order of decks depend on who plays them?\n")
    print("Written by `scripts/compare_orders.py`, which says how the figures are made.\n")
    provenance = matrices[0].provenance
    print(f"Ledgers read by archon {provenance['version']}; rules {provenance['rules']}, seed {provenance['seed']}.\n")
    print("| agent | games | standard deviation of the decks, points | reliability |")
    print("| --- | --- | --- | --- |")
    for each in matrices:
        print(f"| `{each.agent}` | {each.games:,} | {100 * statistics.stdev(each.rates):.1f} | {each.reliability():.3f} |")
    print(f"\nMean win rates of {len(matrices[0].decks)} decks:\n")
    print("| agent | other agent | Spearman | 95 % interval | Pearson | 95 % interval | without noise |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for i, a in enumerate(matrices):
        for b in matrices[i + 1:]:
            compare(a, b)


if __name__ == "__main__":
    main()
