"""SQL relation of a solution: action probabilities in the first turns."""

import numpy as np

from llq.query.love_letter.relations import described_relations
from llq.query.love_letter.solution.rows import FORGETS, concatenate_ranges
from llq.query.love_letter.solution.table import Solution
from llq.query.love_letter.table.state_words import state_columns
from llq.solver.love_letter.rules import Scoring
from llq.solver.love_letter.table.states import State, state_space
from llq.solver.love_letter.views import legal_actions
from llq.store.database import Relation

_TURNS = 2  # of the round, whose states are shown
_REST = "anything else"
"""Scope of a common row: memories without specific rows."""


def solution_relations(solution: Solution) -> tuple[Relation, ...]:
    """Return the relation of one variant's solution."""
    rules, space = solution.rules, state_space(solution.rules)
    stored = solution.every_row()
    opening = rules.opening_unseen - solution.face_up
    first = space.block_start[np.searchsorted(space.block_n, opening - _TURNS + 1)]
    rows = np.flatnonzero(stored.rank >= first)
    # At the start nothing was played: both rows of a state are the same.
    is_first = stored.rank[rows] >= space.block_start[np.searchsorted(space.block_n, opening)]
    rows = rows[~is_first | (stored.memory[rows] == FORGETS)]
    states, remembers, actions = space.unrank_many(stored.rank[rows]), [], []
    for row in rows.tolist():
        state, number = space.unrank(stored.rank.item(row)), stored.memory.item(row)
        words = _REST if number == FORGETS else describe_row(solution, state, number)
        remembers.append("" if sum(state.unseen) == opening else words)
        actions.append([rules.describe(action) for action in legal_actions(rules, state)])
    plays = np.array([len(legal) for legal in actions])
    columns = state_columns(rules, states) | {"remembers": np.array(remembers, dtype=str)}
    columns = {name: np.repeat(values, plays) for name, values in columns.items()}
    columns["action"] = np.array([text for legal in actions for text in legal], dtype=str)
    columns["chance"] = stored.chance[concatenate_ranges(stored.start[rows], plays)]
    by_lead = ", by the lead in discards" if solution.scoring == Scoring.DISCARDS else ""
    relations = described_relations(solution, rest=_REST, by_lead=by_lead)
    return (relations.relation("solution", columns),)


def describe_row(solution: Solution, state: State, number: int) -> str:
    """Return a row's description: remembered actions, latest last, and any lead by discards."""
    lead, memory = divmod(number, len(solution.memory.states))
    rules = solution.rules
    played = (number for number in solution.memory.states[memory] if number is not None)
    remembered = "; ".join(rules.describe(rules.actions[action]) for action in played)
    if solution.scoring != Scoring.DISCARDS:
        return remembered
    leading = f"lead {solution.lead_at(state, lead):+d}"
    return f"{leading}; {remembered}" if remembered else leading
