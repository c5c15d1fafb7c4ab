"""``llq literature``: advice, matches between teams, the record of a game, players."""

from __future__ import annotations

import json
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from llq.cli.bots import bot_command, print_programs
from llq.cli.checks import AllOption, OnlyOption, print_checks
from llq.cli.completions import complete
from llq.cli.leagues import league_command
from llq.cli.options import SeedOption, ThreadsOption
from llq.cli.output.answer_panels import print_answer
from llq.cli.output.printing import (
    Format,
    FormatOption,
    announce,
    print_rows,
    print_text,
    progress_bar,
    with_error,
)
from llq.cli.tables.builds import open_or_build
from llq.cli.workers import on_workers
from llq.errors import IllegalState

if TYPE_CHECKING:
    from llq.query.literature.matches.summary import Match
    from llq.solver.literature.rules import Rules


@on_workers
def verify_command(
    games: Annotated[
        int, typer.Option("-n", "--games", min=2, help="Games of each pair of networks.")
    ] = 1500,
    seed: SeedOption = 1,
    threads: ThreadsOption = 2,
    only: OnlyOption = None,
    every: AllOption = False,
    form: FormatOption = Format.table,
) -> None:
    """Check the article on Literature: each figure beside ours, with z and a verdict.

    The article's network and five untrained ones play each other; if they are not stored, they are
    trained first.

    For example:

      llq literature verify

      llq literature verify -n 200 --format csv
    """
    from llq.query.literature.policies.table import open_policies
    from llq.query.literature.verification.run import check_games, count_matches, verify

    check_games(games)
    open_or_build(
        "literature-policies", open_policies, what="table of Literature's networks", threads=threads
    )
    matches = count_matches()
    announce(f"Playing {matches} matches of {games:,} games")
    with progress_bar("Verifying literature") as progress:
        checks = list(verify(games, seed, threads=threads, progress=progress))
    print_checks(checks, form, "literature-verify", only, every=every)


app = typer.Typer(no_args_is_help=True)

_TEAM = (
    "One player for all seats of the first team, or one for each, such as "
    "greedy,possible; or your own module:Class."
)
_FIRST_SHOWN = _TEAM.replace("seats of the first team", "even seats")
_SECOND = "The second team, likewise."

RulesOption = Annotated[
    str | None,
    typer.Option(
        "--rules",
        show_default="somani",
        help="The variant: somani, the article's; pagat; us54, of 54 cards.",
        autocompletion=complete("variant"),
    ),
]
PlayersOption = Annotated[
    int | None,
    typer.Option("--players", help="4, 6 or 8 players; by default as many as the variant has."),
]
RuleOption = Annotated[
    list[str] | None,
    typer.Option("--rule", help="A rule to change, such as out_of_turn=no; may be repeated."),
]
LimitOption = Annotated[
    int | None,
    typer.Option(min=1, max=1000, show_default="200", help="Asks after which a game is abandoned."),
]


@app.command("advise")
def advise_command(
    file: Annotated[
        Path,
        typer.Argument(
            allow_dash=True,
            help="The game so far: one item or move per line, 'hand: AC 3C', '3 asks 0 5C no', or "
            "JSON; - reads standard input.",
        ),
    ],
    player: Annotated[
        str,
        typer.Option(
            help="The player that values the asks: a name listed by llq literature players, or "
            "your own module:Class.",
            autocompletion=complete("player"),
        ),
    ] = "greedy",
    move: Annotated[
        list[str] | None,
        typer.Option(
            "--move", help="A move after the file's, such as '2>1 5C -'; may be repeated."
        ),
    ] = None,
    me: Annotated[str | None, typer.Option(help="Your seat, instead of the file's.")] = None,
    hand: Annotated[
        str | None, typer.Option(help="Your hand as dealt, instead of the file's.")
    ] = None,
    knowledge: Annotated[
        bool,
        typer.Option(
            "--knowledge", help="Show counts by half suit, reasons, and what others know."
        ),
    ] = False,
    grid: Annotated[
        bool, typer.Option("--grid", help="Show each card's chance of being in each hand.")
    ] = False,
    claims: Annotated[
        bool, typer.Option("--claims", help="In CSV, print the claims instead of the asks.")
    ] = False,
    every: Annotated[
        bool, typer.Option("--all", help="Show every ask and claim, as JSON and CSV always do.")
    ] = False,
    form: FormatOption = Format.table,
) -> None:
    """Show what is certain and likely in a game of Literature, and what to claim or ask.

    CSV has the asks, or instead the claims with --claims, the chances with --grid, or what is
    certain about every player with --knowledge.

    For example:

      llq literature advise game.txt

      llq literature advise game.txt --knowledge --grid

      llq literature advise game.txt --move "2>1 6H +" --format json

      llq literature advise game.txt --claims --format csv
    """
    from llq.query.literature.advice.advice import advise
    from llq.query.literature.positions.notation import read_game

    if form is Format.csv and knowledge + grid + claims > 1:
        raise IllegalState("a CSV is one table: give one of --claims, --grid and --knowledge")
    typed = str(file) == "-" and sys.stdin.isatty()  # a bar would run through what is typed
    label = "Valuing asks (compiled the first time)"
    with nullcontext() if typed else progress_bar(label, transient=True):
        game = read_game(file, "; ".join(move or ()), me=me, hand=hand)
        advice = advise(game, player)
    tables = advice.detailed_tables(knowledge=knowledge, grid=grid, every=every)
    part = "chances" if grid else "players" if knowledge else "claims" if claims else "actions"
    print_answer(advice, form, tables=tables, part=part)


