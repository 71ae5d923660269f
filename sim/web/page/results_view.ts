// What games said: a heat map of a matrix with the numbers of a pair below it, and tables.
import {address, count, el, link, percent, range, tablePart} from './from_page';
import {FIRST_CELL, heatCell, heatPlace, heatTable, walkCells, winCell} from 'heat_map';
import type {Even, Play, Rate, Summary} from './play';

const rateText = (rate: Rate) => rate ? `${percent(rate[0])} (${range(rate[1], rate[2], 1, 100)})` : 'not known';
const turned = (rate: Rate): Rate => rate && [1 - rate[0], 1 - rate[2], 1 - rate[1]];

// By their means, best first; decks without one last.
function ranked(rates: Rate[]): number[] {
  return rates.map((_, i) => i).sort((i, k) => (rates[k]?.[0] ?? -1) - (rates[i]?.[0] ?? -1) || i - k);
}

// Wins, losses and what is known of a pair as the row sees it.
function seen(play: Play, rates: Rate[], row: number, column: number) {
  const pair = play.plan.pairs.findIndex(([a, b]) => (a === row && b === column) || (a === column && b === row)), straight = play.plan.pairs[pair][0] === row;
  const [wins, losses] = straight ? play.wins[pair] : [play.wins[pair][1], play.wins[pair][0]];
  return {wins, losses, others: play.others[pair], rate: straight ? rates[pair] : turned(rates[pair])};
}

// `chosen`: the decks of the cell whose numbers were told, which may be elsewhere by now.
export function heatMap(play: Play, {pairs, decks}: Summary, chosen: string | null): HTMLElement {
  const order = ranked(decks), name = (deck: number) => play.plan.decks[deck].deck;
  const index = new Map(play.plan.pairs.map(([a, b], i) => [a + ' ' + b, i]));
  const rateOf = (row: number, column: number): Rate => index.has(row + ' ' + column) ? pairs[index.get(row + ' ' + column)!] : turned(pairs[index.get(column + ' ' + row)!]);
  const told = el('p', {id: 'pair', role: 'status'}, 'Touch a cell, or walk there with the arrow keys, for its numbers.');
  const table = heatTable({id: 'wins', caption: 'Win rate of the row against the column, in percent', corner: 'row against column', columns: order.map(name),
    rows: order.map((deck, i) => ({head: [el('b', {}, i + 1), link(address(play.plan.decks[deck].hash), name(deck))], mean: decks[deck] ? (100 * decks[deck]![0]).toFixed(0) : '?'})),
    cell: (row, column) => row !== column && winCell(rateOf(order[row], order[column])?.[0])});
  const tell = (at: HTMLElement) => {
    const [row, column] = heatPlace(at).map(rank => order[rank]), {wins, losses, others, rate} = seen(play, pairs, row, column);
    table.querySelector('.at')?.classList.remove('at');
    at.classList.add('at');
    at.dataset.cell = row + ' ' + column;
    told.replaceChildren(el('b', {}, name(row)), ' against ', el('b', {}, name(column)), `: ${rateText(rate)} \u00b7 ${count(wins)} won, ${count(losses)} lost` + (others ? `, ${count(others)} without a winner` : ''));
  };
  walkCells(table);
  if (chosen) {
    const [row, column] = chosen.split(' ').map(deck => order.indexOf(Number(deck)));
    tell(table.tBodies[0].rows[row].cells[column + FIRST_CELL]);
  }
  table.addEventListener('focusin', event => heatCell(event) && tell(heatCell(event)!));
  return el('section', {}, el('h2', {}, 'Who beats whom'), el('p', {}, 'Win rate of the row\u2019s deck, in percent: what its games, those of all other pairs and the ratings make likely.'), told,
    el('div', {class: 'scroll', role: 'region', tabindex: 0, 'aria-label': 'Win rates'}, table));
}

const WHAT = {matrix: 'Decks by their mean win rates', gauntlet: 'Against each deck', match: 'The match'};

