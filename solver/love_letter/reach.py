"""Which states a game can come to: everything that some deal and some legal plays lead to."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from llq.solver.jit import njit
from llq.solver.love_letter import backup
from llq.solver.love_letter.compiled import is_forced, is_kept_known, play_value
from llq.solver.love_letter.rules import Effect, Rules
from llq.solver.love_letter.states import UNKNOWN, StateArrays, state_space

__all__ = ["FACE_UP", "reachable"]

FACE_UP = (0, 3)
"""Cards turned up before the deal: none in the thesis, three by the official two-player rule."""


def reachable(rules: Rules) -> NDArray[np.bool_]:
    """Return whether some deal and some legal plays, good or bad, lead to each state.

    Returns
    -------
    (states,) bool, in rank order. A state with the opponent's card unknown is reachable if it is
    with some card.
    """
    space = state_space(rules)
    book = backup.Book(
        rules.arrays, space.layout, np.zeros(space.size), np.zeros(space.size, dtype=np.bool_)
    )
    for n in range(rules.opening_unseen, 1, -1):
        first, last = np.searchsorted(space.block_n, [n, n + 1])
        ranks = np.arange(space.block_start[first], space.block_start[last])
        states = space.unrank_many(ranks)
        if rules.opening_unseen - n in FACE_UP:
            book.visited[ranks[(states.maid + states.known + states.hand_known) == 0]] = True
        _visit(book, states, ranks)
        blind = states.known == 0
        siblings = StateArrays(*(column[blind] for column in states))
        parents = space.rank_many(siblings._replace(opponent=np.full(blind.sum(), UNKNOWN)))
        book.visited[parents[book.visited[ranks[blind]]]] = True
    return book.visited


@njit
def _visit(book: backup.Book, states: StateArrays, ranks: NDArray[np.int64]) -> None:
    """Mark what follows from each visited state of a level; ``book.visited`` is modified."""
    game, stride = book.game, book.layout.stride
    for index in range(len(ranks)):
        theirs = states.opponent[index]
        if theirs < 0 or not book.visited[ranks[index]]:
            continue
        pool = states.unseen[index].copy()
        pool[theirs] -= 1
        code = (pool * stride).sum()
        low, high, hand_known = states.low[index], states.high[index], states.hand_known[index]
        for side in range(1 if low == high else 2):
            played, kept = (low, high) if side == 0 else (high, low)
            if is_forced(game, kept, played):
                continue
            kept_known = is_kept_known(low, high, played, hand_known)
            for action in range(game.first_action[played], game.first_action[played + 1]):
                guesses = game.effects[played] == Effect.GUESS  # a hit ends the game, misses agree
                play_value(
                    book, pool, pool.sum(), code, played,
                    -1 if guesses else game.action_argument[action],
                    kept, theirs, states.maid[index], states.known[index], kept_known,
                )  # fmt: skip
                if guesses:
                    break
