"""Exact play with all four hands open: the search behind `double_dummy`, in kernels.

Values are points that North and South take from here on. A search answers whether they reach a
target (alpha-beta with a null window [1]_) and returns how far it got: a bound from below if they
do, else from above. MTD(f) [2]_ moves the target until the two bounds meet. What keeps trees small:

* Zeros, the ranks 2 … 6 without points, close ranks as cards leave, so that the hands at the start
  of a trick are in canonical form; zeros of one hand with no relevant card between are one move.
* A bound is remembered with the suits in which the order of zeros mattered to its proof, bits 8 …
  11 of every bound here, and holds for all positions that differ in other suits' order only. This
  is partition search [3]_ cut down to one bit a suit. A zero that did not matter stands for all
  zeros of its suit in the hand.
* Neighbours in a hand that differ in points by d differ by at most d as moves, because each can
  play the other's part to the end [4]_; one tried well short of the target spares the other.
* Trumps that nobody can beat and the leader's sure tricks bound the value before any search.

The table's entry is four words: zeros per seat and suit, two planes that say who holds what, and
the bounds with the best lead. Together they are the position, trumps being suit 3 always: nothing
is hashed away, no two positions can be taken for each other, and entries stay true for later deals.

Two arrays go through all kernels. ``work`` holds a frame a trick (``LEVELS``) and a node a card
played (``PLACES``), ``table`` the entries. ``ply`` is cards played since the trick at the root
began; it is never passed as a literal, of which numba would make further copies of the recursion.

References
----------
.. [1] Knuth, Moore, An analysis of alpha-beta pruning, Artificial Intelligence 6 (1975).
.. [2] Plaat, Schaeffer, Pijls, de Bruin, Best-first fixed-depth minimax algorithms, Artificial
   Intelligence 87 (1996).
.. [3] Ginsberg, GIB: imperfect information in a computationally challenging game, JAIR 14 (2001).
.. [4] Kupferschmid, Helmert, A Skat player based on Monte-Carlo simulation, CG 2006.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.cpython.unsafe.numbers import leading_zeros, trailing_zeros
from numba.extending import intrinsic
from numpy.typing import NDArray

from llq.solver.jit import njit

__all__ = ["ENTRY", "NODES", "WAYS", "WORK", "solve_cards", "solve_value"]

Ints = NDArray[np.int64]

ENTRY, WAYS = 4, 4  # words of an entry, entries of a bucket

# Columns of `work`.
NODES = 0  # calls of `_search` since the position was set
SMALL = 1  # mask of the buckets in use
LEVELS, LEVEL = 16, 9  # where frames begin, and a frame's size: 4 hands, then
LEADER, LEFT, CARDS, COUNTS, TRICK = 4, 5, 6, 7, 8
# LEFT points in hands, CARDS their union, COUNTS zeros a suit and seat in 16 * suit + 3 * seat,
# TRICK the trick that ended the level above.
PLACES, PLACE = 128, 32  # where nodes begin, and a node's size: moves from 0, then
TOP, TAKER, PLAYED, GAIN, LED, ZEROS_LEFT, VALUES = 10, 11, 12, 13, 14, 15, 16
WORK = PLACES + 41 * PLACE

_LANES = 0x0001000100010001
_ZEROS = 0x1F * _LANES
_PRICED = 0x3E0 * _LANES
_SUIT, _SUIT_ZEROS = 0x3FF, 0x1F
_TRUMPS = _SUIT << 48
_POINTS = 0xBA43200000  # four bits a rank
_FLAGS = -256
_STEP = 7  # points that MTD(f) goes beyond a bound: measured
_FEW_CARDS, _FEW_BUCKETS = 20, 1 << 10  # endings keep to a part of the table that caches hold


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
        Where to begin: the nearer the sooner done; -1 for half of what is left.
    work, table : ndarray of int64
        Of `make_workspace`; modified in place. ``work[NODES]`` is set to the nodes searched.
    """
    _set(hands, trump, leader, trick, played, work, table)
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
    _set(hands, trump, leader, trick, played, work, table)
    seat = (leader + played) & 3
    own = np.int64(hands[seat])
    legal = own
    relevant = work[LEVELS + CARDS]
    if played:
        legal = _legal(own, _SUIT << (trick[0] & 48))
        node = PLACES + PLACE * played
        relevant = (relevant & ~work[node + PLAYED]) | (1 << work[node + TOP])
    present = np.int64(hands[0]) | hands[1] | hands[2] | hands[3]
    for place in range(played):
        present |= 1 << trick[place]
    # Lowest of each run first: the rest of a run follow it and share its value.
    canonical = 0
    cards = legal
    while cards:
        canonical |= 1 << _rename(trailing_zeros(cards), trump, present)
        cards &= cards - 1
    tried = _apart(canonical, relevant)
    for card in range(64):
        out[card] = -1
    best = -1
    value = 0
    while legal:
        card = trailing_zeros(legal)
        legal &= legal - 1
        name = _rename(card, trump, present)
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
    gain = _play(work, 0, place, card) & ~_FLAGS
    if place < 3:
        return _converge(work, table, place + 1, work[LEVELS + LEFT], guess)
    _close(work, LEVELS)
    left = work[LEVELS + LEVEL + LEFT]
    return gain + _converge(work, table, place + 1, left, guess - gain if guess >= 0 else -1)


