#!/usr/bin/env python3
"""Measures what chains are worth, whether suggested handicaps are even, and how much they differ between agents; writes Markdown.

    scripts/make_chains.py ARCHON measure results/chains-agents.csv [--threads N]
    scripts/make_chains.py ARCHON report results/chains-agents.csv [--threads N] > results/chains.md

`measure` has each agent search the even handicap (`archon chains --width 1`) of three times 12 pairs of sim/decks: `known`, deck i with deck
i + 9 (strong: six of them), which the shift between agents is measured on; `tried`, deck 2i + 1 with deck 2i + 12, which its definition was
chosen on; `fresh`, deck 2i with deck 2i + 5, which it is tested on. Rows that the file has are not measured again. `report` reads them, has
`standard` play each of the known pairs with `--curve`, then 400 games at the suggested handicap with another seed, and `archon bid` of the
fresh pairs with 600 fresh games at each of five bids.
"""
import argparse
import csv
import itertools
import json
import math
import pathlib
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAIRS, STRONG_PAIRS, CHECK_GAMES, CURVE_GAMES = 12, 6, 400, 4000
AGENT_GAMES = {"standard": 10000, "fast": 10000, "strong": 300}
FIRST_SEED = {"known": 1, "tried": 101, "fresh": 401}  # of the next pair one more; the known pairs share theirs
BID_GAMES, FRESH_GAMES, BIDS = 2000, 600, (0, 3, 6, 9, 12)
BID_SEEDS = (201, 1201, 2201)  # of the first pair; the fresh games of a pair have 100 more
COLUMNS = ["pairs", "deck_a", "deck_b", "agent", "seed", "games", "handicap", "handicap_low", "handicap_high"]


def deck_files():
    return sorted(str(path.relative_to(ROOT)) for path in (ROOT / "sim/decks").glob("*.deck"))


def pairs_of(kind):
    decks = deck_files()
    step, offset, other = {"known": (1, 0, 9), "tried": (2, 1, 12), "fresh": (2, 0, 5)}[kind]
    return [(decks[(step * i + offset) % len(decks)], decks[(step * i + other) % len(decks)]) for i in range(PAIRS)]


def run(options, *arguments):
    """The JSON of a command; exit code 3 (not as narrow as asked) is a result too."""
    done = subprocess.run([options.archon, *arguments, "--format", "json", "--threads", str(options.threads)], cwd=ROOT, capture_output=True, text=True)
    if done.returncode not in (0, 3):
        sys.exit(done.stderr)
    return json.loads(done.stdout)


