"""Solitaire games, and matches between two players' games of equal length."""

import os
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from llq.query import match_result
from llq.query.dominion.built_in_players import (
    built_in_name,
    player_name,
    seat_player,
    state_policy,
)
from llq.query.dominion.inputs import Contestant, Playouts, Real, Turns
from llq.query.dominion.table.table import WHOLE, DominionTable
from llq.query.inputs import Games, Seed, Threads
from llq.query.match_result import estimate, match_command, result_fields
from llq.query.players import check_seed
from llq.query.questions import question
from llq.query.results import SIMULATED
from llq.solver.arguments import MOST_GAMES, check_integer, check_threads
from llq.solver.dominion.players import StrategyName
from llq.solver.dominion.solitaire.custom_players import simulate_player
from llq.solver.dominion.solitaire.match import Simulation, play_games
from llq.solver.dominion.solitaire.states import StatePolicy
from llq.solver.dominion.variants import rules
from llq.solver.jobs.blocks import computing_on
from llq.solver.jobs.progress import Progress, offset_progress
from llq.store.schema import rules_name

RULES_ID = "dominion/van-der-heijden-2014"


@dataclass(frozen=True, kw_only=True)
class Match(match_result.Match):
    """A match of two who each play alone: the higher final score wins.

    Parameters
    ----------
    turns
        Length of the games.
    real
        Whether by the real reshuffle rule.
    mean_score, mean_score_error
        Mean final scores of the first and the second, and their standard errors.
    """

    turns: int
    real: bool
    mean_score: tuple[float, float]
    mean_score_error: tuple[float, float]

    settings = ("turns", "games", "real", "seed", "rules", "command")


@question(
    arguments=("first", "second"),
    examples=(
        "greedy random --turns 100 --real -n 2000 --seed 7",
        "mybot:MyPlayer optimal -n 1000",
    ),
    busy="{first} v {second}",
    accuracy=SIMULATED,
    is_long=True,
)
def match(
    first: Contestant,
    second: Contestant,
    games: Games = 10_000,
    seed: Seed = 1,
    *,
    turns: Turns = WHOLE,
    real: Real = False,
    playouts: Playouts = 100,
    path: str | os.PathLike[str] | None = None,
    threads: Threads | None = None,
    progress: Progress = None,
    executor: Executor | None = None,
) -> Match:
    """Play the same number of Dominion games with each player, and compare their scores.

    Each plays alone. Game i of both begins with the same random numbers: the lead is the mean over
    games of one number, whose luck partly cancels. Wins compare game i of the first with the next
    one of the second, which is as independent of it as games of two people are. The result depends
    on the seed and the number of games, not on ``threads``.

    Parameters
    ----------
    first, second
        As ``player`` of `simulate`.
    turns, real, playouts, path
        As in `simulate`.
    progress
        Called with the games done and their total.
    executor
        Computes in place of threads: processes, or a Dask cluster's ``Client.get_executor()``.

    Raises
    ------
    UnknownStrategy, UnknownState, IllegalState, IllegalAction
        As `simulate` does.
    TableMissing, StaleTable, CorruptTable
        As `llq.dominion.table.open` does, for ``optimal``.

    Examples
    --------
    >>> import llq
    >>> played = llq.dominion.match("optimal", "picky", games=2000, seed=1)
    >>> print(f"{played.win_prob:.2f}, {played.lead:.1f} points ahead")
    0.78, 9.6 points ahead
    """
    first, second = seat_player(first), seat_player(second)
    for player in (first, second):
        _check(player, turns, games, seed, playouts, threads)
    settings: dict[str, Any] = {"real": real, "playouts": playouts, "path": path}
    settings |= {"threads": threads, "executor": executor}
    scores = []
    for offset, player in ((0, first), (games, second)):
        report = offset_progress(progress, offset, 2 * games)
        scores.append(simulate(player, turns, games, seed, progress=report, **settings).scores)
    next_scores = np.roll(scores[1], -1)
    won, drawn = (scores[0] > next_scores)[None], (scores[0] == next_scores)[None]
    means = [estimate(own_scores) for own_scores in scores]
    options = ["--turns", str(turns), *(["--real"] if real else [])]
    if playouts != 100:
        options += ["--playouts", str(playouts)]
    return Match(
        first=player_name(first),
        second=player_name(second),
        seed=seed,
        unit="points",
        rules=rules_name(RULES_ID, rules().version),
        command=match_command("dominion", (first, second), games, seed, options),
        turns=turns,
        real=real,
        mean_score=(means[0].mean, means[1].mean),
        mean_score_error=(means[0].standard_error, means[1].standard_error),
        **result_fields(won, drawn, (scores[0] - scores[1]).astype(np.float64)),
    )


