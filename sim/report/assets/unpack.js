// The compact data of a file (README.md) as the other scripts want it; predictions are worked out here.
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const LOGIT_PER_ELO = Math.LN10 / 400;

const VALUE = new Uint8Array(128);  // of a digit, by its character
for (let i = 0; i < DIGITS.length; ++i) VALUE[DIGITS.charCodeAt(i)] = i;

// One number of a packed column; null: no value.
function numberAt([width, text], index) {
  let number = 0;
  for (let at = index * width; at < (index + 1) * width; ++at) number = DIGITS.length * number + VALUE[text.charCodeAt(at)];
  return number === DIGITS.length ** width - 1 ? null : number;
}
const unpacked = column => Array.from({length: column[1].length / column[0]}, (_, i) => numberAt(column, i));
// 0, 1, 2, 3 ... are 0, -1, 1, -2 ...
const zigzag = number => known(number) ? (number % 2 ? -(number + 1) / 2 : number / 2) : null;
function groups(numbers, size) {
  const list = [];
  for (let at = 0; at < numbers.length; at += size) list.push(numbers.slice(at, at + size));
  return list;
}

// Rows of [name, house, type, rarity, icons, marks, problem, value, low, high].
function unpackCards({names, words, kinds, icons, marks, problems, values}) {
  const kind = groups(unpacked(kinds), 3), value = groups(unpacked(values).map(zigzag), 3);
  return names.map((name, i) => {
    return [name, ...kind[i].map(word => words[word]), (icons[i] ?? []).map(icon => words[icon]), marks[i] ?? [], problems[i] ?? null,
      ...value[i].map(tenths => known(tenths) ? tenths / 10 : null)];
  });
}

function unpackCourse(course) {
  if (!course) return null;
  const [games, amber, keys, opposingAmber, opposingKeys, houses, won, lost, [first, lengths]] = course;
  const turns = column => groups(unpacked(column), 2).map(([mean, half], i) => [i + 1, mean / 100, Math.max(0, mean - half) / 100, (mean + half) / 100]);
  return {games, amber: turns(amber), keys: turns(keys), opposing_amber: turns(opposingAmber), opposing_keys: turns(opposingKeys),
    houses: groups(houses, 2), turns_won: won, turns_lost: lost, lengths: [...Array(first).fill(0), ...unpacked(lengths)]};
}

// A deck's cards as [place, copies], its course by name.
function unpackDeck(deck) {
  const [places, copies] = deck.cards.map(unpacked);
  return {...deck, cards: places.map((place, i) => [place, copies[i]]), course: unpackCourse(deck.course)};
}

// [title, command] of a game to play again.
const SAMPLES = ['Quickest win', 'Quickest loss', 'Longest game'];
function sampleText(decks, deck, replay, [kind, turns, opponent, second, seed, game]) {
  const other = decks[opponent], files = [deck, other].map(each => each.shell_file ?? each.file);
  return [`${SAMPLES[kind]}: ${turns} turns against ${other.name}`,
    `archon match ${(second ? files.reverse() : files).join(' ')}${replay} --seed ${seed} --games ${game + 1} --record games.jsonl\narchon replay games.jsonl --game ${game}`];
}

// Gives what is known of decks i < j, read when it is asked for (1,000 decks have 499,500 pairs):
// [wins, losses, games without a winner, win rate, low, high, not even, predicted, z, chains].
function pairReader({pairs: {wins, losses, rates, missing, z, chains}}, decks) {
  const read = (column, at) => column ? numberAt(column, at) : null;
  const four = (column, at) => [0, 1, 2, 3].map(part => read(column, 4 * at + part));
  return (i, j) => {
    const at = i * decks.length - i * (i + 1) / 2 + j - i - 1, away = zigzag(read(z, at)), judged = known(away);
    const [rate, low, high, uneven] = four(rates, at), [value, from, to, beyond] = chains ? four(chains, at) : [null];
    return [read(wins, at), read(losses, at), read(missing, at) ?? 0, ...[rate, low, high].map(part => known(part) ? part / 1000 : null),
      uneven === 1, judged ? 1 / (1 + Math.exp(-LOGIT_PER_ELO * (decks[i].rating - decks[j].rating))) : null, judged ? away / 100 : null,
      known(value) ? [...[value, from, to].map(tenths => zigzag(tenths) / 10), beyond === 1] : null];
  };
}

function unpack(data) {
  if (data.page === 'document' || data.page === 'game') return data;
  const cards = unpackCards(data.cards);
  if (data.page === 'deck') return {...data, cards, deck: unpackDeck(data.deck)};
  const decks = data.decks.map(row => unpackDeck(Object.fromEntries(data.deck_fields.map((field, i) => [field, row[i]]))));
  for (const deck of decks) deck.samples = deck.samples.map(sample => sampleText(decks, deck, data.replay, sample));
  return {...data, cards, decks, pairOf: pairReader(data, decks)};
}
