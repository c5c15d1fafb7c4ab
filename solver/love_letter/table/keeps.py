"""The second choice of an exchange, solved for every possible hand and knowledge.

A player who has drawn by an exchange holds three cards, or two where one was left to draw; of the
rest they see as much as before. All cards that are not public are then the same whatever of them is
held, so the choices of all hands of one such set come from one array of values (`exchange`).
"""

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.solver.jit import njit
from llq.solver.jobs.threads import DaemonThreads
from llq.solver.love_letter.rules import Rules
from llq.solver.love_letter.table.backup import Book
from llq.solver.love_letter.table.exchange import Draw
from llq.solver.love_letter.table.keep_places import KeepIndex, keep_index
from llq.solver.love_letter.table.kernels import (
    choose_option,
    fill_worth,
    list_options,
    option_value,
)
from llq.solver.love_letter.table.states import state_space
from llq.solver.love_letter.turn import Branches, make_branches

_TIE = 1e-12
_FEWEST = 4  # cards that are not public: two in hand, the opponent's and the aside card


def solve_keeps(rules: Rules, book: Book, *, threads: int = 2) -> NDArray[np.uint8]:
    """Return the best option of every second choice, by its place in `exchange.list_options`.

    ``book`` has the rules with the values of the solved game.
    """
    if not rules.chooses_twice:
        raise IllegalState(f"nobody keeps one of three cards in {rules.variant} Love Letter")
    space, (index, entries) = state_space(rules), keep_index(rules)
    keeps = np.zeros(entries, dtype=np.uint8)
    size = space.unseen.sum(axis=1)
    codes = np.flatnonzero((index.start.reshape(-1, index.hands) >= 0).any(axis=1))
    codes = codes[np.argsort(size[codes], kind="stable")]

    def run(some: NDArray[np.int64]) -> None:
        _solve(book, space.unseen, index, some, make_branches(len(rules.cards)), keeps)

    with DaemonThreads(threads) as pool:
        for job in [pool.submit(run, some) for some in np.array_split(codes, 64)]:
            job.result()
    return keeps


@njit(_nrt=False)
def _solve(
    book: Book,
    counts: NDArray[np.int64],
    index: KeepIndex,
    codes: NDArray[np.int64],
    branches: Branches,
    keeps: NDArray[np.uint8],
) -> None:
    """Solve the choices for some sets of non-public cards; ``keeps`` is modified in place."""
    room, kinds = branches.exchange, counts.shape[1]
    layout, total = book.layout, book.game.payoff_sum[0]
    stride = layout.stride
    for code in codes:
        unseen, size = counts[code], 0
        for card in range(kinds):
            size += unseen[card]
        is_single = size == _FEWEST
        for low in range(kinds):
            if unseen[low] == 0:
                continue
            unseen[low] -= 1
            for known in range(1 + index.knows[code]):
                for spies in range(index.width[code]):
                    is_filled = False
                    for middle in range(low, kinds):
                        for high in range(middle, middle + 1 if is_single else kinds):
                            number = index.pair[low, middle]
                            if not is_single:
                                number = index.hand[low, middle, high]
                            start = index.start[code * index.hands + number]
                            if start < 0:
                                continue
                            rest = code - stride[low] - stride[middle]
                            if not is_single:
                                rest -= stride[high]
                            if not is_filled:
                                fill_worth(book, unseen, low, known, spies, room)
                                is_filled = True
                            draw = Draw(middle, high, size - 1)
                            count = list_options(low, draw, room)
                            if known == 0:
                                at = start + spies
                                keeps[at] = choose_option(total, unseen, draw, count, room)
                                continue
                            for theirs in range(kinds):
                                left = unseen[theirs] - (1 if theirs == middle else 0)
                                if not is_single and theirs == high:
                                    left -= 1
                                at = (
                                    start
                                    + (1 + layout.position[rest, theirs]) * (index.width[code])
                                )
                                if left > 0:
                                    best = -np.inf
                                    for option in range(count):
                                        value = option_value(total, option, theirs, draw, room)
                                        room.gains[option] = value
                                        best = max(best, value)
                                    chosen = 0
                                    while room.gains[chosen] < best - _TIE:
                                        chosen += 1
                                    keeps[at + spies] = chosen
            unseen[low] += 1
