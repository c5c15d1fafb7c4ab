"""Search that narrows the bounds of the responder's value, situation by situation.

`prepare` gives every place its first bounds. Upper ones: what each action promises a responder who
is told, one reply late, which card it faced. A lower one: a plan without memory, which takes the
cards unseen to be equally likely. `sweep_places` improves the plans: each place gets the best one
for the mean of the situations that play brings there. `refine` opens a situation whose bounds are
too far apart, narrows what may follow, and takes new bounds from there, as HSVI [1]_ and SARSOP do;
but it follows every turn of the opponent's that matters rather than one at a time, deep enough to
be done with the situation.

References
----------
.. [1] T. Smith and R. Simmons, Heuristic search value iteration for POMDPs, UAI 2004.
"""

from typing import NamedTuple

import numpy as np

from llq.solver.array_types import Floats, Ints
from llq.solver.jit import njit
from llq.solver.love_letter.responses import kernels, value_bounds
from llq.solver.love_letter.responses.kernels import NO_CARD, Model, Work
from llq.solver.love_letter.responses.situations import Situation
from llq.solver.love_letter.responses.value_bounds import NONE, OPENINGS, PLACES, PLANS, Bounds
from llq.solver.love_letter.table.kernels import is_barred, is_forced, split_place

_CLOSED = -1.0


class Room(NamedTuple):
    """Working arrays; the first axis is recursion depth."""

    place: Ints  # (depth, views): place of each view's situation.
    lower: Floats  # (depth, views)
    upper: Floats  # (depth, views)
    plan: Ints  # (depth, views): plan that gives a view's lower bound.
    action: Floats  # (depth, actions): each action's upper bound; negative once closed.
    promise: Floats  # (depth, cards): an action's promise, as in `value_bounds`.
    # (depth, 4, cards): values of the best plan so far and of another, weights, a unit vector.
    best: Floats


class SearchArrays(NamedTuple):
    """The game against a policy, with all that a search modifies in place."""

    model: Model
    bounds: Bounds
    room: Room
    work: Work


def make_room(depth: int, views: int, actions: int, cards: int) -> Room:
    """Return working arrays for this many responder turns, with views for each."""
    return Room(
        place=np.zeros((depth, views), dtype=np.int64),
        lower=np.zeros((depth, views)),
        upper=np.zeros((depth, views)),
        plan=np.zeros((depth, views), dtype=np.int64),
        action=np.zeros((depth, actions)),
        promise=np.zeros((depth, cards)),
        best=np.zeros((depth, 4, cards)),
    )


@njit(_nrt=False)
def prepare(arrays: SearchArrays, depth: int, situation: Situation) -> int:
    """Return the place of a situation, having bounded its value and its successors'.

    Where the situations that may be opened run out, it has no bounds yet: the next call resumes.
    """
    model, bounds, room, work = arrays
    place, key = value_bounds.find_place(bounds, situation)
    if bounds.keys[place] != 0 or bounds.used[OPENINGS] <= 0:
        return place
    if 4 * bounds.used[PLACES] > 3 * len(bounds.keys):
        bounds.is_full[PLACES] = True
        return place
    unseen = kernels.block_of(model, situation.cell).unseen
    best_values, values = room.best[depth, 0], room.best[depth, 1]
    weights, certain = room.best[depth, 2], room.best[depth, 3]
    for card in range(len(unseen)):
        weights[card] = unseen[card]
    best, promises, best_action = -1.0, NONE, 0
    _mark_legal(arrays, depth, situation)
    for action in range(room.action.shape[1]):
        if room.action[depth, action] == _CLOSED:
            continue
        # Prepare the situations that follow.
        kernels.follow_all(model, work, depth, situation, weights, action)
        if work.is_full[0]:
            return place
        for view in range(work.counts[depth, 1]):
            next_situation = kernels.viewed_situation(work, depth, view)
            room.place[depth, view] = prepare(arrays, depth + 1, next_situation)
            is_full = work.is_full[0] or bounds.is_full[PLACES] or bounds.is_full[PLANS]
            if is_full or bounds.used[OPENINGS] <= 0:
                return place
        # Keep the action's promise, and its values if it is the best against the mean opponent.
        hit = kernels.hit_card(model, situation, action)
        _fill_promise(arrays, depth, hit)
        promises = value_bounds.add_plan(bounds, promises, room.promise[depth])
        for view in range(work.counts[depth, 1]):
            room.plan[depth, view] = bounds.first_plan[room.place[depth, view]]
        _back_up(arrays, depth, hit, values)
        if hit != NO_CARD and weights[hit] == 0.0:
            values[hit] = 0.0
        value = 0.0
        for card in range(len(weights)):
            value += weights[card] * values[card]
        if value > best:
            best, best_action = value, action
            for card in range(len(weights)):
                best_values[card] = values[card]
    place, key = value_bounds.find_place(bounds, situation)  # again: preparing added others
    bounds.first_plan[place] = value_bounds.add_plan(bounds, NONE, best_values)
    if bounds.is_full[PLANS]:
        return place
    bounds.keys[place] = key
    bounds.used[PLACES] += 1
    bounds.used[OPENINGS] -= 1
    bounds.first_promise[place], bounds.action[place] = promises, best_action
    for card in range(len(weights)):
        certain[:] = 0.0
        certain[card] = 1.0
        bounds.corner[place, card] = value_bounds.best_plan(bounds, promises, certain)[0]
    return place


