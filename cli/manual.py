"""``llq help``: the manual that comes with llq."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Annotated

import typer

from llq.cli.completions import pages
from llq.cli.output.printing import Format, FormatOption, messages, print_rows, stdout
from llq.errors import did_you_mean


def help_command(
    page: Annotated[
        str | None,
        typer.Argument(
            help="A page, such as love-letter; without one, all are listed.", autocompletion=pages
        ),
    ] = None,
    form: FormatOption = Format.table,
) -> None:
    """Show a page of the manual, or list the pages.

    For what a command does and its options: llq lookup --help.

    For example:

      llq help

      llq help love-letter

      llq help engines > engines.md
    """
    names = pages()
    if page is None:
        rows = [{"page": name, "title": _text(name).partition("\n")[0][2:]} for name in names]
        print_rows(rows, form)
        if form is Format.table:
            messages.print("Read one with: llq help PAGE. A command: llq COMMAND --help.")
        return
    name = page.removeprefix("docs/").removesuffix(".md")
    if name not in names:
        hint = did_you_mean(name, names) or "; llq help lists them"
        raise typer.BadParameter(
            f"the manual has no page '{page}'{hint}; a command's own help: llq COMMAND --help",
            param_hint="PAGE",
        )
    text = _text(name)
    if form is not Format.table:
        print_rows([{"page": name, "text": text}], form)
    elif stdout.is_terminal:
        _page(text)
    else:
        stdout.print(text)


def _text(page: str) -> str:
    """Return a page's Markdown without author comments."""
    text = files("llq.manual").joinpath(f"{page}.md").read_text("utf-8")
    return re.sub(r"<!--.*?-->\n?", "", text, flags=re.DOTALL)


def _page(text: str) -> None:
    """Render Markdown on the terminal, through a pager."""
    from rich.markdown import Markdown

    text = re.sub(r"\[([^]]*)\]\((?:\.\./)?([\w/-]+)\.md(?:#[^)]*)?\)", r"\1 (`llq help \2`)", text)
    with stdout.paged():
        stdout.draw(Markdown(text, hyperlinks=False))
