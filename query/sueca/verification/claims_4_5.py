"""Conditions of the claims of chapters 4 and 5, by how the claim begins."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

from llq.query.sueca.verification.conditions import (
    Condition,
    above,
    between,
    difference,
    extreme,
    more,
    near,
    score,
)
from llq.query.sueca.verification.experiments import (
    POINT_RANGES,
    dealer_shows,
    fixed_suits,
    one_player,
    two_players,
    with_points,
    with_team_trumps,
    with_trumps,
)
from llq.query.sueca.verification.statistics import (
    combine,
    highest,
    lowest,
    mirrored,
    most_tricks_lost,
    share,
    spread,
)
from llq.solver.sueca.matches.deals import Deals, trumps_but
from llq.solver.sueca.rules import TOTAL

_HALF = 0.5
"""The rounding error of a number printed in whole points: averages this near are equal there."""
_RANDOM = one_player("random")
_ACE, _TWO = (one_player("random", dealing=Deals(trumps_but(rank))) for rank in (9, 0))
_LOWEST, _HIGHEST = lowest, highest


def play_conditions() -> dict[str, list[Condition]]:
    """Return the conditions of the claims of chapters 4 and 5."""
    return _chapter_4() | _chapter_5()


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
        "Ten trumps in one hand win": [extreme("lowest", hand[10], _LOWEST, 120, 120)],
        "With five trumps or fewer in one hand": [
            *(
                extreme(f"lowest with {held}:", hand[held], _LOWEST, 0, 0, sought=True)
                for held in range(6)
            ),
            extreme("lowest with 6:", hand[6], _LOWEST, 1, 120),
        ],
        "Nine trumps in one hand win": [
            extreme("lowest with 9:", hand[9], _LOWEST, 61, 120),
            near("average", score(hand[9]), 110, _HALF),
        ],
        "Nine trumps without the Ace, the opponents holding it: 11 to 39": [
            extreme("most lost", _ACE, mirrored(_LOWEST, TOTAL), 11, 39)
        ],
        "Nine trumps without the Ace: all 120": [
            extreme("highest", _ACE, _HIGHEST, 120, 120, sought=True)
        ],
        "Nine trumps without the Two": [extreme("most tricks lost", _TWO, most_tricks_lost, 0, 1)],
        "Random play: the ninth trump": [near("gain", difference(hand[9], hand[8]), 8, _HALF)],
        "Eight trumps in one hand: the average": [above("average", score(hand[8]), 90)],
        "Eight trumps in one hand: the opponents": [
            extreme("most tricks lost", hand[8], most_tricks_lost, 0, 4)
        ],
        "Ten trumps split within a team": [
            extreme("lowest", team[10], _LOWEST, 0, 119),
            near("average", score(team[10]), 99, 1),
        ],
        "A team with all ten trumps can lose": [
            extreme("lowest", team[10], _LOWEST, 30, 59, sought=True)
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
            extreme(
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
        "Random play: a team dealt 110 to 120": [extreme("lowest", top, _LOWEST, 31, 120)],
        "A team dealt 0 to 10 points cannot": [extreme("highest", bottom, _HIGHEST, 0, 119)],
    }


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
