"""``llq simulate``, ``llq compare`` and ``llq verify``: players against each other."""

from __future__ import annotations

from dataclasses import asdict
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from llq.cli.output import Format, FormatOption, messages, print_rows, progress_bar
from llq.cli.tables import (
    DeckOption,
    ThreadsOption,
    VariantOption,
    chosen_variant,
    open_or_build,
)
from llq.solver.love_letter.variants import find_rules

if TYPE_CHECKING:
    from llq.solver.love_letter.match import MatchResult

__all__ = ["compare_command", "simulate_command", "verify_command"]

SeedOption = Annotated[int, typer.Option(help="Seed: the same seed gives the same games.")]


class Game(StrEnum):
    """A game with published figures."""

    love_letter = "love-letter"
    dominion = "dominion"


def simulate_command(
    first: Annotated[
        str,
        typer.Argument(help="random, strategic, monte_carlo, table, or your own module:Player."),
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

      llq simulate table strategic -n 1000000

      llq simulate monte-carlo random -n 2000 --seed 7

      llq simulate table table --hand 1,8

      llq simulate mybot:MyPlayer table -n 1000

      llq simulate table random --variant archer
    """
    from llq.query.love_letter.matches import check_players, find_player, simulate

    players = find_player(first), find_player(second)
    rules_variant = chosen_variant(variant, deck)
    check_players(find_rules(rules_variant), *players)
    _build_table_for(players, rules_variant)
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
    print_rows([_row(result)], form)


def compare_command(
    games: Annotated[int, typer.Option("-n", "--games", min=1, help="Games a pair.")] = 1_000_000,
    sampling_games: Annotated[
        int, typer.Option(min=0, help="Games a pair with Monte Carlo; 0 leaves him out.")
    ] = 2000,
    seed: SeedOption = 1,
    variant: Annotated[str, typer.Option(help="The variant of the rules.")] = "classic",
    threads: ThreadsOption = 2,
    form: FormatOption = Format.table,
) -> None:
    """Let every built-in player meet every other in both seats.

    For example:

      llq compare

      llq compare -n 100000 --sampling-games 0 --format csv
    """
    from llq.query.love_letter.matches import BUILT_IN, compare, is_sampling

    players = [player for player in BUILT_IN if sampling_games or not is_sampling(player)]
    _build_table_for(players, variant)
    with progress_bar("Comparing players") as progress:
        results = list(
            compare(
                players,
                games,
                seed,
                sampling_games=sampling_games,
                variant=variant,
                threads=threads,
                progress=progress,
            )
        )
    if form is Format.table:
        print_rows(_matrix(players, results), form, title="First player's wins, by second player")
    print_rows([_row(result) for result in results], form)


def verify_command(
    game: Annotated[Game, typer.Argument(help="The game.")] = Game.love_letter,
    games: Annotated[
        int, typer.Option("-n", "--games", min=1, help="Love Letter games a match.")
    ] = 1_000_000,
    sampling_games: Annotated[
        int, typer.Option(min=1, help="Love Letter games a match with Monte Carlo.")
    ] = 10_000,
    seed: SeedOption = 1,
    threads: ThreadsOption = 2,
    form: FormatOption = Format.table,
) -> None:
    """Rerun a paper's experiments: its figures, ours, standard error, z and a verdict.

    For example:

      llq verify

      llq verify love-letter -n 100000 --sampling-games 1000 --format csv

      llq verify dominion
    """
    checks: list[Any]
    with progress_bar(f"Verifying {game}") as progress:
        if game is Game.dominion:
            from llq.query.dominion.verify import verify_dominion

            checks = list(verify_dominion(seed=seed, threads=threads, progress=progress))
        else:
            from llq.query.love_letter.verify import verify_love_letter

            _build_table_for(["table"], "classic")
            checks = list(
                verify_love_letter(games, sampling_games, seed, threads=threads, progress=progress)
            )
    print_rows([asdict(check) for check in checks], form)
    agreeing = sum(check.verdict in ("agrees", "holds") for check in checks)
    messages.print(
        f"{agreeing} of {len(checks)} agree; docs/{game}.md says why others do not.",
        soft_wrap=True,
    )


def _build_table_for(players: Any, variant: str) -> None:
    """Build the table if one of the players plays it and it is missing."""
    if "table" in players:
        open_or_build(variant)


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
