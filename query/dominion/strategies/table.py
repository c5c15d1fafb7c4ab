"""The table of every strategy's exact scores: means, distributions, actions by turn."""

import os
from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState, UnknownState, UnknownStrategy
from llq.query.dominion.relations import relations_and_views
from llq.query.dominion.strategies.limits import HAZARDS, MEAN_TURNS, TURNS
from llq.query.jobs.block_build import BlockJob, build_from_blocks
from llq.query.tables.relations import Columns
from llq.query.tables.stored_table import BuildOption, StoredTable
from llq.solver.arguments import check_threads
from llq.solver.array_types import Floats
from llq.solver.dominion.model import Purchase
from llq.solver.dominion.players import SIMPLE, StrategyName
from llq.solver.dominion.solitaire.states import DeckSpace
from llq.solver.dominion.variants import rules
from llq.solver.jobs.blocks import computes_here, computing_on
from llq.solver.jobs.progress import Progress
from llq.store.database import Relation, View
from llq.store.schema import Column, TableSpec

STRATEGIES = (*SIMPLE, StrategyName.MONTE_CARLO_LIMIT, StrategyName.OPTIMAL)
"""Strategies that depend on the state alone."""

HAZARD_STRATEGIES = (*SIMPLE, StrategyName.OPTIMAL)
"""Strategies that need no clock."""

SHARE_TURNS = (15, 25, 31)
"""Game lengths with stored actions per turn, from the thesis's figures 6 to 8."""

_MOST_CHANCE = 1 + 1e-9
"""Upper bound of a sum of chances, rounding included."""

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
"""Chances of the quantiles that SQL has."""

TOLERANCE = 1e-2
"""Widest bracket, in points, for games that end by chance."""

_TURNS_OF_A_HAZARD = 10
"""Multiple of the expected game length that brackets values within 0.01 points."""


@dataclass(frozen=True)
class StrategyScore:
    """A strategy's exact final score in games of one length."""

    strategy: str
    turns: int
    mean: float
    """Expected final score, in points."""
    probability: Floats | None
    """(scores,) final score distribution, None where only the mean is stored."""

    @property
    def standard_deviation(self) -> float | None:
        """Final score's standard deviation in points, None without its distribution."""
        if self.probability is None:
            return None
        scores = np.arange(len(self.probability))
        return float(np.sqrt(self.probability @ (scores - self.probability @ scores) ** 2))

    def __str__(self) -> str:
        spread = self.standard_deviation
        return f"{self.strategy}, {self.turns} turns: {self.mean:.3f} points on average" + (
            "" if spread is None else f", standard deviation {spread:.3f}"
        )


class StrategyBlock(NamedTuple):
    """A single result of a strategy."""

    kind: str
    """``share``, ``probability``, ``mean`` or ``hazard``."""
    strategy: StrategyName
    reach: int
    """Longest game in turns, or k of a hazard's chance 1/k."""


