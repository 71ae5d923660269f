#!/usr/bin/env python3
"""Ledgers that somebody changed: hostile_ledgers.py ARCHON [--changes N] [--seed S]

Makes a small ledger of each kind, changes it in a way drawn from the seed, with sums that fit: numbers of batches, texts, settings,
cells, the tables themselves, views and triggers, bytes. Every command that reads such a ledger must end within SECONDS: it refuses
the ledger (exit codes 2, 4) and leaves it as it was, or uses it and prints possible numbers: no win rate outside 0 to 1, no count
below 0, nothing that is no number. The last line is "N passed, N failed"."""
import argparse
import concurrent.futures
import json
import math
import os
import pathlib
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SECONDS = 60  # of one command on a busy machine; alone it takes two
DECKS = [str(ROOT / f"sim/decks/{name}.deck") for name in (
    "radiant-argus-the-supreme", "miss-onyx-censorius", "guide-achea", "sahl-the-aegian", "titanfang-tower-fighter")]
(A, B, C), FIVE = DECKS[:3], " ".join(DECKS)
# What makes a ledger of a kind (LEDGER is its path), and what reads it. Readers play nothing beyond what the ledger has.
KINDS = {
    "matrix": (f"matrix {A} {B} {C} --games 60 --agent random --out FOLDER", "ledger.sqlite", [
        "matrix --from LEDGER --format json", "gauntlet {A} --field {B} {C} --from LEDGER --format json",
        f"matrix {A} {B} {C} --games 60 --agent random --out FOLDER --format json",
        "tournament sealed --from LEDGER --format json", "merge LEDGER --out NEW", "verify LEDGER --games 20"]),
    "match": (f"match {A} {B} --games 40 --agent random --ledger LEDGER", None,
              [f"match {A} {B} --games 40 --agent random --ledger LEDGER --format json"]),
    "chains": (f"chains {A} {B} --games 200 --agent random --ledger LEDGER", None,
               [f"chains {A} {B} --games 200 --agent random --ledger LEDGER --format json"]),
    "arena": (f"arena --agent random --agent greedy --decks {FIVE} --games 40 --ledger LEDGER", None,
              [f"arena --agent random --agent greedy --decks {FIVE} --games 40 --ledger LEDGER --format json"]),
    "usage": (f"usage {A} {B} --games 20 --agent random --ledger LEDGER", None,
              [f"usage {A} {B} --games 20 --agent random --ledger LEDGER --format json"]),
    "round": (f"best {A} {B} {C} --games 60 --finalists 2 --agent random --ledger round.sqlite --shard 1/2", "round-1-of-2.sqlite", [
        "merge LEDGER --out NEW", f"best {A} {B} {C} --games 60 --finalists 2 --agent random --ledger LEDGER --shard 1/2",
        f"best {A} {B} {C} --games 60 --finalists 2 --agent random --ledger LEDGER --format json"]),
    "turns": (f"turns {A} {B} --agent random --against greedy --games 8 --deals 2 --ledger LEDGER", None,
              [f"turns {A} {B} --agent random --against greedy --games 8 --deals 2 --ledger LEDGER --format json"]),
    "soak": (f"soak {A} {B} --decisions 2000 --ledger LEDGER", None, [f"soak {A} {B} --decisions 2000 --ledger LEDGER"]),
}
NUMBERS = ["0", "-1", "-5", "1", "2147483648", "99999999999", "9223372036854775807", "18446744073709551615", "1e300", "0.5", "null",
           '"x"', "[]", "true", "123456789012345678901234567890"]


def fnv(*fields):
    """The sum of a batch, so that a change looks as if archon had written it."""
    value = 0xCBF29CE484222325
    for field in fields:
        for byte in str(field).encode("utf-8", "surrogateescape") + b"\xff":
            value = (value ^ byte) * 0x100000001B3 % 2**64
    return value - 2**64 if value >= 2**63 else value


def change_number(text, rng):
    numbers = list(re.finditer(r"-?\d+(\.\d+)?", text))
    if not numbers:
        return text
    found = rng.choice(numbers)
    new = rng.choice(NUMBERS) if rng.random() < 0.7 else str(int(float(found[0])) + rng.choice([-1, 1, 50, -50]))
    return text[:found.start()] + new + text[found.end():]


def change_text(text, rng):
    at = rng.randrange(len(text) + 1)
    kind = rng.randrange(4)
    if kind == 0:
        return text[:at]
    if kind == 1:
        return text[:at] + rng.choice(['{', '"', ']', ',', '\x00', 'é', "0"]) + text[at:]
    if kind == 2:
        return text[:at] + text[at + rng.randrange(1, 20):]
    return rng.choice(["", "{}", "[]", "null", "7", "[" * 100000, '{"a":' * 50000])


def change_batch(db, rng):
    rows = db.execute("SELECT cell, first, games, data FROM batch").fetchall()
    cell, first, games, data = rng.choice(rows)
    old = (cell, first)
    kind = rng.randrange(8)
    if kind < 4:
        data = change_number(data, rng)
    elif kind == 4:
        data = change_text(data, rng)
    elif kind == 5:
        games = rng.choice([0, -1, games + 1, 2147483648, 2**62, 2**63 - 1])
    elif kind == 6:
        first = rng.choice([-1, first + 1, 2**62, 2**63 - 1])
    else:
        cell = change_text(cell, rng)
    db.execute("UPDATE batch SET cell = ?, first = ?, games = ?, data = ?, sum = ? WHERE cell = ? AND first = ?",
               (cell, first, games, data, fnv(cell, first, games, data), *old))


