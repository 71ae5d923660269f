#!/usr/bin/env bash
# Long runs of the command line: matrix.sh ARCHON [KILLS]. A matrix that is killed at random moments and run again must end with the bytes
# of one that was left alone; shards must make the whole; what is wrong with a disk or a ledger must be said, and the ledger must stay
# as it was. The last line is "N passed, N failed".
set -uo pipefail
# shellcheck source=tests/counted.sh
source "$(dirname "$0")/../counted.sh"
archon=$(realpath "${1:?usage: matrix.sh ARCHON [KILLS]}")
kills=${2:-4}
cd "$(dirname "$0")/../.." || exit
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
decks=(sim/decks/{radiant-argus-the-supreme,miss-onyx-censorius,guide-achea,sahl-the-aegian}.deck)
outputs=(matrix.csv decks.csv result.json)

# same WHAT DIR DIR: the outputs are the same but for the words of the command.
same() {
  local what=$1 one=$2 other=$3 file
  for file in "${outputs[@]}"; do
    if ! diff <(grep -v command "$one/$file") <(grep -v command "$other/$file") >"$work/diff"; then
      fail "$what: $file: $(head -n 4 "$work/diff")"
      return
    fi
  done
  pass
}

# fails CODE MESSAGE COMMAND...: the exit code, and the message on stderr.
fails() {
  local wanted=$1 message=$2 code
  shift 2
  "$@" >"$work/out" 2>"$work/err" </dev/null
  code=$?
  if ((code != wanted)); then fail "exit code $code instead of $wanted: $*: $(cat "$work/err")"; return; fi
  if grep -qF -- "$message" "$work/err"; then pass; else fail "$*: no '$message' in: $(cat "$work/err")"; fi
}

games_in() { "$archon" matrix --from "$1" --format json 2>/dev/null | sed -n 's/^  "games": \([0-9]*\),$/\1/p'; }

# Killed at random moments.
long=(matrix "${decks[@]}" --games 2000 --chains --agent fast --seed 3)
"$archon" "${long[@]}" --out "$work/whole" >/dev/null || fail "a run that is left alone"
before=0
for ((i = 0; i < kills; ++i)); do
  "$archon" "${long[@]}" --out "$work/killed" >/dev/null 2>&1 &
  sleep "$((RANDOM % 2)).$((RANDOM % 900 + 100))"
  kill -9 $! 2>/dev/null
  wait $! 2>/dev/null
  [[ -s $work/killed/ledger.sqlite ]] || continue
  now=$(games_in "$work/killed/ledger.sqlite")
  if [[ ${now:-0} -ge $before ]]; then pass; else fail "games before and after a kill: $before, ${now:-none}"; fi
  before=${now:-0}
done
"$archon" "${long[@]}" --out "$work/killed" >/dev/null || fail "the run after the kills"
same "a run that was killed $kills times" "$work/whole" "$work/killed"

# Interrupted once: what is in hand is saved, exit code 3; then the rest.
"$archon" "${long[@]}" --out "$work/interrupted" >/dev/null 2>"$work/err" &
until [[ -e $work/interrupted/ledger.sqlite ]]; do sleep 0.02; done # by then it listens
kill -TERM $!
wait $!
code=$?
if ((code == 3)) && grep -q "goes on from there" "$work/err"; then pass; else fail "SIGTERM: exit code $code: $(cat "$work/err")"; fi
if [[ -s $work/interrupted/result.json ]]; then pass; else fail "no results after SIGTERM"; fi
fails 3 "before the goal was reached" "$archon" matrix "${decks[@]}" --games 100000000 --time 0.3s

# On a terminal, who waits sees the best decks so far, within its width, and nothing of it stays.
if python3 - "$archon" matrix "${decks[@]}" --agent random --time 2s <<'PYTHON'
import fcntl, os, pty, re, struct, subprocess, sys, termios
COLUMNS = 60
terminal, end = pty.openpty()
fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, COLUMNS, 0, 0))
run = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=end)
os.close(end)
seen = b""
try:
    while piece := os.read(terminal, 65536): seen += piece
