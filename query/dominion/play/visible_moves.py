"""Dominion moves with the money played."""

from llq.query.dominion.answers import pluralise
from llq.solver.dominion.race.game_state import RaceState
from llq.solver.dominion.solitaire.game_state import DominionState


def describe(before: DominionState | RaceState, action: int, *_: object) -> tuple[str, str]:
    """Return an action's text and the coins behind it, both public.

    >>> import llq
    >>> state = llq.dominion.new_game(seed=1)
    >>> describe(state, 2, state, 0, 0)
    ('buy silver', 'with 3 coins')
    """
    return before.action_text(action), f"with {pluralise(before.coins, 'coin')}"
