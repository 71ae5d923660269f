const MOST_CHAINS = 24;  // rulebook 18.4, CHAINS
const CHAINS_PER_CARD = 6;  // 1 to 6 chains cost one card a refill, 7 to 12 two ...

// A small drawing of lines with bands, dots and whiskers.
const LEFT = 34, RIGHT = 352, TOP = 8, BOTTOM = 176;  // of the plot, in the units of the drawing

// Whole numbers for the axis of chains.
function wholeTicks([from, to]) {
  const span = to - from, step = span > 26 ? 6 : span > 8 ? 3 : 1, ticks = [];
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) ticks.push(at);
  return ticks;
}
// Every second tier of chains is shaded: where it begins, a chain costs a card more.
function tiers() {
  const shaded = [];
  for (let first = CHAINS_PER_CARD + 1; first <= 19; first += 2 * CHAINS_PER_CARD)
    shaded.push([-(first + CHAINS_PER_CARD - .5), -(first - .5)], [first - .5, first + CHAINS_PER_CARD - .5]);
  return shaded;
}

function chart({label, x, y, xTicks, yTicks, even = null, shaded = [], root = null, marks = [], series}) {
  const part = (value, [low, high]) => (Math.min(high, Math.max(low, value)) - low) / (high - low);
  const atX = value => (LEFT + (RIGHT - LEFT) * part(value, x)).toFixed(1);
  const atY = value => (BOTTOM - (BOTTOM - TOP) * part(value, y)).toFixed(1);
  const path = points => points.map(([px, py], i) => (i ? 'L' : 'M') + atX(px) + ' ' + atY(py)).join('');
  const band = points => path(points.map(p => [p[0], p[3]])) + [...points].reverse().map(p => 'L' + atX(p[0]) + ' ' + atY(p[2])).join('') + 'Z';
  const inside = shaded.map(([low, high]) => [Math.max(low, x[0]), Math.min(high, x[1])]).filter(([low, high]) => low < high);
  // Points are [x, y, low, high].
  const drawn = ({kind, line = [], dots = []}) => svg('g', {class: kind},
    line.length > 0 && [svg('path', {class: 'band', d: band(line)}), svg('path', {class: 'line', d: path(line)})],
    dots.map(p => [svg('path', {class: 'whisker', d: `M${atX(p[0])} ${atY(p[2])}V${atY(p[3])}`}),
      svg('circle', {cx: atX(p[0]), cy: atY(p[1]), r: 2.6})]));
  return svg('svg', {class: 'chart', viewBox: '0 0 360 196', role: 'img', 'aria-label': label},
    inside.map(([low, high]) => svg('path', {class: 'tier', d: `M${atX(low)} ${TOP}H${atX(high)}V${BOTTOM}H${atX(low)}Z`})),
    yTicks.map(([at, text]) => [svg('path', {class: 'grid', d: `M${LEFT} ${atY(at)}H${RIGHT}`}),
      svg('text', {class: 'end', x: 28, y: atY(at), dy: 3.5}, text)]),
    xTicks.map(([at, text]) => svg('text', {class: 'middle', x: atX(at), y: 191}, text)),
    even !== null && svg('path', {class: 'even', d: `M${LEFT} ${atY(even)}H${RIGHT}`}),
    marks.map(at => svg('path', {class: 'marked', d: `M${atX(at)} ${TOP}V${BOTTOM}`})),
    series.map(drawn),
    root && svg('path', {class: 'root', d: `M${atX(root[0])} ${atY(even)}H${atX(root[1])}`}));
}
