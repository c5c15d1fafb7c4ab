"""SQL relation of a solution: action probabilities in the first turns."""

import numpy as np

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
    every = solution.every_row()
    opening = rules.opening_unseen - solution.face_up
    first = space.block_start[np.searchsorted(space.block_n, opening - _TURNS + 1)]
    rows = np.flatnonzero(every.rank >= first)
    # At the start nothing was played: both rows of a state are the same.
    is_first = every.rank[rows] >= space.block_start[np.searchsorted(space.block_n, opening)]
    rows = rows[~is_first | (every.memory[rows] == FORGETS)]
    states, remembers, actions = space.unrank_many(every.rank[rows]), [], []
    for row in rows.tolist():
        state, number = space.unrank(every.rank.item(row)), every.memory.item(row)
        words = _REST if number == FORGETS else describe_row(solution, state, number)
        remembers.append("" if sum(state.unseen) == opening else words)
        actions.append([rules.describe(action) for action in legal_actions(rules, state)])
    plays = np.array([len(legal) for legal in actions])
    columns = {
        name: (np.repeat(values, plays), meaning)
        for name, (values, meaning) in state_columns(rules, states).items()
    }
    by_lead = ", by the lead in discards" if solution.scoring == Scoring.DISCARDS else ""
    columns |= {
        "remembers": (
            np.repeat(np.array(remembers, dtype=str), plays),
            "the last public actions, the last one last; empty at the start; "
            f"'{_REST}': any that have no row of their own{by_lead}",
        ),
        "action": (
            np.array([text for legal in actions for text in legal], dtype=str),
            "a legal action",
        ),
        "chance": (
            every.chance[concatenate_ranges(every.start[rows], plays)],
            "how likely the solution plays it",
        ),
    }
    relation = solution.relation(
        f"{solution.sql_name}_solution",
        columns,
        "What the solution plays in the first turn of each player, by what it remembers: one row "
        "for each legal action.",
    )
    return (relation,)


def describe_row(solution: Solution, state: State, number: int) -> str:
    """Return a row's description: remembered actions and, with discard scoring, the lead."""
    lead, memory = divmod(number, len(solution.memory.states))
    remembered = describe_memory(solution, memory)
    if solution.scoring != Scoring.DISCARDS:
        return remembered
    leading = f"lead {solution.lead_at(state, lead):+d}"
    return f"{leading}; {remembered}" if remembered else leading


def describe_memory(solution: Solution, memory: int) -> str:
    """Return remembered actions of a memory state, latest last."""
    rules = solution.rules
    return "; ".join(
        rules.describe(rules.actions[action])
        for action in solution.memory.states[memory]
        if action is not None
    )