except OSError: pass
assert run.wait() == 0
text = seen.decode().replace("\r", "")
assert re.search(r"games, 0:0\d min, .* a second, 0:0\d min left\n   1  .* %\)\n   2  .* %\)\n   3  .* %\)\n   4  .* %\)\x1b", text), text
assert max(map(len, re.split("\x1b\\[[AK]|\n", text))) < COLUMNS
assert text.endswith(4 * "\x1b[K\x1b[A" + "\x1b[K"), text[-60:]
PYTHON
then pass; else fail "the best decks so far"; fi

# One thread, two threads, three shards; more games later.
short=(matrix "${decks[@]}" --games 120 --chains)
longer=(matrix "${decks[@]}" --games 200 --chains)
"$archon" "${short[@]}" -j 1 --out "$work/j1" >/dev/null
"$archon" "${short[@]}" -j 2 --out "$work/j2" >/dev/null
same "one thread and two" "$work/j1" "$work/j2"
for i in 1 2 3; do "$archon" "${short[@]}" --shard $i/3 --out "$work/shards" >/dev/null; done
"$archon" merge "$work"/shards/ledger-?-of-3.sqlite --out "$work/shards/ledger.sqlite" >/dev/null || fail "archon merge"
"$archon" matrix --from "$work/shards/ledger.sqlite" --out "$work/shards" >/dev/null || fail "archon matrix --from"
same "three shards" "$work/j1" "$work/shards"
"$archon" matrix "${decks[3]}" "${decks[@]:0:3}" --games 70 --out "$work/more" >/dev/null
"$archon" "${short[@]}" --out "$work/more" >"$work/out"
same "more games later" "$work/j1" "$work/more"
"$archon" merge "$work/j1/ledger.sqlite" "$work/shards/ledger.sqlite" --out "$work/again.sqlite" >"$work/out" || fail "merge of equal ledgers"
"$archon" matrix --from "$work/again.sqlite" "${decks[@]}" --out "$work/again" >/dev/null
same "merged with itself" "$work/j1" "$work/again"

# Four shards, one killed and one missing: merge says so and what to submit again, and after that the merged ledger is the whole one.
# merged SHARDS...: merges these of four into $work/four/ledger.sqlite; what it says is in $work/said.
merged() {
  "$archon" merge "${@/#/$work/four/ledger-}" --out "$work/four/ledger.sqlite" >"$work/said" 2>"$work/err"
}
said() { if grep -qE "$1" "$work/said"; then pass; else fail "merge: no '$1' in: $(cat "$work/said" "$work/err")"; fi; }
for run in "matrix ${decks[*]} --agent fast --games 1500" "gauntlet ${decks[*]:0:2} --field ${decks[*]} --agent fast --games 1500"; do
  read -ra four <<<"$run"
  mine=()
  [[ ${four[0]} == gauntlet ]] && mine=("${decks[@]:0:2}")
  rm -rf "$work/four"
  for i in 1 4; do "$archon" "${four[@]}" --shard $i/4 --out "$work/four" >/dev/null; done
  "$archon" "${four[@]}" --shard 2/4 --out "$work/four" >/dev/null 2>&1 &
  until [[ -s $work/four/ledger-2-of-4.sqlite-wal ]]; do sleep 0.02; done
  sleep 0.2
  kill -9 $!
  wait $! 2>/dev/null
  merged {1,2,4}-of-4.sqlite
  code=$?
  if ((code == 3)); then pass; else fail "merge of a killed and a missing shard: exit code $code"; fi
  said "^shard 1 of 4: complete$"
  said "^shard 2 of 4: [12] of [12] pairs are short of what was asked for: [0-9,]+ games \([0-9]+ batches\)$"
  said "^shard 3 of 4 is missing: 1 of 1 pairs are short of what was asked for: 1,500 games \(32 batches\)$"
  commands=$(grep '^  archon' "$work/said")
  if (($(wc -l <<<"$commands") == 2)); then pass; else fail "merge: commands to submit again: $commands"; fi
  "$archon" "${four[0]}" "${mine[@]}" --from "$work/four/ledger.sqlite" --strict >"$work/said"
  code=$?
  if ((code == 3)); then pass; else fail "${four[0]} --strict of an unfinished ledger: exit code $code"; fi
  said "^UNFINISHED: .* of [46] pairs are short of what was asked for"
  while read -r _ words; do eval "\"$archon\" $words" >/dev/null || fail "submitted again: $words"; done <<<"$commands"
  merged {1,2,3,4}-of-4.sqlite || fail "merge of all shards: $(cat "$work/said" "$work/err")"
  said "^shard 3 of 4: complete$"
  "$archon" "${four[@]}" --out "$work/left_alone" >"$work/whole_run"
  "$archon" "${four[@]}" --out "$work/four" >"$work/merged_run" # plays nothing
  if diff <(grep -v command "$work/whole_run") <(grep -v command "$work/merged_run") >"$work/diff"; then pass; else fail "four shards: $(cat "$work/diff")"; fi
