"""Shared inputs of best responses and brackets: player, deals and first turns."""

from __future__ import annotations

import os
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.query.love_letter.built_in_players import SOLUTION_SCORINGS, is_solution
from llq.query.love_letter.deals import draw_cards
from llq.query.love_letter.exact.matches import make_policies
from llq.solver.love_letter.rules import Rules, Scoring
from llq.solver.love_letter.variants import check_rounds

if TYPE_CHECKING:
    from llq.solver.love_letter.exact.policies import Policy
    from llq.solver.love_letter.responses.best_response import Responder, Start


class Deal(NamedTuple):
    """Face-up card indices and their probability."""

    face_up: tuple[int, ...]
    chance: float


class Task(NamedTuple):
    """Part of a best response: a deal, and the responder's seat."""

    deal: Deal
    is_first: bool


class Question(NamedTuple):
    """Best-response question: rules, policy, scoring, memory, first hand and deals."""

    rules: Rules
    policy: Policy
    scoring: Scoring
    memory: NDArray[np.int64] | None
    """As `Responder` takes it."""
    hand: tuple[int, int] | None
    deals: list[Deal]

    @property
    def tasks(self) -> list[Task]:
        """Deals of the first seat, then of the second unless a hand is fixed."""
        seats = (True,) if self.hand else (True, False)
        return [Task(deal, is_first) for is_first in seats for deal in self.deals]


def take_seat(question: Question, task: Task) -> tuple[Responder, float, list[Start]]:
    """Return a task's responder, the value before its first turns, and those turns."""
    from llq.solver.love_letter.responses.best_response import Responder

    rules, policy, scoring, memory, hand, _ = question
    responder = Responder(rules, policy, scoring, memory)
    if task.is_first:
        return responder, 0.0, responder.first_turns(task.deal.face_up, hand)
    return responder, *responder.second_turns(task.deal.face_up)


def policy_and_memory(
    rules: Rules,
    player: Any,
    face_up: int,
    *,
    path: str | os.PathLike[str] | None,
    playouts: int,
    threads: int,
) -> tuple[Policy, NDArray[np.int64] | None]:
    """Return a player's policy and memory, in `Responder` form."""
    if is_solution(player):
        from llq.query.love_letter.solution.arrays import stored_policy
        from llq.query.love_letter.solution.table import open_solution

        scoring = SOLUTION_SCORINGS[player]
        solution = open_solution(rules.variant, face_up=face_up, scoring=scoring)
        return stored_policy(solution), solution.memory.after
    (policy,) = make_policies(
        rules, [player], face_up=face_up, path=path, playouts=playouts, threads=threads
    )
    return policy, None


def check_unit(rules: Rules, scoring: str) -> None:
    """Refuse what has no best response."""
    check_rounds(rules)
    if scoring not in set(Scoring):
        raise IllegalState(f"scoring is one of {', '.join(Scoring)}; got {scoring!r}")
    if rules.unit != "win probability":
        raise IllegalState(
            f"{rules.variant} Love Letter has no exact best response: its guesses earn tokens; "
            "take a variant without them"
        )


def possible_deals(rules: Rules, count: int, shown: tuple[int, ...] | None) -> list[Deal]:
    """Return all possible sets of face-up cards with probabilities."""
    if shown or not count:
        return [Deal(shown or (), 1.0)]
    every_draw = combinations_with_replacement(range(len(rules.cards)), count)
    deals = (Deal(cards, draw_cards(rules.copies, cards)[0]) for cards in every_draw)
    return [deal for deal in deals if deal.chance]
