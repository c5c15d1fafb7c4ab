"""Sets of tables: the standard one, which ships with llq, and stale ones; listed and built."""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from llq.errors import FormatTooOld, IllegalState, LlqError, StaleTable
from llq.query.games import all_kinds, find_kind, find_kind_by_name
from llq.query.table_kinds import TableKind
from llq.query.tables.files import open_todays
from llq.query.tables.files import tables as table_files
from llq.solver.arguments import check_threads
from llq.solver.jobs.progress import Progress, scale_progress
from llq.store.locate import VARIABLE, table_folders, table_path
from llq.store.tables import open_table


class PlannedTable(NamedTuple):
    """A table that is to be built."""

    name: str
    kind: TableKind
    options: Mapping[str, Any]
    seconds: float
    """Seconds of the last build, 0 if unknown."""
    is_built: bool
    """Whether it is there, sound and today's."""


def build(
    *names: str,
    stale: bool = False,
    folder: str | os.PathLike[str] | None = None,
    threads: int = 2,
    progress: Progress = None,
) -> tuple[Path, ...]:
    """Build tables and return their files: the standard set, named kinds, or stale tables.

    Tables that are already built, sound and up to date are not built again, except by name. An
    interrupted build resumes when this is called again.

    Parameters
    ----------
    names
        Kinds of table as ``llq build`` names them, such as ``sueca-matches``, each with its default
        options; no names mean the standard set, the tables that come with llq.
    stale
        Build the folder's stale tables instead, with the options that they were built with.
    folder
        Where the tables go; by default where tables are looked for first.
    threads
        The number of threads, on which no result depends.
    progress
        Called with the tables done, in hundredths, and their total.

    Raises
    ------
    IllegalState, UnknownGame
        There is no such table, or one cannot be built.
    """
    if names and stale:
        raise IllegalState("name tables, or ask for the stale ones, not both")
    check_threads(threads)
    if names:
        tables = [PlannedTable(name, find_kind_by_name(name), {}, 0.0, False) for name in names]
    else:
        tables = stale_tables(folder) if stale else standard_tables(folder)
    parts, numbers = sum(not table.is_built for table in tables), count()

    @contextmanager
    def show(_: str) -> Iterator[Progress]:
        yield scale_progress(progress, next(numbers), parts, 100)

    return tuple(build_planned(tables, folder, threads=threads, show=show))


def standard_tables(folder: str | os.PathLike[str] | None = None) -> list[PlannedTable]:
    """Return the standard tables of a folder, each after its prerequisites."""
    folder = table_folders()[0] if folder is None else folder
    return [
        PlannedTable(name, kind, options, _build_seconds(name), _is_current(name, folder, options))
        for kind in all_kinds()
        for name, options in kind.standard.items()
    ]


def stale_tables(folder: str | os.PathLike[str] | None = None) -> list[PlannedTable]:
    """Return a folder's stale tables, with their original build options."""
    folder = Path(table_folders()[0] if folder is None else folder)
    stale = []
    for table in table_files():
        if table.path.parent != folder or not isinstance(table.error, StaleTable | FormatTooOld):
            continue
        kind = find_kind(table.name)
        try:
            with open_table(table.path) as opened:
                options = kind.table.options_of(table.name, opened.info.spec)
        except LlqError:
            options = dict(kind.standard.get(table.name) or kind.table.options_of(table.name))
        stale.append(PlannedTable(table.name, kind, options, _build_seconds(table.name), False))
    order = [kind.name for kind in all_kinds()]
    return sorted(stale, key=lambda table: order.index(table.kind.name))


def build_planned(
    tables: list[PlannedTable],
    folder: str | os.PathLike[str] | None = None,
    *,
    threads: int = 2,
    show: Callable[[str], AbstractContextManager[Any]] = lambda _: nullcontext(),
) -> Iterator[Path]:
    """Build tables one after another and yield each one's path; tables already built are skipped.

    The tables that they are built from are looked for in ``folder`` first. ``show`` takes a label
    and returns a context manager, which yields a function that is called with progress.
    """
    pending = [table for table in tables if not table.is_built]
    for number, table in enumerate(pending, start=1):
        minutes = max(1, round(sum(later.seconds for later in pending[number - 1 :]) / 60))
        label = f"{number}/{len(pending)} {table.name} (all: about {minutes} min)"
        with _looking_in(folder), show(label) as progress:
            options = {"folder": folder, "threads": threads, "progress": progress}
            yield table.kind.table.build(**table.options, **options)


def _build_seconds(name: str) -> float:
    """Return a table's last build time in seconds, else 0."""
    try:
        with open_table(table_path(name)) as table:
            return table.info.provenance.seconds
    except LlqError:
        return 0.0


def _is_current(name: str, folder: str | os.PathLike[str], options: Mapping[str, Any]) -> bool:
    try:
        with open_todays(table_path(name, folder)) as table:
            parameters = table.info.spec.parameters
    except LlqError:
        return False
    for option, value in options.items():
        expected = ",".join(value) if isinstance(value, tuple) else value  # as a file has words
        if parameters.get(option, expected) != expected:
            return False
    return True


@contextmanager
def _looking_in(folder: str | os.PathLike[str] | None) -> Iterator[None]:
    """Search a folder for tables first, so that builds find their prerequisites."""
    earlier = os.environ.get(VARIABLE)
    if folder is not None:
        os.environ[VARIABLE] = os.fspath(Path(folder).resolve())
    try:
        yield
    finally:
        if earlier is None:
            os.environ.pop(VARIABLE, None)
        else:
            os.environ[VARIABLE] = earlier
