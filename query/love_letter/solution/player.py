"""Player ``solution``: a solution table's mixed policy, for use in matches."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from llq.query.love_letter.built_in_players import SOLUTION, SOLUTION_SCORINGS
from llq.query.love_letter.solution.table import Solution, open_solution
from llq.solver.love_letter.responses.round_replay import replay
from llq.solver.love_letter.rules import Action, Rules, Scoring
from llq.solver.love_letter.views import legal_actions

if TYPE_CHECKING:
    from random import Random

    from llq.solver.love_letter.views import View

_MOST_CACHED = 200_000


class SolutionPlayer:
    """Player named in `SOLUTION_SCORINGS` that samples actions from a solution."""

    def __init__(self, solution: Solution, name: str = SOLUTION) -> None:
        self.name = name
        self._solution = solution
        self._chances = lru_cache(_MOST_CACHED)(solution.chances)

    def choose(self, view: View, random: Random) -> Action:
        """Return a sampled legal action, given the state and remembered play."""
        history = view.history
        memory = self._solution.remember(turn.action for turn in history.turns)
        by_discards = self._solution.scoring == Scoring.DISCARDS
        lead = replay(view.rules, history)[-1].lead if by_discards else 0
        chances = self._chances(view.state, memory, lead).tolist()
        legal, draw = legal_actions(view.rules, view.state), random.random()
        for action, chance in zip(legal, chances, strict=True):
            draw -= chance
            if draw < 0:
                return action
        return max(zip(chances, legal, strict=True))[1]  # chances add up to 1 but for rounding


def find_solution(rules: Rules, face_up: int = 0, name: str = SOLUTION) -> SolutionPlayer:
    """Return a variant's solution player, named in `SOLUTION_SCORINGS`."""
    scoring = SOLUTION_SCORINGS[name]
    return SolutionPlayer(open_solution(rules.variant, face_up=face_up, scoring=scoring), name)
