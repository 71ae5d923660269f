#!/usr/bin/env bash
# The puzzles of results/puzzles: make_puzzles.sh ARCHON OUT. Of each set 25 games of `standard` between two generated decks; ten minutes.
set -euo pipefail
export LC_ALL=C  # the order of the files is that of the games
archon=$(realpath "${1:?usage: make_puzzles.sh ARCHON OUT}")
out=$(realpath -m "${2:?usage: make_puzzles.sh ARCHON OUT}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
for set in $("$archon" cards --sets --format csv | grep ',"own"$' | cut -d , -f 1 | tr -d '"'); do
  "$archon" deck generate --set "$set" --count 2 --seed 22 --out "decks/$set" >/dev/null
  "$archon" match "decks/$set" --games 25 --agent standard --seed 22 --record "$set.jsonl" >/dev/null
done
"$archon" puzzles [A-Z]*.jsonl --out puzzles --least 3 --limit 10000
mkdir -p "$out"
cp puzzles/* "$out"
