#!/usr/bin/env python3
"""How much memory and time a matrix of 1,000 decks takes: shards, merging them, the results.

    scripts/measure_large.py ARCHON [DECKS]

The decks are generated and play 2 games a pair at random: what is measured does not depend on how good the play is. Only the games
depend on it, and how many batches of 50 a ledger has. 1,000 decks take about two minutes on two cores.
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import time

SHARDS = 32


def measured(what, command):
    """Runs a command to its end; a line with its time on the clock, processor time and peak memory."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"failed: {' '.join(command)[:300]}")
    print(f"  {what:44}{time.monotonic() - start:8.1f} s{usage.ru_utime + usage.ru_stime:9.1f} s{usage.ru_maxrss / 1024:9.0f} MiB",
          flush=True)


def opened(page, count, folder):
    """How long Chromium takes to open the page, the second time; all decks have to stand in it."""
    sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "tests"))
    from browsers import Chromium
    browser = Chromium(f"{folder}/profile")
    try:
        for _ in range(2):
            start = time.monotonic()
            browser.open(pathlib.Path(page).as_uri())
            rows = browser.run("return document.querySelectorAll('.strength tbody tr').length")
            seconds = time.monotonic() - start
    finally:
        browser.close()
    if rows != count:
        sys.exit(f"failed: {rows} of {count} decks stand in the page")
    print(f"  the page, {os.path.getsize(page) / 1e6:.1f} MB, opened in Chromium{'':10}{seconds:8.1f} s", flush=True)


def main():
    archon = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    version = subprocess.run([archon, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    print(f"{version}: {count:,} generated decks, {count * (count - 1) // 2:,} pairs, 2 games a pair, random, {SHARDS} shards\n")
    print(f"  {'':44}{'clock':>10}{'processor':>11}{'memory':>13}")
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([archon, "deck", "generate", "--count", str(count), "--seed", "1", "--out", f"{folder}/decks"],
                       stdout=subprocess.DEVNULL, check=True)
        decks = sorted(entry.path for entry in os.scandir(f"{folder}/decks"))
        play = [archon, "matrix", *decks, "--agent", "random", "--games", "2", "--out", folder]
        for shard in range(1, SHARDS + 1):
            command = [*play, "--shard", f"{shard}/{SHARDS}"]
            if shard == 1:
                measured("games of the first shard", command)
            else:
                subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        parts = [f"{folder}/ledger-{shard}-of-{SHARDS}.sqlite" for shard in range(1, SHARDS + 1)]
        whole = f"{folder}/ledger.sqlite"
        measured("archon merge", [archon, "merge", *parts, "--out", whole])
        results = [archon, "matrix", "--from", whole]
        measured("archon matrix --from", results)
        measured("archon matrix --from --out", [*results, "--out", folder])
        measured("archon matrix --from --report", [*results, "--report", f"{folder}/page.html"])
        opened(f"{folder}/page.html", count, folder)
        measured("all in one run: nothing left to play", [*play])


if __name__ == "__main__":
    main()
