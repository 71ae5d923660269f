#!/usr/bin/env python3
"""What strength costs: how fast agents play and how often they win against `standard`, into results/frontier.md.
  scripts/make_frontier.py [AGENT ...]   those of AGENTS otherwise
ARCHON=build/release/archon; OUT=results/frontier.md; SEED=901; GENERATED=77, the seed of the generated decks. Speed is by processor time of
one thread, each agent between two runs of `random`, whose speed says how busy the machine was. The file is written anew after each agent."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
ARCHON = os.environ.get("ARCHON", str(ROOT / "build/release/archon"))
OUT = pathlib.Path(os.environ.get("OUT", ROOT / "results/frontier.md"))
SEED, GENERATED = os.environ.get("SEED", "901"), os.environ.get("GENERATED", "77")
DECKS_A_SET = 4
HOUSES = "house_worlds=%d,house_leaf=round,house_margin=%d,deal=decision"
AGENTS = [
    "fast",
    "standard",
    "lookahead",
    "lookahead:actions=3,targets=4,house_leaf=reply,house_margin=1000",
    "lookahead:actions=6,targets=6",
    "lookahead:actions=3,targets=3," + HOUSES % (3, 2000),
    "lookahead:actions=6,targets=6," + HOUSES % (4, 100000),
    "solid",
    "strong",
]
GAMES, BENCH_GAMES = 2016, 280
SLOW = {"strong": (616, 28), "solid": (2016, 56)}  # the same two numbers of those


def run(*arguments):
    return json.loads(subprocess.run([ARCHON, *arguments, "--format", "json"], check=True, stdout=subprocess.PIPE,
                                     stderr=subprocess.DEVNULL).stdout)


def speed(agent, games):
    return run("bench", "--agent", agent, "--decks", "sim/decks", "-n", str(games), "--repetitions", "3")["agents"][0]["games_per_second"]


def strength(agent, games, decks):
    if agent == "standard":
        return "50", 0, run("agents")["provenance"]["version"]
    result = run("arena", "--agent", agent, "--agent", "standard", "--decks", *decks, "--games", str(games), "--seed", SEED)
    rate = result["agents"][0]
    return (f"{100 * rate['win_rate']:.1f} ({100 * rate['win_rate_low']:.1f} - {100 * rate['win_rate_high']:.1f})", result["games"],
            result["provenance"]["version"])


def page(rows, version, real, generated):
    machine = next(line.split(": ", 1)[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name"))
    return "\n".join([
        "# What strength costs", "",
        "Written by `scripts/make_frontier.py`. Games a second of the agent against itself, by processor time of one thread, and of `random` just",
        "before and after, which says how busy the machine was; win rates in percent against `standard`, with 95 % intervals over pairs.", "",
        f"* archon {version}, seed {SEED}; {real} real decks, {generated} generated ones ({DECKS_A_SET} of each set, seed {GENERATED})",
        f"* {machine}", "",
        "| agent | games/s | `random` games/s | real decks | games | all sets | games |",
        "| --- | --- | --- | --- | --- | --- | --- |", *rows, "",
        "```",
        f"archon deck generate --set SET --count {DECKS_A_SET} --seed {GENERATED} --out decks/SET",
        "archon bench --agent AGENT --decks sim/decks -n GAMES --repetitions 3",
        f"archon arena --agent AGENT --agent standard --decks sim/decks/*.deck --games GAMES --seed {SEED}",
        f"archon arena --agent AGENT --agent standard --decks decks/*/*.deck --games GAMES --seed {SEED}",
        "```", ""])


def main():
    os.chdir(ROOT)
    real = sorted(str(path) for path in pathlib.Path("sim/decks").glob("*.deck"))
    work = pathlib.Path(tempfile.mkdtemp())
    try:
        for each in (row["set"] for row in run("cards", "--sets")["sets"] if row["values"] == "own"):
            subprocess.run([ARCHON, "deck", "generate", "--set", each, "--count", str(DECKS_A_SET), "--seed", GENERATED, "--out",
                            str(work / each)], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        generated = sorted(str(path) for path in work.rglob("*.deck"))
        rows = []
        for agent in sys.argv[1:] or AGENTS:
            games, bench_games = SLOW.get(agent, (GAMES, BENCH_GAMES))
            scale = speed("random", 2000)
            own = speed(agent, bench_games)
            scale = (scale + speed("random", 2000)) / 2
            of_real, real_games, version = strength(agent, games, real)
            of_generated, generated_games, _ = strength(agent, games, generated)
            rows.append(f"| `{agent}` | {own:.0f} | {scale:.0f} | {of_real} | {real_games:,} | {of_generated} | {generated_games:,} |")
            print(rows[-1], file=sys.stderr, flush=True)
            OUT.write_text(page(rows, version, len(real), len(generated)))
    finally:
        shutil.rmtree(work)


main()
