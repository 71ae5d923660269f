#!/usr/bin/env bash
# Commands that play for long: long_runs.sh ARCHON [KILLS]. Each is killed at random moments and run again, and ends with the bytes of one
# that was left alone; each is interrupted, shows what it has, and goes on. The last line is "N passed, N failed".
set -uo pipefail
# shellcheck source=tests/counted.sh
source "$(dirname "$0")/../counted.sh"
archon=$(realpath "${1:?usage: long_runs.sh ARCHON [KILLS]}")
kills=${2:-2}
cd "$(dirname "$0")/../.." || exit
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
argus=sim/decks/radiant-argus-the-supreme.deck
onyx=sim/decks/miss-onyx-censorius.deck

# What is not the same in every run: the command, its time and its speed.
timeless() { grep -vE '^command: |"(command_line|seconds|games_per_second|decisions_per_second|games_played_now)": [^n]| games/s, |^seconds: |^  played in|^# command' "$@"; }

# begin ARGUMENTS...: in the background; $process is its number, $work/out and $work/err what it says.
begin() {
  "$archon" "$@" >"$work/out" 2>"$work/err" </dev/null &
  process=$!
}

# long NAME ARGUMENTS...: the whole treatment. The command must take a few seconds, and %s in it is the file that keeps its games.
long() {
  local name=$1 i code keeper="$work/$1.ledger"
  shift
  local kept=("${@//%s/$keeper}") alone=("${@//%s/$work/$name.whole}")
  "$archon" "${alone[@]}" >"$work/whole" 2>"$work/err" </dev/null || fail "$name alone: $(cat "$work/err")"
  for ((i = 0; i < kills; ++i)); do
    begin "${kept[@]}"
    sleep "$((RANDOM % 2)).$((RANDOM % 900 + 100))"
    kill -KILL "$process" 2>/dev/null
    wait "$process" 2>/dev/null
  done
  begin "${kept[@]}" -j 1
  sleep 1.2
  kill -TERM "$process" 2>/dev/null
  wait "$process"
  code=$?
  if ((code == 3)); then
    if grep -q "goes on from there" "$work/err"; then pass; else fail "$name interrupted: $(cat "$work/err")"; fi
  elif ((code != 0)); then
    fail "$name interrupted: exit code $code: $(cat "$work/err")"
  fi
  "$archon" "${kept[@]}" >"$work/again" 2>"$work/err" </dev/null || fail "$name after all: $(cat "$work/err")"
  if diff <(timeless "$work/whole") <(timeless "$work/again") >"$work/diff"; then pass; else fail "$name after $kills kills: $(head -n 6 "$work/diff")"; fi
}

# merge_without_first NAME LEDGER: the ledgers of shards 2 and 3 of 3 merged, which says that the first is missing, and what to do.
merge_without_first() {
  "$archon" merge "$2"-{2,3}-of-3 --out "$2" >"$work/out"
  check "$1: a shard is missing" test $? == 3
  check "$1: which, and what to do: $(cat "$work/out")" grep -q -- "--shard 1/3$" "$work/out"
  check "$1: shard 3 is complete" grep -q "shard 3 of 3: complete" "$work/out"
}

# in_shards NAME ARGUMENTS...: shards, of which one is killed and one comes too late, and the merged ledger, from which the command goes on: the
# bytes of one run. %s as in `long`.
in_shards() {
  local name=$1 i ledger="$work/$1 sharded" whole
  shift
  local kept=("${@//%s/$ledger}")
  "$archon" "${@//%s/$work/$name.unsharded}" >"$work/whole" 2>"$work/err" </dev/null || fail "$name alone: $(cat "$work/err")"
  begin "${kept[@]}" --shard 2/3
  sleep "0.$((RANDOM % 900 + 100))"
  kill -KILL "$process" 2>/dev/null
  wait "$process" 2>/dev/null
  for i in 2 3; do
    "$archon" "${kept[@]}" --shard "$i/3" >"$work/out" 2>"$work/err" </dev/null || fail "$name, shard $i: $(cat "$work/err")"
    check "$name, shard $i tells its games: $(cat "$work/out")" grep -q "in $ledger-$i-of-3, " "$work/out"
  done
  merge_without_first "$name" "$ledger"
  "$archon" "${kept[@]}" >"$work/again" 2>"$work/err" </dev/null || fail "$name after merging: $(cat "$work/err")"
  whole=$(diff <(timeless "$work/whole") <(timeless "$work/again")) && pass || fail "$name in shards: ${whole:0:500}"
  "$archon" merge "$ledger"-3-of-3 --out "$ledger" >"$work/out"
  check "$name: all is there" test $? == 0
}

