#!/usr/bin/env bash
# Plays decks with many copies of cards and mavericks (make_extreme_decks.py), with and without chains, under the four rulebooks.
#   scripts/soak_extreme.sh PROGRAM RANDOM_DECISIONS GREEDY_DECISIONS
# Half of the decisions of each rulebook and agent are played with chains (4 against 12). Prints a line for each; exit 1 when a game
# broke a bound.
set -uo pipefail
cd "$(dirname "$0")/.." || exit

program=$1 random=$2 greedy=$3 failed=0
decks=$(mktemp -d)
trap 'rm -rf "$decks"' EXIT
scripts/make_extreme_decks.py "$decks" 40 1 >/dev/null || exit 1
"$program" --version
for rules in 18.4 1.3 1.2 1.0; do
  for play in "random $((random / 2))" "greedy $((greedy / 2))"; do
    read -r agent decisions <<<"$play"
    for chains in "0 0" "4 12"; do
      read -r a b <<<"$chains"
      out=$("$program" soak "$decks"/*.deck --decisions "$decisions" --agent "$agent" --rules "$rules" --chains-a "$a" --chains-b "$b" \
        --seed 4 --strict </dev/null 2>&1) || failed=1
      printf '%-4s %-7s chains %-5s %s\n' "$rules" "$agent" "$chains" \
        "$(printf '%s\n' "$out" | grep -E '^(games|decisions|undecided|faults) ' | tr -s ' \n' ' ')"
    done
  done
done
exit $failed
