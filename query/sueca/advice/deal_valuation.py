"""Values of deals to North and South: of trumps, points, the lead and the dealer's card.

Each row is a mean over deals of one level, all four seats played alike. Game ``i`` of every level
is dealt and played from the same streams, so that levels share much of their luck: the error of a
difference is that of the differences game by game.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import sqrt

import numpy as np

from llq.errors import IllegalState, one_of
from llq.query.inputs import Games, Seed, Threads
from llq.query.players import check_seed
from llq.query.questions import question
from llq.query.results import SIMULATED, Result
from llq.query.sueca.advice.quantities import Quantity
from llq.query.sueca.inputs import DealQuantity, PlayerName
from llq.solver.array_types import Ints
from llq.solver.jobs.progress import Progress
from llq.solver.sueca.matches import deals
from llq.solver.sueca.matches.deals import Deals
from llq.solver.sueca.matches.match import play_games
from llq.solver.sueca.players import find_strategy
from llq.solver.sueca.rules import HAND_SIZE, POINTS, Seat, TrumpFrom


@dataclass(frozen=True, slots=True)
class DealValue(Result):
    """Value of one level's deals."""

    quantity: str
    """A `Quantity`."""
    level: str
    """The amount of it."""
    player: str
    """The player of all four seats."""
    mean: float
    """Points of North and South, of 120."""
    standard_error: float
    gain: float | None
    """Points gained over the previous level."""
    gain_error: float | None
    """Standard error of ``gain``, from the differences game by game."""
    games: int
    seed: int

    def __str__(self) -> str:
        """Return the row in one line."""
        gain = "" if self.gain is None else f", {self.gain:+.2f} ± {self.gain_error:.2f}"
        return (
            f"{self.quantity} {self.level}, {self.player}: {self.mean:.2f} "
            f"± {self.standard_error:.2f}{gain} ({self.games} games, seed {self.seed})"
        )


@question(
    arguments=("quantity",),
    examples=("lead --player mc_extra -n 2000",),
    busy="Values of {quantity}",
    accuracy=SIMULATED,
    is_long=True,
)
def deal_values(
    quantity: DealQuantity,
    player: PlayerName = "random",
    games: Games = 100_000,
    seed: Seed = 1,
    *,
    threads: Threads = 2,
    progress: Progress = None,
) -> Iterator[DealValue]:
    """Measure what trumps, points, the lead or the dealer's card are worth to North and South.

    Parameters
    ----------
    games
        Games of each level.
    progress
        Called with the number of levels done and their total.

    Raises
    ------
    IllegalState
        The quantity is unknown, or there are fewer than two games.
    UnknownStrategy
        There is no such player.

    Examples
    --------
    >>> from llq.query.sueca.advice.deal_valuation import deal_values
    >>> *_, most = deal_values("trumps", games=1000, seed=1)
    >>> print(most)
    trumps 10, random: 120.00 ± 0.00, +9.56 ± 0.33 (1000 games, seed 1)
    """
    if quantity not in list(Quantity):
        raise IllegalState(f"unknown quantity {quantity!r}{one_of(quantity, Quantity)}")
    seed = check_seed(seed)
    if games < 2:
        raise IllegalState(f"a standard error needs two games or more; got {games}")
    name = find_strategy(player).name
    levels = levels_of(Quantity(quantity))
    previous_points: Ints | None = None
    for number, (level, dealing) in enumerate(levels.items(), start=1):
        played = play_games([name] * len(Seat), games, seed, dealing=dealing, threads=threads)
        points = played.points.astype(np.int64)
        mean, error = mean_and_error(points)
        gain = gain_error = None
        if previous_points is not None:
            gain, gain_error = mean_and_error(points - previous_points)
        yield DealValue(
            quantity=quantity,
            level=level,
            player=name,
            mean=mean,
            standard_error=error,
            gain=gain,
            gain_error=gain_error,
            games=games,
            seed=seed,
        )
        previous_points = points
        if progress:
            progress(number, len(levels))


def levels_of(quantity: Quantity) -> dict[str, Deals]:
    """Return a quantity's deals by level, lowest first."""
    by_dealer = Deals(trump_from=TrumpFrom.FIRST)
    without_and_with = {
        Quantity.LEAD: (Deals(leader=Seat.WEST), Deals(leader=Seat.NORTH)),
        Quantity.DEALER: (by_dealer, replace(by_dealer, leader=Seat.WEST)),  # East deals, or North
        Quantity.TRUMP_CARD: (by_dealer, replace(by_dealer, dealer=Seat.SOUTH)),
    }
    if quantity in without_and_with:
        return dict(zip(("no", "yes"), without_and_with[quantity], strict=True))
    size = deals.TEAM if quantity in (Quantity.TEAM_TRUMPS, Quantity.TEAM_POINTS) else HAND_SIZE
    if quantity in (Quantity.TRUMPS, Quantity.TEAM_TRUMPS):
        return {str(count): Deals(deals.trumps(count, size)) for count in range(HAND_SIZE + 1)}
    most = sum(sorted(4 * POINTS)[-size:])
    ends = [(least, min(least + 10, most)) for least in range(0, most, 10)]
    return {f"{least}-{end}": Deals(deals.points(least, end, size)) for least, end in ends}


def mean_and_error(points: Ints) -> tuple[float, float]:
    """Return the mean and standard error of integers, identical on every machine.

    >>> mean_and_error(np.array([1, 2, 3, 6]))
    (3.0, 1.0801234497346435)
    """
    games, total, squares = len(points), int(points.sum()), int((points * points).sum())
    return total / games, sqrt((games * squares - total**2) / (games - 1)) / games
