"""Games of all combinations of players in the four seats: cut into blocks, played and added up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice, product
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.query.jobs.block_build import BlockJob
from llq.solver.sueca.rules import HAND_SIZE, RULES, SEATS, TOTAL_POINTS
from llq.store.schema import TableSpec

if TYPE_CHECKING:  # compiles
    from llq.solver.sueca.players import Strategy

PLAYERS = ("random", "mc_peek", "obligated_trump", "always_high", "mc_extra")
"""The thesis's four strategies in order, and the honest Monte Carlo player."""

GAME_POINTS = (-4, -2, -1, 0, 1, 2, 4)
"""Possible game points from one game, negative for West and East."""

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)

BLOCK_GAMES, BLOCK_COMBINATIONS = 1000, 8
"""At half a millisecond a game some seconds: all that an interrupted build loses per thread."""

_SAMPLING_COST = 45  # of each sampling player, in games of players that do not sample


class Block(NamedTuple):
    """A work unit of combinations and deals."""

    combinations: tuple[tuple[str, ...], ...]
    """North, West, South, East."""
    first: int
    games: int
    seed: int


def combinations_of(players: Sequence[str]) -> tuple[list[str], list[tuple[str, ...]]]:
    """Return the strategies' names in the table's order, and their combinations: N, W, S, E.

    A player that sees the true hands meets no honest sampling player: no one would want that match.
    """
    from llq.solver.sueca.settings import Source

    if not (chosen := {strategy_named(player).name for player in players}):
        raise IllegalState("a table of matches needs at least one player")
    usual = [name for name in PLAYERS if name in chosen]
    names = usual + sorted(chosen - set(usual))
    sampling = {name for name in names if strategy_named(name).is_sampling}
    peeking = {name for name in sampling if strategy_named(name).source is Source.TRUE}
    combinations = [
        seats
        for seats in product(names, repeat=SEATS)
        if not (peeking & set(seats) and (sampling - peeking) & set(seats))
    ]
    return names, combinations


def block_job(
    spec: TableSpec, command: str, names: list[str], combinations: list[tuple[str, ...]]
) -> BlockJob[Block]:
    """Return the blocks of a table's games, and their join."""
    games, seed = (int(spec.parameters[name]) for name in ("games", "seed"))
    seats = [[names.index(name) for name in combination] for combination in combinations]
    return BlockJob(
        spec=spec,
        command=command,
        tasks=_blocks(combinations, games, seed),
        work=play_block,
        join=lambda blocks: {"seats": np.array(seats, np.uint8), **_add_up(blocks, len(seats))},
        cut=(BLOCK_GAMES, BLOCK_COMBINATIONS),
        cost=_cost,
    )


def play_block(block: Block) -> NDArray[np.uint8]:
    """Return points and tricks of North and South, uint8 of shape (2, combinations, games)."""
    from llq.solver.sueca.matches.match import play_games

    results = np.empty((2, len(block.combinations), block.games), dtype=np.uint8)
    for row, seats in enumerate(block.combinations):
        played = play_games(seats, block.games, block.seed, first=block.first, threads=1)
        results[:, row] = played.points, played.tricks
    return results


@cache
def game_leads() -> NDArray[np.int64]:
    """Return North and South's lead in game points, by their points and tricks."""
    leads = np.empty((TOTAL_POINTS + 1, HAND_SIZE + 1), dtype=np.int64)
    for points, tricks in np.ndindex(leads.shape):
        opponents_games = RULES.games(TOTAL_POINTS - points, HAND_SIZE - tricks)
        leads[points, tricks] = RULES.games(points, tricks) - opponents_games
    return leads


@cache
def strategy_named(name: str) -> Strategy:
    """Return a built-in player; the solver is loaded here."""
    from llq.solver.sueca.players import find_strategy

    return find_strategy(name)


def _blocks(combinations: list[tuple[str, ...]], games: int, seed: int) -> dict[str, Block]:
    """Return named blocks: deals in order, each with all combinations."""
    return {
        f"{first}-{start}": Block(
            tuple(combinations[start : start + BLOCK_COMBINATIONS]),
            first,
            min(BLOCK_GAMES, games - first),
            seed,
        )
        for first in range(0, games, BLOCK_GAMES)
        for start in range(0, len(combinations), BLOCK_COMBINATIONS)
    }


def _cost(block: Block) -> int:
    """Return the cost of a block, in games of players that do not sample."""
    sampling = sum(strategy_named(name).is_sampling for row in block.combinations for name in row)
    return block.games * (len(block.combinations) + _SAMPLING_COST * sampling)


def _add_up(blocks: Iterator[NDArray[np.uint8]], combinations: int) -> dict[str, NDArray[Any]]:
    """Return the table's columns but seats, from sums over games, in integers.

    ``blocks`` are those of `_blocks`, each of points and tricks: (2, combinations, games).
    """
    points_games = np.zeros((combinations, TOTAL_POINTS + 1), dtype=np.int64)
    game_points_games = np.zeros((combinations, len(GAME_POINTS)), dtype=np.int64)
    tricks_taken = np.zeros(combinations, dtype=np.int64)
    products = np.zeros((combinations, combinations), dtype=np.int64)
    groups = -(-combinations // BLOCK_COMBINATIONS)
    while deals := [*islice(blocks, groups)]:
        points, tricks = np.concatenate(deals, axis=1)
        kinds = np.searchsorted(GAME_POINTS, game_leads()[points, tricks])
        for row, (row_points, row_kinds) in enumerate(zip(points, kinds, strict=True)):
            points_games[row] += np.bincount(row_points, minlength=TOTAL_POINTS + 1)
            game_points_games[row] += np.bincount(row_kinds, minlength=len(GAME_POINTS))
        tricks_taken += tricks.sum(axis=1, dtype=np.int64)
        exact = points.astype(np.float64)  # every sum is far below 2^53
        products += (exact @ exact.T).astype(np.int64)
    games = int(points_games[0].sum())
    totals = points_games @ np.arange(TOTAL_POINTS + 1)
    # Python's own integers divide exactly to the nearest float, and never overflow
    whole = games * products.astype(object) - np.outer(totals, totals.astype(object))
    covariance = (whole / (games * (games - 1))).astype(np.float64)
    deviation = np.sqrt(covariance.diagonal())
    reached = points_games.cumsum(axis=1)
    needed = [-(-round(100 * chance) * games // 100) for chance in QUANTILES]
    return {
        "mean": totals / games,
        "standard_deviation": deviation,
        "mean_error": deviation / np.sqrt(games),
        "quantile": np.stack([(reached < need).sum(axis=1) for need in needed], 1).astype(np.uint8),
        "win_prob": points_games[:, RULES.win_above + 1 :].sum(axis=1) / games,
        "tricks": tricks_taken / games,
        "points": points_games.astype(np.uint32),
        "game_points": game_points_games.astype(np.uint32),
        "covariance": covariance,
    }
