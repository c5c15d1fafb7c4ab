"""Reach probabilities of joint states, and what another choice there would cost.

`evaluate` goes backward from the ends of rounds, this goes forward from the deals: the chance that
a round reaches a joint state with the first or the second player to move. Joint states are those
of `evaluate`.
"""

from typing import NamedTuple

import numpy as np

from llq.solver.jit import njit
from llq.solver.love_letter.array_types import Floats, Ints
from llq.solver.love_letter.exact.evaluation import Evaluation, deal_chances
from llq.solver.love_letter.exact.joint import (
    LOSS,
    WIN,
    add_chances,
    clear_rows,
    play_against,
    play_of,
    weigh,
)
from llq.solver.love_letter.exact.policies import Policy
from llq.solver.love_letter.table.backup import Book
from llq.solver.love_letter.table.block_states import Block, Blocks, Facts, take_blocks
from llq.solver.love_letter.table.kernels import (
    block_at,
    entry_at,
    lead_at,
    lead_range,
    place_facts,
    pool_without,
)
from llq.solver.love_letter.table.states import UNKNOWN, state_space
from llq.solver.love_letter.turn import Branches, PlayOutcome, Pool, make_branches


class TurnStatistics(NamedTuple):
    """Turn statistics of a match, by number ``n`` of unseen cards, from 0 to the opening's."""

    holding: Floats
    """(n + 1, cards, 2): expected turns in which the mover holds a card, and those whose mover goes
    on to win, draws counted as half."""
    differing: Floats
    """(n + 1, actions, actions, 2): expected turns with one action played where the other policy
    would play another, and the expected gain in winning chance over it."""


def collect_turn_statistics(
    first: Evaluation, second: Evaluation, policies: tuple[Policy, Policy], other: Policy
) -> TurnStatistics:
    """Return turn statistics for two policies, compared with a third policy's choices.

    ``first`` and ``second`` are of `evaluate` for ``policies``, by the real scoring; ``other`` is
    compared, turn by turn, with the mover's policy. What a choice is worth is exact: the two
    actions are weighed by the true joint state and by how both players go on, and states by how
    often the match reaches them.
    """
    rules, face_up, leads = first.rules, first.face_up, first.leads
    space = state_space(rules)
    reached = np.zeros((2, first.values.shape[1]))
    opening = rules.opening_unseen - face_up
    deals = deal_chances(space, face_up)
    for block, chances in deals:
        reached[0, first.entries_dealt(block)] = chances
    cards, actions = len(rules.cards), len(rules.actions)
    result = TurnStatistics(
        np.zeros((opening + 1, cards, 2)), np.zeros((opening + 1, actions, actions, 2))
    )
    blocks = take_blocks(space, 0, deals[-1][0] + 1)
    widest, fields = leads.width[blocks.cell].max(initial=1), len(first.values)
    after_first, after_second = (
        Book(rules.arrays, space.layout, leads, evaluation.values, True)
        for evaluation in (second, first)
    )
    seats = (_Seat(after_first, policies[0], other), _Seat(after_second, policies[1], other))
    scratch = _Scratch(
        branches=make_branches(cards),
        used=np.empty((2, actions), dtype=np.int64),
        weights=np.zeros((2, actions, widest)),
        worth=np.empty((actions, widest)),
        chances=np.empty((fields, widest)),
        ones=np.ones(widest),
    )
    _follow_blocks(seats, blocks, reached, result, scratch)
    return result


class _Scratch(NamedTuple):
    """Working arrays; weights begin and end with zeros."""

    branches: Branches
    used: Ints  # (2, actions): actions of the mover and of the other policy.
    weights: Floats  # (2, actions, leads): their chances.
    worth: Floats  # (actions, leads): each action's value to the mover, draws counted as half.
    chances: Floats  # (fields of `Chances`, leads)
    ones: Floats


class _Seat(NamedTuple):
    """The inputs of following one player's turn."""

    book: Book  # Rules, index and the opponent's values.
    policy: Policy
    other: Policy  # The policy that is compared.


class _State(NamedTuple):
    """A joint state that a match reaches."""

    block: Block
    facts: Facts
    n: int  # Unseen cards.
    reached: Floats  # (leads,): how often, by lead.


