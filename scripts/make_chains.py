#!/usr/bin/env python3
"""Measures what chains are worth and whether suggested handicaps are even; writes a table in Markdown.

    scripts/make_chains.py ARCHON [--agent SPEC] [--pairs N] [--seed S] > results/chains.md

Deck i of sim/decks meets deck i + 9. Each pair gets `archon chains --width 1 --curve`, then 400 games at the suggested handicap with
another seed, which played no part in the suggestion.
"""
import argparse
import json
import math
import pathlib
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
STEP, CHECK_GAMES, CURVE_GAMES = 9, 400, 10000


def run(archon, *arguments):
    """The JSON of a command; exit code 3 (not as narrow as asked) is a result too."""
    done = subprocess.run([archon, *arguments, "--format", "json"], cwd=ROOT, capture_output=True, text=True)
    if done.returncode not in (0, 3):
        sys.exit(done.stderr)
    return json.loads(done.stdout)


def measure(options, deck_a, deck_b):
    common = [deck_a, deck_b, "--agent", options.agent]
    chains = run(options.archon, "chains", *common, "--width", "1", "--games", str(CURVE_GAMES), "--curve", "--seed", str(options.seed))
    handicap = chains["handicap"]
    side = ["--chains-a", str(handicap)] if handicap >= 0 else ["--chains-b", str(-handicap)]
    check = run(options.archon, "match", *common, *side, "--games", str(CHECK_GAMES), "--seed", str(options.seed + 1000))
    return chains, check["results"][0]


def percent(fraction):
    return f"{100 * fraction:.1f}"


def mean_with_interval(values):
    """Mean over pairs and its 95 % interval (normal)."""
    mean, half = statistics.fmean(values), 1.96 * statistics.stdev(values) / math.sqrt(len(values))
    return mean, mean - half, mean + half


def print_pairs(results):
    print("| decks | handicap | 95 % interval | slope | 95 % interval | first player wins % | at the handicap wins % | 95 % interval | even |")
    print("|---|---|---|---|---|---|---|---|---|")
    even = 0
    for names, chains, check in results:
        low, high = check["win_rate_low"], check["win_rate_high"]
        even += low <= 0.5 <= high
        exact = "beyond 24" if chains["beyond"] else f'{chains["handicap_exact"]:+.1f}'
        ends = " to ".join("beyond 24" if end is None else f"{end:+.1f}" for end in chains["interval"])
        slopes = " to ".join(f"{end:.2f}" for end in chains["fit"]["slope_interval"])
        print(f'| {names[0]} - {names[1]} | {exact} | {ends} | {chains["fit"]["slope"]:.2f} | {slopes} | '
              f'{percent(chains["first_player_win_rate"])} | {percent(check["win_rate"])} | {percent(low)} to {percent(high)} | '
              f'{"yes" if low <= 0.5 <= high else "no"} |')
    return even


def logit(level):
    return math.log((level["wins"] + 0.5) / (level["games"] - level["wins"] + 0.5))


def print_curve(results):
    print("\n| chains | win rate % | logit lost by this chain | 95 % interval |\n|---|---|---|---|")
    curves = [chains["curve"] for _, chains, _ in results]
    for i in range(25):
        mean = percent(statistics.fmean(curve[i]["win_rate"] for curve in curves))
        if i == 0:
            print(f"| 0 | {mean} | | |")
            continue
        lost, low, high = mean_with_interval([logit(curve[i - 1]) - logit(curve[i]) for curve in curves])
        print(f"| {i} | {mean} | {lost:.3f} | {low:.3f} to {high:.3f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("archon")
    parser.add_argument("--agent", default="heuristic")
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.archon = str(pathlib.Path(options.archon).resolve())
    decks = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "sim/decks").glob("*.deck"))
    results = []
    for i in range(options.pairs):
        pair = decks[i % len(decks)], decks[(i + STEP) % len(decks)]
        chains, check = measure(options, *pair)
        results.append(([deck["name"] for deck in chains["provenance"]["decks"]], chains, check))
        print(f"{i + 1} of {options.pairs}", file=sys.stderr)

    provenance = results[0][1]["provenance"]
    print("# What chains are worth\n")
    print(f"`scripts/make_chains.py ARCHON --agent {options.agent} --pairs {options.pairs} --seed {options.seed}`, archon {provenance['version']}, "
          f"rules {provenance['rules']}, agents {provenance['agents'][0]}.\n")
    slope, low, high = mean_with_interval([chains["fit"]["slope"] for _, chains, _ in results])
    print(f"* A chain near an even match is worth {slope:.3f} logit (95 % interval over pairs {low:.3f} to {high:.3f}), about "
          f"{100 * slope / 4:.1f} points of win rate.")
    first, low, high = mean_with_interval([chains["first_player_win_rate"] for _, chains, _ in results])
    print(f"* The player who goes first wins {percent(first)} % ({percent(low)} to {percent(high)}).")
    print("\n## Handicaps that make a pair even\n")
    print(f"Positive: chains on the first deck. Slope: logit a chain near the handicap. The last three columns: {CHECK_GAMES} games at the "
          "nearest whole handicap with fresh seeds.\n")
    even = print_pairs(results)
    print(f"\nThe interval of the fresh games contains 50 % in {even} of {len(results)} pairs.")
    print("\n## Chains on the stronger deck\n")
    print("Its win rate at each number of starting chains (equal shuffles at all of them), and what each chain costs: means over the pairs, "
          "intervals over pairs.")
    print_curve(results)


if __name__ == "__main__":
    main()
