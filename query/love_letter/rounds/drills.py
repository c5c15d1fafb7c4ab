"""Drills: positions of real rounds in which people go wrong, with what every action is worth.

A round is dealt as `new_game` deals it, and Table plays Strategic, either of them first. One of its
positions is asked with a chance that is the worth of knowing it:

- ``strategic``: what the rule of thumb's choice costs there against the table's;
- ``solution``: how likely the solution, which is hard to exploit, plays none of the table's best
  actions there, given what was played before.

So a position is asked as often as it comes up, times that. Every question is drawn by its number
alone: two people with one seed get the same list, and it has no end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from llq.errors import IllegalAction, IllegalState, UnknownGame
from llq.query.love_letter.answers import PlayAnswer
from llq.query.love_letter.play.engines import new_game
from llq.query.love_letter.solution.mixed_answers import MixedAnswer
from llq.query.love_letter.solution.table import open_solution
from llq.query.love_letter.table.table import Table, cached_table
from llq.query.players import check_seed
from llq.solver.love_letter.rounds.game_state import LoveLetterState
from llq.solver.love_letter.rules import Action, Rules
from llq.solver.love_letter.table.states import UNKNOWN, State, state_space

if TYPE_CHECKING:
    from llq.solver.love_letter.rounds.engine import Arena

KINDS = ("strategic", "solution")
"""The kinds of drill."""


@dataclass(frozen=True, kw_only=True)
class Drill:
    """A position to be played, with its answer.

    Parameters
    ----------
    kind, seed, number
        Which one of which list.
    state
        The position, as tables take it.
    past
        The round so far: who played, ``you`` or ``they``, and what, oldest first.
    answer
        What every action is worth, by the table.
    strategic
        What the rule of thumb plays.
    solution
        How likely the solution plays each action; None in drills that do without.
    """

    kind: str
    seed: int
    number: int
    state: State
    past: tuple[tuple[str, Action], ...]
    answer: PlayAnswer
    strategic: Action
    solution: MixedAnswer | None

    def loss(self, action: Action) -> float:
        """Return what an action loses, from 0 to 1.

        By the table, what it costs. By the solution, how much less often that plays it than the
        action which it plays most.

        Raises
        ------
        IllegalAction
            It is not legal.
        """
        found: list[tuple[Action, float]]
        if self.solution is None:
            found = [(one.action, one.cost) for one in self.answer.actions]
        else:
            most = self.solution.actions[0].chance
            found = [(one.action, most - one.chance) for one in self.solution.actions]
        for legal, loss in found:
            if legal == action:
                return loss
        words = "; ".join(one.text for one in self.answer.actions)
        raise IllegalAction(f"{action!r} is not legal; legal are {words}")


def drill(number: int = 0, *, seed: int = 1, kind: str = "strategic") -> Drill:
    """Return a question of a list: a position to be played, with its answer.

    Parameters
    ----------
    number
        Which one, from 0.
    seed
        Of the list.
    kind
        One of ``KINDS``.

    Raises
    ------
    UnknownGame
        There is no such kind.
    IllegalState
        The number or the seed is not a valid one.
    TableMissing, StaleTable, CorruptTable
        As `open_table` and `open_solution` do.

    Examples
    --------
    >>> import llq
    >>> asked = llq.love_letter.rounds.drill(0)
    >>> asked.loss(asked.answer.best), asked.loss(asked.strategic) > 0
    (0.0, True)
    """
    if kind not in KINDS:
        raise UnknownGame(f"unknown kind of drill {kind!r}; choose one of {', '.join(KINDS)}")
    if type(number) is not int or number < 0:
        raise IllegalState(f"the number of a drill must be a non-negative integer; got {number!r}")
    return _drill(check_seed(seed), number, kind)


@lru_cache(maxsize=256)
def _drill(seed: int, number: int, kind: str) -> Drill:
    random = Random(f"{kind} {seed} {number}")
    while True:
        for state, table, choice in _positions(random):
            if len(state.legal_actions()) == 1:
                continue
            found = _asked(kind, seed, number, state, table, choice)
            if found is not None and random.random() < _worth(found):
                return found


def _positions(random: Random) -> Iterator[tuple[LoveLetterState, Table, Action]]:
    """Yield the turns of a round of Table and Strategic, with what Strategic plays or would."""
    state = new_game(random.getrandbits(32))
    table, strategic_seat = cached_table(state.rules), random.randrange(2)
    while not state.is_terminal:
        asked = state.state()
        choice = _strategic(state.rules, asked)
        yield state, table, choice
        is_strategic = state.current_player == strategic_seat
        state.apply(state.find_action(choice if is_strategic else table.lookup(asked).action))


def _asked(
    kind: str, seed: int, number: int, state: LoveLetterState, table: Table, choice: Action
) -> Drill | None:
    """Return a turn as a drill; None where the solution does not come there."""
    asked, me = state.state(), state.current_player
    actions = [(turn.mover == me, state.rules.actions[turn.action]) for turn in state.turns]
    mixed = None
    if kind == "solution":
        try:
            mixed = open_solution().answer(asked, [action for _, action in actions])
        except IllegalState:
            return None
    return Drill(
        kind=kind,
        seed=seed,
        number=number,
        state=asked,
        past=tuple(("you" if is_own else "they", action) for is_own, action in actions),
        answer=table.answer(asked),
        strategic=choice,
        solution=mixed,
    )


def _worth(found: Drill) -> float:
    """Return how likely a position that comes up is asked."""
    if found.solution is None:
        return found.loss(found.strategic)
    best = {one.action for one in found.answer.ties}
    return sum(one.chance for one in found.solution.actions if one.action not in best)


def _strategic(rules: Rules, state: State) -> Action:
    """Return the rule of thumb's choice."""
    from llq.solver.love_letter.players import strategic_action

    arena = _arena(rules)
    theirs = state.opponent if state.known else UNKNOWN
    facts = (state.low, state.high, theirs, np.array(state.unseen), int(state.maid))
    options = arena.options[state.low, state.high]
    return rules.actions[strategic_action(arena.cards, arena.plays, options, *facts)]


@lru_cache(maxsize=2)
def _arena(rules: Rules) -> Arena:
    from llq.solver.love_letter.rounds.engine import make_arena

    return make_arena(state_space(rules))
