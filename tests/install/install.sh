#!/usr/bin/env bash
# install.sh BUILD: what `cmake --install BUILD` puts into a folder works there: the program in an empty folder, knowing nothing of the
# sources, and the engine in a program of somebody else. The last line is "N passed, N failed".
set -uo pipefail
# shellcheck source=tests/counted.sh
source "$(dirname "$0")/../counted.sh"
build=$(realpath "${1:?usage: install.sh BUILD}")
here=$(dirname "$(realpath "$0")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit

same_as_built() { diff <("$build/archon" "$@" 2>&1) <(env -i "$work/to/bin/archon" "$@" 2>&1); }
no_trace_of() { ! grep -rlF -- "$1" "$work/to"; }
read_without_warning() { "$work/example/random_game" "$decks"/{radiant-argus-the-supreme,miss-onyx-censorius}.deck | grep -E ': won by .* after [0-9]+ decisions$'; }

plain_build_warns_only() {
  cmake -S "$here/../.." -B "$work/plain" && grep -q -e -Wshadow "$work/plain/compile_commands.json" &&
    ! grep -q -e -Werror "$work/plain/compile_commands.json"
}
tests_of_ctest() { [[ $(ctest --test-dir "$build" -N | grep -oE '(unit_tests|scenarios)$' | xargs) == "unit_tests scenarios" ]]; }

check_said "without a preset no warning is an error" plain_build_warns_only
check_said "ctest has the unit tests and the scenarios" tests_of_ctest
check_said "cmake --install" cmake --install "$build" --prefix "$work/to"
decks=$work/to/share/archon/decks
check_said "28 decks" test "$(find "$decks" -maxdepth 1 -name '*.deck' | wc -l)" = 28
check_said "the program does not name the sources" no_trace_of "$(realpath "$here/../..")"
for file in bash-completion/completions/archon zsh/site-functions/_archon fish/vendor_completions.d/archon.fish; do
  check_said "$file" test -s "$work/to/share/$file"
done
check_said "man archon-match" test -s "$(echo "$work"/to/share/man/man1/archon-match.1*)"
mkdir empty
cd empty || exit
check_said "every built-in deck" same_as_built deck list builtin --format csv
check_said "a match of built-in decks" same_as_built match builtin:argus builtin:onyx --games 20 --seed 1 --format csv
check_said "a field of built-in decks" same_as_built gauntlet builtin:argus --field builtin:CotA --games 2 --agent random --format csv
check_said "ratings" same_as_built rate builtin --format csv
check_said "what is known of a card" same_as_built cards "Dust Imp"
check_said "the decks as files" same_as_built rate "$decks" --format csv
check_said "nothing is written" rmdir "$work/empty"

cd "$work" || exit
check_said "find_package(archon)" cmake -S "$here" -B example -DCMAKE_PREFIX_PATH="$work/to" -DCMAKE_CXX_FLAGS="-Wall -Wextra -Werror"
check_said "a program with archon::engine" cmake --build example
check_said "a random game" read_without_warning
check_said "a game through archon::c" bash -c '"$1"/example/c_game "$2"/{radiant-argus-the-supreme,miss-onyx-censorius}.deck' - "$work" "$decks"

finish
