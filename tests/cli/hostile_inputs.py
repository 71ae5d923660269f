#!/usr/bin/env python3
"""What a stranger may send: hostile_inputs.py ARCHON [WORDS]

Inputs without a limit or an end, files that are something else, names that are formulas: each must be refused with the message and
exit code 2 within SECONDS, and nothing that is there may change. With WORDS only the cases whose name has them are run. SECURITY.md
names these cases. The last line is "N passed, N failed"."""
import os
import pathlib
import resource
import sqlite3
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SECONDS = 60  # of one command on a busy machine; alone the slowest takes about 3
DECKS = [str(ROOT / f"sim/decks/{name}.deck") for name in ("radiant-argus-the-supreme", "miss-onyx-censorius")]
PLAYED = ["--games", "4", "--agent", "random"]

archon = os.path.abspath(sys.argv[1])
words = " ".join(sys.argv[2:])
passed = failed = 0


def check(name, good, what=""):
    global passed, failed
    if good:
        passed += 1
    else:
        failed += 1
        print(f"FAILED: {name}\n{what}")


def run(arguments, limits=None, **more):
    """Exit code, output and messages; 124 for a command that did not end."""
    try:
        done = subprocess.run([archon, *map(str, arguments)], capture_output=True, timeout=SECONDS, preexec_fn=limits, **more)
        return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
    except subprocess.TimeoutExpired:
        return 124, "", f"more than {SECONDS} s"


def at_most_4_gb():
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))


def refused(name, arguments, message, most_bytes=20_000, **more):
    code, _, said = run(arguments, **more)
    check(name, code == 2 and message in said and len(said) <= most_bytes, f"exit code {code}, wanted 2 and: {message}\n{said[:2000]}")


# Names that are no card's, in every format: the nearest titles are looked up for those that are shown only.
def unknown_names(folder):
    cards = "".join(f"1 Mysterious Name of Nobody {i}\n" for i in range(49))
    deck = "name: D{}\nset: CotA\nhouses: Dis, Logos, Mars\n[Dis]\n" + cards
    (folder / "many.deck").write_text("".join(deck.format(i) for i in range(6000)))
    refused("names: 294,000 unknown ones in a deck file", ["deck", "check", folder / "many.deck"],
            "many.deck: and 317900 more problems", 40_000)
    (folder / "houses.deck").write_text(("name: D\nset: CotA\nhouses: " + "Logoss of nowhere, " * 100 + "\n[Dis]\n") * 6000)
    refused("names: 600,000 unknown houses in a deck file", ["deck", "check", folder / "houses.deck"], "more problems", 40_000)
    files = folder / "files"
    files.mkdir()
    for i in range(2000):
        (files / f"{i}.deck").write_text(deck.format(i))
    refused("names: 98,000 unknown ones in a folder", ["deck", "check", files], "more problems", 100_000)


# A small file of labelled decisions.
def labels_in(folder):
    labels = folder / "labels"
    run(["train", "labels", *DECKS, "--agent", "greedy", "--worlds", "4", "--parts", "2", "--turns", "0", "--games", "4", "--out", labels])
    return labels


# Files without an end are read up to the limit of their kind.
def endless_files(folder):
    sparse = folder / "sparse"
    with open(sparse, "wb") as file:
        file.truncate(1 << 40)
    ledger = folder / "values.sqlite"
    run(["values", "--decks", "10", "--games", "300", "--agent", "random", "--ledger", ledger])
    for file in ("/dev/zero", sparse):
        for arguments, message in (
                (["rate", DECKS[0], "--model", file], "--model: {}: larger than 16 MB (a model has less than 1 MB)"),
                (["train", "ratings", "--test", ledger, "--model", file], "--model: {}: larger than 16 MB (a model has less than 1 MB)"),
                (["train", "policy", file], "{}: larger than 1024 MB"),
                (["train", "policy", labels_in(folder), "--test", file], "{}: larger than 1024 MB"),
                (["train", "labels", "--out", file], "{}: larger than 1024 MB"),
                (["regret", file, "--agent", "random"], "{}: larger than 1024 MB"),
                (["replay", file], "{}: line 1: more than 1048576 bytes"),
                (["match", *DECKS, "--agent", f"policy:weights={file}"], "larger than 16 MB (weights have less than 1 MB)"),
                (["advise", file], "{}: larger than a megabyte"),
                (["position", file], "{}: larger than a megabyte"),
                (["deck", "check", file], "{}: larger than 16 MB")):
            refused(f"endless: {' '.join(map(str, arguments[:-1]))} {file}", arguments, message.format(file), limits=at_most_4_gb)
    with open("/dev/zero", "rb") as zero:
        for arguments, message in ((["deck", "check", "-"], "standard input: larger than 16 MB"),
                                   (["position", "-"], "-: larger than a megabyte"),
                                   (["engine"], "standard input: a line of more than 16 MB")):
            refused(f"endless: {' '.join(arguments)} from standard input", arguments, message, stdin=zero)
    pipes = folder / "pipes"
    pipes.mkdir()
    os.mkfifo(pipes / "pipe.deck")
    (pipes / "endless.deck").symlink_to("/dev/zero")
    (pipes / "good.deck").write_text(pathlib.Path(DECKS[0]).read_text())
    code, out, said = run(["deck", "check", pipes])
    check("endless: a pipe and a device in a folder of decks",
          code == 0 and "not looked at in this folder: endless.deck, pipe.deck" in said and "Radiant Argus" in out, said)


