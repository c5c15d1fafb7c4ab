"""Conditions of the claims of chapters 4 to 6, by how the claim begins."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

from llq.query.sueca.deciding import (
    Condition,
    above,
    below,
    between,
    difference,
    less_spread,
    more,
    near,
    score,
)
from llq.query.sueca.experiments import (
    AVERAGE,
    EXTRA,
    NORMAL,
    POINT_RANGES,
    dealer_shows,
    fixed_suits,
    one_player,
    shuffling,
    two_players,
    with_points,
    with_team_trumps,
    with_trumps,
)
from llq.query.sueca.samples import (
    Experiment,
    Statistic,
    busiest_round,
    combine,
    highest,
    lowest,
    mirrored,
    most_tricks_lost,
    share,
    spread,
    truth,
    truth_by_round,
    truth_by_suits,
)
from llq.solver.sueca.deals import Deals, trumps_but
from llq.solver.sueca.rules import TOTAL

__all__ = ["play_conditions"]

_HALF = 0.5
"""What a number printed in whole points may be off by: averages this near are the same there."""
_RANDOM = one_player("random")
_ACE, _TWO = (one_player("random", dealing=Deals(trumps_but(rank))) for rank in (9, 0))
_LOWEST, _HIGHEST = lowest, highest


def play_conditions() -> dict[str, list[Condition]]:
    """Return the conditions of each claim of chapters 4 to 6."""
    return _chapter_4() | _chapter_5() | _variants() | _playouts() | _shuffling()


def _chapter_4() -> dict[str, list[Condition]]:
    hand = {held: with_trumps(held) for held in range(11)}
    team = {held: with_team_trumps(held) for held in range(11)}
    top, bottom = with_points(110, 120), with_points(0, 10)
    lead = {
        trump: near(
            f"{('8', '3', '4', '5')[trump]} trumps: N's lead less W's",
            difference(fixed_suits(trump, 0), fixed_suits(trump, 1)),
            0,
            _HALF,
        )
        for trump in range(4)
    }
    return {
        "Random play: the leader of the first trick": list(lead.values()),
        "Random play: holding more trumps as a team does not": [
            near(
                "8 trumps' gain by leading less 3 trumps'",
                (
                    (*(fixed_suits(0, s) for s in (0, 1)), *(fixed_suits(1, s) for s in (0, 1))),
                    combine((1, -1, -1, 1)),
                ),
                0,
                _HALF,
            )
        ],
        "Random play: trump set by the dealer's first card": [
            near("N deals:", ((dealer_shows(0),), combine((1,), -TOTAL / 2)), 3, _HALF),
            near("W deals:", ((dealer_shows(1),), combine((-1,), TOTAL / 2)), 3, _HALF),
        ],
        "Random play: the fewer trumps one player": [
            more(f"{high} trumps less {low}:", hand[high], hand[low])
            for low, high in pairwise(range(11))
        ],
        "Random play: one more trump in one hand": [
            near("(10 trumps less 0) / 10:", ((hand[10], hand[0]), combine((0.1, -0.1))), 7, _HALF)
        ],
        "Ten trumps in one hand win": [_bound("lowest", hand[10], _LOWEST, 120, 120)],
        "With five trumps or fewer in one hand": [
            *(
                _bound(f"lowest with {held}:", hand[held], _LOWEST, 0, 0, sought=True)
                for held in range(6)
            ),
            _bound("lowest with 6:", hand[6], _LOWEST, 1, 120),
        ],
        "Nine trumps in one hand win": [
            _bound("lowest with 9:", hand[9], _LOWEST, 61, 120),
            near("average", score(hand[9]), 110, _HALF),
        ],
        "Nine trumps without the Ace, the opponents holding it: 11 to 39": [
            _bound("most lost", _ACE, mirrored(_LOWEST, TOTAL), 11, 39)
        ],
        "Nine trumps without the Ace: all 120": [
            _bound("highest", _ACE, _HIGHEST, 120, 120, sought=True)
        ],
        "Nine trumps without the Two": [_bound("most tricks lost", _TWO, most_tricks_lost, 0, 1)],
        "Random play: the ninth trump": [near("gain", difference(hand[9], hand[8]), 8, _HALF)],
        "Eight trumps in one hand: the average": [above("average", score(hand[8]), 90)],
        "Eight trumps in one hand: the opponents": [
            _bound("most tricks lost", hand[8], most_tricks_lost, 0, 4)
        ],
        "Ten trumps split within a team": [
            _bound("lowest", team[10], _LOWEST, 0, 119),
            near("average", score(team[10]), 99, 1),
        ],
        "A team with all ten trumps can lose": [
            _bound("lowest", team[10], _LOWEST, 30, 59, sought=True)
        ],
        "Random play: one more trump in the team": [
            near("(10 trumps less 0) / 10:", ((team[10], team[0]), combine((0.1, -0.1))), 8, _HALF)
        ],
        "The fall in the average per trump": [
            near(
                "a team's trump less a player's:",
                (
                    (team[10], team[0], hand[10], hand[0]),
                    combine((0.1, -0.1, -0.1, 0.1)),
                ),
                0,
                1,
            )
        ],
        "A team with only three trumps": [
            _bound(
                "least tricks lost",
                team[3],
                partial(most_tricks_lost, least=True),
                0,
                0,
                sought=True,
            )
        ],
        "Random play: the average score is about": [
            between(f"{least} to {most} points:", score(with_points(least, most)), least, most)
            for least, most in POINT_RANGES
        ],
        "Random play: a team dealt 110 to 120": [_bound("lowest", top, _LOWEST, 31, 120)],
        "A team dealt 0 to 10 points cannot": [_bound("highest", bottom, _HIGHEST, 0, 119)],
    }


def _bound(
    label: str,
    experiment: Experiment,
    statistic: Statistic,
    least: float,
    most: float,
    *,
    sought: bool = False,
) -> Condition:
    """Return that an extreme of our games lies within bounds; noise has no say."""
    return Condition(label, (experiment,), statistic, least, most, False, sought)


def _chapter_5() -> dict[str, list[Condition]]:
    trump, both = one_player("obligated_trump"), two_players("obligated_trump")
    leads = one_player("obligated_trump_lead")
    high, highs = one_player("always_high"), two_players("always_high")
    third, thirds = one_player("third_hand_high"), two_players("third_hand_high")
    return {
        "Four random players: 60 points": [near("average", score(_RANDOM), 60, _HALF)],
        "Four random players: the standard deviation": [
            near("deviation", ((_RANDOM,), spread), 24, 0.005),
            near("percent from 36 to 84:", ((_RANDOM,), share(36, 84)), 68, _HALF),
        ],
        "Four random players: two game points": [
            near("percent", ((_RANDOM,), share(30, 90, outside=True)), 13, 1)
        ],
        "Obligated Trump is better when leading": [more("gain", trump, leads)],
        "Obligated Trump with trump leads": [near("gain", difference(leads, _RANDOM), 0, 0.1)],
        "Two players of Obligated Trump score": [more("gain", both, trump)],
        "Always High only as third": [
            more("one player:", high, third),
            more("two players:", highs, thirds),
        ],
        "Two players of Always High score": [more("gain", highs, high)],
    }


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
            _bound("first of three", old[100], busiest_round(0), 5, 5),
            _bound("last", old[100], busiest_round(2), 7, 7),
        ],
        "The truth is never taken in the first": [
            _bound("percent of the truths in round 1:", old[100], truth_by_round([0]), 0, 0),
            _bound("in round 10:", old[100], truth_by_round([9]), 0, 0),
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
