"""Reachability in Archer: the entries that some deal and some legal plays lead to."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.jit import njit
from llq.solver.love_letter.archer.kernels import (
    aside_entry,
    aside_part,
    block_at,
    is_barred,
    is_forced,
    is_guess,
    is_kept_known,
    make_pool,
    next_group,
    place_facts,
    play_aside,
    take_card,
)
from llq.solver.love_letter.archer.states import GROUPS, Asides, archer_space
from llq.solver.love_letter.archer.turn import AsideBranches, Hidden, make_aside_branches
from llq.solver.love_letter.rules import GameArrays, Rules
from llq.solver.love_letter.table.block_states import Block, Blocks, Facts, take_blocks
from llq.solver.love_letter.table.reach import FACE_UP
from llq.solver.love_letter.table.states import UNKNOWN, Layout
from llq.solver.love_letter.turn import MISS, HandPlay, Pool, TurnFacts

_OPEN_GROUPS = 2  # those in which the mover does not know the aside card
_FIRST_GROUP = 1 << 0  # that in which nobody does, as a set of groups


def archer_reachable(rules: Rules, *, with_doubts: bool = False) -> NDArray[np.bool_]:
    """Return whether some deal and some legal plays, good or bad, lead to each entry.

    Parameters
    ----------
    with_doubts
        Take every pair of opponent's card and aside card that a mover does not tell apart as
        possible once one is, as the mover does: then all that weighing the actions asks for is
        marked.

    Returns
    -------
    (entries,) bool, as `ArcherSpace.rank` numbers them. A state with a card unknown is reachable if
    it is with some card.
    """
    every = archer_space(rules)
    space = every.space
    visited = np.zeros(every.size, dtype=np.bool_)
    variant = _Variant(rules.arrays, space.layout, every.asides)
    branches = make_aside_branches(len(rules.cards))
    for n in range(rules.opening_unseen, 1, -1):
        first, last = np.searchsorted(space.block_n, [n, n + 1])
        blocks = take_blocks(space, first, last)
        _visit(variant, blocks, rules.opening_unseen - n in FACE_UP, with_doubts, branches, visited)
    return visited


class _Variant(NamedTuple):
    """What the kernels know of a variant."""

    game: GameArrays
    layout: Layout
    asides: Asides


class _Node(NamedTuple):
    """A state that a game reaches, but for the aside card."""

    block: Block
    facts: Facts
    pool: Pool
    """All cards but those in hands."""


@njit(_nrt=False)
def _visit(
    variant: _Variant,
    blocks: Blocks,
    is_deal: bool,
    with_doubts: bool,
    branches: AsideBranches,
    visited: NDArray[np.bool_],
) -> None:
    """Mark what follows from a level, then its means; ``visited`` is modified in place.

    Until its own level is done, entry 0 of a state stands for an aside card not told apart.
    """
    _, layout, asides = variant
    for index in range(len(blocks.cell)):
        block = block_at(blocks, index)
        for place in range(block.places):
            facts = place_facts(layout, block, place)
            entry = aside_entry(asides, block.cell, place)
            if facts.card == UNKNOWN:
                if with_doubts:
                    _spread(variant, block, place, visited)
                continue
            if is_deal and facts.maid + facts.hand_known + facts.known == 0:
                visited[entry] = True
            pool = take_card(layout, make_pool(layout, block.unseen), facts.card)
            _follow_state(variant, _Node(block, facts, pool), entry, branches, visited)
            block.unseen[facts.card] += 1
            if not facts.known:
                _unite(variant, block, place, facts.run_place, visited)


@njit(_nrt=False)
def _unite(
    variant: _Variant, block: Block, place: int, blind_place: int, visited: NDArray[np.bool_]
) -> None:
    """Mark at a place where the opponent's card is open what is marked at one with a card."""
    blind = aside_entry(variant.asides, block.cell, blind_place)
    entry = aside_entry(variant.asides, block.cell, place)
    for inner in range(variant.asides.width[block.cell]):
        visited[blind + inner] |= visited[entry + inner]


