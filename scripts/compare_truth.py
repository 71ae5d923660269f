#!/usr/bin/env python3
"""Compares values of `archon values` with results of real games and writes a table in Markdown.

    scripts/compare_truth.py TRUTH VALUES.json... > results/truth.md

TRUTH is a folder with cota_cards_half.csv (id, house, rarity, wins, losses of the decks that contain the card) and house_trios.csv
(houses, wins, losses); it is no part of the project. VALUES.json is what `archon values --out` writes, a file for each agent.
"""
import argparse
import collections
import csv
import itertools
import json
import math
import pathlib
import random
import statistics

SEED, REPLICATES = 1, 2000
# How far real results of the same cards in two sets, Call of the Archons and Age of Ascension, agree (Spearman within houses), and over
# how many cards. Two sets can't agree better than the noise of both lets them, so the share of the variance that is no noise is so
# large at least. (An older count of the same results says 0.64.)
SETS_AGREE, SETS_CARDS = 0.62, 166
# Printed together, so that no win rate is of one card alone; and a card that was stronger when the real games were played.
LEFT_OUT = {"faygin", "urchin", "niffle-queen", "niffle-ape", "horseman-of-death", "horseman-of-famine", "horseman-of-pestilence",
            "horseman-of-war", "timetraveller", "help-from-future-self", "master-of-1", "master-of-2", "master-of-3", "bait-and-switch"}
TYPES = ("creature", "action", "artifact", "upgrade")

Point = collections.namedtuple("Point", "real real_variance simulated simulated_error")


def ranks(values):
    """From 1; equal values share their mean rank."""
    order = sorted(range(len(values)), key=values.__getitem__)
    result = [0.0] * len(values)
    begin = 0
    while begin < len(order):
        end = begin
        while end < len(order) and values[order[end]] == values[order[begin]]:
            end += 1
        for i in order[begin:end]:
            result[i] = (begin + 1 + end) / 2
        begin = end
    return result


def pearson(a, b):
    return statistics.correlation(a, b) if len(set(a)) > 1 and len(set(b)) > 1 else 0.0


def spearman(a, b):
    return pearson(ranks(a), ranks(b))


def centred(groups):
    """The numbers of all groups, each less the mean of its group."""
    return [value - statistics.fmean(group) for group in groups for value in group]


def spread(groups, variances, shrunk):
    """Standard deviation within groups without the noise, and which share of the variance it makes. Shrunk estimates vary less than
    what they estimate, by their mean squared error; others vary more, by their noise."""
    values = centred(groups)
    variance = sum(value * value for value in values) / max(1, len(values) - len(groups))
    noise = statistics.fmean(variances)
    if shrunk:
        return math.sqrt(variance + noise), variance / (variance + noise)
    true = max(0.0, variance - noise)
    return math.sqrt(true), true / variance if variance > 0 else 0.0


def spread_of_real(groups):
    return spread([[point.real for point in group] for group in groups], [point.real_variance for group in groups for point in group], False)


def spread_of_simulated(groups, shrunk):
    return spread([[point.simulated for point in group] for group in groups],
                  [point.simulated_error**2 for group in groups for point in group], shrunk)


def agreement(groups, correlation, shrunk=False):
    """Correlation within groups of Points, and the same without the noise of both sides; the latter is nan when all is noise."""
    found = correlation(centred([[point.real for point in group] for group in groups]),
                        centred([[point.simulated for point in group] for group in groups]))
    reliabilities = spread_of_real(groups)[1] * spread_of_simulated(groups, shrunk)[1]
    return found, found / math.sqrt(reliabilities) if reliabilities > 0 else math.nan


def bootstrap(groups, correlation, shrunk=False):
    """Both numbers of `agreement`, each as a list: of the groups, then of replicates that are drawn within them. The same cards make
    up the same replicate of every agent."""
    draw = random.Random(SEED)
    samples = [groups] + [[draw.choices(group, k=len(group)) for group in groups] for _ in range(REPLICATES)]
    return list(zip(*(agreement(sample, correlation, shrunk) for sample in samples)))


def with_interval(numbers):
    """The first, and the middle 95 % of the others."""
    ordered = sorted(number for number in numbers[1:] if not math.isnan(number))
    return numbers[0], ordered[int(0.025 * len(ordered))], ordered[int(0.975 * len(ordered))]


def real_rate(row):
    """Win rate in points, and its variance, of games as noisy as `noise` says, 1: independent ones."""
    wins, games = int(row["wins"]), int(row["wins"]) + int(row["losses"])
    rate = wins / games
    return 100 * rate, 1e4 * row.get("noise", 1) * rate * (1 - rate) / games


