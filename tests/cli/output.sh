#!/usr/bin/env bash
# What was not written is a failure, what others wrote does no harm: output.sh ARCHON. Every command on a full disk, with closed
# output and in a read-only folder; hostile names in all outputs; limits of inputs. The last line is "N passed, N failed".
set -uo pipefail
# shellcheck source=tests/counted.sh
source "$(dirname "$0")/../counted.sh"
archon=$(realpath "${1:?usage: output.sh ARCHON}")
cd "$(dirname "$0")/../.." || exit
work=$(mktemp -d)
trap 'umount "$work/tiny" 2>/dev/null; rm -rf "$work"' EXIT

# ended WHAT CODE WANTED MESSAGE: with that exit code and the message in $said
ended() {
  if (($2 == $3)) && [[ $said == *"$4"* ]]; then pass; else fail "$1: exit code $2 instead of $3, and: ${said:0:300}"; fi
}

argus=sim/decks/radiant-argus-the-supreme.deck
onyx=sim/decks/miss-onyx-censorius.deck
achea=sim/decks/guide-achea.deck
sahl=sim/decks/sahl-the-aegian.deck
five=("$argus" "$onyx" "$achea" "$sahl" sim/decks/titanfang-tower-fighter.deck)
list=tests/deck/formats/baron-peanut-ripper.txt
echo '{"do":"quit"}' >"$work/requests"
echo '{"house":"dis","players":[{"hand":["fear"]},{}]}' >"$work/position"
"$archon" match "$argus" "$onyx" --games 4 --agent random --record "$work/games" >/dev/null 2>&1
"$archon" train labels --decks 5 --games 2 --worlds 2 --parts 2 --out "$work/labels" >/dev/null 2>&1
for shard in 1 2; do
  "$archon" matrix "$argus" "$onyx" "$achea" --games 50 --agent random --shard $shard/2 --out "$work/shards" >/dev/null 2>&1
