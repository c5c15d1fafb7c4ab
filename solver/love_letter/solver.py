"""The solver: values and actions of every state, bottom-up over the number of unseen cards."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.jit import njit
from llq.solver.love_letter import backup
from llq.solver.love_letter.compiled import best_action, card_values, is_forced, is_kept_known
from llq.solver.love_letter.rules import GameArrays, Rules
from llq.solver.love_letter.states import StateSpace, state_space

__all__ = ["Solution", "solve"]

_TIE = backup.TIE
_THREADS_SHARE = 64  # blocks a thread takes at a time


class Solution(NamedTuple):
    """The solved game; one entry a state, in rank order."""

    values: NDArray[np.float64]
    """The mover's chance of winning, equal final cards counted as half."""
    actions: NDArray[np.uint8]
    """The action chosen, an index into ``Rules.actions``."""


def solve(
    rules: Rules,
    *,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
) -> Solution:
    """Solve a variant completely.

    Parameters
    ----------
    threads
        Threads that share each level; the result does not depend on their number.
    progress
        Called after each level with the number of states done and their total.

    References
    ----------
    Huibers (2016), section 3.2.3; the points that it leaves open are listed in the documentation.
    """
    space = state_space(rules)
    solution = Solution(np.zeros(space.size), np.zeros(space.size, dtype=np.uint8))
    with ThreadPoolExecutor(threads) as pool:
        for n in range(2, rules.opening_unseen + 1):
            first, last = np.searchsorted(space.block_n, [n, n + 1])
            bounds = np.append(np.arange(first, last, _THREADS_SHARE), last)
            jobs = [
                pool.submit(_solve_blocks, rules.arrays, space, solution, start, stop)
                for start, stop in pairwise(bounds)
            ]
            for job in jobs:
                job.result()
            if progress:
                progress(int(space.block_start[last]), space.size)
    return solution


def _solve_blocks(
    game: GameArrays, space: StateSpace, solution: Solution, start: int, stop: int
) -> None:
    cells = space.block_cell[start:stop]
    codes, hands = np.divmod(cells, space.layout.hands)
    _blocks_kernel(
        backup.Book(game, space.layout, solution.values, np.empty(0, dtype=np.bool_)),
        space.unseen[codes],
        space.hand_cards[hands],
        cells,
        solution.actions,
    )


@njit
def _blocks_kernel(
    book: backup.Book,
    unseen: NDArray[np.int64],
    hands: NDArray[np.int64],
    cells: NDArray[np.int64],
    actions: NDArray[np.uint8],
) -> None:
    """Solve whole blocks; ``book.values`` and ``actions`` of their states are modified in place."""
    game, layout, values, _ = book
    size, cards = len(game.action_argument), unseen.shape[1]
    # chances[k]: r of every action where the opponent knows (k = 1) the card kept, or not.
    chances = np.empty((2, size, cards))
    legal, rows = np.empty(size, dtype=np.int64), np.empty((size, cards))
    for block in range(len(cells)):
        cell = cells[block]
        left = unseen[block]
        low, high = hands[block]
        kinds = layout.kinds[cell // layout.hands]
        revealed = layout.width[cell] > 1 + kinds
        for maid in range(2 if layout.maid_step[cell] > 0 else 1):
            for known in range(2 if revealed else 1):
                for kept_known in range(2 if revealed and low != high else 1):
                    out = chances[kept_known]
                    card_values(book, left, low, high, maid, known, kept_known, out)
                    if low != high:
                        card_values(book, left, high, low, maid, known, kept_known, out)
                for hand_known in range((2 if low == high else 3) if revealed else 1):
                    rank = layout.offset[cell] + maid * layout.maid_step[cell]
                    rank += hand_known * layout.width[cell]
                    count = _gather(game, low, high, hand_known, chances, legal, rows)
                    if known:
                        rank += 1 + kinds
                        _choose_known(left, legal, rows[:count], rank, values, actions)
                    else:
                        _choose_unknown(left, legal, rows[:count], low, game, rank, values, actions)


@njit
def _gather(
    game: GameArrays,
    low: int,
    high: int,
    hand_known: int,
    chances: NDArray[np.float64],
    legal: NDArray[np.int64],
    rows: NDArray[np.float64],
) -> int:
    """Fill in the actions of a hand and their chances, modified in place; return how many."""
    count = 0
    for side in range(1 if low == high else 2):
        played, kept = (low, high) if side == 0 else (high, low)
        if not is_forced(game, kept, played):
            source = chances[is_kept_known(low, high, played, hand_known)]
            for action in range(game.first_action[played], game.first_action[played + 1]):
                legal[count] = action
                rows[count] = source[action]
                count += 1
    return count


@njit
def _choose_unknown(
    unseen: NDArray[np.int64],
    legal: NDArray[np.int64],
    rows: NDArray[np.float64],
    low: int,
    game: GameArrays,
    rank: int,
    values: NDArray[np.float64],
    actions: NDArray[np.uint8],
) -> None:
    """Choose by the belief's average; store it, then the chance against each true card."""
    n = unseen.sum()
    gains = np.zeros(len(rows))
    for row in range(len(rows)):
        for card in range(len(unseen)):
            if unseen[card] > 0:
                gains[row] += unseen[card] * rows[row, card]
        gains[row] /= n
    chosen = best_action(gains)
    gain = gains.max()
    values[rank] = gain
    actions[rank] = legal[chosen]
    is_low = legal[chosen] < game.first_action[low + 1]
    for card in range(len(unseen)):
        if unseen[card] == 0:
            continue
        rank += 1
        value = rows[chosen, card]
        for row in range(len(rows)):
            # The thesis's exception: the cards tie and this opponent's card tells them apart.
            if (
                (legal[row] < game.first_action[low + 1]) != is_low
                and gains[row] >= gain - _TIE
                and abs(rows[row, card] - value) > _TIE
            ):
                value = gain
                break
        values[rank] = value
        actions[rank] = legal[chosen]


@njit
def _choose_known(
    unseen: NDArray[np.int64],
    legal: NDArray[np.int64],
    rows: NDArray[np.float64],
    rank: int,
    values: NDArray[np.float64],
    actions: NDArray[np.uint8],
) -> None:
    """Choose and store for each card that the mover may know."""
    for card in range(len(unseen)):
        if unseen[card] > 0:
            values[rank] = rows[:, card].max()
            actions[rank] = legal[best_action(rows[:, card])]
            rank += 1
