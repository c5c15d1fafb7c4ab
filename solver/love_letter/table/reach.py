"""Reachability: states that result from some deal and legal plays."""

from functools import lru_cache

import numpy as np

from llq.solver.jit import njit
from llq.solver.love_letter.array_types import Bools
from llq.solver.love_letter.rules import GameArrays, Rules
from llq.solver.love_letter.table.block_states import Block, Blocks, Facts, level_blocks
from llq.solver.love_letter.table.kernels import (
    block_at,
    exchange_branches,
    is_barred,
    is_exchange,
    is_forced,
    is_guess,
    is_kept_known,
    make_pool,
    place_facts,
    play_card,
    take_card,
)
from llq.solver.love_letter.table.states import UNKNOWN, Layout, state_space
from llq.solver.love_letter.turn import (
    MISS,
    Branches,
    HandPlay,
    PlayOutcome,
    TurnFacts,
    make_branches,
)

FACE_UP = (0, 3)
"""Cards turned up before the deal: none in the thesis, three by the official two-player rule."""


@lru_cache(maxsize=4)
def reachable(rules: Rules, deals: tuple[int, ...] = FACE_UP) -> Bools:
    """Return whether some deal and some legal plays, good or bad, lead to each state.

    States are in rank order. ``deals`` are the numbers of cards that may lie face up at the start.
    A state with the opponent's card unknown is reachable if it is with some card.
    """
    space = state_space(rules)
    visited = np.zeros(space.size, dtype=np.bool_)
    branches = make_branches(len(rules.cards))
    for n in range(rules.opening_unseen, 1, -1):
        blocks = level_blocks(space, n)
        is_deal = rules.opening_unseen - n in deals
        _visit(rules.arrays, space.layout, blocks, is_deal, branches, visited)
    visited.flags.writeable = False
    return visited


@njit(_nrt=False)
def _visit(
    game: GameArrays,
    layout: Layout,
    blocks: Blocks,
    is_deal: bool,
    branches: Branches,
    visited: Bools,
) -> None:
    """Mark the successors of a level's visited states; ``visited`` is modified in place."""
    for index in range(len(blocks.cell)):
        block = block_at(blocks, index)
        start = layout.offset[block.cell]
        for place in range(block.places):
            facts = place_facts(layout, block, place)
            if is_deal and facts.maid + facts.known + facts.hand_known == 0:
                visited[start + place] = True
            if facts.card != UNKNOWN and visited[start + place]:
                visited[start + facts.choice_place] = True
                _visit_next(game, layout, block, facts, branches, visited)


@njit(forceinline=True, _nrt=False)
def _visit_next(
    game: GameArrays, layout: Layout, block: Block, facts: Facts, branches: Branches, visited: Bools
) -> None:
    """Mark the successors of a state by every legal play."""
    theirs, whole = facts.card, make_pool(layout, block.unseen)
    for side in range(1 if block.low == block.high else 2):
        played, kept = (block.low, block.high) if side == 0 else (block.high, block.low)
        if is_forced(game, kept, played):
            continue
        if is_exchange(game, played, whole.size):
            outcome = exchange_branches(layout, block.unseen, kept, theirs, facts.known, branches)
            _mark(layout, outcome, branches, visited)
            continue
        pool = take_card(layout, whole, theirs)
        kept_known = is_kept_known(block.low, block.high, played, facts.hand_known)
        turn = TurnFacts(facts.maid, facts.known, kept_known)
        guesses = is_guess(game, played)
        for action in range(game.first_action[played], game.first_action[played + 1]):
            argument = game.action_argument[action]
            if not is_barred(game, played, argument, turn.maid):
                play = HandPlay(played, MISS if guesses else argument, kept)
                outcome = play_card(game, layout, pool, play, theirs, turn, branches)
                _mark(layout, outcome, branches, visited)
            if guesses:  # a hit ends the game, all misses agree
                break
        block.unseen[theirs] += 1


@njit(forceinline=True, _nrt=False)
def _mark(layout: Layout, outcome: PlayOutcome, branches: Branches, visited: Bools) -> None:
    """Mark the branches of an outcome."""
    for branch in range(outcome.count):
        visited[layout.offset[branches.cell[branch]] + branches.place[branch]] = True
