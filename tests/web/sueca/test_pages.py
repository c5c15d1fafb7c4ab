"""Sueca's pages: the library's numbers, a game and its judgement, and advice that sharpens."""

import json
import re
from html import unescape
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

import llq
from tests.web.conftest import links_of, play_out, played, tips_of

HAND = {"hand": "S:AK72 H:765 D:2 C:A7", "trump": "C", "trick": "2H 4H", "seat": "S"}
CHEAP = {"seed": "7", "seat": "2", "against": "random,always_high,random"}
PLAY = f"/sueca/play?{urlencode(CHEAP, safe=',')}"


def rows_of(page):
    """Return card, value, share of wins and game points of each row of advice."""
    return re.findall(
        r'<tr data-card="(..)".*?data-value>([0-9.]+)<.*?data-wins>([^<]*)<'
        r".*?data-games>([^<]*)<",
        page,
        re.DOTALL,
    )


def test_the_explorer_shows_the_librarys_numbers(client):
    """Every legal card has the value, wins and games that `advise` returns for the stakes."""
    page = client.get("/sueca", params=HAND | {"hands": "60", "stakes": "drawn=x2"})
    advice = llq.sueca.advise(llq.sueca.position(**HAND), "strong:60/6", stakes="drawn=x2")
    assert page.status_code == 200
    assert rows_of(page.text) == [
        (
            card.text,
            f"{card.value:.2f}",
            f"{card.win_prob:.1%}",
            f"{card.game_points:+.2f}".replace("-", "−"),
        )
        for card in advice.actions
    ]
    assert advice.source in page.text
    assert "data-stream" not in page.text


def test_the_explorer_begins_with_an_example_that_sharpens(client):
    """Without a question there is one, with an answer and its stream, also as its form has it."""
    shown = {"player": "strong", "samples": "500", "seed": "1"}
    assert "data-stream" in client.get("/sueca", params=HAND | shown).text
    page = client.get("/sueca").text
    assert 'name="samples" value="500"' in page
    assert len(rows_of(page)) == 3
    address = unescape(re.search(r'data-stream="([^"]*)"', page)[1])
    query = parse_qs(urlsplit(address).query)
    samples = query.pop("samples")
    assert int(samples[0]) > 1000
    assert llq.sueca.position(**{name: text[0] for name, text in query.items()}) == (
        llq.sueca.position(**HAND)
    )


def test_a_click_moves_a_card(client):
    """A clicked card leaves its place for the chosen one, or is taken from that."""
    for card, put, hand, trick in [
        ("AH", "hand", "S:A7K2 H:A765 D:2 C:A7", "2H 4H"),
        ("AS", "hand", "S:7K2 H:765 D:2 C:A7", "2H 4H"),
        ("4H", "hand", "S:A7K2 H:7654 D:2 C:A7", "2H"),
        ("KH", "trick", "S:A7K2 H:765 D:2 C:A7", "2H 4H KH"),
        ("7S", "trick", "S:AK2 H:765 D:2 C:A7", "2H 4H 7S"),
    ]:
        clicked = client.get(
            "/sueca", params=HAND | {"card": card, "put": put}, follow_redirects=False
        )
        assert clicked.status_code == 303
        query = parse_qs(urlsplit(clicked.headers["location"]).query)
        assert (query["hand"], query["trick"], query["put"]) == ([hand], [trick], [put])


TRICKS = {
    "hand": "5S AS 3D 6D KD QC", "trump": "D", "seat": "S",
    "tricks": "N KH AH 4H 7H; W AC 2C 7C 5C; W KC 4C 6C 3C; W JH QH JC 2H; W 3S",
}  # fmt: skip


def test_tricks_in_order_are_shown_and_tell_of_the_hands(client):
    """Every chance of a hidden card is the library's; the change since the last card is told."""
    page = client.get("/sueca", params=TRICKS).text
    position = llq.sueca.position(**TRICKS)
    advice = llq.sueca.advise(position, "strong:500/6")
    chances_shown = dict(re.findall(r'data-holds="(\w+ \w\w)">(\d+)<', page))
    hidden = advice.hidden
    assert chances_shown == {
        f"{seat.name.lower()} {card}": f"{100 * chance:.0f}"
        for seat, chances in zip(hidden.seats, hidden.chances, strict=True)
        for card, chance in zip(hidden.cards, chances, strict=True)
    }
    assert "Since your last card" in page
    clicked = client.get("/sueca", params=TRICKS | {"card": "AS"}, follow_redirects=False)
    query = parse_qs(urlsplit(clicked.headers["location"]).query)
    assert "tricks" not in query  # which a card more or less would contradict
    assert query["points"] == ["0-58"]
    assert set(query["trick"]) == {"3S"}


