// The overview of a matrix: findings, heat maps, the list of decks, surprises, curves.
const MOST_HEAT_DECKS = 100;  // of 1,000 decks: with 200 its page opens a second later (results/large-matrix.txt)
const CHAIN_SHADES = 8;  // classes c0 .. c8: 0, up to 3, up to 6 ... chains

// From even, in steps so small that only rounding errors are lost: 98 % and 2 % are equally far.
const distance = pair => Math.round(1e9 * Math.abs(pair.rate - .5));
const narrower = (x, y) => Math.round(1e9 * (x.high - x.low - (y.high - y.low))) < 0;
// The first of the pairs that is farthest from even (sign -1) or nearest to it (1), of several the one known best.
class Extreme {
  pair = null;
  alike = 0;  // pairs as far from even
  constructor(sign) { this.sign = sign; }
  add(pair) {
    const apart = this.pair ? this.sign * (distance(pair) - distance(this.pair)) : -1;
    if (apart > 0) return;
    this.alike = apart < 0 ? 1 : this.alike + 1;
    if (apart < 0 || narrower(pair, this.pair)) this.pair = pair;
  }
}

// Pairs as either deck sees them, by rank, and what all of them say, by one walk over them.
function matrixModel(data) {
  const n = data.decks.length;
  const turn = (low, high) => known(low) ? [1 - high, 1 - low] : [null, null];
  function seen(row, column) {
    const swapped = row > column, r = data.pairOf(Math.min(row, column), Math.max(row, column)), chains = r[9];
    const decided = r[0] + r[1], wins = swapped ? r[1] : r[0];
    const [low, high] = swapped ? turn(r[4], r[5]) : [r[4], r[5]];
    return {row, column, wins, decided, missing: r[2], rate: known(r[3]) && swapped ? 1 - r[3] : r[3], low, high,
      predicted: known(r[7]) && swapped ? 1 - r[7] : r[7], z: known(r[8]) && swapped ? -r[8] : r[8],
      chains: chains && swapped ? [-chains[0], -chains[2], -chains[1], chains[3]] : chains,
      told: r[6]};
  }
  const all = {pairs: n * (n - 1) / 2, games: 0, fewest: Infinity, most: 0, without: 0, played: 0, told: 0, widest: 0,
    lopsided: new Extreme(-1), even: new Extreme(1), judged: 0, surprising: 0, chains: []};
  for (let i = 0; i < n; ++i) for (let j = i + 1; j < n; ++j) {
    const pair = seen(i, j), games = pair.decided + pair.missing;
    all.games += games;
    if (games) all.fewest = Math.min(all.fewest, games), all.most = Math.max(all.most, games);
    else ++all.without;
    if (pair.chains) all.chains.push(pair);
    all.judged += known(pair.z);
    all.surprising += Math.abs(pair.z) > 1.96;
    if (!pair.decided) continue;
    ++all.played;
    all.told += pair.told;
    all.widest = Math.max(all.widest, pair.high - pair.low);
    for (const extreme of [all.lopsided, all.even]) extreme.add(pair);
  }
  return {data, n, seen, all, name: rank => data.decks[rank].name};
}

const deckLink = (model, rank) => link('#deck-' + (rank + 1), model.name(rank));

function strongestTile({data: {decks: [best, next]}}) {
  let detail = 'mean win rate against the others';
  if (known(best.win_rate_low)) detail += ', interval ' + range(best.win_rate_low, best.win_rate_high, 1, 100) + ' %';
  if (known(best.rating))
    detail += `. Rating ${signed(best.rating, 0)} (${range(best.rating_low, best.rating_high, 0)}), ` +
      (best.rating_low > next.rating_high ? 'clear of ' : 'its interval overlaps that of ') + next.name;
  return tile('Strongest deck', [best.name], percent(best.win_rate), detail);
}
// As the deck sees it that won more often.
function pairTile(model, label, between, {pair, alike}) {
  const s = pair.rate < .5 ? model.seen(pair.column, pair.row) : pair;
  return tile(label, [model.name(s.row), between, model.name(s.column)], percent(s.rate),
    `${count(s.wins)} of ${count(s.decided)} games, interval ${range(s.low, s.high, 1, 100)} %` +
    (alike > 1 ? `; one of ${count(alike)} such pairs` : ''));
}
// "A beats B", but only for what is significant.
function lastTile(model) {
  const cycles = model.data.cycles, {told, played} = model.all;
  if (!cycles)
    return tile('Pairs told from even', [`${count(told)} of ${count(played)}`], percent(told / played, 0),
      'have an interval without 50 %, even when all intervals are to hold at once');
  const all = 'triples are significant cycles with all triples considered', of = ' of ' + count(cycles.triples);
  if (!cycles.significant)
    return tile('Decks in a circle', ['None is significant'], '0' + of, all + (cycles.decks ? '; smallest p ' + small(cycles.p_value) : ''));
  const [a, b, c] = cycles.decks.map(model.name);
  return tile('Decks in a circle', [a, 'beats', b, 'beats', c, 'beats', a], count(cycles.significant) + of,
    all + '; p of this one ' + small(cycles.p_value));
}
const findings = model => model.all.played
  ? [strongestTile(model), pairTile(model, 'Most lopsided pair', 'beats', model.all.lopsided), pairTile(model, 'Most even pair', 'and', model.all.even),
    lastTile(model)] : [];

