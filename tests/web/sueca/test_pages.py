"""Sueca's pages: the library's numbers, a game played by links, and questions that are wrong."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest

import llq
from llq.query.play.sessions import Sitting
from tests.web.conftest import asked_by

HAND = {"hand": "S:AK72 H:765 D:2 C:A7", "trump": "C", "trick": "2H 4H", "seat": "S"}
CHEAP = {"seed": "7", "seat": "2", "against": "random,always_high,random"}


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
    """Without a question there is one, with an answer and the address of its stream."""
    page = client.get("/sueca").text
    assert len(rows_of(page)) == 3
    address = re.search(r'data-stream="([^"]*)"', page)[1].replace("&amp;", "&")
    asked = parse_qs(urlsplit(address).query)
    samples = asked.pop("samples")
    assert int(samples[0]) > 1000
    assert llq.sueca.position(**{name: text[0] for name, text in asked.items()}) == (
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
        asked = parse_qs(urlsplit(clicked.headers["location"]).query)
        assert (asked["hand"], asked["trick"], asked["put"]) == ([hand], [trick], [put])


TRICKS = {
    "hand": "5S AS 3D 6D KD QC", "trump": "D", "seat": "S",
    "tricks": "N KH AH 4H 7H; W AC 2C 7C 5C; W KC 4C 6C 3C; W JH QH JC 2H; W 3S",
}  # fmt: skip


def test_tricks_in_order_are_shown_and_tell_of_the_hands(client):
    """Every chance of a hidden card is the library's; the change since the last card is told."""
    page = client.get("/sueca", params=TRICKS).text
    position = llq.sueca.position(**TRICKS)
    advice = llq.sueca.advise(position, "strong:500/6")
    shown = dict(re.findall(r'data-holds="(\w+ \w\w)">(\d+)<', page))
    hidden = advice.hidden
    assert shown == {
        f"{seat.name.lower()} {card}": f"{100 * chance:.0f}"
        for seat, chances in zip(hidden.seats, hidden.chances, strict=True)
        for card, chance in zip(hidden.cards, chances, strict=True)
    }
    assert "Since your last card" in page
    clicked = client.get("/sueca", params=TRICKS | {"card": "AS"}, follow_redirects=False)
    asked = parse_qs(urlsplit(clicked.headers["location"]).query)
    assert "tricks" not in asked  # which a card more or less would contradict
    assert asked["points"] == ["0-58"]
    assert set(asked["trick"]) == {"3S"}


def test_an_unfinished_hand_is_no_error(client):
    """While cards are missing the page says how many, and advises nothing."""
    page = client.get("/sueca", params=HAND | {"hand": "S:AK72 H:76"})
    assert page.status_code == 200
    assert "4 cards to go" in page.text
    assert not rows_of(page.text)


def test_advice_at_the_table_is_the_librarys(client):
    """With advice on, every legal card has its value for what the player sees."""
    page = client.get("/sueca/play", params=CHEAP | {"advice": "yes"}).text
    position = Sitting.from_link("sueca", CHEAP).state.view()
    advice = llq.sueca.advise(position, "strong:500/6")
    assert [row[:2] for row in rows_of(page)] == [
        (card.text, f"{card.value:.2f}") for card in advice.actions
    ]
    explorer = re.search(r'href="(/sueca\?[^"]*)"', page)[1].replace("&amp;", "&")
    assert rows_of(client.get(explorer).text) == rows_of(page)


@pytest.fixture(scope="module")
def finished():
    """Return a finished game."""
    sitting = Sitting.from_link("sueca", CHEAP)
    while not sitting.is_over:
        sitting = sitting.play(sitting.legal[0][0])
    return sitting


@pytest.fixture(scope="module")
def judged(finished):
    """Return the library's analysis of it."""
    return llq.sueca.analyse(finished.record, finished.seat)


