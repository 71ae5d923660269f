#!/usr/bin/env python3
"""Draws a matrix of decks for a paper: the heat map of win rates, beside it the ratings with their intervals.

    archon matrix sim/decks/*.deck --games 200 --format json > matrix.json
    scripts/plot_matrix.py matrix.json matrix.pdf

The ending of the output says its kind: .pdf, .svg or .png. Decks are sorted as in the file, by rating when it has ratings.
Without ratings the second panel has the mean win rates. Bold numbers: the interval that holds for all pairs at once (if the
file has it, else the interval of the pair alone) excludes 50 %. Needs matplotlib (Debian: python3-matplotlib).
"""
import argparse
import sys

from plotting import COLOURS, read_result, save, shortened

NUMBERED_DECKS = 40  # with more, the numbers in the cells could not be read
MOST_LETTERS = 34  # of a deck's name


def ranked(result):
    """The decks, best first."""
    decks = result["decks"]
    if all(deck["elo"] is not None for deck in decks):
        decks = sorted(decks, key=lambda deck: -deck["elo"])
    return decks


def win_rates(result, rank):
    """Square lists by rank: win rates in percent (None without games), and whether the interval excludes 50 %."""
    rates = [[None] * len(rank) for _ in rank]
    told = [[False] * len(rank) for _ in rank]
    for cell in result["cells"]:
        i, j = (rank[cell[side]] for side in ("deck_a", "deck_b"))
        if cell["win_rate"] is None:
            continue
        low, high = cell["simultaneous_low"], cell["simultaneous_high"]
        rates[i][j], rates[j][i] = 100 * cell["win_rate"], 100 - 100 * cell["win_rate"]
        told[i][j] = told[j][i] = low > 0.5 or high < 0.5
    return rates, told


def draw_heat_map(axes, decks, rates, told):
    from matplotlib.colors import LinearSegmentedColormap

    count = len(decks)
    scale = LinearSegmentedColormap.from_list("win rate", COLOURS["diverging"])
    scale.set_bad("white")
    image = axes.imshow([[float("nan") if rate is None else rate for rate in row] for row in rates], cmap=scale, vmin=0, vmax=100)
    if count <= NUMBERED_DECKS:
        for i, row in enumerate(rates):
            for j, rate in enumerate(row):
                if rate is not None:
                    axes.text(j, i, f"{rate:.0f}", ha="center", va="center", fontsize=5.5, weight="bold" if told[i][j] else "normal",
                              color="white" if rate < 14 or rate > 86 else "black")
    axes.set_xticks(range(count), range(1, count + 1), fontsize=6)
    axes.set_yticks(range(count), [f"{shortened(deck['deck'], MOST_LETTERS)}  {i + 1}" for i, deck in enumerate(decks)], fontsize=6)
    axes.xaxis.tick_top()
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    bar = axes.figure.colorbar(image, ax=axes, location="bottom", fraction=0.025, pad=0.02, aspect=40)
    bar.set_label("win rate of the row against the column, %", fontsize=7)
    bar.ax.tick_params(labelsize=6)
    bar.outline.set_visible(False)


def draw_strength(axes, decks):
    """Dots with whiskers; the rows are those of the heat map."""
    if all(deck["elo"] is not None for deck in decks):
        values = [(deck["elo"], deck["elo_low"], deck["elo_high"]) for deck in decks]
        even, label = 0, "rating, Elo points"
    else:
        values = [[100 * deck[name] for name in ("win_rate", "win_rate_low", "win_rate_high")] for deck in decks]
        even, label = 50, "mean win rate, %"
    axes.axvline(even, color="0.8", linewidth=0.8)
    for i, (value, low, high) in enumerate(values):
        axes.plot([low, high], [i, i], color=COLOURS["line"], linewidth=1)
        axes.plot(value, i, "o", color=COLOURS["line"], markersize=3)
    axes.set_xlabel(label, fontsize=7)
    axes.tick_params(axis="x", labelsize=6)
    axes.tick_params(axis="y", length=0, labelleft=False)
    axes.spines[["top", "right", "left"]].set_visible(False)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("matrix", help="JSON of archon matrix --format json; - for standard input")
    parser.add_argument("output", help="file to write: .pdf, .svg or .png")
    parser.add_argument("--width", type=float, default=7.2, help="of the figure in inches (default: %(default)s)")
    options = parser.parse_args()
    result = read_result(parser, options.matrix, ("decks", "cells"))
    decks = ranked(result)
    rank = {deck["deck"]: i for i, deck in enumerate(decks)}
    if len(rank) < len(decks):
        parser.error(f"{options.matrix}: two decks have the same name")
    rates, told = win_rates(result, rank)

    import matplotlib.pyplot as plt

    figure, (left, right) = plt.subplots(1, 2, figsize=(options.width, 0.72 * options.width), sharey=True, layout="constrained",
                                         gridspec_kw={"width_ratios": [4, 1]})
    draw_heat_map(left, decks, rates, told)
    draw_strength(right, decks)
    save(parser, figure, options.output, result)
    return 0


if __name__ == "__main__":
    sys.exit(main())
