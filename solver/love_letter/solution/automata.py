"""Public memories: a policy's record of the last actions, which both players saw.

A *memory* is a finite automaton. Its state is public, so that both players are always in the same
one; it is told from the mover's side. Hands, unseen cards and flags are part of the table state and
are not kept twice. The deal begins in state 0.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from llq.errors import UnknownStrategy, one_of
from llq.solver.array_types import Ints
from llq.solver.love_letter.rules import Rules
from llq.solver.love_letter.solution.learning_options import MEMORIES


class Memory(NamedTuple):
    """A memory of a variant."""

    name: str
    states: tuple[tuple[int | None, ...], ...]
    """The last actions behind each state, the latest last: numbers of ``Rules.actions``, None
    before the first."""
    after: Ints
    """(states, actions): the state after an action; 0 after actions that end the round, and for
    cards missing from the deck."""

    @property
    def plays(self) -> int:
        """Number of past plays remembered."""
        return len(self.states[0])


@lru_cache(maxsize=16)
def make_memory(rules: Rules, name: str) -> Memory:
    """Return a memory by its name.

    >>> from llq.love_letter import rules
    >>> [len(make_memory(rules("classic"), name).states) for name in MEMORIES[:3]]
    [1, 15, 211]
    """
    if name not in MEMORIES:
        raise UnknownStrategy(f"unknown memory {name!r}{one_of(name, MEMORIES)}")
    continuing = [
        action
        for action, play in enumerate(rules.plays)
        if not rules.cards[play.card].effect.row.is_deadly and rules.copies[play.card]
    ]
    states: list[tuple[int | None, ...]] = [(None,) * MEMORIES.index(name)]
    number_of = {states[0]: 0}
    after = []
    for state in states:  # grows as new states are found
        row = np.zeros(len(rules.plays), dtype=np.int64)
        for action in continuing:
            next_state = (*state, action)[1:]
            if next_state not in number_of:
                number_of[next_state] = len(states)
                states.append(next_state)
            row[action] = number_of[next_state]
        after.append(row)
    return Memory(name, tuple(states), np.array(after))


def remember_longer(rules: Rules, memory: Memory) -> tuple[Memory, Memory]:
    """Return a memory of actions, and an opponent's memory with one more play.

    That play is the oldest one that the memory lets go with the next action, and only its card is
    kept. ``after`` of each leads to the other's memory.
    """
    states: list[tuple[int | None, int]] = [(None, 0)]
    number_of = {states[0]: 0}
    after = np.zeros_like(memory.after)
    for state, last_actions in enumerate(memory.states):
        oldest = last_actions[0] if last_actions else None
        card = None if oldest is None else rules.plays[oldest].card
        for action, next_state in enumerate(memory.after[state].tolist()):
            key = (card, next_state) if next_state else states[0]
            if key not in number_of:
                number_of[key] = len(states)
                states.append(key)
            after[state, action] = number_of[key]
    longer_after = memory.after[[shared for _, shared in states]]
    longer = Memory(f"{memory.name} and a card", tuple(states), longer_after)
    return memory._replace(after=after), longer
