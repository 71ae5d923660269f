#!/usr/bin/env python3
"""Agreement of two noisy series is found as it was put in."""
import json
import math
import pathlib
import random
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / "scripts"))
import compare_truth as compare  # noqa: E402


def world(correlation, houses, cards, shrunk=False, seed=1):
    """Points whose true values, of standard deviation 1 within houses, have that correlation; the noise differs from card to card."""
    draw = random.Random(seed)
    groups = []
    for _ in range(houses):
        level, group = draw.gauss(0, 5), []
        for _ in range(cards):
            truth = draw.gauss(0, 1)
            other = correlation * truth + math.sqrt(1 - correlation**2) * draw.gauss(0, 1)
            noise, error = draw.uniform(0.4, 1.4), draw.uniform(0.2, 0.8)
            simulated = other + draw.gauss(0, error)
            if shrunk:  # the posterior of a value drawn from the standard normal distribution, and its error
                simulated, error = simulated / (1 + error**2), error / math.sqrt(1 + error**2)
            group.append(compare.Point(level + truth + draw.gauss(0, noise), noise**2, level + simulated, error))
        groups.append(group)
    return groups


class Agreement(unittest.TestCase):
    def test_ranks(self):
        self.assertEqual(compare.ranks([3, 1, 3, 2]), [3.5, 1, 3.5, 2])

    def test_spearman(self):
        # Without ties 1 - 6 sum d^2 / (n (n^2 - 1)): d = 1, 1, 1, 1, 0.
        self.assertAlmostEqual(compare.spearman([1, 2, 3, 4, 5], [20, 10, 400, 300, 5000]), 1 - 6 * 4 / (5 * 24))
        self.assertEqual(compare.spearman([1, 2, 3], [1, 1, 1]), 0)

    def test_houses_do_not_count(self):
        # The levels of the houses agree perfectly, the cards within them not at all.
        found, _ = compare.agreement(world(0, 7, 300), compare.spearman)
        self.assertAlmostEqual(found, 0, delta=0.06)

    def test_known_correlation(self):
        for shrunk in (False, True):
            groups = world(0.8, 7, 600, shrunk)
            found, corrected = compare.agreement(groups, compare.pearson, shrunk)
            self.assertLess(found, 0.62)
            self.assertAlmostEqual(corrected, 0.8, delta=0.03)
            # Spearman of normal distributions: 6 / pi asin(correlation / 2).
            _, corrected = compare.agreement(groups, compare.spearman, shrunk)
            self.assertAlmostEqual(corrected, 6 / math.pi * math.asin(0.4), delta=0.03)

    def test_spread(self):
        for shrunk in (False, True):
            groups = world(0.8, 7, 2500, shrunk)
            self.assertAlmostEqual(compare.spread_of_real(groups)[0], 1, delta=0.04)
            self.assertAlmostEqual(compare.spread_of_simulated(groups, shrunk)[0], 1, delta=0.04)

    def test_all_noise(self):
        draw = random.Random(3)
        groups = [[compare.Point(draw.gauss(0, 1), 4.0, draw.gauss(0, 1), 0.1) for _ in range(30)] for _ in range(7)]
        self.assertTrue(math.isnan(compare.agreement(groups, compare.spearman)[1]))

    def test_intervals_cover(self):
        covered = [0, 0]
        replicates, compare.REPLICATES = compare.REPLICATES, 120
        for seed in range(60):
            for i, numbers in enumerate(compare.bootstrap(world(0.7, 7, 26, False, seed), compare.pearson)):
                _, low, high = compare.with_interval(numbers)
                # Of the noisy values: 0.7 by the root of the reliabilities, 1 / (1 + mean noise variance).
                noisy = 0.7 / math.sqrt((1 + 0.8933) * (1 + 0.28))
                covered[i] += low <= (noisy, 0.7)[i] <= high
        compare.REPLICATES = replicates
        for count in covered:
            self.assertGreaterEqual(count, 52)

    def test_real_rates(self):
        rate, variance = compare.real_rate({"wins": "60", "losses": "40"})
        self.assertAlmostEqual(rate, 60)
        self.assertAlmostEqual(variance, 24)
        self.assertAlmostEqual(compare.real_rate({"wins": "60", "losses": "40", "noise": 1.5})[1], 36)

    def test_noise_is_what_two_sets_do_not_agree_in(self):
        # Cards of 1,000 games whose win rates vary by 2 points: the binomial noise alone makes 1.58, games thrice as noisy 2.74.
        draw = random.Random(4)
        for factor in (1, 3):
            cards = []
            for house in range(7):
                for _ in range(200):
                    rate = 0.5 + draw.gauss(0, 0.02) + draw.gauss(0, math.sqrt(factor * 0.25 / 1000))
                    cards.append({"house": str(house), "wins": str(round(1000 * rate)), "losses": str(1000 - round(1000 * rate))})
            compare.SETS_AGREE = 4 / (4 + 2.5 * factor)  # the reliability
            found, low, high = compare.noise_factors(cards)
            self.assertAlmostEqual(found, factor, delta=0.15 * factor)
            self.assertLess(low, found)
            self.assertLess(found, high)
        compare.SETS_AGREE = 0.62

    def test_agreement_has_an_interval(self):
        agree, low, high = compare.agreement_interval()
        self.assertAlmostEqual(math.sqrt(agree), 0.79, delta=0.005)
        self.assertTrue(0.49 < low < agree < high < 0.72)

    def test_reads_what_the_program_writes(self):
        figure = {"win_rate": 0.6, "win_rate_low": 0.5, "win_rate_high": 0.7, "games": 10}
        effect = {"effect": 0.02, "effect_low": 0.0, "effect_high": 0.04}
        result = {"cards": [{"id": "dust-imp", **figure, **effect}], "trios": [{"houses": "Dis, Star Alliance, Logos", **figure}],
                  "houses": [{"house": "Star Alliance", **figure, **effect}],
                  "creature_effect": 0.01, "creature_effect_low": -0.01, "creature_effect_high": 0.03, "provenance": {"agents": ["greedy"]}}
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(result, file)
            file.flush()
            values = compare.Values(file.name)
        self.assertEqual(values.agent, "greedy")
        self.assertAlmostEqual(values.cards["dust-imp"]["win_rate"], 60)
        self.assertAlmostEqual(values.cards["dust-imp"]["error"], 10 / 1.96)
        self.assertAlmostEqual(values.houses["star-alliance"]["effect_error"], 2 / 1.96)
        self.assertIn("dis star-alliance logos", values.trios)
        self.assertAlmostEqual(values.creature[1], 2 / 1.96)

    def test_printed_together_is_left_out(self):
        class Everything:
            cards = {"urchin": {}, "dust-imp": {}, "master-of-2": {}}

        rows = [{"id": card} for card in ("urchin", "dust-imp", "master-of-2", "not-simulated")]
        self.assertEqual([row["id"] for row in compare.shared_cards(rows, [Everything()])], ["dust-imp"])


if __name__ == "__main__":
    unittest.main()
