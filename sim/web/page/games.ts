// Games to play and those that were played: what is asked for, which a link carries, and the batches so far.
import type {Owned} from './state';

export const KINDS = ['matrix', 'gauntlet', 'match', 'chains', 'bid'] as const, AGENTS = ['fast', 'standard', 'solid'] as const;
export const MOST_GAMES = 100_000, MOST_CHAINS = 24;

// Of a matrix all decks meet, of a gauntlet the first one the others, of a match the first two; of chains and bids
// these too, until it is known how many chains make them even.
export interface Asked {
  kind: typeof KINDS[number];
  agent: typeof AGENTS[number];
  games: number;  // of each pair; of chains and bids at most
  seed: string;
}

export const searches = ({kind}: Asked): boolean => kind === 'chains' || kind === 'bid';

export interface Batch {
  pair: number;  // of chains and bids: those on the first deck less those on the second, and MOST_CHAINS
  first: number;
  games: number;
  data: string;  // as a ledger has it
}

export interface Run extends Asked {
  id: string;
  version: string;  // of the page: games of two versions are not mixed
  decks: Owned[];
  fingerprint: string | null;  // of the games that somebody else played, where a link told it
}

// Of a fragment: "#decks=CODE&play=matrix.fast.50.1.FINGERPRINT".
const PLAY = '&play=';
export function readPlay(hash: string): (Asked & {fingerprint: string | null}) | null {
  const at = hash.indexOf(PLAY);
  if (at < 0) return null;
  const [kind, agent, games, seed, fingerprint] = hash.slice(at + PLAY.length).split('.');
  const asked = {kind, agent, games: Number(games), seed} as Asked, known = KINDS.includes(asked.kind) && AGENTS.includes(asked.agent);
  const good = known && Number.isInteger(asked.games) && asked.games >= 1 && asked.games <= MOST_GAMES && goodSeed(seed);
  return good ? {...asked, fingerprint: /^[0-9a-f]{16}$/.test(fingerprint ?? '') ? fingerprint : null} : null;
}
export const playText = ({kind, agent, games, seed}: Asked, fingerprint: string | null): string =>
  PLAY + [kind, agent, games, seed, ...(fingerprint ? [fingerprint] : [])].join('.');

export const goodSeed = (seed: string | undefined): boolean => /^[0-9]{1,20}$/.test(seed ?? '') && BigInt(seed!) < 1n << 64n;
