// The style sheet and the script of the page.
#include "sim/report/report_page.h"

namespace archon::report {

// Shades of the heat maps are even steps in the colour space OKLab; the text on each has a contrast of at least 4.5 to 1.
std::string_view style_sheet() {
  return R"css(
:root{--paper:#fbfaf8;--card:#fff;--ink:#1b1f24;--soft:#59616b;--line:#e4e1db;--blue:#14508f;--orange:#b3500f;--mark:#1b1f24}
*{box-sizing:border-box}
html{scroll-behavior:smooth;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",
"Liberation Sans",sans-serif;font-variant-numeric:tabular-nums}
main{max-width:80rem;margin:0 auto;padding:2.5rem 1.5rem 4rem}
h1{font-size:clamp(1.75rem,4vw,2.5rem);line-height:1.15;letter-spacing:-.02em;margin:.2rem 0 .6rem;text-wrap:balance}
h2{font-size:1.35rem;line-height:1.25;letter-spacing:-.01em;margin:0 0 .35rem}
p{margin:0 0 .75rem;max-width:46rem}
section{margin-top:3rem;scroll-margin-top:1rem}
small{font-size:.8125rem;color:var(--soft)}
caption{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.eyebrow{font-size:.8125rem;font-weight:600;color:var(--soft);margin:0}
.lede{font-size:1.0625rem;color:var(--soft);max-width:52rem}
.lede b{color:var(--ink)}
.warning{max-width:52rem;padding:.5rem .8rem;border:2px solid var(--orange);border-radius:.6rem}
section>p,.hint{color:var(--soft)}
section>p b{color:var(--ink)}
nav{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin-top:1.5rem;font-size:.9375rem}
nav a{color:var(--blue);text-underline-offset:.25em}
.findings{display:grid;grid-template-columns:repeat(auto-fit,minmax(15rem,1fr));gap:1rem;margin-top:1.75rem}
.tile{background:var(--card);border:1px solid var(--line);border-radius:.6rem;padding:1rem 1.1rem;display:flex;
flex-direction:column}
.tile h2{font-size:.8125rem;font-weight:600;color:var(--soft);letter-spacing:0;margin:0 0 .4rem}
.tile p{margin:0}
.tile .name{font-weight:600;line-height:1.3;flex:1}
.tile .name i{font-weight:400;color:var(--soft)}
.tile .value{font-size:1.75rem;font-weight:650;letter-spacing:-.02em;line-height:1.2;margin:.5rem 0 .15rem;color:var(--blue)}
.tile .detail{font-size:.8125rem;line-height:1.4;color:var(--soft)}
.legend{display:flex;align-items:flex-start;gap:.6rem;font-size:.75rem;line-height:1.1rem;color:var(--soft);margin:0 0 .6rem}
.legend p{display:flex;margin:0}
.legend div{width:15rem}
.ramp i{flex:1;height:.9rem}
.ticks{justify-content:space-between}
.scroll{overflow:auto;scroll-padding:11rem 2rem 2rem 22rem;max-height:max(94vh,30rem);border:1px solid var(--line);
border-radius:.6rem;background:var(--card);
width:fit-content;max-width:100%}
.heat{border-collapse:separate;border-spacing:0;font-size:.75rem;line-height:1;--cell:1.95rem;--high:1.6rem}
.heat.dense{font-size:.625rem;--cell:1.25rem;--high:1.25rem}
.heat td{min-width:var(--cell);width:var(--cell);height:var(--high);padding:0;text-align:center;color:#0b0d10;cursor:default;
border:solid var(--card);border-width:0 1px 1px 0}
.heat td b{font-weight:750}
.heat td.x{background:repeating-linear-gradient(135deg,var(--line) 0 1px,transparent 1px 4px)}
.heat td.mean,.heat th.mean{color:var(--ink);background:var(--card);font-weight:650;padding:0 .3rem;
border-right:1px solid var(--line)}
.heat th{background:var(--card);font-weight:400;color:var(--soft)}
.heat thead th,.heat .corner{position:sticky;top:0;z-index:2;vertical-align:bottom;padding:.4rem 0 .3rem;background:var(--card);
border-bottom:1px solid var(--line)}
.heat thead th b,.heat tbody th b{color:var(--ink);font-weight:600}
.heat thead b{display:block}
.heat thead i{display:inline-block;writing-mode:vertical-rl;transform:rotate(180deg);max-height:8.5rem;overflow:hidden;
text-overflow:ellipsis;
white-space:nowrap;font-style:normal;margin:0 auto .35rem;line-height:1.1}
.heat thead th{text-align:center}
.heat tbody th,.heat .corner{position:sticky;left:0;z-index:1;text-align:left;white-space:nowrap;padding:0 .6rem 0 0;
border-right:1px solid var(--line);border-bottom:1px solid var(--card)}
.heat .corner{z-index:3;color:var(--soft);padding:0 0 .35rem .6rem;border-bottom-color:var(--line)}
.heat thead th.mean{padding:.4rem .3rem .3rem}
.heat tbody th b{display:inline-block;vertical-align:middle;width:2.1rem;padding-right:.5rem;text-align:right}
.heat tbody th i{font-style:normal;display:inline-block;max-width:17rem;overflow:hidden;text-overflow:ellipsis;
vertical-align:middle;
line-height:1.35;color:var(--ink)}
.heat.dense tbody th i{max-width:11rem}
.heat th.on,.heat th.on i,.heat th.on b{background:var(--mark);color:var(--card)}
.heat td:focus{outline:2px solid var(--mark);outline-offset:-2px}
.heat td.at{position:relative;z-index:1;box-shadow:0 0 0 2px var(--mark)}
.heat .k0,.heat .k1,.heat .k2,.heat .k18,.heat .k19,.heat .k20,.heat .c7,.heat .c8{color:#fff}
.k0{background:#9a3f06}.k1{background:#a94e13}.k2{background:#b85d1e}.k3{background:#c76c28}
.k4{background:#d67b32}.k5{background:#e58a3c}.k6{background:#eaa066}.k7{background:#eeb58a}
.k8{background:#f1caac}.k9{background:#f4dfcd}.k10{background:#f5f3ef}.k11{background:#d8e3ec}
.k12{background:#bad3e9}.k13{background:#9dc3e5}.k14{background:#7fb3e1}.k15{background:#5fa3dc}
.k16{background:#5092cc}.k17{background:#4181bd}.k18{background:#3270ad}.k19{background:#24609e}
.k20{background:#14508f}
.c0{background:#f5f3ef}.c1{background:#e5e0e9}.c2{background:#d5cce3}.c3{background:#c6b9dd}
.c4{background:#b7a6d6}.c5{background:#9f8cc5}.c6{background:#8772b5}.c7{background:#7059a4}
.c8{background:#5b3f93}
#tip{position:fixed;z-index:9;width:19rem;max-width:calc(100vw - 1rem);background:var(--card);color:var(--ink);
border-radius:.6rem;
border:1px solid var(--line);box-shadow:0 6px 24px rgb(0 0 0/.22);padding:.8rem .95rem;font-size:.8125rem;line-height:1.4;
pointer-events:none}
#tip p{margin:0}
#tip .who{font-weight:650;font-size:.875rem;line-height:1.3}
#tip .who span{font-weight:400;color:var(--soft)}
#tip .rate{font-size:1.5rem;font-weight:650;letter-spacing:-.02em;line-height:1.3}
#tip .rate span{font-size:.8125rem;font-weight:400;letter-spacing:0;color:var(--soft)}
#tip dl{display:grid;grid-template-columns:1fr auto;gap:.1rem .75rem;margin:.35rem 0 0}
#tip dt{color:var(--soft)}
#tip dd{margin:0;text-align:right}
.span{position:relative;height:.9rem;margin:.15rem 0;
background:linear-gradient(var(--line),var(--line)) 0 50%/100% 1px no-repeat}
.span::before{content:"";position:absolute;left:50%;top:0;bottom:0;border-left:1px dashed var(--soft)}
.span i{position:absolute;top:50%;height:1px;background:var(--soft);transform:translateY(-50%)}
.span i+i{height:4px;border-radius:2px;background:var(--blue)}
.span b{position:absolute;top:50%;width:9px;height:9px;margin:-4.5px;border-radius:50%;background:var(--ink)}
.strength{border-collapse:collapse;width:100%;font-size:.875rem;line-height:1.3}
.strength th,.strength td{text-align:left;padding:.4rem .75rem;border-bottom:1px solid var(--line);font-weight:400}
.strength thead th{font-size:.8125rem;color:var(--soft);vertical-align:bottom}
.strength tbody th{font-weight:600}
.strength th small{display:block;font-weight:400}
.strength .rank{text-align:right;color:var(--soft);padding:.45rem 0;width:1.6rem}
.strength .scale{width:20%;min-width:10rem;padding-left:0;padding-right:0}
.strength tbody .scale{background:linear-gradient(var(--line),var(--line)) var(--zero)/1px 100% no-repeat}
.strength tbody th{width:28%;min-width:13rem}
.strength .rating,.strength .share{white-space:nowrap;text-align:right}
.strength .worst{width:24%;min-width:9rem}
.none{color:var(--soft)}
.axis{position:relative;height:1.1rem}
.axis span{position:absolute;transform:translateX(-50%)}
.plot{position:relative;height:1.25rem}
.plot i{position:absolute;top:50%;height:2px;margin-top:-1px;background:var(--blue)}
.plot b{position:absolute;top:50%;width:9px;height:9px;margin:-4.5px;border-radius:50%;background:var(--blue)}
.figures{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,22rem),1fr));gap:1.25rem}
figure{margin:0;background:var(--card);border:1px solid var(--line);border-radius:.6rem;padding:1rem 1.1rem}
figcaption{line-height:1.3;margin-bottom:.6rem}
figure p{font-size:.8125rem;color:var(--soft);margin:.3rem 0 0}
svg{display:block;width:100%;height:auto;font-size:10px}
svg text{fill:var(--soft)}
svg .end{text-anchor:end}
svg .middle{text-anchor:middle}
svg path{fill:none}
svg .grid{stroke:var(--line)}
svg .even{stroke:var(--soft);stroke-dasharray:3 3}
svg .tier{fill:var(--line);opacity:.4}
svg .curve{stroke:var(--blue);stroke-width:1.5;opacity:.45}
svg .whisker{stroke:var(--blue);stroke-width:1.25}
svg .root{stroke:var(--orange);stroke-width:5;stroke-linecap:round}
svg .dot{fill:var(--blue)}
details{font-size:.8125rem;margin-top:.5rem}
summary{color:var(--blue);cursor:pointer}
.numbers{border-collapse:collapse;margin-top:.4rem;width:100%}
.numbers th,.numbers td{text-align:right;font-weight:400;padding:.1rem .3rem;border-bottom:1px solid var(--line)}
#method{border-top:1px solid var(--line);padding-top:1.5rem;font-size:.875rem}
#method h2{font-size:1.0625rem}
code,pre{font:.75rem/1.5 ui-monospace,"Cascadia Mono",Menlo,Consolas,"Liberation Mono",monospace}
pre{white-space:pre-wrap;overflow-wrap:anywhere;color:var(--soft);margin:0}
@media (scripting:none){.hint{display:none}}
@media (max-width:44rem){
main{padding:1.5rem 1rem 3rem}
section{margin-top:2.25rem}
.findings{grid-template-columns:1fr;gap:.6rem}
.tile{padding:.75rem .9rem}
.tile .value{font-size:1.5rem;margin-top:.25rem}
.scroll{scroll-padding:3rem 1rem 12rem 9.5rem;max-height:82vh;margin:0 -1rem;border-radius:0;border-width:1px 0;width:auto;
max-width:none}
.heat,.heat.dense{font-size:.75rem;--cell:2.1rem;--high:2rem}
.heat thead i{display:none}
.heat tbody th i,.heat.dense tbody th i{max-width:6.6rem}
.heat tbody th b{width:1.7rem;padding-right:.35rem}
.heat tbody th{padding-right:.35rem}
#tip{left:0!important;right:0;top:auto!important;bottom:0;width:auto;max-width:none;border-radius:.9rem .9rem 0 0;
border-width:1px 0 0;
padding:.9rem 1.1rem calc(.9rem + env(safe-area-inset-bottom))}
.strength thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.strength tbody tr{display:grid;grid-template-columns:1.6rem 1fr auto;gap:.1rem .6rem;padding:.7rem 0;
border-bottom:1px solid var(--line)}
.strength tbody th,.strength tbody td{width:auto;padding:0;border:0;min-width:0}
.strength .rank{grid-area:1/1;text-align:left}
.strength tbody th{grid-area:1/2/auto/3}
.strength .rating{grid-area:1/3}
.strength .rating small{display:block}
.strength .scale{grid-area:2/2/auto/4;width:auto;margin:.3rem 0}
.strength .share,.strength .worst{font-size:.8125rem;line-height:1.4}
.strength .share{grid-area:3/3}
.strength .mean{grid-area:3/2;text-align:left}
.strength .worst{grid-area:4/2/auto/4;width:auto}
.strength [data-label]::before{content:attr(data-label) " ";color:var(--soft)}
}
@media screen and (prefers-color-scheme:dark){
:root{--paper:#141619;--card:#1b1e22;--ink:#e9e7e4;--soft:#a0a8b2;--line:#343940;--blue:#7fb6f0;--orange:#e8924a;--mark:#fff}
.heat td,.heat .k0,.heat .k20{color:#fff}
.heat th.on,.heat th.on i,.heat th.on b{color:#111}
.k0{background:#b9570f}.k1{background:#ac5314}.k2{background:#9f4f18}.k3{background:#934b1a}
.k4{background:#86471c}.k5{background:#7a431d}.k6{background:#693e24}.k7{background:#573928}
.k8{background:#47342b}.k9{background:#362e2c}.k10{background:#25282d}.k11{background:#26303d}
.k12{background:#27384d}.k13{background:#27405d}.k14{background:#26486e}.k15{background:#24507f}
.k16{background:#26578d}.k17{background:#285e9b}.k18{background:#2b65aa}.k19{background:#2d6db9}
.k20{background:#2f74c8}
.c0{background:#25282d}.c1{background:#2e2e3f}.c2{background:#383352}.c3{background:#423865}
.c4{background:#4d3c78}.c5{background:#594589}.c6{background:#654f9a}.c7{background:#7258ab}
.c8{background:#7f62bd}
}
@page{margin:12mm}
@page wide{size:landscape;margin:8mm}
@media print{
*{print-color-adjust:exact;-webkit-print-color-adjust:exact}
body{font-size:10.5pt;--paper:#fff;background:#fff}
main{max-width:none;padding:0}
nav,#tip,.hint,details{display:none}
.tile,figure,.strength tr{break-inside:avoid}
.findings{grid-template-columns:repeat(4,1fr);gap:.5rem}
.tile .value{font-size:1.3rem}
pre{font-size:6.5pt}
section{margin-top:1.5rem}
.strength{font-size:8pt}
.strength thead th{font-size:7pt}
.strength th,.strength td{padding:.15rem .4rem}
small{font-size:7pt}
#matrix,#chains{page:wide;break-before:page;break-after:page;margin:0}
#matrix p,#chains p{max-width:none}
.scroll{max-height:none;overflow:visible;border:0;width:100%}
.heat,.heat.dense{width:100%;table-layout:fixed;font-size:7pt;--cell:0;--high:4mm}
.heat.dense{font-size:5pt;--high:2.45mm}
.heat thead th,.heat .corner,.heat tbody th{position:static}
.heat .corner{width:46mm}
.heat.dense .corner{width:38mm}
.heat th.mean{width:8mm;padding:0}
.heat tbody th{padding:0}
.heat tbody th i{max-width:39mm}
.heat.dense tbody th i{max-width:31mm}
.heat tbody th b{width:5mm;padding-right:1mm}
.heat thead i{max-height:30mm}
}
)css";
}

// Shows the numbers of the cell under the pointer or with the keyboard focus. Without it the page lacks nothing else.
std::string_view script() {
  return R"js(
(() => {
  'use strict';
  const data = JSON.parse(document.getElementById('data').textContent);
  const tip = document.getElementById('tip');
  const names = [...document.querySelectorAll('#wins tbody th i')].map(name => name.textContent);
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
)js";
}

}  // namespace archon::report
