#!/usr/bin/python3
"""Every result is as sim/schemas says: schemas.py ARCHON [--write]. Runs each command that prints JSON or CSV, once whole and once with
holes (a game, pairs that never met), validates what it prints, pages too, reads the tables with sqlite3 (and pandas, where it is installed), finds
commands without a schema and schemas without a command, refuses schemas that speak another language than sim/schemas/README.md says,
and shows that damaged results are refused. The formats of a run share its games, where the command keeps them (--ledger, --out), and runs
go side by side on the cores. The last line is "N passed, N failed". Schemas that a command gives itself (--format schema) are compared with those of the folder; --write puts them there.
Needs jsonschema (Debian: python3-jsonschema)."""
import concurrent.futures
import copy
import csv
import io
import json
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import warnings

import jsonschema

try:
    import pandas
except ImportError:
    pandas = None

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMAS = ROOT / "sim/schemas"
SHARED = ["common"]  # what others refer to
DECKS = [f"sim/decks/{name}.deck" for name in ("radiant-argus-the-supreme", "miss-onyx-censorius", "guide-achea", "sahl-the-aegian",
                                               "titanfang-tower-fighter", "berger-the-caller-of-beejungle")]
IMPORTED = ["tests/deck/formats/registry_2018.json", "tests/deck/formats/dok.json"]  # with id; with ratings
TWO, FOUR, FIVE, SIX = DECKS[:2], DECKS[:4], DECKS[:5], DECKS
CHAINS = ["--chains", "--chain-games", "60"]

warnings.simplefilter("ignore", DeprecationWarning)  # later versions prefer another way to resolve references than Debian's has
passed = failed = 0


def check(what, problem):
    """`problem`: what is wrong, empty when nothing is."""
    global passed, failed
    if problem:
        failed += 1
        print(f"FAILED: {what}: {problem}")
    else:
        passed += 1


class Schemas:
    def __init__(self):
        self.documents = {path.name: json.loads(path.read_text()) for path in SCHEMAS.glob("*.schema.json")}
        self.used = set()

    def validator(self, name):
        self.used.add(name)
        document = self.documents[name + ".schema.json"]
        return jsonschema.Draft202012Validator(document, resolver=jsonschema.RefResolver(document["$id"], document, store=self.documents))

    def problem(self, name, value):
        found = jsonschema.exceptions.best_match(self.validator(name).iter_errors(value))
        return f"{'/'.join(map(str, found.absolute_path))}: {found.message[:200]}" if found else ""

    def csv_problem(self, name, text):
        """`name`: SCHEMA/TABLE, whose columns are the fields of the table's rows."""
        return table_problem(self.columns_of(*name.split("/")), text)

    def tables(self, name):
        properties = self.documents[name + ".schema.json"]["properties"]
        return [each for each, field in properties.items() if field.get("type") == "array"]

    def columns_of(self, name, table):
        columns = []
        for field, says in self.documents[name + ".schema.json"]["properties"][table]["items"]["properties"].items():
            types = [says["type"]] if isinstance(says["type"], str) else says["type"]
            columns.append({**says, "name": field, "type": types[0], "empty": "null" in types})
        return columns

    def own(self, name, text, write):
        """What the command says itself is what the folder has."""
        path = SCHEMAS / (name + ".schema.json")
        if write:
            path.write_text(text)
            self.documents[path.name] = json.loads(text)
        return "" if path.exists() and path.read_text() == text else f"{path.name} is another (schemas.py ARCHON --write)"


def number_of(column, cell):
    pattern = r"-?\d+" if column["type"] == "integer" else r"-?\d+(\.\d+)?"
    return (int if column["type"] == "integer" else float)(cell) if re.fullmatch(pattern, cell) else None


def cell_problem(column, cell):
    if cell == "":
        return "" if column.get("empty") else "empty"
    if column["type"] == "boolean":
        return "" if cell in ("true", "false") else f"'{cell}'"
    if column["type"] == "string":
        wrong = not re.search(column.get("pattern", ""), cell) or cell not in column.get("enum", [cell])
        return f"'{cell}'" if wrong else ""
    number = number_of(column, cell)
    if number is None:
        return f"'{cell}' is no {column['type']}"
    outside = number < column.get("minimum", number) or number > column.get("maximum", number)
    return f"{cell} is out of its range" if outside else ""


