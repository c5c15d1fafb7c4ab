"""Moves of Literature, with what everyone saw come of them."""

from __future__ import annotations

from llq.solver.literature.game_state import Event, LiteratureState
from llq.solver.literature.rules import CARDS, half_suit_name

__all__ = ["told"]


def told(
    before: LiteratureState, action: int, after: LiteratureState, *_eyes: int | None
) -> tuple[str, str]:
    """Return an action in words, and what followed: all of it is public.

    Examples
    --------
    >>> import llq
    >>> before = llq.literature.new_game(seed=1)
    >>> after = before.copy()
    >>> after.apply(before.legal_actions()[0])
    >>> told(before, after.moves[-1], after, 0, 0)
    ('ask player 1 for the 2C', 'does not have it')
    """
    has_begun = len(before.moves) > CARDS + 1
    first, claimed = before.events if not has_begun else [], after.events[len(before.events) :]
    facts = [f"{_claim(event)} before the first move" for event in first]
    event, *claims = claimed
    if event.kind == "ask":
        facts.append("has it" if event.held else "does not have it")
    elif event.kind == "claim":
        facts.append("right" if event.held else f"wrong: held by {_seats(event.true)}")
    return before.action_text(action), "; ".join([*facts, *map(_claim, claims)])


def _claim(event: Event) -> str:
    outcome = "" if event.held else ", wrongly"
    half = half_suit_name(event.target)
    return f"player {event.seat} claims {half}, held by {_seats(event.true)}{outcome}"


def _seats(seats: tuple[int, ...]) -> str:
    return ", ".join(map(str, seats))
