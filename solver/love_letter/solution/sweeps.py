"""Two sweeps over the joint states with a memory: reach forward from the deals, values backward.

Both players follow one policy, or each their own, with a memory of their own where the sweep says
so; arrays of a mover's are indexed by the joint states in which that player moves.
"""

from typing import NamedTuple

from llq.solver.array_types import Floats, Ints, Reals
from llq.solver.jit import njit
from llq.solver.love_letter.exact.joint import put_back, tie_value
from llq.solver.love_letter.solution import joint_runs
from llq.solver.love_letter.solution.index import RUNS, MemoryIndex, row_at, slot_base
from llq.solver.love_letter.solution.joint_runs import (
    COUNTERFACTUAL,
    OWN,
    REACHED,
    REACHES,
    Run,
    Scratch,
    Sweep,
)
from llq.solver.love_letter.table.block_states import Blocks
from llq.solver.love_letter.table.kernels import block_at, lead_at, lead_range
from llq.solver.love_letter.table.leads import LeadRange

PARTS = 2
"""Parts for summing reach, one per thread: sums do not depend on the number of threads."""


class Reach(NamedTuple):
    """Reach of each joint state of a mover, summed by part.

    Against an adversary two kinds are kept as numbers: `REACHED`, and the one that has the
    learner's choices, for the average. The third only says what play cannot come to, and takes a
    mark.
    """

    parts: Reals  # (PARTS, joint states, 3 or 2)
    # (joint states,): 1 for positive values of the omitted kind; empty if none is omitted. The
    # values may take its place, as `back_up` reads a mark before it writes the value.
    marks: Reals


class Learning(NamedTuple):
    """Learning data of `back_up`, modified in place; arrays are empty for mere evaluation."""

    reach: Reach  # Reach, without joint states for mere evaluation.
    regrets: Reals  # (actions of all information sets,): accumulated regrets, clipped at 0.
    # (actions of all information sets,): last iteration's regrets, perhaps in place of its chances.
    last: Reals
    # (actions of all information sets,): weighted sums of policies; empty without averaging.
    sums: Reals
    weight: float  # Weight of this policy.


@njit(_nrt=False)
def carry_reach(
    sweep: Sweep,
    blocks: Blocks,
    chances: Reals,
    reach: Reach,
    part: int,
    opponent_reach: Reach,
    scratch: Scratch,
) -> None:
    """Carry the reach of joint states in these blocks on to their successors, in place.

    ``chances`` (actions of all information sets,) are the mover's policy. Reach is read as the sum
    of its parts, and added to ``part`` of ``opponent_reach``, perhaps the same arrays.
    """
    for number in range(len(blocks.cell) - 1, -1, -1):
        block = block_at(blocks, number)
        for flags in range(RUNS):
            run = joint_runs.find_run(sweep, block, flags)
            if run.number < 0:
                continue
            joint_runs.sort_classes(sweep, run, scratch)
            for slot in range(run.kinds):
                if sweep.visited[run.place + slot] and _sum_reach(
                    sweep, run, slot, chances, reach, scratch
                ):
                    _carry_slot(sweep, run, slot, part, opponent_reach, scratch)


@njit(forceinline=True, _nrt=False)
def _carry_slot(
    sweep: Sweep, run: Run, slot: int, part: int, opponent_reach: Reach, scratch: Scratch
) -> None:
    """Carry on the reach of every action's classes against the opponent's card of a slot."""
    step = joint_runs.begin_slot(sweep, run, slot)
    for i in range(run.legal):
        marked = _list_marked(i, scratch)
        if marked == 0:
            continue
        step = joint_runs.take_action(sweep, run, i, step, scratch)
        if step.is_hit:
            continue
        outcome = step.outcome
        for branch in range(outcome.count):
            share = scratch.branches.ways[branch] / outcome.ways
            target = _find_target(sweep, branch, scratch)
            for c in scratch.chosen[:marked]:
                first = _first_joint(sweep, target, scratch.class_memory[i, c])
                for k in range(run.leads.width):
                    lead = -lead_at(run.leads, k) - outcome.gain
                    joint = first + joint_runs.lead_place(target.leads, lead)
                    _add_reach(sweep, part, opponent_reach, joint, share, scratch.sums[i, c, k])
    put_back(step.state)