@app.command("match")
@on_workers
def match_command(
    first: Annotated[str, typer.Argument(help=_TEAM, autocompletion=complete("player"))],
    second: Annotated[str, typer.Argument(help=_SECOND, autocompletion=complete("player"))],
    games: Annotated[
        int,
        typer.Option("-n", "--games", min=4, help="Number of games, rounded up to whole deals."),
    ] = 2000,
    seed: SeedOption = 1,
    rules: RulesOption = None,
    players: PlayersOption = None,
    rule: RuleOption = None,
    limit: LimitOption = None,
    threads: ThreadsOption = 2,
    form: FormatOption = Format.table,
) -> None:
    """Play two teams against each other: every deal from both sides, so that luck cancels.

    A deal is played twice or, if a team's players differ, from every seat.

    A player bot:FOLDER is a program in any language: see the page of programs.

    For example:

      llq literature match greedy possible -n 2000

      llq literature match possible random -n 2000 --seed 7 --rules pagat --players 4

      llq literature match greedy,possible possible -n 2000 --format json

      llq literature match greedy possible --rule out_of_turn=no --rule claimant_turn=no
    """
    from llq.query.literature.matches.matches import match

    variant = _find_rules(rules, players, rule)
    with progress_bar(f"{first} v {second}") as progress:
        played = match(
            first,
            second,
            games,
            seed,
            rules=variant,
            limit=limit,
            threads=threads,
            progress=progress,
        )
    if form is Format.table:
        _print_match(played)
    else:
        print_rows([played.to_dict()], form)
    print_programs(form)


def _find_rules(rules: str | None, players: int | None, changes: list[str] | None) -> Rules:
    """Return the variant of the options, by default the article's."""
    from llq.query.literature.variants import rules as find_variant

    return find_variant(rules or "somani", players, changes or ())


def _print_match(match: Match) -> None:
    """Print a match as a table of both teams."""
    pairs = [
        ("games won", f"{match.wins}", f"{match.losses}"),
        ("half suits a game", *(f"{mean:.2f}" for mean in match.half_suits)),
        ("asks that hit", *(f"{share:.1%}" for share in match.hits)),
        ("ask-backs", *(f"{number}" for number in match.ask_backs)),
        ("claims after them", *(f"{number}" for number in match.back_claims)),
        ("wrong claims", *(f"{number}" for number in match.wrong_claims)),
    ]
    rows = [{"": name, "first": first, "second": second} for name, first, second in pairs]
    print_rows(rows, Format.table, title=f"{match.first} v {match.second}", as_given=True)
    assert match.lead is not None  # for mypy: in Literature there always is one
    assert match.lead_error is not None
    decided = ""
    if match.decided_prob is not None:
        share = with_error(f"{match.decided_prob:.1%}", match.decided_error or 0.0, ".1%")
        decided = f"; of those decided the first won {share}"
    interval = "the same on every deal, so without an error"
    if match.interval and match.lead_error:
        low, high = match.interval
        interval = f"95 % {low:+.2f} to {high:+.2f}, z {match.z:.1f}"
    each = match.games // match.deals
    lines = [
        f"{match.deals} deals, {each} games each; {match.draws} drawn, {match.given_up} of them "
        f"given up after {match.limit} asks{decided}",
        f"score {with_error(f'{match.score:.1%}', match.score_error, '.1%')}; lead "
        f"{with_error(f'{match.lead:+.2f}', match.lead_error)} half suits a game ({interval})",
        f"{with_error(f'{match.asks:.1f}', match.asks_error, '.1f')} asks a game; seed "
        f"{match.seed}; {match.rules}",
        *([match.command] if match.command else []),
    ]
    for line in lines:
        print_text(line)


app.command("league")(league_command("literature", "quick possible", 20, "--setting rules=pagat "))


@app.command("show")
def show_command(
    first: Annotated[str, typer.Argument(help=_FIRST_SHOWN, autocompletion=complete("player"))],
    second: Annotated[
        str,
        typer.Argument(
            help=_SECOND.replace("second team", "odd seats"), autocompletion=complete("player")
        ),
    ],
    seed: SeedOption = 1,
    game: Annotated[
        int, typer.Option(min=0, help="Number of the game with this seed, from 0.")
    ] = 0,
    moves: Annotated[
        int | None,
        typer.Option(min=0, help="Stop after this many moves; by default at the end."),
    ] = None,
    me: Annotated[
        int | None,
        typer.Option(min=0, help="The seat whose record is printed; by default the mover's."),
    ] = None,
    rules: RulesOption = None,
    players: PlayersOption = None,
    rule: RuleOption = None,
    limit: LimitOption = None,
    form: FormatOption = Format.table,
) -> None:
    """Play one game and print its record, which llq literature advise reads.

    For example:

      llq literature show greedy possible

      llq literature show greedy greedy --seed 3 --moves 40 --me 1

      llq literature show possible possible --rules pagat --format csv
    """
    from llq.query.literature.play.record import show

    variant = _find_rules(rules, players, rule)
    with progress_bar("Playing (compiled the first time)", transient=True):
        shown = show(
            first,
            second,
            seed,
            number=game,
            moves=moves,
            me=me,
            rules=variant,
            limit=limit,
        )
    if form is Format.table:
        print(shown)
    elif form is Format.json:
        print(json.dumps(shown.to_dict(), indent=2))
    else:
        rows = [{"number": n, "move": move} for n, move in enumerate(shown.game.lines, start=1)]
        print_rows(rows, form, columns=("number", "move"))


app.command("bot")(bot_command("literature", "strong"))


@app.command("players")
def players_command(form: FormatOption = Format.table) -> None:
    """List the players of Literature: built-in ones, and the stored policies.

    For example:

      llq literature players

      llq literature players --format csv
    """
    from llq.query.literature.built_in_players import players

    print_rows([player.to_dict() for player in players()], form)


app.command("verify")(verify_command)
