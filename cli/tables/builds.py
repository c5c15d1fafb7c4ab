"""Commands that build: progress, what a build replaces, and building a missing table first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from llq.cli.output.printing import Format, announce, messages, print_files, progress_bar
from llq.errors import LlqError, TableMissing, TableNotWritable
from llq.query.games import find_kind

if TYPE_CHECKING:
    from llq.query.table_kinds import TableKind

Answer = TypeVar("Answer")

_RESUMES = "Stopped. Finished parts are kept: the same command resumes the build."


def with_tables(ask: Callable[[], Answer], threads: int = 2, *, unasked: bool = False) -> Answer:
    """Return the result of ``ask``, after announcing and building every missing table.

    Every error but `TableMissing` is passed to the caller. If ``unasked``, tables that take very
    long are built too.
    """
    while True:
        try:
            return ask()
        except TableMissing as error:
            missing = error.table
            if not missing:
                raise
            kind = find_kind(missing)
            options = kind.table.options_of(missing)
            cost = kind.table.cost(**options)
            if cost is None and not unasked:
                raise
        announce(f"No table {missing} yet: building it, once", cost or kind.takes)
        show = building if kind.resumes else progress_bar
        with show(f"Building {missing}") as progress:
            build = partial(kind.table.build, **options, threads=threads, progress=progress)
            path = with_tables(build, threads, unasked=unasked)
        print_built(path)


def check_replacement(kind: TableKind, folder: Path | None, games: int, *, replace: bool) -> None:
    """Announce a table's replacement, or raise TableNotWritable for fewer games."""
    (name,) = kind.standard
    try:
        old: Any = kind.table.load(name, folder)
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
    """Show a resumable build's progress; on Ctrl-C, say that it resumes."""
    try:
        with progress_bar(label, remaining=True) as progress:
            yield progress
    except KeyboardInterrupt:
        raise KeyboardInterrupt(_RESUMES) from None


def print_built(path: Path, form: Format = Format.table) -> None:
    """Print a table's path, as a message or a result in JSON or CSV, and any unfinished builds."""
    from llq.store.checkpoints import partial_folder

    if form is Format.table:
        messages.print(f"Built {path}")
    else:
        print_files([path], form)
    if (unfinished := partial_folder(path)).exists():
        messages.print(
            f"{unfinished} has unfinished builds with other parameters or solvers; delete those "
            "that you do not want to resume"
        )
