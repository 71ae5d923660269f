#!/usr/bin/env bash
# Whether clang-format (14, Debian 12) would change a source; prints the files.
set -uo pipefail
cd "$(dirname "$0")/.." || exit

bad=0
while read -r file; do
  clang-format --dry-run -Werror "$file" >/dev/null 2>&1 || { echo "clang-format would change $file"; bad=1; }
done < <(git ls-files '*.h' '*.cpp')
exit $bad
