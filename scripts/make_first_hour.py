#!/usr/bin/env python3
"""make_first_hour.py ARCHON: measures results/first-hour.md again. In a folder with friend.txt of tests/cli and my.csv, which is made of
tests/deck/eighty_decks.json, it runs every command of the table, one after the other, as on a terminal of 80 columns; and writes their times,
what they print (as many of the first and last lines as before where a line "..." stands for the others, and never the lines about the run)
and the version into the page. The text is for a person to read again. Takes about five minutes."""
import csv
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests/cli"))
import quoted  # pylint: disable=wrong-import-position

PAGE = ROOT / "results/first-hour.md"
ROW = re.compile(r"^\| `(archon [^`]*)` \| [^|]* \|", re.M)
BLOCK = re.compile(r"^```\n\$ (archon [^\n]*)\n(.*?)^```$", re.S | re.M)
RUN_LINES = re.compile(r"^archon [^ ]+ \(.*", re.S | re.M)


def write_collection(path):
    """The 80 decks as a CSV of Decks of KeyForge has them."""
    decks = json.loads((ROOT / "tests/deck/eighty_decks.json").read_text())
    with open(path, "w", encoding="utf-8", newline="") as file:
        out = csv.writer(file, quoting=csv.QUOTE_ALL)
        out.writerow(["Name", "Houses", "Expansion", "House 1 Cards", "House 2 Cards", "House 3 Cards"])
        for deck in decks:
            cards = ["|".join(card["name"] for card in deck["cards"] if card["house"] == house for _ in range(card["count"]))
                     for house in deck["houses"]]
            out.writerow([deck["name"], " | ".join(deck["houses"]), deck["set"], *cards])


def clock(seconds):
    if seconds >= 60:
        return f"{int(seconds) // 60}:{int(seconds) % 60:02} min"
    return f"{seconds:.2f} s" if seconds < 1 else f"{seconds:.0f} s"


def run(archon, folder, command):
    """Its seconds and what it prints."""
    begun = time.monotonic()
    done = subprocess.run([archon, *shlex.split(command)[1:]], cwd=folder, env={**os.environ, "COLUMNS": "80"}, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True)
    if done.returncode not in (0, quoted.STOPPED):
        sys.exit(f"{command}: {done.stderr}")
    print(f"{command}: {clock(time.monotonic() - begun)}", flush=True)
    return time.monotonic() - begun, RUN_LINES.sub("", done.stdout).rstrip("\n").split("\n")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    archon, page = str(pathlib.Path(sys.argv[1]).resolve()), PAGE.read_text()
    with tempfile.TemporaryDirectory() as folder:
        write_collection(f"{folder}/my.csv")
        os.symlink(ROOT / "tests/cli/friend.txt", f"{folder}/friend.txt")
        done = {command: run(archon, folder, command) for command in ROW.findall(page)}
    version = subprocess.run([archon, "--version"], capture_output=True, text=True, check=True).stdout
    commit = re.search(r"commit ([^,]+)", version)[1]

    def block(match):
        lines = quoted.shortened(done[match[1]][1], match[2].rstrip("\n").split("\n"))
        return "\n".join(["```", "$ " + match[1], *(line.rstrip() for line in lines), "```"])

    page = ROW.sub(lambda match: f"| `{match[1]}` | {clock(done[match[1]][0])} |", page)
    page = re.sub(r"Version \S+,", f"Version {commit},", BLOCK.sub(block, page))
    PAGE.write_text(page)


if __name__ == "__main__":
    main()
