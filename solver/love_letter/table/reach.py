"""Reachability: states that result from some deal and legal plays."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from llq.solver.array_types import Bools
from llq.solver.jit import njit
from llq.solver.love_letter import turn as effects
from llq.solver.love_letter.rules import GameArrays, Rules
from llq.solver.love_letter.table import kernels
from llq.solver.love_letter.table.block_states import Block, Blocks, Facts, level_blocks
from llq.solver.love_letter.table.exchange import Exchange
from llq.solver.love_letter.table.states import UNKNOWN, Layout, state_space
from llq.solver.love_letter.turn import Branches, HandPlay, PlayOutcome, TurnFacts

FACE_UP = (0, 3)
"""Cards turned up before the deal: none in the thesis, three by the official two-player rule."""


@lru_cache(maxsize=4)
def reachable(rules: Rules, deals: tuple[int, ...] = FACE_UP) -> Bools:
    """Return (states,): whether some deal and some legal plays, good or bad, lead to each state.

    ``deals`` are the numbers of cards that may lie face up at the start. A state with the
    opponent's card unknown is reachable if it is with some card.
    """
    space = state_space(rules)
    visited = np.zeros(space.size, dtype=np.bool_)
    search = _Search(rules.arrays, space.layout, effects.make_branches(len(rules.cards)), visited)
    for unseen in range(rules.opening_unseen, 1, -1):
        _visit_level(search, level_blocks(space, unseen), rules.opening_unseen - unseen in deals)
    visited.flags.writeable = False
    return visited


class _Search(NamedTuple):
    """Rules and working arrays of a search, which marks states as visited."""

    game: GameArrays
    layout: Layout
    branches: Branches
    visited: Bools  # (states,)


@njit(_nrt=False)
def _visit_level(search: _Search, blocks: Blocks, is_deal: bool) -> None:
    """Mark the successors of a level's visited states, in place."""
    layout, visited = search.layout, search.visited
    for index in range(len(blocks.cell)):
        block = kernels.block_at(blocks, index)
        start = layout.offset[block.cell]
        for place in range(block.places):
            facts = kernels.place_facts(layout, block, place)
            if is_deal and facts.maid + facts.known + facts.hand_known == 0:
                visited[start + place] = True
            if facts.card != UNKNOWN and visited[start + place]:
                visited[start + facts.choice_place] = True
                _visit_next(search, block, facts)


@njit(forceinline=True, _nrt=False)
def _visit_next(search: _Search, block: Block, facts: Facts) -> None:
    """Mark the successors of a state by every legal play, in place."""
    game, layout, branches, _ = search
    opponent, all_cards = facts.card, kernels.make_pool(layout, block.unseen)
    for side in range(1 if block.low == block.high else 2):
        played, kept = (block.low, block.high) if side == 0 else (block.high, block.low)
        if kernels.is_forced(game, kept, played):
            continue
        if kernels.is_exchange(game, played, all_cards.size):
            exchange = Exchange(block.unseen, kept, facts.known)
            _mark_branches(search, kernels.exchange_branches(layout, exchange, opponent, branches))
            continue
        pool = kernels.take_card(layout, all_cards, opponent)
        kept_known = kernels.is_kept_known(block.low, block.high, played, facts.hand_known)
        turn = TurnFacts(facts.maid, facts.known, kept_known)
        guesses = kernels.is_guess(game, played)
        for action in range(game.first_action[played], game.first_action[played + 1]):
            argument = game.action_argument[action]
            if not kernels.is_barred(game, played, argument, turn.maid):
                play = HandPlay(played, effects.MISS if guesses else argument, kept)
                outcome = kernels.play_card(game, layout, pool, play, opponent, turn, branches)
                _mark_branches(search, outcome)
            if guesses:  # a hit ends the game, all misses agree
                break
        block.unseen[opponent] += 1


@njit(forceinline=True, _nrt=False)
def _mark_branches(search: _Search, outcome: PlayOutcome) -> None:
    layout, branches = search.layout, search.branches
    for branch in range(outcome.count):
        rank = layout.offset[branches.cell[branch]] + branches.place[branch]
        search.visited[rank] = True
