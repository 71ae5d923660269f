#!/usr/bin/env node
// Reaps before it plays cards, fights only without a better idea, and discards or ends the turn when nothing else is left.
const order = ["reap", "play", "action", "omni", "fight", "unstun", "yes", "choose", "discard", "done", "no", "end-turn"];
const rank = (action) => (order.includes(action.verb) ? order.indexOf(action.verb) : order.indexOf("choose"));
const chance = {}; // of each game, by its seed, so that it can be repeated (Park and Miller's generator)

// Of the actions that come first in this order any.
function pick(game, actions) {
  const least = Math.min(...actions.map(rank));
  const best = actions.filter((action) => rank(action) === least);
  chance[game] = (chance[game] * 48271) % 2147483647;
  return best[chance[game] % best.length];
}

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const request = JSON.parse(line);
  if (request.do === "new") chance[request.game] = (request.seed % 2147483646) + 1;
  if (request.do === "end") delete chance[request.game];
  const answer = request.do === "choose" ? { id: pick(request.game, request.decision.actions).id } : { ok: true };
  process.stdout.write(JSON.stringify(answer) + "\n");
});
