#!/usr/bin/env bash
# Every folder with sources has a README, and the files and functions that READMEs name exist. Prints what is wrong; exit 1.
set -uo pipefail
cd "$(dirname "$0")/.."
bad=0
complain() {
  echo "$1"
  bad=1
}

# A README of its own, or one above that names the folder, or all of its folders (`*/`); tests mirror the tree.
described() {
  local folder=$1 above=$1
  [ -f "$folder/README.md" ] && return
  [[ $folder == tests/* && -d ${folder#tests/} || $folder == tests/* && -d engine/${folder#tests/} ]] && return
  while [[ $above == */* ]]; do
    above=${above%/*}
    if [ -f "$above/README.md" ]; then
      grep -q -F -e "\`${folder#"$above"/}\`" -e "\`${folder#"$above"/}/" -e '`*/' "$above/README.md"
      return
    fi
  done
  [[ $folder == .* ]] || grep -q -F "\`$folder\`" README.md
}
for folder in $(git ls-files | grep / | sed 's|/[^/]*$||' | sort -u); do
  described "$folder" || complain "$folder has no README.md, and none above speaks of it"
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
