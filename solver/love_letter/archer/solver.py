"""Exact solution of Archer: values and actions of every entry, by the number of unseen cards.

A mover chooses by the mean over what they do not know, every pair of opponent's card and aside card
being as likely as its number of ways: also after a re-deal, from which nobody draws conclusions.
With both cards fixed, a value is the true chance of that choice. The thesis's exception for
ties (`solver.solve`, ``averages_ties``) is not made: it would leave values that no game has.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.solver.jit import njit
from llq.solver.love_letter.archer.kernels import (
    aside_entry,
    best_action,
    block_at,
    is_forced,
    is_kept_known,
    place_facts,
    row_values,
)
from llq.solver.love_letter.archer.states import GROUPS, ArcherSpace, archer_space
from llq.solver.love_letter.archer.turn import (
    UNTRACKED,
    ArcherBook,
    AsideBranches,
    make_aside_branches,
)
from llq.solver.love_letter.rules import GameArrays, Rules
from llq.solver.love_letter.table.block_states import Block, Blocks, Facts, take_blocks
from llq.solver.love_letter.table.induction_levels import run_levels
from llq.solver.love_letter.turn import TurnFacts


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
    """Solve a variant whose cards look at the aside card or redeal it; equal cards count half.

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
    solution = ArcherSolution(np.zeros(every.size), np.zeros(every.size, dtype=np.uint8))

    def run(start: int, stop: int) -> None:
        _solve_blocks(every, solution, start, stop)

    run_levels(
        every.space,
        rules.opening_unseen,
        run,
        threads=threads,
        progress=progress,
        starts=every.block_entry,
    )
    return solution


class _Scratch(NamedTuple):
    branches: AsideBranches
    table: NDArray[np.float64]
    """(2, 2, actions, cards, 1 + GROUPS × cards): values of every action, where the mover knows the
    opponent's card or not, and where the opponent knows the card kept or not."""
    legal: NDArray[np.int64]
    rows: NDArray[np.float64]
    means: NDArray[np.float64]
    gains: NDArray[np.float64]


def _make_scratch(actions: int, cards: int) -> _Scratch:
    columns = 1 + GROUPS * cards
    return _Scratch(
        make_aside_branches(cards),
        np.empty((2, 2, actions, cards, columns)),
        np.empty(actions, dtype=np.int64),
        np.empty((actions, cards, columns)),
        np.empty((actions, cards)),
        np.empty(actions),
    )


class _Hand(NamedTuple):
    """What the choices of one run of states are made from."""

    block: Block
    known: int
    """Whether the mover knows the opponent's card."""
    at: int
    """First entry of the place before that of the opponent's lowest card."""
    width: int
    """Entries of a state."""
    group: NDArray[np.int64]
    """(GROUPS,): `Asides.group` of the cell."""
    position: NDArray[np.int32]
    """(cards,): `Layout.position` of the code."""
    legal: NDArray[np.int64]
    """(rows,): the legal actions."""
    rows: NDArray[np.float64]
    """(rows, cards, 1 + GROUPS × cards): their values, as `archer.turn.row_values` gives them."""


def _solve_blocks(every: ArcherSpace, solution: ArcherSolution, start: int, stop: int) -> None:
    rules, layout = every.rules, every.space.layout
    book = ArcherBook(rules.arrays, layout, every.asides, solution.values)
    scratch = _make_scratch(len(rules.actions), len(rules.cards))
    _blocks_kernel(book, take_blocks(every.space, start, stop), solution, scratch)


