"""The round so far as one player saw it: what a player with perfect recall remembers."""

from __future__ import annotations

from typing import NamedTuple

from llq.solver.love_letter.rules import Action

__all__ = ["History", "PastTurn"]


class PastTurn(NamedTuple):
    """One turn of the round so far, as a player saw it; cards are named.

    What the player could not see is None: the opponent's draws, and what a Prince made them draw.
    """

    is_own: bool
    """Whether the player took this turn, else the opponent did."""
    action: Action
    drawn: str | None
    """The card drawn for this turn, in the player's own turns."""
    discarded: str | None
    """The hand that a Prince made someone discard: whose, ``action.target`` says."""
    gained: str | None
    """The card that this turn put into the player's hand in place of another: by Prince or King."""
    seen: str | None
    """The opponent's card after the turn if the turn showed it: by Priest, an equal Baron, King."""
    has_missed: bool
    """Whether a guess was wrong; a guess at a player behind a Handmaid is neither wrong nor right.
    """


class History(NamedTuple):
    """The round so far, as the player to move saw it: with nothing forgotten.

    Examples
    --------
    >>> import llq
    >>> class Witness:
    ...     name = "witness"
    ...     def choose(self, view, random):
    ...         for turn in view.history.turns[-1:]:
    ...             print(view.history.dealt, turn.is_own, turn.action, turn.has_missed)
    ...         return view.legal[0]
    >>> match = llq.love_letter.match(Witness(), "strategic", games=1, seed=1)
    Priest False Action(card='Guard', guess='Baron', target=None) True
    """

    is_first: bool
    """Whether the player had the first turn of the round."""
    face_up: tuple[str, ...]
    """The cards laid face up before the deal."""
    dealt: str
    """The player's card before the first turn."""
    drawn: str
    """The card drawn for the turn to be played now."""
    turns: tuple[PastTurn, ...]
    """Every turn so far, both players', the first turn first."""
