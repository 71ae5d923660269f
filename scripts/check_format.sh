#!/usr/bin/env bash
# Whether clang-format (14, Debian 12) would change a source; prints the files.
set -uo pipefail
cd "$(dirname "$0")/.." || exit

check() {
  local bad=0
  for file; do
    clang-format --dry-run -Werror "$file" >/dev/null 2>&1 || { echo "clang-format would change $file"; bad=1; }
  done
  return $bad
}
export -f check
git ls-files -z '*.h' '*.cpp' | xargs -0 -n 32 -P "$(nproc)" bash -c 'check "$@"' -
