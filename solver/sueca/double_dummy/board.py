"""The double-dummy solver's board: setting a position, playing cards, bounds without a search.

``board``, scratch space modified in place, holds a frame for each trick (``LEVELS``) and a node for
each card played (``PLACES``). Within a trick hands stay as they were when it began; each seat plays
once, so nothing has to be taken back. Below, v is the points that North and South take from a frame
on if all play perfectly, hands open. Bounds on v carry the ranks that their proofs need as flags
from bit 8 up.
"""

from typing import NamedTuple

from llq.solver.array_types import Ints
from llq.solver.card_sets import count as count_cards
from llq.solver.card_sets import highest, lowest
from llq.solver.jit import njit
from llq.solver.sueca.double_dummy.cards import (
    FLAGS,
    SUIT,
    TRUMPS,
    ZEROS,
    beats,
    card_points,
    move_down,
    order_needed,
    points_of,
    ranks_from,
    rename,
)

# Columns of `board`.
NODES = 0  # calls of the search since the position was set
SMALL = 1  # mask of the buckets in use
LIMIT = 2  # of NODES: the search stops there
LEVELS, LEVEL = 16, 9  # where frames begin, and a frame's size: 4 hands, then
LEADER, LEFT, CARDS, LENGTHS, TRICK = 4, 5, 6, 7, 8
# LEFT points in hands, CARDS their union, LENGTHS cards a suit and seat in 16 * suit + 4 * seat,
# TRICK the trick that ended the level above.
PLACES, PLACE = 128, 32  # where nodes begin, and a node's size: moves from 0, then
TOP, TAKER, PLAYED, GAIN, LED, LENGTHS_LEFT, VALUES = 10, 11, 12, 13, 14, 15, 16
BOARD = PLACES + 41 * PLACE


class Root(NamedTuple):
    """Search position in kernel form."""

    hands: Ints
    """(4,) cards still held by each seat, masks."""
    trump: int
    leader: int
    """Leader of the current trick."""
    trick: Ints
    """(3,) or longer: trick cards in order, of which ``played`` count."""
    played: int
    """0 ... 3."""


@njit(_nrt=False)
def set_root(root: Root, board: Ints) -> None:
    """Set the root: trumps made suit 3, zeros in canonical form, the trick's cards played."""
    hands, trump, leader, trick, played = root
    present = 0
    for seat in range(4):
        board[LEVELS + seat] = int(hands[seat])
    for place in range(played):
        board[LEVELS + ((leader + place) & 3)] |= 1 << trick[place]
    for seat in range(4):
        present |= board[LEVELS + seat]
    lengths, union = 0, 0
    for seat in range(4):
        hand = 0
        cards = board[LEVELS + seat]
        while cards:
            name = rename(lowest(cards), trump, present)
            cards &= cards - 1
            hand |= 1 << name
            lengths += 1 << ((name & 48) + 4 * seat)
        board[LEVELS + seat] = hand
        union |= hand
    board[LEVELS + LEADER], board[LEVELS + LEFT] = leader, points_of(union)
    board[LEVELS + CARDS], board[LEVELS + LENGTHS] = union, lengths
    board[NODES] = 0
    for place in range(played):
        play(board, 0, place, rename(int(trick[place]), trump, present))


@njit(_nrt=False, forceinline=True)
def play(board: Ints, level: int, place: int, card: int) -> int:
    """Play a card; return North and South's points for the trick, 0 until it ends.

    The ranks that decided the trick come with them as flags. After the fourth card the next frame
    knows its leader and the points left; its hands wait for `close_trick`.
    """
    frame = LEVELS + LEVEL * level
    node = PLACES + PLACE * (4 * level + place)
    seat = (board[frame + LEADER] + place) & 3
    top, taker, played, gain, lengths = card, seat, 0, 0, board[frame + LENGTHS]
    if place:
        played, gain, lengths = board[node + PLAYED], board[node + GAIN], board[node + LENGTHS_LEFT]
        if not beats(card, board[node + TOP]):
            top, taker = board[node + TOP], board[node + TAKER]
    played |= 1 << card
    gain += card_points(card)
    lengths -= 1 << ((card & 48) + 4 * seat)
    if place < 3:
        node += PLACE
        board[node + TOP], board[node + TAKER], board[node + PLAYED] = top, taker, played
        board[node + GAIN], board[node + LENGTHS_LEFT] = gain, lengths
        if place == 0:
            board[node + LED] = card
        return 0
    below = frame + LEVEL
    board[below + LEADER], board[below + LEFT] = taker, board[frame + LEFT] - gain
    board[below + LENGTHS], board[below + TRICK] = lengths, played
    return (0 if taker & 1 else gain) | order_needed(top, played)


