"""The build of a solved table: solve, then write."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from llq.query.dominion.table.table import WHOLE, DominionTable
from llq.solver.arguments import check_threads
from llq.solver.dominion.variants import rules
from llq.store.locate import table_path, writable_folder
from llq.store.provenance import Stopwatch


def build_table(
    turns: int = WHOLE,
    folder: str | os.PathLike[str] | None = None,
    *,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
) -> Path:
    """Solve Dominion games of up to ``turns`` turns, write the table and return its path.

    Up to 31 turns the table holds the payout and the action of every state, up to 100 the action
    of every state and the payouts of decks with up to 20 bought cards, beyond that both of decks
    with up to 20. The optimal score of every length is always there.

    Raises
    ------
    IllegalState, UnknownState
        The game has no turns, or more than 500.
    TableNotWritable
        The folder cannot be written to.
    """
    spec = DominionTable.make_spec(turns)
    check_threads(threads)
    path = table_path(spec.name, writable_folder(folder))
    watch = Stopwatch(DominionTable.command_of(spec))

    # Imported here: compiling is for those who build.
    from llq.solver.dominion.solitaire.solver import solve
    from llq.store.writing import write_table

    payout_decks, policy_decks = (
        int(spec.parameters[name]) for name in ("payout_decks", "policy_decks")
    )
    game = rules()
    best = solve(
        game,
        turns,
        values=True,
        codes=True,
        value_depth=payout_decks,
        code_depth=policy_decks,
        threads=threads,
    )
    if progress:
        progress(1, 2)
    arrays: dict[str, NDArray[Any]] = {
        "score": best.scores,
        "payout": best.values,
        "action": best.codes.astype(np.uint16),
    }
    write_table(path, spec, arrays, watch.stop())
    if progress:
        progress(2, 2)
    return path
