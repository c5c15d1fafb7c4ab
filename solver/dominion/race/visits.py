"""How often best play meets each situation of a race, and what other buys cost there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.solver.dominion.race.kernels import Setting
from llq.solver.dominion.race.rules import POINTS, Buy, Seat
from llq.solver.dominion.race.solver import TOLERANCE, RaceSolution, make_setting
from llq.solver.jit import njit


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
    gained
        (provinces, 2, leads, 6, 6, 7) float64. Expected win chance a game that each other card
        gains where a card is bought: by Provinces taken, seat, lead, band, the card bought and the
        other; at the last index, by the best. Both with best play afterwards.
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
    gained: NDArray[np.float64]
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
    solution: RaceSolution,
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
        np.zeros((race.provinces, 2, leads, bands, bands, bands + 1)),
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
        counts = LayerCounts(
            counted.visits[layer],
            counted.right[layer],
            counted.cost[layer],
            counted.wins[layer],
            counted.gained[layer],
            counted.ends,
            standoff,
        )
        for block in reversed(list(space.blocks(layer))):
            visit(
                (block.provinces, block.duchies, block.estates), setting, arrays, tolerance, counts
            )
        here = after
        if progress:
            progress(layer + 1, race.provinces)
    return replace(counted, standoff=float(standoff[0]))


_BANDS = 6
_ESTATE, _SILVER, _DUCHY, _GOLD, _PROVINCE = 1, 2, 3, 4, 5
_NOT_FOR_SALE = -9.0
"""In place of what a buy is worth, which is never below -1."""

Floats = NDArray[np.float64]


class LayerVisits(NamedTuple):
    """The arrays of one layer.

    Parameters
    ----------
    here, after
        (splits, 2, cells) float64. Chance to reach each state by a buy, of this layer and the
        next; modified in place: visits replace what ``here`` had.
    codes
        (splits, 2, cells) uint16. The buys of both players, as ``Layer.codes``.
    values, values_after
        (splits, 2, cells). The game's values, as ``Layer.here`` and ``Layer.after``.
    """

    here: Floats
    after: Floats
    codes: NDArray[np.uint16]
    values: NDArray[np.floating]
    values_after: NDArray[np.floating]


class LayerCounts(NamedTuple):
    """What is counted in a layer: as `RaceVisits`, without the axis of Provinces taken.

    ``standoff`` is (1,) float64, and like ``ends`` the same array for all layers.
    """

    visits: Floats
    right: Floats
    cost: Floats
    wins: Floats
    gained: Floats
    ends: Floats
    standoff: Floats


@njit
def visit(
    block: tuple[int, int, int],
    setting: Setting,
    layer: LayerVisits,
    tolerance: float,
    counts: LayerCounts,
) -> None:
    """Spread the visits of one supply's splits over their cells and buys, and count them.

    Supplies are visited in the order of play: all that lead to this one come before it.

    Parameters
    ----------
    block
        Provinces, Duchies and Estates taken: ``p``, ``d`` and ``e``.
    setting
        What holds in every supply, with both players' hands: ``chances1`` and ``chances2`` are
        (cards bought + 1, decks, 6) float64, by band.
    layer
        Its arrays are (splits, 2, cells), by the player to move; ``values_after`` of the last layer
        is not read. ``here`` is modified in place: in this supply's splits visits replace arrivals
        by a buy, and later cells and supplies get more arrivals. ``after`` is modified in place:
        it gets the arrivals by a Province that does not end the game.
    tolerance
        A buy within this of the best one counts as right.
    counts
        Modified in place: counts are added.
    """
    p, d, e = block
    s = setting
    decks2 = (s.silvers2 + 1) * (s.golds2 + 1)
    decks1 = (s.silvers1 + 1) * (s.golds1 + 1)
    step_silver = ((s.golds1 + 1) * decks2, s.golds2 + 1)
    step_gold = (decks2, 1)
    middle = counts.ends.shape[3] // 2
    targets = np.zeros((2, _BANDS), np.int64)
    worth = np.empty(_BANDS)
    buys = np.zeros((2, _BANDS), np.int64)
    passing = np.zeros(2)
    ends = p + 1 == s.provinces
    for local in range((p + 1) * (d + 1) * (e + 1)):
        # Unrank the split: the first player's Provinces, Duchies and Estates.
        e1 = local % (e + 1)
        d1 = local // (e + 1) % (d + 1)
        p1 = local // ((e + 1) * (d + 1))
        split = (p + 1) * s.base[d, e] + local
        # The points that the first player leads by, and the victory cards of each player.
        lead = (
            s.lead
            + (2 * p1 - p) * s.points[_PROVINCE]
            + (2 * d1 - d) * s.points[_DUCHY]
            + (2 * e1 - e) * s.points[_ESTATE]
        )
        own = (p1 + d1 + e1, p + d + e - p1 - d1 - e1)
        # Find the splits that a victory card of either player leads to.
        if not ends:
            targets[1, _PROVINCE] = (p + 2) * s.base[d, e] + local
            targets[0, _PROVINCE] = targets[1, _PROVINCE] + (d + 1) * (e + 1)
        if d < s.duchies:
            targets[1, _DUCHY] = (p + 1) * s.base[d + 1, e] + (p1 * (d + 2) + d1) * (e + 1) + e1
            targets[0, _DUCHY] = targets[1, _DUCHY] + e + 1
        if e < s.estates:
            targets[1, _ESTATE] = (p + 1) * s.base[d, e + 1] + (p1 * (d + 1) + d1) * (e + 2) + e1
            targets[0, _ESTATE] = targets[1, _ESTATE] + 1
        for cell in range(decks1 * decks2):
            # Skip cells that no buy leads to.
            in1, in2 = layer.here[split, 0, cell], layer.here[split, 1, cell]
            if in1 + in2 < 1e-30:
                continue
            # Decode each player's buy in every band, and the chance that they pass.
            deck = (cell // decks2, cell % decks2)
            for mover in range(2):
                code = layer.codes[split, mover, cell]
                chances = s.chances1 if mover == 0 else s.chances2
                passing[mover] = chances[own[mover], deck[mover], 0]
                for band in range(1, _BANDS):
                    buys[mover, band] = code % (band + 1)
                    code //= band + 1
                    if buys[mover, band] == 0:
                        passing[mover] += chances[own[mover], deck[mover], band]
            # Turn arrivals by a buy into visits: sum the series of both players' passing.
            loop = 1.0 - passing[0] * passing[1]
            if loop < 1e-12:
                counts.standoff[0] += in1 + in2
                continue
            m1 = (in1 + passing[1] * in2) / loop
            m2 = in2 + passing[0] * m1
            layer.here[split, 0, cell], layer.here[split, 1, cell] = m1, m2
            for mover in range(2):
                mass = m1 if mover == 0 else m2
                if mass == 0.0:
                    continue
                other = 1 - mover
                sign = 1.0 - 2.0 * mover
                chances = s.chances1 if mover == 0 else s.chances2
                treasure = deck[mover]
                golds = s.golds1 if mover == 0 else s.golds2
                silvers = s.silvers1 if mover == 0 else s.silvers2
                # Value each buy for the mover by the states that it leads to.
                worth[:] = _NOT_FOR_SALE
                worth[0] = sign * layer.values[split, other, cell]
                if e < s.estates:
                    worth[_ESTATE] = sign * layer.values[targets[mover, _ESTATE], other, cell]
                if treasure // (golds + 1) < silvers:
                    worth[_SILVER] = sign * layer.values[split, other, cell + step_silver[mover]]
                if d < s.duchies:
                    worth[_DUCHY] = sign * layer.values[targets[mover, _DUCHY], other, cell]
                if treasure % (golds + 1) < golds:
                    worth[_GOLD] = sign * layer.values[split, other, cell + step_gold[mover]]
                final = lead + int(sign) * s.points[_PROVINCE]
                if ends:
                    tie = 0.0 if mover == 0 else 0.5
                    value = 1.0 if final > 0 else tie if final == 0 else 0.0
                    worth[_PROVINCE] = sign * value
                else:
                    worth[_PROVINCE] = (
                        sign * layer.values_after[targets[mover, _PROVINCE], other, cell]
                    )
                # Find the best buy of each band, and the best but a Province.
                at = middle + int(sign) * lead
                for band in range(_BANDS):
                    flow = mass * chances[own[mover], treasure, band]
                    if flow == 0.0:
                        continue
                    best = worth[0]
                    for card in range(1, band + 1):
                        best = max(best, worth[card])
                    but_province = worth[0]
                    for card in range(1, min(band + 1, _PROVINCE)):
                        but_province = max(but_province, worth[card])
                    # Count the buy, the wins by best play and what every other card would lose.
                    buy = buys[mover, band] if band > 0 else 0
                    counts.visits[mover, d, at, band, buy] += flow
                    counts.wins[mover, d, at, band] += flow * (best + mover)
                    gained = counts.gained[mover, at, band, buy]
                    gained[_BANDS] += flow * (best - worth[buy])
                    for card in range(band + 1):
                        if worth[card] > _NOT_FOR_SALE:
                            gained[card] += flow * (worth[card] - worth[buy])
                            counts.cost[mover, d, at, band, card] += flow * (best - worth[card])
                            if worth[card] >= best - tolerance:
                                counts.right[mover, d, at, band, card] += flow
                    counts.cost[mover, d, at, band, _BANDS] += flow * (best - but_province)
                    # Send the flow to the state that the buy leads to.
                    if buy == 0:
                        continue
                    if buy == _SILVER:
                        layer.here[split, other, cell + step_silver[mover]] += flow
                    elif buy == _GOLD:
                        layer.here[split, other, cell + step_gold[mover]] += flow
                    elif buy != _PROVINCE:
                        layer.here[targets[mover, buy], other, cell] += flow
                    elif ends:
                        counts.ends[mover, d, e, middle + final] += flow
                    else:
                        layer.after[targets[mover, _PROVINCE], other, cell] += flow
