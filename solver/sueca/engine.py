"""Game engine: an integer row per game, and the kernels that play a card.

A game is an int64 row; ``HANDS`` … ``LOG`` say what its columns are. Sets of cards are masks as in
`rules`, which fit an int64 without its sign.
"""

import numpy as np

from llq.solver import card_sets
from llq.solver.array_types import Ints
from llq.solver.jit import njit
from llq.solver.sueca.rules import CARDS, DECK_MASK, POINTS, SEATS, SUIT_MASK

HANDS = 0  # 4 columns: each seat's cards
TRUMP = 4  # a suit
LEADER = 5  # the seat that led, or leads, the trick
TRICK_SIZE = 6  # cards in the trick, 0 … 3
TRICK = 7  # 4 columns: its cards, in order
SCORE = 11  # points that North and South have taken
TRICKS = 12  # tricks that they have taken
VOIDS = 13  # 4 columns: the suits that each seat has failed to follow, a bit each
PLAYED = 17  # the cards played so far, a set
TURN = 18  # their number, 0 … 40
SHOWN = 19  # the dealer's card that made the trumps, -1 where none was shown
DEALER = 20  # the seat that showed it, else -1
PENDING = 21  # the card that a custom player chose, else -1
LOG = 22  # 40 columns: the cards played, in order
ROW = LOG + CARDS

RANK_POINTS = np.array(POINTS, dtype=np.int64)


@njit(forceinline=True)
def suit_of(card: int) -> int:
    """Return a card's suit."""
    return card >> 4


@njit(forceinline=True)
def rank_of(card: int) -> int:
    """Return a card's rank."""
    return card & 15


@njit(forceinline=True)
def start(row: Ints, leader: int, trump: int, shown: int, dealer: int) -> None:
    """Start a game from the row's hands, modifying the row in place."""
    row[TRUMP:] = 0
    row[TRUMP], row[LEADER] = trump, leader
    row[SHOWN], row[DEALER], row[PENDING] = shown, dealer, -1


@njit(forceinline=True)
def mover(row: Ints) -> int:
    """Return the seat whose turn it is."""
    return int((row[LEADER] + row[TRICK_SIZE]) & 3)


@njit(forceinline=True)
def legal_cards(row: Ints) -> int:
    """Return the mover's legal cards, following suit if possible."""
    hand = row[HANDS + mover(row)]
    if row[TRICK_SIZE]:
        return playable(hand, suit_of(row[TRICK]))
    return int(hand)


@njit(forceinline=True)
def playable(hand: int, led: int) -> int:
    """Return a hand's legal cards after suit ``led``: those that follow it, if any, else all."""
    following = hand & (SUIT_MASK << 16 * led)
    return int(following if following else hand)


@njit(forceinline=True)
def points_to_come(row: Ints) -> int:
    """Return the points still in play: the current trick and all hands."""
    points = 0
    for place in range(row[TRICK_SIZE]):
        points += RANK_POINTS[rank_of(row[TRICK + place])]
    cards = DECK_MASK & ~row[PLAYED]
    while cards:
        points += RANK_POINTS[rank_of(card_sets.lowest(cards))]
        cards &= cards - 1
    return int(points)


@njit(forceinline=True)
def apply(row: Ints, card: int) -> None:
    """Play a legal card; the row is modified in place."""
    seat = mover(row)
    row[HANDS + seat] ^= 1 << card
    row[PLAYED] |= 1 << card
    row[LOG + row[TURN]] = card
    row[TURN] += 1
    row[TRICK + row[TRICK_SIZE]] = card
    row[TRICK_SIZE] += 1
    led = suit_of(row[TRICK])
    if suit_of(card) != led:
        row[VOIDS + seat] |= 1 << led
    if row[TRICK_SIZE] == SEATS:
        _end_trick(row)


@njit(forceinline=True)
def _end_trick(row: Ints) -> None:
    """Give a full trick to the seat that leads the next; the row is modified in place."""
    highest, winner, points = -1, 0, 0
    led, trump = suit_of(row[TRICK]), row[TRUMP]
    for place in range(SEATS):
        suit, rank = suit_of(row[TRICK + place]), rank_of(row[TRICK + place])
        points += RANK_POINTS[rank]
        # Any trump beats the suit led, which beats the rest.
        strength = rank + (32 if suit == trump else 16 if suit == led else 0)
        if strength > highest:
            highest, winner = strength, place
    row[LEADER] = (row[LEADER] + winner) & 3
    row[TRICK_SIZE] = 0
    if row[LEADER] & 1 == 0:  # North or South
        row[SCORE] += points
        row[TRICKS] += 1
