#!/usr/bin/env bash
# Runs every fuzz target on its corpus and on what it finds from there; the last line is "N passed, N failed".
#   scripts/fuzz.sh [SECONDS] [TARGET...]    SECONDS each (60); without targets all of them
# What crashes a target is kept in build/fuzz/findings, to become part of tests/fuzz/corpus.
set -uo pipefail
cd "$(dirname "$0")/.." || exit

seconds=${1:-60}
shift || true
targets=("$@")
((${#targets[@]})) || targets=(language decks position line protocol records ledger)

cmake --preset fuzz >/dev/null && cmake --build --preset fuzz >/dev/null || { echo "0 passed, 1 failed"; exit 1; }

passed=0
failed=0
findings=build/fuzz/findings
mkdir -p "$findings"
for target in "${targets[@]}"; do
  echo "== fuzz $target"
  grown=build/fuzz/corpus/$target
  mkdir -p "$grown"
  # A quarter of a minute for one input: a hang.
  if build/fuzz/fuzz_"$target" -max_total_time="$seconds" -timeout=15 -rss_limit_mb=2048 -max_len=16384 -use_value_profile=1 \
    -print_final_stats=1 -artifact_prefix="$findings/$target-" "$grown" "tests/fuzz/corpus/$target" >"$findings/$target.log" 2>&1; then
    passed=$((passed + 1))
    grep -E 'stat::number_of_executed_units' "$findings/$target.log"
  else
    failed=$((failed + 1))
    tail -n 40 "$findings/$target.log"
  fi
done
echo "$passed passed, $failed failed"
((failed == 0))