class DominionStrategies(StoredTable):
    """Exact results of all strategies, in ``STRATEGIES`` order.

    Games of ``share`` are those of ``SHARE_TURNS``, and its actions those of `Purchase`; ``hazard``
    has the strategies of ``HAZARD_STRATEGIES``.
    """

    kind = "dominion-strategies"
    build_options = tuple(
        BuildOption(name, read=int) for name in ("turns", "mean_turns", "hazards")
    )
    method = "exact, but for columns low and high, which are bounds"

    mean = Column(
        "mean", "float64", ("strategy", "turns"), "points", "Exact expected final score.",
        shape=(len(STRATEGIES), "means"), least=0.0,
    )  # fmt: skip
    probability = Column(
        "probability", "float64", ("strategy", "turns", "score"), "probability",
        "Exact chance of each final score.",
        shape=(len(STRATEGIES), "lengths", "scores"), least=0.0, most=_MOST_CHANCE,
    )  # fmt: skip
    share = Column(
        "share", "float64", ("strategy", "game", "turn", "action"), "probability",
        "Exact chance of passing, a treasure, a victory card; games of 15, 25, 31 turns.",
        shape=(len(STRATEGIES), len(SHARE_TURNS), max(SHARE_TURNS), 3),
        least=0.0, most=_MOST_CHANCE,
    )  # fmt: skip
    hazard = Column(
        "hazard", "float64", ("strategy", "turns expected, less one", "bound"), "points",
        "Lower and upper bound of the expected score where each turn is the last with chance 1/k.",
        shape=(len(HAZARD_STRATEGIES), "hazards", 2), least=0.0,
    )  # fmt: skip

    @staticmethod
    def make_spec(
        turns: int = TURNS, mean_turns: int = MEAN_TURNS, hazards: int = HAZARDS
    ) -> TableSpec:
        """Return today's table specification; options are those of `build`."""
        return DominionStrategies.describe(
            DominionStrategies.kind,
            ("dominion/van-der-heijden-2014", rules().version),
            {
                "turns": turns,
                "mean_turns": mean_turns,
                "hazards": hazards,
                "tolerance_points": TOLERANCE,
                "strategies": ",".join(STRATEGIES),
            },
            means=mean_turns + 1,
            lengths=turns + 1,
            hazards=hazards,
        )

    @classmethod
    def build(
        cls,
        turns: int = TURNS,
        mean_turns: int = MEAN_TURNS,
        hazards: int = HAZARDS,
        folder: str | os.PathLike[str] | None = None,
        *,
        threads: int = 2,
        progress: Progress = None,
        executor: Executor | None = None,
    ) -> Path:
        """Compute every strategy's exact results, write their table and return its path.

        ``llq build dominion-strategies --help`` says how long it takes. An interrupted build
        resumes when it is called again with the same arguments: finished blocks are kept in
        ``dominion-strategies.partial`` beside the table.

        Parameters
        ----------
        turns
            Longest game whose distribution of scores is kept.
        mean_turns
            Longest game whose mean is kept.
        hazards
            Games that end with chance 1/1 … 1/``hazards`` after each turn are kept.
        progress
            Called after each step with the number of steps done and their total.

        Raises
        ------
        IllegalState
            A length or the number of hazards is not positive.
        TableNotWritable
            The folder cannot be written to.
        """
        if min(turns, mean_turns, hazards) < 1:
            raise IllegalState(
                "turns, mean_turns and hazards must be at least 1; "
                f"got {turns}, {mean_turns} and {hazards}"
            )
        check_threads(threads)
        with computing_on(executor):  # elsewhere every worker is one thread
            job = cls.job(turns, mean_turns, hazards, threads if computes_here() else 1)
            # a block has threads of its own, and memory for one at a time
            return build_from_blocks(job, folder, 1, progress)

    @classmethod
    def job(
        cls, turns: int, mean_turns: int, hazards: int, threads: int = 2
    ) -> BlockJob[StrategyBlock]:
        """Return the blocks and join of `build`; each block takes some threads."""
        mean_turns = max(turns, mean_turns)
        spec = cls.make_spec(turns, mean_turns, hazards)
        reaches = [("share", length) for length in SHARE_TURNS]
        reaches += [("probability", turns), ("mean", mean_turns)]
        blocks = [
            StrategyBlock(kind, name, reach) for name in STRATEGIES for kind, reach in reaches
        ]
        blocks += [
            StrategyBlock("hazard", name, chance)
            for name in HAZARD_STRATEGIES
            for chance in range(1, hazards + 1)
        ]
        tasks = {
            f"{block.kind}-{block.strategy.replace('_', '-')}-{block.reach}": block
            for block in blocks
        }

        def join(results: Iterator[Floats]) -> dict[str, NDArray[Any]]:
            rows: dict[str, list[Floats]] = {}
            for block, result in zip(blocks, results, strict=True):
                rows.setdefault(block.kind, []).append(result)
            widest = max(chance.shape[1] for chance in rows["probability"])
            longest = max(SHARE_TURNS)
            chances = [
                np.pad(row, ((0, 0), (0, widest - row.shape[1]))) for row in rows["probability"]
            ]
            shares = [np.pad(row, ((0, longest - len(row)), (0, 0))) for row in rows["share"]]
            return {
                "mean": np.stack(rows["mean"]),
                "probability": np.stack(chances),
                "share": np.stack(shares).reshape(len(STRATEGIES), len(SHARE_TURNS), -1, 3),
                "hazard": np.stack(rows["hazard"]).reshape(len(HAZARD_STRATEGIES), hazards, 2),
            }

        return BlockJob(
            spec=spec,
            command=cls.command_of(spec),
            tasks=tasks,
            work=partial(compute_block, threads=threads),
            join=join,
            cost=_cost,
        )

    @property
    def turns(self) -> int:
        """Longest game whose distribution is there."""
        return int(self.probability.shape[1]) - 1

    @property
    def mean_turns(self) -> int:
        """Longest game whose mean is there."""
        return int(self.mean.shape[1]) - 1

    def lookup(self, strategy: str, turns: int) -> StrategyScore:
        """Return a strategy's final score for a game length.

        Parameters
        ----------
        strategy
            One of ``STRATEGIES``, such as ``"picky"``.
        turns
            Length of the games.

        Raises
        ------
        UnknownStrategy
            No strategy of this name depends on the state alone.
        UnknownState
            The table does not go to games this long; the message says how far it goes.

        Examples
        --------
        >>> import llq
        >>> print(llq.dominion.strategies.open().lookup("picky", 31))
        picky, 31 turns: 63.426 points on average, standard deviation 8.947
        """
        index = strategy_index(strategy)
        _check_turns("means", turns, self.mean_turns, "--mean-turns")
        has_all = turns <= self.turns
        return StrategyScore(
            strategy=str(STRATEGIES[index]),
            turns=turns,
            mean=self.mean.item(index, turns),
            probability=self.probability[index, turns] if has_all else None,
        )

    def get(
        self, strategy: str, turns: int, default: StrategyScore | None = None
    ) -> StrategyScore | None:
        """Return the final score of a strategy, or ``default`` where `lookup` raises an error."""
        try:
            return self.lookup(strategy, turns)
        except (UnknownStrategy, UnknownState):
            return default

    def quantile(self, strategy: str, turns: int, q: float) -> int:
        """Return the smallest score whose cumulative probability reaches ``q``.

        Raises
        ------
        IllegalState
            ``q`` is not above 0 and at most 1.
        UnknownStrategy, UnknownState
            As `distribution`.
        """
        if not 0 < q <= 1:
            raise IllegalState(f"a quantile's chance must be above 0 and at most 1; got {q}")
        reached = self.distribution(strategy, turns).cumsum()
        return int(np.count_nonzero(reached < q - 1e-12))

    def distribution(self, strategy: str, turns: int) -> Floats:
        """Return the chance of each final score.

        Raises
        ------
        UnknownStrategy
            No strategy of this name depends on the state alone.
        UnknownState
            The table does not go to games this long; the message says how far it goes.
        """
        _check_turns("distributions", turns, self.turns, "--turns")
        return np.asarray(self.probability[strategy_index(strategy), turns])

    def sql(self) -> tuple[Relation | View, ...]:
        """Return the native relations of the strategies' exact results."""
        strategy, turns, score = np.nonzero(self.probability)
        indices = np.indices(self.share.shape).reshape(4, -1)
        was_played = indices[2] < np.array(SHARE_TURNS)[indices[1]]
        player, game, turn, action = indices[:, was_played]
        hazards = self.hazard.shape[1]
        names = np.array([str(name) for name in STRATEGIES])
        parts: dict[str, Columns] = {
            "strategy": self._score_columns(names),
            "distribution": {
                "strategy": names[strategy],
                "turns": turns.astype(np.uint16),
                "score": score.astype(np.uint16),
                "probability": self.probability[strategy, turns, score],
            },
            "action": {
                "strategy": names[player],
                "turns": np.array(SHARE_TURNS, dtype=np.uint16)[game],
                "turn": (turn + 1).astype(np.uint16),
                "action": np.array([kind.name.lower() for kind in Purchase])[action],
                "share": self.share.ravel()[was_played],
            },
            "chance_end": {
                "strategy": np.repeat([*map(str, HAZARD_STRATEGIES)], hazards),
                "one_in": np.tile(
                    np.arange(1, hazards + 1, dtype=np.uint16), len(HAZARD_STRATEGIES)
                ),
                "low": self.hazard[:, :, 0].ravel(),
                "high": self.hazard[:, :, 1].ravel(),
            },
        }
        return relations_and_views(self, "strategies", {"name": "dominion"}, parts)

    def _score_columns(self, names: NDArray[np.str_]) -> Columns:
        count, lengths = self.mean.shape
        spread = np.full((1 + len(QUANTILES), count, lengths), np.nan)
        for index, name in enumerate(STRATEGIES):
            for turns in range(self.turns + 1):
                spread[0, index, turns] = self.lookup(name, turns).standard_deviation
                spread[1:, index, turns] = [self.quantile(name, turns, q) for q in QUANTILES]
        about = "least score not exceeded with chance {}, in points"
        deviation, *quantiles = (np.ma.masked_invalid(numbers.ravel()) for numbers in spread)
        return {
            "strategy": np.repeat(names, lengths),
            "turns": np.tile(np.arange(lengths, dtype=np.uint16), count),
            "mean": self.mean.ravel(),
            "standard_deviation": deviation,
            **{
                f"q{round(100 * q):02d}": (scores, about.format(q))
                for q, scores in zip(QUANTILES, quantiles, strict=True)
            },
        }


