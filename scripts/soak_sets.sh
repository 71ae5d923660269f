#!/usr/bin/env bash
# Plays decks of all sets: 60 generated decks a set, in which all cards occur equally often.
#   scripts/soak_sets.sh PROGRAM RANDOM_DECISIONS GREEDY_DECISIONS [OPTION ...]    options of archon soak, say --check
# A checked or sanitized build of the program also verifies the invariants as games go on. Prints a line for each set and agent;
# exit 1 when a game broke a bound.
set -uo pipefail
cd "$(dirname "$0")/.." || exit

program=$1 random=$2 greedy=$3 failed=0
shift 3
"$program" --version
for set in $("$program" cards --sets --format csv | tail -n +2 | cut -d , -f 1 | tr -d '"'); do
  for play in "random $random" "greedy $greedy"; do
    read -r agent decisions <<<"$play"
    out=$("$program" soak --generate 60 --set "$set" --decisions "$decisions" --agent "$agent" --seed 15 --strict "$@" </dev/null 2>&1) || failed=1
    printf '%-5s %-7s %s\n' "$set" "$agent" "$(printf '%s\n' "$out" | grep -E '^(games|decisions|undecided|faults): ' | tr -d ':' | tr '\n' ' ')"
  done
done
exit $failed
