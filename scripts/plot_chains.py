#!/usr/bin/env python3
"""Draws for a paper what chains do to win rates: a panel for each pair of decks.

    archon chains A.deck B.deck --curve --format json > pair.json
    scripts/plot_chains.py pair.json chains.pdf

The ending of the output says its kind: .pdf, .svg or .png. A panel shows the win rate of the deck that takes the chains, with
95 % intervals, and as thin lines that of the games in which it went first and second. The thick bar is the interval of the
handicap that makes the pair even. Chains cost cards in steps of six: every second step is shaded. Needs matplotlib (Debian:
python3-matplotlib).
"""
import argparse
import math
import sys

from plotting import COLOURS, read_result, save, shortened

CHAINS_PER_CARD = 6  # 1 to 6 chains cost one card a refill, 7 to 12 two ... (rulebook 18.4, CHAINS)
MOST_CHAINS = 24
PANELS_PER_ROW = 3
MOST_LETTERS = 36  # of a deck's name


def points(value):
    return math.nan if value is None else 100 * value  # null: no games


def draw_curve(axes, curve, deck):
    chains = [level["chains"] for level in curve]
    for first, style, label in ((deck, "--", "going first"), (1 - deck, ":", "going second")):
        rates = [points(level["win_rate_b_first" if first else "win_rate_a_first"]) for level in curve]
        axes.plot(chains, rates, style, color="0.45", linewidth=0.8, label=label)
    rates = [points(level["win_rate"]) for level in curve]
    lows, highs = zip(*((points(level["win_rate_low"]), points(level["win_rate_high"])) for level in curve))
    axes.vlines(chains, lows, highs, color=COLOURS["line"], linewidth=0.8)
    axes.plot(chains, rates, "o", color=COLOURS["line"], markersize=2.5, label="all games")


def draw_pair(axes, result):
    # Handicaps are positive when the first deck has the chains; the curve counts them on the deck that takes them.
    deck = "AB".index(result["ladder_deck"])
    names = [shortened(each["name"], MOST_LETTERS) for each in result["provenance"]["decks"]]
    for first in range(CHAINS_PER_CARD + 1, MOST_CHAINS, 2 * CHAINS_PER_CARD):
        axes.axvspan(first - 0.5, first + CHAINS_PER_CARD - 0.5, color="0.95", linewidth=0)
    axes.axhline(50, color="0.6", linewidth=0.8)
    even = result["handicaps"][0]  # of the agent that played the curve, in all games
    if even["handicap"] is not None:
        ends = [edge if even[end] is None else even[end] for edge, end in ((-24, "handicap_low"), (24, "handicap_high"))]
        low, high = sorted(handicap if deck == 0 else -handicap for handicap in ends)
        axes.plot([low, high], [50, 50], color=COLOURS["mark"], linewidth=4, solid_capstyle="round", alpha=0.8)
    draw_curve(axes, result["curve"], deck)
    axes.set_title(f"{names[deck]}\nagainst {names[1 - deck]}", fontsize=7)
    axes.set_xlim(min(0, axes.get_xlim()[0]), MOST_CHAINS + 1)
    axes.set_xticks(range(0, MOST_CHAINS + 1, CHAINS_PER_CARD))
    axes.set_ylim(0, 100)
    axes.tick_params(labelsize=6, length=2)
    axes.spines[["top", "right"]].set_visible(False)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("pairs", nargs="+", help="JSON of archon chains --curve --format json; - for standard input")
    parser.add_argument("output", help="file to write: .pdf, .svg or .png")
    parser.add_argument("--width", type=float, help="of the figure in inches (default: 2.6 for each panel of a row)")
    options = parser.parse_args()
    results = [read_result(parser, pair, ("curve", "handicaps", "ladder_deck", "provenance")) for pair in options.pairs]

    import matplotlib.pyplot as plt

    columns = min(len(results), PANELS_PER_ROW)
    rows = math.ceil(len(results) / columns)
    width = options.width or max(3.4, 2.6 * columns)
    figure, panels = plt.subplots(rows, columns, figsize=(width, (0.8 if columns > 1 else 0.68) * width / columns * rows),
                                  squeeze=False, sharey=True, layout="constrained")
    for axes, result in zip(panels.flat, results):
        draw_pair(axes, result)
    for axes in panels.flat[len(results):]:
        axes.set_visible(False)
    panels.flat[0].legend(fontsize=6, frameon=False, loc="best")
    figure.supxlabel("chains", fontsize=7)
    figure.supylabel("win rate with the chains, %", fontsize=7)
    save(parser, figure, options.output, results[0])
    return 0


if __name__ == "__main__":
    sys.exit(main())
