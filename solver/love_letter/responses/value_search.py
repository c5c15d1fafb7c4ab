"""Search that narrows the bounds of the responder's value, situation by situation.

`prepare` gives every place its first bounds. Upper ones: what each action promises a responder who
is told, one reply late, which card it faced. A lower one: a plan without memory, which takes the
cards unseen to be equally likely. `reach_places` and `improve_plans` improve the plans: each place
gets the best one for the mean of the situations that play brings there. `refine` opens a situation
whose bounds are too far apart, narrows what may follow, and takes new bounds from there, as HSVI
[1]_ and SARSOP do; but it follows every turn of the opponent's that matters rather than one at a
time, deep enough to be done with the situation.

References
----------
.. [1] T. Smith and R. Simmons, Heuristic search value iteration for POMDPs, UAI 2004.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.jit import njit
from llq.solver.love_letter.responses.kernels import (
    NO_CARD,
    Model,
    Work,
    block_of,
    follow_all,
    hit_card,
    spread_weights,
)
from llq.solver.love_letter.responses.situations import Situation, flags_of
from llq.solver.love_letter.responses.value_bounds import (
    NONE,
    Bounds,
    add_plan,
    add_point,
    best_plan,
    find_place,
    situation_at,
    upper_value,
)
from llq.solver.love_letter.table.kernels import is_barred, is_forced

_CLOSED = -1.0


class Room(NamedTuple):
    """Working arrays; the first axis is recursion depth."""

    place: NDArray[np.int64]
    """(depth, views): place of each view's situation."""
    lower: NDArray[np.float64]
    """(depth, views)"""
    upper: NDArray[np.float64]
    """(depth, views)"""
    plan: NDArray[np.int64]
    """(depth, views): plan that gives a view's lower bound."""
    action: NDArray[np.float64]
    """(depth, actions): each action's upper bound; negative once closed."""
    told: NDArray[np.float64]
    """(depth, cards)"""
    best: NDArray[np.float64]
    """(depth, 4, cards): values of the best plan so far and of another, weights, a unit vector."""


def make_room(depth: int, views: int, actions: int, cards: int) -> Room:
    """Return working arrays for this many responder turns, with views for each."""
    return Room(
        np.zeros((depth, views), dtype=np.int64),
        np.zeros((depth, views)),
        np.zeros((depth, views)),
        np.zeros((depth, views), dtype=np.int64),
        np.zeros((depth, actions)),
        np.zeros((depth, cards)),
        np.zeros((depth, 4, cards)),
    )


@njit(forceinline=True, _nrt=False)
def _situation_of(work: Work, depth: int, view: int) -> Situation:
    fields = work.situation[depth, view]
    return Situation(fields[0], fields[1], fields[2], fields[3], fields[4])


@njit(forceinline=True, _nrt=False)
def _mark_legal(model: Model, room: Room, depth: int, situation: Situation) -> None:
    """Mark legal actions as open, all others as closed."""
    game = model.book.game
    block = block_of(model, situation.cell)
    maid, _ = flags_of(model.book.layout, situation)
    for action in range(room.action.shape[1]):
        room.action[depth, action] = _CLOSED
    for side in range(1 if block.low == block.high else 2):
        played, kept = (block.low, block.high) if side == 0 else (block.high, block.low)
        if not is_forced(game, kept, played):
            for action in range(game.first_action[played], game.first_action[played + 1]):
                if not is_barred(game, played, game.action_argument[action], maid):
                    room.action[depth, action] = 1.0


