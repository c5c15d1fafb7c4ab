"""Counting the deals that agree with a view, a half suit at a time: shares, products, cavities.

`posterior` says what is counted, and why.
"""

from functools import cache
from itertools import combinations_with_replacement
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.array_types import Floats, Ints, Shorts
from llq.solver.card_sets import count, lowest
from llq.solver.jit import njit
from llq.solver.literature.engine import PLAYERS, SIZES
from llq.solver.literature.inference.knowledge import View, free_cards, needs_free_card
from llq.solver.literature.rules import HALF, HALF_SIZE, MOST_CARDS, MOST_HALF_SUITS, MOST_PLAYERS

_MOST = 924  # ways to share six cards among seven players
_STATES = {4: 19**2, 6: 16**4, 8: 13**5}  # of a product: rooms of 12, 9 or 6, and six cards more
_ROUNDS, _NEAR = 200, 1e-10  # of the search for the saddle point


class Posterior(NamedTuple):
    """Chances, with work arrays to compute them, modified in place."""

    held: Floats
    """(8, 54) chance of each card, by player."""
    deals: Floats
    """(2,) how many deals agree, 1 at a saddle point; whether the chances are exact."""
    free: Ints
    """(9,) the free cards of each half suit."""
    active: Ints
    """(9,) players able to hold free cards, followed by their number."""
    room: Ints
    """(8,) how many free cards each active player holds."""
    cavity: Floats
    """(9, 924) number of deals outside a half suit, per share of its free cards."""
    ways: Floats
    """(9, 7, 924) number of ways per share of a half suit's first free cards."""
    back: Floats
    """(7, 924) derivatives of the deal count by ``ways``, for a single half suit."""
    order: Ints
    """(9,) half suits in product order."""
    products: Floats
    """(12, states) ten forward products and two backward ones."""
    starts: Ints
    """(states,) product states with the last counted room empty."""
    filled: Ints
    """(states,) cards dealt at each of ``starts``."""
    offsets: Ints
    """(924,) where each share leads in a product."""
    strides: Ints
    """(8,) of the active players in a product."""
    weights: Floats
    """(8,) weights of active players at a saddle point."""
    means: Floats
    """(8,) expected free cards per active player at a saddle point."""
    shares: NDArray[np.int8]
    """(8, 7, 924, 7) distributions of cards among players, by number of players and cards."""
    gain: Shorts
    """(8, 7, 924, 7) share index after a player gains a card."""
    sizes: Ints
    """(8, 7) how many shares there are."""
    choose: Floats
    """(55, 55) the binomial coefficients, which are exact."""


def make_posterior(players: int, states: int | None = None) -> Posterior:
    """Return the space to find chances among a number of players.

    Chances are exact where a product has at most ``states`` states: always so among four and six
    by default, among eight only late in a game; 13⁶ are always enough.
    """
    states = _STATES[players] if states is None else states
    shares, gain, sizes = _all_shares()
    return Posterior(
        held=np.zeros((MOST_PLAYERS, MOST_CARDS)),
        deals=np.zeros(2),
        free=np.zeros(MOST_HALF_SUITS, dtype=np.int64),
        active=np.zeros(MOST_PLAYERS + 1, dtype=np.int64),
        room=np.zeros(MOST_PLAYERS, dtype=np.int64),
        cavity=np.zeros((MOST_HALF_SUITS, _MOST)),
        ways=np.zeros((MOST_HALF_SUITS, HALF_SIZE + 1, _MOST)),
        back=np.zeros((HALF_SIZE + 1, _MOST)),
        order=np.zeros(MOST_HALF_SUITS, dtype=np.int64),
        products=np.zeros((MOST_HALF_SUITS + 3, states)),
        starts=np.zeros(states, dtype=np.int64),
        filled=np.zeros(states, dtype=np.int64),
        offsets=np.zeros(_MOST, dtype=np.int64),
        strides=np.zeros(MOST_PLAYERS, dtype=np.int64),
        weights=np.zeros(MOST_PLAYERS),
        means=np.zeros(MOST_PLAYERS),
        shares=shares,
        gain=gain,
        sizes=sizes,
        choose=_binomials(),
    )


