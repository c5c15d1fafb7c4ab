"""The mover's position by name, as given to custom players."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.solver.sueca import engine
from llq.solver.sueca.positions import sampling
from llq.solver.sueca.rules import (
    DECK,
    HAND_SIZE,
    POINTS,
    SEATS,
    SUIT_SYMBOLS,
    TOTAL,
    Seat,
    card_name,
    cards_of,
    find_card,
    find_suit,
    mask_of,
    points_of,
)

Action = str
"""A card to play, by name such as ``AS``: what `Position.legal` lists and players return."""


@dataclass(frozen=True, slots=True)
class Position:
    """The position that the player to move sees; cards are names such as ``AS``, suits letters.

    Names are taken as `rules.find_card` takes them and kept as `rules.card_name` writes them.

    Parameters
    ----------
    seat
        The player's seat.
    hand
        The player's cards.
    trump
        The trump suit.
    trick
        The cards on the table, in the order of play; the last was played by the player on the left.
    played
        The cards of earlier tricks, in any order unless ``in_order``.
    voids
        The suits that each seat, North first, is known to lack, such as ``("", "HD", "", "S")``.
    points
        The points that North and South, and West and East, have taken; 0 each in the first trick,
        None if they are not known.
    shown, dealer
        The dealer's card that made the trumps, and the dealer's seat, where one was shown.
    in_order
        Whether ``played`` is in the order of play: points, and suits that were not followed, then
        need not be given, and who played what is known.

    Raises
    ------
    UnknownCard
        A name is not that of a card or suit.
    IllegalState
        No game can reach this position; the message says why.
    """

    seat: Seat
    hand: tuple[str, ...]
    trump: str
    trick: tuple[str, ...] = ()
    played: tuple[str, ...] = ()
    voids: tuple[str, str, str, str] = ("", "", "", "")
    points: tuple[int, int] | None = None
    shown: str | None = None
    dealer: Seat | None = None
    in_order: bool = False

    def __post_init__(self) -> None:
        put = object.__setattr__
        for name in ("hand", "trick", "played"):
            put(self, name, tuple(card_name(find_card(card)) for card in getattr(self, name)))
        put(self, "trump", SUIT_SYMBOLS[find_suit(self.trump)])
        if self.shown is not None:
            put(self, "shown", card_name(find_card(self.shown)))
        put(self, "in_order", self.in_order or not self.played)
        _check_seats(self)
        _check_cards(self)
        if self.in_order:
            _follow_play(self)
        if not self.deals:
            raise IllegalState(
                "no deal agrees with the suits that the others lack: "
                + ", ".join(f"{Seat(s).name[0]} {self.voids[s] or '-'}" for s in range(SEATS))
            )

    @property
    def deals(self) -> int:
        """Number of possible distributions of unseen cards."""
        return int(sampling.count_deals(self.to_row(), self.seat))

    @property
    def legal(self) -> tuple[str, ...]:
        """The cards that the player may play."""
        following = tuple(card for card in self.hand if card[-1] == self.led)
        return following or self.hand

    @property
    def led(self) -> str | None:
        """Suit led, None when the player leads."""
        return self.trick[0][-1] if self.trick else None

    @property
    def plays(self) -> tuple[tuple[Seat, str], ...]:
        """Ordered plays by seat and card, limited to the current trick unless ``in_order``."""
        leader = Seat((self.seat - len(self.trick)) % SEATS)
        plays = _seated(leader, self.trick)
        for first in range(len(self.played) - SEATS, -1, -SEATS) if self.in_order else ():
            trick = self.played[first : first + SEATS]
            leader = Seat((leader - self._winner(trick)) % SEATS)
            plays[:0] = _seated(leader, trick)
        return tuple(plays)

    def _winner(self, trick: tuple[str, ...]) -> int:
        """Return the place of a trick's winning card."""
        return max(
            range(SEATS),
            key=lambda place: (
                trick[place][-1] == self.trump,
                trick[place][-1] == trick[0][-1],
                find_card(trick[place]),
            ),
        )

    @property
    def points_to_come(self) -> int:
        """Points still in play: the current trick and all hands."""
        return TOTAL - sum(POINTS[find_card(card) & 15] for card in self.played)

    def previous(self) -> Position | None:
        """Return the position before the player's last known play, else None."""
        turns = [turn for turn, (seat, _) in enumerate(self.plays) if seat == self.seat]
        if not turns:
            return None
        cards, turn = tuple(card for _, card in self.plays), turns[-1]
        first = turn - turn % SEATS
        return replace(
            self,
            hand=tuple(sorted((*self.hand, cards[turn]), key=find_card)),
            trick=cards[first:turn],
            played=cards[:first],
            voids=("", "", "", ""),
            points=None,
        )

    def to_row(self) -> NDArray[np.int64]:
        """Return an engine row of the position, filling the hidden hands arbitrarily.

        The row has a log only where the order of play is known.
        """
        row = np.zeros(engine.ROW, dtype=np.int64)
        engine.start(
            row,
            (self.seat - len(self.trick)) % SEATS,
            find_suit(self.trump),
            -1 if self.shown is None else find_card(self.shown),
            -1 if self.dealer is None else int(self.dealer),
        )
        trick = [find_card(card) for card in self.trick]
        row[engine.HANDS + self.seat] = mask_of(map(find_card, self.hand))
        row[engine.PLAYED] = mask_of(map(find_card, self.played + self.trick))
        row[engine.TURN] = len(self.played) + len(trick)
        row[engine.TRICK_SIZE] = len(trick)
        row[engine.TRICK : engine.TRICK + len(trick)] = trick
        if self.in_order:
            row[engine.LOG : engine.LOG + row[engine.TURN]] = list(
                map(find_card, self.played + self.trick)
            )
        row[engine.SCORE] = self.points[0] if self.points else 0
        row[engine.TRICKS] = self.tricks_taken
        row[engine.VOIDS : engine.VOIDS + SEATS] = [
            sum(1 << find_suit(suit) for suit in set(suits)) for suits in self.voids
        ]
        for place, card in enumerate(trick):
            if card >> 4 != trick[0] >> 4:
                row[engine.VOIDS + (row[engine.LEADER] + place) % SEATS] |= 1 << (trick[0] >> 4)
        unseen = cards_of(DECK & ~int(row[engine.PLAYED]) & ~int(row[engine.HANDS + self.seat]))
        if row[engine.SHOWN] in unseen:
            unseen.remove(int(row[engine.SHOWN]))
            row[engine.HANDS + row[engine.DEALER]] |= 1 << int(row[engine.SHOWN])
        for step in range(1, SEATS):
            other = (self.seat + step) % SEATS
            size = _size(self, other) - int(row[engine.HANDS + other]).bit_count()
            row[engine.HANDS + other] |= mask_of(unseen[:size])
            unseen = unseen[size:]
        return row

    @property
    def tricks_taken(self) -> int:
        """Tricks taken by North and South, a guess if the order of play is unknown.

        The guess is none if they have no points, all if West and East have none, else 1.
        """
        number = len(self.played) // SEATS
        if self.in_order:
            winners = [seat for seat, _ in self.plays[SEATS::SEATS]]
            winners += [] if self.trick or not number else [self.seat]
            return sum(seat % 2 == 0 for seat in winners)
        points = self.points or (1, 1)
        return 0 if not points[0] else number if not points[1] else 1

    def __str__(self) -> str:
        """Return the position in one line."""
        table = f"on the table {' '.join(self.trick)}" if self.trick else "to lead"
        return f"{self.seat.name[0]}: {' '.join(self.hand)}; trumps {self.trump}; {table}"


