"""The transposition table: bounds that hold for whole classes of positions.

A proof that a team reaches a target compares few cards by rank. Say it needs the highest n of
a suit, n being 0 for a suit in which no card took a trick from another of its suit. Then it is as
good for every position with the same leader, as many cards of each suit at each seat, and the
highest n *places* of each suit (first, second, … of the cards left) at the same seats: match all
other cards of a seat's suit in any way, and play goes trick for trick as before [1]_.

Only points differ. A team takes the cards that match those it took, so its total falls by no more
than the points that cards lose by the matching, and that is least if a seat's cards of a suit are
matched in order. A bound stored for one position thus bounds all of its class, by as much less
as their cards differ, and with no difference if only cards without points changed places.

An entry is four words: how many cards of each suit each seat has; two planes that say who holds
what place (West and East in the odd one, South and East in the high one), with the ranks of priced
cards and the leader beside them; and bounds, best lead and places that matter. The first three are
the position; nothing is hashed away, no two positions can be taken for each other, and entries stay
true for later deals.

A bucket holds the first words of its entries side by side, then the second ones, and so on, so that
a look at all of them reads few lines of memory; it is filled from its start, and a 0, which no
position has for a first word, ends it.

References
----------
.. [1] Ginsberg, GIB: imperfect information in a computationally challenging game, JAIR 14 (2001):
   partition search, here with room for points.
"""

from typing import NamedTuple

from llq.solver.array_types import Ints
from llq.solver.card_sets import count as count_cards
from llq.solver.card_sets import lowest
from llq.solver.jit import njit
from llq.solver.sueca.double_dummy.cards import LANES, PRICED, SUIT, ranks_from

ENTRY, WAYS = 4, 32  # words of an entry, entries of a bucket: measured
_HASHED = 0x200 << 48  # who has the highest trump tells buckets apart: measured
_LEADER = 3 << 10
_STEPS = 0x1611200000  # points of each rank beyond the rank below, four bits a rank


class Probe(NamedTuple):
    """A bucket's knowledge of a position, -1 for each missing fact."""

    bound: int  # r with target <= r <= v or v <= r < target, and as flags the ranks it needs.
    slot: int  # The position's own entry, if there is no bound.
    lead: int  # Best card of a position of the class, not always one of this position's.


@njit(_nrt=False, forceinline=True)
def find_bucket(lengths: int, odd_plane: int, high_plane: int, mask: int) -> int:
    """Return a position's bucket start, shared by most of its class."""
    bits = lengths * -7046029254386353131 ^ (odd_plane & _HASHED) * -4658895280553007687
    bits = (bits ^ (bits >> 29 & 0x7FFFFFFFF)) * -7723592293110705685
    bits ^= (high_plane & (_HASHED | _LEADER)) * -4417276706812531889
    bits = (bits ^ (bits >> 32 & 0xFFFFFFFF)) * -7046029254386353131
    return (bits >> 40 & mask) * (ENTRY * WAYS)


@njit(_nrt=False, forceinline=True)
def find_slot(table: Ints, base: int, random: int) -> int:
    """Return a slot for a new entry: a free one, else a random one of the bucket's second half.

    Entries that decide have moved up into the first.
    """
    for slot in range(base, base + WAYS):
        if table[slot] == 0:
            return slot
    return base + WAYS // 2 + (random & (WAYS // 2 - 1))


@njit(_nrt=False, forceinline=True)
def store(
    table: Ints, slot: int, lengths: int, odd_plane: int, high_plane: int, entry: int
) -> None:
    """Write an entry, its first word at ``slot``; modified in place."""
    table[slot], table[slot + WAYS] = lengths, odd_plane
    table[slot + 2 * WAYS], table[slot + 3 * WAYS] = high_plane, entry


