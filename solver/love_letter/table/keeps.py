"""The second choice of an exchange, solved for everything that a player may then hold and see.

A player who has drawn by an exchange holds three cards, or two where one was left to draw; of the
rest they see as much as before. All cards that are not public are then the same whatever of them is
held, so the choices of all hands of one such set come from one array of values (`exchange`).
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.solver.jit import njit
from llq.solver.jobs.threads import DaemonThreads
from llq.solver.love_letter.rules import Consequence, Rules
from llq.solver.love_letter.table.backup import Book
from llq.solver.love_letter.table.exchange import Draw
from llq.solver.love_letter.table.kernels import (
    choose_option,
    fill_worth,
    list_options,
    option_value,
)
from llq.solver.love_letter.table.spies import SPY_SETS
from llq.solver.love_letter.table.states import REVEALING, Layout, state_space
from llq.solver.love_letter.turn import Branches, make_branches

_TIE = 1e-12
_FEWEST = 4  # cards that are not public: two in hand, the opponent's and the aside card


class KeepIndex(NamedTuple):
    """Where the choice of a player who has drawn by an exchange is.

    A *hand* is three cards, or two, sorted; its number is ``hand[low, middle, high]``, with the
    higher of two cards given twice in ``pair``. A block holds the choices of a hand among the cards
    that are not public, the hand included: first without knowledge, then by each kind of card that
    the opponent may be known to hold, and of each for every set of players with a Spy.
    """

    hand: NDArray[np.int64]
    """(cards, cards, cards), for cards in ascending order."""
    pair: NDArray[np.int64]
    """(cards, cards), for cards in ascending order."""
    hands: int
    start: NDArray[np.int64]
    """(codes × hands,): the first entry of the block, by the code of the cards that are not public;
    -1 where there is none."""
    width: NDArray[np.int64]
    """(codes,): for how many sets of players with a Spy there are choices."""
    knows: NDArray[np.int64]
    """(codes,): 1 where the player may know the opponent's card, else 0."""


@lru_cache(maxsize=4)
def keep_index(rules: Rules) -> tuple[KeepIndex, int]:
    """Return where the second choices of a variant are, and how many there are."""
    space = state_space(rules)
    _layout, copies = space.layout, np.array(rules.copies)
    kinds = len(copies)
    three = np.array(list(combinations_with_replacement(range(kinds), 3)))
    two = np.array(list(combinations_with_replacement(range(kinds), 2)))
    hand, pair = np.zeros((kinds,) * 3, dtype=np.int64), np.zeros((kinds,) * 2, dtype=np.int64)
    hand[tuple(three.T)] = np.arange(len(three))
    pair[tuple(two.T)] = len(three) + np.arange(len(two))
    held = np.array(
        [[np.count_nonzero(row == card) for card in range(kinds)] for row in (*three, *two)]
    )
    counts = space.unseen  # of a code, the cards that are not public
    shown = copies - counts
    effects = [card.effect for card in rules.cards]
    changes = [bool(effect.row.may & Consequence.EXCHANGES) for effect in effects]
    reveals = [effect in REVEALING for effect in effects]
    is_spy = rules.arrays.spies > 0
    width = np.ones(len(counts), dtype=np.int64)
    if rules.spy_rule is not None:
        width = SPY_SETS[np.minimum(shown[:, is_spy].sum(axis=1), 2)].astype(np.int64)
    size = counts.sum(axis=1)
    is_open = (shown[:, changes].sum(axis=1) > 0) & (size >= _FEWEST)
    knows = (shown[:, reveals].sum(axis=1) > 0).astype(np.int64)
    lengths = np.zeros((len(counts), len(held)), dtype=np.int64)
    for number, mine in enumerate(held):
        is_held = is_open & ((size > _FEWEST) == (mine.sum() == 3)) & (counts >= mine).all(axis=1)
        left = (counts > mine).sum(axis=1)
        lengths[:, number] = np.where(is_held, (1 + left * knows) * width, 0)
    flat = lengths.ravel()
    start = np.where(flat > 0, np.cumsum(flat) - flat, -1)
    return KeepIndex(hand, pair, len(held), start, width, knows), int(flat.sum())


def solve_keeps(rules: Rules, book: Book, *, threads: int = 2) -> NDArray[np.uint8]:
    """Return the best option of every second choice, by its place in `exchange.list_options`.

    Parameters
    ----------
    book
        The rules with the values of the solved game.

    Raises
    ------
    IllegalState
        The variant has no such choice.
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


@njit(forceinline=True)
def held_place(layout: Layout, code: int, opponent: int) -> int:
    """Return the place of a choice in its block: ``code`` is of the unseen cards, -1 is unknown."""
    return 0 if opponent < 0 else 1 + int(layout.position[code, opponent])


@njit(_nrt=False)
def _solve(
    book: Book,
    counts: NDArray[np.int64],
    index: KeepIndex,
    codes: NDArray[np.int64],
    branches: Branches,
    keeps: NDArray[np.uint8],
) -> None:
    """Solve the choices among some cards that are not public; ``keeps`` is modified in place."""
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
