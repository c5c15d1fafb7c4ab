"""Bounds of the responder's value in a situation, for all weights of the opponent's cards.

With all else fixed, the value is a function of the weights: convex, and in proportion to them. So
what any plan of the responder wins is a linear lower bound. From above it is bounded by the best
action's *promise*: what a responder wins with it who is told, with the reply, which card it faced
(Hauskrecht's fast informed bound [1]_, section 4.1). Values at some weights bound it in between: by
the corners, where the opponent's card is known, and by every point p with a value v below the
corners' plane (section 4.2, sawtooth interpolation). With a the promises, c the corners' values,
for weights w ≥ 0::

    upper(w) = min(max over a of a·w, c·w + min over p of (v - c·p) min over p_i > 0 of w_i / p_i)

References
----------
.. [1] M. Hauskrecht, Value-function approximations for partially observable Markov decision
   processes, JAIR 13, 2000.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.jit import njit
from llq.solver.love_letter.responses.situations import Situation

NONE = -1
_LEADS = 2048
_MEMORIES = 1 << 15


class Bounds(NamedTuple):
    """Plans and points of every *place*: a situation without its weights."""

    keys: NDArray[np.int64]
    """(places,): key of the situation, openly addressed; 0 in free places."""
    corner: NDArray[np.float64]
    """(places, cards): upper bound where the opponent holds this card."""
    first_promise: NDArray[np.int32]
    """(places,): an action's promise, else NONE."""
    action: NDArray[np.int16]
    """(places,): action in the mean situation reached there."""
    first_plan: NDArray[np.int32]
    """(places,): a plan's number, else NONE."""
    first_point: NDArray[np.int32]
    """(places,): a point's number, else NONE."""
    plan: NDArray[np.float64]
    """(plans, cards): what the plan wins, or an action promises, against each card."""
    next_plan: NDArray[np.int32]
    """(plans,): another plan, or promise, of the same place."""
    point: NDArray[np.float64]
    """(points, cards + 1): weights, then the upper bound there."""
    next_point: NDArray[np.int32]
    """(points,): another point of the same place."""
    used: NDArray[np.int64]
    """(4,): places, plans and points used, and situations that may yet be opened."""
    is_full: NDArray[np.bool_]
    """(3,): whether places, plans or points ran out of room."""


