"""Every page of the menus: what all promise."""

import re

import pytest
from starlette.testclient import TestClient

from llq.web.games import web_games
from llq.web.pages.rendering import SHARED_LINKS

PATHS = [link.path for _, web in web_games() for link in web.links]
PATHS += ["/", "/api", *(link.path for link in SHARED_LINKS)]
MOST_BYTES = 500_000


@pytest.mark.parametrize("path", PATHS)
def test_a_page_begins_with_an_answer_and_is_read_aloud(client: TestClient, path: str) -> None:
    """A bare link has an example, a title, one heading, its place in the menu, named tables.

    With what it loads, from here alone, it is light.
    """
    answer = client.get(path)
    page = answer.text
    assert answer.status_code == 200
    assert re.findall(r"<title>.+ · llq</title>", page)
    assert page.count("<h1") == 1
    assert "notice bad" not in page
    assert (f'href="{path}" aria-current="page"' in page) == (path not in ("/", "/api"))
    if not path.startswith("/literature"):  # whose grids have headings above them
        assert page.count("<table") == page.count("<caption")
    for label in re.findall(r'aria-labelledby="(\w+)"', page):
        assert page.count(f'id="{label}"') == 1
    assert "style=" not in page
    loaded = {re.split("[?#]", one)[0] for one in re.findall(r'"(/static/[^"]+)"', page)}
    assert "/static/llq.css" in loaded
    assert len(page.encode()) + sum(len(client.get(one).content) for one in loaded) < MOST_BYTES
