// Parts that several views are made of.
import {Column, Value, documentTable, el, addTableTools} from 'report_assets';
import {Deck} from './answers';

export const address = (hash: string): string => '#deck-' + hash;

export function button(text: string, action: () => unknown, attributes: Attributes = {}): HTMLButtonElement {
  const made = el('button', {type: 'button', ...attributes}, text);
  made.addEventListener('click', () => void action());
  return made;
}

export const RATING: Column = {name: 'rating', head: 'rating', unit: 'number', digits: 0, interval: true,
  what: 'Elo on one scale for all sets; 1,500: a mean deck'};
export const WIN_RATE: Column = {name: 'win_rate', head: 'win %', unit: 'share', digits: 1, interval: true,
  what: 'Against a mean deck of all sets, of rating 1,500'};
export const PERCENTILE: Column = {name: 'set_percentile', head: '% of set', unit: 'share', digits: 1,
  what: 'Share of the generated decks of its set that are weaker'};
export const figures = (deck: Deck): Value[] => [deck.rating, deck.rating_low, deck.rating_high, deck.win_rate, deck.win_rate_low,
  deck.win_rate_high, deck.set_percentile];

// A table with its tools, as pages of the command line have it, in a section of its own.
export function tablePart(id: string, heading: string, columns: Column[], rows: Value[][], says: Child = null): HTMLElement {
  const part = el('section', {id}, el('h2', {}, heading), says,
    documentTable({name: id, heading, columns, rows, ends: 0, mattering: null}));
  addTableTools(part);
  return part;
}

// A column of buttons behind the others, one for each row that has a deck's link.
export function addActions(part: HTMLElement, head: string, action: (hash: string, name: string) => HTMLElement): void {
  const table = part.querySelector('table');
  table?.tHead?.rows[0].append(el('th', {'data-nosort': true, class: 'actions', role: 'columnheader', scope: 'col'}, head));
  for (const row of table?.tBodies[0].rows ?? []) {
    const link = row.querySelector<HTMLAnchorElement>('a[href^="#deck-"]');
    row.append(el('td', {role: 'cell', class: 'actions'}, link && action(link.hash.slice('#deck-'.length), link.textContent ?? '')));
  }
}

// Gives the browser a file to save.
export function save(text: string, name: string): void {
  const made = el('a', {href: URL.createObjectURL(new Blob([text], {type: 'text/plain'})), download: name});
  made.click();
  setTimeout(() => URL.revokeObjectURL(made.href), 1000);
}
