#!/usr/bin/env python3
"""Plays a whole random game through `archon engine`: play_engine.py ARCHON DECK_A DECK_B [SEED]."""
import json
import random
import subprocess
import sys


class Engine:
    def __init__(self, archon):
        self.process = subprocess.Popen([archon, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, **request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            sys.exit(f"{answer['error']} ({answer['at']})")
        return answer


def main():
    archon, deck_a, deck_b, seed = (sys.argv + ["1"])[1:5] if len(sys.argv) in (4, 5) else sys.exit(__doc__)
    chance = random.Random(int(seed))
    engine = Engine(archon)
    engine.ask(do="new", decks=[deck_a, deck_b], seed=int(seed))
    decision = engine.ask(do="decision")
    count = 0
    while decision["kind"] != "over":
        action = chance.choice(decision["actions"])
        print(f"{'AB'[decision['player']]} {decision['kind']}: {action['text']}")
        decision = engine.ask(do="apply", id=action["id"], then="decision")["decision"]
        count += 1
    print(f"{decision['result']}, winner {decision['winner']}, after {count} decisions")
    engine.ask(do="quit")


if __name__ == "__main__":
    main()
