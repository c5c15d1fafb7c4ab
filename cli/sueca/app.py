"""``llq sueca``: matches between teams, advice for a player."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich import box
from rich.console import Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from llq.cli.options import SeedOption, ThreadsOption
from llq.cli.output import (
    Format,
    FormatOption,
    bar,
    print_rows,
    print_text,
    progress_bar,
    stdout,
    with_error,
)
from llq.cli.sueca.plot import plot_command
from llq.cli.sueca.verify import verify_command

if TYPE_CHECKING:
    from llq.query.sueca.advice import Advice
    from llq.query.sueca.matches import Duel
    from llq.solver.sueca.players import Strategy

__all__ = ["app"]

app = typer.Typer(no_args_is_help=True)
app.command("verify")(verify_command)
app.command("plot")(plot_command)

TrumpFrom = StrEnum("TrumpFrom", ["random", "first", "last"])  # the solver's own loads numba


class WorthOf(StrEnum):
    """What is worth something; likewise."""

    trumps = "trumps"
    team_trumps = "team-trumps"
    points = "points"
    team_points = "team-points"
    lead = "lead"
    dealer = "dealer"
    trump_card = "trump-card"


_TEAM = "Two players, such as MC,MC or 'mc_extra:20x2,R', or your own module:Class."


@app.command("match")
def match_command(
    team: Annotated[str, typer.Argument(help=_TEAM)],
    other: Annotated[str, typer.Argument(help="The other team's two players.")],
    games: Annotated[
        int, typer.Option("-n", "--games", min=2, help="Games, filled up to whole deals.")
    ] = 2000,
    seed: SeedOption = 1,
    trump_from: Annotated[
        TrumpFrom, typer.Option(help="Trumps by lot, or by the dealer's first or last card.")
    ] = TrumpFrom.random,
    threads: ThreadsOption = 2,
    form: FormatOption = Format.table,
) -> None:
    """Play two teams against each other: every deal from both sides, so that luck cancels.

    A deal is played twice, or four times where a team's players differ: everyone holds every hand.
    llq sueca players lists the players.

    For example:

      llq sueca match A,A R,R -n 20000

      llq sueca match MC,MC A,A -n 2000 --seed 7 --trump-from last

      llq sueca match "mc_extra:20x2,R" T,T --format json
    """
    from llq.query.sueca.matches import match_sueca

    with progress_bar(f"{team} v {other}") as progress:
        duel = match_sueca(
            team,
            other,
            games,
            seed,
            trump_from=trump_from.value,
            threads=threads,
            progress=progress,
        )
    if form is Format.table:
        _print_duel(duel)
    else:
        print_rows([duel.to_dict()], form)


@app.command("advise")
def advise_command(
    file: Annotated[
        Path | None,
        typer.Argument(
            allow_dash=True,
            help="A position: one item a line, 'hand: AS KS', or JSON; - reads what comes in.",
        ),
    ] = None,
    hand: Annotated[
        str | None, typer.Option(help="The hand of whose turn it is: 'AS KS 7H 2D' or 'S:AK H:7'.")
    ] = None,
    trump: Annotated[str | None, typer.Option(help="The trumps: S, H, D or C.")] = None,
    trick: Annotated[
        str | None, typer.Option(help="The cards on the table in order: 'N:AS W:2S' or 'AS 2S'.")
    ] = None,
    seen: Annotated[str | None, typer.Option(help="The cards of earlier tricks.")] = None,
    voids: Annotated[
        str | None, typer.Option(help="Suits that players failed to follow: 'W:H E:SD'.")
    ] = None,
    points: Annotated[
        str | None, typer.Option(help="What N and S, and W and E, have taken: 35-22.")
    ] = None,
    seat: Annotated[
        str | None, typer.Option(help="Whose turn it is: N, W, S or E; else from the trick.")
    ] = None,
    shown: Annotated[
        str | None, typer.Option(help="The dealer's card that made the trumps.")
    ] = None,
    dealer: Annotated[str | None, typer.Option(help="The dealer, where a card was shown.")] = None,
    tricks: Annotated[
        str | None,
        typer.Option(
            help="Every trick so far, leader first: 'N AS 2S 7S 5S; N 4H 2H'; in place of --trick, "
            "--seen, --voids and --points."
        ),
    ] = None,
    player: Annotated[
        str | None,
        typer.Option(
            help="Who advises: pimc:200/6 solves 200 hands from six cards on, mc_extra:500x2 draws "
            "500 and plays 2 random games with each; by default whichever fits."
        ),
    ] = None,
    seed: SeedOption = 1,
    form: FormatOption = Format.table,
) -> None:
    """Say what to play in Sueca, and what every other card is worth.

    For example:

      llq sueca advise --hand "S:AK72 H:765 D:2 C:A7" --trump C --trick "N:2H W:4H"

      llq sueca advise --hand "S:AK7 H:7642 D:3 C:2" --trump H --tricks "W 5D KD AD 6D"

      llq sueca advise game.txt --player mc_extra:5000x2 --format json
    """
    from llq.query.sueca.advice import advise
    from llq.query.sueca.notation import read_sueca_position, sueca_position

    items: dict[str, Any] = {
        "hand": hand, "trump": trump, "trick": trick, "seen": seen, "voids": voids,
        "points": points, "seat": seat, "shown": shown, "dealer": dealer, "tricks": tricks,
    }  # fmt: skip
    position = sueca_position(**items) if file is None else read_sueca_position(file, **items)
    with progress_bar("Weighing cards (the first time compiles)", transient=True) as progress:
        advice = advise(position, player, seed, progress=progress)
    if form is Format.table:
        stdout.print(_panel(advice))
    elif form is Format.json:
        print(json.dumps(advice.to_dict(), indent=2))
    else:
        print_rows(advice.to_dict()["cards"], form)


@app.command("worth")
def worth_command(
    of: Annotated[WorthOf, typer.Argument(help="What is worth something.")],
    player: Annotated[
        str, typer.Option(help="One player, for all four seats; or open: open hands, perfect play.")
    ] = "random",
    games: Annotated[int, typer.Option("-n", "--games", min=2, help="Games a level.")] = 100_000,
    seed: SeedOption = 1,
    threads: ThreadsOption = 2,
    form: FormatOption = Format.table,
) -> None:
    """Say what trumps, points, the lead or the dealer's card are worth to North and South.

    For example:

      llq sueca worth trumps

      llq sueca worth lead --player mc_extra -n 2000

      llq sueca worth dealer --player open -n 100
    """
    from llq.query.sueca.deal_valuation import sueca_worth

    with progress_bar(f"Worth of {of}") as progress:
        rows = list(sueca_worth(of.value, player, games, seed, threads=threads, progress=progress))
    print_rows([row.to_dict() for row in rows], form)


@app.command("players")
def players_command(form: FormatOption = Format.table) -> None:
    """List the built-in players of Sueca.

    For example:

      llq sueca players

      llq sueca players --format csv
    """
    from llq.solver.sueca.players import STRATEGIES, find_strategy

    letters = {find_strategy(letter).name: letter for letter in ("R", "T", "A", "MC")}
    rows = [
        {
            "player": name,
            "thesis": letters.get(name, ""),
            "hands x games": _sampling(strategy),
            "plays": strategy.summary,
        }
        for name, strategy in STRATEGIES.items()
    ]
    print_rows(rows, form)


def _sampling(strategy: Strategy) -> str:
    """Return the hands that a strategy draws and the games it plays with each."""
    if not strategy.is_sampling:
        return ""
    solved = f", {strategy.deals} solved" if strategy.deals else ""
    return f"{strategy.shuffles}x{strategy.playouts}{solved}"


def _print_duel(duel: Duel) -> None:
    """Print a match as a table of both teams."""
    rows = [
        {
            "mean of a game": "points",
            "team": f"{duel.points:.2f}",
            "other": f"{120 - duel.points:.2f}",
            "difference": with_error(f"{duel.difference:+.2f}", duel.standard_error),
        },
        {
            "mean of a game": "game points",
            "team": f"{duel.game_points:.3f}",
            "other": f"{duel.other_game_points:.3f}",
            "difference": with_error(
                f"{duel.game_points_lead:+.3f}", duel.game_points_error, ".3f"
            ),
        },
        {
            "mean of a game": "games won",
            "team": f"{duel.won:.1%}",
            "other": f"{duel.lost:.1%}",
            "difference": f"{duel.won - duel.lost:+.1%}",
        },
        {
            "mean of a game": "rubbers won",
            "team": f"{duel.rubbers:.1%}",
            "other": f"{1 - duel.rubbers:.1%}",
            "difference": with_error(f"{2 * duel.rubbers - 1:+.1%}", 2 * duel.rubbers_error, ".1%"),
        },
    ]
    print_rows(
        rows, Format.table, title=f"{','.join(duel.team)} v {','.join(duel.other)}", as_given=True
    )
    lines = [
        f"{duel.deals} deals, {duel.games // duel.deals} games each; {duel.drawn:.1%} drawn",
        f"difference of points: 95 % {duel.low:+.2f} to {duel.high:+.2f}, z {duel.z:.1f}"
        if duel.standard_error
        else "difference of points: the same on every deal, which tells no error",
        f"trumps: {duel.trump_from}; seed {duel.seed}; rules {duel.rules}",
        *([duel.command] if duel.command else []),
    ]
    for line in lines:
        print_text(line)


def _panel(advice: Advice) -> Panel:
    """Return advice as a panel with a bar for each card."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("play")
    table.add_column("takes", justify="right")
    knows_points = advice.cards[0].win_prob is not None
    if knows_points:
        table.add_column("wins", justify="right")
    table.add_column("costs", justify="right")
    table.add_column("")
    top = max(advice.cards[0].value, 1.0)
    for card in advice.cards:
        table.add_row(
            card.card,
            f"{card.value:.2f} ± {card.standard_error:.2f}",
            *([f"{card.win_prob:.1%}"] if knows_points else []),
            "" if card.is_best else f"{card.cost:.2f} ± {card.cost_error:.2f}",
            bar(max(card.value, 0.0) / top, 20) + " ~" * (card.is_close and not card.is_best),
            style="bold green" if card.is_best else "",
        )
    position = advice.position
    facts = f"{' '.join(position.hand)}\n{', '.join(advice.facts)}"
    close = "~ not told apart from the best\n" if len(advice.close) > 1 else ""
    to_win = [f"{advice.to_win}\n"] if advice.to_win else []
    source = Text(close + advice.based_on.replace("; ", "\n"), style="dim")
    title = f"{position.seat.name.title()}: play {advice.best}"
    return Panel.fit(Group(facts, table, *to_win, source), title=title, padding=(1, 2))
