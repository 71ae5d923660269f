#!/usr/bin/env bash
# cluster.sh ARCHON: scripts/cluster/slurm.sh with an `sbatch` that carries jobs out at once, on this machine: a shard that is killed is
# submitted again, a race is played round by round, the result is that of one run, and an error in the command ends it all.
set -euo pipefail
# shellcheck source=tests/counted.sh
source "$(dirname "$0")/../counted.sh"
archon=$(realpath "$1")
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir "$work/bin"
cat >"$work/bin/sbatch" <<'END'
#!/usr/bin/env bash
# Jobs run one after the other; what a task says is kept where --output asks.
array=none output=/dev/null words=()
while [[ $1 == --* ]]; do
  case $1 in
    --array=*) array=${1#--array=} ;;
    --output=*) output=${1#--output=} ;;
    --export=*) export "ARCHON_SLURM_SCRIPT=${1#*ARCHON_SLURM_SCRIPT=}" ;;
  esac
  shift
done
echo "$array" >>"$FAKE/arrays"
for id in $(tr , ' ' <<<"${array%\%*}"); do
  SLURM_JOB_ID=1 SLURM_ARRAY_TASK_ID=$id "$@" >"${output/\%a/$id}" 2>&1 || true
done
echo 1
END
# archon, but shard 3 is killed the first time, and a race never gets on once it is "stuck".
cat >"$work/bin/archon" <<END
#!/usr/bin/env bash
if [[ " \$* " == *" --shard 3/5 "* && ! -f \$FAKE/killed ]]; then
  touch "\$FAKE/killed"
  kill -KILL \$\$
fi
if [[ \$1 == merge && -f \$FAKE/stuck ]]; then
  echo "round 1 of 4 is whole"
  exit 3
fi
exec '$archon' "\$@"
END
chmod +x "$work/bin"/*
export FAKE=$work PATH=$work/bin:$PATH
decks=(sim/decks/radiant-argus-the-supreme.deck sim/decks/miss-onyx-censorius.deck sim/decks/guide-achea.deck sim/decks/sahl-the-aegian.deck)
line=("$work/bin/archon" matrix "${decks[@]}" --games 40 --agent greedy)

"${line[@]}" --out "$work/one" >"$work/one.txt"
scripts/cluster/slurm.sh -n 5 -m 2 -o --time=1:00 -- "${line[@]}" --out "$work/many" >"$work/said"
check "it says what it submitted" grep -q 'shards 1,2,3,4,5 are job' "$work/said"
check "two rounds" [ "$(grep -v none "$work/arrays" | tr '\n' ' ')" = '1,2,3,4,5%2 3%2 ' ]
check "done" grep -q ' done$' "$work/many/cluster/state"
for file in matrix.csv decks.csv; do check "$file is that of one run" cmp -s "$work/one/$file" "$work/many/$file"; done

rm "$work/killed"
line=("$work/bin/archon" values --set CotA --decks 60 --games 3000 --agent random --format csv)
"${line[@]}" >"$work/one.csv"
scripts/cluster/slurm.sh -n 5 -- "${line[@]}" --ledger "$work/values.sqlite" >"$work/said"
check "values: done" grep -q ' done$' "$work/values.sqlite.cluster/state"
check "values: two rounds" [ "$(grep -c round "$work/values.sqlite.cluster/state")" = 2 ]
check "values: the result is that of one run" cmp -s "$work/one.csv" "$work/values.sqlite.cluster/result.txt"

rm "$work/killed"
line=("$work/bin/archon" best "${decks[@]}" sim/decks/titanfang-tower-fighter.deck --games 1500 --finalists 3 --agent random --format csv)
"${line[@]}" >"$work/one.csv"
: >"$work/arrays"
scripts/cluster/slurm.sh -n 5 -r 2 -- "${line[@]}" --ledger "$work/best.sqlite" >"$work/said"
check "a race: done" grep -q ' done$' "$work/best.sqlite.cluster/state"
check "a race: four rounds, the first of them twice" [ "$(grep -v none "$work/arrays" | tr '\n' ' ')" = '1,2,3,4,5 3 1,2,3,4,5 1,2,3,4,5 1,2,3,4,5 ' ]
check "a race: it says which round is whole" grep -q 'race: round 3 of 4 is whole' "$work/best.sqlite.cluster/state"
check "a race: the result is that of one run" cmp -s "$work/one.csv" "$work/best.sqlite.cluster/result.txt"

touch "$work/stuck"
: >"$work/arrays"
scripts/cluster/slurm.sh -n 5 -- "${line[@]}" --ledger "$work/stuck.sqlite" >"$work/said"
rm "$work/stuck"
check "a race that does not get on ends" grep -q 'failed: exit code 3' "$work/stuck.sqlite.cluster/state"
check "a race that does not get on is tried once more" [ "$(grep -vc none "$work/arrays")" = 2 ]

: >"$work/arrays"
scripts/cluster/slurm.sh -n 2 -- "$work/bin/archon" matrix "${decks[@]}" --games 40 --agent nobody --out "$work/wrong" >"$work/said"
check "an error in the command is not tried again" [ "$(grep -v none "$work/arrays")" = 1,2 ]
check "it says which shard refused" grep -q 'failed: shard 1 refused its command' "$work/wrong/cluster/state"
check "no result" [ ! -f "$work/wrong/result.json" ]

refused() {
  local code=0
  scripts/cluster/slurm.sh "$@" >"$work/said" 2>&1 || code=$?
  ((code == 2))
}
check "a command without --out" refused -- archon matrix decks/ --games 40
check "a command with --shard" refused -- archon matrix decks/ --out run --shard 1/2
check "another command" refused -- archon match A B --out run
check "values without --ledger" refused -- archon values --games 1000 --out values.csv
check "no number" refused -n many -- archon matrix decks/ --out run

finish
