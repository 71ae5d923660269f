// The numbers behind the cells of the heat maps, on hover, keyboard focus or touch.
function watchCells(model) {
  const tip = document.getElementById('tip'), n = model.n, first = 2;  // columns before the cells
  let shown = null;

  // The interval as a bar from 0 to 100 %.
  const bar = s => el('div', {class: 'span'},
    el('i', {style: `left:${place(100 * s.low)};width:${place(100 * (s.high - s.low))}`}),
    el('b', {style: 'left:' + place(100 * s.rate)}));
  function chains(s) {
    if (!s.chains) return [];
    const [value, low, high, beyond] = s.chains, on = value < 0 ? s.column : s.row;
    const text = value < 0 ? range(-high, -low, 1) : range(low, high, 1);
    return [el('dt', {}, 'even with chains on ' + model.name(on)), el('dd', {}, beyond ? 'more than 24' : `${Math.abs(value).toFixed(1)} (${text})`)];
  }
  function fillTip(s) {
    tip.replaceChildren(
      el('p', {class: 'who'}, model.name(s.row), el('span', {}, ' against '), model.name(s.column)),
      el('p', {class: 'rate'}, percent(s.rate), el('span', {}, s.decided ? ` won ${count(s.wins)} of ${count(s.decided)} games` : ' not played')), bar(s),
      el('dl', {}, el('dt', {}, '95 % interval'), el('dd', {}, range(s.low, s.high, 1, 100) + ' %'),
        s.missing > 0 && [el('dt', {}, 'games without a winner'), el('dd', {}, count(s.missing))], chains(s)));
  }
  // Beside the cell, where there is room; on narrow screens the style sheet puts it at the bottom.
  function placeTip(cell) {
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
    const s = model.seen(row, column);
    if (!known(s.rate)) return hide();
    fillTip(s);
    tip.hidden = false;
    placeTip(cell);
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
  addEventListener('scroll', () => shown && placeTip(shown), {passive: true, capture: true});
}
