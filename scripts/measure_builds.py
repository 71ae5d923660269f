#!/usr/bin/env python3
"""measure_builds.py ARCHON OUT.json: how good `archon build` is, for results/build.md. Two measurements, by --agent fast:

  collections   of twelve decks, generated ones of four sets and real ones of the first: the builds that `archon build` finds with so many games (--games, several
                numbers) against the 200 best rated, all of which are played so many games each (--check, 2,000) with new seeds
  intervals     of small runs (--runs, 200): how often the interval of the chosen build holds its win rate in --check games with new
                seeds

Writes what it found, a list each, and prints a summary."""
import argparse
import json
import pathlib
import random
import shutil
import subprocess
import tempfile

SETS = ["CotA", "MM", "WoE", "PV"]
REAL = sorted((pathlib.Path(__file__).resolve().parent.parent / "sim/decks").glob("*.deck"))


def run(archon, *words):
    done = subprocess.run([archon, *map(str, words)], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, words))}: exit code {done.returncode}: {done.stderr[-500:]}")
    return done.stdout


def generated(archon, folder, name, number, count, seed):
    path = pathlib.Path(folder) / f"{name}-{seed}"
    run(archon, "deck", "generate", "--set", number, "--count", count, "--seed", seed, "--out", path)
    return path


def real(folder, number):
    """Twelve real decks, and the others as their field."""
    chosen = random.Random(number).sample(REAL, 12)
    for name, decks in (("c", chosen), ("f", [deck for deck in REAL if deck not in chosen])):
        path = pathlib.Path(folder) / f"{name}{number}"
        path.mkdir()
        for deck in decks:
            shutil.copy(deck, path)
        yield path


def builds_of(archon, decks, field, games, seed, agent, out, *more):
    text = run(archon, "build", decks, "--field", field, "--games", games, "--seed", seed, "--agent", agent, "--format", "json",
               "--out", out, *more)
    return json.loads(text)


def win_rates(archon, decks, field, games, seed, agent):
    """Of each deck against the whole field, by hash."""
    field_decks = len(list(pathlib.Path(field).iterdir()))
    each = max(2, 2 * round(games / field_decks / 2))
    text = run(archon, "gauntlet", decks, "--field", field, "--games", each, "--agent", agent, "--seed", seed, "--format", "json")
    won = {}
    for row in json.loads(text)["matchups"]:
        of = won.setdefault(row["hash"], [0, 0])
        of[0] += row["wins"]
        of[1] += row["wins"] + row["losses"]
    return {key: wins / games for key, (wins, games) in won.items()}


def collections(options, folder):
    found = []
    for i in range(options.first, options.collections):
        of_set = [*SETS, "real"][i % (len(SETS) + 1)]
        if of_set == "real":
            decks, field = real(folder, i)
        else:
            decks = generated(options.archon, folder, f"c{i}", of_set, 12, 100 + i)
            field = generated(options.archon, folder, f"f{i}", of_set, 20, 500 + i)
        all_of = pathlib.Path(folder) / f"all{i}"
        results = {games: builds_of(options.archon, decks, field, games, i + 1, options.agent, pathlib.Path(folder) / f"best{i}-{games}")
                   for games in options.games}
        run(options.archon, "build", decks, "--field", field, "--games", 2, "--agent", "random", "--finalists", 200, "--out", all_of)
        halves = [win_rates(options.archon, all_of / "decks", field, options.check / 2, seed + i, options.agent) for seed in (9000, 9500)]
        rates = {key: (rate + halves[1][key]) / 2 for key, rate in halves[0].items()}
        chosen = {games: rates[result["builds"][0]["hash"]] for games, result in results.items()}
        # What was the best by one half has in the other half no luck of having been chosen.
        fair = sum(other[max(one, key=one.get)] for one, other in (halves, halves[::-1])) / 2
        found.append({"set": of_set, "builds": len(rates), "chosen": chosen, "best": max(rates.values()), "best_by_other_half": fair,
                      "printed": results[options.games[-1]]["builds"][-1]["win_rate"],
                      "rank": {games: sum(rate > mine for rate in rates.values()) + 1 for games, mine in chosen.items()}})
        print(i, found[-1], flush=True)
    return found


def intervals(options, folder):
    held = []
    for i in range(options.runs):
        of_set = SETS[i % len(SETS)]
        decks = generated(options.archon, folder, f"i{i}", of_set, 6, 2000 + i)
        field = generated(options.archon, folder, f"g{i}", of_set, 10, 4000 + i)
        best = pathlib.Path(folder) / f"small{i}"
        row = builds_of(options.archon, decks, field, 3000, i + 1, options.agent, best, "--finalists", 2)["builds"][0]
        rate = win_rates(options.archon, best / "decks", field, options.check, 7000 + i, options.agent)[row["hash"]]
        held.append({"set": of_set, "low": row["win_rate_low"], "high": row["win_rate_high"], "again": rate,
                     "held": row["win_rate_low"] <= rate <= row["win_rate_high"]})
    return held


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("archon")
    parser.add_argument("out")
    parser.add_argument("--agent", default="fast")
    parser.add_argument("--games", type=int, nargs="+", default=[40000, 100000], help="of archon build in a collection")
    parser.add_argument("--check", type=int, default=2000, help="games with new seeds of each build")
    parser.add_argument("--collections", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="collection to begin with; those of a number are always the same")
    parser.add_argument("--runs", type=int, default=200)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        result = {"collections": collections(options, folder), "intervals": intervals(options, folder)}
    pathlib.Path(options.out).write_text(json.dumps(result, indent=1) + "\n")
    of = result["collections"]
    for games in options.games:
        for best in ("best", "best_by_other_half"):
            within = sum(each[best] - each["chosen"][games] <= 0.01 for each in of)
            print(f"{games:,} games: in {within} of {len(of)} collections the build found is within a point of the {best.replace('_', ' ')}")
    print(f"{sum(each['held'] for each in result['intervals'])} of {len(result['intervals'])} intervals hold the win rate on new seeds")


if __name__ == "__main__":
    main()
