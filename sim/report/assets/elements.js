// Elements and numbers as text. What a name contains is text: nothing here takes HTML.
const SVG = 'http://www.w3.org/2000/svg';

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {}))
    if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : value);
  for (const child of children.flat(Infinity))
    if (child !== null && child !== undefined && child !== false && child !== '') element.append(child);
  return element;
}
const el = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
const svg = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

// Only addresses of the web and parts of this page.
const link = (url, ...text) =>
  /^(https?:\/\/|#|[\w-]+\.html$)/.test(url) ? el('a', {href: url, rel: url[0] === '#' ? null : 'noopener noreferrer'}, text) : el('span', {}, text);
const symbol = (name, attributes) => svg('svg', attributes, svg('use', {href: '#i-' + name}));

const NONE = '\u2013', MINUS = '\u2212';
const known = value => value !== null && value !== undefined;
const count = value => value.toLocaleString('en');
const signed = (value, digits) => value.toFixed(digits).replace(/^-(0(\.0*)?)$/, '$1').replace('-', MINUS);
const percent = (share, digits = 1) => known(share) ? (100 * share).toFixed(digits) + ' %' : NONE;
const small = p => p < .001 ? 'below 0.001' : p.toFixed(p < .01 ? 3 : 2);
// A dash between minus signs is hard to read.
const range = (low, high, digits, scale = 1) =>
  signed(scale * low, digits) + (low < 0 || high < 0 ? ' to ' : '\u2009\u2013\u2009') + signed(scale * high, digits);
// Of however many values: what is spread over the arguments of Math.max must be few.
const least = values => values.reduce((least, each) => Math.min(least, each), Infinity);
const largest = (values, otherwise = 0) => values.reduce((most, each) => Math.max(most, each), otherwise);
const place = percentOfWidth => percentOfWidth.toFixed(1) + '%';
function median(values) {
  const sorted = [...values].sort((a, b) => a - b), half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

// A linear scale from values to percent of a width, with round ticks: 1, 2, 5, 10, 20, 50 ... times a power of ten, `least`.
function axisOver(low, high, mostTicks = 4, least = 1) {
  let step = least;
  for (let i = 0; (high - low) / step > mostTicks; ++i) step *= i % 3 === 1 ? 2.5 : 2;
  const margin = .02 * Math.max(high - low, least), from = low - margin, to = high + margin, ticks = [];
  for (let value = Math.ceil(from / step) * step; value <= to; value += step) ticks.push(value);
  return {ticks, at: value => 100 * (value - from) / (to - from)};
}

// A table with sorting, filter and copying (tools.js). Columns are {head, cell, class, sort}: a cell is a node, a text or a list of
// them; what it is sorted by is a number where it has one, null where there is nothing to compare; 'none': the column is not sorted.
function cellOf(column, row, first) {
  const sort = column.value ? column.value(row) : undefined;
  const absent = column.absent?.(row);
  const attributes = {class: [column.class, absent && 'na'].filter(Boolean).join(' ') || null,
    'data-label': column.label, 'data-v': absent ? '' : sort === undefined ? null : sort ?? '',
    role: first ? 'rowheader' : 'cell', scope: first ? 'row' : null};
  return el(first ? 'th' : 'td', attributes, absent || column.cell(row));
}
function dataTable(attributes, caption, columns, rows) {
  const shown = columns.filter(Boolean), named = shown.findIndex(column => column.names);
  const heads = shown.map(column => el('th', {role: 'columnheader', scope: 'col', class: column.class, 'data-nosort': column.nosort, title: column.title}, column.head));
  return el('table', {role: 'table', ...attributes}, el('caption', {}, caption),
    el('thead', {role: 'rowgroup'}, el('tr', {role: 'row'}, heads)),
    el('tbody', {role: 'rowgroup'},
      rows.map(row => el('tr', {role: 'row'}, shown.map((column, i) => cellOf(column, row, i === named))))));
}

const warning = text => text && el('p', {class: 'warning', role: 'alert'}, el('b', {}, 'Warning:'), ' ' + text);
const tile = (label, names, value, detail) => el('div', {class: 'tile'}, el('h2', {}, label),
  names && el('p', {class: 'name'}, names.map((name, i) => [el(i % 2 ? 'i' : 'span', {}, name), ' '])),
  el('p', {class: 'value'}, value), el('p', {class: 'detail'}, detail));
const tiles = list => list.length > 0 && el('section', {class: 'findings', 'aria-label': 'Findings'}, list);

// Footnotes: what the words of the page mean.
function glossary(words) {
  const entries = Object.entries(words);
  return entries.length > 0 && el('dl', {class: 'words'}, entries.map(([word, text]) => [el('dt', {}, word),
    el('dd', {}, text.split(/`([^`]*)`/).map((part, i) => i % 2 ? el('code', {}, part) : part))]));
}
const provenance = lines => el('pre', {}, lines.map(line => line + '\n').join(''));
