#!/usr/bin/env bash
# Measures the agents and writes results/agents.md; on an idle machine, with the release build of the commit it is to stand for.
#   scripts/make_ladder.sh [AGENT...]    the ladder from the weakest agent up; each one is measured against the one before
# GAMES=1008 games between each two agents, SPRT=0,10 with at most MAX_GAMES (10 times GAMES), SEED=1; DUELS="A B;C D" further pairs of
# agents; LEDGER=FILE keeps the games, so that the same command goes on after a kill; ARCHON=build/release/archon; OUT=results/agents.md. An
# agent that the program does not have is named in the result.
set -euo pipefail
cd "$(dirname "$0")/.."
archon=${ARCHON:-build/release/archon}
games=${GAMES:-1008}
sprt=${SPRT:-0,10}
seed=${SEED:-1}
out=${OUT:-results/agents.md}
agents=("$@")
if ((${#agents[@]} == 0)); then
  agents=(random greedy fast standard strong)
  : "${DUELS:=heuristic greedy;standard heuristic;beam standard;mcts:iterations=100 standard;mcts:iterations=400 mcts:iterations=100}"
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

ladder=()
missing=()
# known AGENT: false when the program has no such agent; any other problem ends the script.
known() {
  "$archon" arena --agent "$1" --agent "$1" --decks sim/decks/*.deck --games 2 >/dev/null 2>"$work/problem" && return 0
  grep -q "unknown agent" "$work/problem" && return 1
  cat "$work/problem" >&2
  exit 2
}
for agent in "${agents[@]}"; do
  if known "$agent"; then ladder+=("$agent"); else missing+=("$agent"); fi
done

# arena NAME ARGUMENTS: the result in NAME.json, the command in NAME.command. An undecided test (3) is a result too.
arena() {
  local name=$1 code=0
  shift
  echo "archon arena $* --decks sim/decks/*.deck --seed $seed" | tee "$work/$name.command" >&2
  "$archon" arena "$@" --decks sim/decks/*.deck --seed "$seed" ${LEDGER:+--ledger "$LEDGER"} --format json >"$work/$name.json" || code=$?
  ((code == 0 || code == 3))
}

# duel NUMBER AGENT AGAINST: a number of games for the intervals, and the test, which may stay undecided.
duel() {
  arena "$1-games" --agent "$2" --agent "$3" --games "$games"
  arena "$1-sprt" --agent "$2" --agent "$3" --sprt "$sprt" --max-games "${MAX_GAMES:-$((10 * games))}"
}

for ((i = 1; i < ${#ladder[@]}; ++i)); do duel "ladder-$(printf %03d "$i")" "${ladder[i]}" "${ladder[i - 1]}"; done
number=0
IFS=';' read -ra further <<<"${DUELS:-}"
for pair in "${further[@]}"; do
  read -r one other <<<"$pair"
  number=$((number + 1))
  if known "$one" && known "$other"; then duel "duel-$(printf %03d "$number")" "$one" "$other"; else missing+=("$one against $other"); fi
done
if ((${#ladder[@]} > 2)); then
  everybody=()
  for agent in "${ladder[@]}"; do everybody+=(--agent "$agent"); done
  arena all "${everybody[@]}" --games "$games"
fi

machine="$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), $(nproc) cores"
python3 - "$work" "$machine" "${missing[@]}" >"$work/agents.md" <<'PYTHON'
import glob, json, os, sys

work, machine, missing = sys.argv[1], sys.argv[2], sys.argv[3:]


def load(name):
    return json.load(open(f"{work}/{name}.json"))


def percent(fraction):
    return f"{100 * fraction:.1f}"


def number(value):
    return f"{value:+.0f}"


def interval(agent, name):
    return " to ".join(number(agent[f"{name}_{end}"]) for end in ("low", "high"))


def row(cells):
    print("| " + " | ".join(str(cell) for cell in cells) + " |")


def duels(prefix, title):
    names = sorted(os.path.basename(path)[: -len("-games.json")] for path in glob.glob(f"{work}/{prefix}-*-games.json"))
    if not names:
        return
    print(f"\n## {title}\n")
    row(["agent", "against", "games", "win rate %", "95 % interval", "Elo", "95 % interval", "normalised Elo", "test", "LLR", "games of the test",
         "fall-backs", "forfeits", "games/s"])
    row(["---"] * 14)
    for name in names:
        plain, test = load(name + "-games"), load(name + "-sprt")
        first, second = plain["agents"]
        played_now = plain["games_played_now"] == plain["games"]
        row([first["agent"], second["agent"], plain["games"], percent(first["win_rate"]),
             " to ".join(percent(first[f"win_rate_{end}"]) for end in ("low", "high")), number(first["elo"]), interval(first, "elo"),
             f'{plain["matches"][0]["nelo"]:+.0f}', test["decision"], f'{test["llr"]:.2f}', test["games"],
             f'{first["fallbacks"]}, {second["fallbacks"]}', f'{first["forfeits"]}, {second["forfeits"]}',
             f'{plain["games_per_second"]:.1f}' if played_now else "-"])


any_result = load(os.path.basename(sorted(glob.glob(f"{work}/*.json"))[0])[: -len(".json")])
provenance = any_result["provenance"]
print("# Agents\n")
print("Written by `scripts/make_ladder.sh`. Both games of a pair have the same decks, shuffles and first player, with the agents swapped;")
print("intervals and tests are over pairs (`sim/arena/README.md`). `games/s` is that of all threads, both agents together.\n")
print(f"* archon {provenance['version']} ({provenance['compiler']}, {provenance['build_type']}), rules {provenance['rules']}, "
      f"seed {provenance['seed']}, {len(provenance['decks'])} decks")
print(f"* {machine}")
for agent in missing:
    print(f"* not measured, because this version does not have it: {agent}")
duels("ladder", "Each agent against the one before it")
duels("duel", "Further pairs")
if os.path.exists(f"{work}/all.json"):
    everybody = load("all")
    print(f"\n## All against all\n\n{everybody['matches'][0]['pairs']} pairs of each two; Elo of Bradley and Terry's model, the first agent at 0, with a virtual game of each agent.\n")
    row(["agent", "games", "win rate %", "95 % interval", "Elo", "95 % interval"])
    row(["---"] * 6)
    for agent in everybody["agents"]:
        row([agent["agent"], agent["games"], percent(agent["win_rate"]),
             " to ".join(percent(agent[f"win_rate_{end}"]) for end in ("low", "high")), number(agent["elo"]), interval(agent, "elo")])
print("\n## Commands\n\n```")
for path in sorted(glob.glob(f"{work}/*.command")):
    print(open(path).read().strip())
print("```")
PYTHON
mv "$work/agents.md" "$out"
echo "$out" >&2
