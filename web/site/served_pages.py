"""What the server shows of stored tables, as files: its own pages, whose links lead to each other.

A page is asked of the application, with templates that leave out what a solver would answer. What a
link leads to is a page of the site, or plain words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from html import unescape
from http import HTTPStatus
from itertools import groupby
from typing import Any, NamedTuple

from anyio.from_thread import start_blocking_portal
from jinja2 import Environment

from llq.errors import TableMissing
from llq.query.sql.database import open_connection
from llq.query.sql.manual import ViewText, views
from llq.query.sql.processes import QueryAnswer
from llq.web.app import create_app
from llq.web.games import Link, web_games
from llq.web.http.limits import Limits
from llq.web.pages.browse import PAGE_ROWS, Browsed
from llq.web.pages.sql_chart import number_columns

_STORED = re.compile(r"/[\w-]+/(?:league|rules|curves|turns|kingdom)")
"""Pages that tables answer, with what their own links ask of them."""
_EXPLORED = ("/love-letter", "/dominion")
"""Explorers that answer in the browser."""
_WHOLE = ("solved", "solved by discards", "the solution", "the exploiter")
"""Groups of views over every state: explorers answer for them, or they are larger than a site."""
_MOST_ROWS = 500
_SMALL_CHART = re.compile(r'<svg class="(?:medium|narrow)".*?</svg>', re.DOTALL)
_HIT = re.compile(r'<rect class="hit".*?</rect>', re.DOTALL)
_ANCHOR = re.compile(r'<a ([^>]*?)href="(/[^"#]*)(#[^"]*)?"')
_SECONDS = 600.0
_COMMANDS = {
    "/love-letter/play": "llq play love-letter",
    "/love-letter/track": "llq track",
    "/dominion/race": (
        'llq dominion race lookup --mine "7 copper, 5 silver, 4 gold, 3 province, 3 estate" '
        '--theirs "7 copper, 5 silver, 4 gold, 3 province, 3 estate, 2 duchy" '
        '--left "2 province, 6 duchy" --coins 8 --seat second'
    ),
    "/dominion/turn-by-turn": "llq dominion curves big_money_ultimate smithy",
    "/dominion/menus": "llq dominion menus mistakes big_money_ultimate",
    "/dominion/play": "llq play dominion",
    "/sueca": "llq sueca advise --help",
    "/sueca/play": "llq play sueca",
    "/literature": "llq literature advise --help",
    "/literature/play": "llq play literature",
}
"""How the command line asks what needs a solver; `llq serve` has all of it."""


class SiteGame(NamedTuple):
    """A game's place on the site.

    Parameters
    ----------
    title
        Its name.
    links
        Its pages, in the order of its menu, the first one its own.
    asked
        What needs a solver, each with the command that asks it.
    groups
        Its views by topic.
    """

    title: str
    links: tuple[Link, ...]
    asked: list[tuple[Link, str]]
    groups: list[tuple[str, list[ViewText]]]

    def has(self, path: str) -> bool:
        """Return whether a page is the game's."""
        paths = [link.path for link in self.links]
        return path in paths or path in [
            f"/sql/{v.name}" for _, group in self.groups for v in group
        ]


def site_games() -> list[SiteGame]:
    """Return all games with their pages on the site."""
    found = []
    for game, web in web_games():
        shown = [
            link for link in web.links if link.path in _EXPLORED or _STORED.fullmatch(link.path)
        ]
        data = Link(f"/{game.name}/data", "Data", "Every table of the game, row by row.")
        found.append(
            SiteGame(
                game.title,
                (*shown, data),
                [
                    (link, _COMMANDS.get(link.path, "llq serve"))
                    for link in web.links
                    if link not in shown
                ],
                [
                    (topic, list(group))
                    for topic, group in groupby(_game_views(game.title), lambda view: view.group)
                ],
            )
        )
    return found


def file_of(address: str) -> str:
    """Return the file of a page by its address on a server.

    >>> file_of("/dominion/turns?provinces=3&rule=real"), file_of("/")
    ('dominion-turns-provinces-3-rule-real.html', 'index.html')
    """
    return (re.sub(r"\W+_?", "-", address).strip("-") or "index") + ".html"


