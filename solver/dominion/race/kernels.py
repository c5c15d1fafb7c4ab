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

from llq.solver.dominion.race.rules import RANDOM
from llq.solver.jit import njit

Floats = NDArray[np.floating]
Ints = NDArray[np.int64]


class Player(NamedTuple):
    """A player, as kernels take them. Buys are numbered by cost, as ``Side.costs``."""

    chances: NDArray[np.float64]
    """As `hand_chances`."""
    has_room: NDArray[np.bool_]
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
    costs: tuple[int, ...]
    """Costs of the first player's buys; kernels are compiled per number of buys."""
    book: NDArray[np.uint8]
    """(codes, buys): decoded buy of each band, by code."""
    keeps: bool
    """Whether solved players' buys are written to ``codes``."""
    tolerance: float
    """Value difference within which buys tie; ties go to the dearest card, and to any card over
    passing.
    """


class Layer(NamedTuple):
    """Arrays of a layer and its successor."""

    here: Floats
    """(splits, 2, cells), float32 or float64, modified in place: first player's win chance, by
    player to move.
    """
    after: Floats
    """The same with one Province less."""
    codes: NDArray[np.uint16]
    """(splits, 2, cells) or empty: each state's buys above band 0 as a mixed-radix number, the
    lowest band last; a band's radix is its number of choices. Read where a player buys by codes,
    modified in place where one is solved for and ``keeps``.
    """
    reached: NDArray[np.bool_]
    """(splits,): whether games reach a split; unreached splits are not filled."""
    rule1: NDArray[np.uint8]
    """(splits, decks, buys) or empty: a rule-following player's buy by own deck and band; 255 for
    passing, the best treasure and the best victory card with equal chance, where available.
    ``rule2`` is the second player's.
    """
    rule2: NDArray[np.uint8]


@njit(_nrt=False, error_model="numpy")
def sweep(
    first: int,
    last: int,
    p: int,
    d: int,
    setting: Setting,
    layer: Layer,
    scratch: NDArray[np.float64],
    targets: Ints,
) -> None:
    """Fill the values of the splits ``first`` … ``last - 1`` of one supply that games reach.

    Modified in place. ``p`` and ``d`` are the Provinces and Duchies taken; the layer after, and
    this layer's supply with one more Duchy taken, must have been filled. ``scratch`` is
    (7, buys + 1) float64 and ``targets`` (2, buys) int64, both of one thread.
    """
    s, here, after = setting, layer.here.reshape(-1), layer.after.reshape(-1)
    one, two = s.first, s.second
    bands = len(s.costs)
    decks1, decks2 = len(one.has_room), len(two.has_room)
    cells = decks1 * decks2
    buys1, slope1, rest1 = scratch[0], scratch[1], scratch[2]
    buys2, slope2, rest2 = scratch[3], scratch[4], scratch[5]
    best = scratch[6]
    guess1 = guess2 = bands
    ends = p + 1 == s.provinces
    for local in range(first, last):
        split = (p + 1) * s.base[d] + local
        if not layer.reached[split]:
            continue
        own, lead = find_targets(s, (p, d), local, targets)
        for buy in range(1, bands):  # where the values of a buy begin; negative of an empty pile
            targets[0, buy] = (2 * targets[0, buy] + 1) * cells + one.adds[buy] * decks2
            targets[1, buy] = 2 * targets[1, buy] * cells + two.adds[buy]
        chances1, chances2 = one.chances[own], two.chances[p + d - own]
        # What the last Province is worth: the first player, a turn ahead, loses a tie.
        end1 = 1.0 if lead + s.points[0] > 0 else 0.0
        margin = lead - s.points[0]
        end2 = 1.0 if margin > 0 else 0.5 if margin == 0 else 0.0
        # Visit the cells from the most cards bought: purchases lead to cells filled before.
        for deck1 in range(decks1 - 1, -1, -1):
            for place in range(decks2):
                deck2 = two.order[place]
                cell = deck1 * decks2 + deck2
                # Read the value of each buy; one that cannot be made is worse than any.
                for buy in range(1, bands):
                    value = -1.0
                    if buy == one.province:
                        value = end1 if ends else after[targets[0, buy] + cell]
                    elif targets[0, buy] >= 0 and one.has_room[deck1, buy]:
                        value = here[targets[0, buy] + cell]
                    buys1[buy] = value
                for buy in range(1, bands):
                    value = 2.0
                    if buy == two.province:
                        value = end2 if ends else after[targets[1, buy] + cell]
                    elif targets[1, buy] >= 0 and two.has_room[deck2, buy]:
                        value = here[targets[1, buy] + cell]
                    buys2[buy] = value
                # Make the lines of each threshold for the first player, by how they buy.
                if one.kind == 0:
                    low1, worth1 = _lines(1.0, s.costs, chances1[deck1], buys1, slope1, rest1, best)
                elif one.kind == 1:
                    row = s.book[layer.codes[split, 0, cell]]
                    low1, worth1 = _fixed(1.0, one, deck1, chances1, buys1, row, slope1, rest1)
                else:
                    row = layer.rule1[split, deck1]
                    low1, worth1 = _fixed(1.0, one, deck1, chances1, buys1, row, slope1, rest1)
                # The same for the second player.
                if two.kind == 0:
                    low2, worth2 = _lines(
                        -1.0, s.costs, chances2[deck2], buys2, slope2, rest2, best
                    )
                elif two.kind == 1:
                    row = s.book[layer.codes[split, 1, cell]]
                    low2, worth2 = _fixed(-1.0, two, deck2, chances2, buys2, row, slope2, rest2)
                else:
                    row = layer.rule2[split, deck2]
                    low2, worth2 = _fixed(-1.0, two, deck2, chances2, buys2, row, slope2, rest2)
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
                layer.here[split, 0, cell], layer.here[split, 1, cell] = a, b
                if s.keeps:
                    if one.kind == 0:
                        layer.codes[split, 0, cell] = _code(1.0, b, buys1, s.tolerance)
                    if two.kind == 0:
                        layer.codes[split, 1, cell] = _code(-1.0, a, buys2, s.tolerance)


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
    s = setting
    p1, d1 = local // (d + 1), local % (d + 1)
    duchy = -1
    if d < s.duchies:
        duchy = (p + 1) * s.base[d + 1] + p1 * (d + 2) + d1
    targets[:] = (p + 1) * s.base[d] + local  # treasures and actions stay in the split
    targets[1, s.second.duchy] = duchy
    targets[0, s.first.duchy] = duchy + 1 if duchy >= 0 else -1
    if p + 1 < s.provinces:
        province = (p + 2) * s.base[d] + local
        targets[1, s.second.province] = province
        targets[0, s.first.province] = province + d + 1
    lead = s.lead + (2 * p1 - p) * s.points[0] + (2 * d1 - d) * s.points[1]
    return p1 + d1, lead


