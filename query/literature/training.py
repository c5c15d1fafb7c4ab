"""Building the table of policies: each is trained in steps, and its state is kept after each step.

The trainings run on daemon threads that nobody waits for: an interrupt is heard at once, and costs
the step that each of them is in.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_EXCEPTION, wait
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event, Lock
from typing import TYPE_CHECKING, Any, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState, LlqError
from llq.query.literature.policies import (
    ARTICLE_GAMES,
    LEARNERS,
    UNTRAINED,
    columns_of,
    learner_hash,
    policies_of,
    policies_spec,
)
from llq.query.players import check_seed
from llq.solver.threads import DaemonThreads
from llq.store.checkpoints import Checkpoints
from llq.store.locate import table_path, writable_folder
from llq.store.schema import Parameter, canonical_json
from llq.store.tables import open_table

if TYPE_CHECKING:
    from llq.solver.literature.policy import Policy

__all__ = [
    "Lesson",
    "Training",
    "build_policies",
    "default_compact_games",
    "train",
]

BLOCK_GAMES = 100
"""Games of a step: some seconds, all that an interrupted build loses."""


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
        """Return a training that resumes from a state, to the same bits."""

    def policy(self) -> Policy:
        """Return the policy learnt so far."""


@dataclass(frozen=True)
class Lesson:
    """A policy to be trained."""

    name: str
    learner: str
    arguments: dict[str, int]
    """Of the learner's training; with 0 ``games`` the network stays as it begins."""

    @property
    def is_trained(self) -> bool:
        """Whether there is anything to train."""
        return self.arguments.get("games") != 0


def training_class(learner: str) -> Any:
    """Return a learner's class of training."""
    if learner == "article":
        from llq.solver.literature.learners.article_training import ArticleTraining

        return ArticleTraining
    from llq.solver.literature.learners.compact_training import CompactTraining

    return CompactTraining


def default_compact_games() -> int:
    """Return the number of games that `compact` is trained for by default."""
    return int(training_class("compact")().total)


def untrained_policy(seed: int) -> Policy:
    """Return the article's network as it begins."""
    from llq.solver.literature.learners.article import untrained

    return untrained(seed)


def build_policies(
    article_games: int = ARTICLE_GAMES,
    compact_games: int | None = None,
    seed: int = 1,
    untrained: int = UNTRAINED,
    folder: str | os.PathLike[str] | None = None,
    *,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
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
    compact_games
        Training games of ``compact``, our own; by default what its recipe says, 0 leaves it out.
    seed
        Of both.
    untrained
        Number of networks of the article's kind that are kept as they begin: ``untrained-1``, of
        seed 1, and so on.
    threads
        Trainings at a time; no result depends on it.
    progress
        Called with the games played and their total.

    Raises
    ------
    IllegalState
        A number is negative, or there would be no policy at all.
    TableNotWritable
        The folder cannot be written to.
    """
    seed = check_seed(seed)
    if min(article_games, compact_games or 0, untrained) < 0 or threads < 1:
        raise IllegalState(
            "numbers of games and networks must be 0 or more, threads 1 or more; got "
            f"{article_games}, {compact_games}, {untrained} and {threads}"
        )
    lessons = [Lesson("article", "article", {"games": article_games, "seed": seed})]
    lessons *= article_games > 0
    for number in range(1, untrained + 1):
        lessons.append(Lesson(f"untrained-{number}", "article", {"games": 0, "seed": number}))
    if compact_games is None:
        compact_games = default_compact_games()
    if compact_games:
        lessons.append(Lesson("compact", "compact", {"games": compact_games, "seed": seed}))
    if not lessons:
        raise IllegalState("a table of policies needs at least one policy; all were left out")
    chosen: dict[str, Parameter] = {
        "article_games": article_games,
        "compact_games": compact_games,
        "seed": seed,
        "untrained": untrained,
    }
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

    Parameters
    ----------
    lessons
        The policies, in the table's order.
    chosen
        What else identifies the build.

    Raises
    ------
    TableNotWritable
        The folder cannot be written to.
    """
    from llq.store.writing import write_table

    path = table_path("literature-policies", writable_folder(folder))
    kept = _kept(path)
    courses = [_Course(lesson, path, kept.get(lesson.name)) for lesson in lessons]
    total = sum(course.total for course in courses)
    lock, stop = Lock(), Event()

    def say() -> None:
        if progress:
            with lock:
                progress(sum(course.games for course in courses), total)

    say()
    with DaemonThreads(threads) as pool:
        running = [pool.submit(course.finish, say, stop) for course in courses]
        try:
            while wait(running, _POLL_SECONDS, FIRST_EXCEPTION).not_done:
                for one in running:
                    if one.done():
                        one.result()  # raises what ended it
            policies = [one.result() for one in running]
        finally:
            stop.set()
    columns, named = columns_of(policies)
    write_table(path, policies_spec({**chosen, **named}), columns)
    for course in courses:
        course.checkpoints.remove()
    return path


class _Course:
    """A lesson under way: the policy if there is one already, else its training."""

    def __init__(self, lesson: Lesson, path: Path, kept: tuple[str, Policy] | None) -> None:
        self.lesson = lesson
        self.policy: Policy | None = None
        self.training: Training | None = None
        source = learner_hash(lesson.learner)
        self.checkpoints = Checkpoints(
            path, canonical_json([lesson.learner, lesson.arguments, source])
        )
        if not lesson.is_trained:
            self.policy = replace(untrained_policy(lesson.arguments["seed"]), name=lesson.name)
            return
        made = training_class(lesson.learner)
        fresh: Training = made(**lesson.arguments)
        if kept and kept[0] == source and kept[1].recipe == fresh.recipe:
            self.policy = kept[1]
            return
        state = self.checkpoints.load(_STATE)
        self.training = fresh if state is None else made.unpack(state)

    @property
    def games(self) -> int:
        """Games played so far."""
        return self.training.games if self.training else 0

    @property
    def total(self) -> int:
        """Games to be played."""
        return self.training.total if self.training else 0

    def finish(self, say: Callable[[], None], stop: Event) -> Policy:
        """Train to the end, or until told to stop, and return the policy."""
        if self.training is None:
            assert self.policy is not None
            return self.policy
        while self.training.games < self.training.total and not stop.is_set():
            self.training.run(min(BLOCK_GAMES, self.training.total - self.training.games))
            self.checkpoints.save(_STATE, self.training.pack())
            say()
        return replace(self.training.policy(), name=self.lesson.name)


_STATE = "state"
_POLL_SECONDS = 0.5  # a signal just before a wait without an end would not be heard


def _kept(path: Path) -> dict[str, tuple[str, Policy]]:
    """Return the policies of the table that is there, and the hash of their learner, by name.

    A table that is damaged or of other rules has none. Hashes are by learner: a change of one
    leaves the other's policies.
    """
    try:
        with open_table(path) as table:
            spec = table.info.spec
            if spec.identity() != policies_spec(dict(spec.parameters)).identity():
                return {}
            arrays = {column.name: table.read(column.name) for column in spec.columns}
            hashes = dict(zip(LEARNERS, spec.solver_hash.split("-"), strict=True))
            policies = policies_of(spec, arrays)
    except (LlqError, KeyError, ValueError):
        return {}
    return {policy.name: (hashes[policy.learner], policy) for policy in policies}
