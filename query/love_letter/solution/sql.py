"""A solution's relation for SQL: what it plays in the first turns."""

from __future__ import annotations

import numpy as np

from llq.query.love_letter.solution.rows import FORGETS
from llq.query.love_letter.solution.table import Solution
from llq.solver.love_letter.rules import Rules, Scoring
from llq.solver.love_letter.solution.exclusions import Exclusions
from llq.solver.love_letter.solution.weights import Weights
from llq.solver.love_letter.table.states import State, state_space
from llq.solver.love_letter.views import legal_actions
from llq.store.database import Relation

_TURNS = 2  # of the round, whose states are shown
_REST = "anything else"
"""What a row without a memory stands for: all that has no row of its own."""


def solution_relations(solution: Solution) -> tuple[Relation, ...]:
    """Return the relation of one variant's solution."""
    rules, space = solution.rules, state_space(solution.rules)
    ranks, memories, starts, chances = solution.every_row()
    opening = rules.opening_unseen - solution.face_up
    first = space.block_start[np.searchsorted(space.block_n, opening - _TURNS + 1)]
    shown = np.flatnonzero(ranks >= first)
    cards = rules.cards
    names = ("n", "b1", "b2", "card_1", "card_2", "seen", "opponent", "opponent_knows", "handmaid",
             "remembers")  # fmt: skip
    columns: dict[str, list[object]] = {name: [] for name in (*names, "action", "chance")}
    for row in shown.tolist():
        state = space.unrank(int(ranks[row]))
        memory, unseen = int(memories[row]), sum(state.unseen)
        if unseen == opening and memory != FORGETS:
            continue  # at the start nothing was played: both rows of the state are the same
        remembers = _REST if memory == FORGETS else describe_row(solution, state, memory)
        facts = (
            unseen,
            cards[state.low].number,
            cards[state.high].number,
            cards[state.low].name,
            cards[state.high].name,
            _seen(rules, state),
            cards[state.opponent].name if state.known else "",
            (cards[state.low].name, cards[state.high].name)[state.hand_known - 1]
            if state.hand_known
            else "",
            state.maid,
            "" if unseen == opening else remembers,
        )
        for index, action in enumerate(legal_actions(rules, state)):
            chance = float(chances[starts[row] + index])
            for name, fact in zip(columns, (*facts, rules.describe(action), chance), strict=True):
                columns[name].append(fact)
    return (
        Relation(
            _name(rules, solution.face_up, solution.scoring),
            {
                **{name: np.array(columns[name], dtype=np.uint8) for name in names[:3]},
                **{name: np.array(columns[name], dtype=str) for name in names[3:8]},
                "handmaid": np.array(columns["handmaid"], dtype=np.bool_),
                "remembers": np.array(columns["remembers"], dtype=str),
                "action": np.array(columns["action"], dtype=str),
                "chance": np.array(columns["chance"], dtype=np.float64),
            },
            "What the solution plays in the first turn of each player, by what it remembers: one "
            "row for each legal action.",
            {
                "n": "unseen cards",
                "b1": "number of the lower card of the hand",
                "b2": "number of the higher card of the hand",
                "card_1": "name of the lower card",
                "card_2": "name of the higher card",
                "seen": "the cards seen besides the hand, by ascending number",
                "opponent": "the opponent's card where it is known, else empty",
                "opponent_knows": "the card of the hand that the opponent knows, else empty",
                "handmaid": "whether the opponent is protected by a Handmaid",
                "remembers": "the last public actions, the last one last; empty at the start; "
                f"'{_REST}': any that have no row of their own"
                + (", by the lead in discards" if solution.scoring == Scoring.DISCARDS else ""),
                "action": "a legal action",
                "chance": "how likely the solution plays it",
            },
        ),
    )


def _seen(rules: Rules, state: State) -> str:
    """Return the cards that were discarded or lie face up, in words."""
    held = (state.low, state.high)
    return ", ".join(
        card.name
        for index, (card, left) in enumerate(zip(rules.cards, state.unseen, strict=True))
        for _ in range(card.copies - left - held.count(index))
    )


def describe_row(solution: Solution, state: State, number: int) -> str:
    """Return what a row stands for: what is remembered, and the lead where it counts."""
    lead, memory = divmod(number, len(solution.memory.states))
    remembered = describe_memory(solution, memory)
    if solution.scoring != Scoring.DISCARDS:
        return remembered
    return "; ".join([f"lead {solution.lead_at(state, lead):+d}", *filter(None, [remembered])])


def describe_memory(solution: Solution, memory: int) -> str:
    """Return what a state of the memory stands for: actions, the last one last, or hands."""
    label = solution.memory.states[memory]
    if isinstance(label, Exclusions | Weights):
        return label.describe(solution.rules)
    actions = label if isinstance(label, tuple) else (label,)
    rules = solution.rules
    return "; ".join(
        rules.describe(rules.actions[action]) for action in actions if action is not None
    )


def _name(rules: Rules, face_up: int, scoring: Scoring) -> str:
    variant = rules.variant.replace("-", "_")
    how = "_discards" if scoring == Scoring.DISCARDS else ""
    return f"love_letter_{variant}{how}{'_face_up' if face_up else ''}_solution"
