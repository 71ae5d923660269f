// The page of a document: any result of a command as figures, tables and notes.
const SIGNED_UNITS = ['elo', 'chains', 'points'], HUNDREDS = ['share', 'points'];
const FEW_COLUMNS = 4, FEW_ROWS = 10, MOST_ROWS = 100;  // of a table: kept a table on a phone; without a filter; shown at first
const TILE_SIGNS = 14;  // of a figure that stands for itself
const SPACES = {inf: Infinity, '-inf': -Infinity};

const numeric = value => SPACES[value] ?? value;
const scaleOf = unit => HUNDREDS.includes(unit) ? 100 : 1;
const isText = unit => unit === 'text' || unit === 'truth';
const capital = text => text.charAt(0).toUpperCase() + text.slice(1);

// A value as the terminal shows it.
function valueText({unit, digits}, value) {
  if (!known(value)) return NONE;
  if (unit === 'text') return value;
  if (unit === 'truth') return value ? 'yes' : 'no';
  const number = scaleOf(unit) * numeric(value);
  if (!Number.isFinite(number)) return number > 0 ? (unit === 'chains' ? '>24' : '+\u221e') : unit === 'chains' ? '<' + MINUS + '24' : MINUS + '\u221e';
  if (unit === 'count') return count(number);
  return (SIGNED_UNITS.includes(unit) && Number(number.toFixed(digits)) > 0 ? '+' : '') + signed(number, digits);
}
const intervalText = (column, low, high) =>
  valueText(column, low) + (SIGNED_UNITS.includes(column.unit) || numeric(low) < 0 ? ' to ' : '\u2009\u2013\u2009') + valueText(column, high);
// Where the head does not say percent.
const percentSign = column => column.unit === 'share' && !column.head.includes('%') ? ' %' : '';

// The columns with their place in a row: an interval has two places more.
function placed(columns) {
  let at = 0;
  return columns.map(column => {
    const from = at;
    at += column.interval ? 3 : 1;
    return {...column, at: from};
  });
}

// What the intervals of a column are drawn on; null where there is nothing to compare.
function columnAxis(column, rows) {
  const scale = scaleOf(column.unit), ends = row => [row[column.at], row[column.at + 1], row[column.at + 2]].map(numeric).filter(Number.isFinite);
  if (!column.interval || rows.filter(row => known(row[column.at + 1])).length < 2) return null;
  const even = SIGNED_UNITS.includes(column.unit) ? 0 : /win_rate/.test(column.name) ? .5 : null;
  const all = [...rows.flatMap(ends), ...(even === null ? [] : [even])].map(end => scale * end), low = Math.min(...all), high = Math.max(...all);
  if (!(high > low)) return null;
  const axis = axisOver(low, high, 3, 10 ** (Math.floor(Math.log10(high - low)) - 1)), step = axis.ticks.length > 1 ? axis.ticks[1] - axis.ticks[0] : 1;
  const digits = Math.max(0, Math.ceil(-Math.log10(step * 1.0001)));
  return {ticks: axis.ticks.map(at => [axis.at(at), signed(at, digits)]), even: even === null ? null : axis.at(scale * even),
    at: end => Math.max(0, Math.min(100, axis.at(scale * numeric(end))))};
}
function whisker(axis, value, low, high) {
  const from = axis.at(low), to = axis.at(high);
  return el('span', {class: 'plot', 'aria-hidden': 'true', style: axis.even === null ? null : '--even:' + place(axis.even)},
    el('i', {style: `left:${place(from)};width:${place(to - from)}`}), known(value) && el('b', {style: 'left:' + place(axis.at(value))}));
}
function documentColumn(column, rows, linkAt) {
  const axis = columnAxis(column, rows), sign = percentSign(column), text = isText(column.unit);
  const sorted = value => Number.isFinite(numeric(value)) ? value : Math.sign(numeric(value)) * 1e12;
  const cell = row => {
    const value = row[column.at], [low, high] = [row[column.at + 1], row[column.at + 2]];
    if (text) return column.name === 'deck' && linkAt >= 0 && known(row[linkAt]) ? link(row[linkAt], value) : valueText(column, value);
    if (!column.interval) return valueText(column, value) + (known(value) ? sign : '');
    return [el('b', {}, valueText(column, value) + (known(value) ? sign : '')), known(low) && [' ', el('small', {}, intervalText(column, low, high))],
      axis && known(low) && whisker(axis, value, low, high)];
  };
  return {head: axis ? [column.head, el('span', {class: 'axis', 'aria-hidden': 'true'}, axis.ticks.map(([at, tick]) => el('span', {style: 'left:' + place(at)}, tick)))] : column.head,
    class: text ? 'text' : axis ? 'drawn' : column.head === '#' ? 'place' : null, label: column.head, names: text, cell, title: column.what,
    ...(text ? {} : {value: row => known(row[column.at]) ? sorted(row[column.at]) : null})};
}

