"""Hints and judged moves for a person playing Love Letter."""

from llq.query.love_letter.answers import KeepAnswer, PlayAnswer
from llq.query.love_letter.rounds.analysis import analyse, question_of
from llq.query.love_letter.rounds.party_advice import PartyAdvice, hint_party
from llq.query.love_letter.table.lookups import lookup
from llq.query.love_letter.table.policy_lookups import PolicyAnswer
from llq.solver.love_letter.rounds.game_state import LoveLetterState
from llq.solver.love_letter.rounds.party_state import PartyState

Hint = PlayAnswer | KeepAnswer | PolicyAnswer | PartyAdvice


def hint(state: LoveLetterState | PartyState) -> Hint:
    """Return the mover's actions or cards to keep with values, as `llq.lookup` does.

    Values not yet stored are replaced by the policy's best action. At a table of several they are
    estimated by playouts.
    """
    if isinstance(state, PartyState):
        return hint_party(state)
    return lookup(**question_of(state), values=False)


judge = analyse
"""The cost analysis of a player's moves."""
