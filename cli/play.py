"""``llq play``: a game in the terminal against built-in players."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from llq.cli.completions import complete, games
from llq.cli.options import SeedOption
from llq.cli.output.printing import Format, FormatOption, messages, print_rows, print_text
from llq.errors import IllegalState, LlqError
from llq.query.games import GAMES
from llq.query.love_letter.inputs import Variant
from llq.query.questions import words_of
from llq.solver.arguments import read_digits

if TYPE_CHECKING:  # help loads no game
    from llq.query.play.sessions import Sitting

Say = Callable[[str], None]
"""Printer of the game's text: on stdout, or as messages."""

VariantOption = Annotated[
    str | None,
    typer.Option(
        "--edition", "--variant", help=words_of(Variant), autocompletion=complete("variant")
    ),
]

_MOST_LISTED, _MOST_BEST = 20, 5


def play_command(
    game: Annotated[
        str, typer.Argument(help=f"The game: {', '.join(GAMES)}.", autocompletion=games)
    ],
    against: Annotated[
        str | None,
        typer.Option(
            help="The others, by seat: one name for all, or several, such as pimc,random.",
            autocompletion=complete("race player", "player"),
        ),
    ] = None,
    seat: Annotated[int, typer.Option(min=0, help="Your seat; 0 is the first.")] = 0,
    people: Annotated[
        str,
        typer.Option(help="Names of several people at this terminal, from that seat on: Ann,Bob."),
    ] = "",
    variant: VariantOption = None,
    players: Annotated[
        int | None, typer.Option(help="Number of players, for games that can vary it: 2 to 6.")
    ] = None,
    setting: Annotated[
        list[str] | None,
        typer.Option(help="Another option of the game, such as face_up=3; may be repeated."),
    ] = None,
    hints: Annotated[
        bool, typer.Option("--hints", help="Show what each play is worth before you play.")
    ] = False,
    seed: SeedOption = 1,
    form: FormatOption = Format.table,
) -> None:
    """Play any game against built-in players, with hints if you like.

    Type a play, its number or enough of its words; Enter alone takes the only play there is. Type ?
    to list the plays, back to take your last play back, quit to leave. With --format json the
    record is printed at the end, with the parameters of a link to it.

    For example:

      llq play love-letter

      llq play love-letter --against strategic --hints --setting face_up=3

      llq play love-letter --players 4 --edition 2019

      llq play sueca --against pimc --seat 2 --seed 7

      llq play dominion --variant race --against big_money
    """
    from llq.query.play.sessions import Sitting

    options = _read_settings(setting or [])
    if players is not None:
        options["players"] = str(players)
    sitting = Sitting.from_text(
        game,
        seed=str(seed),
        seat=str(seat),
        against=against or None,
        people=people,
        variant=variant,
        **options,
    )
    say = print_text if form is Format.table else messages.print  # beside a JSON or CSV record
    viewer = None
    while not sitting.is_over:
        if sitting.people[1:] and sitting.viewer != viewer:
            _hand_over(sitting)
        viewer = sitting.viewer
        _print_moves(sitting, say)
        sitting = _play_turn(sitting, say, hints=hints)
    _print_moves(sitting, say)
    _print_end(sitting, form)


def _read_settings(texts: list[str]) -> dict[str, str]:
    pairs = [text.partition("=") for text in texts]
    if bad := [name for name, sign, _ in pairs if not sign]:
        raise typer.BadParameter(f"such as face_up=3; got {bad[0]!r}", param_hint="--setting")
    settings = {name.strip(): value.strip() for name, _, value in pairs}
    for name in settings.keys() & {"game", "seed", "seat", "against", "people", "variant"}:
        option = "the game is an argument" if name == "game" else f"use --{name} {settings[name]}"
        raise IllegalState(f"--setting is for a game's other options, not {name!r}: {option}")
    return settings


