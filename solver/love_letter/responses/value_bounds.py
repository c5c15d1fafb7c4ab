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

from llq.solver.array_types import Bools, Floats, Ints, Shorts
from llq.solver.jit import njit
from llq.solver.love_letter.responses.situations import BASES, LEADS, Situation

NONE = -1
PLACES, PLANS, POINTS, OPENINGS = range(4)
"""Entries of `Bounds.used` and, without the last, of `Bounds.is_full`."""
_MEMORIES = 1 << 15


class Bounds(NamedTuple):
    """Plans and points of every *place*: a situation without its weights."""

    keys: Ints  # (places,): key of the situation, openly addressed; 0 in free places.
    corner: Floats  # (places, cards): upper bound where the opponent holds this card.
    first_promise: NDArray[np.int32]  # (places,): an action's promise, else NONE.
    action: Shorts  # (places,): action in the mean situation reached there.
    first_plan: NDArray[np.int32]  # (places,): a plan's number, else NONE.
    first_point: NDArray[np.int32]  # (places,): a point's number, else NONE.
    plan: Floats  # (plans, cards): what the plan wins, or an action promises, against each card.
    next_plan: NDArray[np.int32]  # (plans,): another plan, or promise, of the same place.
    point: Floats  # (points, cards + 1): weights, then the upper bound there.
    next_point: NDArray[np.int32]  # (points,): another point of the same place.
    # (4,): PLACES, PLANS and POINTS used, and OPENINGS: situations that may yet be opened.
    used: Ints
    is_full: Bools  # (3,): whether places, plans or points ran out of room.


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
        plan=wider.plan, next_plan=wider.next_plan, point=wider.point, next_point=wider.next_point
    )


def with_places(bounds: Bounds, capacity: int) -> Bounds:
    """Return the same bounds with room for ``capacity`` places, a power of 2."""
    wider = make_bounds(capacity, 1, bounds.plan.shape[1])._replace(
        plan=bounds.plan, next_plan=bounds.next_plan, point=bounds.point,
        next_point=bounds.next_point, used=bounds.used, is_full=bounds.is_full,
    )  # fmt: skip
    used = np.flatnonzero(bounds.keys)
    places = np.empty_like(used)
    _add_keys(wider, bounds.keys[used], places)
    for name in ("corner", "first_promise", "action", "first_plan", "first_point"):
        getattr(wider, name)[places] = getattr(bounds, name)[used]
    bounds.is_full[:] = False
    return wider


def cells(bounds: Bounds, places: Ints) -> Ints:
    """Return the cells of places."""
    return bounds.keys[places] // (_MEMORIES * LEADS * 2 * BASES)


