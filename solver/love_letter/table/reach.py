"""Reachability: the states that some deal and some legal plays lead to."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from llq.solver.jit import njit
from llq.solver.love_letter.rules import GameArrays, Rules
from llq.solver.love_letter.table.kernels import (
    is_barred,
    is_forced,
    is_guess,
    is_kept_known,
    make_pool,
    play_card,
    take_card,
)
from llq.solver.love_letter.table.states import UNKNOWN, Layout, StateArrays, state_space
from llq.solver.love_letter.turn import MISS, Branches, HandPlay, TurnFacts, make_branches

FACE_UP = (0, 3)
"""Cards turned up before the deal: none in the thesis, three by the official two-player rule."""


@lru_cache(maxsize=4)
def reachable(rules: Rules, deals: tuple[int, ...] = FACE_UP) -> NDArray[np.bool_]:
    """Return whether some deal and some legal plays, good or bad, lead to each state.

    Parameters
    ----------
    deals
        Numbers of cards that may lie face up at the start.

    Returns
    -------
    (states,) bool, in rank order. A state with the opponent's card unknown is reachable if it is
    with some card.
    """
    space = state_space(rules)
    visited = np.zeros(space.size, dtype=np.bool_)
    branches = make_branches(len(rules.cards))
    for n in range(rules.opening_unseen, 1, -1):
        first, last = np.searchsorted(space.block_n, [n, n + 1])
        ranks = np.arange(space.block_start[first], space.block_start[last])
        states = space.unrank_many(ranks)
        if rules.opening_unseen - n in deals:
            visited[ranks[(states.maid + states.known + states.hand_known) == 0]] = True
        _visit(rules.arrays, space.layout, states, ranks, branches, visited)
        blind = states.known == 0
        siblings = StateArrays(*(column[blind] for column in states))
        parents = space.rank_many(siblings._replace(opponent=np.full(blind.sum(), UNKNOWN)))
        visited[parents[visited[ranks[blind]]]] = True
    visited.flags.writeable = False
    return visited


@njit(_nrt=False)
def _visit(
    game: GameArrays,
    layout: Layout,
    states: StateArrays,
    ranks: NDArray[np.int64],
    branches: Branches,
    visited: NDArray[np.bool_],
) -> None:
    """Mark what follows from each visited state of a level; ``visited`` is modified in place.

    ``branches`` is room to work in.
    """
    for index in range(len(ranks)):
        theirs = states.opponent[index]
        if theirs < 0 or not visited[ranks[index]]:
            continue
        unseen = states.unseen[index]
        pool = take_card(layout, make_pool(layout, unseen), theirs)
        low, high = states.low[index], states.high[index]
        for side in range(1 if low == high else 2):
            played, kept = (low, high) if side == 0 else (high, low)
            if is_forced(game, kept, played):
                continue
            kept_known = is_kept_known(low, high, played, states.hand_known[index])
            turn = TurnFacts(states.maid[index], states.known[index], kept_known)
            guesses = is_guess(game, played)
            for action in range(game.first_action[played], game.first_action[played + 1]):
                argument = game.action_argument[action]
                if not is_barred(game, played, argument, turn.maid):
                    play = HandPlay(played, MISS if guesses else argument, kept)
                    outcome = play_card(game, layout, pool, play, theirs, turn, branches)
                    for branch in range(outcome.count):
                        rank = layout.offset[branches.cell[branch]] + branches.place[branch]
                        visited[rank] = True
                if guesses:  # a hit ends the game, all misses agree
                    break
        unseen[theirs] += 1
