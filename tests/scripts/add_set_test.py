#!/usr/bin/env python3
"""scripts/add_set.py in a copy of the facts: sets that are there are written as they are, new ones added, what is unknown listed."""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
from leave_out_set import facts, list_lines  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FACTS, SETS = "engine/facts/facts.tsv", "engine/facts/sets.cpp"
HEAD = "number\ttitle\thouse\trarity\ttype\n"


def list_of(code):
    """The table of the cards of a set, from the facts."""
    return "\n".join(list_lines(facts(), code)) + "\n"


class AddSet(unittest.TestCase):
    def setUp(self):
        self.tree = pathlib.Path(tempfile.mkdtemp())
        (self.tree / "engine/facts").mkdir(parents=True)
        for name in (FACTS, SETS):
            shutil.copyfile(ROOT / name, self.tree / name)

    def tearDown(self):
        shutil.rmtree(self.tree)

    def add(self, text, *options):
        (self.tree / "list.tsv").write_text(text, encoding="utf-8")
        command = [sys.executable, ROOT / "scripts/add_set.py", self.tree / "list.tsv", "--tree", self.tree, *options]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def text(self, name):
        return (self.tree / name).read_text(encoding="utf-8")

    def same(self):
        return all(self.text(name) == (ROOT / name).read_text(encoding="utf-8") for name in (FACTS, SETS))

    def test_a_set_that_is_there_is_written_as_it_was(self):
        for code, number, name, *pooled in [("VM23", "609", "Vault Masters 2023", "--pooled"), ("DM", "928", "Draconian Measures")]:
            with self.subTest(code):
                done = self.add(list_of(code), "--code", code, "--number", number, "--name", name, *pooled)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                self.assertEqual(self.text(FACTS), (ROOT / FACTS).read_text(encoding="utf-8"))

    def test_a_new_set_stands_before_the_pooled_ones_and_has_its_cards(self):
        done = self.add(HEAD + "001\tTroll\tBrobnar\tRare\tCreature\n002\tSir Bevor\tsanctum\tEvil Twin\tCreature\n",
                        "--code", "NEW", "--number", "999", "--name", "New Set")
        self.assertEqual((done.returncode, done.stdout), (0, "NEW: 2 cards\n"))
        lines = self.text(SETS).splitlines()
        at = lines.index('    {"NEW", "New Set", 999},')
        self.assertIn("kPooled}", lines[at + 1])
        self.assertNotIn("kPooled}", lines[at - 1])
        self.assertEqual(re.findall(r"^(\S+).*NEW:(\S+?)[,\t]", self.text(FACTS), re.M),
                         [("troll", "001:brobnar:rare"), ("sir-bevor-evil-twin", "002:sanctum:evil-twin")])

    def test_unknown_cards_are_listed_and_nothing_is_written(self):
        done = self.add(HEAD + "001\tTroll\tBrobnar\tRare\tCreature\n002\tNew Thing\tDis\tRare\tAction\n003\tTroll\tDis\tRare\tAction\n",
                        "--code", "NEW", "--number", "999", "--name", "New Set")
        self.assertEqual(done.returncode, 2)
        self.assertIn("2 cards", done.stdout)
        self.assertIn("002\tNew Thing\tDis\tRare\tAction\n003\tTroll", done.stdout)
        self.assertTrue(self.same())

    def test_lines_that_are_wrong_are_named(self):
        for line, problem in [("1\tTroll\tBrobnor\tRare\tCreature", "unknown house 'Brobnor'"),
                              ("1\tTroll\tBrobnar\tRarest\tCreature", "unknown rarity 'Rarest'"),
                              ("1\tTroll\tBrobnar\tRare\tSpell", "unknown type 'Spell'"),
                              ("x\tTroll\tBrobnar\tRare\tCreature", "'x' is no number of a card")]:
            with self.subTest(line):
                done = self.add(HEAD + line + "\n", "--code", "NEW", "--number", "999", "--name", "New Set")
                self.assertEqual(done.returncode, 2)
                self.assertIn("line 2: " + problem, done.stdout)
                self.assertTrue(self.same())

    def test_a_table_without_a_column_is_refused(self):
        done = self.add("number\ttitle\thouse\trarity\n", "--code", "NEW", "--number", "999", "--name", "New Set")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("there is no type", done.stderr)
        self.assertTrue(self.same())


if __name__ == "__main__":
    unittest.main()
