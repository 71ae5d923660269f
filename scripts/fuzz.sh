#!/usr/bin/env bash
# Runs every fuzz target on its corpus and on what it finds from there, as many at once as there are processors; the last line is
# "N passed, N failed".
#   scripts/fuzz.sh [SECONDS] [TARGET...]    SECONDS each (60); without targets all of them
# What crashes a target is kept in build/sanitize/findings, to become part of tests/fuzz/corpus.
set -uo pipefail
cd "$(dirname "$0")/.." || exit

export seconds=${1:-60} findings=build/sanitize/findings
shift || true
targets=("$@")
((${#targets[@]})) || targets=(language decks position line protocol records ledger labels models)

cmake --preset sanitize >/dev/null && cmake --build --preset sanitize --target fuzz_targets >/dev/null || { echo "0 passed, 1 failed"; exit 1; }

fuzz() {
  local target=$1 grown=build/sanitize/corpus/$1 log=$findings/$1.log
  mkdir -p "$findings" "$grown"
  # A quarter of a minute for one input: a hang.
  if build/sanitize/fuzz_"$target" -max_total_time="$seconds" -timeout=15 -rss_limit_mb=2048 -max_len=16384 -use_value_profile=1 \
    -print_final_stats=1 -artifact_prefix="$findings/$target-" "$grown" "tests/fuzz/corpus/$target" >"$log" 2>&1; then
    echo "fuzz $target: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs"
  else
    printf 'FAILED: fuzz %s\n%s\n' "$target" "$(tail -n 40 "$log")"
    return 1
  fi
}
export -f fuzz

failed=0
running=0
for target in "${targets[@]}"; do
  if ((running == $(nproc))); then
    wait -n || failed=$((failed + 1))
    running=$((running - 1))
  fi
  fuzz "$target" &
  running=$((running + 1))
done
for ((; running > 0; --running)); do wait -n || failed=$((failed + 1)); done
echo "$((${#targets[@]} - failed)) passed, $failed failed"
((failed == 0))
