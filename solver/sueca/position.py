"""What a player sees when it is his turn, in words: what players of one's own are given."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.solver.sueca import engine, sampling
from llq.solver.sueca.engine import (
    DEALER,
    GONE,
    HANDS,
    LEADER,
    LOG,
    PLAYED,
    ROW,
    SCORE,
    SHOWN,
    TRICK,
    TRUMP,
    TURN,
    VOIDS,
)
from llq.solver.sueca.rules import (
    DECK,
    HAND_SIZE,
    POINTS,
    SEATS,
    SUIT_SYMBOLS,
    Seat,
    card_name,
    cards_of,
    find_card,
    find_suit,
    mask_of,
    points_of,
)

__all__ = ["Position", "see"]


@dataclass(frozen=True, slots=True)
class Position:
    """What the player to move sees. Cards are names such as ``AS``, suits letters.

    Names are taken as `rules.find_card` takes them and kept as `rules.card_name` writes them.

    Parameters
    ----------
    seat
        His seat.
    hand
        His cards.
    trump
        The suit of the trumps.
    trick
        The cards on the table, in the order of play; the last was played on his left.
    gone
        The cards of earlier tricks.
    voids
        The suits that each seat, North first, is known to lack, such as ``("", "HD", "", "S")``.
    points
        What North and South, and West and East, have taken; none each before a trick is.
    shown, dealer
        The dealer's card that made the trumps, and his seat, where one was shown.

    Raises
    ------
    UnknownCard
        A name is none of a card's or suit's.
    IllegalState
        No game can come to this; the message says why.
    """

    seat: Seat
    hand: tuple[str, ...]
    trump: str
    trick: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    voids: tuple[str, str, str, str] = ("", "", "", "")
    points: tuple[int, int] | None = None
    shown: str | None = None
    dealer: Seat | None = None

    def __post_init__(self) -> None:
        put = object.__setattr__
        for name in ("hand", "trick", "gone"):
            put(self, name, tuple(card_name(find_card(card)) for card in getattr(self, name)))
        put(self, "trump", SUIT_SYMBOLS[find_suit(self.trump)])
        if self.shown is not None:
            put(self, "shown", card_name(find_card(self.shown)))
        if self.points is None and not self.gone:
            put(self, "points", (0, 0))
        _check_seats(self)
        _check_cards(self)
        if not self.deals:
            raise IllegalState(
                "no deal agrees with the suits that the others are said to lack: "
                + ", ".join(f"{Seat(s).name[0]} {self.voids[s] or '-'}" for s in range(SEATS))
            )

    @property
    def deals(self) -> int:
        """In how many ways the others can hold the cards that he does not see."""
        return int(sampling.count_deals(self.to_row(), self.seat))

    @property
    def legal(self) -> tuple[str, ...]:
        """The cards that he may play."""
        following = tuple(card for card in self.hand if card[-1] == self.led)
        return following or self.hand

    @property
    def led(self) -> str | None:
        """The suit that was led, None if he leads."""
        return self.trick[0][-1] if self.trick else None

    def to_row(self) -> NDArray[np.int64]:
        """Return the position as an engine's row, the others' cards in some hand of theirs."""
        row = np.zeros(ROW, dtype=np.int64)
        engine.start(
            row,
            (self.seat - len(self.trick)) % SEATS,
            find_suit(self.trump),
            -1 if self.shown is None else find_card(self.shown),
            -1 if self.dealer is None else int(self.dealer),
        )
        trick = [find_card(card) for card in self.trick]
        row[HANDS + self.seat] = mask_of(map(find_card, self.hand))
        row[GONE] = mask_of(map(find_card, self.gone + self.trick))
        row[TURN] = len(self.gone) + len(trick)
        row[PLAYED] = len(trick)
        row[TRICK : TRICK + len(trick)] = trick
        row[SCORE] = self.points[0] if self.points else 0
        row[VOIDS : VOIDS + SEATS] = [
            sum(1 << find_suit(suit) for suit in set(suits)) for suits in self.voids
        ]
        for place, card in enumerate(trick):
            if card >> 4 != trick[0] >> 4:
                row[VOIDS + (row[LEADER] + place) % SEATS] |= 1 << (trick[0] >> 4)
        unseen = cards_of(DECK & ~int(row[GONE]) & ~int(row[HANDS + self.seat]))
        if row[SHOWN] in unseen:
            unseen.remove(int(row[SHOWN]))
            row[HANDS + row[DEALER]] |= 1 << int(row[SHOWN])
        for step in range(1, SEATS):
            other = (self.seat + step) % SEATS
            size = _size(self, other) - int(row[HANDS + other]).bit_count()
            row[HANDS + other] |= mask_of(unseen[:size])
            unseen = unseen[size:]
        return row

    def __str__(self) -> str:
        """Return the position in one line."""
        table = f"on the table {' '.join(self.trick)}" if self.trick else "to lead"
        return f"{self.seat.name[0]}: {' '.join(self.hand)}; trumps {self.trump}; {table}"


def see(row: NDArray[np.int64]) -> Position:
    """Return what the mover of a game sees."""
    values = row.tolist()
    seat = Seat((values[LEADER] + values[PLAYED]) % SEATS)
    trick = values[TRICK : TRICK + values[PLAYED]]
    gone = values[LOG : LOG + values[TURN] - values[PLAYED]]
    taken = sum(POINTS[card % 16] for card in gone)
    seen = (
        seat,
        tuple(map(card_name, cards_of(values[HANDS + seat]))),
        SUIT_SYMBOLS[values[TRUMP]],
        tuple(map(card_name, trick)),
        tuple(map(card_name, gone)),
        tuple(map(_suits, values[VOIDS : VOIDS + SEATS])),
        (values[SCORE], taken - values[SCORE]),
        None if values[SHOWN] < 0 else card_name(values[SHOWN]),
        None if values[DEALER] < 0 else Seat(values[DEALER]),
    )
    position = object.__new__(Position)  # the engine's own: there is nothing to refuse
    for name, value in zip(Position.__slots__, seen, strict=True):
        object.__setattr__(position, name, value)
    return position


def _suits(bits: int) -> str:
    return "".join(letter for suit, letter in enumerate(SUIT_SYMBOLS) if bits >> suit & 1)


def _size(position: Position, seat: int) -> int:
    """Return how many cards a seat still holds."""
    has_played = (position.seat - seat) % SEATS in range(1, len(position.trick) + 1)
    return HAND_SIZE - len(position.gone) // SEATS - has_played


def _check_seats(position: Position) -> None:
    """Refuse seats that there are not, and make plain numbers seats.

    Raises
    ------
    UnknownCard, IllegalState
        As `Position` does.
    """
    for name in ("seat", "dealer"):
        seat = getattr(position, name)
        if seat not in (*range(SEATS), *([None] if name == "dealer" else [])):
            raise IllegalState(f"{name} {seat!r} is no seat: they are 0 to {SEATS - 1}")
        if seat is not None:
            object.__setattr__(position, name, Seat(seat))
    if len(position.voids) != SEATS:
        raise IllegalState(f"voids are of {SEATS} seats; got {len(position.voids)}")


def _check_cards(position: Position) -> None:
    """Refuse cards that cannot be where they are said to be.

    Raises
    ------
    UnknownCard, IllegalState
        As `Position` does.
    """
    hand, trick, gone = (
        [find_card(card) for card in cards]
        for cards in (position.hand, position.trick, position.gone)
    )
    for card, times in Counter(hand + trick + gone).items():
        if times > 1:
            raise IllegalState(f"{card_name(card)} is there {times} times: a deck has it once")
    if len(trick) >= SEATS:
        raise IllegalState(
            f"{len(trick)} cards lie in the trick; after {SEATS} it is over: they are gone"
        )
    if len(gone) % SEATS:
        raise IllegalState(
            f"{len(gone)} cards are gone; earlier tricks have {SEATS} cards each, so say them all"
        )
    size = HAND_SIZE - len(gone) // SEATS
    if not size:
        raise IllegalState(f"all {HAND_SIZE} tricks are played: the game is over")
    if len(hand) != size:
        more = "; say every trick so far, or the cards seen in them" if len(hand) < size else ""
        raise IllegalState(
            f"a hand after {len(gone) // SEATS} tricks has {size} cards; this one has "
            f"{len(hand)}{more}"
        )
    if position.shown is not None:
        shown = find_card(position.shown)
        if position.dealer is None:
            raise IllegalState(f"{position.shown} was shown: say by which dealer")
        if shown >> 4 != find_suit(position.trump):
            raise IllegalState(f"{position.shown} was shown, so trumps are not {position.trump}")
        if shown in hand and position.dealer != position.seat:
            raise IllegalState(f"{position.shown} is the dealer's; it cannot be in this hand")
        if shown not in hand + trick + gone and position.dealer == position.seat:
            raise IllegalState(f"{position.shown} was shown by this player; it must be in his hand")
        leader = position.seat - len(trick)
        if shown in trick and (leader + trick.index(shown)) % SEATS != position.dealer:
            raise IllegalState(f"{position.shown} is the dealer's; another has played it")
        if shown not in hand + trick + gone and (
            position.to_row()[VOIDS + position.dealer] >> (shown >> 4) & 1
            or not _size(position, position.dealer)
        ):
            raise IllegalState(f"{position.shown} is not gone, but the dealer cannot have it")
    for seat, suits in enumerate(position.voids):
        name = Seat(seat).name.title()
        for suit in map(find_suit, suits):
            held = hand if seat == position.seat else []
            ahead = (position.seat - seat) % SEATS
            if 0 < ahead <= len(trick):
                held = [trick[-ahead]]
            for card in held:
                if card >> 4 == suit:
                    raise IllegalState(
                        f"{name} is said to lack {SUIT_SYMBOLS[suit]} but has {card_name(card)}: "
                        "a revoke, or a mistake"
                    )
    if position.points is not None:
        taken, worth = sum(position.points), points_of(mask_of(gone))
        if taken != worth or min(position.points) < 0:
            raise IllegalState(
                f"the cards gone are worth {worth} points; the teams are said to have {taken}"
            )
        if not _can_take(position.points[0], gone):
            raise IllegalState(
                f"points cannot be {position.points[0]} to {position.points[1]}: the cards gone "
                "make no whole tricks of so much"
            )


def _can_take(points: int, cards: list[int]) -> bool:
    """Return whether some of the cards, as many as whole tricks have, are worth so much."""
    found = [1, 0, 0, 0]  # by the number of cards modulo four, bit p: some are worth p points
    for card in cards:
        found = [found[n] | found[n - 1] << POINTS[card & 15] for n in range(SEATS)]
    return bool(found[0] >> points & 1)
