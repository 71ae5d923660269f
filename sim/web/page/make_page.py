#!/usr/bin/env python3
"""Makes the page: archon.html, one file that rates, archon-full.html, which plays games as well, and site/, a folder for any static
host. Prints their sizes; fetches nothing.

  sim/web/page/make_page.py build/wasm build/page     of rater.wasm and archon.wasm

Needs esbuild and tsc (Debian: esbuild, node-typescript; scripts/install_packages.sh --wasm)."""
import argparse
import base64
import gzip
import hashlib
import json
import lzma
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
ASSETS = ROOT / "sim" / "report" / "assets"
SCRIPTS = ["elements.js", "deck.js", "tools.js", "document.js"]  # of sim/report/assets, in the order of its pages
HEAT_MAP = "heat_map.js"
WORDS = ["rating", "elo", "win rate", "interval", "percentile", "sas", "pod"]  # that the page uses, of sim/CONCEPTS.md
BUDGET = 200_000  # bytes of archon.html and of the site, compressed, for the first answer
ALL = 700_000  # of all of the site
FULL = 700_000  # of archon-full.html, in which modules are text (base64 costs 1 %)
DECKS = "<!--decks-->"  # where `archon rate --page` puts decks


def run(*words):
    if subprocess.run([str(word) for word in words]).returncode != 0:
        sys.exit(f"make_page.py: {words[0]} failed")


def bundle(source, target, *options):
    run("esbuild", source, "--bundle", "--minify", "--target=es2020", "--charset=ascii", "--log-level=warning", f"--outfile={target}", *options)
    return target.read_text()


def words():
    """The first sentence of each concept."""
    said = {}
    for word, text in re.findall(r"(?m)^## (.+)\n\n(?:Also: .*\n\n)?(.+)$", (ROOT / "sim" / "CONCEPTS.md").read_text()):
        said[word] = re.match(r".*?[.](?= |$)", text)[0]
    return {word: said[word] for word in WORDS}


def asset_module(name, scripts, folder, before=""):
    """Shared scripts as a module, which exports what report_assets.d.ts says of it."""
    said = re.search(rf"(?s)declare module '{name}' {{(.*?)\n}}", (HERE / "report_assets.d.ts").read_text())[1]
    names = re.findall(r"export (?:function|const) (\w+)", said)
    module = folder / f"{name}.js"
    module.write_text(before + "".join((ASSETS / each).read_text() for each in scripts) + f"export {{{', '.join(names)}}};\n")
    return f"--alias:{name}={module}"


def compressed(data):
    """As a host sends it."""
    return gzip.compress(data, 9, mtime=0)


def packed(data):
    """As lzma.ts unpacks it, with the size in its head."""
    filters = [{"id": lzma.FILTER_LZMA1, "preset": 9 | lzma.PRESET_EXTREME, "lc": 3, "lp": 0, "pb": 0, "dict_size": 1 << 20}]
    alone = lzma.compress(data, lzma.FORMAT_ALONE, filters=filters)
    return alone[:5] + len(data).to_bytes(8, "little") + alone[13:]


def used(style):
    """The style sheet without the rules of what the page has none of: charts, games; and heat maps, which come with measure.js."""
    elsewhere = re.compile(r"\.(heat|[kc]\d+|strength|chart|bar|bars|barlist|legend|pair|matchups|shares|sample|command|figures|picture|span)\b|#tip")
    return re.sub(r"([^{}]+)\{[^{}]*\}", lambda rule: "" if all(map(elsewhere.search, rule[1].split(","))) else rule[0], style)


def of_heat_maps(style):
    """Only the rules of heat maps on a screen."""
    style = re.sub(r"@media print\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", style)
    heat = re.compile(r"\.(heat|k\d+)\b(?!.*picture)")
    kept = re.sub(r"([^{}]+)\{[^{}]*\}", lambda rule: rule[0] if any(map(heat.search, rule[1].split(","))) else "", style)
    return re.sub(r"@media[^{}]*\{\}", "", kept)


def filled(template, **values):
    return re.sub(r"\{\{(\w+)\}\}", lambda hole: values[hole[1]], template)


def in_script(text):
    """JavaScript that ends no script element."""
    return text.replace("</script", "<\\/script")