# What is no ledger is left byte for byte as it was.
def other_files(folder):
    other = folder / "other.sqlite"
    with sqlite3.connect(other) as database:
        database.execute("CREATE TABLE batch(cell TEXT)")
    database.close()
    contents = {"byte": b"x", "start": b"SQLite format 3\0", "text": b"my notes\n" * 1000, "zeros": bytes(4096),
                "cut": other.read_bytes()[:1000], "other": other.read_bytes()}
    for name, content in contents.items():
        for arguments in (["match", *DECKS, *PLAYED, "--ledger"], ["matrix", *DECKS, *PLAYED, "--from"],
                          ["merge", DECKS[0], "--out"], ["tournament", "sealed", "--from"]):
            path = folder / f"{name}-{arguments[0]}"
            path.write_bytes(content)
            os.utime(path, (1, 1))
            code, _, said = run([*arguments, path])
            check(f"ledger: {name} for {arguments[0]}", code == 2 and "ledger" in said and path.read_bytes() == content
                  and path.stat().st_mtime == 1 and not list(folder.glob(f"{path.name}-*")), f"exit code {code}\n{said}")
    there = folder / "folder"
    there.mkdir()
    (there / "ledger.sqlite").write_bytes(b"x")
    code, _, said = run(["matrix", *DECKS, *PLAYED, "--out", there])
    check("ledger: a byte for matrix --out", code == 2 and (there / "ledger.sqlite").read_bytes() == b"x", said)


# Names of files and decks in CSV: no cell begins as a formula does.
def formulas(folder):
    import csv
    import io
    signs = "=+-@\uFF1D\uFF0B\uFF0D\uFF20"
    text = pathlib.Path(DECKS[0]).read_text().split("\n", 1)[1]
    labels = labels_in(folder)
    for sign in signs:
        deck = folder / f"a,{sign}1+1,\"{sign}1\";{sign}1.deck"
        deck.write_text(f"name: {sign}SUM(A1)\n{text}")
        run(["matrix", deck, DECKS[1], *PLAYED, "--out", folder / sign])
        for arguments in (["rate", deck], ["matrix", deck, DECKS[1], *PLAYED], ["gauntlet", deck, "--field", DECKS[1], *PLAYED],
                          ["usage", deck, DECKS[1], *PLAYED], ["values", deck, "--field", DECKS[1], *PLAYED],
                          ["tournament", "adaptive", deck, DECKS[1], "--from", folder / sign / "ledger.sqlite"],
                          ["regret", labels, "--agent", "random"]):
            code, out, said = run([*arguments, "--format", "csv"])
            for delimiter in ",;\t":
                cells = [cell for row in csv.reader(io.StringIO(out), delimiter=delimiter) for cell in row]
                bad = [cell for cell in cells if cell.strip()[:1] and cell.strip()[0] in signs and not number(cell)]
                check(f"formulas: {arguments[0]} with {sign}, cells by {delimiter!r}", code in (0, 3) and cells and not bad,
                      f"exit code {code}, cells: {bad}\n{said}")


def number(cell):
    try:
        float(cell)
        return cell.isascii()
    except ValueError:
        return False


# A stack that is too small is refused at the start, and one that is accepted is enough.
def small_stacks(folder):
    def stack_of(kilobytes):
        return lambda: resource.setrlimit(resource.RLIMIT_STACK, (kilobytes << 10, kilobytes << 10))
    position = folder / "position.json"
    position.write_text('{"players":[{"hand":["fear"]},{"deck_rest":["troll"]}]}')
    (folder / "deep.json").write_text("[" * 32 + "]" * 32)
    labels = labels_in(folder)
    for kilobytes in (64, 128):
        refused(f"stack: {kilobytes} KB", ["match", *DECKS, *PLAYED], "KB are needed (ulimit -s 8192)", limits=stack_of(kilobytes))
    for arguments in (["match", *DECKS, "--games", "2", "--agent", "best"], ["matrix", *DECKS, *PLAYED, "--chains", "--report", folder / "m.html"],
                      ["deck", "report", DECKS[0], "--games", "10", "--agent", "random"], ["advise", position, "--agent", "random"],
                      ["soak", "--generate", "4", "--decisions", "3000"], ["cards", "--sets"], ["deck", "check", folder / "deep.json"],
                      ["values", "--decks", "10", "--games", "30", "--agent", "random"], ["regret", labels, "--agent", "random"]):
        code, _, said = run(arguments, limits=stack_of(256))
        check(f"stack: 256 KB for {arguments[0]} {arguments[1]}", code in (0, 2, 3) and "ulimit" not in said, f"exit code {code}\n{said}")


for case in (unknown_names, endless_files, other_files, formulas, small_stacks):
    if words in case.__name__:
        with tempfile.TemporaryDirectory() as made:
            case(pathlib.Path(made))
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