# race_in_shards NAME ARGUMENTS...: a race of which shards are killed and come in any order, round by round; the bytes of one run. %s as in `long`.
race_in_shards() {
  local name=$1 i round ledger="$work/$1 sharded" whole code=3
  shift
  local kept=("${@//%s/$ledger}")
  "$archon" "${@//%s/$work/$name.unsharded}" >"$work/whole" 2>"$work/err" </dev/null || fail "$name alone: $(cat "$work/err")"
  for ((round = 1; round < 20 && code == 3; ++round)); do
    begin "${kept[@]}" --shard 2/3
    sleep "0.$((RANDOM % 90 + 10))"
    kill -KILL "$process" 2>/dev/null
    wait "$process" 2>/dev/null
    for i in 3 2; do
      "$archon" "${kept[@]}" --shard "$i/3" >"$work/out" 2>"$work/err" </dev/null || fail "$name, shard $i: $(cat "$work/err")"
      check "$name, shard $i tells its round: $(cat "$work/out")" grep -qE "^round $round of [0-9]+: .*, all of them in $ledger-$i-of-3, " "$work/out"
    done
    merge_without_first "$name" "$ledger"
    "$archon" "${kept[@]}" --shard 1/3 >"$work/out" 2>"$work/err" </dev/null || fail "$name, shard 1: $(cat "$work/err")"
    "$archon" merge "$ledger"-{1,2,3}-of-3 --out "$ledger" >"$work/out"
    code=$?
    check "$name: round $round is whole: $(cat "$work/out")" grep -q "^round $round of [0-9]* is whole" "$work/out"
  done
  check "$name: all is there" test $code == 0
  "$archon" "${kept[@]}" --shard 2/3 >"$work/out" 2>"$work/err" </dev/null || fail "$name, once more: $(cat "$work/err")"
  check "$name: the race is over: $(cat "$work/out")" grep -q "rounds are there" "$work/out"
  "$archon" "${kept[@]}" >"$work/again" 2>"$work/err" </dev/null || fail "$name after merging: $(cat "$work/err")"
  whole=$(diff <(timeless "$work/whole") <(timeless "$work/again")) && pass || fail "$name in shards: ${whole:0:500}"
}

