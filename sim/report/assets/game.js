// A recorded game: the table after each step, the log beside it, the chance of A above. Steps are carried out from the beginning, or
// from the last turn that was drawn, by the changes of the log. A puzzle is a game of one turn, whose steps are shown when asked for.
const [DECK, HAND, DISCARD, ARCHIVES, PURGED, LINE, ARTIFACTS, ATTACHED, UNDER, LIMBO, INACTIVE, REFERENCE] = Array(12).keys();
const KEY_COLORS = ['red', 'blue', 'yellow'], SIDES = ['A', 'B'];
const STATUSES = ['stunned', 'warded', 'enraged'];

class Table {
  constructor(zones) {
    this.zones = zones.map(zone => [...zone]);
    this.cards = new Map();
    this.players = [0, 1].map(() => ({}));
    this.game = {};
  }
  copy() {
    const copy = new Table(this.zones);
    for (const [card, state] of this.cards) copy.cards.set(card, {...state, counters: {...state.counters}});
    copy.players = this.players.map(player => ({...player}));
    copy.game = {...this.game};
    return copy;
  }
  card(card) {
    if (!this.cards.has(card)) this.cards.set(card, {counters: {}});
    return this.cards.get(card);
  }
  move(moves) {  // at once
    const gone = new Set(moves.map(([, card]) => card));
    this.zones = this.zones.map(zone => zone.filter(card => !gone.has(card)));
    for (const [, card, zone, place] of moves) this.zones[zone].splice(place, 0, card);
  }
  apply(kinds, changes) {
    for (let i = 0; i < changes.length; ++i) {
      const [kind, which, after, index] = changes[i], word = kinds[kind];
      if (word === 'move') {
        const first = i;
        while (i + 1 < changes.length && kinds[changes[i + 1][0]] === 'move' && changes[i + 1][4] === changes[first][4]) ++i;
        this.move(changes.slice(first, i + 1));
      } else if (['aember', 'keys', 'chains', 'extra-turns'].includes(word)) {
        this.players[which][word] = after;
      } else if (['tide', 'house', 'active', 'turn', 'result'].includes(word)) {
        this.game[word] = after;
      } else if (word === 'counters') {
        this.card(which).counters[index] = after;
      } else if (word === 'power') {
        this.card(which).plus = after;  // `power` is what it has in all
      } else {
        this.card(which)[word] = after;
      }
    }
  }
  list(zone, player) { return this.zones[2 * zone + player]; }
}

