"""Tables of several: ``llq love-letter advise``, and matches of three to six."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from llq.cli.love_letter.options import VariantOption
from llq.cli.options import SeedOption
from llq.cli.output.answer_panels import print_answer
from llq.cli.output.printing import Format, FormatOption, print_rows, progress_bar
from llq.errors import IllegalState


def advise_command(
    players: Annotated[int, typer.Option(help="How many sit at the table.")] = 4,
    dealt: Annotated[str, typer.Option(help="The card dealt to you, by number or name.")] = "",
    turns: Annotated[
        str,
        typer.Option(
            help="The turns so far, such as '0 Guard on 2, guessing Priest; I draw King', up to "
            "your draw."
        ),
    ] = "",
    file: Annotated[
        Path | None, typer.Option(help="A file with the turns, one a line, in place of --turns.")
    ] = None,
    seat: Annotated[int, typer.Option(min=0, help="Your seat; 0 has the first turn.")] = 0,
    face_up: Annotated[
        str, typer.Option(help="The three cards laid face up first, where two play.")
    ] = "",
    variant: VariantOption = None,
    policy: Annotated[
        str | None,
        typer.Option(
            help="How the others are assumed to play: by rules of thumb, or as table where two "
            "play 2019."
        ),
    ] = None,
    tokens: Annotated[
        bool, typer.Option("--tokens", help="Rank plays by tokens, a Spy's among them.")
    ] = False,
    playouts: Annotated[int, typer.Option(min=1, help="Playouts for all plays.")] = 50_000,
    seed: SeedOption = 1,
    form: FormatOption = Format.table,
) -> None:
    """Say what to play at a table of two to six, by playouts over likely deals.

    For example:

      llq love-letter advise --players 4 --dealt king --turns "I draw guard"

      llq love-letter advise --players 3 --dealt priest --seat 1 --edition 2019 \
--turns "0 Baron on 2: 2 out, Guard; I draw Spy"

      llq love-letter advise --players 2 --dealt king --seat 1 --edition 2019 --policy table \
--turns "0 Spy; I draw Guard"
    """
    from llq.query.love_letter.multiplayer.advice import advise_party
    from llq.query.love_letter.multiplayer.notation import FollowedParty, read_lines
    from llq.query.love_letter.multiplayer.policy_beliefs import believed
    from llq.query.text.text_input import read_text

    if not dealt:
        raise typer.BadParameter("give the card dealt to you", param_hint="--dealt")
    if file is not None:
        if turns:
            raise IllegalState(f"give --turns or --file {file}, not both")
        turns = read_text(file, "round")
    lines = read_lines(turns)
    followed = FollowedParty(players, dealt, lines, seat, variant or "classic", face_up)
    round_ = believed(followed, policy).round
    print_answer(advise_party(round_, playouts=playouts, seed=seed, by_tokens=tokens), form)


def refuse_for_several(**given: object) -> None:
    """Refuse options that only a match of two has."""
    for name, value in given.items():
        if value is not None:
            raise IllegalState(f"--{name.replace('_', '-')} is for a match of two players")


def print_party_match(
    players: Sequence[str],
    deals: int | None,
    seed: int,
    variant: str | None,
    playouts: int | None,
    threads: int,
    form: Format,
) -> None:
    """Play and print a match of players at numbered seats, two to six."""
    from llq.query.love_letter.multiplayer.matches import PLAYOUTS, match_party

    with progress_bar(" v ".join(players)) as progress:
        result = match_party(
            players,
            deals or 1000,
            seed,
            variant=variant or "classic",
            playouts=playouts or PLAYOUTS,
            threads=threads,
            progress=progress,
        )
    if form is Format.json:
        print_rows([result.to_dict()], form)
    else:
        print_rows(result.rows, form)
