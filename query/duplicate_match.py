"""Duplicate matches: the same deals from both sides, so that the luck of the cards cancels.

Most of a team's score depends on its cards. So each deal is played again with the teams' seats
swapped, and counts once, as the mean over its games: errors are those of means over deals.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from llq.errors import IllegalState
from llq.solver.arguments import MOST_GAMES, check_integer
from llq.solver.jobs.blocks import offset_progress

Seating = TypeVar("Seating")
Played = TypeVar("Played")


def deals_for(games: int, seatings: int) -> int:
    """Return how many deals a match has, rounded up to complete ones.

    Raises
    ------
    IllegalState
        There are fewer than two deals, which give no standard error.
    """
    deals = -(-check_integer("games", games, 1, MOST_GAMES) // seatings)
    if deals < 2:
        raise IllegalState(
            f"a standard error needs two deals of {seatings} games each; got {games} games"
        )
    return deals


def play_seatings(
    seatings: Sequence[Seating],
    deals: int,
    play: Callable[[Seating, Callable[[int, int], None] | None], Played],
    progress: Callable[[int, int], None] | None = None,
) -> list[Played]:
    """Play the same deals in every seating and return the results of each.

    Parameters
    ----------
    seatings
        The players by seat, in each seating.
    play
        Plays all deals of a seating, given a function to report progress to.
    progress
        Called with the games done and their total.
    """
    total = len(seatings) * deals
    return [
        play(seating, offset_progress(progress, done * deals, total))
        for done, seating in enumerate(seatings)
    ]
