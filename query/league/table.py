"""League tables: scores and leads of every deal and pairing."""

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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

    of: ClassVar[LeagueGame]
    """How the game's leagues are played."""
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
        return f"{cls.of.game.replace('-', '_')}-league"

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
        of = cls.of
        names = tuple(players or of.usual)
        setup = of.setup(of.read_settings(settings))
        pairings = pairings_of(names, setup.mates > 1)
        count = check_integer("deals", of.deals if deals is None else deals, 2, MOST_GAMES)
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
                "unit": of.unit,
                "policies": canonical_json(dict(policies or {})),
            },
            [one.sized(sizes) for one in (cls.scores, replace(cls.leads, unit=of.unit))],
        )

    @classmethod
    def spec_like(cls, name: str, spec: TableSpec) -> TableSpec:
        """Return a table's current specification, with today's policies."""
        prints = cls.of.todays_policies(json.loads(str(spec.parameters.get("policies", "{}"))))
        return cls.make_spec(**cls.options_of(name, spec), policies=prints)

    @cached_property
    def league(self) -> League:
        """The league."""
        spec = self.info.spec
        return League(
            game=self.of.game,
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

        Raises
        ------
        TableMissing
            There is no such table; the message has the command that builds it.
        CorruptTable, ForeignTable, FormatTooOld, FormatTooNew, StaleTable
            The file is not today's table, whole and intact.
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
        progress: Callable[[int, int], None] | None = None,
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
        of = cls.of
        found = of.players(players or of.usual)
        spec = cls.make_spec(
            deals, seed, tuple(found), settings, policies=of.fingerprints([*found.values()])
        )
        count, pairings = int(spec.parameters["deals"]), cls._pairings(spec)

        def join(blocks: Iterator[NDArray[np.float64]]) -> dict[str, NDArray[Any]]:
            scores, leads = np.stack(list(blocks), axis=1)
            return {"score": scores.copy(), "lead": leads.copy()}

        return BlockJob(
            spec=spec,
            command=cls.command_of(spec),
            tasks={
                "-".join((pairing.first, pairing.second, "beside" * pairing.is_beside)): Block(
                    of.game, pairing, count, seed, tuple(settings)
                )
                for pairing in pairings
            },
            work=play_block,
            join=join,
        )

    def sql(self) -> Iterable[Relation | View]:
        """Return deal, pairing and standing relations, with errors and intervals over deals."""
        own, name = type(self), self.file_name().replace("-", "_")
        unit = self.league.unit or "games"
        pairings, deals = self.league.pairings, self.league.deals
        first, second, is_beside = (
            np.repeat(column, deals) for column in zip(*pairings, strict=True)
        )
        error = "stddev_samp({0}) / sqrt(count(*))"
        numbers = ", ".join(
            f"avg({column}) AS {column}, {error.format(column)} AS {column}_error"
            for column in ("score", "lead")
        )
        interval = (
            "greatest(score - 1.96 * score_error, 0) AS low, "
            "least(score + 1.96 * score_error, 1) AS high"
        )
        about = {
            "score": "share of games won, a draw half",
            "score_error": "standard error of score, over deals",
            "low": "lower end of the 95 % interval of score",
            "high": "upper end of it",
            "lead": f"mean lead in {unit}",
            "lead_error": "standard error of lead, over deals",
            "deals": "deals played, each from every seat",
        }
        return (
            Relation(
                f"{name}_deal",
                {
                    "first": first,
                    "second": second,
                    "is_beside": is_beside,
                    "deal": np.tile(np.arange(deals, dtype=np.uint32), len(pairings)),
                    "score": self.scores.ravel(),
                    "lead": self.leads.ravel(),
                },
                "A deal of a pairing of the league, the mean over its seatings.",
                {
                    "first": "a player in all seats of a team, or in one of them",
                    "second": "the opponent, in all seats of the other team",
                    "is_beside": "whether the first has one seat, and the second those beside it",
                    "deal": "number of the deal, the same cards for all pairings",
                    "score": own.scores.comment,
                    "lead": f"{own.leads.comment}, in {unit}",
                },
            ),
            View(
                f"{name}_pair",
                f"""
                SELECT first, second, is_beside, * EXCLUDE (first, second, is_beside), {interval}
                FROM (SELECT first, second, is_beside, {numbers}, count(*) AS deals
                      FROM {name}_deal GROUP BY ALL)""",
                "A pairing of the league, from the first's side.",
                about,
            ),
            View(
                name,
                f"""
                WITH side AS (
                    SELECT first AS player, deal, score, lead FROM {name}_deal WHERE NOT is_beside
                    UNION ALL
                    SELECT second, deal, 1 - score, -lead FROM {name}_deal WHERE NOT is_beside),
                own AS (
                    SELECT player, {numbers}, count(*) AS deals FROM (
                        SELECT player, deal, avg(score) AS score, avg(lead) AS lead
                        FROM side GROUP BY ALL) GROUP BY player),
                among AS (
                    SELECT player, avg(score) AS beside_score,
                           {error.format("score")} AS beside_error
                    FROM (SELECT first AS player, deal, avg(score) AS score
                          FROM {name}_deal WHERE is_beside GROUP BY ALL) GROUP BY player)
                SELECT rank() OVER (ORDER BY score DESC) AS rank, own.*, {interval},
                    beside_score, beside_error
                FROM own LEFT JOIN among USING (player)""",
                "A player of the league against all others.",
                {
                    **about,
                    "rank": "1 for the highest score",
                    "player": "the player, in all seats of its team",
                    "beside_score": "score of one of its kind among players of each other kind, "
                    "against those; NULL where no teams play",
                    "beside_error": "its standard error, over deals",
                },
            ),
        )


def play_block(block: Block) -> NDArray[np.float64]:
    """Return a pairing's scores and leads, (2, deals)."""
    of: LeagueGame = game_part(block.game, "league").LEAGUE
    found = of.players(block.pairing[:2])
    setup = of.setup(of.read_settings(block.settings))
    first, second = found.values()
    played = of.meet(
        (first, second), block.pairing.is_beside, block.deals, block.seed, setup, threads=1
    )
    return np.stack(played[:2])