@njit(_nrt=False)
def _converge(work: Ints, table: Ints, ply: int, left: int, guess: int) -> int:
    """Return the exact value of the node at ``ply``, 0 … ``left``, by MTD(f)."""
    low, high = 0, left
    target = guess if guess >= 0 else left // 2
    while low < high:
        target = min(max(target, low + 1), high)
        value = _search(work, table, ply, target) & ~_FLAGS
        if value >= target:
            low = value
            target = value + _STEP
        else:
            high = value
            target = value - _STEP + 1
    return low


@njit(_nrt=False)
def _search(work: Ints, table: Ints, ply: int, target: int) -> int:
    """Return a bound that tells whether the target is reached, and the suits that it needs."""
    work[NODES] += 1
    level, place = ply >> 2, ply & 3
    frame, node = LEVELS + LEVEL * level, PLACES + PLACE * ply
    leader = work[frame + LEADER]
    low, high, needs, first = 0, 120, 0, -1
    base, slot = 0, -1
    who, whom = 0, 0
    if place == 0:
        left = work[frame + LEFT]
        if target <= 0:
            return 0
        if target > left:
            return left
        if work[frame] & (work[frame] - 1) == 0:
            return _last(work, frame)
        bound = _sure_bound(work, frame, target)
        if bound >= 0:
            return bound
        who = work[frame + 1] | work[frame + 3] | (work[frame + CARDS] & _PRICED) << 5
        whom = work[frame + 2] | work[frame + 3] | leader << 10
        base = _bucket(work[frame + COUNTS], who, whom, work[SMALL])
        slot = _find(table, base, work[frame + COUNTS], who, whom)
        high = left
        if slot >= 0:
            entry = table[slot + 3]
            low, high, first, needs = (
                entry & 127,
                (entry >> 7) & 127,
                (entry >> 14) & 63,
                entry >> 20,
            )
            if low >= target:
                return low | needs << 8
            if high < target:
                return high | needs << 8
    even = (leader + place) & 1 == 0
    hand = work[frame + ((leader + place) & 3)]
    relevant = work[frame + CARDS]
    if place:
        relevant = (relevant & ~work[node + PLAYED]) | (1 << work[node + TOP])
    count = _order(work, level, place, relevant, first)
    best, choice, flags, skip = -1 if even else 999, 0, 0, 0
    for i in range(count):
        card = work[node + i]
        work[node + VALUES + i] = -1
        if (skip >> card) & 1:
            continue
        near = _near(work, node, i, relevant & ~hand, even)
        if near >= 0 and (near < target if even else near >= target):
            value, matter = near, 1 << (card >> 4)
        else:
            result = _play(work, level, place, card)
            value, matter = result & ~_FLAGS, result >> 8
            if place < 3:
                result = _search(work, table, ply + 1, target)
                value, matter = result & ~_FLAGS, result >> 8
            elif target - value > work[frame + LEVEL + LEFT]:
                value += work[frame + LEVEL + LEFT]
            elif target > value:
                _close(work, frame)
                result = _search(work, table, ply + 1, target - value)
                value, matter = value + (result & ~_FLAGS), matter | result >> 8
            if card & 15 < 5 and (matter >> (card >> 4)) & 1 == 0:
                skip |= _SUIT_ZEROS << (card & 48)
        work[node + VALUES + i] = value
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
        table[slot], table[slot + 1], table[slot + 2] = work[frame + COUNTS], who, whom
        table[slot + 3] = low | high << 7 | choice << 14 | (needs | flags) << 20
    return best | flags << 8


