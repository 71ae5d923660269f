#!/usr/bin/env python3
"""Ledgers under faults: chaos.py ARCHON [--seeds N] [--first S]

A seed draws a job (a command that keeps its games in a ledger, or two shards and their merge), its threads, and one to three faults:
a signal at any moment, a full disk, a log torn as by a power cut, two writers at once, a clock that jumps, a folder that may not be
written, a ledger removed or replaced while it is written. After each fault no batch that was kept may be missing (but where the
fault took it), and who was not killed says what is wrong. Afterwards the job is run undisturbed: it ends with the bytes of a run that
never was disturbed. The last line is "N passed, N failed"; before it, how often each fault was tried, and which can't be tried here."""
import argparse
import collections
import concurrent.futures
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
SECONDS = 120  # of one command on a busy machine; alone it takes one
NOBODY = 65534
NAMES = ("radiant-argus-the-supreme", "miss-onyx-censorius", "guide-achea", "sahl-the-aegian", "titanfang-tower-fighter")
A, B, C, D, E = (f"{name}.deck" for name in NAMES)
FIVE = " ".join((A, B, C, D, E))
MATRIX = f"matrix {FIVE} --games 400 --agent greedy --format json --out FOLDER"
# Commands of a job, in order; KEEP is its ledger, FOLDER where it lies. All that is to come out the same: output, and files in FOLDER.
JOBS = {
    "match": [f"match {A} {B} --games 3000 --agent greedy --format json --ledger KEEP"],
    "precision": [f"match {A} {B} --precision 2 --agent greedy --format json --ledger KEEP"],
    "matrix": [MATRIX],
    "shards": [f"{MATRIX} --shard 1/2", f"{MATRIX} --shard 2/2",
               "merge FOLDER/ledger-1-of-2.sqlite FOLDER/ledger-2-of-2.sqlite --out FOLDER/ledger.sqlite",
               "matrix --from FOLDER/ledger.sqlite --format json --out FOLDER"],
    "gauntlet": [f"gauntlet {A} --field {B} {C} --games 1500 --agent greedy --format json --out FOLDER"],
    "arena": [f"arena --agent greedy --agent random --decks {FIVE} --games 1500 --format json --ledger KEEP"],
    "soak": [f"soak {FIVE} --decisions 300000 --ledger KEEP"],
    "usage": [f"usage {FIVE} --games 1000 --agent greedy --format json --ledger KEEP"],
    "values": ["values --decks 200 --games 2000 --agent greedy --format json --ledger KEEP"],
    "chains": [f"chains {A} {B} --games 2500 --width 0.5 --agent greedy --format json --ledger KEEP"],
    "best": [f"best {FIVE} --games 3000 --finalists 3 --agent greedy --format json --ledger KEEP"],
    "bid": [f"bid {A} {B} {C} --games 800 --agent greedy --format json --ledger KEEP"],
    "evaluation": [f"train evaluation {FIVE} --games 1500 --agent greedy --format json --ledger KEEP"],
}
# Not the same in every run: the command, its time, its speed, and how much of the result it played itself.
VOLATILE = re.compile(r'^command: |"(command_line|(play_|fit_)?seconds|games_per_second|decisions_per_second|games_played_now)": [^n]| games/s, |'
                      r"^seconds:? |^  played in|^# command|new batch")
CLOCK = r"""
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
static long long jump(void) {  /* up to 40 years forth or back, another with each call */
  static unsigned state;
  if (!state) state = atoi(getenv("CHAOS_CLOCK")) * 2u + 1u;
  state = state * 1664525u + 1013904223u;
  return (long long)(state >> 8) % 2500000000ll - 1250000000ll;
}
int clock_gettime(clockid_t id, struct timespec* t) {
  int code = (int)syscall(SYS_clock_gettime, id, t);
  if (id == CLOCK_REALTIME) t->tv_sec += jump();
  return code;
}
time_t time(time_t* t) { struct timespec n; clock_gettime(CLOCK_REALTIME, &n); if (t) *t = n.tv_sec; return n.tv_sec; }
int gettimeofday(struct timeval* t, void* z) {
  struct timespec n; (void)z; clock_gettime(CLOCK_REALTIME, &n); t->tv_sec = n.tv_sec; t->tv_usec = n.tv_nsec / 1000; return 0;
}
"""


