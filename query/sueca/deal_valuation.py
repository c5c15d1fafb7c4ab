"""What a deal is worth to North and South: trumps, points, the lead, the dealer's card.

Each row is a mean over deals that have what it says, all four seats played alike: by a strategy, or
with open hands, where a deal's value is exact and only the deals are a sample. Game ``i`` of every
level is dealt and played from the same streams, so that levels share much of their luck: the error
of a difference is that of the differences game by game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.query.players import check_seed
from llq.solver.sueca import deals
from llq.solver.sueca.deals import Condition, Deals
from llq.solver.sueca.double_dummy.deal_values import solve_deals
from llq.solver.sueca.match import play_games
from llq.solver.sueca.players import find_strategy
from llq.solver.sueca.rules import HAND_SIZE, POINTS, Seat, TrumpFrom

__all__ = ["OPEN", "Worth", "WorthOf", "sueca_worth"]

OPEN = "open"
"""In place of a strategy: all hands are open and everybody plays perfectly."""


class WorthOf(StrEnum):
    """What is worth something."""

    TRUMPS = "trumps"
    """Trumps in North's hand; the thesis's Table 4.4."""
    TEAM_TRUMPS = "team-trumps"
    """Trumps of North and South; its Table 4.6."""
    POINTS = "points"
    """Points in North's hand."""
    TEAM_POINTS = "team-points"
    """Points in the hands of North and South; its Table 4.7."""
    LEAD = "lead"
    """Leading the first trick, on the same deals; its Table 4.1."""
    DEALER = "dealer"
    """Dealing as the rules have it: one's card makes the trumps, and the other team leads."""
    TRUMP_CARD = "trump-card"
    """Having the dealer's card in the team, North leading whoever deals; its Table 4.3."""


@dataclass(frozen=True, slots=True)
class Worth:
    """What one kind of deal is worth."""

    of: str
    level: str
    """How much of it."""
    player: str
    """Who plays all four seats."""
    mean: float
    """Points of North and South, of 120."""
    standard_error: float
    more: float | None
    """What this level is worth beyond the one before, in points."""
    more_error: float | None
    """Standard error of ``more``, from the differences game by game."""
    games: int
    seed: int

    def to_dict(self) -> dict[str, Any]:
        """Return the row as plain data."""
        return asdict(self)

    def __str__(self) -> str:
        """Return the row in one line."""
        more = "" if self.more is None else f", {self.more:+.2f} ± {self.more_error:.2f}"
        return (
            f"{self.of} {self.level}, {self.player}: {self.mean:.2f} ± {self.standard_error:.2f}"
            f"{more} ({self.games} games, seed {self.seed})"
        )


def sueca_worth(
    of: str,
    player: str = "random",
    games: int = 100_000,
    seed: int = 1,
    *,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
) -> Iterator[Worth]:
    """Yield what each level of something is worth, the least first.

    Parameters
    ----------
    of
        One of `WorthOf`: ``trumps``, ``team-trumps``, ``points``, ``team-points``, ``lead``,
        ``dealer``, ``trump-card``.
    player
        A strategy, which sits in all four seats, or ``open``: open hands played perfectly.
    games
        Games a level.
    progress
        Called with the number of levels done and their total.

    Raises
    ------
    IllegalState
        Nothing of this name is worth anything here, or there are fewer than two games.
    UnknownStrategy
        There is no such strategy.

    Examples
    --------
    >>> from llq.query.sueca.deal_valuation import sueca_worth
    >>> *_, most = sueca_worth("trumps", games=1000, seed=1)
    >>> print(most)
    trumps 10, random: 120.00 ± 0.00, +9.56 ± 0.33 (1000 games, seed 1)
    """
    if of not in list(WorthOf):
        raise IllegalState(f"{of!r}: known is what these are worth: {', '.join(WorthOf)}")
    seed = check_seed(seed)
    if games < 2:
        raise IllegalState(f"a mean with its error needs two games at least; got {games}")
    name = OPEN if player == OPEN else find_strategy(player).name
    levels = _levels(WorthOf(of))
    before: NDArray[np.float64] | None = None
    for done, (level, dealing) in enumerate(levels, start=1):
        points = _play(name, dealing, games, seed, threads)
        more = more_error = None
        if before is not None:
            more = float(points.mean() - before.mean())
            more_error = _error(points - before)
        yield Worth(
            of, level, name, float(points.mean()), _error(points), more, more_error, games, seed
        )
        before = points
        if progress:
            progress(done, len(levels))


def _levels(of: WorthOf) -> list[tuple[str, Deals]]:
    """Return the levels of something, the least first, and how they are dealt."""
    by_dealer = Deals(trump_from=TrumpFrom.FIRST)
    without_and_with = {
        WorthOf.LEAD: (Deals(leader=Seat.WEST), Deals(leader=Seat.NORTH)),
        WorthOf.DEALER: (by_dealer, replace(by_dealer, leader=Seat.WEST)),  # East deals, or North
        WorthOf.TRUMP_CARD: (by_dealer, replace(by_dealer, dealer=Seat.SOUTH)),
    }
    if of in without_and_with:
        return list(zip(("no", "yes"), without_and_with[of], strict=True))
    if of is WorthOf.POINTS:
        return _tens(deals.points, HAND_SIZE)
    if of is WorthOf.TEAM_POINTS:
        return _tens(deals.team_points, 2 * HAND_SIZE)
    make = deals.trumps if of is WorthOf.TRUMPS else deals.team_trumps
    return [(str(held), Deals(make(held))) for held in range(HAND_SIZE + 1)]


def _tens(make: Callable[[int, int], Condition], cards: int) -> list[tuple[str, Deals]]:
    """Return levels of ten points each, up to the most that so many cards can have."""
    most = sum(sorted(4 * POINTS)[-cards:])
    ends = [(least, min(least + 10, most)) for least in range(0, most, 10)]
    return [(f"{least}-{end}", Deals(make(least, end))) for least, end in ends]


def _play(player: str, dealing: Deals, games: int, seed: int, threads: int) -> NDArray[np.float64]:
    """Return the points of North and South in each game."""
    if player == OPEN:
        return solve_deals(games, seed, dealing=dealing, threads=threads).astype(np.float64)
    seats = [player] * len(Seat)
    return play_games(seats, games, seed, dealing=dealing, threads=threads).points.astype(float)


def _error(points: NDArray[np.float64]) -> float:
    return float(points.std(ddof=1)) / sqrt(len(points))
