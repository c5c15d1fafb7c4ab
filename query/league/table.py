"""League tables: scores and leads of every deal and pairing."""

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from llq.query.games import game_part
from llq.query.jobs.block_build import BlockJob, build_from_blocks
from llq.query.league.league import League, LeagueGame, Pairing, pairings_of
from llq.query.players import check_seed
from llq.query.tables.stored_table import BuildOption, StoredTable
from llq.solver.arguments import MOST_GAMES, check_integer, check_threads
from llq.solver.array_types import Floats
from llq.solver.jobs.progress import Progress
from llq.store.database import Relation, View
from llq.store.schema import Column, TableSpec, canonical_json, rules_name


class Block(NamedTuple):
    """The unit of work: a pairing."""

    game: str
    pairing: Pairing
    deals: int
    seed: int
    settings: tuple[str, ...]


class LeagueTable(StoredTable):
    """A league's results, read whole; scores and leads as in `League`."""

    league_game: ClassVar[LeagueGame]
    """The game's way of playing leagues."""
    build_options = (
        BuildOption("deals", "-n", read=int),
        BuildOption("seed", read=int, usual=1),
        BuildOption("players", read=lambda text: tuple(text.split(",")), text=",".join),
        BuildOption(
            "settings", "--settings", read=lambda text: tuple(text.split(",")) if text else (),
            text=",".join, usual=(),
        ),
    )  # fmt: skip
    method = "simulated on common deals, from every seat"

    scores = Column(
        "score", "float64", ("pairing", "deal"), "share",
        "Share of the deal's games that the first wins, a draw half.", shape=("pairings", "deals"),
    )  # fmt: skip
    leads = Column(
        "lead", "float64", ("pairing", "deal"), "", "The first's mean lead in them.",
        shape=("pairings", "deals"),
    )  # fmt: skip

    @classmethod
    def file_name(cls) -> str:
        """Return the name of the table."""
        return f"{cls.league_game.game.replace('-', '_')}-league"

    @classmethod
    def make_spec(
        cls,
        deals: int | None = None,
        seed: int = 1,
        players: Sequence[str] = (),
        settings: Sequence[str] = (),
        *,
        policies: Mapping[str, str] | None = None,
    ) -> TableSpec:
        """Return the current specification for given `build` options.

        ``policies`` are the fingerprints of the stored policies that play, by name.
        """
        game = cls.league_game
        names = tuple(players or game.usual)
        setup = game.setup(game.read_settings(settings))
        pairings = pairings_of(names, setup.mates > 1)
        count = check_integer("deals", game.deals if deals is None else deals, 2, MOST_GAMES)
        sizes = {"pairings": len(pairings), "deals": count}
        return cls.describe(
            cls.file_name(),
            setup.rules,
            {
                "deals": count,
                "seed": check_seed(seed),
                "players": ",".join(names),
                "settings": ",".join(settings),
                "beside": setup.mates > 1,
                "unit": game.unit,
                "policies": canonical_json(dict(policies or {})),
            },
            [column.sized(sizes) for column in (cls.scores, replace(cls.leads, unit=game.unit))],
        )

    @classmethod
    def spec_like(cls, name: str, spec: TableSpec) -> TableSpec:
        """Return a table's current specification, with today's policies."""
        policies = cls.league_game.current_fingerprints(
            json.loads(str(spec.parameters.get("policies", "{}")))
        )
        return cls.make_spec(**cls.options_of(name, spec), policies=policies)

    @cached_property
    def league(self) -> League:
        """The league."""
        spec = self.info.spec
        return League(
            game=self.league_game.game,
            players=tuple(str(spec.parameters["players"]).split(",")),
            seed=int(spec.parameters["seed"]),
            rules=rules_name(spec.rules_id, spec.rules_version),
            unit=str(spec.parameters["unit"]),
            pairings=self._pairings(spec),
            scores=self.scores,
            leads=self.leads,
            command=self.command,
        )

    @staticmethod
    def _pairings(spec: TableSpec) -> tuple[Pairing, ...]:
        names = str(spec.parameters["players"]).split(",")
        return pairings_of(names, bool(spec.parameters["beside"]))

    @property
    def total_games(self) -> int:
        """Deals of all pairings, by which the sizes of builds are compared."""
        return int(self.scores.size)

    @classmethod
    def open(cls, path: str | os.PathLike[str] | None = None) -> Self:
        """Return the stored league of the game, read whole and verified.

        Errors are those of `llq.dominion.table.open`, but for those about lengths.
        """
        return cls.load(cls.file_name(), path)

    @classmethod
    def build(
        cls,
        deals: int | None = None,
        seed: int = 1,
        players: Sequence[str] = (),
        settings: Sequence[str] = (),
        folder: str | os.PathLike[str] | None = None,
        *,
        threads: int = 2,
        progress: Progress = None,
        executor: Executor | None = None,
    ) -> Path:
        """Play a league, write its table and return the path; an interrupted build resumes.

        Parameters
        ----------
        deals, seed
            As in the game's ``league``.
        players
            Two or more by name.
        settings
            Of the game's matches, such as ``rules=pagat``.
        threads
            Threads that play, a pairing each; no result depends on them.

        Raises
        ------
        IllegalState, UnknownStrategy, UnknownGame
            As the game's ``league`` does.
        TableNotWritable
            The folder cannot be written to.
        """
        check_threads(threads)
        job = cls.job(deals, seed, players, settings)
        return build_from_blocks(job, folder, threads, progress, executor)

    @classmethod
    def job(
        cls,
        deals: int | None = None,
        seed: int = 1,
        players: Sequence[str] = (),
        settings: Sequence[str] = (),
    ) -> BlockJob[Block]:
        """Return the block job behind `build`."""
        game = cls.league_game
        by_name = game.players(players or game.usual)
        policies = game.fingerprints([*by_name.values()])
        spec = cls.make_spec(deals, seed, tuple(by_name), settings, policies=policies)
        count, pairings = int(spec.parameters["deals"]), cls._pairings(spec)

        def join(blocks: Iterator[Floats]) -> dict[str, NDArray[Any]]:
            scores, leads = np.stack(list(blocks), axis=1)
            return {"score": scores.copy(), "lead": leads.copy()}

        return BlockJob(
            spec=spec,
            command=cls.command_of(spec),
            tasks={
                "-".join((pairing.first, pairing.second, "beside" * pairing.is_beside)): Block(
                    game.game, pairing, count, seed, tuple(settings)
                )
                for pairing in pairings
            },
            work=play_block,
            join=join,
        )

    def sql(self) -> Iterable[Relation | View]:
        """Return deal, pairing and standing relations, with errors and intervals over deals."""
        from llq.query.league.sql import league_sql

        return league_sql(self)


def play_block(block: Block) -> Floats:
    """Return a pairing's scores and leads, (2, deals)."""
    game: LeagueGame = game_part(block.game, "league").LEAGUE
    first, second = game.players([block.pairing.first, block.pairing.second]).values()
    setup = game.setup(game.read_settings(block.settings))
    meeting = game.meet(
        (first, second), block.pairing.is_beside, block.deals, block.seed, setup, threads=1
    )
    return np.stack([meeting.scores, meeting.leads])
