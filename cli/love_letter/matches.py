"""``llq love-letter match``, ``exact``, ``compare`` and ``players``: players against each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Annotated, Any

import typer

from llq.cli.bots import print_programs
from llq.cli.completions import complete
from llq.cli.love_letter.multiplayer import print_party_match, refuse_for_several
from llq.cli.love_letter.options import (
    DeckOption,
    OpeningOption,
    VariantOption,
    chosen_cards,
    chosen_face_up,
    chosen_rules,
)
from llq.cli.options import SeedOption, ThreadsOption
from llq.cli.output.printing import Format, FormatOption, print_rows, progress_bar
from llq.cli.tables.builds import with_tables
from llq.cli.workers import on_workers
from llq.query.love_letter.built_in_players import (
    SOLUTION_SCORINGS,
    THESIS_PLAYERS,
    find_player,
    is_sampling,
    is_solution,
    needed_scorings,
)
from llq.query.love_letter.responses.exploiters import EXPLOITER
from llq.solver.love_letter.rules import Rules

if TYPE_CHECKING:
    from llq.query.love_letter.exact.matches import ExactMatch
    from llq.query.love_letter.matches import Match

PlayerArgument = Annotated[
    str,
    typer.Argument(
        help="A name listed by llq love-letter players, or your own module:Player.",
        autocompletion=complete("player"),
    ),
]
SecondArgument = Annotated[
    str,
    typer.Argument(help="The player who moves second.", autocompletion=complete("player")),
]
FaceUpOption = Annotated[
    str, typer.Option(help="Cards face up: 0, 3 (any three), or three cards such as 1,1,5.")
]
PlayoutsOption = Annotated[int, typer.Option(min=1, help="Playouts per action for Monte Carlo.")]

_GAMES, _PLAYOUTS = 1_000_000, 1000
_MATRIX_TITLE = "First player's wins, by second player"


@on_workers
def match_command(
    first: PlayerArgument,
    second: SecondArgument,
    others: Annotated[
        list[str] | None,
        typer.Argument(
            help="Further players of a table of three to six.", autocompletion=complete("party")
        ),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            "-n",
            "--games",
            min=1,
            help="Number of games: 1,000,000; of deals, 1,000, each played from all rotations of "
            "the seats, at a table of several.",
            show_default=False,
        ),
    ] = None,
    seed: SeedOption = 1,
    hand: OpeningOption = None,
    playouts: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Playouts per action for Monte Carlo, 1,000; a decision at a table of several, "
            "5,000.",
            show_default=False,
        ),
    ] = None,
    face_up: Annotated[
        int,
        typer.Option(
            min=0, help="Cards laid face up first: 3 by the official rule, 0 in the thesis."
        ),
    ] = 0,
    variant: VariantOption = None,
    deck: DeckOption = None,
    threads: ThreadsOption = 2,
    form: FormatOption = Format.table,
) -> None:
    """Play Love Letter games by the real rules and count who wins.

    For example:

      llq love-letter match table strategic -n 1000000

      llq love-letter match monte-carlo random -n 2000 --seed 7

      llq love-letter match table table --hand 1,8

      llq love-letter match mybot:MyPlayer table -n 1000

      llq love-letter match table strategic --edition 2019 -n 100000

      llq love-letter match exploiter table -n 1000 --deck 2,1,1,1,1,1,0,1

      llq love-letter match reader thumb thumb thumb -n 20 --edition 2019

      llq love-letter match reader certain -n 20 --edition 2019
    """
    from llq.query.love_letter.matches import check_match, match
    from llq.query.love_letter.multiplayer.seats import sits_at_tables

    if others or sits_at_tables(first) or sits_at_tables(second):
        refuse_for_several(hand=hand, face_up=face_up or None, deck=deck)
        print_party_match(
            (first, second, *(others or ())), games, seed, variant, playouts, threads, form
        )
        return
    games, playouts = games or _GAMES, playouts or _PLAYOUTS
    rules = chosen_rules(variant, deck)
    options: dict[str, Any] = {
        "hand": chosen_cards(rules, hand),
        "variant": rules.variant,
        "playouts": playouts,
        "face_up": face_up,
        "threads": threads,
    }
    players = check_match(first, second, games, seed, **options).players
    build_tables_for(rules, players, face_up, threads=threads)
    _solve_exploiter(rules, players, face_up)
    with progress_bar(f"{first} v {second}") as progress:
        result = match(first, second, games, seed, **options, progress=progress)
    print_rows([_row(result) if form is Format.table else result.to_dict()], form)
    print_programs(form)


def exact_command(
    first: PlayerArgument,
    second: SecondArgument,
    hand: OpeningOption = None,
    face_up: FaceUpOption = "0",
    playouts: PlayoutsOption = 1000,
    variant: VariantOption = None,
    deck: DeckOption = None,
    threads: ThreadsOption = 2,
    form: FormatOption = Format.table,
) -> None:
    """Compute the chances of two Love Letter players exactly, by the real rules.

    For example:

      llq love-letter exact table strategic

      llq love-letter exact table table --hand 1,8

      llq love-letter exact monte-carlo random --face-up 1,1,5

      llq love-letter exact mybot:MyPlayer table

      llq love-letter exact solution table

      llq love-letter exact table random --edition 2019
    """
    from llq.query.love_letter.exact.matches import exact_match

    rules = chosen_rules(variant, deck)
    options, players = checked_options(
        rules, (first, second), hand, face_up, playouts=playouts, threads=threads
    )
    label = f"{first} v {second}"
    if any(map(is_solution, players)):
        label += " (up to a minute and 3 GB)"
    with progress_bar(label) as progress:
        progress(0, 1)
        result = exact_match(first, second, **options)
    row = {key: value for key, value in result.to_dict().items() if value is not None}
    if form is not Format.json:
        row |= {key: ", ".join(row[key]) for key in row if isinstance(row[key], tuple)}
    if form is Format.table and not is_sampling(players):
        del row["playouts"]
    print_rows([row], form)


@on_workers
def compare_command(
    chosen: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PLAYER",
            help="Two or more players, as for match; the thesis's four by default.",
            autocompletion=complete("player"),
        ),
    ] = None,
    exact: Annotated[
        bool, typer.Option("--exact", help="Also compute every match exactly.")
    ] = False,
    games: Annotated[int, typer.Option("-n", "--games", min=1, help="Games per pair.")] = 1_000_000,
    sampling_games: Annotated[
        int, typer.Option(min=0, help="Games per pair with Monte Carlo; 0 leaves it out.")
    ] = 2000,
    seed: SeedOption = 1,
    variant: VariantOption = None,
    deck: DeckOption = None,
    threads: ThreadsOption = 2,
    form: FormatOption = Format.table,
) -> None:
    """Play Love Letter players against each other, in both seats.

    With --exact, each pair's chances are computed too, and the thesis's Table 11 and the games
    played are shown beside them, each with its deviation in standard errors.

    For example:

      llq love-letter compare

      llq love-letter compare --exact

      llq love-letter compare -n 100000 --sampling-games 0 --format csv

      llq love-letter compare solution table strategic -n 10000 --exact
    """
    from llq.query.love_letter.exact.study_table import open_study
    from llq.query.love_letter.matches import check_match, compare

    rules = chosen_rules(variant, deck)
    if chosen and len(chosen) < 2:
        raise typer.BadParameter(
            f"give two or more players, or none for the thesis's four; got {chosen[0]!r} alone",
            param_hint="PLAYERS",
        )
    players = [
        player
        for player in chosen or THESIS_PLAYERS
        if sampling_games or not is_sampling([find_player(player)])
    ]
    playing = [
        check_match(player, player, games, seed, variant=rules.variant, threads=threads).players[0]
        for player in players
    ]
    options: dict[str, Any] = {}
    if exact and chosen:
        for player in players:  # each is refused before any is computed or played
            options, _ = checked_options(
                rules, (player, player), None, "0", playouts=_PLAYOUTS, threads=threads
            )
    build_tables_for(rules, playing, threads=threads)
    study = None
    if exact and not chosen:
        study = with_tables(lambda: open_study(rules.variant), threads)
    with progress_bar("Comparing players") as progress:
        results = list(
            compare(
                players,
                games,
                seed,
                sampling_games=sampling_games,
                variant=rules.variant,
                threads=threads,
                progress=progress,
            )
        )
    if not exact:
        if form is Format.table:
            names = list(dict.fromkeys(result.first for result in results))
            print_rows(_matrix(names, results), form, title=_MATRIX_TITLE, as_given=True)
        print_rows([_row(result) for result in results], form)
        return
    from llq.query.love_letter.verification.comparison import compare_matches

    computed = list(study.matches()) if study else _exact_matches(players, options)
    compared = compare_matches(computed, results)
    if form is Format.table:
        print_rows(_exact_matrix(computed), form, title=_MATRIX_TITLE, as_given=True)
    print_rows([asdict(row) for row in compared], form)


def build_tables_for(
    rules: Rules, players: Sequence[object], face_up: int = 0, *, threads: int = 2
) -> None:
    """Build the missing tables that players of a match play from."""
    from llq.query.love_letter.table.policy import open_policy
    from llq.query.love_letter.table.table import open_table

    for name in filter(is_solution, players):
        from llq.query.love_letter.solution.table import open_solution

        open_solution(rules.variant, face_up=face_up, scoring=SOLUTION_SCORINGS[str(name)])
    for scoring in needed_scorings(players):
        if rules.chooses_twice:
            with_tables(lambda: open_policy(rules.variant), threads)
        else:
            with_tables(partial(open_table, rules.variant, scoring=scoring), threads)


def _solve_exploiter(rules: Rules, players: Sequence[object], face_up: int) -> None:
    """Solve the exploiter's seats before a match in which no cards lie face up.

    With cards face up there are too many deals: each is solved when a game reaches it.
    """
    if EXPLOITER not in players or face_up:
        return
    from llq.query.love_letter.responses.exploiters import find_exploiter

    exploiter = find_exploiter(rules)
    for is_first, player in zip((True, False), players, strict=True):
        if player == EXPLOITER:
            seat = "first" if is_first else "second"
            label = f"Best response to table moving {seat} (a minute for the whole deck)"
            with progress_bar(label, remaining=True) as progress:
                exploiter.prepare(is_first=is_first, progress=progress)


def checked_options(
    rules: Rules,
    pair: tuple[str, str],
    hand: str | None,
    face_up: str,
    *,
    playouts: int,
    threads: int,
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Return the options of exact chances and the players' names, after building Table's table."""
    from llq.query.love_letter.exact.matches import check_exact_match

    options: dict[str, Any] = {
        "hand": chosen_cards(rules, hand),
        "face_up": chosen_face_up(rules, face_up),
        "variant": rules.variant,
        "playouts": playouts,
        "threads": threads,
    }
    checked = check_exact_match(*pair, **options)
    players = checked.players
    names = [player for player in players if player == "table" or is_solution(player)]
    build_tables_for(rules, names, checked.face_up, threads=threads)
    return options, players


