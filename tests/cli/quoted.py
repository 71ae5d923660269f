#!/usr/bin/env python3
"""quoted.py ARCHON [--update]: the commands that README.md, the READMEs of the folders and CONTRIBUTING.md quote are as the program is.

  ```console blocks   lines that begin with "$ " are run, and the lines below are what they print; a line "..." stands for any
                      lines. Version, times and speeds are not compared. --update writes what is printed now, with the same
                      lines left out.
  other blocks, and `archon ...` in a text   must name a command and options that there are; where all the files are there, and
                      it is a line of a block, it is run, for a second where a command takes --time, and has to end well.

They are run in a folder that has sim, tests and results of the tree and my.csv and friend.txt of tests/cli; what they write stays
there. The last line is "N passed, N failed"."""
import difflib
import glob
import os
import re
import shlex
import subprocess
import sys
import tempfile

import golden

ROOT = golden.ROOT
LEFT_OUT = "..."
SECONDS = 300
STOPPED = 3  # the exit code where --time ends a run
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.S | re.M)
SPAN = re.compile(r"`(archon (?!\w+: )[^`\n]*(?:\n[^`\n]+)?)`")  # "archon power: NAME" is a line of a deck
FILE = re.compile(r".*(/|\.(deck|csv|txt|json|jsonl|sqlite)\b)")
WRITTEN = {"--out", "-o", "--report", "--page", "--record", "--ledger", "--report-url"}  # what need not be there


