#!/usr/bin/env node
// The npm package as somebody else would use it: packed, unpacked into node_modules of an empty folder, imported by name; the last
// line is "N passed, N failed".
//
//   tests/sim/web/npm.mjs build/wasm build/release/archon
import {spawn, spawnSync} from "node:child_process";
import {cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join, resolve} from "node:path";
import {createInterface} from "node:readline";

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

// Plays a game against the practice opponent as a visitor who does what `fast` of the program would, which holds the same game.
async function practise(files) {
  const server = spawn("node", [join(package_, "practice_server.mjs"), "0"], {stdio: ["ignore", "pipe", "inherit"]});
  const engine = spawn(archon, ["engine"], {stdio: ["pipe", "pipe", "inherit"]});
  const lines = createInterface({input: engine.stdout})[Symbol.asyncIterator]();
  const native = async (request) => {
    engine.stdin.write(JSON.stringify(request) + "\n");
    return JSON.parse((await lines.next()).value);
  };
  try {
    const url = (await createInterface({input: server.stdout})[Symbol.asyncIterator]().next()).value;
    const post = async (path, body) => (await fetch(url + path, body && {method: "POST", body: JSON.stringify(body)})).json();
    await native({do: "new", decks: files, seed: 9});
    let said = await post("", {decks: files.map((file) => readFileSync(file, "utf8")), agent: "fast", seed: 9}), moves = 0, theirs = 0, wrong = 0;
    let known = await native({do: "decision"});
    for (let seed = 0; known.kind !== "over"; known = await native({do: "decision"})) {
      if (known.player === 1) {  // as the server does
        await native({do: "apply", id: (await native({do: "play", agent: "fast", seed: ++seed})).id});
        ++theirs;
        continue;
      }
      wrong += JSON.stringify(said.decision) !== JSON.stringify(known);
      const {id} = await native({do: "play", agent: "fast", seed: ++moves});
      await native({do: "apply", id});
      said = await post(`/${said.game}`, {id});
    }
    check("decisions of the visitor as the program has them", [wrong, moves > 20, theirs > 20], [0, true, true]);
    check("the end of the game", said.decision, known);
    check("what the visitor may know", said.view, await native({do: "view", player: 0}));
    check("a move after the end", (await post(`/${said.game}`, {id: 0})).error, "do: the game is over");
    check("a game that is not there", (await post("/77")).error, "there is no /games/77");
    check("a deck that is none", (await post("", {decks: ["x", "y"]})).error.startsWith("decks[0]: "), true);
  } finally {
    server.kill();
    engine.kill();
  }
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
  check("what is in it", readdirSync(package_).sort(), ["LICENSE", "README.md", "archon.wasm", "browser.js", "game.wasm", "index.d.ts", "module.js", "node.js", "package.json", "practice_server.mjs", "rater.wasm", "worker.js"]);
  check("its version", JSON.parse(readFileSync(join(package_, "package.json"))).version, run([archon, "--version"]).match(/[0-9]+[.][0-9]+[.][0-9]+/)[0]);
  writeFileSync(join(folder, "program.mjs"), PROGRAM);
  const files = ["radiant-argus-the-supreme", "miss-onyx-censorius"].map((name) => resolve("sim/decks", name + ".deck"));
  const found = JSON.parse(run(["node", "program.mjs", ...files], folder));
  const rated = files.map((file) => JSON.parse(run([archon, "rate", file, "--format", "json"])).decks[0].rating);
  const match = JSON.parse(run([archon, "match", ...files, "--agent", "fast", "--seed", "5", "--games", "20", "--format", "json"]));
  check("ratings", found.ratings, rated);
  check("games", found.fingerprint, match.fingerprint);
  check("a request that is none is refused", found.wrong > 0, true);
  await practise(files);
  if (spawnSync("tsc", ["--version"]).status === 0) {
    writeFileSync(join(folder, "typed.ts"), `import {load, loadSessions} from "archon-keyforge";
loadSessions().then((open) => open()).then((game) => game({do: "play", agent: "fast"}));
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
