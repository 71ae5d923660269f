#!/usr/bin/env bash
# Builds and runs the tests; the last line is "N passed, N failed", added up over all steps.
#   scripts/test.sh          release build and its command line, checked build and its tests, layers
#   scripts/test.sh --full   the checked build is by clang with sanitizers, and plays the same games; also: the modules for WebAssembly, results against their
#                            schemas, reports in a browser, every fuzz target for ARCHON_FUZZ_SECONDS (30) (the default where
#                            CI is set)
# Each step begins with the minutes and seconds since the start; what is silent for longer says every ten seconds that it goes on.
set -uo pipefail
cd "$(dirname "$0")/.." || exit

full=0
if [[ ${1:-} == --full || -n ${CI:-} ]]; then full=1; fi
passed=0
failed=0
paged=0  # whether the page was made
log=$(mktemp)
faults=$(mktemp)  # of each step that failed: its name and what it said of it
trap 'rm -f "$log" "$faults"' EXIT

tally() {
  passed=$((passed + $1))
  failed=$((failed + $2))
}

# Counts a step by what it said, which is in the log: tally_said NAME GOOD BAD.
tally_said() {
  tally "$2" "$3"
  (($3 == 0)) || {
    echo "== $1"
    if grep -q FAILED "$log"; then grep -A 8 FAILED "$log" | head -n 40; else tail -n 20 "$log"; fi
  } >>"$faults"
}

say() { printf '== %02d:%02d %s\n' $((SECONDS / 60)) $((SECONDS % 60)) "$*"; }

# Passes its input on, and says after ten seconds without a line that there is more to come.
never_silent() {
  local line part=
  while true; do
    if IFS= read -r -t 10 line; then
      printf '%s\n' "$part$line"
      part=
    elif (($? > 128)); then
      part+=$line
      echo "   ... $SECONDS s"
    else
      [[ -z $part$line ]] || printf '%s\n' "$part$line"
      return
    fi
  done
}

# A step that counts as one: it passes or fails.
step() {
  local bad=0
  say "$1"
  "${@:2}" </dev/null 2>&1 | tee "$log" || bad=1
  tally_said "$1" $((1 - bad)) $bad
}

# Builds a preset; only a failure counts.
build() {
  say "build $1"
  if cmake --preset "$1" -DARCHON_TESTS=ON >"$log" 2>&1 </dev/null && cmake --build --preset "$1" >"$log" 2>&1 </dev/null; then return 0; fi
  cat "$log"
  tally_said "build $1" 0 1
  return 1
}

# The last number before the words.
number_before() { sed -nE "s/.*[^0-9]([0-9]+) $1.*/\1/p" | tail -n 1; }

# Runs a Catch2 program and counts its test cases.
catch_tests() {
  local ok=0 good=0 bad=0
  say "$*"
  "$@" </dev/null 2>&1 | tee "$log" || ok=1
  if grep -q '^All tests passed' "$log"; then
    good=$(number_before 'test cases?\)' <"$log")
  elif grep -q '^test cases:' "$log"; then
    good=$(grep '^test cases:' "$log" | number_before passed)
    bad=$(grep '^test cases:' "$log" | number_before 'failed( \||$)')
  fi
  ((ok == 0 || ${bad:-0} > 0)) || bad=1  # it ended without a summary
  ((ok != 0 || ${good:-0} > 0)) || bad=1  # nothing ran
  tally_said "$*" "${good:-0}" "${bad:-0}"
}

