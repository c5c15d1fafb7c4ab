"""Who may ask: names of the server, pages of its own, and clients that come to the point."""

import socket
from contextlib import closing
from queue import SimpleQueue
from urllib.parse import urlsplit

import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.testclient import TestClient

from llq.web.app import create_app
from llq.web.http import connections, limits
from tests.web.conftest import PATIENCE
from tools.serving import serving

_RULES = "/api/v1/love-letter/rules"


@pytest.fixture
def named_server():
    """Return a client of a server that goes by one name."""
    return TestClient(create_app(hosts={"cards.example"}), base_url="http://localhost")


def test_a_server_answers_to_its_names(named_server):
    """A name that somebody else points at this machine reads nothing; addresses name no owner."""
    for host, status in [
        ("localhost:8000", 200),
        ("127.0.0.1", 200),
        ("[::1]:8000", 200),
        ("Cards.Example:443", 200),
        ("evil.example", 421),
        ("127.0.0.1.evil.example", 421),
        ("[", 421),
        ("", 421),
    ]:
        assert named_server.get(_RULES, headers={"host": host}).status_code == status
        hosts = [("host", host), ("host", "localhost")]
        assert named_server.get(_RULES, headers=hosts).status_code == 400


def test_pages_of_other_sites_may_only_link(named_server):
    """They set off no work here; a visitor who follows their link is welcome."""
    for method, headers, status in [
        ("GET", {"sec-fetch-site": "same-origin", "sec-fetch-dest": "empty"}, 200),
        ("GET", {"sec-fetch-site": "cross-site", "sec-fetch-dest": "document"}, 200),
        ("GET", {"sec-fetch-site": "cross-site", "sec-fetch-dest": "iframe"}, 403),
        ("GET", {"sec-fetch-site": "cross-site", "sec-fetch-dest": "image"}, 403),
        ("GET", {"sec-fetch-site": "same-site", "sec-fetch-dest": "empty"}, 403),
        ("POST", {"sec-fetch-site": "cross-site", "sec-fetch-dest": "document"}, 403),
        ("POST", {"origin": "https://evil.example"}, 403),
        ("POST", {"origin": "null"}, 403),
        ("POST", {"origin": "http://["}, 403),
        ("POST", {"origin": "http://localhost"}, 200),
        ("POST", {}, 200),
    ]:
        body = {"json": {}} if method == "POST" else {}
        assert named_server.request(method, _RULES, headers=headers, **body).status_code == status


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_a_question_says_that_it_is_json(named_server, kind):
    """What a browser sends for any page without asking is no question."""
    headers = {"content-type": kind}
    assert named_server.post(_RULES, content=b"{}", headers=headers).status_code == 415
    headers = {"content-type": "application/json; charset=utf-8"}
    assert named_server.post(_RULES, content=b"{}", headers=headers).status_code == 200


async def _much(_request: Request) -> Response:
    return Response(bytes(100_000_000))


def _is_left(client):
    """Whether a server leaves a client, without a word or with that it was too slow."""
    try:
        return client.recv(12) in (b"", b"HTTP/1.1 408")
    except ConnectionError:
        return True


def test_who_keeps_the_server_waiting_is_left(monkeypatch, caplog):
    """No head, half a head, too long a head, half a body, an answer not read: each has its end.

    None of them leaves more than a line in the log, and others are answered all the while.
    """
    closed = SimpleQueue()

    class Connection(connections.Connection):
        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            closed.put(self.client)

    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.2)
    monkeypatch.setattr(connections, "READ_SECONDS", 0.2)
    monkeypatch.setattr(limits, "BODY_SECONDS", 0.2)
    head = b"POST /api/v1/love-letter/rules HTTP/1.1\r\nhost: 127.0.0.1\r\n"
    json = b"content-type: application/json\r\ncontent-length: 9\r\n\r\n"
    app = create_app(hosts=())
    app.get("/much")(_much)
    with serving(app, http=Connection) as link:
        address = urlsplit(link).hostname, urlsplit(link).port
        for sent in (b"", b"GET / HT", head, head + b"x: " + b"y" * 200_000, head + json + b"{"):
            with closing(socket.create_connection(address, PATIENCE)) as client:
                client.sendall(sent)
                assert _is_left(client), sent[:80]
        with closing(socket.create_connection(address, PATIENCE)) as client:
            client.sendall(b"GET /much HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n")
            while closed.get(timeout=PATIENCE) != client.getsockname():
                pass
            read = 0
            try:
                while part := client.recv(1 << 20):
                    read += len(part)
            except ConnectionError:
                pass
            assert read < 100_000_000
        with closing(socket.create_connection(address, PATIENCE)) as client:
            client.sendall(b"GET /api/v1 HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n")
            assert client.recv(15) == b"HTTP/1.1 200 OK"
    assert "Traceback" not in caplog.text
    assert all(record.exc_info is None for record in caplog.records)