@njit(forceinline=True, _nrt=False)
def _lines(
    sign: float,
    costs: tuple[int, ...],
    q: NDArray[np.float64],
    buys: NDArray[np.float64],
    slope: NDArray[np.float64],
    rest: NDArray[np.float64],
    best: NDArray[np.float64],
) -> tuple[int, float]:
    """Fill each threshold's line; return the lowest threshold and its worst hand's buy value.

    A line is the chance of a hand below the threshold and what the others earn. ``sign`` is -1 for
    the second player; ``best`` is scratch.
    """
    none = 0.5 - 1.5 * sign  # nothing to buy: below all chances, or above
    bands, most = len(costs), none
    for band in range(1, bands):
        most = sign * max(sign * most, sign * buys[band])
        best[band] = most
    low, below, earned = bands, 1.0, 0.0
    slope[bands], rest[bands] = 1.0, 0.0
    for band in range(bands - 1, 0, -1):
        if best[band] == none:
            break
        low, below, earned = band, below - q[band], earned + q[band] * best[band]
        slope[band], rest[band] = max(below, 0.0), earned
    return low, best[low]


@njit(_nrt=False)
def _fixed(
    sign: float,
    player: Player,
    deck: int,
    hands: NDArray[np.float64],
    buys: NDArray[np.float64],
    row: NDArray[np.uint8],
    slope: NDArray[np.float64],
    rest: NDArray[np.float64],
) -> tuple[int, float]:
    """Fill a player's only line for given buys; the worth returned, as in `_lines`, beats passing.

    Unavailable buys are passed.
    """
    chances, bands = hands[deck], len(row)
    passes, earned = chances[0], 0.0
    for band in range(1, bands):
        buy, q = row[band], chances[band]
        if buy == RANDOM:
            treasure = victory = 0
            for card in range(1, band + 1):
                if -0.5 < buys[card] < 1.5:
                    if player.adds[card] > 0:
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
    slope[bands], rest[bands] = passes, earned
    return bands, 0.5 + 1.5 * sign


@njit(forceinline=True, _nrt=False, error_model="numpy")
def _joined(slope1: float, rest1: float, slope2: float, rest2: float) -> float:
    """Return a cell's value under two thresholds, a half for endless games."""
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
    for turn in range(low2 - 1, len(rest1)):
        t = turn
        if turn < low2:
            t = guess2
        elif turn == guess2:
            continue
        most, reply = _joined(slope1[guess1], rest1[guess1], slope2[t], rest2[t]), guess1
        u = low1
        while most < best and u < len(rest1):
            value = _joined(slope1[u], rest1[u], slope2[t], rest2[t])
            if value > most:
                most, reply = value, u
            u += 1
        if most < best:
            best, found, guess1 = most, t, reply
    answer = 2.0  # where the first player never passes, the second's threshold moves b alone
    for t in range(low2, len(rest1)):
        answer = min(answer, rest2[t] + slope2[t] * best)
    return best, answer, guess1, found


@njit(_nrt=False)
def _code(sign: float, passing: float, buys: NDArray[np.float64], tolerance: float) -> int:
    """Encode the bands' best buys; ``sign`` is -1 for the second player."""
    code, radix, most = 0, 1, sign * passing
    for band in range(1, len(buys) - 1):
        if -0.5 < buys[band] < 1.5:
            most = max(most, sign * buys[band])
        chosen = 0
        for card in range(1, band + 1):
            if -0.5 < buys[card] < 1.5 and sign * buys[card] >= most - tolerance:
                chosen = card
        code += chosen * radix
        radix *= band + 1
    return code
