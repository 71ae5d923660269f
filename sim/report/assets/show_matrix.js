// Draws what the address asks for: the overview, or the page of one deck (#deck-1), which is drawn when it is first asked for.
function showMatrix(data, main) {
  const model = matrixModel(data), overview = drawOverview(model);
  let shown = null;
  function draw() {
    const asked = /^#deck-(\d+)$/.exec(location.hash), rank = asked ? Number(asked[1]) - 1 : -1;
    shown?.remove();
    shown = rank >= 0 && rank < model.n ? drawDeck(model, rank) : null;
    overview.hidden = shown !== null;
    document.title = shown ? model.name(rank) + ' \u00b7 ' + data.title : data.title;
    if (!shown) return location.hash ? document.getElementById(location.hash.slice(1))?.scrollIntoView() : undefined;
    addTableTools(shown);
    main.append(shown);
    scrollTo(0, 0);
    shown.focus({preventScroll: true});
  }
  main.replaceChildren(overview);
  addTableTools(overview);
  watchCells(model);
  addEventListener('hashchange', draw);
  draw();
}
