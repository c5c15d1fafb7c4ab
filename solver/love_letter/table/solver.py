"""Exact solution: every state's value and action, bottom-up by number of unseen cards."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from llq.errors import IllegalState
from llq.solver.jit import njit
from llq.solver.love_letter.array_types import Bytes, Floats, Ints
from llq.solver.love_letter.rules import GameArrays, Rules, Scoring
from llq.solver.love_letter.table import backup
from llq.solver.love_letter.table.block_states import Block, Blocks, Facts, take_blocks
from llq.solver.love_letter.table.induction_levels import run_levels
from llq.solver.love_letter.table.kernels import (
    best_action,
    block_at,
    card_values,
    is_forced,
    is_kept_known,
    lead_range,
    place_facts,
)
from llq.solver.love_letter.table.lead_ranges import find_lead_ranges
from llq.solver.love_letter.table.leads import LeadIndex, no_leads
from llq.solver.love_letter.table.size import check_size
from llq.solver.love_letter.table.spies import index_spies
from llq.solver.love_letter.table.states import state_space
from llq.solver.love_letter.turn import Branches, TurnFacts, make_branches

_TIE = backup.TIE


class Solution(NamedTuple):
    """The solved game; one entry a state and discard difference, as ``leads`` numbers them."""

    values: Floats  # Value of the state for the mover, in ``Rules.unit``.
    actions: Bytes  # The action chosen, an index into ``Rules.actions``.
    leads: LeadIndex  # Index of each state's entries; where discards do not count, entry = rank.


def solve(
    rules: Rules,
    scoring: Scoring = Scoring.HALF,
    *,
    averages_ties: bool | None = None,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
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
    leads, entries = find_lead_ranges(rules) if by_discards else (no_leads(space), space.size)
    if rules.spy_rule is not None:
        leads, entries = index_spies(space)
    solution = Solution(np.zeros(entries), np.zeros(entries, dtype=np.uint8), leads)
    book = backup.Book(rules.arrays, space.layout, leads, solution.values, by_discards)

    def run(start: int, stop: int) -> None:
        blocks, size, cards = take_blocks(space, start, stop), len(rules.plays), len(rules.cards)
        widest = leads.width[blocks.cell].max(initial=1)
        scratch = _Scratch(
            make_branches(cards), np.empty((2, 2, size, cards, widest)),
            np.empty(size, dtype=np.int64), np.empty((size, cards)), np.empty(size),
        )  # fmt: skip
        _solve_blocks(book, blocks, averages_ties, solution, scratch)

    run_levels(space, rules.opening_unseen, run, threads=threads, progress=progress)
    return solution


class _Scratch(NamedTuple):
    branches: Branches
    chances: Floats
    """(2, 2, actions, cards, leads): r of every action, by whether the mover knows the opponent's
    card, and whether the opponent knows the card kept."""
    legal: Ints
    rows: Floats
    gains: Floats


class _Hand(NamedTuple):
    unseen: Ints  # (cards,): unseen counts.
    legal: Ints  # (rows,): the legal actions.
    rows: Floats  # (rows, cards): each action's value against each card.
    gains: Floats  # (rows,): buffer for means over cards.
    first_of_high: int  # The first action of the higher card.


@njit(_nrt=False)
def _solve_blocks(
    book: backup.Book, blocks: Blocks, averages_ties: bool, solution: Solution, scratch: _Scratch
) -> None:
    """Solve whole blocks; ``solution`` and ``scratch`` are modified in place."""
    for index in range(len(blocks.cell)):
        block = block_at(blocks, index)
        for place in range(block.places):
            facts = place_facts(book.layout, block, place)
            if place == facts.run_place:
                _fill_chances(book, block, facts, scratch)
                _choose_in_run(book, block, facts, averages_ties, solution, scratch)


@njit(forceinline=True, _nrt=False)
def _fill_chances(book: backup.Book, block: Block, facts: Facts, scratch: _Scratch) -> None:
    """Fill in the chances of a run's actions, except those computed for an earlier run."""
    leads = lead_range(book.leads, block.cell, 0)
    for side in range(1 if block.low == block.high else 2):
        played, kept = (block.low, block.high) if side == 0 else (block.high, block.low)
        kept_known = is_kept_known(block.low, block.high, played, facts.hand_known)
        if kept_known or facts.hand_known == 0:
            turn = TurnFacts(facts.maid, facts.known, kept_known)
            out = scratch.chances[facts.known, kept_known, :, :, : leads.width]
            card_values(book, block.unseen, played, kept, turn, leads, scratch.branches, out)


