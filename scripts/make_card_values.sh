#!/usr/bin/env bash
# What every card of every set is worth, the pooled sets left out, whose cards are worth what they are worth in others: results/cards-SET.csv for each set, and the values behind `archon rate`.
#   scripts/make_card_values.sh PROGRAM [GAMES_A_SET [FOLDER]]
# The games go into FOLDER (cards-games), a ledger a set: after a kill, or with more games, the same command goes on from there.
# 100,000 games a set take about an hour of one core; with 40,000 the errors are half as large again.
set -euo pipefail
program=$(realpath "${1:?usage: make_card_values.sh PROGRAM [GAMES_A_SET [FOLDER]]}")
games=${2:-100000}
cd "$(dirname "$0")/.."
folder=${3:-cards-games}
mkdir -p "$folder"
sets=$("$program" cards --sets --format csv | grep ',"own"$' | cut -d , -f 1 | tr -d '"')

play() { # SET DECKS GAMES SEED LEDGER [OPTION...]
  nice -n 15 "$program" values --set "$1" --decks "$2" --games "$3" --seed "$4" --agent standard --ledger "$folder/$5.sqlite" \
    -j "${JOBS:-1}" "${@:6}" >"$folder/$5.txt"
  echo "$5: $3 games"
}

tests=()
for set in $sets; do
  play "$set" 20000 "$games" 1 "$set" --out "results/cards-${set,,}.csv"
  play "$set" 150 15000 2 "test-$set"
  tests+=("$folder/test-$set.sqlite")
done
play all 20000 $((games * 6 / 10)) 1 all  # games between the sets connect them
play all 150 15000 2 test-all
nice -n 15 "$program" matrix sim/decks/*.deck --agent standard --games 40 --seed 1 -j "${JOBS:-1}" --out "$folder/real" >"$folder/real.txt"

ledgers=()
for set in $sets all; do ledgers+=("$folder/$set.sqlite"); done
nice -n 15 "$program" train ratings "${ledgers[@]}" --test "${tests[@]}" "$folder/test-all.sqlite" "$folder/real/ledger.sqlite" \
  --out sim/ratings/ratings.txt | tee results/ratings.txt