def agreement_interval():
    """SETS_AGREE and its 95 % interval (Fisher's z, with the variance for ranks of Bonett and Wright, Psychometrika 65, 2000)."""
    half = 1.96 * math.sqrt((1 + SETS_AGREE**2 / 2) / (SETS_CARDS - 3))
    return SETS_AGREE, math.tanh(math.atanh(SETS_AGREE) - half), math.tanh(math.atanh(SETS_AGREE) + half)


def noise_factors(cards):
    """The noise of the real win rates against that of independent games, if so much of their variance within houses is no noise as the
    sets agree: the number and its interval, the least first."""
    houses = collections.defaultdict(list)
    for row in cards:
        houses[row["house"]].append(real_rate(row))
    rates = [[rate for rate, _ in house] for house in houses.values()]
    values = centred(rates)
    variance = sum(value * value for value in values) / (len(values) - len(rates))
    noise = statistics.fmean(each for house in houses.values() for _, each in house)
    agree, low, high = agreement_interval()
    return [(1 - reliability) * variance / noise for reliability in (agree, high, low)]


def read_csv(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def house_id(title):
    return title.lower().replace(" ", "-")


def in_points(row, name):
    """A figure with an interval, and its standard error, in points of win rate."""
    return 100 * row[name], 100 * (row[name + "_high"] - row[name + "_low"]) / (2 * 1.96)


class Values:
    """What one agent says, with win rates and effects in points."""

    def __init__(self, path):
        result = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
        self.provenance = result["provenance"]
        self.agent = self.provenance["agents"][0]
        for table in ("cards", "trios", "houses"):
            for row in result[table]:
                row["win_rate"], row["error"] = in_points(row, "win_rate")
                if "effect" in row:
                    row["effect"], row["effect_error"] = in_points(row, "effect")
        self.cards = {row["id"]: row for row in result["cards"]}
        self.trios = {" ".join(map(house_id, row["houses"].split(", "))): row for row in result["trios"]}
        self.houses = {house_id(row["house"]): row for row in result["houses"]}
        self.creature = in_points(result, "creature_effect")
        self.games = sum(row["games"] for row in self.trios.values()) // 2

    def points(self, cards, number, error):
        """Of the cards of each house."""
        houses = collections.defaultdict(list)
        for row in cards:
            simulated = self.cards[row["id"]]
            houses[row["house"]].append(Point(*real_rate(row), float(simulated[number]), float(simulated[error])))
        return list(houses.values())


def shared_cards(cards, everybody):
    return [row for row in cards if row["id"] not in LEFT_OUT and all(row["id"] in values.cards for values in everybody)]


def print_row(cells):
    print("| " + " | ".join(str(cell) for cell in cells) + " |")


def print_head(cells):
    print_row(cells)
    print_row(["---"] * len(cells))


def interval(numbers, form=".2f"):
    if math.isnan(numbers[0]):
        return "all noise"
    number, low, high = (format(number, form) for number in with_interval(numbers))
    return f"{number} ({low} to {high})"


def print_cards(cards, everybody):
    true, _ = spread_of_real(everybody[0].points(cards, "win_rate", "error"))
    least, low, high = map(math.sqrt, agreement_interval())
    ceiling = f"{least:.2f} ({low:.2f} to {high:.2f})"
    print(f"\n## Cards within their house\n\nSpearman over {len(cards)} cards, each less the mean of those of its house: first as the win rates of the decks with the card are, "
          f"then by the effect of a copy, for which the other cards of the decks are equal. Noise of the real win rates bounds what a forecast can reach: real "
          f"results of two sets agree with each other to {SETS_AGREE} ({SETS_CARDS} cards), so a perfect one reaches {ceiling} at least. Standard deviations are those of the win rates, noise taken off, in points.\n")
    print_head(["agent", "games", "standard deviation", "win rate of decks", "without noise", "effect of a copy", "without noise"])
    print_row(["real", "", f"{true:.2f}", "", "", "", ""])
    effects = {}
    for values in everybody:
        rates = values.points(cards, "win_rate", "error")
        cells = [values.agent, f"{values.games:,}", f"{spread_of_simulated(rates, False)[0]:.2f}", *map(interval, bootstrap(rates, spearman))]
        effects[values.agent] = bootstrap(values.points(cards, "effect", "effect_error"), spearman, True)
        print_row(cells + [interval(numbers) for numbers in effects[values.agent]])
    if len(effects) > 1:
        print("\nBetween agents, over the same cards in each replicate:\n")
        print_head(["agent", "less", "effect of a copy", "without noise"])
    for one, other in itertools.combinations(effects, 2):
        differences = [[a - b for a, b in zip(*numbers)] for numbers in zip(effects[one], effects[other])]
        print_row([one, other, *(interval(numbers, "+.2f") for numbers in differences)])


def print_types(cards, everybody):
    print("\n## Types\n\nMean win rate of the decks with these cards, less that of their houses, in points, with 95 % intervals over cards; and the effect of one more creature instead of another "
          "card, as `archon values` gives it.\n")
    print_head(["", *TYPES, "one more creature"])
    houses = collections.defaultdict(list)
    for row in cards:
        houses[row["house"]].append(row["id"])
    kinds = [everybody[0].cards[card]["type"] for house in houses.values() for card in house]

    def means(rates):
        within = centred([[rates[card] for card in house] for house in houses.values()])
        chosen = [[rate for rate, kind in zip(within, kinds) if kind == wanted] for wanted in TYPES]
        return [f"{statistics.fmean(some):+.2f} ± {1.96 * statistics.stdev(some) / math.sqrt(len(some)):.2f}" for some in chosen]

    print_row(["cards", *(kinds.count(kind) for kind in TYPES), ""])
    print_row(["real", *means({row["id"]: real_rate(row)[0] for row in cards}), ""])
    for values in everybody:
        creature = f"{values.creature[0]:+.2f} ± {1.96 * values.creature[1]:.2f}"
        print_row([values.agent, *means({card: float(row["win_rate"]) for card, row in values.cards.items()}), creature])


def print_houses(trios, everybody):
    print(f"\n## Houses\n\nWin rates of the {len(trios)} combinations of three houses, and of the decks with a house.\n")
    print_head(["agent", "Pearson", "without noise", "Spearman", "standard deviation, points"])
    rates = [real_rate(row)[0] for row in trios]
    print_row(["real", "", "", "", f"{statistics.stdev(rates):.1f}"])
    for values in everybody:
        simulated = [values.trios[row["houses"]] for row in trios]
        points = [[Point(*real_rate(row), float(each["win_rate"]), float(each["error"])) for row, each in zip(trios, simulated)]]
        print_row([values.agent, *map(interval, bootstrap(points, pearson)), interval(bootstrap(points, spearman)[0]),
                   f"{statistics.stdev(point.simulated for point in points[0]):.1f}"])
    houses = sorted({house for row in trios for house in row["houses"].split()})
    print()
    print_head(["win rate %", *houses])
    sums = {house: [sum(int(row[column]) for row in trios if house in row["houses"].split()) for column in ("wins", "losses")] for house in houses}
    print_row(["real", *(f"{100 * wins / (wins + losses):.1f}" for wins, losses in sums.values())])
    for values in everybody:
        print_row([values.agent, *(f'{float(values.houses[house]["win_rate"]):.1f}' for house in houses)])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("truth", type=pathlib.Path)
    parser.add_argument("values", nargs="+")
    options = parser.parse_args()
    everybody = [Values(path) for path in options.values]
    cards = shared_cards(read_csv(options.truth / "cota_cards_half.csv"), everybody)
    trios = read_csv(options.truth / "house_trios.csv")
    factor, low, high = noise_factors(cards)
    for row in cards + trios:
        row["noise"] = factor
    print("# Simulated and real results\n")
    print("Written by `scripts/make_truth.sh`. Real are 87,297 matches of 44,157 decks of Call of the Archons and Age of Ascension, recorded by keyforgerules until "
          "October 2019; of the cards of Call of the Archons one half is looked at here, drawn by lot. Nothing was fitted, chosen or tuned to these results. "
          "Simulated are generated decks of Call of the Archons, both played by the agent (`sim/values/README.md`). In brackets: 95 % intervals, of bootstrap "
          "replicates. *Without noise*: divided by the root of both reliabilities; the variance of a real win rate is taken as "
          f"{factor:.2f} times the binomial one ({low:.2f} to {high:.2f}), which is what the agreement of two sets of real results leaves to noise at most.")
    print_cards(cards, everybody)
    print_types(cards, everybody)
    print_houses(trios, everybody)
    print("""
## How to read it

* Cards that are printed together are left out: Faygin and Urchin, Niffle Queen and Niffle Ape, the Horsemen, Timetraveller and Help from Future Self, Master of 1 to 3
  (generated decks have them together as well). So would be Bait and Switch, which was stronger in 2019; it is not in this half.
* Real decks met a mix of both sets, the same for all cards; simulated ones meet decks of Call of the Archons. Combinations of houses are of decks of both sets there, of
  Call of the Archons here. The real games were played by the rulebooks of 2018 and 2019, the simulated ones by that of today.
* Real players chose which decks they played and recorded; a card that makes decks look strong may have been played by others than a card that does not.
* What two sets do not agree in is not all noise: a card may be worth more among other cards. So the noise may be less than it is taken to be here, what a
  perfect forecast reaches more, and the correlations without noise lower.

## Commands
""")
    print("```")
    for values in everybody:
        made = values.provenance
        print(f"archon {made['version']}, rules {made['rules']}, seed {made['seed']}, agent {values.agent}\ncommand: {made['command_line']}")
    print("```")


if __name__ == "__main__":
    main()
