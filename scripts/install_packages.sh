#!/usr/bin/env bash
# Installs the Debian packages that building needs and that are missing; --full adds those of the full test run, --wasm those of
# the modules for WebAssembly and the page.
# Does nothing, and needs no network, when all are there.
set -euo pipefail

packages=(g++ cmake ninja-build libeigen3-dev libtbb-dev libcli11-dev nlohmann-json3-dev libsqlite3-dev libutf8proc-dev catch2 python3)
if [[ ${1:-} == --full ]]; then packages+=(clang clang-format libbenchmark-dev libclang-rt-dev chromium chromium-driver firefox-esr python3-jsonschema man-db dpkg-dev lintian); fi
if [[ ${1:-} == --full || ${1:-} == --wasm ]]; then
  packages+=(clang-19 llvm-19 lld-19 libc++-19-dev-wasm32 libc++abi-19-dev-wasm32 libclang-rt-19-dev-wasm32 wasi-libc binaryen nodejs esbuild node-typescript)
fi

if ! command -v dpkg-query >/dev/null; then
  echo "This is no Debian or Ubuntu; please see to the like of: ${packages[*]}"
  exit 0
fi

missing=()
for package in "${packages[@]}"; do
  status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) || true
  [[ $status == installed ]] || missing+=("$package")
done
((${#missing[@]})) || exit 0

as_root=()
if ((EUID != 0)); then as_root=(sudo); fi
echo "Installing ${missing[*]}"
"${as_root[@]}" apt-get -qq update </dev/null
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends install "${missing[@]}" </dev/null
