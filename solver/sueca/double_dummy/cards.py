"""Card sets of the double-dummy solver: 16 bits per suit, trumps as suit 3."""

from llq.solver.card_sets import count as count_cards
from llq.solver.jit import njit

FLAGS = -256  # of a bound: all but its points, which are below 128
LANES = 0x0001000100010001
ZEROS = 0x1F * LANES
PRICED = 0x3E0 * LANES
ACES = 0x200 * LANES
SUIT, SUIT_ZEROS = 0x3FF, 0x1F
TRUMPS = SUIT << 48
_POINTS = 0xBA43200000  # four bits a rank


@njit(_nrt=False, forceinline=True)
def rename(card: int, trump: int, present: int) -> int:
    """Return a card's name in the search, from the cards still present."""
    suit, rank = card >> 4, card & 15
    if rank < 5:
        rank = count_cards(present >> (16 * suit) & ((1 << rank) - 1))
    if suit == trump:
        suit = 3
    elif suit == 3:
        suit = trump
    return 16 * suit + rank


@njit(_nrt=False, forceinline=True)
def distinct_cards(cards: int, relevant: int) -> int:
    """Return the lowest card per run of zeros between relevant cards, plus all other cards."""
    free = ZEROS & ~relevant | cards & ZEROS
    seeds = cards << 1 & free
    # The carry of the sum runs from each zero up through its run.
    return cards & ~(free & ~(free + seeds) | seeds)


@njit(_nrt=False, forceinline=True)
def move_down(hand: int, gap: int) -> int:
    """Move the zeros above a gap in their suit one rank down."""
    upper = (SUIT_ZEROS << (gap & 48)) & -(2 << gap)
    return hand & ~upper | (hand & upper) >> 1


@njit(_nrt=False, forceinline=True)
def ranks_from(card: int) -> int:
    """Return flags marking a card's rank and higher ranks of its suit.

    There are six flags a suit from bit 8 up: one for the order of all zeros, one for each rank with
    points.
    """
    return (63 & -(1 << max(0, (card & 15) - 4))) << (8 + 6 * (card >> 4))


@njit(_nrt=False, forceinline=True)
def rank_matters(card: int, flags: int) -> bool:
    """Return whether flags say that a card's rank matters."""
    return flags >> (8 + 6 * (card >> 4) + max(0, (card & 15) - 4)) & 1 == 1


@njit(_nrt=False, forceinline=True)
def order_needed(top: int, played: int) -> int:
    """Return flags of the ranks deciding a trick within the winner's suit, else 0."""
    return ranks_from(top) if played & (SUIT << (top & 48)) & ~(1 << top) else 0


@njit(_nrt=False, forceinline=True)
def beats(card: int, top: int) -> bool:
    """Return whether a card takes the trick from the current winner."""
    return card > top and (card >= 48 or card ^ top < 16)


@njit(_nrt=False, forceinline=True)
def beating_cards(top: int) -> int:
    """Return the cards that beat ``top``."""
    higher = (SUIT << (top & 48)) & -(2 << top)
    return higher | TRUMPS if top < 48 else higher


@njit(_nrt=False, forceinline=True)
def playable(hand: int, led: int) -> int:
    """Return a hand's playable cards, following the suit led if possible."""
    following = hand & led
    return following if following else hand


@njit(_nrt=False, forceinline=True)
def card_points(card: int) -> int:
    """Return a card's points."""
    return _POINTS >> 4 * (card & 15) & 15


@njit(_nrt=False, forceinline=True)
def points_of(cards: int) -> int:
    """Return a card set's total points, computed in 16-bit lanes."""
    lanes = 11 * (cards >> 9 & LANES) + 10 * (cards >> 8 & LANES) + 4 * (cards >> 7 & LANES)
    lanes += 3 * (cards >> 6 & LANES) + 2 * (cards >> 5 & LANES)
    return (lanes * LANES) >> 48 & 0xFFFF
