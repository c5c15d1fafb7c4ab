"""Building tables by name, the standard set, or what is out of date."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from llq.errors import LlqError
from llq.query.counts import check_threads
from llq.query.games import named
from llq.query.progress import offset_progress
from llq.query.standard_set import Wanted, build_wanted, stale_tables, standard_tables

__all__ = ["build"]

Progress = Callable[[int, int], None] | None


def build(
    *names: str,
    stale: bool = False,
    folder: str | os.PathLike[str] | None = None,
    threads: int = 2,
    progress: Progress = None,
) -> tuple[Path, ...]:
    """Build tables and return their files: the standard set, some kinds by name, or the stale ones.

    What is there already, sound and today's, is not built again, except by name. An interrupted
    build resumes when it is called again.

    Parameters
    ----------
    names
        Such as ``sueca-matches``, as ``llq build`` names them, each as it is by default; none
        means the standard set, the tables that come with llq.
    stale
        Build instead the tables of the folder that other code built, as they were told then.
    folder
        Where they go; by default where tables are looked for first.
    threads
        Threads, on which no result depends.
    progress
        Called with tables done, in hundredths, and their total.

    Raises
    ------
    LlqError
        There is no such table, or one cannot be built.
    """
    if names and stale:
        raise LlqError("name tables, or ask for the stale ones, not both")
    check_threads(threads)
    if names:
        wanted = [Wanted(name, named(name), {}, 0.0, False) for name in names]
    else:
        wanted = stale_tables(folder) if stale else standard_tables(folder)
    total = 100 * sum(not one.is_built for one in wanted)
    done = 0

    @contextmanager
    def show(_: str) -> Iterator[Progress]:
        nonlocal done
        part = offset_progress(progress, done, total)
        done += 100
        yield part and (lambda made, of: part(100 * made // max(1, of), 100))

    return tuple(build_wanted(wanted, folder, threads=threads, show=show))