def _hand_over(sitting: Sitting) -> None:
    """Hand the screen to the next person: clear, ask, clear."""
    from llq.cli.prompts import ask

    player = sitting.players[sitting.viewer]
    messages.clear()
    messages.print(f"{player}, seat {sitting.seat_name(sitting.viewer)}: it is your turn")
    ask(f"Enter once only {player} sees the screen", str)
    messages.clear()


def _print_moves(sitting: Sitting, say: Say) -> None:
    """Print moves from the person's own last play onwards."""
    moves = [
        f"{sitting.seat_name(move.seat)} {move.who}: {move.text}"
        + (f" ({move.shown})" if move.shown else "")
        for move in sitting.history[max(0, sitting.news - 1) :]
    ]
    if moves:
        say(("; " if "\n" in sitting.board else "\n").join(moves))


def _play_turn(sitting: Sitting, say: Say, *, hints: bool) -> Sitting:
    """Return the sitting after the person's play."""
    from llq.cli.prompts import ask

    say(sitting.board)
    legal = sitting.legal
    if len(legal) <= _MOST_LISTED:
        _list_plays(sitting, say, hints=hints)
    else:
        say(f"{len(legal)} plays, such as: {legal[0][1]}; ? lists them")
        if hints:
            _list_best_plays(sitting, say)

    def read(line: str) -> int | str:
        """Return a typed line's action, or its command ``?`` or ``back``."""
        if not line and len(legal) == 1:
            return legal[0][0]
        if line.lower() in ("?", "back"):
            return line.lower()
        number = read_digits(line)
        if number is not None and 1 <= number <= len(legal):
            return legal[number - 1][0]
        return sitting.find(line)

    while (answer := ask("your play", read)) == "?":
        _list_plays(sitting, say, hints=False)
    return sitting.play(answer) if isinstance(answer, int) else sitting.back() or sitting


def _list_plays(sitting: Sitting, say: Say, *, hints: bool) -> None:
    """List the numbered plays, optionally with their values."""
    worth: dict[str, Any] = {}
    if hints:
        hint = sitting.hint()
        worth = {play.text: play for play in hint.actions}
        say(f"your plays, with {hint.unit}:")
    width = max(len(text) for _, text in sitting.legal)
    for number, (_, text) in enumerate(sitting.legal, start=1):
        if play := worth.get(text):
            text = f"{text:{width}}  {play.value:.4g}{'  best' if play.is_best else ''}"
        say(f"{number:3} {text}")


def _list_best_plays(sitting: Sitting, say: Say) -> None:
    """Print the highest-valued plays of a long list."""
    hint = sitting.hint()
    numbers = {text: number for number, (_, text) in enumerate(sitting.legal, start=1)}
    say(f"best: {hint.text}; {hint.unit}:")
    for play in hint.actions[:_MOST_BEST]:
        say(f"{numbers.get(play.text, '-'):>3} {play.text}  {play.value:.4g}")


def _print_end(sitting: Sitting, form: Format) -> None:
    if form is Format.json:
        print(json.dumps(sitting.record.to_dict() | {"link": sitting.to_link()}, indent=2))
        return
    if form is Format.csv:
        print_rows([move._asdict() for move in sitting.history], form)
        return
    pairs = zip(sitting.players, sitting.returns, strict=True)
    results = "; ".join(f"{player} {result:g}" for player, result in pairs)
    print_text(f"{_outcome(sitting)} {results}")
    for seat in sitting.persons:
        owner = f"{sitting.players[seat]}'s" if sitting.people else "your"
        try:
            if judged := sitting.judged(seat):
                print_text(f"What {owner} moves cost:\n{judged}")
        except LlqError as error:
            messages.print(f"what {owner} moves cost is not known: {error}")


def _outcome(sitting: Sitting) -> str:
    """Return whether the person won, or a neutral sentence for solo and shared games."""
    if len(sitting.players) == 1 or sitting.people:
        return "The game is over."
    result = sitting.returns[sitting.seat]
    if result > 0:
        return "You win."
    return "You lose." if result < 0 or max(sitting.returns) > 0 else "Nobody wins."
