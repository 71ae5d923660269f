#!/usr/bin/env python3
"""fetch.py ARCHON: links to decks and ids. Every build says what to do about them; one with ARCHON_FETCH loads them with --fetch,
here from a server of this test. The last line is "N passed, N failed"."""
import http.server
import os
import pathlib
import subprocess
import sys
import threading

ROOT = pathlib.Path(__file__).resolve().parents[2]
DECK = (ROOT / "tests/deck/formats/registry_mirror.json").read_bytes()
ID = "6e477f65-c9f9-4e52-a3ec-6d5e15936de6"
NAME = "Pupa Ramos, the Ever-Changing"
LINKS = [f"https://decksofkeyforge.com/decks/{ID}", f"https://www.keyforgegame.com/deck-details/{ID}?powered_by=x", ID, ID.upper(),
         f"www.keyforgegame.com/deck-details/{ID}", f"http://archonarcana.com/deck/{ID}"]
PUBLIC = f"https://www.keyforgegame.com/api/decks/{ID}/?links=cards"
passed, failed, asked = 0, 0, []


def check(what, good):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    if not good:
        print(f"FAILED: {what}")


class Registry(http.server.BaseHTTPRequestHandler):
    """Decks whose id begins with a digit that says what goes wrong; the one above is as it should be."""

    def do_GET(self):
        asked.append((self.path, self.headers["User-Agent"]))
        kind = self.path.split("/")[3][:1] if self.path.count("/") > 3 else ""
        if kind == "6":
            return self.answer(200, DECK)
        if kind == "1":
            return self.answer(429, b'{"code":429}')
        if kind == "2":
            return self.answer(500, b"")
        if kind == "3":
            return self.answer(200, b"<html>blocked</html>")
        if kind == "4":
            return self.answer(200, b" " * (17 << 20))
        if kind == "5":
            return self.answer(302, b"", {"Location": f"/api/decks/{ID}/?links=cards"})
        if kind == "7":
            return self.answer(302, b"", {"Location": f"file://{ROOT}/tests/deck/formats/registry_mirror.json"})
        if kind == "8":
            return self.answer(302, b"", {"Location": self.path})
        return self.answer(404, b"")

    def answer(self, code, body, headers=()):
        self.send_response(code)
        for name, value in dict(headers).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        try:
            self.wfile.write(body)
        except OSError:
            pass  # the program has enough

    def log_message(self, *_):
        pass


def run(archon, *words, registry=None):
    environment = {**os.environ, "ARCHON_REGISTRY": registry} if registry else {k: v for k, v in os.environ.items() if k != "ARCHON_REGISTRY"}
    return subprocess.run([archon, *words], cwd=ROOT, env=environment, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60)


def try_advice(archon, can_fetch):
    for link in LINKS:
        done = run(archon, "deck", "show", link)
        check(f"{link}: refused", done.returncode == 2 and not done.stdout)
        check(f"{link}: what to do: {done.stderr}", f"save {PUBLIC} as a file and name that" in done.stderr)
        check(f"{link}: what it is", ("the id of a deck" if link == ID else "") in done.stderr and "no such file" not in done.stderr)
        check(f"{link}: --fetch", ("; --fetch loads it" if can_fetch else "one with ARCHON_FETCH can") in done.stderr)
    done = run(archon, "rate", "https://archonarcana.com/Dust_Imp")
    check("a page of the wiki", done.returncode == 2 and "a link, not a file (save the deck as JSON, CSV or text" in done.stderr)
    done = run(archon, "rate", "tests/cli/my.csv:https://decksofkeyforge.com/decks/3b22e33f-23be-4078-b503-38f2d6475b64")
    check("a link as the name of a deck of a file", "Tsong" in done.stdout)


def try_fetch(archon, registry):
    for link in LINKS:
        done = run(archon, "deck", "show", link, "--fetch", registry=registry)
        check(f"{link} --fetch: {done.stderr}", done.returncode == 0 and NAME in done.stdout)
    check("what was asked for", all(path == f"/api/decks/{ID}/?links=cards" and agent.startswith("archon/") for path, agent in asked))
    asked.clear()
    done = run(archon, "rate", ID, "sim/decks/guide-achea.deck", "--fetch", "--format", "csv", registry=registry)
    check("beside a file", NAME in done.stdout and "Guide Achea" in done.stdout and len(asked) == 1)
    done = run(archon, "deck", "show", "5" + ID[1:], "--fetch", registry=registry)
    check(f"a redirection: {done.stderr}", NAME in done.stdout)
    for kind, message in (("0", "the registry knows no such deck"), ("1", "the registry was asked too often"), ("2", "error 500"),
                          ("3", "this is a web page, not a deck"), ("4", "larger than 16 MB"), ("7", "can't be loaded"), ("8", "can't be loaded")):
        done = run(archon, "rate", kind + ID[1:], "--fetch", registry=registry)
        check(f"{message}: {done.stderr}", done.returncode == 2 and message in done.stderr and not done.stdout)
    done = run(archon, "rate", ID, "--fetch", registry="http://127.0.0.1:1")
    check(f"nobody there: {done.stderr}", done.returncode == 2 and "can't be loaded" in done.stderr)


def main():
    archon = str(pathlib.Path(sys.argv[1]).resolve())
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Registry)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    registry = f"http://127.0.0.1:{server.server_port}"
    refusal = run(archon, "rate", ID, "--fetch", registry=registry)
    can_fetch = "this build can't load decks" not in refusal.stderr
    check("a build that can't opens no connection", can_fetch or (not asked and refusal.returncode == 2))
    asked.clear()
    run(archon, "rate", ID, registry=registry)
    check("without --fetch no connection", not asked)
    try_advice(archon, can_fetch)
    if can_fetch:
        try_fetch(archon, registry)
    else:
        print("this build can't fetch: only what it says was tried")
    print(f"{passed} passed, {failed} failed")
    return failed > 0 or passed == 0


if __name__ == "__main__":
    sys.exit(main())
