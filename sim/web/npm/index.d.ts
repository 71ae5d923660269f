// Decks rated and games played, as the program does both. Requests and answers are those of sim/web/rater.h, game_player.h and
// matrix_player.h of the repository, those of a session of sim/protocol/README.md.

/** A deck with what it is worth without games; intervals hold with 95 %. */
export interface RatedDeck {
  deck: string;
  set: string;
  houses: string[];
  hash: string;
  /** A deck file, which all other requests take. */
  text: string;
  rating: number;
  rating_low: number;
  rating_high: number;
  win_rate: number;
  win_rate_low: number;
  win_rate_high: number;
}

export interface Problem {
  line: number;
  message: string;
  hint: string;
  deck: string;
}

/** Any deck format: CSV, JSON, deck files, pasted lists. */
export interface RateRequest {
  do: "rate";
  text: string;
  name?: string;
}
export interface Rated {
  decks: RatedDeck[];
  problems: Problem[];
  warnings: Problem[];
}

/** Games first, first + 1 ... of a match of two decks; with `matrix` those of a matrix by that seed. */
export interface PlayRequest {
  /** Deck files. */
  decks: [string, string];
  /** "random", "fast", "standard", "solid" ... */
  agents: [string, string];
  /** A whole number of at most 64 bits. */
  seed: string;
  first?: number;
  games: number;
  chains?: [number, number];
  matrix?: boolean;
}
export interface Played {
  a: {deck: string; hash: string};
  b: {deck: string; hash: string};
  seed: string;
  batch: {
    /** By the player who went first: games, wins of a, wins of b, undecided, faults, forfeits of a, forfeits of b. */
    by_first: [number, number, number, number, number, number, number][];
    turns: number;
    decisions: number;
    fingerprint: string;
  };
}

export interface Archon {
  rater(request: RateRequest): Rated;
  rater(request: {do: string; [member: string]: unknown}): any;
  /** What is wrong with a request is told in `problems`. */
  player(request: PlayRequest): Played & {problems?: string[]};
  player(request: {do: string; [member: string]: unknown}): any;
}

/** Loads both modules, a tenth of a second in node. Calls are synchronous: long ones belong into a worker. */
export function load(): Promise<Archon>;

/** One thing that a player may do. */
export interface Choice {
  id: number;
  verb: string;
  text: string;
  [member: string]: unknown;
}
/** What is asked; `kind` is "over" at the end of the game, with its winner. */
export interface Decision {
  player: 0 | 1;
  kind: string;
  source: number | string | null;
  actions: Choice[];
  winner?: 0 | 1;
}
/** A request that is refused changes nothing. */
export interface Refused {
  error: string;
  at: string;
  problems?: {error: string; at: string}[];
}

/** A game, decision by decision. Random outcomes can't be asked for, and positions are not judged ("chance", "advise"). */
export interface Session {
  (request: {do: "new"; decks: [{text: string}, {text: string}]; seed?: number; chains?: [number, number]; first?: 0 | 1}): {ok: true} | Refused;
  (request: {do: "decision"; for?: "player" | "omniscient"}): Decision | Refused;
  (request: {do: "apply"; id: number; log?: "omniscient" | 0 | 1; then?: "decision"}):
    | {ok: true; decision?: Decision; happened?: {text: string[]; [member: string]: unknown}[]}
    | Refused;
  /** What an agent does at the pending decision, by what its player may know. */
  (request: {do: "play"; agent?: string; seed?: number}): {id: number} | Refused;
  (request: {do: string; [member: string]: unknown}): any;
}

/** Loads what opens sessions: each has a game of its own. */
export function loadSessions(): Promise<() => Promise<Session>>;
