"""``llq love-letter exploit``: what an opponent who knows a player wins against it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from llq.cli.completions import complete
from llq.cli.love_letter.matches import FaceUpOption, PlayoutsOption, checked_options
from llq.cli.love_letter.options import (
    DeckOption,
    ScoringOption,
    VariantOption,
    chosen_rules,
)
from llq.cli.options import ThreadsOption
from llq.cli.output.columns import SETTINGS
from llq.cli.output.printing import (
    Format,
    FormatOption,
    messages,
    print_rows,
    progress_bar,
)
from llq.cli.workers import on_workers
from llq.errors import IllegalState
from llq.query.love_letter.built_in_players import is_sampling
from llq.solver.love_letter.rules import Scoring

if TYPE_CHECKING:  # help loads no solver
    from llq.query.love_letter.responses.best_responses import ResponseBracket


@on_workers
def exploit_command(
    player: Annotated[
        str,
        typer.Argument(
            help="The player responded to: a name, or your own module:Player.",
            autocompletion=complete("player"),
        ),
    ] = "table",
    hand: Annotated[
        str | None, typer.Option(help="The responder's opening hand, moving first, such as 1,8.")
    ] = None,
    face_up: FaceUpOption = "0",
    within: Annotated[
        float | None,
        typer.Option(help="Bounds this far apart instead of the exact value, such as 0.01."),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(help="With --within: stop after this long, loading the player included."),
    ] = None,
    scoring: ScoringOption = Scoring.HALF,
    playouts: PlayoutsOption = 1000,
    variant: VariantOption = None,
    deck: DeckOption = None,
    threads: ThreadsOption = 2,
    form: FormatOption = Format.table,
) -> None:
    """Compute the best response to a Love Letter player, and exactly what it wins.

    The responder knows the player's policy and remembers everything. A draw is half a win;
    exploitability is the mean of both seats minus one half. Of solution and random, who mix, the
    bounds that come with llq are shown; --within computes others.

    For example:

      llq love-letter exploit table

      llq love-letter exploit table --face-up 1,3,5

      llq love-letter exploit table --face-up 1,3,5 --hand 1,8

      llq love-letter exploit random --deck 3,1,1,1,1,1,1,1 --scoring discards

      llq love-letter exploit random --within 0.01 --deck 3,1,1,1,1,1,1,1

      llq love-letter exploit solution
    """
    from llq.query.love_letter.responses.best_responses import (
        best_response,
        best_response_bracket,
        check_bracket,
    )
    from llq.query.love_letter.responses.questions import check_unit

    rules = chosen_rules(variant, deck)
    check_unit(rules, scoring)  # what has no best response is refused before its table is built
    if within is None and seconds is not None:
        raise IllegalState("--seconds limits a bracket's search: give --within too, such as 0.01")
    if within is not None:
        check_bracket(within, seconds)
    options, players = checked_options(
        rules, (player, player), hand, face_up, playouts=playouts, threads=threads
    )
    is_stored = hand is None and deck is None and not options["face_up"]
    if within is None and is_stored and scoring == Scoring.HALF:
        from llq.query.love_letter.responses.stored_brackets import stored_bracket

        if (found := stored_bracket(player, rules.variant)) is not None:
            bracket, origin = found
            _print_bracket(bracket, form, has_playouts=False)
            messages.print(origin)
            return
    if within is not None:
        with progress_bar(f"Bounds of the best response to {player}") as progress:
            bracket = best_response_bracket(
                player, within, seconds=seconds, scoring=scoring, **options, progress=progress
            )
        _print_bracket(bracket, form, has_playouts=is_sampling(players))
        return
    with progress_bar(f"Best response to {player}", remaining=True) as progress:
        result = best_response(player, scoring=scoring, **options, progress=progress)
    row = {key: value for key, value in result.to_dict().items() if value is not None}
    if form is Format.json:
        print_rows([row], form)
        return
    row |= {key: ", ".join(row[key]) for key in row if isinstance(row[key], tuple)}
    if form is Format.table and not is_sampling(players):
        del row["playouts"]
    print_rows([row], form, settings=(*SETTINGS, "variant", "scoring", "situations"))


def _print_bracket(bracket: ResponseBracket, form: Format, *, has_playouts: bool) -> None:
    """Print bounds: in a table a row for each seat, in other formats a single row."""
    row = {key: value for key, value in bracket.to_dict().items() if value is not None}
    if form is Format.json:
        print_rows([row], form)
        return
    row |= {key: ", ".join(row[key]) for key in row if isinstance(row[key], tuple)}
    if form is Format.csv:
        print_rows([row], form)
        return
    settings = ["variant", "scoring", "hand", "face_up", "situations"] + has_playouts * ["playouts"]
    common = {key: row[key] for key in settings if key in row}
    rows = [
        {"policy": row["policy"], "of": name, "lower": row[f"{name}_lower"],
         "upper": row[f"{name}_upper"]} | common
        for name in ("first", "second", "exploitability")
        if f"{name}_lower" in row
    ]  # fmt: skip
    print_rows(rows, form, settings=(*SETTINGS, *settings))
    if bracket.situations == 0 and bracket.first_upper == 1.0:
        messages.print("The time ended before the first bounds were computed: give more --seconds.")
