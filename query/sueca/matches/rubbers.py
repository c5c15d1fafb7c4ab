"""The probability of winning a rubber, from the results of single games.

A rubber goes to the team that first has four games. A game scores one, two or four for one team or,
at 60 points each, nothing for either; games are taken to be independent and alike. Then the games
of both teams are a Markov chain that only moves up, and the chance from each state follows from the
states above it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.sueca.players import Strategy
from llq.solver.sueca.rules import RULES

RESULTS = (159, 0, 3225, 16_244, 744, 16_244, 3225, 0, 159)
"""How often a team scored -4, … 4 games: four ``mc_extra``, 20,000 games from either side.

Of `tables/sueca-matches.h5`; what games to come are taken to bring.
"""


def rubber_chance(
    chances: Sequence[Any] | NDArray[Any],
    rubber: int = RULES.rubber,
    won: tuple[int, int] = (0, 0),
) -> Any:
    """Return the probability that a team wins a rubber: exact, given those of a game's results.

    Parameters
    ----------
    chances
        Shape (2 * most + 1,): of a game in which the other team scores ``most`` games, … 1, nobody
        any, the team 1, … ``most``. They need not sum to 1.
    rubber
        Games that win the rubber.
    won
        The games that the team and the other have.

    Returns
    -------
    The chance; a half where no game ever scores.

    Examples
    --------
    Two games of one point each, won with a chance of 0.6: two in a row, or two of three.

    >>> round(rubber_chance([0.4, 0, 0.6], rubber=2), 3)
    0.648
    """
    most = len(chances) // 2
    scoring = [(step, chances[most + step]) for step in range(-most, most + 1) if step]
    total = _sum(chance for _, chance in scoring)
    if total == 0:
        return 0.5

    @cache
    def wins(own: int, other: int) -> Any:
        if own >= rubber:
            return 1.0
        if other >= rubber:
            return 0.0
        parts = (
            chance * (wins(own + step, other) if step > 0 else wins(own, other - step))
            for step, chance in scoring
            if chance != 0
        )
        return _sum(parts) / total  # games that score nothing are played again

    return wins(*won)


class Stakes(NamedTuple):
    """What the results of a game are worth to a team, alone or at a state of the rubber.

    A result is -4, … 4: the games that the team scores, or the other team's, negative.
    """

    worth: NDArray[np.float64]
    """(9,) card points that each result is worth."""
    chances: NDArray[np.float64] | None
    """(9,) chances to win the rubber after each result; None without a rubber."""
    text: str
    """The objective in words."""


def stakes_of(won: tuple[int, int] | None, game_worth: int) -> Stakes:
    """Return what the results of a game are worth to a team.

    Parameters
    ----------
    won
        The team's games of the rubber and the other's, each below four; None without a rubber.
    game_worth
        Card points that a game is worth. With a rubber it is the rubber's first game that is worth
        as much, and the rubber as many times more as that game raises the chance to win it by less
        than 1.

    Examples
    --------
    >>> [round(float(chance), 2) for chance in stakes_of((3, 2), 15).chances[::2]]
    [0.0, 0.0, 0.71, 1.0, 1.0]
    >>> stakes_of(None, 15).text
    'card points, and 15 a game'
    """
    results = range(-RULES.sweep_games, RULES.sweep_games + 1)
    if won is None:
        text = f"card points, and {game_worth} a game"
        return Stakes(game_worth * np.array(results, dtype=np.float64), None, text)
    own, other = won
    chances = np.array(
        [
            rubber_chance(RESULTS, won=(own + max(games, 0), other + max(-games, 0)))
            for games in results
        ]
    )
    points = game_worth / (rubber_chance(RESULTS, won=(1, 0)) - 0.5)
    return Stakes(points * chances, chances, f"card points, and {points:.0f} for the rubber")


def playing_for(player: Strategy, won: tuple[int, int]) -> Strategy:
    """Return a player that plays for its team's rubber, given its games and the other's."""
    worth = stakes_of(won, player.game_worth).worth
    return replace(player, stakes=tuple(round(100 * float(each)) for each in worth))


def _sum(numbers: Iterable[Any]) -> Any:
    """Return a sum, term by term: Python's own sums floats otherwise from 3.12 on."""
    total: Any = 0.0
    for number in numbers:
        total = total + number
    return total


def rubber_error(shares: NDArray[np.float64]) -> float:
    """Return the standard error of `rubber_chance` at the mean of some shares.

    By the delta method: within their error the probability is linear in the shares. It is 0 where
    every deal had the same result, which says nothing of other deals.

    Parameters
    ----------
    shares
        Shape (deals, outcomes): the share of each outcome in a deal's games; deals are independent.
    """
    mean = shares.mean(axis=0)
    if not mean[np.arange(len(mean)) != len(mean) // 2].any():
        return 0.0
    step = 1e-30  # a derivative without a difference: the chance of a complex argument
    slopes = [
        np.imag(rubber_chance(mean + 1j * step * direction)) / step
        for direction in np.eye(len(mean))
    ]
    return float(np.std(shares @ slopes, ddof=1) / np.sqrt(len(shares)))