def change_meta(db, rng):
    key, value = rng.choice(db.execute("SELECT key, value FROM meta").fetchall())
    value = change_number(value, rng) if rng.random() < 0.5 else change_text(value, rng)
    db.execute("UPDATE meta SET value = ? WHERE key = ?", (value, key))


def change_tables(db, rng):
    db.executescript(rng.choice([
        "CREATE TRIGGER t AFTER INSERT ON batch BEGIN DELETE FROM batch; END",
        "CREATE TRIGGER t BEFORE UPDATE ON batch BEGIN SELECT 1; END",
        "CREATE INDEX i ON batch(games)",
        "CREATE TABLE other(x)",
        "DROP TABLE batch",
        "DROP TABLE meta",
        "DELETE FROM meta",
        "ALTER TABLE batch RENAME TO b; CREATE VIEW batch AS WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n) "
        "SELECT 'a' AS cell, i AS first, 1 AS games, '{}' AS data, 0 AS sum FROM n",
        "ALTER TABLE meta RENAME TO m; CREATE VIEW meta AS SELECT key, value FROM m",
    ]))


def change_bytes(path, rng):
    data = bytearray(path.read_bytes())
    if rng.random() < 0.3:
        del data[rng.randrange(len(data)):]
    for _ in range(rng.randrange(1, 8)):
        if data:
            data[rng.randrange(len(data))] = rng.randrange(256)
    path.write_bytes(data)


def change(path, rng):
    kind = rng.random()
    if kind < 0.15:
        return change_bytes(path, rng)
    db = sqlite3.connect(path)
    try:
        (change_batch if kind < 0.75 else change_meta if kind < 0.88 else change_tables)(db, rng)
        db.commit()
    except (sqlite3.Error, OverflowError, UnicodeEncodeError):
        pass  # SQLite itself takes no such value: the ledger is as it was
    finally:
        db.close()


def impossible(name, value):
    """Why a figure of a result can't be; empty: it can."""
    if isinstance(value, dict):
        return next(filter(None, (impossible(key, inner) for key, inner in value.items())), "")
    if isinstance(value, list):
        return next(filter(None, (impossible(name, inner) for inner in value)), "")
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return ""
    if not math.isfinite(value):
        return f"{name} is {value}"
    if re.search(r"win_rate|share|nash|interval", name) and "rating" not in name and not -0.001 <= value <= 1.001 and \
            re.search(r"win_rate|share|nash", name):
        return f"{name} is {value}"
    if re.fullmatch(r"games|wins.*|losses|undecided|faults|forfeits.*|played|seen|decisions|turns.*|pairs.*", name) and value < 0:
        return f"{name} is {value}"
    return ""


def run(archon, arguments, folder):
    return subprocess.run([archon, *arguments], capture_output=True, timeout=SECONDS, cwd=folder, stdin=subprocess.DEVNULL)


def words(command, folder, ledger):
    places = {"LEDGER": str(ledger), "FOLDER": str(ledger.parent), "NEW": str(folder / "new.sqlite")}
    return [places.get(word, word) for word in command.format(A=A, B=B, C=C).split()]


def try_one(archon, originals, seed):
    """What went wrong with a change, empty if nothing; and whether the ledger was refused."""
    rng = random.Random(seed)
    kind = rng.choice(sorted(KINDS))
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        ledger = folder / "ledger.sqlite"
        shutil.copyfile(originals / kind, ledger)
        change(ledger, rng)
        before = ledger.read_bytes()
        command = rng.choice(KINDS[kind][2])
        said = f"seed {seed}: {kind}: archon {command}"
        try:
            done = run(archon, words(command, folder, ledger), folder)
        except subprocess.TimeoutExpired:
            return f"{said}: longer than {SECONDS} s", False
        if done.returncode in (2, 4):
            if ledger.read_bytes() != before:
                return f"{said}: refused, but changed", True
            return ("" if done.stderr.strip() else f"{said}: refused without a word"), True
        if done.returncode not in (0, 1, 3):
            return f"{said}: exit code {done.returncode}: {done.stderr[-300:]}", False
        if "json" in command:
            try:
                why = impossible("", json.loads(done.stdout))
            except ValueError:
                why = "no JSON: " + repr(done.stdout[:200]) + repr(done.stderr[-200:])
            if why:
                return f"{said}: {why}", False
        return "", False


def make_ledgers(archon, folder):
    for kind, (command, name, _) in KINDS.items():
        made = folder / ("of-" + kind)
        made.mkdir()
        ledger = made / (name or "ledger.sqlite")
        done = run(archon, words(command, made, ledger), made)
        if done.returncode not in (0, 3) or not ledger.exists():
            sys.exit(f"archon {command}: {done.stderr.decode()}")
        shutil.copyfile(ledger, folder / kind)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("archon", type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("--changes", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        folder = pathlib.Path(folder)
        make_ledgers(options.archon, folder)
        seeds = range(options.seed * 1_000_000, options.seed * 1_000_000 + options.changes)
        results = list(pool.map(lambda seed: try_one(options.archon, folder, seed), seeds))
    problems = [problem for problem, _ in results if problem]
    for problem in problems[:20]:
        print("FAILED:", problem)
    refused = sum(was for _, was in results)
    print(f"{refused} refused, {len(results) - refused - len(problems)} used with possible numbers")
    print(f"{len(results) - len(problems)} passed, {len(problems)} failed")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
