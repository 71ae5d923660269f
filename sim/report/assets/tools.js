// Tables: sort by a column, filter rows, copy as CSV.
// What a cell is sorted by: its number where it has one, else its text; null where there is nothing to compare.
function key(cell) {
  if (!cell) return null;
  const given = cell.dataset.v;
  if (given === '') return null;
  const text = (given ?? cell.textContent).trim().replace(/\u2212/g, '-').replace(/,(?=\d{3})/g, '');
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text.toLocaleLowerCase();
}
const order = (a, b) => typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));

const rowsOf = body => [...body.rows].filter(row => !row.classList.contains('house'));

// Cells without a value stay at the end. Each part of a table, such as a house, is sorted by itself; of a table that shows only
// some of its rows all are shown.
function sort(table, column, ascending) {
  table.classList.remove('short');
  for (const body of table.tBodies) {
    const rows = rowsOf(body).map(row => [key(row.cells[column]), row]);
    rows.sort(([a], [b]) => a === null || b === null ? (a === null) - (b === null) : ascending ? order(a, b) : order(b, a));
    body.append(...rows.map(([, row]) => row));
  }
  [...table.tHead.rows[0].cells].forEach((head, i) => {
    if (head.querySelector('.sort')) head.setAttribute('aria-sort', i !== column ? 'none' : ascending ? 'ascending' : 'descending');
  });
}
function addSorting(table) {
  [...table.tHead.rows[0].cells].forEach((head, column) => {
    if ('nosort' in head.dataset) return;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'sort';
    button.append(...[...head.childNodes].filter(child => !child.classList?.contains('axis')));
    head.prepend(button);
    head.setAttribute('aria-sort', 'none');
    button.addEventListener('click', () => {
      const sorted = head.getAttribute('aria-sort');
      const first = [...table.tBodies].flatMap(rowsOf).map(row => key(row.cells[column])).find(value => value !== null);
      // Numbers begin with the largest, but ranks and texts with the first.
      const ascending = sorted === 'none' ? typeof first !== 'number' || head.classList.contains('rank') : sorted !== 'ascending';
      sort(table, column, ascending);
    });
  });
}
// Every word must be somewhere in the row; the number of rows that are left.
function filter(table, text) {
  table.classList.remove('short');
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  let left = 0;
  for (const body of table.tBodies) {
    const rows = rowsOf(body), house = (body.querySelector('.house')?.textContent ?? '').toLocaleLowerCase();
    for (const row of rows) {
      const labels = [...row.querySelectorAll('[aria-label]')].map(each => each.getAttribute('aria-label')).join(' ');
      const content = (row.textContent + ' ' + labels).toLocaleLowerCase() + ' ' + house;
      row.hidden = !words.every(word => content.includes(word));
      left += !row.hidden;
    }
    body.hidden = rows.length > 0 && rows.every(row => row.hidden);
  }
  return left;
}
// A spreadsheet takes what begins with = + - or @ for a formula: such a text gets a ' before it, unless it is a number.
function csvCell(text) {
  const plain = text.replace(/\s+/g, ' ').trim().replace(/\u2212/g, '-');
  const safe = /^[=+\-@]/.test(plain) && !/^[+-]?\d+(\.\d+)?$/.test(plain) ? "'" + plain : plain;
  return /[",\n]/.test(safe) ? '"' + safe.replace(/"/g, '""') + '"' : safe;
}
function cellText(cell) {
  if (!cell) return '';
  const copy = cell.cloneNode(true);
  for (const drawn of copy.querySelectorAll('.axis, .plot')) drawn.remove();
  for (const icon of copy.querySelectorAll('svg[aria-label]')) {
    if (!cell.matches('th')) icon.before(' ' + icon.getAttribute('aria-label') + ' ');
    icon.remove();
  }
  for (const small of copy.querySelectorAll('small')) small.prepend(' ');
  return copy.textContent;
}
function csv(table) {
  const heads = [...table.tHead.rows[0].cells], columns = heads.map((head, i) => i).filter(i => !('nosort' in heads[i].dataset));
  const houses = Boolean(table.querySelector('.house'));
  const lines = [[...(houses ? ['House'] : []), ...columns.map(i => cellText(heads[i]))]];
  for (const body of table.tBodies) {
    const house = body.querySelector('.house th')?.firstChild.textContent;
    for (const row of rowsOf(body)) {
      if (row.hidden) continue;
      lines.push([...(houses ? [house] : []), ...columns.map(i => cellText(row.cells[i]))]);
    }
  }
  return lines.map(line => line.map(csvCell).join(',')).join('\r\n') + '\r\n';
}
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.body.appendChild(document.createElement('textarea'));
    area.value = text;
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
  }
}
function addTools(table) {
  const tools = document.createElement('div');
  tools.className = 'tools';
  const input = document.createElement('input');
  if (!('few' in table.dataset)) tools.append(input);
  input.type = 'search';
  input.placeholder = 'Filter';
  input.setAttribute('aria-label', 'Filter: ' + table.caption.textContent);
  const button = tools.appendChild(document.createElement('button'));
  button.type = 'button';
  button.textContent = 'Copy as CSV';
  button.setAttribute('aria-label', 'Copy as CSV: ' + table.caption.textContent);
  const status = tools.appendChild(document.createElement('span'));
  status.setAttribute('role', 'status');
  input.addEventListener('input', () => {
    const left = filter(table, input.value);
    status.textContent = input.value.trim() ? left + (left === 1 ? ' row' : ' rows') : '';
  });
  button.addEventListener('click', async () => {
    status.textContent = await copy(csv(table)) ? 'Copied' : 'The browser did not allow it';
  });
  table.before(tools);
}

function addTableTools(part) {
  for (const table of part.querySelectorAll('table.data')) {
    addSorting(table);
    addTools(table);
  }
}
