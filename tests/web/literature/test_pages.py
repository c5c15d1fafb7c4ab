"""Literature's pages: exact chances, a game told by clicks or played by links, wrong questions."""

import re
from html import unescape

import pytest

import llq
from llq.web.pages.cards import with_signs
from tests.web.conftest import asked_by, links_of, play_out, played, sitting_of, tips_of

GAME = {"me": "2", "hand": "C:A2389 D:TJ H:345 S:QK", "moves": "1>2 4D -; 2>3 9S +"}
PLAY = "/literature/play?seed=5&players=4&against=random"


def chances_of(page):
    """Return the texts of the grid's cells, by the half suit's name, row by row."""
    return {
        name: re.findall(r'<td class="heat-\d+">(?:<a [^>]*>)?([^<]*)<', table)
        for name, table in re.findall(r'id="half-(\w\w)">(.*?)</table>', page, re.DOTALL)
    }


def in_percent(chance):
    """Return a chance as the grid writes it."""
    if chance in (0, 1):
        return "yes" if chance else "·"
    return "&lt;1" if chance < 0.005 else "&gt;99" if chance > 0.995 else f"{100 * chance:.0f}"


def test_the_grid_has_the_librarys_chances(client):
    """Every card has the chance of being in each hand that `advise` returns."""
    page = client.get("/literature", params=GAME)
    chances = llq.literature.advise(llq.literature.game(**GAME)).chances
    assert page.status_code == 200
    shown_chances = chances_of(page.text)
    assert len(shown_chances) == 8
    for half, suit in ((low + suit, suit) for low in "LH" for suit in "CDHS"):
        ranks = "A23456" if half[0] == "L" else "89TJQK"
        expected = [in_percent(chances[rank + suit][seat]) for seat in range(4) for rank in ranks]
        assert shown_chances[half] == expected


def test_asks_come_best_first_with_their_reasons(client):
    """The first ask is the advice's, and its reasons are on the page."""
    page = client.get("/literature", params=GAME).text
    best = llq.literature.advise(llq.literature.game(**GAME)).actions[0]
    row = re.search(r'<tr class="best">(.*?)</tr>', page, re.DOTALL)[1]
    assert f"{best.chance:.1%}" in row
    assert row.count(";") >= len(best.why) - 1


def test_the_example_has_a_whole_answer(client):
    """Without a question there is one: asks, chances and what is certain."""
    page = client.get("/literature").text
    assert "Player 3: ask player 2 for the 2♠" in page
    assert "315 deals agree" in page


def test_a_game_is_told_by_clicks_on_the_grid(client):
    """A cell leads to the question how the ask went, and its answer to the game with the move."""
    page = client.get("/literature", params=GAME)
    cell = re.search(r'<a href="([^"]*)" aria-label="king of diamonds, Player 1:', page.text)[1]
    question = client.get(unescape(cell))
    notice = re.search(r'<p class="notice pending".*?</p>', question.text)[0]
    answers = re.findall(r'class="button" href="([^"]*)"', notice)
    assert len(answers) == 2
    answered = client.get(unescape(answers[1]))
    assert answered.status_code == 200
    assert asked_by(answered.url)["moves"] == GAME["moves"] + "; 2>1 KD -"
    back = client.get(unescape(re.search(r'href="([^"]*)">Take back', answered.text)[1]))
    again = llq.literature.game(**{name: asked_by(back.url)[name] for name in GAME})
    assert str(again) == str(llq.literature.game(**GAME))


def test_cards_are_clicked_into_the_hand(client):
    """A click puts a card into the hand or takes it out; until all are there nothing is wrong."""
    page = client.get("/literature", params=GAME | {"moves": "", "card": "KS"})
    assert page.status_code == 200
    assert "1 card to go" in page.text
    assert asked_by(page.url)["hand"] == "C:A2389 D:TJ H:345 S:Q"
    page = client.get("/literature", params={**asked_by(page.url), "card": "KS"})
    assert "Every card in every hand" in page.text


def test_a_game_is_judged_at_its_end(client):
    """The half suits are those of the same actions in the library.

    The costliest asks are the library's, with the values of the ask and of the best one.
    """
    sitting = played(PLAY)[-1]
    _, page = play_out(client, PLAY)
    owners = sitting.state.owners
    assert f"half suits {owners.count(0)} to {owners.count(1)}" in page
    rows = re.findall(
        r"<td>Ask .*, ([\d.]+)</td><td>.*, ([\d.]+)</td><td class=.number.>([\d.]+)<", page, re.I
    )
    analysis = llq.literature.analyse(sitting.record, sitting.seat)
    assert rows == [
        (f"{ask.chosen.value:.2f}", f"{ask.best.value:.2f}", f"{ask.cost:.2f}")
        for ask in analysis.mistakes[:12]
    ]
    assert f"{analysis.hits} of your {len(analysis.asks)} asks got the card" in page


