"""Visit frequencies under best play per race situation, and mistakes of other buys."""

from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.solver.array_types import Bytes, Floats, Ints, Reals
from llq.solver.dominion.race.kernels import ENDLESS, NO_BUY, Setting, end_value, find_targets
from llq.solver.dominion.race.rules import POINTS, RANDOM, Buy, Seat
from llq.solver.dominion.race.solver import TOLERANCE, RaceSolution, Rule, make_setting
from llq.solver.dominion.race.space import RaceSpace, Supply
from llq.solver.jit import njit

_UNREACHED = 1e-30
"""Chance to reach a cell below which no game does."""


class RaceVisits(NamedTuple):
    """The visits of a game between two best players, counted by situation.

    A situation is the Provinces taken, seat, Duchies taken, the player's lead (the middle of the
    axis is 0) and money band; ``Side.costs`` numbers bands and cards.
    """

    visits: Floats
    """(provinces, 2, duchies + 1, leads, buys, buys): expected times a game that the player to move
    buys a card.
    """
    right: Floats
    """Same shape: expected optimal purchases a game."""
    cost: Floats
    """(provinces, 2, duchies + 1, leads, buys, buys + 1): expected win chance a game that a card
    costs if it were bought in all these situations; at the last index, the best card but a
    Province.
    """
    wins: Floats
    """(provinces, 2, duchies + 1, leads, buys): expected wins of the player to move."""
    gained: Floats
    """(provinces, 2, leads, buys, buys, buys + 1): expected win chance a game gained by buying
    another card, by card bought and replacement; at the last index, by the best replacement. Both
    with best play afterwards.
    """
    ends: Floats
    """(2, duchies + 1, leads): chance of each ending, by ending player's seat, Duchies taken and
    first player's lead.
    """
    endless: Floats
    """(1,): chance that both players pass for ever."""

    @property
    def middle(self) -> int:
        """Index of a lead of 0."""
        return int(self.ends.shape[2]) // 2


class LayerVisits(NamedTuple):
    """The arrays of one layer."""

    arrivals: Reals
    """(splits, 2, cells): chance to reach each state by a buy, by the player to move, modified in
    place: visits replace it. ``next_arrivals`` is of the next layer.
    """
    next_arrivals: Reals
    codes: NDArray[np.uint16]
    """(splits, 2, cells): the buys of both players, as ``Layer.codes``."""
    values: Reals
    """(splits, 2, cells): the game's values; ``next_values`` of the last layer is not read."""
    next_values: Reals


def count_visits(solution: RaceSolution) -> RaceVisits:
    """Return how often a game by a solution's policy meets each situation, if the first begins."""
    space, race = solution.space, solution.space.race
    if len(solution.codes) < race.provinces or len(solution.values) < race.provinces:
        raise IllegalState("visits need a solution with keep_values and keep_codes")
    setting = make_setting(race)
    bought = race.provinces * POINTS[Buy.PROVINCE] + race.duchies * POINTS[Buy.DUCHY]
    most_lead = abs(race.lead) + bought
    leads, bands = 2 * most_lead + 1, len(setting.first.adds)
    shape = (race.provinces, 2, race.duchies + 1, leads, bands)
    counts = RaceVisits(
        np.zeros((*shape, bands)),
        np.zeros((*shape, bands)),
        np.zeros((*shape, bands + 1)),
        np.zeros(shape),
        np.zeros((race.provinces, 2, leads, bands, bands, bands + 1)),
        np.zeros((2, race.duchies + 1, leads)),
        np.zeros(1),
    )
    arrivals = np.zeros((space.splits(0), 2, space.cells))
    arrivals[0, Seat.FIRST, 0] = 1.0
    values, codes = solution.values, solution.codes
    for layer in range(race.provinces):
        last = layer + 1 == race.provinces
        next_arrivals = np.zeros((1, 2, 1) if last else (space.splits(layer + 1), 2, space.cells))
        next_values = values[layer if last else layer + 1]
        arrays = LayerVisits(arrivals, next_arrivals, codes[layer], values[layer], next_values)
        for block in reversed(list(space.blocks(layer))):
            visit(block, setting, arrays, 2 * TOLERANCE, counts)
        arrivals = next_arrivals
    return counts


def count_mistakes(best: RaceSolution, rule: Rule, seat: Seat) -> RaceVisits:
    """Return the situation visits in games of a rule against best play.

    What the rule's buys lose, ``gained[:, seat, …, 6]``, adds up to the value of the game less the
    rule's chance to win it, as best play follows each buy. A rule that wants more Silver or Gold
    than the race has room for buys as best play does. ``best`` has its values and codes.
    """
    codes = []
    for layer, best_codes in enumerate(best.codes):
        mixed = best_codes.copy()
        table = rule(best.space, layer, seat)
        mixed[:, seat] = _codes(best.space, table, best_codes[:, seat], seat)
        codes.append(mixed)
    return count_visits(replace(best, codes=tuple(codes)))


