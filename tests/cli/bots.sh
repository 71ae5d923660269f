#!/usr/bin/env bash
# Programs that play: bots.sh ARCHON. Samples play whole games; those that are killed, stall, flood, lie or say nothing lose by the
# right cause and the run goes on; none outlives the program, however that ends. The last line is "N passed, N failed".
set -uo pipefail
# shellcheck source=tests/counted.sh
source "$(dirname "$0")/../counted.sh"
archon=$(realpath "${1:?usage: bots.sh ARCHON}")
cd "$(dirname "$0")/../.." || exit
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
two=(sim/decks/radiant-argus-the-supreme.deck sim/decks/miss-onyx-censorius.deck)
python="$work/random_bot.py"
cp agents/bots/random_bot.py "$python"

# bot NAME: a program in Python, which stands on standard input
bot() { { echo '#!/usr/bin/env python3'; cat; } >"$work/$1"; chmod +x "$work/$1"; }

# Does right but at each 40th request of a process, where it does what is named.
bot odd <<'EOF'
import json, os, signal, sys, time
what, at = sys.argv[1], 0
for line in sys.stdin:
    at += 1
    if at % 40 == 0:
        if what == "exit": sys.exit(3)
        if what == "kill": os.kill(os.getpid(), signal.SIGKILL)
        if what == "stall": time.sleep(60)
        if what == "spin":
            while True: pass
        if what == "close": os.close(1); time.sleep(60)
        if what == "flood":
            while True: sys.stdout.write("x" * 4096)
        if what == "lines":
            while True: print('{"id":0}')
        if what == "illegal": print('{"id":9999}', flush=True); continue
        if what == "prose": print("I reap, I think", flush=True); continue
        if what == "twice": print('{"id":0}\n{"id":0}', flush=True); continue
    print('{"id":0}', flush=True)
EOF
bot mute <<'EOF'
import sys
sys.stdout = open(1, "w", buffering=1 << 16)
for line in sys.stdin: print('{"id":0}')
EOF
bot stubborn <<'EOF'
import signal, sys, time
for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP): signal.signal(each, signal.SIG_IGN)
for line in sys.stdin: print('{"id":0}', flush=True)
while True: time.sleep(60)
EOF

# field JSON EXPRESSION: of a result
field() { python3 -c 'import json, sys; d = json.load(open(sys.argv[1])); print(eval(sys.argv[2]))' "$1" "$2"; }
# is WHAT WANTED GOT
is() { if [[ $2 == "$3" ]]; then pass; else fail "$1: wanted '$2', got '$3'"; fi; }
says() { if [[ $2 == *"$3"* ]]; then pass; else fail "$1: nothing of '$3' in: ${2:0:600}"; fi; }
# Processes that run a bot of this test, and archon that runs them.
left_over() { pgrep -f -c "$work/" || true; }

# --- samples ---
check "C++ sample compiles" g++ -std=c++20 -O1 -o "$work/random_cpp" agents/bots/random_bot.cpp
samples=("$python" "$work/random_cpp")
if command -v node >/dev/null; then samples+=("$PWD/agents/bots/eager_bot.js"); fi
for sample in "${samples[@]}"; do
  said=$("$archon" agents check "$sample" --positions 60 2>&1)
  is "$sample: check" 0 $?
  says "$sample: check" "$said" "legal answers at 60 positions of"
  "$archon" match "${two[@]}" --games 20 --agent "exec:$sample" --agent-b random --strict --format json >"$work/result" 2>"$work/said"
  is "$sample: match" 0 $?
  is "$sample: all games decided" 20 "$(field "$work/result" 'd["results"][0]["games"]')"
  is "$sample: not reproducible" False "$(field "$work/result" 'd["provenance"]["reproducible"]')"
  says "$sample: the line on standard error" "$(<"$work/said")" "20 games"
