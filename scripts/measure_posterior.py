#!/usr/bin/env python3
"""measure_posterior.py ARCHON WORK [--held 100] [--agent fast]: how good the win rates and intervals of pairs are that a matrix
shows after few games, for results/posterior.md.

100 generated decks of five sets (20 each, in WORK/decks), and the 28 built-in ones. Each pair plays --held games with a seed of
their own, which no other run sees; then 2, 8 and 30 games with other seeds. Prints for each number of games the error of the win
rates that are shown and of those that are counted (root mean square of the difference from the held-out games, noise of these
taken off), and how often the held-out games lie where the 95 % intervals promise them: between the 2.5 % and the 97.5 % quantile
of what so many games of a pair win whose win rate is drawn from its posterior (its mean and interval, normal on the scale of logits);
and the rank correlation of the decks' order with that of the held-out games."""
import argparse
import json
import math
import pathlib
import random
import subprocess

SETS = ["CotA", "AoA", "WC", "MM", "DT"]
DRAWS = 400


def run(archon, *words):
    done = subprocess.run([archon, *map(str, words)], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, words))}: exit code {done.returncode}: {done.stderr[-500:]}")
    return done.stdout


def matrix(options, decks, games, seed):
    """Its pairs by their two hashes, and the names of its decks from the best down. Kept in the work folder."""
    out = options.work / f"{'builtin' if decks == 'builtin:CotA' else 'sets'}-{games}-{seed}"
    given = [decks] if decks == "builtin:CotA" else [decks / of_set for of_set in SETS]
    text = run(options.archon, "matrix", *given, "--games", games, "--agent", options.agent, "--seed", seed, "--out", out, "--format", "json")
    result = json.loads(text)
    return {(cell["hash_a"], cell["hash_b"]): cell for cell in result["cells"]}, [deck["deck"] for deck in result["decks"]]


def spearman(order, other):
    places = {name: place for place, name in enumerate(other)}
    n = len(order)
    return 1 - 6 * sum((place - places[name]) ** 2 for place, name in enumerate(order)) / (n * (n * n - 1))


def logit(p):
    return math.log(p / (1 - p))


def inside(cell, won, games, chance):
    """The share of draws below what was won, those equal to it half, is between 2.5 and 97.5 %."""
    low, high = logit(cell["win_rate_low"]), logit(cell["win_rate_high"])
    centre, error = (low + high) / 2, (high - low) / (2 * 1.959964)
    below = 0
    for _ in range(DRAWS):
        p = 1 / (1 + math.exp(-chance.gauss(centre, error)))
        drawn = sum(chance.random() < p for _ in range(games)) if games < 30 else round(chance.gauss(games * p, math.sqrt(games * p * (1 - p))))
        below += 1 if drawn < won else 0.5 if drawn == won else 0
    return 0.025 <= below / DRAWS <= 0.975


def compare(found, held, chance):
    shown = counted = noise = covered = 0
    for key, cell in found.items():
        other = held[key]
        games = other["wins_a"] + other["wins_b"]
        truth = other["wins_a"] / games
        shown += (cell["win_rate"] - truth) ** 2
        counted += (cell["counted_win_rate"] - truth) ** 2
        noise += truth * (1 - truth) / (games - 1)
        covered += inside(cell, other["wins_a"], games, chance)
    n = len(found)
    return math.sqrt((shown - noise) / n), math.sqrt((counted - noise) / n), covered / n


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("archon")
    parser.add_argument("work", type=pathlib.Path)
    parser.add_argument("--held", type=int, default=100, help="held-out games of a pair")
    parser.add_argument("--agent", default="fast")
    options = parser.parse_args()
    decks = options.work / "decks"
    for of_set in SETS:
        if not (decks / of_set).exists():
            run(options.archon, "deck", "generate", "--set", of_set, "--count", 20, "--seed", 1, "--out", decks / of_set)
    chance = random.Random(1)
    for what, of in (("100 decks of five sets", decks), ("28 real decks", "builtin:CotA")):
        held, truth = matrix(options, of, options.held, 1000)
        for games in (2, 8, 30):
            found, order = matrix(options, of, games, 1 + games)
            shown, counted, covers = compare(found, held, chance)
            print(f"| {what} | {games} | {100 * shown:.1f} | {100 * counted:.1f} | {100 * covers:.1f} % | {spearman(order, truth):.3f} |",
                  flush=True)


if __name__ == "__main__":
    main()
