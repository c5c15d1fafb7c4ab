"""Text of cards, seats, half suits and holders, read and written."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from llq.errors import IllegalState, UnknownCard
from llq.query.text.words import split_words
from llq.solver.literature import rules
from llq.solver.literature.rules import Pack, card_name, find_card, half_suit_name

_SUITS = ("clubs", "diamonds", "hearts", "spades")


@dataclass(frozen=True, slots=True)
class Seats:
    """The seats and the players' names."""

    players: int
    me: int = -1
    names: tuple[str, ...] = ()
    """Player names by seat, or empty."""

    def read(self, text: str) -> int:
        """Return a seat's index from number, name or ``me``.

        >>> Seats(4, 2).read("me"), Seats(4).read("p3"), Seats(4, 0, tuple("ABCD")).read("b")
        (2, 3, 1)
        """
        word = text.strip().lower()
        for seat, name in enumerate(self.names):
            if word == name.lower():
                return seat
        if word in ("me", "i") and self.me >= 0:
            return self.me
        match = re.fullmatch(r"(?:p|player)?\s*([0-9])", word)
        if match and int(match[1]) < self.players:
            return int(match[1])
        known = f"0 to {self.players - 1}" + "".join(f", {name}" for name in self.names)
        raise IllegalState(f"{text.strip()!r} is not a player: there are {known}, me")

    def name(self, seat: int) -> str:
        """Return a player's name, such as ``player 3``."""
        return self.names[seat] if self.names else f"player {seat}"

    def you(self, seat: int) -> str:
        """Return a seat's name, or ``you`` for the view's owner."""
        return "you" if seat == self.me else self.name(seat)

    def label(self, seat: int) -> str:
        """Return a seat's table label: number, name, and ``you``."""
        name = f" {self.names[seat]}" if self.names else ""
        return f"{seat}{name}{' (you)' if seat == self.me else ''}"


def half_suit_words(half_suit: int) -> str:
    """Return a half suit in words, such as ``high hearts``."""
    if half_suit == rules.HALF_SUITS:
        return "eights and jokers"
    return f"{'high' if half_suit & 1 else 'low'} {_SUITS[half_suit >> 1]}"


def spell_out(text: str) -> str:
    """Return a text with half suits in words, such as ``low spades`` for ``LS``."""
    words = {half_suit_name(index): half_suit_words(index) for index in range(rules.HALF_SUITS + 1)}
    return re.sub(r"\b([LH][CDHS]|EJ)\b", lambda match: words[match[0]], text)


def join(words: Iterable[str], last: str = "and") -> str:
    """Return a list in words, such as ``1, 2 and 3``."""
    *first, end = words
    return f"{', '.join(first)} {last} {end}" if first else end


def card_list(cards: Iterable[int], pack: Pack) -> str:
    """Return cards' names in words."""
    return join(card_name(card, pack) for card in cards)


def read_cards(text: str, pack: Pack) -> list[int]:
    """Return cards from single names, or from ranks after their suit.

    >>> read_cards("AC 3C td", Pack.WITHOUT_SEVENS) == read_cards("C:A3 D:10", 0) == [0, 2, 20]
    True
    """
    pack = Pack(pack)
    cards = []
    for word in split_words(text):
        suit, colon, ranks = word.partition(":")
        if colon:
            cards += [read_card(rank + suit, pack) for rank in ranks.replace("10", "T")]
        else:
            cards.append(read_card(word, pack))
    return cards


def read_card(name: str, pack: Pack) -> int:
    """Return a named card; the error for another pack's card names rules that have it."""
    try:
        return find_card(name, pack)
    except UnknownCard:
        text = name.strip().upper()
        rank, suit = text[:1], text[1:]
        variants = [key for key, entry in rules.RULES.items() if rank in "".join(entry.pack.ranks)]
        if not variants or suit not in [*rules.SUIT_SYMBOLS]:
            raise
        message = f"the pack of these rules has no {text}; that of rules: {variants[0]} has"
        raise UnknownCard(message) from None


