"""The table of deal values: what `deal_values` measures, of every quantity and several players."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.query.jobs.block_build import BlockJob, build_from_blocks, split_columns
from llq.query.players import check_seed
from llq.query.sueca.advice.deal_valuation import (
    levels_of,
    mean_and_error,
    play_level,
    player_of_deals,
)
from llq.query.sueca.advice.quantities import OPEN, Quantity
from llq.query.tables.stored_table import BuildOption, StoredTable
from llq.solver.arguments import MOST_GAMES, check_integer
from llq.solver.sueca.rules import RULES, TOTAL
from llq.store.database import Relation
from llq.store.schema import Column, TableSpec
from llq.store.tables import TableFile, TableInfo

PLAYERS = ("random", "rules", "mc_extra", OPEN)
"""Players of all four seats, and open hands."""

GAMES, OPEN_GAMES = 5000, 200

_OPEN_COST = 100  # games of mc_extra in the time that a deal takes to solve

_COLUMNS = {
    "mean": "mean points of North and South, of 120",
    "standard_error": "standard error of mean",
    "gain": "points more than at the level before, on deals of the same random numbers",
    "gain_error": "standard error of gain, from the differences game by game",
}


class Level(NamedTuple):
    """The unit of work: the games of a player on the deals of one level."""

    player: str
    quantity: str
    level: str
    games: int
    seed: int


@dataclass(frozen=True, eq=False, repr=False)
class DealTable(StoredTable):
    """The value to North and South of each level of every `Quantity`.

    Attributes
    ----------
    info
        The description in the table file.
    numbers
        ``mean``, ``standard_error``, ``gain`` and ``gain_error``, points, each float64 of shape
        (players, levels); NaN where a quantity's least level has none before it.
    """

    kind = "sueca-deals"
    build_options = (
        BuildOption("games", "-n", read=int, usual=GAMES),
        BuildOption("open_games", read=int, usual=OPEN_GAMES),
        BuildOption("seed", read=int, usual=1),
        BuildOption(
            "players", read=lambda text: tuple(text.split(",")), text=",".join, usual=PLAYERS
        ),
    )
    method = "means over simulated deals, open hands solved"

    info: TableInfo
    numbers: dict[str, NDArray[np.float64]]

    @staticmethod
    def make_spec(**options: Any) -> TableSpec:
        """Return what today's code would build; see `deals_spec`."""
        return deals_spec(**options)

    @classmethod
    def from_file(cls, file: TableFile) -> DealTable:
        """Return the table of an open file, read whole."""
        return cls(file.info, {name: file.read(name) for name in _COLUMNS})

    @property
    def players(self) -> tuple[str, ...]:
        """Names of the players, in the order of the numbers."""
        return tuple(str(self.info.spec.parameters["players"]).split(","))

    @property
    def total_games(self) -> int:
        """Games played and deals solved, in all."""
        return sum(level.games for level in _levels(**self.options_of(self.kind, self.info.spec)))


def deals_spec(
    games: int = GAMES,
    open_games: int = OPEN_GAMES,
    seed: int = 1,
    players: Sequence[str] = PLAYERS,
) -> TableSpec:
    """Return what today's code would build; see `build_deals`."""
    shape = len(players), sum(len(levels_of(quantity)) for quantity in Quantity)
    return TableSpec(
        game="sueca",
        variant="deals",
        rules_id=RULES.rules_id,
        rules_version=RULES.version,
        parameters={
            "games": games, "open_games": open_games, "seed": seed, "players": ",".join(players),
        },
        version=DealTable.version,
        columns=tuple(
            Column(
                name,
                "float64",
                ("player", "level"),
                "points",
                f"{about[0].upper()}{about[1:]}.",
                shape=shape,
                least=-TOTAL,
                most=TOTAL,
                is_finite=not name.startswith("gain"),
            )
            for name, about in _COLUMNS.items()
        ),
    )  # fmt: skip


def build_deals(
    games: int = GAMES,
    open_games: int = OPEN_GAMES,
    seed: int = 1,
    players: Sequence[str] = PLAYERS,
    folder: str | os.PathLike[str] | None = None,
    *,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
    executor: Executor | None = None,
) -> Path:
    """Play and solve deals of every level of every `Quantity`, and return the table's path.

    An interrupted build resumes.

    Parameters
    ----------
    games
        Games a level of each player.
    open_games
        Deals a level with open hands.
    players
        Built-in players, each in all four seats, and ``open`` for open hands.

    Raises
    ------
    IllegalState
        There is no player, or a level has fewer than two games.
    UnknownStrategy
        There is no such player.
    TableNotWritable
        The folder cannot be written to.
    """
    return build_from_blocks(
        deals_job(games, open_games, seed, players),
        folder=folder,
        threads=threads,
        progress=progress,
        executor=executor,
    )


