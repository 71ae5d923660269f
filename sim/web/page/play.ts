// Plays a run on all cores: batches are given out to workers in the order of the module's plan, counted and kept.
import {client, moduleBytes, rater} from './from_page';
import type {Client} from './client';
import {MOST_CHAINS, searches, type Batch, type Run} from './games';
import {keepBatches} from './kept_games';

const MOST_WORKERS = 16, SAVE_EVERY = 1000 /* milliseconds */, STEP_GAMES = 20;

export interface Plan {
  decks: {deck: string; hash: string; mine: boolean; field: boolean}[];
  order: number[];              // of each deck its place in the run
  pairs: [number, number][];
  batches: [number, number, number][];  // pair, first game, games
}
export type Rate = [number, number, number] | null;  // with its interval
export interface Summary {
  pairs: Rate[];
  decks: Rate[];
}

// What `archon chains` and `archon bid` say (sim/web/chain_player.h); chains are on the first deck, less than 0 on the second.
export interface Even {
  even: [number, number, number];
  beyond: boolean;
  any: Rate;
  rates: [number, number, number, number][];
  bid: {deck: number; closing: number; sure: number} | null;
}
type Level = [number, number, number, number, number, number];  // games, wins and losses of the first deck, by who went first

// The module in a worker that plays nothing, and so answers at once; and what others need to start.
let desk: {client: Client; facts: string} | null = null;
async function atDesk(): Promise<{client: Client; facts: string}> {
  if (desk) return desk;
  const facts = await rater.facts();
  return desk = {facts, client: client(moduleBytes('player', 'archon.bin').then(bytes => ({bytes, facts})))};
}
export const ask = async <Answer>(request: object): Promise<Answer> => (await atDesk()).client.ask<Answer>(request);

export class Play {
  readonly wins: [number, number][];
  readonly others: number[];  // games of each pair without a winner
  readonly done = new Map<string, Batch>();
  readonly total: number;
  readonly levels = new Map<number, Level>();  // of chains: the steps that were played to their end
  found = false;                               // that search is over
  played = 0;
  fingerprint = 0n;
  playing = false;
  speed = 0;  // games a second
  private stopping = false;
  private fresh: Batch[] = [];

  private constructor(readonly run: Run, readonly plan: Plan, batches: Batch[]) {
    this.wins = plan.pairs.map(() => [0, 0]);
    this.others = plan.pairs.map(() => 0);
    this.total = searches(run) ? run.games - run.games % 2 : plan.batches.reduce((sum, [, , games]) => sum + games, 0);
    batches.forEach(batch => this.count(batch));
  }

  static async of(run: Run, batches: Batch[] = []): Promise<Play> {
    const plan = await ask<Plan>({do: 'plan', ...sides(run), games: run.games});
    if (run.kind === 'match' || searches(run)) {  // player a is the first one
      plan.decks = run.decks.map(({deck, hash}) => ({deck, hash, mine: true, field: true}));
      plan.order = [0, 1];
      plan.pairs = [[0, 1]];
    }
    if (searches(run)) {
      plan.batches = [];
      plan.pairs = Array.from({length: 2 * MOST_CHAINS + 1}, () => [0, 1]);
    }
    const play = new Play(run, plan, batches);
    if (searches(run) && batches.length) await play.search(async () => undefined);
    return play;
  }

  get complete(): boolean {
    return searches(this.run) ? this.found : this.played >= this.total;
  }
  text(deck: number): string {
    return this.run.decks[this.plan.order[deck]].text;
  }

