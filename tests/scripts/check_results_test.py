#!/usr/bin/env python3
"""scripts/check_results.py in a repository of this test: what is out of date is listed, what is not is not."""
import pathlib
import shutil
import subprocess
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts/check_results.py"
OLD, NEW = "Bench: 1111111111111111", "Bench: 2222222222222222"


class Repository(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for name in ("engine", "agents", "results", "scripts"):
            (self.root / name).mkdir()
        shutil.copy(SCRIPT, self.root / "scripts")
        self.git("init", "-q")
        self.before = self.commit("engine/a", OLD)
        self.games = self.commit("engine/a", NEW)
        self.same = self.commit("engine/a", "No functional change")
        self.agents = self.commit("agents/a", NEW)
        self.after = self.commit("results/README.md", "No functional change")

    def git(self, *words):
        own = ["-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false"]
        return subprocess.run(["git", *own, *words], cwd=self.root, check=True, capture_output=True, text=True).stdout.strip()

    def commit(self, file, last_line):
        with open(self.root / file, "a") as changed:
            changed.write("more\n")
        self.git("add", "-A")
        self.git("commit", "-q", "-m", f"Change it\n\n{last_line}")
        return self.git("rev-parse", "--short=7", "HEAD")

    def listed(self, *options, code=0):
        self.git("add", "-A")
        done = subprocess.run([self.root / "scripts/check_results.py", *options], capture_output=True, text=True)
        self.assertEqual(done.returncode, code, done.stderr)
        *lines, self.summary = done.stdout.splitlines()
        return {line.split(": ")[0].removeprefix("results/"): line.split(": ", 1)[1] for line in lines}

    def result(self, name, version, agent):
        (self.root / "results" / name).write_text(f"figures\narchon {version} (GNU 12, Release), rules 18.4, seed 1, {agent}\n")

    def test_games_of_fixed_agents(self):
        self.result("old.txt", self.before, "agent random")
        self.result("first.txt", self.games, "agents random, greedy:epsilon=0,fight=100")
        self.result("new.txt", self.same + "-dirty", "agent greedy:epsilon=0,fight=100")
        self.assertEqual(list(self.listed()), ["old.txt"])
        self.assertIn(f"measured by {self.before} of ", self.listed()["old.txt"])
        self.assertIn(f"the games changed with {self.games} of ", self.listed()["old.txt"])

    def test_games_of_other_agents(self):
        self.result("old.txt", self.same, "agent lookahead:actions=1,weights=current")
        self.result("mixed.txt", self.same, "agents greedy:epsilon=0,fight=100, mcts:iterations=50")
        self.result("unsaid.txt", self.same, "28 decks")
        self.result("new.txt", self.after, "agent lookahead:actions=1")
        self.assertEqual(sorted(self.listed()), ["mixed.txt", "old.txt", "unsaid.txt"])
        self.assertIn(f"the agents may have changed with {self.agents} of ", self.listed()["old.txt"])

    def test_unknown_versions_and_none(self):
        self.result("lost.txt", "abcdef0", "agent random")
        self.assertEqual(self.listed(), {"lost.txt": "measured by abcdef0, which the history does not have"})
        self.assertEqual(self.summary, "1 of 2 files of results are out of date; 1 name no version: results/README.md")

    def test_strict(self):
        self.assertEqual(self.listed("--strict"), {})
        self.result("old.txt", self.before, "agent random")
        self.assertEqual(list(self.listed("--strict", code=1)), ["old.txt"])


if __name__ == "__main__":
    unittest.main()