class Wrong(Exception):
    pass


class Home:
    """The whole run: a folder with program, decks and clock, what comes out undisturbed, and what can't be done on this machine."""

    def __init__(self, path):
        self.path = path
        self.seconds = 1.0  # that a job takes
        self.mounts = False  # file systems can be made
        self.cannot = {}  # fault: why
        self.outputs = {}  # of a command, undisturbed
        self.files = {}  # of a job


def lasting(text, folder):
    """The lines of a result that are the same in every run."""
    lines = re.sub(r", [0-9,]+ of them played now", "", text.replace(str(folder).encode(), b"FOLDER").decode()).splitlines()
    return [line for line in lines if not VOLATILE.search(line)]


class Place:
    """A folder of a seed: its own commands, its ledgers, and what was kept in them."""

    def __init__(self, home, folder, job, rng):
        self.home, self.folder, self.job, self.rng = home, folder, job, rng
        self.threads = rng.randint(1, 2)

    def ledgers(self):
        return sorted(path for path in self.folder.iterdir() if path.name == "keep" or path.suffix == ".sqlite")

    def words(self, command):
        places = {"KEEP": str(self.folder / "keep"), "FOLDER": str(self.folder)}
        words = [re.sub("KEEP|FOLDER", lambda name: places[name[0]], word) for word in command.split()]
        return [str(self.home.path / "archon"), *words, *([] if words[0] == "merge" else ["-j", str(self.threads)])]

    def begin(self, command, **options):
        return subprocess.Popen(self.words(command), cwd=self.home.path / "decks", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, **options)

    def end(self, process, command, fault):
        """Waits. Who ends well must say what an undisturbed run says; who ends ill must say why. The exit code, and what was said."""
        what = f"{fault}, {command}"
        try:
            out, err = process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            raise Wrong(f"{what}: longer than {SECONDS} s") from None
        code = process.returncode
        if code == 0 and command in self.home.outputs and (found := lasting(out, self.folder)) != self.home.outputs[command]:
            raise Wrong(f"{what}: exit code 0, but another result: {difference(self.home.outputs[command], found)}")
        if code not in (0, 1, 2, 3, 4) and not (fault == "killed" and code < 0):
            raise Wrong(f"{what}: exit code {code}: {err[-300:]}")
        if code in (1, 2, 4) and not err.strip():
            raise Wrong(f"{what}: exit code {code} without a word")
        return code, out, err

    def kept(self):
        """Every batch in every ledger, read from copies: reading a ledger's log would change it."""
        found = {}
        with tempfile.TemporaryDirectory() as folder:
            for ledger in self.ledgers():
                for tail in ("", "-wal", "-journal"):
                    if (source := ledger.with_name(ledger.name + tail)).exists():
                        shutil.copyfile(source, pathlib.Path(folder) / source.name)
                try:
                    with sqlite3.connect(pathlib.Path(folder) / ledger.name) as db:
                        for cell, first, games, data in db.execute("SELECT cell, first, games, data FROM batch"):
                            found[ledger.name, cell, first] = (games, data)
                except sqlite3.Error:
                    pass  # a new one, which has no tables yet; a damaged one is found by the undisturbed run
        return found

    def undisturbed(self):
        """Does the job: what each command says, and the files it leaves, without what may differ."""
        outputs = {}
        for command in self.job:
            code, out, err = self.end(self.begin(command), command, "undisturbed")
            if code not in (0, 3):
                raise Wrong(f"undisturbed {command}: exit code {code}: {err[-300:]}")
            if not command.startswith("merge"):
                outputs[command] = lasting(out, self.folder)
        files = {path.name: lasting(path.read_bytes(), self.folder) for path in sorted(self.folder.iterdir())
                 if path.suffix in (".csv", ".json", ".html", ".md") and path.is_file()}
        return outputs, files


def difference(one, other):
    return next((pair for pair in zip(one, other) if pair[0] != pair[1]), f"{len(one)} and {len(other)} lines")


