"""The table of every game: dealt by a form, played by links, and replayed."""

import re
from itertools import pairwise

import pytest

from tests.web.conftest import asked_by, links_of, play_out, played, sitting_of

TABLES = [
    "/dominion/play?seed=4&turns=5",
    "/literature/play?seed=5&players=4&against=random",
    "/love-letter/play?seed=1&against=table",
    "/love-letter/play?seed=8&players=3&variant=2019&against=thumb",
    "/sueca/play?seed=8&seat=2&against=random,always_high,random",
]
"""Deals; in the round of three the person keeps one of a Chancellor's cards."""
WRONG = ("at=x", "at=-1", "at=999", "play=7", "at=99")
"""What no finished game of these has."""
LAST = 9
"""Choices that are clicked: a game of Literature has 33 of them."""


def choices_of(page):
    """Return the actions that a page offers, and the address that takes each: a link, or a form."""
    links = [link for link in links_of(page.text) if "play" in asked_by(link)]
    numbers = re.findall(r'name="play" value="(\d+)"', page.text)
    links += [f"{page.url}&play={number}" for number in numbers]
    return [(int(asked_by(link)["play"]), link) for link in links]


@pytest.mark.parametrize("deal", TABLES)
def test_a_game_is_played_to_its_end_by_links(client, deal):
    """Each page, advice on it, offers the legal actions, each once, and a click plays one."""
    sittings, path = played(deal)[-LAST:], deal.partition("?")[0]
    option = "advice" if path in ("/literature/play", "/sueca/play") else "hints"
    page = client.get(path, params=sittings[0].to_link() | {option: "yes"})
    for before, after in pairwise(sittings):
        choices = choices_of(page)
        assert sorted(number for number, _ in choices) == sorted(n for n, _ in before.legal)
        page = client.get(dict(choices)[before.legal[0][0]])
        assert page.status_code == 200
        assert sitting_of(page.url) == after
    assert choices_of(page) == []
    assert "data-enter" in page.text  # what a key deals next


@pytest.mark.parametrize(("deal", "wrong"), [*zip(TABLES, WRONG, strict=True)])
def test_a_finished_game_is_replayed(client, deal, wrong):
    """Each step leads to those around it; before its end a game has none.

    A step or a play too many is 422, above the page of the finished game.
    """
    game, _ = play_out(client, deal)
    page = client.get(f"{game}&at=1")
    assert page.status_code == 200
    assert {"0", "2"} <= {asked_by(link).get("at") for link in links_of(page.text)}
    page = client.get(f"{game}&{wrong}")
    assert page.status_code == 422
    assert "Replay move by move" in page.text
    assert client.get(f"{deal}&at=0").status_code == 422


@pytest.mark.parametrize(
    ("game", "form", "link"),
    [
        ("dominion", "turns=6&hints=on", "turns=6&hints=yes"),
        (
            "literature",
            "players=6&mates=possible&others=random&variant=pagat",
            "against=random,possible,random,possible,random&variant=pagat",
        ),
        (
            "love-letter",
            "against=random&begins=they&face_up=3&hints=on",
            "against=random&seat=1&face_up=3&hints=on",
        ),
        (
            "love-letter",
            "players=5&variant=2019&face_up=3&begins=they",
            "against=reader&players=5&variant=2019",
        ),
        (
            "sueca",
            "north=random&west=always_high&east=random&trump_from=last&stakes=to%3D4+at%3D3-2",
            "against=random,always_high,random&seat=2&trump_from=last&stakes=to%3D4+at%3D3-2",
        ),
    ],
)
def test_a_form_deals_what_was_chosen(client, game, form, link):
    """It leads to a game of its players and rules, with a seed of its own, whole in the address.

    Three cards lie face up where two play; at a table of any size its usual player sits.
    """
    dealt = asked_by(client.get(f"/{game}/play?{form}").url)
    assert asked_by(f"?{link}").items() <= dealt.items()
    assert dealt["seed"]
    assert "face_up" not in dealt or "face_up" in link
    assert "begins=they" not in form or dealt["seat"] != "0"
