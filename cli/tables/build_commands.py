"""Commands of ``llq build``: each says what to build, and all share where, with what and how."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial, update_wrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import typer

from llq.cli.help_texts import with_texts
from llq.cli.options import FolderOption, ReplaceOption, ThreadsOption
from llq.cli.output.printing import Format, FormatOption, announce, progress_bar
from llq.cli.tables.builds import build_games, building, say_built
from llq.cli.workers import give_options, on_workers
from llq.query.games import named

if TYPE_CHECKING:
    from llq.query.jobs.block_build import BlockJob

Planned = TypeVar("Planned", bound="Callable[..., Build | Games]")
Builder = Callable[..., Path]
"""Takes ``folder``, ``threads`` and ``progress``, and returns the table's file."""


class Build(NamedTuple):
    """A table to build."""

    what: str
    """The work in words, such as "Solving the race"."""
    build: Builder
    takes: str = ""
    """Printed before it begins; empty where it takes seconds."""
    resumes: bool = False
    """Whether an interrupted build resumes."""
    remaining: bool = False
    """Whether the time left is shown, which needs work of an even pace."""


class Games(NamedTuple):
    """A table of games to play, as `build_games` takes it."""

    job: BlockJob[Any]
    build: Builder
    open_old: Callable[[Path | None], Any]
    games: int
    what: str = ""


def _shared(
    *,
    folder: FolderOption = None,
    threads: ThreadsOption = 2,
    replace: ReplaceOption = False,
    form: FormatOption = Format.table,
) -> None:
    """Hold the options that builds have in common."""


_SHARED = dict(inspect.signature(_shared, eval_str=True).parameters)


def build_command(
    app: typer.Typer, name: str, *, is_in_blocks: bool = True, **texts: str
) -> Callable[[Planned], Planned]:
    """Return a decorator that adds a command which builds what the function returns.

    Commands whose work ``is_in_blocks`` have the option ``--on``. ``texts`` are facts for the help,
    besides ``takes``.
    """

    def add(plan: Planned) -> Planned:
        own = inspect.signature(plan, eval_str=True)
        of_games = own.return_annotation is Games
        shared = {name: one for name, one in _SHARED.items() if of_games or name != "replace"}

        def run(**options: Any) -> None:
            from llq.store.locate import writable_folder

            found = plan(**{name: options[name] for name in own.parameters})
            chosen = {name: options[name] for name in shared}
            writable_folder(chosen["folder"])  # before it says what it does
            if isinstance(found, Games):
                build_games(*found, **chosen)
            else:
                _build(found, **chosen)

        update_wrapper(run, plan)
        give_options(run, (dict(own.parameters) | shared).values())
        command = on_workers(run) if is_in_blocks else run
        app.command(name)(with_texts(takes=named(name).takes, **texts)(command))
        return plan

    return add


def _build(found: Build, *, folder: Path | None, threads: int, form: Format) -> None:
    if found.takes:
        announce(found.what, found.takes)
    show = building if found.resumes else partial(progress_bar, remaining=found.remaining)
    with show(found.what) as progress:
        path = found.build(folder=folder, threads=threads, progress=progress)
    say_built(path, form)