@njit(forceinline=True, _nrt=False)
def _read_reach(sweep: Sweep, reach: Reach, joint: int) -> tuple[float, float, float]:
    """Return a joint state's kinds of reach in order, with a mark as a positive number."""
    parts = reach.parts
    reached = parts[0, joint, 0] + parts[1, joint, 0]
    stored = parts[0, joint, 1] + parts[1, joint, 1]
    if parts.shape[2] == REACHES:
        return reached, stored, parts[0, joint, 2] + parts[1, joint, 2]
    mark = reach.marks[joint]
    return (reached, stored, mark) if sweep.is_adversary else (reached, mark, stored)


@njit(forceinline=True, _nrt=False)
def _add_reach(
    sweep: Sweep, part: int, opponent_reach: Reach, joint: int, share: float, added: Floats
) -> None:
    """Add a share of three kinds of reach to an opponent's joint state, in place."""
    parts = opponent_reach.parts
    if parts.shape[2] == REACHES:
        for kind in range(REACHES):
            parts[part, joint, kind] += share * added[kind]
        return
    stored, marked = (OWN, COUNTERFACTUAL) if sweep.is_adversary else (COUNTERFACTUAL, OWN)
    parts[part, joint, 0] += share * added[REACHED]
    parts[part, joint, 1] += share * added[stored]
    if added[marked] > 0.0:
        opponent_reach.marks[joint] = 1.0  # whichever thread comes first


@njit(forceinline=True, _nrt=False)
def _sum_reach(
    sweep: Sweep, run: Run, slot: int, chances: Reals, reach: Reach, scratch: Scratch
) -> bool:
    """Fill in and mark each class's reach, from the opponent's side; return whether any is."""
    index, sums, counts, width = sweep.rows, scratch.sums, scratch.counts, run.leads.width
    for i in range(run.legal):
        for c in range(scratch.classes[i]):
            counts[i, c] = False
            for k in range(width):
                for kind in range(REACHES):
                    sums[i, c, k, kind] = 0.0
    is_reached = False
    joint = slot_base(index, run.number, slot, width) + run.first * width
    for row in range(run.last - run.first):
        first = joint_runs.first_action(index, run, run.first + row, slot)
        for k in range(width):
            reached, counterfactual, own = _read_reach(sweep, reach, joint)
            joint += 1
            if counterfactual == 0.0 and own == 0.0:
                continue
            is_reached = True
            for i in range(run.legal):
                chance, c = chances[first + k * run.legal + i], scratch.class_of[row, i]
                sums[i, c, k, REACHED] += chance * reached
                sums[i, c, k, COUNTERFACTUAL] += chance * own  # the players change places
                sums[i, c, k, OWN] += counterfactual
                if counterfactual > 0.0 or chance * own > 0.0:
                    counts[i, c] = True
    return is_reached


@njit(_nrt=False)
def back_up(
    sweep: Sweep,
    blocks: Blocks,
    chances: Reals,
    opponent_values: Reals,
    out: Reals,
    learning: Learning,
    scratch: Scratch,
) -> None:
    """Fill in the mover's values of joint states in these blocks, in place, and learn.

    ``chances`` are as in `carry_reach`; ``opponent_values`` and ``out`` (joint states,) are the
    chance to win, and half that of a draw.
    """
    for number in range(len(blocks.cell)):
        block = block_at(blocks, number)
        for flags in range(RUNS):
            run = joint_runs.find_run(sweep, block, flags)
            if run.number < 0:
                continue
            joint_runs.sort_classes(sweep, run, scratch)
            for slot in range(run.kinds):
                if _mark_classes(sweep, run, slot, chances, learning.reach, scratch):
                    _value_slot(sweep, run, slot, opponent_values, scratch)
            _update_run(sweep, run, chances, out, learning, scratch)


