"""The sweep of a race: the value of every state of a supply, from supplies with fewer cards.

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

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.jit import njit

_BANDS = 6
_ESTATE, _SILVER, _DUCHY, _GOLD, _PROVINCE = 1, 2, 3, 4, 5

Floats = NDArray[np.floating]
Ints = NDArray[np.int64]


class Setting(NamedTuple):
    """What holds in every supply.

    Parameters
    ----------
    provinces, duchies, estates
        Copies for sale at the start.
    lead
        Points of the first player less those of the second, at the start.
    silvers1, golds1, silvers2, golds2
        Treasures that each player may buy.
    chances1, chances2
        As `hand_chances`, of each player.
    base
        As `RaceSpace.base`.
    points
        (6,) int64. By `Buy`.
    kind1, kind2
        How each player buys: 0 by the best buy, which is found; 1 by codes; 2 by a rule.
    order2
        (decks, 3) int64. The second player's decks, and their Silvers and Golds: those with more
        treasure first, in an order in which neighbours do not wait for each other's values.
    book
        (720, 6) uint8. By code, the buy of each band.
    keeps
        Whether the buys of players who are solved for are written to codes.
    tolerance
        Buys whose values differ by no more are equals; the dearest card is then bought, and
        anything rather than nothing.
    """

    provinces: int
    duchies: int
    estates: int
    lead: int
    silvers1: int
    golds1: int
    silvers2: int
    golds2: int
    chances1: NDArray[np.float64]
    chances2: NDArray[np.float64]
    base: Ints
    points: Ints
    kind1: int
    kind2: int
    order2: Ints
    book: NDArray[np.uint8]
    keeps: bool
    tolerance: float


class Layer(NamedTuple):
    """The arrays of one layer, and of the one after it.

    Parameters
    ----------
    here, after
        (splits, 2, cells) float32 or float64. Chance that the first player wins if the first, if
        the second is to move. ``here`` is modified in place; ``after`` has one Province less.
    codes
        (splits, 2, cells) uint16, or empty. Buys of each state: the numbers of the buys in bands 1
        to 5, the highest first, each times the number of choices in the bands below it. Read where
        a player buys by codes, modified in place where one is solved for and ``keeps``.
    reached
        (splits,) bool. Whether games reach a split: the values of the others are not filled.
    rule1, rule2
        (splits, decks, 6) uint8, or empty. Buy of each band of a player who goes by a rule, by
        the player's own treasures; 6 for passing, the best treasure and the best victory card with
        equal chance, where there are such.
    """

    here: Floats
    after: Floats
    codes: NDArray[np.uint16]
    reached: NDArray[np.bool_]
    rule1: NDArray[np.uint8]
    rule2: NDArray[np.uint8]


@njit(_nrt=False, error_model="numpy")
def sweep(
    first: int,
    last: int,
    p: int,
    d: int,
    e: int,
    setting: Setting,
    layer: Layer,
    scratch: NDArray[np.float64],
) -> None:
    """Fill the values of the splits ``first`` … ``last - 1`` of one supply that games reach.

    Modified in place. ``p``, ``d`` and ``e`` are the victory cards taken of each kind; the layer
    after, and this layer's supplies with one more Duchy or Estate taken, must have been filled.
    ``scratch`` is (6, 7) float64, of one thread.
    """
    s, here = setting, layer.here
    decks2 = (s.silvers2 + 1) * (s.golds2 + 1)
    step_silver1, step_gold1, step_silver2 = (s.golds1 + 1) * decks2, decks2, s.golds2 + 1
    buys1, slope1, rest1 = scratch[0], scratch[1], scratch[2]
    buys2, slope2, rest2 = scratch[3], scratch[4], scratch[5]
    guess1 = guess2 = _BANDS
    ends = p + 1 == s.provinces
    for local in range(first, last):
        # Unrank the split: the first player's Provinces, Duchies and Estates.
        e1 = local % (e + 1)
        d1 = local // (e + 1) % (d + 1)
        p1 = local // ((e + 1) * (d + 1))
        split = (p + 1) * s.base[d, e] + local
        if not layer.reached[split]:
            continue
        # The points that the first player leads by, and the chances of each hand.
        lead = (
            s.lead
            + (2 * p1 - p) * s.points[_PROVINCE]
            + (2 * d1 - d) * s.points[_DUCHY]
            + (2 * e1 - e) * s.points[_ESTATE]
        )
        chances1 = s.chances1[p1 + d1 + e1]
        chances2 = s.chances2[p + d + e - p1 - d1 - e1]
        # Find the splits that a victory card of either player leads to.
        province1 = province2 = duchy1 = duchy2 = estate1 = estate2 = 0
        if not ends:
            province2 = (p + 2) * s.base[d, e] + local
            province1 = province2 + (d + 1) * (e + 1)
        if d < s.duchies:
            duchy2 = (p + 1) * s.base[d + 1, e] + (p1 * (d + 2) + d1) * (e + 1) + e1
            duchy1 = duchy2 + e + 1
        if e < s.estates:
            estate2 = (p + 1) * s.base[d, e + 1] + (p1 * (d + 1) + d1) * (e + 2) + e1
            estate1 = estate2 + 1
        # What the last Province is worth: the first player, a turn ahead, loses a tie.
        end1 = 1.0 if lead + s.points[_PROVINCE] > 0 else 0.0
        margin = lead - s.points[_PROVINCE]
        end2 = 1.0 if margin > 0 else 0.5 if margin == 0 else 0.0
        # Visit the cells from the most treasure down: purchases lead to cells filled before.
        for deck1 in range((s.silvers1 + 1) * (s.golds1 + 1) - 1, -1, -1):
            silver1, gold1 = deck1 // (s.golds1 + 1), deck1 % (s.golds1 + 1)
            for place in range(decks2):
                deck2, silver2, gold2 = s.order2[place, 0], s.order2[place, 1], s.order2[place, 2]
                cell = deck1 * decks2 + deck2
                # Read the value of each buy; one that cannot be made is worse than any.
                buys1[:], buys2[:] = -1.0, 2.0
                if e < s.estates:
                    buys1[_ESTATE] = here[estate1, 1, cell]
                    buys2[_ESTATE] = here[estate2, 0, cell]
                if silver1 < s.silvers1:
                    buys1[_SILVER] = here[split, 1, cell + step_silver1]
                if silver2 < s.silvers2:
                    buys2[_SILVER] = here[split, 0, cell + step_silver2]
                if d < s.duchies:
                    buys1[_DUCHY] = here[duchy1, 1, cell]
                    buys2[_DUCHY] = here[duchy2, 0, cell]
                if gold1 < s.golds1:
                    buys1[_GOLD] = here[split, 1, cell + step_gold1]
                if gold2 < s.golds2:
                    buys2[_GOLD] = here[split, 0, cell + 1]
                if ends:
                    buys1[_PROVINCE], buys2[_PROVINCE] = end1, end2
                else:
                    buys1[_PROVINCE] = layer.after[province1, 1, cell]
                    buys2[_PROVINCE] = layer.after[province2, 0, cell]
                # Make the lines of each threshold for the first player, by how they buy.
                if s.kind1 == 0:
                    low1, worth1 = _lines(1.0, chances1[deck1], buys1, slope1, rest1)
                elif s.kind1 == 1:
                    row = s.book[layer.codes[split, 0, cell]]
                    low1, worth1 = _fixed(1.0, chances1[deck1], buys1, row, slope1, rest1)
                else:
                    row = layer.rule1[split, deck1]
                    low1, worth1 = _fixed(1.0, chances1[deck1], buys1, row, slope1, rest1)
                # The same for the second player.
                if s.kind2 == 0:
                    low2, worth2 = _lines(-1.0, chances2[deck2], buys2, slope2, rest2)
                elif s.kind2 == 1:
                    row = s.book[layer.codes[split, 1, cell]]
                    low2, worth2 = _fixed(-1.0, chances2[deck2], buys2, row, slope2, rest2)
                else:
                    row = layer.rule2[split, deck2]
                    low2, worth2 = _fixed(-1.0, chances2[deck2], buys2, row, slope2, rest2)
                # Try the thresholds that pass least; search for the saddle only if either fails.
                a = _joined(slope1[low1], rest1[low1], slope2[low2], rest2[low2])
                b = rest2[low2] + slope2[low2] * a
                if b > worth1 or a < worth2:
                    a, b, guess1, guess2 = _saddle(
                        low1,
                        low2,
                        max(guess1, low1),
                        max(guess2, low2),
                        slope1,
                        rest1,
                        slope2,
                        rest2,
                    )
                # Store the values, and the buys of the players solved for.
                here[split, 0, cell], here[split, 1, cell] = a, b
                if s.keeps:
                    if s.kind1 == 0:
                        layer.codes[split, 0, cell] = _code(1.0, b, buys1, s.tolerance)
                    if s.kind2 == 0:
                        layer.codes[split, 1, cell] = _code(-1.0, a, buys2, s.tolerance)


@njit(forceinline=True, _nrt=False)
def _lines(
    sign: float,
    q: NDArray[np.float64],
    buys: NDArray[np.float64],
    slope: NDArray[np.float64],
    rest: NDArray[np.float64],
) -> tuple[int, float]:
    """Fill the line of each threshold; return the lowest and what its worst hand's buy is worth.

    A line is the chance of a hand below the threshold and what the others earn. ``sign`` is -1 for
    the second player.
    """
    none = 0.5 - 1.5 * sign  # nothing to buy: below all chances, or above
    most1 = sign * max(sign * none, sign * buys[1])
    most2 = sign * max(sign * most1, sign * buys[2])
    most3 = sign * max(sign * most2, sign * buys[3])
    most4 = sign * max(sign * most3, sign * buys[4])
    most5 = sign * max(sign * most4, sign * buys[5])
    slope[6], rest[6] = 1.0, 0.0
    below, earned = 1.0 - q[5], q[5] * most5
    slope[5], rest[5] = max(below, 0.0), earned
    if most4 == none:
        return 5, most5
    below, earned = below - q[4], earned + q[4] * most4
    slope[4], rest[4] = max(below, 0.0), earned
    if most3 == none:
        return 4, most4
    below, earned = below - q[3], earned + q[3] * most3
    slope[3], rest[3] = max(below, 0.0), earned
    if most2 == none:
        return 3, most3
    below, earned = below - q[2], earned + q[2] * most2
    slope[2], rest[2] = max(below, 0.0), earned
    if most1 == none:
        return 2, most2
    below, earned = below - q[1], earned + q[1] * most1
    slope[1], rest[1] = max(below, 0.0), earned
    return 1, most1


@njit(_nrt=False)
def _fixed(
    sign: float,
    chances: NDArray[np.float64],
    buys: NDArray[np.float64],
    row: NDArray[np.uint8],
    slope: NDArray[np.float64],
    rest: NDArray[np.float64],
) -> tuple[int, float]:
    """Fill the only line of a player whose buys are given, as `_lines`, worth more than passing.

    What cannot be bought is passed.
    """
    passes, earned = chances[0], 0.0
    for band in range(1, _BANDS):
        buy, q = row[band], chances[band]
        if buy == _BANDS:
            treasure = victory = 0
            for card in range(1, band + 1):
                if -0.5 < buys[card] < 1.5:
                    if card in (_SILVER, _GOLD):
                        treasure = card
                    else:
                        victory = card
            ways = 1 + (treasure > 0) + (victory > 0)
            passes += q / ways
            if treasure > 0:
                earned += q / ways * buys[treasure]
            if victory > 0:
                earned += q / ways * buys[victory]
        elif buy == 0 or buys[buy] < -0.5 or buys[buy] > 1.5:
            passes += q
        else:
            earned += q * buys[buy]
    slope[_BANDS], rest[_BANDS] = passes, earned
    return _BANDS, 0.5 + 1.5 * sign


@njit(forceinline=True, _nrt=False, error_model="numpy")
def _joined(slope1: float, rest1: float, slope2: float, rest2: float) -> float:
    """Return the value of a pair of thresholds; a half where the game never ends."""
    loop = 1.0 - slope1 * slope2
    return (rest1 + slope1 * rest2) / loop if loop > 1e-12 else 0.5


@njit(_nrt=False, error_model="numpy")
def _saddle(
    low1: int,
    low2: int,
    guess1: int,
    guess2: int,
    slope1: NDArray[np.float64],
    rest1: NDArray[np.float64],
    slope2: NDArray[np.float64],
    rest2: NDArray[np.float64],
) -> tuple[float, float, int, int]:
    """Return both values of a cell, by the second player's best threshold against the first's.

    Also that threshold and the first's best answer to it. With the right guess of both, one
    answer refutes each other threshold.
    """
    best, found = 2.0, guess2
    for turn in range(low2 - 1, _BANDS + 1):
        t = turn
        if turn < low2:
            t = guess2
        elif turn == guess2:
            continue
        most, reply = _joined(slope1[guess1], rest1[guess1], slope2[t], rest2[t]), guess1
        u = low1
        while most < best and u <= _BANDS:
            value = _joined(slope1[u], rest1[u], slope2[t], rest2[t])
            if value > most:
                most, reply = value, u
            u += 1
        if most < best:
            best, found, guess1 = most, t, reply
    answer = 2.0  # where the first player never passes, the second's threshold moves b alone
    for t in range(low2, _BANDS + 1):
        answer = min(answer, rest2[t] + slope2[t] * best)
    return best, answer, guess1, found


@njit(_nrt=False)
def _code(sign: float, passing: float, buys: NDArray[np.float64], tolerance: float) -> int:
    """Return the buys of all bands as one number; ``sign`` is -1 for the second player."""
    code, radix, most = 0, 1, sign * passing
    for band in range(1, _BANDS):
        if -0.5 < buys[band] < 1.5:
            most = max(most, sign * buys[band])
        chosen = 0
        for card in range(1, band + 1):
            if -0.5 < buys[card] < 1.5 and sign * buys[card] >= most - tolerance:
                chosen = card
        code += chosen * radix
        radix *= band + 1
    return code
