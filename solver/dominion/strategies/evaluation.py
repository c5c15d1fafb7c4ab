"""Exact means and distributions of every strategy's final score.

A strategy that looks at the state alone turns the sweep into a linear one: the mean of the points
to come, and their whole distribution, follow for every length at once. Nothing is sampled or cut
off. Every probability is a sum of products of probabilities, so rounding is relative: each is off
by a factor of at most 1 ± 1e-12 for 100 turns, however small it is.
"""

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from llq.errors import UnknownStrategy
from llq.solver.dominion.model import Model, Purchase
from llq.solver.dominion.players import SIMPLE, StrategyName, weights
from llq.solver.dominion.rules import Rules
from llq.solver.dominion.solitaire.kernels import Choice, Frame, evaluate
from llq.solver.dominion.solitaire.solver import Codes, Shell, best_buys, frames, guide, sweep
from llq.solver.dominion.solitaire.states import DeckSpace
from llq.solver.dominion.strategies import kernels as strategy_kernels

Floats = NDArray[np.float64]


def strategy_model(game: Rules, strategy: str) -> tuple[Model, Floats]:
    """Return a strategy's model and action chances by band, empty for policies."""
    model = Model(game)
    if strategy in SIMPLE:
        table = weights(model, strategy)
        bought = table[:, Purchase.TREASURE] > 0
        values = {t.value for (t, _), buys in zip(model.best, bought, strict=True) if buys and t}
        return Model(game, tuple(sorted(values - {0}))), table
    if strategy not in (StrategyName.OPTIMAL, StrategyName.MONTE_CARLO_LIMIT):
        raise UnknownStrategy(f"{strategy!r} is not a strategy that depends on the state alone")
    return model, np.zeros((0, len(Purchase)))


def mean_scores(game: Rules, strategy: str, turns: int, threads: int | None = None) -> Floats:
    """Return a strategy's exact expected final score in games of 0 to ``turns`` turns.

    The strategy is a simple one, ``"optimal"`` or ``"monte_carlo_limit"``.
    """
    model, table = strategy_model(game, strategy)
    buys = best_buys(model)
    frame = frames(model, turns)
    after = frame(turns)
    with sweep(model, turns, threads) as shells:
        for shell, codes in _follow(model, strategy, table, turns, shells):
            now = frame(shell.size)
            values = Frame(shell.successors, after, now)
            shell.run(evaluate, shell.chance, buys, Choice(table, codes), values)
            after = now
    return np.asarray(game.start_points + after[0])


def distribution(game: Rules, strategy: str, turns: int, threads: int | None = None) -> Floats:
    """Return a strategy's exact chance of each final score, (turns + 1, scores), by game length.

    Parameters are those of `mean_scores`.
    """
    model, table = strategy_model(game, strategy)
    buys = best_buys(model)
    top = int(model.victory_points.max())
    after = np.ones((DeckSpace(model.dims, turns).rows(turns), 1))
    with sweep(model, turns, threads) as shells:
        for shell, codes in _follow(model, strategy, table, turns, shells):
            now = np.empty((shell.rows, (shell.length + 1) * (top * shell.length + 2) // 2))
            values = Frame(shell.successors, after, now)
            shell.run(strategy_kernels.spread, shell.chance, buys, Choice(table, codes), values)
            after = now
    chance = np.zeros((turns + 1, game.start_points + top * turns + 1))
    begin = 0
    for length, row in enumerate(chance):
        end = begin + top * length + 1
        row[game.start_points :][: end - begin] = after[0, begin:end]
        begin = end
    return chance


def action_shares(game: Rules, strategy: str, turns: int, threads: int | None = None) -> Floats:
    """Return purchase chances by turn of a strategy's game, (turns, bands, 3).

    Entries are the chance that the hand falls in a money band and the strategy takes a `Purchase`
    there; they sum to 1 over bands and actions. The thesis's figures 6 to 8 show the sum over
    bands.
    """
    model, table = strategy_model(game, strategy)
    with sweep(model, turns, threads) as shells:
        shell_codes = {shell.size: c for shell, c in _follow(model, strategy, table, turns, shells)}
    space = DeckSpace(model.dims, turns)
    counts = np.zeros((turns, len(model.band_from), len(Purchase)))
    now = np.zeros((1, turns))
    now[:, :1] = 1.0
    buys = best_buys(model)
    with sweep(model, turns, threads, upward=True) as shells:
        for shell in shells:
            after = np.zeros((space.rows(shell.size + 1), turns))
            strategy_kernels.flow(
                shell.size,
                shell.chance,
                buys,
                Choice(table, shell_codes[shell.size]),
                Frame(shell.successors, after, now),
                counts,
            )
            now = after
    return counts


def _follow(
    model: Model, strategy: str, table: Floats, turns: int, shells: Iterable[Shell]
) -> Iterator[tuple[Shell, Codes]]:
    """Yield each shell with its strategy actions, empty for table strategies."""
    if len(table):
        none = np.zeros((0, 0), model.code_type)
        yield from ((shell, none) for shell in shells)
        return
    if strategy == StrategyName.MONTE_CARLO_LIMIT:
        table = weights(model, StrategyName.RANDOM)
    for shell, _, codes in guide(model, table, turns, shells, turns):
        yield shell, codes
