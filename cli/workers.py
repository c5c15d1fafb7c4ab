"""``--on``, the worker option of long commands."""

import inspect
from collections.abc import Callable
from functools import update_wrapper
from typing import Annotated, Any

import typer

from llq.cli.options import give_options, option_parameter
from llq.cli.output.console import messages

THREADS = "threads"
_OnOption = Annotated[
    str,
    typer.Option(
        metavar="WORKERS",
        help="What computes: threads, processes, or tcp://HOST:PORT, a Dask scheduler; results do "
        "not depend on it.",
    ),
]


def on_workers(command: Callable[..., None]) -> Callable[..., None]:
    """Return a long command that takes ``--on``.

    Every job in it that is cut into blocks (`llq.solver.jobs.blocks`) is computed there.
    """
    parameters = list(inspect.signature(command, eval_str=True).parameters.values())

    def run(*args: Any, on: str = THREADS, **options: Any) -> None:
        if on == THREADS:
            command(*args, **options)
            return
        from llq.query.jobs.executors import computing_at

        with computing_at(on, options[THREADS]) as workers:
            messages.print(f"Blocks are computed by {workers} workers on {on}")
            command(*args, **options)

    update_wrapper(run, command)
    index = [parameter.name for parameter in parameters].index(THREADS) + 1
    parameters.insert(index, option_parameter("on", _OnOption, THREADS))
    give_options(run, parameters)
    return run
