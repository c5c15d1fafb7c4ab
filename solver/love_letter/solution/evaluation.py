"""Exact evaluation of policies with memory by the real rules: joint states at every lead.

`llq.solver.love_letter.exact.evaluation` is for policies on table states. A joint state here has a
memory besides, and one entry for each lead in discards that counts in its block. Only rows that the
two policies reach have entries. Values of a state follow from states with one or two unseen cards
fewer, so that three levels are kept at a time.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.errors import DeckTooLarge
from llq.solver.array_types import Bools, Floats, Ints, Reals
from llq.solver.jit import njit
from llq.solver.love_letter.exact import joint
from llq.solver.love_letter.exact.evaluation import Evaluation
from llq.solver.love_letter.exact.joint import LOSS, WIN
from llq.solver.love_letter.exact.policies import Policy, random_policy
from llq.solver.love_letter.solution import joint_runs
from llq.solver.love_letter.solution.index import RUNS, MemoryIndex, MemorySpace, row_at
from llq.solver.love_letter.solution.joint_runs import Run, Scratch, Sweep
from llq.solver.love_letter.table.block_states import Blocks, level_blocks, run_levels, take_blocks
from llq.solver.love_letter.table.kernels import block_at, lead_at, lead_range, place_facts
from llq.solver.love_letter.table.lead_ranges import find_lead_ranges
from llq.solver.love_letter.table.leads import LeadIndex
from llq.solver.love_letter.table.states import state_space

_LEVELS = 3  # whose values are kept: a Prince skips one
_MOST_ENTRIES = 300_000_000  # of a mover: 5 GB

MemoryPolicy = Reals
"""(actions of all information sets,): chances of a policy with memory."""


def evaluate_memory(
    space: MemorySpace,
    first: MemoryPolicy | Policy,
    second: MemoryPolicy | Policy,
    *,
    threads: int = 2,
) -> Evaluation:
    """Return the chances of ``first`` moving against ``second`` by the real rules.

    Only the entries of deals are filled in. The result does not depend on the threads.
    """
    rules, states = space.rules, state_space(space.rules)
    leads, entries = find_lead_ranges(rules, (space.face_up,))
    sweep = joint_runs.make_sweep(space, space)
    sweep = sweep._replace(book=sweep.book._replace(leads=leads))
    policies = (first,) if second is first else (first, second)
    movers = [_make_mover(space, policy) for policy in policies]
    dealt = np.flatnonzero(states.block_n == rules.opening_unseen - space.face_up)
    run_dealt = space.rows.run_of[states.block_cell[dealt] * RUNS]
    reached = _find_reached(sweep, space, movers, run_dealt)
    values = [
        _make_values(space, leads, mover, rows) for mover, rows in zip(movers, reached, strict=True)
    ]

    def evaluate_share(start: int, stop: int) -> None:
        blocks = take_blocks(states, start, stop)
        room = _make_room(space, leads)
        for mover, own, opponent in zip(movers, values, values[::-1], strict=True):
            _evaluate_blocks(sweep, blocks, mover, own, opponent, room)

    run_levels(states, rules.opening_unseen - space.face_up, evaluate_share, threads=threads)
    evaluation = Evaluation(rules, space.face_up, leads, np.zeros((2, entries)))
    for block, run in zip(dealt.tolist(), run_dealt.tolist(), strict=True):
        cell, dealt_entries = int(states.block_cell[block]), evaluation.entries_dealt(block)
        kinds, width = int(states.layout.kinds[cell // states.layout.hands]), int(leads.width[cell])
        even_place = int(dealt_entries[0]) - int(leads.start[cell]) - width  # of a lead of 0
        # The deal has one row, and its memory.
        places = values[0].base[run] + np.arange(kinds) * width + even_place
        evaluation.values[:, dealt_entries] = values[0].chances[places].T
    return evaluation


class _Mover(NamedTuple):
    """A player's policy, with or without memory."""

    has_memory: bool
    # (actions of all information sets,): chances of a policy with memory, else empty.
    chances: Reals
    policy: Policy  # The policy without memory.