done
for lines in agents/bots/*; do is "$lines: at most 25 lines" 1 $(($(wc -l <"$lines") <= 25)); done
said=$("$archon" match "${two[@]}" --games 4 --agent "exec:$python" 2>/dev/null)
says "the table says that it is not reproducible" "$said" "not reproducible: no seed fixes what exec:$python answers"
"$archon" match "${two[@]}" --games 20 -j 1 --agent "exec:$python" --format json >"$work/one" 2>/dev/null
"$archon" match "${two[@]}" --games 20 -j 2 --agent "exec:$python" --format json >"$work/two" 2>/dev/null
is "by its seed it plays the same games on any number of threads" "$(field "$work/one" 'd["fingerprint"]')" "$(field "$work/two" 'd["fingerprint"]')"

# --- by cause ---
# loses WHAT CAUSE SPEC: of 10 games with it some are lost by this cause and no other, and all are played
loses() {
  "$archon" match "${two[@]}" --games 10 -j 2 --agent random --agent-b "exec:$3" --format json >"$work/result" 2>"$work/said"
  is "$1: the run goes on" 0 $?
  is "$1: all games" 10 "$(field "$work/result" 'd["results"][0]["games"]')"
  is "$1: cause" "['$2']" "$(field "$work/result" '[each["cause"] for each in d["forfeits_by_cause"]]')"
  is "$1: counted" True "$(field "$work/result" 'd["forfeits_by_cause"][0]["games"] == d["results"][0]["forfeits_b"] > 0 == d["results"][0]["forfeits_a"]')"
  says "$1: told" "$(<"$work/said")" "forfeits: $2"
}
odd="$work/odd"
loses "exits" crash "$odd exit"
says "exits: how" "$(<"$work/said")" "it ended with exit code 3"
loses "kills itself" crash "$odd kill"
says "kills itself: how" "$(<"$work/said")" "it was killed by signal 9"
loses "stalls" late "$odd stall,move_ms=100"
loses "stalls for a game" late "$odd stall,move_ms=0,game_ms=500"
loses "computes for ever" late "$odd spin,move_cpu_ms=100"
loses "closes its output" silent "$odd close"
loses "floods" babble "$odd flood"
loses "says too much" babble "$odd lines"
loses "answers twice" babble "$odd twice"
loses "writes prose" babble "$odd prose"
loses "lies" illegal "$odd illegal"
said=$("$archon" match "${two[@]}" --games 10 --agent random --agent-b "exec:$odd illegal" 2>/dev/null)
says "people see the cause" "$said" "forfeited (illegal "
"$archon" match "${two[@]}" --games 10 --agent "exec:$odd illegal" --strict >/dev/null 2>&1
is "--strict" 1 $?
"$archon" arena --agent random --agent "exec:$odd exit" --decks sim/decks/[a-g]*.deck --games 100 --format json >"$work/result" 2>/dev/null
is "arena: by agent and cause" "True" "$(field "$work/result" '[each["cause"] for each in d["forfeits_by_cause"]] == ["crash"] and "odd" in d["forfeits_by_cause"][0]["agent"]')"
is "nothing is left over" 0 "$(left_over)"

# --- check ---
# wrong WHAT SPEC TEXT: check says so, with place and hint
wrong() {
  said=$("$archon" agents check "$2" --positions 50 2>&1)
  is "check: $1" 2 $?
  says "check: $1" "$said" "$3"
}
wrong "lies" "$odd illegal" "illegal: \`id\` is 9999"
says "check: place" "$said" "position "
says "check: hint" "$said" "answer {\"id\":N}"
wrong "exits" "$odd exit" "crash: it ended with exit code 3"
wrong "stalls" "$odd stall,move_ms=50" "late: it took more than its 0.050 s"
wrong "no program" "./no-such-bot" "there is no program './no-such-bot'"
wrong "unknown clock" "$odd,move=2s" "has no parameter 'move'"
said=$("$archon" agents check "$work/mute" --positions 1 2>&1)
says "check: never flushes" "$said" "silent: it has written no line in 10.0 s since it was started (is its output flushed?)"

# --- ledgers ---
"$archon" match "${two[@]}" --games 20 --agent "exec:$odd exit" --ledger "$work/ledger" --format json >"$work/before" 2>/dev/null
"$archon" match "${two[@]}" --games 20 --agent "exec:$odd exit" --ledger "$work/ledger" --format json >"$work/after" 2>/dev/null
is "the ledger keeps causes" "$(field "$work/before" 'd["forfeits_by_cause"]')" "$(field "$work/after" 'd["forfeits_by_cause"]')"
is "and games" "$(field "$work/before" 'd["results"]')" "$(field "$work/after" 'd["results"]')"
echo "# another version" >>"$odd"
"$archon" match "${two[@]}" --games 20 --agent "exec:$odd exit" --ledger "$work/ledger" >/dev/null 2>"$work/said"
is "another version of the bot is another agent" 4 $?
"$archon" matrix "${two[@]}" --games 20 --agent "exec:$python" --out "$work/out" >/dev/null 2>&1
is "matrix --out" 0 $?
said=$("$archon" matrix --from "$work/out/ledger.sqlite" --report "$work/page.html" 2>&1)
is "matrix --from" 0 $?
says "matrix --from is marked" "$said" "not reproducible"
if [[ $said == *"process started"* ]]; then fail "a ledger started a program"; else pass; fi
"$archon" advise /dev/null --agent "exec:$python" >/dev/null 2>"$work/said"
says "advise refuses" "$(<"$work/said")" "plays whole games only"

# --- engine: agents of Archon for programs ---
# told REQUESTS...: the last line that a session answers
told() { printf '%s\n' "{\"do\":\"new\",\"decks\":[\"${two[0]}\",\"${two[1]}\"]}" "$@" | "$archon" engine | tail -n 1; }
says "engine: play" "$(told '{"do":"play","agent":"fast"}')" '{"id":'
says "engine: advise" "$(told '{"do":"advise","worlds":4}')" '{"answers":[{"id":'
says "engine: no such agent" "$(told '{"do":"play","agent":"gredy"}')" "did you mean \`greedy\`"
says "engine: runs no program" "$(told "{\"do\":\"play\",\"agent\":\"exec:$python\"}")" "it was not named on the command line"

# --- nothing outlives the program ---
# gone WHAT: no bot is left, at once or on a busy machine soon
gone() {
  local i
  for ((i = 0; i < 300; i++)); do if (($(left_over) == 0)); then break; else sleep 0.1; fi; done
  is "$1: nothing is left" 0 "$(left_over)"
}
# ended SIGNALS...: a long run is ended so; no bot is left, nor a zombie
ended() {
  "$archon" match "${two[@]}" --games 1M -j 2 --agent "exec:$work/stubborn" --agent-b "exec:$odd stall,move_ms=300" >/dev/null 2>&1 &
  local run=$! signal
  for ((i = 0; i < 600; i++)); do if (($(left_over) >= 3)); then break; else sleep 0.1; fi; done
  is "$*: bots run" 1 $(($(left_over) >= 3))
  for signal in "$@"; do kill -"$signal" $run; sleep 0.3; done
  wait $run 2>/dev/null
  gone "$*"
}
ended INT
ended TERM
ended INT INT
ended KILL
"$archon" match "${two[@]}" --games 200 --agent "exec:$python" 2>/dev/null | head -c 1 >/dev/null
gone "a reader that went away"
finish
