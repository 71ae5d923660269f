// Which three pods of the decks make the best deck: all legal builds, rated without games.
import {Column, count, el} from 'report_assets';
import {Build} from './answers';
import {PERCENTILE, RATING, WIN_RATE, addActions, address, button, figures, tablePart} from './parts';
import * as rater from './rater';
import {Owned, add, shown} from './state';

const MOST_SHOWN = 20, SEALED_DECKS = 3, FEWEST = 2;

interface Found {
  legal: number;
  list: string | null;
  builds: (Build & {of: Owned[]})[];
}

// Set by set, so that it is seen how far it is.
async function search(decks: Owned[], format: string, progress: (done: number) => void): Promise<Found> {
  const sets = [...new Set(decks.map(deck => deck.set))].sort(), found: Found = {legal: 0, list: null, builds: []};
  let done = 0;
  for (const set of sets) {
    const of = decks.filter(deck => deck.set === set);
    const {legal, list, builds} = await rater.build(of.map(deck => deck.text), format, MOST_SHOWN);
    found.legal += legal;
    found.list = list;
    found.builds.push(...builds.map(build => ({...build, of})));
    progress(done += of.length);
  }
  found.builds = found.builds.sort((a, b) => b.rating - a.rating).slice(0, MOST_SHOWN);
  return found;
}

function results(found: Found, format: string, say: (text: string) => void): HTMLElement {
  const extras = found.builds.some(build => build.extras !== null);
  const columns: Column[] = [{name: 'rank', head: '#', unit: 'count', what: 'From 1, by rating'},
    {name: 'deck', head: 'build', unit: 'text', what: 'House and deck of its pods; of a deck as printed its own name'},
    {name: 'link', head: 'link', unit: 'text', what: 'Its page'},
    ...(extras ? [{name: 'extras', head: 'token or prophecies of', unit: 'text', what: 'The deck whose token creature, prophecies or archon power it has'} as Column] : []),
    RATING, WIN_RATE, PERCENTILE];
  const rows = found.builds.map((build, i) => [i + 1, build.deck, address(build.hash),
    ...(extras ? [build.extras === null ? null : build.of[build.extras].deck] : []), ...figures(build)]);
  const list = found.list ? `, restricted list of ${found.list}` : '';
  const part = tablePart('builds', 'The best builds', columns, rows,
    el('p', {}, `${count(found.legal)} legal builds (${format}${list}), decks as printed among them; rated without games.`));
  addActions(part, 'keep', (hash, name) => {
    const build = found.builds.find(each => each.hash === hash)!;
    const made = button('Keep', async () => {
      await add([{...build, file: 'build'}]);
      made.disabled = true;
      say(`${name} is kept`);
    }, {'aria-label': 'Keep ' + name});
    return made;
  });
  return part;
}

// For Sealed, of which decks: at most three.
function sealedChoice(decks: Owned[]): HTMLElement {
  const names = ['First deck', 'Second deck', 'Third deck'];
  return el('div', {class: 'choice', hidden: true}, names.slice(0, SEALED_DECKS).map((name, i) => el('label', {}, name,
    el('select', {}, el('option', {value: ''}, '\u2013'),
      decks.map((deck, at) => el('option', {value: at, selected: at === i && decks.length <= SEALED_DECKS}, `${deck.deck} (${deck.set})`))))));
}

export function buildPart(say: (text: string) => void, found: (builds: Owned[]) => void): HTMLElement | null {
  const decks = shown();
  if (decks.length < FEWEST) return null;
  const format = (value: string, text: string, checked: boolean) =>
    el('label', {}, el('input', {type: 'radio', name: 'format', value, checked}), ' ' + text);
  const choice = sealedChoice(decks), out = el('div', {class: 'results'}), progress = el('progress', {hidden: true, 'aria-label': 'Builds rated'});
  const form = el('fieldset', {class: 'formats'}, el('legend', {}, 'Format'),
    format('alliance', 'Alliance: pods of all these decks, by the restricted list', true), format('sealed', 'Sealed: pods of up to three decks', false));
  const chosen = () => form.querySelector<HTMLInputElement>('input:checked')!.value;
  form.addEventListener('change', () => choice.hidden = chosen() !== 'sealed');
  const start = button('Find the best builds', async () => {
    const picked = [...new Set([...choice.querySelectorAll('select')].map(select => select.value).filter(Boolean))].map(at => decks[Number(at)]);
    const of = chosen() === 'sealed' ? picked : decks;
    if (!of.length) return say('Choose up to three decks');
    start.disabled = true;
    progress.hidden = false;
    progress.max = of.length;
    progress.value = 0;
    try {
      const made = await search(of, chosen(), done => progress.value = done);
      found(made.builds.map(build => ({...build, file: 'build'})));
      out.replaceChildren(results(made, chosen(), say));
      say(`${count(made.legal)} legal builds`);
    } catch (error) {
      out.replaceChildren(el('p', {class: 'warning', role: 'alert'}, (error as Error).message));
    }
    progress.hidden = true;
    start.disabled = false;
  }, {class: 'main'});
  return el('section', {id: 'build'}, el('h2', {}, 'Build a deck of pods'),
    el('p', {}, 'A pod is the twelve cards of one house of a deck. All legal builds of three pods are rated; decks of several sets are built of set by set.'),
    form, choice, el('div', {class: 'tools'}, start, progress), out);
}