def test_an_unfinished_hand_is_no_error(client):
    """While cards are missing the page says how many, and advises nothing."""
    page = client.get("/sueca", params=HAND | {"hand": "S:AK72 H:76"})
    assert page.status_code == 200
    assert "4 cards to go" in page.text
    assert not rows_of(page.text)


def test_advice_at_the_table_is_the_librarys(client):
    """With advice on, every legal card has its value for what the player sees."""
    page = client.get(f"{PLAY}&advice=yes").text
    position = played(PLAY)[0].state.view()
    advice = llq.sueca.advise(position, "strong:500/6")
    assert [row[:2] for row in rows_of(page)] == [
        (card.text, f"{card.value:.2f}") for card in advice.actions
    ]
    explorer, *_ = links_of(page, "/sueca?")
    assert rows_of(client.get(explorer).text) == rows_of(page)


@pytest.fixture(scope="module")
def finished():
    """Return a finished game, and the library's analysis of it."""
    sitting = played(PLAY)[-1]
    return sitting, llq.sueca.analyse(sitting.record, sitting.seat)


def test_a_game_is_judged_at_its_end(client, finished):
    """The result is that of the same cards in the library, and so are costs, the largest first."""
    (sitting, analysis), (_, page) = finished, play_out(client, PLAY)
    own = int(60 + sitting.returns[2] / 2)
    assert f"{own} points to {120 - own}" in re.search(r"<p [^>]*result.*?</p>", page)[0]
    costs = re.findall(r'<td class="number">(0|\d+\.\d\d)[ <]', page)
    cards = analysis.cards
    assert costs == ["0" if card.chosen.is_best else f"{card.cost:.2f}" for card in cards]


def test_a_finished_game_is_replayed(client, finished):
    """A step shows the cards that were on the table then, and leads to the ones around it.

    The line has what the best card promised at each choice, a mark, and what this card cost.
    """
    sitting, analysis = finished
    cards = analysis.cards
    points = {4 * (card.trick - 1) + len(card.answer.position.trick): card for card in cards}
    at, mistake = next(
        (at, card) for at, card in points.items() if not card.chosen.is_best and at % 4 > 0
    )
    page = client.get("/sueca/play", params=sitting.to_link() | {"at": str(at)}).text
    assert f"Trick {mistake.trick} of 10" in page
    table = page[page.index('class="felt"') : page.index('class="last"')]
    names = [sitting.history[index].text for index in range(at - at % 4, at)]
    words = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
    assert all(f"of {words[name[1]]}" in table for name in names)
    assert table.count("playing-card") == len(sitting.states[at].trick) == at % 4
    end = round(60 + sitting.returns[sitting.seat] / 2)
    promised = {f"{x}": f"{card.answer.actions[0].total:.4g}" for x, card in points.items()}
    assert tips_of(page) == promised | {"40": f"{end:.4g}"}
    assert page.count('class="here"') == 3  # of three widths
    assert f"Cost {mistake.cost:.2f}" in page


def test_what_happened_since_the_persons_card_is_marked(client):
    """The others' cards after the person's last one are new, and the person's are not."""
    page = client.get("/sueca/play", params=played(PLAY)[1].to_link()).text
    assert page.count('class="fresh"') >= 1
    assert 'you</span> <span class="fresh">' not in page


def test_a_hand_is_in_order_with_the_trumps_first(client):
    """Trumps, diamonds here, lead the hand, then the suits, each from its strongest card."""
    page = client.get(PLAY).text
    hand = page[page.index('class="hand-row"') :].partition("</ul>")[0]
    assert re.findall(r'aria-label="(\w+) of (\w)', hand) == [
        ("king", "d"), ("6", "d"), ("3", "d"), ("ace", "s"), ("5", "s"),
        ("queen", "h"), ("4", "h"), ("queen", "c"), ("4", "c"), ("2", "c"),
    ]  # fmt: skip


def test_advice_sharpens_as_events(client):
    """A stream doubles its samples up to the number asked for, and ends with an event."""
    query = {"hand": HAND["hand"], "trump": "C", "samples": 120}
    stream = client.get("/api/v1/sueca/advise/stream", params=query)
    assert stream.headers["content-type"].startswith("text/event-stream")
    events = [event.split("\n") for event in stream.text.strip().split("\n\n")]
    assert [name for name, _ in events] == ["event: advice"] * 3 + ["event: done"]
    answers = [json.loads(data.removeprefix("data: ")) for _, data in events]
    assert [answer["samples"] for answer in answers] == [50, 100, 120, 120]
    last = client.get("/api/v1/sueca/advise", params=query).json()
    assert {name: answers[2][name] for name in last} == last
    bad = client.get("/api/v1/sueca/advise/stream", params=query | {"hand": "XX"})
    assert (bad.status_code, bad.json()["title"]) == (422, "UnknownCard")
