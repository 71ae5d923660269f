// The numbers behind the cells of the heat maps, on hover, keyboard focus or touch.
function watchCells(model) {
  const tip = document.getElementById('tip');
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
    shown = cell;
    mark(cell, true);
    const s = model.seen(...heatPlace(cell));
    if (!known(s.rate)) return hide();
    fillTip(s);
    tip.hidden = false;
    placeTip(cell);
  }
  for (const table of document.querySelectorAll('.heat')) {
    table.setAttribute('role', 'grid');
    walkCells(table);
    table.addEventListener('pointerover', event => event.pointerType === 'mouse' && heatCell(event) && show(heatCell(event)));
    table.addEventListener('pointerleave', hide);
    table.addEventListener('focusin', event => heatCell(event) && show(heatCell(event)));
    table.addEventListener('focusout', hide);
    table.addEventListener('keydown', event => event.key === 'Escape' && hide());
    table.parentNode.removeAttribute('tabindex');
  }
  addEventListener('click', event => event.target.closest('.heat tbody td') || hide());
  addEventListener('scroll', () => shown && placeTip(shown), {passive: true, capture: true});
}
