"""Figures 2 to 8 of van der Heijden (2014) redrawn from exact numbers, by matplotlib.

Lines are exact, from the table of strategies; only the Monte Carlo player's points are simulated,
and only the times of figure 5 are measured.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from llq.errors import LlqError, UnknownState
from llq.query.dominion.drawing import draw_hazard, draw_scores, draw_shares, draw_times
from llq.query.dominion.run_times import measure_times
from llq.query.dominion.strategy_table import SHARE_TURNS, DominionStrategies
from llq.query.figures import new_figure, save_figure
from llq.solver.dominion.players import StrategyName
from llq.solver.dominion.variants import rules

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from llq.solver.dominion.match import Simulation

__all__ = ["FIGURES", "draw_figure", "plot_dominion"]

FIGURES = (2, 3, 4, 5, 6, 7, 8)
"""The numbers of the thesis's figures that are redrawn."""

ZOOM_TURNS = 15
"""Longest game of figure 4."""

_PLAYED_TURNS = (5, 10, 15, 20, 31, 50, 75, 100)  # Monte Carlo's in figure 3; 100 as in the thesis

_DOTS_PER_INCH = 86  # pictures of less than 100 kB


def plot_dominion(
    table: DominionStrategies,
    folder: str | os.PathLike[str],
    figures: Sequence[int] = FIGURES,
    *,
    games: int = 100,
    seed: int = 2014,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
) -> list[Path]:
    """Draw figures of the thesis anew, each into ``figure-N.png`` of a folder; return the files.

    Parameters
    ----------
    folder
        Made if need be.
    figures
        Numbers of the thesis's figures.
    games, seed, threads
        Of the Monte Carlo player's games at each length in figures 3 and 4.
    progress
        Called after each figure with the number drawn and their total.

    Raises
    ------
    UnknownState
        The thesis has no such figure to redraw.
    LlqError
        Matplotlib is not installed, or a file cannot be written.
    """
    paths = []
    for done, number in enumerate(figures, 1):
        figure = draw_figure(number, table, games=games, seed=seed, threads=threads)
        try:
            Path(folder).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise LlqError(f"{folder}: no pictures can be written here ({error})") from error
        paths.append(save_figure(figure, Path(folder, f"figure-{number}.png"), _DOTS_PER_INCH))
        if progress:
            progress(done, len(figures))
    return paths


def draw_figure(
    number: int, table: DominionStrategies, *, games: int = 100, seed: int = 2014, threads: int = 2
) -> Figure:
    """Return one figure of the thesis, with what it needs simulated or measured now.

    Parameters and errors are those of `plot_dominion`.
    """
    new_figure(1, 1)  # a missing matplotlib is said at once, not after simulating
    longest = table.mean.shape[1] - 1
    if number == 2:
        return draw_hazard(table)
    if number == 3:
        played = [turns for turns in _PLAYED_TURNS if turns <= longest]
        return draw_scores(table, _play(played, games, seed, threads))
    if number == 4:
        zoom = min(ZOOM_TURNS, longest)
        return draw_scores(table, _play(range(1, zoom + 1), games, seed, threads), zoom)
    if number == 5:
        return draw_times(measure_times())
    if number in (6, 7):
        strategy = StrategyName.OPTIMAL if number == 6 else StrategyName.MONTE_CARLO_LIMIT
        return draw_shares(table, [(strategy, turns) for turns in SHARE_TURNS])
    if number == 8:
        names = (
            StrategyName.RANDOM,
            StrategyName.PICKY,
            StrategyName.GREEDY,
            StrategyName.EXPENSIVE,
        )
        return draw_shares(table, [(name, 31) for name in names])
    known = ", ".join(map(str, FIGURES))
    raise UnknownState(f"figure {number} is not redrawn; those that are: {known}")


def _play(lengths: Sequence[int], games: int, seed: int, threads: int) -> list[Simulation]:
    """Return games of the Monte Carlo player."""
    from llq.solver.dominion.match import simulate

    game, name = rules(), StrategyName.MONTE_CARLO
    return [simulate(game, name, turns, games, seed=seed, threads=threads) for turns in lengths]
