"""Certified bracket of the best response: bounds of its value, to a requested width.

Against a policy that plays by chance the weights of the opponent's cards take ever new values, so
that situations multiply. Their values need not all be computed: `value_bounds` says what is known
between those that are, and `value_search` where more must be known.
"""

from collections.abc import Callable, Sequence
from time import monotonic
from typing import NamedTuple

import numpy as np

from llq.errors import DeckTooLarge
from llq.solver.array_types import Floats
from llq.solver.love_letter.responses import value_bounds, value_search
from llq.solver.love_letter.responses.best_response import Responder, Start
from llq.solver.love_letter.responses.situations import Situation
from llq.solver.love_letter.responses.value_bounds import OPENINGS, PLACES, PLANS

_PLACES, _PLANS = 1 << 14, 1 << 14  # at first
_MOST_PLACES, _MOST_PLANS = 1 << 23, 1 << 24
_OPENED = 2000  # situations between two looks at the clock, at most
_OPENED_A_SECOND = 20  # of the time allowed: a look at every fiftieth of it
_WIDEST = 0.2
_SWEEPS = 2


class Bracket(NamedTuple):
    """Bounds of a responder's chance to win (and half that of a draw) in a seat."""

    lower: float
    upper: float
    situations: int
    """Situations opened."""

    @property
    def width(self) -> float:
        """Distance between the bounds."""
        return self.upper - self.lower