@njit(_nrt=False)
def find_cavities(row: Ints, view: View, out: Posterior) -> None:
    """Compute free cards, share counts, cavities and the number of deals."""
    _find_free(row, view, out)
    out.deals[0], out.deals[1] = 1.0, 1.0
    if out.active[MOST_PLAYERS] < 2:  # a free card has two players at least
        out.deals[0] = out.active[MOST_PLAYERS] == 0
        return
    for half in range(MOST_HALF_SUITS):
        _share_half_suit(row, view, half, out)
    states = 1
    for index in range(out.active[MOST_PLAYERS] - 1):
        states *= out.room[index] + HALF_SIZE + 1
    if states <= out.products.shape[1]:
        _count_cavities(out)
    else:
        out.deals[1] = 0.0
        _weigh_cavities(out)


@cache
def _binomials() -> Floats:
    most = range(MOST_CARDS + 1)
    return np.array([[comb(cards, chosen) for chosen in most] for cards in most], dtype=float)


@cache
def _all_shares() -> tuple[NDArray[np.int8], Shorts, Ints]:
    """Return ``shares``, ``gain`` and ``sizes`` of a `Posterior`."""
    most = MOST_PLAYERS - 1
    shares = np.zeros((MOST_PLAYERS, HALF_SIZE + 1, _MOST, most), dtype=np.int8)
    gain = np.zeros((MOST_PLAYERS, HALF_SIZE + 1, _MOST, most), dtype=np.int16)
    sizes = np.zeros((MOST_PLAYERS, HALF_SIZE + 1), dtype=np.int64)
    for players in range(1, MOST_PLAYERS):
        index: dict[tuple[int, ...], int] = {}
        for cards in range(HALF_SIZE, -1, -1):
            splits = [
                tuple(chosen.count(player) for player in range(players))
                for chosen in combinations_with_replacement(range(players), cards)
            ]
            sizes[players, cards] = len(splits)
            shares[players, cards, : len(splits), :players] = splits
            if cards < HALF_SIZE:
                for row, split in enumerate(splits):
                    for player in range(players):
                        grown = (*split[:player], split[player] + 1, *split[player + 1 :])
                        gain[players, cards, row, player] = index[grown]
            index = {split: row for row, split in enumerate(splits)}
    return shares, gain, sizes


@njit(_nrt=False)
def _find_free(row: Ints, view: View, out: Posterior) -> None:
    """Find the free cards and their possible holders, the roomiest player last."""
    free = free_cards(row, view)
    for half in range(MOST_HALF_SUITS):
        out.free[half] = free & (HALF << HALF_SIZE * half)
    holders = 0
    for player in range(row[PLAYERS]):
        room = row[SIZES + player] - count(view.held[player])
        if room:
            out.active[holders], out.room[holders] = player, room
            holders += 1
    for index in range(holders - 1):
        if out.room[index] > out.room[holders - 1]:
            room, player = out.room[index], out.active[index]
            out.room[index], out.active[index] = out.room[holders - 1], out.active[holders - 1]
            out.room[holders - 1], out.active[holders - 1] = room, player
    out.active[MOST_PLAYERS] = holders


@njit(_nrt=False)
def _share_half_suit(row: Ints, view: View, half: int, out: Posterior) -> None:
    """Count the ways to each share of a half suit's free cards."""
    holders = out.active[MOST_PLAYERS]
    ways = out.ways
    ways[half, 0, 0] = 1.0
    left, cards = out.free[half], 0
    while left:
        card = lowest(left)
        left &= left - 1
        for share in range(out.sizes[holders, cards + 1]):
            ways[half, cards + 1, share] = 0.0
        for share in range(out.sizes[holders, cards]):
            for index in range(holders):
                if view.may[out.active[index]] >> card & 1:
                    grown = out.gain[holders, cards, share, index]
                    ways[half, cards + 1, grown] += ways[half, cards, share]
        cards += 1
    for index in range(holders):
        if needs_free_card(row, view, out.active[index], half):
            for share in range(out.sizes[holders, cards]):
                if not out.shares[holders, cards, share, index]:
                    ways[half, cards, share] = 0.0