def make_bounds(places: int, plans: int, cards: int) -> Bounds:
    """Return empty bounds with room for places (a power of 2), and as many points as plans."""
    return Bounds(
        keys=np.zeros(places, dtype=np.int64),
        corner=np.ones((places, cards)),
        first_promise=np.full(places, NONE, dtype=np.int32),
        action=np.zeros(places, dtype=np.int16),
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


def cells(bounds: Bounds, places: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the cells of places."""
    return bounds.keys[places] // (_MEMORIES * _LEADS * 2 * 4096)


@njit(_nrt=False)
def _move_places(old: Bounds, new: Bounds) -> None:
    """Move every place to larger bounds."""
    for at in range(len(old.keys)):
        if old.keys[at] != 0:
            to = _find_key(new, int(old.keys[at]))
            new.keys[to] = old.keys[at]
            new.first_plan[to], new.first_point[to] = old.first_plan[at], old.first_point[at]
            new.first_promise[to], new.action[to] = old.first_promise[at], old.action[at]
            for card in range(old.corner.shape[1]):
                new.corner[to, card] = old.corner[at, card]


@njit(forceinline=True, _nrt=False)
def _find_key(bounds: Bounds, key: int) -> int:
    """Return the slot of a key, or its insertion slot."""
    mask = np.uint64(len(bounds.keys) - 1)
    h = np.uint64(key) * np.uint64(0x9E3779B97F4A7C15)
    at = (h ^ (h >> np.uint64(32))) & mask
    while bounds.keys[at] != 0 and bounds.keys[at] != key:
        at = (at + np.uint64(1)) & mask
    return int(np.int64(at))


@njit(forceinline=True, _nrt=False)
def find_place(bounds: Bounds, situation: Situation) -> tuple[int, int]:
    """Return a situation's place, or its insertion place, and its key."""
    key = np.int64((situation.cell * 4096 + situation.base) * 2 + situation.known)
    key = (key * _LEADS + situation.lead + _LEADS // 2) * _MEMORIES + situation.memory
    return _find_key(bounds, int(key)), int(key)


@njit(forceinline=True, _nrt=False)
def situation_at(bounds: Bounds, at: int) -> Situation:
    """Return the situation at a place."""
    rest, memory = divmod(int(bounds.keys[at]), _MEMORIES)
    rest, lead = divmod(rest, _LEADS)
    rest, known = divmod(rest, 2)
    return Situation(rest // 4096, rest % 4096, known, lead - _LEADS // 2, memory)


@njit(forceinline=True, _nrt=False)
def best_plan(bounds: Bounds, first: int, weights: NDArray[np.float64]) -> tuple[float, int]:
    """Return the best value of plans from ``first`` on, with its plan; 0 and NONE without any."""
    best, chosen, plan = 0.0, np.int64(NONE), np.int64(first)
    while plan != NONE:
        value = 0.0
        for card in range(len(weights)):
            value += weights[card] * bounds.plan[plan, card]
        if value > best or chosen == NONE:
            best, chosen = value, plan
        plan = np.int64(bounds.next_plan[plan])
    return best, int(chosen)


@njit(forceinline=True, _nrt=False)
def upper_value(bounds: Bounds, at: int, weights: NDArray[np.float64]) -> float:
    """Return an upper bound ≥ the true value."""
    plane = 0.0
    for card in range(len(weights)):
        plane += weights[card] * bounds.corner[at, card]
    deepest, share, chosen = 0.0, 0.0, np.int64(NONE)
    point = np.int64(bounds.first_point[at])
    while point != NONE:
        drop = bounds.point[point, len(weights)]
        ratio = np.inf
        for card in range(len(weights)):
            held = bounds.point[point, card]
            if held > 0.0:
                drop -= held * bounds.corner[at, card]
                ratio = min(ratio, weights[card] / held)
        if drop * ratio < deepest:
            deepest, share, chosen = drop * ratio, ratio, point
        point = np.int64(bounds.next_point[point])
    value = plane + deepest
    # The promises bound all, and what the lowest point leaves.
    whole, rest = -1.0, -1.0
    promise = np.int64(bounds.first_promise[at])
    while promise != NONE:
        all_of_it = left = 0.0
        for card in range(len(weights)):
            worth = bounds.plan[promise, card]
            all_of_it += worth * weights[card]
            if chosen != NONE:
                left += worth * (weights[card] - share * bounds.point[chosen, card])
        whole, rest = max(whole, all_of_it), max(rest, left)
        promise = np.int64(bounds.next_plan[promise])
    if whole >= 0.0:
        value = min(value, whole)
        if chosen != NONE:
            value = min(value, share * bounds.point[chosen, len(weights)] + rest)
    return value


@njit(forceinline=True, _nrt=False)
def add_plan(bounds: Bounds, first: int, values: NDArray[np.float64]) -> int:
    """Return the head of the plans from ``first`` on, after adding one and dropping beaten ones.

    A plan is beaten by one that is as good against every card.
    """
    before, plan = np.int64(NONE), np.int64(first)
    while plan != NONE:
        is_better, is_beaten = True, True
        for card in range(len(values)):
            is_better = is_better and bounds.plan[plan, card] >= values[card]
            is_beaten = is_beaten and values[card] >= bounds.plan[plan, card]
        following = np.int64(bounds.next_plan[plan])
        if is_better:
            return first
        if not is_beaten:
            before = plan
        elif before == NONE:
            first = int(following)
        else:
            bounds.next_plan[before] = following
        plan = following
    new = bounds.used[1]
    if new == len(bounds.plan):
        bounds.is_full[1] = True
        return first
    bounds.used[1] = new + 1
    for card in range(len(values)):
        bounds.plan[new, card] = values[card]
    bounds.next_plan[new] = first
    return int(new)


@njit(forceinline=True, _nrt=False)
def add_point(bounds: Bounds, at: int, weights: NDArray[np.float64], value: float) -> None:
    """Store an upper bound at normalised weights, and drop the points that it beats."""
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