class Search:
    """Bounds of a responder's value in a seat, narrowed to a requested width.

    ``won`` is the chance of winning before the first turn, which may begin as ``starts`` say, of
    `Responder.first_turns` or `Responder.second_turns`.
    """

    def __init__(self, responder: Responder, won: float, starts: Sequence[Start]) -> None:
        self._responder = responder
        self._won, self._starts = won, starts
        self._cards = len(responder.rules.cards)
        self._actions = len(responder.rules.actions)
        self._is_full = False
        self._opened = 0
        self._allowed = 0
        self._room = self._make_room()
        self._bounds = value_bounds.make_bounds(_PLACES, _PLANS, self._cards)

    def narrow(
        self,
        within: float,
        *,
        seconds: float = np.inf,
        progress: Callable[[Bracket], None] | None = None,
    ) -> Bracket:
        """Return bounds of the value, at most ``within`` apart unless the search ends early.

        It ends by the width, after ``seconds``, or for want of memory, and the bracket holds all
        the same: it is as wide as can be, of 0 situations, where the time ended before all first
        bounds were computed. Compiling the kernels, once a machine, counts, but is not cut short.
        ``progress`` is called with the bracket so far.
        """
        start_time = monotonic()

        def is_late() -> bool:
            return monotonic() - start_time > seconds

        for start in self._starts[:1]:  # the kernels are compiled, and no more
            self._prepare(start)
            self._refine(start, 1.0)
        self._allowed = int(min(max(_OPENED_A_SECOND * seconds, 1), _OPENED))
        for start in self._starts:
            while not self._prepare(start):
                if is_late():
                    return Bracket(self._won, 1.0, 0)
        self._improve(is_late)
        width, least = _WIDEST, max(within - 4 * self._responder.error_bound, within / 2)
        bracket = self._bracket()
        roots = sum(np.sqrt(start.chance) for start in self._starts)
        while bracket.width > within and not self._is_full:
            width = max(width / 2, least)
            for start in self._starts:
                allowed = width / (np.sqrt(start.chance) * roots)
                while not self._refine(start, allowed) and not self._is_full:
                    if is_late():
                        return self._bracket()
            bracket = self._bracket()
            if progress:
                progress(bracket)
            if is_late() or width == least:
                break
        return bracket

    def action(self, situation: Situation, weights: Floats) -> int:
        """Return an action, by number, that secures the narrowed lower bound."""
        while True:
            action = value_search.plan_action(self._arrays, situation, weights)
            if not self._responder.work.is_full[0]:
                return int(action)
            self._widen()

    def _prepare(self, start: Start) -> bool:
        """Give a start's successors their first bounds, within a limit; return whether done."""
        bounds = self._bounds
        bounds.used[OPENINGS] = self._allowed
        value_search.prepare(self._arrays, 0, start.situation)
        if self._responder.work.is_full[0]:
            self._widen()
        elif bounds.is_full[PLACES]:  # what has its bounds by now keeps them
            places = 4 * len(bounds.keys)
            if places > _MOST_PLACES:
                raise DeckTooLarge(
                    f"a bracket of the best response meets more than {_MOST_PLACES // 4 * 3:,} "
                    "hands, unseen cards and memories; take a smaller deck, or more cards "
                    "face up"
                )
            self._bounds = value_bounds.with_places(bounds, places)
        elif bounds.is_full[PLANS]:
            self._bounds = value_bounds.with_room(bounds, 2 * len(bounds.plan))
        return bool(self._bounds.keys[self._place_of(start)] != 0)

    def _improve(self, is_late: Callable[[], bool]) -> None:
        """Improve the plans at all places for the situations reached there, sweep by sweep."""
        bounds, model = self._bounds, self._responder.model
        places = np.flatnonzero(bounds.keys)
        codes = value_bounds.cells(bounds, places) // model.book.layout.hands
        order = places[np.argsort(model.unseen.sum(axis=1)[codes], kind="stable")]
        self._bounds = value_bounds.with_room(bounds, len(bounds.plan) + _SWEEPS * len(order))
        firsts = range(0, len(order), self._allowed)
        parts = [order[first : first + self._allowed] for first in firsts]  # fewest unseen first
        for _ in range(_SWEEPS):
            reach = np.zeros((len(self._bounds.keys), self._cards))
            for start in self._starts:
                reach[self._place_of(start)] += start.chance * start.weights
            sweep = [(part[::-1].copy(), False) for part in reversed(parts)]  # C order
            sweep += [(part, True) for part in parts]
            for part, improves in sweep:
                if is_late():
                    return
                value_search.sweep_places(self._arrays, part, reach, improves)

    def _refine(self, start: Start, width: float) -> bool:
        """Narrow a start's bounds, within a limit; return whether they are close enough."""
        bounds = self._bounds
        bounds.used[OPENINGS] = self._allowed
        value_search.refine(self._arrays, 0, start.situation, start.weights, width)
        self._opened += self._allowed - int(bounds.used[OPENINGS])
        if self._responder.work.is_full[0]:
            self._widen()
            return False
        if bounds.is_full[PLANS:].any():
            plans = 2 * len(bounds.plan)
            self._is_full = plans > _MOST_PLANS
            if not self._is_full:
                self._bounds = value_bounds.with_room(bounds, plans)
            return False
        return bool(bounds.used[OPENINGS] > 0)

    def _bracket(self) -> Bracket:
        """Return the current bounds, over all starts."""
        bounds, lower, upper = self._bounds, self._won, self._won
        for start in self._starts:
            place = self._place_of(start)
            value, _ = value_bounds.best_plan(bounds, int(bounds.first_plan[place]), start.weights)
            lower += start.chance * value
            upper += start.chance * value_bounds.upper_value(bounds, place, start.weights)
        error_bound = self._responder.error_bound
        return Bracket(max(lower - error_bound, 0.0), min(upper + error_bound, 1.0), self._opened)

    def _place_of(self, start: Start) -> int:
        """Return the place of a start's situation, or its insertion place."""
        return value_bounds.find_place(self._bounds, start.situation)[0]

    @property
    def _arrays(self) -> value_search.SearchArrays:
        model, work = self._responder.model, self._responder.work
        return value_search.SearchArrays(model, self._bounds, self._room, work)

    def _widen(self) -> None:
        """Make room for more parts and views."""
        self._responder.widen()
        self._room = self._make_room()

    def _make_room(self) -> value_search.Room:
        depth, views, cards = self._responder.work.weights.shape
        return value_search.make_room(depth, views, self._actions, cards)
