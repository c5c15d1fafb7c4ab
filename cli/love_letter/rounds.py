"""``llq track``: a real round of Love Letter, followed turn by turn."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from llq.cli.love_letter.options import VariantOption
from llq.cli.output.printing import Format, FormatOption, messages, print_rows, print_text
from llq.errors import IllegalState

if TYPE_CHECKING:  # help loads no table
    from llq.query.love_letter.rounds.followed_rounds import FollowedRound


def track_command(
    dealt: Annotated[
        str | None, typer.Option(help="The card that you were dealt, by number or name.")
    ] = None,
    face_up: Annotated[
        str, typer.Option(help="The three cards laid face up first, by the official rule.")
    ] = "",
    variant: VariantOption = None,
    game: Annotated[
        Path | None,
        typer.Option(help="A file with the beginning of a round, one turn per line, to continue."),
    ] = None,
    policy: Annotated[
        str, typer.Option(help="How the opponent is assumed to play: table, or solution.")
    ] = "table",
    form: FormatOption = Format.table,
) -> None:
    """Follow a real round of Love Letter: what both may hold, and what to play by that.

    Type each turn as you see it, such as "they play Guard, guessing Baron: missed" or "I draw
    King"; leave out what is clear: "king", then "handmaid" to play it. Type ? to list what
    may come next, back to take the last line back, quit to leave. With --format json the round and
    what both may hold are printed at the end.

    For example:

      llq track --dealt king

      llq track --dealt 6 --face-up 1,1,5

      llq love-letter track --game round.txt
    """
    from llq.cli.questions import Ended, ask
    from llq.query.love_letter.rounds.followed_rounds import FollowedRound
    from llq.query.text.text_input import locate_errors

    if (dealt is None) == (game is None):
        raise typer.BadParameter("give --dealt, your card, or --game, a file", param_hint="--dealt")
    if game is None:
        head = {"variant": variant, "face up": face_up, "dealt": dealt}
        text = "\n".join(f"{name}: {value}" for name, value in head.items() if value)
        followed = FollowedRound.read(text)
    else:
        with locate_errors(str(game)):
            followed = FollowedRound.read(_text_of(game))

    def read(line: str) -> FollowedRound:
        if line == "?":
            messages.print("\n".join(_lines(followed)))
            return followed
        if line.lower() == "back":
            return followed.back() if followed.turns else followed
        return followed.hearing(line)

    _advise(followed, policy, form)
    while not followed.is_over:
        try:
            heard = ask(_prompt(followed), read)
        except Ended:
            break
        if heard != followed:
            followed = heard
            _advise(followed, policy, form)
    _print_end(followed, policy, form)


def _text_of(game: Path) -> str:
    from llq.query.text.text_files import read_text

    if str(game) == "-":
        raise IllegalState("the turns come from standard input: give the beginning in a file")
    return read_text(game, "round")


def _prompt(followed: FollowedRound) -> str:
    if followed.view:
        return "you play"
    return "they play" if followed.is_own_turn is False else "you draw"


def _lines(followed: FollowedRound) -> list[str]:
    """Return what may come next, a line each."""
    draws = [f"I draw {name}" for name in followed.draws]
    return [*draws, *(outcome.line for play in followed.plays for outcome in play.outcomes)]


def _advise(followed: FollowedRound, policy: str, form: Format) -> None:
    if form is not Format.table or followed.is_over:
        return
    if followed.view is not None:
        from llq.query.love_letter.rounds.advice import advise

        print_text(str(advise(followed, policy)))
    theirs = ", ".join(
        f"{card.card} {card.chance:.0%}" for card in followed.their_cards(policy) if card.chance
    )
    own = ", ".join(f"{card.card} {card.chance:.0%}" for card in followed.own_cards if card.chance)
    print_text(f"they hold {theirs}, playing as {policy}\nto them, you hold {own}")


def _print_end(followed: FollowedRound, policy: str, form: Format) -> None:
    from llq.query.love_letter.rounds.advice import advise
    from llq.query.love_letter.rounds.analysis import analyse

    hold = [] if followed.is_over else followed.their_cards(policy)
    judged = analyse(followed)
    if form is Format.json:
        plain = {
            "round": followed.text,
            "is_over": followed.is_over,
            "winner": followed.winner,
            "their_cards": {card.card: card.chance for card in hold},
            "advice": advise(followed, policy).to_dict() if followed.view else None,
            "moves": judged.to_dict(),
        }
        json.dump(plain, sys.stdout, indent=2)
        print()
    elif form is Format.csv:
        names = ("turn", "play", "value", "best", "cost")
        print_rows(
            [
                dict(
                    zip(
                        names,
                        (move.turn, move.chosen.text, move.chosen.value, move.best.text, move.cost),
                        strict=True,
                    )
                )
                for move in judged.moves
            ],
            form,
            columns=names,
        )
    elif followed.is_over:
        endings = {True: "You win.", False: "They win.", None: "The deck is empty: compare hands."}
        print_text(endings[followed.winner])
        if judged.moves:
            print_text(f"What your moves cost:\n{judged}")
