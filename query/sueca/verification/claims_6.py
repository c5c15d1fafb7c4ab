"""Conditions of the claims of chapter 6, by how the claim begins."""

from __future__ import annotations

from itertools import pairwise

from llq.query.sueca.verification.conditions import (
    Condition,
    above,
    below,
    between,
    difference,
    extreme,
    less_spread,
    more,
    near,
    score,
)
from llq.query.sueca.verification.experiments import (
    AVERAGE,
    EXTRA,
    NORMAL,
    POINT_RANGES,
    one_player,
    shuffling,
    with_points,
)
from llq.query.sueca.verification.statistics import (
    busiest_round,
    combine,
    truth,
    truth_by_round,
    truth_by_suits,
)

_HALF = 0.5
"""The rounding error of a number printed in whole points."""
_RANDOM = one_player("random")


def sampling_conditions() -> dict[str, list[Condition]]:
    """Return the conditions of the claims of chapter 6."""
    return _variants() | _playouts() | _shuffling()


def _variants() -> dict[str, list[Condition]]:
    normal, average, extra = (one_player(name) for name in (NORMAL, AVERAGE, EXTRA))
    by_playouts = {n: one_player(f"mc_peek:10x{n}") for n in (1, 2, 5)}
    second = difference(by_playouts[2], by_playouts[1])
    return {
        "MC Normal has a slightly smaller": [less_spread("by", normal, _RANDOM)],
        "MC Normal scores more": [more("gain", normal, _RANDOM)],
        "MC Average has a slightly smaller": [
            less_spread("by", average, normal),
            near("mean", score(average), 69, _HALF),
        ],
        "MC Extra: a second playout": [between("gain", second, 1.5, 2)],
        "MC Extra: going from 2 to 5": [
            above(
                "gain of the second less that of three more:",
                (tuple(by_playouts[n] for n in (2, 1, 5)), combine((2, -1, -1))),
                0,
            )
        ],
        "MC Extra has a slightly smaller": [
            less_spread("by", extra, average),
            between("mean", score(extra), 71.5, 73),
        ],
    }


def _playouts() -> dict[str, list[Condition]]:
    normal = {n: one_player(f"mc_normal:{n}") for n in (1, 10, 50, 100, 500)}
    average = {n: one_player(f"mc_average:{n}") for n in (1, 10, 50, 100, 250, 500)}
    extra = one_player("mc_peek:100x2")
    names = ("random", NORMAL, AVERAGE, EXTRA)
    by_points = {name: [with_points(*points, name) for points in POINT_RANGES] for name in names}
    gains = {
        low: difference(with_points(low, low + 10, EXTRA), with_points(low, low + 10))
        for low in (0, 60, 110)
    }
    return {
        "MC Normal gains a little": [
            more("50 games less 1:", normal[50], normal[1]),
            more("50 games less 500:", normal[50], normal[500]),
        ],
        "MC Normal with one playout": [near("gain", difference(normal[1], _RANDOM), 3, _HALF)],
        "MC Average keeps gaining": [
            *(more(f"{b} less {a}:", average[b], average[a]) for a, b in pairwise(average)),
            above(
                "gain from 1 to 10 less that from 10 on:",
                ((average[10], average[1], average[500]), combine((2, -1, -1))),
                0,
            ),
        ],
        "MC Extra scores well above": [
            above("Extra less Average:", difference(extra, average[100]), 1),
            above("Extra less Normal:", difference(extra, normal[100]), 1),
            near("mean", score(extra), 73, _HALF),
        ],
        "At every number of dealt points": [
            more(f"{points[0]} to {points[1]}: {second} less {first}:", more_, less)
            for first, second in pairwise(names)
            for points, less, more_ in zip(
                POINT_RANGES, by_points[first], by_points[second], strict=True
            )
        ],
        "At most numbers of dealt points": [
            near(
                f"{second} less {first}, mean:",
                difference(by_points[second], by_points[first]),
                3,
                1.5,
            )
            for first, second in pairwise(names)
        ],
        "The gain of MC Extra over Random": [
            near("0 to 10:", gains[0], 8, 1),
            near("110 to 120:", gains[110], 8, 1),
            near("60 to 70:", gains[60], 14, 1),
        ],
    }


def _shuffling() -> dict[str, list[Condition]]:
    old = {limit: shuffling(limit) for limit in (10, 60, 100, 500)}
    new = {limit: shuffling(limit, new=True) for limit in (10, 100, 500)}
    return {
        "The truth is taken in 8.4 percent": [near("percent", ((old[10],), truth), 8.4, 0.05)],
        "The truth is taken most in rounds": [
            extreme("first of three", old[100], busiest_round(0), 5, 5, sought=True),
            extreme("last", old[100], busiest_round(2), 7, 7, sought=True),
        ],
        "The truth is never taken in the first": [
            extreme("percent of the truths in round 1:", old[100], truth_by_round([0]), 0, 0),
            extreme("in round 10:", old[100], truth_by_round([9]), 0, 0),
        ],
        "More than 70 percent of the truths": [
            above("percent", ((old[100],), truth_by_suits((2, 3))), 70)
        ],
        "The truth comes with one to six": [
            near(
                "percent of the truths with 1 to 6:",
                ((old[100],), truth_by_suits(range(1, 7))),
                100,
                0.5,
            )
        ],
        "Giving such a suit to the one player": [
            below("percent at 10 shuffles, new way:", ((new[10],), truth), 0.75 * 8.4)
        ],
        "The new shuffle takes the truth in 0.02": [
            near("percent", ((new[500],), truth), 0.02, 0.005)
        ],
        "MC Extra as used": [near("percent", ((new[100],), truth), 0.3, 0.05)],
    }
