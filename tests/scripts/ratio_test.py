#!/usr/bin/env python3
"""The ratio of times that bench/pair.sh measures: known values, disturbed runs, and intervals that hold what they say."""
import math
import pathlib
import random
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / "bench"))
import ratio  # noqa: E402


class Interval(unittest.TestCase):
    def test_tail(self):
        # One more than the critical values in tables of the signed-rank test, two-sided 5 %: none, 0, 2, 3, 8, 25, 52.
        self.assertEqual([ratio.tail_count(n) for n in (5, 6, 7, 8, 10, 15, 20)], [0, 1, 3, 4, 9, 26, 53])

    def test_too_few(self):
        with self.assertRaises(ValueError):
            ratio.interval([0.0] * 5)

    def test_holds_what_it_says(self):
        draw, held = random.Random(1), 0
        for _ in range(400):
            estimate, low, high = ratio.interval([draw.gauss(0.02, 0.03) for _ in range(10)])
            self.assertLessEqual(low, estimate)
            self.assertLessEqual(estimate, high)
            held += low <= math.exp(0.02) <= high
        self.assertTrue(370 <= held <= 395, held)

    def test_disturbed_run(self):
        quiet = [0.01 * i for i in range(-5, 5)]
        estimate, low, high = ratio.interval(quiet)
        disturbed, _, _ = ratio.interval([*quiet[:-1], 2.0])
        self.assertLess(abs(disturbed - estimate), 0.01)

    def test_report(self):
        lines = [f"greedy CotA 1.0 {1.1 + 0.001 * i}\n" for i in range(6)] + [f"random MM 2.0 {1.8 + 0.001 * i}\n" for i in range(6)]
        *rows, last = list(ratio.report(lines))
        self.assertEqual(len(rows), 3)
        self.assertIn("1.102 (1.100 - 1.105)", rows[1])
        self.assertEqual(last, "NEW / OLD 0.997 (0.995 - 0.999)")


if __name__ == "__main__":
    unittest.main()