def table_problem(columns, text, may_be_empty=False):
    rows = list(csv.reader(text.splitlines()))
    names = [column["name"] for column in columns]
    if not rows or rows[0] != names:
        return f"columns {rows[:1]} instead of {names}"
    if len(rows) < 2 and not may_be_empty:
        return "no lines"
    for number, row in enumerate(rows[1:], 1):
        if len(row) != len(columns):
            return f"line {number} has {len(row)} cells"
        for column, cell in zip(columns, row):
            if problem := cell_problem(column, cell):
                return f"line {number}, {column['name']}: {problem}"
    return ""


def read_problem(columns, text):
    """Whether programs that know nothing of us read a table: sqlite3, and pandas where it is installed."""
    names = [column["name"] for column in columns]
    rows = list(csv.DictReader(text.splitlines()))
    with sqlite3.connect(":memory:") as database:
        database.execute("create table result ({})".format(", ".join(f'"{name}"' for name in names)))
        places = ", ".join("?" * len(names))
        database.executemany(f"insert into result values ({places})", [[row[name] or None for name in names] for row in rows])
        if database.execute("select count(*) from result").fetchone()[0] != len(rows):
            return "sqlite3 has other rows"
    if pandas and len(rows):
        frame = pandas.read_csv(io.StringIO(text))
        numbers = [column["name"] for column in columns if column["type"] in ("integer", "number")]
        if list(frame.columns) != names or any(frame[name].dtype.kind not in "if" for name in numbers):
            return "pandas has other columns"
    return ""


def page_problem(schemas, name, html):
    """Whether a page shows fields of the JSON, and shares as it has them."""
    properties = schemas.documents[name + ".schema.json"]["properties"]
    found = re.search(r"<script type=\"application/json\" id=data>(.*?)</script>", html)
    page = json.loads(found[1]) if found else {}
    if name == "matrix":  # has a page of its own, which tests/sim/report tries
        return "" if page.get("page") == "matrix" else "is no page of a matrix"
    if page.get("page") != "document" or not page["parts"]:
        return "is no page of a document"
    drawn = [part["picture"] for part in page["parts"] if "picture" in part]
    if missing := [name for picture in drawn for name in (picture["table"], picture["dots"], picture["marked"]) if name and name not in properties]:
        return f"pictures of {missing}, which are no tables"
    for part in page["parts"]:
        table = part.get("table") or part.get("fact")
        if not table:
            continue
        fields = properties[table["name"]]["items"]["properties"] if "rows" in table else properties
        columns = table["columns"] if "rows" in table else [table["column"]]
        if missing := [column["name"] for column in columns if column["name"] not in fields]:
            return f"{missing} are no fields of {table.get('name', 'the facts')}"
        width = sum(3 if column.get("interval") else 1 for column in columns)
        for row in table.get("rows", [table.get("row")]):
            if len(row) != width:
                return f"a row of {len(row)} instead of {width} values"
            at = 0
            for column in columns:
                if column["unit"] == "share" and row[at] is not None and not 0 <= row[at] <= 1:
                    return f"{column['name']}: {row[at]}"
                at += 3 if column.get("interval") else 1
    return ""


def shell_problem(work, text):
    """`.import` of the program sqlite3, as sim/schemas/README.md shows it."""
    if not shutil.which("sqlite3"):
        return ""
    (work / "shell.csv").write_text(text)
    done = subprocess.run(["sqlite3", ":memory:", f".import --csv {work}/shell.csv rate", "select count(*), avg(win_rate) from rate"],
                          capture_output=True, text=True)
    return "" if re.fullmatch(r"2\|0\.\d+\n", done.stdout) else f"sqlite3: {done.stdout}{done.stderr}"


def run(archon, arguments):
    done = subprocess.run([archon, *arguments], cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300)
    return done.stdout, "" if done.returncode in (0, 3) else f"exit code {done.returncode}: {done.stderr[-300:]}"


