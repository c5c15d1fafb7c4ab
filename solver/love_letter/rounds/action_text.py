"""Actions at a multiplayer table in words."""

from typing import NamedTuple

from llq.solver.love_letter.rounds import referee
from llq.solver.love_letter.rules import Rules


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


def play_text(action: PartyAction, mover: int | None = None) -> str:
    """Return a play in the notation's form, without its player and result.

    A target that is the ``mover`` is *yourself*; by default all targets are seats.
    """
    text = action.card
    if action.target is not None:
        text += " on yourself" if action.target == mover else f" on {action.target}"
    return text if action.guess is None else f"{text}, guessing {action.guess}"


def action_of(rules: Rules, party: referee.Party, row: referee.Row, number: int) -> PartyAction:
    """Return an action of a row's mover by number."""
    card, offset, named = party.moves[number].tolist()
    name = rules.cards[card].name
    if offset < 0:
        return PartyAction(name, last=rules.cards[named].name)
    target = None
    if offset or party.cards[card, referee.AIM] == referee.AT_ANYBODY:
        target = int((row[referee.MOVER] + offset) % row[referee.SEATS])
    return PartyAction(name, target, None if named == referee.UNKNOWN else rules.cards[named].name)


def describe(rules: Rules, party: referee.Party, row: referee.Row, number: int) -> str:
    """Return an action of a row's mover, in the notation's form."""
    action = action_of(rules, party, row, number)
    if action.last is not None:
        return f"keep {action.card}, {action.last} last"
    return play_text(action, int(row[referee.MOVER]))
