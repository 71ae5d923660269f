#!/usr/bin/env bash
# c_interface.sh BUILD: the C interface as `cmake --install BUILD` installs it: its header in C and C++, what the library shows, examples
# in C and Python, which play the games of `archon match`, and many games at once. The last line is "N passed, N failed".
set -uo pipefail
# shellcheck source=tests/counted.sh
source "$(dirname "$0")/../counted.sh"
build=$(realpath "${1:?usage: c_interface.sh BUILD}")
here=$(dirname "$(realpath "$0")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit

cmake --install "$build" --prefix "$work/to" >said 2>&1 || { cat said; fail "cmake --install"; finish; exit; }
header=$work/to/include/archon.h
library=$(dirname "$(find "$work/to" -name libarchon.so)")
decks=$work/to/share/archon/decks
two=("$decks"/{radiant-argus-the-supreme,miss-onyx-censorius}.deck)
strict=(-pedantic -Wall -Wextra -Werror)
cc() { "${CC:-gcc}" -std=c99 "${strict[@]}" "$@" -I"$work/to/include" -L"$library" -larchon -Wl,-rpath,"$library"; }

# Every function of the header, and nothing else: no C++, nothing of other libraries.
shows_the_header_only() {
  diff <(grep -oE '\barchon_[a-z_]+\(' "$header" | tr -d '(' | sort -u) <(nm -D --defined-only "$library/libarchon.so" | awk '{print $3}' | sort)
}
named_by_its_version() {
  local version
  version=$(sed -nE 's/^#define ARCHON_API_VERSION ([0-9]+)$/\1/p' "$header")
  readelf -d "$library/libarchon.so" | grep -qF "Library soname: [libarchon.so.$version]"
}
# Winner, who went first, turns and decisions of each game, as the program records them.
same_games() {
  "$build/archon" match "${two[@]}" --games 20 --seed 5 --agent "$1" --record "$1.jsonl" >/dev/null || return
  diff <(python3 -c '
import json, sys
for line in list(open(sys.argv[1]))[1:]:
    game = json.loads(line)
    print(*(game[name] for name in ("game", "winner", "first", "turns", "decisions")))' "$1.jsonl") \
    <(python3 "$here/c_games.py" "$library/libarchon.so" "${two[@]}" "$1" 20 5 | sed -n 1,20p | cut -d " " -f 1-5)
}
refuses_a_bad_deck() {
  echo "1 No Such Card" >bad.deck
  ! ./c_game bad.deck bad.deck 2>problems && grep -q "No Such Card" problems
}
many_at_once() { ./step_rate "${two[@]}" --decisions 100000 && ./step_rate "${two[@]}" --decisions 20000 --observe; }

check_said "the header in C99" cc -fsyntax-only -x c "$header"
for standard in 11 20; do check_said "the header in C++$standard" g++ -std=c++$standard "${strict[@]}" -fsyntax-only -x c++ "$header"; done
check_said "the library shows the functions of the header only" shows_the_header_only
check_said "its soname has the number of the interface" named_by_its_version
check_said "the example in C" cc "$here/c_game.c" -o c_game
check_said "a game" ./c_game "${two[@]}"
check_said "a bad deck" refuses_a_bad_deck
for agent in random greedy standard; do check_said "the games of archon match by $agent" same_games $agent; done
check_said "step_rate" cc -O2 "$here/../../bench/c/step_rate.c" -o step_rate
check_said "1,024 games at once" many_at_once
finish
