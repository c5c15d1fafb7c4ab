"""Games of every strategy by simulation, and the thesis's claims, beside the exact numbers."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from llq.errors import IllegalState, UnknownState, UnknownStrategy
from llq.query.dominion.strategy_table import STRATEGIES
from llq.query.dominion.table import open_dominion
from llq.query.dominion.verification.claims import all_claims
from llq.solver.dominion.custom_players import simulate_player
from llq.solver.dominion.exact.evaluation import mean_scores
from llq.solver.dominion.exact.hazard import hazard_score
from llq.solver.dominion.exact.reshuffle import reshuffle_scores
from llq.solver.dominion.match import Policy, Simulation, simulate
from llq.solver.dominion.players import Strategy, StrategyName
from llq.solver.dominion.rules import dominion, parse_chance
from llq.solver.dominion.solver import solve
from llq.solver.dominion.thresholds import limit_codes

__all__ = [
    "DominionCheck",
    "exact_score",
    "score_bounds",
    "simulate_dominion",
    "verify_dominion",
]

LENGTHS = (4, 15, 31)
"""Lengths of the games by which simulation checks the exact means."""

REAL_TURNS = 8
"""Longest game that is solved under the real reshuffle rule: a second; the states grow fast."""

Z_LIMIT = 4.0
"""A z-score up to this is noise: one in 16,000 is further off by chance."""


@dataclass(frozen=True, slots=True)
class DominionCheck:
    """One claim or figure and what exact numbers say of it.

    Attributes
    ----------
    section
        The thesis's section, or ``our own`` for a check of ours.
    claim
        In our words.
    verdict
        ``holds``, ``holds in part``, ``fails``; of a simulation ``agrees`` or ``differs``.
    finding
        One sentence with the deciding numbers.
    """

    section: str
    claim: str
    verdict: str
    finding: str


def simulate_dominion(
    strategy: str | Strategy,
    turns: int = 31,
    games: int = 10_000,
    seed: int = 1,
    *,
    real: bool = False,
    playouts: int = 100,
    path: str | os.PathLike[str] | None = None,
    threads: int | None = None,
) -> Simulation:
    """Play Dominion games and return their scores.

    The result depends on the seed and the number of games, not on ``threads``.

    Parameters
    ----------
    strategy
        ``random``, ``greedy``, ``expensive``, ``picky``, ``monte_carlo``, ``monte_carlo_limit``,
        ``optimal``, or a player of your own with ``choose(state) -> card or None``.
    real
        Whether to draw from a pile that is reshuffled when empty, as in the printed game, rather
        than from the whole deck every turn, as in the thesis.
    playouts
        Random playouts an action of ``monte_carlo``.
    path
        As in `llq.dominion.open_table`, whose table ``optimal`` plays in games of up to 31 turns.

    Raises
    ------
    UnknownStrategy
        There is no such strategy.
    IllegalState, IllegalAction
        No such games can be played, or a player of your own bought what he could not.
    TableMissing, StaleTable, CorruptTable
        As `llq.dominion.open_table` does, for ``optimal``.

    Examples
    --------
    >>> import llq
    >>> games = llq.dominion.simulate("picky", turns=31, games=20_000, seed=1)
    >>> print(f"{games.mean:.2f} ± {games.standard_error:.2f}, exactly 63.43")
    63.41 ± 0.06, exactly 63.43
    """
    if turns < 1 or games < 2 or playouts < 1 or seed < 0:
        raise IllegalState(
            "a simulation takes 1 turn, 2 games, 1 playout and seed 0, or more; "
            f"got {turns}, {games}, {playouts} and {seed}"
        )
    game = dominion()
    if not isinstance(strategy, str):
        if not callable(getattr(strategy, "choose", None)):
            raise UnknownStrategy(f"{strategy!r} is not a player: it needs choose(state)")
        return simulate_player(game, strategy, turns, games, seed=seed, real=real)
    name = strategy.lower().replace("-", "_")
    if name not in list(StrategyName):
        raise UnknownStrategy(f"no strategy {strategy!r}; there are {', '.join(StrategyName)}")
    player: str | Policy = name
    if name == StrategyName.OPTIMAL:
        if turns <= 31:
            player = Policy(31, open_dominion(31, path).codes)
        elif turns <= 100:
            player = Policy(turns, solve(game, turns, codes=True).codes)
        else:
            raise UnknownState(f"the policy of {turns} turns is too large to play; 100 at most")
    elif name == StrategyName.MONTE_CARLO_LIMIT:
        player = Policy(turns, limit_codes(game, turns, threads))
    played = simulate(
        game, player, turns, games, seed=seed, real=real, playouts=playouts, threads=threads
    )
    return replace(played, strategy=name)


def exact_score(strategy: str, turns: int, *, threads: int | None = None) -> float:
    """Return a strategy's exact expected final score in a game, in points.

    Raises
    ------
    UnknownStrategy
        No strategy of this name depends on the state alone.
    """
    return float(mean_scores(dominion(), strategy, turns, threads)[turns])


def score_bounds(strategy: str, chance: str, *, threads: int | None = None) -> tuple[float, float]:
    """Return bounds of a strategy's expected score where each turn is the last by chance.

    Parameters
    ----------
    chance
        The chance that a turn is the last, such as ``"1/10"``.

    Raises
    ------
    UnknownStrategy, IllegalState
        The strategy needs to know the turns to go, or the chance is not above 0 and up to 1.
    """
    alpha = parse_chance(chance)
    if alpha < Fraction(1, 40):
        raise IllegalState(f"games that end with chance {chance} are too long; 1/40 is the least")
    bounds = hazard_score(dominion(), strategy, alpha, threads=threads)
    return bounds.low, bounds.high


def verify_dominion(
    turns: int = 160,
    games: int = 200,
    seed: int = 1,
    *,
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Iterator[DominionCheck]:
    """Yield a check of every claim of the thesis, and of every exact mean by simulation.

    Parameters
    ----------
    turns
        Longest game that the claims look at, 150 or more.
    games
        Games of the Monte Carlo player at each length; the simulations that check exact means
        play a hundred times as many.
    progress
        Called with the number of steps done and their total.

    Raises
    ------
    IllegalState
        Fewer than 150 turns, which one of the claims is about, or no games.
    """
    if turns < 150 or games < 2:
        raise IllegalState(f"the claims take 150 turns and 2 games or more; got {turns}, {games}")
    game = dominion()
    steps = 1 + len(STRATEGIES)
    for claim in all_claims(turns, seed=seed, games=games, threads=threads):
        yield DominionCheck(claim.section, claim.claim, claim.verdict, claim.finding)
    if progress:
        progress(1, steps)
    best = solve(game, REAL_TURNS, codes=True)
    model = float(best.scores[-1])
    policy = reshuffle_scores(game, best, REAL_TURNS)[-1]
    knowing = reshuffle_scores(game, StrategyName.OPTIMAL, REAL_TURNS)[-1]
    yield DominionCheck(
        "our own",
        f"By the real reshuffle rule {REAL_TURNS} turns score what the model says, within 1 %",
        "agrees" if abs(policy - model) <= 0.01 * model else "differs",
        f"The model's policy scores {model:.4f} in the model and {policy:.4f} by the real rule, "
        f"the best play that knows both piles {knowing:.4f}; all exactly",
    )
    for done, strategy in enumerate(STRATEGIES, start=2):
        exact = mean_scores(game, strategy, max(LENGTHS), threads)
        for length in LENGTHS:
            played = simulate_dominion(strategy, length, 100 * games, seed, threads=threads)
            z = played.z_score(float(exact[length]))
            yield DominionCheck(
                "our own",
                f"{strategy} in {length} turns",
                "agrees" if abs(z) <= Z_LIMIT else "differs",
                f"exact {exact[length]:.4f}, played {played.mean:.4f} ± "
                f"{played.standard_error:.4f} (n = {100 * games}, seed {seed}): z = {z:.2f}",
            )
        if progress:
            progress(done, steps)
