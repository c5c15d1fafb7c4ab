"""The home page deals a hand and answers a play of it; each game has a page of its rules."""

import re
from html import unescape

import pytest

import llq
from llq.solver.love_letter.variants import CLASSIC, MODERN
from llq.web.love_letter.questions import action_key
from tests.web.conftest import text_of


@pytest.mark.parametrize("deal", [1, 2, 5])
def test_a_hand_is_dealt_and_every_play_of_it_answered(client, deal):
    """All plays are offered without their values; each has those of a lookup once it is chosen."""
    page = client.get(f"/?deal={deal}").text
    match = re.search(r"you hold (\w+) and (\w+), and you begin", text_of(page))
    assert match is not None
    answer = llq.lookup(*match.groups())
    links = [unescape(one) for one in re.findall(r'href="(/\?deal=\d+&amp;play=[^"]*)"', page)]
    assert sorted(links) == sorted(
        f"/?deal={deal}&play={action_key(one.action)}#hand" for one in answer.actions
    )
    assert f"{answer.value:.2%}" not in page
    for one in answer.actions:
        reply = text_of(client.get(f"/?deal={deal}&play={action_key(one.action)}").text)
        assert ("No play is better" in reply) == one.is_best
        assert one.is_best or f"{100 * one.cost:.1f} points less" in reply
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
