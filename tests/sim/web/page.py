#!/usr/bin/env python3
"""Uses the page that rates decks as its reader would, in a headless browser; the last line is "N passed, N failed".

  tests/sim/web/page.py build/release/archon build/page           the page as scripts/make_page.sh makes it
  ... --browser firefox    in Firefox instead of Chromium
  ... --decks FOLDER ...   rates what is in these as well, against `archon rate`
  ... --axe FILE           axe.min.js of axe-core 4, for labels and contrast; without it npm is asked for one, and where that fails
                           the test says that it is left out
  ... --pictures DIR       also writes pictures, to look at
  ... --only NAME ...      only these tests; `speed` is asked for only so, and in Chromium: a machine with other work is slow, too"""
import argparse
import contextlib
import functools
import gzip
import http.server
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.append(str(ROOT / "tests"))
from browsers import ENTER, TAB, Chromium, Firefox  # noqa: E402

BUDGET = 200_000  # bytes, compressed, until the first answer
SECONDS = 10      # until the first rating on a slow phone
WIDTHS = (390, 820, 1400)
KINDS = (".csv", ".deck", ".json", ".txt", "")
FIGURES = ["rating", "win_rate", "set_elo", "set_win_rate"]
FIELDS = ["deck", "set", "sas", "aerc", "id", "link", "hash", "set_percentile",
          *(name + end for name in FIGURES for end in ("", "_low", "_high"))]
LAST_BIT = 4e-16
# Chromium's profile of a slow phone: Lighthouse's slow 4G.
SLOW_4G = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8}


@contextlib.contextmanager
def served(folder):
    """The folder on a port of this machine, as the simplest of hosts: nothing is compressed. Gives its address and what stops it."""
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()

    def stop():
        server.shutdown()
        server.server_close()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/", stop
    finally:
        with contextlib.suppress(OSError):
            stop()


def deck_files(folders):
    files = [path for folder in folders for path in pathlib.Path(folder).rglob("*") if path.is_file() and path.suffix in KINDS]
    return sorted(path for path in files if path.name != "README.md")


def same(name, a, b):
    return a == b or (("win_rate" in name or name == "set_percentile") and abs(a - b) <= LAST_BIT)