@njit(_nrt=False, forceinline=True)
def _order(work: Ints, level: int, place: int, relevant: int, first: int) -> int:
    """Fill the node's moves, the most promising first, and return their number.

    A card is judged by who takes the trick if everybody after it plays as high as possible: to a
    trick of one's own go points, to another's none, and both times low cards go before high ones.
    """
    frame = LEVELS + LEVEL * level
    node = PLACES + PLACE * (4 * level + place)
    seat = (work[frame + LEADER] + place) & 3
    hand = work[frame + seat]
    top, beating, led, ours_now = -1, -1, 0, False
    if place:
        top = work[node + TOP]
        beating = _above(top)
        led = _SUIT << (work[node - PLACE * (place - 1) + LED] & 48)
        ours_now = (work[node + TAKER] ^ seat) & 1 == 0
        hand = _legal(hand, led)
    moves = _apart(hand, relevant)
    if moves & (moves - 1) == 0:
        work[node] = trailing_zeros(moves)
        return 1
    count = 0
    while moves:
        card = trailing_zeros(moves)
        moves &= moves - 1
        highest, ours = top, ours_now
        if (beating >> card) & 1:
            highest, ours = card, True
        suit = led if place else _SUIT << (card & 48)
        for later in range(1, 4 - place):
            answers = _legal(work[frame + ((seat + later) & 3)], suit) & _above(highest)
            if answers:
                highest, ours = _highest(answers), later == 2
        score = -(card & 15)
        if ours:
            score += 100 + 4 * _points(card)
            if highest == card:
                score += 8
        else:
            score -= 4 * _points(card)
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
    """Return what the node's move ``i`` can bring at most, by a neighbour tried before, or -1.

    For West and East it is what the move costs them at least.
    """
    card = work[node + i]
    for j in range(i):
        tried, value = work[node + j], work[node + VALUES + j]
        if tried ^ card < 16 and value >= 0:
            between = (1 << max(card, tried)) - (1 << min(card, tried))
            if between & others == 0:
                apart = abs(_points(card) - _points(tried))
                return value + apart if even else max(0, value - apart)
    return -1


@njit(_nrt=False, forceinline=True)
def _play(work: Ints, level: int, place: int, card: int) -> int:
    """Play a card and return what North and South have of the trick, 0 while it goes on.

    With it come the suits whose zeros' order decided the trick. After the fourth card the next
    frame knows leader and points left; its hands wait for `_close`.
    """
    frame = LEVELS + LEVEL * level
    node = PLACES + PLACE * (4 * level + place)
    seat = (work[frame + LEADER] + place) & 3
    top, taker, played, gain, zeros = card, seat, 0, 0, work[frame + COUNTS]
    if place:
        played, gain, zeros = work[node + PLAYED], work[node + GAIN], work[node + ZEROS_LEFT]
        if not _beats(card, work[node + TOP]):
            top, taker = work[node + TOP], work[node + TAKER]
    played |= 1 << card
    gain += _points(card)
    if card & 15 < 5:
        zeros -= 1 << ((card & 48) + 3 * seat)
    if place < 3:
        node += PLACE
        work[node + TOP], work[node + TAKER], work[node + PLAYED] = top, taker, played
        work[node + GAIN], work[node + ZEROS_LEFT] = gain, zeros
        if place == 0:
            work[node + LED] = card
        return 0
    below = frame + LEVEL
    work[below + LEADER], work[below + LEFT] = taker, work[frame + LEFT] - gain
    work[below + COUNTS], work[below + TRICK] = zeros, played
    return (0 if taker & 1 else gain) | _order_needed(top, played)


@njit(_nrt=False, forceinline=True)
def _close(work: Ints, frame: int) -> None:
    """Set the next frame's hands: without the trick, and zeros moved down into its gaps."""
    below = frame + LEVEL
    played = work[below + TRICK]
    north, west = work[frame] & ~played, work[frame + 1] & ~played
    south, east = work[frame + 2] & ~played, work[frame + 3] & ~played
    gaps = played & _ZEROS
    while gaps:
        gap = _highest(gaps)  # the highest first: those below keep their places
        gaps ^= 1 << gap
        north, west = _move_down(north, gap), _move_down(west, gap)
        south, east = _move_down(south, gap), _move_down(east, gap)
    work[below], work[below + 1], work[below + 2], work[below + 3] = north, west, south, east
    work[below + CARDS] = north | west | south | east


