"""The mover's position by name, as given to custom players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from llq.errors import IllegalState
from llq.solver.array_types import Ints
from llq.solver.card_masks import cards_of, mask_of
from llq.solver.sueca import engine, rules
from llq.solver.sueca.positions import sampling
from llq.solver.sueca.rules import SEATS, Seat, card_name, find_card, find_suit

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
        for name in ("hand", "trick", "played"):
            cards = getattr(self, name)
            _set(self, **{name: tuple(card_name(find_card(card)) for card in cards)})
        trump = rules.SUIT_SYMBOLS[find_suit(self.trump)]
        shown = None if self.shown is None else card_name(find_card(self.shown))
        _set(self, trump=trump, shown=shown, in_order=self.in_order or not self.played)
        _check_seats(self)
        _check_sizes(self)
        if self.shown is not None:
            _check_shown(self, self.shown)
        _check_voids(self)
        if self.points is not None:
            _check_points(self.points, self.played)
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
        leader = self.seat - len(self.trick)
        plays = _seated(leader, self.trick)
        for first in range(len(self.played) - SEATS, -1, -SEATS) if self.in_order else ():
            trick = self.played[first : first + SEATS]
            leader -= self._winning_place(trick)
            plays[:0] = _seated(leader, trick)
        return tuple(plays)

    @property
    def points_to_come(self) -> int:
        """Points still in play: the current trick and all hands."""
        return rules.TOTAL_POINTS - _points_of(self.played)

    @property
    def tricks_taken(self) -> int:
        """Tricks taken by North and South, a guess if the order of play is unknown.

        The guess is none if they have no points, all if West and East have none, else 1.
        """
        tricks = len(self.played) // SEATS
        if self.in_order:
            winners = [seat for seat, _ in self.plays[SEATS::SEATS]]
            winners += [] if self.trick or not tricks else [self.seat]
            return sum(seat % 2 == 0 for seat in winners)
        north_points, west_points = self.points or (1, 1)
        if not north_points:
            return 0
        return 1 if west_points else tricks

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

    def to_row(self) -> Ints:
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
        played = [find_card(card) for card in self.played + self.trick]
        row[engine.HANDS + self.seat] = mask_of(map(find_card, self.hand))
        row[engine.PLAYED], row[engine.TURN] = mask_of(played), len(played)
        row[engine.TRICK_SIZE] = len(trick)
        row[engine.TRICK : engine.TRICK + len(trick)] = trick
        if self.in_order:
            row[engine.LOG : engine.LOG + len(played)] = played
        row[engine.SCORE] = self.points[0] if self.points else 0
        row[engine.TRICKS] = self.tricks_taken
        row[engine.VOIDS : engine.VOIDS + SEATS] = [
            sum(1 << find_suit(suit) for suit in set(suits)) for suits in self.voids
        ]
        for place, card in enumerate(trick):
            if card >> 4 != trick[0] >> 4:
                row[engine.VOIDS + (row[engine.LEADER] + place) % SEATS] |= 1 << (trick[0] >> 4)
        seen = int(row[engine.PLAYED] | row[engine.HANDS + self.seat])
        unseen = cards_of(rules.DECK_MASK & ~seen)
        if row[engine.SHOWN] in unseen:
            unseen.remove(int(row[engine.SHOWN]))
            row[engine.HANDS + row[engine.DEALER]] |= 1 << int(row[engine.SHOWN])
        for step in range(1, SEATS):
            hidden_seat = (self.seat + step) % SEATS
            size = _hand_size(self, hidden_seat) - int(row[engine.HANDS + hidden_seat]).bit_count()
            row[engine.HANDS + hidden_seat] |= mask_of(unseen[:size])
            unseen = unseen[size:]
        return row

    def __str__(self) -> str:
        """Return the position in one line."""
        table = f"on the table {' '.join(self.trick)}" if self.trick else "to lead"
        return f"{self.seat.name[0]}: {' '.join(self.hand)}; trumps {self.trump}; {table}"

    def _winning_place(self, trick: tuple[str, ...]) -> int:
        return rules.winning_place(list(map(find_card, trick)), find_suit(self.trump))


def observe(row: Ints) -> Position:
    """Return the mover's position in a game."""
    game = row.tolist()
    trick_size = game[engine.TRICK_SIZE]
    seat = Seat((game[engine.LEADER] + trick_size) % SEATS)
    played = game[engine.LOG : engine.LOG + game[engine.TURN] - trick_size]
    taken = sum(rules.POINTS[card % 16] for card in played)
    shown, dealer = game[engine.SHOWN], game[engine.DEALER]
    position = object.__new__(Position)  # the engine's own: there is nothing to refuse
    _set(
        position,
        seat=seat,
        hand=tuple(map(card_name, cards_of(game[engine.HANDS + seat]))),
        trump=rules.SUIT_SYMBOLS[game[engine.TRUMP]],
        trick=tuple(map(card_name, game[engine.TRICK : engine.TRICK + trick_size])),
        played=tuple(map(card_name, played)),
        voids=tuple(map(_suit_letters, game[engine.VOIDS : engine.VOIDS + SEATS])),
        points=(game[engine.SCORE], taken - game[engine.SCORE]),
        shown=None if shown < 0 else card_name(shown),
        dealer=None if dealer < 0 else Seat(dealer),
        in_order=True,
    )
    return position


