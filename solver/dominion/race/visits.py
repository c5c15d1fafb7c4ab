"""Visit frequencies under best play per race situation, and costs of other buys."""

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.solver.dominion.race.kernels import Setting, end_value, find_targets
from llq.solver.dominion.race.rules import POINTS, Buy, Seat
from llq.solver.dominion.race.solver import TOLERANCE, RaceSolution, make_setting
from llq.solver.jit import njit


@dataclass(frozen=True)
class RaceVisits:
    """The visits of a game between two best players, counted by situation.

    A situation is the Provinces taken, seat, Duchies taken, the player's lead (the middle of the
    axis is 0) and money band; ``Side.costs`` numbers bands and cards.
    """

    visits: NDArray[np.float64]
    """(provinces, 2, duchies + 1, leads, buys, buys): expected times a game that the player to move
    buys a card.
    """
    right: NDArray[np.float64]
    """Same shape: expected optimal purchases a game."""
    cost: NDArray[np.float64]
    """(provinces, 2, duchies + 1, leads, buys, buys + 1): expected win chance a game that a card
    costs if it were bought in all these situations; at the last index, the best card but a
    Province.
    """
    wins: NDArray[np.float64]
    """(provinces, 2, duchies + 1, leads, buys): expected wins of the player to move."""
    gained: NDArray[np.float64]
    """(provinces, 2, leads, buys, buys, buys + 1): expected win chance a game gained by buying
    another card, by card bought and replacement; at the last index, by the best replacement. Both
    with best play afterwards.
    """
    ends: NDArray[np.float64]
    """(2, duchies + 1, leads): chance of each ending, by ending player's seat, Duchies taken and
    first player's lead.
    """
    standoff: float
    """Chance that both players pass for ever."""

    @property
    def middle(self) -> int:
        """Index of a lead of 0."""
        return int(self.ends.shape[2]) // 2

    @property
    def first_wins(self) -> float:
        """Chance that the first player wins, ties a half; the forward check of the value."""
        ahead = self.ends[..., self.middle + 1 :].sum()
        tie = self.ends[Seat.SECOND, :, self.middle].sum()
        return float(ahead + 0.5 * tie + 0.5 * self.standoff)


def count_visits(solution: RaceSolution) -> RaceVisits:
    """Return how often a game by a solution's policy meets each situation, if the first begins."""
    space, race = solution.space, solution.space.race
    if len(solution.codes) < race.provinces or len(solution.values) < race.provinces:
        raise IllegalState("visits need a solution with keep_values and keep_codes")
    setting = make_setting(race)
    bought = race.provinces * POINTS[Buy.PROVINCE] + race.duchies * POINTS[Buy.DUCHY]
    most_lead = abs(race.lead) + bought
    leads, bands = 2 * most_lead + 1, len(setting.costs)
    shape = (race.provinces, 2, race.duchies + 1, leads, bands)
    counted = RaceVisits(
        np.zeros((*shape, bands)),
        np.zeros((*shape, bands)),
        np.zeros((*shape, bands + 1)),
        np.zeros(shape),
        np.zeros((race.provinces, 2, leads, bands, bands, bands + 1)),
        np.zeros((2, race.duchies + 1, leads)),
        0.0,
    )
    standoff = np.zeros(1)
    here = np.zeros((space.splits(0), 2, space.cells))
    here[0, Seat.FIRST, 0] = 1.0
    values = solution.values
    for layer in range(race.provinces):
        last = layer + 1 == race.provinces
        after = np.zeros((1, 2, 1) if last else (space.splits(layer + 1), 2, space.cells))
        values_after = values[layer if last else layer + 1]
        arrays = LayerVisits(here, after, solution.codes[layer], values[layer], values_after)
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
            visit((block.provinces, block.duchies), setting, arrays, 2 * TOLERANCE, counts)
        here = after
    return replace(counted, standoff=float(standoff[0]))


_NOT_FOR_SALE = -9.0
"""Marker for buys not for sale; real values are never below -1."""

_UNREACHED, _ENDLESS = 1e-30, 1e-12
"""Chances to reach a cell, and to leave it, below which nobody does."""

Floats = NDArray[np.floating]
Ints = NDArray[np.int64]


class LayerVisits(NamedTuple):
    """The arrays of one layer."""

    here: Floats
    """(splits, 2, cells): chance to reach each state by a buy, by the player to move, modified in
    place: visits replace it. ``after`` is of the next layer.
    """
    after: Floats
    codes: NDArray[np.uint16]
    """(splits, 2, cells): the buys of both players, as ``Layer.codes``."""
    values: Floats
    """(splits, 2, cells): the game's values; ``values_after`` of the last layer is not read."""
    values_after: Floats


