#!/usr/bin/env python3
"""scripts/benchmark.py: the same file twice but for times, a check that passes, and one that notices what was not played.
  benchmark_test.py [ARCHON]"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
ARCHON = sys.argv.pop(1) if len(sys.argv) > 1 else str(ROOT / "build/release/archon")


def benchmark(*words):
    return subprocess.run([str(ROOT / "scripts/benchmark.py"), *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          env={**os.environ, "ARCHON": ARCHON})


def without_times(result):
    for match in result["matches"]:
        del match["time"]
    return result


class Benchmark(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.file = pathlib.Path(self.folder.name) / "greedy.json"
        self.said = benchmark("greedy", "--only", "random", "fast", "--games", 96, "--out", self.file)
        self.assertEqual(self.said.returncode, 0, self.said.stderr)

    def test_twice(self):
        again = pathlib.Path(self.folder.name) / "again.json"
        benchmark("greedy", "--only", "random", "fast", "--games", 96, "--out", again)
        self.assertEqual(without_times(json.loads(self.file.read_text())), without_times(json.loads(again.read_text())))

    def test_table(self):
        self.assertEqual(benchmark("--table", self.file).stdout, self.said.stdout)

    def test_check(self):
        self.assertEqual(benchmark("--check", self.file).returncode, 0)
        result = json.loads(self.file.read_text())
        first = result["matches"][1]["results"][0]
        result["matches"][1]["results"][0] = first.replace("l", "w")
        self.file.write_text(json.dumps(result))
        checked = benchmark("--check", self.file)
        self.assertEqual(checked.returncode, 1)
        self.assertIn("fast: 48 games differ", checked.stdout)

    def test_wrong(self):
        self.assertIn("unknown agent", benchmark("nobody", "--only", "random").stderr)
        self.file.write_text("{}")
        self.assertIn("no result of a benchmark", benchmark("--check", self.file).stderr)

    def test_panel(self):
        decks = sorted((ROOT / "bench/panel").glob("*.deck"))
        self.assertEqual(len(decks), 24)
        sets = {line for deck in decks for line in deck.read_text().splitlines() if line.startswith("set: ")}
        self.assertEqual(len(sets), 18)


if __name__ == "__main__":
    unittest.main()
