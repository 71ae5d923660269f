// Draws the page.
const data = unpack(JSON.parse(document.getElementById('data').textContent)), main = document.querySelector('main');
document.documentElement.classList.add('live');
if (data.page === 'matrix') {
  showMatrix(data, main);
} else if (data.page === 'game') {
  showGame(data, main);
} else {
  const page = data.page === 'deck' ? drawDeckFile(data) : drawDocument(data);
  main.replaceChildren(page);
  addTableTools(page);
}
