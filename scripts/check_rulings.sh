#!/usr/bin/env bash
# Every row of the tables in tests/rulings that have a column "shown by" names scenarios, or says "see TERM", "no rule: why" or
# "missing: why". Prints the rows that name none, or one that does not exist; exit 1.
set -uo pipefail
cd "$(dirname "$0")/.." || exit

# A title may stand without its beginning up to a colon (FAQ Armor: ..., Example Cannot: ...); `path` holds for what follows it.
mapfile -t scenarios < <(git ls-files -co --exclude-standard 'tests/*.test')
awk '
function complain(what) { print FILENAME ":" FNR ": " what; bad = 1 }
function trim(text) { gsub(/^[ \t]+|[ \t\r]+$/, "", text); return text }
FILENAME ~ /\.test$/ {
  if (!sub(/^scenario: */, "")) next
  for (name = trim($0);; name = substr(name, at + 2)) {
    known[name] = known[FILENAME, name] = 1
    if (!(at = index(name, ": "))) next
  }
}
!/^\|/ { column = 0; next }
{
  gsub(/\\\|/, "/")
  cells = split($0, cell, "|")
  if (!column) {
    for (i = 2; i < cells; ++i) if (trim(cell[i]) == "shown by") column = i
    if (column) { for (i = 2; i < cells; ++i) heading[i] = trim(cell[i]); width = cells }
    next
  }
  if ($0 ~ /^\|[-|]+$/) next
  if (trim(cell[2]) != "") terms[FILENAME, tolower(trim(cell[2]))] = 1
  ++rows
  if (cells != width) { complain("another number of columns"); next }
  shown = trim(cell[column])
  if (shown == "") { complain("no scenario and no reason"); next }
  if (shown ~ /^(no rule|missing): ./) next
  if (sub(/^see /, "", shown)) { refer[FILENAME ":" FNR] = FILENAME SUBSEP tolower(shown); next }
  path = ""
  count = split(shown, title, ";")
  for (i = 1; i <= count; ++i) {
    text = trim(title[i])
    if (match(text, /^`[^`]+`: */)) {
      path = substr(text, 2, index(substr(text, 2), "`") - 1)
      text = substr(text, RLENGTH + 1)
    }
    if (!(path == "" ? (text in known) : ((path, text) in known))) complain("no scenario \"" text "\"" (path == "" ? "" : " in " path))
  }
}
END {
  for (place in refer) if (!(refer[place] in terms)) { split(refer[place], part, SUBSEP); print place ": no row \"" part[2] "\""; bad = 1 }
  if (!rows) { print "no rows"; bad = 1 }
  exit bad
}' "${scenarios[@]}" tests/rulings/*.md
