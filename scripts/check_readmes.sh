#!/usr/bin/env bash
# Every folder with sources has a README, and the files and functions that READMEs name exist. Prints what is wrong; exit 1.
set -uo pipefail
cd "$(dirname "$0")/.."
bad=0
complain() {
  echo "$1"
  bad=1
}

# Folders whose parent's README speaks for them.
covered='^(tests/.*|engine/cards/.*|sim/cli|\.ci)$'
for folder in $(git ls-files | grep / | sed 's|/[^/]*$||' | sort -u); do
  [[ $folder =~ $covered ]] || [ -f "$folder/README.md" ] || complain "$folder has no README.md"
done

for readme in $(git ls-files '*README.md'); do
  folder=$(dirname "$readme")
  # `file.ext` or `folder/file.ext`: must exist beside the README or from the root.
  for path in $(grep -o '`[A-Za-z0-9_./-]*\.\(h\|cpp\|def\|kf\|tsv\|py\|sh\|cmake\|test\|deck\|json\|md\)`' "$readme" | tr -d '`' | sort -u); do
    [ -e "$folder/$path" ] || [ -e "$path" ] || complain "$readme names $path, which does not exist"
  done
  # `function()`: must occur in the sources.
  for name in $(grep -o '`[a-z_]*()`' "$readme" | tr -d '`()' | sort -u); do
    git grep -q -w "$name" -- '*.h' '*.cpp' '*.py' '*.sh' || complain "$readme names $name(), which does not exist"
  done
done
exit $bad
