"""``llq love-letter compare``: players against each other, in both seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Annotated, Any

import typer

from llq.cli.completions import complete
from llq.cli.love_letter.options import DeckOption, VariantOption
from llq.cli.options import SeedOption, ThreadsOption
from llq.cli.output.printing import Format, FormatOption, print_rows, progress_bar
from llq.cli.output.results import print_result
from llq.cli.tables.builds import with_tables
from llq.cli.workers import on_workers
from llq.query.love_letter.built_in_players import THESIS_PLAYERS, find_player, is_sampling
from llq.query.love_letter.notation import chosen_rules

if TYPE_CHECKING:
    from llq.query.love_letter.exact.matches import ExactMatch
    from llq.query.love_letter.matches import Match

_MATRIX_TITLE = "First player's wins, by second player"


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
    from llq.query.love_letter.exact.matches import check_exact_match
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
    for player in players:  # each is refused before any is computed or played
        check_match(player, player, games, seed, variant=rules.variant, threads=threads)
        if exact and chosen:
            check_exact_match(player, player, variant=rules.variant, threads=threads)
    study = None
    if exact and not chosen:
        study = with_tables(lambda: open_study(rules.variant), threads)
    with progress_bar("Comparing players") as progress:
        played = partial(
            compare, players, games, seed, sampling_games=sampling_games, variant=rules.variant,
            threads=threads, progress=progress,
        )  # fmt: skip
        results = with_tables(lambda: list(played()), threads)
    if not exact:
        if form is Format.table:
            names = list(dict.fromkeys(result.first for result in results))
            print_rows(_matrix(names, results), form, title=_MATRIX_TITLE, as_given=True)
        print_result(results, form)
        return
    from llq.query.love_letter.verification.comparison import compare_matches

    computed = list(study.matches()) if study else _exact_matches(players, rules.variant, threads)
    compared = compare_matches(computed, results)
    if form is Format.table:
        print_rows(_exact_matrix(computed), form, title=_MATRIX_TITLE, as_given=True)
    print_rows([asdict(row) for row in compared], form)


def _matrix(names: Sequence[str], results: Sequence[Match]) -> list[dict[str, Any]]:
    """Return each first player's shares of wins as a row, like the thesis's Table 11."""
    shares = {(r.first, r.second): f"{r.win_prob:.4f} ± {r.standard_error:.4f}" for r in results}
    return [
        {"first player": first} | {second: shares[first, second] for second in names}
        for first in names
    ]


def _exact_matches(players: Sequence[str], variant: str, threads: int) -> list[ExactMatch]:
    from llq.query.love_letter.exact.matches import exact_match

    pairs = [*product(players, repeat=2)]
    matches = []
    with progress_bar("Computing matches") as progress:
        for done, pair in enumerate(pairs):
            progress(done, len(pairs))
            matches.append(
                with_tables(lambda: exact_match(*pair, variant=variant, threads=threads), threads)  # noqa: B023
            )
    return matches


def _exact_matrix(matches: Sequence[ExactMatch]) -> list[dict[str, Any]]:
    """Return each first player's exact chances of winning as a row."""
    rows: dict[str, dict[str, Any]] = {}
    for match in matches:
        row = rows.setdefault(match.first, {"first player": match.first})
        row[match.second] = f"{match.win_prob:.6f}"
    return [{"first player": first} | {p: rows[first][p] for p in rows} for first in rows]