def deals_job(
    games: int = GAMES,
    open_games: int = OPEN_GAMES,
    seed: int = 1,
    players: Sequence[str] = PLAYERS,
) -> BlockJob[Level]:
    """Return what `build_deals` computes and joins."""
    check_integer("games", games, 2, MOST_GAMES)
    check_integer("open_games", open_games, 2, MOST_GAMES)
    names = tuple(dict.fromkeys(map(player_of_deals, players)))
    if not names:
        raise IllegalState("a table of deal values needs at least one player")
    levels = _levels(games, open_games, check_seed(seed), names)
    spec = deals_spec(games, open_games, seed, names)

    def join(blocks: Iterator[NDArray[np.uint8]]) -> dict[str, NDArray[Any]]:
        rows: list[tuple[float, ...]] = []
        before: tuple[Level, NDArray[np.int64]] | None = None
        for level, block in zip(levels, blocks, strict=True):
            points = block.astype(np.int64)
            gain: tuple[float, float] = np.nan, np.nan
            if before is not None and before[0][:2] == level[:2]:
                gain = mean_and_error(points - before[1])
            rows.append((*mean_and_error(points), *gain))
            before = level, points
        numbers = np.array(rows).reshape(len(names), -1, len(_COLUMNS))
        return split_columns(numbers, _COLUMNS)

    return BlockJob(
        spec=spec,
        command=DealTable.command_of(spec),
        tasks={f"{row.player}-{row.quantity}-{row.level}": row for row in levels},
        work=play_block,
        join=join,
        cost=lambda level: level.games * (_OPEN_COST if level.player == OPEN else 1),
    )


def play_block(block: Level) -> NDArray[np.uint8]:
    """Return the points of North and South in each game of a level, uint8 of shape (games,)."""
    dealing = levels_of(Quantity(block.quantity))[block.level]
    return play_level(block.player, dealing, block.games, block.seed, 1).astype(np.uint8)


def open_deals(path: str | os.PathLike[str] | None = None) -> DealTable:
    """Return the table of deal values, read whole and verified.

    Parameters and errors are those of `llq.dominion.table.open`.

    Examples
    --------
    >>> import llq
    >>> table = llq.sueca.advice.open()
    >>> table.players, table.numbers["mean"].shape
    (('random', 'rules', 'mc_extra', 'open'), (4, 50))
    """
    return DealTable.load(DealTable.kind, path)


def deal_relations(table: DealTable) -> tuple[Relation, ...]:
    """Return the values, one row a player and level."""
    levels = _levels(**table.options_of(table.kind, table.info.spec))
    player, quantity, level, games, seed = map(np.array, zip(*levels, strict=True))
    numbers = {name: np.ma.masked_invalid(values.ravel()) for name, values in table.numbers.items()}
    rank = [list(levels_of(Quantity(row.quantity))).index(row.level) for row in levels]
    return (
        Relation(
            "sueca_deal_value",
            {
                "player": player,
                "quantity": quantity,
                "level": level,
                "level_rank": np.array(rank, dtype=np.uint8),
                **numbers,
                "games": games.astype(np.uint32),
                "seed": seed.astype(np.uint64),
            },
            "What trumps, points, the lead and the dealer's card are worth to North and South.",
            {
                "player": "the player in all four seats; open: open hands, perfect play",
                "quantity": "what is varied: " + ", ".join(Quantity),
                "level": "the amount of it: a number, a range with both its ends, or no and yes",
                "level_rank": "0 for the quantity's least level",
                **_COLUMNS,
                "gain": f"{_COLUMNS['gain']}; NULL at the least",
                "games": "games played, or deals solved with open hands",
                "seed": "of the deals' random numbers",
            },
        ),
    )


def _levels(games: int, open_games: int, seed: int, players: Sequence[str]) -> list[Level]:
    """Return every level of every quantity, player by player."""
    return [
        Level(player, quantity.value, level, open_games if player == OPEN else games, seed)
        for player in players
        for quantity in Quantity
        for level in levels_of(quantity)
    ]
