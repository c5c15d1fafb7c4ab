"""One turn of a joint state: what a policy plays, and what comes of a play, at every difference."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from llq.solver.jit import njit
from llq.solver.love_letter.exact.policies import MIXED, Policy
from llq.solver.love_letter.leads import LeadIndex
from llq.solver.love_letter.rules import Effect, GameArrays, Target
from llq.solver.love_letter.turn import Branches, Outcome

__all__ = ["add_chances", "card_at", "weigh"]

_REDRAW, _SELF = int(Effect.REDRAW), int(Target.SELF)


@njit(_nrt=False)
def card_at(pool: NDArray[np.int64], place: int) -> int:
    """Return the card that is so many kinds above the lowest among the unseen."""
    for card in range(len(pool)):
        if pool[card] > 0:
            if place == 0:
                return card
            place -= 1
    return -1  # not reached


@njit(forceinline=True, _nrt=False)
def weigh(
    game: GameArrays,
    policy: Policy,
    options: NDArray[np.int64],
    cell: int,
    leads: LeadIndex,
    low: int,
    high: int,
    maid: int,
    place: int,
    weights: NDArray[np.float64],
    used: NDArray[np.int64],
) -> int:
    """Fill in the chance of each action at each discard difference of a decision state.

    Parameters
    ----------
    cell, place
        The state: its cell and its place in the block.
    leads
        The differences asked for.
    weights, used
        (actions, differences) and (actions,): modified in place; the rows of ``used`` are set, the
        others are taken to be 0.

    Returns
    -------
    The number of actions used.
    """
    count = 0
    width = leads.width[cell]
    if policy.is_random:
        for side in range(2):
            card = options[low, high, side]
            first, last = game.first_action[card], game.first_action[card + 1]
            if game.effects[card] == _REDRAW and maid == 1:
                first += _SELF
            for action in range(first, last):
                if weights[action, 0] == 0:
                    used[count] = action
                    count += 1
                for k in range(width):
                    weights[action, k] += 0.5 / (last - first)
        return count
    theirs = policy.leads.width[cell]
    start = policy.leads.start[cell] + place * theirs
    for k in range(width):
        at = 0
        if theirs > 1:
            difference = leads.first[cell] + (k << leads.shift[cell])
            at = (difference - policy.leads.first[cell]) >> policy.leads.shift[cell]
            at = min(max(at, 0), theirs - 1)
        choice = policy.choice[start + at]
        begin, end = np.int64(0), np.int64(1)
        if choice >= MIXED:
            begin, end = policy.row[choice - MIXED], policy.row[choice - MIXED + 1]
        for index in range(begin, end):
            picked, chance = np.int64(choice), 1.0
            if choice >= MIXED:
                picked, chance = np.int64(policy.action[index]), policy.chance[index]
            is_new = True
            for other in range(count):
                is_new = is_new and used[other] != picked
            if is_new:
                used[count] = picked
                count += 1
            for same in range(k, width if theirs == 1 else k + 1):
                weights[picked, same] = chance
        if theirs == 1:
            break
    return count


@njit(forceinline=True, _nrt=False)
def add_chances(
    leads: LeadIndex,
    by_discards: bool,
    cell: int,
    outcome: Outcome,
    branches: Branches,
    values: NDArray[np.float64],
    weights: NDArray[np.float64],
    out: NDArray[np.float64],
) -> None:
    """Add what comes of a play, times its weight at each difference, to ``out``, in place.

    ``values`` are the opponent's to come, ``out`` the mover's: rows as in `Evaluation`.
    """
    count, win, loss, tie, ways, gain = outcome
    lowest, step = leads.first[cell], 1 << leads.shift[cell]
    for k in range(len(weights)):
        difference = lowest + k * step + gain
        decided = tie if by_discards else 0
        out[0, k] += weights[k] * (win + (decided if difference > 0 else 0)) / ways
        out[1, k] += weights[k] * (loss + (decided if difference < 0 else 0)) / ways
    for branch in range(count):
        then = branches.cell[branch]
        width, origin, shift = leads.width[then], leads.first[then], leads.shift[then]
        start = leads.start[then] + branches.place[branch] * width
        share = branches.ways[branch] / ways
        for k in range(len(weights)):
            at = start
            if width > 1:
                at += min(max((-(lowest + k * step + gain) - origin) >> shift, 0), width - 1)
            weight = weights[k] * share
            out[0, k] += weight * values[1, at]
            out[1, k] += weight * values[0, at]
            if len(out) > 2:
                out[2, k] += weight * values[3, at]
                out[3, k] += weight * values[2, at]
