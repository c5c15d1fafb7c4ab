"""Moves of Sueca, with the tricks that they end."""

from __future__ import annotations

from llq.solver.sueca.game_state import SuecaState
from llq.solver.sueca.rules import POINTS, Seat


def seat_name(seat: int) -> str:
    """Return what a seat is called.

    >>> seat_name(1)
    'West'
    """
    return Seat(seat).name.capitalize()


def told(before: SuecaState, action: int, after: SuecaState, *_eyes: int | None) -> tuple[str, str]:
    """Return an action in words, and who took the trick that it ended: all of it is public.

    Examples
    --------
    >>> import llq
    >>> after = llq.sueca.new_game(seed=1)
    >>> for _ in range(4):
    ...     before = after.copy()
    ...     after.apply(after.legal_actions()[0])
    >>> told(before, after.moves[-1], after, 0, 0)
    ('2S', 'West takes 0 points')
    """
    shown = ""
    if after.played and not after.trick:
        points = sum(POINTS[card % 10] for card in after.played[-4:])
        shown = f"{seat_name(after.leader)} takes {points} point{'s' * (points != 1)}"
    return before.action_text(action), shown
