"""Words of the explorer and of the comparison of solutions."""

from __future__ import annotations

from llq.errors import LlqError
from llq.query.love_letter.responses.exploitability_table import Exploited, open_exploitability
from llq.solver.love_letter.rules import Action, Argument, Card, Scoring

TABLE, MIXED = "Table", "Mixed solution"
"""What the solutions are called."""
TABLE_SUMMARY = "Chance to win; equal last cards are half a win each."
MIXED_SUMMARY = "How often it plays each, on average over what was played before."
NOT_COMPUTED = "not computed for this variant"


def play_note(card: Card, action: Action, *, is_protected: bool, may_end: bool) -> str:
    """Return what a play does besides ending the round."""
    row = card.effect.row
    if is_protected and row.is_aimed:
        return "They are safe: nothing happens."
    if row.argument == Argument.LOOK:
        return f"You see {'the aside' if action.target == 'aside' else 'their'} card."
    if row.argument == Argument.TARGET:
        whose = "You discard your other card" if action.target == "self" else "They discard theirs"
        return f"{whose} and draw a new one."
    return row.text or ("" if may_end else "It cannot hit.")


def exploited_by_player(variant: str) -> dict[str, str]:
    """Return what an opponent who knows a player wins beyond one half, in words, by player."""
    try:
        rows = open_exploitability(variant).rows()
    except LlqError:
        return {}
    return {one.policy: _points(one) for one in rows if one.scoring == Scoring.HALF}


def _points(one: Exploited) -> str:
    least, most = (100 * share for share in one.exploitability)
    points = f"{least:.2f}" if f"{least:.2f}" == f"{most:.2f}" else f"{least:.2f} to {most:.2f}"
    return f"{points} percentage points"