@njit(_nrt=False)
def _count_cavities(out: Posterior) -> None:
    """Compute the cavities and number of deals from forward and backward products.

    Open half suits are those whose free cards anyone may hold.
    """
    holders = out.active[MOST_PLAYERS]
    closed, halves, spare = _order_half_suits(out)
    starts = _index_states(out)
    out.products[0, 0] = 1.0
    dealt = 0
    for stage in range(closed):
        half = out.order[stage]
        cards = count(out.free[half])
        _clear(stage + 1, dealt + cards, starts, out)
        _find_offsets(cards, out)
        for index in range(starts):
            first, last = _state_range(dealt, index, out)
            for share in range(out.sizes[holders, cards]):
                ways, offset = out.ways[half, cards, share], out.offsets[share]
                if ways:
                    for state in range(first, last):
                        out.products[stage + 1, state + offset] += ways * out.products[stage, state]
        dealt += cards
    product, next_product = MOST_HALF_SUITS + 1, MOST_HALF_SUITS + 2
    for place in range(closed, halves):
        half, before = out.order[place], out.order[place - 1]
        cards = count(out.free[half])
        if place > closed and cards == count(out.free[before]):
            for share in range(out.sizes[holders, cards]):
                out.cavity[half, share] = out.cavity[before, share]
            continue
        _deal_spare(product, spare - cards, dealt + cards, starts, out)
        _go_back(half, closed, product, next_product, dealt, starts, out)
        _clear(next_product, dealt, starts, out)
    _deal_spare(product, spare, dealt, starts, out)
    for stage in range(closed - 1, -1, -1):
        half = out.order[stage]
        dealt -= count(out.free[half])
        _go_back(half, stage, product, next_product, dealt, starts, out)
        product, next_product = next_product, product
    out.deals[0], out.products[product, 0] = out.products[product, 0], 0.0


@njit(_nrt=False)
def _go_back(
    half: int, stage: int, product: int, next_product: int, dealt: int, starts: int, out: Posterior
) -> None:
    """Compute a half suit's cavity, and extend the backward product by that half suit.

    Products are modified in place: the new one must be 0, and the old one becomes 0.
    """
    holders, cards = out.active[MOST_PLAYERS], count(out.free[half])
    _find_offsets(cards, out)
    for share in range(out.sizes[holders, cards]):
        out.cavity[half, share] = 0.0
    for index in range(starts):
        first, last = _state_range(dealt, index, out)
        for share in range(out.sizes[holders, cards]):
            ways, offset = out.ways[half, cards, share], out.offsets[share]
            if ways:
                total = 0.0
                for state in range(first, last):
                    term = out.products[product, state + offset]
                    total += out.products[stage, state] * term
                    out.products[next_product, state] += ways * term
                out.cavity[half, share] += total
    _clear(product, dealt + cards, starts, out)


@njit(_nrt=False)
def _order_half_suits(out: Posterior) -> tuple[int, int, int]:
    """Order the half suits with free cards: closed first, then open by size.

    The largest closed ones come where products have fewest states, at both ends. Returns the number
    of closed ones and of all, and the cards of the open ones.
    """
    holders = out.active[MOST_PLAYERS]
    closed = halves = spare = is_open = 0
    for half in range(MOST_HALF_SUITS):
        cards, total = count(out.free[half]), 0.0
        for share in range(out.sizes[holders, cards]):
            total += out.ways[half, cards, share]
        if cards and total == holders**cards:
            is_open |= 1 << half
            spare += cards
        elif cards:
            closed += 1
    first, last, halves, dealt, left = 0, closed, closed, 0, spare
    for cards in range(HALF_SIZE, 0, -1):
        for half in range(MOST_HALF_SUITS):
            if count(out.free[half]) != cards:
                continue
            if is_open >> half & 1:
                out.order[halves] = half
                halves += 1
            elif dealt <= left:
                out.order[first] = half
                first += 1
                dealt += cards
            else:
                last -= 1
                out.order[last] = half
                left += cards
    return closed, halves, spare


@njit(_nrt=False)
def _deal_spare(product: int, spare: int, dealt: int, starts: int, out: Posterior) -> None:
    """Fill a product with multinomial counts for the remaining unrestricted cards."""
    dims = out.active[MOST_PLAYERS] - 1
    for index in range(starts):
        left, ways = spare, 1.0
        for player in range(dims - 1):
            width = out.room[player] + HALF_SIZE + 1
            room = out.room[player] - out.starts[index] // out.strides[player] % width
            if room > left:
                break
            ways *= out.choose[left, room]
            left -= room
        first, last = _state_range(dealt, index, out)
        for state in range(first, last):
            room = out.room[dims - 1] + out.starts[index] - state
            out.products[product, state] = ways * out.choose[left, room]


