"""Duplicate matches: every deal is played from every seat, to cancel card luck.

Most of a team's score depends on its cards. So each deal is played again with the teams' seats
swapped and, where a team's players differ, their own seats too, until everyone has held every hand.
A deal counts once, as the mean over its games: errors are those of means over deals.
"""

from collections.abc import Callable, Sequence
from itertools import chain
from operator import is_
from typing import TypeVar

from llq.errors import IllegalState
from llq.solver.arguments import MOST_GAMES, check_integer
from llq.solver.jobs.progress import Progress, offset_progress

Player = TypeVar("Player")
Seating = TypeVar("Seating")
Played = TypeVar("Played")


def deals_for(games: int, seatings: int) -> int:
    """Return the number of deals for ``games`` games, rounded up."""
    deals = -(-check_integer("games", games, 1, MOST_GAMES) // seatings)
    if deals < 2:
        raise IllegalState(
            f"a standard error needs two deals of {seatings} games each; got {games} games"
        )
    return deals


def seatings_of(
    first: Sequence[Player], second: Sequence[Player], same: Callable[[Player, Player], bool] = is_
) -> list[tuple[tuple[Player, ...], int]]:
    """Return every distinct seating: players by seat, and the first team's parity.

    Seats alternate between the teams. The first team has the even seats and then the odd ones,
    with the players of both teams moved on by no seat, by one and so on; seatings that come again
    are left out.

    >>> seatings_of("aa", "bb")
    [(('a', 'b', 'a', 'b'), 0), (('b', 'a', 'b', 'a'), 1)]
    >>> len(seatings_of("abb", "bbb"))
    6
    """
    mates = len(first)
    rotations: list[tuple[Player, ...]] = []
    for shift in range(mates):
        teams = (*first[shift:], *first[:shift], *second[shift:], *second[:shift])
        if not any(all(map(same, teams, earlier)) for earlier in rotations):
            rotations.append(teams)
    seatings = []
    for teams in rotations:
        sides = teams[:mates], teams[mates:]
        for parity, (even, odd) in enumerate((sides, sides[::-1])):
            seats = chain.from_iterable(zip(even, odd, strict=True))
            seatings.append((tuple(seats), parity))
    return seatings


def play_seatings(
    seatings: Sequence[Seating],
    deals: int,
    play: Callable[[Seating, Progress], Played],
    progress: Progress = None,
) -> list[Played]:
    """Play identical deals in every seating by ``play``, and return the results by seating."""
    total = len(seatings) * deals
    return [
        play(seating, offset_progress(progress, number * deals, total))
        for number, seating in enumerate(seatings)
    ]
