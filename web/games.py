"""What each game has on the web: found by the registry of games, so a game adds its own folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec

from fastapi import APIRouter

from llq.query.games import all_games
from llq.query.table_kinds import Game
from llq.web.http.limits import Limits
from llq.web.players import built_in


@dataclass(frozen=True)
class Link:
    """A page, as menus show it.

    Parameters
    ----------
    path
        Where it is, such as ``/love-letter``.
    title
        Its name in menus, two words at most.
    summary
        What it is for, in one line.
    """

    path: str
    title: str
    summary: str


@dataclass(frozen=True, kw_only=True)
class WebGame:
    """A game on the web: ``llq.web.<game>.routes`` has it as ``WEB``.

    Parameters
    ----------
    api
        What it answers below ``/api/v1/<game>``.
    pages
        Its pages, below ``/<game>``.
    links
        Its pages in the order of its menu, the first one the game's own.
    warm_up
        Compiles the kernels that its pages run; None where there are none.
    check_player
        Returns a player's name; raises `UnknownStrategy` where it may be a module's, and
        `TakesTooLong` where it thinks longer than a request may take.
    most
        The largest value of options of a game by the API: larger ones take longer than a request.
    read_ahead
        Reads what its pages take longest to read, once all kernels are compiled; None likewise.
    """

    api: APIRouter
    pages: APIRouter
    links: tuple[Link, ...]
    check_player: Callable[[str, Limits], str] = built_in
    most: Mapping[str, int] = field(default_factory=dict)
    warm_up: Callable[[], None] | None = None
    read_ahead: Callable[[], None] | None = None


def web_games() -> Iterator[tuple[Game, WebGame]]:
    """Yield the games that have a place on the web, with it."""
    for game in all_games():
        name = f"llq.web.{game.module}"
        if find_spec(name) is not None:
            yield game, import_module(f"{name}.routes").WEB
