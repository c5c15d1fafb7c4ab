"""Actions at a multiplayer table in words, and the seats and hands of a row."""

from collections.abc import Sequence
from typing import NamedTuple

from llq.solver.love_letter.array_types import Ints
from llq.solver.love_letter.multiplayer import rounds
from llq.solver.love_letter.multiplayer.rounds import Party
from llq.solver.love_letter.rules import Rules

Row = Sequence[int] | Ints
"""A row of `rounds`, as list or array."""


class PartyAction(NamedTuple):
    """An action in words; seats by number.

    A Chancellor's choice is the card kept, and the one that lies last at the bottom.
    """

    card: str
    """The card played, or kept."""
    target: int | None = None
    """The target's seat, None without a target."""
    guess: str | None = None
    """The card guessed, if any."""
    last: str | None = None
    """The lowest returned card, for a Chancellor's choice."""


def seats_in(bits: int) -> list[int]:
    """Return the seats of a row's bits, such as those of ALIVE."""
    return [seat for seat in range(rounds.MOST_SEATS) if bits >> seat & 1]


def next_due(row: Row) -> int:
    """Return what the next draw is for: a seat, or one of DUE_DRAWN to DUE_EXTRA + 1."""
    return int(row[rounds.DUE_FOR + row[rounds.DUE] - 1])


def own_cards(row: Row, seat: int) -> list[int]:
    """Return the cards in a player's hand, ascending."""
    cards = [row[rounds.HAND + seat]]
    if row[rounds.MOVER] == seat:
        cards += [row[rounds.DRAWN], row[rounds.EXTRA], row[rounds.EXTRA + 1]]
    return sorted(int(card) for card in cards if card >= 0)


def turn_text(subject: str, action: PartyAction) -> str:
    """Return a play in the notation's form, without its result."""
    text = f"{subject} {action.card}" + ("" if action.target is None else f" on {action.target}")
    return text if action.guess is None else f"{text}, guessing {action.guess}"


def action_of(rules: Rules, party: Party, row: Row, number: int) -> PartyAction:
    """Return an action of a row's mover by number."""
    card, offset, named = party.moves[number].tolist()
    name = rules.cards[card].name
    if offset < 0:
        return PartyAction(name, last=rules.cards[named].name)
    target = None
    if offset or party.cards[card, rounds.AIM] == rounds.AT_ANYBODY:
        target = int((row[rounds.MOVER] + offset) % row[rounds.SEATS])
    return PartyAction(name, target, None if named == rounds.UNKNOWN else rules.cards[named].name)


def describe(rules: Rules, party: Party, row: Row, number: int) -> str:
    """Return an action of a row's mover, in the notation's form."""
    action = action_of(rules, party, row, number)
    if action.last is not None:
        return f"keep {action.card}, {action.last} last"
    text = action.card
    if action.target is not None:
        text += " on yourself" if action.target == row[rounds.MOVER] else f" on {action.target}"
    return text if action.guess is None else f"{text}, guessing {action.guess}"
