"""How long the solver and two players take on this machine: what figure 5 is drawn from."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log

from llq.errors import IllegalState
from llq.solver.dominion.model import Model
from llq.solver.dominion.variants import rules

PICKY_GAMES = 10_000
"""Games of Picky that are timed together, as in the thesis."""

MONTE_CARLO_GAMES = 4
"""Games of Monte Carlo that are timed together; the time of one is kept."""

SOLVER_TURNS = (4, 6, 8, 11, 15, 21, 31, 43, 62, 88)
PLAYER_TURNS = (4, 8, 15, 31, 62, 125, 250)


@dataclass(frozen=True)
class RunTimes:
    """Measured times on one thread, compilation apart.

    Parameters
    ----------
    solver_seconds
        By length: the optimum of every game up to that many turns, in one sweep of all decks.
    picky_seconds
        By length: ``PICKY_GAMES`` games of Picky.
    monte_carlo_seconds
        By length: one game of Monte Carlo with 100 playouts an action.
    repeats
        Each time is the best of this many runs.
    """

    solver_seconds: dict[int, float]
    picky_seconds: dict[int, float]
    monte_carlo_seconds: dict[int, float]
    repeats: int

    @property
    def growth(self) -> tuple[int, int, float]:
        """The longest game solved and one of about half its length: half, longest, power."""
        longest = max(self.solver_seconds)
        half = min(self.solver_seconds, key=lambda turns: abs(2 * turns - longest))
        ratio = self.solver_seconds[longest] / self.solver_seconds[half]
        return half, longest, log(ratio) / log(longest / half)


def measure_times(
    solver_turns: Sequence[int] = SOLVER_TURNS,
    player_turns: Sequence[int] = PLAYER_TURNS,
    *,
    repeats: int = 3,
) -> RunTimes:
    """Measure the solver and the players now; the default lengths take half a minute.

    Parameters
    ----------
    solver_turns, player_turns
        Lengths of games; two or more for the solver.

    Raises
    ------
    IllegalState
        There are fewer than two lengths to solve, or no repeats.
    """
    from llq.solver.dominion.solitaire.match import play_games
    from llq.solver.dominion.solitaire.solver import solve_once

    if len(set(solver_turns)) < 2 or repeats < 1:
        raise IllegalState(
            "growth needs two lengths or more, each timed once or more; got "
            f"{len(set(solver_turns))} lengths and {repeats} repeats"
        )
    game, model = rules(), Model(rules())

    def play(strategy: str, games: int) -> Callable[[int], object]:
        return lambda turns: play_games(game, strategy, turns, games, seed=1, threads=1)

    def best(job: Callable[[int], object], lengths: Sequence[int]) -> dict[int, float]:
        job(2)  # compiles
        return {turns: min(_seconds(job, turns) for _ in range(repeats)) for turns in lengths}

    monte_carlo = best(play("monte_carlo", MONTE_CARLO_GAMES), player_turns)
    return RunTimes(
        best(lambda turns: solve_once(model, turns, -1, -1, threads=1), solver_turns),
        best(play("picky", PICKY_GAMES), player_turns),
        {turns: seconds / MONTE_CARLO_GAMES for turns, seconds in monte_carlo.items()},
        repeats,
    )


def _seconds(job: Callable[[int], object], turns: int) -> float:
    start = time.perf_counter()
    job(turns)
    return time.perf_counter() - start