  // Until all is played, or stop().
  async go(changed: () => void): Promise<void> {
    this.playing = true;
    this.stopping = false;
    const saver = setInterval(() => void this.save(), SAVE_EVERY);
    const players: Client[] = [], begin = performance.now(), before = this.played;
    try {
      const {facts, client: first} = await atDesk(), module = await first.compiled;
      const share = () => this.share(players, () => client(Promise.resolve({module, facts})), () => {
        this.speed = (this.played - before) / (performance.now() - begin) * 1000;
        changed();
      });
      await (searches(this.run) ? this.search(share) : share());
    } finally {
      this.stopping = true;
      players.forEach(player => player.end());
      clearInterval(saver);
      await this.save();
      this.playing = false;
    }
  }
  // What is left of the plan, by as many players as there are cores.
  private async share(players: Client[], another: () => Client, changed: () => void): Promise<void> {
    const left = this.left(), cores = Math.min(MOST_WORKERS, navigator.hardwareConcurrency || 1, left.length);
    while (players.length < cores) players.push(another());
    let next = 0;
    await Promise.all(players.slice(0, cores).map(async player => {
      while (!this.stopping && next < left.length) {
        this.add(await this.one(player, left[next++]));
        changed();
      }
    }));
  }
  private left(): Plan['batches'] {
    return this.plan.batches.filter(([pair, at]) => !this.done.has(pair + ' ' + at));
  }
  // Step by step: what is to be played next depends on all steps before.
  private async search(play: () => Promise<void>): Promise<void> {
    while (!this.found) {
      const {next} = await ask<{next: [number, number, number, number][]}>(this.searched('chains'));
      if (!next.length) this.found = true;
      this.plan.batches = next.flatMap(([mine, theirs, from, games]) => Array.from({length: Math.ceil(games / STEP_GAMES)}, (_, i): [number, number, number] =>
        [MOST_CHAINS + mine - theirs, from + i * STEP_GAMES, Math.min(STEP_GAMES, games - i * STEP_GAMES)]));
      await play();
      if (this.left().length) return;
      for (const [pair, first] of this.plan.batches) {
        const {by_first} = JSON.parse(this.done.get(pair + ' ' + first)!.data) as {by_first: number[][]}, sum = this.levels.get(pair) ?? [0, 0, 0, 0, 0, 0];
        this.levels.set(pair, sum.map((number, i) => number + by_first[i < 3 ? 0 : 1][i % 3]) as Level);
      }
    }
  }
  private searched(what: 'chains' | 'even'): object {
    const {agent, seed, games} = this.run;
    const levels = [...this.levels].map(([pair, level]) => [Math.max(pair - MOST_CHAINS, 0), Math.max(MOST_CHAINS - pair, 0), ...level]);
    return {do: what, ...sides(this.run), agent, seed, games, levels, far: this.run.kind === 'bid'};
  }
  even(): Promise<Even> {
    return ask<Even>(this.searched('even'));
  }
  stop(): void {
    this.stopping = true;
  }

  private async one(player: Client, [pair, first, games]: [number, number, number]): Promise<Batch> {
    const {agent, seed, kind} = this.run, [a, b] = this.plan.pairs[pair];
    const chains = searches(this.run) ? [Math.max(pair - MOST_CHAINS, 0), Math.max(MOST_CHAINS - pair, 0)] : [0, 0];
    const {batch} = await player.ask<{batch: object}>({decks: [this.text(a), this.text(b)], agents: [agent, agent], seed, first, games, chains, matrix: kind === 'matrix' || kind === 'gauntlet'});
    return {pair, first, games, data: JSON.stringify(batch)};
  }
  private add(batch: Batch): void {
    this.count(batch);
    this.fresh.push(batch);
  }
  private count(batch: Batch): void {
    const {pair, first, data} = batch, {by_first, fingerprint} = JSON.parse(data) as {by_first: number[][]; fingerprint: string};
    this.done.set(pair + ' ' + first, batch);
    for (const [games, a, b] of by_first) {
      this.wins[pair][0] += a;
      this.wins[pair][1] += b;
      this.others[pair] += games - a - b;
      this.played += games;
    }
    const place = (BigInt(pair) << 32n) + BigInt(first);  // so that the order of batches does not matter, but which is which
    this.fingerprint = BigInt.asUintN(64, this.fingerprint + BigInt('0x' + fingerprint) * (2n * place + 1n));
  }
  private async save(): Promise<void> {
    const fresh = this.fresh;
    this.fresh = [];
    if (fresh.length) await keepBatches(this.run, fresh).catch(() => undefined);  // a private window, say
  }

  summary(known: number[]): Promise<Summary> {
    return ask<Summary>({do: 'summary', ...sides(this.run), wins: this.wins, agent: this.run.agent, known});
  }
  async ledger(): Promise<string> {
    const batches = [...this.done.values()], {run} = this;
    const command = ['matrix', 'archon-decks.txt', '--agent', run.agent, '--games', String(run.games), '--seed', run.seed];
    return (await ask<{ledger: string}>({do: 'ledger', ...sides(run), files: run.decks.map(deck => deck.file), agent: run.agent, seed: run.seed, games: run.games, command,
      batches: batches.map(({pair, first, games}) => [pair, first, games]), data: batches.map(({data}) => data)})).ledger;
  }
}

const hex = (value: bigint): string => value.toString(16).padStart(16, '0');
export const fingerprintOf = (play: Play): string => hex(play.fingerprint);

function sides({kind, decks}: Run): {decks: string[]; against?: string[]} {
  const texts = decks.map(deck => deck.text);
  return kind === 'gauntlet' ? {decks: texts.slice(0, 1), against: texts.slice(1)} : {decks: texts};
}
