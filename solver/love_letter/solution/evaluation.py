"""Exact evaluation of policies with memory by the real rules: joint states at every lead.

`llq.solver.love_letter.exact.evaluation` is for policies on table states. A joint state here has a
memory besides, and one entry for each lead in discards that counts in its block. Only rows that the
two policies reach have entries. Values of a state follow from states with one or two unseen cards
fewer, so that three levels are kept at a time.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.errors import DeckTooLarge
from llq.solver.jit import njit
from llq.solver.love_letter.exact.evaluation import Evaluation
from llq.solver.love_letter.exact.joint import LOSS, WIN, clear_rows, weigh
from llq.solver.love_letter.exact.policies import Policy, random_policy
from llq.solver.love_letter.solution.index import RUNS, MemoryIndex, MemorySpace, row_at
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
from llq.solver.love_letter.table.block_states import Block, Blocks, take_blocks
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
_MOST_ENTRIES = 300_000_000  # of a mover: 5 GB

MemoryPolicy = NDArray[np.floating[Any]]
"""(actions of all information sets,): chances of a policy with memory."""


def evaluate_memory(
    space: MemorySpace,
    first: MemoryPolicy | Policy,
    second: MemoryPolicy | Policy,
    *,
    threads: int = 2,
) -> Evaluation:
    """Return the chances of ``first`` moving against ``second`` by the real rules.

    A policy is the chances of every information set of the memory, or one on table states. Only the
    entries of deals are filled in; the others are 0. The result does not depend on the threads.
    """
    rules, states = space.rules, state_space(space.rules)
    leads, entries = find_lead_ranges(rules, (space.face_up,))
    ground = make_ground(space, space)
    book = Book(rules.arrays, states.layout, leads, np.zeros((2, 1)), True)
    movers = [_Mover(*_both(first, space))]
    if second is not first:
        movers.append(_Mover(*_both(second, space)))
    dealt = np.flatnonzero(states.block_n == rules.opening_unseen - space.face_up)
    run_dealt = space.rows.run_of[states.block_cell[dealt] * RUNS]
    reached = _find_reached(ground, book, space, movers, run_dealt)
    values = [_make_values(space, leads, *found) for found in zip(movers, reached, strict=True)]

    def run(start: int, stop: int) -> None:
        blocks = take_blocks(states, start, stop)
        room = _make_room(space, leads)
        for mover, mine, following in zip(movers, values, values[::-1], strict=True):
            _evaluate_blocks(ground, book, blocks, mover, mine, following, room)

    run_levels(states, rules.opening_unseen - space.face_up, run, threads=threads)
    evaluation = Evaluation(rules, space.face_up, leads, np.zeros((2, entries)))
    for block, number in zip(dealt.tolist(), run_dealt.tolist(), strict=True):
        cell = int(states.block_cell[block])
        at, kinds = (
            evaluation.entries_dealt(block),
            int(states.layout.kinds[cell // states.layout.hands]),
        )
        width = int(leads.width[cell])
        even = int(at[0]) - (int(leads.start[cell]) + width)  # where a lead of 0 stands
        # The deal has one row, and its memory.
        places = values[0].base[number] + np.arange(kinds) * width + even
        evaluation.values[:, at] = values[0].chances[places].T
    return evaluation


class _Mover(NamedTuple):
    """A player's policy, with or without memory."""

    has_memory: bool
    chances: NDArray[np.floating[Any]]
    """(actions of all information sets,): chances of a policy with memory, else empty."""
    policy: Policy
    """The policy without memory."""


class _Values(NamedTuple):
    """A player's chances to win and lose as the mover, for rows reached in play.

    To a mover without a memory, rows of a run are one where no play tells their memories apart.
    """

    kept: NDArray[np.bool_]
    """(rows,): whether a row has its own entries."""
    place: NDArray[np.int32]
    """(rows,): number of earlier rows with entries."""
    first: NDArray[np.int32]
    """(runs + 1,): the same, before each run."""
    base: NDArray[np.int64]
    """(runs,): each run's first entry; entries are ordered by slot, row, lead."""
    chances: NDArray[np.float64]
    """(entries, 2): to win and to lose."""


