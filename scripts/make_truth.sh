#!/usr/bin/env bash
# How far simulated values agree with real results: plays with an agent, then writes results/truth.md with all agents played so far.
#   scripts/make_truth.sh AGENT GAMES [OUT]    ARCHON_TRUTH=FOLDER has the real results (scripts/compare_truth.py says their form)
# The simulated values are kept in results/values-cota-AGENT.json; GAMES 0 plays nothing and compares what is there. DECKS (a deck for
# five games), SEED=1, ARCHON=build/release/archon.
set -euo pipefail
cd "$(dirname "$0")/.."
agent=${1:?usage: make_truth.sh AGENT GAMES [OUT]}
games=${2:?usage: make_truth.sh AGENT GAMES [OUT]}
out=${3:-results/truth.md}
truth=${ARCHON_TRUTH:?the folder with the real results}
decks=${DECKS:-$((games / 5))}

if ((games > 0)); then
  "${ARCHON:-build/release/archon}" values --set CotA --agent "$agent" --games "$games" --decks "$decks" --seed "${SEED:-1}" \
    --out "results/values-cota-$(tr -c 'a-z0-9\n' - <<<"$agent").json"
fi
scripts/compare_truth.py "$truth" results/values-cota-*.json >"$out.part"
mv "$out.part" "$out"
echo "$out" >&2