def make(rater, player, out):
    work, site = out / "work", out / "site"
    for folder in (work, site):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    run("tsc", "-p", HERE)
    release = re.search(r"project\(archon VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
    sources = sorted(each for each in [*HERE.iterdir(), *(ASSETS / name for name in [*SCRIPTS, HEAT_MAP]), ASSETS / "report.css"] if each.is_file())
    digest = hashlib.sha256(rater + player + b"".join(each.read_bytes() for each in sources)).hexdigest()[:12]
    version = f"--define:ARCHON_VERSION={json.dumps(f'{release} ({digest})')}"
    worker = bundle(HERE / "worker.ts", work / "worker.js", "--format=iife")
    assets = asset_module("report_assets", SCRIPTS, work)
    heat = asset_module("heat_map", [HEAT_MAP], work, f"import {{el}} from {json.dumps(str(HERE / 'from_page'))};\n")
    script = bundle(HERE / "main.ts", work / "page.js", "--format=iife", assets, version,
                    f"--define:ARCHON_WORDS={json.dumps(words())}", f"--define:ARCHON_WORKER={json.dumps(worker)}")
    report_style = bundle(ASSETS / "report.css", work / "report.css")
    style = used(report_style) + bundle(HERE / "page.css", work / "page.css")
    measure_style = of_heat_maps(report_style) + bundle(HERE / "measure.css", work / "measure.css")
    measure = bundle(HERE / "measure.ts", work / "measure.js", "--format=iife", heat, version, f"--define:ARCHON_MEASURE_STYLE={json.dumps(measure_style)}")
    template, icons, module, games = (HERE / "index.html").read_text(), (ASSETS / "icons.svg").read_text(), packed(rater), packed(player)

    def inside(element, data):
        return f'<script type="application/octet-stream" id={element}>{base64.b64encode(data).decode()}</script>\n'

    def single(name, body):
        page = filled(template, head='<link rel=icon href="data:,">', style=style, icons=icons, decks=DECKS, body=body)
        (out / name).write_text(page)
        return len(compressed(page.encode()))
    small = inside("module", module) + f"<script>{in_script(script)}</script>"
    one = single("archon.html", small)
    full = single("archon-full.html", inside("player", games) + small + f"\n<script>{in_script(measure)}</script>")
    head = "<link rel=manifest href=manifest.webmanifest>\n<link rel=icon href=icon.svg>\n<link rel=preload href=rater.bin as=fetch crossorigin>"
    index = filled(template, head=head, style=style, icons=icons, decks="", body="<script src=page.js></script>")
    (site / "index.html").write_text(index)
    (site / "page.js").write_text(script)
    (site / "rater.bin").write_bytes(module)
    (site / "measure.js").write_text(measure)
    (site / "archon.bin").write_bytes(games)
    bundle(HERE / "service_worker.ts", site / "service_worker.js", version)
    for name in ("manifest.webmanifest", "icon.svg"):
        shutil.copy(HERE / name, site / name)
    parts = {"module": len(module), "script": len(compressed(script.encode())), "index": len(compressed(index.encode()))}
    later = {"player": len(games), "measure": len(compressed(measure.encode()))}
    first = sum(parts.values())
    return {**parts, "first answer": first, **later, "all": first + sum(later.values()), "archon.html": one, "archon-full.html": full}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wasm", type=pathlib.Path, help="folder of rater.wasm and archon.wasm")
    parser.add_argument("out", type=pathlib.Path)
    options = parser.parse_args()
    for program in ("esbuild", "tsc"):
        if not shutil.which(program):
            sys.exit(f"make_page.py: {program} is missing (scripts/install_packages.sh --wasm installs it)")
    sizes = make((options.wasm / "rater.wasm").read_bytes(), (options.wasm / "archon.wasm").read_bytes(), options.out.resolve())
    for what, size in sizes.items():
        print(f"{what:16} {size:7,} bytes compressed")
    budgets = {"first answer": BUDGET, "archon.html": BUDGET, "all": ALL, "archon-full.html": FULL}
    over = [f"{what} (at most {most:,})" for what, most in budgets.items() if sizes[what] > most]
    if over:
        print(f"make_page.py: larger than it may be: {', '.join(over)}", file=sys.stderr)
    return bool(over)


if __name__ == "__main__":
    sys.exit(main())
