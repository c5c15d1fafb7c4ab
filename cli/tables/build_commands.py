"""``llq build`` commands: options of a table's plan, plus folder and resources."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from llq.cli.options import FolderOption, ReplaceOption, ThreadsOption, option_parameter
from llq.cli.output.printing import Format, announce, progress_bar
from llq.cli.questions import complete_arguments, describe_command
from llq.cli.tables.builds import building, check_replacement, print_built, with_tables
from llq.query.table_kinds import TableKind
from llq.query.tables.build_plans import Build, find_plan


def build_command(game: str, kind: TableKind) -> Callable[..., None]:
    """Return the command that builds a kind of table."""
    plan = find_plan(game, kind)
    has_games = plan.terms.has_games

    def command(
        folder: Path | None, threads: int, form: Format, replace: bool = False, **arguments: Any
    ) -> None:
        from llq.store.locate import writable_folder

        build: Build = plan.answer(**complete_arguments(plan, arguments))
        writable_folder(folder)  # before it says what it does
        for open_table in build.needs:
            with_tables(open_table, threads, unasked=True)
        if has_games:
            check_replacement(kind, folder, build.games, replace=replace)
        if has_games or build.takes:
            announce(build.label, build.takes)
        show = building if kind.resumes else progress_bar
        with show(build.label) as progress:
            path = kind.table.build(
                **build.options, folder=folder, threads=threads, progress=progress
            )
        print_built(path, form)

    shared = [
        option_parameter("folder", FolderOption, None),
        option_parameter("threads", ThreadsOption, 2),
    ]
    if has_games:
        shared.append(option_parameter("replace", ReplaceOption, False))
    return describe_command(command, plan, *shared)
