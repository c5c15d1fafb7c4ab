"""Exact means and distributions of every strategy's final score.

A strategy that looks at the state alone turns the sweep into a linear one: the mean of the points
to come, and their whole distribution, follow for every length at once. Nothing is sampled or cut
off. Every probability is a sum of products of probabilities, so rounding is relative: each is off
by a factor of at most 1 ± 1e-12 for 100 turns, however small it is.
"""

from collections.abc import Iterator

import numpy as np

from llq.errors import UnknownStrategy
from llq.solver.array_types import Floats
from llq.solver.dominion.model import Model, Purchase
from llq.solver.dominion.players import SIMPLE, StrategyName, purchase_chances
from llq.solver.dominion.rules import Rules
from llq.solver.dominion.solitaire.kernels import (
    PASS,
    TREASURE,
    VICTORY,
    Buys,
    Choice,
    Frame,
    evaluate,
    shares,
)
from llq.solver.dominion.solitaire.solver import Shell, best_buys, frames, guided_shells, sweep
from llq.solver.dominion.solitaire.states import DeckSpace
from llq.solver.jit import njit


def strategy_model(game: Rules, strategy: str) -> tuple[Model, Floats]:
    """Return a strategy's model and action chances by band, empty for policies."""
    model = Model(game)
    if strategy in SIMPLE:
        table = purchase_chances(model, strategy)
        bought = table[:, Purchase.TREASURE] > 0
        treasures = [best.treasure for best in model.best]
        values = {card.value for card, buys in zip(treasures, bought, strict=True) if buys and card}
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
    buffer = frames(model, turns)
    next_values = buffer(turns)
    for shell, choice in _strategy_shells(model, strategy, table, turns, threads):
        values = buffer(shell.size)
        frame = Frame(shell.successors, next_values, values)
        shell.run(evaluate, shell.chance, buys, choice, frame)
        next_values = values
    return np.asarray(game.start_points + next_values[0])