@njit(_nrt=False, forceinline=True)
def _last(work: Ints, frame: int) -> int:
    """Return the value of the last trick, and the suit whose zeros' order decided it."""
    leader = work[frame + LEADER]
    top, taker = trailing_zeros(work[frame + leader]), leader
    for place in range(1, 4):
        seat = (leader + place) & 3
        card = trailing_zeros(work[frame + seat])
        if _beats(card, top):
            top, taker = card, seat
    return (0 if taker & 1 else work[frame + LEFT]) | _order_needed(top, work[frame + CARDS])


@njit(_nrt=False, forceinline=True)
def _sure_bound(work: Ints, frame: int, target: int) -> int:
    """Return a bound that decides the target without a search, or -1."""
    left = work[frame + LEFT]
    if work[frame + LEADER] & 1:
        bound = _sum(_sure_trumps(work, frame, 0))
        if bound >= target:
            return bound
        quick = _sure_tricks(work, frame)
        bound = left - (quick & ~_FLAGS)
        return bound | quick & _FLAGS if bound < target else -1
    bound = left - _sum(_sure_trumps(work, frame, 1))
    if bound < target:
        return bound
    quick = _sure_tricks(work, frame)
    return quick if quick & ~_FLAGS >= target else -1


@njit(_nrt=False, forceinline=True)
def _sure_trumps(work: Ints, frame: int, team: int) -> int:
    """Return a team's trumps above all of the other team's: nobody can take their points."""
    trumps = work[frame + CARDS] & _TRUMPS
    own = trumps & (work[frame + team] | work[frame + team + 2])
    theirs = trumps ^ own
    return own & -(1 << _highest(theirs)) if theirs else own


@njit(_nrt=False, forceinline=True)
def _sure_tricks(work: Ints, frame: int) -> int:
    """Return the points that the leader's team is sure of, and the suits this takes.

    The leader can play his highest trumps and then each suit's highest cards, as long as every
    opponent follows or has no trump left. Whoever has no more cards of the suit than that loses
    them all to it; the team's sure trumps count in any case.
    """
    cards, leader = work[frame + CARDS], work[frame + LEADER]
    hand, partner = work[frame + leader], work[frame + ((leader + 2) & 3)]
    before, after = work[frame + ((leader + 3) & 3)], work[frame + ((leader + 1) & 3)]
    taken = _sure_trumps(work, frame, leader & 1)
    ruff_before, ruff_after = before & _TRUMPS != 0, after & _TRUMPS != 0
    tricks, flags = 0, 0
    for i in range(4):
        suit = 3 - i
        lane = _SUIT << 16 * suit
        run, others = hand & lane, cards & lane & ~hand
        if others:
            run &= -(1 << _highest(others))
        if not run:
            continue
        n = _count(run)
        n_before, n_after = _count(before & lane), _count(after & lane)
        if suit == 3:
            ruff_before &= n_before > n
            ruff_after &= n_after > n
        else:
            n = min(n, n_before if ruff_before else n, n_after if ruff_after else n)
            while _count(run) > n:
                run &= run - 1
        if n == 0:
            continue
        tricks += n
        taken |= run
        taken |= before & lane if n_before <= n else 0
        taken |= after & lane if n_after <= n else 0
        taken |= partner & lane if _count(partner & lane) <= n else 0
        if run & _ZEROS and others & _ZEROS:
            flags |= 256 << suit
    return _sum(cards if tricks == _count(hand) else taken) | flags


@njit(_nrt=False, forceinline=True)
def _bucket(counts: int, who: int, whom: int, mask: int) -> int:
    """Return where the position's bucket begins, which no order of zeros changes."""
    x = counts * -7046029254386353131 ^ (who & ~_ZEROS) * -4658895280553007687
    x = (x ^ (x >> 29 & 0x7FFFFFFFF)) * -7723592293110705685
    x ^= (whom & ~_ZEROS) * -4417276706812531889
    x = (x ^ (x >> 32 & 0xFFFFFFFF)) * -7046029254386353131
    return (x >> 40 & mask) * (ENTRY * WAYS)


@njit(_nrt=False, forceinline=True)
def _find(table: Ints, base: int, counts: int, who: int, whom: int) -> int:
    """Return the entry of a bucket that holds for the position, or -1."""
    for way in range(WAYS):
        slot = base + ENTRY * way
        if table[slot] == counts:
            needs = table[slot + 3] >> 20
            ordered = needs & 1 | (needs & 2) << 15 | (needs & 4) << 30 | (needs & 8) << 45
            compared = ~_ZEROS | ordered * _SUIT_ZEROS
            if ((table[slot + 1] ^ who) | (table[slot + 2] ^ whom)) & compared == 0:
                return slot
    return -1


