#!/usr/bin/env node
// Games played by archon.wasm are those of `archon match`, `archon matrix` and `archon bench --signature`, by the same seeds; the
// last line is "N passed, N failed".
//
//   tests/sim/web/player.mjs build/wasm/archon.wasm build/release/archon
//   ... --speed   only measures: games a second of processor time, of both
import {spawnSync} from "node:child_process";
import {mkdtempSync, readFileSync, readdirSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {dirname, join} from "node:path";
import {gzipSync} from "node:zlib";
import {instantiate} from "../../../sim/web/npm/module.js";

const [wasm, archon, ...options] = process.argv.slice(2);
const shipped = readdirSync("sim/decks").filter((name) => name.endsWith(".deck")).sort().map((name) => join("sim/decks", name));
const others = ["aoa", "dt", "mm", "toc", "wc"].map((set) => join("sim/decks", set, readdirSync(join("sim/decks", set)).sort()[0]));
const text = (file) => readFileSync(file, "utf8");
const ask = await instantiate(readFileSync(wasm), text("engine/facts/facts.tsv")), rate = await instantiate(readFileSync(join(dirname(wasm), "rater.wasm")));

function native(...words) {
  const run = spawnSync(archon, words, {encoding: "utf8", maxBuffer: 1 << 28});
  if (run.status !== 0) throw new Error(`${words.join(" ")}: ${run.stderr}`);
  return run.stdout;
}

const BUDGET = 700_000;  // bytes, compressed, of what a page loads to play (results/web.md)
let passed = 0, failed = 0;
function check(what, found, expected) {
  if (JSON.stringify(found) === JSON.stringify(expected)) return ++passed;
  console.log(`FAIL ${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`);
  ++failed;
}

function same_match(a, b, agents, seed, games, chains) {
  const answer = ask({decks: [text(a), text(b)], agents, seed, games, chains});
  const played = JSON.parse(native("match", a, b, "--agent", agents[0], "--agent-b", agents[1], "--seed", seed, "--games", `${games}`,
                                   "--chains-a", `${chains[0]}`, "--chains-b", `${chains[1]}`, "--format", "json"));
  const [, first_a, first_b] = played.results;
  const row = (each) => [each.games, each.wins_a, each.wins_b, each.undecided, each.faults, each.forfeits_a, each.forfeits_b];
  check(`${agents.join(" against ")}, seed ${seed}, ${a} ${b}`, [answer.problems, answer.batch?.by_first, answer.batch?.fingerprint],
        [undefined, [row(first_a), row(first_b)], played.fingerprint]);
  // In two parts it is the same match.
  const parts = [[0, games >> 1], [games >> 1, games - (games >> 1)]].map(([first, count]) => ask({decks: [text(a), text(b)], agents, seed, first, games: count, chains}));
  check("in two parts", parts[0].batch.turns + parts[1].batch.turns, answer.batch.turns);
}

function same_matrix(files, agent, seed, games) {
  const matrix = JSON.parse(native("matrix", ...files, "--agent", agent, "--seed", seed, "--games", `${games}`, "--format", "json"));
  const cells = [], found = [];
  for (let i = 0; i < files.length; ++i)
    for (let j = i + 1; j < files.length; ++j) {
      const {a, b, batch: {by_first: [one, two]}, seed: cell} = ask({decks: [text(files[j]), text(files[i])], agents: [agent, agent], seed, games, matrix: true});
      found.push([a.hash, b.hash, cell, one[0] + two[0], one[1] + two[1], one[2] + two[2]].join(" "));
    }
  for (const each of matrix.cells) cells.push([each.hash_a, each.hash_b, each.seed, each.games, each.wins_a, each.wins_b].join(" "));
  check(`a matrix by ${agent}`, found.sort(), cells.sort());
}

// A matrix planned, played and kept as the page does it; two decks against the others.
function same_ledger(files, agent, seed, games) {
  const folder = mkdtempSync(join(tmpdir(), "archon-")), decks = files.map(text), run = {decks, agent, seed, games};
  const plan = ask({do: "plan", ...run}), result = (name, file) => readFileSync(join(folder, name, file), "utf8");
  const played = plan.batches.map(([pair, first, count]) => {
    const [a, b] = plan.pairs[pair].map((deck) => decks[plan.order[deck]]);
    return ask({decks: [a, b], agents: [agent, agent], seed, first, games: count, matrix: true}).batch;
  });
  const {ledger} = ask({do: "ledger", ...run, files, command: ["matrix"], batches: plan.batches, data: played.map((each) => JSON.stringify(each))});
  const path = join(folder, "ledger.jsonl");
  writeFileSync(path, ledger);
  native("matrix", "--from", path, "--out", join(folder, "derived"));
  native("matrix", ...files, "--agent", agent, "--seed", seed, "--games", `${games}`, "--out", join(folder, "played"));
  for (const name of ["matrix.csv", "decks.csv"]) check(name, result("derived", name), result("played", name));
  check("merged", native("merge", path, join(folder, "played", "ledger.sqlite"), "--out", join(folder, "both.sqlite")).includes("complete"), true);
  // What is said of the games so far is what archon matrix says.
  const wins = plan.pairs.map(() => [0, 0]), strengths = rate({do: "strengths", decks}).strengths;
  plan.batches.forEach(([pair], i) => played[i].by_first.forEach(([, a, b]) => { wins[pair][0] += a; wins[pair][1] += b; }));
  const near = (x, y) => Math.abs(x - y) < 1e-9, {cells} = JSON.parse(result("played", "result.json"));
  const summary = ask({do: "summary", ...run, wins, known: strengths});
  const wrong = cells.filter((cell) => {
    const pair = plan.pairs.findIndex(([a, b]) => plan.decks[a].hash === cell.hash_a && plan.decks[b].hash === cell.hash_b);
    return !near(summary.pairs[pair][0], cell.win_rate) || !near(summary.pairs[pair][1], cell.win_rate_low) || !near(summary.pairs[pair][2], cell.win_rate_high);
  });
  check("win rates so far", wrong.length, 0);
  const gauntlet = ask({do: "plan", decks: decks.slice(0, 2), against: decks.slice(1), games: 3});
  check("pairs of a gauntlet", gauntlet.pairs.length, 2 * decks.length - 3);
  check("Wilson's interval", ask({do: "rate", wins: [[50, 50]]}).rate.map((x) => x.toFixed(4)), ["0.5000", "0.4038", "0.5962"]);
}

// The search for the chains that make two decks even, step by step, and what it says; some of its games are played by the program alone.
function same_chains(a, b, agent, seed, games, far) {
  const decks = [text(a), text(b)], levels = new Map(), asked = () => ({decks, far, agent, seed, games, levels: [...levels].map(([chains, level]) => [Math.max(chains, 0), Math.max(-chains, 0), ...level])});
  for (;;) {
    const {next} = ask({do: "chains", ...asked()});
    if (!next.length) break;
    for (const [mine, theirs, first, count] of next) {
      const {batch: {by_first}} = ask({decks, agents: [agent, agent], seed, first, games: count, chains: [mine, theirs]}), sum = levels.get(mine - theirs) ?? Array(6).fill(0);
      levels.set(mine - theirs, sum.map((number, i) => number + by_first[i < 3 ? 0 : 1][i % 3]));
    }
  }
  const told = ask({do: "even", ...asked()}), words = [a, b, "--agent", agent, "--seed", seed, "--games", `${games}`, "--format", "json"];
  const near = (x, y) => Math.abs(x - y) < 1e-6;
  if (far) {
    const {pool: [bid]} = JSON.parse(native("bid", ...words));
    check(`the closing bid: ${JSON.stringify(told.bid)}`, [told.bid.closing, near(told.bid.sure, bid.closing_probability)], [bid.closing_bid, true]);
    return;
  }
  check("no bid without games far from even", told.bid, null);
  const chains = JSON.parse(native("chains", ...words)), played = chains.levels.map((level) => [level.handicap, level.games, level.wins]);
  check("games of the search", [...levels].map(([at, [one, won, , two, more]]) => [at, one + two, won + more]).sort(([x], [y]) => x - y), played);
  const {handicap, handicap_low, handicap_high} = chains.handicaps[0];
  check(`even by ${agent}: ${told.even}`, told.even.map((each, i) => near(each, [handicap, handicap_low, handicap_high][i])), [true, true, true]);
  check(`whoever plays well: ${told.any}`, told.any?.map((each, i) => near(each, [chains.handicap_any, chains.handicap_any_low, chains.handicap_any_high][i])), agent === "random" ? undefined : [true, true, true]);
  for (const {handicap: at, win_rate, win_rate_low, win_rate_high} of chains.win_rates) {
    const row = told.rates.find(([chains_on]) => chains_on === at);
    check(`win rate at ${at}: ${row}`, row?.slice(1).map((each, i) => near(each, [win_rate, win_rate_low, win_rate_high][i])), [true, true, true]);
  }
}

function same_signature() {
  const lines = native("bench", "--signature").matchAll(/: +(\w+)/g);
  const answer = ask({signature: shipped.map(text)});
  check("signature", [answer.signature, answer.agents, answer.program], [...lines].map((line) => line[1]));
}

function refusals() {
  const decks = [text(shipped[0]), text(shipped[1])], good = {decks, agents: ["random", "random"], seed: "1", games: 1};
  check("a good request", ask(good).problems, undefined);
  for (const [what, problems] of [[{decks: ["x", decks[0]]}, 1], [{agents: ["nobody", "random"], seed: 3}, 2], [{games: -1}, 1], [{chains: [30, 0]}, 1],
                                  [{agents: ["standard:weights=/etc/passwd", "random"]}, 1], [{decks}, 0], [{do: "what"}, 1], [{do: "plan", games: 0}, 1],
                                  [{do: "plan", decks: [decks[0], decks[0]]}, 1], [{do: "plan", decks: []}, 1], [{do: "summary", agent: "fast", wins: []}, 1],
                                  [{do: "summary", agent: "nobody", wins: [[1, 1]]}, 1], [{do: "summary", agent: "fast", wins: [[1, 1]], known: [1]}, 1],
                                  [{do: "ledger", agent: "fast", files: ["x"], command: [], batches: [[9, 0, 2]], data: [""]}, 1], [{do: "rate", wins: [[1]]}, 1],
                                  [{do: "chains", agent: "fast", levels: []}, 1], [{do: "chains", agent: "fast", games: 10, levels: [[1, 1, 0, 0, 0, 0, 0, 0]]}, 1], [{do: "even", agent: "fast", games: 10, levels: []}, 1],
                                  [{do: "chains", agent: "nobody", games: 10, decks: [decks[0]], levels: [[25, 0, 2, 3, 0, 0, 0, 0], [0]]}, 2]])
    check(`refused: ${Object.keys(what)}`, (ask({...good, ...what}).problems ?? []).length >= problems, true);
}

// Games a second of processor time, of the same two decks.
function speed(agent, games) {
  const files = shipped.slice(0, 2), request = {decks: files.map(text), agents: [agent, agent], seed: "1", games};
  ask({...request, games: Math.ceil(games / 10)});  // compiled by then
  const before = process.cpuUsage();
  ask(request);
  const {user, system} = process.cpuUsage(before);
  const both = join(mkdtempSync(join(tmpdir(), "archon-")), "both.deck");
  writeFileSync(both, files.map(text).join("\n"));
  const {agents: [bench]} = JSON.parse(native("bench", "--decks", both, "--agent", agent, "--games", `${games}`, "--format", "json"));
  console.log(`${agent}: ${(games / ((user + system) / 1e6)).toFixed(0)} games a second by wasm, ${bench.games_per_second} by the program`);
}

if (options.includes("--speed")) {
  for (const [agent, games] of [["random", 4000], ["fast", 1000], ["standard", 200]]) speed(agent, games);
  process.exit(0);
}
const size = gzipSync(readFileSync(wasm), {level: 9}).length;
console.log(`${size} bytes compressed`);
check("within the budget", size <= BUDGET, true);
same_match(shipped[0], shipped[1], ["random", "greedy"], "7", 20, [0, 0]);
same_match(shipped[2], shipped[3], ["fast", "standard"], "18446744073709551615", 12, [0, 4]);
for (const file of others) same_match(file, shipped[4], ["standard", "fast"], "3", 8, [0, 0]);
same_match(shipped[5], shipped[6], ["strong", "solid"], "1", 2, [0, 0]);
same_matrix([...shipped.slice(0, 3), others[0]], "fast", "5", 6);
same_ledger([...shipped.slice(0, 4), others[1]], "fast", "18446744073709551615", 12);
same_chains(shipped[0], shipped[1], "fast", "1", 300, false);
same_chains(shipped[2], others[0], "random", "18446744073709551615", 2000, false);
same_chains(shipped[0], shipped[1], "random", "1", 2000, true);
same_signature();
refusals();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
