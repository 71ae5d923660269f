#!/usr/bin/env bash
# Measures again what results/ holds; on an idle machine, with the release build of the commit the figures are to stand for.
#   scripts/make_results.sh         speed, the starter decks, the first matrix (a minute)
#   scripts/make_results.sh --long  also the long runs (an hour)
set -euo pipefail
cd "$(dirname "$0")/.."
archon=build/release/archon

machine() {
  echo "machine: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), $(nproc) cores, $(awk '/MemTotal/ {printf "%.0f GiB", $2 / 1048576}' /proc/meminfo)"
}

# record FILE COMMAND...: the output of the command, and the machine.
record() {
  local file=results/$1
  shift
  { "$@" && machine; } >"$file"
  echo "$file"
}

starters=(sim/decks/radiant-argus-the-supreme.deck sim/decks/miss-onyx-censorius.deck)
record speed.txt "$archon" bench
record starters-random.txt "$archon" match "${starters[@]}" --games 10000 --agent random --seed 1 -j 1
record starters-random-2-threads.txt "$archon" match "${starters[@]}" --games 10000 --agent random --seed 1 -j 2
record starters-greedy.txt "$archon" match "${starters[@]}" --games 10000 --agent greedy --seed 1
record matrix-28-greedy.txt "$archon" matrix sim/decks/*.deck --games 50 --agent greedy --seed 1
scripts/compare_generated.py "$archon" >results/generated-decks.txt

if [[ ${1:-} == --long ]]; then
  record soak-random.txt "$archon" soak sim/decks/*.deck --decisions 100000000 --seed 1
fi
