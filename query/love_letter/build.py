"""Building a variant's table: solve, then write."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.query.love_letter.table import table_spec
from llq.solver.love_letter.variants import find_rules
from llq.store.locate import table_path, writable_folder

__all__ = ["build_love_letter"]


def build_love_letter(
    variant: str = "classic",
    folder: str | os.PathLike[str] | None = None,
    *,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
) -> Path:
    """Solve a variant, write its table and return the table's path.

    Parameters
    ----------
    folder
        Where the table goes; by default the first place in which tables are looked for.
    threads
        Threads that share the work.
    progress
        Called with the work done so far and all of it.

    Raises
    ------
    UnknownGame
        There is no such variant.
    IllegalState
        There is no thread to work.
    TableNotWritable
        The folder cannot be written to.
    """
    rules = find_rules(variant)
    folder = writable_folder(folder)

    # Imported here: compiling is for those who build.
    from llq.solver.love_letter.reach import reachable
    from llq.solver.love_letter.solver import solve
    from llq.store.writing import write_table

    if threads < 1:
        raise IllegalState(f"threads are 1 or more; got {threads}")

    def report(done: int, total: int) -> None:
        if progress:
            progress(done, 2 * total)  # the search for reachable states takes as long again

    solution = solve(rules, threads=threads, progress=report)
    spec = table_spec(rules)
    path = table_path(spec.name, folder)
    arrays: dict[str, NDArray[Any]] = {
        "value": solution.values,
        "action": solution.actions,
        "reachable": reachable(rules),
    }
    if progress:
        progress(1, 1)
    write_table(path, spec, arrays)
    return path