done

# A ledger of the version before has no goal.
cp "$work/four/ledger-1-of-4.sqlite" "$work/old.sqlite"
edit() { python3 -c 'import sqlite3, sys; db = sqlite3.connect(sys.argv[1]); db.execute(sys.argv[2]); db.commit()' "$@"; }
edit "$work/old.sqlite" "DELETE FROM batch WHERE cell LIKE 'goal %'"
if "$archon" merge "$work/old.sqlite" --out "$work/old-merged.sqlite" | grep -q "old.sqlite: goal unknown"; then pass; else fail "a ledger without a goal"; fi

# Ledgers that cannot be used stay as they are.
good=$work/j1/ledger.sqlite
# untouched CODE MESSAGE LEDGER ARGUMENTS: fails, and the ledger keeps its bytes.
untouched() {
  local code=$1 message=$2 ledger=$3
  shift 3
  cp "$ledger" "$work/copy"
  fails "$code" "$message" "$@"
  if cmp -s "$ledger" "$work/copy"; then pass; else fail "the ledger was changed: $*"; fi
}
untouched 4 "seed is 1 there and 2 here" "$good" "$archon" "${short[@]}" --seed 2 --out "$work/j1"
untouched 4 'agent is "lookahead:actions=3' "$good" "$archon" "${short[@]}" --agent random --out "$work/j1"
# A second agent: what its ledger has is not played again, and another one is refused before anything is played.
second=(matrix "${decks[@]}" --agent fast --games 8 --second-games 60)
"$archon" "${second[@]}" --second standard --out "$work/second" >"$work/one" || fail "archon matrix --second"
"$archon" "${second[@]}" --second standard --out "$work/second" -j 2 >"$work/two" || fail "archon matrix --second, again"
if diff <(grep -v command "$work/one") <(grep -v command "$work/two") >"$work/diff"; then pass; else fail "matrix --second again: $(cat "$work/diff")"; fi
if grep -q "standard played 60 games of these pairs" "$work/one"; then pass; else fail "matrix --second: $(tail -n 8 "$work/one")"; fi
"$archon" matrix --from "$work/second/ledger.sqlite" --second standard >"$work/two" || fail "archon matrix --from --second"
if diff <(grep -v command "$work/one") <(grep -v command "$work/two") >"$work/diff"; then pass; else fail "matrix --from --second: $(cat "$work/diff")"; fi
"$archon" gauntlet --mine "$(sed -n 's/^name: //p' "${decks[0]}")" --from "$work/second/ledger.sqlite" --second standard >"$work/two" || fail "archon gauntlet --from --second"
if grep -q "standard played .* games of these pairs" "$work/two"; then pass; else fail "gauntlet --from --second: $(tail -n 8 "$work/two")"; fi
untouched 4 "agent is" "$work/second/second.sqlite" "$archon" "${second[@]}" --second greedy --out "$work/second"
untouched 2 "second.sqlite has other games: agent is" "$work/second/second.sqlite" "$archon" matrix --from "$work/second/ledger.sqlite" --second greedy
untouched 4 "seed is" "$good" "$archon" merge "$work/whole/ledger.sqlite" --out "$good"
for kind in cut noise text format program count; do
  mkdir "$work/$kind"
  bad=$work/$kind/ledger.sqlite
  cp "$good" "$bad"
  code=2
  case $kind in
    cut) truncate -s 9000 "$bad" && message="damaged" ;;
    noise) head -c 6000 /dev/urandom | dd of="$bad" bs=1 seek=5000 conv=notrunc status=none && message="damaged" ;;
    text) echo "no ledger" >"$bad" && message="not a ledger" ;;
    format) edit "$bad" "UPDATE meta SET value = '99' WHERE key = 'format'" && message="format is version 99" ;;
    program) edit "$bad" "UPDATE meta SET value = 'x' WHERE key = 'program'" && code=4 && message="another version of the program" ;;
    count) edit "$bad" "UPDATE batch SET data = replace(data, '[25,', '[26,')" && message="damaged" ;;
  esac
  untouched $code "$message" "$bad" "$archon" "${longer[@]}" --out "$work/$kind"