def stored_pages(environment: Environment, games: Iterable[SiteGame]) -> dict[str, bytes]:
    """Return the pages of stored tables by name, their links not yet turned to files."""
    found = dict(_asked(environment, games)) | dict(_view_pages(environment, games))
    for game in games:
        path = game.links[-1].path
        page = environment.get_template("site/data.html").render(
            path=path, game=game, most_rows=_MOST_ROWS
        )
        found[file_of(path)] = page
    return {name: _SMALL_CHART.sub(_without_hits, page).encode() for name, page in found.items()}


def _without_hits(chart: re.Match[str]) -> str:
    """Return a chart for fingers, to which a page without a script shows no numbers."""
    return _HIT.sub("", chart[0])


def with_files(pages: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return pages whose links lead to files, and to nothing where there is none."""

    def to_file(found: re.Match[str]) -> str:
        name = file_of(unescape(found[2]))
        return f'<a {found[1]}href="{name}{found[3] or ""}"' if name in pages else f"<a {found[1]}"

    return {name: _ANCHOR.sub(to_file, page.decode()).encode() for name, page in pages.items()}


def _game_views(title: str) -> Iterator[ViewText]:
    for view in views():
        game, _, topic = view.group.partition(", ")
        if game == title and topic not in _WHOLE:
            yield view


def _asked(environment: Environment, games: Iterable[SiteGame]) -> Iterator[tuple[str, str]]:
    """Yield pages of the application: those of menus, and those that they lead to."""
    app = create_app(Limits(seconds=_SECONDS))
    app.state.environment = environment
    waiting = [link.path for game in games for link in game.links if _STORED.fullmatch(link.path)]
    known = set(waiting)
    with start_blocking_portal() as portal:
        while waiting:
            address = waiting.pop()
            page = portal.call(_page, app, address)
            yield file_of(address), page
            links = {unescape(link[2]) for link in _ANCHOR.finditer(page)}
            more = {link for link in links if _STORED.fullmatch(link.partition("?")[0])} - known
            waiting += sorted(more)
            known |= more


async def _page(app: Any, address: str) -> str:
    """Return what an application answers to a browser.

    Raises
    ------
    TableMissing
        It has no answer.
    """
    path, _, query = address.partition("?")
    status, body = 0, b""
    scope = {
        "type": "http", "method": "GET", "scheme": "http", "http_version": "1.1",
        "path": path, "raw_path": path.encode(), "root_path": "", "query_string": query.encode(),
        "headers": [(b"host", b"localhost")], "client": ("127.0.0.1", 0),
        "server": ("localhost", 80),
    }  # fmt: skip

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Mapping[str, Any]) -> None:
        nonlocal status, body
        status, body = message.get("status", status), body + message.get("body", b"")

    await app(scope, receive, send)
    if status != HTTPStatus.OK:
        raise TableMissing(
            f"{address} has no answer to export; see which tables are there: llq tables"
        )
    return body.decode()


def _view_pages(environment: Environment, games: Iterable[SiteGame]) -> Iterator[tuple[str, str]]:
    """Yield the pages of views: all rows of most, the first ones of the rest with a command."""
    template = environment.get_template("view.html")
    with open_connection(is_lazy=True, settings={"threads": 1}) as connection:
        for view in (one for game in games for _, group in game.groups for one in group):
            cursor = connection.execute(f"FROM {view.name} LIMIT {_MOST_ROWS + 1}")
            rows = cursor.fetchall()
            shown = rows[:_MOST_ROWS]
            for begins in range(0, max(len(shown), 1), PAGE_ROWS):
                browsed = Browsed(view=view, page=begins // PAGE_ROWS + 1)
                answer = QueryAnswer(
                    columns=[str(column[0]) for column in cursor.description or ()],
                    types=[str(column[1]) for column in cursor.description or ()],
                    rows=[list(row) for row in shown[begins : begins + PAGE_ROWS]],
                    is_cut=begins + PAGE_ROWS < len(shown),
                    sources=[],
                )
                page = template.render(
                    path=f"/sql/{view.name}",
                    view=view,
                    browsed=browsed,
                    answer=answer,
                    has_more=len(rows) > len(shown),
                    values=None,
                    numbers=number_columns(answer),
                    begins=begins,
                    problem=None,
                )
                yield file_of(browsed.link(page=browsed.page)), page