@question(
    arguments=("player",),
    examples=("optimal --turns 31 --real --seed 7",),
    busy="Playing {player}",
    is_long=True,
)
def simulate(
    player: Contestant,
    turns: Turns = WHOLE,
    games: Games = 10_000,
    seed: Seed = 1,
    *,
    real: Real = False,
    playouts: Playouts = 100,
    path: str | os.PathLike[str] | None = None,
    threads: Threads | None = None,
    progress: Progress = None,
    executor: Executor | None = None,
) -> Simulation:
    """Play Dominion games and return their scores.

    The result depends on the seed and the number of games, not on ``threads``.

    Parameters
    ----------
    player
        A name of `llq.dominion.players`, a menu (`llq.dominion.menus`) by its name or text, a table
        whose policy is played, or a custom player with a ``name`` and ``choose(view, random) ->
        action``.
    real
        Whether to draw from a pile that is reshuffled when empty, as in the printed game, rather
        than from the whole deck every turn, as in the thesis.
    playouts
        Random playouts an action of ``monte_carlo``.
    path
        As in `llq.dominion.table.open`, whose table ``optimal`` plays in games of up to 31 turns.
    progress
        Called with the games done and their total.
    executor
        Computes in place of threads: processes, or a Dask cluster's ``Client.get_executor()``.

    Raises
    ------
    UnknownStrategy
        There is no such player.
    UnknownState
        The optimum or a table's policy does not go as far as games of this length.
    IllegalState, IllegalAction
        No such games can be played, or a custom player chose what is not legal.
    TableMissing, StaleTable, CorruptTable
        As `llq.dominion.table.open` does, for ``optimal``.

    Examples
    --------
    >>> import llq
    >>> games = llq.dominion.strategies.simulate("picky", turns=31, games=20_000, seed=1)
    >>> print(f"{games.mean:.2f} ± {games.standard_error:.2f}, exactly 63.43")
    63.41 ± 0.06, exactly 63.43
    """
    player = seat_player(player)
    name = _check(player, turns, games, seed, playouts, threads)
    game = rules()
    if name is None and not isinstance(player, DominionTable):
        assert not isinstance(player, str)
        return simulate_player(game, player, turns, games, seed=seed, real=real, progress=progress)
    if isinstance(player, DominionTable):
        policy: StatePolicy | None = StatePolicy(player.turns, player.codes)
    else:
        policy = state_policy(str(name), turns, game, path, threads)
    with computing_on(executor):
        played = play_games(
            game,
            policy or str(name),
            turns,
            games,
            seed=seed,
            real=real,
            playouts=playouts,
            threads=threads,
            progress=progress,
        )
    return replace(played, strategy=player_name(player))


def _check(
    player: Contestant, turns: Any, games: Any, seed: Any, playouts: Any, threads: Any
) -> StrategyName | None:
    """Validate the arguments; return a built-in player's name, otherwise None."""
    check_seed(seed)
    check_threads(threads)
    check_integer("turns", turns, 1)
    check_integer("games", games, 2, MOST_GAMES)
    check_integer("playouts", playouts, 1)
    return built_in_name(player, turns)
