#!/usr/bin/env python3
"""How strong an agent is: games against fixed opponents with fixed decks (bench/panel) and shuffles, so that figures of anybody can be
compared, and checked by playing some of the games again. bench/agents.md explains it.
  scripts/benchmark.py AGENT --out FILE.json     all games; a table of the result
  scripts/benchmark.py --check FILE.json         plays the first games of a result again; exit code 1 where they differ
  scripts/benchmark.py --table FILE.json ...     results beside each other, in Markdown
ARCHON=build/release/archon; THREADS=0, one a core. AGENT as for `archon arena`, also exec:./bot."""
import argparse
import json
import os
import pathlib
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
ARCHON = os.environ.get("ARCHON", str(ROOT / "build/release/archon"))
PANEL = ROOT / "bench/panel"
VERSION, SEED, BATCH = 1, 20261128, 48  # games of a batch: every deck plays twice in either seat
OPPONENTS = {"random": 960, "greedy": 960, "fast": 960, "standard": 480, "strong": 96}


def say(problem):
    sys.exit(f"benchmark.py: {problem}")


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)  # bots, too: archon waits for them
    return used.ru_utime + used.ru_stime


def arena(agent, opponent, games, folder):
    """What `archon arena` says of these games, and the results of each batch."""
    ledger = pathlib.Path(folder) / "games.sqlite"
    ledger.unlink(missing_ok=True)
    command = [ARCHON, "arena", "--agent", agent, "--agent", opponent, "--decks", str(PANEL), "--games", str(games), "--seed", str(SEED),
               "--ledger", str(ledger), "-j", os.environ.get("THREADS", "0"), "--format", "json"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        say(f"{opponent}: archon arena ended with {done.returncode}: {done.stderr.strip()}")
    with sqlite3.connect(f"file:{ledger}?mode=ro", uri=True) as games_of:
        batches = games_of.execute("SELECT data FROM batch ORDER BY first").fetchall()
    return json.loads(done.stdout), [json.loads(data)["results"] for data, in batches]


def play(agent, opponent, games, folder):
    before, began = processor_seconds(), time.monotonic()
    result, batches = arena(agent, opponent, games, folder)
    used = processor_seconds() - before
    mine, other = result["agents"]
    return {
        "opponent": opponent, "opponent_spec": other["agent"], "agent_spec": mine["agent"], "games": mine["games"],
        "win_rate": mine["win_rate"], "win_rate_low": mine["win_rate_low"], "win_rate_high": mine["win_rate_high"],
        "elo": mine["elo"], "elo_low": mine["elo_low"], "elo_high": mine["elo_high"],
        "forfeits": mine["forfeits"], "fallbacks": mine["fallbacks"], "results": batches,
        "time": {"seconds": round(time.monotonic() - began, 2), "processor_seconds": round(used, 2),
                 "games_a_processor_hour": round(3600 * mine["games"] / used)},
    }, result["provenance"]["version"]


def benchmark(agent, only, games):
    matches = []
    with tempfile.TemporaryDirectory() as folder:
        for opponent in only:
            match, version = play(agent, opponent, games or OPPONENTS[opponent], folder)
            matches.append(match)
    return {"benchmark": VERSION, "agent": agent, "archon": version, "seed": SEED, "score": score_of(matches), "matches": matches}


def score_of(matches):
    """The mean win rate against all opponents, each counting the same, with its interval."""
    mean = sum(each["win_rate"] for each in matches) / len(matches)
    squares = sum(((each["win_rate_high"] - each["win_rate_low"]) / 2) ** 2 for each in matches)
    half = squares ** 0.5 / len(matches)
    return {"win_rate": mean, "win_rate_low": max(0, mean - half), "win_rate_high": min(1, mean + half)}


def percent(of):
    return f"{100 * of['win_rate']:.1f} ({100 * of['win_rate_low']:.1f} - {100 * of['win_rate_high']:.1f})"


def table(results):
    names = [each["opponent"] for each in results[0]["matches"]]
    lines = ["| agent | score | " + " | ".join(f"`{name}`" for name in names) + " | games a CPU hour | forfeits |",
             "|---|---|" + "---|" * (len(names) + 2)]
    for result in sorted(results, key=lambda each: -each["score"]["win_rate"]):
        matches = result["matches"]
        if [each["opponent"] for each in matches] != names:
            say(f"{result['agent']}: other opponents than those of {results[0]['agent']}")
        hours = sum(each["time"]["processor_seconds"] for each in matches) / 3600
        lines.append(f"| `{result['agent']}` | {percent(result['score'])} | " + " | ".join(percent(each) for each in matches) +
                     f" | {sum(each['games'] for each in matches) / hours:,.0f} | {sum(each['forfeits'] for each in matches)} |")
    return "\n".join(lines)


def read(path):
    try:
        result = json.loads(pathlib.Path(path).read_text())
        if result["benchmark"] != VERSION or result["seed"] != SEED:
            say(f"{path}: of another benchmark")
        return result
    except (OSError, ValueError, KeyError, TypeError) as problem:
        say(f"{path}: no result of a benchmark: {problem}")


def check(path):
    result, wrong = read(path), 0
    with tempfile.TemporaryDirectory() as folder:
        for match in result["matches"]:
            _, again = arena(result["agent"], match["opponent"], BATCH, folder)
            same = again[0] == match["results"][0]
            wrong += not same
            print(f"{match['opponent']}: {BATCH} games {'as they were' if same else 'differ'}")
    if wrong:
        print(f"{wrong} of {len(result['matches'])} differ: another agent, another version of archon (it was {result['archon']}), or not what was played")
    return 1 if wrong else 0


def main():
    words = argparse.ArgumentParser(usage=__doc__)
    words.add_argument("agent", nargs="?")
    words.add_argument("--out")
    words.add_argument("--check")
    words.add_argument("--table", nargs="+")
    words.add_argument("--only", nargs="+", choices=list(OPPONENTS), default=list(OPPONENTS))  # for tests
    words.add_argument("--games", type=int)  # of each opponent, for tests
    given = words.parse_args()
    if given.check:
        return check(given.check)
    if given.table:
        print(table([read(each) for each in given.table]))
        return 0
    if not given.agent:
        words.error("an agent is needed")
    result = benchmark(given.agent, given.only, given.games)
    print(table([result]))
    if given.out:
        pathlib.Path(given.out).write_text(json.dumps(result, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
