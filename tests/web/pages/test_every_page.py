"""Every page of the menus: what all promise, and what the home page and the tables' page add."""

import re
from html import unescape

import pytest

import llq
from llq.query.games import all_kinds
from llq.query.tables.files import tables
from llq.solver.love_letter.variants import CLASSIC, MODERN
from llq.web.games import web_games
from llq.web.love_letter.questions import action_key
from llq.web.pages.rendering import SHARED_LINKS
from tests.web.conftest import text_of

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
        loaded = {
            re.split("[?#]", address)[0] for address in re.findall(r'"(/static/[^"]+)"', page)
        }
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
        page = client.get(path, params={"edition": "21"}).text
        assert 'aria-current="true">21 cards, 2019</a>' in page
        assert page.index("Which box?") < page.index("Chancellor")


@pytest.mark.parametrize("deal", [1, 2, 5])
def test_a_hand_is_dealt_and_every_play_of_it_answered(client, deal):
    """All plays are offered without their values; each has those of a lookup once it is chosen."""
    page = client.get(f"/?deal={deal}").text
    match = re.search(r"you hold (\w+) and (\w+), and you begin", text_of(page))
    assert match is not None
    answer = llq.lookup(*match.groups())
    links = [unescape(link) for link in re.findall(r'href="(/\?deal=\d+&amp;play=[^"]*)"', page)]
    assert sorted(links) == sorted(
        f"/?deal={deal}&play={action_key(play.action)}#hand" for play in answer.actions
    )
    assert f"{answer.value:.2%}" not in page
    for play in answer.actions:
        reply = text_of(client.get(f"/?deal={deal}&play={action_key(play.action)}").text)
        assert ("No play is better" in reply) == play.is_best
        assert play.is_best or f"{100 * play.cost:.1f} points less" in reply
        assert all(f"{other.value:.2%}" in reply for other in answer.actions)


def test_a_bare_home_page_deals_at_random_and_bad_links_do_no_harm(client):
    """Without a deal there is one, and what is no deal or no play of it is left out."""
    for query in ("", "?deal=x", "?deal=1&play=joker", "?deal=99999999999999999999"):
        answer = client.get(f"/{query}")
        assert answer.status_code == 200
        assert "What do you play?" in answer.text


def test_rules_say_what_each_card_does(client):
    """Cards of both boxes stand with copies and effects, Sueca's ranks with their points."""
    page = text_of(client.get("/love-letter/rules").text)
    for card in (*CLASSIC.cards, *MODERN.cards):
        assert re.search(rf"{card.number} {card.name} {card.copies} [A-Z]", page)
    sueca = text_of(client.get("/sueca/rules").text)
    assert "Ace 11 7 10 King 4 Jack 3 Queen 2 6 0" in sueca


def test_every_table_is_listed_with_its_origin(client):
    """The API and the page have each table that the library lists, its hash and its command."""
    listed = {entry["name"]: entry for entry in client.get("/api/v1/tables").json()["tables"]}
    page = client.get("/tables").text
    stored = list(tables())
    assert len(stored) == len(listed) > 10
    for table in stored:
        assert table.info is not None
        entry = listed[table.name]
        assert entry["content_hash"] == table.content_hash
        assert entry["command"] == table.info.provenance.command
        assert entry["error"] is None
        assert str(table.content_hash) in page


def test_what_is_not_built_has_its_command(client, tmp_path, monkeypatch):
    """Without tables every kind is listed with what builds it and how long that takes."""
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    monkeypatch.setenv("LLQ_STANDARD_TABLES", "no")
    answer = client.get("/api/v1/tables").json()
    assert answer["tables"] == []
    assert [entry["command"] for entry in answer["not_built"]] == [
        f"llq build {kind.name}" for kind in all_kinds()
    ]
    page = client.get("/tables").text
    assert all(f"llq build {kind.name}" in page for kind in all_kinds())


def test_a_damaged_table_says_so_without_its_folder(client, tmp_path, monkeypatch):
    """A file that is no table is listed with the reason, which names no folder."""
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    (tmp_path / "dominion-31.h5").write_bytes(b"no table")
    answer = client.get("/api/v1/tables")
    (damaged,) = [entry for entry in answer.json()["tables"] if entry["error"]]
    assert damaged["name"] == "dominion-31"
    assert str(tmp_path) not in answer.text + client.get("/tables").text
