"""The second choice of an exchange, solved for every possible hand and knowledge.

A player who has drawn by an exchange holds three cards, or two where one was left to draw; of the
rest they see as much as before. All cards that are not public are then the same whatever of them is
held, so the choices of all hands of one such set come from one array of values (`exchange`).
"""

from typing import NamedTuple

import numpy as np

from llq.errors import IllegalState
from llq.solver.array_types import Bytes, Ints
from llq.solver.jit import njit
from llq.solver.jobs.threads import DaemonThreads
from llq.solver.love_letter.rules import Rules
from llq.solver.love_letter.table.book import Book
from llq.solver.love_letter.table.exchange import Draw, Exchange
from llq.solver.love_letter.table.keep_places import FEWEST, KeepIndex, keep_index
from llq.solver.love_letter.table.kernels import (
    choose_against,
    choose_option,
    count_left,
    fill_worth,
    list_options,
)
from llq.solver.love_letter.table.states import state_space
from llq.solver.love_letter.turn import Branches, ExchangeRoom, make_branches

_SHARES = 64  # of the work, for threads to take


def solve_keeps(rules: Rules, book: Book, *, threads: int = 2) -> Bytes:
    """Return the best option of every second choice, by its place in `exchange.list_options`."""
    if not rules.chooses_twice:
        raise IllegalState(f"nobody keeps one of three cards in {rules.variant} Love Letter")
    space, (index, entries) = state_space(rules), keep_index(rules)
    keeps = np.zeros(entries, dtype=np.uint8)
    size = space.unseen.sum(axis=1)
    codes = np.flatnonzero((index.start.reshape(-1, index.hands) >= 0).any(axis=1))
    codes = codes[np.argsort(size[codes], kind="stable")]

    def solve_share(share: Ints) -> None:
        _solve_codes(book, space.unseen, index, share, make_branches(len(rules.cards)), keeps)

    with DaemonThreads(threads) as pool:
        list(pool.map(solve_share, np.array_split(codes, _SHARES)))
    return keeps


@njit(_nrt=False)
def _solve_codes(
    book: Book, counts: Ints, index: KeepIndex, codes: Ints, branches: Branches, keeps: Bytes
) -> None:
    """Solve the choices for some sets of non-public cards; ``keeps`` is modified in place."""
    kinds = counts.shape[1]
    for code in codes:
        unseen, size = counts[code], 0
        for card in range(kinds):
            size += unseen[card]
        for low in range(kinds):
            if unseen[low] == 0:
                continue
            unseen[low] -= 1
            for known in range(1 + index.knows[code]):
                for spies in range(index.width[code]):
                    block = _Block(code, size, low, known, spies)
                    _solve_block(book, unseen, index, block, branches.exchange, keeps)
            unseen[low] += 1


class _Block(NamedTuple):
    """Choices by a lowest card, with a knowledge and a Spy set; their values are one array."""

    code: int  # Of all cards that are not public.
    size: int  # Number of these.
    low: int
    known: int
    spies: int


@njit(_nrt=False)
def _solve_block(
    book: Book, unseen: Ints, index: KeepIndex, block: _Block, room: ExchangeRoom, keeps: Bytes
) -> None:
    """Solve a block of choices; ``unseen`` lacks its lowest card."""
    code, size, low, known, spies = block
    kinds, layout, total = len(unseen), book.layout, book.game.payoff_sum[0]
    is_single, is_filled = size == FEWEST, False
    for middle in range(low, kinds):
        for high in range(middle, middle + 1 if is_single else kinds):
            number = index.pair[low, middle] if is_single else index.hand[low, middle, high]
            start = index.start[code * index.hands + number]
            if start < 0:
                continue
            if not is_filled:
                fill_worth(book, Exchange(unseen, low, known), spies, room)
                is_filled = True
            draw = Draw(middle, high, size - 1)
            count = list_options(low, draw, room)
            if not known:
                keeps[start + spies] = choose_option(total, unseen, draw, count, room)
                continue
            rest = code - layout.stride[low] - layout.stride[middle]
            if not is_single:
                rest -= layout.stride[high]
            for opponent in range(kinds):
                if count_left(unseen, draw, opponent) > 0:
                    place = 1 + layout.position[rest, opponent]
                    entry = start + place * index.width[code] + spies
                    keeps[entry] = choose_against(total, opponent, draw, count, room)
