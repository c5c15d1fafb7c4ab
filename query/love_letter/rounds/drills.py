"""Drills: positions of real rounds in which people go wrong, with what every action is worth.

A round is dealt as `new_game` deals it, and Table plays Strategic, either of them first. One of its
positions is asked with a chance that is the worth of knowing it:

- ``strategic``: what the rule of thumb's choice costs there against the table's;
- ``solution``: how likely the solution, which is hard to exploit, plays none of the table's best
  actions there, given what was played before.

So a position is asked as often as it comes up, times that. Of the 2019 edition it may be which card
to keep after a Chancellor; where the table of its values is missing, first turns are asked, and
late choices, at most ten cards unseen, which are solved as they come up. A play is graded by a
`Verdict`: right is what the table, or the solution, plays there, however seldom; of all else what
it costs decides. Every question is drawn by its number alone: two people with one seed get the same
list, and it has no end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache
from random import Random
from typing import TYPE_CHECKING, Any

from llq.errors import IllegalAction, IllegalState, TableMissing, UnknownGame, one_of
from llq.query.answers import ActionValue
from llq.query.love_letter.answers import KeepAnswer, PlayAnswer
from llq.query.love_letter.built_in_players import SOLUTION
from llq.query.love_letter.play.engines import agent, new_game
from llq.query.love_letter.rounds.advice import advise
from llq.query.love_letter.rounds.analysis import is_same_choice, question_of
from llq.query.love_letter.solution.mixed_answers import MixedAnswer
from llq.query.love_letter.solution.table import open_solution
from llq.query.love_letter.table.lookups import lookup
from llq.query.love_letter.table.policy import cached_policy
from llq.query.love_letter.table.rest_decks import rest_answer
from llq.query.players import check_seed
from llq.solver.love_letter.rounds.game_state import LoveLetterState
from llq.solver.love_letter.rules import Action, Choice
from llq.solver.love_letter.table.states import Held, State

if TYPE_CHECKING:
    from llq.solver.love_letter.views import View

KINDS = ("strategic", "solution")
"""The kinds of drill."""

_VARIANTS = ("classic", "2019")
_RARE, _BLUNDER = 0.02, 0.1
_SOLVED_AT_ONCE = 10  # unseen cards, where no table has the values


class Verdict(StrEnum):
    """Drill verdict on a play, by cost in winning chances."""

    RIGHT = "right"
    """The table's best or a solution play."""
    RARE = "rare"
    """Cost below 2 percentage points."""
    WRONG = "wrong"
    """Cost below 10 percentage points."""
    BLUNDER = "blunder"
    """Cost of 10 percentage points or more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GradedAction(ActionValue[Choice]):
    """Graded drill play; exactly one is best, and right plays cost nothing.

    Parameters
    ----------
    verdict
        The grade of the play.
    chance
        How likely the solution plays it, in drills that go by the solution.
    """

    verdict: Verdict
    chance: float | None = None


@dataclass(frozen=True, kw_only=True)
class Drill:
    """A position to play, with its answer.

    Parameters
    ----------
    kind, seed, number
        Which one of which list.
    state
        The position, as tables take it: at the choice of a card to keep, what is held and seen.
    view
        The round so far, as the player saw it.
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
    state: State | Held
    view: View
    past: tuple[tuple[str, Action], ...]
    answer: PlayAnswer | KeepAnswer
    strategic: Choice
    solution: MixedAnswer | None

    @cached_property
    def plays(self) -> tuple[GradedAction, ...]:
        """Graded plays, best first.

        In drills that go by the table, values and costs are the table's. In those that go by the
        solution, the likeliest play is best and values are those of `rounds.advise` against an
        opponent who plays as the solution: beliefs by all that was seen, and from the next turn on
        the replies that are best by the cards seen. A cost is what a play that the solution never
        makes wins less than the solution's own mixture.
        """
        graded: list[tuple[ActionValue[Any], float, bool, float | None]]
        if self.solution is None:
            graded = [(play, play.cost, play.is_best, None) for play in self.answer.actions]
        else:
            advised = {play.action: play for play in advise(self.view, "solution").actions}
            mixture = [(advised[play.action], play.chance) for play in self.solution.actions]
            mean = sum(chance * play.value for play, chance in mixture)
            graded = [
                (play, max(0.0, mean - play.value), chance > 0, chance) for play, chance in mixture
            ]
        return tuple(
            GradedAction(
                action=play.action,
                text=play.text,
                value=play.value,
                cost=0.0 if is_right else cost,
                standard_error=None,
                is_best=not place,
                verdict=Verdict.RIGHT if is_right else _find_verdict(cost),
                chance=chance,
            )
            for place, (play, cost, is_right, chance) in enumerate(graded)
        )

    def grade(self, action: Choice) -> GradedAction:
        """Return the grade of an action.

        Raises
        ------
        IllegalAction
            It is not legal.
        """
        for play in self.plays:
            if is_same_choice(play.action, action):
                return play
        words = "; ".join(play.text for play in self.answer.actions)
        raise IllegalAction(f"{action!r} is not legal; legal are {words}")

    def loss(self, action: Choice) -> float:
        """Return an action's loss, from 0 to 1: the cost that `grade` computes.

        Raises
        ------
        IllegalAction
            It is not legal.
        """
        return self.grade(action).cost


