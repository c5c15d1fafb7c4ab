"""Pages that take longer than a moment say so, come by themselves, and make nobody wait."""

import asyncio
from threading import Event

import pytest
from fastapi import Request
from starlette.responses import HTMLResponse, Response
from starlette.testclient import TestClient

from llq.web.app import create_app
from llq.web.http import jobs
from llq.web.http.limits import Limits
from llq.web.pages import patience

WHOLE_DAY = 86_400.0
PAGE = "the page " * 400
LOOKS = 3  # at the clock, and then the page is ready


def client_of(is_ready, seconds=WHOLE_DAY):
    """Return a browser of an application with a page that takes until it is ready."""
    app = create_app(Limits(page_seconds=0.0, seconds=seconds))

    def show(_: Request) -> Response:
        assert is_ready.wait(120)
        return HTMLResponse(PAGE)

    app.get("/slow")(jobs.as_page_job(show))
    return TestClient(app, headers={"accept": "text/html"})


def visits(client):
    """Return the pages that are under way."""
    layer = client.app.middleware_stack
    while not isinstance(layer, patience.Patience):
        layer = layer.app
    return layer.visits


def in_the_end(client):
    """Return the page as a browser has it in the end."""
    client.portal.call(asyncio.wait, [visit.page for visit in visits(client).values()])
    return client.get("/slow")


def test_a_slow_page_asks_for_patience_and_is_computed_once():
    """Whoever asks meanwhile gets the page that comes again, until it is there."""
    is_ready = Event()
    with client_of(is_ready) as client:
        first, second = (client.get("/slow") for _ in range(2))
        assert (first.status_code, first.headers["refresh"]) == (202, "2")
        assert "One moment" in first.text == second.text
        assert len(visits(client)) == 1
        is_ready.set()
        assert in_the_end(client).text == PAGE
        assert not visits(client)


def test_a_page_that_nobody_asks_for_again_is_dropped(monkeypatch):
    """The work of its job is told that the caller has left."""
    is_ready = Event()
    with client_of(is_ready) as client:
        client.get("/slow")
        (visit,) = visits(client).values()
        monkeypatch.setattr(patience, "_GONE_SECONDS", -1.0)
        client.portal.call(asyncio.wait, [visit.page])
        is_ready.set()
        assert "the caller has left" in str(visit.messages)
        client.get("/slow?another")
        assert visit not in visits(client).values()


@pytest.mark.parametrize(("compiled", "status"), [(0.0, 503), (WHOLE_DAY, 200)])
def test_the_clock_of_a_page_stands_while_kernels_are_compiled(compiled, status, monkeypatch):
    """What outlasts its time otherwise is 503, which says when to ask again."""
    is_ready, looks = Event(), []

    def seconds_compiling() -> float:
        looks.append(compiled)
        is_ready.set() if len(looks) > LOOKS else None
        return compiled if looks[1:] else 0.0

    monkeypatch.setattr(jobs, "seconds_compiling", seconds_compiling)
    with client_of(is_ready, seconds=0.2) as client:
        assert client.get("/slow").status_code == 202
        page = in_the_end(client)
        is_ready.set()
    assert (page.status_code, page.headers.get("retry-after")) == (status, {503: "5"}.get(status))
