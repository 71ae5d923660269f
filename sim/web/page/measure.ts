// Measuring by games: what is asked for, live results, the ledger, a link. A script of its own, loaded when it is needed.
import {button, copy, count, el, rater, save} from './from_page';
import {AGENTS, KINDS, MOST_GAMES, Asked, Run, goodSeed, playText, readPlay, searches} from './games';
import {keepRun, keptRun} from './kept_games';
import type {Measuring} from './measure_part';
import {Play, Rate, Summary, ask, fingerprintOf} from './play';
import {evenTable, heatMap, rankTable} from './results_view';
import type {Owned} from './state';

const SHOW_EVERY = 1500;  // milliseconds
const WHAT = {matrix: 'Matrix: all against all', gauntlet: 'Gauntlet: one against all', match: 'Match: two decks', chains: 'Chains: what makes two decks even', bid: 'Bid: chains for the better deck'};
const GAMES = 50, CHAIN_GAMES = 2000;  // unless asked otherwise
const PLAYS = {fast: 'fast: 1,000 games a second', standard: 'standard: better, 300', solid: 'solid: better still, slow'};  // of a core

const labelled = (text: string, field: HTMLElement) => el('label', {}, text, field);
const select = (id: string, options: [string, string][]) => el('select', {id}, options.map(([value, text]) => el('option', {value}, text)));

// The fields, and what they say.
function form(decks: Owned[], asked: Asked | null) {
  const names = decks.map((deck, i): [string, string] => [String(i), `${deck.deck} (${deck.set})`]);
  const kind = select('kind', KINDS.map(each => [each, WHAT[each]])), agent = select('agent', AGENTS.map(each => [each, PLAYS[each]]));
  const one = select('first-deck', names), other = select('second-deck', names), oneLabel = labelled('Deck', one), otherLabel = labelled('Against', other);
  const games = el('input', {id: 'games', type: 'number', min: 1, max: MOST_GAMES, value: asked?.games ?? GAMES}), seed = el('input', {id: 'seed', inputmode: 'numeric', value: asked?.seed ?? '1'});
  kind.value = asked?.kind ?? 'matrix';
  agent.value = asked?.agent ?? 'fast';
  other.value = '1';
  const values = (): Asked => ({kind: kind.value, agent: agent.value, games: Number(games.value), seed: seed.value} as Asked);
  const search = () => searches(values()), two = () => kind.value === 'match' || search(), gamesSay = el('span', {}), gamesLabel = el('label', {}, gamesSay, games);
  const shown = () => {
    oneLabel.hidden = kind.value === 'matrix';
    otherLabel.hidden = !two();
    gamesSay.textContent = search() ? 'Games at most' : 'Games of each pair';
  };
  kind.addEventListener('change', () => {
    if (games.value === String(search() ? GAMES : CHAIN_GAMES)) games.value = String(search() ? CHAIN_GAMES : GAMES);
    shown();
  });
  shown();
  const chosen = (): Owned[] => {
    const first = decks[Number(one.value)], second = decks[Number(other.value)];
    return kind.value === 'matrix' ? decks : two() ? [first, second] : [first, ...decks.filter(deck => deck !== first)];
  };
  const wrong = (): string => !Number.isInteger(Number(games.value)) || Number(games.value) < 1 || Number(games.value) > MOST_GAMES ? `Games: from 1 to ${count(MOST_GAMES)}`
    : !goodSeed(seed.value) ? 'Seed: a whole number of at most 64 bits' : two() && one.value === other.value ? 'A match is between two decks' : search() && games.value === '1' ? 'Games: at least two' : '';
  return {element: el('div', {class: 'choice'}, labelled('What', kind), oneLabel, otherLabel, labelled('Who plays', agent), gamesLabel, labelled('Seed', seed)), chosen, wrong, values};
}

