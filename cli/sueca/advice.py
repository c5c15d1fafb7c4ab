"""``llq sueca advise``: the card to play, and the value of every other."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from llq.cli.completions import complete
from llq.cli.options import SeedOption, ThreadsOption
from llq.cli.output.answer_panels import print_answer
from llq.cli.output.printing import Format, FormatOption, progress_bar
from llq.cli.workers import on_workers
from llq.errors import IllegalState
from llq.query.sueca.advice.quantities import ADVISER


@on_workers
def advise_command(
    file: Annotated[
        Path | None,
        typer.Argument(
            allow_dash=True,
            help="A position: one item per line, 'hand: AS KS', or JSON; - reads standard input.",
        ),
    ] = None,
    hand: Annotated[
        str | None, typer.Option(help="Your hand: 'AS 7H', 'S:AK H:7' or 'ás de copas'.")
    ] = None,
    trump: Annotated[str | None, typer.Option(help="The trump suit: H, hearts or copas.")] = None,
    trick: Annotated[
        str | None, typer.Option(help="The cards on the table in order: 'N:AS W:2S' or 'AS 2S'.")
    ] = None,
    played: Annotated[str | None, typer.Option(help="The cards of earlier tricks.")] = None,
    voids: Annotated[
        str | None, typer.Option(help="Suits that players failed to follow: 'W:H E:SD'.")
    ] = None,
    points: Annotated[
        str | None, typer.Option(help="Points taken by N and S, and by W and E: 35-22.")
    ] = None,
    seat: Annotated[
        str | None, typer.Option(help="Your seat: N, W, S or E; by default from the trick.")
    ] = None,
    shown: Annotated[
        str | None, typer.Option(help="The dealer's card that set the trump suit.")
    ] = None,
    dealer: Annotated[
        str | None, typer.Option(help="The dealer's seat, if a card was shown.")
    ] = None,
    tricks: Annotated[
        str | None,
        typer.Option(
            help="Every trick so far, leader first: 'N AS 2S 7S 5S; N 4H 2H'; instead of --trick, "
            "--played, --voids and --points."
        ),
    ] = None,
    stakes: Annotated[
        str,
        typer.Option(
            help="What results count at your table: '120=4 drawn=x2 to=4 at=3-2', or some of it."
        ),
    ] = "",
    player: Annotated[
        str | None,
        typer.Option(
            help="The player whose games decide: strong:5000/6 infers from 5,000 hands and solves "
            "deals from six cards on, pimc:200/6 solves 200 deals, mc_extra:500x2 draws 500 and "
            "plays 2 random games with each.",
            autocompletion=complete("player"),
        ),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            min=0.001,
            max=100,
            help="About how long strong may take instead, counted in steps: the answer is the "
            "same on every machine.",
        ),
    ] = None,
    seed: SeedOption = 1,
    threads: ThreadsOption = 2,
    form: FormatOption = Format.table,
) -> None:
    """Show what to play in Sueca, and what every other card is worth.

    For example:

      llq sueca advise --hand "S:AK72 H:765 D:2 C:A7" --trump C --trick "N:2H W:4H"

      llq sueca advise --hand "S:AK7 H:7642 D:3 C:2" --trump H --tricks "W 5D KD AD 6D"

      llq sueca advise game.txt --seconds 0.2 --stakes "drawn=+1 to=4 at=2-3"

      llq sueca advise game.txt --player mc_extra:5000x2 --format json
    """
    from llq.query.sueca.advice.advice import advise
    from llq.query.sueca.positions.notation import position, read_position

    items: dict[str, Any] = {
        "hand": hand,
        "trump": trump,
        "trick": trick,
        "played": played,
        "voids": voids,
        "points": points,
        "seat": seat,
        "shown": shown,
        "dealer": dealer,
        "tricks": tricks,
    }
    if seconds is not None:
        if player is not None:
            raise IllegalState(f"give --player {player} or --seconds {seconds:g}, not both")
        player = f"strong:{seconds:f}s/6"
    seen = position(**items) if file is None else read_position(file, **items)
    with progress_bar("Comparing cards (the first time compiles)", transient=True) as progress:
        advice = advise(
            seen, player or ADVISER, seed, stakes=stakes, threads=threads, progress=progress
        )
    print_answer(advice, form)
