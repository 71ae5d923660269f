// Heat maps, wherever they stand: in reports, in documents and in the page that measures.
const DENSE_DECKS = 32;  // from here on cells are smaller
const WIN_SHADES = 20;  // classes k0 .. k20: 0, 5 ... 100 %
const FIRST_CELL = 2;  // columns before the cells where rows have a mean

const winCell = (rate, more) => rate === null || rate === undefined ? {shade: 'na', text: '?'}
  : {shade: 'k' + Math.round(WIN_SHADES * rate), text: (100 * rate).toFixed(0), ...more};

// Rows {head, mean}, the mean a text where there are some, against columns, which are names. `cell(row, column)` gives {shade, text,
// told: in bold, title}, or nothing where there is none.
function heatTable({id, caption, corner, rows, columns, cell}) {
  const means = rows[0]?.mean !== undefined;
  const drawn = (row, column) => {
    const of = cell(row, column);
    return of ? el('td', {class: of.shade, title: of.title}, of.told ? el('b', {}, of.text) : of.text) : el('td', {class: 'x'});
  };
  return el('table', {id, class: columns.length >= DENSE_DECKS ? 'heat dense' : 'heat'}, el('caption', {}, caption),
    el('thead', {}, el('tr', {}, el('td', {class: 'corner'}, corner), means && el('th', {scope: 'col', class: 'mean'}, 'mean'),
      columns.map((name, i) => el('th', {scope: 'col'}, el('i', {}, name), el('b', {}, i + 1))))),
    el('tbody', {}, rows.map(({head, mean}, row) => el('tr', {}, el('th', {scope: 'row'}, head), means && el('td', {class: 'mean'}, mean),
      columns.map((_, column) => drawn(row, column))))));
}

// The cell of an event, if it is one with numbers.
const heatCell = event => event.target.closest('tbody td:not(.x):not(.mean)');
const heatPlace = cell => [cell.parentNode.sectionRowIndex, cell.cellIndex - FIRST_CELL];

// The tabulator key reaches one cell of a table of decks against themselves; the arrow keys go on from there, over the diagonal.
function walkCells(table) {
  const rows = table.tBodies[0].rows, n = rows.length;
  const at = ([row, column]) => rows[row].cells[column + FIRST_CELL];
  function go(cell, options) {
    table.querySelector('td[tabindex="0"]').tabIndex = -1;
    cell.tabIndex = 0;
    cell.focus(options);
  }
  function target(key, from) {
    const move = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], Home: [0, -n], End: [0, n],
      PageUp: [-n, 0], PageDown: [n, 0]}[key];
    if (!move) return null;
    const moved = (place, by) => place.map((each, i) => Math.max(0, Math.min(n - 1, each + by * move[i])));
    const to = moved(from, 1), step = 1 / Math.abs(move[0] + move[1]);
    return [to, moved(to, step), moved(to, -step)].find(([row, column]) => row !== column);
  }
  for (const row of rows) for (const cell of [...row.cells].slice(FIRST_CELL)) cell.tabIndex = -1;
  at([0, 1]).tabIndex = 0;
  table.addEventListener('click', event => heatCell(event) && go(heatCell(event), {preventScroll: true}));
  table.addEventListener('keydown', event => {
    const cell = heatCell(event), to = cell && target(event.key, heatPlace(cell));
    if (!to) return;
    event.preventDefault();
    go(at(to));
  });
}
