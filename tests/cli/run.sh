#!/usr/bin/env bash
# Tests of the command line: run.sh ARCHON. Bad input gives exit code 2, a message and no output; the same run by other ways gives the
# same bytes. What commands print is for golden.py. The last line is "N passed, N failed".
set -uo pipefail
# shellcheck source=tests/counted.sh
source "$(dirname "$0")/../counted.sh"
archon=$(realpath "${1:?usage: run.sh ARCHON}")
cd "$(dirname "$0")/../.." || exit
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

argus=sim/decks/radiant-argus-the-supreme.deck
onyx=sim/decks/miss-onyx-censorius.deck
achea=sim/decks/guide-achea.deck
five=("$argus" "$onyx" "$achea" sim/decks/{sahl-the-aegian,titanfang-tower-fighter}.deck)

# refused MESSAGE ARGUMENTS: exit code 2, nothing on stdout, and stderr contains the message.
refused() {
  local message=$1
  shift
  "$archon" "$@" >"$work/out" 2>"$work/err" </dev/null
  local code=$?
  if ((code != 2)); then fail "exit code $code instead of 2: archon $*"; return; fi
  if [[ -s $work/out ]]; then fail "bad input, but something on stdout: archon $*"; return; fi
  if grep -qF -- "$message" "$work/err"; then pass; else fail "archon $*: no '$message' in: $(cat "$work/err")"; fi
}

# same WHAT FILE FILE
same() { if cmp -s "$2" "$3"; then pass; else fail "$1"; fi; }

page_data='import json, re, sys; data = json.loads(re.search("id=data>(.*?)</script>", open(sys.argv[1]).read(), re.S)[1])'
# Only a search for chains has games to draw the curves from.
for run in "0" "1 --chains"; do
  read -r expected chains <<<"$run"
  # shellcheck disable=SC2086
  "$archon" matrix "$argus" "$onyx" --games 50 --agent random $chains --chain-games 400 --report "$work/page.html" >/dev/null 2>&1
  curves=$(python3 -c "$page_data"'; print(len(data["curves"]))' "$work/page.html")
  if ((curves == expected)); then pass; else fail "matrix --report $chains: $curves curves"; fi
done
# A game to replay on the page of a deck is the one that the page speaks of.
replayed() {
  python3 - "$archon" "$work" <<'P'
import json, re, subprocess, sys
archon, work = sys.argv[1:]
data = json.loads(re.search("id=data>(.*?)</script>", open(work + "/page.html").read(), re.S)[1])
decks = [dict(zip(data["deck_fields"], row)) for row in data["decks"]]
samples = [(deck, *sample) for deck in decks for sample in deck["samples"]]
assert samples
for deck, kind, turns, opponent, second, seed, game in samples:
    files = [deck["file"], decks[opponent]["file"]][::-1 if second else 1]
    options = f"{data['replay']} --seed {seed} --games {game + 1} --record {work}/games.jsonl"
    shell = f"{archon} match {' '.join(files)} {options}; {archon} replay {work}/games.jsonl --game {game}"
    said = subprocess.run(["bash", "-ec", shell], capture_output=True, text=True, check=True).stdout
    assert f"after {turns} turns" in said, (deck["name"], kind)
P
}
if replayed; then pass; else fail "games to replay of a report"; fi
"$archon" matrix "$argus" "$onyx" "$achea" --games 20 --agent random >"$work/out" 2>/dev/null
if grep -qE '^significant cycles of three decks: (none|1) of 1, all considered at once' "$work/out"; then pass; else fail "matrix: no cycles"; fi
# The games of a pair are those that it has in a matrix, and a matrix's ledger has them.
"$archon" matrix "${five[@]}" --games 20 --agent random --out "$work/shared" >/dev/null 2>&1
"$archon" gauntlet "${five[@]:0:2}" --field "${five[@]:2}" --games 20 --agent random --format csv >"$work/fresh" 2>/dev/null
"$archon" gauntlet "${five[@]:0:2}" --field "${five[@]:2}" --games 20 --agent random --out "$work/shared" --format csv >"$work/reused" 2>/dev/null
"$archon" gauntlet "${five[@]:0:2}" --from "$work/shared/ledger.sqlite" --format csv >"$work/derived" 2>/dev/null
for name in fresh reused derived; do sed -i '/^#/d' "$work/$name"; done
same "a gauntlet with the ledger of a matrix" "$work/fresh" "$work/reused"
same "a gauntlet from the ledger of a matrix" "$work/fresh" "$work/derived"
if (($(wc -l <"$work/fresh") == 7)); then pass; else fail "a gauntlet of two decks against three has six match-ups"; fi
# Matches from the ledger of a matrix.
shared=$work/shared/ledger.sqlite
"$archon" matrix "${five[@]}" sim/decks/lucretia-priest-of-the-authentic-state.deck --games 20 --agent random --out "$work/shared" >/dev/null 2>&1
for format in sealed bo3 adaptive adaptive-one reversal triad "auction ${five[*]:0:4}"; do  # the time of an auction grows with each deck
  "$archon" tournament $format --from "$shared" --format json -j 1 >"$work/t1" 2>/dev/null
  "$archon" tournament $format --from "$shared" --format json -j 2 >"$work/t2" 2>/dev/null
  same "tournament $format on 1 and 2 threads" "$work/t1" "$work/t2"
done
if "$archon" soak --generate 4 --set AoA --rules 1.3 --decisions 2000 2>&1 | grep -q ', rules 1.3, '; then pass; else fail "soak: decks of AoA with rulebook 1.3"; fi
if "$archon" soak --generate 4 --set all --rules 1.2 --decisions 2000 --out "$work/table" >/dev/null 2>&1 && grep -q '^"Troll",' "$work/table" &&
  ! grep -q '^"Duskwitch",' "$work/table"; then pass; else fail "soak: decks of all sets with rulebook 1.2"; fi
