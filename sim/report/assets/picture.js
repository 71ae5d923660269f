// Pictures of a document: what its tables say at a glance, and no other figures.
const MOST_BARS = 40;  // of a picture; the table has all

function tableNamed(data, name) {
  const part = data.parts.find(each => each.table && each.table.name === name);
  return part && {...part.table, columns: placed(part.table.columns)};
}
const columnNamed = (table, name) => table.columns.find(column => column.name === name);
const different = values => [...new Set(values)];

// A drawing for each agent: lines with bands, dots with whiskers, marks on the axis.
function linesPicture(data, picture) {
  const tables = [picture.table, picture.dots].map(name => tableNamed(data, name)), marked = tableNamed(data, picture.marked);
  const keyOf = (table, row) => picture.each ? row[columnNamed(table, picture.each).at] : '';
  // Points are [x, y, low, high].
  const pointsOf = (table, key) => !table ? [] : table.rows.filter(row => keyOf(table, row) === key).map(row => {
    const y = columnNamed(table, picture.value).at;
    return [row[columnNamed(table, picture.along).at], row[y], row[y + 1], row[y + 2]];
  }).filter(point => point.every(known));
  const marksOf = key => !marked ? [] : marked.rows.filter(row => keyOf(marked, row) === key).flatMap(row => picture.marks.map(name => columnNamed(marked, name))
    .filter(column => column && known(row[column.at])).map(column => [row[column.at], column.head]));
  const keys = different(tables.flatMap(table => table ? table.rows.map(row => keyOf(table, row)) : []));
  const all = keys.flatMap(key => tables.flatMap(table => pointsOf(table, key))).map(point => point[0]);
  const x = [Math.min(...all) - .5, Math.max(...all) + .5], signs = all.some(at => at < 0);
  const ticks = wholeTicks(x).map(at => [at, (signs && at > 0 ? '+' : '') + signed(at, 0)]);
  return el('div', {class: 'figures'}, keys.map(key => {
    const marks = marksOf(key), [line, dots] = tables.map(table => pointsOf(table, key));
    return el('figure', {}, key !== '' && el('figcaption', {}, el('b', {}, key)),
      chart({label: picture.heading + (key === '' ? '' : ', ' + key), x, y: [0, 1], xTicks: ticks,
        yTicks: [0, 25, 50, 75, 100].map(at => [at / 100, String(at)]), even: .5, shaded: tiers(), marks: different(marks.map(([at]) => at)),
        series: [{kind: 'own', line, dots}]}),
      marks.length > 0 && el('p', {}, marks.map(([at, head]) => `${capital(head)} ${at}`).join(', ') + '.'));
  }));
}

// `along` from top to bottom, that with the smallest values first; `each` side by side.
function heatPicture(data, picture) {
  const table = tableNamed(data, picture.table), [value, along, each] = [picture.value, picture.along, picture.each].map(name => columnNamed(table, name));
  const sides = different(table.rows.map(row => row[each.at])), rows = different(table.rows.map(row => row[along.at]));
  const met = new Map(table.rows.map(row => [JSON.stringify([row[along.at], row[each.at]]), row]));
  const cell = (name, side) => met.get(JSON.stringify([name, side]));
  const mean = name => {
    const values = sides.map(side => cell(name, side)?.[value.at]).filter(known);
    return values.length ? values.reduce((sum, each) => sum + each, 0) / values.length : 2;
  };
  const sorted = rows.map(name => [mean(name), name]).sort(([a], [b]) => a - b).map(([, name]) => name);
  const drawn = (name, side) => {
    const row = cell(name, side);
    return row && winCell(row[value.at], {title: `${side} against ${name}: ${valueText(value, row[value.at])} % (${intervalText(value, row[value.at + 1], row[value.at + 2])})`});
  };
  return el('div', {class: 'scroll', role: 'region', tabindex: 0, 'aria-label': picture.heading},
    heatTable({caption: picture.heading, corner: 'against', columns: sides, rows: sorted.map(name => ({head: el('span', {title: name}, name)})),
      cell: (row, side) => drawn(sorted[row], sides[side])}));
}

// A line for each row: its interval, or a bar from 0 with it.
function barsPicture(data, picture) {
  const table = tableNamed(data, picture.table), value = columnNamed(table, picture.value), names = picture.names.map(name => columnNamed(table, name));
  const apart = picture.apart && columnNamed(table, picture.apart), measured = table.rows.filter(row => known(row[value.at])), bars = picture.kind === 'bars';
  const shown = measured.slice(0, MOST_BARS), whole = {ticks: [0, 25, 50, 75, 100].map(at => [at, String(at)]), even: 50, at: share => 100 * share};
  const axis = bars ? whole : columnAxis(value, shown) ?? whole;
  const line = row => el('div', {class: apart && !known(row[apart.at]) ? 'bar apart' : 'bar'},
    el('p', {}, names.map(column => [el('span', {}, row[column.at]), ' '])),
    el('span', {class: 'plot', style: axis.even === null ? null : '--even:' + place(axis.even)},
      bars && el('s', {style: 'width:' + place(axis.at(row[value.at]))}),
      known(row[value.at + 1]) && el('i', {style: `left:${place(axis.at(row[value.at + 1]))};width:${place(axis.at(row[value.at + 2]) - axis.at(row[value.at + 1]))}`}),
      el('b', {style: 'left:' + place(axis.at(row[value.at]))})),
    el('p', {class: 'value'}, el('b', {}, valueText(value, row[value.at]) + ' %'), known(row[value.at + 1]) && [' ', el('small', {}, intervalText(value, row[value.at + 1], row[value.at + 2]))]));
  return [el('div', {class: names.length > 1 ? 'barlist many' : 'barlist'}, el('div', {class: 'bar', 'aria-hidden': 'true'}, el('p', {}),
    el('span', {class: 'axis'}, axis.ticks.map(([at, text]) => el('span', {style: 'left:' + place(at)}, text))), el('p', {})), shown.map(line)),
  shown.length < measured.length && el('p', {}, `The first ${MOST_BARS} of ${count(measured.length)}.`)];
}

function pictureSection(data, picture, number) {
  const drawn = {lines: linesPicture, heat: heatPicture, whiskers: barsPicture, bars: barsPicture}[picture.kind](data, picture);
  return el('section', {id: 'picture-' + number, class: 'picture'}, el('h2', {}, picture.heading), el('p', {}, picture.says), drawn);
}
