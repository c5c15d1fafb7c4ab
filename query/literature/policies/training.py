"""Builds of the policy table: training in steps, with a checkpoint after each step.

A step takes and returns the whole state, so that any worker can make it; an interrupt costs the
step that each training is in.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState, LlqError
from llq.query.literature.policies.table import (
    ARTICLE_GAMES,
    STRONG_GAMES,
    UNTRAINED_COUNT,
    PolicyTable,
    columns_of,
    policies_of,
)
from llq.query.players import check_seed
from llq.solver.arguments import check_threads
from llq.solver.jobs.blocks import computing_on, run_blocks
from llq.solver.jobs.progress import Progress
from llq.solver.literature.policies.policy import Policy, unpack_arrays
from llq.store.atomic import exclusive
from llq.store.checkpoints import Checkpoints
from llq.store.locate import table_path, writable_folder
from llq.store.provenance import Stopwatch
from llq.store.schema import Parameter, canonical_json, hash_block
from llq.store.tables import TableFile, open_table

if TYPE_CHECKING:
    from llq.solver.literature.policies.article_training import ArticleTraining
    from llq.solver.literature.policies.strong_training import StrongTraining

    Training = ArticleTraining | StrongTraining

BLOCK_GAMES = 100
"""Games per step: some seconds, the most that an interrupted build loses."""
_STATE, _HASHES = "state", "hashes"


@dataclass(frozen=True)
class PolicyPlan:
    """A policy to be trained."""

    name: str
    learner: str
    arguments: dict[str, int | str]
    """Arguments of the learner's training; 0 ``games`` leave the network untrained."""


class Trained(NamedTuple):
    """A stored policy, with the hashes of its training's steps."""

    policy: Policy
    hashes: list[int]


def training_class(learner: str) -> Any:
    """Return a learner's class of training."""
    if learner == "article":
        from llq.solver.literature.policies.article_training import ArticleTraining

        return ArticleTraining
    from llq.solver.literature.policies.strong_training import StrongTraining

    return StrongTraining


def default_games() -> int:
    """Return the default number of training games for `strong`."""
    return int(training_class("strong")().total)


def build_policies(
    article_games: int = ARTICLE_GAMES,
    strong_games: int | None = None,
    seed: int = 1,
    untrained: int = UNTRAINED_COUNT,
    folder: str | os.PathLike[str] | None = None,
    *,
    threads: int = 2,
    progress: Progress = None,
    executor: Executor | None = None,
) -> Path:
    """Train Literature's networks, write the table of policies and return its path.

    What the table already has of the same recipe and today's learner is taken over. An interrupted
    build resumes when it is called again with the same arguments, and ends the same: after every
    hundred games the whole state of a training is kept in ``literature-policies.partial`` beside
    the table.

    Parameters
    ----------
    article_games
        Training games of ``article``, the article's learner; 0 leaves it out.
    strong_games
        Training games of ``strong`` for each number of players; by default what its recipe says, 0
        leaves it out.
    seed
        Seed of all trainings.
    untrained
        Number of networks of the article's kind that are kept as they begin: ``untrained-1``, of
        seed 1, and so on.
    folder
        Where the table goes; by default where tables are looked for first.
    threads
        Trainings at a time; no result depends on it.
    progress
        Called with the games played and their total.
    executor
        Computes in place of threads: processes, or a Dask cluster's ``Client.get_executor()``.

    Raises
    ------
    IllegalState
        A number is negative, or there would be no policy at all.
    TableNotWritable
        The folder cannot be written to.
    """
    from llq.store.writing import write_table

    seed = check_seed(seed)
    check_threads(threads)
    if min(article_games, strong_games or 0, untrained) < 0:
        raise IllegalState(
            "numbers of games and networks must be 0 or more; got "
            f"{article_games}, {strong_games} and {untrained}"
        )
    strong_games = default_games() if strong_games is None else strong_games
    options: dict[str, Parameter] = {
        "article_games": article_games,
        "seed": seed,
        "untrained": untrained,
        "strong_games": strong_games,
    }
    plans = [*_plans(article_games, strong_games, seed, untrained)]
    if not plans:
        raise IllegalState("a table of policies needs at least one policy; all were left out")
    path = table_path(PolicyTable.kind, writable_folder(folder))
    with computing_on(executor), exclusive(path):
        stored, stored_seconds = _read_stored(path)
        runs = [_TrainingRun.begin(plan, path, stored.get(plan.name)) for plan in plans]
        seconds = [stored_seconds for run in runs if run.is_stored]
        seconds += [spent for run in runs if (spent := run.checkpoints.read_seconds()) is not None]
        watch = Stopwatch(before=max(seconds, default=None))
        for run in runs:
            run.checkpoints.watch = watch
        columns, descriptions = columns_of(_finish(runs, threads, progress))
        spec = PolicyTable.make_spec(**options, **descriptions)
        hashes = np.array([step_hash for run in runs for step_hash in run.hashes], np.uint64)
        write_table(path, spec, columns, watch.stop(PolicyTable.command_of(spec)), hashes)
        for run in runs:
            run.checkpoints.remove()
    return path