def first_runs(work):
    """Command, arguments, schema, and what the CSV follows: the table of standard output, and those of files. Others read their games."""
    random, matrix = ["--agent", "random"], f"{work}/matrix"
    return [
        ("match", [*TWO, "--games", "40", *random, "--record", f"{work}/games"], "match", "match/results", {}),
        ("matrix", [*SIX, "--games", "20", *random, *CHAINS, "--out", matrix], "matrix", "matrix/cells",
         {f"{matrix}/matrix.csv": "matrix/cells", f"{matrix}/decks.csv": "matrix/decks", f"{matrix}/result.json": "matrix"}),
    ]


def runs(work):
    """Likewise."""
    random = ["--agent", "random"]
    matrix, gauntlet = f"{work}/matrix", f"{work}/gauntlet"
    ledger = ["--from", f"{matrix}/ledger.sqlite"]
    field = [*TWO, "--field", *FOUR[2:]]
    return [
        ("match", [*TWO, "--precision", "20", *random, "--time", "60"], "match", "match/results", {}),
        ("match", [*TWO, "--games", "40", *random, "--turns", "12"], "match", "match/results", {}),
        ("match", [*TWO, "--games", "40", *random, "--minutes", "20", "--pace", "7.5"], "match", "match/results", {}),
        ("matrix", [*TWO, "--games", "40", *random], "matrix", "matrix/cells", {}),
        ("matrix", [*TWO, *IMPORTED, f"{work}/bad.deck", "--skip-bad", "--games", "4", *random], "matrix", "matrix/cells", {}),
        ("gauntlet", [*field, "--games", "20", *random, *CHAINS, "--out", gauntlet], "gauntlet", "gauntlet/matchups",
         {f"{gauntlet}/gauntlet.csv": "gauntlet/matchups", f"{gauntlet}/gauntlet-decks.csv": "gauntlet/decks", f"{gauntlet}/gauntlet.json": "gauntlet"}),
        ("gauntlet", [*field, "--games", "20", *random], "gauntlet", "gauntlet/matchups", {}),
        ("verify", [f"{matrix}/ledger.sqlite", "--games", "100"], "verify", "verify/ledgers", {}),
        ("tournament sealed", [*TWO, *ledger], "tournament", "tournament/decks", {}),
        ("tournament bo3", [*TWO, *ledger], "tournament", "tournament/decks", {}),
        ("tournament adaptive", [DECKS[0], "--field", DECKS[1], *ledger], "tournament", "tournament/decks", {}),
        ("tournament adaptive-one", [DECKS[0], "--field", DECKS[1], *ledger], "tournament", "tournament/decks", {}),
        ("tournament reversal", [*TWO, *ledger], "tournament", "tournament/decks", {}),
        ("tournament auction", [*TWO, *ledger], "tournament", "tournament/auction", {}),
        ("tournament survival", [*SIX[:2], "--field", *SIX[3:5], *ledger], "tournament", "tournament/first_decks", {}),
        ("tournament triad", [*SIX[:3], "--field", *SIX[3:], *ledger], "tournament", "tournament/threes", {}),
        ("tournament triad", [*FOUR, "--field", *SIX[3:], *ledger], "tournament", "tournament/threes", {}),
        ("chains", [*TWO, "--games", "200", *random, "--curve"], "chains", "chains/handicaps", {}),
        ("chains", [*TWO, "--games", "60", "--agents", "greedy,fast", "--time", "60s"], "chains", "chains/handicaps", {}),
        ("chains", ["tests/cli/my.csv", "--sas", "--games", "2000", "--width", "8", "--agent", "greedy"], "chains-sas", "chains-sas/ways", {}),
        ("bid", [*TWO, "--games", "100", *random], "bid", "bid/pool", {}),
        ("bid", [*FOUR[:3], "--games", "60", *random], "bid", "bid/pool", {}),
        ("best", [*FIVE, "--games", "600", "--finalists", "3", *random], "best", "best/decks", {}),
        ("best", [*TWO, "--field", *FOUR[2:], "--games", "200", *random], "best", "best/decks", {}),
        ("build", [*FOUR, "--field", "generated:4", "--games", "2000", *random, "--out", f"{work}/built"], "build", "build/builds",
         {f"{work}/built/builds.csv": "build/builds", f"{work}/built/build.json": "build"}),
        ("build", [*FOUR[:3], "--wish", "generated:3", "--field", "generated:2", "--games", "1000", *random, "--out", f"{work}/wished"],
         "build-wish", "build-wish/wishes", {f"{work}/wished/wishes.csv": "build-wish/wishes", f"{work}/wished/wish.json": "build-wish"}),
        ("build", [*FOUR[:3], "--sealed", "--field", "generated:2", "--games", "400", *random], "build", "build/builds", {}),
        ("arena", [*random, "--agent", "greedy", "--decks", *FIVE, "--games", "20"], "arena", "arena/agents", {}),
        ("arena", [*random, "--agent", "exec:agents/bots/random_bot.py", "--decks", *FIVE, "--games", "20"], "arena", "arena/agents", {}),
        ("arena", [*random, "--agent", "greedy", "--decks", *FIVE, "--sprt", "0,10"], "arena", "arena/agents", {}),
        ("arena", [*random, "--agent", "greedy", "--agent", "greedy:epsilon=50", "--decks", *FIVE, "--games", "60"], "arena", "arena/agents", {}),
        ("deck report", [DECKS[0], "--opponents", "4", "--others", "4", "--games", "40", "--match-ups", "1", "--chain-games", "40", *random],
         "deck-report", "deck-report/cards", {}),
        ("deck report", [DECKS[0], "--field", *FOUR[1:], "--others", "0", "--games", "20", "--match-ups", "1", "--chain-games", "0", *random,
                         "--second", "greedy", "--second-games", "6"],
         "deck-report", "deck-report/cards", {}),
        ("usage", [*TWO, "--games", "10", *random, "--out", f"{work}/usage.csv"], "usage", "usage/cards", {f"{work}/usage.csv": "usage/cards"}),
        ("values", ["--set", "cota", "--decks", "20", "--games", "60", *random, "--out", f"{work}/values.csv"], "values", "values/cards",
         {f"{work}/values.csv": "values/cards"}),
        ("values", ["--set", "cota", "--decks", "20", "--games", "60", *random, "--events", "--out", f"{work}/values.json"], "values", "values/cards",
         {f"{work}/values.json": "values"}),
        ("values", [DECKS[0], "--field", DECKS[1], "--games", "20", *random, "--worth"], "values-deck", "values-deck/cards", {}),
        ("deck list", [*TWO, *IMPORTED, "tests/cli/my.csv"], "deck-list", "deck-list/decks", {}),
        ("rate", [*TWO, *IMPORTED, "--out", f"{work}/rate.csv"], "rate", "rate/decks", {}),
        ("regret", [f"{work}/labels", *random, "--agent", "greedy", "--worst", "2"], "regret", "regret/regrets", {}),
        ("turns", [*TWO, *random, "--against", "greedy", "--games", "10", "--deals", "4", "--positions", f"{work}/turns"], "turns", "turns/causes", {}),
        ("perft", ["tests/perft/fixtures.txt", "--fixture", "by-hand-fighting"], "perft", "perft/counts", {}),
        ("conformance", ["tests/conformance/sample.jsonl"], "conformance", "conformance/counts", {}),
        ("train evaluation", [*FOUR, "--games", "12", *random], "train-evaluation", "train-evaluation/qualities", {}),
        ("train forecast", ["--decks", "20", "--games", "100", *random], "train-forecast", "train-forecast/qualities", {}),
        ("train ratings", [f"{work}/values.sqlite", "--test", f"{matrix}/ledger.sqlite", "--steps", "2", "--samples", "2"],
         "train-ratings", "train-ratings/fields", {}),
        ("cards", ["--sets"], "cards", "cards/sets", {}),
        ("cards", ["Dust Imp"], "cards-name", "cards-name/abilities", {}),
        ("agents", [], "agents", "agents/agents", {}),
        ("soak", ["--generate", "4", "--games-per-deck", "4", "--out", f"{work}/soak.csv"], "soak", "soak/cards", {f"{work}/soak.csv": "soak/cards"}),
        ("bench", ["--games", "28", "--repetitions", "1", *random], "bench", "bench/agents", {}),
        ("advise", [f"{work}/position", "--worlds", "4"], "advise", "advise/answers", {}),
        ("replay", [f"{work}/games"], "replay", None, {}),
        ("replay", [f"{work}/generated"], "replay", None, {}),
        ("puzzles", [f"{work}/games", "--out", f"{work}/puzzles", "--limit", "200", "--least", "1", "--attempts", "2"], "puzzles", "puzzles/puzzles", {}),
        ("replay", [f"{work}/games", "--analyse", "--worlds", "2", "--judged", "4"], "replay-analysis", "replay-analysis/decisions", {}),
        ("replay", [f"{work}/games", "--analyse", "--games", "0-1", "--worlds", "2", "--judged", "4"], "replay-analysis", "replay-analysis/kinds", {}),
    ]


