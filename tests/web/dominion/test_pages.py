"""Dominion's pages: what they show is what the library says, and their links lead on."""

import re
from html import unescape

import pytest

from llq import dominion
from tests.web.parsed_page import Page

TURN = "/dominion?deck=7c+3e+2+silver&coins=5&turn=4"
LATE = "/dominion?deck=7c+3g+3e+27s&turn=31&coins=11"
KINGDOM = "/dominion/kingdom?card=smithy&deck=7c+3e&coins=4"
MINE = "7c 5s 4g 3p 3e"
RACE = f"/dominion/race?mine={MINE}&theirs={MINE}+2d&coins=8&seat=second"
DECKS = ("7c 3g 3p 5e 1 smithy", "7c 3g 3p 3e")
SMITHY = f"/dominion/race?mine={DECKS[0]}&theirs={DECKS[1]}&coins=4&card=smithy"


def _get(client, address):
    answer = client.get(address, headers={"accept": "text/html"})
    assert answer.status_code == 200, answer.text
    assert len(answer.content) < 500_000
    return Page(answer.text)


@pytest.mark.parametrize(
    ("address", "answer"),
    [
        (TURN, lambda: dominion.lookup("7c 3e 2 silver", coins=5, turn=4)),
        (KINGDOM, lambda: dominion.kingdom.lookup("smithy", "7c 3e", 4)),
        (RACE, lambda: dominion.race.lookup(MINE, f"{MINE} 2d", coins=8, seat="second")),
        (SMITHY, lambda: dominion.race.lookup(*DECKS, coins=4, card="smithy")),
    ],
)
def test_a_page_shows_the_librarys_answer(client, address, answer):
    """A page has every buy with its value and cost, and the command that asks the same."""
    page, table = _get(client, address), answer().table
    start = next(place for place, row in enumerate(page.rows) if row[:1] == ["Buy"]) + 1
    assert page.rows[start : start + len(table.rows)] == [
        [row.cells[0].capitalize(), *row.cells[1:], ""] for row in table.rows
    ]
    assert "llq dominion" in page.code[0]


def test_buying_leads_to_the_next_turn_and_its_hands(client):
    """The link of a buy has the deck after it; there each hand has its chance, and leads on."""
    page = _get(client, TURN)
    (link,) = (to for to, words in page.links.items() if words == "Silver")
    page = _get(client, link)
    for hand in dominion.table.hands("7c 3e 3 silver", 5):
        words = f"{hand.coins} coins {hand.chance:.1%} {hand.answer.text}, {hand.answer.value:.2f}"
        (link,) = (to for to in page.links if page.links[to] == words)
        answer = dominion.lookup("7c 3e 3 silver", hand.coins, 5)
        assert f"{answer.value:.3f}" in _get(client, link).rows[1]


@pytest.mark.parametrize("address", [TURN, LATE, RACE, KINGDOM])
def test_examples_and_steps_are_answered(client, address):
    """Every example has its answer; a card more or fewer leads to the hands of a deck in play."""
    page = _get(client, address)
    links = [to for to in page.links if to.startswith(f"{address.partition('?')[0]}?")]
    assert len(links) > 6
    for link in links:
        _get(client, link)


@pytest.mark.parametrize(
    ("address", "buy", "after"),
    [
        (RACE, "Province", {"theirs": "7 copper, 5 silver, 4 gold, 3 estate, 4 province"}),
        (SMITHY, "Smithy", {"theirs": "7 copper, 3 gold, 5 estate, 3 province, 2 smithy"}),
    ],
)
def test_a_buy_in_the_race_leads_to_the_other_players_turn(client, address, buy, after):
    """With Smithy for sale both decks have copies of it, and a buy of it is one more of theirs."""
    page = _get(client, address)
    (link,) = (to for to, words in page.links.items() if words == buy)
    assert (after | {"coins": ""}).items() <= _get(client, link).fields.items()


def test_a_race_that_takes_too_long_is_refused_with_the_command(client, monkeypatch):
    """A race is solved for the seconds of a request; the refusal has the command that goes on."""
    monkeypatch.setattr("llq.web.http.jobs.Job.seconds_left", -1)
    answer = client.get("/dominion/race?mine=7c+3e&theirs=7c+3e&coins=4&card=moat")
    assert answer.status_code == 422
    command = "llq dominion race lookup --mine '7c 3e' --theirs '7c 3e' --coins 4 --card moat"
    assert command in unescape(answer.text)


def test_a_slip_in_a_form_keeps_what_was_typed(client):
    """A refused page says why, has the fields as they were, and offers hands of the deck."""
    answer = client.get("/dominion?deck=7c+3e+2+silver&turn=3&coins=9")
    page = Page(answer.text)
    assert (answer.status_code, page.fields["deck"]) == (422, "7c 3e 2 silver")
    assert any(words.startswith("5 coins") for words in page.links.values())


def test_a_game_is_judged_at_its_end(client):
    """The end has the score, and what each buy cost, the last one first; its links lead on."""
    address = "/dominion/play?seed=4&turns=5&moves=0.0.0.0.0"
    state = dominion.new_game(seed=4, turns=5)
    for _ in range(5):
        state.apply(0)  # pass
    analysis = dominion.analyse(state)
    page = _get(client, address)
    text = client.get(address).text
    assert f"{state.returns()[0]:.0f} points; best play expects {analysis.start:.1f}." in text
    costs = [row[-1] for row in page.rows[1:]]
    assert costs == [f"{buy.cost:.2f}".replace("0.00", "0") for buy in analysis.buys[::-1]]
    assert any(cost != "0" for cost in costs)
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
        assert [row[0] for row in Page(text).rows[1:]] == [str(turn) for turn in range(at, 0, -1)]


def test_curves_have_the_tables_numbers(client):
    """The numbers below a chart are those of the table of strategies."""
    page = _get(client, "/dominion/curves?strategy=picky&most=10&turns=15")
    rows = [row for row in page.rows if len(row) == 2][1:11]
    table = dominion.strategies.open()
    assert rows == [[str(n), f"{table.lookup('picky', n).mean:.2f}"] for n in range(1, 11)]


def test_a_menus_mistakes_are_the_librarys(client):
    """The page has the library's chances and mistakes; a bare link asks nothing yet."""
    menu = "province; duchy if provinces_left <= 4; silver"
    review = dominion.menus.mistakes(menu, silver=3)
    text = unescape(client.get(f"/dominion/menus?menu={menu}&silver=3").text)
    assert review.title[1:] in text
    assert [row[0] for row in Page(text).rows[1:]] == [row["costs"] for row in review.shown()]
    assert "Fill in the form" in client.get("/dominion/menus").text


def test_cards_are_ranked_as_the_library_ranks_them(client):
    """The page shows every card's row, and marks attacks."""
    page = _get(client, f"{KINGDOM}&provinces=1")
    ranked = [row for card in dominion.kingdom.ranking(1) for row in card.shown()]
    start = next(place for place, row in enumerate(page.rows) if row[-2:-1] == ["Big Money"]) + 1
    assert [[cell.lower() for cell in row[:-1]] for row in page.rows[start:]] == [
        [cell.lower().replace("_", " ") for cell in row.values()] for row in ranked
    ]


def test_no_card_saves_less_than_nothing(client):
    """What a card saves is never written as minus zero, in the chart and in the table."""
    for provinces in range(1, 9):
        page = client.get(f"{KINGDOM}&provinces={provinces}").text
        texts = re.findall(r">([^<>]+)<", page)
        assert "What a card does to opponents is not counted" in page
        assert [text for text in texts if re.fullmatch(r"[-−]0(\.0*)?", text.strip())] == []