@njit(forceinline=True)
def _clear(product: int, dealt: int, starts: int, out: Posterior) -> None:
    """Make a product 0 wherever ``dealt`` cards can have been dealt.

    Forward, other states are never read: shares that do not fit lead there. Backward products are
    0 there, and everywhere between two counts.
    """
    for index in range(starts):
        first, last = _state_range(dealt, index, out)
        for state in range(first, last):
            out.products[product, state] = 0.0


@njit(forceinline=True)
def _state_range(dealt: int, index: int, out: Posterior) -> tuple[int, int]:
    """Return the range of a start's states consistent with ``dealt`` cards.

    The last player, whom no state counts, has the cards that the others have not, if there is room.
    """
    dims = out.active[MOST_PLAYERS] - 1
    start, left = out.starts[index], dealt - out.filled[index]
    first = max(0, left - out.room[dims])
    last = min(out.room[dims - 1], left)
    return start + first, start + max(first, last + 1)


@njit(_nrt=False)
def _index_states(out: Posterior) -> int:
    """Index product states by the filled rooms of active players, except the last.

    Each has six cards more than there is room, which keeps shares that do not fit apart. Returns
    the number of starts.
    """
    dims = out.active[MOST_PLAYERS] - 1
    states = 1
    for index in range(dims - 1, -1, -1):
        out.strides[index] = states
        states *= out.room[index] + HALF_SIZE + 1
    starts = 1
    out.starts[0] = out.filled[0] = 0
    for index in range(dims - 1):
        earlier_starts = starts
        for filled in range(1, out.room[index] + 1):
            for start in range(earlier_starts):
                out.starts[starts] = out.starts[start] + filled * out.strides[index]
                out.filled[starts] = out.filled[start] + filled
                starts += 1
    return starts


@njit(_nrt=False)
def _find_offsets(cards: int, out: Posterior) -> None:
    """Find each share's offset in a product, for ``cards`` cards."""
    holders = out.active[MOST_PLAYERS]
    for share in range(out.sizes[holders, cards]):
        offset = 0
        for index in range(holders - 1):
            offset += out.shares[holders, cards, share, index] * out.strides[index]
        out.offsets[share] = offset


@njit(_nrt=False)
def _weigh_cavities(out: Posterior) -> None:
    """Find player weights that give hand sizes on average, and the resulting cavities."""
    holders = out.active[MOST_PLAYERS]
    for index in range(holders):
        out.weights[index] = 1.0
    out.deals[0] = 1.0
    for _ in range(_ROUNDS):
        for index in range(holders):
            out.means[index] = 0.0
        for half in range(MOST_HALF_SUITS):
            if out.free[half] and not _weigh_half_suit(half, out):
                out.deals[0] = 0.0
                return
        error = 0.0
        for index in range(holders):
            ratio = out.room[index] / max(out.means[index], 1e-300)
            error = max(error, abs(ratio - 1))
            out.weights[index] *= ratio
        if error < _NEAR:
            return


@njit(forceinline=True)
def _weigh_half_suit(half: int, out: Posterior) -> bool:
    """Compute a half suit's weighted cavity and update the means; return whether deals remain."""
    holders = out.active[MOST_PLAYERS]
    cards = count(out.free[half])
    total = 0.0
    for share in range(out.sizes[holders, cards]):
        term = 0.0
        if out.ways[half, cards, share]:
            term = 1.0
            for index in range(holders):
                for _ in range(out.shares[holders, cards, share, index]):
                    term *= out.weights[index]
        out.cavity[half, share] = term
        total += term * out.ways[half, cards, share]
    if not total:
        return False
    for share in range(out.sizes[holders, cards]):
        out.cavity[half, share] /= total
        term = out.cavity[half, share] * out.ways[half, cards, share]
        for index in range(holders):
            out.means[index] += out.shares[holders, cards, share, index] * term
    return True