done
cp "$good" "$work/setting.sqlite"
edit "$work/setting.sqlite" "UPDATE meta SET value = replace(value, '{', '{\"allow_blank\":false,') WHERE key = 'settings'"
fails 2 'unknown setting `allow_blank`' "$archon" matrix --from "$work/setting.sqlite"
fails 2 "there is no such file" "$archon" matrix --from "$work/none"
fails 2 "--games: --from plays no games" "$archon" matrix --from "$good" --games 100
fails 2 "the same deck as" "$archon" matrix "${decks[@]}" "${decks[0]}" --games 1
fails 2 "needs --out" "$archon" matrix "${decks[@]}" --shard 1/2
fails 2 "the second of eight is 2/8, not '3/2'" "$archon" matrix "${decks[@]}" --shard 3/2 --out "$work/none"
fails 2 "a time such as 90s, 15m or 2h, not 'soon'" "$archon" matrix "${decks[@]}" --time soon
fails 2 "give one of them" "$archon" matrix "${decks[@]}" --games 10 --precision 2
fails 2 "from 0.1 to 50 points" "$archon" matrix "${decks[@]}" --precision 0
fails 2 "needs --games or --precision" "$archon" matrix "${decks[@]}" --time 1s --chains
fails 2 "of which agent? --second names it" "$archon" matrix "${decks[@]}" --second-games 10
fails 2 "fast is who plays already" "$archon" matrix "${decks[@]}" --agent fast --second fast
fails 2 "unknown agent" "$archon" matrix "${decks[@]}" --second nobody
fails 2 "a shard is a part of one agent's games" "$archon" matrix "${decks[@]}" --second fast --shard 1/2 --out "$work/none"
fails 2 "--second: ledger $(dirname "$good")/second.sqlite: there is no such file" "$archon" matrix --from "$good" --second fast
fails 2 "unknown agent" "$archon" matrix --from "$good" --second nobody
fails 2 "--second-games: --from plays no games" "$archon" matrix --from "$good" --second fast --second-games 9
fails 2 "is --out itself" "$archon" merge "$good" "$good" --out "$good"
if [[ ! -e $work/none ]]; then pass; else fail "a folder was made by a command that failed"; fi

# Games that are missing are told first, with the bound that was exceeded; with --strict they are a failure. Two games of a batch
# become a fault and an undecided one; the sum is made anew as sim/results/ledger.cpp makes it.
cp "$good" "$work/missing.sqlite"
python3 - "$work/missing.sqlite" <<'PYTHON' || fail "no game could be made missing"
import json, sqlite3, sys
db = sqlite3.connect(sys.argv[1])
cell, first, games, text = db.execute("SELECT cell, first, games, data FROM batch ORDER BY games DESC LIMIT 1").fetchone()
data = json.loads(text)
tally = data["by_first"][0]  # games, wins, wins, undecided, faults
winner = 1 if tally[1] >= 2 else 2
tally[winner], tally[3], tally[4] = tally[winner] - 2, 1, 1
data["faults_by_bound"] = {"log": 1}
text = json.dumps(data)
sum = 0xCBF29CE484222325
for field in (cell, str(first), str(games), text):
    for byte in field.encode() + b"\xff":
        sum = (sum ^ byte) * 0x100000001B3 % 2**64