class _Values(NamedTuple):
    """A player's chances to win and lose as the mover, for rows reached in play.

    To a mover without a memory, memories that no play tells apart are one row.
    """

    kept: Bools  # (rows,): whether a row has its own entries.
    place: NDArray[np.int32]  # (rows,): number of earlier rows with entries.
    first: NDArray[np.int32]  # (runs + 1,): the same, before each run.
    base: Ints  # (runs,): each run's first entry; entries are ordered by slot, row, lead.
    chances: Floats  # (entries, 2): to win and to lose.


class _Room(NamedTuple):
    """Working arrays of one thread."""

    scratch: Scratch
    turn: joint.TurnRoom
    used: Ints  # (1,): the number of actions with weights in ``turn``.
    values: Floats  # (actions, memories, leads, 2): an action's outcome, by class and lead.


def _make_room(space: MemorySpace, leads: LeadIndex) -> _Room:
    widest = int(leads.width.max())
    cards, actions = len(space.rules.cards), len(space.rules.actions)
    memories = len(space.memory.states)
    return _Room(
        joint_runs.make_scratch(cards, actions, memories),
        joint.make_turn_room(space.rules, widest),
        np.zeros(1, dtype=np.int64),
        np.zeros((actions, memories, widest, 2)),
    )


def _make_mover(space: MemorySpace, policy: MemoryPolicy | Policy) -> _Mover:
    if isinstance(policy, Policy):
        return _Mover(False, np.zeros(0, np.float32), policy)
    return _Mover(True, policy, random_policy(space.rules))


