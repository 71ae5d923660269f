#!/usr/bin/env python3
"""step_rate.py BUILD [--runs 10] [--games 1024] [--at-least 0.6] [--observe]: how fast many games at once go through the C interface,
beside `archon bench --agent random`, which plays the same decks one game after the other. Both in turns, so that what slows the machine
for a while slows both; by processor time, each on one core. Exit code 1 when the ratio is less than wanted."""
import argparse
import json
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))
import ratio  # noqa: E402

BENCH_GAMES = 4000  # half a second


def output(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr or f"{command[0]} failed")
    return done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--games", type=int, default=1024)
    parser.add_argument("--at-least", type=float, default=0)
    parser.add_argument("--observe", action="store_true")
    options = parser.parse_args()
    if options.runs < 6:
        parser.error("--runs: at least 6, which an interval of 95 % needs")
    build = options.build.resolve()
    decks = sorted((ROOT / "sim/decks").glob("*.deck"))
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / "step_rate"
        output("cc", "-std=c99", "-O2", f"-I{ROOT}/agents/c", ROOT / "bench/c/step_rate.c", f"-L{build}", "-larchon",
               f"-Wl,-rpath,{build}", "-o", program)
        native, through = [], []
        for _ in range(options.runs):
            bench = output(build / "archon", "bench", "--agent", "random", "--games", BENCH_GAMES, "--repetitions", 1, "--format", "json")
            native.append(json.loads(bench)["agents"][0]["decisions_per_second"])
            said = output(program, *decks, "--games", options.games, "--decisions", 1000000, *(["--observe"] if options.observe else []))
            through.append(float(re.search(r"(\d+) decisions a second", said)[1]))
    compared = ratio.interval([ratio.math.log(new / old) for old, new in zip(native, through)])
    print(f"archon bench --agent random: {statistics.median(native):,.0f} decisions a second, at most {max(native):,.0f}")
    print(f"{options.games:,} games at once:      {statistics.median(through):,.0f} decisions a second, at most {max(through):,.0f}")
    print(f"ratio {ratio.shown(compared)}")
    return compared[0] < options.at_least


if __name__ == "__main__":
    sys.exit(main())
