"""How often best play meets each situation of a race, and what other buys cost there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.solver.dominion.race.rules import POINTS, Buy, Seat
from llq.solver.dominion.race.solver import TOLERANCE, Solution, make_setting


@dataclass(frozen=True)
class RaceVisits:
    """The visits of a game between two best players, counted by situation.

    Parameters
    ----------
    visits
        (provinces, 2, duchies + 1, leads, 6, 6) float64. Expected times a game that the player to
        move buys a card: by Provinces taken, seat, Duchies taken, the player's lead (the middle of
        the axis is 0), money band and `Buy`.
    right
        The same shape. Expected times a game that no other buy is better.
    cost
        (provinces, 2, duchies + 1, leads, 6, 7) float64. Expected win chance a game that a card
        costs if it were bought in all these situations; at the last index, the best card but a
        Province.
    wins
        (provinces, 2, duchies + 1, leads, 6) float64. Expected wins of the player to move.
    ends
        (2, duchies + 1, estates + 1, leads) float64. Chance that the game ends so: by the seat of
        the player who ends it, Duchies and Estates taken, and the first player's lead.
    standoff
        Chance that both players pass for ever.
    """

    visits: NDArray[np.float64]
    right: NDArray[np.float64]
    cost: NDArray[np.float64]
    wins: NDArray[np.float64]
    ends: NDArray[np.float64]
    standoff: float

    @property
    def middle(self) -> int:
        """Index of a lead of 0."""
        return int(self.ends.shape[3]) // 2

    @property
    def first_wins(self) -> float:
        """Chance that the first player wins, ties a half; the forward check of the value."""
        ahead = self.ends[..., self.middle + 1 :].sum()
        tie = self.ends[Seat.SECOND, :, :, self.middle].sum()
        return float(ahead + 0.5 * tie + 0.5 * self.standoff)

    @property
    def turns(self) -> float:
        """Expected turns of both players together."""
        return float(self.visits.sum())


def count_visits(
    solution: Solution,
    *,
    tolerance: float = 2 * TOLERANCE,
    progress: Callable[[int, int], None] | None = None,
) -> RaceVisits:
    """Return how often a game by a solution's policy meets each situation, if the first begins.

    Raises
    ------
    IllegalState
        The solution has not kept its values and codes.
    """
    from llq.solver.dominion.race.visit_kernels import Found, LayerVisits, visit  # compiles

    space, race = solution.space, solution.space.race
    if len(solution.codes) < race.provinces or len(solution.values) < race.provinces:
        raise IllegalState("visits need a solution with keep_values and keep_codes")
    setting = make_setting(race)
    most_lead = abs(race.lead) + sum(
        count * POINTS[buy]
        for buy, count in (
            (Buy.PROVINCE, race.provinces),
            (Buy.DUCHY, race.duchies),
            (Buy.ESTATE, race.estates),
        )
    )
    leads, bands = 2 * most_lead + 1, len(Buy)
    shape = (race.provinces, 2, race.duchies + 1, leads, bands)
    counted = RaceVisits(
        np.zeros((*shape, bands)),
        np.zeros((*shape, bands)),
        np.zeros((*shape, bands + 1)),
        np.zeros(shape),
        np.zeros((2, race.duchies + 1, race.estates + 1, leads)),
        0.0,
    )
    standoff = np.zeros(1)
    here = np.zeros((space.splits(0), 2, space.cells))
    here[0, Seat.FIRST, 0] = 1.0
    for layer in range(race.provinces):
        last = layer + 1 == race.provinces
        after = np.zeros((1, 2, 1) if last else (space.splits(layer + 1), 2, space.cells))
        values = solution.values
        arrays = LayerVisits(
            here, after, solution.codes[layer], values[layer], values[layer if last else layer + 1]
        )
        found = Found(
            counted.visits[layer],
            counted.right[layer],
            counted.cost[layer],
            counted.wins[layer],
            counted.ends,
            standoff,
        )
        for block in reversed(list(space.blocks(layer))):
            visit(
                (block.provinces, block.duchies, block.estates), setting, arrays, tolerance, found
            )
        here = after
        if progress:
            progress(layer + 1, race.provinces)
    return replace(counted, standoff=float(standoff[0]))
