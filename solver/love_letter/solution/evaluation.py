"""Exact evaluation by the real rules of policies with a memory: joint states at every lead.

What `llq.solver.love_letter.exact.evaluation` is for policies on table states. A joint state has a
memory besides, and one entry for each lead in discards that counts in its block. Values of a state
follow from states with one or two unseen cards fewer, so that three levels are kept at a time.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.errors import DeckTooLarge
from llq.solver.jit import njit
from llq.solver.love_letter.exact.evaluation import Evaluation
from llq.solver.love_letter.exact.joint import LOSS, WIN, clear_rows, weigh
from llq.solver.love_letter.exact.policies import Policy, random_policy
from llq.solver.love_letter.solution.index import RUNS, MemorySpace, row_at, slot_base
from llq.solver.love_letter.solution.joint_runs import (
    Ground,
    Run,
    Scratch,
    begin_slot,
    find_run,
    make_ground,
    make_scratch,
    sort_classes,
    take_action,
)
from llq.solver.love_letter.table.backup import Book
from llq.solver.love_letter.table.block_states import Blocks, take_blocks
from llq.solver.love_letter.table.induction_levels import run_levels
from llq.solver.love_letter.table.kernels import (
    block_at,
    card_at,
    lead_at,
    lead_range,
    make_pool,
    place_facts,
    take_card,
)
from llq.solver.love_letter.table.lead_ranges import find_lead_ranges
from llq.solver.love_letter.table.leads import LeadIndex, LeadRange
from llq.solver.love_letter.table.states import state_space
from llq.solver.love_letter.turn import PlayOutcome

_LEVELS = 3  # whose values are kept: a Prince skips one
_MOST_ENTRIES = 600_000_000  # of both movers: 10 GB

MemoryPolicy = NDArray[np.float64]
"""(actions of all information sets,): the chances of a policy with a memory."""


def evaluate_memory(
    space: MemorySpace,
    first: MemoryPolicy | Policy,
    second: MemoryPolicy | Policy,
    *,
    threads: int = 2,
) -> Evaluation:
    """Return the chances of ``first`` moving against ``second`` by the real rules.

    Parameters
    ----------
    first, second
        The chances of every information set of the memory, or a policy on table states.
    threads
        Threads that share each level; the result does not depend on their number.

    Returns
    -------
    Evaluation
        Only the entries of deals are filled in; the others are 0.

    Raises
    ------
    DeckTooLarge
        Three levels of joint states take more than some 10 GB.
    """
    rules, states = space.rules, state_space(space.rules)
    leads, entries = find_lead_ranges(rules, (space.face_up,))
    base, size = _place_runs(space, leads)
    same = first is second
    if size * (1 if same else 2) > _MOST_ENTRIES:
        raise DeckTooLarge(
            f"exact matches of {rules.variant} Love Letter with the memory {space.memory.name} "
            f"take {size:,} numbers at a time, at most {_MOST_ENTRIES:,} fit: play them, or take "
            "fewer copies of a card"
        )
    ground = make_ground(space, space)
    ours = np.zeros((size, 2))
    theirs = ours if same else np.zeros((size, 2))
    book = Book(rules.arrays, states.layout, leads, np.zeros((2, 1)), True)
    widest = int(leads.width.max())

    def run(start: int, stop: int) -> None:
        blocks = take_blocks(states, start, stop)
        scratch = _make_room(space, widest)
        for policy, mine, following in ((first, ours, theirs), (second, theirs, ours)):
            mover = _Mover(*_both(policy, space), following, mine)
            _evaluate_blocks(ground, book, base, blocks, mover, scratch)
            if same:
                break

    run_levels(states, rules.opening_unseen - space.face_up, run, threads=threads)
    evaluation = Evaluation(rules, space.face_up, leads, np.zeros((2, entries)))
    for block in np.flatnonzero(states.block_n == rules.opening_unseen - space.face_up).tolist():
        cell = int(states.block_cell[block])
        at, kinds = (
            evaluation.entries_dealt(block),
            int(states.layout.kinds[cell // states.layout.hands]),
        )
        number = int(space.rows.run_of[cell * RUNS])
        width = int(leads.width[cell])
        even = int(at[0]) - (int(leads.start[cell]) + width)  # where a lead of 0 stands
        # The deal has one row, and its memory.
        places = base[number] + np.arange(kinds) * width + even
        evaluation.values[:, at] = ours[places].T
    return evaluation


class _Mover(NamedTuple):
    """One player: how they play, what follows, and what is worked out."""

    has_memory: bool
    chances: NDArray[np.float64]
    """(actions of all information sets,): the policy where it has a memory, else empty."""
    policy: Policy
    """The policy where it has none."""
    following: NDArray[np.float64]
    """(entries, 2): the opponent's chances to win and to lose in states with fewer unseen cards."""
    out: NDArray[np.float64]
    """(entries, 2): the mover's."""