def _make_values(space: MemorySpace, leads: LeadIndex, mover: _Mover, reached: Bools) -> _Values:
    """Return zeroed entries for the reached rows; levels `_LEVELS` apart share their place."""
    states, index, after = state_space(space.rules), space.rows, space.memory.after
    memory_classes = np.arange(len(after))
    if not mover.has_memory:
        memory_classes = np.unique(after, axis=0, return_inverse=True)[1].ravel()
    rows = np.flatnonzero(reached)
    run = np.searchsorted(index.row_start, rows, side="right") - 1
    numbers = run * len(after) + memory_classes[index.row_memory[rows]]
    _, distinct, place_of = np.unique(numbers, return_index=True, return_inverse=True)
    kept, place = np.zeros_like(reached), np.zeros(len(reached), dtype=np.int32)
    kept[rows[distinct]], place[rows] = True, place_of
    first = np.searchsorted(run[distinct], np.arange(len(space.run_block) + 1)).astype(np.int32)
    cells = states.block_cell[space.run_block]
    kinds = states.layout.kinds[cells // states.layout.hands].astype(np.int64)
    sizes = np.diff(first) * kinds * leads.width[cells]
    level = states.block_n[space.run_block].astype(np.int64)
    base = np.zeros(len(sizes), dtype=np.int64)
    level_sizes = np.zeros(_LEVELS, dtype=np.int64)
    for unseen in np.unique(level).tolist():
        runs = level == unseen
        base[runs] = np.cumsum(sizes[runs]) - sizes[runs]
        level_sizes[unseen % _LEVELS] = max(level_sizes[unseen % _LEVELS], sizes[runs].sum())
    base += (np.cumsum(level_sizes) - level_sizes)[level % _LEVELS]
    size = int(level_sizes.sum())
    if size > _MOST_ENTRIES:
        raise DeckTooLarge(
            f"exact matches of {space.rules.variant} Love Letter with the memory "
            f"{space.memory.name} take {size:,} numbers at a time for each player, at most "
            f"{_MOST_ENTRIES:,} fit: play them, or take fewer copies of a card"
        )
    return _Values(kept, place, first, base, np.zeros((size, 2)))


def _find_reached(
    sweep: Sweep, space: MemorySpace, movers: list[_Mover], run_dealt: NDArray[np.int32]
) -> list[Bools]:
    """Return (rows,) for each mover: whether play comes there, the first one moving first."""
    rules, states = space.rules, state_space(space.rules)
    reached = [np.zeros(len(space.rows.row_memory), dtype=np.bool_) for _ in movers]
    reached[0][space.rows.row_start[run_dealt]] = True
    room = _make_room(space, sweep.book.leads)
    for unseen in range(rules.opening_unseen - space.face_up, 1, -1):
        blocks = level_blocks(states, unseen)
        for mover, rows, opponent_rows in zip(movers, reached, reached[::-1], strict=True):
            _mark_blocks(sweep, blocks, mover, rows, opponent_rows, room)
    return reached


@njit(_nrt=False)
def _mark_blocks(
    sweep: Sweep, blocks: Blocks, mover: _Mover, reached: Bools, opponent_rows: Bools, room: _Room
) -> None:
    """Mark rows in ``opponent_rows`` reached next from rows of these blocks, in place."""
    for number in range(len(blocks.cell) - 1, -1, -1):
        block = block_at(blocks, number)
        for flags in range(RUNS):
            run = joint_runs.find_run(sweep, block, flags)
            if run.number < 0 or not reached[run.first : run.last].any():
                continue
            joint_runs.sort_classes(sweep, run, room.scratch)
            for slot in range(run.kinds):
                _find_used(sweep, run, slot, mover, reached, room)
                if sweep.visited[run.place + slot]:
                    _mark_slot(sweep, run, slot, opponent_rows, room.scratch)


@njit(forceinline=True, _nrt=False)
def _mark_slot(sweep: Sweep, run: Run, slot: int, opponent_rows: Bools, scratch: Scratch) -> None:
    """Mark the rows that the used classes lead to against the opponent's card of a slot."""
    step = joint_runs.begin_slot(sweep, run, slot)
    for i in range(run.legal):
        used = scratch.counts[i, : scratch.classes[i]]
        if not used.any():
            continue
        step = joint_runs.take_action(sweep, run, i, step, scratch)
        if step.is_hit:
            continue
        for target in scratch.run[: step.outcome.count]:
            for c in range(len(used)):
                if used[c]:
                    opponent_rows[row_at(sweep.rows, target, scratch.class_memory[i, c])] = True
    joint.put_back(step.state)


@njit(_nrt=False)
def _evaluate_blocks(
    sweep: Sweep, blocks: Blocks, mover: _Mover, own: _Values, opponent: _Values, room: _Room
) -> None:
    """Fill in the mover's ``own`` values for these blocks, in place, by the ``opponent``'s."""
    for number in range(len(blocks.cell)):
        block = block_at(blocks, number)
        for flags in range(RUNS):
            run = joint_runs.find_run(sweep, block, flags)
            if run.number < 0 or not own.kept[run.first : run.last].any():
                continue
            joint_runs.sort_classes(sweep, run, room.scratch)
            for slot in range(run.kinds):
                _find_used(sweep, run, slot, mover, own.kept, room)
                if sweep.visited[run.place + slot]:
                    _value_slot(sweep, run, slot, opponent, room)
                _mix_rows(sweep, run, slot, mover, own, room)


@njit(forceinline=True, _nrt=False)
def _value_slot(sweep: Sweep, run: Run, slot: int, opponent: _Values, room: _Room) -> None:
    """Fill in the outcomes of the used classes against the opponent's card of a slot."""
    scratch, branches = room.scratch, room.scratch.branches
    step = joint_runs.begin_slot(sweep, run, slot)
    for i in range(run.legal):
        used = scratch.counts[i, : scratch.classes[i]]
        if not used.any():
            continue
        step = joint_runs.take_action(sweep, run, i, step, scratch)
        values = room.values[i, : len(used), : run.leads.width]
        if step.is_hit:
            values[:, :, WIN] = 1.0
            values[:, :, LOSS] = 0.0
            continue
        _, win, loss, tie, ways, gain = step.outcome
        for k in range(run.leads.width):
            lead = lead_at(run.leads, k) + gain
            values[:, k, WIN] = (win + (tie if lead > 0 else 0)) / ways
            values[:, k, LOSS] = (loss + (tie if lead < 0 else 0)) / ways
        for branch in range(step.outcome.count):
            next_leads = lead_range(sweep.book.leads, branches.cell[branch], 0)
            target, share = scratch.run[branch], branches.ways[branch] / ways
            for c in range(len(used)):
                if not used[c]:
                    continue
                row = row_at(sweep.rows, target, scratch.class_memory[i, c])
                start = _entry(opponent, target, scratch.slot[branch], row, next_leads.width)
                for k in range(run.leads.width):
                    entry = start + joint_runs.lead_place(
                        next_leads, -(lead_at(run.leads, k) + gain)
                    )
                    values[c, k, WIN] += share * opponent.chances[entry, LOSS]
                    values[c, k, LOSS] += share * opponent.chances[entry, WIN]
    joint.put_back(step.state)


@njit(forceinline=True, _nrt=False)
def _find_used(sweep: Sweep, run: Run, slot: int, mover: _Mover, rows: Bools, room: _Room) -> None:
    """Fill in ``counts``: classes of actions played in any row of a run, or of a known card."""
    if slot > 0 and run.flags.known == 0:
        return  # as in the first slot
    if not mover.has_memory:
        place = run.place - sweep.book.layout.offset[run.block.cell] + slot
        facts = place_facts(sweep.book.layout, run.block, place)
        joint.clear_weights(room.turn, room.used[0])
        room.used[0] = joint.weigh(sweep.book, mover.policy, run.block, facts, room.turn)
    index, scratch = sweep.rows, room.scratch
    for i in range(run.legal):
        scratch.counts[i, : scratch.classes[i]] = False
    width = index.width[run.number] if mover.has_memory else run.leads.width
    for row in range(run.first, run.last):
        if not rows[row]:
            continue
        first = joint_runs.first_action(index, run, row, slot)
        for i in range(run.legal):
            for k in range(width):
                if _chance(index, run, mover, room, first, i, k) > 0.0:
                    scratch.counts[i, scratch.class_of[row - run.first, i]] = True


@njit(forceinline=True, _nrt=False)
def _chance(
    index: MemoryIndex, run: Run, mover: _Mover, room: _Room, first: int, i: int, k: int
) -> float:
    """Return a legal action's chance at a lead; ``first`` is from `first_action`."""
    if mover.has_memory:
        return float(mover.chances[first + k * run.legal + i])
    return float(room.turn.weights[index.legal[run.choice, i], k])


@njit(forceinline=True, _nrt=False)
def _entry(values: _Values, run: int, slot: int, row: int, width: int) -> int:
    """Return the entry of a row's slot at its first lead."""
    first, last = values.first[run], values.first[run + 1]
    return int(values.base[run] + (slot * (last - first) + values.place[row] - first) * width)


@njit(forceinline=True, _nrt=False)
def _mix_rows(sweep: Sweep, run: Run, slot: int, mover: _Mover, own: _Values, room: _Room) -> None:
    """Fill in the chances of all rows in a run's slot by mixing the mover's actions."""
    index, scratch = sweep.rows, room.scratch
    width = index.width[run.number] if mover.has_memory else run.leads.width
    for row in range(run.first, run.last):
        if not own.kept[row]:
            continue
        start = _entry(own, run.number, slot, row, run.leads.width)
        out = own.chances[start : start + run.leads.width]
        out[:, :] = 0.0
        if not sweep.visited[run.place + slot]:
            continue
        first = joint_runs.first_action(index, run, row, slot)
        for i in range(run.legal):
            c = scratch.class_of[row - run.first, i]
            if not scratch.counts[i, c]:
                continue
            values = room.values[i, c]
            for k in range(run.leads.width):
                # Where the policy does not go by the lead, its first stands for all.
                chance = _chance(index, run, mover, room, first, i, min(k, width - 1))
                if chance > 0.0:
                    out[k, WIN] += chance * values[k, WIN]
                    out[k, LOSS] += chance * values[k, LOSS]
