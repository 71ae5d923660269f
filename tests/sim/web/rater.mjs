#!/usr/bin/env node
// Ratings by rater.wasm are those of `archon rate`, to the last bit but for what exp and erfc of two libraries differ in; the last
// line is "N passed, N failed".
//
//   tests/sim/web/rater.mjs build/wasm/rater.wasm build/release/archon [FOLDER...]   without folders: all decks of the repository
import {spawnSync} from "node:child_process";
import {readFileSync, readdirSync, statSync} from "node:fs";
import {basename, join} from "node:path";
import {instantiate} from "../../../sim/web/npm/module.js";

const [wasm, archon, ...folders] = process.argv.slice(2);
const files = (path) => statSync(path).isDirectory() ? readdirSync(path).sort().flatMap((name) => files(join(path, name))) : [path];
const decks = (folders.length ? folders : ["sim/decks", "tests/deck"]).flatMap(files).filter((file) => !/\.(cpp|h|md)$/.test(file));

const kLibraries = 4e-16;  // of a share: the last bit of two libraries' exp and erfc
const same = (name, a, b) => a === b || (/win_rate|percentile/.test(name) && Math.abs(a - b) <= kLibraries);

// What differs between the answer and what `archon rate` says of the file.
function differences(ask, file) {
  const answer = ask({do: "rate", text: readFileSync(file, "utf8"), name: basename(file)});
  const native = spawnSync(archon, ["rate", file, "--format", "json"], {encoding: "utf8", maxBuffer: 1 << 28});
  if (native.status !== 0) {
    const untold = answer.problems.filter((problem) => !native.stderr.includes(problem.message));
    return answer.problems.length === 0 ? ["refused: " + native.stderr] : untold.map((problem) => "not told: " + problem.message);
  }
  const rated = JSON.parse(native.stdout).decks, found = [];
  if (rated.length !== answer.decks.length) found.push(`${answer.decks.length} decks instead of ${rated.length}`);
  for (const deck of answer.decks) {
    const other = rated.find((each) => each.hash === deck.hash && each.deck === deck.deck);
    if (!other) found.push(`${deck.deck}: ${deck.hash} is not there`);
    for (const name of other ? Object.keys(deck).filter((key) => key in other) : [])
      if (!same(name, deck[name], other[name])) found.push(`${deck.deck}: ${name} ${deck[name]} instead of ${other[name]}`);
  }
  rates += answer.decks.length;
  return found;
}

let passed = 0, failed = 0, rates = 0;
const ask = await instantiate(readFileSync(wasm));
for (const file of decks) {
  const found = differences(ask, file);
  for (const each of found) console.log(`FAIL ${file}: ${each}`);
  found.length ? ++failed : ++passed;
}
const refused = ask({do: "rate"});
refused.error ? ++passed : ++failed;
console.log(`${rates} decks rated`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed || !rates ? 1 : 0);
