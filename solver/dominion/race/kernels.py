"""Sweep of a race: state values of a supply, computed from supplies with fewer cards.

Let ``a`` be the chance that the first player wins a cell if they are to move, ``b`` if the second
is. A buy leads to a state solved before; passing leads from ``a`` to ``b`` and back. A band's best
buy is worth ``M`` to the player who moves, not less in a higher band, so each player passes in all
bands below some threshold, and

    a = max over s of  Q1(s) b + S1(s),      b = min over t of  Q2(t) a + S2(t),

where Q(t) is the chance of a hand below threshold t and S(t) what the hands above it earn by their
best buys. Of two thresholds that do not pass for ever

    a(s, t) = (S1(s) + Q1(s) S2(t)) / (1 - Q1(s) Q2(t));

where both always pass the game has no end and counts a half. The value is the min over t of the max
over s: a stopping game of two states has a saddle point in such thresholds. Where neither player
likes to pass more than they must, that pair of thresholds is a fixpoint of both equations, and the
only one, since the product of their slopes is below 1: about half of the cells need no search.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.array_types import Bools, Bytes, Floats, Ints, Reals
from llq.solver.dominion.race.rules import RANDOM
from llq.solver.jit import njit

_BEST, _CODES = range(2)
"""Player kinds without a rule of their own."""

ENDLESS = 1e-12
"""Chance to leave a cell below which both players pass for ever."""

NO_BUY = -9.0
"""Value of an impossible buy to the player who moves: worse than any chance."""


class Player(NamedTuple):
    """A player, as kernels take them. Buys are numbered by cost, as ``Side.costs``."""

    chances: Floats
    """As `hand_chances`."""
    has_room: Bools
    """(decks, buys): whether a deck has room for a card; always True for Duchies and Provinces,
    False for Estates.
    """
    adds: Ints
    """(buys,): increase of the deck's number; 0 for victory cards."""
    duchy: int
    """Buy number of the Duchy; ``province`` likewise."""
    province: int
    order: Ints
    """(decks,): sweep order, larger decks first, arranged so that neighbours avoid waiting on each
    other's values.
    """
    kind: int
    """Buying method: 0 solves for the best buy, 1 reads codes, 2 follows a rule."""


class Setting(NamedTuple):
    """Settings common to all supplies."""

    provinces: int
    """Initial copies for sale; ``duchies`` likewise."""
    duchies: int
    lead: int
    """First player's lead in points at the start."""
    first: Player
    second: Player
    base: Ints
    """As `RaceSpace.base`."""
    points: Ints
    """(2,): of a Province and of a Duchy."""
    book: Bytes
    """(codes, buys): decoded buy of each band, by code."""
    keeps: bool
    """Whether solved players' buys are written to ``codes``."""
    tolerance: float
    """Value difference within which buys tie; ties go to the dearest card, and to any card over
    passing.
    """


class Layer(NamedTuple):
    """Arrays of a layer and its successor."""

    values: Reals
    """(splits, 2, cells), float32 or float64, modified in place: first player's win chance, by
    player to move.
    """
    next_values: Reals
    """The same with one Province less."""
    codes: NDArray[np.uint16]
    """(splits, 2, cells) or empty: each state's buys above band 0 as a mixed-radix number, the
    lowest band last; a band's radix is its number of choices. Read where a player buys by codes,
    modified in place where one is solved for and ``keeps``.
    """
    reached: Bools
    """(splits,): whether games reach a split; unreached splits are not filled."""
    rule1: Bytes
    """(splits, decks, buys) or empty: a rule-following player's buy by own deck and band; 255 for
    passing, the best treasure and the best victory card with equal chance, where available.
    ``rule2`` is the second player's.
    """
    rule2: Bytes


class Lines(NamedTuple):
    """A player's values of a cell; scratch arrays of one thread, (buys + 1,)."""

    buys: Reals
    """First player's win chance after each buy."""
    slope: Reals
    """Chance of a hand below each threshold; ``rest``, earnings of the hands above."""
    rest: Reals


class Mover(NamedTuple):
    """A player in a split; ``sign`` is -1 for the second, who wants a small win chance."""

    sign: float
    player: Player
    chances: Reals
    """(decks, buys): chance of each money band."""
    starts: Ints
    """(buys,): where the values of a buy begin in the layer; negative of an empty pile."""
    lines: Lines