echo '{"players": [{}, {"aember": 6, "keys": ["red", "blue"]}]}' >"$work/over"
"$archon" rate "${five[@]}" --format csv --out "$work/rates" >"$work/rates2" 2>/dev/null
same "ratings to a file and to standard output" "$work/rates" "$work/rates2"
"$archon" values --decks 60 --games 300 --agent random --ledger "$work/ratings.sqlite" >/dev/null 2>&1
"$archon" values --decks 10 --games 300 --agent random --seed 2 --ledger "$work/other.sqlite" >/dev/null 2>&1
"$archon" train ratings "$work/ratings.sqlite" --test "$work/other.sqlite" --steps 2 --samples 1 --out "$work/ratings.txt" >/dev/null 2>"$work/err"
if grep -qF "to rate by it: archon rate DECKS --model $work/ratings.txt" "$work/err"; then pass; else fail "train ratings: what rates by it"; fi
if "$archon" rate "$argus" --model "$work/ratings.txt" | grep -q 'values: archon .*agent random'; then pass; else fail "rate --model"; fi
"$archon" values --decks 60 --games 300 --agent random --ledger "$work/ratings.sqlite" --format csv 2>/dev/null | sed '/^# /d' >"$work/values4"
"$archon" values --from "$work/ratings.sqlite" --format csv 2>/dev/null | sed '/^# /d' >"$work/values5"
same "values from a ledger" "$work/values4" "$work/values5"
labels=(train labels "$argus" "$onyx" --decks 20 --agent greedy --worlds 4 --parts 2 --turns 0 --percent house=50,main=10,discard=40,target=20)
"$archon" "${labels[@]}" --games 12 --out "$work/labels" >/dev/null 2>"$work/err"
if grep -qF "to learn from it: archon train policy $work/labels --out WEIGHTS" "$work/err"; then pass; else fail "train labels: what learns from it"; fi
# Every command has two examples or more, whose options it has.
commands_of() { "$archon" "$@" --help | sed -n '/^\(Subcommands\|Commands for .*\):/,/^$/p' | sed -nE 's/^  ([a-z][a-z0-9-]*) .*/\1/p'; }
check_examples() {
  local line option help below shown
  below=$(commands_of "$@")
  for line in $below; do check_examples "$@" "$line"; done
  [[ -z $below ]] || return 0
  help=$("$archon" help "$@")
  shown=$(grep -cE "^  archon $*( |\$)" < <(sed -n '/^Examples:/,$p' <<<"$help"))
  if ((shown >= 2)); then pass; else fail "examples of archon $*"; fi
  for option in $(grep -E "^  archon $*( |\$)" <<<"$help" | grep -oE -e '--[a-z-]+' | sort -u); do
    if grep -qE -e "^  (-{1,2}[a-z-]+,)?$option( |,|\$)" <<<"$help"; then pass; else fail "example of archon $*: $option"; fi
  done
}
for command in $(commands_of); do check_examples "$command"; done
if diff <("$archon" help deck import) <("$archon" deck import --help); then pass; else fail "archon help deck import"; fi
# What the words mean: each that the page explains, and none of them hidden by a command of the same name.
listed=$("$archon" help | sed "1,/'archon help WORD'/d" | tr -s ' \n' ' ' | sed 's/ $//')
while read -r word; do
  if [[ $("$archon" help "$word" 2>&1 | head -n 1) =~ ^"$word"( \(also: .*\))?$ ]]; then pass; else fail "archon help $word"; fi
  if [[ ",$listed, " == *", $word, "* ]]; then pass; else fail "archon help: $word"; fi
done < <(sed -n 's/^## //p' sim/CONCEPTS.md)
if diff <("$archon" help win rate) <("$archon" help Win-Rates); then pass; else fail "archon help win rate"; fi
refused "there is no command or word 'win rat' (did you mean \`win rate\`?)" help win rat
refused "there is no command or word 'mach' (did you mean \`match\`?)" help mach
refused "there is no command or word 'xqzz' ('archon help' lists them)" help xqzz
refused "unknown command 'foo' (there are import, list, show, check, generate, report)" help deck foo

# Colours: in a terminal that has them and a user who wants them; a hostile name commands nothing.
mkdir "$work/color"
sed $'s/^name: .*/name: Miss \xc2\x9b31m/' "$onyx" >"$work/color/hostile.deck"
python3 - "$archon" matrix "$argus" "$work/color/hostile.deck" --games 40 --agent random <<'P'
import os, pty, subprocess, sys
command = sys.argv[1:]
def in_terminal(*more, **set_to):
    child, terminal = pty.fork()
    if child == 0: os.execvpe(command[0], command + list(more), {k: v for k, v in os.environ.items() if k != "NO_COLOR"} | {"TERM": "xterm"} | set_to)
    text = b""
    try:
        while piece := os.read(terminal, 65536): text += piece
    except OSError: pass
    os.waitpid(child, 0)
    return text.decode()
def in_pipe(*more): return subprocess.run(command + list(more), capture_output=True, text=True).stdout
heat = "\x1b[38;5;16;48;5;"
assert in_terminal().count(heat) == 2
assert in_terminal("--color", "always", NO_COLOR="1").count(heat) == 2
for text in in_terminal(NO_COLOR="1"), in_terminal(TERM="dumb"), in_terminal(TERM=""), in_terminal("--color", "never"): assert heat not in text
assert "\x1b" not in in_pipe() and "\x1b" not in in_pipe("--format", "json", "--color", "always")
colored = in_pipe("--color", "always")
assert colored.count(heat) == 2 and colored.count("\x1b[m") == 2 and "\x9b" not in colored
P
code=$?
if ((code == 0)); then pass; else fail "colours"; fi

# The same bytes for any number of threads.
for j in 1 2; do
  "$archon" matrix "$argus" "$onyx" "$achea" --games 20 -j $j --format csv >"$work/m$j.csv" 2>/dev/null
  "$archon" chains "$argus" "$onyx" --games 500 -j $j --format json >"$work/chains$j" 2>/dev/null
  "$archon" bid "$argus" "$onyx" "$achea" --games 100 -j $j >"$work/bid$j" 2>/dev/null
  "$archon" usage --generate 6 --games 40 -j $j --out "$work/usage$j" >/dev/null 2>&1
  "$archon" bench --signature --games 4 -j $j >"$work/signature$j" 2>/dev/null
  "$archon" soak --generate 4 --games-per-deck 6 --out "$work/table" --strict -j $j >"$work/soak$j" 2>/dev/null
  cat "$work/table" >>"$work/soak$j"
  sed -i '/^seconds:/d' "$work/soak$j"
done
for j in 1 2; do
  "$archon" train evaluation "$argus" "$onyx" "$achea" sim/decks/sahl-the-aegian.deck --games 60 -j $j --out "$work/model" >/dev/null 2>&1
  mv "$work/model" "$work/model$j"