def _plans(
    article_games: int, strong_games: int, seed: int, untrained: int
) -> Iterator[PolicyPlan]:
    if article_games:
        yield PolicyPlan("article", "article", {"games": article_games, "seed": seed})
    for number in range(1, untrained + 1):
        yield PolicyPlan(f"untrained-{number}", "article", {"games": 0, "seed": number})
    if strong_games:
        for name, game in STRONG_GAMES.items():
            yield PolicyPlan(name, "strong", {"games": strong_games, "seed": seed, **game})


def _finish(runs: Sequence[_TrainingRun], threads: int, progress: Progress) -> list[Policy]:
    total = sum(run.total for run in runs)

    def report() -> None:
        if progress:
            progress(sum(run.games for run in runs), total)

    report()
    while running := [run for run in runs if run.games < run.total]:
        steps = [(run.plan.learner, run.state) for run in running]
        for number, state in run_blocks(train_step, steps, threads=threads):
            running[number].keep(state)
            report()
    return [run.trained_policy() for run in runs]


def train_step(step: tuple[str, NDArray[np.uint8]]) -> NDArray[np.uint8]:
    """Return a training's state after one step, given its learner and state."""
    learner, state = step
    return advance(training_class(learner).unpack(state))


def advance(training: Training) -> NDArray[np.uint8]:
    """Train one step and return the new state."""
    training.run(min(BLOCK_GAMES, training.total - training.games))
    return training.pack()


@dataclass
class _TrainingRun:
    """A plan's progress: finished policy or running training."""

    plan: PolicyPlan
    checkpoints: Checkpoints
    hashes: list[int] = field(default_factory=list)
    """Hash of the state after each step."""
    policy: Policy | None = None
    """None for a running training."""
    is_stored: bool = False
    """Whether the policy is the existing table's."""
    state: NDArray[np.uint8] = field(default_factory=lambda: np.zeros(0, np.uint8))
    games: int = 0
    """Games played so far."""
    total: int = 0

    @classmethod
    def begin(cls, plan: PolicyPlan, path: Path, stored: Trained | None) -> Self:
        """Return a run: untrained, stored, or a training resumed from its checkpoints."""
        if plan.arguments.get("games") == 0:
            from llq.solver.literature.policies.article import untrained

            policy = replace(untrained(int(plan.arguments["seed"])), name=plan.name)
            return cls(plan, _checkpoints(path, plan, policy.recipe), policy=policy)
        learner_training = training_class(plan.learner)
        fresh: Training = learner_training(**plan.arguments)
        checkpoints = _checkpoints(path, plan, fresh.recipe)
        if stored and stored.policy.recipe == fresh.recipe:
            return cls(plan, checkpoints, stored.hashes, stored.policy, is_stored=True)
        state, stored_hashes = checkpoints.load(_STATE), checkpoints.load(_HASHES)
        if state is None or stored_hashes is None:
            return cls(plan, checkpoints, state=fresh.pack(), total=fresh.total)
        games = learner_training.unpack(state).games
        hashes = stored_hashes.tolist()[: steps_of(games)]
        return cls(plan, checkpoints, hashes, state=state, games=games, total=fresh.total)

    def keep(self, state: NDArray[np.uint8]) -> None:
        """Keep the state after a step."""
        self.hashes.append(hash_state(state))
        self.checkpoints.save(_HASHES, np.array(self.hashes, np.uint64))
        self.checkpoints.save(_STATE, state)  # after its hash: there is one of every state
        self.state, self.games = state, min(self.games + BLOCK_GAMES, self.total)

    def trained_policy(self) -> Policy:
        """Return the policy after all steps."""
        if self.policy is None:
            training: Training = training_class(self.plan.learner).unpack(self.state)
            self.policy = replace(training.policy(), name=self.plan.name)
        return self.policy


