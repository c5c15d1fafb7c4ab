"""Policy table: fitted feature weights, their data, and the network.

The network's training is one unit of work; blocks of games are others, and then there is one fit.
"""

import os
from collections.abc import Iterator
from concurrent.futures import Executor
from operator import attrgetter, methodcaller
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.query.jobs.block_build import BlockJob, build_from_blocks
from llq.query.players import check_seed
from llq.query.tables.stored_table import BuildOption, StoredTable
from llq.solver.arguments import MOST_GAMES, check_integer
from llq.solver.array_types import Floats, Shorts
from llq.solver.jobs.progress import Progress
from llq.solver.sueca.policy.network import NUMBERS
from llq.solver.sueca.policy.situations import FEATURES, WORTHS
from llq.solver.sueca.rules import POINTS, RULES, TOTAL_POINTS
from llq.store.database import Relation
from llq.store.schema import Column, TableSpec

GAMES = 1500
SELF_PLAY = 500_000

_BLOCK_GAMES = 25
"""Half a second's games: an interrupted build's loss per thread, except training."""
_SELF_PLAY_A_GAME = 30  # games of self-play that take as long as a game of the search
_AXES, _SHAPE = ("feature", "a card's points: 0, 2, 3, 4, 10, 11"), (len(FEATURES), WORTHS)


class Block(NamedTuple):
    """Work unit of games ``first`` … ``last - 1`` of a seed, played by the search."""

    first: int
    last: int
    seed: int

    def compute(self) -> Floats:
        """Return the choices of the games, `fitting.Choices` of shape (3, cards)."""
        from llq.solver.sueca.policy.fitting import collect

        return np.array(collect(*self), dtype=np.float64)

    @property
    def cost(self) -> int:
        """The cost in self-play games."""
        return _SELF_PLAY_A_GAME * (self.last - self.first)


class Training(NamedTuple):
    """Work unit of training the network."""

    games: int
    seed: int

    def compute(self) -> Shorts:
        """Return the network's weights as `network.pack` has them."""
        from llq.solver.sueca.policy.network import pack
        from llq.solver.sueca.policy.training import train

        return pack(train(*self))

    @property
    def cost(self) -> int:
        """The cost in self-play games."""
        return self.games


class PolicyTable(StoredTable):
    """The fitted and the trained policy; `network.unpack` takes the network."""

    kind = "sueca-policy"
    build_options = (
        BuildOption("games", "-n", read=int),
        BuildOption("seed", read=int),
        BuildOption("self_play", read=int),
    )
    method = "least squares over simulated choices; a network trained by self-play"

    weight = Column(
        "weight", "float64", _AXES, "points, in hundredths",
        "What a feature adds to the score of such a card.", shape=_SHAPE,
        least=-TOTAL_POINTS, most=TOTAL_POINTS,
    )  # fmt: skip
    cards = Column(
        "cards", "uint32", _AXES, "cards", "Cards compared of which it holds.", shape=_SHAPE
    )
    network = Column(
        "network", "int16", ("number",), "thousandths",
        "The network's weights: of inputs, units, outputs, and what outputs add.",
        shape=(NUMBERS,),
    )  # fmt: skip

    @staticmethod
    def make_spec(games: int = GAMES, seed: int = 1, self_play: int = SELF_PLAY) -> TableSpec:
        """Return today's specification for a seed, games and self-play games."""
        parameters = {"games": games, "seed": seed, "self_play": self_play}
        return PolicyTable.describe(PolicyTable.kind, (RULES.rules_id, RULES.version), parameters)

    @classmethod
    def build(
        cls,
        games: int = GAMES,
        seed: int = 1,
        folder: str | os.PathLike[str] | None = None,
        *,
        self_play: int = SELF_PLAY,
        threads: int = 2,
        progress: Progress = None,
        executor: Executor | None = None,
    ) -> Path:
        """Train the network, fit the rule of thumb to a search's choices; return the table's path.

        Parameters
        ----------
        games
            Games played by the search; each has some thirty choices.
        seed
            Of the deals and of the search, and of the training.
        self_play
            Games that the network is trained for.
        folder
            Where to write; by default where tables are looked for first.
        threads
            Threads that play, unless there is an executor; no result depends on them.
        progress
            Called with the work done and its total.
        executor
            Plays in place of threads.

        Raises
        ------
        IllegalState
            There is no game or no thread, or the seed is negative.
        TableNotWritable
            The folder cannot be written to.
        """
        seed = check_seed(seed)
        check_integer("games", games, 2, MOST_GAMES)
        check_integer("self_play", self_play, 1, MOST_GAMES)
        job = cls.job(games, seed, self_play)
        return build_from_blocks(job, folder, threads, progress, executor)

    @classmethod
    def job(
        cls, games: int = GAMES, seed: int = 1, self_play: int = SELF_PLAY
    ) -> BlockJob[Block | Training]:
        """Return the blocks and join of `build`."""

        def join(blocks: Iterator[NDArray[Any]]) -> dict[str, NDArray[Any]]:
            """Return the table's columns from all blocks, the network's first."""
            from llq.solver.sueca.policy.fitting import Choices, fit

            network = next(blocks)
            cell, choice, value = np.concatenate([*blocks], axis=1)
            weight, cards = fit(Choices(cell.astype(np.int64), choice.astype(np.int64), value))
            return {"weight": weight, "cards": cards, "network": network}

        spec = cls.make_spec(games, seed, self_play)
        tasks: dict[str, Block | Training] = {"network": Training(self_play, seed)}
        for first in range(0, games, _BLOCK_GAMES):
            tasks[f"{first}"] = Block(first, min(first + _BLOCK_GAMES, games), seed)
        return BlockJob(
            spec=spec,
            command=cls.command_of(spec),
            tasks=tasks,
            work=methodcaller("compute"),
            join=join,
            cut=(_BLOCK_GAMES,),
            cost=attrgetter("cost"),
        )

    @property
    def total_games(self) -> int:
        """Number of fitted and self-play games."""
        return sum(int(self.info.spec.parameters[name]) for name in ("games", "self_play"))

    def sql(self) -> tuple[Relation, ...]:
        """Return the weight relation, one row per feature and card value."""
        feature, worth = np.nonzero(self.cards)
        names = np.array([named.name for named in FEATURES])
        points = np.unique(POINTS).astype(np.uint8)
        return (
            self.relation(
                "sueca_policy",
                {
                    "feature": (names[feature], "what a seat sees of a card and its situation"),
                    "card_points": (points[worth], "points of the card"),
                    "weight": (
                        self.weight[feature, worth],
                        "points that it adds to the score; the best score is played most",
                    ),
                    "cards": (
                        self.cards[feature, worth],
                        "cards compared in the fit of which it holds",
                    ),
                },
                "The policy by which rules plays and strong infers: what adds to the score of a "
                "card.",
            ),
        )


def open_policy(path: str | os.PathLike[str] | None = None) -> PolicyTable:
    """Return the table of the policy, read whole and verified.

    Parameters and errors are those of `llq.dominion.table.open`.
    """
    return PolicyTable.load(PolicyTable.kind, path)


build_policy = PolicyTable.build