// The rows that are shown only when asked for, by their place.
function restOf({rows, ends, mattering}) {
  const all = [...rows.keys()], last = rows.length - ends, most = rows.length > MOST_ROWS ? MOST_ROWS / 2 : rows.length;
  if (mattering) return all.filter(i => !mattering.includes(i));
  return ends > 0 && last > ends ? all.slice(ends, last) : all.slice(most);
}
function documentTable(table) {
  const all = placed(table.columns), linked = all.find(column => column.name === 'link'), {rows} = table;
  const columns = all.filter(column => column !== linked).map(column => documentColumn(column, rows, linked ? linked.at : -1));
  const kinds = ['data', 'numbers', 'wide', 'plain', columns.length > FEW_COLUMNS && 'broad'].filter(Boolean).join(' ');
  const drawn = dataTable({class: kinds, 'data-name': table.name, 'data-few': rows.length <= FEW_ROWS}, table.heading, columns, rows);
  const rest = restOf(table);
  if (!rest.length) return drawn;
  drawn.classList.add('short');
  rest.forEach(i => drawn.tBodies[0].rows[i].classList.add('rest'));
  const button = el('button', {type: 'button'}, `Show all ${count(rows.length)} rows`);
  button.addEventListener('click', () => drawn.classList.remove('short'));
  return [drawn, el('p', {class: 'more'}, button)];
}
function tableSection(table) {
  const cut = table.rows.length < table.size && el('p', {}, `The first ${count(table.rows.length)} of ${count(table.size)} rows; --format csv and json have all.`);
  const id = 'table-' + table.name, drawn = documentTable(table);
  if (!table.folded) return el('section', {id}, el('h2', {}, table.heading), drawn, cut);
  return el('details', {id, class: 'folded'}, el('summary', {}, table.heading + ' ', el('small', {}, count(table.size) + (table.size === 1 ? ' row' : ' rows'))), drawn, cut);
}

// Lines as terminals have them: one that was full goes on in the next.
function noteText(text) {
  return text.split('\n').reduce((said, line) => said === '' ? line.trim() : said + (/,$/.test(said) || said.length - said.lastIndexOf('\n') > 95 ? ' ' : '\n') + line.trim(), '');
}
// What is typed is set as such.
const withCode = text => text.split(/(--[a-z][a-z-]*|'archon [^']*')/).map((part, i) => i % 2 ? el('code', {}, part.replace(/^'|'$/g, '')) : part);
const note = text => el('p', {class: 'note'}, withCode(noteText(text)));
function documentWarning(text) {
  const [, word, rest] = /^([A-Z]+): ([^]*)$/.exec(text) ?? [null, 'WARNING', text];
  return el('p', {class: 'warning', role: 'alert'}, el('b', {}, capital(word.toLowerCase()) + ':'), ' ', withCode(noteText(rest)));
}

// Figures: short ones as tiles, the others as lines.
function factParts(facts) {
  const shown = facts.map(({column, row: [value, low, high]}) => ({label: capital(column.head), value: valueText(column, value) + percentSign(column),
    detail: known(low) ? 'interval ' + intervalText(column, low, high) + (column.unit === 'share' ? ' %' : '') : '', text: isText(column.unit)}));
  const isTile = fact => !fact.text && fact.value.length <= TILE_SIGNS;
  const lines = shown.filter(fact => !isTile(fact));
  return [tiles(shown.filter(isTile).map(fact => tile(fact.label, null, fact.value, fact.detail))),
    lines.length > 0 && el('dl', {class: 'words lines'}, lines.map(fact => [el('dt', {}, fact.label), el('dd', {}, fact.value, fact.detail && ` (${fact.detail})`)]))];
}

function drawDocument(data) {
  const before = [], sections = [], facts = [];
  let pictures = 0;
  for (const part of data.parts) {
    if (part.fact) facts.push(part.fact);
    if (part.table) sections.push(tableSection(part.table));
    if (part.picture) sections.push(pictureSection(data, part.picture, ++pictures));
    if (part.note) (sections.at(-1) ?? {append: text => before.push(text)}).append(note(part.note));
  }
  const open = sections.filter(section => section.tagName === 'SECTION');
  return el('div', {class: 'document', id: 'top'},
    el('header', {}, el('p', {class: 'eyebrow'}, 'Archon \u00b7 ' + data.command.replace(/^archon /, '')), el('h1', {}, data.title),
      data.warnings.map(documentWarning), el('div', {class: 'lede'}, before)),
    factParts(facts),
    open.length > 2 && el('nav', {'aria-label': 'Sections'}, open.map(section => link('#' + section.id, section.querySelector('h2').textContent.split(/[:(,]/)[0].trim()))),
    sections,
    el('section', {id: 'method'}, el('h2', {}, 'How this was made'), glossary(data.words), provenance(data.provenance)));
}
