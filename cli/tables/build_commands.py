"""``llq build`` commands: table options, plus shared folder and resource options."""

import inspect
from collections.abc import Callable, Mapping
from functools import update_wrapper
from typing import Any, NamedTuple, TypeVar

import typer

from llq.cli.groups import Command
from llq.cli.options import FolderOption, ReplaceOption, ThreadsOption
from llq.cli.output.printing import Format, FormatOption, announce, progress_bar
from llq.cli.tables.builds import building, check_replacement, print_built
from llq.cli.workers import give_options, on_workers
from llq.query.games import find_kind_by_name

Planned = TypeVar("Planned", bound="Callable[..., Build]")


class Build(NamedTuple):
    """A table to build."""

    label: str
    """Progress label, such as "Solving the race"."""
    options: Mapping[str, Any]
    takes: str = ""
    """Expected time, printed before the build; empty for seconds."""
    games: int = 0
    """Games to play, compared with the replaced table's."""


def _shared(
    *,
    folder: FolderOption = None,
    threads: ThreadsOption = 2,
    replace: ReplaceOption = False,
    form: FormatOption = Format.table,
) -> None:
    """Hold the shared options of builds."""


_SHARED = dict(inspect.signature(_shared, eval_str=True).parameters)


def build_command(
    app: typer.Typer, name: str, *, is_in_blocks: bool = True, has_games: bool = False, **texts: str
) -> Callable[[Planned], Planned]:
    """Return a decorator that adds the command of a build plan.

    Commands whose work ``is_in_blocks`` have the option ``--on``; those of tables that have games,
    ``--replace``. ``texts`` are facts for the help, besides ``takes``.
    """
    kind = find_kind_by_name(name)

    def add(plan: Planned) -> Planned:
        parameters = inspect.signature(plan, eval_str=True).parameters
        shared = {name: param for name, param in _SHARED.items() if has_games or name != "replace"}

        def run(**options: Any) -> None:
            from llq.store.locate import writable_folder

            planned = plan(**{name: options[name] for name in parameters})
            folder = options["folder"]
            writable_folder(folder)  # before it says what it does
            if has_games:
                check_replacement(kind, folder, planned.games, replace=options["replace"])
            if has_games or planned.takes:
                announce(planned.label, planned.takes)
            show = building if kind.resumes else progress_bar
            with show(planned.label) as progress:
                path = kind.table.build(
                    **planned.options, folder=folder, threads=options["threads"], progress=progress
                )
            print_built(path, options["form"])

        update_wrapper(run, plan)
        give_options(run, (dict(parameters) | shared).values())
        for fact, text in {"takes": kind.takes, **texts}.items():
            run.__doc__ = (run.__doc__ or "").replace(f"{{{fact}}}", text or "an unknown time")
        app.command(name, cls=Command)(on_workers(run) if is_in_blocks else run)
        return plan

    return add
