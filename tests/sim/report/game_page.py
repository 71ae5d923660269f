#!/usr/bin/env python3
"""Opens pages of recorded games, and puzzles, in headless Chromium and goes through them as a reader would: game_page.py ARCHON [--pictures DIR]. What the
table shows is compared with the positions that `archon replay --format json` writes. The last line is "N passed, N failed"."""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests"))
from browsers import ARROW_DOWN, ARROW_RIGHT, ENTER, TAB, Chromium  # noqa: E402

SETS = ["CotA", "DT", "WoE", "PV", "CC", "DM"]
MOST_BYTES = 150_000
TABLE = """const of = (label, pick) => [...document.querySelectorAll(`[aria-label="${label}"] .card`)].map(pick);
return ['A', 'B'].map(who => ({aember: +document.querySelector(`[aria-label="Player ${who}"] .pool b`).textContent,
  keys: document.querySelectorAll(`[aria-label="Player ${who}"] .keys i:not(.none)`).length,
  line: of('creatures of ' + who, card => card.querySelector('.numbers > span')?.textContent.split(' / ')[0]),
  damage: of('creatures of ' + who, card => +(card.querySelector('.damage')?.textContent ?? 0)),
  artifacts: of('artifacts of ' + who, card => card.querySelector('b').textContent)}))"""
passed = failed = 0


def check(what, good, detail=""):
    global passed, failed
    if good:
        passed += 1
    else:
        failed += 1
        print(f"FAILED: {what}{': ' if detail else ''}{detail}")


def run(archon, *words):
    return subprocess.run([archon, *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout


def expected(position):
    """What the page should show of a position."""
    return [{"aember": player["aember"], "keys": len(player.get("keys", [])), "creatures": len(player["battleline"]), "artifacts": len(player["artifacts"]),
             "damage": [card.get("damage", 0) for card in player["battleline"]]} for player in position["players"]]


def shown(table):
    return [{"aember": side["aember"], "keys": side["keys"], "creatures": len(side["line"]), "artifacts": len(side["artifacts"]),
             "damage": side["damage"]} for side in table]


def record(archon, work, name):
    run(archon, "deck", "generate", "--set", name, "--count", "2", "--seed", "5", "--out", f"{work}/{name}")
    decks = sorted(map(str, (work / name).iterdir()))
    run(archon, "match", *decks, "--games", "1", "--agent", "fast", "--seed", "3", "--record", f"{work}/{name}.jsonl")
    return f"{work}/{name}.jsonl"


def try_game(browser, archon, work, name):
    games = record(archon, work, name)
    page = work / f"{name}.html"
    run(archon, "replay", games, "--html", str(page))
    check(f"{name}: size", page.stat().st_size <= MOST_BYTES, str(page.stat().st_size))
    positions = [json.loads(line)["position"] for line in run(archon, "replay", games, "--format", "json").splitlines()]
    browser.open(f"file://{page}")
    for at in range(0, len(positions), 7):
        browser.run("location.hash = '#' + arguments[0]; return 0", at)
        browser.run("document.querySelector('.controls input').value = arguments[0]; "
                    "document.querySelector('.controls input').dispatchEvent(new Event('input')); return 0", at)
        found, wanted = shown(browser.run(TABLE)), expected(positions[at])
        check(f"{name}: the table before decision {at}", found == wanted, f"{found} instead of {wanted}")
    return page


def try_reading(browser, page):
    browser.open(f"file://{page}")
    where = "return document.querySelector('.where').textContent"
    before = browser.run(where)
    browser.press(ARROW_RIGHT)
    check("right arrow: the next decision", "decision 1 of" in browser.run(where), browser.run(where))
    browser.press(ARROW_DOWN)
    check("down arrow: the next turn", browser.run(where) != before and "decision 1 of" not in browser.run(where))
    browser.run("document.querySelector('[aria-label=Last]').click(); return 0")
    check("last: the result", " wins after " in browser.run(where), browser.run(where))
    for _ in range(400):
        browser.press(TAB)
        if browser.run("return document.activeElement.dataset.card !== undefined"):
            break
    browser.press(ENTER)
    check("a card says by keyboard what it does", browser.run("return document.querySelector('.about h2') !== null"))
    check("nothing to complain about", not browser.log())


def try_widths(browser, page, pictures):
    for width in (390, 820, 1400):
        for dark in (False, True):
            browser.devtools("Emulation.setDeviceMetricsOverride", width=width, height=1000, deviceScaleFactor=1, mobile=False)
            browser.devtools("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
            browser.open(f"file://{page}#60")
            check(f"{width} px wide", browser.run("return document.documentElement.scrollWidth") <= width)
            cut = browser.run("return [...document.querySelectorAll('.card, .log button, .controls button')].filter(each => "
                              "each.scrollWidth > each.clientWidth + 1).map(each => each.textContent)")
            check(f"{width} px: no text is cut", not cut, str(cut))
            check(f"{width} px: no texts overlap", not browser.overlapping(), str(browser.overlapping()))
            if pictures:
                browser.picture(pictures / f"game-{width}-{'dark' if dark else 'light'}.png")


def try_analysis(browser, archon, work):
    games, page = f"{work}/CotA.jsonl", work / "analysed.html"
    run(archon, "replay", games, "--html", str(page), "--analyse", "--worlds", "3", "--judged", "12")
    browser.open(f"file://{page}")
    marked = browser.run("let marked = 0; const slider = document.querySelector('.controls input'); for (let at = 0; at <= +slider.max; ++at) { slider.value = at; "
                         "slider.dispatchEvent(new Event('input')); marked += document.querySelectorAll('.now .lost').length } return marked")
    check("analysed: what decisions lost", marked > 0)


def try_puzzles(browser):
    """The stored ones show the position of their files, and the solution only when asked for."""
    pages = sorted((ROOT / "results/puzzles").glob("puzzle-*.html"))
    check("there are puzzles", len(pages) == 50, str(len(pages)))
    steps = "return document.querySelectorAll('.log [data-step]').length"
    for page in pages:
        name, position = page.stem, json.loads(page.with_suffix(".json").read_text())
        check(f"{name}: size", page.stat().st_size <= MOST_BYTES, str(page.stat().st_size))
        browser.open(f"file://{page}#9")
        found, wanted = shown(browser.run(TABLE)), expected(position)
        check(f"{name}: the table", found == wanted, f"{found} instead of {wanted}")
        browser.press(ARROW_RIGHT)
        check(f"{name}: the solution is hidden", browser.run(steps) == 1)
        browser.press("s")
        check(f"{name}: the solution is shown", browser.run(steps) > len(position["puzzle"]["solution"]) / 2)
    browser.open(f"file://{pages[0].with_name('index.html')}")
    browser.click('a[href="puzzle-02.html"]')
    check("the index leads to puzzles", "puzzle-02.html" in browser.run("return location.href"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("archon")
    parser.add_argument("--pictures", type=pathlib.Path)
    arguments = parser.parse_args()
    archon = str(pathlib.Path(arguments.archon).resolve())
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as profile:
        work, browser = pathlib.Path(folder), Chromium(profile)
        try:
            pages = [try_game(browser, archon, work, name) for name in SETS]
            try_reading(browser, pages[0])
            try_analysis(browser, archon, work)
            try_puzzles(browser)
            try_widths(browser, pages[2], arguments.pictures)
            try_widths(browser, ROOT / "results/puzzles/puzzle-01.html", None)
        finally:
            browser.close()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