@njit(_nrt=False, forceinline=True)
def look_up(
    table: Ints, base: int, lengths: int, odd_plane: int, high_plane: int, target: int
) -> Probe:
    """Return what a bucket knows of a position with the value v.

    An entry that decides moves halfway up its bucket, modified in place.
    """
    own_slot, lead = -1, -1
    for slot in range(base, base + WAYS):
        if table[slot] != lengths:
            if table[slot] == 0:
                break
            continue
        entry = table[slot + 3 * WAYS]
        other_odd_plane, other_high_plane = table[slot + WAYS], table[slot + 2 * WAYS]
        differ = (other_odd_plane ^ odd_plane) & ~(PRICED << 5) | other_high_plane ^ high_plane
        if differ & (_spread(entry >> 20) | _LEADER):
            continue
        low, high, lead = entry & 127, entry >> 7 & 127, entry >> 14 & 63
        bound = -1
        if low >= target:
            low -= _excess(other_odd_plane, other_high_plane, odd_plane, high_plane)
            bound = low if low >= target else -1
        elif high < target:
            high += _excess(odd_plane, high_plane, other_odd_plane, other_high_plane)
            bound = high if high < target else -1
        if bound >= 0:
            _swap_entries(table, slot, base + (slot - base >> 1))
            return Probe(bound | _ranks_needed(entry >> 20, odd_plane >> 5), -1, lead)
        if other_odd_plane == odd_plane and other_high_plane == high_plane:
            own_slot = slot
    return Probe(-1, own_slot, lead)


@njit(_nrt=False, forceinline=True)
def move_up(cards: int, present: int) -> int:
    """Return a card set by places: highest present card at rank 9, without gaps below."""
    for rank in range(1, 10):
        lower = (~present >> rank & LANES) * ((1 << rank) - 1)
        cards = cards & ~lower | (cards & lower) << 1
    return cards


@njit(_nrt=False, forceinline=True)
def places_needed(flags: int, present: int) -> int:
    """Return the places, 10 bits a suit, of the cards present whose ranks matter."""
    places = 0
    for suit in range(4):
        ranks = flags >> (8 + 6 * suit) & 63
        needed = 10 if ranks & 1 else count_cards(present >> 16 * suit & ranks << 4)
        places |= (SUIT & -(1 << (10 - needed))) << 10 * suit
    return places


@njit(_nrt=False, forceinline=True)
def _swap_entries(table: Ints, slot: int, other_slot: int) -> None:
    for word in range(0, ENTRY * WAYS, WAYS):
        first, second = slot + word, other_slot + word
        table[first], table[second] = table[second], table[first]


@njit(_nrt=False, forceinline=True)
def _ranks_needed(places: int, present: int) -> int:
    """Return rank flags of the relevant places, given the cards present."""
    flags = 0
    for suit in range(4):
        needed = count_cards(places >> 10 * suit & SUIT)
        if needed == 0:
            continue
        priced = present & PRICED & SUIT << 16 * suit
        spare = count_cards(priced) - needed
        for _ in range(spare):
            priced &= priced - 1
        flags |= ranks_from(lowest(priced) if spare >= 0 else 16 * suit)
    return flags


@njit(_nrt=False, forceinline=True)
def _spread(places: int) -> int:
    """Return places, 10 bits a suit, as lanes of 16 bits."""
    lanes = places & SUIT | (places & SUIT << 10) << 6
    return lanes | (places & SUIT << 20) << 12 | (places & SUIT << 30) << 18


@njit(_nrt=False)
def _excess(odd_plane: int, high_plane: int, other_odd_plane: int, other_high_plane: int) -> int:
    """Return the summed excess value of cards over their matches in another position.

    Points are sums of steps from rank to rank, so it is enough to count, for each step, how many
    more cards of that rank or above a seat has; where it has fewer, nothing is taken off.
    """
    excess = 0
    for shift in range(0, 64, 16):
        odd, high = odd_plane >> shift & 0x7FFF, high_plane >> shift & SUIT
        other_odd, other_high = other_odd_plane >> shift & 0x7FFF, other_high_plane >> shift & SUIT
        if odd == other_odd and high == other_high:
            continue
        for rank in range(5, 10):
            top = SUIT & -(1 << (10 - count_cards(odd >> (5 + rank))))
            other_top = SUIT & -(1 << (10 - count_cards(other_odd >> (5 + rank))))
            surplus = _surplus(~(odd | high) & top, ~(other_odd | other_high) & other_top)
            surplus += _surplus(odd & ~high & top, other_odd & ~other_high & other_top)
            surplus += _surplus(high & ~odd & top, other_high & ~other_odd & other_top)
            surplus += _surplus(odd & high & top, other_odd & other_high & other_top)
            excess += surplus * (_STEPS >> 4 * rank & 15)
    return excess


@njit(_nrt=False, forceinline=True)
def _surplus(cards: int, others: int) -> int:
    """Return a set's excess size over another, 0 if smaller."""
    return max(0, count_cards(cards) - count_cards(others))
