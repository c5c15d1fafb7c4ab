"""Games on the web, found through the registry: a game adds its own folder."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter

from llq.query.games import all_games
from llq.query.table_kinds import Game


@dataclass(frozen=True)
class Link:
    """Menu entry of a page."""

    path: str
    """Its address, such as ``/love-letter``."""
    title: str
    """Menu title of at most two words."""
    summary: str
    """Its purpose, in one line."""

    def address(self, values: Mapping[str, Any]) -> str:
        """Return the page's address with query values, blanks left out."""
        filled = {name: value for name, value in values.items() if value not in ("", None)}
        return f"{self.path}?{urlencode(filled, safe=',:;')}"


@dataclass(frozen=True, kw_only=True)
class WebGame:
    """A game's web part, ``WEB`` of ``llq.web.<game>.routes``."""

    api: APIRouter
    """Its routes below ``/api/v1/<game>``."""
    pages: APIRouter
    """Its pages, below ``/<game>``."""
    links: tuple[Link, ...]
    """Its menu's pages in order, the game's own page first."""
    warm_up: Callable[[], None]
    """Compiles page kernels and preloads slow tables."""


def web_games() -> Iterator[tuple[Game, WebGame]]:
    """Yield every game with a web part."""
    for game in all_games():
        name = f"llq.web.{game.module}"
        if find_spec(name) is not None:
            yield game, import_module(f"{name}.routes").WEB