class Tests:
    def __init__(self, browser, archon, page, options, folder):
        self.browser, self.archon, self.page, self.options, self.folder = browser, archon, page, options, folder
        self.url = (page / "archon.html").resolve().as_uri()
        self.csv = (ROOT / "tests/cli/my.csv").read_text()
        self.passed = self.failed = 0

    def check(self, good, what):
        self.passed += bool(good)
        self.failed += not good
        if not good:
            print("FAILED:", what)

    def run(self, script, *values):
        return self.browser.run(script, *values)

    def wait(self, what, *values, seconds=120):
        """Until the expression holds; its value, or nothing after so many seconds."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            found = self.run("return " + what, *values)
            if found:
                return found
            time.sleep(0.05)
        return None

    def ready(self):
        self.check(self.wait("document.documentElement.classList.contains('ready')"), "the page is ready")

    def fresh(self, hash_="", url=None):
        """The page as it is opened for the first time."""
        self.browser.open("about:blank")
        self.browser.open(url or self.url)
        self.ready()
        for name in ("archon", "archon-games"):
            self.run("return new Promise(done => { const gone = indexedDB.deleteDatabase(arguments[0]);"
                     " gone.onsuccess = gone.onerror = gone.onblocked = () => done(1); })", name)
        self.browser.open("about:blank")
        self.browser.open((url or self.url) + hash_)
        self.ready()

    def paste(self, text):
        self.run("document.querySelector('#pasted').value = arguments[0]; document.querySelector('#input .main').click()", text)
        self.check(self.wait("!/^(Reading|$)/.test(document.querySelector('#said').textContent)"), "what is pasted is read")

    def names(self):
        return self.run("return [...document.querySelectorAll('#decks tbody th a')].map(each => each.textContent)")

    def said(self):
        return self.run("return document.querySelector('#said').textContent")

    def archon_rate(self, *words):
        done = subprocess.run([self.archon, "rate", *map(str, words), "--skip-bad", "--format", "json"], capture_output=True, text=True)
        return json.loads(done.stdout)["decks"] if done.returncode == 0 else []

    # ------------------------------------------------------------ what it says

    def ratings(self):
        """Every number of every real deck: to the last bit, but for that of shares, in which exp and erfc of two libraries differ."""
        self.fresh()
        rated, met = 0, set()
        for path in deck_files([ROOT / "tests/deck", ROOT / "tests/cli", ROOT / "sim/decks", ROOT / "tests/perft/decks", *self.options.decks]):
            try:
                text = path.read_bytes().decode()
            except UnicodeDecodeError:
                continue
            native = {deck["hash"]: deck for deck in self.archon_rate(path)}
            read = self.run("return window.archon.rate(arguments[0], arguments[1])", text, path.name)
            here = {deck["hash"]: deck for deck in read["decks"]}
            self.check(native.keys() == here.keys(), f"{path}: the same decks: {len(native)} and {len(here)}")
            for hash_ in native.keys() & here.keys():
                wrong = [name for name in FIELDS if not same(name, native[hash_][name], here[hash_][name])]
                self.check(not wrong, f"{path}: {here[hash_]['deck']}: {wrong} differ")
                rated += 1
                met |= {word for word in ("evil twin", "second half", "token:", "prophecy:", " +", "maverick") if word in here[hash_]["text"]}
        print(f"   {rated} decks rated as archon rate does; among them {', '.join(sorted(met))}")
        self.check(rated > 200 and len(met) == 6, f"many decks of all kinds: {rated}, {met}")

    def pasting(self):
        self.fresh()
        self.paste(self.csv)
        self.check(self.said() == "12 decks of what was pasted", self.said())
        native = self.archon_rate(ROOT / "tests/cli/my.csv")
        self.check(self.names() == [deck["deck"] for deck in native], f"in the order of their ratings: {self.names()}")
        cells = self.run("return [...document.querySelectorAll('#decks tbody tr')].map(row => [...row.cells].map(cell => cell.dataset.v))")
        self.check([float(row[5]) for row in cells] == [deck["rating"] for deck in native], "its ratings to the last digit")
        heads = self.run("return [...document.querySelectorAll('#decks thead th')].map(each => each.textContent)")
        self.check(any("SAS" in head for head in heads), f"SAS stands beside: {heads}")
        self.paste(self.csv)
        self.check(self.said() == "0 decks of what was pasted, 12 were there already", self.said())

    def dropping(self):
        self.fresh()
        self.run("""const data = new DataTransfer();
            for (const [name, text] of arguments[0]) data.items.add(new File([text], name));
            for (const kind of ['dragover', 'drop']) window.dispatchEvent(new DragEvent(kind, {dataTransfer: data, bubbles: true, cancelable: true}));""",
                 [["my.csv", self.csv], ["list.txt", (ROOT / "tests/deck/formats/baron-peanut-ripper.txt").read_text()]])
        self.check(self.wait("document.querySelectorAll('#decks tbody tr').length === 13"), f"two files are dropped: {self.said()}")
        self.check("baron-peanut-ripper" in self.names() or "list" in self.names(), f"a list has the name of its file: {self.names()}")
        self.check(self.run("return document.querySelectorAll('#warnings li').length") > 0, "what the list does not tell is said")

    def choosing(self):
        self.fresh()
        self.browser.type("#files", str(ROOT / "tests/deck/formats/keyteki.json"))
        native = self.archon_rate(ROOT / "tests/deck/formats/keyteki.json")
        self.check(self.wait("document.querySelectorAll('#decks tbody tr').length === arguments[0]", len(native)), f"a file is chosen: {self.said()}")

    def bad_files(self):
        self.fresh()
        text = (ROOT / "sim/decks/baron-malachi-complex-spy.deck").read_text()
        line = next(i for i, each in enumerate(text.splitlines(), 1) if "Dust Imp" in each)
        self.paste(text.replace("Dust Imp", "Dust Impp"))
        seen = self.run("return [...document.querySelectorAll('#problems li')].map(each => each.textContent)")
        self.check(len(seen) == 1 and f"line {line}" in seen[0] and "did you mean Dust Imp?" in seen[0], f"place and hint: {seen}")
        self.check(self.run("return document.querySelector('#pasted').value.includes('Dust Impp')"), "what was pasted stays, to be mended")
        for name, content in (("picture.png", [137, 80, 78, 71, 13, 10, 26, 10, 255]), ("empty.txt", []), ("novel.txt", list(b"Once upon a time\nthere was")),
                              ("broken.json", list(b'{"data": ['))):
            self.run("""const data = new DataTransfer();
                data.items.add(new File([new Uint8Array(arguments[1])], arguments[0]));
                document.querySelector('#said').textContent = '';
                window.dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}));""", name, content)
            self.check(self.wait("/./.test(document.querySelector('#said').textContent) && document.querySelector('#problems')?.textContent.includes(arguments[0])", name),
                       f"{name}: what is wrong is said: {self.said()}")
        self.paste(self.csv)
        self.check(not self.run("return document.querySelector('#problems')"), "what was wrong goes with the next file")

    def hostile(self):
        """Names of strangers' decks are text."""
        name = "</script><img src=x onerror=window.harmed=1><!--"
        text = re.sub("(?m)^name:.*", f"name: {name}", (ROOT / "sim/decks/baron-malachi-complex-spy.deck").read_text())
        path, page = pathlib.Path(self.folder) / "hostile.deck", pathlib.Path(self.folder) / "hostile.html"
        path.write_text(text)
        self.fresh()
        self.paste(text)
        self.check(self.names() == [name], f"it is shown as it is written: {self.names()}")
        subprocess.run([self.archon, "rate", path, ROOT / "tests/cli/my.csv", "--page", page], check=True, stdout=subprocess.DEVNULL)
        self.fresh(url=page.as_uri())
        self.check(len(self.names()) == 13 and name in self.names(), f"decks of archon rate --page are in it: {self.names()}")
        self.check(self.run("return [document.querySelectorAll('main img').length, window.harmed ?? null]") == [0, None], "no element comes of it")

    # ------------------------------------------------------------ what is done with decks

    def deck_page(self):
        self.fresh()
        text = (ROOT / "tests/perft/decks/pv.deck").read_text()
        self.paste(text)
        self.browser.click("#decks tbody a")
        self.check(self.wait("document.querySelectorAll('#deck .cards tbody tr:not(.house)').length > 20"), "a deck has a page with its cards")
        worths = self.run("return [...document.querySelectorAll('#deck .cards td[data-v]:last-child')].map(each => Number(each.dataset.v)).filter(Boolean)")
        self.check(len(worths) > 10, f"with what they are worth: {worths[:4]}")
        self.check("Prophecy: " in self.run("return document.querySelector('#deck').innerText"), "prophecies too")
        self.look("deck")

    def collection(self):
        """Kept by the browser, removed, exported, imported, cleared."""
        self.fresh()
        self.paste(self.csv)
        names = self.names()
        self.browser.open("about:blank")
        self.browser.open(self.url)
        self.ready()
        self.check(self.names() == names, "the browser keeps the decks")
        self.browser.click("#decks tbody tr:first-child td.actions button")
        self.check(self.wait("document.querySelectorAll('#decks tbody tr').length === 11"), "one is removed")
        self.browser.download_to(self.folder)
        self.run("[...document.querySelectorAll('#decks .tools button')].find(each => each.textContent === 'Export').click()")
        path = pathlib.Path(self.folder) / "archon-decks.txt"
        end = time.monotonic() + 60
        while not path.exists() and time.monotonic() < end:
            time.sleep(0.1)
        self.check(path.exists() and [deck["deck"] for deck in self.archon_rate(path)] == names[1:], "archon reads what is exported")
        self.run("window.confirm = () => true; [...document.querySelectorAll('#decks .tools button')].find(each => each.textContent === 'Clear').click()")
        self.check(self.wait("document.querySelectorAll('#decks tbody tr').length === 0"), "all are removed")
        self.paste(path.read_text())
        self.check(self.names() == names[1:], "and imported again")

    def linking(self):
        self.fresh()
        text = self.csv
        self.paste(text)
        names, cells = self.names(), "return [...document.querySelectorAll('#decks tbody td[data-v]')].map(each => each.dataset.v)"
        before = self.run(cells)
        self.run("[...document.querySelectorAll('#decks .tools button')].find(each => each.textContent.startsWith('Copy a link')).click()")
        link = self.wait("document.querySelector('#decks .shared input').value")
        signs = len(link.split("#decks=")[1]) / len(names)
        self.check(signs <= 80, f"at most 80 signs a deck: {signs}")
        hash_ = "#" + link.split("#")[1]
        self.fresh(hash_)
        self.check(self.wait("document.querySelectorAll('#decks tbody tr').length === 12") and self.names() == names and self.run(cells) == before,
                   "whoever opens the link sees the same decks and ratings")
        self.browser.open("about:blank")
        self.browser.open(self.url)
        self.ready()
        self.check(self.names() == [], "they are not kept unasked")
        self.browser.open("about:blank")
        self.browser.open(self.url + hash_)
        self.ready()
        self.browser.click("#decks .tools button.main")
        self.check(self.wait("document.querySelectorAll('#decks td.actions').length === 12"), f"and are added when asked: {self.said()}")
        for bad, says in ((hash_[:-3], "damaged"), ("#decks=C" + hash_[8:], "version 2"), ("#decks=", "no link")):
            self.fresh(bad)
            seen = self.run("return document.querySelector('#problems')?.textContent ?? ''")
            self.check(says in seen, f"{bad[:12]}: {says}: {seen}")
        self.fresh()
        self.run("[...document.querySelectorAll('#input button')].find(each => each.textContent === 'Try two decks').click()")
        self.check(self.wait("document.querySelectorAll('#decks tbody tr').length === 2"), "the example is there")

    def building(self):
        self.fresh()
        self.paste(self.csv)
        self.browser.click("#build .main")
        self.check(self.wait("document.querySelectorAll('#builds tbody tr').length > 0"), "builds are found")
        native = json.loads(subprocess.run([self.archon, "build", ROOT / "tests/cli/my.csv", "--games", "400", "--agent", "greedy", "--format", "json"],
                                           capture_output=True, text=True, check=True).stdout)
        says = self.run("return document.querySelector('#builds p').textContent")
        self.check(says.startswith(f"{native['legal_builds']:,} legal builds (alliance, restricted list of {native['restricted_list']})"), says)
        made = self.run("return [...document.querySelectorAll('#builds tbody tr')].map(row => [row.querySelector('th').textContent, Number(row.cells[2].dataset.v)])")
        self.check(made == sorted(made, key=lambda each: -each[1]), "the best first")
        self.look("builds")
        self.browser.click("#builds td.actions button")
        self.check(self.wait("/kept/.test(document.querySelector('#said').textContent)"), "one is kept")
        text = self.run("return new Promise(done => { const open = indexedDB.open('archon'); open.onsuccess = () => {"
                        " const all = open.result.transaction('decks').objectStore('decks').getAll();"
                        " all.onsuccess = () => done(all.result.find(each => each.file === 'build')?.text); }; })")
        path = pathlib.Path(self.folder) / "build.deck"
        path.write_text(text)
        self.check([[deck["deck"], deck["rating"]] for deck in self.archon_rate(path)] == made[:1], "rated as archon rate does")
        self.run("document.querySelector('input[value=sealed]').click(); document.querySelector('#build .main').click()")
        self.check(self.wait("/Choose/.test(document.querySelector('#said').textContent)"), "Sealed wants decks to be chosen")
        self.run("[...document.querySelectorAll('.choice select')].forEach((select, i) => select.value = i); document.querySelector('#build .main').click()")
        self.check(self.wait("/sealed/.test(document.querySelector('#builds p').textContent)"), "Sealed builds of three decks")

    # ------------------------------------------------------------ how it is reached

    def keyboard(self):
        self.fresh()
        self.run("document.querySelector('#pasted').value = arguments[0]", self.csv)
        active = "return [document.activeElement.id, document.activeElement.textContent, document.activeElement.className]"
        self.browser.press(TAB)
        self.check(self.run(active)[0] == "files", f"the first is the choice of files: {self.run(active)}")
        self.browser.press(TAB, TAB)
        self.check(self.run(active)[1] == "Rate", f"then text and button: {self.run(active)}")
        self.browser.press(ENTER)
        self.check(self.wait("document.querySelectorAll('#decks tbody tr').length === 12"), "decks are rated by keyboard")
        for _ in range(40):
            self.browser.press(TAB)
            if self.run("return document.activeElement.matches('#decks tbody a')"):
                break
        outlined = self.run("return getComputedStyle(document.activeElement).outlineStyle")
        self.check(outlined != "none", f"where one is, is seen: {outlined}")
        self.browser.press(ENTER)
        self.check(self.wait("document.activeElement.id === 'deck'"), "a deck's page is opened, and has the focus")

    def widths(self):
        for pixels in WIDTHS:
            for dark in (False, True):
                self.browser.width(pixels, 844, mobile=pixels < 500)
                self.browser.media(dark=dark)
                name = f"{pixels}-{'dark' if dark else 'light'}"
                self.fresh()
                self.fits(f"empty-{name}")
                self.paste(self.csv + "Dust,\n")
                self.run("document.querySelector('#build .main').click()")
                self.wait("document.querySelectorAll('#builds tbody tr').length > 0")
                self.fits(f"list-{name}")
                self.axe(f"list-{name}")
                self.run("document.querySelector('#decks tbody a').click()")
                self.wait("document.querySelector('#deck')")
                self.fits(f"deck-{name}")
                self.axe(f"deck-{name}")
        self.browser.media()
        self.browser.width(1400)

    def fits(self, name):
        found, width = self.browser.overlapping(), self.run("return [document.documentElement.scrollWidth, innerWidth]")
        self.check(not found, f"{name}: texts overlap: {found[:5]}")
        self.check(width[0] <= width[1], f"{name}: it is as wide as the screen: {width}")
        self.look(name)

    def axe(self, name):
        if not self.options.axe:
            return
        self.run(pathlib.Path(self.options.axe).read_text() + "; window.axe = axe;")
        found = self.run("return axe.run().then(({violations}) => violations.map(each => [each.id, each.nodes.length, each.nodes[0].html.slice(0, 150)]))")
        self.check(not found, f"{name}: axe: {found}")

    def look(self, name):
        if self.options.pictures:
            self.browser.picture(os.path.join(self.options.pictures, name + ".png"))

    def offline(self):
        """From a host: kept by the service worker, so that it opens again without a network."""
        with served(self.page / "site") as (url, stop):
            self.fresh(url=url)
            self.paste(self.csv)
            self.check(len(self.names()) == 12, "the folder on a host rates decks")
            self.check(self.wait("navigator.serviceWorker.ready.then(ready => ready.active?.state === 'activated')"), "it is kept for later")
            stop()
            self.browser.open("about:blank")
            self.browser.open(url)
            self.ready()
            self.check(len(self.names()) == 12, "without a network the page opens, with its decks")
            self.paste((ROOT / "sim/decks/baron-malachi-complex-spy.deck").read_text())
            self.check(len(self.names()) == 13, "and rates another")
            self.check(self.run("return fetch(document.querySelector('link[rel=manifest]').href).then(answer => answer.json()).then(json => json.start_url)") == "./",
                       "it can be installed")

    def speed(self):
        """The first rating on a slow phone: 4x slower, slow 4G, an empty cache. Chromium slows the page's thread and not workers, so three
        times what all of it takes without any throttle is added."""
        code = self.run("return window.archon.encode(arguments[0])", [(ROOT / "sim/decks/baron-malachi-complex-spy.deck").read_text()])
        with served(self.page / "site") as (url, _):
            def first_rating():
                start = time.monotonic()
                self.browser.open(f"{url}#decks={code}")
                self.check(self.wait("document.querySelectorAll('#decks tbody tr').length === 1"), "the deck of the link is rated")
                return time.monotonic() - start
            unthrottled = first_rating()
            self.run("return navigator.serviceWorker.ready.then(ready => ready.unregister())")
            self.run("return caches.keys().then(names => Promise.all(names.map(name => caches.delete(name))))")
            self.browser.open("about:blank")
            self.browser.devtools("Network.enable")
            self.browser.devtools("Network.clearBrowserCache")
            self.browser.devtools("Network.emulateNetworkConditions", **SLOW_4G)
            self.browser.devtools("Emulation.setCPUThrottlingRate", rate=4)
            throttled = first_rating()
            seconds = throttled + 3 * unthrottled
            self.browser.devtools("Emulation.setCPUThrottlingRate", rate=1)
            self.browser.devtools("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1)
            self.browser.devtools("Network.disable")
        print(f"   first rating after {seconds:.1f} s on a slow phone: {throttled:.1f} s, and 3 times {unthrottled:.1f} s for the worker")
        self.check(seconds <= SECONDS, f"the first rating in {SECONDS} s: {seconds:.1f}")

    def sizes(self):
        files = ["index.html", "page.js", "rater.bin"]
        site = sum(len(gzip.compress((self.page / "site" / name).read_bytes(), 9)) for name in files)
        single = len(gzip.compress((self.page / "archon.html").read_bytes(), 9))
        print(f"   compressed: {site:,} bytes of {', '.join(files)}; archon.html {single:,}")
        self.check(site <= BUDGET and single <= BUDGET, f"at most {BUDGET:,} bytes: {site:,} and {single:,}")

    def tests(self):
        throttled = (self.speed,) if self.options.only and "speed" in self.options.only else ()
        return (self.sizes, self.ratings, self.pasting, self.dropping, self.choosing, self.bad_files, self.hostile, self.deck_page, self.collection,
                self.linking, self.building, self.keyboard, self.widths, *throttled, self.offline)

    def all(self):
        self.browser.width(1400)
        self.browser.open(self.url)
        self.browser.log()
        for test in self.tests():
            if self.options.only and test.__name__ not in self.options.only:
                continue
            begin = time.monotonic()
            try:
                test()
            except Exception as error:  # a test that breaks is one that failed
                self.check(False, f"{test.__name__}: {error!r}")
            print(f"{test.__name__}: {time.monotonic() - begin:.0f} s", flush=True)
        log = [line for line in self.browser.log() if "favicon" not in line and "ERR_CONNECTION_REFUSED" not in line]
        self.check(log == [], f"no message on the console: {log[:5]}")


def find_axe(folder):
    """axe-core of npm, outside of the tree."""
    done = subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", folder, "axe-core@4"], capture_output=True)
    path = pathlib.Path(folder) / "node_modules/axe-core/axe.min.js"
    return str(path) if done.returncode == 0 and path.exists() else None


def main(tests_of, description):
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("archon")
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("--decks", nargs="*", default=[])
    parser.add_argument("--browser", choices=["chromium", "firefox"], default="chromium")
    parser.add_argument("--axe")
    parser.add_argument("--pictures")
    parser.add_argument("--only", nargs="*", help="names of tests")
    options = parser.parse_args()
    if options.pictures:
        os.makedirs(options.pictures, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        options.axe = options.axe or find_axe(os.path.join(folder, "npm"))
        if not options.axe:
            print("   axe-core is not at hand: labels and contrast are not tried")
        browser = (Firefox if options.browser == "firefox" else Chromium)(os.path.join(folder, "profile"))
        try:
            tests = tests_of(browser, os.path.abspath(options.archon), options.page, options, folder)
            tests.all()
        finally:
            browser.close()
    print(f"{tests.passed} passed, {tests.failed} failed")
    return tests.failed > 0


if __name__ == "__main__":
    sys.exit(main(Tests, __doc__))