def _row(result: Match) -> dict[str, Any]:
    row = {
        "first": result.first,
        "second": result.second,
        "games": result.games,
        "win_prob": result.win_prob,
        "standard_error": result.standard_error,
        "draw_prob": result.draw_prob,
        "loss_prob": result.loss_prob,
    }
    if result.tokens is not None:
        row |= {"token_lead": result.lead, "token_lead_error": result.lead_error}
    return row | {"seed": result.seed}


def _matrix(names: Sequence[str], results: Sequence[Match]) -> list[dict[str, Any]]:
    """Return each first player's shares of wins as a row, like the thesis's Table 11."""
    shares = {(r.first, r.second): f"{r.win_prob:.4f} ± {r.standard_error:.4f}" for r in results}
    return [
        {"first player": first} | {second: shares[first, second] for second in names}
        for first in names
    ]


def _exact_matches(players: Sequence[str], options: dict[str, Any]) -> list[ExactMatch]:
    from llq.query.love_letter.exact.matches import exact_match

    pairs = [*product(players, repeat=2)]
    matches = []
    with progress_bar("Computing matches") as progress:
        for done, pair in enumerate(pairs):
            progress(done, len(pairs))
            matches.append(exact_match(*pair, **options))
    return matches


def _exact_matrix(matches: Sequence[ExactMatch]) -> list[dict[str, Any]]:
    """Return each first player's exact chances of winning as a row."""
    rows: dict[str, dict[str, Any]] = {}
    for match in matches:
        row = rows.setdefault(match.first, {"first player": match.first})
        row[match.second] = f"{match.win_prob:.6f}"
    return [{"first player": first} | {p: rows[first][p] for p in rows} for first in rows]
