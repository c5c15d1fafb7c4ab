"""The table of curves: what the known players have turn by turn, by fresh hands and for real."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.query.dominion.curves.turn_by_turn import MOST_TURNS, PLAYERS, QUANTILES, curve
from llq.query.dominion.fewest.answers import RULES
from llq.query.jobs.block_build import BlockJob, build_from_blocks
from llq.query.tables.stored_table import BuildOption, StoredTable
from llq.solver.arguments import check_integer
from llq.solver.dominion.variants import rules
from llq.store.database import Relation
from llq.store.schema import Column, TableSpec
from llq.store.tables import TableFile, TableInfo

GAMES, SEED = 20_000, 1
"""Of each player by the real rule."""

_COLUMNS = {
    "points": ("points", "mean points of the deck after the turn"),
    "points_error": ("points", "standard error of that mean; 0 where it was computed"),
    "low": ("points", "points that one game in ten does not exceed"),
    "median": ("points", "points that half the games do not exceed"),
    "high": ("points", "points that nine games in ten do not exceed"),
    "provinces": ("provinces", "mean Provinces after the turn"),
    "coins": ("coins", "mean coins of the turn's hand where it is played; none before turn 1"),
    "playing": ("probability", "chance that the turn is played"),
}
"""Unit and meaning of each number, by its name in `Curve`."""

_DURING = ("coins", "playing")


class CurveBlock(NamedTuple):
    """One curve: a player, and whether by the real rule."""

    player: str
    rule: str
    turns: int


@dataclass(frozen=True, eq=False, repr=False)
class DominionCurves(StoredTable):
    """What the known players have turn by turn, alone.

    Parameters
    ----------
    info
        What the table file says of itself.
    numbers
        By the names of `Curve`, (players, rules, turns + 1) float64 each, in the order of
        ``PLAYERS`` and of the rules fresh and real.
    """

    kind = "dominion-curves"
    version = 2
    build_options = (BuildOption("turns", read=int, usual=MOST_TURNS),)
    method = "computed by fresh hands but for tiny chances, simulated by the real rule"

    info: TableInfo
    numbers: dict[str, NDArray[np.float64]]

    @staticmethod
    def make_spec(turns: int = MOST_TURNS) -> TableSpec:
        """Return what today's code would build for games of up to ``turns`` turns."""
        return TableSpec(
            game="dominion",
            variant="curves",
            rules_id="dominion/alone",
            rules_version=rules().version,
            parameters={
                "turns": turns,
                "players": ",".join(PLAYERS),
                "games": GAMES,
                "seed": SEED,
            },
            version=DominionCurves.version,
            columns=tuple(
                Column(
                    name,
                    "float64",
                    ("player", "rule", "turn"),
                    unit,
                    f"{about[0].upper()}{about[1:]}.",
                    shape=(len(PLAYERS), len(RULES), turns + 1),
                    least=0.0,
                    is_finite=name != "coins",
                )
                for name, (unit, about) in _COLUMNS.items()
            ),
        )

    @classmethod
    def from_file(cls, file: TableFile) -> DominionCurves:
        """Return the table of an open file, read whole."""
        return cls(file.info, {name: file.read(name) for name in _COLUMNS})


def build_curves(
    turns: int = MOST_TURNS,
    folder: str | os.PathLike[str] | None = None,
    *,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
    executor: Executor | None = None,
) -> Path:
    """Compute and simulate the known players' curves, write the table and return its path.

    An interrupted build resumes.

    Raises
    ------
    IllegalState
        There is no such number of turns.
    TableNotWritable
        The folder cannot be written to.
    """
    check_integer("turns", turns, 1, MOST_TURNS)
    job = curves_job(turns)
    return build_from_blocks(
        job, folder=folder, threads=threads, progress=progress, executor=executor
    )


def curves_job(turns: int) -> BlockJob[CurveBlock]:
    """Return what `build_curves` computes and joins."""
    spec = DominionCurves.make_spec(turns)

    def join(results: Iterator[NDArray[np.float64]]) -> dict[str, NDArray[Any]]:
        shape = (len(PLAYERS), len(RULES), len(_COLUMNS), turns + 1)
        numbers = np.moveaxis(np.array(list(results)).reshape(shape), 2, 0)
        return dict(zip(_COLUMNS, np.ascontiguousarray(numbers), strict=True))

    return BlockJob(
        spec=spec,
        command=DominionCurves.command_of(spec),
        tasks={
            f"{player.replace('_', '-').replace(':', '-')}-{rule}": CurveBlock(player, rule, turns)
            for player in PLAYERS
            for rule in RULES
        },
        work=compute_block,
        join=join,
    )


def compute_block(block: CurveBlock) -> NDArray[np.float64]:
    """Return the numbers of a curve, (columns, turns + 1), in their order."""
    is_real = block.rule == "real"
    found = curve(
        block.player, block.turns, games=GAMES if is_real else None, seed=SEED, real=is_real
    )
    return np.array(
        [
            np.append(0.0 if name == "playing" else np.nan, getattr(found, name))
            if name in _DURING
            else getattr(found, name)
            for name in _COLUMNS
        ]
    )


def open_curves(path: str | os.PathLike[str] | None = None) -> DominionCurves:
    """Return the table of curves, read whole and verified.

    Raises
    ------
    TableMissing
        There is no such table; the message has the command that builds it.
    CorruptTable, ForeignTable, FormatTooOld, FormatTooNew, StaleTable
        The file is not today's table, whole and intact.
    """
    return DominionCurves.load(DominionCurves.kind, path)


def curve_relations(table: DominionCurves) -> tuple[Relation, ...]:
    """Return the curves, one row a player, rule and turn."""
    player, rule, turn = (axis.ravel() for axis in np.indices(table.numbers["points"].shape))
    levels = {f"points_{name}": table.numbers[name].ravel() for name in QUANTILES}
    numbers = {
        name: np.ma.masked_invalid(table.numbers[name].ravel())
        for name in ("points", "points_error", "provinces", *_DURING)
    }
    about = {name: words for name, (_, words) in _COLUMNS.items()}
    return (
        Relation(
            "dominion_curve",
            {
                "player": np.array(PLAYERS)[player],
                "rule": np.array(RULES)[rule],
                "turn": turn.astype(np.uint8),
                **numbers,
                **levels,
            },
            "What a player alone has turn by turn: points, Provinces and coins.",
            {
                "player": "optimal: most points in 31 turns without piles; else the game ends with "
                "the eighth Province: fewest, in the fewest turns, with a kingdom card after a "
                "colon, or a menu",
                "rule": f"fresh: a fresh hand every turn, computed; real: {GAMES:,} games with a "
                "draw pile, simulated",
                "turn": "turns played",
                **{name: about[name] for name in numbers},
                **{f"points_{name}": about[name] for name in QUANTILES},
                "coins": "mean coins of the turn's hand where it is played; NULL before turn 1 and "
                "where no game goes on",
            },
        ),
    )
