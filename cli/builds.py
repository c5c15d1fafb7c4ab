"""Commands that build: progress, what is replaced, and building a missing table first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from llq.cli.output import announce, messages, progress_bar
from llq.errors import LlqError, TableMissing, TableNotWritable
from llq.query.games import named

__all__ = ["building", "open_or_build", "say_built", "say_replaced"]

Table = TypeVar("Table")


def open_or_build(
    kind: str,
    open_table: Callable[[], Table],
    *,
    whole: bool = False,
    threads: int = 2,
    **told: Any,
) -> Table:
    """Return a table; if there is none, build it first, and say so with what that takes.

    Parameters
    ----------
    kind
        What ``llq build`` calls it.
    open_table
        Returns the table, or raises `TableMissing`.
    whole
        Whether to build the whole table where the kind has a small one too.
    told
        What to tell the build instead of what a small one is told.
    """
    try:
        return open_table()
    except TableMissing:
        found = named(kind)
    small = {} if whole or told else found.small_build or {}
    if small:
        what = (
            f"No {kind} table yet: building a small one, once; for the full one: llq build {kind}"
        )
    else:
        what = f"No {kind} table yet: building it, once"
    announce(what, found.takes)
    with building(f"Building {kind}") as progress:
        path = found.build(**small, **told, threads=threads, progress=progress)
    say_built(path)
    return open_table()


def say_replaced(
    open_old: Callable[[Path | None], Any], folder: Path | None, games: int, *, replace: bool
) -> None:
    """Say which table, by the command that makes it again, is about to be replaced, if one is.

    Raises
    ------
    TableNotWritable
        It has more games than these, and nobody said that it may go.
    """
    try:
        old = open_old(folder)
    except LlqError:  # none yet, or none that could be used
        return
    if old.total_games > games and not replace:
        raise TableNotWritable(
            f"{old.info.path} has {old.total_games:,} games, this build would have {games:,}: give "
            f"--replace if it may go, or another --folder; it was made by: {old.command}"
        )
    messages.print(f"This will replace the table of: {old.command}", soft_wrap=True)


@contextmanager
def building(label: str) -> Iterator[Callable[[int, int], None]]:
    """Show the progress of a build that can be resumed, and say so if it is interrupted."""
    try:
        with progress_bar(label, remaining=True) as progress:
            yield progress
    except KeyboardInterrupt:
        messages.print("Stopped. What is finished is kept: the same command goes on from there.")
        raise


def say_built(path: Path) -> None:
    """Say where a table is, and where unfinished builds of others are, if there are any."""
    from llq.store.checkpoints import partial_folder

    messages.print(f"Built {path}", soft_wrap=True)
    if (others := partial_folder(path)).exists():
        messages.print(
            f"{others} has unfinished builds of other parameters or solvers; delete what you do "
            "not want to go on with",
            soft_wrap=True,
        )
