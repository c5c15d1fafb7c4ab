"""Dominion's pages: what they show is what the library says, and their links lead on."""

import re
from html import unescape

import pytest

from llq import dominion
from tests.web.parsed_page import Page

TURN = "/dominion?silver=2&coins=5&turn=4"
MINE = "7c 5s 4g 3p 3e"
RACE = (
    "/dominion/race?mine_silver=5&mine_gold=4&mine_province=3&theirs_silver=5&theirs_gold=4"
    "&theirs_province=3&theirs_duchy=2&coins=8&seat=second"
)
SMITHY = (
    "/dominion/race?mine_gold=3&mine_province=3&theirs_gold=3&theirs_province=3&mine_estate=5"
    "&coins=4&card=smithy&mine_copies=1"
)
DECKS = ("7c 3g 3p 5e 1 smithy", "7c 3g 3p 3e")


def _numbers(page):
    """Return value and cost by buy, as a table of buys shows them."""
    return {
        row[0].split(",")[0].split(" (")[0].strip().lower(): (row[1], row[2])
        for row in page.rows
        if len(row) > 2 and row[0].split(" ")[0] in ("Buy", "Pass") and row[0] != "Buy"
    }


def _get(client, address):
    answer = client.get(address, headers={"accept": "text/html"})
    assert answer.status_code == 200, answer.text
    assert len(answer.content) < 500_000
    return Page(answer.text)


@pytest.mark.parametrize(
    ("address", "form", "answer"),
    [
        (TURN, ".3f", lambda: dominion.lookup("7c 3e 2 silver", coins=5, turn=4)),
        (
            "/dominion/kingdom?card=smithy&deck=7c+3e&coins=4",
            ".3f",
            lambda: dominion.kingdom.lookup("smithy", "7c 3e", 4),
        ),
        (RACE, ".2%", lambda: dominion.race.lookup(MINE, f"{MINE} 2d", coins=8, seat="second")),
        (SMITHY, ".2%", lambda: dominion.race.lookup(*DECKS, coins=4, card="smithy")),
    ],
)
def test_buys_have_the_librarys_values(client, address, form, answer):
    """Every buy has the value, or the chance to win, and the cost that a lookup has."""
    assert _numbers(_get(client, address)) == {
        buy.text: (f"{buy.value:{form}}", "best" if buy.is_best else f"{buy.cost:{form}}")
        for buy in answer().actions
    }


def test_buying_leads_to_the_next_turn_and_its_hands(client):
    """The link of a buy has the deck after it; there each hand has its chance, and leads on."""
    page = _get(client, TURN)
    (link,) = (to for to, words in page.links.items() if words.startswith("Buy silver"))
    page = _get(client, link)
    hands = dominion.table.hands("7c 3e 3 silver", 5)
    rows = [row for row in page.rows if row and row[0].endswith("coins")]
    assert [int(row[0].split()[0]) for row in rows] == [hand.coins for hand in hands]
    for row, hand in zip(rows, hands, strict=True):
        assert row[1] == f"{hand.chance:.1%}"
        assert row[3:] == [hand.answer.text, f"{hand.answer.value:.2f}"]
    (link,) = (to for to, words in page.links.items() if words == "6 coins")
    answer = dominion.lookup("7c 3e 3 silver", 6, 5)
    assert _numbers(_get(client, link))["buy gold"] == (f"{answer.value:.3f}", "best")


def test_a_card_more_or_fewer_is_a_link_that_can_be_answered(client):
    """Every step from a situation leads to one that a game comes to, at the ends of a game too."""
    for address in ("/dominion?turn=1&coins=5", "/dominion?gold=3&turn=31&coins=11"):
        page = _get(client, address)
        steps = [to for to in page.links if to.startswith("/dominion?")]
        assert len(steps) > 6
        for step in steps:
            _get(client, unescape(step))


@pytest.mark.parametrize(
    ("address", "buy", "after"),
    [
        (RACE, "province", {"theirs_province": "4", "mine_duchy": "2", "coins": ""}),
        (SMITHY, "smithy", {"theirs_copies": "2", "mine_copies": "0"}),
    ],
)
def test_a_buy_in_the_race_leads_to_the_other_players_turn(client, address, buy, after):
    """With Smithy for sale both decks have copies of it, and a buy of it is one more of theirs."""
    page = _get(client, address)
    (link,) = (to for to, words in page.links.items() if words.startswith(f"Buy {buy}"))
    assert after.items() <= _get(client, link).fields.items()


