"""Literature rules as data, and cards as numbers.

A *card* is ``6 * half_suit + place``; half suit ``2 * suit`` is the low and ``2 * suit + 1`` the
high one; the ninth, of a pack with jokers, has the eights and the jokers. A *hand*, or any other
set of cards, is a mask: the integer with bit ``card`` set for each of its cards, so that half suit
``h`` is ``HALF << 6 * h`` and a set fits one 64-bit word.

Seats are 0 … players - 1 around the table and the teams sit alternately: a seat's parity is its
team.

References
----------
.. [1] N. Somani, Training a bot to play Literature (the article), and its program, whose rules are
   known from its public source: github.com/neelsomani/literature.
.. [2] J. McLeod, Literature, pagat.com/quartet/literature.html.
.. [3] Literature (card game), Wikipedia, which bases itself on [2]_ and lists variations.
.. [4] FishAI, RULES_US54.md: github.com/MeagerPotato/FishAI.
"""

from dataclasses import dataclass, replace
from enum import IntEnum
from types import MappingProxyType

from llq.errors import IllegalState, UnknownCard, UnknownGame, one_of
from llq.solver.card_masks import cards_of

SUITS = 4
HALF_SIZE = 6
HALF_SUITS = 2 * SUITS
"""Half suits without jokers; `CARDS` and `DECK` likewise exclude jokers."""
CARDS = HALF_SUITS * HALF_SIZE
MOST_HALF_SUITS = HALF_SUITS + 1
"""Half suits with jokers, for which arrays have room."""
MOST_CARDS = MOST_HALF_SUITS * HALF_SIZE
FIRST_CARDS = sum(1 << HALF_SIZE * half for half in range(MOST_HALF_SUITS))
"""Set of every half suit's first card; also a count of 1 per six-bit field."""
HALF = (1 << HALF_SIZE) - 1
"""Set of half suit 0."""
DECK = (1 << CARDS) - 1
MOST_ASKS = 1000
"""Asks of a game for which its log has room."""
LIMIT = 200
"""Asks after which a game is given up, as the article does, section "Speeding up the training"."""
PLAYER_COUNTS = (4, 6, 8)
MOST_PLAYERS = 8
SUIT_SYMBOLS = "CDHS"
"""Clubs, diamonds, hearts and spades; the order means nothing."""


class Pack(IntEnum):
    """The cards of the game."""

    WITHOUT_SEVENS = 0
    """Low half suits A 2 3 4 5 6, high ones 8 9 T J Q K [1]_."""
    WITHOUT_EIGHTS = 1
    """Low half suits 2 3 4 5 6 7, high ones 9 T J Q K A [2]_."""
    WITH_JOKERS = 2
    """As without eights, plus a ninth half suit: the four eights and two jokers [4]_."""

    @property
    def ranks(self) -> tuple[str, str]:
        """Ranks of the low half suits, and of the high ones."""
        return _RANKS[self]

    @property
    def half_suits(self) -> int:
        """Number of half suits."""
        return MOST_HALF_SUITS if self is Pack.WITH_JOKERS else HALF_SUITS

    @property
    def cards(self) -> int:
        """Number of cards."""
        return HALF_SIZE * self.half_suits

    @property
    def deck(self) -> int:
        """Set of all cards."""
        return (1 << self.cards) - 1


class WrongClaim(IntEnum):
    """Owner of a half suit after a wrong claim."""

    HOLDERS = 0
    """The other team where an opponent holds a card of the half suit, else nobody [1]_ [2]_."""
    OPPONENTS = 1
    """Always the other team [3]_, [4]_ §5."""
    NOBODY = 2
    """Nobody: the half suit leaves the game."""


@dataclass(frozen=True, slots=True)
class Rules:
    """A variant of the game."""

    rules_id: str
    version: int
    """Version of this data, stored with tables."""
    players: int
    """4 [1]_, 6 or 8 [2]_."""
    pack: Pack
    out_of_turn: bool
    """Whether anyone may claim at any time, rather than the mover alone [2]_."""
    claimant_turn: bool
    """Whether a right claim gives its claimant the turn [1]_; else the turn stays [2]_."""
    wrong_claim: WrongClaim
    claim_out: bool
    """Whether the opponents of a team without cards claim the rest [2]_; otherwise certain half
    suits are claimed, the game ends, and the rest belongs to nobody [1]_.
    """

    @property
    def variant(self) -> str:
        """The variant's name, the last part of ``rules_id``."""
        return self.rules_id.rpartition("/")[2]

    @property
    def player_counts(self) -> tuple[int, ...]:
        """Player counts that divide the pack evenly."""
        return tuple(players for players in PLAYER_COUNTS if self.pack.cards % players == 0)

    def settings(self) -> tuple[int, ...]:
        """Return players, flags and the deck as kernels take them."""
        return (
            self.players,
            int(self.out_of_turn),
            int(self.claimant_turn),
            int(self.wrong_claim),
            int(self.claim_out),
            self.pack.deck,
        )


