#!/usr/bin/env bash
# Measures again what results/ holds; on an idle machine, with the release build of the commit the figures are to stand for.
#   scripts/make_results.sh         speed, the starter decks, the matrices of greedy and heuristic, the changes that scenarios notice
#   scripts/make_results.sh --long  also mcts: a matrix, more iterations, the order of decks by preset; the coverage of the cards and
#                                   a matrix of 1,000 decks: an hour on two cores
# The ladder of the agents and the chain table have scripts of their own: make_ladder.sh, make_chains.py.
set -euo pipefail
cd "$(dirname "$0")/.."
archon=build/release/archon
mapfile -t sets < <("$archon" cards --sets --format csv | grep ',"own"$' | cut -d , -f 1 | tr -d '"')

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
scripts/mutate.py >results/mutation.txt
scripts/compare_generated.py "$archon" >results/generated-decks.txt

record cota28-heuristic.txt "$archon" matrix sim/decks/*.deck --games 200 --agent heuristic --out results/cota28
mv results/cota28/matrix.csv results/cota28-matrix.csv
mv results/cota28/decks.csv results/cota28-decks.csv
rm -r results/cota28

# By the standard agent, with chains: eight minutes of one core. In two goes, because a search for chains that is gone on with plays
# other games than one that had the larger goal from the start.
rm -rf results/cota28
"$archon" matrix sim/decks/*.deck --games 500 --chains --chain-games 600 --out results/cota28 >/dev/null
record cota28-standard.txt "$archon" matrix sim/decks/*.deck --games 1000 --chains --chain-games 1000 --out results/cota28 \
  --report results/cota28.html
rm -r results/cota28

# Generated decks of later sets: a matrix with report each, and the sets against each other.
for set in "${sets[@]:1}"; do
  rm -rf results/generated && mkdir results/generated
  "$archon" deck generate --set "$set" --count 24 --seed 1 --out results/generated >/dev/null
  record "matrix-${set,,}.txt" "$archon" matrix results/generated/*.deck --games 100 --agent heuristic --report "results/${set,,}24.html"
done
rm -rf results/generated && mkdir results/generated
for set in WoE GR AS ToC; do
  "$archon" deck generate --set "$set" --count 6 --seed 1 --out results/generated >/dev/null
done
record matrix-four.txt "$archon" matrix results/generated/*.deck --games 100 --agent heuristic --report results/four24.html
rm -rf results/generated && mkdir results/generated
for set in "${sets[@]}"; do
  "$archon" deck generate --set "$set" --count 4 --seed 1 --out results/generated >/dev/null
done
record matrix-all.txt "$archon" matrix results/generated/*.deck --games 20 --agent heuristic --report results/all60.html
rm -r results/generated
record soak-all.txt "$archon" soak --generate 1000 --set all --games-per-deck 10 --seed 1 --strict
record matrix-mm-dt-real.txt "$archon" matrix sim/decks/mm/*.deck sim/decks/dt/*.deck --games 200 --agent heuristic \
  --report results/mm-dt-real.html

if [[ ${1:-} == --long ]]; then
  record matrix-28-mcts.txt "$archon" matrix sim/decks/*.deck --games 10 --agent mcts:iterations=25
  record mcts-leaf.txt "$archon" arena --agent mcts:iterations=400 --agent mcts:iterations=100 --decks sim/decks/*.deck --games 784
  orders=$(mktemp -d)
  for agent in fast standard strong; do
    games=200
    [[ $agent == strong ]] && games=32
    "$archon" matrix sim/decks/*.deck --agent "$agent" --games "$games" --out "$orders/$agent" >/dev/null
  done
  record deck-order.md scripts/compare_orders.py "$archon" "$orders"/{fast,standard,strong}/ledger.sqlite
  rm -r "$orders"
  record large-matrix.txt scripts/measure_large.py "$archon"
  record coverage-random.txt "$archon" soak --generate 60 --decisions 100000000 --seed 1 --out results/coverage-cards.txt
fi