def holes(work):
    """The same with next to no games: what none stands behind has no value."""
    random, one = ["--agent", "random"], ["--games", "1", "--agent", "random"]
    a_game = ["--games", "1000000", "--agent", "strong", "--time", "0.3s", "-j", "1"]  # or two, and most pairs have not met
    ledger = ["--from", f"{work}/matrix/ledger.sqlite"]
    return [
        ("match", [*TWO, *one], "match", "match/results", {}),
        ("matrix", [*SIX, *a_game, "--out", f"{work}/hole"], "matrix", "matrix/cells", {}),
        ("gauntlet", [*TWO, "--field", *FOUR[2:], *a_game, "--out", f"{work}/hole-gauntlet"], "gauntlet", "gauntlet/matchups", {}),
        ("verify", [f"{work}/matrix/ledger.sqlite", "--time", "0.0001s", "-j", "1"], "verify", "verify/ledgers", {}),
        ("tournament sealed", [DECKS[0], "--field", DECKS[1], *ledger], "tournament", "tournament/decks", {}),
        ("tournament triad", [*SIX[:4], "--field", *SIX[3:], *ledger], "tournament", "tournament/threes", {}),
        ("chains", [*TWO, "--games", "40", *random], "chains", None, {}),
        ("chains", ["tests/cli/my.csv", "--sas", "--time", "0.01s", "--agent", "best", "-j", "1"], "chains-sas", None, {}),
        ("bid", [*TWO, "--games", "40", *random], "bid", None, {}),
        ("best", [*FOUR, *a_game], "best", "best/decks", {}),
        ("build", [*FOUR, *a_game], "build", "build/builds", {}),
        ("build", [*FOUR, "--wish", *a_game], "build-wish", "build-wish/wishes", {}),
        ("arena", [*random, "--agent", "greedy", "--decks", *FIVE, "--games", "2"], "arena", "arena/agents", {}),
        ("deck report", [DECKS[0], "--field", *FOUR[1:], "--others", "0", "--games", "1", "--match-ups", "1", "--chain-games", "0", *random],
         "deck-report", "deck-report/cards", {}),
        ("usage", [*TWO, *one], "usage", "usage/cards", {}),
        ("values", ["--set", "cota", "--decks", "10", *one, "--events"], "values", "values/cards", {}),
        ("values", [DECKS[0], "--field", *FOUR[1:], *one, "--worth", "--pairs"], "values-deck", "values-deck/cards", {}),
        ("regret", [f"{work}/labels", *random], "regret", "regret/regrets", {}),
        ("turns", [*TWO, *one, "--against", "random", "--every", "1000"], "turns", "turns/causes", {}),
        ("train evaluation", [*FOUR, *one], "train-evaluation", "train-evaluation/qualities", {}),
        ("train ratings", ["--test", f"{work}/values.sqlite"], "train-ratings", "train-ratings/fields", {}),
        ("cards", ["swift current"], "cards-name", "cards-name/abilities", {}),
        ("soak", [*TWO, "--decisions", "1"], "soak", "soak/cards", {}),
        ("advise", [f"{work}/position", "--worlds", "2"], "advise", "advise/answers", {}),
        ("puzzles", [f"{work}/games", "--out", f"{work}/no-puzzles", "--goal", "win", "--limit", "100", "--attempts", "0"], "puzzles", "puzzles/puzzles", {}),
    ]