function timeText(seconds: number): string {
  return seconds < 90 ? `${Math.ceil(seconds)} s` : seconds < 5400 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
function progressText(play: Play): string {
  const said = play.found ? `${count(play.played)} games` : `${count(play.played)} of ${count(play.total)} games`;
  if (!play.playing) return said + (play.complete ? '' : ', stopped');
  return said + (play.speed ? ` \u00b7 ${count(Math.round(play.speed))} a second \u00b7 ${timeText((play.total - play.played) / play.speed)} left` : '');
}

// What the games said so far, and what can be done with them.
async function results(play: Play, known: number[], chosen: string | null): Promise<HTMLElement[]> {
  const {run, plan} = play;
  if (searches(run)) return play.levels.size ? [evenTable(play, await play.even())] : [];
  if (run.kind === 'match') {
    const [wins, losses] = play.wins[0], {rate} = await ask<{rate: Rate}>({do: 'rate', wins: [[wins, losses]]});
    return rate ? [rankTable(play, [rate], 'match')] : [];
  }
  const summary: Summary = await play.summary(known);
  if (!summary.pairs.some(Boolean)) return [];
  return run.kind === 'gauntlet' ? [rankTable(play, summary.pairs.map((rate, i) => rate && plan.pairs[i][0] !== 0 ? [1 - rate[0], 1 - rate[2], 1 - rate[1]] : rate), 'gauntlet', summary.decks[0])]
    : [heatMap(play, summary, chosen), rankTable(play, summary.decks, 'matrix')];
}

let running: Play | null = null;  // one at a time, whatever decks are shown

function part(page: string, decks: Owned[], play: Owned[] | null): HTMLElement {
  running?.stop();
  const linked = play ? readPlay(location.hash) : null, fields = form(linked && play ? play : decks, linked);
  const status = el('p', {id: 'playing', role: 'status', class: 'said'}), out = el('div', {class: 'results', id: 'measured'}), bar = el('progress', {hidden: true, 'aria-label': 'Games played'});
  const after = el('div', {class: 'tools'}), link = el('input', {readonly: true, id: 'play-link'}), linkField = el('p', {class: 'shared', hidden: true}, el('label', {}, el('span', {}, 'The link'), link));
  let now: Play | null = null, known: number[] = [], drawing = false, drawn = 0, begun = false;

  async function draw(): Promise<void> {
    if (drawing || !now) return;
    drawing = true;
    drawn = performance.now();
    const of = now, chosen = out.querySelector<HTMLElement>('#wins .at')?.dataset.cell ?? null, focused = document.activeElement?.matches('#measured .at');
    const left = out.querySelector('.scroll')?.scrollLeft ?? 0;
    try {
      const made = await results(of, known, chosen);
      if (of === now && made.length) out.replaceChildren(...made);
      out.querySelector('.scroll')?.scrollTo({left, behavior: 'instant' as ScrollBehavior});
      if (focused) out.querySelector<HTMLElement>('#wins .at')?.focus({preventScroll: true});
    } finally {
      drawing = false;
    }
  }
  const tick = () => {
    if (!now) return;
    bar.max = now.total;
    bar.value = now.played;
    status.textContent = progressText(now);
    if (performance.now() - drawn > SHOW_EVERY) void draw().catch(() => undefined);
  };
  function tools(): void {
    const of = now, stopped = of && !of.playing && !of.complete;
    start.textContent = linked ? 'Play these games again' : 'Play';
    go.hidden = !stopped;
    stop.hidden = !of?.playing;
    start.disabled = Boolean(of?.playing);
    bar.hidden = !of?.playing;
    after.replaceChildren(...(of && !of.playing && of.played ? [
      button('Copy a link with these games', () => share(of)),
      ...(of.run.kind === 'match' || searches(of.run) ? [] : [button('Ledger', async () => save(await of.ledger(), 'archon-ledger.jsonl'), {title: 'For archon merge and archon matrix --from'})])] : []));
  }
  async function share(of: Play): Promise<void> {
    const code = await rater.encode(of.run.decks.map(deck => deck.text));
    link.value = page + '#decks=' + code + playText(of.run, of.complete ? fingerprintOf(of) : null);
    linkField.hidden = false;
    status.textContent = await copy(link.value) ? 'Link copied: whoever opens it can play the same games' : 'The browser did not allow to copy it: it stands below';
  }
  function verdict(of: Play): string {
    const same = of.run.fingerprint === fingerprintOf(of), told = of.run.fingerprint ? same ? ' \u00b7 the same games as those of the link' : ' \u00b7 other games than those of the link: another version?' : '';
    return `${progressText(of)} \u00b7 fingerprint ${fingerprintOf(of)}${told}`;
  }
  async function playOn(of: Play): Promise<void> {
    running = now = of;
    const ended = of.go(tick);
    tools();
    tick();
    await ended;
    drawing = false;
    await draw();
    status.textContent = of.complete ? verdict(of) : progressText(of);
  }
  async function guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      out.replaceChildren(el('p', {class: 'warning', role: 'alert'}, (error as Error).message));
      status.textContent = '';
    }
    tools();
  }
  const start = button('Play', () => guarded(async () => {
    const wrong = fields.wrong();
    status.textContent = wrong;
    if (wrong) return;
    begun = start.disabled = true;
    status.textContent = 'Loading the players \u2026';
    const run: Run = {...fields.values(), id: String(Date.now()) + Math.random(), version: ARCHON_VERSION, decks: fields.chosen(), fingerprint: linked && playText(fields.values(), null) === playText(linked, null) ? linked.fingerprint : null};
    await keepRun(run).catch(() => undefined);
    out.replaceChildren();
    linkField.hidden = true;
    known = await rater.strengths(run.decks.map(deck => deck.text));
    await playOn(await Play.of(run));
  }), {class: 'main', id: 'play'});
  const stop = button('Stop', () => { now?.stop(); status.textContent = 'Stopping \u2026'; }, {id: 'stop', hidden: true});
  const go = button('Go on', () => guarded(() => playOn(now!)), {id: 'go-on', hidden: true});
  tools();
  // What was played before the page was closed.
  if (!linked) void guarded(async () => {
    const kept = await keptRun().catch(() => null);
    if (!kept || begun) return;
    if (kept.run.version !== ARCHON_VERSION) {
      status.textContent = 'The last run was played by another version of this page: play it again';
      return;
    }
    status.textContent = 'Loading the last run \u2026';
    const last = await Play.of(kept.run, kept.batches);
    if (begun) return;
    now = last;
    known = await rater.strengths(kept.run.decks.map(deck => deck.text));
    await draw();
    status.textContent = last.complete ? verdict(last) : progressText(last) + `: ${WHAT[last.run.kind].toLowerCase()}, by ${last.run.agent}, seed ${last.run.seed}`;
  });
  return el('div', {}, fields.element, el('div', {class: 'tools'}, start, go, stop, bar), status, after, linkField, out);
}

document.head.append(el('style', {}, ARCHON_MEASURE_STYLE));
(window as unknown as {archonMeasuring: (page: string) => Measuring}).archonMeasuring = page => ({part: (decks, play) => part(page, decks, play)});
