// The page: what is dropped, chosen or pasted is rated; the address says what is shown.
import {el, glossary} from 'report_assets';
import {About} from './answers';
import {buildPart} from './build_view';
import {deckView} from './deck_view';
import {inputPart} from './input';
import {listPart} from './list';
import {measurePart} from './measure_part';
import * as rater from './rater';
import {shared} from './shared';
import {Owned, Told, deckOf, restore, showLink, showText, shown, state} from './state';

const main = document.querySelector('main')!;
const status = el('p', {role: 'status', class: 'said', id: 'said'}), messages = el('div', {}), decks = el('div', {}), builds = el('div', {}), measured = el('div', {});
const about: Promise<About> = rater.about();
let built: Owned[] = [];  // builds have pages, too

function say(text: string): void {
  status.textContent = text;
}

// "my.csv, line 5: 'Tsong': unknown card 'Dust Impp' (did you mean Dust Imp?)"
function toldText({file, problem}: Told): string {
  return file + (problem.line > 0 ? `, line ${problem.line}` : '') + ': ' + problem.message + (problem.hint ? ` (${problem.hint.replace(/`/g, '')})` : '');
}
function drawMessages(): void {
  const {problems, warnings} = state, lines = (told: Told[]) => el('ul', {}, told.map(each => el('li', {}, toldText(each))));
  const sections = [
    !state.kept && el('p', {class: 'warning'}, 'This browser does not keep the decks (a private window?): export them before you leave.'),
    problems.length > 0 && el('section', {class: 'warning told', id: 'problems', role: 'alert'}, el('h2', {}, 'What can\u2019t be read'), lines(problems)),
    warnings.length > 0 && el('details', {class: 'folded told', id: 'warnings'}, el('summary', {}, 'What the files do not tell ', el('small', {}, warnings.length)), lines(warnings))];
  messages.replaceChildren(...sections.filter((part): part is HTMLElement => Boolean(part)));
}

function redraw(): void {
  drawMessages();
  const list = listPart(redraw, say), build = buildPart(say, found => built = found);
  decks.replaceChildren(...(list ? [list] : []));
  builds.replaceChildren(...(build ? [build] : []));
  const games = measurePart(measured.firstElementChild);
  measured.replaceChildren(...(games ? [games] : []));
  document.body.classList.toggle('some', shown().length > 0);
}

async function overview(): Promise<HTMLElement> {
  const input = inputPart(async work => {
    state.problems = [];
    state.warnings = [];
    state.others = null;
    if (location.hash.startsWith('#decks=')) history.replaceState(null, '', '#');
    say('Reading \u2026');
    try {
      say((await work()).join('; '));
    } catch (error) {
      say('');
      state.problems.push({file: 'Archon', problem: {line: 0, message: (error as Error).message, hint: '', deck: ''}});
    }
    redraw();
  });
  const method = el('section', {id: 'method'}, el('h2', {}, 'How this was made'),
    el('p', {}, 'Ratings are sums of what cards, houses and their combinations are worth, fitted to games that the program played between generated decks; no game is played for them. ' +
      'Intervals hold what is not known of these values and what decks are worth besides their cards. Nothing that you enter leaves this browser.'),
    glossary(ARCHON_WORDS), el('pre', {id: 'version'}, `archon ${ARCHON_VERSION}`));
  about.then(({values}) => method.append(el('pre', {}, 'values: ' + values)), () => undefined);
  return el('div', {class: 'document', id: 'top'}, el('header', {}, el('p', {class: 'eyebrow'}, 'Archon'), el('h1', {}, 'How strong are your KeyForge decks?'),
    el('p', {class: 'lede'}, 'Rated at once, without games: cards, houses and icons by what they won in many thousand games of generated decks.')),
    input, status, messages, decks, builds, measured, method);
}

// What the address asks for: decks of a link, a deck, or the overview.
async function route(page: HTMLElement): Promise<void> {
  const hash = location.hash, asked = /^#deck-([0-9a-f]+)$/.exec(hash);
  main.querySelector('#deck')?.remove();
  if (hash.startsWith('#decks=')) {
    state.problems = [];
    state.warnings = [];
    await showLink(hash).then(redraw, error => say(error.message));
  }
  const deck = asked && (deckOf(asked[1]) ?? built.find(each => each.hash === asked[1]));
  if (asked && !deck) say('That deck is not among your decks');
  const view = deck ? await deckView(deck, (await about).sets, text => { location.hash = ''; redraw(); say(text); }) : null;
  main.querySelector('#deck')?.remove();
  page.hidden = view !== null;
  document.title = (view ? deck!.deck + ' \u00b7 ' : '') + 'Archon: KeyForge decks rated';
  if (!view) return;
  main.append(view);
  scrollTo(0, 0);
  view.focus({preventScroll: true});
}

async function start(): Promise<void> {
  document.documentElement.classList.add('live');
  const page = await overview(), given = JSON.parse(document.getElementById('given')?.textContent || '""');
  main.replaceChildren(page);
  addEventListener('hashchange', () => void route(page));
  try {
    await restore();
    if (given) await showText(given, 'this file');
  } catch (error) {
    state.problems.push({file: 'Archon', problem: {line: 0, message: (error as Error).message, hint: 'does the browser know WebAssembly?', deck: ''}});
  }
  redraw();
  await route(page);
  document.documentElement.classList.add('ready');
}

if ('serviceWorker' in navigator && location.protocol.startsWith('http')) navigator.serviceWorker.register('service_worker.js').catch(() => undefined);
Object.assign(window, {archon: rater, archonPage: shared});  // for the console, tests and measure.ts
void start();