def prepare(archon, work):
    """Files that the runs read."""
    (work / "position").write_text('{"house":"dis","players":[{"hand":["fear"]},{}]}')
    (work / "bad.deck").write_text("name: No Deck\nset: CotA\ndis: no-such-card\n")
    generated = [f"{work}/pv/generated-pv-5-000{i}.deck" for i in (1, 2)]  # with ids that are not all ASCII
    for arguments in (["deck", "generate", "--set", "PV", "--count", "2", "--seed", "5", "--out", f"{work}/pv"],
                      ["match", *generated, "--games", "1", "--agent", "random", "--record", f"{work}/generated"],
                      ["train", "labels", "--decks", "5", "--games", "2", "--worlds", "2", "--parts", "2", "--out", f"{work}/labels"],
                      ["values", "--set", "cota", "--decks", "10", "--games", "60", "--agent", "random", "--ledger", f"{work}/values.sqlite"]):
        check(" ".join(arguments[:2]), run(archon, arguments)[1])


def documents(schema, text):
    """A result, or the results of lines."""
    return [json.loads(line) for line in text.splitlines()] if schema == "replay" else [json.loads(text)]


def table_checks(archon, schemas, words, schema, name, what, may_be_empty):
    text, problem = run(archon, [*words, "--format", "csv", "--table", name])
    yield f"{what} --table {name}", problem or table_problem(schemas.columns_of(schema, name), text, may_be_empty)
    yield f"{what} --table {name}: read", problem or read_problem(schemas.columns_of(schema, name), text)


