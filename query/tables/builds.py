"""Table builds: the standard set, named kinds, or stale tables."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from llq.errors import IllegalState
from llq.query.games import find_kind_by_name
from llq.query.tables.standard_set import Wanted, build_wanted, stale_tables, standard_tables
from llq.solver.arguments import check_threads
from llq.solver.jobs.blocks import offset_progress

Progress = Callable[[int, int], None] | None


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
        tables = [Wanted(name, find_kind_by_name(name), {}, 0.0, False) for name in names]
    else:
        tables = stale_tables(folder) if stale else standard_tables(folder)
    total = 100 * sum(not table.is_built for table in tables)
    offset = 0

    @contextmanager
    def show(_: str) -> Iterator[Progress]:
        nonlocal offset
        part = offset_progress(progress, offset, total)
        offset += 100
        yield part and (lambda step, steps: part(100 * step // max(1, steps), 100))

    return tuple(build_wanted(tables, folder, threads=threads, show=show))
