#!/usr/bin/env python3
"""How times of two programs compare: reads lines `AGENT SET OLD NEW` with seconds, any number for each agent and set, and prints the ratio
NEW / OLD of each and of all. The estimate is that of Hodges and Lehmann over the logarithms of the ratios of neighbouring runs, the
interval of 95 % that of Wilcoxon's signed-rank test: a run that something disturbed moves them little, however slow it was."""
import collections
import itertools
import math
import statistics
import sys

LEVEL = 0.95


def tail_count(n):
    """How many of the sorted Walsh averages of n values to leave out at either end for an interval of that level."""
    ways = [1] + [0] * (n * (n + 1) // 2)  # subsets of 1 ... n by their sum
    for rank in range(1, n + 1):
        for total in range(len(ways) - 1, rank - 1, -1):
            ways[total] += ways[total - rank]
    sums = itertools.accumulate(ways)
    return sum(1 for below in sums if below / 2**n <= (1 - LEVEL) / 2)


def interval(logs):
    """(ratio, low, high) of logarithms of ratios; at least 6 of them, which is what the level needs."""
    walsh = sorted((a + b) / 2 for a, b in itertools.combinations_with_replacement(logs, 2))
    out = tail_count(len(logs))
    if not out:
        raise ValueError(f"{len(logs)} runs are too few for an interval of {LEVEL:.0%}")
    return tuple(map(math.exp, (statistics.median(walsh), walsh[out - 1], walsh[-out])))


def shown(ratio):
    return "{:.3f} ({:.3f} - {:.3f})".format(*ratio)


def report(lines):
    times = collections.defaultdict(list)
    for line in lines:
        agent, cards, old, new = line.split()
        times[agent, cards].append((float(old), float(new)))
    yield f"{'agent':<26} {'set':<6} {'OLD s':>8} {'NEW s':>8}   NEW / OLD"
    logs = []
    for (agent, cards), pairs in times.items():
        logs.append([math.log(new / old) for old, new in pairs])
        old, new = (statistics.median(column) for column in zip(*pairs))
        yield f"{agent:<26} {cards:<6} {old:8.3f} {new:8.3f}   {shown(interval(logs[-1]))}"
    # All of them weigh the same: of each round the mean.
    yield f"NEW / OLD {shown(interval([statistics.fmean(round_) for round_ in zip(*logs)]))}"


if __name__ == "__main__":
    for text in report(sys.stdin):
        print(text)