@njit(_nrt=False)
def _follow_blocks(
    seats: tuple[_Seat, _Seat],
    blocks: Blocks,
    reached: Floats,
    statistics: TurnStatistics,
    scratch: _Scratch,
) -> None:
    """Carry ``reached`` (2, entries) forward from deals, and fill in ``statistics``, in place."""
    layout, leads = seats[0].book.layout, seats[0].book.leads
    for index in range(len(blocks.cell) - 1, -1, -1):
        block = block_at(blocks, index)
        n = block.unseen.sum()
        for place in range(block.places):
            facts = place_facts(layout, block, place)
            if facts.card == UNKNOWN:
                continue
            entries = lead_range(leads, block.cell, place)
            for seat in range(2):
                here = reached[seat, entries.start : entries.start + entries.width]
                if here.any():
                    state = _State(block, facts, n, here)
                    _follow_turn(seats[seat], state, reached[1 - seat], statistics, scratch)


@njit(forceinline=True, _nrt=False)
def _follow_turn(
    seat: _Seat, state: _State, next_reached: Floats, statistics: TurnStatistics, scratch: _Scratch
) -> None:
    """Carry one joint state on; add its plays, actual and hypothetical, in place."""
    book, block, facts = seat.book, state.block, state.facts
    count = weigh(book, seat.policy, block, facts, scratch.weights[0], scratch.used[0])
    others = weigh(book, seat.other, block, facts, scratch.weights[1], scratch.used[1])
    used, compared = scratch.used[0, :count], scratch.used[1, :others]
    pool = pool_without(book.layout, block.unseen, facts.card)
    for action in used:
        outcome = _weigh_action(book, state, action, pool, scratch)
        _carry_on(book, state, outcome, action, next_reached, scratch)
    for action in compared:
        if not _contains(used, action):
            _weigh_action(book, state, action, pool, scratch)
    block.unseen[facts.card] += 1
    _add_holding(state, used, statistics.holding, scratch)
    _add_differing(state, used, compared, statistics.differing, scratch)
    clear_rows(scratch.weights[0], used)
    clear_rows(scratch.weights[1], compared)


@njit(_nrt=False)
def _weigh_action(
    book: Book, state: _State, action: int, pool: Pool, scratch: _Scratch
) -> PlayOutcome:
    """Fill in an action's value at each lead, in ``scratch``; return its outcome."""
    leads = lead_range(book.leads, state.block.cell, 0)
    play = play_of(book.game, state.block, action)
    outcome = play_against(book, state.block, state.facts, play, pool, scratch.branches)
    chances = scratch.chances
    chances[:, :] = 0.0
    ones = scratch.ones[: leads.width]
    add_chances(book, leads, outcome, scratch.branches, ones, chances)
    for k in range(leads.width):
        scratch.worth[action, k] = 0.5 + 0.5 * (chances[WIN, k] - chances[LOSS, k])
    return outcome


@njit(forceinline=True, _nrt=False)
def _carry_on(
    book: Book,
    state: _State,
    outcome: PlayOutcome,
    action: int,
    next_reached: Floats,
    scratch: _Scratch,
) -> None:
    """Add the chances of an action's successor states, modified in place."""
    leads = lead_range(book.leads, state.block.cell, 0)
    branches, weights = scratch.branches, scratch.weights[0, action]
    for branch in range(outcome.count):
        entries = lead_range(book.leads, branches.cell[branch], branches.place[branch])
        share = branches.ways[branch] / outcome.ways
        for k in range(leads.width):
            if state.reached[k] > 0:
                entry = entry_at(entries, -(lead_at(leads, k) + outcome.gain))
                next_reached[entry] += state.reached[k] * weights[k] * share


@njit(_nrt=False)
def _add_holding(state: _State, used: Ints, holding: Floats, scratch: _Scratch) -> None:
    """Add a turn to `TurnStatistics.holding`, modified in place."""
    low, high = state.block.low, state.block.high
    for action in used:
        for k in range(len(state.reached)):
            chance = state.reached[k] * scratch.weights[0, action, k]
            for side in range(1 if low == high else 2):
                card = low if side == 0 else high
                holding[state.n, card, 0] += chance
                holding[state.n, card, 1] += chance * scratch.worth[action, k]


@njit(_nrt=False)
def _add_differing(
    state: _State, used: Ints, compared: Ints, differing: Floats, scratch: _Scratch
) -> None:
    """Add a turn to `TurnStatistics.differing`, modified in place."""
    weights, worth = scratch.weights, scratch.worth
    for action in used:
        for choice in compared:
            if choice == action:
                continue
            for k in range(len(state.reached)):
                both = state.reached[k] * weights[0, action, k] * weights[1, choice, k]
                differing[state.n, action, choice, 0] += both
                differing[state.n, action, choice, 1] += both * (
                    worth[action, k] - worth[choice, k]
                )


@njit(_nrt=False)
def _contains(actions: Ints, action: int) -> bool:
    """Return whether an action is among several."""
    is_among = False
    for other in actions:
        is_among = is_among or other == action
    return is_among
