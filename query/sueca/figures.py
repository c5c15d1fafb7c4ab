"""Pictures of Sueca's table of matches and of what a deal is worth, by matplotlib (``plot``)."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from llq.errors import IllegalState
from llq.query.figures import save_figure
from llq.query.sueca import drawing
from llq.query.sueca.deal_valuation import OPEN, Worth, WorthOf, sueca_worth
from llq.query.sueca.match_table import SuecaMatches
from llq.query.sueca.paired import HONEST

__all__ = ["FIGURES", "MATCH_FIGURES", "plot_matches", "plot_worth"]

_MATCH_DRAWINGS = {"scores": drawing.draw_scores, "matches": drawing.draw_matches}
MATCH_FIGURES = tuple(_MATCH_DRAWINGS)
"""The figures of the table of matches."""

FIGURES = (*MATCH_FIGURES, "worth")
"""All figures."""


def plot_matches(figure: str, table: SuecaMatches, path: str | os.PathLike[str]) -> Path:
    """Draw one of ``MATCH_FIGURES`` and return the file.

    Parameters
    ----------
    path
        The picture's file; its ending says the format, such as ``.png`` or ``.svg``.

    Raises
    ------
    IllegalState
        There is no such figure.
    UnknownState
        ``scores`` of a table without the random player.
    LlqError
        Matplotlib is not installed, or the file cannot be written.
    """
    if figure not in _MATCH_DRAWINGS:
        raise IllegalState(f"no figure {figure!r}; there are: {', '.join(MATCH_FIGURES)}")
    return save_figure(_MATCH_DRAWINGS[figure](table), path)


def plot_worth(
    path: str | os.PathLike[str],
    games: int = 20_000,
    sampling_games: int = 400,
    open_games: int = 0,
    seed: int = 1,
    *,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
) -> Path:
    """Play and draw what trumps and points are worth; return the file.

    Parameters
    ----------
    path
        The picture's file; its ending says the format, such as ``.png`` or ``.svg``.
    games, sampling_games, open_games
        Games a level at random, of four Monte Carlo players, and with open hands, which take some
        tenths of a second a deal; 0 leaves one out.
    progress
        Called with the work done and its total.

    Raises
    ------
    IllegalState
        There is one game of something, or none of anything.
    LlqError
        Matplotlib is not installed, or the file cannot be written.
    """
    wanted = {"random": games, HONEST: sampling_games, OPEN: open_games}
    players = {name: count for name, count in wanted.items() if count}
    if not players:
        raise IllegalState("nothing to draw: no games of anybody")
    jobs = [(of, name) for name in players for of in drawing.WORTH_TABLES]
    results: dict[WorthOf, list[Worth]] = {of: [] for of in drawing.WORTH_TABLES}
    for index, (of, name) in enumerate(jobs):

        def step(done: int, total: int, index: int = index) -> None:
            if progress:
                progress(1000 * index + 1000 * done // total, 1000 * len(jobs))

        results[of] += sueca_worth(of, name, players[name], seed, threads=threads, progress=step)
    command = (
        f"llq sueca plot worth -n {games} --sampling-games {sampling_games} "
        f"--open-games {open_games} --seed {seed}"
    )
    return save_figure(drawing.draw_worth(results, command), path)