done
for j in 1 2; do "$archon" values --decks 60 --games 3000 --agent fast -j $j --out "$work/values$j" >/dev/null 2>&1; sed -i '/^# command/d' "$work/values$j"; done
same "values on 1 and 2 threads" "$work/values1" "$work/values2"
for j in 1 2; do "$archon" values "$argus" --field "$onyx" "$achea" --games 100 --agent random --worth -j $j --out "$work/deck$j" >/dev/null 2>&1; sed -i '/^# command/d' "$work/deck$j"; done
same "values of a deck on 1 and 2 threads" "$work/deck1" "$work/deck2"
for n in 100 3000; do "$archon" values --decks 60 --games $n --agent fast --ledger "$work/values.sqlite" --out "$work/values3" >/dev/null 2>&1; sed -i '/^# command/d' "$work/values3"; done
same "values with a ledger" "$work/values1" "$work/values3"
report=(deck report "$achea" --field "${five[@]:0:2}" --others 3 --games 400 --match-ups 1 --chain-games 60 --agent greedy --second random --second-games 40 --format json)
for j in 1 2; do "$archon" "${report[@]}" -j $j 2>/dev/null | sed '/"command_line"/d' >"$work/report$j"; done
same "a deck report on 1 and 2 threads" "$work/report1" "$work/report2"
"$archon" "${report[@]}" --ledger "$work/report.sqlite" --time 0.2s >/dev/null 2>&1
"$archon" "${report[@]}" --ledger "$work/report.sqlite" 2>/dev/null | sed '/"command_line"/d' >"$work/report3"
same "a deck report gone on with from its ledger" "$work/report1" "$work/report3"
for j in 1 2; do
  "$archon" "${labels[@]}" --games 12 -j $j --out "$work/labels$j" >/dev/null 2>&1
  "$archon" regret "$work/labels" --agent random --agent greedy -j $j >"$work/regret$j" 2>/dev/null
done
for j in 1 2; do "$archon" turns "${five[@]}" --agent random --against greedy --games 40 --worst 20 -j $j 2>/dev/null | sed '/^command: /d' >"$work/turns$j"; done
same "turns on 1 and 2 threads" "$work/turns1" "$work/turns2"
same "labels on 1 and 2 threads" "$work/labels1" "$work/labels2"
same "regret on 1 and 2 threads" "$work/regret1" "$work/regret2"
same "weights on 1 and 2 threads" "$work/model1" "$work/model2"
same "a matrix on 1 and 2 threads" "$work/m1.csv" "$work/m2.csv"
same "chains on 1 and 2 threads" "$work/chains1" "$work/chains2"
same "bids on 1 and 2 threads" "$work/bid1" "$work/bid2"
same "the usage of cards on 1 and 2 threads" "$work/usage1" "$work/usage2"
same "the signature on 1 and 2 threads" "$work/signature1" "$work/signature2"
same "a soak of generated decks on 1 and 2 threads" "$work/soak1" "$work/soak2"
if grep -qx 'games: 12' "$work/soak1"; then pass; else fail "six games for each of four decks: $(head -1 "$work/soak1")"; fi
if grep -qxE 'least: .+, played [0-9,]+ times' "$work/soak1"; then pass; else fail "the card played least"; fi
if [[ $(grep -cE ',"(creature|action|artifact|upgrade)",[0-9]' "$work/table") == 370 ]]; then pass; else fail "table of cards"; fi
mkdir "$work/decks"
"$archon" soak --generate 2 --games-per-deck 2 --save-decks "$work/decks" >/dev/null 2>&1
generated=("$work"/decks/generated-cota-{1,2}.deck)
if "$archon" match "${generated[@]}" --games 2 --agent random >/dev/null; then pass; else fail "generated decks in files"; fi
if grep -qxE 'Signature: [0-9a-f]{16}' "$work/signature1"; then pass; else fail "form of the signature: $(cat "$work/signature1")"; fi
if grep -qxE 'Agents:    [0-9a-f]{16}' "$work/signature1"; then pass; else fail "form of the signature of the agents: $(cat "$work/signature1")"; fi
if grep -qxE 'Program:   [0-9a-f]{16}' "$work/signature1"; then pass; else fail "form of the hash of the program: $(cat "$work/signature1")"; fi

says() { if grep -q "$2" "$1"; then pass; else fail "no '$2' in: $(head -c 400 "$1")"; fi; }

# The release stands in CMakeLists.txt, and at the head of what it has; every command says it.
release=$(sed -nE 's/^project\(archon VERSION ([0-9]+\.[0-9]+\.[0-9]+) .*/\1/p' CMakeLists.txt)
if "$archon" --version | grep -qE "^archon $release \(commit [^ ]+, .+, (Release|Debug)\)\$"; then pass; else fail "archon --version"; fi
if [[ $(grep -m 1 '^## ' CHANGELOG.md) == "## $release"* ]]; then pass; else fail "CHANGELOG.md does not begin with $release"; fi
for command in match train "train labels" "deck import"; do
  read -ra words <<<"$command"
  if diff <("$archon" --version) <("$archon" "${words[@]}" --version); then pass; else fail "archon $command --version"; fi
done
in_decks=$(awk -F '\t' 'NR > 1 && $9 !~ /:keyraken:/' engine/facts/facts.tsv | wc -l)
if "$archon" cards --sets --format json | grep -q "\"cards\": $in_decks,"; then pass; else fail "the number of cards"; fi
"$archon" cards --sets --format json >"$work/coverage"
for word in playable native left_out; do says "$work/coverage" "\"$word\": "; done
if "$archon" matrix "$argus" "$onyx" --games 40 --chains --format json | grep -qE '"handicap": -?[0-9]'; then pass; else fail "chains in the matrix"; fi
# Weights of another version: what only the file or the program knows is told once, and a damaged file is refused.
without_troll="$work/without-troll.txt"
sed '/^card troll\t/d' agents/models/policy.txt >"$without_troll"
refused "'$without_troll': line 1: the digest of the names is " match "$argus" "$onyx" --agent "policy:weights=$without_troll"
sed -i "1s/[0-9a-f]*$/$(sed -E 's/.*digest of the names is ([0-9a-f]+).*/\1/' "$work/err")/" "$without_troll"
"$archon" match "$argus" "$onyx" --games 2 --agent "policy:weights=$without_troll" --agent-b "lookahead:weights=$without_troll" >/dev/null 2>"$work/told"
told="archon match: weights=$without_troll: 1 name is missing and counts as 0 (card troll); without any card policy.txt plays 32 Elo worse"
if [[ $(<"$work/told") == "$told" ]]; then pass; else fail "what a policy lacks: $(cat "$work/told")"; fi
# An evaluation of one's own, which training says how to play by; a file that was changed since is other weights.
"$archon" train evaluation "$argus" "$onyx" "$achea" sim/decks/sahl-the-aegian.deck --games 60 --agent random --out "$work/own.txt" >/dev/null 2>"$work/told"
own=$(sed -n 's/^archon train: to play by it: --agent //p' "$work/told")
match_own=(match "$argus" "$onyx" --games 6 --agent "$own" --ledger "$work/own.sqlite")
if "$archon" "${match_own[@]}" --format json 2>/dev/null | grep -q "model=$work/own.txt@[0-9a-f]\{16\}"; then pass; else fail "a match by $own"; fi
sed -i '$s/.$/7/' "$work/own.txt"
"$archon" "${match_own[@]}" >/dev/null 2>&1
code=$?
if [[ $code == 4 ]]; then pass; else fail "a ledger with weights that were changed: exit code $code"; fi
refused "parameter 'model': '$argus': line 1: expected 'archon-model 1'" match "$argus" "$onyx" --agent "heuristic:model=$argus"
"$archon" cards "swift current" >"$work/boss"
says "$work/boss" "^no definition: .* in no deck of two players$"
"$archon" cards "bad penny" >"$work/penny"  # to a file: what is longer than a pipe's buffer would be cut off by grep -q
says "$work/penny" "^  Destroyed: Return this creature to its owner's hand\.$"
if grep -q '^definition  engine/cards/cota/shadows.kf:' "$work/penny"; then pass; else fail "archon cards bad penny"; fi