class LayerCounts(NamedTuple):
    """Layer counts, as in `RaceVisits` without the Provinces axis.

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
    block: tuple[int, int],
    setting: Setting,
    layer: LayerVisits,
    tolerance: float,
    counts: LayerCounts,
) -> None:
    """Propagate visits through one supply's cells and buys, and accumulate counts.

    Supplies are visited in the order of play: all that lead to this one, of the Provinces and
    Duchies taken in ``block``, come before it. In its splits visits replace arrivals by a buy;
    later cells and supplies get more arrivals, and ``layer.after`` those by a Province that does
    not end the game. A buy within ``tolerance`` of the best one counts as right.
    """
    p, d = block
    s = setting
    players = (s.first, s.second)
    decks2, bands = len(s.second.has_room), len(s.costs)
    steps = (decks2, 1)
    middle = counts.ends.shape[2] // 2
    targets = np.zeros((2, bands), np.int64)
    worth = np.empty(bands)
    buys = np.zeros((2, bands), np.int64)
    passing = np.zeros(2)
    ends = p + 1 == s.provinces
    for local in range((p + 1) * (d + 1)):
        split = (p + 1) * s.base[d] + local
        bought1, lead = find_targets(s, block, local, targets)
        own = (bought1, p + d - bought1)
        for cell in range(len(s.first.has_room) * decks2):
            in1, in2 = layer.here[split, 0, cell], layer.here[split, 1, cell]
            if in1 + in2 < _UNREACHED:
                continue
            deck = (cell // decks2, cell % decks2)
            for mover in range(2):
                chances = players[mover].chances[own[mover], deck[mover]]
                passing[mover] = _decode(layer.codes[split, mover, cell], chances, buys[mover])
            # Turn arrivals by a buy into visits: sum the series of both players' passing.
            leaving = 1.0 - passing[0] * passing[1]
            if leaving < _ENDLESS:
                counts.standoff[0] += in1 + in2
                continue
            visits1 = (in1 + passing[1] * in2) / leaving
            visits = (visits1, in2 + passing[0] * visits1)
            layer.here[split, 0, cell], layer.here[split, 1, cell] = visits
            for mover in range(2):
                if visits[mover] == 0.0:
                    continue
                # Value each buy for the mover by the states that it leads to.
                other, sign = 1 - mover, 1 - 2 * mover
                player, step = players[mover], steps[mover]
                final = lead + sign * s.points[0]
                _fill_worth(mover, deck[mover], cell, s, targets[mover], layer.values, worth)
                if ends:
                    worth[player.province] = sign * end_value(final, mover)
                else:
                    province = targets[mover, player.province]
                    worth[player.province] = sign * layer.values_after[province, other, cell]
                # Count each band's buy, and send its flow to the state that it leads to.
                situation = (mover, d, middle + sign * lead)
                for band in range(bands):
                    flow = visits[mover] * player.chances[own[mover], deck[mover], band]
                    if flow == 0.0:
                        continue
                    buy = buys[mover, band]
                    _count(situation, band, buy, flow, worth, player.province, tolerance, counts)
                    if buy == 0:
                        continue
                    if buy != player.province:
                        there = cell + player.adds[buy] * step
                        layer.here[targets[mover, buy], other, there] += flow
                    elif ends:
                        counts.ends[mover, d, middle + final] += flow
                    else:
                        layer.after[targets[mover, buy], other, cell] += flow


@njit
def _decode(code: int, chances: Floats, buys: Ints) -> float:
    """Fill ``buys`` (bands,) with those of a code, and return the chance to pass."""
    passing = chances[0]
    for band in range(1, len(buys)):
        buys[band] = code % (band + 1)
        code //= band + 1
        if buys[band] == 0:
            passing += chances[band]
    return float(passing)


@njit
def _fill_worth(
    mover: int, deck: int, cell: int, setting: Setting, targets: Ints, values: Floats, worth: Floats
) -> None:
    """Fill ``worth`` (buys,) with the mover's value of each buy but a Province."""
    player = setting.first if mover == 0 else setting.second
    sign, step = 1 - 2 * mover, len(setting.second.has_room) if mover == 0 else 1
    for buy in range(len(worth)):
        worth[buy] = _NOT_FOR_SALE
        if buy != player.province and targets[buy] >= 0 and player.has_room[deck, buy]:
            there = cell + player.adds[buy] * step
            worth[buy] = sign * values[targets[buy], 1 - mover, there]


@njit
def _count(
    situation: tuple[int, int, int],
    band: int,
    buy: int,
    flow: float,
    worth: Floats,
    province: int,
    tolerance: float,
    counts: LayerCounts,
) -> None:
    """Count a buy, the wins by best play, and what every other card would lose.

    ``situation`` is the mover, the Duchies taken and the index of the mover's lead.
    """
    mover, d, lead = situation
    best = but_province = worth[0]
    for card in range(1, band + 1):
        best = max(best, worth[card])
        if card != province:
            but_province = max(but_province, worth[card])
    counts.visits[mover, d, lead, band, buy] += flow
    counts.wins[mover, d, lead, band] += flow * (best + mover)
    gained, cost = counts.gained[mover, lead, band, buy], counts.cost[mover, d, lead, band]
    gained[len(worth)] += flow * (best - worth[buy])
    for card in range(band + 1):
        if worth[card] > _NOT_FOR_SALE:
            gained[card] += flow * (worth[card] - worth[buy])
            cost[card] += flow * (best - worth[card])
            if worth[card] >= best - tolerance:
                counts.right[mover, d, lead, band, card] += flow
    cost[len(worth)] += flow * (best - but_province)