@njit(_nrt=False, error_model="numpy")
def sweep(
    first: int,
    last: int,
    p: int,
    d: int,
    costs: tuple[int, ...],
    setting: Setting,
    layer: Layer,
    scratch: Reals,
    targets: Ints,
) -> None:
    """Fill the values of the splits ``first`` … ``last - 1`` of one supply that games reach.

    Modified in place. ``p`` and ``d`` are the Provinces and Duchies taken; the layer after, and
    this layer's supply with one more Duchy taken, must have been filled. ``costs`` are of the first
    player's buys; their number is compiled in. ``scratch`` is (7, buys + 1) float64 and ``targets``
    (2, buys) int64, both of one thread.
    """
    values, next_values = layer.values.reshape(-1), layer.next_values.reshape(-1)
    player1, player2 = setting.first, setting.second
    bands = len(costs)
    decks1, decks2 = len(player1.has_room), len(player2.has_room)
    cells = decks1 * decks2
    lines1 = Lines(scratch[0], scratch[1], scratch[2])
    lines2 = Lines(scratch[3], scratch[4], scratch[5])
    guess1 = guess2 = bands
    ends = p + 1 == setting.provinces
    for local in range(first, last):
        split = (p + 1) * setting.base[d] + local
        if not layer.reached[split]:
            continue
        victories1, lead = find_targets(setting, (p, d), local, targets)
        for buy in range(1, bands):
            targets[0, buy] = (2 * targets[0, buy] + 1) * cells + player1.adds[buy] * decks2
            targets[1, buy] = 2 * targets[1, buy] * cells + player2.adds[buy]
        mover1 = Mover(1.0, player1, player1.chances[victories1], targets[0], lines1)
        mover2 = Mover(-1.0, player2, player2.chances[p + d - victories1], targets[1], lines2)
        end1, end2 = end_value(lead + setting.points[0], 0), end_value(lead - setting.points[0], 1)
        # Visit the cells from the most cards bought: purchases lead to cells filled before.
        for deck1 in range(decks1 - 1, -1, -1):
            for place in range(decks2):
                deck2 = player2.order[place]
                cell = deck1 * decks2 + deck2
                # Read the value of each buy, and make the lines of each threshold.
                province1 = end1 if ends else next_values[targets[0, player1.province] + cell]
                province2 = end2 if ends else next_values[targets[1, player2.province] + cell]
                _fill_buys(mover1, costs, deck1, cell, values, province1)
                _fill_buys(mover2, costs, deck2, cell, values, province2)
                low1, worth1 = _fill_lines(mover1, setting, layer, split, deck1, cell, scratch[6])
                low2, worth2 = _fill_lines(mover2, setting, layer, split, deck2, cell, scratch[6])
                # Try the thresholds that pass least; search for the saddle only if either fails.
                a = _joined(lines1, low1, lines2, low2)
                b = lines2.rest[low2] + lines2.slope[low2] * a
                if b > worth1 or a < worth2:
                    guess1, guess2 = max(guess1, low1), max(guess2, low2)
                    a, b, guess1, guess2 = _saddle(low1, low2, guess1, guess2, lines1, lines2)
                # Store the values, and the buys of the players solved for.
                layer.values[split, 0, cell], layer.values[split, 1, cell] = a, b
                if setting.keeps and player1.kind == _BEST:
                    layer.codes[split, 0, cell] = _code(1.0, b, lines1.buys, setting.tolerance)
                if setting.keeps and player2.kind == _BEST:
                    layer.codes[split, 1, cell] = _code(-1.0, a, lines2.buys, setting.tolerance)


@njit(_nrt=False)
def find_targets(
    setting: Setting, block: tuple[int, int], local: int, targets: Ints
) -> tuple[int, int]:
    """Fill ``targets`` with the split after each player's buys, -1 for an empty pile.

    The split has the place ``local`` in the supply ``block``: Provinces and Duchies taken.
    ``targets`` (2, buys) are modified in place; of the last Province none is filled in. Returned
    are the first player's victory cards, and the points that the first player leads by.
    """
    p, d = block
    p1, d1 = local // (d + 1), local % (d + 1)
    duchy = -1
    if d < setting.duchies:
        duchy = (p + 1) * setting.base[d + 1] + p1 * (d + 2) + d1
    targets[:] = (p + 1) * setting.base[d] + local  # treasures and actions stay in the split
    targets[1, setting.second.duchy] = duchy
    targets[0, setting.first.duchy] = duchy + 1 if duchy >= 0 else -1
    if p + 1 < setting.provinces:
        province = (p + 2) * setting.base[d] + local
        targets[1, setting.second.province] = province
        targets[0, setting.first.province] = province + d + 1
    lead = setting.lead + (2 * p1 - p) * setting.points[0] + (2 * d1 - d) * setting.points[1]
    return p1 + d1, lead


@njit
def end_value(lead: int, mover: int) -> float:
    """Return the first player's result; the first, a turn ahead, loses a tie on their own turn."""
    if lead == 0:
        return 0.5 * mover
    return 1.0 if lead > 0 else 0.0


@njit(forceinline=True, _nrt=False)
def _is_for_sale(value: float) -> bool:
    """Return whether a buy has a win chance, and not the value `NO_BUY`."""
    return -0.5 < value < 1.5


@njit(forceinline=True, _nrt=False, error_model="numpy")
def _fill_buys(
    mover: Mover, costs: tuple[int, ...], deck: int, cell: int, values: Reals, province: float
) -> None:
    """Fill each buy's value; impossible buys get `NO_BUY`."""
    player, starts = mover.player, mover.starts
    for buy in range(1, len(costs)):
        value = mover.sign * NO_BUY
        if buy == player.province:
            value = province
        elif starts[buy] >= 0 and player.has_room[deck, buy]:
            value = values[starts[buy] + cell]
        mover.lines.buys[buy] = value


