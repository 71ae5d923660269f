// The list of decks with their ratings, and what can be done with all of them.
import {Column, copy, count, el} from 'report_assets';
import {PERCENTILE, RATING, WIN_RATE, addActions, address, button, figures, save, tablePart} from './parts';
import * as rater from './rater';
import {Owned, add, clear, exported, remove, shown, state} from './state';

const MOST_ADDRESS = 60_000;  // signs that messengers and browsers still take for one address

function columns(decks: Owned[]): Column[] {
  const sas: Column[] = decks.some(deck => deck.sas !== null)
    ? [{name: 'sas', head: 'SAS', unit: 'number', digits: 0, what: 'SAS as the file has it'}] : [];
  return [{name: 'rank', head: '#', unit: 'count', what: 'From 1, by rating'},
    {name: 'deck', head: 'deck', unit: 'text', what: 'Name'},
    {name: 'link', head: 'link', unit: 'text', what: 'Its page'},
    {name: 'set', head: 'set', unit: 'text', what: 'Code of the set'},
    {name: 'houses', head: 'houses', unit: 'text', what: 'Its three houses'}, ...sas, RATING, WIN_RATE, PERCENTILE];
}

async function linkTo(decks: Owned[]): Promise<string> {
  return location.href.split('#')[0] + '#decks=' + await rater.encode(decks.map(deck => deck.text));
}

// A field for the link, hidden until there is one; whoever can't copy it takes it from there.
export interface SharedLink {
  field: HTMLElement;
  copy(decks: Owned[], say: (text: string) => void): Promise<void>;
}
export function sharedLink(): SharedLink {
  const input = el('input', {readonly: true}), field = el('p', {class: 'shared', hidden: true}, el('label', {}, el('span', {}, 'The link'), input));
  return {field, copy: (decks, say) => copyLink(decks, input, field, say)};
}
async function copyLink(decks: Owned[], input: HTMLInputElement, field: HTMLElement, say: (text: string) => void): Promise<void> {
  const link = await linkTo(decks);
  input.value = link;
  field.hidden = false;
  const long = link.length > MOST_ADDRESS ? `, which is long: ${count(link.length)} signs; export them instead` : '';
  say(await copy(link) ? `Link copied${long}` : 'The browser did not allow to copy it: it stands below' + long);
}

// What can be done with the decks that are shown.
function tools(shared: SharedLink, redraw: () => void, say: (text: string) => void): HTMLElement {
  const others = state.others, decks = shown();
  const buttons = [
    others && button('Add these to my decks', async () => {
      const fresh = await add(others.decks);
      state.others = null;
      history.replaceState(null, '', '#');
      redraw();
      say(`${fresh} ${fresh === 1 ? 'deck' : 'decks'} added`);
    }, {class: 'main'}),
    others && button('Show my decks', () => {
      state.others = null;
      history.replaceState(null, '', '#');
      redraw();
    }),
    button('Copy a link with these decks', () => shared.copy(decks, say), {class: others ? null : 'main'}),
    button('Export', () => save(exported(), 'archon-decks.txt'), {title: 'A file that this page and archon read again'}),
    !others && button('Clear', async () => {
      if (!confirm(`Remove all ${decks.length} decks from this browser?`)) return;
      await clear();
      redraw();
      say('All decks are removed');
    })];
  return el('div', {class: 'tools'}, buttons);
}

export function listPart(redraw: () => void, say: (text: string) => void): HTMLElement | null {
  const decks = shown();
  if (!decks.length) return null;
  const sas = decks.some(deck => deck.sas !== null);
  const rows = decks.map((deck, i) => [i + 1, deck.deck, address(deck.hash), deck.set, deck.houses.join(', '), ...(sas ? [deck.sas] : []),
    ...figures(deck)]);
  const heading = `${count(decks.length)} ${decks.length === 1 ? 'deck' : 'decks'}${state.others ? ' of ' + state.others.what : ''}`;
  const shared = sharedLink();
  const part = tablePart('decks', heading, columns(decks), rows, [tools(shared, redraw, say), shared.field]);
  if (!state.others)
    addActions(part, 'remove', (hash, name) => button('Remove', async () => {
      await remove(hash);
      redraw();
      say(`${name} is removed`);
    }, {'aria-label': 'Remove ' + name}));
  return part;
}
