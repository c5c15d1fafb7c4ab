"""Pages that need kernels say so while these are compiled, and never make anyone wait long."""

from threading import Event

import pytest
from starlette.testclient import TestClient

from llq.web import compile_ahead


def test_a_page_asks_for_patience_while_kernels_are_compiled(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """During compilation a page comes back by itself; once it is done the page is there."""
    under_way = Event()
    monkeypatch.setattr(compile_ahead, "_PATIENCE_SECONDS", 0.0)
    monkeypatch.setitem(compile_ahead._under_way, "sueca", under_way)
    page = client.get("/sueca", params={"hand": "AS"})
    assert page.status_code == 202
    assert page.headers["refresh"] == "2"
    assert "One moment" in page.text
    under_way.set()
    assert "9 cards to go" in client.get("/sueca", params={"hand": "AS"}).text
