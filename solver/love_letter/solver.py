"""The solver: values and actions of every state, bottom-up over the number of unseen cards."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.solver.jit import njit
from llq.solver.love_letter import backup
from llq.solver.love_letter.kernels import best_action, card_values, is_forced, is_kept_known
from llq.solver.love_letter.lead_ranges import find_lead_ranges
from llq.solver.love_letter.leads import LeadIndex, no_leads
from llq.solver.love_letter.rules import GameArrays, Rules, Scoring
from llq.solver.love_letter.size import check_size
from llq.solver.love_letter.states import StateSpace, state_space
from llq.solver.love_letter.turn import Branches, make_branches

__all__ = ["Solution", "solve"]

_TIE = backup.TIE
_THREADS_SHARE = 64  # blocks a thread takes at a time


class Solution(NamedTuple):
    """The solved game; one entry a state and discard difference, as ``leads`` numbers them."""

    values: NDArray[np.float64]
    """What the state is worth to the mover, in ``Rules.unit``."""
    actions: NDArray[np.uint8]
    """The action chosen, an index into ``Rules.actions``."""
    leads: LeadIndex
    """Where the entries of each state are; where discards do not count, entry = rank."""


def solve(
    rules: Rules,
    scoring: Scoring = Scoring.HALF,
    *,
    averages_ties: bool | None = None,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
) -> Solution:
    """Solve a variant completely.

    Parameters
    ----------
    scoring
        What equal final cards are worth.
    averages_ties
        Whether the thesis's exception is made: where actions of both cards tie, the value with the
        opponent's card fixed but unknown is the average over his cards. By default it is for
        ``half``, the thesis's own scoring, only; without it every value is a true one.
    threads
        Threads that share each level; the result does not depend on their number.
    progress
        Called after each level with the number of states done and their total.

    Raises
    ------
    DeckTooLarge
        The variant has too many actions or would take too much memory (`memory_estimate`).
    IllegalState
        The variant's states need the aside card: see `archer_solver`.

    References
    ----------
    Huibers (2016), section 3.2.3; the points that it leaves open are listed in the documentation.
    """
    if rules.tracks_aside:
        raise IllegalState(
            f"{rules.variant} Love Letter has states that say who knows the aside card; "
            "solve it with archer_solver.solve_archer"
        )
    check_size(rules, scoring)
    space = state_space(rules)
    by_discards = scoring == Scoring.DISCARDS
    if averages_ties is None:
        averages_ties = not by_discards
    leads, entries = find_lead_ranges(rules) if by_discards else (no_leads(space), space.size)
    solution = Solution(np.zeros(entries), np.zeros(entries, dtype=np.uint8), leads)
    book = backup.Book(rules.arrays, space.layout, leads, solution.values, by_discards)
    with ThreadPoolExecutor(threads) as pool:
        for n in range(2, rules.opening_unseen + 1):
            first, last = np.searchsorted(space.block_n, [n, n + 1])
            bounds = np.append(np.arange(first, last, _THREADS_SHARE), last)
            jobs = [
                pool.submit(_solve_blocks, book, space, solution, averages_ties, start, stop)
                for start, stop in pairwise(bounds)
            ]
            for job in jobs:
                job.result()
            if progress:
                progress(int(space.block_start[last]), space.size)
    return solution


def _solve_blocks(
    book: backup.Book,
    space: StateSpace,
    solution: Solution,
    averages_ties: bool,
    start: int,
    stop: int,
) -> None:
    cells = space.block_cell[start:stop]
    codes, hands = np.divmod(cells, space.layout.hands)
    size, cards = len(book.game.action_argument), len(book.game.copies)
    _blocks_kernel(
        book, space.unseen[codes], space.hand_cards[hands], cells, averages_ties, solution.actions,
        make_branches(cards), np.empty((2, size, cards, book.leads.width[cells].max(initial=1))),
        np.empty(size, dtype=np.int64), np.empty((size, cards)), np.empty(size),
    )  # fmt: skip


@njit(_nrt=False)
def _blocks_kernel(
    book: backup.Book,
    unseen: NDArray[np.int64],
    hands: NDArray[np.int64],
    cells: NDArray[np.int64],
    averages_ties: bool,
    actions: NDArray[np.uint8],
    branches: Branches,
    chances: NDArray[np.float64],
    legal: NDArray[np.int64],
    rows: NDArray[np.float64],
    gains: NDArray[np.float64],
) -> None:
    """Solve whole blocks; ``book.values`` and ``actions`` of their states are modified in place.

    The arrays after ``actions`` are room to work in: ``chances`` (2, actions, cards, differences)
    is r of every action where the opponent knows (1) the card kept, or not (0).
    """
    game, layout, leads, values, _ = book
    for block in range(len(cells)):
        cell = cells[block]
        left = unseen[block]
        low, high = hands[block]
        width, step = leads.width[cell], 1 << leads.shift[cell]
        kinds = layout.kinds[cell // layout.hands]
        revealed = layout.width[cell] > 1 + kinds
        for maid in range(2 if layout.maid_step[cell] > 0 else 1):
            for known in range(2 if revealed else 1):
                for kept_known in range(2 if revealed and low != high else 1):
                    out = chances[kept_known, :, :, :width]
                    for side in range(1 if low == high else 2):
                        played, kept = (low, high) if side == 0 else (high, low)
                        card_values(
                            book, left, played, kept, maid, known, kept_known,
                            leads.first[cell], step, branches, out,
                        )  # fmt: skip
                for hand_known in range((2 if low == high else 3) if revealed else 1):
                    place = maid * layout.maid_step[cell] + hand_known * layout.width[cell]
                    place += (1 + kinds) * known
                    for k in range(width):
                        count = _gather(game, low, high, hand_known, chances, k, legal, rows)
                        at = leads.start[cell] + place * width + k
                        if known:
                            _choose_known(left, legal, rows[:count], at, width, values, actions)
                        else:
                            _choose_unknown(
                                left, legal, rows[:count], gains[:count],
                                game.first_action[low + 1], averages_ties, at, width,
                                values, actions,
                            )  # fmt: skip


@njit(_nrt=False)
def _gather(
    game: GameArrays,
    low: int,
    high: int,
    hand_known: int,
    chances: NDArray[np.float64],
    k: int,
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
                for card in range(rows.shape[1]):
                    rows[count, card] = source[action, card, k]
                count += 1
    return count


@njit(_nrt=False)
def _choose_unknown(
    unseen: NDArray[np.int64],
    legal: NDArray[np.int64],
    rows: NDArray[np.float64],
    gains: NDArray[np.float64],
    first_of_high: int,
    averages_ties: bool,
    at: int,
    width: int,
    values: NDArray[np.float64],
    actions: NDArray[np.uint8],
) -> None:
    """Choose by the belief's average; store it, then the value against each true card.

    ``gains`` (rows,) is filled in with these averages.
    ``at`` is the first entry and ``width`` the way from one state's entry to the next one's.
    """
    n = unseen.sum()
    for row in range(len(rows)):
        gains[row] = 0.0
        for card in range(len(unseen)):
            if unseen[card] > 0:
                gains[row] += unseen[card] * rows[row, card]
        gains[row] /= n
    chosen = best_action(gains)
    gain = gains[0]
    for row in range(1, len(rows)):
        gain = max(gain, gains[row])
    values[at] = gain
    actions[at] = legal[chosen]
    is_low = legal[chosen] < first_of_high
    for card in range(len(unseen)):
        if unseen[card] == 0:
            continue
        at += width
        value = rows[chosen, card]
        for row in range(len(rows) if averages_ties else 0):
            # The thesis's exception: the cards tie and this opponent's card tells them apart.
            if (
                (legal[row] < first_of_high) != is_low
                and gains[row] >= gain - _TIE
                and abs(rows[row, card] - value) > _TIE
            ):
                value = gain
                break
        values[at] = value
        actions[at] = legal[chosen]


@njit(_nrt=False)
def _choose_known(
    unseen: NDArray[np.int64],
    legal: NDArray[np.int64],
    rows: NDArray[np.float64],
    at: int,
    width: int,
    values: NDArray[np.float64],
    actions: NDArray[np.uint8],
) -> None:
    """Choose and store for each card that the mover may know; entries as in `_choose_unknown`."""
    for card in range(len(unseen)):
        if unseen[card] > 0:
            column = rows[:, card]
            actions[at] = legal[best_action(column)]
            best = column[0]
            for row in range(1, len(column)):
                best = max(best, column[row])
            values[at] = best
            at += width
