#!/usr/bin/env node
// Reaps before it plays cards, fights only without a better idea, and discards or ends the turn when nothing else is left.
const order = ["reap", "play", "action", "omni", "fight", "unstun", "yes", "choose", "discard", "done", "no", "end-turn"];
const rank = (action) => (order.includes(action.verb) ? order.indexOf(action.verb) : order.indexOf("choose"));

// Of the actions that come first in this order any.
function pick(actions) {
  const least = Math.min(...actions.map(rank));
  const best = actions.filter((action) => rank(action) === least);
  return best[Math.floor(Math.random() * best.length)];
}

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const request = JSON.parse(line);
  const answer = request.do === "choose" ? { id: pick(request.decision.actions).id } : { ok: true };
  process.stdout.write(JSON.stringify(answer) + "\n");
});
