#!/usr/bin/env python3
"""Plays the conformance suite with an engine that is driven by lines: adapter.py SUITE.jsonl [--every N] [--level LEVEL] COMMAND ...

COMMAND is the engine, here `archon engine`. Another engine replaces the class Engine, or speaks its seven requests. Prints what
goes otherwise than a case says; the last line is "N passed, N failed"."""
import argparse
import json
import subprocess
import sys

ORDERED = ("battleline", "deck", "discard")
IN_PLAY = ("battleline", "artifacts", "upgrades")


class Wrong(Exception):
    pass


class Engine:
    """What a case needs of an engine. Positions, decisions and actions are those of README.md."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.ask(do="chance", mode="ask")

    def ask(self, **request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            raise Wrong(f"{answer['error']} ({answer['at']})")
        return answer

    def load(self, position):
        self.ask(do="load", position=position)

    def decision(self):
        return self.ask(do="decision", **{"for": "omniscient"})

    def apply(self, action):
        self.ask(do="apply", id=action["id"])

    def outcome(self, card):  # of chance
        self.ask(do="apply", card=card)

    def position(self):
        return self.ask(do="state")

    def view(self, player):
        return self.ask(do="view", player=player)

    def try_action(self, action):
        """The decision that an action leads to; the game stays as it is."""
        self.ask(do="push")
        after = self.ask(do="apply", id=action["id"], then="decision", **{"for": "omniscient"})["decision"]
        self.ask(do="pop")
        return after


def place_in(cards, ref, zone, player, host=None):
    for card in [cards] if isinstance(cards, dict) else cards:
        if not isinstance(card, dict):
            continue
        if card.get("ref") == ref:
            return {"card": card, "zone": zone, "player": player, "host": host}
        for on in ("upgrades", "under"):
            if found := place_in(card.get(on, []), ref, on, player, card.get("ref")):
                return found
    return None


def place_of(position, ref):
    for side, player in enumerate(position["players"]):
        for zone, cards in player.items():
            if isinstance(cards, (list, dict)) and zone != "unseen":
                if found := place_in(cards, ref, "deck" if zone == "deck_rest" else zone, side):
                    return found
    raise Wrong(f"the card {ref} is nowhere")


def same(fact, is_so):
    wanted = fact.get("is", True)
    if bool(is_so) != wanted:
        raise Wrong(f"{fact} does not hold")


def equal(fact, wanted, is_so):
    if wanted != is_so:
        raise Wrong(f"{fact}, but it is {is_so}")


def check_zone(player, fact):
    cards = player.get(fact["zone"], []) + player.get(fact["zone"] + "_rest", [])
    if "count" in fact:
        return equal(fact, fact["count"], len(cards))
    rest, wanted = list(cards), fact["cards"]
    equal(fact, len(wanted), len(cards))
    means = lambda word, card: card["ref" if isinstance(word, int) else "card"] == word
    if fact["zone"] in ORDERED:
        return same({**fact, "is": True}, all(map(means, wanted, cards)))
    for word in sorted(wanted, key=lambda word: not isinstance(word, int)):
        found = next((card for card in rest if means(word, card)), None)
        same({**fact, "is": True}, found)
        rest.remove(found)


def check_player(engine, position, fact):
    side = fact["player"]
    player = position["players"][side]
    if "zone" in fact:
        check_zone(player, fact)
    elif "knows" in fact:
        try:
            same(fact, place_of(engine.view(side), fact["knows"])["card"]["card"])
        except Wrong:
            same(fact, False)
    elif "tide" in fact:
        tide = position["tide"]
        equal(fact, fact["tide"], "neutral" if tide not in (0, 1) else "high" if tide == side else "low")
    elif "keys" in fact:
        equal(fact, fact["keys"], len(player["keys"]))
    else:
        field = next(field for field in ("aember", "chains", "key_cost") if field in fact)
        equal(fact, fact[field], player[field])


def holds(position, place, word):
    card = place["card"]
    if word == "flank":
        line = position["players"][place["player"]]["battleline"]
        return place["zone"] == "battleline" and card["ref"] in (line[0]["ref"], line[-1]["ref"])
    if word == "ready":
        return "exhausted" not in card
    if word == "facedown":
        return "facedown" in card or "token" in card
    return ("damage" if word == "damaged" else word) in card or word in card.get("keywords", [])


def check_card(position, fact):
    place = place_of(position, fact["card"])
    card = place["card"]
    if "in" in fact:
        there = place["zone"] in IN_PLAY if fact["in"] == "play" else (place["zone"], place["player"]) == (fact["in"], fact["player"])
        same(fact, there)
    elif "on" in fact or "under" in fact:
        zone = "upgrades" if "on" in fact else "under"
        same(fact, place["zone"] == zone and place["host"] in fact["on" if "on" in fact else "under"])
    elif "controller" in fact:
        controller = card.get("controller", card.get("owner", place["player"])) if place["zone"] == "upgrades" else place["player"]
        same(fact, controller == fact["controller"])
    elif "as" in fact:
        same(fact, card.get("copy_of", card.get("token", card.get("active", card["card"]))) == fact["as"])
    elif "houses" in fact:
        houses = card.get("houses", card.get("house"))
        if houses is not None:  # left out: what is printed, which the engine's own list of cards has
            same(fact, sorted([houses] if isinstance(houses, str) else houses) == sorted(fact["houses"]))
    elif "what" in fact:
        same(fact, holds(position, place, fact["what"]))
    elif "counter" in fact:
        equal(fact, fact["number"], card.get("counters", {}).get(fact["counter"], 0))
    else:
        field = next(field for field in fact if field != "card")
        is_so = card.get("armor", 0) + card.get("armor_used", 0) if field == "armor" else card.get(field.replace("armor_left", "armor"), 0)
        equal(fact, fact[field], is_so)


def check_decision(decision, fact):
    kind = decision["kind"]
    if fact["decision"] == "none":
        return same({**fact, "is": True}, kind in ("main", "over"))
    equal(fact, fact["decision"], kind)
    if "may_stop" in fact:
        return equal(fact, fact["may_stop"], any(action["verb"] == "done" for action in decision["actions"]))
    if "among" not in fact:
        return None
    offered = {action["card"] for action in decision["actions"] if action["verb"] == "choose"} if kind == "target" else {
        action["house"] if "house" in action else str(action.get("index", 0)) for action in decision["actions"]}
    fits = offered <= set(fact["among"]) if "group" in decision else offered == set(fact["among"])
    return same({**fact, "is": True}, fits)


def check_can(engine, decision, fact):
    equal(fact, "main", decision["kind"])
    fitting = [action for action in decision["actions"] if action["verb"] in fact["verbs"] and action.get("card") in fact.get("cards", [None])
               and fact.get("index", action.get("index")) == action.get("index")]
    if fitting and "against" in fact:
        fitting = [action for action in engine.try_action(fitting[0])["actions"] if action.get("card") == fact["against"]]
    equal(fact, fact["can"], bool(fitting))


def check(engine, facts):
    position, decision = engine.position(), engine.decision()
    for fact in facts:
        if "can" in fact:
            check_can(engine, decision, fact)
        elif "card" in fact:
            check_card(position, fact)
        elif "player" in fact:
            check_player(engine, position, fact)
        elif "decision" in fact:
            check_decision(decision, fact)
        elif "result" in fact or "winner" in fact:
            field = "result" if "result" in fact else "winner"
            equal(fact, fact[field], decision.get(field))
        else:
            field = next(field for field in ("active", "phase", "house") if field in fact)
            equal(fact, fact[field], position[field])


class Case:
    def __init__(self, engine, case):
        self.engine, self.case, self.picked = engine, case, 0

    def run(self):
        self.engine.load({**self.case["position"], "rules": self.case["rules"]})
        for number, step in enumerate(self.case["steps"], 1):
            try:
                check(self.engine, step["facts"]) if "facts" in step else self.act(step)
            except Wrong as wrong:
                raise Wrong(f"step {number}: {wrong}") from None

    def act(self, step):
        self.outcomes = list(step.get("chance", []))
        self.settle()
        if "player" in step:
            decision = self.engine.decision()
            equal(step, (step["player"], step["decision"]), (decision["player"], decision["kind"]))
            self.choose(step) if "choose" in step else self.take(
                lambda action: all(action.get(name) == value for name, value in step.items() if name not in ("player", "decision", "chance")), step)
        if self.outcomes:
            raise Wrong(f"fewer random outcomes than {step['chance']}")

    def take(self, means, wanted):
        found = next((action for action in self.engine.decision()["actions"] if means(action)), None)
        if found is None:
            raise Wrong(f"not offered: {wanted}")
        self.engine.apply(found)
        self.settle()

    def choose(self, step):
        for card in step["choose"]:
            self.take(lambda action: action["verb"] == "choose" and action["card"] == card, card)
        picked = self.picked + len(step["choose"])
        self.picked = picked if step.get("open") else 0
        decision = self.engine.decision()
        goes_on = picked and decision["kind"] == "target" and len(decision.get("group", {}).get("picked", [])) == picked
        if not step.get("open") and (goes_on or not step["choose"]):
            self.take(lambda action: action["verb"] == "done", "done")

    def settle(self):
        while self.engine.decision()["player"] == "chance":
            if not self.outcomes:
                raise Wrong("more random outcomes than the case has")
            self.engine.outcome(self.outcomes.pop(0))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suite")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only each Nth case")
    parser.add_argument("--level", choices=("core", "rulings", "cards"))
    parser.add_argument("command", nargs="+")
    options = parser.parse_args()
    engine, counts = Engine(options.command), [0, 0]
    with open(options.suite, encoding="utf-8") as suite:
        cases = [case for case in map(json.loads, suite) if options.level in (None, case["level"])][:: options.every]
    for case in cases:
        try:
            Case(engine, case).run()
            counts[0] += 1
        except Wrong as wrong:
            counts[1] += 1
            print(f"FAILED {case['from']}: {case['name']}\n  {wrong}")
    print(f"{counts[0]} passed, {counts[1]} failed")
    sys.exit(counts[1] > 0 or counts[0] == 0)


if __name__ == "__main__":
    main()