def wait_part(place, process):
    """Some of the time that the job needs, sometimes none."""
    try:
        process.wait(timeout=place.rng.random() ** 2 * place.home.seconds)
    except subprocess.TimeoutExpired:
        pass


def in_job(place):
    """A command of the job that is to be disturbed; those before it have been done."""
    at = place.rng.randrange(len(place.job))
    for command in place.job[:at]:
        place.end(place.begin(command), command, "before")
    return place.job[at]


def killed(place):
    command = in_job(place)
    process = place.begin(command)
    wait_part(place, process)
    process.send_signal(place.rng.choice([signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP]))
    place.end(process, command, "killed")


def torn_log(place):
    """What a power cut may do to a log that was not synchronized: its end is missing or is anything."""
    command = in_job(place)
    process = place.begin(command)
    wait_part(place, process)
    process.kill()
    place.end(process, command, "killed")
    for ledger in place.ledgers():
        log = ledger.with_name(ledger.name + "-wal")
        if log.exists() and log.stat().st_size:
            data = bytearray(log.read_bytes())
            cut = place.rng.randrange(len(data))
            data[cut:] = b"" if place.rng.random() < 0.5 else place.rng.randbytes(len(data) - cut)
            log.write_bytes(data)


def two_writers(place):
    command = in_job(place)
    first = place.begin(command)
    time.sleep(place.rng.choice([0, 0.001, 0.003, 0.01, 0.1]))
    codes = [place.end(each, command, "two writers")[0] for each in (place.begin(command), first)]
    if not any(code in (0, 3) for code in codes):
        raise Wrong(f"two writers of {command}: exit codes {codes}, nobody worked")


def clock_jumps(place):
    command = in_job(place)
    environment = dict(os.environ, LD_PRELOAD=str(place.home.path / "clock.so"), CHAOS_CLOCK=str(place.rng.randrange(10**6)))
    code, _, err = place.end(place.begin(command, env=environment), command, "clock jumps")
    if code not in (0, 3):
        raise Wrong(f"clock jumps, {command}: exit code {code}: {err[-300:]}")


