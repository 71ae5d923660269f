#!/usr/bin/env bash
# slurm.sh [-n TASKS] [-m AT_ONCE] [-r ROUNDS] [-o SBATCH_OPTION]... -- archon matrix|gauntlet ... --out DIR
#
# Plays a matrix or a gauntlet on a Slurm cluster and leaves in DIR what one machine would: submits an array of TASKS (32) shards, and
# after it a job that merges their ledgers. Shards that did not end well are submitted again, in up to ROUNDS (5) rounds: those that were
# killed or ran out of time go on where they were; an error in the command itself (exit code 2 or 4) ends it all. DIR and the decks
# must be on a file system that all nodes see. Take more tasks than can run at once: who is free takes the next one. Of them at most
# AT_ONCE (no limit) run at the same time.
#   -o --partition=long -o --time=4:00:00 -o --cpus-per-task=8   go to sbatch; archon gets as many threads as a task has CPUs
#
# Meanwhile `archon merge DIR/ledger-*-of-TASKS.sqlite --out OTHER` says what each shard still lacks, and DIR/cluster has a log a task.
# The last line of DIR/cluster/state is "done", or why there is no result.
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
[[ ${#command[@]} -gt 2 && (${command[1]} == matrix || ${command[1]} == gauntlet) ]] || fail "after -- comes: archon matrix|gauntlet ... --out DIR"
out=
for ((i = 2; i < ${#command[@]}; ++i)); do
  case ${command[i]} in
    --out=*) out=${command[i]#--out=} ;;
    --out | -o) out=${command[i + 1]:-} ;;
    --shard* | -j | --threads* | --format*) fail "${command[i]} is given by this script" ;;
  esac
done
[[ -n $out ]] || fail "the command needs --out DIR"
mkdir -p "$out/cluster"
out=$(cd "$out" && pwd)
script=${ARCHON_SLURM_SCRIPT:-$(realpath "$0")}
state() { echo "$(date -u +%FT%TZ) $*" >>"$out/cluster/state"; }

# The shards of a round: all, and later those that have not ended well.
left() {
  local list=()
  for ((i = 1; i <= tasks; ++i)); do
    [[ -f $out/cluster/exit-$i && $(<"$out/cluster/exit-$i") == 0 ]] || list+=("$i")
  done
  (IFS=,; echo "${list[*]}")
}

submit() {
  local array next
  array=$(sbatch --parsable --requeue --signal=B:TERM@120 --job-name=archon --array="$1${most:+%$most}" --output="$out/cluster/task-%a.log" --open-mode=append \
    "${options[@]}" "$script" -n "$tasks" -R task -- "${command[@]}")
  next=$(sbatch --parsable --requeue --job-name=archon-merge --dependency="afterany:$array" --output="$out/cluster/merge.log" --open-mode=append \
    --export="ALL,ARCHON_SLURM_SCRIPT=$script" "${options[@]}" "$script" -n "$tasks" ${most:+-m "$most"} -r "$rounds" -R "$round" "${options[@]/#/-o}" -- "${command[@]}")
  state "round $round: shards $1 are job $array, to be merged by $next"
}

# One shard, in a task of the array. It is a child, so that Slurm's warning before the end of its time reaches it through this shell.
task() {
  local number=$SLURM_ARRAY_TASK_ID code=0
  rm -f "$out/cluster/exit-$number"
  "${command[@]}" --shard "$number/$tasks" -j "${SLURM_CPUS_PER_TASK:-1}" </dev/null &
  trap 'kill -TERM $!' TERM
  until wait $!; code=$?; ((code <= 128)) || ! kill -0 $! 2>/dev/null; do :; done
  echo "$code" >"$out/cluster/exit-$number"
  exit "$code"
}

# After a round: the result, another round, or why there will be none.
merge() {
  local list code=0 wrong
  wrong=$(grep -lxE '2|4' "$out"/cluster/exit-* | head -n 1 || true)
  if [[ -n $wrong ]]; then
    state "failed: shard ${wrong##*-} refused its command, see $out/cluster/task-${wrong##*-}.log"
    exit 2
  fi
  list=$(left)
  if [[ -z $list ]]; then
    "${command[0]}" merge "$out"/ledger-*-of-"$tasks".sqlite --out "$out/ledger.sqlite" || code=$?
    ((code == 0)) && { "${command[@]}" -j "${SLURM_CPUS_PER_TASK:-1}" </dev/null >"$out/cluster/result.txt" || code=$?; }
    if ((code == 0)); then state "done"; else state "failed: exit code $code, see $out/cluster/merge.log"; fi
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
  rm -f "$out"/cluster/exit-* "$out/cluster/state"
  submit "$(left)"
  cat "$out/cluster/state"
fi
