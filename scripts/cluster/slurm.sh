#!/usr/bin/env bash
# slurm.sh [-n TASKS] [-m AT_ONCE] [-r ROUNDS] [-o SBATCH_OPTION]... -- archon matrix|gauntlet ... --out DIR
# slurm.sh ... -- archon arena|values|usage|regret|turns|train evaluation|best|build ... --ledger FILE
#
# Plays on a Slurm cluster what one machine would: submits an array of TASKS (32) shards, and after it a job that merges their ledgers
# and shows the result. Shards that did not end well are submitted again, in up to ROUNDS (5) rounds: those that were killed or ran out
# of time go on where they were; an error in the command itself (exit code 2 or 4) ends it all. A race (best, build) has rounds of its
# own: when one is merged, all shards are submitted for the next, each time with ROUNDS anew. DIR or FILE, and the decks, must be
# on a file system that all nodes see. Take more tasks than can run at once: who is free takes the next one. Of them at most AT_ONCE
# (no limit) run at the same time.
#   -o --partition=long -o --time=4:00:00 -o --cpus-per-task=8   go to sbatch; archon gets as many threads as a task has CPUs
#
# CLUSTER, which is DIR/cluster or FILE.cluster, has a log a task, and in the end result.txt. The last line of CLUSTER/state is "done",
# or why there is no result. Meanwhile `archon merge` of the ledgers of the shards (DIR/ledger-*-of-TASKS.sqlite; FILE with
# -*-of-TASKS before its last dot) into another file says what each shard still lacks.
set -euo pipefail

fail() {
  echo "slurm.sh: $*" >&2
  exit 2
}

tasks=32 rounds=5 round=1 most='' options=()
while getopts 'n:m:r:o:R:' word; do
  case $word in
    n) tasks=$OPTARG ;;
    m) most=$OPTARG ;;
    r) rounds=$OPTARG ;;
    o) options+=("$OPTARG") ;;
    R) round=$OPTARG ;;  # by itself, in the job that merges
    *) fail "see the head of this file" ;;
  esac
done
shift $((OPTIND - 1))
for number in "$tasks" "$rounds" "${most:-1}"; do [[ $number =~ ^[1-9][0-9]*$ ]] || fail "-n, -m and -r take a number from 1"; done
command=("$@")
[[ ${#command[@]} -gt 2 ]] || fail "after -- comes the command, see the head of this file"
case ${command[1]} in
  matrix | gauntlet) keeper=--out what='DIR' ;;
  arena | values | usage | regret | turns | train | best | build) keeper=--ledger what='FILE' ;;
  *) fail "archon ${command[1]} has no shards" ;;
esac
kept=
for ((i = 2; i < ${#command[@]}; ++i)); do
  case ${command[i]} in
    "$keeper="*) kept=${command[i]#*=} ;;
    "$keeper") kept=${command[i + 1]:-} ;;
    -o) [[ $keeper != --out ]] || kept=${command[i + 1]:-} ;;
    --shard* | -j | --threads*) fail "${command[i]} is given by this script" ;;
  esac
done
[[ -n $kept ]] || fail "the command needs $keeper $what"
if [[ $keeper == --out ]]; then
  mkdir -p "$kept/cluster"
  kept=$(cd "$kept" && pwd)
  ledger=$kept/ledger.sqlite cluster=$kept/cluster
else
  mkdir -p "$kept.cluster"
  cluster=$(cd "$kept.cluster" && pwd)
  ledger=${cluster%.cluster}
fi
script=${ARCHON_SLURM_SCRIPT:-$(realpath "$0")}
state() { echo "$(date -u +%FT%TZ) $*" >>"$cluster/state"; }