def _set(position: Position, **values: object) -> None:
    """Set attributes of a frozen position, while it is made."""
    for name, value in values.items():
        object.__setattr__(position, name, value)


def _points_of(cards: Iterable[str]) -> int:
    return rules.points_of(mask_of(map(find_card, cards)))


def _suit_letters(bits: int) -> str:
    return "".join(letter for suit, letter in enumerate(rules.SUIT_SYMBOLS) if bits >> suit & 1)


def _hand_size(position: Position, seat: int) -> int:
    """Return how many cards a seat still holds."""
    has_played = (position.seat - seat) % SEATS in range(1, len(position.trick) + 1)
    return rules.HAND_SIZE - len(position.played) // SEATS - has_played


def _seated(leader: int, cards: tuple[str, ...]) -> list[tuple[Seat, str]]:
    return [(Seat((leader + place) % SEATS), card) for place, card in enumerate(cards)]


def _check_seats(position: Position) -> None:
    """Refuse invalid seats, and turn plain numbers into seats."""
    dealer = () if position.dealer is None else (("dealer", position.dealer),)
    for name, seat in (("seat", position.seat), *dealer):
        if seat not in range(SEATS):
            raise IllegalState(f"{name} {seat!r} is not a valid seat: seats are 0 to {SEATS - 1}")
        _set(position, **{name: Seat(seat)})
    if len(position.voids) != SEATS:
        raise IllegalState(f"voids must be given for {SEATS} seats; got {len(position.voids)}")


def _check_sizes(position: Position) -> None:
    """Refuse repeated cards, and a hand, trick or earlier tricks of impossible sizes."""
    hand, trick, played = position.hand, position.trick, position.played
    for card, times in Counter(hand + trick + played).items():
        if times > 1:
            often = "twice" if times == 2 else f"{times} times"
            raise IllegalState(f"{card} appears {often}")
    if len(trick) >= SEATS:
        raise IllegalState(
            f"the trick has {len(trick)} cards; it is over after {SEATS}: give them as played"
        )
    tricks, rest = divmod(len(played), SEATS)
    if rest:
        raise IllegalState(
            f"{len(played)} cards are given as played; earlier tricks have {SEATS} cards each, so "
            "give them all"
        )
    size = rules.HAND_SIZE - tricks
    if not size:
        raise IllegalState(f"the game is over: all {rules.HAND_SIZE} tricks are played")
    if len(hand) != size:
        hint = "; give every trick so far, or the cards seen in them" if len(hand) < size else ""
        raise IllegalState(
            f"after {tricks} trick{'s' * (tricks != 1)} a hand has {size} cards; this one has "
            f"{len(hand)}{hint}"
        )


