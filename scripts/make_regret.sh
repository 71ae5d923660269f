#!/usr/bin/env bash
# The stored decisions of `archon regret`, and what agents lose there: make_regret.sh ARCHON [FOLDER]. Twenty minutes on one core; a
# run that was stopped is gone on with.
set -euo pipefail
archon=$(realpath "${1:?usage: make_regret.sh ARCHON [FOLDER]}")
cd "$(dirname "$0")/.."
folder=${2:-results/regret}
mkdir -p "$folder"

# The same games, so that the second file values decisions of the first one, too.
labels=(train labels sim/decks/*.deck --decks 600 --set all --agent lookahead --max-answers 256 --parts 4
  --percent house=8,main=2,discard=80,target=7,name=60,other=2)
"$archon" "${labels[@]}" --games 464 --worlds 64 --turns 3 --continuation lookahead --out "$folder/decisions.txt"
"$archon" "${labels[@]}" --games 40 --worlds 8 --turns 2 --continuation mcts:iterations=50 --out "$folder/search.txt"

agents=()
for agent in heuristic random greedy policy lookahead beam mcts:iterations={50,100,400}; do agents+=(--agent "$agent"); done
"$archon" regret "$folder/decisions.txt" "${agents[@]}" >"$folder/agents.txt"
"$archon" regret "$folder/search.txt" "${agents[@]}" >"$folder/agents-search.txt"