@njit(forceinline=True, _nrt=False)
def _value_slot(
    sweep: Sweep, run: Run, slot: int, opponent_values: Reals, scratch: Scratch
) -> None:
    """Fill in the value of every action's marked classes against the opponent's card of a slot."""
    step = joint_runs.begin_slot(sweep, run, slot)
    for i in range(run.legal):
        marked = _list_marked(i, scratch)
        if marked == 0:
            continue
        step = joint_runs.take_action(sweep, run, i, step, scratch)
        outcome, values = step.outcome, scratch.values[slot, i]
        for c in scratch.chosen[:marked]:
            for k in range(run.leads.width):
                tie = tie_value(sweep.book, lead_at(run.leads, k) + outcome.gain) * outcome.tie
                values[c, k] = 1.0 if step.is_hit else outcome.win + tie
        if step.is_hit:
            continue
        for branch in range(outcome.count):
            target = _find_target(sweep, branch, scratch)
            for c in scratch.chosen[:marked]:
                first = _first_joint(sweep, target, scratch.class_memory[i, c])
                for k in range(run.leads.width):
                    lead = -lead_at(run.leads, k) - outcome.gain
                    joint = first + joint_runs.lead_place(target.leads, lead)
                    values[c, k] += scratch.branches.ways[branch] * (1.0 - opponent_values[joint])
        for c in scratch.chosen[:marked]:
            for k in range(run.leads.width):
                values[c, k] /= outcome.ways
    put_back(step.state)


@njit(forceinline=True, _nrt=False)
def _mark_classes(
    sweep: Sweep, run: Run, slot: int, chances: Reals, joint_reach: Reach, scratch: Scratch
) -> bool:
    """Fill in a slot's ``scratch.reach``, mark classes whose values count; return whether any does.

    A value counts where play reaches the joint state, and where it would but for the choices of one
    player if the action is played. Without learning, every visited joint state is of the latter
    kind.
    """
    index, counts, width = sweep.rows, scratch.counts, run.leads.width
    learns = joint_reach.parts.shape[1] > 0
    is_visited = sweep.visited[run.place + slot]
    for i in range(run.legal):
        for c in range(scratch.classes[i]):
            counts[i, c] = False
    is_any_counted = False
    joint = slot_base(index, run.number, slot, width) + run.first * width
    for row in range(run.last - run.first):
        first = joint_runs.first_action(index, run, run.first + row, slot)
        for k in range(width):
            reach = scratch.reach[slot, row, k]
            if learns:
                reach[0], reach[1], reach[2] = _read_reach(sweep, joint_reach, joint)
            else:
                reach[REACHED] = 0.0
                reach[COUNTERFACTUAL] = reach[OWN] = 1.0 if is_visited else 0.0
            joint += 1
            if reach[COUNTERFACTUAL] == 0.0 and reach[OWN] == 0.0:
                continue
            is_any_counted = True
            for i in range(run.legal):
                if reach[REACHED] > 0.0 or chances[first + k * run.legal + i] > 0.0:
                    counts[i, scratch.class_of[row, i]] = True
    return is_any_counted


@njit(forceinline=True, _nrt=False)
def _list_marked(i: int, scratch: Scratch) -> int:
    """List the marked classes of an action; return their number."""
    count = 0
    for c in range(scratch.classes[i]):
        if scratch.counts[i, c]:
            scratch.chosen[count] = c
            count += 1
    return count


class _Target(NamedTuple):
    """Joint states that a branch of an action leads to: of one run and one opposing card."""

    run: int
    base: int  # As of `slot_base`.
    leads: LeadRange


@njit(forceinline=True, _nrt=False)
def _find_target(sweep: Sweep, branch: int, scratch: Scratch) -> _Target:
    """Return the joint states that a branch leads to."""
    leads = lead_range(sweep.book.leads, scratch.branches.cell[branch], 0)
    run = scratch.run[branch]
    base = slot_base(sweep.next_rows, run, scratch.slot[branch], leads.width)
    return _Target(run, base, leads)


@njit(forceinline=True, _nrt=False)
def _first_joint(sweep: Sweep, target: _Target, memory: int) -> int:
    """Return a target's joint state with a memory, at the first lead."""
    return target.base + row_at(sweep.next_rows, target.run, memory) * target.leads.width