// Of a matrix the decks with their means; of a gauntlet the opponents; of a match the two decks.
export function rankTable(play: Play, rates: Rate[], kind: 'matrix' | 'gauntlet' | 'match', mean: Rate = null): HTMLElement {
  const {plan} = play, matrix = kind === 'matrix';
  const opponent = (pair: number) => plan.pairs[pair][0] === 0 ? plan.pairs[pair][1] : plan.pairs[pair][0];
  const rows = ranked(rates).map((i, place) => {
    const deck = plan.decks[matrix ? i : opponent(i)], rate = rates[i] ?? [null, null, null];
    const {wins, losses, others} = matrix ? sums(play, i) : seen(play, rates, 0, opponent(i));
    return [place + 1, deck.deck, address(deck.hash), ...rate, wins, losses, others];
  });
  const says = kind === 'match' ? `${plan.decks[0].deck} against ${plan.decks[1].deck}: as archon match plays them.`
    : kind === 'gauntlet' ? `${plan.decks[0].deck} wins ${rateText(mean)} of its games against these decks, each counting the same.`
    : 'Mean win rate against all others, each counting the same.';
  return tablePart('measured-decks', WHAT[kind], [{name: 'rank', head: '#', unit: 'count', what: 'From 1'},
    {name: 'deck', head: matrix ? 'deck' : 'opponent', unit: 'text', what: 'Name'}, {name: 'link', head: 'link', unit: 'text', what: 'Its page'},
    {name: 'win_rate', head: 'win %', unit: 'share', digits: 1, interval: true, what: matrix ? 'Mean over all opponents' : `Of ${plan.decks[0].deck}`},
    {name: 'wins', head: 'won', unit: 'count', what: 'Games won'}, {name: 'losses', head: 'lost', unit: 'count', what: 'Games lost'},
    {name: 'others', head: 'neither', unit: 'count', what: 'Games without a winner'}], rows, el('p', {}, says));
}

function sums(play: Play, deck: number): {wins: number; losses: number; others: number} {
  const out = {wins: 0, losses: 0, others: 0};
  play.plan.pairs.forEach(([a, b], pair) => {
    if (a !== deck && b !== deck) return;
    const [won, lost] = a === deck ? play.wins[pair] : [play.wins[pair][1], play.wins[pair][0]];
    out.wins += won;
    out.losses += lost;
    out.others += play.others[pair];
  });
  return out;
}

const onDeck = (chains: number) => Math.abs(chains) < 0.05 ? 'no chains' : `${Math.abs(chains).toFixed(1)} on ${chains > 0 ? 'A' : 'B'}`;
const chainRange = ([chains, low, high]: [number, number, number]) => `${onDeck(chains)} (${onDeck(low)} to ${onDeck(high)})`;

// The chains at which two decks are even, and how often the first one wins near there.
export function evenTable(play: Play, {even, beyond, any, rates, bid}: Even): HTMLElement {
  const [a, b] = play.plan.decks.map(({deck}) => deck), {agent} = play.run;
  const says = [el('p', {}, el('b', {}, 'A'), `: ${a}. `, el('b', {}, 'B'), `: ${b}.`),
    el('p', {id: 'even'}, beyond ? `Not even with 24 chains on ${even[0] > 0 ? 'A' : 'B'}, by ${agent}.` : `Even by ${agent}: ${chainRange(even)}.` + (any ? ` For the decks, whoever plays well: ${chainRange(any)}.` : '')),
    bid && el('p', {id: 'bid'}, `Bids for the first choice of deck, which is ${'AB'[bid.deck]}, end at ${bid.closing} when they begin at 0 (${(100 * bid.sure).toFixed(0)} % sure, by ${agent}).`)];
  return tablePart('measured-chains', 'Chains that make them even', [{name: 'a', head: 'on A', unit: 'count', what: 'Chains at the start'},
    {name: 'b', head: 'on B', unit: 'count', what: 'Chains at the start'}, {name: 'win_rate', head: 'A wins %', unit: 'share', digits: 1, interval: true, what: 'What fits all games'}],
    rates.map(([chains, ...rate]) => [Math.max(chains, 0), Math.max(-chains, 0), ...rate]), el('div', {}, says));
}
