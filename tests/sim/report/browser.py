#!/usr/bin/env python3
"""Opens pages in headless Chromium and uses them as a reader would; the last line is "N passed, N failed".

  tests/sim/report/browser.py build/release/archon              plays a small matrix and tests its report, then pages of documents
  tests/sim/report/browser.py build/release/archon --page FILE  tests that report
  ... --pictures DIR                                            also writes pictures of them, to look at

Chromium as tests/browsers.py drives it; needs no network."""
import argparse
import base64
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.append(str(ROOT / "tests"))
from browsers import ARROW_DOWN, ARROW_RIGHT, ENTER, ESCAPE, TAB, Chromium  # noqa: E402


class Tests:
    def __init__(self, browser, url, pictures, made, archon=""):
        self.browser, self.url, self.pictures, self.made, self.archon = browser, url, pictures, made, archon
        self.passed = self.failed = 0

    def check(self, good, what):
        self.passed += bool(good)
        self.failed += not good
        if not good:
            print("FAILED:", what)

    def look(self, name):
        if self.pictures:
            self.browser.picture(os.path.join(self.pictures, name + ".png"))

    def column(self, table, index):
        """Texts of a column, of the rows that are shown."""
        return self.browser.run(
            "return [...document.querySelectorAll(arguments[0] + ' tbody tr:not(.house)')].filter(r => !r.hidden)"
            ".map(r => r.cells[arguments[1]].textContent.trim())", table, index)

    def fresh(self, hash_=""):
        self.browser.open("about:blank")
        self.browser.open(self.url + hash_)

    def console(self):
        self.fresh()
        self.browser.log()
        self.fresh()
        self.browser.run("document.querySelectorAll('button.sort').forEach(b => b.click())")
        self.check(self.browser.log() == [], "no message on the console")

    def sorting(self):
        self.fresh()
        names = self.column(".strength", 1)
        head = ".strength thead th.mean"
        self.browser.click(head + " .sort")
        down = [float(text.split(" ")[0]) for text in self.column(".strength", self.index(head))]
        self.check(down == sorted(down, reverse=True), "numbers begin with the largest")
        self.check(self.browser.run("return document.querySelector(arguments[0]).ariaSort", head) == "descending", "aria-sort")
        self.browser.click(head + " .sort")
        up = [float(text.split(" ")[0]) for text in self.column(".strength", self.index(head))]
        self.check(up == sorted(down), "a second click turns the order round")
        self.browser.click(".strength thead th:nth-child(2) .sort")
        by_name = self.column(".strength", 1)
        self.check(sorted(by_name) == sorted(names) and by_name != names, "texts are sorted and none is lost")
        self.browser.click(".strength thead th.rank .sort")
        self.check(self.column(".strength", 1) == names, "ranks begin with the first")

    def index(self, selector):
        return self.browser.run("return document.querySelector(arguments[0]).cellIndex", selector)

    def keyboard(self):
        self.fresh()
        self.browser.run("document.querySelector('.strength thead th.mean .sort').focus()")
        self.browser.press(ENTER)
        self.check(self.browser.run("return document.querySelector('.strength thead th.mean').ariaSort") == "descending",
                   "Enter sorts")
        self.browser.run("document.querySelector('#wins td[tabindex=\"0\"]').focus()")
        self.check(not self.browser.run("return document.getElementById('tip').hidden"), "a cell with the focus shows its numbers")
        before = self.browser.run("return document.getElementById('tip').textContent")
        self.browser.press(ARROW_DOWN, ARROW_RIGHT, ARROW_RIGHT)
        after = self.browser.run("return document.getElementById('tip').textContent")
        self.check(after != before and "%" in after, "arrow keys walk")
        self.browser.press(ESCAPE)
        self.check(self.browser.run("return document.getElementById('tip').hidden"), "Escape hides")
        self.browser.run("document.querySelector('#ratings tbody a').focus()")
        self.browser.press(ENTER)
        time.sleep(0.2)
        self.check(self.browser.run("return location.hash") == "#deck-1", "Enter opens the page of a deck")
        self.browser.press(TAB)
        inside = "return document.querySelector('#deck-1').contains(document.activeElement)"
        self.check(self.browser.run(inside), "Tab goes on within the page")

    def filtering(self):
        self.fresh()
        names = self.column(".strength", 1)
        word = re.sub(r"\W.*", "", self.browser.run("return document.querySelector('.strength tbody a').textContent"))
        self.browser.type("#ratings input[type=search]", word)
        left = self.browser.run("return [...document.querySelectorAll('.strength tbody tr')].filter(r => !r.hidden).map(r => r.textContent)")
        self.check(0 < len(left) and all(word in row for row in left), "a filter leaves the rows with the word")
        others = "return [...document.querySelectorAll('.strength tbody tr')].filter(r => r.hidden && r.textContent.includes(arguments[0])).length"
        self.check(self.browser.run(others, word) == 0 and len(left) <= len(names), "and hides no other")
        self.check(str(len(left)) in self.browser.run("return document.querySelector('#ratings [role=status]').textContent"),
                   "and says how many")

    def copying(self):
        self.fresh()
        self.browser.devtools("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
        rows = len(self.column(".strength", 1))
        self.browser.click("#ratings .tools button")
        time.sleep(0.3)
        status = self.browser.run("return document.querySelector('#ratings [role=status]').textContent")
        self.check(status == "Copied", "copying says so: " + status)
        text = self.browser.call("POST", "/execute/async", {
            "script": "const done = arguments[0]; navigator.clipboard.readText().then(done, error => done('' + error))", "args": []})
        lines = text.strip().split("\n")
        self.check(len(lines) == rows + 1 and lines[0].startswith("#,Deck,"), "the copy has a line for each row: " + lines[0])
        self.check("\u2212" not in text, "minus signs are those of numbers")

    def decks(self):
        self.fresh()
        decks = len(self.column(".strength", 1))
        broken = ("return [...document.querySelectorAll('a[href^=\"#\"]')].map(a => a.hash).filter(hash => !document.querySelector(hash) &&"
                  " !(/^#deck-\\d+$/.test(hash) && Number(hash.slice(6)) <= arguments[0]))")
        self.check(self.browser.run(broken, decks) == [], "no link leads nowhere")
        for rank in range(1, decks + 1):
            self.fresh(f"#deck-{rank}")
            drawn = self.browser.run("return [...document.querySelectorAll('article.deck h1')].map(h => h.id)")
            self.check(drawn == [f"deck-{rank}-name"], f"deck {rank} has a page: {drawn}")
        self.fresh()
        self.browser.click("#ratings tbody tr:nth-child(2) a")
        time.sleep(0.2)
        shown = "return [...document.querySelectorAll('.overview, article.deck')].filter(e => e.offsetHeight).map(e => e.id)"
        self.check(self.browser.run(shown) == ["deck-2"], "a link shows the page of its deck alone")
        name = self.browser.run("return document.querySelector('#deck-2 h1').textContent")
        self.check(self.browser.run("return document.title").startswith(name), "the title names it")
        cards = self.browser.run("return [...document.querySelectorAll('#deck-2 .house small')].reduce((n, e) => n + Number(e.textContent), 0)")
        self.check(cards == 36, f"its cards are 36, not {cards}")
        self.check(len(self.column("#deck-2 .matchups", 0)) == decks - 1, "it has all match-ups")
        self.check(self.browser.run("return document.querySelectorAll('#deck-2 .chart').length") == 2, "it has curves")
        self.browser.click("#deck-2 .matchups thead th:nth-child(2) .sort")
        rates = [float(text.split(" ")[0]) for text in self.column("#deck-2 .matchups", 1)]
        self.check(rates == sorted(rates, reverse=True), "its match-ups are sorted")
        self.look("deck")
        self.browser.click("#deck-2 nav a")
        time.sleep(0.2)
        self.check(self.browser.run(shown) == ["top"], "and back")

    def replaying(self):
        """The commands of a page of a deck play the games that it speaks of."""
        self.fresh("#deck-2")
        titles, commands = (self.browser.run("return [...document.querySelectorAll(arguments[0])].map(e => e.textContent)", kind)
                            for kind in ("#deck-2 .sample", "#deck-2 .command"))
        self.check(len(titles) == len(commands) == 3, f"there are games to replay: {titles}")
        for title, command in zip(titles, commands):
            with tempfile.TemporaryDirectory() as folder:
                shell = re.sub(r"(?m)^archon ", os.path.abspath(self.archon) + " ", command)
                done = subprocess.run(["bash", "-ec", shell], cwd=folder, capture_output=True, text=True)
            turns = re.search(r"(\d+) turns", title)[1]
            self.check(f"after {turns} turns" in done.stdout, f"{title}: {command}: {done.stderr[-200:]}")

    def narrow(self):
        self.browser.width(390, 844, mobile=True)
        for hash_ in ("", "#deck-1"):
            self.fresh(hash_)
            width = self.browser.run("return document.documentElement.scrollWidth")
            self.check(width <= 390, f"390 px are enough for '{hash_}': {width}")
            self.look("narrow" + hash_.replace("#", "-"))
        self.browser.width(1280)

    def dark(self):
        self.browser.media(dark=True)
        for hash_ in ("", "#deck-1"):
            self.fresh(hash_)
            colours = self.browser.run("const s = getComputedStyle(document.body); return [s.backgroundColor, s.color]")
            light = [sum(int(part) for part in re.findall(r"\d+", colour)[:3]) for colour in colours]
            self.check(light[0] < 150 < 500 < light[1], f"dark is dark: {colours}")
            self.look("dark" + hash_.replace("#", "-"))
        self.browser.media()

    def printing(self):
        for hash_ in ("", "#deck-1"):
            self.fresh(hash_)
            pdf = base64.b64decode(self.browser.devtools("Page.printToPDF", preferCSSPageSize=True, printBackground=True)["data"])
            self.check(pdf.startswith(b"%PDF") and len(pdf) > 20_000, "it prints")
            if self.pictures:
                pathlib.Path(self.pictures, "print" + hash_.replace("#", "-") + ".pdf").write_bytes(pdf)
        self.browser.media("print")
        hidden = "return [...document.querySelectorAll('.tools, nav, .command')].every(e => !e.offsetHeight)"
        self.check(self.browser.run(hidden), "what needs a screen is not printed")
        self.browser.media()

    def fit(self, hash_=""):
        """No two texts overlap and nothing is wider than the screen, on a phone and wide."""
        for pixels in (390, 1280):
            self.browser.width(pixels, 844, mobile=pixels < 500)
            self.fresh(hash_)
            found, width = self.browser.overlapping(), self.browser.run("return document.documentElement.scrollWidth")
            self.check(not found, f"texts overlap at {pixels} px in '{hash_}': {found[:5]}")
            self.check(width <= pixels, f"{pixels} px are enough for '{hash_}': {width}")

    def apart(self):
        """No two texts overlap, and the check itself sees it when two do."""
        elsewhere = self.browser.run("return document.querySelectorAll('.strength td.sas').length")
        for hash_ in ("", "#deck-1"):
            self.fit(hash_)
        self.browser.width(390, 844, mobile=True)
        self.fresh()
        self.check(self.browser.run("return document.querySelectorAll('.strength td.sas').length") > 0, f"the list has SAS: {elsewhere}")
        self.browser.run("for (const cell of document.querySelectorAll('.strength .sas, .strength .aerc')) cell.style.gridArea = '3/3'")
        self.check(self.browser.overlapping(), "the check sees texts that overlap")
        self.browser.width(1280)

    def hostile(self):
        """Names of strangers' decks are text: no element and no script comes of them."""
        self.fresh("#deck-1")
        seen = self.browser.run("return [document.querySelectorAll('main img, main script, main iframe').length, window.harmed ?? null]")
        self.check(seen == [0, None], f"names make no elements: {seen}")
        self.fresh()
        names = self.column(".strength", 1)
        self.check(any("<img src=x onerror=" in name for name in names), f"a name is shown as it is written: {names}")
        seen = self.browser.run("return [document.querySelectorAll('main img, main script, main iframe').length, window.harmed ?? null]")
        self.check(seen == [0, None], f"names make no elements: {seen}")

    def without_script(self):
        self.browser.devtools("Emulation.setScriptExecutionDisabled", value=True)
        self.fresh()
        rows = self.browser.run("return document.querySelectorAll('noscript table tr').length")
        self.check(rows >= 3, f"the order of the decks is there without script: {rows} rows")
        self.check(self.browser.run("return document.querySelectorAll('.tools, .sort').length") == 0, "and no tools that do nothing")
        self.look("no-script")
        self.browser.devtools("Emulation.setScriptExecutionDisabled", value=False)

    def many_decks(self):
        """Of more decks than a heat map shows: the best of them, which is said; the list and the pages have all."""
        with tempfile.TemporaryDirectory() as folder:
            page, decks = pathlib.Path(folder) / "page.html", os.path.join(folder, "decks")
            for words in (["deck", "generate", "--count", "103", "--out", decks], ["matrix", decks, "--agent", "random", "--games", "2", "--report", page]):
                subprocess.run([self.archon, *words], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            self.browser.open(page.as_uri())
            found = self.browser.run("return ['#wins tbody tr', '#wins tbody tr:first-child td:not(.mean)', '.strength tbody tr'].map(each => document.querySelectorAll(each).length)")
            self.check(found == [100, 100, 103], f"rows and cells of the heat map, decks of the list: {found}")
            self.check("The best 100 of 103 decks are shown" in self.browser.run("return document.querySelector('#matrix').textContent"), "which are shown is said")
            self.browser.open(page.as_uri() + "#deck-103")
            self.check(self.browser.run("return document.querySelector('#deck-103') !== null"), "the last deck has a page")

    def try_all(self, *tests):
        for test in tests:
            try:
                test()
            except Exception as error:  # a test that breaks is one that failed
                self.check(False, f"{test.__name__}: {error!r}")

    def all(self):
        self.browser.width(1280)
        self.fresh()
        self.look("light")
        self.try_all(self.console, self.sorting, self.keyboard, self.filtering, self.copying, self.decks, self.narrow, self.apart,
                     self.dark, self.printing, *([self.hostile, self.replaying, self.many_decks] if self.made else []), self.without_script)


class DocumentTests(Tests):
    """The page of a document: `name` is that of its command, `table` one that it shows, `text` is in it, `drawn` what selects
    the parts of its picture and how many there are at least."""

    def __init__(self, browser, url, pictures, name, table, text, drawn):
        super().__init__(browser, url, pictures, True)
        self.name, self.table, self.text, self.drawn = name, f"#table-{table} table", text, drawn

    def reading(self):
        self.fresh()
        seen = self.browser.run("return document.body.innerText")
        self.check(self.text in seen, f"{self.name}: it has {self.text}")
        self.check(self.browser.run("return document.querySelectorAll('main img, main script, main iframe').length") == 0
                   and not self.browser.run("return window.harmed ?? null"), f"{self.name}: names make no elements")
        whiskers = self.browser.run("return [...document.querySelectorAll(arguments[0] + ' .plot i')].map(e => e.getBoundingClientRect().width)", self.table)
        self.check(any(width > 3 for width in whiskers), f"{self.name}: intervals are drawn: {whiskers[:5]}")
        boxes = ("return [...document.querySelectorAll('.plot')].filter(e => e.offsetWidth).flatMap(plot => [...plot.querySelectorAll('i')].map(i =>"
                 " [plot.getBoundingClientRect(), i.getBoundingClientRect()])).filter(([p, i]) => i.left < p.left - 1 || i.right > p.right + 1).length")
        self.check(self.browser.run(boxes) == 0, f"{self.name}: no interval leaves its place")
        if self.drawn:
            parts = self.browser.run("return [...document.querySelectorAll('.picture ' + arguments[0])].filter(e => e.getBoundingClientRect().height).length", self.drawn[0])
            self.check(parts >= self.drawn[1], f"{self.name}: its picture has {self.drawn}: {parts}")
            self.check("NaN" not in self.browser.run("return document.querySelector('.picture').innerHTML"), f"{self.name}: all places are numbers")
        self.look(self.name)

    def by_column(self):
        self.fresh()
        rows = self.browser.run("return document.querySelectorAll(arguments[0] + ' tbody tr').length", self.table)
        column = self.browser.run("return document.querySelector(arguments[0] + ' thead th.drawn').cellIndex", self.table)
        self.browser.click(f"{self.table} thead th.drawn .sort")
        values = ("return [...document.querySelectorAll(arguments[0] + ' tbody tr')].map(r => r.cells[arguments[1]].dataset.v).filter(v => v !== '').map(Number)")
        sorted_ = self.browser.run(values, self.table, column)
        self.check(len(sorted_) > 1 and sorted_ == sorted(sorted_, reverse=True), f"{self.name}: it is sorted: {sorted_[:5]}")
        shown = self.browser.run("return [...document.querySelectorAll(arguments[0] + ' tbody tr')].filter(r => r.offsetHeight).length", self.table)
        self.check(shown == rows, f"{self.name}: after sorting all {rows} rows are there: {shown}")

    def on_paper(self):
        self.browser.media(dark=True)
        self.fresh()
        back = self.browser.run("return getComputedStyle(document.body).backgroundColor")
        self.check(sum(int(part) for part in re.findall(r"\d+", back)[:3]) < 150, f"{self.name}: dark is dark: {back}")
        self.look(self.name + "-dark")
        self.browser.media("print")
        self.fresh()
        hidden = "return [...document.querySelectorAll('.tools, nav, .more')].every(e => !e.offsetHeight)"
        self.check(self.browser.run(hidden), f"{self.name}: what needs a screen is not printed")
        self.browser.media()
        pdf = base64.b64decode(self.browser.devtools("Page.printToPDF", printBackground=True)["data"])
        self.check(pdf.startswith(b"%PDF") and len(pdf) > 10_000, f"{self.name}: it prints")

    def small(self):
        self.fit()
        self.browser.width(390, 844, mobile=True)
        self.fresh()
        self.look(self.name + "-narrow")
        self.browser.width(1280)

    def plain(self):
        self.browser.devtools("Emulation.setScriptExecutionDisabled", value=True)
        self.fresh()
        cells = self.browser.run("return [...document.querySelectorAll('noscript td')].map(e => e.textContent)")
        self.check(len(cells) > 5 and self.text in " ".join(cells), f"{self.name}: the tables are there without script: {cells[:5]}")
        self.browser.devtools("Emulation.setScriptExecutionDisabled", value=False)

    def all(self):
        self.browser.width(1280)
        self.browser.open("about:blank")
        self.browser.log()
        self.try_all(self.reading, self.by_column, self.small, self.on_paper, self.plain)
        self.check(self.browser.log() == [], f"{self.name}: no message on the console")


def small_report(archon, folder):
    """Of decks with ratings and ids as players' files have them, one of them with a name that means something to HTML."""
    page, decks = os.path.join(folder, "report.html"), []
    for i, path in enumerate(sorted((ROOT / "sim" / "decks").glob("*.deck"))[:6]):
        text = path.read_text()
        if i == 0:
            text = re.sub(r"(?m)^name:.*", "name: </script><img src=x onerror=window.harmed=1><!--", text)
        decks.append(os.path.join(folder, path.name))
        extra = f"id: 12345678-90ab-cdef-1234-567890abcde{i}\nsas: {60 + i}\naerc: {58.3 + i:.1f}\n"
        pathlib.Path(decks[-1]).write_text(re.sub(r"(?m)^(name:.*\n)", lambda match: match[1] + extra, text))
    subprocess.run([archon, "matrix", *decks, "--games", "40", "--agent", "fast", "--second", "standard", "--second-games",
                    "300", "--chains", "--chain-games", "80", "--report", page], check=True, stdout=subprocess.DEVNULL)
    return page


def document_pages(archon, folder):
    """Pages of documents: name, file, a table of it with intervals, a text that is in it, what its picture has."""
    evil, field = os.path.join(folder, "evil.deck"), [str(path) for path in sorted((ROOT / "sim" / "decks").glob("*.deck"))[1:12]]
    text = (ROOT / "sim/decks/radiant-argus-the-supreme.deck").read_text()
    name = "</script><img src=x onerror=window.harmed=1><b>"
    pathlib.Path(evil).write_text(re.sub(r"(?m)^name:.*", f"name: {name}", text))

    def page(called, *words):
        path = os.path.join(folder, called + ".html")
        with open(path, "w") as out:
            subprocess.run([archon, *words, "--format", "html"], check=True, stdout=out, stderr=subprocess.DEVNULL)
        return path

    def report(called, *words):
        path = os.path.join(folder, called + ".html")
        subprocess.run([archon, *words, "--report", path], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return path

    greedy, played = ["--agent", "greedy"], os.path.join(folder, "played")
    gauntlet = report("gauntlet", "gauntlet", evil, *field[:3], "--field", *field[3:], "--games", "20", "--out", played, *greedy)
    return [
        ("rate", page("rate", "rate", evil, *field), "decks", name, None),
        ("gauntlet", gauntlet, "decks", name, ("td[class^=k]", 30)),
        ("tournament", report("tournament", "tournament", "bo3", evil, *field[:2], "--field", *field[3:], "--from", f"{played}/ledger.sqlite"),
         "decks", name, (".bar s", 3)),
        ("chains", report("chains", "chains", evil, field[0], "--games", "200", "--curve", *greedy), "curve", "greedy", (".chart circle", 30)),
        ("bid", report("bid", "bid", evil, field[0], "--games", "100", *greedy), "pool_bids", name, (".marked, .band", 2)),
        ("build", report("build", "build", *field[:4], "--field", "generated:8", "--games", "2000", *greedy), "builds", "Generated",
         (".bar.apart, .bar", 11)),
        ("deck-report", page("deck-report", "deck", "report", evil, "--field", *field[:4], "--games", "40", "--others", "3", "--match-ups", "1",
                             "--chain-games", "40", *greedy), "match_ups", "Benegoblin", None),
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("archon")
    parser.add_argument("--page")
    parser.add_argument("--pictures")
    options = parser.parse_args()
    if options.pictures:
        os.makedirs(options.pictures, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        page = options.page or small_report(options.archon, folder)
        browser = Chromium(os.path.join(folder, "profile"))
        try:
            done = [Tests(browser, pathlib.Path(page).resolve().as_uri(), options.pictures, not options.page, options.archon)]
            if not options.page:
                for name, path, *expected in document_pages(options.archon, folder):
                    done.append(DocumentTests(browser, pathlib.Path(path).as_uri(), options.pictures, name, *expected))
            for tests in done:
                tests.all()
        finally:
            browser.close()
    passed, failed = sum(tests.passed for tests in done), sum(tests.failed for tests in done)
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