class _InfoSet(NamedTuple):
    """An information set: a row of a run, a lead, and the opponent's cards that it leaves open."""

    row: int  # Row within the run.
    lead: int  # Place of the lead.
    first_slot: int
    last_slot: int  # The slot after the last.
    action: int  # First action.
    joint: int  # Joint state of slot 0.
    stride: int  # Joint states from one slot to the next.


@njit(forceinline=True, _nrt=False)
def _update_run(
    sweep: Sweep, run: Run, chances: Reals, out: Reals, learning: Learning, scratch: Scratch
) -> None:
    """Fill in the values of a run's joint states, and learn in its information sets."""
    rows, width = run.last - run.first, run.leads.width
    base = sweep.rows.joint_base[run.number]
    slots = 1 if run.flags.known == 1 else run.kinds  # of an information set
    for row in range(rows):
        for slot in range(0, run.kinds, slots):
            action = joint_runs.first_action(sweep.rows, run, run.first + row, slot)
            for k in range(width):
                info = _InfoSet(
                    row, k, slot, slot + slots, action + k * run.legal, base + row * width + k,
                    rows * width,
                )  # fmt: skip
                _update_info_set(info, run.legal, chances, out, learning, scratch)


@njit(forceinline=True, _nrt=False)
def _update_info_set(
    info: _InfoSet, legal: int, chances: Reals, out: Reals, learning: Learning, scratch: Scratch
) -> None:
    """Fill in the values of an information set's joint states, and learn from them."""
    for i in range(legal):
        scratch.policy[i] = chances[info.action + i]
        if len(learning.regrets) > 0:
            learning.last[info.action + i] = 0.0
    own, is_reached = 0.0, False
    for slot in range(info.first_slot, info.last_slot):
        reach = scratch.reach[slot, info.row, info.lead]
        if reach[COUNTERFACTUAL] == 0.0 and reach[OWN] == 0.0:
            continue
        value = 0.0
        for i in range(legal):
            value += scratch.policy[i] * _action_value(info, slot, i, scratch)
        out[info.joint + slot * info.stride] = value
        own += reach[OWN]
        if reach[REACHED] > 0.0:
            is_reached = True
            for i in range(legal):
                gain = _action_value(info, slot, i, scratch) - value
                learning.last[info.action + i] += reach[REACHED] * gain
    if is_reached:
        for i in range(info.action, info.action + legal):
            learning.regrets[i] = max(learning.regrets[i] + learning.last[i], 0.0)
    if len(learning.sums) > 0 and own > 0.0:
        for i in range(legal):
            learning.sums[info.action + i] += learning.weight * own * scratch.policy[i]


@njit(forceinline=True, _nrt=False)
def _action_value(info: _InfoSet, slot: int, i: int, scratch: Scratch) -> float:
    """Return the value of a legal action against the opponent's card of a slot."""
    return float(scratch.values[slot, i, scratch.class_of[info.row, i], info.lead])


@njit(_nrt=False)
def match_regrets(
    index: MemoryIndex,
    runs: tuple[int, int],
    choices: Ints,
    infos: Ints,
    regrets: Reals,
    last: Reals,
    chances: Reals,
) -> None:
    """Fill in chances proportional to the positive regrets predicted, or equal ones, in place.

    ``runs`` are the first run, and the one after the last; ``choices`` and ``infos`` (runs,) each
    run's row of `MemoryIndex.legal` and information sets of a row. ``regrets`` and ``last`` are as
    in `Learning`, the latter perhaps empty.
    """
    predicts, (first_run, last_run) = len(last) > 0, runs
    for run in range(first_run, last_run):
        legal = index.legal_count[choices[run]]
        first = index.row_start[run] * infos[run]
        for info in range(first, index.row_start[run + 1] * infos[run]):
            first_action = index.action_base[run] + info * legal
            total = 0.0
            for i in range(first_action, first_action + legal):
                chances[i] = max(regrets[i] + (last[i] if predicts else 0.0), 0.0)
                total += chances[i]
            for i in range(first_action, first_action + legal):
                chances[i] = chances[i] / total if total > 0.0 else 1.0 / legal
