#!/usr/bin/env bash
# Whether each source includes what it uses: builds compile a room as one, where a file lives on what others before it include. Prints the
# sources that clang++ does not understand by themselves, with all warnings; two at a time.
set -uo pipefail
cd "$(dirname "$0")/.." || exit

check() {
  clang++ -std=c++20 -fsyntax-only -Wall -Wextra -Wpedantic -Wshadow -Werror -DARCHON_SOURCE_DIR="\"$PWD\"" -I. -isystem /usr/include/eigen3 "$1" ||
    { echo "$1 does not compile by itself" && return 1; }
}
export -f check

# What exports functions of a module is for WebAssembly alone, fuzz targets and examples have builds of their own.
git ls-files '*.cpp' ':!tests/fuzz' ':!tests/install' ':!sim/web/module/calls.cpp' ':!sim/web/module/player_module.cpp' | xargs -P 2 -I{} bash -c 'check {}'
