"""What tests of the web share: the application with the tables that come with llq."""

import re
from collections.abc import Callable, Iterator
from html import unescape
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp import Client
from mcp_types import CallToolResult
from starlette.testclient import TestClient

from llq.web.app import create_app
from llq.web.http.limits import Limits
from llq.web.mcp.server import create_server

Ask = Callable[[str, dict[str, Any]], CallToolResult]
PATIENT = Limits(seconds=600, wait_seconds=600, page_seconds=600)
"""No answer of a slow machine is refused for its time."""


@pytest.fixture(scope="package")
def standard_tables(folders: object, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Let the tables that come with llq be found, and none that other tests built."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LLQ_TABLES", str(tmp_path_factory.mktemp("no-tables")))
        patch.setenv("LLQ_STANDARD_TABLES", "yes")
        yield


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


def asked_by(link: object) -> dict[str, str]:
    """Return the parameters of a link."""
    return dict(parse_qsl(urlsplit(str(link)).query))


def text_of(page: str) -> str:
    """Return what a page says, without tags."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())