def full_disk(place):
    """The folder on a small file system of its own where that may be made; else no file may grow beyond a size."""
    if place.home.mounts:
        size = place.rng.choice([16, 40, 80, 120, 200])
        moved = [(path, path.read_bytes()) for path in place.folder.iterdir()]
        needs = sum(len(data) // 4096 + 2 for _, data in moved) * 4
        options = f"size={size + needs}k,mode=777"
        if os.path.ismount(place.folder):
            subprocess.run(["mount", "-o", f"remount,{options}", place.folder], check=True)
        else:
            subprocess.run(["mount", "-t", "tmpfs", "-o", options, "none", place.folder], check=True)
            for path, data in moved:
                path.write_bytes(data)
        command = in_job(place)
        place.end(place.begin(command), command, "full disk")
        subprocess.run(["mount", "-o", "remount,size=100m", place.folder], check=True)
    else:
        size = place.rng.choice([4096, 20000, 60000, 100000])

        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

        command = in_job(place)
        place.end(place.begin(command, preexec_fn=limit), command, "full disk")


def read_only(place):
    command = in_job(place)
    for path in [*place.folder.iterdir(), place.folder]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    as_other = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
    before = {path.name: path.read_bytes() for path in place.folder.iterdir()}
    code, _, err = place.end(place.begin(command, **as_other), command, "read-only")
    after = {path.name: path.read_bytes() for path in place.folder.iterdir()}
    for path in [place.folder, *place.folder.iterdir()]:
        path.chmod(0o777 if path.is_dir() else 0o666)
    if before != after:
        raise Wrong(f"read-only, {command}: files changed: {sorted(before)} {sorted(after)}")
    if code in (0, 3) and not command.startswith("matrix --from"):
        raise Wrong(f"read-only, {command}: exit code {code}: {err[-300:]}")


def removed(place):
    """The ledger goes, or another file comes to its place, while it is written."""
    command = in_job(place)
    before = set(place.ledgers())
    process = place.begin(command)
    wait_part(place, process)
    written = [path for path in place.ledgers() if path.name == "keep" or path not in before]
    for path in written:
        path.unlink(missing_ok=True)
        if place.rng.random() < 0.3:
            path.write_text("no ledger\n")
    place.end(process, command, "removed")
    for path in written:  # as a user does who has read the message
        for tail in ("", "-wal", "-journal"):
            path.with_name(path.name + tail).unlink(missing_ok=True)


LOSING = {"torn_log", "removed"}
FAULTS = [killed, killed, torn_log, two_writers, clock_jumps, full_disk, read_only, removed]


def try_one(home, seed):
    """What went wrong with a seed, empty if nothing; and the faults it tried."""
    rng = random.Random(seed)
    name = rng.choice(sorted(JOBS))
    tried = []
    folder = home.path / f"seed-{seed}"
    folder.mkdir()
    folder.chmod(0o777)
    place = Place(home, folder, JOBS[name], rng)
    try:
        for _ in range(rng.randint(1, 3)):
            fault = rng.choice([each for each in FAULTS if each.__name__ not in home.cannot])
            tried.append(fault.__name__)
            before = place.kept()
            fault(place)
            if fault.__name__ not in LOSING:
                after = place.kept()
                lost = [key for key in before if after.get(key) != before[key]]
                if lost:
                    raise Wrong(f"{fault.__name__}: {len(lost)} batches lost or changed, {lost[0]} the first")
        outputs, files = place.undisturbed()  # whose outputs `end` compares
        for missing in set(home.files[name]) ^ set(files):
            raise Wrong(f"{missing} is there in one of the disturbed and the undisturbed run")
        for file, lines in home.files[name].items():
            if files[file] != lines:
                raise Wrong(f"{file} is not that of an undisturbed run: {difference(lines, files[file])}")
        return "", tried
    except Wrong as wrong:
        return f"seed {seed}: {name} after {', '.join(tried)}: {wrong}", tried
    finally:
        if os.path.ismount(folder):
            subprocess.run(["umount", "-l", folder], check=False)
        shutil.rmtree(folder, ignore_errors=True)


def prepare(archon, folder):
    home = Home(pathlib.Path(folder))
    home.path.chmod(0o755)
    shutil.copy(archon, home.path / "archon")
    (home.path / "decks").mkdir()
    for name in NAMES:
        shutil.copy(ROOT / "sim" / "decks" / f"{name}.deck", home.path / "decks")
    (home.path / "clock.c").write_text(CLOCK)
    compiled = ["cc", "-shared", "-fPIC", "-O1", "-o", home.path / "clock.so", home.path / "clock.c"]
    if subprocess.run(compiled, capture_output=True).returncode:
        home.cannot["clock_jumps"] = "no compiler for the clock"
    if os.geteuid() == 0:
        asked = [home.path / "archon", "--version"]
        if subprocess.run(asked, user=NOBODY, group=NOBODY, extra_groups=[], capture_output=True).returncode:
            home.cannot["read_only"] = "another user can't run the program"
        disk = home.path / "disk"
        disk.mkdir()
        made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16k", "none", disk], capture_output=True)
        home.mounts = made.returncode == 0
        if home.mounts:
            subprocess.run(["umount", disk], check=True)
    begin = time.monotonic()
    for name, job in sorted(JOBS.items()):
        (home.path / f"whole-{name}").mkdir()
        outputs, files = Place(home, home.path / f"whole-{name}", job, random.Random(0)).undisturbed()
        home.files[name] = files
        home.outputs |= outputs
    home.seconds = (time.monotonic() - begin) / len(JOBS)
    return home


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("archon", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("--seeds", type=int, default=50)
    parser.add_argument("--first", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        home = prepare(options.archon, folder)
        seeds = range(options.first, options.first + options.seeds)
        results = list(pool.map(lambda seed: try_one(home, seed), seeds))
    problems = [problem for problem, _ in results if problem]
    for problem in problems[:20]:
        print("FAILED:", problem)
    print("tried:", ", ".join(f"{name} {count}" for name, count in
                              sorted(collections.Counter(fault for _, tried in results for fault in tried).items())))
    print("full disk by", "a small file system" if home.mounts else "a limit of the size of files (no file system may be made here)")
    for name, why in home.cannot.items():
        print(f"not tried: {name}: {why}")
    print(f"{len(results) - len(problems)} passed, {len(problems)} failed")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
