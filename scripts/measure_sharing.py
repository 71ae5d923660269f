#!/usr/bin/env python3
"""What builds that share pods tell of each other, for results/build.md.

    scripts/measure_sharing.py variances ARCHON    how much of what builds are off their ratings is that of their pods
    scripts/measure_sharing.py simulate            how far behind the best a race ends that judges builds one by one, or all at once, where
                                                   strengths are drawn with such variances

Needs numpy (Debian: python3-numpy)."""
import argparse
import json
import pathlib
import sys
import tempfile

import numpy

sys.path.append(str(pathlib.Path(__file__).resolve().parent))
from measure_builds import generated, run  # noqa: E402

COLLECTIONS = [("WoE", 2), ("CotA", 0), ("MM", 1), ("PV", 3), ("WoE", 12), ("DT", 21), ("AS", 22)]
OF_POD, OF_BUILD, ERROR, COMMON, ROUND = 0.0155, 0.02, 0.256, 0.3, 0.1  # variances; standard deviations


def logit(p):
    return numpy.log(p / (1 - p))


def logistic(x):
    return 1 / (1 + numpy.exp(-x))


def played(archon, of_set, number, games):
    """Of each of the 200 best rated builds: its predicted win rate, pods, wins and games."""
    with tempfile.TemporaryDirectory() as folder:
        decks = generated(archon, folder, "c", of_set, 12, 100 + number)
        field = generated(archon, folder, "f", of_set, 20, 500 + number)
        out = pathlib.Path(folder) / "out"
        found = json.loads(run(archon, "build", decks, "--field", field, "--games", 2, "--agent", "random", "--finalists", 200, "--format", "json", "--out", out))
        text = run(archon, "gauntlet", out / "decks", "--field", field, "--games", games // 20, "--agent", "fast", "--seed", 9000 + number, "--format", "json")
        won = {}
        for row in json.loads(text)["matchups"]:
            of = won.setdefault(row["hash"], [0, 0])
            of[0] += row["wins"]
            of[1] += row["wins"] + row["losses"]
        return [(each["predicted_win_rate"], {each["pod_1"], each["pod_2"], each["pod_3"]}, *won[each["hash"]])
                for each in found["builds"] if each["hash"] in won and each["pod_1"]]


def variances(archon):
    print("set, collection: mean error; variance of the errors, noise taken off; that of a pod; standard deviation of the ratings; all in logits")
    for of_set, number in COLLECTIONS:
        rows = played(archon, of_set, number, 400)
        predicted = logit(numpy.array([row[0] for row in rows]))
        wins, games = (numpy.array([row[i] for row in rows], dtype=float) for i in (2, 3))
        rate = (wins + 0.5) / (games + 1)
        error = logit(rate) - predicted
        noise = (1 / (games * rate * (1 - rate))).mean()
        centred = error - error.mean()
        first, second = numpy.triu_indices(len(rows), 1)
        shared = numpy.array([len(rows[i][1] & rows[k][1]) for i, k in zip(first, second)])
        of_pod = numpy.polyfit(shared, centred[first] * centred[second], 1)[0]
        print(f"{of_set} {number}: {error.mean():.3f}; {centred.var() - noise:.4f}; {of_pod:.4f}; {predicted.std():.3f}", flush=True)


def world(rng, builds=200, pods=25):
    """Pods of the best rated of 3,000 builds, their ratings, their strengths."""
    of = numpy.array([rng.choice(pods, 3, replace=False) for _ in range(3000)])
    rating = 1 + rng.normal(0, 0.35, pods)[of].sum(1) / 2
    best = numpy.argsort(-rating)[:builds]
    of, rating = of[best], rating[best]
    has = numpy.zeros((builds, pods))
    has[numpy.arange(builds)[:, None], of] = 1
    errors = has @ rng.normal(0, OF_POD**0.5, pods) + rng.normal(0, OF_BUILD**0.5, builds) + rng.normal(0, 0.2)
    return has, rating, rating + errors


def one_by_one(has, rating, wins, losses):
    p = logistic(rating)
    known = numpy.maximum(2, 1 / (p * (1 - p) * ERROR**2) - 1)
    return (p * known + wins.sum(1)) / (known + wins.sum(1) + losses.sum(1))


def all_at_once(has, rating, wins, losses):
    """As sim/race/race_posterior.cpp."""
    builds, pods = has.shape
    rounds = wins.shape[1]
    games, everywhere = wins + losses, numpy.c_[numpy.ones(builds), has]
    prior = numpy.diag(numpy.r_[COMMON**-2, numpy.full(pods, 1 / OF_POD), numpy.full(rounds, ROUND**-2)])
    shared, own = numpy.zeros(len(prior)), numpy.zeros(builds)
    for _ in range(12):
        above = (everywhere @ shared[:pods + 1] + own)[:, None] + shared[pods + 1:]
        p = logistic(rating[:, None] + above)
        weight = games * p * (1 - p)
        response = weight * above + wins - games * p
        variance = OF_BUILD / (1 + OF_BUILD * weight.sum(1))
        weighted = numpy.c_[everywhere * weight.sum(1)[:, None], weight]
        matrix = prior - weighted.T @ (weighted * variance[:, None])
        matrix[:pods + 1, :pods + 1] += everywhere.T @ (everywhere * weight.sum(1)[:, None])
        matrix[:pods + 1, pods + 1:] += everywhere.T @ weight
        matrix[pods + 1:, :pods + 1] += weight.T @ everywhere
        matrix[pods + 1:, pods + 1:] += numpy.diag(weight.sum(0))
        right = numpy.r_[everywhere.T @ response.sum(1), response.sum(0)] - weighted.T @ (variance * response.sum(1))
        shared = numpy.linalg.solve(matrix, right)
        own = variance * (response.sum(1) - weighted @ shared)
    return rating + everywhere @ shared[:pods + 1] + own


def halving(rng, has, rating, strength, games, judged):
    """The build that is left, three quarters of the games choosing."""
    running, rounds, left = len(rating), 1, len(rating)
    while left > 2:
        left, rounds = max(2, (left + 1) // 2), rounds + 1
    wins, losses, order = numpy.zeros((running, rounds)), numpy.zeros((running, rounds)), numpy.arange(running)
    for number in range(rounds):
        of = order[:running]
        each = int(0.75 * games / rounds / running)
        wins[of, number] = rng.binomial(each, logistic(strength[of] + rng.normal(0, 0.05)))
        losses[of, number] = each - wins[of, number]
        estimate = judged(has, rating, wins[:, :number + 1], losses[:, :number + 1])
        order[:running] = of[numpy.argsort(-estimate[of], kind="stable")]
        running = max(2, (running + 1) // 2)
    return order[0]


def simulate(collections):
    rng = numpy.random.default_rng(7)
    behind = {}
    for _ in range(collections):
        has, rating, strength = world(rng)
        best = logistic(strength).max()
        for games in (40_000, 100_000):
            for judged in (one_by_one, all_at_once):
                chosen = halving(rng, has, rating, strength, games, judged)
                behind.setdefault((games, judged.__name__), []).append(100 * (best - logistic(strength[chosen])))
    for (games, judged), points in behind.items():
        points = numpy.array(points)
        print(f"{games:,} games, {judged.replace('_', ' ')}: {points.mean():.3f} points behind the best, standard error "
              f"{points.std() / len(points)**0.5:.3f}; within a point {100 * (points <= 1).mean():.1f} %")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["variances", "simulate"])
    parser.add_argument("archon", nargs="?")
    parser.add_argument("--collections", type=int, default=1000, help="that are simulated")
    options = parser.parse_args()
    if options.what == "simulate":
        simulate(options.collections)
    elif options.archon:
        variances(options.archon)
    else:
        parser.error("variances of which program?")


if __name__ == "__main__":
    main()
