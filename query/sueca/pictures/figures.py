"""Pictures of the table of matches and of deal values, by matplotlib (the ``plot`` extra)."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from llq.errors import IllegalState, one_of
from llq.query.figures import picture_paths, save_figure
from llq.query.sueca.advice.deal_valuation import DealValue, deal_values
from llq.query.sueca.advice.quantities import Quantity
from llq.query.sueca.matches.paired import HONEST
from llq.query.sueca.matches.table import MatchTable, open_matches
from llq.query.sueca.pictures import drawing
from llq.solver.arguments import check_threads

_MATCH_DRAWINGS = {"scores": drawing.draw_scores, "matches": drawing.draw_matches}
_DEAL_VALUES = "deal-values"

FIGURES = (*_MATCH_DRAWINGS, _DEAL_VALUES)
"""All figures."""


def plot(
    what: str,
    path: str | os.PathLike[str],
    *,
    table: MatchTable | None = None,
    games: int = 20_000,
    sampling_games: int = 400,
    seed: int = 1,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[Path, ...]:
    """Draw a figure, or all of them, and return the files.

    Parameters
    ----------
    what
        ``scores``, the points of each strategy with and against random players; ``matches``, every
        team against every team; ``deal-values``, the values of trumps and points in the hand; or
        ``all``.
    path
        A folder for ``NAME.png``; or, for one figure, the picture itself, whose suffix gives the
        format, such as ``.png`` or ``.svg``.
    table
        The table of matches; by default the stored one. Deal values are played now.
    games, sampling_games, seed, threads
        Of deal values: games a level at random, and of four Monte Carlo players; 0 leaves one out.
    progress
        Called with the games of deal values done and their total.

    Raises
    ------
    IllegalState
        There is no such figure, or deal values have one game of a player, or none of any.
    TableMissing
        There is no table of matches; the message has the command that builds it.
    UnknownState
        ``scores`` of a table without the random player.
    LlqError
        Matplotlib is not installed, or a file cannot be written.
    """
    if what not in (*FIGURES, "all"):
        raise IllegalState(f"unknown figure {what!r}{one_of(what, (*FIGURES, 'all'))}")
    check_threads(threads)
    names = FIGURES if what == "all" else (what,)
    players = {"random": games, HONEST: sampling_games}
    players = {name: count for name, count in players.items() if count}
    if _DEAL_VALUES in names and not players:
        raise IllegalState("nothing to draw: deal values need games of some player")
    drawn = []
    for name, file in zip(names, picture_paths(names, path), strict=True):
        if name == _DEAL_VALUES:
            values = _play(players, seed, threads, progress)
            command = (
                f"llq sueca plot {_DEAL_VALUES} -n {games} --sampling-games {sampling_games} "
                f"--seed {seed}"
            )
            figure = drawing.draw_deal_values(values, command)
        else:
            table = table or open_matches()
            figure = _MATCH_DRAWINGS[name](table)
        drawn.append(save_figure(figure, file))
    return tuple(drawn)


def _play(
    players: dict[str, int],
    seed: int,
    threads: int,
    progress: Callable[[int, int], None] | None,
) -> dict[Quantity, list[DealValue]]:
    """Return the values of each quantity's levels, by every player."""
    jobs = [(quantity, name) for name in players for quantity in drawing.THESIS_TABLES]
    found: dict[Quantity, list[DealValue]] = {quantity: [] for quantity in drawing.THESIS_TABLES}
    for index, (quantity, name) in enumerate(jobs):

        def step(done: int, total: int, index: int = index) -> None:
            if progress:
                progress(1000 * index + 1000 * done // total, 1000 * len(jobs))

        found[quantity] += deal_values(
            quantity, name, players[name], seed, threads=threads, progress=step
        )
    return found
