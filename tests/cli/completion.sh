#!/usr/bin/env bash
# completion.sh ARCHON: what shells offer for the words typed so far; zsh and fish where they are installed. The last line is
# "N passed, N failed".
set -uo pipefail
# shellcheck source=tests/counted.sh
source "$(dirname "$0")/../counted.sh"
archon=$(realpath "${1:?usage: completion.sh ARCHON}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit

for shell in bash zsh fish; do "$archon" completion $shell >archon.$shell || fail "archon completion $shell"; done
mkdir decks "my decks"
touch mine.deck "my decks/a b.deck"
# shellcheck source=/dev/null
source archon.bash
if [[ $(complete -p archon) == "complete -F _archon archon" ]]; then pass; else fail "$(complete -p archon)"; fi

# offers WORD... = WANTED...: with the last WORD begun, in the order of lines.
offers() {
  local -a COMP_WORDS=(archon) COMPREPLY
  while [[ $1 != == ]]; do
    COMP_WORDS+=("$1")
    shift
  done
  shift
  local COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  _archon
  local got wanted
  got=$(printf '%s\n' "${COMPREPLY[@]}" | sort)
  wanted=$(printf '%s\n' "$@" | sort)
  if [[ $got == "$wanted" ]]; then pass; else fail "${COMP_WORDS[*]}: offers $(tr '\n' ' ' <<<"$got"), not $*"; fi
}
agents=$("$archon" agents --format json | python3 -c '
import json, sys
data = json.load(sys.stdin)
print(*[row["preset"] for row in data["presets"]], *[row["agent"] for row in data["agents"]])')
sets=$("$archon" cards --sets --format json | python3 -c 'import json, sys; print(*[row["set"] for row in json.load(sys.stdin)["sets"]])')
read -ra agents <<<"$agents"
read -ra sets <<<"$sets"

offers mat == match matrix
offers ben == bench
offers help tour == tournament
offers deck ge == generate
offers tournament adaptive == adaptive adaptive-one
offers match --chains == --chains-a --chains-b
offers match mine.deck --precision 2 --rec == --record
offers train labels --exp == --explore
offers match --agent '' == "${agents[@]}"
offers match --agent gre == greedy
offers match --agent = '' == "${agents[@]}"
offers match --agent = gre == greedy
offers match --format j == json
offers match --games '' ==
offers match --games 10 '' == builtin decks mine.deck "my decks" archon.bash archon.zsh archon.fish
offers match m == mine.deck "my decks"
offers match mine.deck b == builtin
offers match '"my decks/' == "my decks/a b.deck"
offers match --ledger my == "my decks"
offers match --ledger builtin match --rules 1. == 1.3 1.2 1.0
offers matrix match --s == --skip-bad --second --second-games --shard --seed --strict
offers deck generate --set '' == "${sets[@]}"
offers train labels --set al == all
offers arena --decks a mine.deck b == builtin
offers arena --decks a --agent b == best beam
offers completion '' == bash zsh fish
offers 'match]$(touch hacked)' --foo x ==
if [[ ! -e hacked ]]; then pass; else fail "a word was carried out"; fi

# Every command offers every option of its help, and every command below it.
in_help() { "$archon" "$@" --help | sed -n '/^Options:/,/^$/s/^  \(-[^ =]*\).*/\1/p' | tr ',' '\n'; }
commands_of() { "$archon" "$@" --help | sed -n '/^\(Subcommands\|Commands for .*\):/,/^$/p' | sed -nE 's/^  ([a-z][a-z0-9-]*) .*/\1/p'; }
every() {
  local below word
  mapfile -t below < <(in_help "$@")
  offers "$@" - == "${below[@]}"
  mapfile -t below < <(commands_of "$@")
  ((${#below[@]})) || return 0
  if (($# > 0)); then offers "$@" '' == "${below[@]}"; fi
  for word in "${below[@]}"; do every "$@" "$word"; done
}
every

if command -v zsh >/dev/null; then
  if zsh -n archon.zsh; then pass; else fail "zsh can't read its script"; fi
else
  echo "zsh is not installed: its script was not tried"
fi
if command -v fish >/dev/null; then
  # fish_offers LINE WANTED...
  fish_offers() {
    local got
    got=$(HOME=$work fish -c "source archon.fish; complete -C '$1'" 2>&1 | cut -f 1 | sort | tr '\n' ' ')
    shift
    if [[ $got == "$(printf '%s\n' "$@" | sort | tr '\n' ' ')" ]]; then pass; else fail "fish offers $got, not $*"; fi
  }
  fish_offers "archon mat" match matrix
  fish_offers "archon deck ge" generate
  fish_offers "archon match --agent gre" greedy
  fish_offers "archon match mine.deck --chains" --chains-a --chains-b
  fish_offers "archon match min" mine.deck
  fish_offers "archon match --format j" json
else
  echo "fish is not installed: its script was not tried"
fi

finish
