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

# The rooms stand in rooms.cmake: archon_room(FOLDER SPEED [WASM [NATIVE FILE ...]] USES ROOM ...). `engine`, `agents` and `sim` among what a room uses are
# all rooms of that layer above it.
rooms=""
while read -r folder _ uses; do
  [ -d "$folder" ] || { echo "rooms.cmake: $folder: no such folder"; broken=1; continue; }
  allowed="$folder/"
  [[ $uses == *USES* ]] || uses=USES
  for used in ${uses#*USES}; do
    case $used in
      *.h) allowed+="|$used" ;;
      engine | agents | sim)
        if [[ $used != "${folder%%/*}" ]]; then allowed+="|$used/"; fi
        for above in $rooms; do
          case $above in
            "$used"/*) allowed+="|$above/" ;;
            "$used") allowed+="|$used/(?!\\w+/)" ;;
          esac
        done
        ;;
      *)
        [[ " $rooms " == *" $used "* ]] || { echo "rooms.cmake: $folder uses $used, which does not stand above it"; broken=1; }
        allowed+="|$used/"
        ;;
    esac
  done
  check "$(sources "$folder" -maxdepth 1)" "$allowed"
  rooms+=" $folder"
done < <(sed -nE 's/^archon_room\((.*)\)$/\1/p' rooms.cmake)

# A folder that nobody listed is checked by nobody. Samples of bots are programs of their own.
for folder in engine/ engine/*/ agents/ agents/*/ sim/ sim/*/; do
  [[ $folder != agents/bots/ ]] || continue
  [[ " $rooms " == *" ${folder%/} "* || -z $(sources "$folder" -maxdepth 1) ]] || { echo "$folder is not in rooms.cmake"; broken=1; }
done

# A file is found by its name.
twice=$(git ls-files '*.h' '*.cpp' | sed 's|.*/||' | sort | uniq -d)
[ -z "$twice" ] || { echo "the same name twice: $twice"; broken=1; }

if ((broken)); then echo "layers: these includes point up"; else echo "layers: every include points down"; fi
exit $broken
