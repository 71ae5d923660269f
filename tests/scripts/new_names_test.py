#!/usr/bin/env python3
"""A new card and a new instruction change no game of agents that learned without them: new_names_test.py ARCHON [FOLDER]

Copies the working tree to FOLDER (build/new-names), adds a card at the top of the facts and an instruction in the middle of the list,
builds, and lets both programs play the same games. Then damages the policy: the program must not play on. The last line is
"N passed, N failed". A whole build, so it is run by hand.
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DECKS = ["radiant-argus-the-supreme", "miss-onyx-censorius", "guide-achea", "sahl-the-aegian"]
GAMES = {"fast": 400, "standard": 100, "strong": 4}
# An instruction like another one, so that it has all that the list says of instructions.
LIKE, NEW = "Reveal", "Juggle"
CARD = "invented-card\tInvented Card\tcreature\t3\t1\t1\ttaunt\timp\tCotA:999:dis:common\t\n"
DEFINITION = "\ncard invented-card\n  reap: steal 1\n"


def edit(path, change):
    old = path.read_text()
    new = change(old)
    if new == old:
        sys.exit(f"{path}: there is nothing to change")
    path.write_text(new)


def copy_tree(tree):
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, tree / name)


def add_names(tree):
    edit(tree / "engine/facts/facts.tsv", lambda text: text.replace("\n", "\n" + CARD, 1))
    edit(tree / "engine/cards/cota/dis.kf", lambda text: text + DEFINITION)
    edit(tree / "engine/core/ops.def",
         lambda text: re.sub(rf"^(EFFECT\(){LIKE}(,.*\n)", rf"\g<1>{NEW}\2\g<0>", text, count=1, flags=re.M))
    carried_out = rf"\bcase EffectOp::{LIKE}:"
    for path in [*tree.glob("engine/*/*.cpp"), *tree.glob("agents/*/*.cpp")]:
        if re.search(carried_out, path.read_text()):
            edit(path, lambda text: re.sub(carried_out, rf"case EffectOp::{NEW}:\n\g<0>", text))


def build(tree):
    folder = tree / "build"
    for command in (["cmake", "-S", tree, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release"],
                    ["cmake", "--build", folder, "--target", "archon"]):
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            sys.exit(done.stdout[-4000:] + done.stderr[-4000:])
    return folder / "archon"


def match(archon, first, second, agent):
    decks = [ROOT / f"sim/decks/{name}.deck" for name in (first, second)]
    return subprocess.run([archon, "match", *decks, "--games", str(GAMES[agent]), "--agent", agent, "--seed", "5", "--format", "json"],
                          capture_output=True, text=True)


def result(archon, first, second, agent):
    """Who won how many games, of how many turns and decisions."""
    done = match(archon, first, second, agent)
    if done.returncode:
        sys.exit(f"{archon}: {done.stderr}")
    read = json.loads(done.stdout)
    return {name: read[name] for name in ("results", "turns_mean", "decisions_mean")}


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    old, tree = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else ROOT / "build/new-names").resolve()
    counts = [0, 0]

    def check(good, what):
        counts[not good] += 1
        print(("" if good else "FAILED: ") + what, flush=True)

    copy_tree(tree)
    add_names(tree)
    print("building", flush=True)
    new = build(tree)
    for agent in GAMES:
        for first, second in zip(DECKS, DECKS[1:]):
            before, after = result(old, first, second, agent), result(new, first, second, agent)
            check(before == after, f"{agent}, {first} against {second}: {before['wins']} and {after['wins']}, "
                                   f"{before['decisions_mean']:.2f} and {after['decisions_mean']:.2f} decisions a game")
    coverage = subprocess.run([new, "cards", "--sets"], capture_output=True, text=True, check=True).stdout
    told = [line for line in coverage.splitlines() if line.startswith("the learned policy: ")]
    check(len(told) == 1 and f".{NEW}." in told[0] and "missing and count as 0" in told[0], "what the policy lacks is told: " + "".join(told))

    edit(tree / "agents/models/policy.txt", lambda text: text.replace("\t8", "\tg", 1))
    done = match(build(tree), *DECKS[:2], "standard")
    check(done.returncode != 0 and not done.stdout and "agents/models/policy.txt: line " in done.stderr,
          f"a policy that can't be read ends the program: {done.stderr.strip()}")
    print(f"{counts[0]} passed, {counts[1]} failed")
    sys.exit(counts[1] > 0)


if __name__ == "__main__":
    main()