# Whether it lets SIGTERM end it in good order; also when there is no such process any more.
catches_term() {
  local caught
  caught=$(sed -n 's/^SigCgt:\t//p' "/proc/$1/status" 2>/dev/null) || return 0
  [[ -z $caught ]] || ((16#${caught: -4} & 16#4000))
}

# stopped NAME ARGUMENTS...: a run that would take for ever, in little memory: SIGTERM, exit code 3, a result, and how to go on.
stopped() {
  local name=$1 code
  shift
  (
    ulimit -v 4000000
    exec "$archon" "$@" >"$work/out" 2>"$work/err" </dev/null
  ) &
  process=$!
  until catches_term "$process"; do sleep 0.1; done  # on a busy machine it takes a while until it does
  sleep 1
  kill -TERM "$process"
  wait "$process"
  code=$?
  check "$name stopped: exit code $code: $(cat "$work/err")" test $code == 3
  check "$name stopped: $(cat "$work/err")" grep -qE "^archon .*: unfinished: .*(goes on from there|nothing is kept)" "$work/err"
  check "$name stopped: $(head -n 2 "$work/out")" grep -qE '^UNFINISHED: |"complete": false' "$work/out"
}

# match
long match match "$argus" "$onyx" --games 6000 --agent greedy --ledger %s
long precision match "$argus" "$onyx" --precision 1.2 --agent greedy --ledger %s --format json
stopped match match "$argus" "$onyx" --games 1000000000 --agent greedy
stopped "match, JSON" match "$argus" "$onyx" --games 1000000000 --agent best --format json
"$archon" match "$argus" "$onyx" --games 1000000000 --time 1s --agent greedy --ledger "$work/timed" --format json >"$work/out" 2>"$work/err"
check "a match with --time" test $? == 3
number=$(sed -nE 's/^ +"games": ([0-9]+),$/\1/p' "$work/out" | head -n 1)
"$archon" match "$argus" "$onyx" --games "$number" --agent greedy --format json >"$work/again" 2>/dev/null
check "the match that --time ended" cmp -s <(grep -E 'fingerprint|wins_' "$work/out") <(grep -E 'fingerprint|wins_' "$work/again")
check "only --time" "$archon" match "$argus" "$onyx" --time 0.3s --agent greedy --ledger "$work/timed" -j 1 >"$work/out"
"$archon" match "$argus" "$onyx" --games 10 --agent random --ledger "$work/timed" >"$work/out" 2>"$work/err"
check "another agent: $?, $(cat "$work/err")" grep -q 'its settings are others: agents is' "$work/err"
"$archon" match "$argus" "$onyx" --turns 20 --agent greedy --ledger "$work/timed" >"$work/out" 2>"$work/err"
check "a ledger without a clock: $?, $(cat "$work/err")" grep -q 'its settings are others: time_called is nothing there and {"turn":20} here (' "$work/err"
check "and no result: $(cat "$work/out")" test ! -s "$work/out"

# gauntlet
long gauntlet gauntlet "$argus" --field "$onyx" sim/decks/guide-achea.deck --games 4000 --agent greedy --chains --out %s
stopped gauntlet gauntlet "$argus" --field "$onyx" --games 100000000 --agent greedy

# arena
five=("$argus" "$onyx" sim/decks/{guide-achea,sahl-the-aegian,titanfang-tower-fighter}.deck)
duel=(arena --agent greedy --agent greedy:epsilon=5 --decks "${five[@]}")
long arena arena --agent greedy --agent greedy:epsilon=5 --agent random --decks "${five[@]}" --games 2000 --format json --ledger %s
stopped arena "${duel[@]}" --games 100000000
stopped "arena of a slow agent" arena --agent best --agent best --decks "${five[@]}" --format json
check "an arena with only --time" "$archon" "${duel[@]}" --time 1s >"$work/out"

# soak, usage, values
long soak soak "${five[@]}" --decisions 1000000 --ledger %s
long "soak of generated decks" soak --generate 10 --games-per-deck 600 --out "$work/table" --ledger %s
stopped soak soak "${five[@]}" --decisions 1000000000000
long usage usage "${five[@]}" --games 3000 --agent greedy --ledger %s --format json
stopped usage usage "${five[@]}" --games 1000000000 --agent greedy
long values values --decks 500 --games 6000 --agent greedy --ledger %s --format csv
stopped values values --decks 500 --games 1000000000 --agent greedy --format json

# chains, bid
long chains chains "$argus" "$onyx" --games 20000 --width 0.5 --agent greedy --curve --ledger %s --format json
stopped chains chains "$argus" "$onyx" --games 100000000 --width 0.5 --agent standard -j 1
stopped "chains of a slow agent" chains "$argus" "$onyx" --agent best --format json
rated=(chains tests/cli/my.csv --sas)
long "chains by SAS" "${rated[@]}" --agent greedy --games 8000 --ledger %s --format json
stopped "chains by SAS" "${rated[@]}" --games 100000000 --agent best
long bid bid "${five[@]:0:3}" --games 2000 --agent greedy --ledger %s
stopped bid bid "${five[@]}" --games 100000000 --width 0.5 --agent standard -j 1

# best
long best best "${five[@]}" --agent greedy --finalists 3 --games 12000 --ledger %s --format json
stopped best best "${five[@]}" --games 100000000 --agent greedy
check "the best with only --time" "$archon" best "${five[@]}" --agent greedy --time 1s >"$work/out"

# build: the race has many parts, each with games of its own
built=(build "${five[@]}" --field generated:12 --agent greedy --finalists 4)
long build "${built[@]}" --games 12000 --ledger %s --format json
stopped build "${built[@]}" --games 100000000
stopped "build of a slow agent" build "${five[@]}" --agent best --format json
check "a build with only --time" "$archon" "${built[@]}" --time 1s --ledger "$work/builds" >"$work/out"
"$archon" "${built[@]}" --time 0.2s --games 1000000 --ledger "$work/builds" >"$work/out" 2>"$work/err"
check "a build with --time and --games: exit code" test $? == 3
check "a build goes on: $(cat "$work/err")" grep -q 'goes on from there' "$work/err"

# train, regret
long "train evaluation" train evaluation "${five[@]}" --games 4000 --agent greedy --ledger %s --format json
stopped "train evaluation" train evaluation "${five[@]}" --games 1000000000 --agent greedy
labels=(train labels "$argus" "$onyx" --decks 20 --agent greedy --worlds 4 --parts 2 --turns 0)
long "train labels" "${labels[@]}" --games 800 --out %s
check "the labels" cmp -s "$work/train labels.ledger" "$work/train labels.whole"
long regret regret "$work/train labels.whole" --agent greedy --agent heuristic --agent fast --worst 3 --format json --ledger %s
stopped regret regret "$work/train labels.whole" --agent best
long turns turns "${five[@]}" --agent fast --against standard --games 1500 --every 4 --worst 3 --format json --ledger %s
stopped turns turns "${five[@]}" --against best --games 1000000
stopped "train policy" train policy "$work/train labels.whole" --epochs 1000 --out "$work/policy"
fit=("$archon" train policy "$work/train labels.whole")
"${fit[@]}" --start current --epochs 0 --test "$work/train labels.whole" --out "$work/same" >"$work/out" 2>"$work/err"
check "weights that are only judged: exit code" test $? == 0
check "weights that are only judged" grep -q '^regret, percent, before' "$work/out"
check "their regret stands in the file" grep -q '^# test: regret [0-9]' "$work/same"
check "weights of no pass are those it began with" cmp -s <(grep -v '^#' "$work/same") <(grep -v '^#' agents/models/policy.txt)
sed '/^position Own.Doomed/d' "$work/same" >"$work/less"
"${fit[@]}" --start "$work/less" --epochs 0 >"$work/out" 2>"$work/err"
check "weights to start with that lost a line: $(cat "$work/err")" grep -q 'lines were lost' "$work/err"
"${fit[@]}" --epochs 0 >"$work/out" 2>"$work/err"
check "nothing to judge: $(cat "$work/err")" grep -q -- '--start' "$work/err"
stopped "train forecast" train forecast --decks 50 --games 1000000 --agent greedy
check "the policy of a fit that was stopped" grep -q UNFINISHED "$work/policy"

# Shards of all that can be played in shards; those of matrix and gauntlet are in matrix.sh
in_shards arena arena --agent greedy --agent greedy:epsilon=5 --agent random --decks "${five[@]}" --games 1000 --format json --ledger %s
in_shards usage usage "${five[@]}" --games 3000 --agent greedy --ledger %s --format json
in_shards values values --decks 500 --games 6000 --agent greedy --ledger %s --format csv
in_shards "train evaluation" train evaluation "${five[@]}" --games 4000 --agent greedy --ledger %s --format json
race_in_shards "a race" best "${five[@]}" --agent greedy --finalists 3 --games 3000 --format json --ledger %s
race_in_shards "a race of builds" "${built[@]}" --games 3000 --format json --ledger %s
race_in_shards "races of wishes" "${built[@]}" --wish generated:3 --games 2000 --format json --ledger %s
in_shards regret regret "$work/train labels.whole" --agent greedy --agent heuristic --worst 3 --format json --ledger %s
in_shards turns turns "${five[@]}" --agent fast --against standard --games 1500 --every 4 --worst 3 --format json --ledger %s

# matrix; gauntlet plays by the same function, and matrix.sh kills it
stopped matrix matrix "${five[@]}" --games 100000000 --agent greedy
stopped "matrix of a slow agent" matrix "${five[@]}" --games 100000000 --agent best --format json

# merge, killed while it reads or writes: nothing is lost, and the next one makes the same of its shards.
mkdir "$work/merge"
shards=("$work"/merge/ledger-{1,2}-of-2.sqlite)
for i in 1 2; do "$archon" matrix builtin:CotA --games 20 --agent random --shard "$i/2" --out "$work/merge" >/dev/null 2>"$work/err" || fail "shard $i: $(cat "$work/err")"; done
sums=$(sha256sum "${shards[@]}")
"$archon" merge "${shards[@]}" --out "$work/merge/whole.sqlite" >/dev/null || fail "merge alone"
killed=0
for ((i = 0; i < 20 * kills; ++i)); do
  timeout -s KILL "0.0$((RANDOM % 90 + 10))" "$archon" merge "${shards[@]}" --out "$work/merge/killed.sqlite" >/dev/null 2>&1
  (($? == 137)) && killed=$((killed + 1))
done 2>/dev/null  # the shell's own word on each
check "no merge was slow enough to be killed" test "$killed" -gt 0
check "merge after $killed kills" "$archon" merge "${shards[@]}" --out "$work/merge/killed.sqlite" >/dev/null
for each in whole killed; do "$archon" matrix --from "$work/merge/$each.sqlite" --format json | timeless >"$work/$each" || fail "--from $each"; done
check "what merges that were killed leave" cmp -s "$work/whole" "$work/killed"
check "shards are left alone" test "$sums" = "$(sha256sum "${shards[@]}")"

# Progress: a line in a terminal at least once a second, also while the first game lasts; one time that is left.
python3 - "$archon" "$argus" "$onyx" <<'P' >"$work/progress" || fail "progress: $(cat "$work/progress")"
import os, pty, re, signal, sys, time
archon, *decks = sys.argv[1:]
child, terminal = pty.fork()
if child == 0: os.execv(archon, [archon, "match", *decks, "--agent", "best", "--games", "1000"])
begin, last, gap, text = time.time(), time.time(), 0, b""
while time.time() < begin + 4:
    piece = os.read(terminal, 65536)
    gap, last = max(gap, time.time() - last), time.time()
    text += piece
os.kill(child, signal.SIGKILL)
os.waitpid(child, 0)
lines = text.decode().replace("\x1b[K", "").split("\r")
print(gap, lines[-3:])
assert gap < 1, gap
assert sum(bool(re.match(r"[0-9,]+ of 1,000 games, 0:0[0-9] min", line)) for line in lines) > 4
P
check "progress" test -s "$work/progress"

finish