@njit(_nrt=False, forceinline=True)
def close_trick(board: Ints, frame: int) -> None:
    """Set the next frame's hands: without the trick, and zeros moved down into its gaps."""
    below = frame + LEVEL
    played = board[below + TRICK]
    north, west = board[frame] & ~played, board[frame + 1] & ~played
    south, east = board[frame + 2] & ~played, board[frame + 3] & ~played
    gaps = played & ZEROS
    while gaps:
        gap = highest(gaps)  # the highest first: those below keep their places
        gaps ^= 1 << gap
        north, west = move_down(north, gap), move_down(west, gap)
        south, east = move_down(south, gap), move_down(east, gap)
    board[below], board[below + 1], board[below + 2], board[below + 3] = north, west, south, east
    board[below + CARDS] = north | west | south | east


@njit(_nrt=False, forceinline=True)
def last_trick(board: Ints, frame: int) -> int:
    """Return v of a frame of single-card hands, with the ranks deciding the trick."""
    leader = board[frame + LEADER]
    top, taker = lowest(board[frame + leader]), leader
    for place in range(1, 4):
        seat = (leader + place) & 3
        card = lowest(board[frame + seat])
        if beats(card, top):
            top, taker = card, seat
    return (0 if taker & 1 else board[frame + LEFT]) | order_needed(top, board[frame + CARDS])


@njit(_nrt=False, forceinline=True)
def sure_bound(board: Ints, frame: int, target: int) -> int:
    """Return r with target <= r <= v or v <= r < target, found without a search, or else -1."""
    left = board[frame + LEFT]
    if board[frame + LEADER] & 1:
        trumps = _sure_trumps(board, frame, 0)
        bound = points_of(trumps)
        if bound >= target:
            return bound | _trumps_needed(board, frame, trumps)
        sure = _sure_tricks(board, frame)
        bound = left - (sure & ~FLAGS)
        return bound | sure & FLAGS if bound < target else -1
    trumps = _sure_trumps(board, frame, 1)
    bound = left - points_of(trumps)
    if bound < target:
        return int(bound) | _trumps_needed(board, frame, trumps)
    sure = _sure_tricks(board, frame)
    return sure if sure & ~FLAGS >= target else -1


@njit(_nrt=False, forceinline=True)
def _sure_trumps(board: Ints, frame: int, team: int) -> int:
    """Return a team's priced trumps above all opposing trumps, safe from capture."""
    trumps = board[frame + CARDS] & TRUMPS
    own_trumps = trumps & (board[frame + team] | board[frame + team + 2])
    opposing_trumps = trumps ^ own_trumps
    if opposing_trumps:
        own_trumps &= -(1 << highest(opposing_trumps))
    return int(own_trumps) & ~ZEROS


@njit(_nrt=False, forceinline=True)
def _trumps_needed(board: Ints, frame: int, sure: int) -> int:
    """Return flags of the ranks securing a team's trumps, 0 without opposing trumps."""
    if not sure:
        return 0
    holder = 0 if sure & (board[frame] | board[frame + 2]) else 1
    opposing_trumps = (board[frame + 1 - holder] | board[frame + 3 - holder]) & TRUMPS
    return ranks_from(lowest(sure)) if opposing_trumps else 0


@njit(_nrt=False, forceinline=True)
def _sure_tricks(board: Ints, frame: int) -> int:
    """Return r <= points still taken by the leader's team, and the ranks r needs.

    The leader can play the highest trumps and then each suit's highest cards, as long as every
    opponent follows or has no trump left and the partner need not ruff. A player who has no
    more cards of the suit than that loses them all to it; the team's sure trumps count in any case.
    """
    cards, leader = board[frame + CARDS], board[frame + LEADER]
    hand, partner = board[frame + leader], board[frame + ((leader + 2) & 3)]
    before, after = board[frame + ((leader + 3) & 3)], board[frame + ((leader + 1) & 3)]
    taken = _sure_trumps(board, frame, leader & 1)
    ruff_before, ruff_after = before & TRUMPS != 0, after & TRUMPS != 0
    tricks, flags = 0, _trumps_needed(board, frame, taken)
    plain = count_cards(partner & ~TRUMPS)  # then the partner must ruff, and lead from trumps
    for i in range(4):
        suit = 3 - i
        lane = SUIT << 16 * suit
        run, others = hand & lane, cards & lane & ~hand
        if others:
            run &= -(1 << highest(others))
        if not run:
            continue
        length = count_cards(run)
        before_count, after_count = count_cards(before & lane), count_cards(after & lane)
        if suit == 3:
            ruff_before &= before_count > length
            ruff_after &= after_count > length
        else:
            length = min(length, before_count) if ruff_before else length
            length = min(length, after_count) if ruff_after else length
            if partner & TRUMPS and (ruff_before or ruff_after):
                length = min(length, plain)
                plain -= length
            while count_cards(run) > length:
                run &= run - 1
        if length == 0:
            continue
        tricks += length
        taken |= run
        taken |= before & lane if before_count <= length else 0
        taken |= after & lane if after_count <= length else 0
        taken |= partner & lane if count_cards(partner & lane) <= length else 0
        if others:
            flags |= ranks_from(lowest(run))
    return points_of(cards if tricks == count_cards(hand) else taken) | flags