def test_a_race_that_takes_too_long_is_refused_with_the_command(client, monkeypatch):
    """Beyond the seconds of a request no race is solved; the page has the command that does."""
    monkeypatch.setattr("llq.web.dominion.race._STATES_A_SECOND", 1)
    answer = client.get(RACE)
    assert answer.status_code == 422
    assert 'llq dominion race lookup --mine "7 copper, 5 silver, 4 gold, 3 estate, 3 province"' in (
        unescape(answer.text)
    )


def test_a_game_is_judged_at_its_end(client):
    """The end has the score, and the buys that cost most first; its links lead on."""
    address = "/dominion/play?seed=4&turns=5&moves=0.0.0.0.0"
    state = dominion.new_game(seed=4, turns=5)
    for _ in range(5):
        state.apply(0)  # pass
    analysis = dominion.analyse(state)
    page = _get(client, address)
    text = client.get(address).text
    assert f"{state.returns()[0]:.0f} points; best play expects {analysis.start:.1f}." in text
    costs = re.findall(r'lost-points">([\d.]+)<', text)
    assert costs == [f"{buy.cost:.2f}" for buy in analysis.mistakes[:5]]
    assert len(costs) >= 1
    for link in page.links:
        if "/dominion" in link:
            _get(client, link)


def test_a_finished_game_is_replayed_as_it_went(client):
    """Each step has its own hand and buy, and judges no buy that is still to come."""
    moves = [2, 2, 2, 3, 4]
    state = dominion.new_game(seed=7, turns=len(moves))
    hands = []
    for move in moves:
        hands.append(state.coins)
        state.apply(move)
    for at, buy in enumerate(dominion.analyse(state).buys):
        link = f"/dominion/play?seed=7&turns=5&moves={'.'.join(map(str, moves))}&at={at}"
        text = client.get(link).text
        assert f"Turn {at + 1} of 5: {hands[at]} coins" in text
        assert f"You chose to {buy.chosen.text}." in text
        verdict = "The best choice." if buy.chosen.is_best else f"Cost {buy.cost:.2f} points"
        assert verdict in text
        assert [row[0] for row in Page(text).rows[1:]] == [
            f"Turn {turn} in the explorer" for turn in range(at, 0, -1)
        ]


def test_curves_have_the_tables_numbers(client):
    """The numbers below a chart are those of the table of strategies."""
    page = _get(client, "/dominion/curves?strategy=picky&most=10&turns=15")
    rows = [row for row in page.rows if len(row) == 2][1:11]
    table = dominion.strategies.open()
    assert rows == [[str(n), f"{table.lookup('picky', n).mean:.2f}"] for n in range(1, 11)]


def test_a_menus_mistakes_are_the_librarys(client, monkeypatch):
    """The page has the library's chances, and its mistakes in its order."""
    monkeypatch.setattr("llq.web.dominion.menus.SILVER", 3)
    menu = "province; duchy if provinces_left <= 4; silver"
    review = dominion.menus.mistakes(menu, silver=3)
    page = _get(client, f"/dominion/menus?menu={menu}")
    assert ["First", f"{review.first:.2%}", f"{review.best_first:.2%}"] in page.rows
    listed = [row for row in page.rows if len(row) == 10][1:]
    costs = [f"{mistake.costs:.2%}" for mistake in review.mistakes[:20]]
    assert [row[8] for row in listed] == costs
    worst = review.mistakes[0]
    assert listed[0][1:2] + listed[0][4:6] == [
        str(worst.provinces_left),
        worst.buys.capitalize(),
        worst.better.capitalize() or "varies",
    ]


def test_cards_are_ranked_as_the_library_ranks_them(client):
    """The page shows every card's row, with what Big Money loses beside it, and marks attacks."""
    page = _get(client, "/dominion/kingdom?provinces=1")
    ranked = dominion.kingdom.ranking(1)
    start = page.rows.index(["Card", "Turns", "Saved", "Copies", "Big Money loses"]) + 1
    assert page.rows[start : start + len(ranked)] == [
        [
            card.card.replace("_", " ").capitalize() + " *" * card.attacks,
            f"{card.turns:.3f}",
            f"{card.saved:.3f}",
            f"{card.copies:.2f}",
            f"{max(card.big_money - card.turns, 0):.3f}",
        ]
        for card in ranked
    ]


def test_no_card_saves_less_than_nothing(client):
    """What a card saves is never written as minus zero, in the chart and in the table."""
    for provinces in range(1, 9):
        page = client.get(f"/dominion/kingdom?provinces={provinces}").text
        texts = re.findall(r">([^<>]+)<", page)
        assert "What a card does to opponents is not counted" in page
        assert [text for text in texts if re.fullmatch(r"[-−]0(\.0*)?", text.strip())] == []
