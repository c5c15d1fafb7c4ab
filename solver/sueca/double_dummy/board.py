"""The double-dummy solver's board: setting a position, playing cards, bounds without a search.

``work`` holds a frame a trick (``LEVELS``) and a node a card played (``PLACES``). Within a trick
hands stay as they were when it began; each seat plays once, so nothing has to be taken back.
Bounds are points of North and South, with the ranks that they need as flags from bit 8 up.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from llq.solver.jit import njit
from llq.solver.sueca.double_dummy.cards import (
    FLAGS,
    SUIT,
    TRUMPS,
    ZEROS,
    beats,
    count_cards,
    highest,
    lowest,
    move_down,
    order_needed,
    points,
    ranks_from,
    rename,
    total,
)

__all__ = [
    "CARDS",
    "GAIN",
    "LEADER",
    "LED",
    "LEFT",
    "LENGTHS",
    "LENGTHS_LEFT",
    "LEVEL",
    "LEVELS",
    "NODES",
    "PLACE",
    "PLACES",
    "PLAYED",
    "SMALL",
    "TAKER",
    "TOP",
    "TRICK",
    "VALUES",
    "WORK",
    "close_trick",
    "last_trick",
    "play",
    "set_root",
    "sure_bound",
]

Ints = NDArray[np.int64]

# Columns of `work`.
NODES = 0  # calls of the search since the position was set
SMALL = 1  # mask of the buckets in use
LEVELS, LEVEL = 16, 9  # where frames begin, and a frame's size: 4 hands, then
LEADER, LEFT, CARDS, LENGTHS, TRICK = 4, 5, 6, 7, 8
# LEFT points in hands, CARDS their union, LENGTHS cards a suit and seat in 16 * suit + 4 * seat,
# TRICK the trick that ended the level above.
PLACES, PLACE = 128, 32  # where nodes begin, and a node's size: moves from 0, then
TOP, TAKER, PLAYED, GAIN, LED, LENGTHS_LEFT, VALUES = 10, 11, 12, 13, 14, 15, 16
WORK = PLACES + 41 * PLACE


@njit(_nrt=False)
def set_root(hands: Ints, trump: int, leader: int, trick: Ints, played: int, work: Ints) -> None:
    """Set the root: trumps made suit 3, zeros in canonical form, the trick's cards played."""
    present = 0
    for seat in range(4):
        work[LEVELS + seat] = int(hands[seat])
    for place in range(played):
        work[LEVELS + ((leader + place) & 3)] |= 1 << trick[place]
    for seat in range(4):
        present |= work[LEVELS + seat]
    lengths, union = 0, 0
    for seat in range(4):
        hand = 0
        cards = work[LEVELS + seat]
        while cards:
            name = rename(lowest(cards), trump, present)
            cards &= cards - 1
            hand |= 1 << name
            lengths += 1 << ((name & 48) + 4 * seat)
        work[LEVELS + seat] = hand
        union |= hand
    work[LEVELS + LEADER], work[LEVELS + LEFT] = leader, total(union)
    work[LEVELS + CARDS], work[LEVELS + LENGTHS] = union, lengths
    work[NODES] = 0
    for place in range(played):
        play(work, 0, place, rename(int(trick[place]), trump, present))


@njit(_nrt=False, forceinline=True)
def play(work: Ints, level: int, place: int, card: int) -> int:
    """Play a card and return what North and South have of the trick, 0 while it goes on.

    With it come the ranks that decided the trick. After the fourth card the next
    frame knows leader and points left; its hands wait for `close_trick`.
    """
    frame = LEVELS + LEVEL * level
    node = PLACES + PLACE * (4 * level + place)
    seat = (work[frame + LEADER] + place) & 3
    top, taker, played, gain, lengths = card, seat, 0, 0, work[frame + LENGTHS]
    if place:
        played, gain, lengths = work[node + PLAYED], work[node + GAIN], work[node + LENGTHS_LEFT]
        if not beats(card, work[node + TOP]):
            top, taker = work[node + TOP], work[node + TAKER]
    played |= 1 << card
    gain += points(card)
    lengths -= 1 << ((card & 48) + 4 * seat)
    if place < 3:
        node += PLACE
        work[node + TOP], work[node + TAKER], work[node + PLAYED] = top, taker, played
        work[node + GAIN], work[node + LENGTHS_LEFT] = gain, lengths
        if place == 0:
            work[node + LED] = card
        return 0
    below = frame + LEVEL
    work[below + LEADER], work[below + LEFT] = taker, work[frame + LEFT] - gain
    work[below + LENGTHS], work[below + TRICK] = lengths, played
    return (0 if taker & 1 else gain) | order_needed(top, played)


