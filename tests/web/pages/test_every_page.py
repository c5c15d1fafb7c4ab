"""Every page of the menus: what all promise."""

import re

from llq.web.games import web_games
from llq.web.pages.rendering import SHARED_LINKS

PATHS = [link.path for _, web in web_games() for link in web.links]
PATHS += ["/", "/api", *(link.path for link in SHARED_LINKS)]
MOST_BYTES = 500_000


def test_a_page_begins_with_an_answer_and_is_read_aloud(client):
    """A bare link has an example, a title, one heading, its place in the menu, named tables.

    With what it loads, from here alone, it is light.
    """
    sizes = {}
    for path in PATHS:
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
        sizes |= {file: len(client.get(file).content) for file in loaded - sizes.keys()}
        assert len(page.encode()) + sum(sizes[file] for file in loaded) < MOST_BYTES


def test_a_page_refuses_a_word_that_it_does_not_know(client):
    """A parameter that no page has is refused in one line; it is not ignored."""
    for path in [*PATHS, "/love-letter/track/begin", "/love-letter/play/round.txt"]:
        answer = client.get(path, params={"nonsense": "1"}, headers={"accept": "text/html"})
        assert answer.status_code == 422
        assert "There is no parameter &#39;nonsense&#39;; there are " in answer.text


def test_the_box_is_the_first_choice(client):
    """Pages of Love Letter ask which box first, and know it as edition, by year or by cards."""
    for path in ("/love-letter", "/love-letter/track"):
        shown = client.get(path, params={"edition": "21"}).text
        assert 'aria-current="true">21 cards, 2019</a>' in shown
        assert shown.index("Which box?") < shown.index("Chancellor")
