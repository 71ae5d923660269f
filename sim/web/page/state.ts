// The decks that the page is about: those of this browser, or those that somebody else sent in a link or a file.
import {Deck, Problem, Read} from './answers';
import * as rater from './rater';
import * as store from './store';

export interface Owned extends Deck {
  file: string;
}
export interface Told {
  file: string;
  problem: Problem;
}
export interface Others {
  what: string;  // "the link"
  decks: Owned[];
  play?: Owned[];  // in the order of the link, which may ask for games of them
}

export const state = {
  mine: [] as Owned[],
  others: null as Others | null,
  problems: [] as Told[],
  warnings: [] as Told[],
  kept: true,  // whether the browser keeps the collection
};

export const shown = (): Owned[] => state.others ? state.others.decks : state.mine;
export const deckOf = (hash: string): Owned | undefined =>
  [...(state.others?.decks ?? []), ...state.mine].find(deck => deck.hash === hash);

const byRating = (decks: Owned[]): Owned[] => [...decks].sort((a, b) => b.rating - a.rating);

async function keeping(what: () => Promise<unknown>): Promise<void> {
  try {
    await what();
    state.kept = true;
  } catch {
    state.kept = false;  // a private window, say
  }
}

function tell(read: Read, file: string): void {
  state.problems.push(...read.problems.map(problem => ({file, problem})));
  state.warnings.push(...read.warnings.map(problem => ({file, problem})));
}

// A deck that is there already is read anew: the file may have its SAS now. How many were new.
export async function add(decks: Owned[]): Promise<number> {
  const before = state.mine.length, all = new Map(state.mine.map(deck => [deck.hash, deck]));
  for (const deck of decks) all.set(deck.hash, deck);
  state.mine = byRating([...all.values()]);
  await keeping(() => store.keep(decks));
  return state.mine.length - before;
}

export const owned = (decks: Deck[], file: string): Owned[] => decks.map(deck => ({...deck, file}));

// Decks of a text, in any format; what is said of it. `name` is that of its file.
export async function addText(text: string, name: string, file: string): Promise<string> {
  const read = await rater.rate(text, name);
  tell(read, file);
  const fresh = await add(owned(read.decks, file)), again = read.decks.length - fresh, bad = read.unread.length;
  const parts = [`${fresh} ${fresh === 1 ? 'deck' : 'decks'} of ${file}`, again > 0 && `${again} were there already`,
    bad > 0 && `${bad} can\u2019t be read`];
  return parts.filter(Boolean).join(', ');
}

// Decks that somebody else sent: they are shown, and not kept unless they are added.
export async function showLink(address: string): Promise<void> {
  const read = await rater.decode(address.split('&')[0]), play = owned(read.decks, 'the link');
  tell(read, 'the link');
  state.others = read.decks.length ? {what: 'the link', decks: byRating(play), play} : null;
}
export async function showText(text: string, what: string): Promise<void> {
  const read = await rater.rate(text, '');
  tell(read, what);
  state.others = {what, decks: byRating(owned(read.decks, what))};
}

export async function remove(hash: string): Promise<void> {
  state.mine = state.mine.filter(deck => deck.hash !== hash);
  await keeping(() => store.forget(hash));
}
export async function clear(): Promise<void> {
  state.mine = [];
  state.problems = [];
  state.warnings = [];
  await keeping(store.forgetAll);
}

// What the browser kept, rated again: the values of cards may be newer.
export async function restore(): Promise<void> {
  let decks: store.Kept[] = [];
  await keeping(async () => decks = await store.kept());
  if (!decks.length) return;
  const files = new Map(decks.map(({hash, file}) => [hash, file]));
  const read = await rater.rate(decks.map(deck => deck.text).join('\n'), '');
  state.mine = byRating(read.decks.map(deck => ({...deck, file: files.get(deck.hash) ?? 'this browser'})));
  tell({...read, warnings: []}, 'what this browser kept');
}

export const exported = (): string => shown().map(deck => deck.text).join('\n');
