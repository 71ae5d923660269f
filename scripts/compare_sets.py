#!/usr/bin/env python3
"""Do older sets lose? Plays generated decks of several sets against each other.

    scripts/compare_sets.py ARCHON SET... [--decks 24] [--games 10] [--agent heuristic]

Prints the mean win rate of the decks of each set (rows) against those of each other set (columns), in percent. The intervals are
95 % bootstrap intervals over the decks (Efron and Tibshirani 1993): other decks of the same sets would give others.
"""
import argparse
import collections
import csv
import pathlib
import random
import subprocess
import tempfile

SEED = 1
DRAWS = 2000


def win_rate(wins, rows, columns):
    """Mean of the win rates of the decks `rows` against the decks `columns`, with repetitions."""
    rates = [wins[row, column] for row in rows for column in columns]
    return sum(rates) / len(rates)


def interval(wins, rows, columns):
    rng = random.Random(SEED)
    means = sorted(win_rate(wins, rng.choices(rows, k=len(rows)), rng.choices(columns, k=len(columns))) for _ in range(DRAWS))
    return means[int(0.025 * DRAWS)], means[int(0.975 * DRAWS) - 1]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("archon")
    parser.add_argument("sets", nargs="+", metavar="SET")
    parser.add_argument("--decks", type=int, default=24, help="decks of each set")
    parser.add_argument("--games", type=int, default=10, help="games for each pair of decks")
    parser.add_argument("--agent", default="heuristic")
    args = parser.parse_args()

    with tempfile.TemporaryDirectory() as folder:
        decks = collections.defaultdict(list)
        paths = []
        for card_set in args.sets:
            out = pathlib.Path(folder) / card_set
            subprocess.run([args.archon, "deck", "generate", "--set", card_set, "--count", str(args.decks), "--seed", str(SEED),
                            "--out", str(out)], check=True, stdout=subprocess.DEVNULL)
            for path in sorted(out.glob("*.deck")):
                name = path.read_text(encoding="utf-8").splitlines()[0].removeprefix("name: ")
                decks[card_set].append(name)
                paths.append(str(path))
        command = [args.archon, "matrix", *paths, "--games", str(args.games), "--agent", args.agent, "--seed", str(SEED),
                   "--format", "csv"]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
    wins = {}
    for row in csv.DictReader(done.stdout.splitlines()):
        wins[row["deck_a"], row["deck_b"]] = float(row["counted_win_rate"])
        wins[row["deck_b"], row["deck_a"]] = 1 - float(row["counted_win_rate"])

    print(next(line for line in done.stderr.splitlines() if line.startswith("archon ")))
    print(f"{args.decks} generated decks of each set (seed {SEED}), {args.games} games for each pair of decks")
    print("command: scripts/compare_sets.py archon " + " ".join(args.sets) + f" --decks {args.decks} --games {args.games}"
          f" --agent {args.agent}")
    print("\nwins, percent" + "".join(f"{'against ' + other:>22}" for other in args.sets))
    for card_set in args.sets:
        cells = []
        for other in args.sets:
            if other == card_set:
                cells.append(f"{'':>22}")
                continue
            low, high = interval(wins, decks[card_set], decks[other])
            rate = win_rate(wins, decks[card_set], decks[other])
            cells.append(f"{100 * rate:>8.1f} ({100 * low:.1f}-{100 * high:.1f})".rjust(22))
        print(f"{card_set:<13}" + "".join(cells))
    print("\nbest and worst deck of each set: mean win rate against the decks of the other sets, percent")
    for card_set in args.sets:
        others = [deck for other in args.sets if other != card_set for deck in decks[other]]
        rates = sorted(100 * win_rate(wins, [deck], others) for deck in decks[card_set])
        print(f"{card_set:<13}{rates[-1]:>8.1f}{rates[0]:>8.1f}")


if __name__ == "__main__":
    main()
