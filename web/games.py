"""What each game has on the web: found by the registry of games, so a game adds its own folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec

from fastapi import APIRouter

from llq.query.games import all_games
from llq.query.table_kinds import Game


@dataclass(frozen=True)
class Link:
    """A page, as menus show it."""

    path: str
    """Where it is, such as ``/love-letter``."""
    title: str
    """Its name in menus, two words at most."""
    summary: str
    """What it is for, in one line."""


@dataclass(frozen=True, kw_only=True)
class WebGame:
    """A game on the web: ``llq.web.<game>.routes`` has it as ``WEB``."""

    api: APIRouter
    """What it answers below ``/api/v1/<game>``."""
    pages: APIRouter
    """Its pages, below ``/<game>``."""
    links: tuple[Link, ...]
    """Its pages in the order of its menu, the first one the game's own."""
    warm_up: Callable[[], None]
    """Compiles the kernels that its pages run, and reads what they take longest to read."""


def web_games() -> Iterator[tuple[Game, WebGame]]:
    """Yield each game on the web, with its address."""
    for game in all_games():
        name = f"llq.web.{game.module}"
        if find_spec(name) is not None:
            yield game, import_module(f"{name}.routes").WEB