@njit(_nrt=False)
def _set(
    hands: Ints, trump: int, leader: int, trick: Ints, played: int, work: Ints, table: Ints
) -> None:
    """Set the root: trumps made suit 3, zeros in canonical form, the trick's cards played."""
    present = 0
    for seat in range(4):
        work[LEVELS + seat] = np.int64(hands[seat])
    for place in range(played):
        work[LEVELS + ((leader + place) & 3)] |= 1 << trick[place]
    for seat in range(4):
        present |= work[LEVELS + seat]
    counts, union = 0, 0
    for seat in range(4):
        hand = 0
        cards = work[LEVELS + seat]
        while cards:
            name = _rename(trailing_zeros(cards), trump, present)
            cards &= cards - 1
            hand |= 1 << name
            if name & 15 < 5:
                counts += 1 << ((name & 48) + 3 * seat)
        work[LEVELS + seat] = hand
        union |= hand
    work[LEVELS + LEADER], work[LEVELS + LEFT] = leader, _sum(union)
    work[LEVELS + CARDS], work[LEVELS + COUNTS] = union, counts
    work[NODES] = 0
    buckets = len(table) // (ENTRY * WAYS)
    work[SMALL] = (min(buckets, _FEW_BUCKETS) if _count(union) <= _FEW_CARDS else buckets) - 1
    for place in range(played):
        _play(work, 0, place, _rename(np.int64(trick[place]), trump, present))


@njit(_nrt=False, forceinline=True)
def _rename(card: int, trump: int, present: int) -> int:
    """Return a card's name in the search, from the cards still present."""
    suit, rank = card >> 4, card & 15
    if rank < 5:
        rank = _count(present >> (16 * suit) & ((1 << rank) - 1))
    if suit == trump:
        suit = 3
    elif suit == 3:
        suit = trump
    return 16 * suit + rank


@njit(_nrt=False, forceinline=True)
def _apart(cards: int, relevant: int) -> int:
    """Return the lowest of each run of a hand's zeros that no relevant card parts; other cards."""
    free = _ZEROS & ~relevant | cards & _ZEROS
    seeds = cards << 1 & free
    # The carry of the sum runs from each zero up through its run.
    return cards & ~(free & ~(free + seeds) | seeds)


@njit(_nrt=False, forceinline=True)
def _move_down(hand: int, gap: int) -> int:
    """Move the zeros above a gap in their suit one rank down."""
    upper = (_SUIT_ZEROS << (gap & 48)) & -(2 << gap)
    return hand & ~upper | (hand & upper) >> 1


@njit(_nrt=False, forceinline=True)
def _order_needed(top: int, played: int) -> int:
    """Return the suit, as a flag, in which one zero took a trick from another, else 0."""
    if top & 15 < 5 and played & (_SUIT_ZEROS << (top & 48)) & ~(1 << top):
        return 256 << (top >> 4)
    return 0


@njit(_nrt=False, forceinline=True)
def _beats(card: int, top: int) -> bool:
    """Return whether a card takes the trick from the card that has it so far."""
    return card > top and (card >= 48 or card ^ top < 16)


@njit(_nrt=False, forceinline=True)
def _above(top: int) -> int:
    """Return the cards that take the trick from ``top``."""
    higher = (_SUIT << (top & 48)) & -(2 << top)
    return higher | _TRUMPS if top < 48 else higher


@njit(_nrt=False, forceinline=True)
def _legal(hand: int, led: int) -> int:
    """Return what a hand may play to the suit led."""
    following = hand & led
    return following if following else hand


@njit(_nrt=False, forceinline=True)
def _points(card: int) -> int:
    """Return a card's points."""
    return _POINTS >> 4 * (card & 15) & 15


@njit(_nrt=False, forceinline=True)
def _sum(cards: int) -> int:
    """Return the points of a set of cards, all suits at once in lanes of 16 bits."""
    lanes = 11 * (cards >> 9 & _LANES) + 10 * (cards >> 8 & _LANES) + 4 * (cards >> 7 & _LANES)
    lanes += 3 * (cards >> 6 & _LANES) + 2 * (cards >> 5 & _LANES)
    return (lanes * _LANES) >> 48 & 0xFFFF


@njit(_nrt=False, forceinline=True)
def _highest(cards: int) -> int:
    """Return the highest card of a set that is not empty."""
    return int(63 - leading_zeros(cards))


@intrinsic  # type: ignore[untyped-decorator]
def _count(_typing: Any, cards: Any) -> Any:
    """Return the number of cards in a set: the processor's own instruction."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return cards(cards), generate