sum -= 2**64 if sum >= 2**63 else 0
db.execute("UPDATE batch SET data = ?, sum = ? WHERE cell = ? AND first = ?", (text, sum, cell, first))
db.commit()
PYTHON
told="2 of [0-9,]+ games were not played to the end: 1 undecided, 1 fault \\(bound exceeded: log 1\\)"
"$archon" matrix --from "$work/missing.sqlite" --report "$work/missing.html" >"$work/out" || fail "missing games: exit code $?"
if head -n 1 "$work/out" | grep -qE "^WARNING: $told"; then pass; else fail "missing games: $(head -n 1 "$work/out")"; fi
if grep -qE "\"warning\":\"$told" "$work/missing.html"; then pass; else fail "missing games in the report"; fi
fails 1 "not played to the end" "$archon" matrix --from "$work/missing.sqlite" --strict
if "$archon" matrix --from "$good" --strict >"$work/out" && ! grep -q WARNING "$work/out"; then pass; else fail "--strict without missing games"; fi

# A disk that is full: a limit on the size of files, and a very small disk where one can be mounted.
cp -r "$work/j1" "$work/full"
(
  trap '' XFSZ
  ulimit -f 36
  exec "$archon" matrix "${decks[@]}" --games 20000 --out "$work/full" >/dev/null 2>"$work/err"
)
code=$?
if ((code == 1)) && grep -q "is the disk full" "$work/err"; then pass; else fail "a full disk: exit code $code: $(cat "$work/err")"; fi
if [[ $(games_in "$work/full/ledger.sqlite") -ge 720 ]]; then pass; else fail "the ledger after a full disk"; fi
mkdir "$work/tiny"
if mount -t tmpfs -o size=96k tmpfs "$work/tiny" 2>/dev/null; then
  fails 1 "full" "$archon" matrix "${decks[@]}" --games 100000 --out "$work/tiny/out"
  umount "$work/tiny"
else
  echo "SKIPPED: a very small disk (mounting is not allowed here)"
fi

# A read-only folder: as a user who may not write there. Root may write everywhere.
cp -r "$work/j1" "$work/readonly"
chmod 755 "$work" && chmod -R a+rX "$work/readonly"
as_user=()
if ((EUID == 0)); then as_user=(setpriv --reuid=65534 --regid=65534 --clear-groups); else chmod -R a-w "$work/readonly"; fi
if "${as_user[@]}" "$archon" --version >/dev/null 2>&1; then
  untouched 1 "read-only" "$work/readonly/ledger.sqlite" "${as_user[@]}" "$archon" "${longer[@]}" --out "$work/readonly"
  "${as_user[@]}" "$archon" matrix --from "$work/readonly/ledger.sqlite" >"$work/out" 2>"$work/err" || fail "reading a read-only ledger: $(cat "$work/err")"
  fails 1 "can't be made" "${as_user[@]}" "$archon" "${short[@]}" --out "$work/readonly/below"
else
  echo "SKIPPED: a read-only folder (no other user can run the program)"
fi
((EUID == 0)) || chmod -R u+w "$work/readonly"

# Below ten games the win rate of a pair says little, which csv can't say.
for format in csv json; do
  for games in 4 10; do
    said=$("$archon" matrix "${decks[@]}" --games "$games" --agent random --format "$format" 2>&1 >/dev/null)
    told=$(grep -c "6 of 6 pairs have fewer than 10 decided games" <<<"$said")
    if ((told == (games == 4))); then pass; else fail "few games: $games, $format: $said"; fi
  done
done

finish