class _Room(NamedTuple):
    scratch: Scratch
    weights: NDArray[np.float64]
    """(actions, leads): as in `weigh`; zeros at both ends."""
    used: NDArray[np.int64]
    """(actions,): as in `weigh`."""
    is_used: NDArray[np.bool_]
    """(actions,): whether any row of a run plays a legal action, by its place among these."""
    values: NDArray[np.float64]
    """(actions, memories, leads, 2): what an action leads to, by class and lead."""


def _make_room(space: MemorySpace, widest: int) -> _Room:
    cards, actions = len(space.rules.cards), len(space.rules.actions)
    memories = len(space.memory.states)
    return _Room(
        make_scratch(cards, actions, memories),
        np.zeros((actions, widest)),
        np.zeros(actions, dtype=np.int64),
        np.zeros(actions, dtype=np.bool_),
        np.zeros((actions, memories, widest, 2)),
    )


def _both(
    policy: MemoryPolicy | Policy, space: MemorySpace
) -> tuple[bool, NDArray[np.float64], Policy]:
    """Return a policy as the fields of `_Mover`."""
    if isinstance(policy, Policy):
        return False, np.zeros(0), policy
    return True, policy, random_policy(space.rules)


def _place_runs(space: MemorySpace, leads: LeadIndex) -> tuple[NDArray[np.int64], int]:
    """Return where the entries of each run are, and how many there are at a time.

    They are in the order of `MemoryIndex.joint_base`, for these leads. Levels whose
    numbers differ by `_LEVELS` share their place.
    """
    states = state_space(space.rules)
    cells = states.block_cell[space.run_block]
    kinds = states.layout.kinds[cells // states.layout.hands].astype(np.int64)
    sizes = np.diff(space.rows.row_start) * kinds * leads.width[cells]
    level = states.block_n[space.run_block].astype(np.int64)
    base = np.zeros(len(sizes), dtype=np.int64)
    most = np.zeros(_LEVELS, dtype=np.int64)
    for unseen in np.unique(level).tolist():
        chosen = level == unseen
        base[chosen] = np.cumsum(sizes[chosen]) - sizes[chosen]
        most[unseen % _LEVELS] = max(most[unseen % _LEVELS], sizes[chosen].sum())
    base += (np.cumsum(most) - most)[level % _LEVELS]
    return base, int(most.sum())


@njit(_nrt=False)
def _evaluate_blocks(
    ground: Ground,
    book: Book,
    base: NDArray[np.int64],
    blocks: Blocks,
    mover: _Mover,
    room: _Room,
) -> None:
    """Fill in ``mover.out`` for some blocks, in place."""
    layout, scratch = ground.layout, room.scratch
    for number in range(len(blocks.cell)):
        block = block_at(blocks, number)
        leads = lead_range(book.leads, block.cell, 0)
        for flags in range(RUNS):
            run = find_run(ground, block, flags)
            if run.number < 0:
                continue
            sort_classes(ground, run, scratch)
            count = 0
            for slot in range(run.kinds):
                is_visited = ground.visited[run.place + slot]
                if slot == 0 or run.known == 1:
                    clear_rows(room.weights, room.used[:count])
                    count = 0
                    if not mover.has_memory:
                        place = run.place - layout.offset[block.cell] + slot
                        facts = place_facts(layout, block, place)
                        count = weigh(book, mover.policy, block, facts, room.weights, room.used)
                    _find_used(ground, run, slot, mover, room)
                if is_visited:
                    theirs = card_at(block.unseen, slot)
                    pool = take_card(layout, make_pool(layout, block.unseen), theirs)
                    step = begin_slot()
                    for i in range(run.legal):
                        if not room.is_used[i]:
                            continue
                        step = take_action(ground, block, run, theirs, i, pool, step, scratch)
                        values = room.values[i, : scratch.classes[i], : leads.width]
                        if step.is_hit:
                            values[:, :, WIN] = 1.0
                            values[:, :, LOSS] = 0.0
                        else:
                            _value_action(
                                ground, book, base, leads, step.outcome, scratch.class_memory[i],
                                following=mover.following, scratch=scratch, values=values,
                            )  # fmt: skip
                    block.unseen[theirs] += 1
                _mix_rows(
                    ground, base, leads, run, slot,
                    is_visited=is_visited, mover=mover, room=room,
                )  # fmt: skip
            clear_rows(room.weights, room.used[:count])


@njit(forceinline=True, _nrt=False)
def _find_used(ground: Ground, run: Run, slot: int, mover: _Mover, room: _Room) -> None:
    """Fill in ``room.is_used`` for a run, or for one card known of it."""
    index, legal = ground.rows, run.legal
    room.is_used[:legal] = False
    if not mover.has_memory:
        for i in range(legal):
            for weight in room.weights[index.legal[run.choice, i]]:
                if weight > 0.0:
                    room.is_used[i] = True
        return
    width = index.width[run.number]
    for row in range(run.first, run.last):
        info = (row * run.kinds + slot if run.known == 1 else row) * width
        at = index.action_base[run.number] + info * legal
        for i in range(width * legal):
            if mover.chances[at + i] > 0.0:
                room.is_used[i % legal] = True


@njit(forceinline=True, _nrt=False)
def _value_action(
    ground: Ground,
    book: Book,
    base: NDArray[np.int64],
    leads: LeadRange,
    outcome: PlayOutcome,
    memories: NDArray[np.int64],
    following: NDArray[np.float64],
    scratch: Scratch,
    values: NDArray[np.float64],
) -> None:
    """Fill in what an action that does not hit leads to: (classes, leads, 2), in place."""
    count, win, loss, tie, ways, gain = outcome
    branches = scratch.branches
    for k in range(leads.width):
        lead = lead_at(leads, k) + gain
        values[:, k, WIN] = (win + (tie if lead > 0 else 0)) / ways
        values[:, k, LOSS] = (loss + (tie if lead < 0 else 0)) / ways
    for branch in range(count):
        then = lead_range(book.leads, branches.cell[branch], 0)
        run = scratch.run[branch]
        share = branches.ways[branch] / ways
        rows = slot_base(ground.rows, base, run, scratch.slot[branch], then.width)
        for c in range(len(values)):
            start = rows + row_at(ground.rows, run, memories[c]) * then.width
            for k in range(leads.width):
                # The opponent's lead is the other way round; beyond the last one it is the last.
                place = (-(lead_at(leads, k) + gain) - then.first) >> then.shift
                at = start + max(min(place, then.width - 1), 0)
                values[c, k, WIN] += share * following[at, LOSS]
                values[c, k, LOSS] += share * following[at, WIN]


@njit(forceinline=True, _nrt=False)
def _mix_rows(
    ground: Ground,
    base: NDArray[np.int64],
    leads: LeadRange,
    run: Run,
    slot: int,
    is_visited: bool,
    mover: _Mover,
    room: _Room,
) -> None:
    """Fill in the chances of every row of a run's slot, by how the mover mixes the actions."""
    index, scratch = ground.rows, room.scratch
    rows = slot_base(index, base, run.number, slot, leads.width)
    width = index.width[run.number]  # 1 where the policy does not go by the lead
    for row in range(run.first, run.last):
        start = rows + row * leads.width
        out = mover.out[start : start + leads.width]
        out[:, :] = 0.0
        if not is_visited:
            continue
        info = (row * run.kinds + slot if run.known == 1 else row) * width
        at = index.action_base[run.number] + info * run.legal
        for i in range(run.legal):
            if not room.is_used[i]:
                continue
            values = room.values[i, scratch.class_of[row - run.first, i]]
            if mover.has_memory:
                for k in range(leads.width):
                    chance = mover.chances[at + (k if width > 1 else 0) * run.legal + i]
                    if chance > 0.0:
                        out[k, WIN] += chance * values[k, WIN]
                        out[k, LOSS] += chance * values[k, LOSS]
            else:
                weights = room.weights[index.legal[run.choice, i]]
                for k in range(leads.width):
                    out[k, WIN] += weights[k] * values[k, WIN]
                    out[k, LOSS] += weights[k] * values[k, LOSS]
