"""The solver of Archer: values and actions of every entry, by the number of unseen cards.

A mover chooses by the mean over what he does not know, every pair of opponent's card and aside card
being as likely as its number of ways: also after a re-deal, from which nobody draws conclusions.
With both cards fixed, a value is the true chance of what he so chooses. The thesis's exception for
ties (`solver.solve`, ``averages_ties``) is not made: it would leave values that no game has.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.solver.jit import njit
from llq.solver.love_letter.archer.kernels import (
    best_action,
    is_forced,
    is_kept_known,
    make_branches,
    row_values,
)
from llq.solver.love_letter.archer.states import GROUPS, ArcherSpace, archer_space
from llq.solver.love_letter.archer.turn import UNTRACKED, ArcherBook
from llq.solver.love_letter.rules import GameArrays, Rules

__all__ = ["ArcherSolution", "solve_archer"]

_THREADS_SHARE = 64  # blocks a thread takes at a time


class ArcherSolution(NamedTuple):
    """The solved game; one entry as `ArcherSpace.rank` numbers them."""

    values: NDArray[np.float64]
    """(entries,): what the state is worth to the mover, in ``Rules.unit``."""
    actions: NDArray[np.uint8]
    """(entries,): the action chosen, an index into ``Rules.actions``."""


def solve_archer(
    rules: Rules,
    *,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
) -> ArcherSolution:
    """Solve a variant whose cards look at the aside card or deal it anew; equal cards count half.

    Parameters
    ----------
    threads
        Threads that share each level; the result does not depend on their number.
    progress
        Called after each level with the number of entries done and their total.

    Raises
    ------
    IllegalState
        The variant's right guesses earn tokens.

    Examples
    --------
    >>> from llq.solver.love_letter.archer.states import ArcherState, archer_space
    >>> from llq.solver.love_letter.rules import Card, Effect, Rules
    >>> deck = (Card("Priest", 2, 2, Effect.LOOK_EITHER, 2), Card("Princess", 8, 2, Effect.LOSE, 8))
    >>> rules = Rules("tiny", 1, deck, "an example")
    >>> entry = archer_space(rules).rank(ArcherState(0, 1, (1, 1)))
    >>> float(solve_archer(rules).values[entry])
    0.75
    """
    if rules.unit != "win probability":
        raise IllegalState(
            f"{rules.variant} Love Letter counts tokens, which Archer's solver cannot"
        )
    every = archer_space(rules)
    space = every.space
    solution = ArcherSolution(np.zeros(every.size), np.zeros(every.size, dtype=np.uint8))
    with ThreadPoolExecutor(threads) as pool:
        for n in range(2, rules.opening_unseen + 1):
            first, last = np.searchsorted(space.block_n, [n, n + 1])
            bounds = np.append(np.arange(first, last, _THREADS_SHARE), last)
            jobs = [
                pool.submit(_solve_blocks, every, solution, start, stop)
                for start, stop in pairwise(bounds)
            ]
            for job in jobs:
                job.result()
            if progress:
                progress(int(every.block_entry[last]), every.size)
    return solution


def _solve_blocks(every: ArcherSpace, solution: ArcherSolution, start: int, stop: int) -> None:
    space = every.space
    cells = space.block_cell[start:stop]
    codes, hands = np.divmod(cells, space.layout.hands)
    book = ArcherBook(every.rules.arrays, space.layout, every.asides, solution.values)
    _blocks_kernel(book, space.unseen[codes], space.hand_cards[hands], cells, solution.actions)


class _Hand(NamedTuple):
    """What the choices of one block, Handmaid and knowledge of the hand are made from."""

    unseen: NDArray[np.int64]
    legal: NDArray[np.int64]
    """(rows,): the legal actions."""
    rows: NDArray[np.float64]
    """(rows, cards, 1 + GROUPS × cards): their values, as `archer_turn.row_values` gives them."""
    group: NDArray[np.int64]
    """(GROUPS,): `Asides.group` of the cell."""
    position: NDArray[np.int32]
    """(cards,): `Layout.position` of the code."""
    width: int


@njit
def _blocks_kernel(
    book: ArcherBook,
    unseen: NDArray[np.int64],
    hands: NDArray[np.int64],
    cells: NDArray[np.int64],
    actions: NDArray[np.uint8],
) -> None:
    """Solve whole blocks; ``book.values`` and ``actions`` of their states are modified in place."""
    game, layout, asides, values = book
    size, cards = len(game.action_argument), unseen.shape[1]
    # table[k]: the values where the opponent knows (k = 1) the card kept, or not.
    table = np.empty((2, size, cards, 1 + GROUPS * cards))
    branches = make_branches(cards)
    next_aside = np.empty(cards * cards, dtype=np.int64)
    legal = np.empty(size, dtype=np.int64)
    rows = np.empty((size, cards, 1 + GROUPS * cards))
    for block in range(len(cells)):
        cell = cells[block]
        left = unseen[block]
        low, high = hands[block]
        code = cell // layout.hands
        kinds = layout.kinds[code]
        revealed = layout.width[cell] > 1 + kinds
        for maid in range(2 if layout.maid_step[cell] > 0 else 1):
            for known in range(2 if revealed else 1):
                for kept_known in range(2 if revealed and low != high else 1):
                    for side in range(1 if low == high else 2):
                        played, kept = (low, high) if side == 0 else (high, low)
                        row_values(
                            book, left, played, kept, maid, known, kept_known,
                            branches, next_aside, table[kept_known],
                        )  # fmt: skip
                for hand_known in range((2 if low == high else 3) if revealed else 1):
                    count = _gather(game, low, high, hand_known, table, legal, rows)
                    place = maid * layout.maid_step[cell] + hand_known * layout.width[cell]
                    place += kinds * known
                    hand = _Hand(
                        left, legal[:count], rows[:count], asides.group[cell],
                        layout.position[code], asides.width[cell],
                    )  # fmt: skip
                    at = asides.start[cell] + place * hand.width
                    for they_know in range(2 if hand.group[1] >= 0 else 1):
                        _choose_blind(hand, they_know, known, at, values, actions)
                        if hand.group[2 + they_know] >= 0:
                            _choose_seeing(hand, 2 + they_know, known, at, values, actions)


@njit
def _gather(
    game: GameArrays,
    low: int,
    high: int,
    hand_known: int,
    table: NDArray[np.float64],
    legal: NDArray[np.int64],
    rows: NDArray[np.float64],
) -> int:
    """Fill in the actions of a hand and their values, modified in place; return how many."""
    count = 0
    for side in range(1 if low == high else 2):
        played, kept = (low, high) if side == 0 else (high, low)
        if not is_forced(game, kept, played):
            source = table[is_kept_known(low, high, played, hand_known)]
            for action in range(game.first_action[played], game.first_action[played + 1]):
                legal[count] = action
                rows[count] = source[action]
                count += 1
    return count


@njit
def _choose_blind(
    hand: _Hand,
    group: int,
    known: int,
    at: int,
    values: NDArray[np.float64],
    actions: NDArray[np.uint8],
) -> None:
    """Choose and store where the mover does not know the aside card.

    ``at`` is the first entry of the slot "opponent's card unknown", one slot a card following;
    ``group`` is 1 if the opponent knows the aside card, else 0, and so is the entry of the mean.
    """
    unseen, legal, rows, starts, position, width = hand
    cards, n = len(unseen), unseen.sum()
    means = np.zeros((len(rows), cards))
    gains = np.zeros(len(rows))
    for row in range(len(rows)):
        for theirs in range(cards):
            if unseen[theirs] == 0:
                continue
            means[row, theirs] = rows[row, theirs, UNTRACKED]
            if group == 1:
                means[row, theirs] = 0.0
                for aside in range(cards):
                    ways = unseen[aside] - (aside == theirs)
                    if ways > 0:
                        value = rows[row, theirs, 1 + cards + aside]
                        means[row, theirs] += ways * value
                means[row, theirs] /= n - 1
            gains[row] += unseen[theirs] * means[row, theirs]
        gains[row] /= n
    blind = best_action(gains)
    if not known:
        values[at + group] = gains[blind]
        actions[at + group] = legal[blind]
    tracked = starts[group] >= 0
    for aside in range(cards):
        if tracked and not known and unseen[aside] > 0:
            entry = at + starts[group] + position[aside]
            values[entry] = _mean_over_hands(unseen, aside, rows[blind], 1 + group * cards + aside)
            actions[entry] = legal[blind]
    for theirs in range(cards):
        if unseen[theirs] == 0:
            continue
        first = at + (1 + position[theirs]) * width
        chosen = best_action(means[:, theirs]) if known else blind
        values[first + group] = means[chosen, theirs]
        actions[first + group] = legal[chosen]
        for aside in range(cards):
            if tracked and unseen[aside] > (aside == theirs):
                entry = first + starts[group] + position[aside]
                values[entry] = rows[chosen, theirs, 1 + group * cards + aside]
                actions[entry] = legal[chosen]


@njit
def _choose_seeing(
    hand: _Hand,
    group: int,
    known: int,
    at: int,
    values: NDArray[np.float64],
    actions: NDArray[np.uint8],
) -> None:
    """Choose and store for each aside card that the mover may know; entries as in the above."""
    unseen, legal, rows, starts, position, width = hand
    cards = len(unseen)
    gains = np.zeros(len(rows))
    for aside in range(cards):
        if unseen[aside] == 0:
            continue
        inner = starts[group] + position[aside]
        column = 1 + group * cards + aside
        for row in range(len(rows)):
            gains[row] = _mean_over_hands(unseen, aside, rows[row], column)
        blind = best_action(gains)
        if not known:
            values[at + inner] = gains[blind]
            actions[at + inner] = legal[blind]
        for theirs in range(cards):
            if unseen[theirs] > (theirs == aside):
                chosen = best_action(rows[:, theirs, column]) if known else blind
                entry = at + (1 + position[theirs]) * width + inner
                values[entry] = rows[chosen, theirs, column]
                actions[entry] = legal[chosen]


@njit
def _mean_over_hands(
    unseen: NDArray[np.int64], aside: int, row: NDArray[np.float64], column: int
) -> float:
    """Return an action's mean over the opponent's cards that leave ``aside`` where it is."""
    total = 0.0
    for theirs in range(len(unseen)):
        ways = unseen[theirs] - (theirs == aside)
        if ways > 0:
            total += ways * row[theirs, column]
    return float(total / (unseen.sum() - 1))
