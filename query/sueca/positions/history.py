"""A game's tricks, read and checked."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from llq.errors import IllegalAction, IllegalState
from llq.query.sueca.positions.card_text import is_seat, read_seat, suit_of
from llq.query.text.notation import Given, locate_errors
from llq.query.text.words import split_words
from llq.solver.sueca import rules
from llq.solver.sueca.rules import Seat, card_name, find_card


@dataclass(slots=True)
class History:
    """Facts derived from the tricks played; cards are numbers."""

    seat: Seat
    """The seat to play."""
    trick: list[int] = field(default_factory=list)
    """The cards on the table."""
    played: list[int] = field(default_factory=list)
    """Cards of earlier tricks, in order of play."""
    lacks: dict[tuple[Seat, int], int] = field(default_factory=dict)
    """Suits that seats failed to follow, with the first such trick."""
    plays: dict[int, tuple[Seat, int]] = field(default_factory=dict)
    """Each played card's seat and trick number."""


def read_history(tricks: Sequence[Given], trump: int, leader: Seat | None) -> History:
    """Return the facts derived from a game's tricks.

    The tricks are in order; the last may be incomplete. The leader's seat comes before the cards,
    and may be left out where it follows from the trick before; ``leader`` is that of the first
    trick, if it is known from elsewhere.
    """
    history: History | None = None
    victory = ""
    for number, given in enumerate(tricks, start=1):
        with locate_trick(given, number):
            trick_leader, cards = read_trick(given.what)
            turn = history.seat if history else leader
            first = trick_leader if turn is None else turn
            if first is None:
                raise IllegalState("give the leader: N, W, S or E before the cards")
            if trick_leader is not None and trick_leader != first:
                reason = victory or "the player on the dealer's right leads"
                raise IllegalAction(f"{trick_leader.name[0]} leads, but {reason}")
            if number > rules.HAND_SIZE:
                raise IllegalState(f"a game has {rules.HAND_SIZE} tricks")
            if len(cards) < rules.SEATS and number < len(tricks):
                raise IllegalState(f"{len(cards)} cards; only the last trick may be incomplete")
            history = history or History(first)
            for card in cards:
                _play(history, card, number)
            if len(cards) == rules.SEATS:
                victory = _award_trick(history, trump, number)
    if history is None:
        raise IllegalState("no tricks are given")
    return history


def read_trick(text: str) -> tuple[Seat | None, list[int]]:
    """Return a trick's optional leader and its cards.

    >>> read_trick("N AS 2S") == read_trick("N:AS W:2S") == (Seat.NORTH, [9, 0])
    True
    """
    leader: Seat | None = None
    cards: list[int] = []
    for word in split_words(text):
        name, colon, card = word.rpartition(":")
        if not cards and leader is None and (colon or len(word) == 1 or is_seat(word)):
            leader = read_seat(name if colon else word)
            card = card if colon else ""
        elif colon:
            seat = read_seat(name)
            if leader is None:
                raise IllegalState("give the player of every card, or the leader only")
            turn = Seat((leader + len(cards)) % rules.SEATS)
            if seat != turn:
                raise IllegalAction(
                    f"{seat.name[0]} plays {card} out of turn: it is {turn.name[0]}'s turn; "
                    "the order of play is N, W, S, E"
                )
        if card:
            cards.append(find_card(card))
    if len(cards) > rules.SEATS:
        raise IllegalState(f"{len(cards)} cards; a trick has {rules.SEATS}")
    return leader, cards


@contextmanager
def locate_trick(given: Given, number: int) -> Iterator[None]:
    """Prefix error messages with the trick and its place."""
    with locate_errors(line_of(given, number)), locate_errors(f"trick {number}"):
        yield


def line_of(given: Given, number: int) -> str:
    """Return the place of a trick without its number: a file's line, a file, or empty."""
    return given.where.removesuffix(f"trick {number}").removesuffix(": ")


def trick_text(words: Any) -> str:
    """Return a trick's text, from text or a word list."""
    if isinstance(words, str):
        return words
    if isinstance(words, list | tuple) and all(isinstance(word, str) for word in words):
        return " ".join(words)
    raise IllegalState(f"{words!r} is not a trick; write it as 'N AS 2S 7S 5S'")


def _play(history: History, card: int, number: int) -> None:
    """Play a card in a trick; the history is modified in place."""
    seat, suit, name = history.seat, suit_of(card), card_name(card)
    if card in history.plays:
        raise IllegalState(
            f"{name} is played again; it was played in trick {history.plays[card][1]}"
        )
    if (seat, suit) in history.lacks:
        raise IllegalAction(
            f"{seat.name[0]} plays {name}, but did not follow {rules.SUIT_SYMBOLS[suit]} in trick "
            f"{history.lacks[seat, suit]}: a revoke, or a mistake"
        )
    led = suit_of(history.trick[0]) if history.trick else suit
    if suit != led:
        history.lacks.setdefault((seat, led), number)
    history.plays[card] = seat, number
    history.trick.append(card)
    history.seat = Seat((seat + 1) % rules.SEATS)


def _award_trick(history: History, trump: int, number: int) -> str:
    """Award a trick and the next turn; return the winner in words."""
    best = history.trick[rules.winning_place(history.trick, trump)]
    winner = history.plays[best][0]
    history.played += history.trick
    history.trick = []
    history.seat = winner
    return f"{winner.name[0]} won trick {number} with {card_name(best)}"
