#!/usr/bin/env node
// The npm package as somebody else would use it: packed, unpacked into node_modules of an empty folder, imported by name; the last
// line is "N passed, N failed".
//
//   tests/sim/web/npm.mjs build/wasm build/release/archon
import {spawnSync} from "node:child_process";
import {cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join, resolve} from "node:path";

const [wasm, archon] = process.argv.slice(2).map((path) => resolve(path));
const folder = mkdtempSync(join(tmpdir(), "archon-npm-")), package_ = join(folder, "node_modules/archon-keyforge");
let passed = 0, failed = 0;
function check(what, found, expected) {
  if (JSON.stringify(found) === JSON.stringify(expected)) return ++passed;
  console.log(`FAIL ${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`);
  ++failed;
}
function run(words, cwd = undefined) {
  const done = spawnSync(words[0], words.slice(1), {encoding: "utf8", cwd});
  if (done.status !== 0) throw new Error(`${words.join(" ")}: ${done.stderr}`);
  return done.stdout;
}

const PROGRAM = `import {readFileSync} from "node:fs";
import {load} from "archon-keyforge";

const {rater, player} = await load();
const decks = process.argv.slice(2).map((file) => rater({do: "rate", text: readFileSync(file, "utf8")}).decks[0]);
const played = player({decks: decks.map((deck) => deck.text), agents: ["fast", "fast"], seed: "5", games: 20});
console.log(JSON.stringify({ratings: decks.map((deck) => deck.rating), fingerprint: played.batch.fingerprint, wrong: player({games: 1}).problems.length}));
`;

try {
  run(["sim/web/npm/make_npm.py", wasm, folder]);
  const packed = readdirSync(folder).find((name) => name.endsWith(".tgz"));
  mkdirSync(package_, {recursive: true});
  if (packed) run(["tar", "xzf", join(folder, packed), "-C", package_, "--strip-components=1"]);
  else cpSync(join(folder, "package"), package_, {recursive: true});
  if (!packed) console.log("   npm is not at hand: packing is not tried");
  check("what is in it", readdirSync(package_).sort(), ["LICENSE", "README.md", "archon.wasm", "browser.js", "index.d.ts", "module.js", "node.js", "package.json", "rater.wasm", "worker.js"]);
  check("its version", JSON.parse(readFileSync(join(package_, "package.json"))).version, run([archon, "--version"]).match(/[0-9]+[.][0-9]+[.][0-9]+/)[0]);
  writeFileSync(join(folder, "program.mjs"), PROGRAM);
  const files = ["radiant-argus-the-supreme", "miss-onyx-censorius"].map((name) => resolve("sim/decks", name + ".deck"));
  const found = JSON.parse(run(["node", "program.mjs", ...files], folder));
  const rated = files.map((file) => JSON.parse(run([archon, "rate", file, "--format", "json"])).decks[0].rating);
  const match = JSON.parse(run([archon, "match", ...files, "--agent", "fast", "--seed", "5", "--games", "20", "--format", "json"]));
  check("ratings", found.ratings, rated);
  check("games", found.fingerprint, match.fingerprint);
  check("a request that is none is refused", found.wrong > 0, true);
  if (spawnSync("tsc", ["--version"]).status === 0) {
    writeFileSync(join(folder, "typed.ts"), `import {load} from "archon-keyforge";
load().then(({rater, player}) => {
  const decks = rater({do: "rate", text: ""}).decks, seed: string = decks[0].text;
  return player({decks: [seed, seed], agents: ["fast", "fast"], seed: "1", games: 1}).batch.by_first[0][1] + 1;
});
`);
    run(["tsc", "--noEmit", "--strict", "--target", "es2020", "--module", "es2020", "--moduleResolution", "node", "typed.ts"], folder);
    ++passed;
  }
} catch (error) {
  check(error.message, "an error", "none");
} finally {
  rmSync(folder, {recursive: true, force: true});
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
