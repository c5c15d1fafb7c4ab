"""``llq GAME league``: a single command factory for all games."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from llq.cli.bots import print_request_counts
from llq.cli.completions import complete
from llq.cli.options import SeedOption, ThreadsOption
from llq.cli.output.printing import Format, FormatOption, print_rows, print_text, progress_bar
from llq.cli.tables.build_commands import Build, build_command
from llq.cli.workers import on_workers
from llq.query.games import find_game, find_kind_by_name, game_part
from llq.query.tables.build_times import build_takes
from llq.query.text.text_input import split_words

if TYPE_CHECKING:
    from llq.query.league.league import League

_DealsOption = Annotated[
    int | None, typer.Option("-n", "--deals", min=2, help="Deals of each pair, the same for all.")
]
_HELP = """Play every pair of some players on common deals, each deal from every seat.

    Players are those of llq {game} match, your own module:Class among them; by default some
    built-in ones. Where teams play, each player also sits alone among players of every other
    kind, beside them. Intervals are over deals. CSV has the pairs, or with --standings the
    standings.

    For example:

      llq {game} league {pair} -n {deals}

      llq {game} league {pair} -n {deals} --setting {setting} --seed 7 --format json
    """

_BUILD_HELP = """Play a league of {game} and write every pair's results, deal by deal.

    Each player meets each other on common deals, from every seat, and sits alone among players of
    every other kind where teams play. By default this takes {takes} on two cores. An interrupted
    build resumes when you run the same command again.

    For example:

      llq build {game}-league

      llq build {game}-league -n 100 --players {pair}
    """


def league_command(game: str, pair: str, deals: int, example: str) -> Callable[..., None]:
    """Return a game's league command, with ``pair``, ``deals`` and a setting as help examples."""

    @on_workers
    def command(
        players: Annotated[
            list[str] | None,
            typer.Argument(
                help="Two players or more, each for all seats of a team.",
                autocompletion=complete("player"),
            ),
        ] = None,
        deals: _DealsOption = None,
        seed: SeedOption = 1,
        beside: Annotated[
            bool,
            typer.Option(
                "--beside/--no-beside",
                help="Whether each also sits alone among others, where teams play.",
            ),
        ] = True,
        setting: Annotated[
            list[str] | None,
            typer.Option(
                help="Another option of the game's match, as name=value; may be repeated."
            ),
        ] = None,
        standings: Annotated[
            bool, typer.Option("--standings", help="In CSV, print the standings.")
        ] = False,
        threads: ThreadsOption = 2,
        form: FormatOption = Format.table,
    ) -> None:
        league_game = game_part(game, "league").LEAGUE
        settings = league_game.read_settings(setting or ())
        with progress_bar(f"League of {find_game(game).title}", remaining=True) as progress:
            league = league_game.play(
                players or (), deals, seed, beside=beside, threads=threads, progress=progress,
                **settings,
            )  # fmt: skip
        print_league(league, form, standings=standings)
        print_request_counts(form)

    command.__doc__ = _HELP.format(game=game, pair=pair, deals=deals, setting=example)
    return command


def add_league_build(app: typer.Typer, game: str, pair: str) -> None:
    """Add a game's league build command; ``pair`` appears in its help example."""
    kind = f"{game}-league"

    def plan(
        deals: _DealsOption = None,
        seed: SeedOption = 1,
        players: Annotated[
            str | None,
            typer.Option(
                help="Two players or more, with commas; by default some built-in ones.",
                autocompletion=complete("player"),
            ),
        ] = None,
        settings: Annotated[
            str | None,
            typer.Option(help="Options of the game's match, such as name=value,name=value."),
        ] = None,
    ) -> Build:
        words = {"players": split_words(players or ""), "settings": split_words(settings or "")}
        options = {"deals": deals, "seed": seed, **words}
        blocks: Any = find_kind_by_name(kind).table.job(**options)
        total = sum(block.deals for block in blocks.tasks.values())
        return Build(f"Playing {len(blocks.tasks)} pairings", options, games=total)

    takes = build_takes(kind.replace("love-letter", "love_letter")) or "some minutes"
    plan.__doc__ = _BUILD_HELP.format(game=game, pair=pair, takes=takes)
    build_command(app, kind, has_games=True)(plan)


def print_league(league: League, form: Format, *, standings: bool = False) -> None:
    """Print a league; the table format shows standings, then pairs."""
    if form is Format.json:
        print(json.dumps(league.to_dict(), indent=2))
        return
    if form is Format.csv:
        rows = league.standings if standings else league.results
        print_rows([asdict(row) for row in rows], form)
        return
    ranks: list[dict[str, Any]] = []
    for row in league.standings:
        ranks.append({"": row.rank, "player": row.player, **_shares(row, league)})
        if row.beside_score is not None:
            ranks[-1]["beside others"] = f"{row.beside_score:.1%} ± {row.beside_error:.1%}"
    title = f"League of {find_game(league.game).title}: games won, a draw half"
    print_rows(ranks, form, title=title, as_given=True)
    pairs = [
        {"player": row.first, "beside": row.beside, "against": row.second, **_shares(row, league)}
        for row in league.results
    ]
    if all(row["player"] == row["beside"] for row in pairs):
        for pair in pairs:
            del pair["beside"]
    print_rows(pairs, form, title="The pairs", as_given=True)
    print_text(
        f"{league.deals} deals a pair, from every seat; errors and 95 % intervals are over deals; "
        f"seed {league.seed}; {league.rules}"
    )
    if league.command:
        print_text(league.command)


def _shares(row: Any, league: League) -> dict[str, str]:
    """Return the formatted numbers of a table row."""
    wins, interval = f"{row.score:.1%} ± {row.score_error:.1%}", f"{row.low:.1%} to {row.high:.1%}"
    texts = {"wins": wins, "95 %": interval}
    if league.unit:
        texts[f"lead, {league.unit}"] = f"{row.lead:+.2f} ± {row.lead_error:.2f}"
    return texts
