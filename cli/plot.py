"""``llq plot``: figures of papers and tables, drawn to picture files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from llq.cli.completions import plots
from llq.cli.options import ReplaceOption
from llq.cli.output.printing import Format, FormatOption, print_files, print_rows
from llq.cli.output.progress import working


def plot_command(
    name: Annotated[
        str | None,
        typer.Argument(help="The figure; without one, all are listed.", autocompletion=plots),
    ] = None,
    output: Annotated[
        Path | None, typer.Option(help="The picture: .png, .svg or .pdf; by default NAME.png.")
    ] = None,
    replace: ReplaceOption = False,
    form: FormatOption = Format.table,
) -> None:
    """Draw a figure from the database, or list the figures.

    For example:

      llq plot

      llq plot dominion-figure-3 --output scores.svg
    """
    from llq.query.figures import all_figures, plot
    from llq.query.sql.database import open_connection

    if name is None:
        rows = [{"name": figure, "shows": spec.title} for figure, spec in all_figures().items()]
        print_rows(rows, form, as_given=True)
        return
    path = output or Path(f"{name}.png")
    with open_connection(is_lazy=True, is_building=True, working=working) as connection:
        print_files([plot(name, path, replace=replace, connection=connection)], form)
