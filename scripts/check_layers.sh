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

# What stands on a card, and the library of compiled cards, may be used in all of the engine.
facts='engine/cards/facts\.h|engine/cards/library\.h'

check "$(sources engine/core)" "engine/core/|$facts"
check "$(sources engine/query)" "engine/(core|query)/|$facts"
check "$(sources engine/rules)" "engine/(core|query|rules)/|$facts"
check "$(sources engine/vm)" "engine/(core|query|rules|vm)/|$facts"
check "$(sources engine/lang)" "engine/(core|lang)/|$facts"
check "$(sources engine/cards)" "engine/(core|lang|cards)/"
check "$(sources engine/deck)" "engine/(core|cards|deck)/"
check "$(sources engine -maxdepth 1)" "engine/"
check "$(sources agents)" "engine/|agents/"
check "$(sources sim | grep -vE '^sim/(cli/|main\.cpp)')" "engine/|agents/|sim/(?!cli/)"
check "$(sources sim/cli) sim/main.cpp" "engine/|agents/|sim/"

if ((broken)); then echo "layers: these includes point up"; else echo "layers: every include points down"; fi
exit $broken
