#!/usr/bin/env bash
# Whether the program plays the games that the history says: the first number of `bench --signature` is that of the last commit
# whose message ends with "Bench: NUMBER". `No functional change` leaves it as it was.
#   scripts/check_signature.sh PROGRAM
set -uo pipefail
cd "$(dirname "$0")/.." || exit

played=$("$1" bench --signature </dev/null | grep -oE '[0-9a-f]{16}' | head -n 1)
said=$(git log --format=%B 2>/dev/null | grep -oE '^Bench: [0-9a-f]{16}' | head -n 1 | cut -d' ' -f2)
if [[ -z $said ]]; then
  echo "no commit of the history says a signature; played: $played"
  exit 0
fi
if [[ $played != "$said" ]]; then
  echo "the games have changed: the history says $said, played: $played"
  exit 1
fi
echo "signature $played, as the history says"
