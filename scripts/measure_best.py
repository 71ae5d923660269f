#!/usr/bin/env python3
"""measure_best.py ARCHON WORK [--decks 300] [--games 40] [--time 14m] [--seeds 20] [--budget N] [--deck-seed 1]: how good `archon best` is, for
results/best.md.

Generated decks of CotA in WORK/decks; their full matrix by --agent fast in WORK/truth, unless it is there. Then `archon best` with a
hundredth of the matrix's games, or N, for each seed. The best of the matrix and what the seeds found play the whole field anew, with
another seed and so that no deck is flattered by having been chosen. Prints a line a seed: the deck found, the regret against the best
by the new games, and how often the intervals of the decks found hold their win rate by these."""
import argparse
import csv
import json
import pathlib
import subprocess

CHECKED = 8  # the best of the matrix, which play anew


def run(archon, *words, codes=(0,)):
    done = subprocess.run([archon, *map(str, words)], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode not in codes:
        raise SystemExit(f"{' '.join(map(str, words))}: exit code {done.returncode}: {done.stderr[-500:]}")
    return done.stdout


def matrix_of(options, decks):
    """Rows of the decks from the best down, and the games of all. A matrix that --time ends has equally many games of each deck."""
    out = options.work / "truth"
    if not (out / "decks.csv").exists():
        run(options.archon, "matrix", decks, "--games", options.games, "--agent", "fast", "--seed", 1000, "--time", options.time,
            "--out", out, codes=(0, 3))
    with open(out / "decks.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    rows.sort(key=lambda row: -float(row["win_rate"]))
    with open(out / "matrix.csv", newline="", encoding="utf-8") as file:
        return rows, sum(int(cell["games"]) for cell in csv.DictReader(file))


def measured(options, decks, files):
    """Wins and games of each of these files against all decks, by the deck's name."""
    text = run(options.archon, "gauntlet", *files, "--field", decks, "--games", options.games, "--agent", "fast", "--seed", 2000,
               "--out", options.work / "checked", "--format", "json")
    won = {}
    for row in json.loads(text)["matchups"]:
        of = won.setdefault(row["deck"], [0, 0])
        of[0] += row["wins"]
        of[1] += row["wins"] + row["losses"]
    return won


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("archon")
    parser.add_argument("work", type=pathlib.Path)
    parser.add_argument("--decks", type=int, default=300)
    parser.add_argument("--games", type=int, default=40, help="of a pair")
    parser.add_argument("--time", default="14m", help="the matrix ends then")
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--budget", type=int, default=0, help="games of archon best; 0: a hundredth of the matrix's")
    parser.add_argument("--deck-seed", type=int, default=1, help="other decks, for a WORK of their own")
    options = parser.parse_args()
    decks = options.work / "decks"
    if not decks.exists():
        run(options.archon, "deck", "generate", "--set", "CotA", "--count", options.decks, "--seed", options.deck_seed, "--out", decks)
    rows, games = matrix_of(options, decks)
    budget = options.budget or games // 100
    print(f"matrix: {len(rows)} decks, {games:,} games; archon best: {budget:,} games", flush=True)
    found = []
    for seed in range(1, options.seeds + 1):
        result = json.loads(run(options.archon, "best", decks, "--games", budget, "--agent", "fast", "--seed", seed, "--format", "json"))
        found.append((seed, result["games"], result["decks"]))
        print(f"seed {seed}: {result['decks'][0]['deck']}, {result['games']:,} games", flush=True)
    files = {row["deck"]: row["file"] for row in rows[:CHECKED]}
    files |= {best[0]["deck"]: best[0]["file"] for _, _, best in found}
    won = measured(options, decks, files.values())
    rate = {deck: wins / played for deck, (wins, played) in won.items()}
    by_matrix = {row["deck"]: float(row["win_rate"]) for row in rows}
    for deck in sorted(rate, key=lambda each: -rate[each]):
        print(f"{deck}: {100 * rate[deck]:.1f} % by {won[deck][1]:,} new games, {100 * by_matrix[deck]:.1f} % by the matrix")
    top = max(rate.values())
    regrets = [100 * (top - rate[best[0]["deck"]]) for _, _, best in found]
    held = [best[0]["win_rate_low"] <= rate[best[0]["deck"]] <= best[0]["win_rate_high"] for _, _, best in found]
    for (seed, played, best), regret in zip(found, regrets):
        print(f"seed {seed}: {best[0]['deck']}, games {played:,}, regret {regret:.2f}, says {100 * best[0]['win_rate']:.1f} %")
    print(f"regret at most 0.5 points: {sum(each <= 0.5 for each in regrets)} of {len(regrets)}; mean {sum(regrets) / len(regrets):.2f}; "
          f"most games {max(played for _, played, _ in found):,}; intervals that hold: {sum(held)} of {len(held)}")


if __name__ == "__main__":
    main()
