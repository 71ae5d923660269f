#!/usr/bin/env python3
"""What a decision costs, by agent and set, counted by valgrind, which other programs do not disturb:

    bench/instructions.py ARCHON [--sets CotA WoE ...] [--agents random fast standard]

Instructions, and branches that a simple predictor (cachegrind's; processors of today do better) gets wrong, of games of six generated
decks, the start of the program taken off. All sets with cards of their own, unless told otherwise. A Markdown table; some ten
minutes of a core."""
import argparse
import csv
import json
import re
import subprocess
import tempfile

FEW = 6
GAMES = {"random": 206, "fast": 66}  # others play 26


def output(*words):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, check=True)


def counted(archon, decks, agent, games):
    """Instructions, mispredicted branches and decisions of so many games."""
    bench = [archon, "bench", "--decks", decks, "--agent", agent, "--games", games, "--repetitions", 1, "--format", "json"]
    told = output("valgrind", "--tool=cachegrind", "--cache-sim=no", "--branch-sim=yes", "--cachegrind-out-file=/dev/null", *bench)
    number = {name: int(re.search(rf"{name}:\s+([\d,]+)", told.stderr)[1].replace(",", "")) for name in ("I\\s+refs", "Mispredicts")}
    row = json.loads(told.stdout)["agents"][0]
    return number["I\\s+refs"], number["Mispredicts"], row["decisions_per_game"] * row["games"]


def cost(archon, decks, agent):
    """Instructions and mispredicted branches of a decision."""
    whole, start = (counted(archon, decks, agent, games) for games in (GAMES.get(agent, 26), FEW))
    decisions = whole[2] - start[2]
    return (whole[0] - start[0]) / decisions, (whole[1] - start[1]) / decisions


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("archon")
    parser.add_argument("--sets", nargs="+")
    parser.add_argument("--agents", nargs="+", default=["random", "fast", "standard"])
    options = parser.parse_args()
    sets = csv.DictReader(output(options.archon, "cards", "--sets", "--format", "csv").stdout.splitlines())
    codes = options.sets or [row["set"] for row in sets if row["values"] == "own"]
    print("| set | " + " | ".join(f"`{agent}`: instructions | mispredicted" for agent in options.agents) + " |")
    print("|---" * (1 + 2 * len(options.agents)) + "|")
    with tempfile.TemporaryDirectory() as folder:
        for code in codes:
            decks = f"{folder}/{code}"
            output(options.archon, "deck", "generate", "--set", code, "--count", 6, "--seed", 1, "--out", decks)
            costs = [cost(options.archon, decks, agent) for agent in options.agents]
            print(f"| {code} | " + " | ".join(f"{instructions:,.0f} | {branches:.0f}" for instructions, branches in costs) + " |", flush=True)


if __name__ == "__main__":
    main()
