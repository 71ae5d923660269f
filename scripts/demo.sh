#!/usr/bin/env bash
# From a fresh clone to a result: builds the program and lets the two starter decks of the rulebook play 1,000 games.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/install_packages.sh
cmake --preset release >/dev/null
cmake --build --preset release
build/release/archon match sim/decks/radiant-argus-the-supreme.deck sim/decks/miss-onyx-censorius.deck \
  --games 1000 --seed 1