@njit
def visit(
    block: Supply, setting: Setting, layer: LayerVisits, tolerance: float, counts: RaceVisits
) -> None:
    """Propagate visits through one supply's cells and buys, and accumulate counts.

    Supplies are visited in the order of play: all that lead to this one, of the Provinces and
    Duchies taken in ``block``, come before it. In its splits visits replace arrivals by a buy;
    later cells and supplies get more arrivals, and ``layer.next_arrivals`` those by a Province that
    does not end the game. A buy within ``tolerance`` of the best one counts as right.
    """
    p, d = block
    players = (setting.first, setting.second)
    decks2, bands = len(setting.second.has_room), len(setting.first.adds)
    steps = (decks2, 1)
    middle = counts.ends.shape[2] // 2
    targets, buys = np.zeros((2, bands), np.int64), np.zeros((2, bands), np.int64)
    worth, passing = np.empty(bands), np.zeros(2)
    ends = p + 1 == setting.provinces
    for local in range((p + 1) * (d + 1)):
        split = (p + 1) * setting.base[d] + local
        bought1, lead = find_targets(setting, (p, d), local, targets)
        victories = (bought1, p + d - bought1)
        for cell in range(len(setting.first.has_room) * decks2):
            arrivals1, arrivals2 = layer.arrivals[split, 0, cell], layer.arrivals[split, 1, cell]
            if arrivals1 + arrivals2 < _UNREACHED:
                continue
            deck = (cell // decks2, cell % decks2)
            for mover in range(2):
                chances = players[mover].chances[victories[mover], deck[mover]]
                passing[mover] = _decode(layer.codes[split, mover, cell], chances, buys[mover])
            # Turn arrivals by a buy into visits: sum the series of both players' passing.
            leaving = 1.0 - passing[0] * passing[1]
            if leaving < ENDLESS:
                counts.endless[0] += arrivals1 + arrivals2
                continue
            visits1 = (arrivals1 + passing[1] * arrivals2) / leaving
            visits = (visits1, arrivals2 + passing[0] * visits1)
            layer.arrivals[split, 0, cell], layer.arrivals[split, 1, cell] = visits
            for mover in range(2):
                if visits[mover] == 0.0:
                    continue
                # Value each buy for the mover by the states that it leads to.
                other, sign = 1 - mover, 1 - 2 * mover
                player, step = players[mover], steps[mover]
                final = lead + sign * setting.points[0]
                _fill_worth(mover, deck[mover], cell, setting, targets[mover], layer.values, worth)
                if ends:
                    worth[player.province] = sign * end_value(final, mover)
                else:
                    province = targets[mover, player.province]
                    worth[player.province] = sign * layer.next_values[province, other, cell]
                # Count each band's buy, and send its flow to the state that it leads to.
                situation = (p, mover, d, middle + sign * lead)
                for band in range(bands):
                    flow = visits[mover] * player.chances[victories[mover], deck[mover], band]
                    if flow == 0.0:
                        continue
                    buy = buys[mover, band]
                    _count(situation, band, buy, flow, worth, player.province, tolerance, counts)
                    if buy == 0:
                        continue
                    if buy != player.province:
                        target = cell + player.adds[buy] * step
                        layer.arrivals[targets[mover, buy], other, target] += flow
                    elif ends:
                        counts.ends[mover, d, middle + final] += flow
                    else:
                        layer.next_arrivals[targets[mover, buy], other, cell] += flow


def _codes(
    space: RaceSpace, table: Bytes, best: NDArray[np.uint16], seat: Seat
) -> NDArray[np.uint16]:
    """Return a rule's buys in a layer as codes, (splits, cells), given those of best play."""
    if (table == RANDOM).any():
        raise IllegalState("random draws its buys by lot: no buy of it is a mistake by itself")
    race = space.race
    setting = make_setting(race)
    has_room = (setting.first, setting.second)[seat].has_room
    shape = len(table), race.first.decks, race.second.decks
    other_decks = 2 if seat is Seat.FIRST else 1  # the axis of the other player's
    buys = np.expand_dims(table, other_decks)
    is_full = np.expand_dims(~has_room[np.arange(len(has_room))[:, None], table], other_decks)
    codes, radix, left = np.zeros(shape, np.uint16), 1, best.reshape(shape)
    for band in range(1, has_room.shape[1]):
        left, best_buys = np.divmod(left, band + 1)
        chosen = np.where(is_full[..., band], best_buys, buys[..., band])
        codes += chosen.astype(np.uint16) * np.uint16(radix)
        radix *= band + 1
    return codes.reshape(best.shape)


@njit
def _decode(code: int, chances: Reals, buys: Ints) -> float:
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
    mover: int, deck: int, cell: int, setting: Setting, targets: Ints, values: Reals, worth: Reals
) -> None:
    """Fill ``worth`` (buys,) with the mover's value of each buy but a Province."""
    player = setting.first if mover == 0 else setting.second
    sign, step = 1 - 2 * mover, len(setting.second.has_room) if mover == 0 else 1
    for buy in range(len(worth)):
        worth[buy] = NO_BUY
        if buy != player.province and targets[buy] >= 0 and player.has_room[deck, buy]:
            target = cell + player.adds[buy] * step
            worth[buy] = sign * values[targets[buy], 1 - mover, target]


@njit
def _count(
    situation: tuple[int, int, int, int],
    band: int,
    buy: int,
    flow: float,
    worth: Reals,
    province: int,
    tolerance: float,
    counts: RaceVisits,
) -> None:
    """Count a buy, the wins by best play, and what every other card would lose.

    ``situation`` is the Provinces taken, the mover, the Duchies taken and the index of the mover's
    lead.
    """
    p, mover, d, lead = situation
    best = but_province = worth[0]
    for card in range(1, band + 1):
        best = max(best, worth[card])
        if card != province:
            but_province = max(but_province, worth[card])
    counts.visits[p, mover, d, lead, band, buy] += flow
    counts.wins[p, mover, d, lead, band] += flow * (best + mover)
    gained, cost = counts.gained[p, mover, lead, band, buy], counts.cost[p, mover, d, lead, band]
    gained[len(worth)] += flow * (best - worth[buy])
    for card in range(band + 1):
        if worth[card] > NO_BUY:
            gained[card] += flow * (worth[card] - worth[buy])
            cost[card] += flow * (best - worth[card])
            if worth[card] >= best - tolerance:
                counts.right[p, mover, d, lead, band, card] += flow
    cost[len(worth)] += flow * (best - but_province)