# The ledger of a shard, as archon names it: before the last dot of the name, if there is one.
shard_file() {
  local name=${ledger##*/} dot=
  [[ $name == ?*.* ]] && dot=.${name##*.} name=${name%.*}
  echo "${ledger%/*}/$name-$1-of-$tasks$dot"
}

# The shards of a round: all, and later those that have not ended well.
left() {
  local list=()
  for ((i = 1; i <= tasks; ++i)); do
    [[ -f $cluster/exit-$i && $(<"$cluster/exit-$i") == 0 ]] || list+=("$i")
  done
  (IFS=,; echo "${list[*]}")
}

submit() {
  local array next
  array=$(sbatch --parsable --requeue --signal=B:TERM@120 --job-name=archon --array="$1${most:+%$most}" --output="$cluster/task-%a.log" --open-mode=append \
    "${options[@]}" "$script" -n "$tasks" -R task -- "${command[@]}")
  next=$(sbatch --parsable --requeue --job-name=archon-merge --dependency="afterany:$array" --output="$cluster/merge.log" --open-mode=append \
    --export="ALL,ARCHON_SLURM_SCRIPT=$script" "${options[@]}" "$script" -n "$tasks" ${most:+-m "$most"} -r "$rounds" -R "$round" "${options[@]/#/-o}" -- "${command[@]}")
  state "round $round: shards $1 are job $array, to be merged by $next"
}

# One shard, in a task of the array. It is a child, so that Slurm's warning before the end of its time reaches it through this shell.
task() {
  local number=$SLURM_ARRAY_TASK_ID code=0
  rm -f "$cluster/exit-$number"
  "${command[@]}" --shard "$number/$tasks" -j "${SLURM_CPUS_PER_TASK:-1}" </dev/null &
  trap 'kill -TERM $!' TERM
  until wait $!; code=$?; ((code <= 128)) || ! kill -0 $! 2>/dev/null; do :; done
  echo "$code" >"$cluster/exit-$number"
  exit "$code"
}

# After a merge that is unfinished though no shard lacks anything: the next round of a race, unless the last one was the same.
next_of_race() {
  local line whole before=0
  line=$(grep -xE 'round [0-9]+ of [0-9]+ is whole' "$cluster/merged.txt") || return 1
  whole=$(cut -d ' ' -f 2 <<<"$line")
  if [[ -f $cluster/race-round ]]; then before=$(<"$cluster/race-round"); fi
  ((whole > before)) || return 1
  rm -f "$cluster"/exit-*  # first: what ends this job before it has submitted makes it submit all shards again
  echo "$whole" >"$cluster/race-round"
  state "race: $line"
  round=1
  submit "$(left)"
}

# After a round: the result, another round, or why there will be none.
merge() {
  local list code=0 wrong files=() i
  wrong=$(grep -lxE '2|4' "$cluster"/exit-* | head -n 1 || true)
  if [[ -n $wrong ]]; then
    state "failed: shard ${wrong##*-} refused its command, see $cluster/task-${wrong##*-}.log"
    exit 2
  fi
  list=$(left)
  if [[ -z $list ]]; then
    for ((i = 1; i <= tasks; ++i)); do files+=("$(shard_file "$i")"); done
    "${command[0]}" merge "${files[@]}" --out "$ledger" >"$cluster/merged.txt" || code=$?
    cat "$cluster/merged.txt"
    if ((code == 3)) && next_of_race; then return; fi
    ((code == 0)) && { "${command[@]}" -j "${SLURM_CPUS_PER_TASK:-1}" </dev/null >"$cluster/result.txt" || code=$?; }
    if ((code == 0)); then state "done"; else state "failed: exit code $code, see $cluster/merge.log"; fi
    exit "$code"
  fi
  if ((round == rounds)); then
    state "failed: shards $list have not ended after $rounds rounds"
    exit 3
  fi
  ((round += 1))
  submit "$list"
}

if [[ $round == task ]]; then
  task
elif [[ -n ${SLURM_JOB_ID:-} && -n ${ARCHON_SLURM_SCRIPT:-} ]]; then
  merge
else
  rm -f "$cluster"/exit-* "$cluster/state" "$cluster/race-round"
  submit "$(left)"
  cat "$cluster/state"
fi