@njit(forceinline=True, _nrt=False)
def _choose_in_run(
    book: backup.Book,
    block: Block,
    facts: Facts,
    averages_ties: bool,
    solution: Solution,
    scratch: _Scratch,
) -> None:
    """Choose and store an action for each state and lead of a run."""
    entries = lead_range(book.leads, block.cell, facts.run_place)
    first_of_high = book.game.first_action[block.low + 1]
    for k in range(entries.width):
        count = _gather(book.game, block, facts, k, scratch)
        hand = _Hand(
            block.unseen, scratch.legal, scratch.rows[:count], scratch.gains[:count], first_of_high
        )
        if facts.known:
            _choose_known(hand, entries.start + k, entries.width, solution)
        else:
            _choose_unknown(hand, averages_ties, entries.start + k, entries.width, solution)


@njit(forceinline=True, _nrt=False)
def _gather(game: GameArrays, block: Block, facts: Facts, k: int, scratch: _Scratch) -> int:
    """Fill in a hand's actions and their chances at a lead, in ``scratch``; return their number."""
    low, high = block.low, block.high
    legal, rows = scratch.legal, scratch.rows
    count = 0
    for side in range(1 if low == high else 2):
        played, kept = (low, high) if side == 0 else (high, low)
        if not is_forced(game, kept, played):
            kept_known = is_kept_known(low, high, played, facts.hand_known)
            source = scratch.chances[facts.known, kept_known]
            for action in range(game.first_action[played], game.first_action[played + 1]):
                legal[count] = action
                for card in range(rows.shape[1]):
                    rows[count, card] = source[action, card, k]
                count += 1
    return count


@njit(forceinline=True, _nrt=False)
def _choose_unknown(
    hand: _Hand, averages_ties: bool, at: int, width: int, solution: Solution
) -> None:
    """Choose by the average over the belief; store it, then the value against each actual card.

    ``at`` is the first entry and ``width`` the way from one state's entry to the next one's.
    """
    unseen, legal, rows, gains, _ = hand
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
    solution.values[at] = gain
    solution.actions[at] = legal[chosen]
    for card in range(len(unseen)):
        if unseen[card] > 0:
            at += width
            is_averaged = averages_ties and _tells_apart(hand, chosen, gain, card)
            solution.values[at] = gain if is_averaged else rows[chosen, card]
            solution.actions[at] = legal[chosen]


@njit(forceinline=True, _nrt=False)
def _tells_apart(hand: _Hand, chosen: int, gain: float, card: int) -> bool:
    """Return whether actions of both cards tie on average, but differ against this opposing card.

    That is the thesis's exception. ``gain`` is what the best actions are worth on average.
    """
    _, legal, rows, gains, first_of_high = hand
    for row in range(len(rows)):
        if (
            (legal[row] < first_of_high) != (legal[chosen] < first_of_high)
            and gains[row] >= gain - _TIE
            and abs(rows[row, card] - rows[chosen, card]) > _TIE
        ):
            return True
    return False


@njit(forceinline=True, _nrt=False)
def _choose_known(hand: _Hand, at: int, width: int, solution: Solution) -> None:
    """Choose and store an action per knowable opposing card; entries as in `_choose_unknown`."""
    for card in range(len(hand.unseen)):
        if hand.unseen[card] > 0:
            column = hand.rows[:, card]
            solution.actions[at] = hand.legal[best_action(column)]
            best = column[0]
            for row in range(1, len(column)):
                best = max(best, column[row])
            solution.values[at] = best
            at += width