def test_asks_have_their_chances(client):
    """With advice on each card by opponent has the chance to get it."""
    page = client.get(f"{PLAY}&advice=yes").text
    sitting = played(PLAY)[0]
    offered = re.findall(r'name="play" value="(\d+)"[^>]*>.*?class="odds">([^<]*)<', page)
    assert len(offered) == len(sitting.legal)
    position = sitting.state.view()
    for action, odds in offered:
        chance = position.chance(*sitting.state.action_of(int(action)))
        assert odds == ("no" if chance == 0 else "yes" if chance == 1 else f"{chance:.0%}")


def test_a_game_goes_on_in_the_explorer(client):
    """The link from the table leads to the same position, with advice."""
    link, *_ = links_of(client.get(PLAY).text, "/literature?")
    explored = client.get(link)
    assert explored.status_code == 200
    best = llq.literature.advise(played(PLAY)[0].state.view())
    assert with_signs(best.text).removeprefix("ask") in explored.text
    assert "Untrained" not in explored.text


def test_a_finished_game_is_replayed(client):
    """A step has the hand and the cards of that moment, says what comes next, and has a line.

    Its points are those before the person's asks, of half suits won and expected.
    """
    sitting = played(PLAY)[-1]
    page = client.get("/literature/play", params=sitting.to_link() | {"at": "3"}).text
    state = sitting.states[3]
    hand = page[page.index('class="hand-line"') :]
    assert hand[: hand.index("</p>")].count("playing-card") == state.hands[0].bit_count()
    assert "Next:" in page
    tips = tips_of(page)
    owners = sitting.state.owners
    assert float(tips.pop(str(len(sitting.actions)))) == owners.count(0)
    asks = [i for i, move in enumerate(sitting.history) if (move.seat, move.text[:3]) == (0, "ask")]
    apart = []  # in 165 moves, those of two in a row are too close for a pointer
    for ask in asks:
        if not apart or ask - apart[-1] > 2:
            apart.append(ask)
    assert list(map(int, tips)) == apart
    for at, value in [*tips.items()][::5]:
        state = sitting.states[int(at)]
        hands = llq.literature.advise(state.view(0)).chances.values()
        team = sum(hand[0] + hand[2] for hand in hands)  # of a half suit out of play nobody has any
        assert float(value) == pytest.approx(state.owners.count(0) + team / 6, abs=1e-3)


def test_who_asked_for_what_is_in_a_table(client):
    """Each ask stands in the row of its player and the column of its half suit, hit or missed."""
    page = client.get("/literature", params=GAME).text
    table = page[page.index('class="asked"') :]
    rows = re.findall(r"<tr><th.*?</tr>", table[: table.index("</table>")], re.DOTALL)[1:]
    cells = [re.findall(r"<td>(.*?)</td>", row, re.DOTALL) for row in rows]
    places = {(1, 2): ("miss", "4♦"), (2, 7): ("hit", "9♠")}
    for seat, row in enumerate(cells):
        for half, cell in enumerate(row):
            kind, card = places.get((seat, half), ("", ""))
            assert (f'class="{kind}"' in cell and card in cell) if kind else not cell.strip()


def test_a_claim_is_made_by_its_form(client):
    """Where claims are free, the form claims; a wrong claim costs the half suit."""
    free = f"{PLAY}&claims=free"
    page = client.get(free).text
    assert page.count('name="claim"') == 8
    form = re.search(r'name="claim" value="LC">.*?</form>', page, re.DOTALL)[0]
    seats = re.findall(r'name="holder\d">\s*<option value="(\d)"', form)
    holders = "".join(f"&holder{place}={seat}" for place, seat in enumerate(seats))
    claimed = client.get(f"{free}&claim=LC{holders}")
    assert claimed.status_code == 200
    assert sitting_of(claimed.url).state.owners[0] in (1, 2)


def test_jokers_are_clicked_into_the_hand(client):
    """The ninth half suit has its cards on the page, and they go into the hand by name."""
    page = client.get("/literature", params={"rules": "us54", "hand": "C:6", "card": "XB"})
    assert asked_by(page.url)["hand"] == "C:6 XB"
    assert "black joker, in your hand" in page.text
