"""``llq build``: one named table, the standard set, or all stale tables."""

from __future__ import annotations

from typing import Annotated

import typer

from llq.cli.game_groups import BuildGroup
from llq.cli.options import FolderOption, ThreadsOption
from llq.cli.workers import THREADS, on_workers

build_app = typer.Typer(
    cls=BuildGroup, invoke_without_command=True, no_args_is_help=True, help="Build tables."
)


@build_app.callback()
@on_workers
def _build(
    context: typer.Context,
    every: Annotated[
        bool, typer.Option("--all", help="Build the standard set, the tables that come with llq.")
    ] = False,
    stale: Annotated[
        bool, typer.Option("--stale", help="Build again what other code or an older llq built.")
    ] = False,
    folder: FolderOption = None,
    threads: ThreadsOption = 2,
) -> None:
    """Build tables by command, the standard set, or every outdated table.

    Sound, current tables are left as they are; an interrupted build resumes.
    """
    if context.invoked_subcommand is not None:
        if every or stale or folder is not None or context.params["on"] != THREADS:
            raise typer.BadParameter(
                "--all, --stale, --folder and --on stand without a table's name before it"
            )
        return
    if every == stale:
        raise typer.BadParameter("name a table, or give --all or --stale")

    from llq.cli.output.printing import messages
    from llq.cli.tables.builds import building
    from llq.query.tables.standard_set import build_planned, stale_tables, standard_tables

    tables = stale_tables(folder) if stale else standard_tables(folder)
    for table in tables:
        if table.is_built:
            messages.print(f"{table.name} is there and today's")
    for path in build_planned(tables, folder, threads=threads, show=building):
        messages.print(f"Built {path}")
    if not tables:
        messages.print("No table is out of date.")
