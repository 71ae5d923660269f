#!/usr/bin/env python3
"""arguments.py ARCHON: every option and argument of every command, as its help lists them: an empty value is refused by name,
not taken as none, and a number is of decimal digits. The last line is "N passed, N failed"."""
import concurrent.futures
import pathlib
import re
import subprocess
import sys
import tempfile

HELP = {"-h", "--help", "--version"}
MAYBE_ALONE = {"--wish"}  # without a value: what follows them is an argument that is missing
NO_NUMBERS = ("0x10", "0b1", "1_000", " 5", "5 ", "+5", "ten", "nan", "inf", "1e999")
NO_THOUSANDS = ("k", "1.k", ".5k", "1.2.3k", "1kk", "1m", "1.0001k")


def run(archon, words, folder):
    return subprocess.run([archon, *words], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60, cwd=folder)


def section(text, title):
    found = re.findall(rf"^{title}:\n((?:  .*\n)+)", text, re.M)
    return re.findall(r"^  (\S.*)$", "".join(found), re.M)


def commands(archon, folder, path=()):
    """The words of each command, and its help."""
    text = run(archon, [*path, "--help"], folder).stdout
    yield path, text
    for line in section(text, r"(?:Subcommands|Commands for \w+)"):
        yield from commands(archon, folder, (*path, line.split()[0]))


def cases(path, text):
    """Arguments that are to be refused, and what the message has to contain."""
    for line in section(text, "Options"):
        left = re.split(r"  +", line)[0]
        names, _, takes = left.partition(" ")
        if names.split(",")[0] in HELP:
            continue
        called = next((name for name in names.split(",") if name.startswith("--")), names)  # in messages
        for name in names.split(","):
            long = name.startswith("--")
            yield ([*path, f"{name}=", "word"], name + ": ") if long else ([*path, name, ""], called + ": ")
            if not takes:
                continue
            for empty in ("", " ", "\t"):
                yield [*path, *(["decks"] if name in MAYBE_ALONE else []), name, empty], called + ": "
            if takes.startswith(("NUMBER", "POINTS")):
                for wrong in (*NO_NUMBERS, *NO_THOUSANDS):
                    yield [*path, name, wrong], f"{called}: '{wrong}' is "
    for line in section(text, "Positionals"):
        for empty in ("", " "):
            yield [*path, empty], line.split()[0] + ": "


def main():
    archon = str(pathlib.Path(sys.argv[1]).resolve())
    passed, failed = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        found = list(commands(archon, folder))
        tried = [case for path, text in found for case in cases(path, text)]
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            results = pool.map(lambda case: run(archon, case[0], folder), tried)
            for (words, message), result in zip(tried, results):
                if result.returncode == 2 and message in result.stderr and not result.stdout:
                    passed += 1
                else:
                    failed += 1
                    print(f"FAILED: archon {words}: exit code {result.returncode}, no '{message}' in: {result.stderr}")
        left = list(pathlib.Path(folder).iterdir())
    if len(found) < 25 or len(tried) < 500:
        failed += 1
        print(f"FAILED: only {len(found)} commands and {len(tried)} cases were found in the help")
    if left:
        failed += 1
        print(f"FAILED: files were written: {left}")
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