# Runs a program whose last such line reads "N passed, N failed"; without that line it counts as one.
counted_tests() {
  local ok=0 summary
  say "$*"
  "$@" </dev/null 2>&1 | tee "$log" || ok=1
  summary=$(grep -E '^[0-9]+ passed, [0-9]+ failed$' "$log" | tail -n 1)
  if [[ $summary =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
    local good=${BASH_REMATCH[1]} bad=${BASH_REMATCH[2]}
    ((ok == 0 || bad > 0)) || bad=1
    tally_said "$*" "$good" "$bad"
  else
    tally_said "$*" $((1 - ok)) $ok
  fi
}

# Of what `times` says: the seconds of processor time of this shell's children.
used() { awk 'NR == 2 {gsub(/[ms]/, " "); print int($1 * 60 + $2 + $3 * 60 + $4)}'; }

# Runs a step, or a function of steps that wait for each other, as soon as a core is free; shows what it said and how long it took when it
# ends. gather waits for all of them and counts.
cores=$(nproc)
sums=$(mktemp -d)
beside() {
  local sum said start
  while (($(jobs -rp | wc -l) >= cores)); do wait -n; done
  sum=$(mktemp "$sums/XXXXXX")
  said=$(mktemp)
  {
    log=$(mktemp)
    passed=0
    failed=0
    start=$SECONDS
    "$@" >"$said" 2>&1
    times >"$log"
    echo "   took $((SECONDS - start)) s, $(used <"$log") s of them of a processor" >>"$said"
    echo "$passed $failed" >"$sum"
    flock "$sums" cat "$said"
    rm -f "$log" "$said"
  } &
}

gather() {
  local sum good bad
  wait
  for sum in "$sums"/*; do
    read -r good bad <"$sum" || { good=0 bad=1; echo "a step was killed" >>"$faults"; }
    tally "$good" "$bad"
  done
  rm -r "$sums"
}

same_signature() {
  local gcc clang
  gcc=$(build/release/archon bench --signature) && clang=$(build/sanitize/archon bench --signature) || return 1
  echo "g++ $gcc, clang++ $clang"
  [[ $gcc == "$clang" ]]
}

# Writes the scenarios as the conformance suite, and shows how many are not in it.
write_suite() { build/release/archon_scenarios tests --cases build/suite.jsonl | grep -E "^([0-9]|FAILED)"; }

conformance() {
  step "cases for other engines" write_suite
  counted_tests build/release/archon conformance build/suite.jsonl
  counted_tests tests/conformance/adapter.py build/suite.jsonl --every 50 build/release/archon engine
}

page() { build wasm && step "page" sim/web/page/make_page.py build/wasm build/page && build release; }  # a program with the page in it

# The tests of the release build, the longest first.
release_tests() {
  local archon=build/release/archon
  beside catch_tests build/release/archon_tests '[slow]'
  for name in long_runs matrix run; do beside counted_tests tests/cli/$name.sh $archon; done
  beside counted_tests tests/cli/quoted.py $archon
  if ((paged)); then
    beside counted_tests tests/sim/web/page.py $archon build/page
    beside counted_tests tests/sim/web/measure.py $archon build/page
    beside counted_tests tests/sim/web/page.py $archon build/page --browser firefox --only pasting dropping choosing collection linking building keyboard offline
    beside counted_tests tests/sim/web/measure.py $archon build/page --browser firefox --only matrix chains
    beside counted_tests tests/sim/web/rater.mjs build/wasm/rater.wasm $archon
    beside counted_tests tests/sim/web/player.mjs build/wasm/archon.wasm $archon
    beside counted_tests tests/sim/web/npm.mjs build/wasm $archon
  fi
  if ((full)); then
    beside counted_tests tests/cli/schemas.py $archon
    beside counted_tests tests/sim/report/browser.py $archon
    beside counted_tests tests/sim/report/game_page.py $archon
    beside counted_tests tests/install/package.sh build/release
    beside step "the same games from both compilers" same_signature
  fi
  beside counted_tests tests/chaos/chaos.py $archon --seeds 50
  beside counted_tests tests/cli/bots.sh $archon
  beside counted_tests $archon perft tests/perft/fixtures.txt
  beside counted_tests tests/perft/walk.py $archon
  beside counted_tests tests/cli/golden.py $archon
  beside conformance
  beside step "checked play" $archon soak --generate 6 --set all --decisions 200000 --check --strict
  beside step "changed definitions are noticed" scripts/mutate.py --card dust-imp --card urchin --card fear --least 100
  beside counted_tests tests/chaos/hostile_ledgers.py $archon --changes 200
  for name in arguments stopped hostile_inputs fetch; do beside counted_tests tests/cli/$name.py $archon; done
  for name in output decks completion man cluster; do beside counted_tests tests/cli/$name.sh $archon; done
  beside step "comparison with real results" tests/scripts/compare_truth_test.py
  beside step "signature" scripts/check_signature.sh $archon
  beside step "ratios of times" tests/scripts/ratio_test.py
  beside step "benchmark of agents" tests/scripts/benchmark_test.py $archon
  beside step "results out of date are listed" tests/scripts/check_results_test.py
  beside step "adding a set to the facts" tests/scripts/add_set_test.py
  beside counted_tests tests/install/install.sh build/release
  beside counted_tests tests/install/c_interface.sh build/release
}

run_all() {
  local checked=debug
  if ((full)); then checked=sanitize; fi
  step "packages" scripts/install_packages.sh $( ((full)) && echo --full)

  step "layers" scripts/check_layers.sh
  step "readmes" scripts/check_readmes.sh
  step "rulings" scripts/check_rulings.sh
  if ((full)); then
    step "format" scripts/check_format.sh
    step "includes" scripts/check_includes.py
  fi

  # Builds keep all cores busy; most tests one.
  local built=0
  if build release && { built=1; ((full)); }; then page && paged=1; fi
  if build $checked; then
    beside catch_tests build/$checked/archon_tests '~[slow]~[.]'
    if ((full)); then beside counted_tests scripts/fuzz.sh "${ARCHON_FUZZ_SECONDS:-30}"; fi
    beside counted_tests build/$checked/archon_scenarios tests
  fi
  if ((built)); then release_tests; fi
  gather

  say "done"
  ((failed == 0)) || { echo "what failed"; cat "$faults"; }
  echo "$passed passed, $failed failed"
  ((failed == 0 && passed > 0))
}

run_all 2>&1 | never_silent
