"""What tests of the web share: the application with the tables that come with llq."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from html import unescape
from random import Random
from threading import Event
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp import Client
from mcp_types import CallToolResult
from starlette.testclient import TestClient

from llq.errors import TakesTooLong
from llq.query.love_letter.multiplayer.seats import party_players
from llq.query.play.sessions import Sitting
from llq.web.app import create_app
from llq.web.http.jobs import Job
from llq.web.http.limits import Limits
from llq.web.mcp.server import create_server

Ask = Callable[[str, dict[str, Any]], CallToolResult]
PATIENT = Limits(seconds=600, wait_seconds=600, page_seconds=600)
"""No answer of a slow machine is refused for its time."""
PATIENCE = 120.0
"""Seconds after which a promise is broken."""


@pytest.fixture(scope="package")
def standard_tables(folders: object, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Let the tables that come with llq be found, and none that other tests built."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LLQ_TABLES", str(tmp_path_factory.mktemp("no-tables")))
        patch.setenv("LLQ_STANDARD_TABLES", "yes")
        yield


@pytest.fixture(autouse=True)
def same_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal each test the same new games in every run."""
    for module in ("home", "love_letter.play", "pages.sessions"):
        monkeypatch.setattr(f"llq.web.{module}.randbelow", Random(1).randrange)


@pytest.fixture(scope="package")
def client(standard_tables: None) -> Iterator[TestClient]:
    """Return a client of the application; an error of the server is an answer, as for users."""
    with TestClient(create_app(PATIENT), raise_server_exceptions=False) as client:
        yield client


@pytest.fixture(scope="package")
def portal() -> Iterator[BlockingPortal]:
    """Return a way to call what is asynchronous."""
    with start_blocking_portal() as portal:
        yield portal


def server_of(limits: Limits) -> Any:
    """Return a server of tools with limits of its own."""
    return create_server(SimpleNamespace(state=SimpleNamespace(limits=limits)))


@pytest.fixture(scope="package")
def ask(portal: BlockingPortal, standard_tables: None) -> Iterator[Ask]:
    """Return what calls a tool of a server that is patient."""
    with portal.wrap_async_context_manager(Client(server_of(PATIENT))) as client:
        yield lambda name, arguments: portal.call(client.call_tool, name, arguments)


def hold_progress(
    patch: pytest.MonkeyPatch, begin: Callable[[], object]
) -> tuple[Event, list[tuple[int, int]]]:
    """Have each job call `begin` at a word of progress, and wait.

    Return what lets jobs go on, and how far those had got that are then stopped.
    """
    real, is_gone, stopped = Job.progress, Event(), []

    def progress(job: Job, done: int, total: int) -> None:
        begin()
        assert is_gone.wait(PATIENCE)
        try:
            real(job, done, total)
        except TakesTooLong:
            stopped.append((done, total))
            raise

    patch.setattr(Job, "progress", progress)
    return is_gone, stopped


def asked_by(link: object) -> dict[str, str]:
    """Return the parameters of a link."""
    return dict(parse_qsl(urlsplit(str(link)).query))


def links_of(page: str, start: str = "") -> list[str]:
    """Return the links of a page that begin so, each once."""
    links = dict.fromkeys(map(unescape, re.findall(r'href="([^"]*)"', page)))
    return [link for link in links if link.startswith(start)]


def sitting_of(address: object) -> Sitting:
    """Return the game of a play page's address, at a table of any size."""
    game, link = urlsplit(str(address)).path.split("/")[1], asked_by(address)
    is_party = game == "love-letter" and "players" in link
    players = [info.name for info in party_players()] if is_party else None
    return Sitting.from_link(game, link, players=players, people=link.get("people", ""))


@cache
def played(address: str) -> list[Sitting]:
    """Return a game before each of the person's choices, the first legal one, and finished."""
    sittings = [sitting_of(address)]
    while not sittings[-1].is_over:
        sittings.append(sittings[-1].play(sittings[-1].legal[0][0]))
    return sittings


def play_out(client: TestClient, address: str) -> tuple[str, str]:
    """Return the address and the page of a game that is played by first legal choices."""
    moves = played(address)[-1].to_link()["moves"]
    page = client.get(f"{address}&moves={moves}")
    assert page.status_code == 200
    return str(page.url).removeprefix("http://testserver"), page.text


def tips_of(page: str) -> dict[str, str]:
    """Return the values at the points of a game's chart, by the number of moves before each."""
    wide = page[page.index('<svg class="wide"') : page.index('<svg class="medium"')]
    return dict(re.findall(r"<title>moves: (\d+)\nyou: ([\d.]+)</title>", wide))


def text_of(page: str) -> str:
    """Return what a page says, without tags."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())
