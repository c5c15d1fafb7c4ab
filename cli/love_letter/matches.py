"""``llq love-letter match``, ``exact`` and ``compare``: players against each other."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from llq.cli.love_letter.build import (
    DeckOption,
    VariantOption,
    chosen_variant,
    open_or_build,
    open_or_build_study,
)
from llq.cli.options import SeedOption, ThreadsOption
from llq.cli.output import Format, FormatOption, print_rows, progress_bar
from llq.solver.love_letter.rules import Scoring
from llq.solver.love_letter.variants import find_rules

if TYPE_CHECKING:
    from llq.query.love_letter.study import LoveLetterStudy
    from llq.solver.love_letter.match import MatchResult

__all__ = ["build_tables_for", "compare_command", "exact_command", "match_command"]

PROMISE = "a name and choose(state, random) -> action"
_ERRORS = {"first_win_rate": "standard_error"}
_MATRIX_TITLE = "First player's wins, by second player"


def match_command(
    first: Annotated[
        str,
        typer.Argument(
            help="random, strategic, monte_carlo, table, table_discards, or your own module:Player."
        ),
    ],
    second: Annotated[str, typer.Argument(help="The player who has the second turn.")],
    games: Annotated[int, typer.Option("-n", "--games", min=1, help="Games.")] = 1_000_000,
    seed: SeedOption = 1,
    hand: Annotated[
        str | None, typer.Option(help="The first player's opening hand, such as 1,8.")
    ] = None,
    playouts: Annotated[int, typer.Option(min=1, help="Monte Carlo playouts an option.")] = 1000,
    face_up: Annotated[
        int, typer.Option(min=0, max=3, help="Cards laid open first: 3 on the box, 0 in the paper.")
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

      llq love-letter match table random --variant archer
    """
    from llq.query.love_letter.matches import check_players, find_player, simulate

    players = find_player(first), find_player(second)
    rules_variant = chosen_variant(variant, deck)
    check_players(find_rules(rules_variant), *players)
    build_tables_for(players, rules_variant)
    with progress_bar(f"{first} v {second}") as progress:
        result = simulate(
            *players,
            games,
            seed,
            hand=None if hand is None else hand.split(","),
            variant=rules_variant,
            playouts=playouts,
            face_up=face_up,
            threads=threads,
            progress=progress,
        )
    print_rows([_row(result)], form, errors=_ERRORS)


def exact_command(
    first: Annotated[
        str,
        typer.Argument(
            help="random, strategic, monte_carlo, monte_carlo_limit, table, table_discards, or "
            "your own module:Player."
        ),
    ],
    second: Annotated[str, typer.Argument(help="The player who has the second turn.")],
    hand: Annotated[
        str | None, typer.Option(help="The first player's opening hand, such as 1,8.")
    ] = None,
    face_up: Annotated[
        str, typer.Option(help="Cards face up: 0, 3 (any three), or three cards such as 1,1,5.")
    ] = "0",
    playouts: Annotated[int, typer.Option(min=1, help="Monte Carlo playouts an option.")] = 1000,
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
    """
    from llq.query.love_letter.exact_matches import EXACT_PLAYERS, exact
    from llq.query.players import load_player

    name = chosen_variant(variant, deck)
    players = [
        player.replace("-", "_") if player.replace("-", "_") in EXACT_PLAYERS
        else load_player(player, PROMISE) or player
        for player in (first, second)
    ]  # fmt: skip
    build_tables_for(players, name)
    with progress_bar(f"{first} v {second}") as progress:
        progress(0, 1)
        result = exact(
            *players,
            hand=None if hand is None else hand.split(","),
            face_up=int(face_up) if face_up.strip() in ("0", "3") else face_up.split(","),
            variant=name,
            playouts=playouts,
            threads=threads,
        )
    row = {key: value for key, value in result.to_dict().items() if value is not None}
    if form is not Format.json:
        row |= {key: ", ".join(row[key]) for key in row if isinstance(row[key], tuple)}
    print_rows([row], form)


def compare_command(
    exact: Annotated[
        bool, typer.Option("--exact", help="Compute every match; the games then check it.")
    ] = False,
    games: Annotated[int, typer.Option("-n", "--games", min=1, help="Games a pair.")] = 1_000_000,
    sampling_games: Annotated[
        int, typer.Option(min=0, help="Games a pair with Monte Carlo; 0 leaves him out.")
    ] = 2000,
    seed: SeedOption = 1,
    variant: VariantOption = None,
    deck: DeckOption = None,
    threads: ThreadsOption = 2,
    form: FormatOption = Format.table,
) -> None:
    """Let the thesis's four players meet each other in both seats.

    With --exact each pair's chance is computed, and beside it stand the thesis's Table 11 and the
    games played, each with its deviation in standard errors.

    For example:

      llq love-letter compare

      llq love-letter compare --exact

      llq love-letter compare -n 100000 --sampling-games 0 --format csv
    """
    from llq.query.love_letter.matches import THESIS_PLAYERS, compare, is_sampling

    name = chosen_variant(variant, deck)
    players = [player for player in THESIS_PLAYERS if sampling_games or not is_sampling(player)]
    build_tables_for(players, name)
    study = open_or_build_study(name, threads) if exact else None
    with progress_bar("Comparing players") as progress:
        results = list(
            compare(
                players,
                games,
                seed,
                sampling_games=sampling_games,
                variant=name,
                threads=threads,
                progress=progress,
            )
        )
    if study:
        from llq.query.love_letter.verification.comparison import compare_exactly

        compared = compare_exactly(study, results)
        if form is Format.table:
            print_rows(_exact_matrix(study), form, title=_MATRIX_TITLE, as_given=True)
        print_rows([asdict(row) for row in compared], form)
        return
    if form is Format.table:
        print_rows(_matrix(players, results), form, title=_MATRIX_TITLE, as_given=True)
    print_rows([_row(result) for result in results], form, errors=_ERRORS)


def build_tables_for(players: Any, variant: str) -> None:
    """Build the tables that the players play and that are missing."""
    if "table" in players:
        open_or_build(variant)
    if "table_discards" in players:
        open_or_build(variant, Scoring.DISCARDS)


def _row(result: MatchResult) -> dict[str, Any]:
    """Return a match as one row."""
    return {
        "first": result.first,
        "second": result.second,
        "games": result.games,
        "first_win_rate": result.first_win_rate,
        "second_win_rate": result.second_win_rate,
        "draw_rate": result.draw_rate,
        "standard_error": result.standard_error,
        "seed": result.seed,
    }


def _matrix(players: list[str], results: list[MatchResult]) -> list[dict[str, Any]]:
    """Return the first players' win rates, one row each, in the shape of the thesis's Table 11."""
    rates = {
        (r.first, r.second): f"{r.first_win_rate:.4f} ± {r.standard_error:.4f}" for r in results
    }
    return [
        {"first player": first} | {second: rates[first, second] for second in players}
        for first in players
    ]


def _exact_matrix(study: LoveLetterStudy) -> list[dict[str, Any]]:
    """Return the first players' exact chances of winning, one row each."""
    rows: dict[str, dict[str, Any]] = {}
    for match in study.matches():
        row = rows.setdefault(match.first, {"first player": match.first})
        row[match.second] = f"{match.win:.6f}"
    return [{"first player": first} | {p: rows[first][p] for p in rows} for first in rows]