def file_checks(schemas, files):
    for path, name in files.items():
        text = pathlib.Path(path).read_text()
        yield path, schemas.problem(name, json.loads(text)) if path.endswith(".json") else schemas.csv_problem(name, text)
        if path.endswith(".csv"):
            beside = [pathlib.Path(path.replace(".csv", ".meta.json")), *map(pathlib.Path, files)]
            yield path + ": what made it stands beside it", "" if any(each.suffix == ".json" and each.exists() for each in beside) else "nothing"


NO_LEDGER = {"--ledger", "--from", "--record", "--events", "--worth"}  # with these there is none, or no other


def shared_games(options, few, work, arguments):
    """The arguments of the first run and of those that only print its games in another format."""
    if "--ledger" in options and not NO_LEDGER & set(arguments):
        handle, ledger = tempfile.mkstemp(suffix=".sqlite", dir=work)
        os.close(handle)
        os.remove(ledger)
        arguments = [*arguments, "--ledger", ledger]
    if not few or "--time" not in arguments:
        return arguments, arguments
    at = arguments.index("--time") + 1
    return arguments, [*arguments[:at], "0.001s", *arguments[at + 1:]]


def try_command(archon, schemas, offers, writes, few, samples, work, command, arguments, schema, table, files):
    """Yields what was tried and what is wrong with it. `offers`: formats and options of the command; `writes`: schemas that are still to
    be written."""
    what = " ".join([command, *arguments])[:160]
    formats, options = offers[command]
    if schema == "replay":  # the game itself; the other formats are those of --analyse
        formats = ["text", "json"]
    first, then = ([*command.split(), *words] for words in shared_games(options, few, work, arguments))
    text, problem = run(archon, [*first, "--format", "json"])
    if problem:
        yield what, problem
        return
    values = documents(schema, text)
    if "schema" in formats:  # what the command gives itself
        text, problem = run(archon, [*then, "--format", "schema"])
        yield what + " --format schema", problem or schemas.own(schema, text, writes is not None and schema not in writes)
        if writes is not None:
            writes.add(schema)  # another run of the command says the same
    yield what + " --format json", next(filter(None, (schemas.problem(schema, value) for value in values)), "")
    samples.setdefault(schema, values[0])
    yield from file_checks(schemas, files)
    if "schema" in formats:
        text, problem = run(archon, [*then, "--format", "html"])
        yield what + " --format html", problem or page_problem(schemas, schema, text)
        for name in schemas.tables(schema):
            yield from table_checks(archon, schemas, then, schema, name, what, few or f"{schema}/{name}" != table)
    if table:
        text, problem = run(archon, [*then, "--format", "csv"])
        yield what + " --format csv", problem or table_problem(schemas.columns_of(*table.split("/")), text, few)