@njit(forceinline=True, _nrt=False)
def find_place(bounds: Bounds, situation: Situation) -> tuple[int, int]:
    """Return a situation's place, or its insertion place, and its key."""
    key = np.int64((situation.cell * BASES + situation.base) * 2 + situation.known)
    key = (key * LEADS + situation.lead + LEADS // 2) * _MEMORIES + situation.memory
    return _find_key(bounds, int(key)), int(key)


@njit(forceinline=True, _nrt=False)
def situation_at(bounds: Bounds, place: int) -> Situation:
    """Return the situation at a place."""
    rest, memory = divmod(int(bounds.keys[place]), _MEMORIES)
    rest, lead = divmod(rest, LEADS)
    rest, known = divmod(rest, 2)
    return Situation(rest // BASES, rest % BASES, known, lead - LEADS // 2, memory)


@njit(forceinline=True, _nrt=False)
def best_plan(bounds: Bounds, first: int, weights: Floats) -> tuple[float, int]:
    """Return the greatest value in a list of plans, and its plan; an empty list gives 0, NONE."""
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
def upper_value(bounds: Bounds, place: int, weights: Floats) -> float:
    """Return an upper bound ≥ the true value."""
    # The plane of the corners, and the point that lowers it most.
    plane = 0.0
    for card in range(len(weights)):
        plane += weights[card] * bounds.corner[place, card]
    deepest, share, lowest = 0.0, 0.0, np.int64(NONE)
    point = np.int64(bounds.first_point[place])
    while point != NONE:
        drop = bounds.point[point, len(weights)]
        ratio = np.inf
        for card in range(len(weights)):
            point_weight = bounds.point[point, card]
            if point_weight > 0.0:
                drop -= point_weight * bounds.corner[place, card]
                ratio = min(ratio, weights[card] / point_weight)
        if drop * ratio < deepest:
            deepest, share, lowest = drop * ratio, ratio, point
        point = np.int64(bounds.next_point[point])
    value = plane + deepest
    # The promises bound all weights, and the rest that the lowest point leaves.
    bound, rest_bound = -1.0, -1.0
    promise = np.int64(bounds.first_promise[place])
    while promise != NONE:
        promised = rest_promised = 0.0
        for card in range(len(weights)):
            payoff = bounds.plan[promise, card]
            promised += payoff * weights[card]
            if lowest != NONE:
                rest_promised += payoff * (weights[card] - share * bounds.point[lowest, card])
        bound, rest_bound = max(bound, promised), max(rest_bound, rest_promised)
        promise = np.int64(bounds.next_plan[promise])
    if bound >= 0.0:
        value = min(value, bound)
        if lowest != NONE:
            value = min(value, share * bounds.point[lowest, len(weights)] + rest_bound)
    return value


@njit(forceinline=True, _nrt=False)
def add_plan(bounds: Bounds, first: int, values: Floats) -> int:
    """Return the first of a list of plans after adding one; plans nowhere better are dropped."""
    before, plan = np.int64(NONE), np.int64(first)
    while plan != NONE:
        is_dominated, is_dominating = True, True
        for card in range(len(values)):
            is_dominated = is_dominated and bounds.plan[plan, card] >= values[card]
            is_dominating = is_dominating and values[card] >= bounds.plan[plan, card]
        successor = np.int64(bounds.next_plan[plan])
        if is_dominated:
            return first
        if not is_dominating:
            before = plan
        elif before == NONE:
            first = int(successor)
        else:
            bounds.next_plan[before] = successor
        plan = successor
    number = bounds.used[PLANS]
    if number == len(bounds.plan):
        bounds.is_full[PLANS] = True
        return first
    bounds.used[PLANS] = number + 1
    for card in range(len(values)):
        bounds.plan[number, card] = values[card]
    bounds.next_plan[number] = first
    return int(number)


@njit(forceinline=True, _nrt=False)
def add_point(bounds: Bounds, place: int, weights: Floats, value: float) -> None:
    """Store an upper bound at normalised weights, and drop the points that it beats."""
    # A single possible card is a corner.
    possible, corner = 0, 0
    for card in range(len(weights)):
        if weights[card] > 0.0:
            possible, corner = possible + 1, card
    if possible == 1:
        bounds.corner[place, corner] = min(bounds.corner[place, corner], value)
        return
    number = bounds.used[POINTS]
    if number == len(bounds.point):
        bounds.is_full[POINTS] = True
        return
    # Unlink the points that lie above what the new one bounds at their weights.
    drop = value
    for card in range(len(weights)):
        drop -= weights[card] * bounds.corner[place, card]
    before, point = np.int64(NONE), np.int64(bounds.first_point[place])
    while point != NONE:
        ratio, point_drop = np.inf, bounds.point[point, len(weights)]
        for card in range(len(weights)):
            point_weight = bounds.point[point, card]
            point_drop -= point_weight * bounds.corner[place, card]
            if weights[card] > 0.0:
                ratio = min(ratio, point_weight / weights[card])
        successor = np.int64(bounds.next_point[point])
        if drop * ratio > point_drop:
            before = point
        elif before == NONE:
            bounds.first_point[place] = successor
        else:
            bounds.next_point[before] = successor
        point = successor
    # Put the new one first.
    bounds.used[POINTS] = number + 1
    for card in range(len(weights)):
        bounds.point[number, card] = weights[card]
    bounds.point[number, len(weights)] = value
    bounds.next_point[number] = bounds.first_point[place]
    bounds.first_point[place] = number


@njit(_nrt=False)
def _add_keys(bounds: Bounds, keys: Ints, places: Ints) -> None:
    for number in range(len(keys)):
        places[number] = _find_key(bounds, int(keys[number]))
        bounds.keys[places[number]] = keys[number]


@njit(forceinline=True, _nrt=False)
def _find_key(bounds: Bounds, key: int) -> int:
    """Return the slot of a key, or its insertion slot."""
    mask = np.uint64(len(bounds.keys) - 1)
    hashed = np.uint64(key) * np.uint64(0x9E3779B97F4A7C15)
    slot = (hashed ^ (hashed >> np.uint64(32))) & mask
    while bounds.keys[slot] != 0 and bounds.keys[slot] != key:
        slot = (slot + np.uint64(1)) & mask
    return int(np.int64(slot))
