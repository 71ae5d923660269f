#!/usr/bin/env bash
# Makes the page that rates decks in a browser: build/page/archon.html, one file, and build/page/site, a folder for any static host.
# Installs what is missing, says how large the page is, and fails when it is larger than it may be (results/web.md).
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/install_packages.sh
scripts/install_packages.sh --wasm
cmake --preset release >/dev/null
cmake --preset wasm >/dev/null
cmake --build --preset wasm
sim/web/page/make_page.py build/wasm build/page
