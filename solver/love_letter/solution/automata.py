"""Public memories: what a policy keeps in mind of the actions that both players saw.

A *memory* is a finite automaton. Its state is public, so that both players are always in the same
one; it is told from the mover's side. Hands, unseen cards and flags are part of the table state and
are not kept twice. The deal begins in state 0.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.errors import UnknownStrategy, one_of
from llq.solver.love_letter.rules import Rules
from llq.solver.love_letter.solution.exclusions import (
    Exclusions,
    exclude,
    exclude_and_keep_last,
    keep_missed,
    keep_missed_and_last,
)
from llq.solver.love_letter.solution.learning_options import MEMORIES
from llq.solver.love_letter.solution.weights import Weights, weigh_hands


class Memory(NamedTuple):
    """A memory of a variant."""

    name: str
    states: tuple[Hashable, ...]
    """What each state stands for; actions are numbers of ``Rules.actions``, None where there was
    none."""
    after: NDArray[np.int64]
    """(states, actions): the state after an action; actions that end the round keep it at 0, as do
    those of cards that the deck lacks."""

    @property
    def plays(self) -> int | None:
        """How many of the last plays it goes by; None where any may count."""
        last = self.states[-1]
        if isinstance(last, Exclusions | Weights):
            return None
        return len(last) if isinstance(last, tuple) else 1


_Step = Callable[[Rules, Hashable, int], Hashable]


def _forget(_rules: Rules, _state: Hashable, _action: int) -> Hashable:
    return None


def _keep_guess(rules: Rules, _state: Hashable, action: int) -> Hashable:
    return action if _is_guess(rules, action) else None


def _keep_action(_rules: Rules, _state: Hashable, action: int) -> Hashable:
    return action


def _keep_two_guesses(rules: Rules, state: Hashable, action: int) -> Hashable:
    assert isinstance(state, tuple)
    return (state[1], action if _is_guess(rules, action) else None)


def _keep_two_actions(_rules: Rules, state: Hashable, action: int) -> Hashable:
    assert isinstance(state, tuple)
    return (state[1], action)


def _keep_three_actions(_rules: Rules, state: Hashable, action: int) -> Hashable:
    assert isinstance(state, tuple)
    return (*state[1:], action)


_HOW: tuple[tuple[Hashable, _Step], ...] = (
    (None, _forget),
    (None, _keep_guess),
    (None, _keep_action),
    ((None, None), _keep_two_guesses),
    ((None, None), _keep_two_actions),
    ((None, None, None), _keep_three_actions),
    (Exclusions(), keep_missed),
    (Exclusions(), exclude),
    (Exclusions(), keep_missed_and_last),
    (Exclusions(), exclude_and_keep_last),
    (Weights(), weigh_hands),
)
_STEPS = dict(zip(MEMORIES, _HOW, strict=True))


@lru_cache(maxsize=16)
def make_memory(rules: Rules, name: str) -> Memory:
    """Return a memory by its name.

    Raises
    ------
    UnknownStrategy
        There is no such memory.

    Examples
    --------
    >>> from llq.love_letter import rules
    >>> [len(make_memory(rules("classic"), name).states) for name in MEMORIES[:5]]
    [1, 8, 15, 64, 211]
    """
    if name not in _STEPS:
        raise UnknownStrategy(f"unknown memory {name!r}{one_of(name, MEMORIES)}")
    start, step = _STEPS[name]
    going_on = [
        action
        for action, play in enumerate(rules.plays)
        if not rules.cards[play.card].effect.row.is_deadly and rules.copies[play.card]
    ]
    states, number = [start], {start: 0}
    rows = []
    for state in states:  # grows as new states are found
        row = np.zeros(len(rules.plays), dtype=np.int64)
        for action in going_on:
            then = step(rules, state, action)
            if then not in number:
                number[then] = len(states)
                states.append(then)
            row[action] = number[then]
        rows.append(row)
    return Memory(name, tuple(states), np.array(rows))


def remember_longer(rules: Rules, memory: Memory) -> tuple[Memory, Memory]:
    """Return a memory of actions, and that of an opponent who remembers one play more.

    That play is the oldest one that the memory lets go with the next action, and only its card is
    kept. ``after`` of each leads to the other's memory.

    Raises
    ------
    UnknownStrategy
        The memory is not of actions.

    Examples
    --------
    >>> from llq.love_letter import rules
    >>> pair = remember_longer(rules("classic"), make_memory(rules("classic"), "last-two-actions"))
    >>> [len(one.states) for one in pair]
    [211, 1583]
    """
    if memory.plays is None:
        raise UnknownStrategy(
            f"an opponent remembers a play more than a memory of plays, which {memory.name} is not"
        )
    states: list[tuple[int | None, int]] = [(None, 0)]
    number = {states[0]: 0}
    then = np.zeros_like(memory.after)
    for state, kept in enumerate(memory.states):
        oldest = kept[0] if isinstance(kept, tuple) else kept
        card = rules.plays[oldest].card if isinstance(oldest, int) else None
        for action, following in enumerate(memory.after[state].tolist()):
            key = (card, following) if following else states[0]
            if key not in number:
                number[key] = len(states)
                states.append(key)
            then[state, action] = number[key]
    after = memory.after[[following for _, following in states]]
    return memory._replace(after=then), Memory(f"{memory.name} and a card", tuple(states), after)


def _is_guess(rules: Rules, action: int) -> bool:
    return rules.actions[action].guess is not None
