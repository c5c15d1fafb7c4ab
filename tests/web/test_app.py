"""What every answer of the server has in common."""

import re

import pytest
from starlette.testclient import TestClient

from llq.web.app import create_app
from llq.web.http.limits import Limits
from llq.web.http.problems import without_paths


def test_no_answer_names_a_folder_of_the_machine():
    """Of a path in a message only the file's name is left."""
    for message, text in [
        ("/root/.local/llq/x.h5: truncated; llq build x", "x.h5: truncated; llq build x"),
        ("no table in ~/llq/tables or /usr/lib/llq", "no table in tables or llq"),
        ("x: no such table at /a/x.h5, /b/x.h5; build it", "x: no such table; build it"),
        ("1/2 is no card", "1/2 is no card"),
    ]:
        assert without_paths(message) == text


def test_an_unknown_page_is_404_for_browsers_and_bots(client):
    """A browser gets a page that leads on, a bot JSON, and both the same status."""
    page = client.get("/nope", headers={"accept": "text/html"})
    answer = client.get("/nope")
    assert page.status_code == answer.status_code == 404
    assert page.headers["content-type"].startswith("text/html")
    assert answer.headers["content-type"] == "application/problem+json"
    assert "<title>Page not found · llq</title>" in page.text
    assert "There is no page at this address." in page.text
    assert '<a href="/api">' in page.text


def test_a_long_body_is_refused():
    """A body over the limit is 413, whether its length is told beforehand or not."""
    with TestClient(create_app(Limits(body_bytes=10))) as client:
        json = {"content-type": "application/json"}
        for body in (b"x" * 11, iter([b"x" * 6, b"x" * 6])):
            assert client.post("/", content=body, headers=json).status_code in (405, 413)


def test_every_answer_tells_browsers_what_to_load_and_to_keep(client):
    """Nothing from elsewhere is loaded, and only a file whose address would change is kept."""
    home = client.get("/")
    policy = home.headers["content-security-policy"]
    assert policy.startswith("default-src 'self'")
    assert "unsafe" not in policy
    styles = re.findall(r"/static/llq\.css\?\w+", home.text)[0]
    policies = {path: client.get(path).headers["cache-control"] for path in ("/", "/nope", styles)}
    assert policies == dict.fromkeys(("/", "/nope"), "no-cache") | {
        styles: "public, max-age=31536000, immutable"
    }


CONVENTIONAL = ("/docs", "/favicon.ico", "/robots.txt")  # which programs try
LOOKUP = "/api/v1/love-letter/lookup?hand=1,8"


@pytest.mark.parametrize(
    "path", ["/api", LOOKUP, "/static/icon.svg", "/openapi.json", *CONVENTIONAL]
)
def test_a_head_is_answered_as_what_it_is_the_head_of(client, path):
    """HEAD has the headers of GET and no body, on every route."""
    head, answer = client.head(path), client.get(path)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers == answer.headers
