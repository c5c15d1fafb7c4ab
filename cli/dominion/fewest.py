"""``llq dominion fewest``: the fewest turns to a number of Provinces."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from llq.cli.options import ThreadsOption
from llq.cli.output.answer_panels import print_answer
from llq.cli.output.printing import Format, FormatOption, print_rows, progress_bar
from llq.errors import IllegalState


class FewestRule(StrEnum):
    """Where hands come from."""

    real = "real"
    fresh = "fresh"


def fewest_command(
    provinces: Annotated[
        int, typer.Option(min=1, max=8, help="Provinces that end the game, 1 to 8.")
    ] = 4,
    rule: Annotated[
        FewestRule,
        typer.Option(help="real: draw pile and discard pile; fresh: a fresh hand every turn."),
    ] = FewestRule.real,
    hand: Annotated[
        str | None, typer.Option(help="The five cards in hand: '4 copper, 1 estate' or '4c e'.")
    ] = None,
    draw: Annotated[str, typer.Option(help="The draw pile, after the hand was drawn.")] = "",
    discard: Annotated[str, typer.Option(help="The discard pile, without the hand.")] = "",
    threads: ThreadsOption = 2,
    form: FormatOption = Format.table,
) -> None:
    """Solve the fewest expected turns to a number of Provinces, or say what to buy with a hand.

    You play alone, with treasures and victory cards, and know what lies in both piles. The game is
    solved on the spot: 8 Provinces by the real rule take some twenty seconds, 4 some two.

    For example:

      llq dominion fewest --provinces 4 --rule real

      llq dominion fewest --provinces 4 --hand "3c 2e" --draw "4c e"

      llq dominion fewest --rule fresh --hand "4c s" --draw "3c 3e 2s" --format json
    """
    from llq.query.dominion.fewest.lookups import fewest, fewest_lookup

    goal = "1 Province" if provinces == 1 else f"{provinces} Provinces"
    label = f"Solving {goal} (the first time compiles)"
    if hand is None:
        if draw or discard:
            raise IllegalState("piles without a hand: add --hand, or leave out --draw, --discard")
        with progress_bar(label, transient=True) as progress:
            solved = fewest(provinces, rule.value, threads=threads, progress=progress)
        print_rows([solved.to_dict()], form)
        return
    with progress_bar(label, transient=True) as progress:
        answer = fewest_lookup(
            hand, draw, discard, provinces, rule.value, threads=threads, progress=progress
        )
    print_answer(answer, form)
