"""``llq love-letter editions``: which box holds which deck and rules."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from llq.cli.completions import complete
from llq.cli.output.printing import Format, FormatOption, print_rows
from llq.solver.love_letter.editions import EDITIONS, Edition, edition


def editions_command(
    name: Annotated[
        str | None,
        typer.Argument(help="An edition, to list its rulings.", autocompletion=complete("variant")),
    ] = None,
    form: FormatOption = Format.table,
) -> None:
    """List the editions of Love Letter: cards, players, and what --edition calls them.

    With a name, list how its rules are read, by which source, and who reads them otherwise.

    For example:

      llq love-letter editions

      llq love-letter editions 2019
    """
    if name is None:
        print_rows([_row(one) for one in EDITIONS.values()], form)
        return
    print_rows([ruling._asdict() for ruling in edition(name).rulings], form)


def _row(box: Edition) -> dict[str, Any]:
    fewest, most = box.players
    return {
        "edition": ", ".join(box.variants),
        "box": box.title,
        "year": box.year,
        "cards": box.rules.deck_size,
        "players": f"{fewest} to {most}",
        "tokens to win": ", ".join(f"{n}: {won}" for n, won in box.tokens_to_win.items()),
        "source": box.rules.source,
    }
