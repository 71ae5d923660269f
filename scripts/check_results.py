#!/usr/bin/env python3
"""check_results.py [--strict]: the files of results/ that were measured before the last change of the games they are of.

A file names versions (archon 1234abc) and agents. What only `random` and `greedy` played is out of date once the engine's
signature has changed ("Bench: NUMBER" in the messages of the history); what others played may be so once a commit that says a
signature has touched engine or agents, since the history does not tell their signature. Prints a line for each file that is
out of date, or whose version the history does not have, and which name none. Nothing is wrong with an old figure that says
its version, so the exit code is 0; with --strict, for releases, 1 if there are such files."""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
FIXED_AGENTS = {"random", "greedy"}  # those of the engine's signature
VERSION = re.compile(r"\b(?:archon|commit) ([0-9a-f]{7,40})(-dirty)?\b")
PARAMETERS = r":[\w=./-]+(?:,[\w=./-]+)*"
AGENTS = re.compile(rf"\bagents? ((?:[a-z]+(?:{PARAMETERS})?(?:, )?)+)|--agent(?:-b)? ([a-z]+)")


def git(*words):
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)


def changes():
    """The last commit that changed the engine's signature, and the last that said one and touched engine or agents."""
    said = []  # (commit, signature), the newest first
    for commit in git("log", "--format=%H%x01%B%x02", "--", "engine", "agents").stdout.split("\x02"):
        if found := re.search(r"(?m)^Bench: ([0-9a-f]{16})", commit):
            said.append((commit.split("\x01")[0].strip(), found[1]))
    if not said:
        sys.exit("check_results.py: no commit of the history says a signature")
    last = next((commit for (commit, own), (_, before) in zip(said, said[1:]) if own != before), said[-1][0])
    return last, said[0][0]


def agents_of(text):
    """The names of the agents that a result says played."""
    names = set()
    for listed, option in AGENTS.findall(text):
        names |= {*re.sub(PARAMETERS, "", listed).split(", "), option}
    return names - {""}


def is_since(version, change):
    return git("merge-base", "--is-ancestor", change, version).returncode == 0


def day_of(commit):
    return git("log", "-1", "--format=%h of %cs", commit).stdout.strip()


def named(versions):
    return versions[0] + (f" and {len(versions) - 1} more" if len(versions) > 1 else "")


def problem_of(text, engine_change, agent_change):
    """What is wrong with a result; None where it names no version."""
    versions = {found[1] for found in VERSION.finditer(text)}
    if not versions:
        return None
    if unknown := sorted(version for version in versions if git("cat-file", "-e", version + "^{commit}").returncode):
        return f"measured by {named(unknown)}, which the history does not have"
    agents = agents_of(text)
    fixed = bool(agents) and agents <= FIXED_AGENTS
    change = engine_change if fixed else agent_change
    if old := sorted(version for version in versions if not is_since(version, change)):
        what = "the games changed" if fixed else "the agents may have changed"
        return f"measured by {named([day_of(version) for version in old])}; {what} with {day_of(change)}"
    return ""


def main():
    if set(sys.argv[1:]) - {"--strict"}:
        sys.exit(__doc__)
    engine_change, agent_change = changes()
    files = git("ls-files", "results").stdout.split()
    old, silent = 0, []
    for file in files:
        problem = problem_of((ROOT / file).read_text(errors="replace"), engine_change, agent_change)
        if problem is None:
            silent.append(file)
        elif problem:
            old += 1
            print(f"{file}: {problem}")
    print(f"{old} of {len(files)} files of results are out of date; {len(silent)} name no version: {', '.join(silent)}")
    sys.exit("--strict" in sys.argv and old > 0)


if __name__ == "__main__":
    main()
