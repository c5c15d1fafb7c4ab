"""Exact play with all four hands open: the search behind `double_dummy`, in kernels.

Values are points that North and South take from here on. A search answers whether they reach a
target (alpha-beta with a null window [1]_) and returns how far it got: a bound from below if they
do, else from above. MTD(f) [2]_ moves the target until the two bounds meet. What keeps trees small:

* Zeros, the ranks 2 … 6 without points, close ranks as cards leave, so that the hands at the start
  of a trick are in canonical form; zeros of one hand with no relevant card between are one move.
* A bound is remembered with the ranks that mattered to its proof, six flags a suit from bit 8 up of
  every bound here, and serves a class of positions, as `double_dummy_table` says.
* Cards of one suit in a hand that differ in points by d differ by at most d as moves if they are
  neighbours, or if neither's rank mattered when one was tried: each can play the other's part to
  the end [3]_. One tried well short of the target spares the other.
* Trumps that nobody can beat and the leader's sure tricks bound the value before any search.

Two arrays go through all kernels. ``work`` holds a frame a trick (``LEVELS``) and a node a card
played (``PLACES``), ``table`` the entries. ``ply`` is cards played since the trick at the root
began; it is never passed as a literal, of which numba would make further copies of the recursion.

References
----------
.. [1] Knuth, Moore, An analysis of alpha-beta pruning, Artificial Intelligence 6 (1975).
.. [2] Plaat, Schaeffer, Pijls, de Bruin, Best-first fixed-depth minimax algorithms, Artificial
   Intelligence 87 (1996).
.. [3] Kupferschmid, Helmert, A Skat player based on Monte-Carlo simulation, CG 2006.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from llq.solver.jit import njit
from llq.solver.sueca.double_dummy.board import (
    CARDS,
    LEADER,
    LED,
    LEFT,
    LENGTHS,
    LEVEL,
    LEVELS,
    NODES,
    PLACE,
    PLACES,
    PLAYED,
    SMALL,
    TAKER,
    TOP,
    VALUES,
    close_trick,
    last_trick,
    play,
    set_root,
    sure_bound,
)
from llq.solver.sueca.double_dummy.cards import (
    FLAGS,
    PRICED,
    SUIT,
    TRUMPS,
    above,
    apart,
    count_cards,
    highest,
    lowest,
    playable,
    points,
    rank_matters,
    ranks_from,
    rename,
    total,
)
from llq.solver.sueca.double_dummy.table import (
    ENTRY,
    WAYS,
    find_bucket,
    look_up,
    move_up,
    places_needed,
)

__all__ = ["solve_cards", "solve_value"]

Ints = NDArray[np.int64]

_STEP = 7  # points that MTD(f) goes beyond a bound: measured
_FEW_CARDS, _FEW_BUCKETS = 20, 1 << 8  # endings keep to a part of the table that caches hold


@njit(_nrt=False)
def solve_value(
    hands: Ints, trump: int, leader: int, trick: Ints, played: int, guess: int, work: Ints,
    table: Ints,
) -> int:  # fmt: skip
    """Return the points that North and South take from here on, the trick in progress included.

    Parameters
    ----------
    hands : ndarray of int64, shape (4,)
        The cards still held by each seat, masks.
    trump, leader : int
        The trump suit, and the seat that led or leads the trick.
    trick : ndarray of int64, shape (3,) or longer
        The trick's cards in order, of which ``played``, 0 … 3, count.
    guess : int
        Where to begin: the nearer the sooner done; -1 for an estimate.
    work, table : ndarray of int64
        Of `make_workspace`; modified in place. ``work[NODES]`` is set to the nodes searched.
    """
    _begin(hands, trump, leader, trick, played, work, table)
    return _converge(work, table, played, work[LEVELS + LEFT], guess)


@njit(_nrt=False)
def solve_cards(
    hands: Ints, trump: int, leader: int, trick: Ints, played: int, guess: int, out: Ints,
    work: Ints, table: Ints,
) -> int:  # fmt: skip
    """Return the mover's best card; fill in the points for North and South after each legal card.

    Parameters
    ----------
    out : ndarray of int64, shape (64,)
        Modified in place: at each legal card the points that North and South take from here on if
        it is played, elsewhere -1.

    Notes
    -----
    The rest is as for `solve_value`. Equal cards are searched once, and every search begins at the
    value of the card before it; the best of equals is the lowest.
    """
    _begin(hands, trump, leader, trick, played, work, table)
    seat = (leader + played) & 3
    own = int(hands[seat])
    legal = own
    relevant = work[LEVELS + CARDS]
    if played:
        legal = playable(own, SUIT << (trick[0] & 48))
        node = PLACES + PLACE * played
        relevant = (relevant & ~work[node + PLAYED]) | (1 << work[node + TOP])
    present = hands[0] | hands[1] | hands[2] | hands[3]
    for place in range(played):
        present |= 1 << trick[place]
    # Lowest of each run first: the rest of a run follow it and share its value.
    canonical = 0
    cards = legal
    while cards:
        canonical |= 1 << rename(lowest(cards), trump, present)
        cards &= cards - 1
    tried = apart(canonical, relevant)
    for card in range(64):
        out[card] = -1
    best = -1
    value = 0
    while legal:
        card = lowest(legal)
        legal &= legal - 1
        name = rename(card, trump, present)
        if (tried >> name) & 1:
            value = _after(work, table, played, name, guess)
            guess = value
        out[card] = value
        if best < 0 or (value < out[best] if seat & 1 else value > out[best]):
            best = card
    return best


@njit(_nrt=False)
def _after(work: Ints, table: Ints, place: int, card: int, guess: int) -> int:
    """Return the value of the position at the root once a card is played there."""
    gain = play(work, 0, place, card) & ~FLAGS
    if place < 3:
        return _converge(work, table, place + 1, work[LEVELS + LEFT], guess)
    close_trick(work, LEVELS)
    left = work[LEVELS + LEVEL + LEFT]
    return gain + _converge(work, table, place + 1, left, guess - gain if guess >= 0 else -1)


@njit(_nrt=False)
def _converge(work: Ints, table: Ints, ply: int, left: int, guess: int) -> int:
    """Return the exact value of the node at ``ply``, 0 … ``left``, by MTD(f)."""
    low, high = 0, left
    target = guess if guess >= 0 else _estimate(work, LEVELS + LEVEL * (ply >> 2))
    while low < high:
        target = min(max(target, low + 1), high)
        value = _search(work, table, ply, target) & ~FLAGS
        if value >= target:
            low = value
            target = value + _STEP
        else:
            high = value
            target = value - _STEP + 1
    return low


@njit(_nrt=False, forceinline=True)
def _estimate(work: Ints, frame: int) -> int:
    """Return about what the position is worth: a regression on random deals and endings."""
    ours, theirs = work[frame] | work[frame + 2], work[frame + 1] | work[frame + 3]
    trumps = count_cards(ours & TRUMPS) - count_cards(theirs & TRUMPS)
    trump_points = total(ours & TRUMPS) - total(theirs & TRUMPS)
    points = total(ours) - total(theirs)
    return int(5 * work[frame + LEFT] + 45 * trumps + 3 * trump_points + 6 * points) // 10


@njit(_nrt=False)
def _search(work: Ints, table: Ints, ply: int, target: int) -> int:
    """Return a bound that tells whether the target is reached, and the ranks that it needs."""
    work[NODES] += 1
    level, place = ply >> 2, ply & 3
    frame, node = LEVELS + LEVEL * level, PLACES + PLACE * ply
    leader = work[frame + LEADER]
    low, high, needs, first = 0, 120, 0, -1
    base, slot, lengths, who, whom = 0, -1, 0, 0, 0
    if place == 0:
        left = work[frame + LEFT]
        if target <= 0:
            return 0
        if target > left:
            return int(left)
        if work[frame] & (work[frame] - 1) == 0:
            return last_trick(work, frame)
        bound = sure_bound(work, frame, target)
        if bound >= 0:
            return bound
        present, lengths = work[frame + CARDS], work[frame + LENGTHS]
        who = move_up(work[frame + 1] | work[frame + 3], present) | (present & PRICED) << 5
        whom = move_up(work[frame + 2] | work[frame + 3], present) | leader << 10
        base = find_bucket(lengths, who, whom, work[SMALL])
        bound, slot, first = look_up(table, base, lengths, who, whom, target)
        if bound >= 0:
            return bound
        high = left
        if slot >= 0:
            entry = table[slot + 3]
            low, high, needs = entry & 127, entry >> 7 & 127, entry >> 20
    even = (leader + place) & 1 == 0
    hand = work[frame + ((leader + place) & 3)]
    relevant = work[frame + CARDS]
    if place:
        relevant = (relevant & ~work[node + PLAYED]) | (1 << work[node + TOP])
    count = _order(work, level, place, relevant, first)
    best, choice, flags = -1 if even else 999, 0, 0
    for i in range(count):
        card = work[node + i]
        work[node + VALUES + i] = -1
        near = _near(work, node, i, relevant & ~hand, even)
        if near >= 0 and (near & ~FLAGS < target if even else near & ~FLAGS >= target):
            value, matter = near & ~FLAGS, near & FLAGS
        else:
            result = play(work, level, place, card)
            value, matter = result & ~FLAGS, result & FLAGS
            if place < 3:
                result = _search(work, table, ply + 1, target)
                value, matter = result & ~FLAGS, result & FLAGS
            elif target - value > work[frame + LEVEL + LEFT]:
                value += work[frame + LEVEL + LEFT]
            elif target > value:
                close_trick(work, frame)
                result = _search(work, table, ply + 1, target - value)
                value, matter = value + (result & ~FLAGS), matter | result & FLAGS
        work[node + VALUES + i] = value | matter
        flags |= matter
        if value > best if even else value < best:
            best, choice = value, card
        if value >= target if even else value < target:
            flags = matter
            break
    if place == 0:
        if best >= target:
            low = max(low, best)
        else:
            high = min(high, best)
        if slot < 0:
            slot = base + ENTRY * (work[NODES] & (WAYS - 1))
        table[slot], table[slot + 1], table[slot + 2] = lengths, who, whom
        needs |= places_needed(flags, work[frame + CARDS])
        table[slot + 3] = low | high << 7 | choice << 14 | needs << 20
    return best | flags


@njit(_nrt=False, forceinline=True)
def _order(work: Ints, level: int, place: int, relevant: int, first: int) -> int:
    """Fill the node's moves, the most promising first, and return their number.

    A card is judged by who takes the trick if everybody after it plays as high as possible: to a
    trick of one's own go points, to another's none, and a card that takes it is the lowest to do.
    """
    frame = LEVELS + LEVEL * level
    node = PLACES + PLACE * (4 * level + place)
    seat = (work[frame + LEADER] + place) & 3
    hand = work[frame + seat]
    top, beating, led, ours_now = -1, -1, 0, False
    if place:
        top = work[node + TOP]
        beating = above(top)
        led = SUIT << (work[node - PLACE * (place - 1) + LED] & 48)
        ours_now = (work[node + TAKER] ^ seat) & 1 == 0
        hand = playable(hand, led)
    moves = apart(hand, relevant)
    if moves & (moves - 1) == 0:
        work[node] = lowest(moves)
        return 1
    count = 0
    while moves:
        card = lowest(moves)
        moves &= moves - 1
        best_card, ours = top, ours_now
        if (beating >> card) & 1:
            best_card, ours = card, True
        suit = led if place else SUIT << (card & 48)
        for later in range(1, 4 - place):
            answers = playable(work[frame + ((seat + later) & 3)], suit) & above(best_card)
            if answers:
                best_card, ours = highest(answers), later == 2
        score = 0
        if ours:
            score += 100 + 4 * points(card)
            if best_card == card:
                score += 8 - (card & 15)
        else:
            score -= 4 * points(card)
        if card >= 48 and place:
            score -= 12
        if card == first:
            score += 1 << 20
        score = score * 64 + card
        at = count
        while at > 0 and work[node + at - 1] < score:
            work[node + at] = work[node + at - 1]
            at -= 1
        work[node + at] = score
        count += 1
    for i in range(count):
        work[node + i] &= 63
    return count


@njit(_nrt=False, forceinline=True)
def _near(work: Ints, node: int, i: int, others: int, even: bool) -> int:
    """Return what the node's move ``i`` can bring at most, by a card tried before, or -1.

    For West and East it is what the move costs them at least.
    """
    card = work[node + i]
    for j in range(i):
        tried, result = work[node + j], work[node + VALUES + j]
        if tried ^ card < 16 and result >= 0:
            below, upper = min(card, tried), max(card, tried)
            alike = not rank_matters(upper, result)
            if alike or ((1 << upper) - (1 << below)) & others == 0:
                apart = abs(points(card) - points(tried))
                value = result & ~FLAGS
                value = value + apart if even else max(0, value - apart)
                return int(value | result & FLAGS | (0 if alike else ranks_from(below)))
    return -1


@njit(_nrt=False)
def _begin(
    hands: Ints, trump: int, leader: int, trick: Ints, played: int, work: Ints, table: Ints
) -> None:
    """Set the root and how much of the table the search may use."""
    set_root(hands, trump, leader, trick, played, work)
    buckets = len(table) // (ENTRY * WAYS)
    few = count_cards(work[LEVELS + CARDS]) <= _FEW_CARDS
    work[SMALL] = (min(buckets, _FEW_BUCKETS) if few else buckets) - 1