if grep -qE '^  tests/cards/cota/shadows.test:[0-9]+: Bad Penny' "$work/penny"; then pass; else fail "scenarios of a card"; fi
if "$archon" cards troll | tail -5 | grep -qE '^  and [0-9,]+ more$'; then pass; else fail "too many scenarios of a card"; fi

# Inconclusive: a width was asked for that the games are too few for. Without --width the games are all that was asked for.
"$archon" chains "$argus" "$onyx" --games 60 --width 1 >"$work/out" 2>/dev/null
code=$?
if [[ $code == 3 ]] && grep -q '^standard  either' "$work/out"; then pass; else fail "exit code 3 of archon chains, not $code"; fi
"$archon" bid "$argus" "$onyx" --games 60 --width 1 >/dev/null 2>&1
code=$?
if [[ $code == 3 ]]; then pass; else fail "exit code 3 of archon bid, not $code"; fi
if "$archon" chains "$argus" "$onyx" --games 60 >/dev/null; then pass; else fail "archon chains without --width"; fi
# The first deck with chains is the second deck without, and the other way round.
"$archon" chains "$argus" "$onyx" --games 3000 --agent fast --format json >"$work/one" 2>/dev/null
"$archon" chains "$onyx" "$argus" --games 3000 --agent fast --format json >"$work/other" 2>/dev/null
one=$(sed -nE 's/^ +"handicap_whole": (-?[0-9]+)\.0,/\1/p' "$work/one" | head -n 1)
other=$(sed -nE 's/^ +"handicap_whole": (-?[0-9]+)\.0,/\1/p' "$work/other" | head -n 1)
if ((one < 0 && other > 0)); then pass; else fail "signs of handicaps: $one and $other"; fi

# Records are the same for any number of threads, but for the command's own words, and can be replayed.
for j in 1 2; do "$archon" match "$argus" "$onyx" --games 30 -j $j --record "$work/games$j" >/dev/null 2>&1; done
same "records on 1 and 2 threads" "$work/games1" "$work/games2"
if "$archon" replay "$work/games1" --game 7 | grep -qE '^[AB] wins after [0-9]+ turns'; then pass; else fail "archon replay"; fi
if "$archon" replay "$work/games1" --game 7 | grep -qE '^  forecast: A wins with [0-9.]+ %'; then pass; else fail "archon replay: forecast"; fi
# Puzzles are the same for any number of threads, and positions that other commands read.
for j in 1 2; do "$archon" puzzles "$work/games1" --out "$work/puzzles$j" --least 2 --limit 1000 --attempts 2 -j $j >/dev/null 2>&1; done
if diff -r -I '^command' -x '*.html' "$work/puzzles1" "$work/puzzles2" >/dev/null && [[ -s $work/puzzles1/puzzle-01.json ]]; then pass; else fail "puzzles on 1 and 2 threads"; fi
if "$archon" advise "$work/puzzles1/puzzle-01.json" --worlds 2 | grep -q '%'; then pass; else fail "archon advise of a puzzle"; fi
if "$archon" position "$work/puzzles1/puzzle-01.json" >/dev/null; then pass; else fail "archon position of a puzzle"; fi
"$archon" replay "$work/games1" --game 7 --format json | sed -n 20p | sed -E 's/.*"position":(.*)\}$/\1/' >"$work/position"
"$archon" position "$work/position" >"$work/complete" && "$archon" position --line "$work/position" >"$work/line"
"$archon" position "$work/line" >"$work/again"
same "a position as one line and back" "$work/complete" "$work/again"
if (($(wc -l <"$work/line") == 1)); then pass; else fail "archon position --line"; fi
if printf '{"do":"dance"}\n{"do":"quit"}\n' | "$archon" engine | tail -n 1 | grep -qxF '{"ok":true}'; then pass; else fail "archon engine"; fi
if scripts/play_engine.py "$archon" "$argus" "$onyx" 5 | tail -n 1 | grep -q '^won, winner [01]'; then pass; else fail "play_engine.py"; fi

# An arena that is killed, interrupted and run again on another number of threads ends with the same bytes, but for times.
arena=(arena --agent greedy --agent greedy:epsilon=5 --agent random --decks "${five[@]}" --games 1500 --format json)
timeless() { grep -vE '"(seconds|games_per_second|games_played_now|command_line)"' "$1"; }
"$archon" "${arena[@]}" -j 1 >"$work/whole" 2>/dev/null
for ((kill = 0; kill < 3; ++kill)); do
  "$archon" "${arena[@]}" --ledger "$work/arena" >/dev/null 2>&1 &
  sleep "0.$((RANDOM % 300 + 100))"
  kill -9 $! 2>/dev/null
  wait $! 2>/dev/null
done
"$archon" "${arena[@]}" --ledger "$work/interrupted" >"$work/part" 2>"$work/err" &
for ((i = 0; i < 200; ++i)); do
  [[ -s $work/interrupted ]] && break
  sleep 0.05
done
kill -INT $!
wait $!
code=$?
if ((code == 3)) && grep -q 'goes on from there' "$work/err" && grep -q '"complete": false' "$work/part"; then pass; else fail "SIGINT: exit code $code: $(cat "$work/err")"; fi
for ledger in arena interrupted; do
  "$archon" "${arena[@]}" --ledger "$work/$ledger" >"$work/out" 2>/dev/null
  same "an arena in parts: $ledger" <(timeless "$work/whole") <(timeless "$work/out")
done
"$archon" "${arena[@]}" --ledger "$work/arena" >"$work/out" 2>/dev/null
if grep -q '"games_played_now": 0,' "$work/out"; then pass; else fail "an arena was played twice"; fi
cp "$work/arena" "$work/before"
"$archon" "${arena[@]}" --seed 2 --ledger "$work/arena" >"$work/out" 2>"$work/err"
code=$?
if ((code == 4)) && grep -q 'seed is 1 there and 2 here' "$work/err" && [[ ! -s $work/out ]]; then pass; else fail "another seed: exit code $code: $(cat "$work/err")"; fi
same "the ledger after a mismatch" "$work/before" "$work/arena"
"$archon" arena --agent random --agent random --decks "${five[@]}" --sprt 0,10 --max-games 40 >"$work/out" 2>"$work/err"
code=$?
if ((code == 3)) && grep -q 'no decision after --max-games' "$work/err" && grep -q inconclusive "$work/out"; then pass; else fail "an inconclusive test: exit code $code"; fi

