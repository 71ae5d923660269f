#!/usr/bin/env python3
"""Golden tests of the command line: golden.py ARCHON [NAME ...] [--update]. What each command of commands.txt prints, or those
named, is compared with golden/NAME.txt, figures and all: seeds are fixed, so a figure that differs is wrong or meant to differ.
Of commands that are run as on terminals of several widths, no line may be wider.
--update writes the files anew; read what changed (git diff) before it is committed. The last line is "N passed, N failed"."""
import concurrent.futures
import difflib
import hashlib
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unicodedata

ROOT = pathlib.Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "tests/cli/golden"
DIGITS = 6  # that are compared; the last ones of sixteen are of the compiler
COLUMNS, ROWS = 140, 12  # of JSON on a line; of a list that is longer than twice that
SECONDS = 300
PROVENANCE = r"(?m)^(archon [^ ]+ \(|command: ).*\n"  # what made a CSV is said on standard error
HINT = r"(?m)^archon train [a-z]+: to [a-z]+ (by|from) it: .*\n"  # so is what uses a file that was written
NUMBER = r"[\d.,]*\d"

# What is not the same in every run and build: version, time and speed.
BLANKED = [
    (r"archon [^ ]+ \([^)]*\)", "archon VERSION"),
    (r'"archon \d+\.\d+\.\d+"', '"archon VERSION"'),
    (r'"(version|compiler|build_type)": "[^"]*"', r'"\1": "#"'),
    (r'"(seconds|play_seconds|fit_seconds|games_per_second|decisions_per_second)": [\d.e+-]+', r'"\1": "#"'),
    (rf"{NUMBER} (s|games/s|decisions/s|leaves/s|ms a deck)(?![\w/])", r"# \1"),
    (r"(?m)^seconds: [\d.]+$", "seconds: #"),
    # A line of `archon bench`: agent and games stay, decisions and turns a game.
    (r"(?m)^(random|greedy|fast|standard)  +([\d,]+)(?:  +[\d.,]+){5}  +([\d.]+)  +([\d.]+)  +[\d,]+$", r"\1 \2 # \3 \4 #"),
    # The same at 80 columns, where what does not change has no room.
    (r"(?m)^(random|greedy|fast|standard)(?:  +[\d.,]+){5}$", r"\1 #"),
]

# Where the lines about the run begin, which are wrapped elsewhere when a version or a path is longer.
RUN_LINES = r"(?m)^(values: )?archon [^ ]+ \("


def rounded(match):
    number = float(match[0])
    return f"{number:.{DIGITS}g}" if abs(number) >= 1e-12 else "0"


def lines_of(value, indent=""):
    """JSON in which a row of a table is a line; of a long list the first rows, and a digest of the others."""
    flat = json.dumps(value, ensure_ascii=False)
    if len(flat) <= COLUMNS or not isinstance(value, (dict, list)):
        return flat
    inside = indent + "  "
    if isinstance(value, dict):
        rows = [f"{inside}{json.dumps(key, ensure_ascii=False)}: {lines_of(inner, inside)}" for key, inner in value.items()]
        return "{\n" + ",\n".join(rows) + f"\n{indent}}}"
    rows, others = value, []
    if len(value) > 2 * ROWS:
        rows, others = value[:ROWS], value[ROWS:]
    lines = [inside + lines_of(row, inside) for row in rows]
    if others:
        digest = hashlib.sha256(json.dumps(others).encode()).hexdigest()[:16]
        lines.append(f"{inside}... {len(others)} more, {digest}")
    return "[\n" + ",\n".join(lines) + f"\n{indent}]"


def columns_of(line):
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line)


def seen(text, work, columns):
    """What of an output is compared."""
    if columns:
        text = re.split(RUN_LINES, text)[0]
    text = text.replace(str(work), "WORK")
    for pattern, new in BLANKED:
        text = re.sub(pattern, new, text)
    text = re.sub(rf"-?\b\d+\.(?=\d{{{DIGITS - 1}}})\d+(e[+-]\d+)?\b|-?\b\d(\.\d+)?e[+-]\d+\b", rounded, text)
    return lines_of(json.loads(text)) + "\n" if text.startswith("{") else text


