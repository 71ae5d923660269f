// What sim/web/rater.h answers.
export interface Deck {
  deck: string;
  set: string;
  houses: string[];
  sas: number | null;
  aerc: number | null;
  id: string | null;
  link: string | null;
  hash: string;
  text: string;  // a deck file
  rating: number;
  rating_low: number;
  rating_high: number;
  win_rate: number;
  win_rate_low: number;
  win_rate_high: number;
  set_percentile: number;
  set_elo: number;
  set_elo_low: number;
  set_elo_high: number;
  set_win_rate: number;
  set_win_rate_low: number;
  set_win_rate_high: number;
}

export interface Problem {
  line: number;  // 0: not known
  message: string;
  hint: string;
  deck: string;
}

export interface Read {
  decks: Deck[];
  unread: {name: string; line: number}[];
  problems: Problem[];
  warnings: Problem[];
}

export interface Card {
  name: string;
  house: string;
  type: string;
  rarity: string;
  amber: number;
  icons: string[];
  marks: string[];
  copies: number;
  worth: number | null;
  worth_low: number | null;
  worth_high: number | null;
}

export interface Cards {
  cards: Card[];
  extras: [string, string, number | null, number | null, number | null][];
}

export interface Build extends Deck {
  pods: {deck: number; house: string}[];
  extras: number | null;
}

export interface Builds {
  legal: number;
  list: string | null;
  builds: Build[];
}

export interface About {
  values: string;
  sets: Record<string, string>;
}
