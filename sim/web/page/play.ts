// Plays a run on all cores: batches are given out to workers in the order of the module's plan, counted and kept.
import {client, moduleBytes, rater} from './from_page';
import type {Client} from './client';
import type {Batch, Run} from './games';
import {keepBatches} from './kept_games';

const MOST_WORKERS = 16, SAVE_EVERY = 1000;  // milliseconds

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
  played = 0;
  fingerprint = 0n;
  playing = false;
  speed = 0;  // games a second
  private stopping = false;
  private fresh: Batch[] = [];

  private constructor(readonly run: Run, readonly plan: Plan, batches: Batch[]) {
    this.wins = plan.pairs.map(() => [0, 0]);
    this.others = plan.pairs.map(() => 0);
    this.total = plan.batches.reduce((sum, [, , games]) => sum + games, 0);
    batches.forEach(batch => this.count(batch));
  }

  static async of(run: Run, batches: Batch[] = []): Promise<Play> {
    const plan = await ask<Plan>({do: 'plan', ...sides(run), games: run.games});
    if (run.kind === 'match') {  // player a is the first one
      plan.decks = run.decks.map(({deck, hash}) => ({deck, hash, mine: true, field: true}));
      plan.order = [0, 1];
      plan.pairs = [[0, 1]];
    }
    return new Play(run, plan, batches);
  }

  get complete(): boolean {
    return this.played >= this.total;
  }
  text(deck: number): string {
    return this.run.decks[this.plan.order[deck]].text;
  }

  // Until all is played, or stop().
  async go(changed: () => void): Promise<void> {
    this.playing = true;
    this.stopping = false;
    const saver = setInterval(() => void this.save(), SAVE_EVERY);
    try {
      const {facts, client: first} = await atDesk(), module = await first.compiled;
      await this.share(module, facts, changed);
    } finally {
      this.stopping = true;
      clearInterval(saver);
      await this.save();
      this.playing = false;
    }
  }
  private async share(module: WebAssembly.Module, facts: string, changed: () => void): Promise<void> {
    const left = this.plan.batches.filter(([pair, at]) => !this.done.has(pair + ' ' + at)), cores = Math.min(MOST_WORKERS, navigator.hardwareConcurrency || 1, left.length);
    const begin = performance.now(), before = this.played;
    let next = 0;
    const work = async () => {
      const player = client(Promise.resolve({module, facts}));
      try {
        while (!this.stopping && next < left.length) {
          this.add(await this.one(player, left[next++]));
          this.speed = (this.played - before) / (performance.now() - begin) * 1000;
          changed();
        }
      } finally {
        player.end();
      }
    };
    await Promise.all(Array.from({length: cores}, work));
  }
  stop(): void {
    this.stopping = true;
  }

  private async one(player: Client, [pair, first, games]: [number, number, number]): Promise<Batch> {
    const {agent, seed, kind} = this.run, [a, b] = this.plan.pairs[pair];
    const {batch} = await player.ask<{batch: object}>({decks: [this.text(a), this.text(b)], agents: [agent, agent], seed, first, games, matrix: kind !== 'match'});
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