def _check_shown(position: Position, name: str) -> None:
    """Refuse a shown card of another seat, or of a plain suit."""
    dealer, trick, trump = position.dealer, position.trick, find_suit(name[-1])
    if dealer is None:
        raise IllegalState(f"{name} was shown: give the dealer who showed it")
    if name[-1] != position.trump:
        raise IllegalState(f"{name} was shown, so trumps are not {position.trump}")
    if name in position.hand and dealer != position.seat:
        raise IllegalState(f"{name} is the dealer's, so it cannot be in this hand")
    is_unseen = name not in position.hand + trick + position.played
    if is_unseen and dealer == position.seat:
        raise IllegalState(f"{name} was shown by this player, so it must be in the player's hand")
    if name in trick and (position.seat - len(trick) + trick.index(name)) % SEATS != dealer:
        raise IllegalState(f"{name} is the dealer's, but another player played it")
    if is_unseen and (
        position.to_row()[engine.VOIDS + dealer] >> trump & 1 or not _hand_size(position, dealer)
    ):
        raise IllegalState(f"{name} has not been played, but the dealer cannot have it")


def _check_voids(position: Position) -> None:
    """Refuse void suits of a seat whose hand or trick card shows otherwise."""
    in_trick = _seated(position.seat - len(position.trick), position.trick)
    visible = [*in_trick, *((position.seat, card) for card in position.hand)]
    for seat, suits in zip(Seat, position.voids, strict=True):
        for suit in (rules.SUIT_SYMBOLS[find_suit(letter)] for letter in suits):
            for holder, card in visible:
                if holder == seat and card[-1] == suit:
                    raise IllegalState(
                        f"{seat.name.title()} is given as void in {suit} but has {card}: a revoke, "
                        "or a mistake"
                    )


def _check_points(points: tuple[int, int], played: tuple[str, ...]) -> None:
    """Refuse points that the cards of earlier tricks do not make up."""
    taken, worth = sum(points), _points_of(played)
    if taken != worth or min(points) < 0:
        raise IllegalState(
            f"the cards played are worth {worth} points, not the {taken} given for the teams"
        )
    sums = [1, 0, 0, 0]  # by the number of cards modulo four, bit p: some are worth p points
    for card in played:
        card_points = _points_of([card])
        sums = [sums[n] | sums[n - 1] << card_points for n in range(SEATS)]
    if not sums[0] >> points[0] & 1:
        raise IllegalState(
            f"points cannot be {points[0]} to {points[1]}: the cards played do not make up whole "
            "tricks of that worth"
        )


def _follow_play(position: Position) -> None:
    """Derive points and voids from ordered play, or raise ``IllegalState`` on contradictions."""
    points, lacks, plays = [0, 0], set(), position.plays
    own_hand = [(position.seat, card) for card in position.hand]
    for first in range(0, len(plays), SEATS):
        trick = plays[first : first + SEATS]
        led = trick[0][1][-1]
        lacks |= {(seat, led) for seat, card in trick if card[-1] != led}
        for seat, card in (*plays[first + SEATS :], *own_hand):
            if (seat, card[-1]) in lacks:
                raise IllegalState(
                    f"{seat.name.title()} has {card} but did not follow {card[-1]} before: the "
                    "cards played are not in the order of play"
                )
        if first < len(position.played):
            winner, _ = trick[position._winning_place(tuple(card for _, card in trick))]
            points[winner % 2] += _points_of(card for _, card in trick)
    derived = (points[0], points[1])
    if position.points not in (None, derived):
        raise IllegalState(
            f"points are given as {position.points}, but the cards in their order make {derived}"
        )
    voids = (
        "".join(suit for suit in rules.SUIT_SYMBOLS if suit in known_voids or (seat, suit) in lacks)
        for seat, known_voids in zip(Seat, position.voids, strict=True)
    )
    _set(position, points=derived, voids=tuple(voids))