def read_rows(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def measure(options):
    path = pathlib.Path(options.file)
    have = {tuple(row[name] for name in COLUMNS[:4]) for row in read_rows(path)} if path.exists() else set()
    with open(path, "a", encoding="utf-8", newline="") as file:
        out = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        if not have:
            out.writeheader()
        for kind, index, agent in itertools.product(FIRST_SEED, range(PAIRS), AGENT_GAMES):
            deck_a, deck_b = pairs_of(kind)[index]
            if (kind, deck_a, deck_b, agent) in have or (kind, agent) == ("known", "strong") and index >= STRONG_PAIRS:
                continue
            seed = FIRST_SEED[kind] + (index if kind != "known" else 0)
            result = run(options, "chains", deck_a, deck_b, "--agent", agent, "--width", "1", "--games", str(AGENT_GAMES[agent]), "--seed", str(seed))
            out.writerow(dict(zip(COLUMNS, [kind, deck_a, deck_b, agent, seed])) | {name: result["handicaps"][0][name] for name in COLUMNS[5:]})
            file.flush()


def number(row, name):
    """Beyond 24 is taken as 24."""
    beyond = -24 if name.endswith("low") else 24
    return float(row[name]) if row[name] else beyond


def standard_error(row):
    return (number(row, "handicap_high") - number(row, "handicap_low")) / (2 * 1.96)


def by_pair(rows, kind):
    pairs = {}
    for row in rows:
        if row["pairs"] == kind:
            pairs.setdefault((row["deck_a"], row["deck_b"]), {})[row["agent"]] = row
    return pairs


def shift_of(pairs):
    """The standard deviation of an agent's even handicap around that of the decks: two agents of different kinds differ by the root of 2
    of it, and by the noise of both (fast and standard play the same learned policy, so that what they have in common does not show
    between them). And for each two agents the root mean square difference, noise taken off."""
    squares = {}
    for agents in pairs.values():
        for one, other in itertools.combinations(sorted(agents), 2):
            a, b = agents[one], agents[other]
            difference = number(a, "handicap") - number(b, "handicap")
            squares.setdefault((one, other), []).append(difference**2 - standard_error(a)**2 - standard_error(b)**2)
    rms = {two: (math.sqrt(max(0, statistics.fmean(each))), len(each)) for two, each in squares.items()}
    return math.sqrt(max(0, statistics.fmean(each for two, some in squares.items() if "strong" in two for each in some)) / 2), rms


def any_pilot(agents, shift):
    """sim/chains/pilots.h."""
    weights = [1 / (standard_error(row)**2 + shift**2) for row in agents]
    middle = sum(weight * number(row, "handicap") for weight, row in zip(weights, agents)) / sum(weights)
    half = 1.96 * math.sqrt(1 / sum(weights) + shift**2)
    return middle - half, middle + half


def percent(fraction):
    return f"{100 * fraction:.1f}"


def short(path):
    return pathlib.Path(path).stem


def mean_with_interval(values):
    """Mean over pairs and its 95 % interval (normal)."""
    mean, half = statistics.fmean(values), 1.96 * statistics.stdev(values) / math.sqrt(len(values))
    return mean, mean - half, mean + half


def ends(row, name="handicap"):
    return " to ".join("beyond 24" if row[name + end] in (None, "") else f"{float(row[name + end]):+.1f}" for end in ("_low", "_high"))


def chains_of(options, deck_a, deck_b):
    common = [deck_a, deck_b, "--agent", "standard"]
    chains = run(options, "chains", *common, "--width", "1", "--games", str(CURVE_GAMES), "--curve")
    handicap = round(chains["handicaps"][0]["handicap_whole"])
    side = ["--chains-a", str(handicap)] if handicap >= 0 else ["--chains-b", str(-handicap)]
    check = run(options, "match", *common, *side, "--games", str(CHECK_GAMES), "--seed", "1001")
    return chains, check["results"][0]


def print_pairs(results):
    print("| decks | handicap | 95 % interval | slope | 95 % interval | first player wins % | at the handicap wins % | 95 % interval | even |")
    print("|---|---|---|---|---|---|---|---|---|")
    even = 0
    for names, chains, check in results:
        low, high = check["win_rate_low"], check["win_rate_high"]
        even += low <= 0.5 <= high
        fit = chains["handicaps"][0]
        exact = "beyond 24" if fit["handicap"] is None else f'{fit["handicap"]:+.1f}'
        print(f'| {names[0]} - {names[1]} | {exact} | {ends(fit)} | {fit["slope"]:.2f} | {fit["slope_low"]:.2f} to {fit["slope_high"]:.2f} | '
              f'{percent(chains["first_player_win_rate"])} | {percent(check["win_rate"])} | {percent(low)} to {percent(high)} | '
              f'{"yes" if low <= 0.5 <= high else "no"} |')
    return even


def logit(level):
    return math.log((level["wins"] + 0.5) / (level["games"] - level["wins"] + 0.5))


def print_curve(results):
    print("\n| chains | win rate % | logit lost by this chain | 95 % interval |\n|---|---|---|---|")
    curves = [chains["curve"] for _, chains, _ in results]
    for i in range(25):
        mean = percent(statistics.fmean(curve[i]["win_rate"] for curve in curves))
        if i == 0:
            print(f"| 0 | {mean} | | |")
            continue
        lost, low, high = mean_with_interval([logit(curve[i - 1]) - logit(curve[i]) for curve in curves])
        print(f"| {i} | {mean} | {lost:.3f} | {low:.3f} to {high:.3f} |")


def print_agents(rows):
    known, fresh = by_pair(rows, "known"), by_pair(rows, "fresh")
    shift, rms = shift_of(known)
    print("\n## Other agents\n")
    print(f"Even handicaps of the same decks by other agents ({', '.join(f'{agent}: {games:,} games at most' for agent, games in AGENT_GAMES.items())}; "
          f"`results/chains-agents.csv`). Root mean square differences, noise taken off: "
          + ", ".join(f"{one} and {other} {value:.1f} chains ({count} pairs)" for (one, other), (value, count) in rms.items())
          + f". An agent is taken to shift the handicap of the decks by a normal number of standard deviation {shift:.2f}, the difference of agents of different kinds (fast and standard play the same "
          "learned policy) over the root of 2 (`sim/chains/pilots.h`, where it is `kPilotShift`).\n")
    print("Fresh pairs, new seeds, none of which the shift was measured on. The interval for the decks, whoever plays well, is from standard and fast, "
          "as `archon chains` shows it; strong had no part in it.\n")
    print("| decks | standard | fast | strong | the decks | standard held | fast held | strong held |\n|---|---|---|---|---|---|---|---|")
    held = dict.fromkeys(AGENT_GAMES, 0)
    for (deck_a, deck_b), agents in fresh.items():
        low, high = any_pilot([agents["standard"], agents["fast"]], shift)
        inside = {agent: low <= number(agents[agent], "handicap") <= high for agent in AGENT_GAMES}
        for agent, good in inside.items():
            held[agent] += good
        figures = " | ".join(f'{number(agents[agent], "handicap"):+.1f} ({ends(agents[agent])})' for agent in AGENT_GAMES)
        print(f"| {short(deck_a)} - {short(deck_b)} | {figures} | {low:+.1f} to {high:+.1f} | " + " | ".join("yes" if good else "no" for good in inside.values()) + " |")
    print("\nThe shift was first taken from all three differences, 0.89 chains; its intervals held strong in 9 of 12. That fast and standard are no two "
          "independent agents was seen then: so these pairs are not quite a test of the choice.")
    print(f"\nHeld of {len(fresh)}: " + ", ".join(f"{agent} {count}" for agent, count in held.items()) + ".")


def print_bids(options):
    """A cell is covered when the fresh games are no further from the printed figure than its interval and their own noise allow."""
    cells = covered = inside = 0
    for first, (i, (deck_a, deck_b)) in itertools.product(BID_SEEDS, enumerate(pairs_of("fresh"))):
        bid = run(options, "bid", deck_a, deck_b, "--agent", "standard", "--games", str(BID_GAMES), "--seed", str(first + i))
        for row in bid["bids"]:
            if (row["side"], row["goes_first"]) != ("A", "either") or row["chains"] not in BIDS:
                continue
            fresh = run(options, "match", deck_a, deck_b, "--agent", "standard", "--games", str(FRESH_GAMES), "--chains-a", str(row["chains"]),
                        "--seed", str(first + 100 + i))["results"][0]
            rate, printed = fresh["win_rate"], row["win_rate"]
            own = row["win_rate_high"] - printed if rate > printed else printed - row["win_rate_low"]
            noise = 1.96 * math.sqrt(max(rate * (1 - rate), 0.25 / FRESH_GAMES) / FRESH_GAMES)
            cells += 1
            covered += abs(rate - printed) <= math.hypot(own, noise)
            inside += row["win_rate_low"] <= rate <= row["win_rate_high"]
    print("\n## Bids\n")
    print(f"`archon bid` of the fresh pairs, {len(BID_SEEDS)} seeds of {BID_GAMES:,} games each, and {FRESH_GAMES} fresh games with {', '.join(map(str, BIDS))} chains on deck A: "
          f"{covered} of {cells} printed win rates ({percent(covered / cells)} %) are no further from the fresh ones than their interval and the noise of the fresh "
          f"games allow; {inside} intervals ({percent(inside / cells)} %) hold the fresh rate itself, noise and all.")


def report(options):
    results = []
    for pair in pairs_of("known"):
        chains, check = chains_of(options, *pair)
        results.append(([deck["name"] for deck in chains["provenance"]["decks"]], chains, check))
        print(f"{len(results)} of {PAIRS}", file=sys.stderr)
    provenance = results[0][1]["provenance"]
    print("# What chains are worth\n")
    print(f"`scripts/make_chains.py`, archon {provenance['version']}, rules {provenance['rules']}, agents {provenance['agents'][0]}.\n")
    fits = [chains["handicaps"][0] for _, chains, _ in results]
    slope, low, high = mean_with_interval([fit["slope"] for fit in fits])
    print(f"* A chain near an even match is worth {slope:.3f} logit (95 % interval over pairs {low:.3f} to {high:.3f}), about "
          f"{100 * slope / 4:.1f} points of win rate.")
    first, low, high = mean_with_interval([chains["first_player_win_rate"] for _, chains, _ in results])
    print(f"* The player who goes first wins {percent(first)} % ({percent(low)} to {percent(high)}).")
    print("\n## Handicaps that make a pair even\n")
    print(f"Positive: chains on the first deck. Slope: logit a chain near the handicap. The last three columns: {CHECK_GAMES} games at the "
          "nearest whole handicap with fresh seeds.\n")
    even = print_pairs(results)
    print(f"\nThe interval of the fresh games contains 50 % in {even} of {len(results)} pairs.")
    print_agents(read_rows(options.file))
    print_bids(options)
    print("\n## Chains on the stronger deck\n")
    print("Its win rate at each number of starting chains (equal shuffles at all of them), and what each chain costs: means over the pairs, "
          "intervals over pairs.")
    print_curve(results)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("archon")
    parser.add_argument("what", choices=["measure", "report", "agents"], help="agents: only that part of the report, from the file alone")
    parser.add_argument("file", help="even handicaps by agent")
    parser.add_argument("--threads", type=int, default=0)
    options = parser.parse_args()
    options.archon = str(pathlib.Path(options.archon).resolve())
    {"measure": measure, "report": report, "agents": lambda options: print_agents(read_rows(options.file))}[options.what](options)


if __name__ == "__main__":
    main()