@njit(_nrt=False)
def sweep_places(arrays: SearchArrays, order: Ints, reach: Floats, improves: bool) -> None:
    """Give places the best plan for the mean situation reached there, or pass their reach on.

    ``order`` is some places, fewer unseen cards first, or more where each place's ``reach``
    (places, cards), by opposing card, is added to those that its action leads to.
    """
    bounds, room, work = arrays.bounds, arrays.room, arrays.work
    for place in order:
        weights = reach[place]
        if weights.sum() == 0.0:
            continue
        situation = value_bounds.situation_at(bounds, place)
        if improves:
            bounds.action[place] = plan_action(arrays, situation, weights)
        else:
            _try_action(arrays, 0, situation, weights, int(bounds.action[place]))
        if work.is_full[0]:
            return
        if improves:
            first = bounds.first_plan[place]
            bounds.first_plan[place] = value_bounds.add_plan(bounds, first, room.best[0, 0])
            if bounds.is_full[PLANS]:
                return
        else:
            for view in range(work.counts[0, 1]):
                for card in range(len(weights)):
                    reach[room.place[0, view], card] += work.weights[0, view, card]


@njit(_nrt=False)
def plan_action(arrays: SearchArrays, situation: Situation, weights: Floats) -> int:
    """Return the best action if the best plans follow; its values are in ``arrays.room``."""
    _, bounds, room, work = arrays
    best, best_action = -1.0, 0
    _mark_legal(arrays, 0, situation)
    for action in range(room.action.shape[1]):
        if room.action[0, action] == _CLOSED:
            continue
        value, hit = _try_action(arrays, 0, situation, weights, action)
        if work.is_full[0]:
            return 0
        for view in range(work.counts[0, 1]):
            first = bounds.first_plan[room.place[0, view]]
            won, room.plan[0, view] = value_bounds.best_plan(bounds, first, work.weights[0, view])
            value += won
        if value > best:
            best, best_action = value, action
            _back_up(arrays, 0, hit, room.best[0, 0])
    return best_action


@njit(_nrt=False)
def refine(
    arrays: SearchArrays, depth: int, situation: Situation, weights: Floats, width: float
) -> float:
    """Return the width of a situation's bounds: at most ``width`` unless openings run out."""
    _, bounds, room, work = arrays
    # Bound the value by what is known, and stop if that is narrow enough.
    place, _ = value_bounds.find_place(bounds, situation)
    lower, _ = value_bounds.best_plan(bounds, bounds.first_plan[place], weights)
    upper = value_bounds.upper_value(bounds, place, weights)
    if upper - lower <= width or bounds.used[OPENINGS] <= 0:
        return upper - lower
    bounds.used[OPENINGS] -= 1
    # Find every action's upper bound, then narrow the most promising one by one.
    _bound_actions(arrays, depth, situation, weights)
    if work.is_full[0]:
        return upper - lower
    best, highest, has_plan = lower, 0.0, False
    while True:
        # Select the action of the greatest upper bound; stop when none can exceed the best.
        action = int(room.action[depth].argmax())
        promise = room.action[depth, action]
        if promise == _CLOSED or promise <= best + width:
            highest = max(highest, promise)
            break
        # Follow it again, as the arrays of this depth hold another action by now.
        won, hit = _try_action(arrays, depth, situation, weights, action)
        # Add up the bounds of its views.
        views = work.counts[depth, 1]
        low, high, roots = won, won, 0.0
        for view in range(views):
            _bound_view(arrays, depth, view)
            low += room.lower[depth, view]
            high += room.upper[depth, view]
            roots += np.sqrt(work.weights[depth, view].sum())
        # Narrow view by view, until the bounds are close or the action can no longer be best.
        for view in range(views):
            if high - low <= width or high <= best:
                break
            view_weights = work.weights[depth, view]
            size = view_weights.sum()
            # The widths of all views add up to the whole: the rarer, the wider.
            if size > 0.0:
                allowed = width / (np.sqrt(size) * roots)
                view_lower, view_upper = room.lower[depth, view], room.upper[depth, view]
                if view_upper - view_lower > size * allowed:
                    view_weights /= size
                    next_situation = kernels.viewed_situation(work, depth, view)
                    refine(arrays, depth + 1, next_situation, view_weights, allowed)
                    view_weights *= size
                    if work.is_full[0]:
                        return upper - lower
                    _bound_view(arrays, depth, view)
                    low += room.lower[depth, view] - view_lower
                    high += room.upper[depth, view] - view_upper
        # Close the action, and keep its plan if it is the best so far.
        highest = max(highest, high)
        room.action[depth, action] = _CLOSED
        if low > best:
            best, has_plan = low, True
            _back_up(arrays, depth, hit, room.best[depth, 0])
    # Store what was learnt: a better plan from below, a lower point from above.
    if has_plan:
        bounds.first_plan[place] = value_bounds.add_plan(
            bounds, bounds.first_plan[place], room.best[depth, 0]
        )
    if highest < upper:
        value_bounds.add_point(bounds, place, weights, highest)
    return float(min(upper, highest) - best)


