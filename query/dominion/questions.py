"""Dominion questions whose answers need a special form."""

from collections.abc import Callable

from llq.query.checks import Checks, Every, Only
from llq.query.inputs import Seed, Threads
from llq.query.questions import question


@question(
    examples=("--only fails --format csv",),
    busy="Checking the thesis's claims and our exact means (about a minute and a half)",
    is_long=True,
)
def verify(
    only: Only | None = None,
    *,
    every: Every = False,
    seed: Seed = 1,
    threads: Threads = 2,
    progress: Callable[[int, int], None] | None = None,
) -> Checks:
    """Check the thesis's claims about Dominion against exact numbers, with verdicts."""
    from llq.query.dominion.table.table import open_table
    from llq.query.dominion.verification import run

    open_table()
    checks = [*run.verify(seed=seed, threads=threads, progress=progress)]
    return Checks(checks=checks, page="measured/dominion", only=only, every=every)