def offers_of(archon):
    """What --help of each command and its own commands offers, formats and options: {"match": ({"table", "json"}, {"--games", ...}), ...}."""
    found = {}

    def visit(words):
        text = run(archon, [*words, "--help"])[0]
        if offered := re.search(r"--format WORD:\{([^}]*)\}", text):
            found[" ".join(words)] = set(offered.group(1).split(",")), set(re.findall(r"^  (?:-\w,)?(--[a-z-]+)", text, re.M))
        for inside in re.findall(r"^(?:Subcommands|Commands for \w+):\n(.*?)(?:\n\n|\Z)", text, re.S | re.M):
            for name in re.findall(r"^  (\S+) ", inside, re.M):
                visit([*words, name])

    visit([])
    return found


def check_complete(offers, schemas, tried):
    check("commands have formats", "" if len(offers) > 10 else f"--help tells only of {sorted(offers)}")
    for command, (offered, _) in offers.items():
        mine = [each for each in tried if each[0] == command]
        if "json" in offered:
            check(f"{command}: JSON has a schema", "" if mine else "none is tried")
        if "csv" in offered:
            check(f"{command}: CSV has a description", "" if any(each[3] for each in mine) else "none is tried")
    for name in sorted(schemas.documents):
        short = name.removesuffix(".schema.json")
        check(f"{name} is used", "" if short in schemas.used or short in SHARED else "by no command")


def fields_of(node, path):
    """Every object of a schema that lists fields, and every field that says nothing."""
    if isinstance(node, dict):
        if "properties" in node:
            if node.get("additionalProperties") is not False:
                yield f"{path} lets other fields pass"
            for name, field in node["properties"].items():
                if not field.get("description"):
                    yield f"{path}/{name} has no description"
        for key, inner in node.items():
            yield from fields_of(inner, f"{path}/{key}")
    elif isinstance(node, list):
        for inner in node:
            yield from fields_of(inner, path)


def check_written(schemas):
    for name, document in sorted(schemas.documents.items()):
        try:
            jsonschema.Draft202012Validator.check_schema(document)
            problem = "; ".join(list(fields_of(document, ""))[:5])
        except jsonschema.SchemaError as error:
            problem = error.message
        check(f"{name} is a schema that describes every field", problem)


# Words for what has a name already, and the name; fields of other formats and of schemas that are still to be written so.
SYNONYMS = {"win": "win_rate", "mean": "win_rate", "mean_win_rate": "win_rate", "winrate": "win_rate", "win_share": "win_rate", "rate": "win_rate",
            "interval": "NAME_low and NAME_high", "low": "NAME_low", "high": "NAME_high", "name": "deck, card, agent", "deck_name": "deck",
            "error": "NAME_low and NAME_high", "standard_error": "NAME_low and NAME_high", "lower": "NAME_low", "upper": "NAME_high"}
OTHER_FORMATS = {"common", "position", "replay"}
OLD = {"chains", "bid"}
NAMED_SO = {("cards", "name")}  # of a set
OTHER_INTERVALS = {"simultaneous"}  # of win_rate, when all pairs are to be inside at once


def language_problems(name, properties, place=""):
    """What a schema says in another way than the others do."""
    for field, says in properties.items():
        where, text, types = place + field, says.get("description", ""), says.get("type", [])
        types = [types] if isinstance(types, str) else types
        if field in SYNONYMS and (name, field) not in NAMED_SO:
            yield f"{where}: say {SYNONYMS[field]}"
        if re.search("percent(?!ile)|pct", field) or re.search(r"\bpercent(?!ile)|(?<!\d )%", text):
            yield f"{where}: shares are from 0 to 1, not percent"
        if re.fullmatch(r"(.*_)?(win_rate|share|probability)", field) and "number" in types and (says.get("minimum"), says.get("maximum")) != (0, 1):
            yield f"{where}: from 0 to 1"
        for end, other in (("_low", "_high"), ("_high", "_low")):
            if field.endswith(end):
                of = field.removesuffix(end)
                if of + other not in properties or of not in properties and of not in OTHER_INTERVALS:
                    yield f"{where}: the end of no interval"
        if says.get("type") == "array":
            inner = says.get("items", {})
            if "properties" not in inner:
                yield f"{where}: a table has rows with fields"
            yield from language_problems(name, inner.get("properties", {}), where + "/")


