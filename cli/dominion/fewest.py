"""``llq dominion fewest``: the fewest turns to a number of Provinces."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from llq.cli.groups import RoomGroup
from llq.cli.options import ThreadsOption
from llq.cli.output.answer_panels import print_answer
from llq.cli.output.printing import Format, FormatOption, print_rows, progress_bar

SOLVING = "Solving (the first time compiles)"


class HandRule(StrEnum):
    """Where hands come from."""

    real = "real"
    fresh = "fresh"


ProvincesOption = Annotated[
    int, typer.Option(min=1, max=8, help="Provinces that end the game, 1 to 8.")
]
RuleOption = Annotated[
    HandRule,
    typer.Option(help="real: draw pile and discard pile; fresh: a fresh hand every turn."),
]

fewest_app = typer.Typer(
    cls=RoomGroup,
    no_args_is_help=True,
    help="The fewest turns to a number of Provinces: what they are, and what to buy.",
)


@fewest_app.command("turns")
def turns_command(
    provinces: ProvincesOption = 4,
    rule: RuleOption = HandRule.real,
    threads: ThreadsOption = 2,
    form: FormatOption = Format.table,
) -> None:
    """Solve the fewest expected turns to a number of Provinces.

    You play alone, with treasures and victory cards, and know what lies in both piles. The game is
    solved on the spot: 8 Provinces by the real rule take about twenty seconds, 4 about two.

    For example:

      llq dominion fewest turns --provinces 4

      llq dominion fewest turns --provinces 8 --rule fresh
    """
    from llq.query.dominion.fewest.lookups import fewest

    with progress_bar(SOLVING, transient=True) as progress:
        solved = fewest(provinces, rule.value, threads=threads, progress=progress)
    print_rows([solved.to_dict()], form)


@fewest_app.command("lookup")
def lookup_command(
    hand: Annotated[
        str, typer.Option(help="The five cards in hand: '4 copper, 1 estate', '4c e'.")
    ],
    draw: Annotated[str, typer.Option(help="The draw pile, after the hand was drawn.")] = "",
    discard: Annotated[str, typer.Option(help="The discard pile, without the hand.")] = "",
    provinces: ProvincesOption = 4,
    rule: RuleOption = HandRule.real,
    threads: ThreadsOption = 2,
    form: FormatOption = Format.table,
) -> None:
    """Show what to buy with a hand to have the Provinces in the fewest expected turns.

    For example:

      llq dominion fewest lookup --provinces 4 --hand "3c 2e" --draw "4c e"

      llq dominion fewest lookup --rule fresh --hand "4c s" --draw "3c 3e 2s" --format json
    """
    from llq.query.dominion.fewest.lookups import fewest_lookup

    with progress_bar(SOLVING, transient=True) as progress:
        answer = fewest_lookup(
            hand, draw, discard, provinces, rule.value, threads=threads, progress=progress
        )
    print_answer(answer, form)