def drill(
    number: int = 0, *, seed: int = 1, kind: str = "strategic", variant: str = "classic"
) -> Drill:
    """Return a numbered drill position with its answer.

    Parameters
    ----------
    number
        Number of the drill, from 0.
    seed
        Seed of the list of drills.
    kind
        One of ``KINDS``.
    variant
        ``classic``, or ``2019`` for positions of kind ``strategic``.

    Raises
    ------
    UnknownGame
        There is no such kind.
    IllegalState
        The number or the seed is not a valid one, or the edition has no such drills.
    TableMissing, StaleTable, CorruptTable
        As `open_table` and `open_solution` do.

    Examples
    --------
    >>> import llq
    >>> position = llq.love_letter.rounds.drill(0)
    >>> position.loss(position.answer.best), position.loss(position.strategic) > 0
    (0.0, True)
    """
    if kind not in KINDS:
        raise UnknownGame(f"unknown kind of drill {kind!r}{one_of(kind, KINDS)}")
    if type(number) is not int or number < 0:
        raise IllegalState(f"the number of a drill must be a non-negative integer; got {number!r}")
    variants = _VARIANTS[:1] if kind == SOLUTION else _VARIANTS
    if variant not in variants:
        raise IllegalState(f"{kind} drills are of {' and '.join(variants)}; got {variant!r:.60}")
    return _drill(check_seed(seed), number, kind, variant)


def _find_verdict(cost: float) -> Verdict:
    if cost >= _BLUNDER:
        return Verdict.BLUNDER
    return Verdict.RARE if cost < _RARE else Verdict.WRONG


@lru_cache(maxsize=256)
def _drill(seed: int, number: int, kind: str, variant: str) -> Drill:
    random = Random(f"{kind} {seed} {number}")
    while True:
        for state, choice in _positions(random, variant):
            position = _make_drill(kind, seed, number, state, choice)
            if position is not None and random.random() < _ask_probability(position):
                return position


def _positions(random: Random, variant: str) -> Iterator[tuple[LoveLetterState, Choice]]:
    """Yield a round's states with a choice, between Table and Strategic, and Strategic's choice."""
    state, strategic_seat = new_game(random.getrandbits(32), variant=variant), random.randrange(2)
    while not state.is_terminal:
        choice = _agent("strategic").choose(state)
        if len(state.legal_actions()) > 1:
            yield state, state.action(choice)
        if state.current_player != strategic_seat:
            choice = _agent("table").choose(state)
        state.apply(choice)


def _answer(state: LoveLetterState, choice: Choice) -> PlayAnswer | KeepAnswer | None:
    """Return a position's answer; None if slow to compute, or if Table chooses the same."""
    try:
        return lookup(**question_of(state))
    except TableMissing:
        rules, position = state.rules, state.held() or state.state()
        if not rules.chooses_twice:
            raise
        is_late = sum(position.unseen) <= _SOLVED_AT_ONCE
        if not is_late or choice == rules.choice(_agent("table").choose(state)):
            return None
        return rest_answer(cached_policy(rules), position)


def _make_drill(
    kind: str, seed: int, number: int, state: LoveLetterState, choice: Choice
) -> Drill | None:
    """Return a turn as a drill; None without values, or outside the solution's play."""
    answer, mixture = _answer(state, choice), None
    if answer is None:
        return None
    past = [
        ("you" if turn.mover == state.current_player else "they", state.rules.actions[turn.action])
        for turn in state.begun_turns
    ]
    if kind == SOLUTION:
        try:
            mixture = open_solution().answer(state.state(), [action for _, action in past])
        except IllegalState:
            return None
    return Drill(
        kind=kind,
        seed=seed,
        number=number,
        state=state.held() or state.state(),
        view=state.view(),
        past=tuple(past),
        answer=answer,
        strategic=choice,
        solution=mixture,
    )


def _ask_probability(position: Drill) -> float:
    if position.solution is None:
        return position.grade(position.strategic).cost
    best = {play.action for play in position.answer.ties}
    return sum(play.chance for play in position.solution.actions if play.action not in best)


_agent = lru_cache(maxsize=2)(agent)