@njit(_nrt=False)
def prepare(
    model: Model, bounds: Bounds, room: Room, work: Work, depth: int, situation: Situation
) -> int:
    """Return a situation's place after bounding it and all its successors to the round's end.

    Where the situations that may be opened run out, it has no bounds yet: the next call resumes.
    """
    at, key = find_place(bounds, situation)
    if bounds.keys[at] != 0 or bounds.used[3] <= 0:
        return at
    if 4 * bounds.used[0] > 3 * len(bounds.keys):
        bounds.is_full[0] = True
        return at
    block = block_of(model, situation.cell)
    cards = len(block.unseen)
    chosen, plan = room.best[depth, 0], room.best[depth, 1]
    weights, one, told = room.best[depth, 2], room.best[depth, 3], room.told[depth]
    for card in range(cards):
        weights[card] = block.unseen[card]
    best, promises, played = -1.0, NONE, 0
    _mark_legal(model, room, depth, situation)
    for action in range(room.action.shape[1]):
        if room.action[depth, action] == _CLOSED:
            continue
        follow_all(model, work, depth, situation, weights, action)
        if work.is_full[0]:
            return at
        for view in range(work.counts[depth, 1]):
            following = _situation_of(work, depth, view)
            room.place[depth, view] = prepare(model, bounds, room, work, depth + 1, following)
            if work.is_full[0] or bounds.is_full[0] or bounds.is_full[1] or bounds.used[3] <= 0:
                return at
        hit = hit_card(model, situation, action)
        for card in range(cards):
            plan[card], told[card] = work.won[depth, card], 0.0
            if weights[card] > 0.0:
                one[:] = 0.0
                one[card] = 1.0
                told[card] = spread_weights(work, depth, one, hit)
                for view in range(work.counts[depth, 1]):
                    place, then = room.place[depth, view], work.weights[depth, view]
                    told[card] += best_plan(bounds, bounds.first_promise[place], then)[0]
        for part in range(work.counts[depth, 0]):
            before, after = work.before[depth, part], work.after[depth, part]
            place, chance = room.place[depth, work.seen[depth, part]], work.chance[depth, part]
            plan[before] += chance * bounds.plan[bounds.first_plan[place], after]
        if hit != NO_CARD:
            told[hit] = plan[hit] = 1.0 if weights[hit] > 0.0 else 0.0
        promises = add_plan(bounds, promises, told)
        value = 0.0
        for card in range(cards):
            value += weights[card] * plan[card]
        if value > best:
            best, played = value, action
            for card in range(cards):
                chosen[card] = plan[card]
    at, key = find_place(bounds, situation)  # again: preparing added others
    bounds.first_plan[at] = add_plan(bounds, NONE, chosen)
    if bounds.is_full[1]:
        return at
    bounds.keys[at] = key
    bounds.used[0] += 1
    bounds.used[3] -= 1
    bounds.first_promise[at], bounds.action[at] = promises, played
    for card in range(cards):
        one[:] = 0.0
        one[card] = 1.0
        bounds.corner[at, card] = best_plan(bounds, promises, one)[0]
    return at


@njit(_nrt=False)
def reach_places(
    model: Model, bounds: Bounds, room: Room, work: Work, order: NDArray[np.int64],
    reach: NDArray[np.float64],
) -> None:  # fmt: skip
    """Follow each place's action: fill in the reach of subsequent places, by opposing card.

    ``order`` is some places, those of more unseen cards first; ``reach`` (places, cards) is that of
    the starts, and of all before these places.
    """
    for at in order:
        weights = reach[at]
        if weights.sum() > 0.0:
            situation, action = situation_at(bounds, at), int(bounds.action[at])
            follow_all(model, work, 0, situation, weights, action)
            if work.is_full[0]:
                return
            spread_weights(work, 0, weights, hit_card(model, situation, action))
            _find_places(bounds, room, work, 0)
            for view in range(work.counts[0, 1]):
                for card in range(len(weights)):
                    reach[room.place[0, view], card] += work.weights[0, view, card]


@njit(_nrt=False)
def improve_plans(
    model: Model, bounds: Bounds, room: Room, work: Work, order: NDArray[np.int64],
    reach: NDArray[np.float64],
) -> None:  # fmt: skip
    """Give places the best plan for the mean situation reached there.

    ``order`` is some places, after all of fewer unseen cards; ``reach`` (places, cards) is how
    likely play comes there, with which card of the opponent's.
    """
    for at in order:
        if reach[at].sum() > 0.0:
            bounds.action[at] = plan_action(
                model, bounds, room, work, situation_at(bounds, at), reach[at]
            )
            if work.is_full[0]:
                return
            bounds.first_plan[at] = add_plan(bounds, bounds.first_plan[at], room.best[0, 0])
            if bounds.is_full[1]:
                return


@njit(_nrt=False)
def plan_action(
    model: Model, bounds: Bounds, room: Room, work: Work, situation: Situation,
    weights: NDArray[np.float64],
) -> int:  # fmt: skip
    """Return the best action if the best plans follow; its values are in ``room``."""
    best, chosen = -1.0, 0
    _mark_legal(model, room, 0, situation)
    for action in range(room.action.shape[1]):
        if room.action[0, action] == _CLOSED:
            continue
        follow_all(model, work, 0, situation, weights, action)
        if work.is_full[0]:
            return 0
        hit = hit_card(model, situation, action)
        value = spread_weights(work, 0, weights, hit)
        value += weights[hit] if hit != NO_CARD else 0.0
        _find_places(bounds, room, work, 0)
        for view in range(work.counts[0, 1]):
            place, then = room.place[0, view], work.weights[0, view]
            won, room.plan[0, view] = best_plan(bounds, bounds.first_plan[place], then)
            value += won
        if value > best:
            best, chosen = value, action
            _back_up(bounds, room, work, 0, hit)
    return chosen


