"""Builds of the policy table: training in steps, with a checkpoint after each step.

A step takes and returns the whole state, so that any worker can make it; an interrupt costs the
step that each training is in.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState, LlqError
from llq.query.literature.policies.table import (
    ARTICLE_GAMES,
    STRONG,
    UNTRAINED,
    PolicyTable,
    columns_of,
    policies_of,
)
from llq.query.players import check_seed
from llq.solver.arguments import check_threads
from llq.solver.jobs.blocks import computing_on, run_blocks
from llq.store.atomic import exclusive
from llq.store.checkpoints import Checkpoints
from llq.store.locate import table_path, writable_folder
from llq.store.provenance import Stopwatch
from llq.store.schema import Parameter, canonical_json, hash_block
from llq.store.tables import TableFile, open_table

if TYPE_CHECKING:
    from llq.solver.literature.policies.policy import Policy

BLOCK_GAMES = 100
"""Games per step: some seconds, the most that an interrupted build loses."""


class Training(Protocol):
    """The training of any learner."""

    games: int
    """Played so far."""
    total: int
    """To be played."""

    @property
    def recipe(self) -> dict[str, int | float | str]:
        """Everything that decides the result."""

    def run(self, games: int) -> None:
        """Play some more games."""

    def pack(self) -> NDArray[np.uint8]:
        """Return the whole state."""

    @classmethod
    def unpack(cls, array: NDArray[np.uint8]) -> Self:
        """Return a training resumed from a state, bit-identical."""

    def policy(self) -> Policy:
        """Return the policy learnt so far."""


@dataclass(frozen=True)
class Lesson:
    """A policy to be trained."""

    name: str
    learner: str
    arguments: dict[str, int | str]
    """Arguments of the learner's training; 0 ``games`` leave the network untrained."""

    @property
    def is_trained(self) -> bool:
        """Whether there is anything to train."""
        return self.arguments.get("games") != 0


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


def untrained_policy(seed: int) -> Policy:
    """Return the article's network as it begins."""
    from llq.solver.literature.policies.article import untrained

    return untrained(seed)


