// The page of one deck: its cards by house, how its games go, games to replay, its match-ups.
const TYPES = ['creature', 'action', 'artifact', 'upgrade'], RARITIES = ['common', 'uncommon', 'rare'];
const ICONS = ['amber', 'capture', 'damage', 'draw', 'discard'];

// A card is a row of the page's table: [name, house, type, rarity, icons, marks, problem, value, low, high].
function cardRow([name, , type, rarity, icons, marks, problem, value, low, high], copies, valued) {
  const bonus = icons.map(icon => !ICONS.includes(icon) ? el('span', {class: 'chip'}, icon)
    : symbol(icon, {class: 'i ' + icon, role: 'img', 'aria-label': icon === 'amber' ? 'aember' : icon}));
  const rare = RARITIES.indexOf(rarity);
  return el('tr', {},
    el('th', {scope: 'row'}, symbol(TYPES.includes(type) ? type : 'special', {class: 'i', role: 'img', 'aria-label': type}), name,
      copies > 1 && [' ', el('b', {class: 'copies'}, '\u00d7' + copies)],
      marks.length > 0 && [' ', el('small', {}, marks.join(', '))], problem && [' ', el('small', {class: 'problem'}, problem)]),
    el('td', {class: 'icons', 'data-v': icons.length}, bonus),
    el('td', {class: 'minor', 'data-v': rare < 0 ? RARITIES.length : rare},
      symbol(rare < 0 ? 'special' : rarity, {class: 'i', 'aria-hidden': 'true'}), el('span', {}, rarity)),
    valued && (known(value) ? el('td', {'data-v': value}, el('b', {}, signed(value, 1)), ' ', el('small', {}, range(low, high, 1)))
      : el('td', {class: 'na', title: 'not measured', 'data-v': ''}, NONE)));
}

function cardSection(name, deck, cards, cardValues) {
  if (!deck.cards.length) return null;
  const valued = deck.cards.some(([card]) => known(cards[card][7]));
  const bodies = [];
  for (const [card, copies] of deck.cards) {
    const house = cards[card][1];
    if (bodies.at(-1)?.house !== house) bodies.push({house, copies: 0, rows: []});
    bodies.at(-1).copies += copies;
    bodies.at(-1).rows.push(cardRow(cards[card], copies, valued));
  }
  const heads = [['text', 'Card'], ['icons', 'Bonus'], ['minor', 'Rarity'], valued && ['value', 'Value']].filter(Boolean);
  const table = el('table', {class: 'data cards', 'data-name': name + ' cards'}, el('caption', {}, 'Cards by house'),
    el('thead', {}, el('tr', {}, heads.map(([kind, text]) => el('th', {scope: 'col', class: kind}, text)))),
    bodies.map(({house, copies, rows}) => el('tbody', {}, el('tr', {class: 'house'},
      el('th', {colspan: heads.length, scope: 'rowgroup'}, house + ' ', el('small', {}, copies))), rows)));
  return el('section', {class: 'cardlist'}, el('h2', {}, 'Cards'), table, deck.beside.map(text => el('p', {}, text)),
    valued && el('p', {}, cardValues));
}

function turnsChart(label, own, opposing, leastHigh) {
  const all = [...own, ...opposing], last = Math.max(2, ...all.map(turn => turn[0])), high = Math.max(leastHigh, ...all.map(turn => turn[3]));
  const step = last > 12 ? 3 : last > 6 ? 2 : 1, xTicks = [];
  for (let at = 1; at <= last; at += step) xTicks.push([at, String(at)]);
  const yTicks = axisOver(0, high).ticks.filter(at => at >= 0 && at <= high).map(at => [at, signed(at, 0)]);
  return chart({label, x: [1, last], y: [0, high], xTicks, yTicks, series: [{kind: 'other', line: opposing}, {kind: 'own', line: own}]});
}

function lengthsText({turns_won: won, turns_lost: lost}) {
  const parts = [won && `A win takes ${won.toFixed(1)} turns of both players`,
    lost && (won ? `a loss ${lost.toFixed(1)}` : `A loss takes ${lost.toFixed(1)} turns of both players`)].filter(Boolean);
  return parts.length ? parts.join(', ') + '.' : '';
}

function courseSection(course) {
  if (!course) return null;
  const shortest = Math.max(0, course.lengths.findIndex(games => games > 0)), longest = course.lengths.length - 1;
  const most = Math.max(1, ...course.lengths);
  const figure = (caption, content) => el('figure', {}, el('figcaption', {}, caption), content);
  return el('section', {}, el('h2', {}, 'How its games go'),
    el('p', {}, `Means of ${count(course.games)} games, each player\u2019s own turns: `, el('b', {class: 'ownkey'}, 'this deck'), ', ',
      el('b', {class: 'otherkey'}, 'its opponents'), ', with 95 % intervals. ' + lengthsText(course)),
    el('div', {class: 'pair'},
      figure([el('b', {}, '\u00c6mber'), ' at the end of the turn, in games still going'],
        turnsChart('Aember at the end of each turn', course.amber, course.opposing_amber, 6)),
      figure([el('b', {}, 'Keys'), ', games that ended counting on'],
        turnsChart('Keys at the end of each turn', course.keys, course.opposing_keys, 3))),
    el('div', {class: 'pair'},
      figure([el('b', {}, 'Length'), ' in turns of both players'], [
        el('div', {class: 'bars', role: 'img', 'aria-label': `Games took ${shortest} to ${longest} turns`},
          course.lengths.slice(shortest).map(games => el('i', {style: 'height:' + place(100 * games / most)}))),
        el('p', {class: 'ticks'}, el('span', {}, shortest), el('span', {}, longest + ' turns'))]),
      figure([el('b', {}, 'Houses'), ' chosen'], el('dl', {class: 'shares'}, course.houses.map(([house, share]) => [
        el('dt', {}, house), el('dd', {}, el('i', {style: 'width:' + place(100 * share)}), el('span', {}, percent(share, 0)))])))));
}

