"""``llq track``: a real round of Love Letter, followed turn by turn."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Protocol, Self, TypeVar

import typer

from llq.cli.love_letter.options import VariantOption
from llq.cli.output.printing import Format, FormatOption, messages, print_rows, print_text
from llq.errors import IllegalState

if TYPE_CHECKING:  # help loads no table
    from llq.query.love_letter.multiplayer.notation import FollowedParty
    from llq.query.love_letter.rounds.followed_rounds import FollowedRound

_POLICY = "table"


class _Round(Protocol):
    """Followed round, for any number of players."""

    @property
    def is_over(self) -> bool: ...
    def hearing(self, text: str) -> Self: ...
    def back(self) -> Self: ...


Followed = TypeVar("Followed", bound=_Round)


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
    from llq.query.text.text_input import locate_errors
    from llq.solver.love_letter.variants import rules

    if players is not None or rules(variant or "classic").chooses_twice:
        _track_party(_party(players or 2, dealt, face_up, variant, game, seat), policy, form)
        return
    policy = policy or _POLICY
    if seat:
        raise IllegalState("--seat is for a table of several: give --players too")
    if (dealt is None) == (game is None):
        raise typer.BadParameter("give --dealt, your card, or --game, a file", param_hint="--dealt")
    if game is None:
        head = {"variant": variant, "face up": face_up, "dealt": dealt}
        text = "\n".join(f"{name}: {value}" for name, value in head.items() if value)
        followed = FollowedRound.read(text)
    else:
        with locate_errors(str(game)):
            followed = FollowedRound.read(_text_of(game))

    followed = _follow(followed, _prompt, _lines, lambda round_: _advise(round_, policy, form))
    _print_end(followed, policy, form)


def _follow(
    followed: Followed,
    prompt: Callable[[Followed], str],
    lines: Callable[[Followed], Sequence[str]],
    advise: Callable[[Followed], None],
) -> Followed:
    """Follow a round through a person's input lines, with advice after each."""
    from llq.cli.prompts import Ended, ask

    def read(line: str) -> Followed:
        if line == "?":
            messages.print("\n".join(lines(followed)))
            return followed
        return followed.back() if line.lower() == "back" else followed.hearing(line)

    advise(followed)
    while not followed.is_over:
        try:
            update = ask(prompt(followed), read)
        except Ended:
            break
        if update != followed:
            followed = update
            advise(followed)
    return followed


def _party(
    players: int,
    dealt: str | None,
    face_up: str,
    variant: str | None,
    game: Path | None,
    seat: int,
) -> FollowedParty:
    """Build a table's followed round from the command's options."""
    from llq.query.love_letter.multiplayer.notation import FollowedParty, read_lines

    if dealt is None:
        raise typer.BadParameter("give the card dealt to you", param_hint="--dealt")
    text = "" if game is None else _text_of(game)
    return FollowedParty(players, dealt, read_lines(text), seat, variant or "classic", face_up)


def _track_party(followed: FollowedParty, policy: str | None, form: Format) -> None:
    """Follow a round of several players; JSON and CSV print it at the end."""
    from llq.query.love_letter.multiplayer.advice import (
        HeldCard,
        advise_party,
        held_cards,
        held_lines,
        seat_words,
    )
    from llq.query.love_letter.multiplayer.notation import FORMS
    from llq.query.love_letter.multiplayer.policy_beliefs import believed
    from llq.query.love_letter.rounds.analysis import analyse
    from llq.query.love_letter.rounds.beliefs import surprise_note

    def advise(party: FollowedParty) -> None:
        if form is not Format.table or party.is_over:
            return
        round_, surprises = believed(party, policy)
        if party.is_to_choose:
            print_text(str(advise_party(round_)))
        words = seat_words(party.seat, party.players)
        print_text("\n".join(held_lines(held_cards(round_), words)))
        if note := surprise_note("table", surprises):
            print_text(note)

    followed = _follow(followed, lambda party: party.prompt, lambda _: FORMS, advise)
    if form is Format.table:
        if followed.is_over:
            print_text("The round is over.")
            if (judged := analyse(followed)).moves:
                print_text(f"What your moves cost:\n{judged}")
        return
    round_ = followed.round if followed.is_over else believed(followed, policy).round
    cards = [] if followed.is_over else held_cards(round_)
    if form is Format.csv:
        print_rows([card._asdict() for card in cards], form, columns=HeldCard._fields)
        return
    plain = {
        "players": followed.players,
        "seat": followed.seat,
        "round": followed.lines,
        "is_over": followed.is_over,
        "held": [card._asdict() for card in cards],
        "advice": advise_party(round_).to_dict() if followed.is_to_choose else None,
        "moves": analyse(followed).to_dict(),
    }
    json.dump(plain, sys.stdout, indent=2)
    print()


def _text_of(game: Path) -> str:
    from llq.query.text.text_input import read_text

    if str(game) == "-":
        raise IllegalState("the turns come from standard input: give the beginning in a file")
    return read_text(game, "round")


def _prompt(followed: FollowedRound) -> str:
    if followed.view:
        return "you play"
    return "they play" if followed.is_own_turn is False else "you draw"


def _lines(followed: FollowedRound) -> list[str]:
    """Return the possible next lines of the round."""
    draws = [f"I draw {name}" for name in followed.draws]
    return [*draws, *(outcome.line for play in followed.plays for outcome in play.outcomes)]


def _advise(followed: FollowedRound, policy: str, form: Format) -> None:
    if form is not Format.table or followed.is_over:
        return
    if followed.view is not None:
        from llq.query.love_letter.rounds.advice import advise

        print_text(str(advise(followed, policy)))
    cards, note = followed.beliefs(policy)
    beliefs = ", ".join(f"{card.card} {card.chance:.0%}" for card in cards if card.chance)
    own = ", ".join(f"{card.card} {card.chance:.0%}" for card in followed.own_cards if card.chance)
    print_text(f"they hold {beliefs}, playing as {policy}\nto them, you hold {own}")
    if note:
        print_text(note)


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
