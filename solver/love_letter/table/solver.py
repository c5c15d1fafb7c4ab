"""Exact solution: every state's value and action, bottom-up by number of unseen cards.

Of a solved table, the values of all legal actions are computed again, best and inferior.
"""

from typing import NamedTuple

import numpy as np

from llq.errors import IllegalState
from llq.solver.array_types import Bools, Bytes, Floats, Ints
from llq.solver.jit import njit
from llq.solver.jobs.progress import Progress
from llq.solver.love_letter.rules import GameArrays, Rules, Scoring
from llq.solver.love_letter.table import kernels
from llq.solver.love_letter.table.backup import ILLEGAL, TIE
from llq.solver.love_letter.table.block_states import Block, Blocks, Facts, run_levels, take_blocks
from llq.solver.love_letter.table.book import Book
from llq.solver.love_letter.table.lead_ranges import index_entries
from llq.solver.love_letter.table.leads import LeadIndex, no_leads
from llq.solver.love_letter.table.size import check_size
from llq.solver.love_letter.table.states import state_space
from llq.solver.love_letter.turn import Branches, TurnFacts, make_branches

_BLOCKS = 4096  # at a time, which bounds the memory of action values


class Solution(NamedTuple):
    """The solved game; one entry a state and discard difference, as ``leads`` numbers them."""

    values: Floats  # Value of the state for the mover, in ``Rules.unit``.
    actions: Bytes  # The action chosen, an index into ``Rules.actions``.
    leads: LeadIndex  # Index of each state's entries; where discards do not count, entry = rank.


class ActionValues(NamedTuple):
    """Every legal action of every situation, one entry each, ordered by rank, then action."""

    rank: Ints  # Rank of the state visible to the mover.
    action: Bytes  # An index into ``Rules.actions``.
    value: Floats  # Value for the mover with best play afterwards, in ``Rules.unit``.


def solve(
    rules: Rules,
    scoring: Scoring = Scoring.HALF,
    *,
    averages_ties: bool | None = None,
    threads: int = 2,
    progress: Progress = None,
) -> Solution:
    """Solve a variant completely.

    ``averages_ties`` makes the thesis's exception: where actions of both cards tie, the value with
    the opponent's card fixed but unknown is the average over those cards. By default it is for
    ``half``, the thesis's own scoring, only; without it every value is a true one. The result does
    not depend on the number of threads; ``progress`` is called after each level with the number of
    states done and their total.

    References
    ----------
    Huibers (2016), section 3.2.3; the points that it leaves open are listed in the documentation.
    """
    by_discards = scoring == Scoring.DISCARDS
    if rules.chooses_twice and by_discards:
        raise IllegalState(f"{rules.variant} Love Letter is not decided by discards")
    check_size(rules, scoring)
    space = state_space(rules)
    if averages_ties is None:
        averages_ties = not (by_discards or rules.chooses_twice)
    leads, entries = index_entries(rules, by_discards)
    solution = Solution(np.zeros(entries), np.zeros(entries, dtype=np.uint8), leads)
    book = Book(rules.arrays, space.layout, leads, solution.values, by_discards)

    def solve_share(start: int, stop: int) -> None:
        blocks = take_blocks(space, start, stop)
        scratch = _make_scratch(rules, leads.width[blocks.cell].max(initial=1))
        _solve_blocks(book, blocks, averages_ties, solution, scratch)

    run_levels(space, rules.opening_unseen, solve_share, threads=threads, progress=progress)
    return solution


