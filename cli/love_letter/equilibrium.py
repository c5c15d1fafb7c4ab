"""``llq love-letter equilibrium``: policies for a small deck that nobody beats, with proof."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

import typer

from llq.cli.love_letter.options import (
    DeckOption,
    ScoringOption,
    VariantOption,
    chosen_face_up,
    chosen_rules,
)
from llq.cli.options import ThreadsOption
from llq.cli.output.columns import SETTINGS
from llq.cli.output.printing import Format, FormatOption, print_rows, progress_bar
from llq.cli.workers import on_workers
from llq.errors import IllegalState
from llq.solver.love_letter.rules import Scoring

_SHOWN_CHANCE = 0.0005
_COUNTS = 8
_SIZES = ("variant", "scoring", "method", "deals", "iterations", "nodes", "infosets")


class _Method(StrEnum):
    regret = "regret"
    linear_program = "linear-program"


class _Seat(StrEnum):
    first = "first"
    second = "second"


@on_workers
def equilibrium_command(
    face_up: Annotated[
        str,
        typer.Option(help="Cards face up: their number (the mean is taken), or cards: 1,1,5."),
    ] = "0",
    openings: Annotated[
        bool, typer.Option("--openings", help="Also list what every opening hand plays.")
    ] = False,
    habits: Annotated[
        bool, typer.Option("--habits", help="Also say how often each seat bluffs and mixes.")
    ] = False,
    history: Annotated[
        str | None,
        typer.Option(help="All that a player saw, such as '1, 4, guard prince, baron, 2'."),
    ] = None,
    seat: Annotated[
        _Seat, typer.Option(help="The player whose history it is: first or second.")
    ] = _Seat.first,
    within: Annotated[
        float, typer.Option(help="The exploitability to reach, in wins: at least 1e-12.")
    ] = 1e-6,
    method: Annotated[
        _Method, typer.Option(help="Regret minimization, or a linear program by scipy.")
    ] = _Method.regret,
    scoring: ScoringOption = Scoring.HALF,
    variant: VariantOption = None,
    deck: DeckOption = None,
    threads: ThreadsOption = 2,
    form: FormatOption = Format.table,
) -> None:
    """Compute a certified equilibrium of a small Love Letter deck, with perfect recall.

    Both seats are solved as one game; a draw is half a win. Exploitability is the mean, over the
    seats, of what a best response to the other seat's policy wins, minus one half.
    A deck may leave out the copies of the last cards: 2,1,1,1 is 2,1,1,1,0,0,0,0.

    For example:

      llq love-letter equilibrium --deck 2,1,1,1 --openings --habits

      llq love-letter equilibrium --face-up 1,1,1,1,2,2,3,4,5

      llq love-letter equilibrium --deck 2,1,1,1 --history "1, 4"

      llq love-letter equilibrium --deck 2,1,1,1,0,0,0,1 --scoring discards --within 1e-9
    """
    from llq.query.love_letter.equilibrium.equilibria import equilibrium
    from llq.query.love_letter.equilibrium.questions import check_equilibrium

    if deck is not None:
        deck += ",0" * (_COUNTS - 1 - deck.count(","))
    rules = chosen_rules(variant, deck)
    shown = chosen_face_up(rules, face_up)
    if (openings or history is not None) and isinstance(shown, int) and shown:
        raise IllegalState(
            f"{shown} cards face up are many deals, each with policies of its own: name the cards "
            "for --openings or --history"
        )
    options: dict[str, Any] = {
        "face_up": shown, "scoring": scoring, "within": within, "method": str(method),
        "threads": threads,
    }  # fmt: skip
    check_equilibrium(rules.variant, **options)
    with progress_bar(f"Equilibrium of {rules.variant}", remaining=True) as progress:
        result = equilibrium(rules.variant, **options, progress=progress)
    if history is not None:
        steps = [step.strip() for step in history.replace(";", ",").split(",")]
        plays = result.strategy(steps, seat=str(seat))
        rows = [play.to_dict() for play in plays]
        _print_plays(rows, form, {"exploitability": result.exploitability})
        return
    row = result.to_dict()
    if form is Format.json:
        print_rows([row], form)
        return
    hands = row.pop("openings", [])
    if openings and form is Format.csv:
        _print_plays(_opening_rows(hands), form, {})
        return
    if not isinstance(shown, int):
        row["face_up"] = ", ".join(row["face_up"])
    if form is Format.csv:
        print_rows([row], form)
        return
    by_seat = [
        {"seat": one} | {name.removeprefix(f"{one}_"): f"{row.pop(name):.4f}"
                         for name in list(row) if name.startswith(f"{one}_")}
        for one in _Seat
    ]  # fmt: skip
    print_rows([row], form, settings=(*SETTINGS, *_SIZES))
    if habits:
        print_rows(by_seat, form)
    if openings:
        _print_plays(_opening_rows(hands), form, {})


def _opening_rows(hands: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [
        {"hand": " and ".join(one["hand"]), "dealt": one["dealt"], **play}
        for one in hands
        for play in one["plays"]
    ]


def _print_plays(rows: list[dict[str, Any]], form: Format, more: dict[str, Any]) -> None:
    """Print plays, the action in words; a table omits those that are hardly ever made."""
    if form is Format.json:
        print_rows(rows, form)
        return
    plain = [{name: value for name, value in row.items() if name != "action"} for row in rows]
    for row in plain:
        row["play"] = row.pop("text")
    order = [name for name in ("hand", "dealt", "play", "chance", "win_prob") if name in plain[0]]
    plain = [{name: row[name] for name in order} | more for row in plain]
    if form is Format.table:
        plain = [row for row in plain if row["chance"] >= _SHOWN_CHANCE]
        hand = ""
        for row in plain:
            row["chance"] = f"{row['chance']:.3f}"
            row["win_prob"] = "" if row["win_prob"] is None else f"{row['win_prob']:.6f}"
            if "hand" in row:
                is_same, hand = row["hand"] == hand, row["hand"]
                row["dealt"] = "" if is_same else f"{row['dealt']:.4f}"
                row["hand"] = "" if is_same else row["hand"]
    print_rows(plain, form)