# grows FILE BYTES: waits until it is longer, at most ten seconds.
grows() {
  local i
  for ((i = 0; i < 200; ++i)); do
    (($(stat -c %s "$1" 2>/dev/null || echo 0) > $2)) && return
    sleep 0.05
  done
}

# Labels that are killed, interrupted and gone on with are the same.
"$archon" "${labels[@]}" --games 600 --out "$work/labels-whole" >/dev/null 2>&1
for ((kill = 0; kill < 3; ++kill)); do
  "$archon" "${labels[@]}" --games 600 -j 1 --out "$work/killed" >/dev/null 2>&1 &
  grows "$work/killed" $((kill * 20000 + 5000))
  sleep "0.0$((RANDOM % 9))"
  kill -9 $! 2>/dev/null
  wait $! 2>/dev/null
done
cut -c1-200 "$work/killed" | head -n 2 | tail -n 1 >"$work/second"
says "$work/second" '^game 0 '
printf 'game 99' >>"$work/killed" # as a full disk would leave it
"$archon" "${labels[@]}" --games 600 --out "$work/killed" >"$work/out" 2>/dev/null
same "labels in parts" "$work/labels-whole" "$work/killed"
says "$work/out" '^600 games, '
"$archon" "${labels[@]}" --games 100000 -j 1 --out "$work/stopped" >"$work/out" 2>"$work/err" &
grows "$work/stopped" 10000
kill -INT $!
wait $!
code=$?
if ((code == 3)) && grep -q 'goes on from there' "$work/err" && [[ $(tail -n 1 "$work/stopped") == end ]]; then pass; else fail "labels, SIGINT: exit code $code"; fi
"$archon" "${labels[@]}" --games 12 --seed 2 --out "$work/labels" >"$work/out" 2>"$work/err"
code=$?
if ((code == 4)) && grep -q 'seed is 1 there and 2 here' "$work/err" && [[ ! -s $work/out ]]; then pass; else fail "labels of another seed: exit code $code"; fi
same "labels after a mismatch" "$work/labels1" "$work/labels"