def build_policies(
    article_games: int = ARTICLE_GAMES,
    strong_games: int | None = None,
    seed: int = 1,
    untrained: int = UNTRAINED,
    folder: str | os.PathLike[str] | None = None,
    *,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
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
        Of all.
    untrained
        Number of networks of the article's kind that are kept as they begin: ``untrained-1``, of
        seed 1, and so on.
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
    seed = check_seed(seed)
    check_threads(threads)
    if min(article_games, strong_games or 0, untrained) < 0:
        raise IllegalState(
            "numbers of games and networks must be 0 or more; got "
            f"{article_games}, {strong_games} and {untrained}"
        )
    lessons = [Lesson("article", "article", {"games": article_games, "seed": seed})]
    lessons *= article_games > 0
    for number in range(1, untrained + 1):
        lessons.append(Lesson(f"untrained-{number}", "article", {"games": 0, "seed": number}))
    chosen: dict[str, Parameter] = {
        "article_games": article_games,
        "seed": seed,
        "untrained": untrained,
    }
    games = default_games() if strong_games is None else strong_games
    chosen["strong_games"] = games
    for name, place in STRONG.items() if games else ():
        lessons.append(Lesson(name, "strong", {"games": games, "seed": seed, **place}))
    if not lessons:
        raise IllegalState("a table of policies needs at least one policy; all were left out")
    with computing_on(executor):
        return train(lessons, chosen, folder, threads=threads, progress=progress)


def train(
    lessons: Sequence[Lesson],
    chosen: dict[str, Parameter],
    folder: str | os.PathLike[str] | None = None,
    *,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
) -> Path:
    """Train some policies, write their table and return its path.

    ``lessons`` are in the table's order; ``chosen`` is what else identifies the build.
    """
    path = table_path("literature-policies", writable_folder(folder))
    with exclusive(path):
        return _train(lessons, chosen, path, threads, progress)


def _train(
    lessons: Sequence[Lesson],
    chosen: dict[str, Parameter],
    path: Path,
    threads: int,
    progress: Callable[[int, int], None] | None,
) -> Path:
    """Train some policies and write their table, alone."""
    from llq.store.writing import write_table

    kept = _kept(path)
    courses = [_Course(lesson, path, kept.get(lesson.name)) for lesson in lessons]
    before = [kept[course.lesson.name].seconds for course in courses if course.is_kept]
    before += [taken for one in courses if (taken := one.checkpoints.seconds) is not None]
    watch = Stopwatch(before=max(before, default=None))
    for course in courses:
        course.checkpoints.watch = watch
    policies = _finish(courses, threads, progress)
    columns, named = columns_of(policies)
    spec = PolicyTable.make_spec(**chosen, **named)
    hashes = np.array([one for course in courses for one in course.hashes], np.uint64)
    write_table(path, spec, columns, watch.stop(PolicyTable.command_of(spec)), hashes)
    for course in courses:
        course.checkpoints.remove()
    return path


def _finish(
    courses: Sequence[_Course],
    threads: int,
    progress: Callable[[int, int], None] | None,
) -> list[Policy]:
    total = sum(course.total for course in courses)

    def say() -> None:
        if progress:
            progress(sum(course.games for course in courses), total)

    say()
    while going := [course for course in courses if course.games < course.total]:
        steps = [course.step() for course in going]
        for number, state in run_blocks(train_step, steps, threads=threads):
            going[number].keep(state)
            say()
    return [course.finished() for course in courses]


class Step(NamedTuple):
    """The next step of a training."""

    learner: str
    state: NDArray[np.uint8]


def train_step(step: Step) -> NDArray[np.uint8]:
    """Return a training's state after one step."""
    training: Training = training_class(step.learner).unpack(step.state)
    return run_step(training)


class _Course:
    """A lesson's progress: finished policy or running training.

    ``hashes`` are of the state after each step; ``games`` of ``total`` were played so far.
    """

    def __init__(self, lesson: Lesson, path: Path, kept: _Kept | None) -> None:
        self.lesson = lesson
        self.hashes: list[int] = []
        self.is_kept = False
        """Whether the policy is the existing table's."""
        self.policy: Policy | None = None
        self.games, self.total = 0, 0
        self.checkpoints = Checkpoints(path, canonical_json([lesson.learner, lesson.arguments]))
        if not lesson.is_trained:
            self.policy = replace(untrained_policy(int(lesson.arguments["seed"])), name=lesson.name)
            return
        made = training_class(lesson.learner)
        fresh: Training = made(**lesson.arguments)
        if kept and kept.policy.recipe == fresh.recipe:
            self.policy, self.hashes, self.is_kept = kept.policy, kept.hashes, True
            return
        self._state = fresh.pack()
        self.total = fresh.total
        state, hashes = self.checkpoints.load(_STATE), self.checkpoints.load(_HASHES)
        if state is not None and hashes is not None:
            self._state, self.games = state, made.unpack(state).games
            self.hashes = hashes.tolist()[: steps_of(self.games)]

    def step(self) -> Step:
        """Return the next training step."""
        return Step(self.lesson.learner, self._state)

    def keep(self, state: NDArray[np.uint8]) -> None:
        """Keep the state after a step."""
        self.hashes.append(hash_state(state))
        self.checkpoints.save(_HASHES, np.array(self.hashes, np.uint64))
        self.checkpoints.save(_STATE, state)  # after its hash: there is one of every state
        self._state, self.games = state, min(self.games + BLOCK_GAMES, self.total)

    def finished(self) -> Policy:
        """Return the policy after all steps."""
        if self.policy is None:
            training: Training = training_class(self.lesson.learner).unpack(self._state)
            self.policy = replace(training.policy(), name=self.lesson.name)
        return self.policy


def run_step(training: Training) -> NDArray[np.uint8]:
    """Train one step and return the new state."""
    training.run(min(BLOCK_GAMES, training.total - training.games))
    return training.pack()


def steps_of(games: int) -> int:
    """Return the number of training steps for ``games`` games."""
    return -(-games // BLOCK_GAMES)


def hash_state(packed: NDArray[np.uint8]) -> int:
    """Return a hash of a packed state's arrays, independent of their packing."""
    with np.load(BytesIO(packed.tobytes()), allow_pickle=False) as arrays:
        hashes = [hash_block(arrays[name]) for name in sorted(arrays.files)]
    return hash_block(np.array(hashes, np.uint64))


_STATE, _HASHES = "state", "hashes"


class _Kept(NamedTuple):
    """A policy of the existing table."""

    policy: Policy
    hashes: list[int]
    """Of its steps."""
    seconds: float
    """That the table took."""


def _kept(path: Path) -> dict[str, _Kept]:
    """Return the existing table's policies by name.

    A table that is damaged, of other rules or of another version has none.
    """
    try:
        with open_table(path) as table:
            spec = table.info.spec
            todays = PolicyTable.make_spec(**spec.parameters)
            if (spec.identity(), spec.version) != (todays.identity(), todays.version):
                return {}
            arrays = {column.name: table.read(column.name) for column in spec.columns}
            hashes = table.block_hashes().tolist()
            found = {}
            for policy in policies_of(spec, arrays):
                steps = steps_of(int(policy.recipe.get("games", 0)))
                seconds = table.info.provenance.seconds
                found[policy.name] = _Kept(policy, hashes[:steps], seconds)
                del hashes[:steps]
    except (LlqError, KeyError, ValueError):
        return {}
    return found


def replay_training(
    table: TableFile, share: float, progress: Callable[[int, int], None] | None = None
) -> tuple[list[str], list[str]]:
    """Retrain stored policies for a share of their steps, and compare states.

    A step needs the state that the last one left, so these are the first steps of each training. At
    least one step of each is made. Return the names of the steps made, such as ``article-1``, and
    of those that differ.
    """
    spec = table.info.spec
    arrays = {column.name: table.read(column.name) for column in spec.columns}
    hashes = table.block_hashes().tolist()
    trained = []
    for policy in policies_of(spec, arrays):
        steps = steps_of(int(policy.recipe.get("games", 0)))
        if steps:
            trained.append((policy, hashes[:steps], max(1, round(share * steps))))
        del hashes[:steps]
    total = sum(wanted for *_, wanted in trained)
    made, differing = [], []
    for policy, expected, wanted in trained:
        arguments = {name: policy.recipe[name] for name in ("games", "seed")}
        training = training_class(policy.learner)(**arguments, **STRONG.get(policy.name, {}))
        for step in range(wanted):
            made.append(f"{policy.name}-{step + 1}")
            if [hash_state(run_step(training))] != expected[step : step + 1]:
                differing.append(made[-1])
            if progress:
                progress(len(made), total)
    return made, differing