class Checker:
    def __init__(self, archon, folder):
        self.archon, self.folder, self.helps = archon, folder, {}
        self.passed, self.failed = 0, 0

    def check(self, where, problem):
        self.passed, self.failed = self.passed + (not problem), self.failed + bool(problem)
        if problem:
            print(f"FAILED: {where}: {problem}", flush=True)

    def run(self, words):
        command = [self.archon, *words]
        try:
            return subprocess.run(command, cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return subprocess.CompletedProcess(command, -1, "", f"it ran for more than {SECONDS} s")

    def help_of(self, path):
        if path not in self.helps:
            self.helps[path] = self.run(["help", *path])
        return self.helps[path]

    def unknown(self, words):
        """What of a command line the program does not know."""
        path = ()
        for word in words:
            if not re.fullmatch("[a-z][a-z0-9-]*", word) or self.help_of((*path, word)).returncode:
                break
            path = (*path, word)
        shown = self.help_of(path).stdout
        if words and not path and words[0] not in ("help", "--help", "--version") and not words[0].isupper():
            return f"there is no command {words[0]}"
        for option in {word.split("=")[0] for word in words if re.match("--?[a-z]", word)}:
            if not re.search(rf"(?m)(^  |,){re.escape(option)}[ ,\n=]", shown):
                return f"archon {' '.join(path)} has no {option}"
        return ""


def words_of(line):
    """Of a command without its remark; None where it is no whole command line."""
    try:
        words = shlex.split(line, comments=True)
    except ValueError:
        return None
    return words[1:] if words else None


def expanded(words, folder):
    """With the files that patterns stand for; None where one that is read is not there."""
    found = []
    for before, word in zip(["", *words], words):
        there = sorted(glob.glob(word, root_dir=folder))
        base = word if os.path.exists(os.path.join(folder, word)) else word.rsplit(":", 1)[0]
        if there:
            found += there
        elif before in WRITTEN or not FILE.match(word) or os.path.exists(os.path.join(folder, base)):
            found.append(word)
        else:
            return None
    return found


def short(checker, words):
    """The same with a second for --time, which is added where there is one."""
    if "--time" in words:
        return ["1s" if before == "--time" else word for before, word in zip(["", *words], words)]
    timed = "--from" not in words and re.search(r"(?m)^  --time ", checker.help_of((words[0],)).stdout)
    return [*words, "--time", "1s"] if timed else words


def placeholders(words):
    """Words such as DECKS or NAME, for which the reader puts something."""
    return [word for word in words if re.fullmatch(r"[A-Z][A-Z_/.]*(\.[a-z]+)?", word.split(":")[-1]) or "$" in word or "..." in word]


def script_words(script):
    """What the last line of a script of the tree plays."""
    text = (ROOT / script).read_text().replace("\\\n", " ")
    return words_of([line for line in text.splitlines() if line.startswith("build/release/archon ")][-1])


def seen(lines):
    """What of them is compared."""
    text = "\n".join(lines)
    for pattern, new in golden.BLANKED:
        text = re.sub(pattern, new, text)
    return [line.rstrip() for line in text.split("\n")]


def fits(expected, printed):
    """Whether the lines are those, with any for "..."."""
    if LEFT_OUT not in expected:
        return expected == printed
    at = expected.index(LEFT_OUT)
    rest = expected[at + 1:]
    return expected[:at] == printed[:at] and any(fits(rest, printed[i:]) for i in range(at, len(printed) + 1))


def shortened(printed, expected):
    """As many of its lines as before at the beginning and the end."""
    if LEFT_OUT not in expected:
        return printed
    head, tail = expected.index(LEFT_OUT), len(expected) - 1 - expected[::-1].index(LEFT_OUT)
    after = len(expected) - 1 - tail
    return printed[:head] + [LEFT_OUT] + (printed[len(printed) - after:] if after else [])


def check_console(checker, where, block):
    """The block as it is printed now."""
    new = []
    for part in re.split(r"(?m)^(?=\$ )", block):
        if not part.strip():
            continue
        command, *expected = part.rstrip("\n").split("\n")
        blanks = part[len(part.rstrip("\n")) + 1:]  # between two commands
        line = command[2:]
        words = script_words(line.split()[0]) if line.startswith("./scripts/") else words_of(line)
        done = checker.run(expanded(words, checker.folder) or words)
        printed = done.stdout.rstrip("\n").split("\n")
        problem = f"{line}: exit code {done.returncode}: {done.stderr.strip()}" if done.returncode else ""
        if not problem and expected and not fits(seen(expected), seen(printed)):
            changed = difflib.unified_diff(seen(expected), seen(shortened(printed, expected)), "quoted", "now", n=1, lineterm="")
            problem = "\n".join([f"{line} prints:", *changed])
        if problem and expected:
            expected = [text.rstrip() for text in shortened(printed, expected)]
        checker.check(where, problem)
        new.append("\n".join([command, *expected]) + "\n" + blanks)
    return "".join(new)


def check_line(checker, where, line, is_whole):
    words = words_of(line)
    if words is None:
        return checker.check(where, f"no command line: {line}" if is_whole else "")
    problem = checker.unknown(words)
    checker.check(where, problem and f"{line}: {problem}")
    files = expanded(words, checker.folder)
    if problem or not is_whole or files is None or placeholders(words):
        return None
    files = short(checker, files)
    done = checker.run(files)
    checker.check(where, done.returncode not in (0, STOPPED if "--time" in files else 0) and f"{line}: {done.stderr.strip()[-500:]}")
    return None


def check_page(checker, path, update):
    name, text = str(path.relative_to(ROOT)), path.read_text()

    def block(match):
        where, body = f"{name}:{text[:match.start()].count(chr(10)) + 1}", match[2]
        if match[1] == "console":
            return f"```console\n{check_console(checker, where, body)}```"
        for line in body.replace("\\\n", " ").splitlines():
            if line.startswith("archon ") and not re.match(r"archon [0-9a-f]{7,}", line):
                check_line(checker, where, line, True)
        return match[0]

    new = BLOCK.sub(block, text)
    prose = BLOCK.sub(lambda match: "\n" * match[0].count("\n"), text)
    for match in SPAN.finditer(prose):
        check_line(checker, f"{name}:{prose[:match.start()].count(chr(10)) + 1}", match[1].replace("\n", " "), False)
    if update and new != text:
        path.write_text(new)


def main():
    words = [word for word in sys.argv[1:] if word != "--update"]
    if len(words) != 1:
        sys.exit(__doc__)
    listed = ["git", "ls-files", "*README.md", "CONTRIBUTING.md"]
    pages = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    with tempfile.TemporaryDirectory() as folder:
        for shared in ("sim", "tests", "results"):
            os.symlink(ROOT / shared, os.path.join(folder, shared))
        for mine in ("my.csv", "friend.txt"):
            os.symlink(ROOT / "tests/cli" / mine, os.path.join(folder, mine))
        checker = Checker(os.path.abspath(words[0]), folder)
        for page in pages.split():
            check_page(checker, ROOT / page, "--update" in sys.argv)
    print(f"{checker.passed} passed, {checker.failed} failed")
    sys.exit(checker.failed > 0 or checker.passed == 0)


if __name__ == "__main__":
    main()