RULES = MappingProxyType(
    {
        rules.variant: rules
        for rules in (
            Rules(
                rules_id="literature/somani",
                version=1,
                players=4,
                pack=Pack.WITHOUT_SEVENS,
                out_of_turn=True,
                claimant_turn=True,
                wrong_claim=WrongClaim.HOLDERS,
                claim_out=False,
            ),
            Rules(
                rules_id="literature/pagat",
                version=1,
                players=6,
                pack=Pack.WITHOUT_EIGHTS,
                out_of_turn=False,
                claimant_turn=False,
                wrong_claim=WrongClaim.HOLDERS,
                claim_out=True,
            ),
            Rules(
                rules_id="literature/us54",
                version=2,
                players=6,
                pack=Pack.WITH_JOKERS,
                out_of_turn=True,
                claimant_turn=True,
                wrong_claim=WrongClaim.OPPONENTS,
                claim_out=True,
            ),
        )
    }
)
"""Variants by name: the article's rules, the most widely played rules, and rules for 54 cards.

Six players of ``us54`` have the pack and the price of a wrong claim of [4]_; claims out of turn,
and the turn after one, are the article's [1]_, and a team without cards ends it as in [2]_.
"""

_RANKS = {
    Pack.WITHOUT_SEVENS: ("A23456", "89TJQK"),
    Pack.WITHOUT_EIGHTS: ("234567", "9TJQKA"),
    Pack.WITH_JOKERS: ("234567", "9TJQKA"),
}
_JOKER_HALF = ("8C", "8D", "8H", "8S", "XR", "XB")  # red and black
_JOKER_HALF_NAME = "EJ"
_HALF_LETTERS = "LH"
_PICTURES = MappingProxyType(dict(zip("♣♦♥♠", SUIT_SYMBOLS, strict=True)))


def find_rules(name: str = "somani", players: int | None = None) -> Rules:
    """Return a named variant, adapted to the number of players if given."""
    if name not in RULES:
        raise UnknownGame(f"unknown variant {name!r} of Literature{one_of(name, RULES)}")
    if players is None:
        return RULES[name]
    if players not in PLAYER_COUNTS:
        raise IllegalState(f"Literature is for 4, 6 or 8 players; got {players}")
    if players not in RULES[name].player_counts:
        raise IllegalState(f"{name} is for {RULES[name].players} players; got {players}")
    return replace(RULES[name], players=players)


def card_name(card: int, pack: Pack = Pack.WITHOUT_SEVENS) -> str:
    """Return a card's rank and suit, such as ``AS``.

    >>> card_name(6 * 5 + 2)
    'TH'
    """
    half_suit, place = divmod(card, HALF_SIZE)
    if half_suit == HALF_SUITS:
        return _JOKER_HALF[place]
    return pack.ranks[half_suit & 1][place] + SUIT_SYMBOLS[half_suit >> 1]


def find_card(name: str, pack: Pack = Pack.WITHOUT_SEVENS) -> int:
    """Return the card of a name: rank then suit, in either case; ``T`` may be 10, suits drawn.

    >>> find_card("10h")
    32
    """
    text = name.strip().upper().replace("10", "T", 1)
    text = text[:-1] + _PICTURES.get(text[-1:], text[-1:])
    if len(text) == 2 and text[1] in SUIT_SYMBOLS:
        for is_high, ranks in enumerate(pack.ranks):
            if text[0] in ranks:
                half_suit = 2 * SUIT_SYMBOLS.index(text[1]) + is_high
                return HALF_SIZE * half_suit + ranks.index(text[0])
    has_jokers = pack is Pack.WITH_JOKERS
    if has_jokers and text in _JOKER_HALF:
        return CARDS + _JOKER_HALF.index(text)
    ranks = pack.ranks[0] + "8" * has_jokers + pack.ranks[1]
    raise UnknownCard(
        f"{name!r} is not a card of this pack: write a rank of {' '.join(ranks)} and "
        f"a suit of {' '.join(SUIT_SYMBOLS)}, such as 2S or TH"
        + (", or the joker XR or XB" if has_jokers else "")
    )


def half_suit_name(half_suit: int) -> str:
    """Return a half suit's half and suit, such as ``LC`` for the low clubs; EJ with the jokers.

    >>> half_suit_name(5), half_suit_name(8)
    ('HH', 'EJ')
    """
    if half_suit == HALF_SUITS:
        return _JOKER_HALF_NAME
    return _HALF_LETTERS[half_suit & 1] + SUIT_SYMBOLS[half_suit >> 1]


def find_half_suit(name: str, pack: Pack = Pack.WITHOUT_SEVENS) -> int:
    """Parse a half suit's name: L or H plus suit, or EJ (eights and jokers).

    >>> find_half_suit("hh")
    5
    """
    text = name.strip().upper()
    if text == _JOKER_HALF_NAME and pack is Pack.WITH_JOKERS:
        return HALF_SUITS
    text = text[:-1] + _PICTURES.get(text[-1:], text[-1:])
    if len(text) != 2 or text[0] not in _HALF_LETTERS or text[1] not in SUIT_SYMBOLS:
        raise UnknownCard(
            f"{name!r} is not a half suit: write L or H and a suit of {' '.join(SUIT_SYMBOLS)}, "
            "such as LC for the low clubs"
            + (", or EJ for the eights and jokers" if pack is Pack.WITH_JOKERS else "")
        )
    return 2 * SUIT_SYMBOLS.index(text[1]) + _HALF_LETTERS.index(text[0])


def card_names(cards: int, pack: Pack) -> tuple[str, ...]:
    """Return the names of a set's cards, ascending."""
    return tuple(card_name(card, pack) for card in cards_of(cards))


def half_suit_cards(half_suit: int) -> range:
    """Return the cards of a half suit, lowest first."""
    return range(HALF_SIZE * half_suit, HALF_SIZE * (half_suit + 1))