@njit(_nrt=False)
def _blocks_kernel(
    book: ArcherBook, blocks: Blocks, solution: ArcherSolution, scratch: _Scratch
) -> None:
    """Solve whole blocks; ``solution`` and ``scratch`` are modified in place."""
    layout, asides = book.layout, book.asides
    for index in range(len(blocks.cell)):
        block = block_at(blocks, index)
        for place in range(block.places):
            facts = place_facts(layout, block, place)
            if place != facts.run_place:
                continue
            _fill_table(book, block, facts, scratch)
            count = _gather(book.game, block, facts, scratch)
            hand = _Hand(
                block,
                facts.known,
                aside_entry(asides, block.cell, place - facts.known),
                asides.width[block.cell],
                asides.group[block.cell],
                layout.position[block.cell // layout.hands],
                scratch.legal[:count],
                scratch.rows[:count],
            )
            for they_know in range(2 if hand.group[1] >= 0 else 1):
                _choose_blind(hand, they_know, solution, scratch)
                if hand.group[2 + they_know] >= 0:
                    _choose_seeing(hand, 2 + they_know, solution, scratch.gains[:count])


@njit(_nrt=False)
def _fill_table(book: ArcherBook, block: Block, facts: Facts, scratch: _Scratch) -> None:
    """Fill in the values of a run's actions, but for those that an earlier run had."""
    for side in range(1 if block.low == block.high else 2):
        played, kept = (block.low, block.high) if side == 0 else (block.high, block.low)
        kept_known = is_kept_known(block.low, block.high, played, facts.hand_known)
        if kept_known or facts.hand_known == 0:
            turn = TurnFacts(facts.maid, facts.known, kept_known)
            out = scratch.table[facts.known, kept_known]
            row_values(book, block.unseen, played, kept, turn, scratch.branches, out)


@njit(_nrt=False)
def _gather(game: GameArrays, block: Block, facts: Facts, scratch: _Scratch) -> int:
    """Fill in a hand's actions and their values, in ``scratch``; return how many."""
    low, high = block.low, block.high
    legal, rows = scratch.legal, scratch.rows
    count = 0
    for side in range(1 if low == high else 2):
        played, kept = (low, high) if side == 0 else (high, low)
        if not is_forced(game, kept, played):
            source = scratch.table[facts.known, is_kept_known(low, high, played, facts.hand_known)]
            for action in range(game.first_action[played], game.first_action[played + 1]):
                legal[count] = action
                for theirs in range(rows.shape[1]):
                    for column in range(rows.shape[2]):
                        rows[count, theirs, column] = source[action, theirs, column]
                count += 1
    return count


@njit(_nrt=False)
def _choose_blind(hand: _Hand, group: int, solution: ArcherSolution, scratch: _Scratch) -> None:
    """Choose and store where the mover does not know the aside card.

    ``group`` is 1 if the opponent knows the aside card, else 0, and so is the entry of the mean.
    """
    values, actions = solution
    unseen = hand.block.unseen
    cards = len(unseen)
    means, gains = scratch.means, scratch.gains[: len(hand.rows)]
    _fill_means(hand, group, means, gains)
    blind = best_action(gains)
    is_tracked = hand.group[group] >= 0
    if not hand.known:
        values[hand.at + group] = gains[blind]
        actions[hand.at + group] = hand.legal[blind]
        for aside in range(cards if is_tracked else 0):
            if unseen[aside] > 0:
                entry = hand.at + hand.group[group] + hand.position[aside]
                column = 1 + group * cards + aside
                values[entry] = _mean_over_hands(unseen, aside, hand.rows[blind], column)
                actions[entry] = hand.legal[blind]
    for theirs in range(cards):
        if unseen[theirs] == 0:
            continue
        first = hand.at + (1 + hand.position[theirs]) * hand.width
        chosen = best_action(means[: len(gains), theirs]) if hand.known else blind
        values[first + group] = means[chosen, theirs]
        actions[first + group] = hand.legal[chosen]
        for aside in range(cards if is_tracked else 0):
            if unseen[aside] > (aside == theirs):
                entry = first + hand.group[group] + hand.position[aside]
                values[entry] = hand.rows[chosen, theirs, 1 + group * cards + aside]
                actions[entry] = hand.legal[chosen]


@njit(_nrt=False)
def _fill_means(
    hand: _Hand, group: int, means: NDArray[np.float64], gains: NDArray[np.float64]
) -> None:
    """Fill in actions' means over the aside card, by the opponent's card, and over both cards."""
    unseen = hand.block.unseen
    cards, n = len(unseen), unseen.sum()
    for row in range(len(gains)):
        gains[row] = 0.0
        for theirs in range(cards):
            means[row, theirs] = 0.0
            if unseen[theirs] == 0:
                continue
            if group == 0:
                means[row, theirs] = hand.rows[row, theirs, UNTRACKED]
            else:
                for aside in range(cards):
                    ways = unseen[aside] - (aside == theirs)
                    if ways > 0:
                        value = hand.rows[row, theirs, 1 + cards + aside]
                        means[row, theirs] += ways * value
                means[row, theirs] /= n - 1
            gains[row] += unseen[theirs] * means[row, theirs]
        gains[row] /= n


@njit(_nrt=False)
def _choose_seeing(
    hand: _Hand, group: int, solution: ArcherSolution, gains: NDArray[np.float64]
) -> None:
    """Choose and store for each aside card that the mover may know; ``gains`` is room."""
    values, actions = solution
    unseen = hand.block.unseen
    cards = len(unseen)
    for aside in range(cards):
        if unseen[aside] == 0:
            continue
        inner = hand.group[group] + hand.position[aside]
        column = 1 + group * cards + aside
        for row in range(len(gains)):
            gains[row] = _mean_over_hands(unseen, aside, hand.rows[row], column)
        blind = best_action(gains)
        if not hand.known:
            values[hand.at + inner] = gains[blind]
            actions[hand.at + inner] = hand.legal[blind]
        for theirs in range(cards):
            if unseen[theirs] > (theirs == aside):
                chosen = best_action(hand.rows[:, theirs, column]) if hand.known else blind
                entry = hand.at + (1 + hand.position[theirs]) * hand.width + inner
                values[entry] = hand.rows[chosen, theirs, column]
                actions[entry] = hand.legal[chosen]


@njit(_nrt=False)
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
