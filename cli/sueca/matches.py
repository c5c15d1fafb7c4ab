"""``llq sueca match``: two teams play the same deals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from llq.cli.bots import print_programs
from llq.cli.completions import complete
from llq.cli.options import SeedOption, ThreadsOption
from llq.cli.output.printing import (
    Format,
    FormatOption,
    print_rows,
    print_text,
    progress_bar,
    with_error,
)
from llq.cli.workers import on_workers
from llq.solver.sueca.rules import TrumpFrom

if TYPE_CHECKING:
    from llq.query.sueca.matches.matches import Match

_TEAM = "Two players, such as MC,MC or 'mc_extra:20x2,R', or your own module:Class."


@on_workers
def match_command(
    first: Annotated[str, typer.Argument(help=_TEAM, autocompletion=complete("player"))],
    second: Annotated[
        str,
        typer.Argument(help="The other team's two players.", autocompletion=complete("player")),
    ],
    games: Annotated[
        int,
        typer.Option("-n", "--games", min=2, help="Number of games, rounded up to whole deals."),
    ] = 2000,
    seed: SeedOption = 1,
    trump_from: Annotated[
        TrumpFrom,
        typer.Option(
            help="How the trump suit is set: at random, or by the dealer's first or last card."
        ),
    ] = TrumpFrom.RANDOM,
    threads: ThreadsOption = 2,
    form: FormatOption = Format.table,
) -> None:
    """Play two teams against each other: every deal from both sides, so that luck cancels.

    A deal is played twice, or four times if a team's players differ: everyone holds every hand.
    llq sueca players lists the players.

    For example:

      llq sueca match A,A R,R -n 20000

      llq sueca match MC,MC A,A -n 2000 --seed 7 --trump-from last

      llq sueca match "mc_extra:20x2,R" T,T --format json
    """
    from llq.query.sueca.matches.matches import match

    with progress_bar(f"{first} v {second}", remaining=True) as progress:
        played = match(
            first,
            second,
            games,
            seed,
            trump_from=trump_from,
            threads=threads,
            progress=progress,
        )
    if form is Format.table:
        _print_match(played)
    else:
        print_rows([played.to_dict()], form)
    print_programs(form)


def _print_match(match: Match) -> None:
    lead, lead_error = match.lead or 0.0, match.lead_error or 0.0
    won = match.win_prob, match.loss_prob
    game_points = with_error(f"{match.game_points_lead:+.3f}", match.game_points_lead_error, ".3f")
    means = (
        ("points", match.points, ".2f", with_error(f"{lead:+.2f}", lead_error)),
        ("game points", match.game_points, ".3f", game_points),
        ("games won", won, ".1%", f"{won[0] - won[1]:+.1%}"),
    )
    rows = [
        {
            "mean of a game": what,
            "first": f"{one:{form}}",
            "second": f"{other:{form}}",
            "lead": ahead,
        }
        for what, (one, other), form, ahead in means
    ]
    print_rows(rows, Format.table, title=f"{match.first} v {match.second}", as_given=True)
    low, high = match.interval or (0.0, 0.0)
    lines = [
        f"{match.deals} deals, {match.games // match.deals} games each; "
        f"{match.draw_prob:.1%} drawn",
        f"lead in points: 95 % {low:+.2f} to {high:+.2f}, z {match.z:.1f}"
        if lead_error
        else "lead in points: the same on every deal, so no error can be estimated",
        f"trumps: {match.trump_from}; seed {match.seed}; rules {match.rules}",
        *([match.command] if match.command else []),
    ]
    for line in lines:
        print_text(line)
