"""Commands that build: progress, what is replaced, and building a missing table first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from llq.cli.output import messages, progress_bar
from llq.errors import LlqError, TableNotWritable

__all__ = ["building", "say_built", "say_replaced"]


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
    """Show how far a build is that goes on where it was, and say so if it is stopped."""
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
