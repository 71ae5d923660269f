// Where games are played: the part of the page that loads what plays them, when it is asked for.
import {el} from 'report_assets';
import {button} from './parts';
import {Owned, shown, state} from './state';

// What measure.ts gives.
export interface Measuring {
  part(decks: Owned[], play: Owned[] | null): HTMLElement;
}

const holder = window as unknown as {archonMeasuring?: (page: string) => Measuring};
let loading: Promise<Measuring> | null = null;

// In archon-full.html it is there; a folder on a host has it beside the page.
function load(): Promise<Measuring> {
  return loading ??= new Promise((done, failed) => {
    const got = () => holder.archonMeasuring ? done(holder.archonMeasuring(location.href.split('#')[0])) : failed(new Error(NOT_HERE));
    if (holder.archonMeasuring) return got();
    if (!location.protocol.startsWith('http')) return failed(new Error(NOT_HERE));
    document.head.append(el('script', {src: 'measure.js', onload: null}));
    const script = document.head.lastElementChild as HTMLScriptElement;
    script.onload = got;
    script.onerror = () => failed(new Error(NOT_HERE));
  });
}
const NOT_HERE = 'This file only rates: it is small. archon-full.html plays games, too, and so does the folder "site" on a host; scripts/make_page.sh makes both.';

// `before`: the part as it was drawn, which goes on while the same decks are shown.
export function measurePart(before: Element | null): HTMLElement | null {
  const decks = shown(), key = decks.map(deck => deck.hash).join(' ');
  if (decks.length < 2) return null;
  if (before instanceof HTMLElement && before.dataset.decks === key) return before;
  const play = state.others?.play ?? null, inside = el('div', {}), says = el('p', {role: 'status'});
  const open = async () => {
    says.textContent = 'Loading \u2026';
    try {
      inside.replaceChildren((await load()).part(decks, play));
    } catch (error) {
      loading = null;
      says.textContent = (error as Error).message;
    }
  };
  inside.append(el('div', {class: 'tools'}, button('Measure by games', open, {class: 'main'})), says);
  if (location.hash.includes('&play=')) void open();
  return el('section', {id: 'measure', 'data-decks': key}, el('h2', {}, 'Measure by games'),
    el('p', {}, 'Ratings know cards, not how they play together. Here two agents play the decks against each other, on all cores of this device.'), inside);
}
