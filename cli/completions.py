"""Shell completion of names: games, players, variants, pages, figures and views."""

from collections.abc import Callable
from pathlib import Path

import typer

from llq.query.games import GAMES, find_game

Complete = Callable[[typer.Context, str], list[str]]


def games(incomplete: str) -> list[str]:
    """Return the games with a given prefix."""
    return [game for game in GAMES if game.startswith(incomplete)]


def complete(*kinds: str) -> Complete:
    """Return a completer of names, comma-separated lists included.

    The names are of the first of ``kinds`` that the command's game has in `Game.names`.
    """

    def complete_name(context: typer.Context, incomplete: str) -> list[str]:
        earlier, comma, word = incomplete.rpartition(",")
        names = find_game(_game(context)).names
        candidates = next((names[kind] for kind in kinds if kind in names), "")
        return [f"{earlier}{comma}{name}" for name in candidates.split() if name.startswith(word)]

    return complete_name


def pages(incomplete: str = "") -> list[str]:
    """Return the manual's pages with a given prefix."""
    from importlib.resources import files  # not at each start of llq

    manual = Path(str(files("llq.manual")))
    paths = [*manual.glob("*.md"), *manual.glob("measured/*.md")]
    names = sorted(page.relative_to(manual).with_suffix("").as_posix() for page in paths)
    return [name for name in names if name.startswith(incomplete)]


def plots(incomplete: str) -> list[str]:
    """Return the figures with a given prefix."""
    from llq.query.figures import all_figures

    return [name for name in all_figures() if name.startswith(incomplete)]


def views(context: typer.Context, incomplete: str) -> list[str]:
    """Return the views and relations with a given prefix, after ``--schema``."""
    if not context.params.get("schema"):
        return []
    from llq.query.sql import manual

    return [view.name for view in manual.views() if view.name.startswith(incomplete)]


def _game(context: typer.Context) -> str:
    """Return the game named on the command line, by default Love Letter."""
    words = [*context.args, *context.command_path.split()]
    return next((word for word in words if word in GAMES), "love-letter")