@njit(_nrt=False)
def _mark_legal(arrays: SearchArrays, depth: int, situation: Situation) -> None:
    """Mark legal actions as open, all others as closed."""
    model, room, game = arrays.model, arrays.room, arrays.model.book.game
    block = kernels.block_of(model, situation.cell)
    maid, _, _ = split_place(model.book.layout, situation.cell, situation.base)
    for action in range(room.action.shape[1]):
        room.action[depth, action] = _CLOSED
    for side in range(1 if block.low == block.high else 2):
        played, kept = (block.low, block.high) if side == 0 else (block.high, block.low)
        if not is_forced(game, kept, played):
            for action in range(game.first_action[played], game.first_action[played + 1]):
                if not is_barred(game, played, game.action_argument[action], maid):
                    room.action[depth, action] = 1.0


@njit(forceinline=True, _nrt=False)
def _fill_promise(arrays: SearchArrays, depth: int, hit: int) -> None:
    """Fill in what an action wins if the reply tells which card it faced."""
    _, bounds, room, work = arrays
    weights, certain, promise = room.best[depth, 2], room.best[depth, 3], room.promise[depth]
    for card in range(len(weights)):
        promise[card] = 0.0
        if weights[card] > 0.0:
            certain[:] = 0.0
            certain[card] = 1.0
            promise[card] = kernels.spread_weights(work, depth, certain, hit)
            for view in range(work.counts[depth, 1]):
                first = bounds.first_promise[room.place[depth, view]]
                promise[card] += value_bounds.best_plan(bounds, first, work.weights[depth, view])[0]
    if hit != NO_CARD:
        promise[hit] = 1.0 if weights[hit] > 0.0 else 0.0


@njit(_nrt=False)
def _bound_actions(arrays: SearchArrays, depth: int, situation: Situation, weights: Floats) -> None:
    """Fill in every legal action's upper bound; the others are closed."""
    model, bounds, room, work = arrays
    _mark_legal(arrays, depth, situation)
    is_guess_followed = False  # the turns to come after a guess are those of any guess
    has_memory = len(model.memory) > 1
    for action in range(room.action.shape[1]):
        if room.action[depth, action] != _CLOSED:
            hit = kernels.hit_card(model, situation, action)
            if hit == NO_CARD or not is_guess_followed or has_memory:
                kernels.follow_all(model, work, depth, situation, weights, action)
                if work.is_full[0]:
                    return
                _find_places(arrays, depth)
            is_guess_followed = hit != NO_CARD
            bound = kernels.spread_weights(work, depth, weights, hit)
            for view in range(work.counts[depth, 1]):
                place = room.place[depth, view]
                bound += value_bounds.upper_value(bounds, place, work.weights[depth, view])
            room.action[depth, action] = bound


@njit(_nrt=False)
def _try_action(
    arrays: SearchArrays, depth: int, situation: Situation, weights: Floats, action: int
) -> tuple[float, int]:
    """Fill in the views after an action; return the chance of winning before them, and its hit.

    Meaningless where ``work.is_full`` is set.
    """
    model, work = arrays.model, arrays.work
    kernels.follow_all(model, work, depth, situation, weights, action)
    hit = kernels.hit_card(model, situation, action)
    won = kernels.spread_weights(work, depth, weights, hit)
    _find_places(arrays, depth)
    return won, hit


@njit(_nrt=False)
def _bound_view(arrays: SearchArrays, depth: int, view: int) -> None:
    """Fill in a view's bounds, and the plan behind the lower bound."""
    _, bounds, room, work = arrays
    place, weights = room.place[depth, view], work.weights[depth, view]
    value, plan = value_bounds.best_plan(bounds, bounds.first_plan[place], weights)
    room.lower[depth, view], room.plan[depth, view] = value, plan
    room.upper[depth, view] = value_bounds.upper_value(bounds, place, weights)


@njit(_nrt=False)
def _find_places(arrays: SearchArrays, depth: int) -> None:
    """Fill in the places of all views' situations."""
    room, work = arrays.room, arrays.work
    for view in range(work.counts[depth, 1]):
        next_situation = kernels.viewed_situation(work, depth, view)
        room.place[depth, view], _ = value_bounds.find_place(arrays.bounds, next_situation)


@njit(_nrt=False)
def _back_up(arrays: SearchArrays, depth: int, hit: int, values: Floats) -> None:
    """Fill in ``values``, an action's against each card, under every view's plan there."""
    _, bounds, room, work = arrays
    for card in range(len(values)):
        values[card] = work.won[depth, card]
    for part in range(work.counts[depth, 0]):
        plan = room.plan[depth, work.seen[depth, part]]
        if plan != NONE:
            value = bounds.plan[plan, work.after[depth, part]]
            values[work.before[depth, part]] += work.chance[depth, part] * value
    if hit != NO_CARD:
        values[hit] = 1.0
