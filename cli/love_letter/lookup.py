"""``llq lookup``: the best play of a Love Letter hand."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Annotated

import typer
from rich import box
from rich.console import Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from llq.cli.love_letter.build import (
    DeckOption,
    ScoringOption,
    VariantOption,
    chosen_variant,
    open_or_build,
)
from llq.cli.output import Format, FormatOption, bar, print_rows, stdout
from llq.query.love_letter.answers import ActionValue, Answer
from llq.solver.love_letter.rules import Scoring

__all__ = ["lookup_command"]

_MOST_TOKENS = 2
"""A bar of tokens goes from as many lost to as many won."""


def lookup_command(
    card_1: Annotated[str, typer.Argument(help="A card of the hand: number or name.")],
    card_2: Annotated[str, typer.Argument(help="The other card.")],
    seen: Annotated[str, typer.Option(help="The discards of both players, such as 1,1,5.")] = "",
    face_up: Annotated[
        str, typer.Option(help="The three cards laid open at the start, by the official rule.")
    ] = "",
    discarded: Annotated[
        str | None, typer.Option(help="Your discards, in place of --seen and --ahead.")
    ] = None,
    opponent_discarded: Annotated[str | None, typer.Option(help="The opponent's discards.")] = None,
    ahead: Annotated[
        int | None, typer.Option(help="Your discard total less his, scored by discards.")
    ] = None,
    opponent: Annotated[str | None, typer.Option(help="The opponent's card, if known.")] = None,
    opponent_knows: Annotated[
        str | None, typer.Option(help="The card of the hand that the opponent knows.")
    ] = None,
    handmaid: Annotated[bool, typer.Option("--handmaid", help="A Handmaid protects him.")] = False,
    aside: Annotated[
        str | None, typer.Option(help="The aside card, if known: in variants that look at it.")
    ] = None,
    opponent_knows_aside: Annotated[
        bool, typer.Option("--opponent-knows-aside", help="The opponent knows the aside card.")
    ] = False,
    variant: VariantOption = None,
    deck: DeckOption = None,
    scoring: ScoringOption = Scoring.HALF,
    form: FormatOption = Format.table,
) -> None:
    """Say what to play from a Love Letter hand, and what every other play is worth.

    For example:

      llq lookup 1 8

      llq lookup 3 6 --seen 1,2,5 --opponent-knows 6

      llq lookup 1 8 --face-up 1,1,5

      llq lookup 2 4 --scoring discards --discarded 1,4 --opponent-discarded 1,5

      llq lookup guard king --seen 2,4 --opponent baron --handmaid --format json
    """
    table = open_or_build(chosen_variant(variant, deck), scoring)
    situation = table.situation(
        (card_1, card_2),
        seen=_cards(seen),
        face_up=_cards(face_up),
        discarded=None if discarded is None else _cards(discarded),
        opponent_discarded=None if opponent_discarded is None else _cards(opponent_discarded),
        ahead=ahead,
        opponent=opponent,
        opponent_knows=opponent_knows,
        handmaid=handmaid,
        aside=aside,
        opponent_knows_aside=opponent_knows_aside,
    )
    answer = table.answer(*situation)
    if form is Format.table:
        stdout.print(_panel(answer))
    elif form is Format.json:
        print(json.dumps(answer.to_dict(), indent=2))
    else:
        print_rows(answer.to_dict()["actions"], form)


def _cards(text: str) -> list[str]:
    return [card for card in text.split(",") if card.strip()]


def _panel(answer: Answer) -> Panel:
    """Return the answer as a panel with a bar for each action."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("play")
    is_chance = answer.unit == "win probability"
    table.add_column("wins" if is_chance else "worth", justify="right")
    table.add_column("")
    merged = list(_merge_guesses(answer.actions))
    tied = sum(action.is_best for _, action in merged) > 1
    for text, action in merged:
        mark = " tie" if action.is_best and tied else ""
        style = "bold green" if action.is_best else ""
        worth = f"{action.value:.2%}" if is_chance else f"{action.value:+.3f} tokens"
        share = action.value if is_chance else (action.value + _MOST_TOKENS) / (2 * _MOST_TOKENS)
        table.add_row(text, worth, bar(share) + mark, style=style)
    title = f"{' and '.join(answer.hand)}: play {answer.best}"
    by = "" if answer.scoring == Scoring.HALF else f" scored by {answer.scoring}"
    facts = f"{answer.variant} rules{by}, {', '.join(answer.facts)}"
    return Panel.fit(
        Group(facts, table, Text(answer.source.replace("; ", "\n"), style="dim")),
        title=title,
        padding=(1, 2),
    )


def _merge_guesses(actions: tuple[ActionValue, ...]) -> Iterator[tuple[str, ActionValue]]:
    """Yield each action with its text; guesses that are all alike become one."""
    by_card: dict[int, list[ActionValue]] = {}
    for action in actions:
        by_card.setdefault(action.action.card, []).append(action)
    for action in actions:
        alike = by_card[action.action.card]
        if len(alike) > 1 and len({other.value for other in alike}) == 1:
            if action is alike[0]:
                yield f"{action.text.split(',')[0]}, any guess", action
        else:
            yield action.text, action