// Decks against each other; `cell` gives what heatTable wants of what a row sees.
function heatMap(model, {section, heading, text, id, caption, kind, shades, ticks, meaning, absent, cell}) {
  const ranks = model.data.decks.slice(0, MOST_HEAT_DECKS).map((deck, rank) => rank), mean = deck => known(deck.win_rate) ? (100 * deck.win_rate).toFixed(0) : NONE;
  const legend = el('div', {class: 'legend'}, el('span', {}, meaning), el('div', {'aria-hidden': 'true'},
    el('p', {class: 'ramp'}, Array.from({length: shades + 1}, (_, i) => el('i', {class: kind + i}))),
    el('p', {class: 'ticks'}, ticks.map(tick => el('span', {}, tick)))), absent && el('span', {}, el('i', {class: 'swatch na'}), ' ' + absent));
  const table = heatTable({id, caption, corner: 'row against column', columns: ranks.map(model.name),
    rows: ranks.map(rank => ({head: [el('b', {}, rank + 1), deckLink(model, rank)], mean: mean(model.data.decks[rank])})),
    cell: (row, column) => row !== column && cell(model.seen(row, column))});
  const some = ranks.length < model.n && el('p', {}, `The best ${count(ranks.length)} of ${count(model.n)} decks are shown; the page of each deck has all of its pairs.`);
  return el('section', {id: section}, el('h2', {}, heading), el('p', {}, text), some, legend,
    el('div', {class: 'scroll', role: 'region', tabindex: 0, 'aria-label': caption}, table));
}
function winsSection(model) {
  const {pairs, played, told, widest} = model.all;
  return heatMap(model, {section: 'matrix', heading: 'Who beats whom', id: 'wins', kind: 'k', shades: WIN_SHADES,
    caption: 'Win rate of the row against the column, in percent', ticks: ['0', '25', '50 %', '75', '100'], meaning: 'row wins',
    absent: played < pairs ? 'not played' : '',
    text: ['Win rate of the row\u2019s deck against the column\u2019s, in percent; the strongest decks come first. 95 % intervals reach at most \u00b1' +
      (50 * widest).toFixed(1) + ' points. ', el('b', {}, 'Bold'), `: not even, with all pairs considered at once (${count(told)} of ${count(pairs)} pairs). `,
    el('span', {class: 'hint'}, 'Point at a cell, touch it, or walk there with the arrow keys for its numbers.')],
    cell: s => winCell(s.rate, {told: s.told})});
}
function chainsSection(model) {
  const {pairs, chains: estimated} = model.all, beyond = estimated.filter(pair => pair.chains[3]).length;
  if (!estimated.length) return null;
  const half = median(estimated.map(pair => (pair.chains[2] - pair.chains[1]) / 2));
  const takes = s => s.chains[0] > 0 || (s.chains[0] === 0 && s.row < s.column);  // whether this deck takes the chains
  const cell = s => !s.chains ? {shade: 'na', text: ''} : !takes(s) ? {shade: null, text: ''}
    : s.chains[3] ? {shade: 'c' + CHAIN_SHADES, text: MOST_CHAINS + '+'}
    : {shade: 'c' + Math.min(CHAIN_SHADES, Math.ceil(s.chains[0] * CHAIN_SHADES / MOST_CHAINS)), text: signed(s.chains[0], 0)};
  return heatMap(model, {section: 'chains', heading: 'Chains that make a pair even', id: 'handicaps', kind: 'c', shades: CHAIN_SHADES,
    caption: 'Chains on the row that make it even with the column', ticks: ['0', '6', '12', '18', String(MOST_CHAINS)], meaning: 'chains',
    absent: estimated.length < pairs ? 'not estimated' : '', cell,
    text: `Chains on the row\u2019s deck that would bring its win rate against the column\u2019s to 50 %; where the column\u2019s deck would take them, the cell is empty. Estimated for ${count(estimated.length)} of ${count(pairs)} pairs; half of the 95 % intervals are within \u00b1${half.toFixed(1)} chains. ${MOST_CHAINS}+: more than ${MOST_CHAINS}, or no number helps (${count(beyond)} ${beyond === 1 ? 'pair' : 'pairs'}).`});
}