done
shards=("$work"/shards/*.sqlite)

# A line for each command, all of which print something. %s is a new file or folder in each run.
printed=(
  "--help"
  "--version"
  "match --help"
  "match $argus $onyx --games 4 --agent random"
  "match $argus $onyx --games 4 --agent random --format json"
  "matrix $argus $onyx --games 50 --agent random"
  "matrix $argus $onyx --games 50 --agent random --format csv"
  "merge ${shards[*]} --out %s"
  "chains $argus $onyx --games 40 --agent random"
  "bid $argus $onyx --games 40 --agent random"
  "arena --agent random --agent random --decks ${five[*]} --games 20"
  "soak $argus $onyx --decisions 100"
  "bench --games 28 --agent random"
  "bench --signature --games 1"
  "cards troll"
  "cards --sets"
  "cards --sets --format csv"
  "deck import $list"
  "deck show $list"
  "deck check $list"
  "deck generate"
  "deck generate --count 2 --out %s"
  "agents"
  "engine"
  "position $work/position"
  "advise $work/position --worlds 4"
  "advise $work/position --worlds 4 --format json"
  "train evaluation $argus $onyx $achea $sahl --games 12 --agent random"
  "train labels --decks 5 --games 2 --worlds 2 --out %s"
  "regret $work/labels --agent random"
  "turns $argus $onyx --agent random --against greedy --games 4 --deals 2"
  "replay $work/games"
  "replay $work/games --format json"
)
# A line for each command that writes files, all below %s.
written=(
  "match $argus $onyx --games 40 --agent random --record %s/games"
  "matrix $argus $onyx --games 50 --agent random --report %s/page.html"
  "gauntlet $argus --field $onyx --games 20 --agent random --report %s/page.html"
  "chains $argus $onyx --games 60 --agent random --report %s/page.html"
  "rate $argus $onyx --out %s/rate.html"
  "matrix $argus $onyx --games 50 --agent random --out %s"
  "merge ${shards[*]} --out %s/ledger"
  "arena --agent random --agent random --decks ${five[*]} --games 20 --ledger %s/ledger"
  "soak $argus $onyx --decisions 100 --out %s/table"
  "soak --generate 2 --games-per-deck 2 --save-decks %s"
  "deck import $list --out %s"
  "deck generate --count 2 --out %s"
  "train evaluation $argus $onyx $achea $sahl --games 12 --agent random --out %s/model"
  "train labels --decks 5 --games 2 --worlds 2 --out %s/ledger"
)
number=0
new() { # $place, and $command with it
  place=$work/new$((++number))
  # shellcheck disable=SC2059
  read -ra command <<<"$(printf -- "$1" "$place")"
}

# Standard output on a full disk, closed, and with nobody to read it.
mkfifo "$work/pipe"
exec 3<>"$work/pipe" 4>"$work/pipe" 3>&-
for line in "${printed[@]}"; do
  new "$line"
  said=$("$archon" "${command[@]}" 2>&1 >/dev/full <"$work/requests")
  ended "$line >/dev/full" $? 1 "archon: the output can't be written: No space left on device"
  new "$line"
  said=$("$archon" "${command[@]}" 2>&1 >&- <"$work/requests")
  ended "$line >&-" $? 1 "archon: the output can't be written: Bad file descriptor"
  new "$line"
  said=$("$archon" "${command[@]}" 2>&1 >&4 <"$work/requests")
  ended "$line | head -c0" $? 1 "archon: the output can't be written: Broken pipe"
done
exec 4>&-

# Files that may not grow, as on a full disk: the same error on the same calls. What is there afterwards is whole or a ledger that
# goes on.
for line in "${written[@]}"; do
  new "$line"
  mkdir "$place"
  said=$(
    ulimit -f 0
    "$archon" "${command[@]}" 2>&1 >/dev/null </dev/null
  )
  ended "$line without room" $? 1 ""
  check "$line without room: a message" test -n "$said"
  left=$(find "$place" -type f ! -name '*.sqlite' ! -name ledger)
  check "$line without room left $left" test -z "$left"
  "$archon" "${command[@]}" >/dev/null 2>"$work/err" </dev/null
  check "$line with room again: $(cat "$work/err")" test $? == 0
done

# A disk with room for a page, where one can be mounted.
mkdir "$work/tiny"
if mount -t tmpfs -o size=4k,nr_inodes=64 tmpfs "$work/tiny" 2>/dev/null; then
  for line in "${written[@]}"; do
    new "$line"
    rm -rf "$work"/tiny/*
    head -c 4096 /dev/zero >"$work/tiny/full"
    said=$("$archon" "${command[@]//$place/$work/tiny}" 2>&1 >/dev/null </dev/null)
    ended "$line on a full disk" $? 1 "$work/tiny"
    left=$(find "$work/tiny" -type f ! -name full ! -name '*.sqlite' ! -name ledger)
    check "$line on a full disk left $left" test -z "$left"
  done
  umount "$work/tiny"
else
  echo "a small disk can't be mounted here: a full one is only imitated"
fi

# A folder in which nothing may be made. Root may do everything, and so is somebody else here.
chmod 755 "$work"
cp "$archon" "$work/program"
cp -r sim/decks "$work/decks"
as_somebody=()
if ((EUID == 0)); then as_somebody=(setpriv --reuid 65534 --regid 65534 --clear-groups); fi
for line in "${written[@]}"; do
  new "${line//sim\/decks/$work/decks}"
  mkdir -m 555 "$place"
  if [[ $line == *"$list"* ]]; then cp "$list" "$work/list.txt"; fi
  said=$("${as_somebody[@]}" "$work/program" "${command[@]//$list/$work/list.txt}" 2>&1 >/dev/null </dev/null)
  ended "$line in a read-only folder" $? 1 "$place"
  check "$line in a read-only folder left something" test -z "$(find "$place" -type f)"
done

# A file that was there stays when its successor can't be written, a device is written to, a link leads to its file.
echo before >"$work/model"
said=$(
  ulimit -f 0
  "$archon" train evaluation "$argus" "$onyx" "$achea" "$sahl" --games 12 --agent random --out "$work/model" 2>&1 >/dev/null
)
ended "train over a file without room" $? 1 "cannot write $work/model: File too large"
check "the file that was there" test "$(cat "$work/model")" == before
said=$("$archon" match "$argus" "$onyx" --games 40 --agent random --record /dev/full 2>&1 >/dev/null)
ended "match --record /dev/full" $? 1 "cannot write /dev/full: No space left on device"
check "/dev/full is a device" test -c /dev/full
ln -s model "$work/link"
"$archon" train evaluation "$argus" "$onyx" "$achea" "$sahl" --games 12 --agent random --out "$work/link" >/dev/null 2>&1
check "a link and its file" test -L "$work/link" -a "$(head -c 6 "$work/model")" != before
check "parts of files are left" test -z "$(find "$work" -name '*.part*')"

# Names that would command a terminal, turn the line around, or be a formula. Control characters are refused in deck files.
bad=$'=1+1 \xc2\x9b31m\xe2\x80\xae<b>"&\xf3\xa0\x80\x81'
shown='=1+1 \u009B31m\u202E<b>"&\uDB40\uDC01'
for deck in argus onyx; do sed "s|^name: .*|name: ${bad//&/\\&} $deck|" "${!deck}" >"$work/$deck.deck"; done
hostile=("$work/argus.deck" "$work/onyx.deck")
cp "$work/argus.deck" "$work/"$'a\e[31m,=2.deck'
# plain FILE: nothing in it that hides something, and all of it UTF-8
plain() {
  python3 - "$1" <<'P'
import sys, unicodedata
text = open(sys.argv[1], 'rb').read().decode()
sys.exit(any(unicodedata.category(c) in ('Cc', 'Cf', 'Zl', 'Zp', 'Cs') and c not in '\n\t' for c in text))
P
}
"$archon" match "${hostile[@]}" --games 4 --agent random --record "$work/hostile" >"$work/out" 2>&1
check "a table with hostile names" grep -qF "A: $shown argus" "$work/out"
check "a table with hostile names is plain" plain "$work/out"
for line in "replay $work/hostile" "replay $work/hostile --format json" "deck show ${hostile[*]}" "deck check ${hostile[*]}" \
  "deck import $work/argus.deck" "match ${hostile[*]} --games 4 --agent random --format json" "position $work/hostile" \
  "matrix ${hostile[*]} --games 50 --agent random --format json" "bid ${hostile[*]} --games 40 --agent random"; do
  read -ra command <<<"$line"
  "$archon" "${command[@]}" >"$work/out" 2>&1 </dev/null
  check "$line is plain" plain "$work/out"
  check "$line says something" test -s "$work/out"
done
python3 - "$work/hostile" "$work/agents" <<'P'
import json, sys
lines = open(sys.argv[1]).read().splitlines()
head = json.loads(lines[0])
head["agents"] = ["a\x1b[31m\nTurn 1", "\u202eb"]
open(sys.argv[2], "w").write("\n".join([json.dumps(head)] + lines[1:]) + "\n")
P
"$archon" replay "$work/agents" >"$work/out" 2>&1
check "hostile agents of a record" grep -qF 'played by a\u001B[31m\u000ATurn 1' "$work/out"
said=$("$archon" match $'no\e[31m\n\u202efile' $'\xff' --agent $'x\e[0m' 2>&1 >/dev/null)
ended "hostile arguments" $? 2 'archon match: no\u001B[31m\u000A\u202Efile: there is no such file'
ended "arguments that are no UTF-8" 2 2 'archon match: \xFF: there is no such file'
said=$("$archon" $'m\e[31m' 2>&1 >/dev/null)
ended "a hostile command" $? 2 "unknown command 'm\\u001B[31m'"
"$archon" matrix "$work/"$'a\e[31m,=2.deck' "$work/onyx.deck" --games 50 --agent random --out "$work/csv" --report "$work/page.html" >"$work/out" 2>&1
for file in "$work/out" "$work"/csv/*.csv "$work/page.html"; do check "$(basename "$file") is plain" plain "$file"; done
python3 - "$work/csv/matrix.csv" "$work/csv/decks.csv" <<'P'
import csv, sys
for name in sys.argv[1:]:
    text = open(name, newline='').read()
    rows = list(csv.reader(text.splitlines()))
    cells = [cell for row in rows for cell in row]
    guarded = [cell for cell in cells if "1+1" in cell]
    numbers = [cell for cell in cells if cell[:1] == "-"]
    assert guarded and all(cell.startswith("'=1+1 \\u009B31m\\u202E<b>\"&") for cell in guarded), (name, guarded)
    assert not any(cell.strip()[:1] in ("=", "+", "@") for cell in cells), name
    for cell in numbers: float(cell)
P
check "cells of hostile names" test $? == 0
check "HTML of hostile names" grep -qF '<td>=1+1 \u009B31m\u202E&lt;b&gt;&quot;&amp;' "$work/page.html"
check "JSON of hostile names" grep -qF ',"=1+1 \\u009B31m\\u202E\u003cb>\"&' "$work/page.html"
check "no element of a name in HTML" test -z "$(grep -F '202E<b>' "$work/page.html")"
# The command line is shown so that a shell gives the same words again.
words=$(grep '^command: ' "$work/out" | sed 's/^command: archon//')
eval "words=($words)"
check "a hostile command line" test "${words[1]}" == "$work/"$'a\e[31m,=2.deck'

# Limits: a message, not a long wait.
long=$(head -c 5000 /dev/zero | tr '\0' a)
said=$("$archon" cards "$long" 2>&1)
ended "a long argument" $? 2 "argument 2 is longer than 4096 bytes: aaa"
python3 - "$work" <<'P'
import json, sys
def write(name, text): open(sys.argv[1] + "/" + name, "w").write(text)
def position(hand): return json.dumps({"players": [{"hand": hand}, {}]})
write("name", position(["a" * 200000]))
write("cards", position(["dust-inp"] * 20000))
write("keys", json.dumps({f"key{i}": 1 for i in range(60000)}))
write("deep", "[" * 1000 + "]" * 1000)
write("large", position(["troll"] * 200000))
write("won", json.dumps({"players": [{"keys": ["red", "blue", "yellow"]}, {}]}))
head = open(sys.argv[1] + "/hostile").readline()
def record(name, **fields): write(name, json.dumps(json.loads(head) | fields) + "\n")
record("chains", chains=[25, 0])
record("seed", seed=-1)
record("many", **{f"key{i}": 1 for i in range(70000)})
write("line", head.rstrip() + " " * (1 << 20) + "\n")
P
for case in "position name|unknown card \`aaaaaaaaaa" "position cards|and 19950 more problems" \
  "position keys|and 59950 more problems" "position deep|nested deeper than 32" "position large|larger than a megabyte" \
  "replay chains|line 1: \`chains\`: a whole number from 0 to 24 is wanted" "replay seed|line 1: \`seed\`" \
  "replay many|line 1: unknown field \`key0\`" "replay line|line 1: more than 1048576 bytes"; do
  read -ra command <<<"${case%%|*}"
  said=$(timeout 60 "$archon" "${command[0]}" "$work/${command[1]}" 2>&1)
  ended "archon ${case%%|*}" $? 2 "${case##*|}"
  check "archon ${case%%|*}: ${#said} bytes of messages" test ${#said} -lt 20000
done
check "a game that is won is over" test "$("$archon" position "$work/won" | grep -cE '"(phase": "over|winner": 0)')" == 2
{ head -c 2000000 /dev/zero | tr '\0' '['; echo; cat "$work/requests"; } | "$archon" engine >"$work/out"
check "a long request" test "$(tail -n 1 "$work/out")" == '{"ok":true}' -a "$(grep -c 'a line of more than' "$work/out")" == 1

finish
