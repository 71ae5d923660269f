#!/usr/bin/env bash
# Includes may only point down the layers (see README.md); prints each line that breaks this and exits 1.
set -euo pipefail
cd "$(dirname "$0")/.."

broken=0

# check FOLDER_OR_FILES ALLOWED: every include of our own headers must match the regular expression ALLOWED.
check() {
  local where=$1 allowed=$2 lines
  # shellcheck disable=SC2086  # `where` is a list of patterns
  lines=$(grep -HnE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' $where 2>/dev/null |
    grep -E '"(engine|agents|sim|tests|bench)/' | grep -vP "\"($allowed)[^\"]*\"") || return 0
  printf '%s\n' "$lines"
  broken=1
}

sources() { find "$@" -name '*.h' -o -name '*.cpp' -o -name '*.def' -o -name '*.inc' | sort; }

# A folder and those it may include besides itself.
room() {
  local folder=$1 allowed=$1/
  shift
  for other in "$@"; do allowed+="|$other"; done
  [ -d "$folder" ] || { echo "$folder: no such folder"; broken=1; return; }
  rooms+=" $folder"
  check "$(sources "$folder")" "$allowed"
}

rooms=""
room engine/core
room engine/facts engine/core/
room engine/query engine/core/
room engine/rules engine/core/ engine/query/
room engine/vm engine/core/ engine/query/ engine/rules/
room engine/lang engine/core/ engine/facts/
room engine/cards engine/core/ engine/facts/ engine/lang/
room engine/deck engine/core/ engine/facts/
check "$(sources engine -maxdepth 1)" 'engine/(?!position/)'
room engine/position engine/
room agents engine/
room sim/stats engine/core/
room sim/results engine/ agents/ sim/stats/
room sim/play engine/ agents/ sim/stats/ sim/results/
room sim/arena engine/ agents/ sim/stats/ sim/results/ sim/play/
room sim/chains engine/ agents/ sim/stats/ sim/results/ sim/play/
room sim/train engine/ agents/ sim/stats/ sim/results/ sim/play/
room sim/forecast engine/ agents/ sim/stats/ sim/results/ sim/play/ sim/train/
room sim/advice engine/ agents/ sim/stats/ sim/results/ sim/play/ sim/train/
room sim/regret engine/ agents/ sim/stats/ sim/play/ sim/train/
room sim/values engine/ agents/ sim/stats/ sim/results/ sim/play/
room sim/ratings engine/ agents/ sim/stats/ sim/results/ sim/play/
room sim/deck_report engine/ agents/ sim/stats/ sim/results/ sim/play/ sim/chains/ sim/values/
room sim/matrix engine/ agents/ sim/stats/ sim/results/ sim/play/ sim/chains/
room sim/tournament engine/ sim/stats/ sim/play/ sim/chains/ sim/matrix/
room sim/report engine/core/ sim/stats/
room sim/protocol engine/
room sim/cli engine/ agents/ sim/
check sim/main.cpp 'sim/cli/|sim/results/'

# A folder that nobody listed is checked by nobody.
for folder in engine/*/ agents/ sim/*/; do
  [[ $rooms == *" ${folder%/}"* || -z $(sources "$folder" -maxdepth 1) ]] || { echo "$folder has no rule here"; broken=1; }
done

# A file is found by its name.
twice=$(git ls-files '*.h' '*.cpp' | sed 's|.*/||' | sort | uniq -d)
[ -z "$twice" ] || { echo "the same name twice: $twice"; broken=1; }

if ((broken)); then echo "layers: these includes point up"; else echo "layers: every include points down"; fi
exit $broken