// The list of decks: a dot with its interval for each rating.
function ratingColumns(decks) {
  if (!known(decks[0].rating)) return {columns: []};
  const axis = axisOver(Math.min(0, least(decks.map(deck => deck.rating_low))), largest(decks.map(deck => deck.rating_high)));
  const plot = d => el('div', {class: 'plot'},
    el('i', {style: `left:${place(axis.at(d.rating_low))};width:${place(axis.at(d.rating_high) - axis.at(d.rating_low))}`}),
    el('b', {style: 'left:' + place(axis.at(d.rating))}));
  const head = el('div', {class: 'axis'}, axis.ticks.map(at => el('span', {style: 'left:' + place(axis.at(at))}, signed(at, 0))));
  return {zero: place(axis.at(0)), columns: [{head, class: 'scale', nosort: true, cell: plot},
    {head: 'Rating', class: 'rating', value: d => d.rating, cell: d =>
      [el('b', {}, signed(d.rating, 0)), ' ', el('small', {}, range(d.rating_low, d.rating_high, 0))]}]};
}
function decksSection(model) {
  const decks = model.data.decks.map((deck, rank) => ({...deck, rank})), has = field => decks.some(deck => known(deck[field]));
  const {zero, columns: ratings} = ratingColumns(decks);
  const worst = deck => known(deck.worst) ? model.seen(deck.rank, deck.worst) : null;
  const elsewhere = (head, field) => ({head, class: 'share ' + field, label: head, value: deck => deck[field], cell: deck => known(deck[field]) ? String(deck[field]) : NONE});
  const columns = [
    {head: '#', class: 'rank', value: deck => deck.rank + 1, cell: deck => String(deck.rank + 1)},
    {head: 'Deck', names: true, cell: deck => [deckLink(model, deck.rank), deck.houses.length > 0 && el('small', {}, deck.houses.join(' \u00b7 ')),
      deck.problem && el('small', {class: 'problem'}, deck.problem)]},
    decks.some(deck => deck.set !== decks[0].set) && {head: 'Set', class: 'set', label: 'set', cell: deck => deck.set ?? ''},
    ...(has('sas') || has('aerc') ? [elsewhere('SAS', 'sas'), elsewhere('AERC', 'aerc')] : []),
    ...ratings,
    {head: 'Mean', class: 'share mean', label: 'mean', value: deck => deck.win_rate ?? null, cell: deck => [percent(deck.win_rate),
      known(deck.win_rate_low) && [' ', el('small', {}, range(deck.win_rate_low, deck.win_rate_high, 0, 100))]]},
    has('win_rate_any') && {head: 'Any agent', class: 'share any', label: 'any agent', value: deck => deck.win_rate_any ?? null,
      cell: deck => known(deck.win_rate_any) ? [percent(deck.win_rate_any, 0), ' ', el('small', {}, range(deck.win_rate_any_low, deck.win_rate_any_high, 0, 100))] : NONE},
    has('pilot_shift') && {head: 'Shift', class: 'share shift', label: 'shift', value: deck => deck.pilot_shift ?? null,
      cell: deck => known(deck.pilot_shift) ? [signed(100 * deck.pilot_shift, 1), ' ', el('small', {}, range(deck.pilot_shift_low, deck.pilot_shift_high, 0, 100))] : NONE},
    has('worst') && {head: 'Worst', class: 'worst', label: 'worst', value: deck => worst(deck)?.rate ?? null, cell: deck => worst(deck)
      ? [percent(worst(deck).rate, 0), ' ', el('small', {}, 'against ' + model.name(deck.worst))] : NONE},
    has('nash') && {head: 'Nash', class: 'share nash', label: 'Nash', value: deck => deck.nash, cell: deck => deck.nash < .0005 ? NONE : percent(deck.nash)}];
  return el('section', {id: 'ratings'}, el('h2', {}, 'How strong each deck is'),
    el('p', {}, zero && 'Ratings are Elo points above the mean of these decks (Bradley-Terry), with 95 % intervals: 100 points more win 64 %, 200 win 76 %. ',
      el('i', {}, 'Mean'), ': win rate against the others, each counting the same, as ', model.data.agent, ' plays.',
      has('win_rate_any') && [' ', el('i', {}, 'Any agent'), ': the same for whoever plays well.'],
      has('pilot_shift') && [' ', el('i', {}, 'Shift'), `: by how many points it moves when ${model.data.second_agent} plays all decks.`],
      has('worst') && [' ', el('i', {}, 'Worst'), ': the opponent against whom it does worst.'],
      has('nash') && [' ', el('i', {}, 'Nash'), ': how often to bring the deck when the opponent picks one as well and knows this matrix.'], ' Each deck has a page.'),
    model.data.pilots && el('p', {}, model.data.pilots),
    dataTable({class: 'data strength', style: zero ? '--zero:' + zero : null, 'data-name': 'decks'}, 'Decks from the strongest to the weakest', columns, decks));
}