function chainsText([value, low, high, beyond]) {
  if (beyond) return [value < 0 ? 'below ' + MINUS + MOST_CHAINS : 'above ' + MOST_CHAINS];
  return [signed(value, 1), ' ', el('small', {}, range(low, high, 1))];
}

// Match-ups are {opponent, link, games, win_rate, win_rate_low, win_rate_high, predicted, z, chains}.
function matchupSection(name, matchups, note) {
  if (!matchups.length) return null;
  const number = field => ({value: row => row[field], absent: row => known(row[field]) ? '' : NONE});
  const has = field => matchups.some(row => known(row[field]));
  const axis = el('div', {class: 'axis'}, [[0, '0'], [50, '50 %'], [100, '100']].map(([at, text]) => el('span', {style: `left:${at}%`}, text)));
  const plot = row => known(row.win_rate) && el('div', {class: 'plot'},
    el('i', {style: `left:${place(100 * row.win_rate_low)};width:${place(100 * (row.win_rate_high - row.win_rate_low))}`}),
    el('b', {style: 'left:' + place(100 * row.win_rate)}));
  const columns = [
    {head: 'Against', class: 'text', names: true, cell: row => row.link ? link(row.link, row.opponent) : row.opponent},
    {head: 'Win rate', value: row => row.win_rate, absent: row => known(row.win_rate) ? '' : 'not played', cell: row =>
      [el('b', {}, percent(row.win_rate)), ' ', el('small', {}, range(row.win_rate_low, row.win_rate_high, 0, 100))]},
    {head: axis, class: 'span-cell minor', nosort: true, cell: plot},
    {head: 'Games', class: 'minor', value: row => row.games, cell: row => count(row.games)},
    has('predicted') && {head: 'Predicted', class: 'minor', ...number('predicted'), cell: row => percent(row.predicted, 0)},
    has('z') && {head: 'z', class: 'minor', ...number('z'), cell: row => signed(row.z, 1)},
    has('chains') && {head: 'Chains', value: row => row.chains?.[0], absent: row => row.chains ? '' : 'not estimated',
      cell: row => chainsText(row.chains)}];
  return el('section', {}, el('h2', {}, 'Match-ups'), el('p', {}, note),
    dataTable({class: 'data numbers wide matchups', 'data-name': name + ' match-ups'}, 'Match-ups of ' + name, columns, matchups));
}

// A page is {id, deck, around, tiles, matchups, note}; around: links to other parts of this file.
function deckArticle({id, deck, around, tiles: findings, matchups, note}, cards, cardValues) {
  const facts = [known(deck.sas) && el('span', {}, 'SAS ', el('b', {}, deck.sas)), known(deck.aerc) && el('span', {}, 'AERC ', el('b', {}, deck.aerc)),
    deck.links.map(([label, url]) => link(url, label)), deck.file && el('span', {}, el('code', {}, deck.file))];
  const replays = deck.samples.map(([title, command]) => [el('p', {class: 'sample'}, title), el('pre', {class: 'command'}, command)]);
  return el('article', {class: 'deck', id, tabindex: -1, 'aria-labelledby': id + '-name'},
    around.length > 0 && el('nav', {'aria-label': 'Other decks'}, around.map(([label, url]) => link(url, label))),
    el('header', {}, el('p', {class: 'eyebrow'}, [deck.set, deck.houses.join(' \u00b7 ')].filter(Boolean).join(' \u00b7 ')),
      el('h1', {id: id + '-name'}, deck.name), el('p', {class: 'facts'}, facts), warning(deck.problem)),
    tiles(findings),
    el('div', {class: 'columns'}, cardSection(deck.name, deck, cards, cardValues), el('div', {}, courseSection(deck.course),
      replays.length > 0 && el('section', {class: 'replays'}, el('h2', {}, 'Games to replay'), replays))),
    matchupSection(deck.name, matchups, note));
}

function drawDeckFile(data) {
  const page = {id: 'deck', deck: data.deck, around: [], tiles: data.tiles.map(([label, value, detail]) => tile(label, null, value, detail)),
    matchups: data.matchups, note: data.matchups_note};
  return el('div', {class: 'single'}, deckArticle(page, data.cards, data.card_values),
    el('section', {id: 'method'}, el('h2', {}, 'How this was measured'), data.notes.map(note => el('p', {}, note)), glossary(data.words),
      provenance(data.provenance)));
}
