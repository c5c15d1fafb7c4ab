"""Figures 2 to 8 of van der Heijden (2014) redrawn from exact numbers, by matplotlib.

Lines are exact, from the table of strategies; only the Monte Carlo player's points are simulated,
and only the times of figure 5 are measured.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from llq.errors import UnknownState
from llq.query.dominion.fewest.drawing import FEWEST_FIGURES, draw_done, draw_fewest
from llq.query.dominion.fewest.table import open_fewest
from llq.query.dominion.kingdom.lookups import kingdom_ranking
from llq.query.dominion.kingdom.pair_table import pair_ranking
from llq.query.dominion.pictures.drawing import (
    draw_hazard,
    draw_kingdom,
    draw_pairs,
    draw_scores,
    draw_shares,
    draw_times,
)
from llq.query.dominion.pictures.run_times import measure_times
from llq.query.dominion.race.figures import RACE_FIGURES, draw_race
from llq.query.dominion.race.table import DominionRace, open_race
from llq.query.dominion.strategies.table import SHARE_TURNS, DominionStrategies, open_strategies
from llq.query.figures import picture_paths, save_figure
from llq.solver.arguments import check_threads
from llq.solver.dominion.players import StrategyName
from llq.solver.dominion.variants import rules

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from llq.solver.dominion.solitaire.match import Simulation

FIGURES = {
    "2": "score when the game ends by chance",
    "3": "score by length of the game",
    "4": "score by length, up to 15 turns",
    "5": "run times, measured now",
    "6": "actions by turn of the optimum",
    "7": "actions by turn of Monte Carlo",
    "8": "actions by turn of simple strategies",
}
"""The thesis's figures that are redrawn, by their number."""

ZOOM_TURNS = 15
"""Longest game of figure 4."""

_PLAYED_TURNS = (5, 10, 15, 20, 31, 50, 75, 100)  # Monte Carlo's in figure 3; 100 as in the thesis

_DOTS_PER_INCH = 86  # pictures of less than 100 kB


def plot(
    what: str,
    path: str | os.PathLike[str],
    *,
    table: DominionStrategies | DominionRace | None = None,
    games: int = 100,
    seed: int = 2014,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[Path, ...]:
    """Redraw a figure of the thesis, or draw a picture of our own, and return the files.

    Parameters
    ----------
    what
        The thesis's number of the figure, from 2 to 8, or ``all`` of these; or ``race-wins``,
        ``race-duchies``, ``race-penultimate``, or ``race`` for these three; or ``fewest`` or
        ``done``, from the table that `llq.dominion.fewest.open` finds; or ``kingdom``, the turns to
        four Provinces by kingdom card; or ``pairs``, what two of them save.
    path
        A folder for ``figure-N.png``, made if need be; of one figure it may be the picture itself,
        a path with a suffix such as ``.png``, ``.svg`` or ``.pdf``.
    table
        What is drawn: of the race a `DominionRace`, else the strategies' exact results, which
        figure 5 needs not; by default the table that is found.
    games, seed, threads
        Of the Monte Carlo player's games at each length in figures 3 and 4.
    progress
        Called after each figure with the number drawn and their total.

    Raises
    ------
    UnknownState
        The thesis has no such figure to redraw.
    TableMissing, StaleTable, CorruptTable
        As `llq.dominion.strategies.open` does.
    LlqError
        Matplotlib is not installed, or a file cannot be written.
    """
    if what in ("kingdom", "pairs"):
        (file,) = picture_paths((what,), path)
        if what == "kingdom":
            figure = draw_kingdom(kingdom_ranking(progress=progress))
        else:
            figure = draw_pairs(pair_ranking())
        save_figure(figure, file, _DOTS_PER_INCH)
        return (file,)
    if what == "race" or what in RACE_FIGURES:
        race = table if isinstance(table, DominionRace) else open_race()
        names = tuple(RACE_FIGURES) if what == "race" else (what,)
        pictures = picture_paths(names, path)
        for done, (name, file) in enumerate(zip(names, pictures, strict=True), 1):
            save_figure(draw_race(name, race), file, _DOTS_PER_INCH)
            if progress:
                progress(done, len(names))
        return pictures
    if isinstance(table, DominionRace):
        raise UnknownState(
            f"figure {what} is not drawn from a table of the race; leave the table out"
        )
    wanted = tuple(FIGURES) if what == "all" else (str(what),)
    _check_figures(wanted)
    check_threads(threads)
    paths = picture_paths(wanted, path, "figure-")
    if table is None and wanted != ("5",) and not set(wanted) & set(FEWEST_FIGURES):
        table = open_strategies()
    for done, (number, file) in enumerate(zip(wanted, paths, strict=True), 1):
        figure = draw_figure(number, table, games=games, seed=seed, threads=threads)
        save_figure(figure, file, _DOTS_PER_INCH)
        if progress:
            progress(done, len(wanted))
    return paths


def draw_figure(
    number: str,
    table: DominionStrategies | None,
    *,
    games: int = 100,
    seed: int = 2014,
    threads: int = 2,
) -> Figure:
    """Return one figure of the thesis, with what it needs simulated or measured now.

    Parameters and errors are those of `plot`; only figure 5 needs no table.
    """
    _check_figures((number,))
    if number == "5":
        return draw_times(measure_times())
    if number in FEWEST_FIGURES:
        fewest = open_fewest()
        return draw_fewest(fewest) if number == "fewest" else draw_done(fewest)
    if table is None:
        table = open_strategies()
    longest = table.mean.shape[1] - 1
    if number == "2":
        return draw_hazard(table)
    if number == "3":
        played = [turns for turns in _PLAYED_TURNS if turns <= longest]
        return draw_scores(table, _play(played, games, seed, threads))
    if number == "4":
        zoom = min(ZOOM_TURNS, longest)
        return draw_scores(table, _play(range(1, zoom + 1), games, seed, threads), zoom)
    if number in ("6", "7"):
        strategy = StrategyName.OPTIMAL if number == "6" else StrategyName.MONTE_CARLO_LIMIT
        return draw_shares(table, [(strategy, turns) for turns in SHARE_TURNS])
    names = (
        StrategyName.RANDOM,
        StrategyName.PICKY,
        StrategyName.GREEDY,
        StrategyName.EXPENSIVE,
    )
    return draw_shares(table, [(name, 31) for name in names])


def _check_figures(numbers: Sequence[str]) -> None:
    known = (*FIGURES, *FEWEST_FIGURES)
    for number in numbers:
        if number not in known:
            raise UnknownState(
                f"figure {number} is not redrawn; those that are: {', '.join(known)}"
            )


def _play(lengths: Sequence[int], games: int, seed: int, threads: int) -> list[Simulation]:
    from llq.solver.dominion.solitaire.match import play_games

    game, name = rules(), StrategyName.MONTE_CARLO
    return [play_games(game, name, turns, games, seed=seed, threads=threads) for turns in lengths]
