#!/usr/bin/env python3
"""Plays at random, by the seed of each game: archon match A.deck B.deck --agent exec:agents/bots/random_bot.py"""
import json
import random
import sys

games = {}
for line in sys.stdin:
    request = json.loads(line)
    answer = {"ok": True}
    if request["do"] == "new":
        games[request["game"]] = random.Random(request["seed"])
    elif request["do"] == "choose":
        actions = request["decision"]["actions"]
        answer = {"id": games[request["game"]].randrange(len(actions))}
    else:
        del games[request["game"]]
    print(json.dumps(answer), flush=True)
