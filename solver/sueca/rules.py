"""Sueca rules as data, and cards as numbers.

A *card* is ``16 * suit + rank``; the suits are 0 … 3 and the ranks 0 … 9 in ascending order of
strength. A *hand*, or any other set of cards, is a mask: the integer with bit ``card`` set for each
of its cards, so that suit ``s`` is ``SUIT_MASK << 16 * s`` and a set fits one 64-bit word.

Seats are 0 … 3 in the order of play, which is counter-clockwise [2]_: North, West, South, East.
Partners sit across, so a seat's parity is its team.

References
----------
.. [1] V. Lopes Carreiro, Examining different strategies for the card game Sueca, Leiden, 2016.
.. [2] J. McLeod, Sueca, pagat.com/aceten/sueca.html, on which [1]_ bases its chapter 2.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from types import MappingProxyType

from llq.errors import UnknownCard
from llq.solver.card_masks import cards_of


class Seat(IntEnum):
    """Seats in order of play [1]_, sections 2.3 and 2.4."""

    NORTH = 0
    WEST = 1
    SOUTH = 2
    EAST = 3


class TrumpFrom(StrEnum):
    """How the trump suit is chosen."""

    RANDOM = "random"
    """Suit drawn by lot, without a shown card. The thesis's experiments [1]_, section 8.2."""
    FIRST = "first"
    """The first card of the dealer, who deals to their own hand first [1]_, section 2.2."""
    LAST = "last"
    """The last card of the dealer, who deals to their left first [1]_, section 2.2."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Parameters of Sueca: card points, game scores and first leader."""

    rules_id: str
    version: int
    """Version of this program's encoding of the rules."""
    ranks: str
    """One symbol for each rank, weakest first [1]_, section 2.1."""
    points: tuple[int, ...]
    """Card points by rank [1]_, table 2.1."""
    win_above: int
    """Points to exceed for one game [1]_, section 2.4."""
    double_above: int
    """Points to exceed for two games."""
    sweep_games: int
    """Games scored for all ten tricks; 120 points otherwise make a double."""
    leader_after_dealer: int
    """Offset from dealer to first leader: 1, the dealer's right [1]_, section 2.3."""

    @property
    def variant(self) -> str:
        """The variant's name, the last part of ``rules_id``."""
        return self.rules_id.rpartition("/")[2]

    def games(self, points: int, tricks: int) -> int:
        """Return a team's game score for its points and tricks.

        Equal points score for neither team.
        """
        if tricks == HAND_SIZE:
            return self.sweep_games
        return (points > self.win_above) + (points > self.double_above)


HAND_SIZE = 10
SEATS = 4
CARDS = SEATS * HAND_SIZE
STREAMS = 1 + SEATS
"""Random streams of a match's game: the deal's and each seat's."""

RULES = Rules(
    rules_id="sueca/carreiro-2016",
    version=1,
    ranks="23456QJK7A",
    points=(0, 0, 0, 0, 0, 2, 3, 4, 10, 11),
    win_above=60,
    double_above=90,
    sweep_games=4,
    leader_after_dealer=1,
)

POINTS = RULES.points
RANK_SYMBOLS = RULES.ranks
SUIT_SYMBOLS = "SHDC"
"""Spades, hearts, diamonds and clubs; the order means nothing."""
SUIT_MASK = 0x3FF
"""Cards of suit 0."""
DECK_MASK = sum(SUIT_MASK << 16 * suit for suit in range(4))
"""All cards."""
TOTAL_POINTS = 4 * sum(POINTS)
"""Card points of a game."""

_SUIT_NAMES = ("spades", "hearts", "diamonds", "clubs")
_LETTER_OF_PICTURE = MappingProxyType(dict(zip("♠♥♦♣", SUIT_SYMBOLS, strict=True)))


def card_name(card: int) -> str:
    """Return a card's rank and suit, such as ``AS``.

    >>> card_name(16 * 1 + 8)
    '7H'
    """
    return RANK_SYMBOLS[card % 16] + SUIT_SYMBOLS[card // 16]


def find_card(name: str) -> int:
    """Return the card of a name: rank then suit, in either case; suits may be drawn (♠♥♦♣).

    >>> find_card("7h")
    24
    """
    text = name.strip().upper()
    text = text[:-1] + _LETTER_OF_PICTURE.get(text[-1:], text[-1:])
    if len(text) != 2 or text[0] not in RANK_SYMBOLS or text[1] not in SUIT_SYMBOLS:
        raise UnknownCard(
            f"{name!r} is not a card of Sueca: write a rank of {' '.join(RANK_SYMBOLS[::-1])} and "
            f"a suit of {' '.join(SUIT_SYMBOLS)}, such as AS or 7H"
        )
    return 16 * SUIT_SYMBOLS.index(text[1]) + RANK_SYMBOLS.index(text[0])


def find_suit(name: str) -> int:
    """Return the suit of a letter, picture or name, in either case.

    >>> find_suit("h") == find_suit("♥") == find_suit("Hearts") == 1
    True
    """
    text = name.strip().upper()
    text = _LETTER_OF_PICTURE.get(text, text)
    for suit, (letter, word) in enumerate(zip(SUIT_SYMBOLS, _SUIT_NAMES, strict=True)):
        if text in (letter, word.upper(), word.upper().removesuffix("S")):
            return suit
    raise UnknownCard(f"{name!r} is not a suit: write one of {' '.join(SUIT_SYMBOLS)}")


def winning_place(trick: Sequence[int], trump: int) -> int:
    """Return the place of a trick's best card.

    >>> winning_place([find_card("2H"), find_card("AH"), find_card("3S")], trump=0)
    2
    """
    led = trick[0] >> 4
    return max(
        range(len(trick)),
        key=lambda place: (trick[place] >> 4 == trump, trick[place] >> 4 == led, trick[place]),
    )


def points_of(mask: int) -> int:
    """Return the total points of a card set."""
    return sum(POINTS[card % 16] for card in cards_of(mask))
