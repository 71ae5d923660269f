// Decks rated and games played, as the program does both. Requests and answers are those of sim/web/rater.h, game_player.h and
// matrix_player.h of the repository.

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