@njit(_nrt=False, forceinline=True)
def close_trick(work: Ints, frame: int) -> None:
    """Set the next frame's hands: without the trick, and zeros moved down into its gaps."""
    below = frame + LEVEL
    played = work[below + TRICK]
    north, west = work[frame] & ~played, work[frame + 1] & ~played
    south, east = work[frame + 2] & ~played, work[frame + 3] & ~played
    gaps = played & ZEROS
    while gaps:
        gap = highest(gaps)  # the highest first: those below keep their places
        gaps ^= 1 << gap
        north, west = move_down(north, gap), move_down(west, gap)
        south, east = move_down(south, gap), move_down(east, gap)
    work[below], work[below + 1], work[below + 2], work[below + 3] = north, west, south, east
    work[below + CARDS] = north | west | south | east


@njit(_nrt=False, forceinline=True)
def last_trick(work: Ints, frame: int) -> int:
    """Return the value of the last trick, and the ranks that decided it."""
    leader = work[frame + LEADER]
    top, taker = lowest(work[frame + leader]), leader
    for place in range(1, 4):
        seat = (leader + place) & 3
        card = lowest(work[frame + seat])
        if beats(card, top):
            top, taker = card, seat
    return (0 if taker & 1 else work[frame + LEFT]) | order_needed(top, work[frame + CARDS])


@njit(_nrt=False, forceinline=True)
def sure_bound(work: Ints, frame: int, target: int) -> int:
    """Return a bound that decides the target without a search, or -1."""
    left = work[frame + LEFT]
    if work[frame + LEADER] & 1:
        trumps = _sure_trumps(work, frame, 0)
        bound = total(trumps)
        if bound >= target:
            return bound | _trumps_needed(work, frame, trumps)
        quick = _sure_tricks(work, frame)
        bound = left - (quick & ~FLAGS)
        return bound | quick & FLAGS if bound < target else -1
    trumps = _sure_trumps(work, frame, 1)
    bound = left - total(trumps)
    if bound < target:
        return int(bound) | _trumps_needed(work, frame, trumps)
    quick = _sure_tricks(work, frame)
    return quick if quick & ~FLAGS >= target else -1


@njit(_nrt=False, forceinline=True)
def _sure_trumps(work: Ints, frame: int, team: int) -> int:
    """Return a team's priced trumps above all of the other team's: nobody can take them."""
    trumps = work[frame + CARDS] & TRUMPS
    own = trumps & (work[frame + team] | work[frame + team + 2])
    theirs = trumps ^ own
    return int(own & -(1 << highest(theirs)) if theirs else own) & ~ZEROS


@njit(_nrt=False, forceinline=True)
def _trumps_needed(work: Ints, frame: int, sure: int) -> int:
    """Return as flags the ranks that make a team's trumps sure: none if the other has no trumps."""
    if not sure:
        return 0
    holder = 0 if sure & (work[frame] | work[frame + 2]) else 1
    theirs = (work[frame + 1 - holder] | work[frame + 3 - holder]) & TRUMPS
    return ranks_from(lowest(sure)) if theirs else 0


@njit(_nrt=False, forceinline=True)
def _sure_tricks(work: Ints, frame: int) -> int:
    """Return the points that the leader's team is sure of, and the ranks this takes.

    The leader can play his highest trumps and then each suit's highest cards, as long as every
    opponent follows or has no trump left and his partner need not ruff. Whoever has no more cards
    of the suit than that loses them all to it; the team's sure trumps count in any case.
    """
    cards, leader = work[frame + CARDS], work[frame + LEADER]
    hand, partner = work[frame + leader], work[frame + ((leader + 2) & 3)]
    before, after = work[frame + ((leader + 3) & 3)], work[frame + ((leader + 1) & 3)]
    taken = _sure_trumps(work, frame, leader & 1)
    ruff_before, ruff_after = before & TRUMPS != 0, after & TRUMPS != 0
    tricks, flags = 0, _trumps_needed(work, frame, taken)
    plain = count_cards(partner & ~TRUMPS)  # that done, he must ruff, and lead from trumps
    for i in range(4):
        suit = 3 - i
        lane = SUIT << 16 * suit
        run, others = hand & lane, cards & lane & ~hand
        if others:
            run &= -(1 << highest(others))
        if not run:
            continue
        n = count_cards(run)
        n_before, n_after = count_cards(before & lane), count_cards(after & lane)
        if suit == 3:
            ruff_before &= n_before > n
            ruff_after &= n_after > n
        else:
            n = min(n, n_before if ruff_before else n, n_after if ruff_after else n)
            if partner & TRUMPS and (ruff_before or ruff_after):
                n = min(n, plain)
                plain -= n
            while count_cards(run) > n:
                run &= run - 1
        if n == 0:
            continue
        tricks += n
        taken |= run
        taken |= before & lane if n_before <= n else 0
        taken |= after & lane if n_after <= n else 0
        taken |= partner & lane if count_cards(partner & lane) <= n else 0
        if others:
            flags |= ranks_from(lowest(run))
    return total(cards if tricks == count_cards(hand) else taken) | flags