def observe(row: NDArray[np.int64]) -> Position:
    """Return the mover's position in a game."""
    values = row.tolist()
    seat = Seat((values[engine.LEADER] + values[engine.TRICK_SIZE]) % SEATS)
    trick = values[engine.TRICK : engine.TRICK + values[engine.TRICK_SIZE]]
    played = values[engine.LOG : engine.LOG + values[engine.TURN] - values[engine.TRICK_SIZE]]
    taken = sum(POINTS[card % 16] for card in played)
    seen = (
        seat,
        tuple(map(card_name, cards_of(values[engine.HANDS + seat]))),
        SUIT_SYMBOLS[values[engine.TRUMP]],
        tuple(map(card_name, trick)),
        tuple(map(card_name, played)),
        tuple(map(_suits, values[engine.VOIDS : engine.VOIDS + SEATS])),
        (values[engine.SCORE], taken - values[engine.SCORE]),
        None if values[engine.SHOWN] < 0 else card_name(values[engine.SHOWN]),
        None if values[engine.DEALER] < 0 else Seat(values[engine.DEALER]),
        True,
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
    return HAND_SIZE - len(position.played) // SEATS - has_played


def _check_seats(position: Position) -> None:
    """Refuse invalid seats, and turn plain numbers into seats."""
    for name in ("seat", "dealer"):
        seat = getattr(position, name)
        if seat not in (*range(SEATS), *([None] if name == "dealer" else [])):
            raise IllegalState(f"{name} {seat!r} is not a valid seat: seats are 0 to {SEATS - 1}")
        if seat is not None:
            object.__setattr__(position, name, Seat(seat))
    if len(position.voids) != SEATS:
        raise IllegalState(f"voids must be given for {SEATS} seats; got {len(position.voids)}")


def _seated(leader: Seat, cards: tuple[str, ...]) -> list[tuple[Seat, str]]:
    return [(Seat((leader + place) % SEATS), card) for place, card in enumerate(cards)]


def _follow_play(position: Position) -> None:
    """Derive points and voids from ordered play, or raise ``IllegalState`` on contradictions."""
    points, lacks, plays = [0, 0], set(), position.plays
    held = [(position.seat, card) for card in position.hand]
    for first in range(0, len(plays), SEATS):
        trick = plays[first : first + SEATS]
        led = trick[0][1][-1]
        lacks |= {(seat, led) for seat, card in trick if card[-1] != led}
        for seat, card in (*plays[first + SEATS :], *held):
            if (seat, card[-1]) in lacks:
                raise IllegalState(
                    f"{seat.name.title()} has {card} but did not follow {card[-1]} before: the "
                    "cards played are not in the order of play"
                )
        if first < len(position.played):
            winner, _ = trick[position._winner(tuple(card for _, card in trick))]
            points[winner % 2] += sum(POINTS[find_card(card) & 15] for _, card in trick)
    found = (points[0], points[1])
    if position.points not in (None, found):
        raise IllegalState(
            f"points are given as {position.points}, but the cards in their order make {found}"
        )
    voids = (
        "".join(suit for suit in SUIT_SYMBOLS if suit in given or (seat, suit) in lacks)
        for seat, given in zip(Seat, position.voids, strict=True)
    )
    object.__setattr__(position, "points", found)
    object.__setattr__(position, "voids", tuple(voids))


def _check_cards(position: Position) -> None:
    """Raise ``IllegalState`` for inconsistent cards, voids or points."""
    hand, trick, played = (
        [find_card(card) for card in cards]
        for cards in (position.hand, position.trick, position.played)
    )
    for card, times in Counter(hand + trick + played).items():
        if times > 1:
            often = "twice" if times == 2 else f"{times} times"
            raise IllegalState(f"{card_name(card)} appears {often}")
    if len(trick) >= SEATS:
        raise IllegalState(
            f"the trick has {len(trick)} cards; it is over after {SEATS}: give them as played"
        )
    if len(played) % SEATS:
        raise IllegalState(
            f"{len(played)} cards are given as played; earlier tricks have {SEATS} cards each, so "
            "give them all"
        )
    size = HAND_SIZE - len(played) // SEATS
    if not size:
        raise IllegalState(f"the game is over: all {HAND_SIZE} tricks are played")
    if len(hand) != size:
        more = "; give every trick so far, or the cards seen in them" if len(hand) < size else ""
        tricks = len(played) // SEATS
        raise IllegalState(
            f"after {tricks} trick{'s' * (tricks != 1)} a hand has {size} cards; this one has "
            f"{len(hand)}{more}"
        )
    if position.shown is not None:
        shown = find_card(position.shown)
        if position.dealer is None:
            raise IllegalState(f"{position.shown} was shown: give the dealer who showed it")
        if shown >> 4 != find_suit(position.trump):
            raise IllegalState(f"{position.shown} was shown, so trumps are not {position.trump}")
        if shown in hand and position.dealer != position.seat:
            raise IllegalState(f"{position.shown} is the dealer's, so it cannot be in this hand")
        if shown not in hand + trick + played and position.dealer == position.seat:
            raise IllegalState(
                f"{position.shown} was shown by this player, so it must be in the player's hand"
            )
        leader = position.seat - len(trick)
        if shown in trick and (leader + trick.index(shown)) % SEATS != position.dealer:
            raise IllegalState(f"{position.shown} is the dealer's, but another player played it")
        if shown not in hand + trick + played and (
            position.to_row()[engine.VOIDS + position.dealer] >> (shown >> 4) & 1
            or not _size(position, position.dealer)
        ):
            raise IllegalState(
                f"{position.shown} has not been played, but the dealer cannot have it"
            )
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
                        f"{name} is given as void in {SUIT_SYMBOLS[suit]} but has "
                        f"{card_name(card)}: a revoke, or a mistake"
                    )
    if position.points is not None:
        taken, worth = sum(position.points), points_of(mask_of(played))
        if taken != worth or min(position.points) < 0:
            raise IllegalState(
                f"the cards played are worth {worth} points, not the {taken} given for the teams"
            )
        if not _can_take(position.points[0], played):
            raise IllegalState(
                f"points cannot be {position.points[0]} to {position.points[1]}: the cards "
                "played do not make up whole tricks of that worth"
            )


def _can_take(points: int, cards: list[int]) -> bool:
    """Return whether some cards, a multiple of four, total the given points."""
    found = [1, 0, 0, 0]  # by the number of cards modulo four, bit p: some are worth p points
    for card in cards:
        found = [found[n] | found[n - 1] << POINTS[card & 15] for n in range(SEATS)]
    return bool(found[0] >> points & 1)
