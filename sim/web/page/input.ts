// Decks come in: dropped, chosen as files, or pasted.
import {el} from 'report_assets';
import {button} from './parts';
import {addText, showLink, state} from './state';

const MOST_BYTES = 16 << 20;
const PASTED = 'what was pasted';

// Two decks to begin with: a link, as the page makes them.
const EXAMPLE = '#decks=BTUznv5Fx7s4-RbGV03yTWYBVQASgGIDlVFwENxidRIrCHKZxeUEO60kYEgkSF1Nhkes98ogu51hIrSgFVEIMAYazvqZ0rji5caVVxAZrF7-In3YkFk_P0n';

// As text, byte for byte; what is wrong with the file is told as the command line would.
async function readFile(file: File): Promise<string> {
  const refuse = (message: string, hint: string) => {
    state.problems.push({file: file.name, problem: {line: 0, message, hint, deck: ''}});
    return `0 decks of ${file.name}`;
  };
  if (file.size > MOST_BYTES) return refuse('larger than 16 MB', 'is it a deck?');
  let text = '';
  try {
    text = new TextDecoder('utf-8', {fatal: true, ignoreBOM: true}).decode(await file.arrayBuffer());
  } catch {
    return refuse('this is not UTF-8 text', 'is it a deck?');
  }
  return addText(text, file.name, file.name);
}

async function readText(text: string): Promise<string> {
  if (!text.includes('\n') && text.includes('#decks=')) {
    await showLink(text);
    return 'decks of a link';
  }
  return addText(text, 'pasted deck', PASTED);
}

type Run = (work: () => Promise<string[]>) => Promise<void>;

async function each<Item>(items: Item[], read: (item: Item) => Promise<string>): Promise<string[]> {
  const said: string[] = [];
  for (const item of items) said.push(await read(item));
  return said;
}

// What is dropped anywhere on the page is read.
function watchDrops(zone: HTMLElement, run: Run): void {
  const over = (on: boolean) => zone.classList.toggle('over', on);
  addEventListener('dragover', event => { event.preventDefault(); over(true); });
  addEventListener('dragleave', event => event.relatedTarget || over(false));
  addEventListener('drop', event => {
    event.preventDefault();
    over(false);
    const files = [...event.dataTransfer?.files ?? []], text = event.dataTransfer?.getData('text/plain') ?? '';
    if (files.length) void run(() => each(files, readFile));
    else if (text.trim()) void run(async () => [await readText(text)]);
  });
}

export function inputPart(run: Run): HTMLElement {
  const files = el('input', {type: 'file', id: 'files', multiple: true}), text = el('textarea', {id: 'pasted', rows: 4, spellcheck: 'false'});
  files.addEventListener('change', () => {
    const chosen = [...files.files ?? []];
    void run(() => each(chosen, readFile)).then(() => files.value = '');
  });
  const rate = () => text.value.trim() && run(async () => [await readText(text.value)]).then(() => state.problems.length || (text.value = ''));
  text.addEventListener('keydown', event => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && void rate());
  const zone = el('section', {class: 'input', id: 'input', 'aria-label': 'Your decks'},
    el('p', {class: 'field'}, el('label', {for: 'files'}, 'Choose files, or drop them anywhere on this page'), files),
    el('p', {class: 'field'}, el('label', {for: 'pasted'}, 'Or paste: a list of cards, JSON, a table, a link of this page'), text),
    el('div', {class: 'tools'}, button('Rate', rate, {class: 'main'}), button('Try two decks', () => { location.hash = EXAMPLE; })),
    el('p', {class: 'hint'}, 'CSV of Decks of KeyForge, JSON of Master Vault or of the online server, deck files, pasted lists. Nothing is sent; your decks stay in this browser.'));
  watchDrops(zone, run);
  return zone;
}
