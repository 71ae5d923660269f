#!/usr/bin/env bash
# man.sh ARCHON: every manual page is rendered without a warning, and says what --help says. The last line is "N passed, N failed".
set -uo pipefail
# shellcheck source=tests/counted.sh
source "$(dirname "$0")/../counted.sh"
archon=$(realpath "${1:?usage: man.sh ARCHON}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit

# refused MESSAGE ARGUMENTS...
refused() {
  local message=$1
  shift
  "$archon" "$@" >out 2>err
  if [[ $? == 2 && ! -s out && $(<err) == "$message" ]]; then pass; else fail "archon $*: $(<err)"; fi
}

if "$archon" man --out pages && "$archon" man deck list | diff - pages/archon-deck-list.1; then pass; else fail "archon man --out"; fi
refused "archon man: there is no command 'mach' (did you mean \`match\`?)" man mach
refused "archon man: there is no command 'deck xqzz' (there are import, list, show, check, generate, report)" man deck xqzz
refused "archon man: archon match has no command 'foo'" man match foo

commands_of() { "$archon" "$@" --help | sed -n '/^\(Subcommands\|Commands for .*\):/,/^$/p' | sed -nE 's/^  ([a-z][a-z0-9-]*) .*/\1/p'; }
in_help() { "$archon" "$@" --help | sed -nE '/^(Options|Positionals):/,/^$/s/^  ([^ =]+).*/\1/p' | tr ',' '\n'; }
# Each command has a page, with all its arguments, and the pages of what is below it.
check_page() {
  local page word
  page=pages/archon$(printf -- '-%s' "$@").1
  if (($# == 0)); then page=pages/archon.1; fi
  LC_ALL=C.UTF-8 MANWIDTH=100 man --warnings -l "$page" >text 2>err || fail "man -l $page"
  if [[ ! -s err ]]; then pass; else fail "$page: $(head -n 3 err)"; fi
  for word in $(in_help "$@"); do grep -qF -e "$word" text || fail "$page lacks $word"; done
  for word in NAME SYNOPSIS OPTIONS "SEE ALSO"; do grep -qx "$word" text || fail "$page lacks $word"; done
  if (($#)) && [[ -z $(commands_of "$@") ]]; then grep -qx EXAMPLES text || fail "$page lacks examples"; fi
  for word in $(commands_of "$@"); do
    grep -qF -e "archon-$(tr ' ' '-' <<<"$* $word" | sed 's/^-//')(1)" text || fail "$page lacks $word"
  done
  for word in $(commands_of "$@"); do check_page "$@" "$word"; done
}
if command -v man >/dev/null; then
  check_page
  if ((passed > 40)); then pass; else fail "only $passed pages"; fi
else
  echo "man is not installed: the pages were not rendered"
fi

finish
