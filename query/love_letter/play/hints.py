"""Hints and judged moves for a person playing Love Letter."""

from llq.query.love_letter.answers import KeepAnswer, PlayAnswer
from llq.query.love_letter.multiplayer.advice import PartyAdvice
from llq.query.love_letter.multiplayer.seats import hint as multiplayer_hint
from llq.query.love_letter.rounds.analysis import analyse, question_of
from llq.query.love_letter.table.lookups import lookup
from llq.query.love_letter.table.policy_lookups import PolicyAnswer
from llq.solver.love_letter.multiplayer.game_state import PartyState
from llq.solver.love_letter.rounds.game_state import LoveLetterState

Hint = PlayAnswer | KeepAnswer | PolicyAnswer | PartyAdvice


def hint(state: LoveLetterState | PartyState) -> Hint:
    """Return the mover's actions or cards to keep with values, as `llq.lookup` does.

    Values not yet stored are replaced by the policy's best action. At a table of several they are
    estimated by playouts.
    """
    if isinstance(state, PartyState):
        return multiplayer_hint(state)
    return lookup(**question_of(state), values=False)


judge = analyse
"""The cost analysis of a player's moves."""
