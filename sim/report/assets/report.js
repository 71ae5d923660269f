// The numbers behind the cells of the heat maps. Without this script the page lacks nothing else than these and the tools of tables.
(() => {
  'use strict';
  const data = JSON.parse(document.getElementById('data').textContent);
  const tip = document.getElementById('tip');
  const names = [...document.querySelectorAll('#wins tbody th a')].map(name => name.textContent);
  const n = names.length, first = 2;  // columns before the cells
  let shown = null;

  // A row of `data` as deck `row` sees it; the ranks differ.
  function numbers(row, column) {
    const [i, j] = row < column ? [row, column] : [column, row];
    const d = data[i * n - i * (i + 1) / 2 + j - i - 1];
    if (row < column) return d;
    const turned = [d[1], d[0], d[2], 1000 - d[4], 1000 - d[3], 1000 - d[6], 1000 - d[5]];
    return d.length > 7 ? [...turned, -d[7], -d[9], -d[8], d[10]] : turned;
  }
  function add(parent, tag, text, name) {
    const element = parent.appendChild(document.createElement(tag));
    element.textContent = text;
    if (name) element.className = name;
    return element;
  }
  const tenths = value => (value / 10).toFixed(1);
  const range = (low, high) => tenths(low) + '\u2009\u2013\u2009' + tenths(high);

  // The interval as a bar from 0 to 100 %, with that of all pairs at once as a line.
  function bar(d, rate) {
    const span = add(tip, 'div', '', 'span');
    for (const [low, high] of [[d[5], d[6]], [d[3], d[4]]]) {
      const part = add(span, 'i', '');
      part.style.left = low / 10 + '%';
      part.style.width = (high - low) / 10 + '%';
    }
    add(span, 'b', '').style.left = 100 * rate + '%';
  }
  function chains(list, d, row, column) {
    if (d.length < 8) return;
    const on = d[7] < 0 ? column : row, sign = d[7] < 0 ? -1 : 1;
    const low = sign < 0 ? -d[9] : d[8], high = sign < 0 ? -d[8] : d[9];
    add(list, 'dt', 'even with chains on ' + names[on]);
    const from = tenths(low).replace('-', '\u2212') + (low < 0 ? ' to ' : '\u2009\u2013\u2009');
    add(list, 'dd', d[10] ? 'more than 24' : tenths(sign * d[7]) + ' (' + from + tenths(high) + ')');
  }
  function fill(row, column) {
    const d = numbers(row, column), decided = d[0] + d[1], rate = decided ? d[0] / decided : .5;
    tip.textContent = '';
    const who = add(tip, 'p', '', 'who');
    who.append(names[row]);
    add(who, 'span', ' against ');
    who.append(names[column]);
    const line = add(tip, 'p', (100 * rate).toFixed(1) + ' %', 'rate');
    add(line, 'span', ' wins ' + d[0].toLocaleString('en') + ' of ' + decided.toLocaleString('en') + ' games');
    bar(d, rate);
    const list = add(tip, 'dl', '');
    add(list, 'dt', '95 % interval');
    add(list, 'dd', range(d[3], d[4]) + ' %');
    add(list, 'dt', 'all pairs at once');
    add(list, 'dd', range(d[5], d[6]) + ' %');
    if (d[2]) {
      add(list, 'dt', 'games without a winner');
      add(list, 'dd', d[2].toLocaleString('en'));
    }
    chains(list, d, row, column);
  }
  // Beside the cell, where there is room; on narrow screens the style sheet puts it at the bottom.
  function place(cell) {
    const at = cell.getBoundingClientRect(), gap = 10, width = tip.offsetWidth, height = tip.offsetHeight;
    const x = at.right + gap + width <= innerWidth ? at.right + gap : at.left - gap - width;
    tip.style.left = Math.max(8, x) + 'px';
    tip.style.top = Math.max(8, Math.min(at.top - 20, innerHeight - height - 8)) + 'px';
  }
  function mark(cell, on) {
    const table = cell.closest('table');
    cell.classList.toggle('at', on);
    cell.parentNode.cells[0].classList.toggle('on', on);
    table.tHead.rows[0].cells[cell.cellIndex].classList.toggle('on', on);
    if (on) cell.setAttribute('aria-describedby', 'tip');
    else cell.removeAttribute('aria-describedby');
  }
  function hide() {
    if (shown) mark(shown, false);
    shown = null;
    tip.hidden = true;
  }
  function show(cell) {
    hide();
    const row = cell.parentNode.sectionRowIndex, column = cell.cellIndex - first;
    if (column < 0 || row === column) return;
    shown = cell;
    mark(cell, true);
    if (!numbers(row, column)[0] && !numbers(row, column)[1]) return hide();
    fill(row, column);
    tip.hidden = false;
    place(cell);
  }
  // The one cell that the tabulator key reaches; the arrow keys go on from there.
  function go(table, cell) {
    table.querySelector('td[tabindex="0"]').tabIndex = -1;
    cell.tabIndex = 0;
    cell.focus();
  }
  // On which rows and columns of cells a key leads.
  function target(key, row, column) {
    const moves = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], Home: [0, -n], End: [0, n],
      PageUp: [-n, 0], PageDown: [n, 0]};
    if (!moves[key]) return null;
    const inside = value => Math.max(0, Math.min(n - 1, value));
    return [inside(row + moves[key][0]), inside(column + moves[key][1])];
  }

  for (const table of document.querySelectorAll('.heat')) {
    const rows = table.tBodies[0].rows;
    table.setAttribute('role', 'grid');
    for (const row of rows) for (const cell of [...row.cells].slice(first)) cell.tabIndex = -1;
    rows[0].cells[first + 1].tabIndex = 0;
    table.addEventListener('pointerover', event => {
      const cell = event.target.closest('tbody td');
      if (cell && event.pointerType === 'mouse') show(cell);
    });
    table.addEventListener('pointerleave', hide);
    table.addEventListener('click', event => {
      const cell = event.target.closest('tbody td');
      if (cell && cell.cellIndex >= first) go(table, cell);
    });
    table.addEventListener('focusin', event => event.target.matches('td') && show(event.target));
    table.addEventListener('focusout', hide);
    table.addEventListener('keydown', event => {
      const cell = event.target.closest('td');
      if (!cell) return;
      if (event.key === 'Escape') hide();
      const to = target(event.key, cell.parentNode.sectionRowIndex, cell.cellIndex - first);
      if (!to) return;
      event.preventDefault();
      go(table, rows[to[0]].cells[to[1] + first]);
    });
    table.parentNode.removeAttribute('tabindex');
  }
  addEventListener('click', event => event.target.closest('.heat tbody td') || hide());
  addEventListener('scroll', () => shown && place(shown), {passive: true, capture: true});
})();

// Tables: sort by a column, filter rows, copy as CSV.
(() => {
  'use strict';
  document.documentElement.classList.add('live');

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

  // Cells without a value stay at the end. Each part of a table, such as a house, is sorted by itself.
  function sort(table, column, ascending) {
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
      button.append(...head.childNodes);
      head.append(button);
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
    const lines = [[...(houses ? ['House'] : []), ...columns.map(i => heads[i].textContent)]];
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
    const input = tools.appendChild(document.createElement('input'));
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
  for (const table of document.querySelectorAll('table.data')) {
    addSorting(table);
    addTools(table);
  }

  // The title of the window follows the deck that is shown.
  const title = document.title;
  function name() {
    const deck = /^#deck-\d+$/.test(location.hash) && document.querySelector(location.hash + ' h1');
    document.title = deck ? deck.textContent + ' \u00b7 ' + title : title;
    if (deck) scrollTo(0, 0);
  }
  addEventListener('hashchange', name);
  name();
})();