def find_action_values(rules: Rules, values: Floats, reachable: Bools) -> ActionValues:
    """Return the value of every action in a game solved with half a win for equal final cards.

    ``values`` (states,) are as in ``Solution.values``; ``reachable`` (states,) are those wanted.
    """
    space = state_space(rules)
    writable = np.array(values)  # as the solver's kernels take them: no others are compiled
    book = Book(rules.arrays, space.layout, no_leads(space), writable, False)
    scratch, parts = _make_scratch(rules, 1), []
    for start in range(0, len(space.block_cell), _BLOCKS):
        blocks = take_blocks(space, start, start + _BLOCKS)
        most = int(blocks.places.sum()) * len(rules.actions)
        part = ActionValues(
            np.empty(most, dtype=np.int64), np.empty(most, dtype=np.uint8), np.empty(most)
        )
        used = _list_values(book, blocks, reachable, scratch, part)
        parts.append([column[:used].copy() for column in part])
    return ActionValues(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


class _Scratch(NamedTuple):
    """Working arrays of one thread."""

    branches: Branches
    chances: Floats
    """(2, 2, actions, cards, leads): r of every action, by whether the mover knows the opponent's
    card, and whether the opponent knows the card kept."""
    legal: Ints
    rows: Floats
    gains: Floats


def _make_scratch(rules: Rules, leads: int) -> _Scratch:
    actions, cards = len(rules.plays), len(rules.cards)
    return _Scratch(
        make_branches(cards), np.empty((2, 2, actions, cards, leads)),
        np.empty(actions, dtype=np.int64), np.empty((actions, cards)), np.empty(actions),
    )  # fmt: skip


class _Hand(NamedTuple):
    """A hand's legal actions, with their values at one lead."""

    unseen: Ints  # (cards,): unseen counts.
    legal: Ints  # (rows,): the legal actions.
    rows: Floats  # (rows, cards): each action's value against each card.
    gains: Floats  # (rows,): buffer for means over cards.
    first_of_high: int  # The first action of the higher card.


@njit(_nrt=False)
def _solve_blocks(
    book: Book, blocks: Blocks, averages_ties: bool, solution: Solution, scratch: _Scratch
) -> None:
    """Solve whole blocks; ``solution`` and ``scratch`` are modified in place."""
    for index in range(len(blocks.cell)):
        block = kernels.block_at(blocks, index)
        for place in range(block.places):
            facts = kernels.place_facts(book.layout, block, place)
            if place != facts.run_place:
                continue
            _fill_chances(book, block, facts, scratch)
            entries = kernels.lead_range(book.leads, block.cell, place)
            for k in range(entries.width):
                hand = _gather_hand(book.game, block, facts, k, scratch)
                if facts.known:
                    _choose_known(hand, entries.start + k, entries.width, solution)
                else:
                    _choose_unknown(hand, averages_ties, entries.start + k, entries.width, solution)


@njit(_nrt=False)
def _list_values(
    book: Book, blocks: Blocks, reachable: Bools, scratch: _Scratch, out: ActionValues
) -> int:
    """Fill in entries for a range of blocks, modified in place, and return their number."""
    used = 0
    for index in range(len(blocks.cell)):
        block = kernels.block_at(blocks, index)
        for place in range(block.places):
            facts = kernels.place_facts(book.layout, block, place)
            if place == facts.run_place:
                _fill_chances(book, block, facts, scratch)
            rank = book.layout.offset[block.cell] + place
            if place != facts.choice_place or not reachable[rank]:
                continue
            hand = _gather_hand(book.game, block, facts, 0, scratch)
            _fill_means(hand)
            for row in range(len(hand.rows)):
                value = hand.rows[row, facts.card] if facts.known else hand.gains[row]
                if value > ILLEGAL:
                    out.rank[used], out.action[used], out.value[used] = rank, hand.legal[row], value
                    used += 1
    return used


@njit(forceinline=True, _nrt=False)
def _fill_chances(book: Book, block: Block, facts: Facts, scratch: _Scratch) -> None:
    """Fill in the chances of a run's actions, except those computed for an earlier run."""
    leads = kernels.lead_range(book.leads, block.cell, 0)
    for side in range(1 if block.low == block.high else 2):
        played, kept = (block.low, block.high) if side == 0 else (block.high, block.low)
        kept_known = kernels.is_kept_known(block.low, block.high, played, facts.hand_known)
        if kept_known or facts.hand_known == 0:
            turn = TurnFacts(facts.maid, facts.known, kept_known)
            out = scratch.chances[facts.known, kept_known, :, :, : leads.width]
            kernels.card_values(
                book, block.unseen, played, kept, turn, leads, scratch.branches, out
            )


@njit(forceinline=True, _nrt=False)
def _gather_hand(game: GameArrays, block: Block, facts: Facts, k: int, scratch: _Scratch) -> _Hand:
    """Return a hand's actions and their chances at a lead, in ``scratch``."""
    low, high = block.low, block.high
    legal, rows = scratch.legal, scratch.rows
    count = 0
    for side in range(1 if low == high else 2):
        played, kept = (low, high) if side == 0 else (high, low)
        if not kernels.is_forced(game, kept, played):
            kept_known = kernels.is_kept_known(low, high, played, facts.hand_known)
            source = scratch.chances[facts.known, kept_known]
            for action in range(game.first_action[played], game.first_action[played + 1]):
                legal[count] = action
                for card in range(rows.shape[1]):
                    rows[count, card] = source[action, card, k]
                count += 1
    first_of_high = game.first_action[low + 1]
    return _Hand(block.unseen, legal, rows[:count], scratch.gains[:count], first_of_high)


@njit(forceinline=True, _nrt=False)
def _fill_means(hand: _Hand) -> None:
    """Fill in each action's average over the belief."""
    unseen, _, rows, gains, _ = hand
    n = unseen.sum()
    for row in range(len(rows)):
        gains[row] = 0.0
        for card in range(len(unseen)):
            if unseen[card] > 0:
                gains[row] += unseen[card] * rows[row, card]
        gains[row] /= n


@njit(forceinline=True, _nrt=False)
def _choose_unknown(
    hand: _Hand, averages_ties: bool, entry: int, width: int, solution: Solution
) -> None:
    """Choose by the average over the belief; store it, then the value against each actual card.

    ``entry`` is the first entry, ``width`` the step from a state to the next.
    """
    unseen, legal, rows, gains, _ = hand
    _fill_means(hand)
    chosen, gain = kernels.best_action(gains), _highest(gains)
    solution.values[entry] = gain
    solution.actions[entry] = legal[chosen]
    for card in range(len(unseen)):
        if unseen[card] > 0:
            entry += width
            is_averaged = averages_ties and _tells_apart(hand, chosen, gain, card)
            solution.values[entry] = gain if is_averaged else rows[chosen, card]
            solution.actions[entry] = legal[chosen]


@njit(forceinline=True, _nrt=False)
def _tells_apart(hand: _Hand, chosen: int, gain: float, card: int) -> bool:
    """Return whether actions of both cards tie on average, but differ against an opposing card."""
    _, legal, rows, gains, first_of_high = hand
    for row in range(len(rows)):
        if (
            (legal[row] < first_of_high) != (legal[chosen] < first_of_high)
            and gains[row] >= gain - TIE
            and abs(rows[row, card] - rows[chosen, card]) > TIE
        ):
            return True
    return False


@njit(forceinline=True, _nrt=False)
def _choose_known(hand: _Hand, entry: int, width: int, solution: Solution) -> None:
    """Choose and store an action per knowable opposing card; entries as in `_choose_unknown`."""
    for card in range(len(hand.unseen)):
        if hand.unseen[card] > 0:
            column = hand.rows[:, card]
            solution.actions[entry] = hand.legal[kernels.best_action(column)]
            solution.values[entry] = _highest(column)
            entry += width


@njit(forceinline=True, _nrt=False)
def _highest(values: Floats) -> float:
    """Return the greatest value; numba's own takes contiguous arrays only."""
    best: float = values[0]
    for index in range(1, len(values)):
        best = max(best, values[index])
    return best