def test_a_game_is_played_by_links_and_judged_at_its_end(client, finished, judged):
    """Ten clicks on a card end a game; the result is that of the same cards in the library.

    The table has the costs that the library finds, the costliest first.
    """
    page = client.get("/sueca/play", params=CHEAP)
    for _ in range(10):
        links = re.findall(r'href="(/sueca/play\?[^"]*play=\d+)"', page.text)
        assert links, page.text
        first = min(links, key=lambda link: int(link.rpartition("=")[2]))
        page = client.get(first.replace("&amp;", "&"))
        assert page.status_code == 200
    link = asked_by(page.url)
    assert Sitting.from_link("sueca", link).history == finished.history
    own = int(60 + finished.returns[2] / 2)
    assert f"{own} points to {120 - own}" in re.search(r"<p [^>]*result.*?</p>", page.text)[0]
    assert "play=" not in page.text
    costs = re.findall(r'<td class="number">(best|\d+\.\d\d)', page.text)
    assert costs == ["best" if one.chosen.is_best else f"{one.cost:.2f}" for one in judged.cards]
    assert "data-enter" in page.text


def test_a_finished_game_is_replayed(client, finished, judged):
    """A step shows the cards that were on the table then, and leads to the ones around it.

    The line has what the best card promised at each choice, a mark, and what this card cost.
    """
    points = {4 * (card.trick - 1) + len(card.answer.position.trick): card for card in judged.cards}
    at, mistake = next(
        (at, card) for at, card in points.items() if not card.chosen.is_best and at % 4 > 0
    )
    page = client.get("/sueca/play", params=finished.to_link() | {"at": str(at)}).text
    assert f"Trick {mistake.trick} of 10" in page
    table = page[page.index('class="felt"') : page.index('class="last"')]
    names = [finished.history[index].text for index in range(at - at % 4, at)]
    words = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
    assert all(f"of {words[name[1]]}" in table for name in names)
    assert table.count("playing-card") == len(finished.states[at].trick) == at % 4
    assert all(f"at={step}" in page for step in (at - 1, at + 1))
    wide = page[page.index('<svg class="wide"') : page.index('<svg class="medium"')]
    tips = dict(re.findall(r"<title>moves: (\d+)\nyou: ([\d.]+)</title>", wide))
    end = round(60 + finished.returns[finished.seat] / 2)
    promised = {f"{x}": f"{card.answer.actions[0].total:.4g}" for x, card in points.items()}
    assert tips == promised | {"40": f"{end:.4g}"}
    assert wide.count('class="here"') == 1
    assert f"Cost {mistake.cost:.2f}" in page


def test_what_happened_since_the_persons_card_is_marked(client):
    """The others' cards after the person's last one are new, and the person's are not."""
    sitting = Sitting.from_link("sueca", CHEAP)
    sitting = sitting.play(sitting.legal[0][0])
    page = client.get("/sueca/play", params=sitting.to_link()).text
    assert page.count('class="fresh"') >= 1
    assert 'you</span> <span class="fresh">' not in page


def test_a_hand_is_in_order_with_the_trumps_first(client):
    """Trumps lead the hand, then the suits, each from its strongest card."""
    sitting = Sitting.from_link("sueca", CHEAP)
    state = sitting.state
    page = client.get("/sueca/play", params=CHEAP).text
    shown = page[page.index('class="hand-row"') :]
    ranks = {"ace": "A", "king": "K", "queen": "Q", "jack": "J"}
    named = re.findall(r'aria-label="(\w+) of (\w)', shown[: shown.index("</ul>")])
    hand = [f"{ranks.get(rank, rank)}{suit.upper()}" for rank, suit in named]
    trump = "SHDC"[state.trump]
    suits = [card[1] for card in hand]
    assert sorted(suits, key=lambda suit: suit != trump) == suits
    order = "A7KJQ65432"
    for suit in set(suits):
        held = [order.index(card[0]) for card in hand if card[1] == suit]
        assert held == sorted(held)
    assert len(hand) == 10


def test_a_new_game_has_the_players_that_were_chosen(client):
    """The form leads to a game of its players with a seed, whole in the address."""
    asked = {
        "north": "random", "west": "always_high", "east": "random",
        "trump_from": "last", "stakes": "to=4 at=3-2",
    }  # fmt: skip
    page = client.get("/sueca/play", params=asked)
    link = asked_by(page.url)
    sitting = Sitting.from_link("sueca", link)
    assert sitting.players == ("random", "always_high", "you", "random")
    assert sitting.options == {"trump_from": "last", "stakes": "to=4 at=3-2"}
