#!/usr/bin/env python3
"""Counts perft fixtures a second time, through `archon engine`: walk.py ARCHON [MOST_LEAVES]. Of each fixture the depths with at
most so many leaves (2000) by the file; the last line is "N passed, N failed". README.md says what is counted and hashed."""
import json
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
MASK = 2**64 - 1


def ask(engine, **request):
    engine.stdin.write(json.dumps(request) + "\n")
    engine.stdin.flush()
    answer = json.loads(engine.stdout.readline())
    return answer if "error" not in answer else sys.exit(f"{answer['error']} ({answer['at']})")


def word(text):
    return [*(text or "").encode(), 0]


def in_play(card, creature):
    status = sum(2**bit for bit, name in enumerate(("exhausted", "stunned", "warded", "enraged")) if card.get(name))
    yield from (card["ref"], status, *(card.get(name, 0) for name in ("damage", "aember", "power_counters")))
    for name, number in card.get("counters", {}).items():
        yield from (*word(name), number)
    yield from (card["power"], card["armor"]) if creature else ()
    yield from word(card.get("token"))
    for on in ("upgrades", "under"):
        yield from (len(card.get(on, [])), *(each["ref"] for each in card.get(on, [])))


def numbers(decision, position):
    chooser = decision["player"] if decision["kind"] != "over" else -1
    yield from (*word(decision["kind"]), chooser, len(decision["actions"]), position["active"])
    yield from (*word(position["phase"]), *word(position["house"]), position["tide"] if position["tide"] in (0, 1) else -1)
    for player in position["players"]:
        yield player["aember"]
        for key in player["keys"]:
            yield from word(key)
        yield from (player["chains"], player["turn"])
        for zone in ("hand", "discard", "archives", "purged"):
            yield from (len(player[zone]), *(card["ref"] for card in player[zone]))
        rest = [card["ref"] for card in player["deck_rest"]]
        yield from (len(player["deck"]), *(card["ref"] for card in player["deck"]), len(rest), sum(rest))
        for zone in ("battleline", "artifacts"):
            yield len(player[zone])
            for card in player[zone]:
                yield from in_play(card, zone == "battleline")


def walk(engine, decision, depth, counts):
    for action in decision["actions"] if depth < len(counts) else []:
        ask(engine, do="push")
        after = ask(engine, do="apply", id=action["id"], then="decision")["decision"]
        value = 0xCBF29CE484222325
        for number in numbers(after, ask(engine, do="state")):
            value = (value ^ number & MASK) * 0x100000001B3 & MASK
        counts[depth] = counts[depth][0] + 1, counts[depth][1] + value & MASK
        walk(engine, after, depth + 1, counts)
        ask(engine, do="pop")


def begin(engine, fixture):
    if "position" in fixture:
        ask(engine, do="load", position=json.loads(fixture["position"]))
    else:
        decks = [str(HERE / path) for path in fixture["decks"].split()]
        ask(engine, do="new", decks=decks, seed=int(fixture["seed"]))
    random, decision = int(fixture.get("seed", 1)), ask(engine, do="decision")
    for _ in range(int(fixture.get("prefix", 0))):
        random = random * 6364136223846793005 + 1442695040888963407 & MASK
        chosen = decision["actions"][(random >> 33) % len(decision["actions"])]
        decision = ask(engine, do="apply", id=chosen["id"], then="decision")["decision"]
    return decision


def main():
    archon, most = (sys.argv + ["2000"])[1:3] if len(sys.argv) in (2, 3) else sys.exit(__doc__)
    engine = subprocess.Popen([archon, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    results = []
    for block in re.split(r"(?m)^(?=fixture: )", (HERE / "fixtures.txt").read_text())[1:]:
        fixture = dict(re.findall(r"(?m)^(\w+): (.*)", block))
        expected = re.findall(r"(?m)^depth: (\d+) leaves (\d+) sum (\w+)", block)
        expected = [(int(leaves), int(total, 16)) for _, leaves, total in expected if int(leaves) <= int(most)]
        counts = [(0, 0)] * len(expected)
        walk(engine, begin(engine, fixture), 0, counts)
        for depth, (want, have) in enumerate(zip(expected, counts), 1):
            results.append(want == have)
            if want != have:
                print(f"{fixture['fixture']}, depth {depth}: {want[0]} leaves, sum {want[1]:016x}; walked: {have[0]}, {have[1]:016x}")
    print(f"{sum(results)} passed, {len(results) - sum(results)} failed")
    sys.exit(not results or not all(results))


if __name__ == "__main__":
    main()
