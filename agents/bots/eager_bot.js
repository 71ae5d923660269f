#!/usr/bin/env node
// Reaps before it plays cards, fights only without a better idea, and never discards if it can do something else.
const order = ["reap", "play", "action", "omni", "unstun", "fight", "yes", "choose", "discard", "done", "no", "end-turn"];
const rank = (action) => order.indexOf(action.verb) < 0 ? order.length : order.indexOf(action.verb);

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const request = JSON.parse(line);
  let answer = { ok: true };
  if (request.do === "choose") {
    const actions = request.decision.actions;
    answer = { id: actions.reduce((best, each) => (rank(each) < rank(best) ? each : best)).id };
  }
  process.stdout.write(JSON.stringify(answer) + "\n");
});