@njit(_nrt=False)
def refine(
    model: Model,
    bounds: Bounds,
    room: Room,
    work: Work,
    depth: int,
    situation: Situation,
    weights: NDArray[np.float64],
    width: float,
) -> float:
    """Return the width of a situation's bounds: at most ``width`` unless openings run out.

    ``weights`` add up to 1.
    """
    # Bound the value by what is known, and stop if that is narrow enough.
    at, _ = find_place(bounds, situation)
    lower, _ = best_plan(bounds, bounds.first_plan[at], weights)
    upper = upper_value(bounds, at, weights)
    if upper - lower <= width or bounds.used[3] <= 0:
        return upper - lower
    bounds.used[3] -= 1
    actions = room.action.shape[1]
    _mark_legal(model, room, depth, situation)
    guess = NONE  # whose turns to come are those of any guess
    remembers = len(model.memory) > 1
    won, best, most = 0.0, lower, 0.0
    has_plan = False
    # First every action's upper bound, then the most promising are narrowed one by one.
    for action in range(actions):
        if room.action[depth, action] != _CLOSED:
            hit = hit_card(model, situation, action)
            if hit == NO_CARD or guess == NONE or remembers:
                follow_all(model, work, depth, situation, weights, action)
                if work.is_full[0]:
                    return upper - lower
                _find_places(bounds, room, work, depth)
            guess = action if hit != NO_CARD else NONE
            won = spread_weights(work, depth, weights, hit)
            won += weights[hit] if hit != NO_CARD else 0.0
            for view in range(work.counts[depth, 1]):
                place = room.place[depth, view]
                won += upper_value(bounds, place, work.weights[depth, view])
            room.action[depth, action] = won
    # Select the action of the greatest upper bound; stop when none can exceed the best.
    while True:
        action, promise = 0, _CLOSED
        for one in range(actions):
            if room.action[depth, one] > promise:
                action, promise = one, room.action[depth, one]
        if promise == _CLOSED or promise <= best + width:
            most = max(most, promise)
            break
        # Follow it again, as the arrays of this depth hold another action by now.
        follow_all(model, work, depth, situation, weights, action)
        hit = hit_card(model, situation, action)
        won = spread_weights(work, depth, weights, hit)
        won += weights[hit] if hit != NO_CARD else 0.0
        _find_places(bounds, room, work, depth)
        # Add up the bounds of its views.
        views = work.counts[depth, 1]
        low, high, roots = won, won, 0.0
        for view in range(views):
            place, then = room.place[depth, view], work.weights[depth, view]
            value, plan = best_plan(bounds, bounds.first_plan[place], then)
            room.lower[depth, view], room.plan[depth, view] = value, plan
            room.upper[depth, view] = upper_value(bounds, place, then)
            low += value
            high += room.upper[depth, view]
            roots += np.sqrt(then.sum())
        # Narrow view by view, until the bounds are close or the action can no longer be best.
        for view in range(views):
            if high - low <= width or high <= best:
                break
            then = work.weights[depth, view]
            size = then.sum()
            # The widths of all views add up to the whole: the rarer, the wider.
            if size > 0.0:
                allowed = width / (np.sqrt(size) * roots)
                if room.upper[depth, view] - room.lower[depth, view] > size * allowed:
                    then /= size
                    following = _situation_of(work, depth, view)
                    refine(model, bounds, room, work, depth + 1, following, then, allowed)
                    then *= size
                    if work.is_full[0]:
                        return upper - lower
                    place = room.place[depth, view]
                    value, plan = best_plan(bounds, bounds.first_plan[place], then)
                    above = upper_value(bounds, place, then)
                    low += value - room.lower[depth, view]
                    high += above - room.upper[depth, view]
                    room.lower[depth, view], room.plan[depth, view] = value, plan
                    room.upper[depth, view] = above
        # Close the action, and keep its plan if it is the best so far.
        most = max(most, high)
        room.action[depth, action] = _CLOSED
        if low > best:
            best, has_plan = low, True
            _back_up(bounds, room, work, depth, hit)
    # Store what was learnt: a better plan from below, a lower point from above.
    if has_plan:
        bounds.first_plan[at] = add_plan(bounds, bounds.first_plan[at], room.best[depth, 0])
    if most < upper:
        add_point(bounds, at, weights, most)
    return min(upper, most) - best


@njit(forceinline=True, _nrt=False)
def _find_places(bounds: Bounds, room: Room, work: Work, depth: int) -> None:
    """Fill in the places of all views' situations."""
    for view in range(work.counts[depth, 1]):
        at, _ = find_place(bounds, _situation_of(work, depth, view))
        room.place[depth, view] = at


@njit(forceinline=True, _nrt=False)
def _back_up(bounds: Bounds, room: Room, work: Work, depth: int, hit: int) -> None:
    """Fill in an action's value against each card, under every view's best plan."""
    best = room.best[depth, 0]
    for card in range(len(best)):
        best[card] = work.won[depth, card]
    for part in range(work.counts[depth, 0]):
        plan = room.plan[depth, work.seen[depth, part]]
        chance = work.chance[depth, part]
        if plan != NONE:
            value = bounds.plan[plan, work.after[depth, part]]
            best[work.before[depth, part]] += chance * value
    if hit != NO_CARD:
        best[hit] = 1.0
