#!/usr/bin/env bash
# From the list of a set's cards to what they are worth, on the day the list is known: half an hour on two idle cores.
#   scripts/new_set.sh LIST FOLDER --code CODE --name NAME --number NUMBER [--seed SEED] [--known RATINGS] [--program PROGRAM] [--into-tree]
# LIST is a table as scripts/add_set.py reads it, NUMBER that of the publisher's deck registry. What is made goes into FOLDER; after a kill
# the same command goes on from there. Where cards lack facts or a definition it ends with exit code 2 and their list: FOLDER/missing.tsv.
#   tree, build   a copy of the tree with the set in it, and its program (--program: one that has the set already, in their place)
#   decks, matrix 24 generated decks, and every pair of them by `fast`: matrix.html
#   cards.csv, houses.csv  values of cards and houses, by games of `standard` (games/CODE.sqlite)
#   ratings.txt   ratings as `archon rate --model FOLDER/ratings.txt` reads them: what the games say of the set, and what was known of the
#                 other cards before (--known, sim/ratings/ratings.txt)
#   day-one.md    the set on day one: the page to begin with
# --into-tree puts the set, its cards.csv and the ratings into this tree. VALUE_GAMES, LINK_GAMES, TEST_GAMES, MATRIX_GAMES: fewer or more games.
set -euo pipefail
usage() {
  sed -n '3s/^# *//p' "$0" >&2
  exit 2
}
here=$(realpath "$(dirname "$0")/..")
list='' folder='' code='' name='' number='' known=$here/sim/ratings/ratings.txt program='' seed=1 into_tree=''
while (($#)); do
  case $1 in
    --code | --name | --number | --seed | --known | --program)
      (($# >= 2)) || usage
      declare "${1#--}=$2"
      shift
      ;;
    --into-tree) into_tree=yes ;;
    -*) usage ;;
    *) if [[ -z $list ]]; then list=$1; elif [[ -z $folder ]]; then folder=$1; else usage; fi ;;
  esac
  shift
done
[[ -n $list && -n $folder && -n $code && -n $name && -n $number ]] || usage
[[ -f $list ]] || { echo "new_set.sh: there is no file $list" >&2; exit 2; }
mkdir -p "$folder/games"
list=$(realpath "$list") folder=$(realpath "$folder") known=$(realpath "$known")

add_to() { # TREE: the set's facts; or the list of the cards that lack them, and exit 2
  "$here/scripts/add_set.py" "$list" --code "$code" --name "$name" --number "$number" --tree "$1" >"$folder/missing.tsv" || {
    cat "$folder/missing.tsv" >&2
    exit 2
  }
  cat "$folder/missing.tsv"
  rm "$folder/missing.tsv"
}
step() { # FILE COMMAND...: the command writes FILE.part; a step that is done is not done again
  local file=$1
  shift
  [[ -e $file ]] && return
  echo "$(date +%T) ${file#"$folder/"}"
  "$@" >"$file.part"
  mv "$file.part" "$file"
}

if [[ -z $program ]]; then
  copy() {
    rm -rf "$folder/tree" && mkdir "$folder/tree"
    (cd "$here" && git ls-files -z | tar --null -T - -c) | tar -x -C "$folder/tree"
    add_to "$folder/tree"
  }
  step "$folder/copied.txt" copy
  build() {
    cmake -S "$folder/tree" -B "$folder/build" -DCMAKE_BUILD_TYPE=Release && cmake --build "$folder/build" --target archon -j "$(nproc)"
  }
  step "$folder/built.txt" build
  program=$folder/build/archon
fi
program=$(realpath "$program")
read -r cards playable < <("$program" cards --sets --format csv 2>/dev/null | awk -F , -v code="\"$code\"" '$1 == code {print $4, $5}') || true
[[ -n ${cards:-} ]] || { echo "new_set.sh: the program does not have $code" >&2; exit 2; }
if ((playable < cards)); then
  echo "new_set.sh: $((cards - playable)) of $cards cards of $code have no definition (CONTRIBUTING.md, \"A card\")" >&2
  exit 2
fi

decks() {
  rm -rf "$folder/decks"
  "$program" deck generate --set "$code" --count 24 --seed "$seed" --out "$folder/decks"
}
values() { # LEDGER SET DECKS GAMES SEED [OPTION...]
  "$program" values --set "$2" --decks "$3" --games "$4" --seed "$5" --agent standard --ledger "$folder/games/$1.sqlite" "${@:6}"
}
step "$folder/decks.txt" decks
if ! problem=$("$program" rate "$folder"/decks/*.deck --model "$known" 2>&1); then  # before the games, for which that is not needed
  echo "$problem" >&2
  exit 2
fi
step "$folder/matrix.txt" "$program" matrix "$folder"/decks/*.deck --agent fast --games "${MATRIX_GAMES:-20}" --seed "$seed" \
  --out "$folder/matrix" --report "$folder/matrix.html"
step "$folder/values.txt" values "$code" "$code" 20000 "${VALUE_GAMES:-40000}" "$seed" --out "$folder/cards.csv"
step "$folder/houses.csv" "$program" values --from "$folder/games/$code.sqlite" --format csv --table houses
step "$folder/link.txt" values all all 20000 "${LINK_GAMES:-8000}" "$seed"  # games between the sets place it among them
step "$folder/test.txt" values test "$code" 150 "${TEST_GAMES:-6000}" $((seed + 1))
step "$folder/fit.txt" "$program" train ratings "$folder/games/$code.sqlite" "$folder/games/all.sqlite" --known "$known" \
  --test "$folder/games/test.sqlite" --out "$folder/ratings.txt"
step "$folder/rate.csv" "$program" rate "$folder"/decks/*.deck --model "$folder/ratings.txt" --format csv
step "$folder/day-one.md" "$here/scripts/new_set_page.py" "$folder" --code "$code" --name "$name"
echo "$folder/day-one.md"

if [[ -n $into_tree ]]; then
  add_to "$here"
  cp "$folder/cards.csv" "$here/results/cards-${code,,}.csv"
  cp "$folder/ratings.txt" "$here/sim/ratings/ratings.txt"
fi