def check_language(schemas):
    for file, document in sorted(schemas.documents.items()):
        name = file.removesuffix(".schema.json")
        if name not in OTHER_FORMATS | OLD:
            check(f"{file} speaks the language of all", "; ".join(list(language_problems(name, document["properties"]))[:8]))
    good = {"type": "number", "minimum": 0, "maximum": 1, "description": "Of games"}
    check("a win rate", "; ".join(language_problems("x", {"win_rate": good, "win_rate_low": good, "win_rate_high": good})))
    for bad in ({"win_rate": {**good, "maximum": 100}}, {"interval": good}, {"mean_win_rate": good}, {"win_percent": good},
                {"share": {**good, "description": "In percent"}}, {"win_rate_low": good}, {"error": good},
                {"decks": {"type": "array", "items": {"type": "string"}}}, {"decks": {"type": "array", "items": {"properties": {"win": good}}}}):
        check(f"the language of {bad}", "" if list(language_problems("x", bad)) else "is not refused")


def check_refused(schemas, samples):
    """Damage of each kind is found in every result."""
    for name, sample in samples.items():
        whole = sample[0] if isinstance(sample, list) else sample
        if not isinstance(whole, dict):
            continue
        place = "/".join([name, "damaged"])
        first = next(iter(whole))
        for damage, how in (("a field more", lambda d: d.update(surprise=1)), ("a field less", lambda d: d.pop(first)),
                            ("another type", lambda d: d.update({first: {"nothing": []}}))):
            damaged = copy.deepcopy(sample)
            how(damaged[0] if isinstance(damaged, list) else damaged)
            check(f"{place}: {damage}", "" if schemas.problem(name, damaged) else "is not refused")
    damaged = copy.deepcopy(samples["match"])
    damaged["results"][0]["win_rate"] = 1.5
    check("a win rate of 1.5", "" if schemas.problem("match", damaged) else "is not refused")
    damaged = copy.deepcopy(samples["match"])
    damaged["provenance"]["decks"][0]["hash"] = "no hash"
    check("a hash of a deck within a shared part", "" if schemas.problem("match", damaged) else "is not refused")
    columns = [{"name": "deck", "type": "string"}, {"name": "rate", "type": "number", "minimum": 0, "maximum": 1}]
    check("a table", table_problem(columns, 'deck,rate\n"a, b",0.5\n'))
    for text in ("# a remark\ndeck,rate\na,0.5\n", "rate,deck\na,0.5\n", "deck,rate\n", "deck,rate\na,1.5\n", "deck,rate\na,half\n", "deck,rate\na,\n", "deck,rate\na\n"):
        check(f"the table {text!r}", "" if table_problem(columns, text) else "is not refused")


def main():
    if len(sys.argv) not in (2, 3) or sys.argv[2:] not in ([], ["--write"]):
        sys.exit("usage: schemas.py ARCHON [--write]")
    archon = str(pathlib.Path(sys.argv[1]).resolve())
    schemas, samples = Schemas(), {}
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        prepare(archon, work)
        offers = offers_of(archon)
        writes = set() if sys.argv[2:] else None
        tried = [*first_runs(work), *runs(work)]
        with concurrent.futures.ThreadPoolExecutor(1 if writes is not None else os.cpu_count()) as pool:
            for some, few in ((first_runs(work), False), (runs(work), False), (holes(work), True)):
                for done in pool.map(lambda each, few=few: list(try_command(archon, schemas, offers, writes, few, samples, work, *each)), some):
                    for what, problem in done:
                        check(what, problem)
        text, problem = run(archon, ["rate", *TWO, "--format", "csv"])
        check("the program sqlite3 reads a table", problem or shell_problem(work, text))
        text, problem = run(archon, ["position", f"{work}/position"])  # JSON without --format
        check("position", problem or schemas.problem("position", json.loads(text)))
    check_complete(offers, schemas, tried)
    check_written(schemas)
    check_language(schemas)
    check_refused(schemas, samples)
    print(f"{passed} passed, {failed} failed")
    return failed > 0 or passed == 0


if __name__ == "__main__":
    sys.exit(main())