@njit(_nrt=False)
def _spread(variant: _Variant, block: Block, blind_place: int, visited: NDArray[np.bool_]) -> None:
    """Mark what the mover cannot tell from what is marked, from a place with an open card on.

    ``visited`` is modified in place; the entries of that place serve as room for the union.
    """
    _, layout, asides = variant
    starts = asides.group[block.cell]
    position = layout.position[block.cell // layout.hands]
    blind = aside_entry(asides, block.cell, blind_place)
    last = blind_place + layout.width[block.cell]
    for place in range(blind_place + 1, last):
        facts = place_facts(layout, block, place)
        entry = aside_entry(asides, block.cell, place)
        for group in range(_OPEN_GROUPS):
            for aside in range(len(position)):
                if starts[group] >= 0 and block.unseen[aside] > (aside == facts.card):
                    inner = starts[group] + position[aside]
                    visited[entry + group] |= visited[entry + inner]
        if not facts.known:
            _unite(variant, block, place, blind_place, visited)
    for place in range(blind_place + 1, last):
        facts = place_facts(layout, block, place)
        entry = aside_entry(asides, block.cell, place)
        for group in range(_OPEN_GROUPS):
            if not facts.known and (group == 0 or starts[group] >= 0):
                visited[entry + group] |= visited[blind + group]
        for group in range(GROUPS):
            for aside in range(len(position)):
                if starts[group] >= 0 and block.unseen[aside] > (aside == facts.card):
                    inner = starts[group] + position[aside]
                    if group < _OPEN_GROUPS:
                        visited[entry + inner] |= visited[entry + group]
                    elif not facts.known:
                        visited[entry + inner] |= visited[blind + inner]


@njit(_nrt=False)
def _follow_state(
    variant: _Variant,
    node: _Node,
    entry: int,
    branches: AsideBranches,
    visited: NDArray[np.bool_],
) -> None:
    """Mark what follows from each marked entry of a state, and the means of these entries."""
    layout, cell = variant.layout, node.block.cell
    starts = variant.asides.group[cell]
    position = layout.position[cell // layout.hands]
    if visited[entry]:
        _follow(variant, node, UNKNOWN, _FIRST_GROUP, branches, visited)
    for aside in range(len(position)):
        if node.pool.cards[aside] == 0:
            continue
        groups = 0
        for group in range(GROUPS):
            if starts[group] >= 0 and visited[entry + starts[group] + position[aside]]:
                groups |= 1 << group
                if group < _OPEN_GROUPS:
                    visited[entry + group] = True
        if groups:
            _follow(variant, node, aside, groups, branches, visited)
        # What was not told apart is each aside card in turn.
        if starts[0] >= 0 and visited[entry]:
            visited[entry + starts[0] + position[aside]] = True


@njit(_nrt=False)
def _follow(
    variant: _Variant,
    node: _Node,
    aside: int,
    groups: int,
    branches: AsideBranches,
    visited: NDArray[np.bool_],
) -> None:
    """Mark what follows by any play from one state with an aside card, or none told apart.

    ``groups`` has a bit for each group that the state is in: they differ only in what comes after.
    """
    game, facts = variant.game, node.facts
    low, high = node.block.low, node.block.high
    for side in range(1 if low == high else 2):
        played, kept = (low, high) if side == 0 else (high, low)
        if is_forced(game, kept, played):
            continue
        guesses = is_guess(game, played)
        for action in range(game.first_action[played], game.first_action[played + 1]):
            play = HandPlay(played, MISS if guesses else game.action_argument[action], kept)
            if is_barred(game, played, play.argument, facts.maid):
                continue
            if aside == UNKNOWN and aside_part(game, played, play.argument, facts.maid):
                for card in range(len(node.pool.cards)):  # each may turn out to lie there
                    if node.pool.cards[card] > 0:
                        _follow_play(variant, node, play, card, groups, branches, visited)
            else:
                _follow_play(variant, node, play, aside, groups, branches, visited)
            if guesses:  # a hit ends the game, all misses agree
                break


@njit(_nrt=False)
def _follow_play(
    variant: _Variant,
    node: _Node,
    play: HandPlay,
    aside: int,
    groups: int,
    branches: AsideBranches,
    visited: NDArray[np.bool_],
) -> None:
    (game, layout, asides), facts, pool = variant, node.facts, node.pool
    kept_known = is_kept_known(node.block.low, node.block.high, play.card, facts.hand_known)
    turn, hidden = TurnFacts(facts.maid, facts.known, kept_known), Hidden(facts.card, aside)
    if aside != UNKNOWN:
        pool.cards[aside] -= 1
    outcome = play_aside(game, layout, pool, play, hidden, turn, branches)
    if aside != UNKNOWN:
        pool.cards[aside] += 1
    for branch in range(outcome.count):
        cell = branches.states.cell[branch]
        entry = aside_entry(asides, cell, branches.states.place[branch])
        if aside == UNKNOWN:
            visited[entry] = True
            continue
        entry += layout.position[cell // layout.hands, branches.aside[branch]]
        for group in range(GROUPS):
            if groups >> group & 1:
                then = next_group(game, group, play.card, play.argument, facts.maid)
                visited[entry + asides.group[cell, then]] = True
