// The overview as a whole, and the pages of the decks of a matrix.
const MOST_MATCHUPS = 100, FEW_MATCHUPS = 20;  // of a page: beyond that the best and the worst are shown

function lede(model) {
  const {data, all: {pairs, games, fewest, most, without}} = model;
  const sets = new Set(data.decks.map(deck => deck.set)), [set] = sets, first = data.first_player;
  return el('p', {class: 'lede'}, sets.size === 1 && set && `Decks of ${set}. `, el('b', {}, count(games) + ' games'), ' of KeyForge, ',
    (fewest >= most ? count(most) : `${count(fewest)} to ${count(most)}`) + ` for each of ${count(pairs)} pairs`,
    without > 0 && ` (${count(without)} without games so far)`, ', each deck going first in half of them. ',
    first && `Whoever went first won ${percent(first[0])} (${range(first[1], first[2], 1, 100)}). `,
    'Both sides were played by the agent ', el('b', {}, data.agent.split(':')[0]), '; a win rate says something about the decks ', el('em', {}, 'and'),
    ' about who plays them.');
}
function methodSection({data, all: {pairs, games}}) {
  return el('section', {id: 'method'}, el('h2', {}, 'How this was measured'),
    el('p', {}, 'Agent ', el('b', {}, data.agent), data.agent_spec !== data.agent && [' (', el('code', {}, data.agent_spec), ')'],
      ` on both sides, rulebook ${data.rules}. Of ${count(games)} games, ${count(data.undecided)} reached the limit of decisions without a winner and ${count(data.faults)} exceeded a bound of the program. Win rates, of pairs that played or not and of decks, are what the games of all decks make likely, with 95 % intervals; what the games of a pair count by themselves stands beside them. `,
      el('i', {}, 'All pairs at once'), ` means: wide enough that, 95 times of 100, every one of the ${count(pairs)} intervals holds its true value.`),
    data.notes.map(note => el('p', {}, note)), glossary(data.words), provenance(data.provenance));
}
function drawOverview(model) {
  const {data} = model;
  const parts = [[winsSection(model), 'Matrix'], [decksSection(model), 'Decks'], [surprisesSection(model), 'Surprises'], [chainsSection(model), 'Chains'],
    [curvesSection(model), 'Curves'], [methodSection(model), 'Method']].filter(([part]) => part);
  return el('div', {class: 'overview', id: 'top'},
    el('header', {}, el('p', {class: 'eyebrow'}, 'Archon \u00b7 deck matrix'), el('h1', {}, data.title), lede(model), warning(data.warning)),
    tiles(findings(model)), el('nav', {'aria-label': 'Sections'}, parts.map(([part, name]) => link('#' + part.id, name))), parts.map(([part]) => part));
}

function matchupTile(label, row) {
  return tile(label, null, percent(row.win_rate, 0), `against ${row.opponent}, interval ${range(row.win_rate_low, row.win_rate_high, 0, 100)} %`);
}
// The middle of the chains that would make its pairs even.
function chainsTile(rows) {
  const chains = rows.filter(row => row.chains).map(row => row.chains[0]);
  if (!chains.length) return [];
  const middle = median(chains), whose = middle < 0 ? 'on its opponents' : 'on this deck';
  return [tile('Chains', null, Math.abs(middle).toFixed(0),
    `${whose} would make half of its ${chains.length} estimated match-ups even or better` + (middle < 0 ? '' : ' for them'))];
}
function deckTiles(model, rank, rows) {
  const deck = model.data.decks[rank], at = `no. ${rank + 1} of ${model.n}`, list = [], played = rows.filter(row => row.games);
  if (known(deck.rating)) list.push(tile('Rating', null, signed(deck.rating, 0), `${at}, interval ${range(deck.rating_low, deck.rating_high, 0)}`));
  list.push(tile('Mean win rate', null, percent(deck.win_rate),
    known(deck.win_rate_low) ? `against the others, interval ${range(deck.win_rate_low, deck.win_rate_high, 1, 100)} %` : at));
  if (known(deck.win_rate_any)) list.push(tile('Whoever plays well', null, percent(deck.win_rate_any, 0),
    `interval ${range(deck.win_rate_any_low, deck.win_rate_any_high, 0, 100)} %` +
    (known(deck.pilot_shift) ? `; ${signed(100 * deck.pilot_shift, 1)} points with ${model.data.second_agent}` : '')));
  if (!played.length) return list;
  const best = played.reduce((x, y) => y.win_rate > x.win_rate ? y : x), worst = played.reduce((x, y) => y.win_rate < x.win_rate ? y : x);
  return [...list, matchupTile('Best match-up', best), matchupTile('Worst match-up', worst), ...chainsTile(rows)];
}
function matchupNote(model, rows, shortened) {
  let note = shortened ? `The best and the worst of ${count(model.n - 1)}, with 95 % intervals.` : 'The strongest opponents come first, with 95 % intervals.';
  if (rows.some(row => known(row.z))) note += ' Predicted: by the ratings alone; z: how many standard errors the games are from that.';
  if (rows.some(row => row.chains)) note += ' Chains: on this deck that would make it even; negative ones on the opponent.';
  return note;
}
// Of very many the best and the worst, in the order they are in.
function shortened(rows) {
  if (rows.length <= MOST_MATCHUPS) return rows;
  const played = rows.filter(row => row.games).sort((x, y) => x.win_rate - y.win_rate);
  const chosen = new Set([...played.slice(0, FEW_MATCHUPS / 2), ...played.slice(-FEW_MATCHUPS / 2)]);
  return rows.filter(row => chosen.has(row));
}
function drawDeck(model, rank) {
  const {data, n} = model, rows = [], id = other => '#deck-' + (other + 1);
  for (let other = 0; other < n; ++other) {
    if (other === rank) continue;
    const s = model.seen(rank, other);
    rows.push({opponent: model.name(other), link: id(other), games: s.decided, win_rate: s.rate, win_rate_low: s.low, win_rate_high: s.high,
      predicted: s.predicted, z: s.z, chains: s.chains});
  }
  const around = [['\u2190 All decks', '#ratings']], matchups = shortened(rows);
  if (rank > 0) around.push(['Stronger: ' + model.name(rank - 1), id(rank - 1)]);
  if (rank + 1 < n) around.push(['Weaker: ' + model.name(rank + 1), id(rank + 1)]);
  return deckArticle({id: 'deck-' + (rank + 1), deck: data.decks[rank], around, tiles: deckTiles(model, rank, rows), matchups,
    note: matchupNote(model, rows, matchups.length < rows.length)}, data.cards, data.card_values);
}
