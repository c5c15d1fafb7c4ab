"""Which entries of Archer a game can come to: everything that some deal and plays lead to."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from llq.solver.jit import njit
from llq.solver.love_letter.archer.kernels import (
    is_barred,
    is_forced,
    is_kept_known,
    make_branches,
    next_group,
    play_aside,
    touches_aside,
)
from llq.solver.love_letter.archer.states import GROUPS, Asides, archer_space
from llq.solver.love_letter.reach import FACE_UP
from llq.solver.love_letter.rules import Effect, GameArrays, Rules
from llq.solver.love_letter.states import UNKNOWN, Layout
from llq.solver.love_letter.turn import Branches

__all__ = ["archer_reachable"]

_GUESS = int(Effect.GUESS)


def archer_reachable(rules: Rules, *, with_doubts: bool = False) -> NDArray[np.bool_]:
    """Return whether some deal and some legal plays, good or bad, lead to each entry.

    Parameters
    ----------
    with_doubts
        Take every pair of opponent's card and aside card that a mover does not tell apart as
        possible once one is, as he does: then all that weighing his actions asks for is marked.

    Returns
    -------
    (entries,) bool, as `ArcherSpace.rank` numbers them. A state with a card unknown is reachable if
    it is with some card.
    """
    every = archer_space(rules)
    space = every.space
    visited = np.zeros(every.size, dtype=np.bool_)
    for n in range(rules.opening_unseen, 1, -1):
        first, last = np.searchsorted(space.block_n, [n, n + 1])
        cells = space.block_cell[first:last]
        codes, hands = np.divmod(cells, space.layout.hands)
        _visit(
            rules.arrays, space.layout, every.asides, space.unseen[codes],
            space.hand_cards[hands], cells, rules.opening_unseen - n in FACE_UP, with_doubts,
            visited,
        )  # fmt: skip
    return visited


@njit
def _visit(
    game: GameArrays,
    layout: Layout,
    asides: Asides,
    unseen: NDArray[np.int64],
    hands: NDArray[np.int64],
    cells: NDArray[np.int64],
    is_deal: bool,
    with_doubts: bool,
    visited: NDArray[np.bool_],
) -> None:
    """Mark what follows from a level, then its means; ``visited`` is modified in place.

    Until its own level is done, entry 0 of a state stands for an aside card not told apart.
    """
    cards = unseen.shape[1]
    branches = make_branches(cards)
    next_aside = np.empty(cards * cards, dtype=np.int64)
    for block in range(len(cells)):
        cell, pool = cells[block], unseen[block].copy()
        low, high = hands[block]
        width, slots, starts = asides.width[cell], layout.width[cell], asides.group[cell]
        kinds = layout.kinds[cell // layout.hands]
        position = layout.position[cell // layout.hands]
        revealed = slots > 1 + kinds
        for maid in range(2 if layout.maid_step[cell] > 0 else 1):
            for hand_known in range((2 if low == high else 3) if revealed else 1):
                at = asides.start[cell]
                at += (maid * layout.maid_step[cell] + hand_known * slots) * width
                if with_doubts:
                    _spread(pool, position, starts, width, kinds, revealed, at, visited)
                for known in range(2 if revealed else 1):
                    for theirs in range(cards):
                        if pool[theirs] == 0:
                            continue
                        entry = at + (1 + position[theirs] + known * kinds) * width
                        if is_deal and maid + hand_known + known == 0:
                            visited[entry] = True
                        pool[theirs] -= 1
                        if visited[entry]:
                            _follow(
                                game, layout, asides, pool, low, high, theirs, maid, known,
                                hand_known, UNKNOWN, 0, branches, next_aside, visited,
                            )  # fmt: skip
                        for aside in range(cards):
                            if pool[aside] == 0:
                                continue
                            for group in range(GROUPS):
                                inner = entry + starts[group] + position[aside]
                                if starts[group] >= 0 and visited[inner]:
                                    _follow(
                                        game, layout, asides, pool, low, high, theirs, maid, known,
                                        hand_known, aside, group, branches, next_aside, visited,
                                    )  # fmt: skip
                                    if group < 2:
                                        visited[entry + group] = True
                            # What was not told apart is each aside card in turn.
                            if starts[0] >= 0 and visited[entry]:
                                visited[entry + starts[0] + position[aside]] = True
                        pool[theirs] += 1
                        if known == 0:
                            visited[at : at + width] |= visited[entry : entry + width]


@njit
def _spread(
    unseen: NDArray[np.int64],
    position: NDArray[np.int32],
    starts: NDArray[np.int64],
    width: int,
    kinds: int,
    revealed: bool,
    at: int,
    visited: NDArray[np.bool_],
) -> None:
    """Mark what the mover cannot tell from what is marked, from slot ``at`` on.

    ``visited`` is modified in place; slot ``at`` itself serves as room for the union.
    """
    cards = len(unseen)
    for known in range(2 if revealed else 1):
        for theirs in range(cards):
            if unseen[theirs] > 0:
                entry = at + (1 + position[theirs] + known * kinds) * width
                for group in range(2):
                    for aside in range(cards):
                        if starts[group] >= 0 and unseen[aside] > (aside == theirs):
                            inner = entry + starts[group] + position[aside]
                            visited[entry + group] |= visited[inner]
                if known == 0:
                    visited[at : at + width] |= visited[entry : entry + width]
    for known in range(2 if revealed else 1):
        for theirs in range(cards):
            if unseen[theirs] == 0:
                continue
            entry = at + (1 + position[theirs] + known * kinds) * width
            if known == 0:
                visited[entry] |= visited[at]
                if starts[1] >= 0:
                    visited[entry + 1] |= visited[at + 1]
            for group in range(GROUPS):
                for aside in range(cards):
                    if starts[group] >= 0 and unseen[aside] > (aside == theirs):
                        inner = starts[group] + position[aside]
                        if group < 2:
                            visited[entry + inner] |= visited[entry + group]
                        elif known == 0:
                            visited[entry + inner] |= visited[at + inner]


@njit
def _follow(
    game: GameArrays,
    layout: Layout,
    asides: Asides,
    pool: NDArray[np.int64],
    low: int,
    high: int,
    theirs: int,
    maid: int,
    known: int,
    hand_known: int,
    aside: int,
    group: int,
    branches: Branches,
    next_aside: NDArray[np.int64],
    visited: NDArray[np.bool_],
) -> None:
    """Mark what follows by any play from one state; ``pool`` is all but hands, then restored."""
    size, code = pool.sum(), (pool * layout.stride).sum()
    for side in range(1 if low == high else 2):
        played, kept = (low, high) if side == 0 else (high, low)
        if is_forced(game, kept, played):
            continue
        kept_known = is_kept_known(low, high, played, hand_known)
        for action in range(game.first_action[played], game.first_action[played + 1]):
            argument = game.action_argument[action]
            if is_barred(game, played, argument, maid):
                continue
            touches = touches_aside(game, played, argument, maid)
            for card in range(UNKNOWN, len(pool)):
                # A card told apart stays; else each may turn out to lie there when it is touched.
                if touches and aside == UNKNOWN:
                    if card == UNKNOWN or pool[card] == 0:
                        continue
                elif card != aside:
                    continue
                if card != UNKNOWN:
                    pool[card] -= 1
                outcome = play_aside(
                    game, layout, pool, size, code, played, argument, kept, theirs,
                    maid, known, kept_known, card, branches, next_aside,
                )  # fmt: skip
                if card != UNKNOWN:
                    pool[card] += 1
                then = next_group(game, group, played, argument, maid)
                for branch in range(outcome.count):
                    cell = branches.cell[branch]
                    entry = asides.start[cell] + branches.place[branch] * asides.width[cell]
                    if card != UNKNOWN:
                        place = layout.position[cell // layout.hands, next_aside[branch]]
                        entry += asides.group[cell, then] + place
                    visited[entry] = True
            if game.effects[played] == _GUESS:  # a hit ends the game, misses agree
                break
