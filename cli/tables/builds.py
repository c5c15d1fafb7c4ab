"""Commands that build: progress, what a build replaces, and building a missing table first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from llq.cli.output.printing import Format, announce, messages, print_files, progress_bar
from llq.errors import LlqError, TableMissing, TableNotWritable
from llq.query.games import find_game, named

if TYPE_CHECKING:
    from llq.query.jobs.block_build import BlockJob

Opened = TypeVar("Opened")

_RESUMES = "Stopped. Finished parts are kept: the same command resumes the build."


def open_or_build(
    kind: str,
    open_it: Callable[[], Opened],
    *,
    what: str = "",
    takes: str | Callable[[], str] = "",
    threads: int = 2,
    **options: Any,
) -> Opened:
    """Return what ``open_it`` returns, after building the table that it misses, with a message.

    Check every argument first: a question that cannot be answered should build nothing.

    Parameters
    ----------
    kind
        The kind of table that may be missing, as ``llq build`` names it.
    open_it
        Opens the table, or asks it a question. Every error but `TableMissing` is passed to the
        caller.
    what
        The table in the message, such as ``study of hobbit Love Letter``.
    takes
        Time and memory, where they are not those of the kind; a function is asked only if the
        table is missing, and may refuse what cannot be built.
    threads
        Threads to build with.
    options
        What to build, as `TableKind.build` takes it.
    """
    try:
        return open_it()
    except TableMissing:
        built = named(kind)
    cost = (takes if isinstance(takes, str) else takes()) or built.takes
    announce(f"No {what or f'table {kind}'} yet: building it, once", cost)
    show = building if built.resumes else progress_bar
    with show(f"Building {what or kind}") as progress:
        path = built.build(**options, threads=threads, progress=progress)
    say_built(path)
    return open_it()


def build_games(
    job: BlockJob[Any],
    build: Callable[..., Path],
    open_old: Callable[[Path | None], Any],
    games: int,
    what: str = "",
    *,
    folder: Path | None,
    threads: int,
    replace: bool,
    form: Format,
) -> None:
    """Build a table of games, and say first what it replaces.

    ``open_old`` is that of `say_replaced`.
    """
    say_replaced(open_old, folder, games, replace=replace)
    announce(what or f"Playing {games:,} games")
    with building(what or f"Playing {find_game(job.spec.game).title}") as progress:
        path = build(folder=folder, threads=threads, progress=progress)
    say_built(path, form)


def say_replaced(
    open_old: Callable[[Path | None], Any], folder: Path | None, games: int, *, replace: bool
) -> None:
    """Print which table, with the command that rebuilds it, is about to be replaced, if any.

    Raises
    ------
    TableNotWritable
        It has more games than the new one, and ``replace`` was not given.
    """
    try:
        old = open_old(folder)
    except LlqError:  # there is none yet, or it cannot be read
        return
    if old.total_games > games and not replace:
        raise TableNotWritable(
            f"{old.info.path} has {old.total_games:,} games, this build would have {games:,}: use "
            f"--replace to replace it, or another --folder; it was made by: {old.command}"
        )
    messages.print(f"This will replace the table of: {old.command}")


@contextmanager
def building(label: str) -> Iterator[Callable[[int, int], None]]:
    """Show the progress of a build that resumes; if it is interrupted, say so."""
    try:
        with progress_bar(label, remaining=True) as progress:
            yield progress
    except KeyboardInterrupt:
        raise KeyboardInterrupt(_RESUMES) from None


def say_built(path: Path, form: Format = Format.table) -> None:
    """Print the path of a table, and the paths of its unfinished builds, if there are any.

    The message is for people; as JSON or CSV the path is printed as a result.
    """
    from llq.store.checkpoints import partial_folder

    if form is Format.table:
        messages.print(f"Built {path}")
    else:
        print_files([path], form)
    if (others := partial_folder(path)).exists():
        messages.print(
            f"{others} has unfinished builds with other parameters or solvers; delete those that "
            "you do not want to resume"
        )