def split(arguments):
    """Words as a shell makes them of it, patterns of files too."""
    files = {word: sorted(str(path.relative_to(ROOT)) for path in ROOT.glob(word)) for word in shlex.split(arguments) if "*" in word}
    return [each for word in shlex.split(arguments) for each in files.get(word, [word])]


def read_commands(work):
    """The commands that make files, and {name: (arguments, columns)}. Their words in braces are decks and places."""
    decks = {name: f"sim/decks/{file}.deck" for name, file in (
        ("argus", "radiant-argus-the-supreme"), ("onyx", "miss-onyx-censorius"), ("achea", "guide-achea"),
        ("sahl", "sahl-the-aegian"), ("titanfang", "titanfang-tower-fighter"), ("lucretia", "lucretia-priest-of-the-authentic-state"))}
    words = {**decks, "five": " ".join(list(decks.values())[:5]), "work": work}
    prepare, commands = [], {}
    for line in (GOLDEN.parent / "commands.txt").read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        names, arguments = line.format(**words).split(": ", 1)
        name, *widths = names.split()
        if name == "prepare":
            prepare.append(split(arguments))
        for name, columns in [(f"{name}_{columns}", int(columns)) for columns in widths] or [(name, 0)]:
            if name in commands:
                sys.exit(f"commands.txt: {name} stands there twice")
            if name != "prepare":
                commands[name] = (split(arguments), columns)
    return prepare, commands


def run(archon, arguments, columns=0):
    environment = {key: value for key, value in os.environ.items() if key != "COLUMNS"}
    if columns:
        environment["COLUMNS"] = str(columns)
    return subprocess.run([archon, *arguments], cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=SECONDS)


def try_command(archon, name, command, work, update):
    """What is wrong with it, empty when nothing is."""
    arguments, columns = command
    done = run(archon, arguments, columns)
    said = re.sub(HINT, "", done.stderr)
    if "csv" in arguments:
        said = re.sub(PROVENANCE, "", said)
    if done.returncode or said:
        return f"exit code {done.returncode}: {said[-1000:]}"
    wide = [line for line in done.stdout.splitlines() if columns and columns_of(line) > columns]
    if wide:
        return f"{columns_of(wide[0])} columns instead of {columns}: {wide[0]}"
    file, now = GOLDEN / f"{name}.txt", seen(done.stdout, work, columns)
    if update:
        file.write_text(now)
    before = file.read_text() if file.exists() else ""
    difference = difflib.unified_diff(before.splitlines(), now.splitlines(), f"golden/{name}.txt", "now", n=1, lineterm="")
    return "\n".join(["archon " + " ".join(arguments), *difference]) if before != now else ""


def main():
    words = [word for word in sys.argv[1:] if word != "--update"]
    if not words:
        sys.exit(__doc__)
    archon, wanted, update = os.path.abspath(words[0]), words[1:], "--update" in sys.argv
    failed = 0
    with tempfile.TemporaryDirectory() as work, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        prepare, commands = read_commands(work)
        if unknown := set(wanted) - set(commands):
            sys.exit(f"no such command in commands.txt: {' '.join(sorted(unknown))}")
        for name in {file.stem for file in GOLDEN.glob("*.txt")} - set(commands):
            failed += 1
            print(f"FAILED: golden/{name}.txt: no command in commands.txt prints it")
        for arguments in prepare:
            if run(archon, arguments).returncode:
                sys.exit(f"archon {' '.join(arguments)} failed")
        names = wanted or list(commands)
        for name, problem in zip(names, pool.map(lambda name: try_command(archon, name, commands[name], work, update), names)):
            if problem:
                failed += 1
                print(f"FAILED: {name}: {problem}", flush=True)
    print(f"{len(names) - min(failed, len(names))} passed, {failed} failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