// Pairs that play otherwise than the ratings say, as the deck sees it that won more than predicted.
function surprisesSection(model) {
  const surprises = model.data.surprises;
  if (!surprises) return null;
  const {judged, surprising} = model.all;
  const rows = surprises.shown.map(([i, j, q]) => ({...(model.seen(i, j).z < 0 ? model.seen(j, i) : model.seen(i, j)), q}));
  const columns = [
    {head: 'Deck', class: 'text', names: true, cell: s => deckLink(model, s.row)}, {head: 'Against', class: 'text', cell: s => deckLink(model, s.column)},
    {head: 'Win rate', value: s => s.rate, cell: s => el('b', {}, percent(s.rate))},
    {head: 'Interval', class: 'minor', cell: s => range(s.low, s.high, 0, 100)},
    {head: 'Predicted', class: 'minor', value: s => s.predicted, cell: s => percent(s.predicted)},
    {head: 'z', value: s => s.z, cell: s => el('span', {class: s.q <= .05 ? 'found' : null}, '+' + s.z.toFixed(1))},
    {head: 'q', class: 'minor', value: s => s.q, cell: s => small(s.q)}];
  return el('section', {id: 'surprises'}, el('h2', {}, 'Which match-ups defy the ratings'),
    el('p', {}, 'A rating is one number a deck; some pairs play otherwise. ', el('i', {}, 'Predicted'), ': what the two ratings say; ', el('i', {}, 'z'),
      `: how many standard errors the games are away from that. With ${count(judged)} pairs, chance alone gives about ${(.05 * judged).toFixed(0)} a z beyond \u00b11.96; there are `,
      el('b', {}, count(surprising)), '. ', el('b', {}, count(surprises.found)), ' pairs are found when at most 5 % of the findings may be false (', el('i', {}, 'q'),
      ' \u2264 0.05, Benjamini-Hochberg). ', rows.length < judged && `The ${rows.length} largest are shown.`),
    dataTable({class: 'data numbers wide', 'data-name': 'surprises'}, 'Pairs by their distance from the prediction', columns, rows));
}

function evenText(model, [first, second], chains) {
  if (!chains) return null;
  const [value, low, high, beyond] = chains, on = ' on ' + model.name(value < 0 ? second : first);
  if (beyond) return 'Not even within 24 chains' + on + '.';
  return `Even with ${Math.abs(value).toFixed(1)} chains${on} (${value < 0 ? range(-high, -low, 1) : range(low, high, 1)}).`;
}
function curveFigure(model, {decks: [first, second], points, fitted}) {
  const chains = model.seen(first, second).chains, low = points[0][0], high = points.at(-1)[0];
  const x = high > low ? [low - .5, high + .5] : [low - 1, high + 1], xTicks = wholeTicks(x).map(at => [at, signed(at, 0)]);
  // A point is [chains, games, win rate, low, high].
  const drawn = list => list.filter(p => p[0] >= x[0] && p[0] <= x[1]).map(p => [p[0], p[2], p[3], p[4]]), even = evenText(model, [first, second], chains);
  return el('figure', {}, el('figcaption', {}, el('b', {}, model.name(first)), ' against ' + model.name(second)),
    chart({label: `Win rate of ${model.name(first)} against ${model.name(second)} over chains`, x, y: [0, 1], xTicks,
      yTicks: [0, 25, 50, 75, 100].map(at => [at / 100, String(at)]), even: .5, shaded: tiers(), root: chains && !chains[3] ? [chains[1], chains[2]] : null,
      series: [{kind: 'own', line: drawn(fitted), dots: drawn(points)}]}),
    even && el('p', {}, even),
    el('details', {}, el('summary', {}, 'Numbers'), el('table', {class: 'numbers'},
      el('thead', {}, el('tr', {}, ['chains', 'games', 'win rate', '95 % interval'].map(head => el('th', {scope: 'col'}, head)))),
      el('tbody', {}, points.map(p => el('tr', {}, el('th', {scope: 'row'}, signed(p[0], 0)), el('td', {}, count(p[1])), el('td', {}, percent(p[2])),
        el('td', {}, range(p[3], p[4], 1, 100) + ' %')))))));
}
const curvesSection = model => model.data.curves.length > 0 && el('section', {id: 'curves'}, el('h2', {}, 'What chains do'),
  el('p', {}, 'Pairs of the best decks: win rate of the first one in percent, over the chains on it; negative numbers are chains on the second. Dots are games, with 95 % intervals; the line is the curve fitted to them, its band 95 % wide. The thick bar is the interval of the handicap that makes the pair even. Chains cost cards in steps of six: every second step is shaded. Far from the dots, a curve is a guess.'),
  el('div', {class: 'figures'}, model.data.curves.map(curve => curveFigure(model, curve))));
