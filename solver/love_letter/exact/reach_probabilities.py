"""Forward sweeps over joint states: reach probabilities, turn statistics and round lengths.

`evaluate` goes backward from the ends of rounds, this goes forward from the deals: the chance that
a round reaches a joint state with the first or the second player to move. Joint states are those
of `evaluate`.

Joint states that the mover cannot tell apart differ in the opponent's card: their chances, taken
together, are the mover's beliefs, averaged over all earlier plays. A best response's weights hold
what the mover recalls (`best_response`).
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from llq.errors import IllegalState
from llq.solver.array_types import Floats, Ints
from llq.solver.jit import njit
from llq.solver.jobs.progress import Progress
from llq.solver.love_letter.exact import joint
from llq.solver.love_letter.exact.evaluation import Evaluation, deal_chances
from llq.solver.love_letter.exact.joint import LOSS, WIN, JointState, Mover
from llq.solver.love_letter.exact.policies import Policy
from llq.solver.love_letter.rules import Rules
from llq.solver.love_letter.table import kernels
from llq.solver.love_letter.table.block_states import Block, Blocks, Facts, take_blocks
from llq.solver.love_letter.table.book import Book
from llq.solver.love_letter.table.leads import no_leads
from llq.solver.love_letter.table.states import UNKNOWN, Layout, State, state_space
from llq.solver.love_letter.turn import PlayOutcome

_SHARES = 16  # of the states: between two of them the work may be stopped


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

    ``first`` and ``second`` are of `evaluate` for ``policies``, by the real scoring. The gain of a
    choice over ``other``'s is exact: by the true joint state and by how both players go on.
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
        mover=joint.make_turn_room(rules, widest),
        compared=joint.make_turn_room(rules, widest),
        worth=np.empty((actions, widest)),
        chances=np.empty((fields, widest)),
        ones=np.ones(widest),
    )
    _follow_blocks(seats, blocks, reached, result, scratch)
    return result


def reach_state(
    rules: Rules,
    policy: Policy,
    state: State,
    face_up: tuple[int, ...] = (),
    progress: Progress = None,
) -> Floats:
    """Return how often two players of a policy that ignores discard totals reach a state.

    Returned is (2, actions + 1, cards): first or second player to move, the opponent's last play
    (the last row: none, in a round's first turn), and the opponent's card. ``face_up`` are the
    cards that lie face up, by index. ``progress`` is called before each share of the states with
    the shares done and their number.
    """
    space, cards = state_space(rules), len(rules.cards)
    cell, base = space.cell_and_base(state)
    target = _Target(cell, base, int(state.known))
    result = np.zeros((2, len(rules.actions) + 1, cards))
    reached = np.zeros((2, space.size))
    for block, chances in deal_chances(space, len(face_up), face_up):
        first_cell, start = int(space.block_cell[block]), int(space.block_start[block]) + 1
        reached[0, start : start + len(chances)] = chances  # place 0 names no card
        if (first_cell, 0, 0) == target:
            result[0, -1, np.flatnonzero(state.unseen)] = chances
    book = Book(rules.arrays, space.layout, no_leads(space), np.zeros(1), False)
    mover = Mover(book, policy, joint.make_turn_room(rules))
    unseen = space.unseen.copy()
    # From the deals down to the blocks with more unseen cards than the target.
    ends = sum(state.unseen), rules.opening_unseen - len(face_up)
    first_block, last_block = np.searchsorted(space.block_n, ends, side="right").tolist()
    bounds = np.linspace(first_block, last_block, _SHARES + 1).astype(np.int64).tolist()
    for done, (stop, start) in enumerate(pairwise(bounds[::-1])):
        if progress:
            progress(done, _SHARES)
        _follow_to_target(mover, take_blocks(space, start, stop), unseen, target, reached, result)
    if state.known:  # the target does not say which card it is
        result[..., np.arange(cards) != state.opponent] = 0.0
    return result


def ignores_leads(policy: Policy) -> bool:
    """Return whether a policy plays alike at every lead in discards."""
    return policy.is_random or int(policy.leads.width.max()) == 1


def round_lengths(rules: Rules, policies: tuple[Policy, Policy], *, face_up: int = 0) -> Floats:
    """Return (turns + 1,): the chance that a round ends with each turn, counted from 1."""
    if not all(map(ignores_leads, policies)):
        raise IllegalState("lengths of rounds are computed for policies that ignore discards")
    space = state_space(rules)
    opening = rules.opening_unseen - face_up
    reached, ends = np.zeros((opening + 1, space.size)), np.zeros(opening + 1)
    deals = deal_chances(space, face_up)
    for block, chances in deals:
        first = int(space.block_start[block]) + 1  # after the state that leaves the card open
        reached[1, first : first + len(chances)] = chances
    blocks = take_blocks(space, 0, deals[-1][0] + 1)
    book = Book(rules.arrays, space.layout, no_leads(space), np.zeros(0), False)
    room = joint.make_turn_room(rules)
    first_seat, second_seat = (Mover(book, policy, room) for policy in policies)
    _follow_rounds((first_seat, second_seat), blocks, reached, ends)
    return ends


class _Scratch(NamedTuple):
    """Working arrays."""

    mover: joint.TurnRoom  # Of the policy that plays.
    compared: joint.TurnRoom  # Of the policy that it is compared with.
    worth: Floats  # (actions, leads): each action's value to the mover, draws counted as half.
    chances: Floats  # (fields of `Chances`, leads)
    ones: Floats


class _Seat(NamedTuple):
    """The inputs of following one player's turn."""

    book: Book  # Rules, index and the opponent's values.
    policy: Policy
    other: Policy  # The policy that is compared.


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
    for block, place, facts in _joint_places(layout, blocks):
        entries = kernels.lead_range(leads, block.cell, place)
        for seat in range(2):
            state_reached = reached[seat, entries.start : entries.start + entries.width]
            if state_reached.any():
                state = joint.fix_card(layout, block, facts)
                _follow_turn(
                    seats[seat], state, state_reached, reached[1 - seat], statistics, scratch
                )
                joint.put_back(state)


@njit(_nrt=False)
def _joint_places(layout: Layout, blocks: Blocks) -> Iterator[tuple[Block, int, Facts]]:
    """Yield the places of joint states with their blocks and facts, most unseen cards first."""
    for index in range(len(blocks.cell) - 1, -1, -1):
        block = kernels.block_at(blocks, index)
        for place in range(block.places):
            facts = kernels.place_facts(layout, block, place)
            if facts.card != UNKNOWN:
                yield block, place, facts


@njit(forceinline=True, _nrt=False)
def _follow_turn(
    seat: _Seat,
    state: JointState,
    reached: Floats,
    next_reached: Floats,
    statistics: TurnStatistics,
    scratch: _Scratch,
) -> None:
    """Carry one joint state on; add its plays, actual and hypothetical, in place.

    ``reached`` (leads,) is how often a match comes there.
    """
    book, (block, facts, pool) = seat.book, state
    n = pool.size + 1
    count = joint.weigh(book, seat.policy, block, facts, scratch.mover)
    compared_count = joint.weigh(book, seat.other, block, facts, scratch.compared)
    used, compared = scratch.mover.used[:count], scratch.compared.used[:compared_count]
    leads = kernels.lead_range(book.leads, block.cell, 0)
    for action in used:
        outcome = _weigh_action(book, state, action, scratch)
        branches, weights = scratch.mover.branches, scratch.mover.weights[action]
        for branch in range(outcome.count):
            entries = kernels.lead_range(book.leads, branches.cell[branch], branches.place[branch])
            share = branches.ways[branch] / outcome.ways
            for k in range(leads.width):
                if reached[k] > 0:
                    entry = kernels.entry_at(entries, -(kernels.lead_at(leads, k) + outcome.gain))
                    next_reached[entry] += reached[k] * weights[k] * share
    for action in compared:
        if not scratch.mover.weights[action].any():  # the mover's policy does not take it
            _weigh_action(book, state, action, scratch)
    _add_holding(block, reached, used, statistics.holding[n], scratch)
    _add_differing(reached, used, compared, statistics.differing[n], scratch)
    joint.clear_weights(scratch.mover, count)
    joint.clear_weights(scratch.compared, compared_count)


@njit(_nrt=False)
def _weigh_action(book: Book, state: JointState, action: int, scratch: _Scratch) -> PlayOutcome:
    """Fill in an action's value at each lead, in ``scratch``; return its outcome."""
    leads = kernels.lead_range(book.leads, state.block.cell, 0)
    play = joint.play_of(book.game, state.block, action)
    chances, ones = scratch.chances, scratch.ones[: leads.width]
    chances[:, :] = 0.0
    outcome = joint.add_play(book, state, play, scratch.mover.branches, ones, chances)
    for k in range(leads.width):
        scratch.worth[action, k] = 0.5 + 0.5 * (chances[WIN, k] - chances[LOSS, k])
    return outcome


@njit(_nrt=False)
def _add_holding(
    block: Block, reached: Floats, used: Ints, holding: Floats, scratch: _Scratch
) -> None:
    """Add a turn to a row of `TurnStatistics.holding`, modified in place."""
    for action in used:
        for k in range(len(reached)):
            chance = reached[k] * scratch.mover.weights[action, k]
            for side in range(1 if block.low == block.high else 2):
                card = block.low if side == 0 else block.high
                holding[card, 0] += chance
                holding[card, 1] += chance * scratch.worth[action, k]


@njit(_nrt=False)
def _add_differing(
    reached: Floats, used: Ints, compared: Ints, differing: Floats, scratch: _Scratch
) -> None:
    """Add a turn to a row of `TurnStatistics.differing`, modified in place."""
    weights, compared_weights = scratch.mover.weights, scratch.compared.weights
    worth = scratch.worth
    for action in used:
        for choice in compared:
            if choice == action:
                continue
            for k in range(len(reached)):
                chance = reached[k] * weights[action, k] * compared_weights[choice, k]
                differing[action, choice, 0] += chance
                differing[action, choice, 1] += chance * (worth[action, k] - worth[choice, k])


class _Target(NamedTuple):
    """The queried state, without the opponent's card."""

    cell: int
    base: int
    known: int


@njit(forceinline=True, _nrt=False)
def _card_of(layout: Layout, unseen: Ints, target: _Target, cell: int, place: int) -> int:
    """Return the opponent's card in a joint state of the target, UNKNOWN elsewhere."""
    if cell != target.cell:
        return UNKNOWN
    base, known, position = joint.split_joint(layout, cell, place)
    if base != target.base or known != target.known:
        return UNKNOWN
    return kernels.card_at(unseen[cell // layout.hands], position)


@njit(_nrt=False)
def _follow_to_target(
    mover: Mover, blocks: Blocks, unseen: Ints, target: _Target, reached: Floats, result: Floats
) -> None:
    """Carry ``reached`` from the deals to the target, and add up ``result``, both in place."""
    book, policy, room = mover
    layout, branches = book.layout, room.branches
    for block, place, facts in _joint_places(layout, blocks):
        rank = layout.offset[block.cell] + place
        if reached[0, rank] + reached[1, rank] == 0.0:
            continue
        count = joint.weigh(book, policy, block, facts, room)
        state = joint.fix_card(layout, block, facts)
        for action in room.used[:count]:
            play = joint.play_of(book.game, block, action)
            outcome = joint.play_against(book, state, play, branches)
            for branch in range(outcome.count):
                cell, next_place = branches.cell[branch], branches.place[branch]
                share = room.weights[action, 0] * branches.ways[branch] / outcome.ways
                card = _card_of(layout, unseen, target, cell, next_place)
                for seat in range(2):
                    chance = reached[seat, rank] * share
                    reached[1 - seat, layout.offset[cell] + next_place] += chance
                    if card != UNKNOWN:
                        result[1 - seat, action, card] += chance
        joint.put_back(state)
        joint.clear_weights(room, count)


@njit(_nrt=False)
def _follow_rounds(
    seats: tuple[Mover, Mover], blocks: Blocks, reached: Floats, ends: Floats
) -> None:
    """Carry ``reached`` (turns + 1, states) forward from deals, and fill in ``ends``, in place."""
    layout = seats[0].book.layout
    for block, place, facts in _joint_places(layout, blocks):
        state_reached = reached[:, layout.offset[block.cell] + place]
        for seat in range(2):
            chances, next_reached = state_reached[1 + seat :: 2], reached[2 + seat :: 2]
            if chances.any():
                state = joint.fix_card(layout, block, facts)
                seat_ends = ends[1 + seat :: 2]
                _follow_round_turn(seats[seat], state, chances, next_reached, seat_ends)
                joint.put_back(state)


@njit(_nrt=False)
def _follow_round_turn(
    mover: Mover, state: JointState, chances: Floats, next_reached: Floats, ends: Floats
) -> None:
    """Carry a joint state forward by a player's turn, in place.

    ``chances`` (turns,) are its chances at the player's turns, ``ends`` (turns,) the round's end's,
    and ``next_reached`` (turns, states) those of all states at the turns that follow.
    """
    book, policy, room = mover
    branches, count = room.branches, joint.weigh(book, policy, state.block, state.facts, room)
    for action in room.used[:count]:
        play, weight = joint.play_of(book.game, state.block, action), room.weights[action, 0]
        outcome = joint.play_against(book, state, play, branches)
        continuing = 0
        for branch in range(outcome.count):
            continuing += branches.ways[branch]
            rank = book.layout.offset[branches.cell[branch]] + branches.place[branch]
            share = weight * branches.ways[branch] / outcome.ways
            for turn in range(len(next_reached)):
                next_reached[turn, rank] += chances[turn] * share
        ended = weight * (outcome.ways - continuing) / outcome.ways
        for turn in range(len(chances)):
            ends[turn] += chances[turn] * ended
    joint.clear_weights(room, count)