@njit(forceinline=True, _nrt=False)
def _fill_lines(
    mover: Mover, setting: Setting, layer: Layer, split: int, deck: int, cell: int, best: Reals
) -> tuple[int, float]:
    """Fill a player's lines by how they buy, and return as `_best_lines`; ``best`` is scratch."""
    player, sign, chances = mover.player, mover.sign, mover.chances[deck]
    if player.kind == _BEST:
        return _best_lines(sign, chances, mover.lines, best)
    if player.kind == _CODES:
        seat = 0 if sign > 0.0 else 1
        row = setting.book[layer.codes[split, seat, cell]]
    else:
        row = layer.rule1[split, deck] if sign > 0.0 else layer.rule2[split, deck]
    return _fixed_line(sign, player.adds, chances, row, mover.lines)


@njit(forceinline=True, _nrt=False)
def _best_lines(sign: float, chances: Reals, lines: Lines, best: Reals) -> tuple[int, float]:
    """Fill each threshold's line; return the lowest threshold and its worst hand's buy value.

    A line is the chance of a hand below the threshold and what the others earn.
    """
    impossible = sign * NO_BUY
    bands, most = len(chances), impossible
    for band in range(1, bands):
        most = sign * max(sign * most, sign * lines.buys[band])
        best[band] = most
    low, below, earned = bands, 1.0, 0.0
    best[bands], lines.slope[bands], lines.rest[bands] = -impossible, 1.0, 0.0
    for band in range(bands - 1, 0, -1):
        if best[band] == impossible:
            break
        low, below, earned = band, below - chances[band], earned + chances[band] * best[band]
        lines.slope[band], lines.rest[band] = max(below, 0.0), earned
    return low, best[low]


@njit(_nrt=False)
def _fixed_line(
    sign: float, adds: Ints, chances: Reals, row: Bytes, lines: Lines
) -> tuple[int, float]:
    """Fill a player's only line for given buys, returning it with a worth that beats passing.

    Unavailable buys are passed.
    """
    buys, bands = lines.buys, len(row)
    passes, earned = chances[0], 0.0
    for band in range(1, bands):
        buy, chance = row[band], chances[band]
        if buy == RANDOM:
            treasure = victory = 0
            for card in range(1, band + 1):
                if _is_for_sale(buys[card]):
                    if adds[card] > 0:
                        treasure = card
                    else:
                        victory = card
            ways = 1 + (treasure > 0) + (victory > 0)
            passes += chance / ways
            if treasure > 0:
                earned += chance / ways * buys[treasure]
            if victory > 0:
                earned += chance / ways * buys[victory]
        elif buy == 0 or not _is_for_sale(buys[buy]):
            passes += chance
        else:
            earned += chance * buys[buy]
    lines.slope[bands], lines.rest[bands] = passes, earned
    return bands, -sign * NO_BUY


@njit(forceinline=True, _nrt=False, error_model="numpy")
def _joined(lines1: Lines, low1: int, lines2: Lines, low2: int) -> float:
    """Return a cell's value under two thresholds, a half for endless games."""
    leaving = 1.0 - lines1.slope[low1] * lines2.slope[low2]
    earned = lines1.rest[low1] + lines1.slope[low1] * lines2.rest[low2]
    return earned / leaving if leaving > ENDLESS else 0.5


@njit(_nrt=False, error_model="numpy")
def _saddle(
    low1: int, low2: int, guess1: int, guess2: int, lines1: Lines, lines2: Lines
) -> tuple[float, float, int, int]:
    """Return both values of a cell, by the second player's best threshold against the first's.

    Also the first's best answer to that threshold, and the threshold. With the right guess of both,
    one answer refutes each other threshold.
    """
    bands = len(lines1.rest)
    best, best2 = 2.0, guess2
    for turn in range(low2 - 1, bands):  # the guess, then the others
        threshold2 = guess2 if turn < low2 else turn
        if turn == guess2:
            continue
        most, reply = _joined(lines1, guess1, lines2, threshold2), guess1
        threshold1 = low1
        while most < best and threshold1 < bands:
            value = _joined(lines1, threshold1, lines2, threshold2)
            if value > most:
                most, reply = value, threshold1
            threshold1 += 1
        if most < best:
            best, best2, guess1 = most, threshold2, reply
    answer = 2.0  # where the first player never passes, the second's threshold moves b alone
    for threshold2 in range(low2, bands):
        answer = min(answer, lines2.rest[threshold2] + lines2.slope[threshold2] * best)
    return best, answer, guess1, best2


@njit(_nrt=False)
def _code(sign: float, passing: float, buys: Reals, tolerance: float) -> int:
    """Encode the bands' best buys; ``sign`` is -1 for the second player."""
    code, radix, most = 0, 1, sign * passing
    for band in range(1, len(buys) - 1):
        if _is_for_sale(buys[band]):
            most = max(most, sign * buys[band])
        chosen = 0
        for card in range(1, band + 1):
            if _is_for_sale(buys[card]) and sign * buys[card] >= most - tolerance:
                chosen = card
        code += chosen * radix
        radix *= band + 1
    return code
