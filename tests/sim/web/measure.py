#!/usr/bin/env python3
"""Measures decks by games in the page, in a headless browser, and compares with the program; the last line is "N passed, N failed".

  tests/sim/web/measure.py build/release/archon build/page      the page as scripts/make_page.sh makes it
  ... --only matrix ...    only these tests; `pace` is asked for only so: 28 decks, 50 games a pair
  ... --browser firefox, --axe FILE, --pictures DIR    as tests/sim/web/page.py"""
import gzip
import json
import os
import pathlib
import subprocess
import sys
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parent))
from page import ROOT, WIDTHS, Tests, main, served  # noqa: E402

from browsers import ARROW_DOWN, ARROW_RIGHT, ENTER, TAB  # noqa: E402

BUDGET = 700_000  # bytes, compressed, of all of the folder
SECONDS = 60      # a matrix of 28 decks, 50 games a pair
CSV = ROOT / "tests/cli/my.csv"


def but_for_command(path):
    """result.json without the command, in which a run and what is derived from a ledger differ."""
    return [line for line in path.read_text().splitlines() if '"command_line"' not in line]


class MeasureTests(Tests):
    def tests(self):
        every = (self.sizes, self.small_file, self.bad_input, self.matrix, self.gauntlet, self.match, self.chains, self.keyboard, self.widths, self.offline)
        return every + ((self.pace,) if self.options.only and "pace" in self.options.only else ())

    def at_host(self):
        """The page of the folder, from a host that runs as long as the tests."""
        if not hasattr(self, "host"):
            self.serving = served(self.page / "site")
            self.host = self.serving.__enter__()[0]
        return self.host

    def opened(self, text, hash_=""):
        self.fresh(hash_, self.at_host())
        if text:
            self.paste(text)
        if text or hash_:
            self.measure()

    def measure(self):
        if not self.run("return document.querySelector('#play')"):
            self.run("document.querySelector('#measure .main').click()")
        self.check(self.wait("document.querySelector('#play')"), "what plays games is loaded")

    def ask_for(self, **fields):
        self.run("""for (const [id, value] of Object.entries(arguments[0])) {
            const field = document.getElementById(id);
            field.value = value;
            field.dispatchEvent(new Event('change', {bubbles: true}));
        }""", fields)

    def playing(self):
        return self.run("return document.querySelector('#playing').textContent")

    def play(self, button="#play", seconds=300):
        self.run("document.querySelector('#playing').textContent = ''; document.querySelector(arguments[0]).click()", button)
        self.check(self.wait("/fingerprint/.test(document.querySelector('#playing').textContent)", seconds=seconds), f"all is played: {self.playing()}")
        return self.playing()

    def button(self, text):
        self.run("[...document.querySelectorAll('#measure button')].find(each => each.textContent.startsWith(arguments[0])).click()", text)

    def ledger(self):
        path = pathlib.Path(self.folder) / "archon-ledger.jsonl"
        path.unlink(missing_ok=True)
        self.browser.download_to(self.folder)
        self.button("Ledger")
        end = time.monotonic() + 60
        while not path.exists() and time.monotonic() < end:
            time.sleep(0.1)
        self.check(path.exists(), "the ledger is given")
        return path

    def archon_run(self, *words, code=0):
        done = subprocess.run([self.archon, *map(str, words)], capture_output=True, text=True, cwd=CSV.parent)
        self.check(done.returncode == code, f"archon {' '.join(map(str, words))}: {done.returncode}: {done.stderr[:300]}")
        return done.stdout

    def out(self, name):
        return pathlib.Path(self.folder) / name

    # ------------------------------------------------------------ tests

    def sizes(self):
        files = ["index.html", "page.js", "measure.js"]
        all_ = sum(len(gzip.compress((self.page / "site" / name).read_bytes(), 9)) for name in files)
        all_ += sum((self.page / "site" / name).stat().st_size for name in ("rater.bin", "archon.bin"))  # packed already
        print(f"   compressed: {all_:,} bytes in all")
        self.check(all_ <= BUDGET, f"at most {BUDGET:,} bytes: {all_:,}")

    def small_file(self):
        """archon.html is too small to play, and says so; archon-full.html plays without a host."""
        self.fresh()
        self.paste(self.csv)
        self.run("document.querySelector('#measure .main').click()")
        self.check(self.wait("/archon-full.html/.test(document.querySelector('#measure').textContent)"), "the small file says where games are played")
        self.fresh(url=(self.page / "archon-full.html").resolve().as_uri())
        self.paste(self.csv)
        self.measure()
        self.ask_for(games=2)
        self.check("132 of 132 games" in self.play(), f"one file with all in it plays: {self.playing()}")

    def bad_input(self):
        self.opened(self.csv)
        for fields, says in (({"games": "0"}, "Games: from 1"), ({"games": "2.5"}, "Games: from 1"), ({"games": "5", "seed": "x"}, "Seed: "),
                             ({"seed": "18446744073709551616"}, "Seed: "), ({"seed": "1", "kind": "match", "second-deck": "0"}, "two decks")):
            self.ask_for(**fields)
            self.run("document.querySelector('#play').click()")
            self.check(self.wait("document.querySelector('#playing').textContent.includes(arguments[0])", says, seconds=60), f"{fields}: {self.playing()}")

    def matrix(self):
        """Stopped, the page closed, gone on with: the same bytes as archon matrix."""
        self.opened("")
        self.browser.type("#files", str(CSV))  # whose name the ledger has, too
        self.check(self.wait("document.querySelector('#measure')"), "a file is chosen")
        self.measure()
        self.ask_for(games=60, seed="7")
        self.run("document.querySelector('#play').click()")
        self.check(self.wait("document.querySelector('#wins') && / a second/.test(document.querySelector('#playing').textContent)"), f"it is told while it runs: {self.playing()}")
        shown = self.run("return ['play', 'go-on', 'stop'].map(id => { const it = document.getElementById(id); return it.checkVisibility() && !it.disabled; })")
        self.check(shown == [False, False, True], f"while it runs it can only be stopped: {shown}")
        self.browser.click("#stop")
        self.check(self.wait("/, stopped/.test(document.querySelector('#playing').textContent)"), f"it stops: {self.playing()}")
        stopped = self.playing()
        shown = self.run("return ['play', 'go-on', 'stop'].map(id => document.getElementById(id).checkVisibility())")
        self.check(shown == [True, True, False], f"then it can go on: {shown}")
        self.run("document.querySelector('#wins td[tabindex]').click()")
        self.check(not stopped.startswith("3,960 of"), f"before its end: {stopped}")
        partial = self.ledger()
        told = self.archon_run("matrix", "--from", partial, code=3)
        self.check("short of what was asked for" in told or "pairs played" in told, "archon says what the ledger lacks")
        merged = self.out("merged.sqlite")
        self.archon_run("merge", partial, "--out", merged, code=3)
        self.browser.open("about:blank")
        self.browser.open(self.at_host())
        self.ready()
        self.measure()
        self.check(self.wait("/, stopped/.test(document.querySelector('#playing').textContent)") and self.playing().startswith(stopped), f"the page was closed: {self.playing()}")
        self.play("#go-on")
        ledger = self.ledger()
        self.archon_run("matrix", "--from", ledger, "--out", self.out("derived"))
        self.archon_run("matrix", CSV.name, "--agent", "fast", "--games", "60", "--seed", "7", "--out", self.out("played"))
        for name in ("matrix.csv", "decks.csv"):
            self.check((self.out("derived") / name).read_bytes() == (self.out("played") / name).read_bytes(), f"{name} is that of archon matrix, byte for byte")
        derived, played = (but_for_command(self.out(name) / "result.json") for name in ("derived", "played"))
        self.check(derived == played, "result.json too, but for the command")
        told = self.archon_run("merge", ledger, "--out", merged)
        self.check("complete" in told, f"what was stopped is merged with what was gone on with: {told}")
        self.archon_run("matrix", "--from", merged, "--out", self.out("from-merged"))
        self.check((self.out("from-merged") / "matrix.csv").read_bytes() == (self.out("played") / "matrix.csv").read_bytes(), "and is the same matrix")
        both = self.archon_run("merge", ledger, self.out("played") / "ledger.sqlite", "--out", self.out("both.sqlite"))
        self.check("complete" in both, "the ledgers of page and program have the same batches")
        self.damaged(ledger)
        # What the page shows is what the program says.
        cells = json.loads((self.out("played") / "result.json").read_text())["cells"]
        native = {frozenset((cell["hash_a"], cell["hash_b"])): cell for cell in cells}
        shown = self.run("""return [...document.querySelectorAll('#wins tbody tr')].map(row => [row.querySelector('a').hash.slice(6),
            [...row.cells].slice(2).map(cell => cell.textContent)])""")
        hashes, wrong = [row[0] for row in shown], 0
        for hash_, rates in shown:
            for other, text in zip(hashes, rates):
                if hash_ != other:
                    cell = native[frozenset((hash_, other))]
                    rate = cell["win_rate"] if cell["hash_a"] == hash_ else 1 - cell["win_rate"]
                    wrong += abs(100 * rate - float(text)) > 0.51
        self.check(wrong == 0, f"the heat map has the win rates of the program: {wrong} differ")

    def damaged(self, ledger):
        """A ledger that was changed is refused with its line."""
        lines, path = ledger.read_text().splitlines(), self.out("damaged.jsonl")
        for changed, code in ((lines[:3] + [lines[3][:-5]] + lines[4:], 2), (["{\"archon_ledger\": 2}"] + lines[1:], 2), (lines + [lines[-1]], 2)):
            path.write_text("\n".join(changed) + "\n")
            self.archon_run("matrix", "--from", path, code=code)

    def gauntlet(self):
        self.opened(self.csv)
        self.ask_for(kind="gauntlet", games=20, seed="3")
        self.play()
        self.check(self.run("return document.querySelectorAll('#measured-decks tbody tr').length") == 11, "one deck meets eleven")
        name = self.run("return document.querySelector('#first-deck').selectedOptions[0].textContent.replace(/ [(][^(]*$/, '')")
        self.archon_run("matrix", "--from", self.ledger(), "--out", self.out("gauntlet"), code=3)
        self.archon_run("matrix", CSV, "--agent", "fast", "--games", "20", "--seed", "3", "--out", self.out("whole"))
        read = lambda folder: {(cell["deck_a"], cell["deck_b"]): cell["wins_a"]  # noqa: E731
                               for cell in json.loads((self.out(folder) / "result.json").read_text())["cells"] if cell["games"] > 0}
        mine = read("gauntlet")
        self.check(len(mine) == 11 and all(name in pair for pair in mine) and mine.items() <= read("whole").items(), f"its games are those of the matrix: {len(mine)}")

    def match(self):
        """As archon match; a link with the games, and the same games by it."""
        self.opened(self.csv)
        self.ask_for(**{"kind": "match", "first-deck": "2", "second-deck": "5", "agent": "standard", "games": 40, "seed": "12345678901234567890"})
        told = self.play()
        decks = self.run("return window.archon.rate(arguments[0], '').then(read => read.decks.sort((a, b) => b.rating - a.rating).map(deck => deck.text))", self.csv)
        for name, text in (("a.deck", decks[2]), ("b.deck", decks[5])):
            self.out(name).write_text(text)
        native = json.loads(self.archon_run("match", self.out("a.deck"), self.out("b.deck"), "--agent", "standard", "--games", "40", "--seed", "12345678901234567890", "--format", "json"))
        cells = self.run("return [...document.querySelectorAll('#measured-decks tbody tr')].map(row => [...row.cells].map(cell => cell.dataset.v))")
        all_ = native["results"][0]
        self.check([int(value) for value in cells[0][-3:-1]] == [all_["wins_a"], all_["wins_b"]], f"wins as archon match has them: {cells[0]}, {all_}")
        rate = next(float(value) for value in cells[0] if value and value.startswith("0."))
        self.check(abs(rate - all_["win_rate"]) < 1e-12, f"and the win rate: {rate}")
        self.button("Copy a link")
        link = self.wait("document.querySelector('#play-link').value")
        hash_ = "#" + link.split("#")[1]
        self.opened("", hash_)
        self.check(self.wait("document.querySelector('#play')?.textContent === 'Play these games again'"), "who opens the link is offered the same games")
        again = self.play()
        self.check("the same games as those of the link" in again and told.split(" \u00b7 ")[1] in again, f"and plays them: {again}")
        self.check(self.run("return [...document.querySelectorAll('#measured-decks tbody tr')].map(row => [...row.cells].map(cell => cell.dataset.v))") == cells, "to the same result")
        self.opened("", hash_[:-16] + "0" * 16)
        self.check("other games than those of the link" in self.play(), "another fingerprint is told")

    def chains(self):
        """As archon chains and archon bid; stopped, the page closed, gone on with; a link."""
        self.opened(self.csv)
        self.ask_for(kind="chains")
        shown = self.run("return [document.querySelector('#games').value, document.querySelector('#games').closest('label').textContent, document.querySelector('#second-deck').checkVisibility()]")
        self.check(shown == ["2000", "Games at most", True], f"what is asked for chains: {shown}")
        self.ask_for(**{"first-deck": "0", "second-deck": "7", "agent": "standard", "games": 600, "seed": "3"})
        self.run("document.querySelector('#play').click()")
        self.check(self.wait("document.querySelector('#even') && / a second/.test(document.querySelector('#playing').textContent)"), f"it is told while it runs: {self.playing()}")
        self.browser.click("#stop")
        self.check(self.wait("/, stopped/.test(document.querySelector('#playing').textContent)"), f"it stops: {self.playing()}")
        self.browser.open("about:blank")
        self.browser.open(self.at_host())
        self.ready()
        self.measure()
        self.check(self.wait("/, stopped/.test(document.querySelector('#playing').textContent) && document.querySelector('#even')"), f"the page was closed: {self.playing()}")
        told = self.play("#go-on")
        decks = self.run("return window.archon.rate(arguments[0], '').then(read => read.decks.sort((a, b) => b.rating - a.rating).map(deck => deck.text))", self.csv)
        for name, text in (("a.deck", decks[0]), ("b.deck", decks[7])):
            self.out(name).write_text(text)
        words = [self.out("a.deck"), self.out("b.deck"), "--agent", "standard", "--games", "600", "--seed", "3", "--format", "json"]
        native = json.loads(self.archon_run("chains", *words))
        on = lambda chains: "no chains" if abs(chains) < 0.05 else f"{abs(chains):.1f} on {'A' if chains > 0 else 'B'}"  # noqa: E731
        said = lambda row, name: f"{on(row[name])} ({on(row[name + '_low'])} to {on(row[name + '_high'])})"  # noqa: E731
        expected = f"Even by standard: {said(native['handicaps'][0], 'handicap')}. For the decks, whoever plays well: {said(native, 'handicap_any')}."
        text = self.run("return document.querySelector('#even').textContent")
        self.check(text == expected, f"what archon chains says: {text} / {expected}")
        rows = self.run("return [...document.querySelectorAll('#measured-chains tbody tr')].map(row => [...row.cells].map(cell => Number(cell.dataset.v)))")
        rates = {row[0] - row[1]: row[2] for row in rows}
        near = [abs(rates[each["handicap"]] - each["win_rate"]) < 1e-9 for each in native["win_rates"]]
        self.check(len(rows) == 7 and near == [True] * 3, f"and the win rates: {rows}")
        self.button("Copy a link")
        link = self.wait("document.querySelector('#play-link').value")
        self.opened("", "#" + link.split("#")[1])
        self.check(self.wait("document.querySelector('#play')?.textContent === 'Play these games again'"), "who opens the link is offered the same games")
        again = self.play()
        self.check("the same games as those of the link" in again and told.split(" \u00b7 ")[1] in again, f"and plays them: {again}")
        self.ask_for(kind="bid", agent="fast", games=400)
        self.play()
        words[words.index("600")], words[words.index("standard")] = "400", "fast"
        bid = json.loads(self.archon_run("bid", *words))["pool"][0]
        text = self.run("return document.querySelector('#bid').textContent")
        self.check(f"end at {bid['closing_bid']} " in text and f"({100 * bid['closing_probability']:.0f} % sure" in text, f"what archon bid says: {text} / {bid}")
        self.browser.width(390, 844, mobile=True)
        self.fits("chains-390")
        self.axe("chains-390")

    def keyboard(self):
        self.opened(self.csv)
        self.ask_for(games=4)
        self.run("document.querySelector('#kind').focus()")
        for _ in range(6):
            self.browser.press(TAB)
            if self.run("return document.activeElement.id === 'play'"):
                break
        self.browser.press(ENTER)
        self.check(self.wait("/fingerprint/.test(document.querySelector('#playing').textContent)"), "games are played by keyboard")
        for _ in range(20):
            self.browser.press(TAB)
            if self.run("return document.activeElement.matches('#wins td[tabindex]')"):
                break
        first = self.run("return document.querySelector('#pair').textContent")
        self.browser.press(ARROW_RIGHT, ARROW_DOWN)
        second = self.run("return document.querySelector('#pair').textContent")
        self.check(" won, " in first and " won, " in second and first != second, f"arrow keys tell pairs: {first} / {second}")
        self.check(self.run("return getComputedStyle(document.activeElement).outlineStyle") != "none", "where one is, is seen")

    def widths(self):
        self.opened(self.csv)
        self.ask_for(games=10)
        self.play()
        for pixels in WIDTHS:
            for dark in (False, True):
                self.browser.width(pixels, 844, mobile=pixels < 500)
                self.browser.media(dark=dark)
                name = f"measured-{pixels}-{'dark' if dark else 'light'}"
                self.run("document.querySelector('#wins').scrollIntoView({block: 'center', behavior: 'instant'}); document.querySelector('#wins td[tabindex]').click()")
                self.fits(name)
                self.axe(name)
                pinned = self.run("""const box = document.querySelector('#measured .scroll'), head = document.querySelector('#wins tbody th');
                    const before = head.getBoundingClientRect().left;
                    box.scrollLeft = 200;
                    const after = head.getBoundingClientRect().left;
                    box.scrollLeft = 0;
                    return Math.abs(after - before)""")
                over = self.run("""const box = document.querySelector('#measured .scroll'), name = document.querySelector('#wins tbody th a').getBoundingClientRect();
                    box.scrollLeft = 60;
                    const top = document.elementFromPoint(name.right - 5, name.top + name.height / 2);
                    box.scrollLeft = 0;
                    return name.top < 0 || name.bottom > innerHeight || !!top?.closest('th')""")
                self.check(over, f"{name}: and above the cells")
                self.check(pinned < 2, f"{name}: names of decks stay where they are: {pinned}")
        self.browser.media()
        self.browser.width(1400)

    def offline(self):
        with served(self.page / "site") as (url, stop):
            self.fresh(url=url)
            self.check(self.wait("navigator.serviceWorker.ready.then(ready => ready.active?.state === 'activated')"), "the page is kept for later")
            self.check(self.wait("navigator.serviceWorker.controller"), "from its first visit on")
            self.paste(self.csv)
            self.measure()
            self.ask_for(games=2)
            self.play()
            stop()
            self.browser.open("about:blank")
            self.browser.open(url)
            self.ready()
            self.measure()
            self.ask_for(games=4)
            self.check("264 of 264 games" in self.play(), f"without a network games are played: {self.playing()}")

    def pace(self):
        self.opened("\n".join(path.read_text() for path in sorted((ROOT / "sim/decks").glob("*.deck"))))
        begin = time.monotonic()
        self.play(seconds=4 * SECONDS)
        seconds = time.monotonic() - begin
        print(f"   28 decks, 18,900 games by fast: {seconds:.1f} s on {os.cpu_count()} cores")
        self.check(seconds <= SECONDS, f"in {SECONDS} s: {seconds:.1f}")


if __name__ == "__main__":
    sys.exit(main(MeasureTests, __doc__))
