// The page of one deck: its figures, and its cards with what each is worth.
import {CardRow, cardSection, el, known, link, percent, range, signed, tile, tiles} from 'report_assets';
import {Cards} from './answers';
import {sharedLink} from './list';
import {button} from './parts';
import * as rater from './rater';
import {Owned, add, remove, state} from './state';

const WORTH = 'Value: Elo points that a copy is worth against a mean card of its house in the set, with its 95 % interval; a deck has twelve ' +
  'of each house, so only differences within a house say something. By the values of cards that ratings add up, without games.';

function findings(deck: Owned): HTMLElement[] {
  return [
    tile('Rating', null, signed(deck.rating, 0), `95 % interval ${range(deck.rating_low, deck.rating_high, 0)}; 1,500 is a mean deck of all sets`),
    tile('Wins', null, percent(deck.win_rate), `of games with a mean deck of all sets; 95 % interval ${range(deck.win_rate_low, deck.win_rate_high, 1, 100)} %`),
    tile('Stronger than', null, percent(deck.set_percentile), `of the generated decks of ${deck.set}`),
    tile('Within its set', null, (deck.set_elo > 0 ? '+' : '') + signed(deck.set_elo, 0), `Elo points against a mean deck of ${deck.set}; ${range(deck.set_elo_low, deck.set_elo_high, 0)}`),
  ];
}

function cardRow(card: Cards['cards'][number]): CardRow {
  return [card.name, card.house, card.type, card.rarity, [...Array(card.amber).fill('amber'), ...card.icons], card.marks, null,
    card.worth, card.worth_low, card.worth_high];
}

// "Token creature: Grunt, +3.1 (1.0 - 5.2)"
function extraText([what, name, worth, low, high]: Cards['extras'][number]): string {
  return what + (name ? ': ' + name : '') + (known(worth) ? `, ${signed(worth!, 1)} (${range(low!, high!, 1)})` : '');
}

export async function deckView(deck: Owned, sets: Record<string, string>, changed: (text: string) => void): Promise<HTMLElement> {
  const {cards, extras} = await rater.cards(deck.text), mine = state.mine.some(each => each.hash === deck.hash);
  const status = el('span', {role: 'status'}), shared = sharedLink();
  const owner = mine
    ? button('Remove', async () => { await remove(deck.hash); changed(`${deck.deck} is removed`); })
    : button('Add to my decks', async () => { await add([deck]); changed(`${deck.deck} is added`); });
  const facts = [known(deck.sas) && el('span', {}, 'SAS ', el('b', {}, deck.sas)), known(deck.aerc) && el('span', {}, 'AERC ', el('b', {}, deck.aerc)),
    deck.link && link(deck.link, 'Master Vault'), el('span', {}, 'from ', deck.file)];
  return el('article', {class: 'deck', id: 'deck', tabindex: -1, 'aria-labelledby': 'deck-name'},
    el('nav', {'aria-label': 'Other decks'}, link('#', 'All decks')),
    el('header', {}, el('p', {class: 'eyebrow'}, [sets[deck.set] ?? deck.set, ...deck.houses].join(' \u00b7 ')),
      el('h1', {id: 'deck-name'}, deck.deck), el('p', {class: 'facts'}, facts),
      el('div', {class: 'tools'}, button('Copy a link with this deck', () => shared.copy([deck], text => status.textContent = text)), owner, status), shared.field),
    tiles(findings(deck)),
    cardSection(deck.deck, {cards: cards.map((card, i) => [i, card.copies]), beside: extras.map(extraText)}, cards.map(cardRow), WORTH));
}
