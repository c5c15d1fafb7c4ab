"""``llq track``: a real round of Love Letter, followed turn by turn."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from llq.cli.output.printing import Format, FormatOption, messages, print_rows, print_text
from llq.cli.play import VariantOption
from llq.errors import IllegalState

if TYPE_CHECKING:  # help loads no table
    from llq.query.love_letter.rounds.seated_rounds import Followed


def track_command(
    variant: VariantOption = None,
    dealt: Annotated[
        str | None, typer.Option(help="The card that you were dealt, by number or name.")
    ] = None,
    face_up: Annotated[
        str, typer.Option(help="The three cards laid face up first, by the official rule.")
    ] = "",
    game: Annotated[
        Path | None,
        typer.Option(help="A file with the beginning of a round, one turn per line, to continue."),
    ] = None,
    policy: Annotated[
        str | None,
        typer.Option(
            help="How the opponent is assumed to play: table, or solution; at seats by rules of "
            "thumb, or as table where two play 2019."
        ),
    ] = None,
    players: Annotated[
        int | None, typer.Option(help="How many sit at the table: by default two.")
    ] = None,
    seat: Annotated[int, typer.Option(min=0, help="Your seat; 0 has the first turn.")] = 0,
    form: FormatOption = Format.table,
) -> None:
    """Follow a real round of Love Letter: what both may hold, and what to play by that.

    Type each turn as you see it, such as "they play Guard, guessing Baron: missed" or "I draw
    King"; leave out what is clear: "king", then "handmaid" to play it. Type ? to list what
    may come next, back to take the last line back, quit to leave. With --format json the round and
    what both may hold are printed at the end.

    At a table of several, and with the 2019 edition, seats have numbers: "2 Guard on 0, guessing
    King"; --seat is yours, and --game a file of the turns.

    For example:

      llq track --dealt king

      llq track --dealt 6 --face-up 1,1,5

      llq track --game round.txt

      llq track --players 4 --seat 1 --dealt king --edition 2019

      llq track --seat 1 --dealt king --edition 2019 --policy table
    """
    from llq.query.love_letter.rounds.followed_rounds import FollowedRound
    from llq.query.love_letter.rounds.seat_notation import read_lines
    from llq.query.love_letter.rounds.seated_rounds import start_followed
    from llq.query.text.notation import locate_errors
    from llq.solver.love_letter.variants import rules

    has_seats = players is not None or rules(variant or "classic").chooses_twice
    if has_seats and dealt is None:
        raise typer.BadParameter("give the card dealt to you", param_hint="--dealt")
    if seat and not has_seats:
        raise IllegalState("--seat is for a table of several: give --players too")
    if not has_seats and (dealt is None) == (game is None):
        raise typer.BadParameter("give --dealt, your card, or --game, a file", param_hint="--dealt")
    if dealt is None:
        with locate_errors(str(game)):
            followed: Followed = FollowedRound.read(_read_turns(game))
    else:
        lines = read_lines(_read_turns(game))
        followed = start_followed(dealt, variant, players, seat, face_up, lines)
    _print_end(_follow(followed, policy, form), policy, form)


def _follow(followed: Followed, policy: str | None, form: Format) -> Followed:
    """Follow a round through a person's input lines, with advice after each."""
    from llq.cli.prompts import Ended, ask

    def read(line: str) -> Followed:
        if line == "?":
            messages.print("\n".join(followed.next_lines))
            return followed
        return followed.back() if line.lower() == "back" else followed.hearing(line)

    _advise(followed, policy, form)
    while not followed.is_over:
        try:
            update = ask(followed.prompt, read)
        except Ended:
            break
        if update != followed:
            followed = update
            _advise(followed, policy, form)
    return followed


def _read_turns(game: Path | None) -> str:
    from llq.query.text.files import read_text

    if str(game) == "-":
        raise IllegalState("the turns come from standard input: give the beginning in a file")
    return "" if game is None else read_text(game, "round")


def _advise(followed: Followed, policy: str | None, form: Format) -> None:
    """Print the advised play and the likely hands, unless a program reads the output."""
    if form is not Format.table or followed.is_over:
        return
    if followed.is_to_choose:
        print_text(str(followed.advise(policy)))
    beliefs = followed.believe(policy)
    print_text(beliefs.text)
    if beliefs.note:
        print_text(beliefs.note)


def _print_end(followed: Followed, policy: str | None, form: Format) -> None:
    """Print the judged moves of a finished round, or the whole round as data."""
    from llq.query.love_letter.rounds.analysis import analyse

    if form is Format.json:
        json.dump(followed.report(policy), sys.stdout, indent=2)
        print()
    elif form is Format.csv:
        names, rows = followed.records(policy)
        print_rows(rows, form, columns=names)
    elif followed.is_over:
        print_text(f"{followed.words.ending}.")
        if (judged := analyse(followed)).moves:
            print_text(f"What your moves cost:\n{judged}")
