#!/usr/bin/env python3
"""Draws what builds of pods win, and the best deck as printed beside them.

    archon build my.csv --format json > builds.json
    scripts/plot_builds.py builds.json builds.png

The ending of the output says its kind: .pdf, .svg or .png. A line a build: its win rate against the field with the 95 % interval,
by games that had no part in choosing it. Needs matplotlib (Debian: python3-matplotlib).
"""
import argparse

from plotting import COLOURS, read_result, save, shortened

MOST_LETTERS = 34  # of a pod's name
HEIGHT = 0.42  # of a line, in inches


def label(build):
    pods = [build[f"pod_{i}"] for i in (1, 2, 3)]
    if build["rank"] is None:
        return f"{shortened(build['build'], 2 * MOST_LETTERS)}\n(the best deck as printed)"
    return "\n".join((" + ".join(shortened(pod, MOST_LETTERS) for pod in pods[:2]), "+ " + shortened(pods[2], MOST_LETTERS)))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("builds", help="JSON of archon build --format json; - for standard input")
    parser.add_argument("output", help="file to write: .pdf, .svg or .png")
    options = parser.parse_args()
    result = read_result(parser, options.builds, ("builds", "field", "legal_builds", "provenance"))
    builds = [each for each in result["builds"] if each["win_rate"] is not None]
    if not builds:
        parser.error(f"{options.builds}: no build was measured")

    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(7.5, HEIGHT * len(builds) + 0.9), layout="constrained")
    for line, build in enumerate(builds):
        colour = COLOURS["mark" if build["rank"] is None else "line"]
        axes.hlines(line, 100 * build["win_rate_low"], 100 * build["win_rate_high"], color=colour, linewidth=3, alpha=0.35)
        axes.plot(100 * build["win_rate"], line, "o", color=colour, markersize=5)
        axes.text(100 * build["win_rate_high"] + 0.4, line, f"{100 * build['win_rate']:.1f} %", va="center", fontsize=7)
    axes.set_yticks(range(len(builds)), [label(build) for build in builds], fontsize=6)
    axes.invert_yaxis()
    axes.set_xlabel(f"games won of 100 against {result['field']}", fontsize=7)
    axes.set_title(f"The best of {result['legal_builds']:,} decks of three pods", fontsize=9, loc="left")
    axes.tick_params(axis="x", labelsize=7)
    axes.margins(x=0.12)
    axes.spines[["top", "right"]].set_visible(False)
    save(parser, figure, options.output, result)


if __name__ == "__main__":
    main()