def _check_turns(results: str, turns: int, most: int, option: str) -> None:
    if not 0 <= turns <= most:
        raise UnknownState(
            f"this table has {results} of 0 to {most} turns, not {turns}; "
            f"build a longer one with: llq build dominion-strategies {option} {turns}"
        )


def strategy_index(name: str) -> int:
    """Return a strategy's index in ``STRATEGIES``."""
    if name not in STRATEGIES:
        known = ", ".join(STRATEGIES)
        raise UnknownStrategy(f"{name!r} is not a strategy with exact results; those are {known}")
    return STRATEGIES.index(StrategyName(name))


def open_strategies(path: str | os.PathLike[str] | None = None) -> DominionStrategies:
    """Return the exact results of every strategy, read whole and verified.

    Parameters and errors are those of `llq.dominion.table.open`.
    """
    return DominionStrategies.load(DominionStrategies.kind, path)


build_strategies = DominionStrategies.build


def compute_block(block: StrategyBlock, threads: int) -> Floats:
    """Return a result of a strategy.

    Results are ``share`` (turns, 3), the chances of passing, a treasure and a victory card by turn;
    ``probability`` (turns + 1, scores), the chance of each final score by length of the game;
    ``mean`` (turns + 1,), the expected final score by that length; or ``hazard`` (2,), bounds of
    the expected final score.
    """
    # Imported here: compiling is for those who build.
    from llq.solver.dominion.strategies.evaluation import action_shares, distribution, mean_scores
    from llq.solver.dominion.strategies.hazard import hazard_score

    game, (kind, strategy, reach) = rules(), block
    if kind == "share":
        return np.asarray(action_shares(game, strategy, reach, threads).sum(1))
    if kind == "probability":
        return distribution(game, strategy, reach, threads)
    if kind == "mean":
        return mean_scores(game, strategy, reach, threads)
    alpha = Fraction(1, reach)
    bounds = hazard_score(game, strategy, alpha, tolerance=TOLERANCE, threads=threads)
    return np.array([bounds.low, bounds.high])


def _cost(block: StrategyBlock) -> int:
    """Return the rough cost of a block, in numbers computed."""
    from llq.solver.dominion.strategies.evaluation import strategy_model

    dims = strategy_model(rules(), block.strategy)[0].dims
    if block.kind == "hazard":
        turns = round(_TURNS_OF_A_HAZARD * block.reach)
        return 2 * DeckSpace(dims, turns).decks
    states = DeckSpace(dims, block.reach).states
    return states * block.reach if block.kind == "probability" else states