class _Room(NamedTuple):
    scratch: Scratch
    weights: NDArray[np.float64]
    """(actions, leads): as in `weigh`; zeros before and after use."""
    used: NDArray[np.int64]
    """(actions,): as in `weigh`."""
    values: NDArray[np.float64]
    """(actions, memories, leads, 2): an action's outcome, by class and lead."""


def _make_room(space: MemorySpace, leads: LeadIndex) -> _Room:
    widest = int(leads.width.max())
    cards, actions = len(space.rules.cards), len(space.rules.actions)
    memories = len(space.memory.states)
    return _Room(
        make_scratch(cards, actions, memories),
        np.zeros((actions, widest)),
        np.zeros(actions, dtype=np.int64),
        np.zeros((actions, memories, widest, 2)),
    )


def _both(policy: MemoryPolicy | Policy, space: MemorySpace) -> tuple[bool, MemoryPolicy, Policy]:
    """Return a policy in the fields of `_Mover`."""
    if isinstance(policy, Policy):
        return False, np.zeros(0), policy
    return True, policy, random_policy(space.rules)


def _make_values(
    space: MemorySpace, leads: LeadIndex, mover: _Mover, reached: NDArray[np.bool_]
) -> _Values:
    """Return zeroed entries for the reached rows.

    Levels whose numbers differ by `_LEVELS` share their place.
    """
    states, index, after = state_space(space.rules), space.rows, space.memory.after
    alike = np.arange(len(after))
    if not mover.has_memory:
        alike = np.unique(after, axis=0, return_inverse=True)[1].ravel()
    rows = np.flatnonzero(reached)
    run = np.searchsorted(index.row_start, rows, side="right") - 1
    numbers = run * len(after) + alike[index.row_memory[rows]]
    _, chosen, place_of = np.unique(numbers, return_index=True, return_inverse=True)
    kept, place = np.zeros_like(reached), np.zeros(len(reached), dtype=np.int32)
    kept[rows[chosen]], place[rows] = True, place_of
    first = np.searchsorted(run[chosen], np.arange(len(space.run_block) + 1)).astype(np.int32)
    cells = states.block_cell[space.run_block]
    kinds = states.layout.kinds[cells // states.layout.hands].astype(np.int64)
    sizes = np.diff(first) * kinds * leads.width[cells]
    level = states.block_n[space.run_block].astype(np.int64)
    base = np.zeros(len(sizes), dtype=np.int64)
    most = np.zeros(_LEVELS, dtype=np.int64)
    for unseen in np.unique(level).tolist():
        chosen = level == unseen
        base[chosen] = np.cumsum(sizes[chosen]) - sizes[chosen]
        most[unseen % _LEVELS] = max(most[unseen % _LEVELS], sizes[chosen].sum())
    base += (np.cumsum(most) - most)[level % _LEVELS]
    size = int(most.sum())
    if size > _MOST_ENTRIES:
        raise DeckTooLarge(
            f"exact matches of {space.rules.variant} Love Letter with the memory "
            f"{space.memory.name} take {size:,} numbers at a time for each player, at most "
            f"{_MOST_ENTRIES:,} fit: play them, or take fewer copies of a card"
        )
    return _Values(kept, place, first, base, np.zeros((size, 2)))


def _find_reached(
    ground: Ground,
    book: Book,
    space: MemorySpace,
    movers: list[_Mover],
    run_dealt: NDArray[np.int32],
) -> list[NDArray[np.bool_]]:
    """Return (rows,) for each mover: whether play comes there, the first one moving first."""
    rules, states = space.rules, state_space(space.rules)
    reached = [np.zeros(len(space.rows.row_memory), dtype=np.bool_) for _ in movers]
    reached[0][space.rows.row_start[run_dealt]] = True
    room = _make_room(space, book.leads)
    for unseen in range(rules.opening_unseen - space.face_up, 1, -1):
        blocks = take_blocks(
            states, *np.searchsorted(states.block_n, [unseen, unseen + 1]).tolist()
        )
        for mover, mine, following in zip(movers, reached, reached[::-1], strict=True):
            _mark_blocks(ground, book, blocks, mover, mine, following, room)
    return reached


@njit(_nrt=False)
def _mark_blocks(
    ground: Ground,
    book: Book,
    blocks: Blocks,
    mover: _Mover,
    reached: NDArray[np.bool_],
    following: NDArray[np.bool_],
    room: _Room,
) -> None:
    """Mark rows in ``following`` reached next from rows of these blocks, in place."""
    layout, scratch = ground.layout, room.scratch
    for number in range(len(blocks.cell) - 1, -1, -1):
        block = block_at(blocks, number)
        leads = lead_range(book.leads, block.cell, 0)
        for flags in range(RUNS):
            run = find_run(ground, block, flags)
            if run.number < 0 or not reached[run.first : run.last].any():
                continue
            sort_classes(ground, run, scratch)
            count = 0
            for slot in range(run.kinds):
                if slot == 0 or run.known == 1:
                    count = _weigh_slot(ground, book, block, run, slot, mover, count, room)
                    _find_used(ground, leads, run, slot, mover, reached, room)
                if not ground.visited[run.place + slot]:
                    continue
                theirs = card_at(block.unseen, slot)
                pool = take_card(layout, make_pool(layout, block.unseen), theirs)
                step = begin_slot()
                for i in range(run.legal):
                    used = scratch.counts[i, : scratch.classes[i]]
                    if not used.any():
                        continue
                    step = take_action(ground, block, run, theirs, i, pool, step, scratch)
                    if step.is_hit:
                        continue
                    for then in scratch.run[: step.outcome.count]:
                        for c in range(len(used)):
                            if used[c]:
                                memory = scratch.class_memory[i, c]
                                following[row_at(ground.rows, then, memory)] = True
                block.unseen[theirs] += 1
            clear_rows(room.weights, room.used[:count])


@njit(_nrt=False)
def _evaluate_blocks(
    ground: Ground,
    book: Book,
    blocks: Blocks,
    mover: _Mover,
    mine: _Values,
    following: _Values,
    room: _Room,
) -> None:
    """Fill in ``mine`` for these blocks, in place; ``following`` are the opponent's."""
    layout, scratch = ground.layout, room.scratch
    for number in range(len(blocks.cell)):
        block = block_at(blocks, number)
        leads = lead_range(book.leads, block.cell, 0)
        for flags in range(RUNS):
            run = find_run(ground, block, flags)
            if run.number < 0 or not mine.kept[run.first : run.last].any():
                continue
            sort_classes(ground, run, scratch)
            count = 0
            for slot in range(run.kinds):
                if slot == 0 or run.known == 1:
                    count = _weigh_slot(ground, book, block, run, slot, mover, count, room)
                    _find_used(ground, leads, run, slot, mover, mine.kept, room)
                is_visited = ground.visited[run.place + slot]
                if is_visited:
                    theirs = card_at(block.unseen, slot)
                    pool = take_card(layout, make_pool(layout, block.unseen), theirs)
                    step = begin_slot()
                    for i in range(run.legal):
                        used = scratch.counts[i, : scratch.classes[i]]
                        if not used.any():
                            continue
                        step = take_action(ground, block, run, theirs, i, pool, step, scratch)
                        values = room.values[i, : len(used), : leads.width]
                        if step.is_hit:
                            values[:, :, WIN] = 1.0
                            values[:, :, LOSS] = 0.0
                        else:
                            _value_action(
                                ground, book, leads, step.outcome, i, following, scratch, values
                            )
                    block.unseen[theirs] += 1
                _mix_rows(ground, leads, run, slot, is_visited, mover, mine, room)
            clear_rows(room.weights, room.used[:count])


@njit(forceinline=True, _nrt=False)
def _weigh_slot(
    ground: Ground, book: Book, block: Block, run: Run, slot: int, mover: _Mover, count: int,
    room: _Room,
) -> int:  # fmt: skip
    """Fill in a memoryless mover's weights, after clearing the ``count`` previously used."""
    if mover.has_memory:
        return 0
    clear_rows(room.weights, room.used[:count])
    place = run.place - ground.layout.offset[block.cell] + slot
    facts = place_facts(ground.layout, block, place)
    return int(weigh(book, mover.policy, block, facts, room.weights, room.used))


@njit(forceinline=True, _nrt=False)
def _find_used(
    ground: Ground, leads: LeadRange, run: Run, slot: int, mover: _Mover,
    reached: NDArray[np.bool_], room: _Room,
) -> None:  # fmt: skip
    """Fill in ``counts``: classes of actions played in any row of a run, or of a known card."""
    index, scratch = ground.rows, room.scratch
    for i in range(run.legal):
        scratch.counts[i, : scratch.classes[i]] = False
    width = index.width[run.number] if mover.has_memory else leads.width
    for row in range(run.first, run.last):
        if not reached[row]:
            continue
        at = _first_action(index, run, slot, row)
        for i in range(run.legal):
            for k in range(width):
                if _chance(index, run, mover, room, at, i, k) > 0.0:
                    scratch.counts[i, scratch.class_of[row - run.first, i]] = True


@njit(forceinline=True, _nrt=False)
def _first_action(index: MemoryIndex, run: Run, slot: int, row: int) -> int:
    """Return the index of the first action of a row, or of one known card within it."""
    info = (row * run.kinds + slot if run.known == 1 else row) * index.width[run.number]
    return int(index.action_base[run.number] + info * run.legal)


@njit(forceinline=True, _nrt=False)
def _chance(
    index: MemoryIndex, run: Run, mover: _Mover, room: _Room, at: int, i: int, k: int
) -> float:
    """Return a legal action's chance at a lead; ``at`` is from `_first_action`."""
    if mover.has_memory:
        return float(mover.chances[at + k * run.legal + i])
    return float(room.weights[index.legal[run.choice, i], k])


@njit(forceinline=True, _nrt=False)
def _entry(values: _Values, run: int, slot: int, row: int, width: int) -> int:
    """Return the entry of a row's slot at its first lead."""
    first, last = values.first[run], values.first[run + 1]
    return int(values.base[run] + (slot * (last - first) + values.place[row] - first) * width)


@njit(forceinline=True, _nrt=False)
def _value_action(
    ground: Ground,
    book: Book,
    leads: LeadRange,
    outcome: PlayOutcome,
    i: int,
    following: _Values,
    scratch: Scratch,
    values: NDArray[np.float64],
) -> None:
    """Fill in the outcomes of an action that does not hit: (classes, leads, 2), in place."""
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
        for c in range(len(values)):
            if not scratch.counts[i, c]:
                continue
            row = row_at(ground.rows, run, scratch.class_memory[i, c])
            start = _entry(following, run, scratch.slot[branch], row, then.width)
            for k in range(leads.width):
                # The opponent's lead is the other way round; beyond the last one it is the last.
                place = (-(lead_at(leads, k) + gain) - then.first) >> then.shift
                at = start + max(min(place, then.width - 1), 0)
                values[c, k, WIN] += share * following.chances[at, LOSS]
                values[c, k, LOSS] += share * following.chances[at, WIN]


@njit(forceinline=True, _nrt=False)
def _mix_rows(
    ground: Ground,
    leads: LeadRange,
    run: Run,
    slot: int,
    is_visited: bool,
    mover: _Mover,
    mine: _Values,
    room: _Room,
) -> None:
    """Fill in the chances of all rows in a run's slot by mixing the mover's actions."""
    index, scratch = ground.rows, room.scratch
    width = index.width[run.number] if mover.has_memory else leads.width
    for row in range(run.first, run.last):
        if not mine.kept[row]:
            continue
        start = _entry(mine, run.number, slot, row, leads.width)
        out = mine.chances[start : start + leads.width]
        out[:, :] = 0.0
        if not is_visited:
            continue
        at = _first_action(index, run, slot, row)
        for i in range(run.legal):
            c = scratch.class_of[row - run.first, i]
            if not scratch.counts[i, c]:
                continue
            values = room.values[i, c]
            for k in range(leads.width):
                # Where the policy does not go by the lead, its first stands for all.
                chance = _chance(index, run, mover, room, at, i, min(k, width - 1))
                if chance > 0.0:
                    out[k, WIN] += chance * values[k, WIN]
                    out[k, LOSS] += chance * values[k, LOSS]