# Bad input.
refused "--worlds: from 1 to 10,000, not 0" train labels --worlds 0 --out "$work/l"
refused "--worlds: a multiple of --parts is wanted" train labels --worlds 12 --parts 5 --out "$work/l"
refused "--games: from 1 to 10,000,000, not 0" train labels --games 0 --out "$work/l"
refused "--percent: a percentage from 0 to 100, or kinds as" train labels --percent hose=5 --out "$work/l"
refused "--continuation: unknown agent 'gredy'" train labels --continuation gredy --out "$work/l"
refused "there is no set 'Nowhere'" train labels --set Nowhere --out "$work/l"
refused "--set: rulebook 1.3 does not know Worlds Collide (--rules 18.4 does)" train labels --set WC --rules 1.3 --out "$work/l"
refused "no decks: name deck files, or a number of generated ones (--decks)" train labels --decks 0 --out "$work/l"
refused "the same deck as" train labels "$argus" "$argus" --out "$work/l"
refused "--out: there is no folder $work/none" train labels --out "$work/none/l"
refused "--out is required" train labels
refused "this is no file of labels" train labels --out "$argus"
refused "unknown agent 'gredy'" regret "$work/labels" --agent gredy
refused "greedy is named twice" regret "$work/labels" --agent greedy --agent greedy
refused "--worst: from 0 to 1,000 answers, not -1" regret "$work/labels" --agent greedy --worst -1
refused "there is no such file" regret "$work/none" --agent greedy
refused "line 1: this is no header of labels" regret "$argus" --agent greedy
sed '/^end/d' "$work/labels" >"$work/bad"
refused "the game before has no end" regret "$work/bad" --agent greedy
sed -E '2s/ [0-9a-f]+$/ 00&/; 2s/ 00 / 00/' "$work/labels" >"$work/bad"
refused "line 2: labels of another version of the engine: of game 0, " regret "$work/bad" --agent greedy
refused "unknown agent 'gredy'" turns "$argus" --agent gredy --against greedy
refused "--every: from 1 to 1,000, not 0" turns "$argus" --every 0
refused "--deals: from 2 to 10,000, not 1" turns "$argus" --deals 1
refused "--turns: from 1 to 100, or -1, not 0" turns "$argus" --turns 0
refused "no decks: name deck files, or --generate some" turns
two=(arena --agent random --agent greedy)
refused "at least two agents" arena --agent random --decks "${five[@]}"
refused "at least 5 decks are needed, which are ten pairs of decks, not 4" "${two[@]}" --decks "${five[@]:0:4}"
refused "the same deck as" "${two[@]}" --decks "${five[@]}" "$argus"
refused "unknown agent 'gredy'" arena --agent gredy --agent random --decks "${five[@]}"
refused "random is named twice" arena --agent random --agent greedy --agent random --decks "${five[@]}"
refused "--sprt: two differences" "${two[@]}" --decks "${five[@]}" --sprt 10,0
refused "--sprt: two differences" "${two[@]}" --decks "${five[@]}" --sprt 10
refused "at most 200 from 0" "${two[@]}" --decks "${five[@]}" --sprt 0,201
refused "a test is between two agents, not 3" "${two[@]}" --agent greedy:epsilon=1 --decks "${five[@]}" --sprt 0,10
refused "--games and --sprt: give one" "${two[@]}" --decks "${five[@]}" --sprt 0,10 --games 100
refused "--max-games: only with --sprt" "${two[@]}" --decks "${five[@]}" --max-games 100
refused "--games: from 2 to 100,000,000 games, not 0" "${two[@]}" --decks "${five[@]}" --games 0
refused "there is no folder $work/none" "${two[@]}" --decks "${five[@]}" --ledger "$work/none/ledger"
refused "not a ledger" "${two[@]}" --decks "${five[@]}" --ledger "$argus"
printf 'name: Broken\nset: CotA\nhouses: Brobnar, Dis, Logos\n[Brobnar]\n12 Angr\n[Dis]\n11 Dust Imp\n' >"$work/broken.deck"
refused "there is no such file" match "$argus" nowhere.deck
refused "did you mean \`Anger\`" match "$argus" "$work/broken.deck"
refused "Dis" match "$argus" "$work/broken.deck" # every problem of a deck is listed
refused "unknown agent 'gredy' (did you mean \`greedy\`?)" match "$argus" "$onyx" --agent gredy
refused "has no parameter 'depth'" match "$argus" "$onyx" --agent greedy:depth=3
refused "--chains-a: from 0 to 24 chains, not 25" match "$argus" "$onyx" --chains-a 25
refused "--chains-b: from 0 to 24 chains, not -1" match "$argus" "$onyx" --chains-b -1
refused "--games: from 1 to 1,000,000,000, not 0" match "$argus" "$onyx" --games 0
refused "'many' is not a whole number" match "$argus" "$onyx" --games many
refused "--games: from 40" chains "$argus" "$onyx" --games 39
refused "--width: from 0.5 to 48 chains, not 0.00" chains "$argus" "$onyx" --width 0
refused "unknown agent 'gredy'" chains "$argus" "$onyx" --agent gredy
refused "there is no such file" chains "$argus" nowhere.deck
refused "at least two decks are needed" bid "$argus"
refused "--width: from 0.5 to 48 chains, not 49.00" bid "$argus" "$onyx" --width 49
refused "at least two decks are needed" best "$argus"
refused "--finalists: from 1 to 1000, not 0" best "$argus" "$onyx" --finalists 0
refused "--games: at least 0" best "$argus" "$onyx" --games -2
refused "--shard: needs --ledger FILE" best "$argus" "$onyx" --shard 1/2
refused "--shard: a part of --games, not of a time" best "$argus" "$onyx" --shard 1/2 --ledger "$work/race" --time 1s
refused "--report: a shard has no results of its own" best "$argus" "$onyx" --shard 1/2 --ledger "$work/race" --report "$work/race.html"
refused "--out: a shard has no results of its own" build tests/cli/my.csv --shard 1/2 --ledger "$work/race" --out "$work/built"
refused "--shard: --pods plays no games" build tests/cli/my.csv --shard 1/2 --pods tsong:untamed
"$archon" build tests/cli/my.csv --pods tsong:untamed --pods parker:logos --pods obadiah:brobnar >"$work/built.deck"
refused "'Parker la Sedienta' has no pod of Dis" build tests/cli/my.csv --pods tsong:untamed --pods parker:dis --pods obadiah:brobnar
refused "two pods of Shadows" build tests/cli/my.csv --pods tsong:untamed --pods parker:shadows --pods obadiah:shadows
refused "pods of two sets, AoA and CotA" build tests/cli/my.csv --pods tsong:sanctum --pods parker:logos --pods byrne:dis
refused "a build has three pods, not 2" build tests/cli/my.csv --pods tsong:untamed --pods parker:logos
refused "no deck is called 'nobody'" build tests/cli/my.csv --pods tsong:untamed --pods nobody:dis --pods obadiah:brobnar
refused "up to three decks, not 12" build tests/cli/my.csv --sealed
refused "there was no list on 2024-12-31, the first is of 2025-01-01" build tests/cli/my.csv --list 2024-12-31
refused "from generated:1 to generated:200" build tests/cli/my.csv --field generated:0
refused "the collection has no deck of 'WoE'" build tests/cli/my.csv --wish --set WoE
refused "no wished pod fits two of the collection" build sim/decks/guide-achea.deck --wish tests/cli/my.csv:byrne
refused "from generated:1 to generated:2000" build tests/cli/my.csv --wish generated:0
refused "from 5 to 200 decks with SAS, not 0, and 3 decks without SAS" chains sim/decks/{guide-achea,sahl-the-aegian,radiant-argus-the-supreme}.deck --sas
refused "with --sas one agent plays" chains tests/cli/my.csv --sas --agent fast,greedy
refused "--curve is for two decks" chains tests/cli/my.csv --sas --curve
refused "--set is for --wish" build tests/cli/my.csv --set CotA
refused "not for --sealed" build tests/cli/my.csv --wish --sealed --only tsong
refused "it is built of pods of several decks" deck check "$work/built.deck" --format archon
refused "':dis' is no pod (NAME:HOUSE" build tests/cli/my.csv --pods tsong:untamed --pods :dis --pods obadiah:brobnar
sed 's/^pods:/token: Grunt\npods:/' "$work/built.deck" >"$work/token.deck"
refused "the token creature 'Grunt' was never printed in CotA (no deck that contributes a pod can have it)" deck check "$work/token.deck" --format alliance
sed 's/^set:.*/set: AoA/' "$work/built.deck" >"$work/two_sets.deck"
refused "never printed in AoA (a build is of decks of one set" deck check "$work/two_sets.deck" --format alliance
sed -E 's/^pods: ([^:]*):brobnar, [^,]*,/pods: \1:brobnar, \1:brobnar,/' "$work/built.deck" >"$work/twice.deck"
refused "a pod of each house of the deck is needed" deck check "$work/twice.deck" --format alliance
sed '$d' "$work/built.deck" >"$work/35.deck"
refused "the deck has 35 cards instead of 36" deck check "$work/35.deck" --format alliance
refused "the deck has 35 cards instead of 36" build "$work/35.deck" tests/cli/my.csv --out "$work/nothing"
refused "there was no list on 2024-12-31" build tests/cli/my.csv --list 2024-12-31 --out "$work/nothing"
"$archon" deck generate --set WoE --count 4 --out "$work/woe" >/dev/null
refused "which contributes no pod" build "$work/woe" --pods 0001:brobnar --pods 0002:saurian --pods 0003:sanctum --extras 0004 --out "$work/nothing"
"$archon" deck generate --set CotA --count 111 --out "$work/cota" >/dev/null
refused "2 copies of 'Key Abduction' (the restricted list of 2026-04-03 allows 1)" build "$work"/cota/*-{0111,0002,0004}.deck --pods 0111:mars \
  --pods 0002:untamed --pods 0004:brobnar --out "$work/nothing"
if [[ -e $work/nothing ]]; then fail "builds that are refused wrote something"; else pass; fi
refused "did you mean \`--games\`" match "$argus" "$onyx" --gmes 10
refused "there is no rulebook '2.0'" match "$argus" "$onyx" --rules 2.0
# A rulebook plays the sets it knows; every deck of another set is named.
newer=(sim/decks/aoa/{bases-the-swordsman-of-fire,crawling-martini-quasimodo}.deck sim/decks/wc/{dulac-the-baron-of-ustoth,zebrogus-the-servant-wanderer}.deck
  sim/decks/mm/botsman-dzholi.deck)
for command in match chains bid matrix soak; do
  refused "${newer[3]}: deck \"Zebrogus, the Servant Wanderer\": rulebook 1.3 does not know Worlds Collide (--rules 18.4 does)" \
    $command "$argus" "${newer[3]}" --rules 1.3
done
for command in "arena --agent random --agent greedy --decks" "train evaluation" matrix soak; do
  for rules in 1.0 1.2 1.3; do
    # shellcheck disable=SC2086
    refused "rulebook $rules does not know" $command "${newer[@]}" --rules $rules
    unknown=$(grep -c "rulebook $rules does not know .* (--rules 18.4 does)" "$work/err")
    expected=$([[ $rules == 1.3 ]] && echo 3 || echo 5)
    if ((unknown == expected)); then pass; else fail "$command --rules $rules: $unknown decks instead of $expected"; fi
  done
done
refused "--set: rulebook 1.3 does not know Worlds Collide (--rules 18.4 does)" soak --generate 4 --set WC --rules 1.3
refused "--set: rulebook 1.2 does not know Age of Ascension (--rules 18.4 does)" soak --generate 4 --set AoA --rules 1.2
echo '{"rules": "1.3", "players": [{"hand": ["bonesaw"]}]}' >"$work/bonesaw"
refused "rulebook 1.3 does not know Bonesaw (Mass Mutation); \`rules\` 18.4 does" position "$work/bonesaw"
refused "xml not in" match "$argus" "$onyx" --format xml
refused "'-1' is not a whole number" match "$argus" "$onyx" --seed -1
refused "--threads: from 0" match "$argus" "$onyx" -j -1
refused "two decks are needed, not 1: Radiant Argus the Supreme" match "$argus"
refused "at least two decks" matrix "$argus"
refused "no field: name the decks to play against after --field" gauntlet "$argus"
refused "rulebook 1.3 does not know Worlds Collide (--rules 18.4 does)" gauntlet "$argus" --field "${newer[3]}" --rules 1.3
refused "the field is my deck itself" gauntlet "$argus" --field "$argus"
refused "the same deck as" gauntlet "$argus" --field "$onyx" "$onyx"
refused "--games and --precision: give one of them" gauntlet "$argus" --field "$onyx" --games 10 --precision 5
refused "--seed: --from plays no games" gauntlet "$argus" --from "$work/shared/ledger.sqlite" --seed 2
refused "there is no such file" gauntlet "$argus" --field nowhere.deck
refused "a command is missing (there are sealed, bo3, adaptive, adaptive-one, reversal, survival, auction, triad)" tournament
refused "--from is required" tournament bo3 "$argus"
refused "not a ledger" tournament bo3 "$argus" --from "$argus"
refused "no games of " tournament bo3 "$argus" --field sim/decks/tarantelli-rotlanes-villain.deck --from "$shared"
refused "Triad needs three decks of mine and three of the field, not 2 and 4" tournament triad "$argus" "$onyx" --from "$shared"
refused "Survival takes teams of at most 4 decks, not 1 and 5" tournament survival "$argus" --from "$shared"
refused "An auction takes 2 to 8 decks, not 1" tournament auction "$argus" --from "$shared"
refused "--best-of: an odd number from 1 to 9, not 2" tournament reversal --best-of 2 --from "$shared"
refused "the same deck as" tournament sealed "$argus" "$argus" --from "$shared"
refused "--record: there is no folder $work/none" match "$argus" "$onyx" --record "$work/none/games"
refused "there is no such file" replay "$work/none"
refused "--least: from 1 to 100, not 0" puzzles "$work/games1" --out "$work/none" --least 0
refused "--limit: from 100 to 10,000,000, not 5" puzzles "$work/games1" --out "$work/none" --limit 5
refused "there is no such file" puzzles "$work/none" --out "$work/none"
refused "--out" puzzles "$work/games1"
refused "no such file" advise "$work/none"
refused "from 2 to 100,000" advise tests/cli/wins.json --worlds 1
refused "the game is over" advise "$work/over"
refused "from 100 to 1,000,000" train forecast --games 1
refused "line 1" replay "$argus"
refused "there is no game 31" replay "$work/games1" --game 31
refused "FIRST-LAST, such as 0-99, not 5-2" replay "$work/games1" --analyse --games 5-2
refused "of the games 2 to 99 there are only" replay "$work/games1" --analyse --games 2-99
refused "--format csv: for --analyse" replay "$work/games1" --format csv
refused "--game and --games: one of them" replay "$work/games1" --analyse --game 1 --games 1-2
refused "has the decisions 0 to" advise "$work/games1" --decision 90000
refused "with --decision" advise "$work/games1" --game 2
if "$archon" advise "$work/games1" --game 7 --decision 20 --worlds 2 | grep -q '^decides: '; then pass; else fail "advise: a recorded game"; fi
refused "neither JSON nor a position line" position "$argus"
refused "there is no folder $work/none" matrix "$argus" "$onyx" --report "$work/none/m.html"
refused "--report-url: needs --report FILE" matrix "$argus" "$onyx" --report-url https://example.org/m.html
refused "--report-url: needs --report FILE" deck report "$argus" --report-url https://example.org/m.html
refused "--report-url: an address such as" matrix "$argus" "$onyx" --report "$work/m.html" --report-url "javascript:x"
refused "and it can't be made" matrix "$argus" "$onyx" --out "$argus/out"
refused "unknown command 'mtach' (did you mean \`match\`?)" mtach
refused "a command is missing"
refused "did you mean \`Bad Penny\`" cards "bad peny"
refused "did you mean \`Bloodshard Imp\` or " cards imp
refused "only one of them" cards troll --sets
refused "at least two decks are needed" bench --decks "$argus"
refused "--repetitions: from 1 to 1,000, not 0" bench --repetitions 0
refused "--decisions: at least 1" soak "$argus" --decisions 0
refused "no decks: name deck files" soak
refused "--opponents: from 2 to 2,000, not 1" deck report "$achea" --opponents 1
refused "--others: 0 for no percentile, or at least 3" deck report "$achea" --others 2
refused "--field: no deck but the one to report on" deck report "$achea" --field "$achea"
refused "there is no set 'Nowhere'" deck report "$achea" --set Nowhere
refused "--set: rulebook 1.3 does not know Worlds Collide (--rules 18.4 does)" deck report "$achea" --set WC --rules 1.3
refused "no decks: name deck files" usage
refused "--games: from 1 to 1,000,000,000, not 0" usage "$argus" --games 0
refused "--worst: at least 0, not -1" usage "$argus" --worst -1
refused "unknown agent 'heurist' (did you mean \`heuristic\`?)" usage "$argus" --agent heurist
refused "at least 4 decks are needed" train evaluation "$argus" "$onyx" "$achea"
refused "--games: from 1 to 1,000,000,000, not 0" train evaluation "$argus" "$onyx" "$achea" "$argus" --games 0
refused "--validation: from 1 to 90 percent, not 95" train evaluation "$argus" "$onyx" "$achea" "$argus" --validation 95
refused "--ridge: a number from 0 to 1e9" train evaluation "$argus" "$onyx" "$achea" "$argus" --ridge -1
refused "unknown agent 'heurist' (did you mean \`heuristic\`?)" train evaluation "$argus" "$onyx" "$achea" "$argus" --agent heurist
refused "--out: there is no folder $work/none" train evaluation "$argus" "$onyx" "$achea" "$argus" --out "$work/none/m.txt"
refused "parameter 'model': 'fited': there is no such file (did you mean \`fitted\`?)" match "$argus" "$onyx" --agent heuristic:model=fited
refused "--generate: from 0 to 10,000 decks, not -1" soak --generate -1
refused "--decks: from 2 to 200,000 decks, not 1" values --decks 1
refused "--games: from 1 to 1,000,000,000, not 0" values --games 0
refused "there is no set 'Nowhere'" values --set Nowhere
refused "no opponents: name their decks after --field" values "$argus"
refused "--field, --worth and --pairs are for the cards of a deck" values --field "$argus"
refused "--pairs goes with --worth" values "$argus" --field "$onyx" --pairs
refused "--events looks on while games are played" values --events --ledger "$work/values.sqlite"
refused "--set is for generated decks" values "$argus" --field "$onyx" --set CotA
refused "--games: from 1 to 20,000,000, not 0" values "$argus" --field "$onyx" --games 0
refused "--set: rulebook 1.3 does not know Worlds Collide (--rules 18.4 does)" values --set WC --rules 1.3
refused "unknown agent 'gredy'" values --agent gredy
refused "--from: ledger $work/none: there is no such file" values --from "$work/none"
refused "--model: $argus: line 1: expected 'archon-ratings 1'" rate "$argus" --model "$argus"
# A program that was built without the page says how to get it; one with it writes it (tests/sim/web/page.py opens it).
if [[ -e build/page/archon.html ]]; then
  if "$archon" rate "$argus" --page "$work/page.html" >/dev/null && grep -q 'id=given>"name: Radiant Argus' "$work/page.html"; then pass; else fail "archon rate --page"; fi
else
  refused "--page: this program was built without the page (scripts/make_page.sh makes it; then build again)" rate "$argus" --page "$work/page.html"
fi
refused "--page: there is no folder $work/none" rate "$argus" --page "$work/none/page.html"
refused "no ledgers: name those to fit to, or --test some" train ratings
refused "--out: there is no folder $work/none" values --out "$work/none/values.csv"
refused "--games-per-deck: at least 1, not -1" soak "$argus" --games-per-deck -1
refused "there is no set 'Nowhere'" soak --generate 2 --set Nowhere
refused "--save-decks: there is no folder $work/none" soak --generate 2 --save-decks "$work/none"

# Decks from elsewhere.
formats=tests/deck/formats
odd=$work/$'Baron \xe2\x80\x9cPeanut\xe2\x80\x9d \xc3\x84\xc3\xb6 \'x\' Ripper'
cp "$formats/baron-peanut-ripper.txt" "$odd"
# One of them is there in three formats.
"$archon" deck import "$odd" $formats/*.json --out "$work/decks/new" >"$work/list" 2>/dev/null
code=$?
if [[ $code == 0 && $(find "$work/decks/new" -name '*.deck' | wc -l) == 44 && $(wc -l <"$work/list") == 46 ]]; then pass; else fail "import of all formats"; fi
if [[ -s $work/decks/new/baron-peanut-ao-x-ripper.deck ]]; then pass; else fail "name of a file with quotes and umlauts"; fi
"$archon" deck check "$work"/decks/new/*.deck >"$work/out" 2>"$work/err"
code=$?
if [[ $code == 0 && ! -s $work/err && $(wc -l <"$work/out") == 44 ]]; then pass; else fail "imported decks are not legal"; fi
"$archon" deck import "$odd" --out "$work/decks/new" >"$work/again" 2>/dev/null
if grep -q '(was there)$' "$work/again"; then pass; else fail "second import of a deck"; fi
sed -i 's/Anger/Blood Money/' "$odd"
"$archon" deck import "$odd" --out "$work/decks/new" >"$work/again" 2>/dev/null
if [[ -s $work/decks/new/baron-peanut-ao-x-ripper-2.deck ]]; then pass; else fail "another deck of the same name"; fi
"$archon" deck generate --set WC --count 20 --seed 5 --out "$work/decks/wc" >/dev/null
if [[ $("$archon" deck check "$work"/decks/wc/*.deck | grep -c 'a legal deck of WC') == 20 ]]; then pass; else fail "generated decks"; fi

head -c 3000 "$formats/registry_2018.json" >"$work/cut.json"
head -n -1 "$formats/baron-peanut-ripper.txt" >"$work/short"
sed 's/Dust Pixie/Dusty Pixy/' "$formats/baron-peanut-ripper.txt" >"$work/title"
printf '9 Anger\n9 Dust Imp\n9 Dextre\n9 Bad Penny\n' >"$work/four"
iconv -f UTF-8 -t UTF-16 "$formats/keyteki.json" >"$work/utf16"
printf '12 Anger\n12 B\344r\n' >"$work/latin1"
head -c 100000000 /dev/urandom >"$work/noise"
head -c 100000000 /dev/zero | tr '\0' '[' >"$work/brackets"
: >"$work/empty"
mkdir "$work/nothing"
ln -s "$work/loop" "$work/loop"
for command in check import show; do
  refused "cut.json:" deck $command "$work/cut.json"
  refused "the JSON ends too early (is the file complete?)" deck $command "$work/cut.json"
  refused "the deck has 35 cards instead of 36" deck $command "$work/short"
  refused "title:27: 'title': unknown card 'Dusty Pixy' (did you mean \`Dust Pixie\`?)" deck $command "$work/title"
  refused "no three houses have 12 of these cards each (Brobnar 9, Dis 9, Logos 9, Shadows 9)" deck $command "$work/four"
  refused "this is UTF-16 text (save it as UTF-8)" deck $command "$work/utf16"
  refused "latin1:2: this is not UTF-8 text" deck $command "$work/latin1"
  refused "larger than 16 MB (is it a deck?)" deck $command "$work/noise"
  refused "larger than 16 MB (is it a deck?)" deck $command "$work/brackets"
  refused "the file is empty" deck $command "$work/empty"
  refused "no deck file in this folder" deck $command "$work/nothing"
  refused "there is no such file" deck $command "$work/none"
  refused "the file can't be read" deck $command "$work/loop"
done
refused "4 decks need a folder (--out DIR)" deck import "$formats/registry_list_2018.json"
refused "there is no folder $odd/x and it can't be made" deck import "$formats/registry_mirror.json" --out "$odd/x"
refused "there is no set 'CotB'" deck generate --set CotB
refused "--count: from 1" deck generate --count 0
refused "2 decks need a folder" deck generate --count 2
refused "a command is missing (there are import, list, show, check, generate, report)" deck
refused "did you mean \`import\`" deck imprt x
refused "DECKS is required" deck import
refused "Dis" deck check "$work/broken.deck" # every problem of a deck is listed
"$archon" deck import "$formats/registry_mirror.json" "$work/short" --out "$work/none" >/dev/null 2>&1
if [[ ! -e $work/none ]]; then pass; else fail "decks were written although one could not be read"; fi

"$archon" matrix "$argus" nowhere.deck --out "$work/half" 2>/dev/null
if [[ ! -e $work/half && -z $(find "$work" -name '*.part*') ]]; then pass; else fail "half a file was written"; fi

finish
