#!/usr/bin/env bash
# Which of two programs is faster, by the processor time of the same games: bench/pair.sh OLD NEW [--runs N] [--agents LIST]
# [--sets LIST] [--seconds S]. bench/README.md says how to read it. The last line is "NEW / OLD 1.003 (0.996 - 1.010)".
set -euo pipefail

usage() {
  echo "pair.sh: $1" >&2
  echo "usage: bench/pair.sh OLD NEW [--runs 10] [--agents 'random greedy fast standard'] [--sets 'CotA MM PV'] [--seconds 0.5]" >&2
  exit 2
}
runs=10
agents="random greedy fast standard"
sets="CotA MM PV"
seconds=0.5
programs=()
while (($#)); do
  case $1 in
    --runs | --agents | --sets | --seconds)
      (($# > 1)) || usage "$1: a value is missing"
      declare "${1#--}=$2"
      shift
      ;;
    -*) usage "unknown option $1" ;;
    *) programs+=("$1") ;;
  esac
  shift
done
((${#programs[@]} == 2)) || usage "two programs are needed, not ${#programs[@]}"
[[ $runs =~ ^[0-9]+$ && $runs -ge 6 ]] || usage "--runs: at least 6, which an interval of 95 % needs, not $runs"
[[ $seconds =~ ^[0-9]*\.?[0-9]+$ ]] || usage "--seconds: a number, not $seconds"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Copies: nobody builds them anew meanwhile, and their paths are equally long, which moves the stack.
for i in 0 1; do
  [[ -x ${programs[i]} ]] || usage "${programs[i]}: no such program"
  cp "${programs[i]}" "$work/program$i"
done
for set in $sets; do
  "$work/program1" deck generate --set "$set" --count 6 --seed 1 --out "$work/$set" >/dev/null || exit 2
done

# play I SET AGENT GAMES: seconds of processor time, in $time; the result in $work/resultI.
play() {
  local user system TIMEFORMAT='%3U %3S'
  { time "$work/program$1" matrix "$work/$2"/*.deck --agent "$3" --games "$4" -j 1 --format csv >"$work/out$1" 2>"$work/err$1"; } \
    2>"$work/time" || { cat "$work/err$1" >&2 && exit 2; }
  read -r user system <"$work/time"
  grep -v '^#' "$work/out$1" >"$work/result$1"
  time=$(awk "BEGIN { print $user + $system }")
}

# Games for each pair of decks that take as long as asked for, and whether both programs play the same ones.
declare -A games
for set in $sets; do
  for agent in $agents; do
    count=2
    while play 0 "$set" "$agent" "$count" && awk "BEGIN { exit $time >= $seconds / 2 }"; do ((count *= 4)); done
    games[$set $agent]=$(awk "BEGIN { print int($count * $seconds / $time / 2 + 1) * 2 }")
    for i in 0 1; do play $i "$set" "$agent" "${games[$set $agent]}"; done
    cmp -s "$work/result0" "$work/result1" || echo "$agent plays other games of $set: their times are not those of the same work"
  done
done

for ((run = 0; run < runs; ++run)); do
  echo "run $((run + 1)) of $runs" >&2
  for set in $sets; do
    for agent in $agents; do
      for i in $((run % 2)) $((1 - run % 2)); do
        play "$i" "$set" "$agent" "${games[$set $agent]}"
        times[i]=$time
      done
      echo "$agent $set ${times[0]} ${times[1]}"
    done
  done
done >"$work/times"
python3 "$(dirname "$0")/ratio.py" <"$work/times"
