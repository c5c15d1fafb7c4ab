"""Builds of a variant's table: solve, then write."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from llq.query.love_letter.table.stored_leads import trim
from llq.query.love_letter.table.table import Table
from llq.query.love_letter.variant_tables import find_scoring
from llq.solver.arguments import check_threads
from llq.solver.love_letter import variants
from llq.solver.love_letter.rules import Rules, Scoring
from llq.solver.love_letter.table.states import state_space
from llq.store.locate import table_path, writable_folder
from llq.store.provenance import Stopwatch


def build_table(
    variant: str = "classic",
    folder: str | os.PathLike[str] | None = None,
    *,
    scoring: str = Scoring.HALF,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
) -> Path:
    """Solve a variant, write its table and return the file.

    Parameters
    ----------
    variant
        A variant of `rules`, such as ``hobbit`` or ``deck-5-2-2-2-2-1-1-1``.
    folder
        Where the table goes; by default where tables are looked for first.
    scoring
        How equal final cards are decided: ``half`` a win to each, or by ``discards``.
    threads
        Threads, on which no result depends.
    progress
        Called with the work done and its total.

    Raises
    ------
    UnknownGame
        There is no such variant or scoring.
    IllegalState
        ``threads`` is not positive, or the variant is not solved by this scoring.
    TableNotWritable
        The folder cannot be written to.
    """
    rules, rule = variants.rules(variant), find_scoring(scoring)
    spec = Table.make_spec(variant, rule)
    folder = writable_folder(folder)

    # Imported here: only builds load the compiler.
    from llq.store.writing import write_table

    check_threads(threads)

    def report(done: int, total: int) -> None:
        if progress:
            progress(done, 2 * total)  # the search for reachable states takes as long

    path = table_path(spec.name, folder)
    watch = Stopwatch(Table.build_command(variant=rules.variant, scoring=rule))
    arrays = _arrays(rules, rule, threads, report)
    if progress:
        progress(1, 1)
    write_table(path, spec, arrays, watch.stop())
    return path


def _arrays(
    rules: Rules, rule: Scoring, threads: int, report: Callable[[int, int], None]
) -> dict[str, NDArray[Any]]:
    from llq.solver.love_letter.table.reach import reachable
    from llq.solver.love_letter.table.solver import solve

    solution = solve(rules, rule, threads=threads, progress=report)
    arrays: dict[str, NDArray[Any]] = {"value": solution.values, "action": solution.actions}
    if rule == Scoring.HALF:
        arrays["reachable"] = reachable(rules)
    else:
        index, kept = trim(state_space(rules), solution, reachable(rules))
        arrays = {name: column[kept] for name, column in arrays.items()}
        arrays |= {f"lead_{n}": getattr(index, n) for n in ("first", "width", "shift")}
    return arrays