def distribution(game: Rules, strategy: str, turns: int, threads: int | None = None) -> Floats:
    """Return a strategy's exact chance of each final score, (turns + 1, scores), by game length.

    Parameters are those of `mean_scores`.
    """
    model, table = strategy_model(game, strategy)
    buys = best_buys(model)
    top = int(buys.victory_points.max())
    next_values = np.ones((DeckSpace(model.dims, turns).rows(turns), 1))
    for shell, choice in _strategy_shells(model, strategy, table, turns, threads):
        values = np.empty((shell.rows, (shell.length + 1) * (top * shell.length + 2) // 2))
        frame = Frame(shell.successors, next_values, values)
        shell.run(_fill_distributions, shell.chance, buys, choice, frame)
        next_values = values
    chance = np.zeros((turns + 1, game.start_points + top * turns + 1))
    begin = 0
    for length, row in enumerate(chance):
        end = begin + top * length + 1
        row[game.start_points :][: end - begin] = next_values[0, begin:end]
        begin = end
    return chance


def action_shares(game: Rules, strategy: str, turns: int, threads: int | None = None) -> Floats:
    """Return purchase chances by turn of a strategy's game, (turns, bands, 3).

    Entries are the chance that the hand falls in a money band and the strategy takes a `Purchase`
    there, 1 in sum over both. The thesis's figures 6 to 8 show the sum over bands.
    """
    model, table = strategy_model(game, strategy)
    followed = _strategy_shells(model, strategy, table, turns, threads)
    choices = {shell.size: choice for shell, choice in followed}
    space = DeckSpace(model.dims, turns)
    counts = np.zeros((turns, len(model.band_from), len(Purchase)))
    values = np.zeros((1, turns))
    values[:, :1] = 1.0
    buys = best_buys(model)
    with sweep(model, turns, threads, upward=True) as shells:
        for shell in shells:
            next_values = np.zeros((space.rows(shell.size + 1), turns))
            frame = Frame(shell.successors, next_values, values)
            _propagate_decks(shell.size, shell.chance, buys, choices[shell.size], frame, counts)
            values = next_values
    return counts


def _strategy_shells(
    model: Model, strategy: str, table: Floats, turns: int, threads: int | None
) -> Iterator[tuple[Shell, Choice]]:
    """Yield each shell with the strategy's purchases."""
    no_codes = np.zeros((0, 0), model.code_type)
    with sweep(model, turns, threads) as shells:
        if len(table):
            yield from ((shell, Choice(table, no_codes)) for shell in shells)
            return
        player = table  # the one whose values the actions are best under
        if strategy == StrategyName.MONTE_CARLO_LIMIT:
            player = purchase_chances(model, StrategyName.RANDOM)
        for shell, _, codes in guided_shells(model, player, turns, shells, turns):
            yield shell, Choice(table, codes)


@njit
def _fill_distributions(
    low: int, high: int, chance: Floats, buys: Buys, choice: Choice, frame: Frame
) -> None:
    """Fill ``frame.values`` with the distributions of a strategy's points to come.

    ``chance`` (bands, rows) is of each money band. With n turns to go, at most top * n points can
    come, top being the most points of a card. A deck's row in ``frame.values`` holds the chances of
    0 ... top * n points for n = 0, 1, ... one after another: (rows, sum of top * n + 1 for n <= N),
    and ``next_values`` those for n < N.
    """
    points = buys.victory_points
    successors, next_values, values = frame.successors, frame.next_values, frame.values
    dims, cards, top, length = successors.shape[1], len(points), 0, 0
    for card in range(cards):
        top = max(top, points[card])
    while top * length * (length - 1) // 2 + length < next_values.shape[1]:
        length += 1
    share = np.empty((dims + cards + 1, length))
    for row in range(low, high):
        shares(row, chance, buys, choice, dims, share)
        values[row] = 0.0
        values[row, 0] = 1.0
        begin = 0
        for n in range(length):
            width = top * n + 1
            end = begin + width
            target = values[row, end : end + width + top]
            for i in range(dims):
                p = share[i, n]
                if p > 0.0:
                    source = next_values[successors[row, i], begin:end]
                    for k in range(width):
                        target[k] += p * source[k]
            source = next_values[successors[row, dims - 1], begin:end]
            for card in range(cards):
                p = share[dims + card, n]
                if p > 0.0:
                    moved = target[points[card] :]
                    for k in range(width):
                        moved[k] += p * source[k]
            p = share[dims + cards, n]
            if p > 0.0:
                source = values[row, begin:end]
                for k in range(width):
                    target[k] += p * source[k]
            begin = end


@njit
def _propagate_decks(
    size: int, chance: Floats, buys: Buys, choice: Choice, frame: Frame, counts: Floats
) -> None:
    """Propagate a shell's deck chances: purchases reach the next shell, passing stays within.

    ``size`` is the bought cards of each deck; no deck has them before that many turns. ``chance``
    (bands, rows) is of each money band. Modified in place are ``frame.values`` (rows, turns), each
    deck's chance at the start of each turn, and by sums ``next_values``, that of the next shell,
    and ``counts`` (turns, bands, 3), the chance of each band and `Purchase` in each turn.
    """
    treasure, weights, codes = buys.treasure, choice.weights, choice.codes
    successors, next_values, values = frame.successors, frame.next_values, frame.values
    turns, dims = values.shape[1], successors.shape[1]
    for row in range(len(values)):
        for turn in range(size, turns):
            reach = values[row, turn]
            if reach == 0.0:
                continue
            for band in range(len(treasure)):
                for action in (PASS, TREASURE, VICTORY):
                    if len(codes):
                        taken = (codes[row, turns - turn - 1] >> (2 * band)) & 3 == action
                        p = reach * chance[band, row] * taken
                    else:
                        p = reach * chance[band, row] * weights[band, action]
                    if p == 0.0:
                        continue
                    counts[turn, band, action] += p
                    if turn + 1 < turns:
                        if action == PASS:
                            values[row, turn + 1] += p
                        else:
                            bought = treasure[band] if action == TREASURE else dims - 1
                            next_values[successors[row, bought], turn + 1] += p