def _checkpoints(path: Path, plan: PolicyPlan, recipe: Mapping[str, object]) -> Checkpoints:
    """Return a training's checkpoints; another recipe or table version has others."""
    return Checkpoints(path, canonical_json([plan.learner, dict(recipe), PolicyTable.version]))


def steps_of(games: int) -> int:
    """Return the number of training steps for ``games`` games."""
    return -(-games // BLOCK_GAMES)


def hash_state(packed: NDArray[np.uint8]) -> int:
    """Return a hash of a packed state's arrays, independent of their packing."""
    arrays = unpack_arrays(packed)
    hashes = [hash_block(arrays[name]) for name in sorted(arrays)]
    return hash_block(np.array(hashes, np.uint64))


def _read_stored(path: Path) -> tuple[dict[str, Trained], float]:
    """Return the existing table's policies by name, and the seconds that it took.

    A table that is damaged, of other rules or of another version has none.
    """
    with suppress(LlqError, KeyError, ValueError), open_table(path) as table:
        spec = table.info.spec
        todays = PolicyTable.make_spec(**spec.parameters)
        if (spec.identity(), spec.version) == (todays.identity(), todays.version):
            stored = {trained.policy.name: trained for trained in policies_with_hashes(table)}
            return stored, table.info.provenance.seconds
    return {}, 0.0


def policies_with_hashes(table: TableFile) -> Iterator[Trained]:
    """Yield a table's policies with the hashes of their steps."""
    spec = table.info.spec
    arrays = {column.name: table.read(column.name) for column in spec.columns}
    hashes = table.block_hashes().tolist()
    for policy in policies_of(spec, arrays):
        steps = steps_of(int(policy.recipe.get("games", 0)))
        yield Trained(policy, hashes[:steps])
        del hashes[:steps]


def replay_steps(
    file: TableFile, share: float, progress: Progress = None
) -> tuple[list[str], list[str]]:
    """Retrain a table's policies for a share of their steps, and compare states.

    A step needs the state that the last one left, so these are the first steps of each training,
    at least one. Return the names of the steps made, such as ``article-1``, and of those that
    differ.
    """
    replays = []
    for policy, hashes in policies_with_hashes(file):
        if steps := steps_of(int(policy.recipe.get("games", 0))):
            replays.append((policy, hashes, max(1, round(share * steps))))
    total = sum(steps for *_, steps in replays)
    steps_made: list[str] = []
    differing = []
    for policy, expected, steps in replays:
        arguments = {name: policy.recipe[name] for name in ("games", "seed")}
        arguments |= STRONG_GAMES.get(policy.name, {})
        training = training_class(policy.learner)(**arguments)
        for step in range(steps):
            steps_made.append(f"{policy.name}-{step + 1}")
            state = hash_state(advance(training))
            if step >= len(expected) or state != expected[step]:
                differing.append(steps_made[-1])
            if progress:
                progress(len(steps_made), total)
    return steps_made, differing
