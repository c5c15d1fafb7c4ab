"""Bounds of the responder's value in a situation, for every weights of the opponent's cards.

With all else fixed, the value is a function of the weights: convex, and in proportion to them. So
what any plan of the responder wins is a linear lower bound, and values at some weights bound it
from above in between: by the corners, where the opponent's card is known, and by every point p with
a value v below the corners' plane [1]_. With c the corners' values, for weights w ≥ 0::

    upper(w) = c·w + min over p of (v - c·p) min over p_i > 0 of w_i / p_i

References
----------
.. [1] M. Hauskrecht, Value-function approximations for partially observable Markov decision
   processes, JAIR 13, 2000, section 4.2 (sawtooth interpolation).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.jit import njit
from llq.solver.love_letter.responses.situations import Situation

NONE = -1
_LEADS = 2048
_MEMORIES = 1 << 15


class Bounds(NamedTuple):
    """Plans and points of every *place*: a situation but for the weights."""

    keys: NDArray[np.int64]
    """(places,): what stands here, openly addressed; 0 where nothing does."""
    corner: NDArray[np.float64]
    """(places, cards): upper bound where the opponent holds this card."""
    first_plan: NDArray[np.int32]
    """(places,): a plan, NONE where there is none."""
    first_point: NDArray[np.int32]
    """(places,): a point, NONE where there is none."""
    plan: NDArray[np.float64]
    """(plans, cards): what the plan wins against each card."""
    next_plan: NDArray[np.int32]
    """(plans,): another plan of the same place."""
    point: NDArray[np.float64]
    """(points, cards + 1): weights, then the upper bound there."""
    next_point: NDArray[np.int32]
    """(points,): another point of the same place."""
    used: NDArray[np.int64]
    """(4,): places, plans and points used, and situations that may yet be opened."""
    is_full: NDArray[np.bool_]
    """(3,): whether there was no room for another place, plan or point."""


def make_bounds(places: int, plans: int, cards: int) -> Bounds:
    """Return room for places (a power of 2), and for as many points as plans."""
    return Bounds(
        keys=np.zeros(places, dtype=np.int64),
        corner=np.ones((places, cards)),
        first_plan=np.full(places, NONE, dtype=np.int32),
        first_point=np.full(places, NONE, dtype=np.int32),
        plan=np.zeros((plans, cards)),
        next_plan=np.zeros(plans, dtype=np.int32),
        point=np.zeros((plans, cards + 1)),
        next_point=np.zeros(plans, dtype=np.int32),
        used=np.zeros(4, dtype=np.int64),
        is_full=np.zeros(3, dtype=np.bool_),
    )


def with_room(bounds: Bounds, plans: int) -> Bounds:
    """Return the same bounds with room for ``plans`` plans and points."""
    cards = bounds.plan.shape[1]
    wider = make_bounds(1, plans, cards)
    for name in ("plan", "next_plan", "point", "next_point"):
        old = getattr(bounds, name)
        getattr(wider, name)[: len(old)] = old
    bounds.is_full[:] = False
    return bounds._replace(
        plan=wider.plan,
        next_plan=wider.next_plan,
        point=wider.point,
        next_point=wider.next_point,
    )


def with_places(bounds: Bounds, places: int) -> Bounds:
    """Return the same bounds with room for ``places`` places, a power of 2."""
    wider = make_bounds(places, 1, bounds.plan.shape[1])._replace(
        plan=bounds.plan, next_plan=bounds.next_plan, point=bounds.point,
        next_point=bounds.next_point, used=bounds.used, is_full=bounds.is_full,
    )  # fmt: skip
    _move_places(bounds, wider)
    bounds.is_full[:] = False
    return wider


@njit(_nrt=False)
def _move_places(old: Bounds, new: Bounds) -> None:
    """Move every place to bounds with more room."""
    for at in range(len(old.keys)):
        if old.keys[at] != 0:
            to = _find_key(new, int(old.keys[at]))
            new.keys[to] = old.keys[at]
            new.first_plan[to], new.first_point[to] = old.first_plan[at], old.first_point[at]
            for card in range(old.corner.shape[1]):
                new.corner[to, card] = old.corner[at, card]


@njit(forceinline=True, _nrt=False)
def _find_key(bounds: Bounds, key: int) -> int:
    """Return where a key is, or would be."""
    mask = np.uint64(len(bounds.keys) - 1)
    h = np.uint64(key) * np.uint64(0x9E3779B97F4A7C15)
    at = (h ^ (h >> np.uint64(32))) & mask
    while bounds.keys[at] != 0 and bounds.keys[at] != key:
        at = (at + np.uint64(1)) & mask
    return int(np.int64(at))


@njit(forceinline=True, _nrt=False)
def find_place(bounds: Bounds, situation: Situation) -> tuple[int, int]:
    """Return where a situation stands or would stand, and its key."""
    key = np.int64((situation.cell * 4096 + situation.base) * 2 + situation.known)
    key = (key * _LEADS + situation.lead + _LEADS // 2) * _MEMORIES + situation.memory
    return _find_key(bounds, int(key)), int(key)


@njit(forceinline=True, _nrt=False)
def best_plan(bounds: Bounds, at: int, weights: NDArray[np.float64]) -> tuple[float, int]:
    """Return a value ≤ the true one, and the plan that wins it; 0 and NONE where there is none."""
    best, chosen = 0.0, NONE
    plan = bounds.first_plan[at]
    while plan != NONE:
        value = 0.0
        for card in range(len(weights)):
            value += weights[card] * bounds.plan[plan, card]
        if value > best or chosen == NONE:
            best, chosen = value, plan
        plan = bounds.next_plan[plan]
    return best, int(np.int64(chosen))


@njit(forceinline=True, _nrt=False)
def upper_value(bounds: Bounds, at: int, weights: NDArray[np.float64]) -> float:
    """Return a value ≥ the true one."""
    plane = 0.0
    for card in range(len(weights)):
        plane += weights[card] * bounds.corner[at, card]
    deepest = 0.0
    point = bounds.first_point[at]
    while point != NONE:
        drop = bounds.point[point, len(weights)]
        ratio = np.inf
        for card in range(len(weights)):
            share = bounds.point[point, card]
            if share > 0.0:
                drop -= share * bounds.corner[at, card]
                ratio = min(ratio, weights[card] / share)
        deepest = min(deepest, drop * ratio)
        point = bounds.next_point[point]
    return plane + deepest


@njit(forceinline=True, _nrt=False)
def add_plan(bounds: Bounds, at: int, values: NDArray[np.float64]) -> None:
    """Keep a plan, and drop those that it beats against every card."""
    before, plan = np.int64(NONE), np.int64(bounds.first_plan[at])
    while plan != NONE:
        is_beaten = True
        for card in range(len(values)):
            is_beaten = is_beaten and values[card] >= bounds.plan[plan, card]
        following = np.int64(bounds.next_plan[plan])
        if not is_beaten:
            before = plan
        elif before == NONE:
            bounds.first_plan[at] = following
        else:
            bounds.next_plan[before] = following
        plan = following
    new = bounds.used[1]
    if new == len(bounds.plan):
        bounds.is_full[1] = True
        return
    bounds.used[1] = new + 1
    for card in range(len(values)):
        bounds.plan[new, card] = values[card]
    bounds.next_plan[new] = bounds.first_plan[at]
    bounds.first_plan[at] = new


@njit(forceinline=True, _nrt=False)
def add_point(bounds: Bounds, at: int, weights: NDArray[np.float64], value: float) -> None:
    """Keep an upper bound at weights that add up to 1, and drop those that it beats."""
    held, card = 0, 0
    for one in range(len(weights)):
        if weights[one] > 0.0:
            held, card = held + 1, one
    if held == 1:
        bounds.corner[at, card] = min(bounds.corner[at, card], value)
        return
    new = bounds.used[2]
    if new == len(bounds.point):
        bounds.is_full[2] = True
        return
    drop = value
    for one in range(len(weights)):
        drop -= weights[one] * bounds.corner[at, one]
    before, point = np.int64(NONE), np.int64(bounds.first_point[at])
    while point != NONE:
        ratio, theirs = np.inf, bounds.point[point, len(weights)]
        for one in range(len(weights)):
            share = bounds.point[point, one]
            theirs -= share * bounds.corner[at, one]
            if weights[one] > 0.0:
                ratio = min(ratio, share / weights[one])
        following = np.int64(bounds.next_point[point])
        if drop * ratio > theirs:
            before = point
        elif before == NONE:
            bounds.first_point[at] = following
        else:
            bounds.next_point[before] = following
        point = following
    bounds.used[2] = new + 1
    for one in range(len(weights)):
        bounds.point[new, one] = weights[one]
    bounds.point[new, len(weights)] = value
    bounds.next_point[new] = bounds.first_point[at]
    bounds.first_point[at] = new
