#!/usr/bin/env bash
# From nothing to the weights of the learned policy (agents/models/policy.txt), a generation at a time. Labels of a generation are
# decisions between generated decks of all sets, 6 % of the moves by lot, whose answers the policy of the generation before plays on;
# a policy goes on from its predecessor with the labels of its own generation and the one before; a sequential test says whether it beats
# its predecessor.
# What is there already is gone on with: labels from their last whole game, the rest from its last file.
#   scripts/make_policy.sh PROGRAM FOLDER [GENERATIONS]     GAMES=25000 games of labels a generation, TEST=250 that judge it
set -euo pipefail
archon=$(realpath "${1:?usage: make_policy.sh PROGRAM FOLDER [GENERATIONS]}")
folder=${2:?usage: make_policy.sh PROGRAM FOLDER [GENERATIONS]}
generations=${3:-3}
games=${GAMES:-25000}
test=${TEST:-250}
decks=("$(realpath "$(dirname "$0")/../sim/decks")"/*.deck)
mkdir -p "$folder"
cd "$folder"

# The labels of generation $1, by the agent $2 and the continuation $3; of the test, with more deals, likewise.
label() {
  "$archon" train labels --seed $((100 + $1)) --decks 8000 --games "$games" --agent "$2" --continuation "$3" --explore 6 \
    --percent house=50,main=15,discard=40,target=22,name=30,other=22 --worlds 4 --turns 4 --out "labels$1"
  "$archon" train labels --seed $((900 + $1)) --decks 600 --games "$test" --agent "$2" --continuation "$3" \
    --percent house=30,main=7,discard=20,target=12,name=15,other=10 --worlds 48 --turns 4 --out "test$1"
}

label 0 heuristic greedy
[[ -s policy0 ]] || "$archon" train policy labels0 --test test0 --out policy0
for ((generation = 1; generation < generations; ++generation)); do
  before=$((generation - 1))
  label "$generation" "lookahead:weights=policy$before" "policy:weights=policy$before"
  [[ -s policy$generation ]] ||
    "$archon" train policy "labels$before" "labels$generation" --start "policy$before" --rate 0.001 --test "test$generation" \
      --out "policy$generation"
  code=0
  "$archon" arena --agent "lookahead:weights=policy$generation" --agent "lookahead:weights=policy$before" --decks "${decks[@]}" --sprt 0,10 \
    --max-games "${MAX_GAMES:-20000}" --ledger "arena$generation" >"arena$generation.txt" || code=$?
  sed -n '1,/LLR/p' "arena$generation.txt"
  ((code == 0 || code == 3)) || exit "$code"
done