def read_holders(text: str, half_suit: int, pack: Pack, seats: Seats) -> tuple[int, ...]:
    """Return each card's holder in a half suit, lowest first, from text like ``1:A23 3:456``.

    >>> read_holders("1:A2,3c 3:456", 0, Pack.WITHOUT_SEVENS, Seats(4))
    (1, 1, 1, 3, 3, 3)
    """
    holders: dict[int, int] = {}
    words = half_suit_words(half_suit)
    for word in re.sub(r"\s*([:,])\s*", r"\1", text.strip()).replace(";", " ").split():
        name, colon, cards = word.partition(":")
        if not colon:
            raise IllegalState(
                f"{word!r}: write who holds which of the {words}, such as 1:{pack.ranks[0][:3]}"
            )
        seat = seats.read(name)
        for card in _claimed_cards(cards, half_suit, pack):
            if card // rules.HALF_SIZE != half_suit:
                raise IllegalState(f"the {card_name(card, pack)} is not one of the {words}")
            if card in holders:
                raise IllegalState(f"the {card_name(card, pack)} is named twice")
            holders[card] = seat
    expected = rules.half_suit_cards(half_suit)
    if missing := [card for card in expected if card not in holders]:
        raise IllegalState(
            f"a claim must name all six of the {words}; the holder is missing for the "
            f"{card_list(missing, pack)}"
        )
    return tuple(holders[card] for card in expected)


def holder_groups(holders: Sequence[int], half_suit: int, pack: Pack) -> dict[int, str]:
    """Return the ranks that each player holds of a half suit, as `read_holders` takes them.

    Of the eights and jokers it is the cards' names, such as ``8C,XR``.

    >>> holder_groups([1, 1, 3, 1, 1, 1], 0, Pack.WITHOUT_SEVENS)
    {1: 'A2456', 3: '3'}
    """
    names = [card_name(card, pack) for card in rules.half_suit_cards(half_suit)]
    separator = ","
    if half_suit < rules.HALF_SUITS:
        names, separator = [name[0] for name in names], ""
    groups: dict[int, list[str]] = {seat: [] for seat in sorted(set(holders))}
    for name, holder in zip(names, holders, strict=True):
        groups[holder].append(name)
    return {seat: separator.join(group) for seat, group in groups.items()}


def claim_text(half_suit: int, holders: Sequence[int], pack: Pack) -> str:
    """Return a half suit's holders in the notation of a claim.

    >>> claim_text(0, [1, 1, 3, 1, 1, 1], Pack.WITHOUT_SEVENS)
    'LC 1:A2456 3:3'
    """
    groups = holder_groups(holders, half_suit, pack).items()
    return " ".join([half_suit_name(half_suit), *(f"{seat}:{ranks}" for seat, ranks in groups)])


def _claimed_cards(text: str, half_suit: int, pack: Pack) -> Iterator[int]:
    """Yield the cards of some ranks or comma-separated names; hyphens mean ranges."""
    for part in text.upper().replace("10", "T").split(","):
        claimed: list[int] = []
        for end in part.split("-"):
            cards = _parse_cards(end, half_suit, pack)
            if claimed and cards:
                low, high = sorted((claimed[-1], cards[0]))
                claimed += range(low + 1, high)
            claimed += cards
        yield from claimed


def _parse_cards(text: str, half_suit: int, pack: Pack) -> list[int]:
    try:
        return [find_card(text, pack)]
    except UnknownCard:
        if half_suit == rules.HALF_SUITS:
            raise
        ranks = pack.ranks[half_suit & 1]
    for rank in text:
        if rank not in ranks:
            raise IllegalState(
                f"{rank!r} is not a rank of {half_suit_name(half_suit)}, the "
                f"{half_suit_words(half_suit)}: {' '.join(ranks)}"
            )
    return [rules.HALF_SIZE * half_suit + ranks.index(rank) for rank in text]