function showGame(data, main) {
  const steps = data.steps, last = steps.length - 1, tables = [];
  const turnOf = steps.map(step => step.turn ?? 0);
  const tableAt = at => {
    if (!tables[at]) {
      const table = at === 0 ? new Table(data.zones) : tableAt(at - 1).copy();
      table.apply(data.kinds, steps[at].changes ?? []);
      for (const [card, power, armor] of steps[at].powers ?? []) Object.assign(table.card(card), {power, armor});
      tables[at] = table;
    }
    return tables[at];
  };
  for (let at = 0; at <= last; ++at) tableAt(at);
  const puzzle = data.puzzle ?? null, near = puzzle?.player ?? 0;  // who sits below
  let at = 0, chosen = null, reach = puzzle ? 0 : last;  // the last step that may be shown

  const nameOf = (card, state = {}) => {
    const printed = data.cards[card][0], now = data.names[state.definition];
    return state.facedown && now ? `${now} (${printed})` : now && now !== printed ? `${printed} as ${now}` : printed;
  };
  const badge = (kind, text, title) => el('span', {class: 'badge ' + kind, title}, text);
  const badges = state => [
    state['card-aember'] > 0 && badge('amber', [symbol('amber', {class: 'i amber'}), state['card-aember']], 'aember on it'),
    state.damage > 0 && badge('damage', [symbol('damage', {class: 'i damage'}), state.damage], 'damage'),
    state.plus > 0 && badge('plus', '+' + state.plus, '+1 power counters'),
    STATUSES.filter(status => state[status]).map(status => badge(status, status)),
    Object.entries(state.counters ?? {}).filter(([, number]) => number).map(([kind, number]) => badge('counter', `${number} ${data.counters[kind]}`))];
  const cardButton = (table, card, changed) => {
    const state = table.card(card), below = [...table.list(ATTACHED, 0), ...table.list(ATTACHED, 1), ...table.list(UNDER, 0), ...table.list(UNDER, 1)]
      .filter(other => table.card(other).host === card);
    const creature = table.list(LINE, 0).includes(card) || table.list(LINE, 1).includes(card);
    return el('button', {type: 'button', class: ['card', state.exhausted > 0 && 'exhausted', changed.has(card) && 'changed'].filter(Boolean).join(' '),
      'data-card': card, 'aria-pressed': card === chosen ? 'true' : 'false'},
      el('b', {}, nameOf(card, state)), el('small', {}, data.cards[card][2].join(', ')),
      el('span', {class: 'numbers'}, creature && known(state.power) && el('span', {title: 'power, armor'}, `${state.power}${state.armor ? ' / ' + state.armor : ''}`),
        state.exhausted > 0 && el('span', {class: 'badge'}, 'exhausted'), badges(state)),
      below.map(other => el('span', {class: 'below'}, nameOf(other, table.card(other)))));
  };

  const pile = (label, cards) => el('span', {}, label + ' ', el('b', {}, cards.length));
  const names = (table, cards) => cards.map(card => nameOf(card, table.card(card))).join(', ') || NONE;
  const keys = mask => el('span', {class: 'keys', role: 'img', 'aria-label': KEY_COLORS.filter((_, i) => mask >> i & 1).join(', ') || 'no keys'},
    [...Array(Math.max(...data.keys_to_win))].map((_, i) => el('i', {class: mask >> i & 1 ? KEY_COLORS[i] ?? 'colourless' : 'none'})));
  function side(table, player, changed) {
    const state = table.players[player], zone = kind => table.list(kind, player);
    const row = (label, kind) => el('div', {class: 'row', role: 'group', 'aria-label': `${label} of ${SIDES[player]}`},
      zone(kind).length ? zone(kind).map(card => cardButton(table, card, changed)) : el('p', {class: 'empty'}, 'no ' + label));
    const head = el('header', {}, el('h2', {}, el('span', {class: 'who'}, SIDES[player]), ' ' + data.players[player].deck),
      el('p', {class: 'facts'}, el('span', {class: 'pool'}, symbol('amber', {class: 'i amber'}), el('b', {}, state.aember ?? 0)), keys(state.keys ?? 0),
        state.chains > 0 && pile('chains', {length: state.chains}), table.game.tide === player + 1 && el('b', {}, 'tide high'),
        pile('hand', zone(HAND)), pile('deck', zone(DECK)), pile('discard', zone(DISCARD)), zone(ARCHIVES).length > 0 && pile('archives', zone(ARCHIVES)),
        zone(PURGED).length > 0 && pile('purged', zone(PURGED))));
    const reference = zone(REFERENCE).length > 0 && el('p', {class: 'hand'}, el('b', {}, 'In force '), names(table, zone(REFERENCE)));
    const hand = el('p', {class: 'hand'}, el('b', {}, 'Hand '), names(table, zone(HAND)));
    const parts = [head, hand, reference, row('artifacts', ARTIFACTS), row('creatures', LINE)];
    return el('section', {class: 'side' + (table.game.active === player ? ' active' : ''), 'aria-label': 'Player ' + SIDES[player]},
      player !== near ? parts : [parts[4], parts[3], parts[2], parts[1], parts[0]]);
  }

  const touched = step => new Set((step.changes ?? []).filter(([kind]) => !['aember', 'keys', 'chains', 'extra-turns', 'tide', 'house', 'active', 'turn', 'result']
    .includes(data.kinds[kind])).map(([, card]) => card));
  const lost = step => step.lost && step.lost[0] >= .02 && el('span', {class: 'lost'},
    `lost ${(100 * step.lost[0]).toFixed(1)} \u00b1 ${(100 * step.lost[1]).toFixed(1)} points; better: ${step.better}`);
  const line = (step, i) => el('li', {class: i === at ? 'now' : null},
    el('button', {type: 'button', 'data-step': i, 'aria-current': i === at ? 'step' : null}, step.text ? [el('b', {}, SIDES[step.player]), ' ' + step.text] : puzzle ? 'The position' : 'The game begins'),
    (step.lines ?? []).map(text => el('p', {}, text)), lost(step));

  const reveal = puzzle && el('button', {type: 'button', class: 'reveal'}, 'Show the solution (s)');
  const show = () => {
    if (reach === last) return;
    reach = last;
    go(1);
  };
  reveal?.addEventListener('click', show);

  const chances = steps.map((step, i) => [i, step.chance]).filter(([, chance]) => known(chance));
  const won = /^([AB]) wins/.exec(data.result);
  const course = [...chances, [last, won ? (won[1] === 'A' ? 1 : 0) : .5]];
  const WIDE = 1000, HIGH = 120;
  const x = i => (WIDE * i / Math.max(last, 1)).toFixed(1), y = share => (HIGH * (1 - share)).toFixed(1);
  const marker = svg('path', {class: 'at'});
  const picture = !puzzle && svg('svg', {class: 'course', viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: 'none', role: 'img',
    'aria-label': `A's chance of winning, from ${percent(course[0][1], 0)} to ${percent(course.at(-1)[1], 0)}`},
    turnOf.map((turn, i) => i > 0 && turn !== turnOf[i - 1] && svg('path', {class: 'turn', d: `M${x(i)} 0V${HIGH}`})),
    svg('path', {class: 'even', d: `M0 ${HIGH / 2}H${WIDE}`}),
    svg('path', {class: 'chance', d: course.map(([i, share], n) => (n ? 'L' : 'M') + x(i) + ' ' + y(share)).join('')}), marker);
  if (picture) picture.addEventListener('click', event => {
    const box = picture.getBoundingClientRect();
    go(Math.round(last * (event.clientX - box.left) / box.width));
  });

  const turnBegin = turn => turnOf.indexOf(turn), turns = [...new Set(turnOf)];
  const otherTurn = by => turnBegin(turns[Math.min(turns.length - 1, Math.max(0, turns.indexOf(turnOf[at]) + by))]);
  const control = (label, sign, to) => {
    const button = el('button', {type: 'button', 'aria-label': label, title: label}, sign);
    button.addEventListener('click', () => go(to()));
    return button;
  };
  const slider = el('input', {type: 'range', min: 0, max: last, value: 0, 'aria-label': 'Decision'});
  slider.addEventListener('input', () => go(+slider.value));
  const where = el('p', {class: 'where', role: 'status'});
  const controls = el('div', {class: 'controls'}, control('First', '|\u25c0', () => 0), control('Turn before (up)', '\u25c0\u25c0', () => otherTurn(-1)),
    control('Step before (left)', '\u25c0', () => at - 1), slider, control('Next step (right)', '\u25b6', () => at + 1),
    control('Next turn (down)', '\u25b6\u25b6', () => otherTurn(1)), control('Last', '\u25b6|', () => last));
  const board = el('div', {class: 'board'}), log = el('ol', {class: 'log', 'aria-label': 'Log of the turn'}), detail = el('div', {class: 'about', 'aria-live': 'polite'});
  const chanceNow = () => chances.filter(([i]) => i <= at).at(-1)?.[1];

  function explain() {
    if (chosen === null) return detail.replaceChildren(el('p', {class: 'empty'}, 'Choose a card to read what it does.'));
    const [name, type, houses, owner, sentences] = data.cards[chosen];
    detail.replaceChildren(el('h2', {}, name), el('p', {}, [type, houses.join(', '), 'of ' + SIDES[owner]].filter(Boolean).join(', ')),
      sentences.length ? sentences.map(text => el('p', {}, text)) : el('p', {class: 'empty'}, 'No ability but its keywords.'));
  }
  function go(to) {
    at = Math.min(reach, Math.max(0, to));
    const table = tableAt(at), step = steps[at], changed = puzzle && at === 0 ? new Set() : touched(step), focused = document.activeElement?.dataset?.step;
    board.replaceChildren(side(table, 1 - near, changed), side(table, near, changed));
    const begin = turnBegin(turnOf[at]), end = steps.findIndex((_, i) => i > at && turnOf[i] !== turnOf[at]);
    const shown = steps.slice(begin, Math.min(end < 0 ? last : end - 1, reach) + 1).map((each, i) => line(each, begin + i));
    log.replaceChildren(...shown, ...(reach < last ? [el('li', {}, reveal)] : []));
    if (known(focused)) log.querySelector('[aria-current]')?.focus();
    const now = log.querySelector('.now');
    log.scrollTop = Math.max(0, now.offsetTop - log.offsetTop - log.clientHeight / 2);
    slider.value = at;
    slider.setAttribute('aria-valuetext', `turn ${turnOf[at]}, decision ${at} of ${last}`);
    marker.setAttribute('d', `M${x(at)} 0V${HIGH}`);
    slider.max = reach;
    if (puzzle) where.replaceChildren(at === 0 ? 'The position' : `Step ${at} of ${last}` + (at === last ? ': done' : ''));
    else where.replaceChildren(turnOf[at] ? `Turn ${turnOf[at]}` : 'Before the first turn', ` \u00b7 decision ${at} of ${last}`,
      known(chanceNow()) ? ` \u00b7 A wins with ${percent(chanceNow(), 0)}` : '', at === last ? ' \u00b7 ' + data.result : '');
    explain();
    history.replaceState(null, '', '#' + at);
  }
  main.addEventListener('click', event => {
    const step = event.target.closest('[data-step]'), card = event.target.closest('[data-card]');
    if (step) go(+step.dataset.step);
    if (!card) return;
    chosen = chosen === +card.dataset.card ? null : +card.dataset.card;
    for (const each of board.querySelectorAll('[data-card]')) each.setAttribute('aria-pressed', +each.dataset.card === chosen ? 'true' : 'false');
    explain();
  });
  const MOVES = {...(puzzle ? {s: () => (show(), at)} : {}), ArrowLeft: () => at - 1, ArrowRight: () => at + 1, ArrowUp: () => otherTurn(-1), ArrowDown: () => otherTurn(1), Home: () => 0, End: () => last};
  document.addEventListener('keydown', event => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target === slider || !MOVES[event.key]) return;
    event.preventDefault();
    go(MOVES[event.key]());
  });
  let touch = null;
  board.addEventListener('touchstart', event => { touch = event.changedTouches[0]; }, {passive: true});
  board.addEventListener('touchend', event => {
    const across = event.changedTouches[0].clientX - touch.clientX, down = event.changedTouches[0].clientY - touch.clientY;
    if (Math.abs(across) > 60 && Math.abs(down) < 40) go(at + (across < 0 ? 1 : -1));
  }, {passive: true});

  main.classList.add('game');
  const head = puzzle ? [el('p', {class: 'eyebrow'}, 'Puzzle'), el('h1', {}, data.title), el('p', {class: 'lede'}, puzzle.task),
    el('p', {}, [puzzle.hard, `From ${puzzle.of}.`].filter(Boolean).join(' '))]
    : [el('p', {class: 'eyebrow'}, `Game ${data.game} of seed ${data.seed}`), el('h1', {}, data.title),
      el('p', {class: 'lede'}, `A is played by ${data.players[0].agent}, B by ${data.players[1].agent}. ${data.result}`),
      el('figure', {class: 'chances'}, el('figcaption', {}, data.analysed ? "A's chance at each decision, by playing on; decisions that lost two points or more are marked in the log"
        : "A's chance when each turn began, by the forecast"), picture)];
  const hint = puzzle ? 'Both hands are shown; what is drawn is not known. One set of decisions does it, whatever is drawn and whatever the opponent chooses; s shows it, left and right arrow go through it.'
    : 'Left and right arrow: a decision; up and down: a turn; swipe the table. Both hands are shown.';
  main.replaceChildren(...head, controls, where,
    el('div', {class: 'play'}, board, el('aside', {'aria-label': 'Log'}, log, detail)), el('p', {class: 'hint'}, hint), provenance(data.provenance));
  const wanted = parseInt(location.hash.slice(1), 10);
  go(wanted > 0 ? wanted : 0);
}
