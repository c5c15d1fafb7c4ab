"""Love Letter played and followed in the browser: by the links of the pages alone."""

import re
from html import unescape
from types import SimpleNamespace

import numpy as np
import pytest

import llq
from llq.love_letter.rounds import FollowedRound, advise, advise_party, game
from llq.query.love_letter.play.visible_moves import discards_of
from llq.query.love_letter.rounds import seated_rounds
from llq.query.play.sessions import Sitting
from llq.solver.love_letter.rounds import referee
from tests.web.conftest import asked_by, links_of, play_out, played, sitting_of

PLAY, TRACK = "/love-letter/play", "/love-letter/track"
GAME = f"{PLAY}?seed=1&against=table"


@pytest.mark.parametrize("more", ["", "&seat=1&face_up=3&hints=on&score=2-1"])
def test_a_round_is_judged_at_its_end(client, more):
    """The last page has the result and what the moves cost, goes on, and saves the round."""
    link, page = play_out(client, GAME + more)
    sitting = sitting_of(link)
    judged = llq.love_letter.analyse(sitting.record, sitting.seat)
    for move in judged.moves:
        assert move.chosen.text in page
    worst = judged.moves[0]
    if worst.cost:
        assert f"{worst.cost:.1%}" in page
    result = sitting.returns[sitting.seat]
    assert ("You win the round" in page) == (result > 0)
    following = next(link for link in links_of(page, PLAY) if "number=1" in link)
    base = (2, 1) if more else (0, 0)
    assert asked_by(following)["score"] == f"{base[0] + (result > 0)}-{base[1] + (result < 0)}"
    assert client.get(following).status_code == 200
    assert "After" in client.get(f"{link}&at=0").text
    saved = client.get(link.replace(PLAY, f"{PLAY}/round.txt"))
    assert "attachment" in saved.headers["content-disposition"]
    assert FollowedRound.read(saved.text).is_over


@pytest.mark.long
def test_a_round_of_2019_is_played_with_its_second_choices(client):
    """Each page offers every play and every card to keep; ties and wins earn the box's tokens.

    The card marked as best to keep is the one that the policy keeps.
    """
    link, page = play_out(
        client, f"{PLAY}?seed=28&against=table&variant=2019&hints=on&score=4-4&seat=1&face_up=3"
    )
    sitting = sitting_of(link)
    earned = [int(sitting.returns[seat] >= 0) for seat in (sitting.seat, 1 - sitting.seat)]
    following = next(link for link in links_of(page, PLAY) if "number=1" in link)
    assert asked_by(following)["score"] == f"{4 + earned[0]}-{4 + earned[1]}"
    assert "6 win the match" in page
    keeping = next(
        number
        for number, state in enumerate(sitting.states)
        if state.current_player == sitting.seat and state.extra
    )
    assert client.get(f"{link}&at={keeping}").status_code == 200
    moves = {"moves": ".".join(map(str, sitting.actions[:keeping]))}
    hinted = client.get(PLAY, params=asked_by(link) | moves)
    best = sitting_of(str(hinted.url)).hint().best.card
    marked = re.findall(r'class="ll-card large best".*?ll-name">(\w+)<', hinted.text)
    marked += re.findall(r'class="button best".*?hidden-text">(\w+): ', hinted.text)
    assert set(marked) == {best}
    assert "Keep one of these" in hinted.text


def test_a_round_of_several_is_judged_at_its_end(client):
    """The last page names who won, everybody's tokens, and the next round; it can be followed."""
    players, against = 6, "thumb,random,thumb,random,thumb"
    query = f"seed=8&players={players}&variant=2019&seat=5&against={against}&score=0-0-0-0-0-0"
    link, page = play_out(client, f"{PLAY}?{query}")
    sitting = sitting_of(link)
    state = sitting.state
    assert ("You win the round" in page) == (state.winners == (sitting.seat,))
    order = [(sitting.seat + place) % players for place in range(players)]
    following = next(link for link in links_of(page, PLAY) if "number=1" in link)
    tokens = "-".join(str(round(state.returns()[seat])) for seat in order)
    assert asked_by(following)["score"] == tokens
    after = sitting_of(following)
    assert after.seat == (sitting.seat - state.winners[0]) % players
    seats = [(seat - state.winners[0]) % players for seat in range(players)]
    assert [after.players[seat] for seat in seats] == list(sitting.players)
    judged = llq.love_letter.analyse(sitting.record, sitting.seat)
    assert all(move.chosen.text in unescape(page) for move in judged.moves)
    saved = client.get(link.replace(PLAY, f"{PLAY}/round.txt")).text
    followed = client.get(TRACK, params={"round": saved}).text
    assert "The round is over" in followed
    assert "Your moves by what they cost" in followed
    for number, state in enumerate(sitting.states):
        assert client.get(f"{link}&at={number}").status_code == 200
        left = sum(state.row[referee.REST : referee.REST + len(state.rules.cards)])
        assert sum(map(len, discards_of(state))) == state.rules.deck_size - left


def test_people_at_one_screen_see_their_own_hands(client):
    """Before each turn a page without cards calls the person by name; then their hand is shown."""
    people = ["Ann", "Bob"]
    page = client.get(f"{PLAY}?seed=8&people=Ann,Bob&against=table&face_up=3&hints=on")
    served = set()
    while "Round over" not in page.text:
        link = str(page.url).removeprefix("http://testserver")
        sitting = sitting_of(link)
        person = sitting.players[sitting.state.current_player]
        if f"{person}, it is your turn" in page.text:
            assert "ll-card" not in page.text
            assert asked_by(link).get("viewer") != str(sitting.viewer)
            (link,) = links_of(page.text, f"{PLAY}?seed")
            page = client.get(link)
        served.add(person)
        hand = page.text.partition('<div class="ll-hand">')[2].partition("</section>")[0]
        names = set(re.findall(r'class="ll-name">([^<]*)<', hand))
        assert names == set(sitting.state.held_names(sitting.viewer))
        page = client.get(
            next(link for link in links_of(page.text, PLAY) if "play" in asked_by(link))
        )
    assert served == {*people}
    history = page.text.partition('<ol class="ll-history">')[2].partition("</ol>")[0]
    assert not re.search(r"\byou\b", history)
    assert all(f"Moves of {person}" in re.sub("of \\d ", "of ", page.text) for person in people)
    sitting = sitting_of(str(page.url))
    following = sitting_of(next(link for link in links_of(page.text, PLAY) if "number=1" in link))
    winner = next(iter(sitting.state.winners), 0)
    assert following.players[0] == sitting.players[winner]


@pytest.mark.parametrize("score", ["6-0", "0-6"])
def test_a_match_ends_at_seven_tokens(client, score):
    """At seven tokens there is a result with the slips of all rounds, and no next round."""
    first = played(GAME)[-1]
    past = ".".join(map(str, (first.seat, *first.actions)))
    link, page = play_out(client, f"{PLAY}?seed=1&number=1&against=table&score={score}&past={past}")
    second = sitting_of(link)
    won, lost = map(int, score.split("-"))
    won, lost = won + (second.returns[0] > 0), lost + (second.returns[0] < 0)
    if max(won, lost) < 7:
        assert "Next round" in page
        return
    text = f"You win the match {won}:{lost}" if won > lost else f"Table wins the match {lost}:{won}"
    assert f"{text}, in 2 rounds" in page
    assert "Next round" not in page
    assert "number=2" not in page
    cost = sum(llq.love_letter.analyse(sitting.record).cost for sitting in (first, second))
    assert f"Slips cost you {100 * cost:.0f} points in all" in page


@pytest.mark.parametrize(
    ("asked", "result"),
    [
        ("number=12&against=table&score=7-3", "You win the match 7:3, in 12 rounds"),
        ("players=4&variant=2019&against=thumb&score=1-4-0-2", "1 Thumb wins the match 4:2:1:0"),
    ],
)
def test_no_round_is_dealt_after_a_match(client, asked, result):
    """The address of a round after the last token that the box asks for is the match's result."""
    page = client.get(f"{PLAY}?seed=7&{asked}").text
    assert result in page
    assert "Your turn" not in page


def test_what_the_opponent_just_did_is_marked(client):
    """What was played since the person's last move is marked as new, and nothing else is."""
    sitting = Sitting.begin("love-letter", seed=1, seat=1, against=["strategic"])
    page = client.get(f"{PLAY}?seed=1&seat=1&against=strategic").text
    assert page.count('class=" is-fresh"') == 1
    after = client.get(f"{PLAY}?seed=1&seat=1&against=strategic&play={sitting.legal[0][0]}").text
    history = after[after.index('class="ll-history"') :]
    assert history.count("<li") == 3
    assert history.count("is-fresh") == 1
    assert history.rindex("is-fresh") > history.index('class="own"')


def test_hints_are_the_tables_values(client):
    """With hints on, each play stands with what the table says; off, with nothing."""
    hinted, plain = client.get(f"{GAME}&hints=on").text, client.get(GAME).text
    answer = llq.lookup("Priest", "Countess")
    for action in answer.actions:
        assert f"{action.value:.1%}" in hinted
        assert f"{action.value:.1%}" not in plain


@pytest.mark.parametrize("asked", ["against=table", "players=4&variant=2019&against=thumb"])
def test_no_page_before_the_end_shows_anothers_card(client, asked):
    """Before the first turn the own two cards are the only ones that lie open."""
    link = f"{PLAY}?seed=3&{asked}"
    sitting = sitting_of(link)
    names = re.findall(r'class="ll-name">([^<]*)<', client.get(link).text)
    assert sorted(names) == sorted(sitting.state.held_names(0))


def follow(client, page, lines):
    """Return the page after clicking each line, in a round that the page shows."""
    for line in lines:
        assert f'name="add" value="{line}"' in page
        text = unescape(re.findall(r'name="round" value="([^"]*)"', page)[0])
        answer = client.get(TRACK, params={"round": text, "add": line})
        assert answer.status_code == 200
        page = answer.text
    return page


def test_a_real_round_is_followed_by_clicks(client):
    """From the form on each turn is a button; advice and chances stand beside it, and undo."""
    assert client.get(TRACK).status_code == 200
    page = client.get(f"{TRACK}/begin?dealt=King&face_up=1 1 5").text
    page = follow(client, page, ["they play Guard, guessing Baron: missed", "I draw Guard"])
    answer = advise(game("King", "they play Guard, guessing Baron", "Guard", face_up="1 1 5"))
    for action in answer.actions:
        assert f"{action.value:.2%}" in page
    lines = [
        "I draw Guard, play Guard, guessing Priest: missed",
        "they play Prince on me, draw Baron",
        "I draw Handmaid",
        "I draw Handmaid, play Handmaid",
        "they play Princess: lost",
    ]
    page = follow(client, page, lines)
    assert "You win the round" in page
    assert "Your moves by what they cost" in page
    undone = next(
        link
        for link in links_of(page, TRACK)
        if asked_by(link).get("round", "").endswith("Handmaid")
    )
    assert "Their turn" in client.get(undone).text


def test_a_real_table_of_several_is_followed(client):
    """From the form on each line is a button; advice and chances stand beside it, and undo."""
    form = "variant=2019&players=3&seat=1&dealt=King&face_up="
    lines = [
        "0 Guard on 1, guessing Baron: missed",
        "I draw Chancellor",
        "I Chancellor: drew Spy and Guard",
        "kept King, Spy last",
        "2 Baron on 0: 2 out, Priest",
        "0 Handmaid",
        "I draw Guard",
    ]
    page = follow(client, client.get(f"{TRACK}/begin?{form}").text, lines)
    turns = [*lines[:2], f"{lines[2]}, {lines[3]}", *lines[4:]]
    advice = advise_party(llq.love_letter.rounds.watch(3, "King", turns, seat=1, variant="2019"))
    assert f"play {advice.text}" in page
    for action in advice.actions:
        assert f"{action.value:.1%}" in page
    undone = client.get(next(link for link in links_of(page, TRACK) if "round" in asked_by(link)))
    assert "which card did you draw" in undone.text
    text = "\n".join(["# 2019, 3 players, seat 1, dealt King", *turns])
    wrong = client.get(TRACK, params={"round": text, "add": "I draw Spy"})
    assert wrong.status_code == 422


ROUND = "they play Guard, guessing Baron: missed\nI draw Handmaid, play Handmaid\nthey play Priest"


def chances_in(page):
    """Return the percent by the card that the opponent may hold."""
    return dict(
        re.findall(r'<th scope="row">(\w+)</th><td><span class="ll-worth">.*?>(\d+)%<', page)
    )


def test_advice_never_contradicts_the_beliefs_beside_it(client):
    """By the page's own beliefs the guess of the headline may hit; where the table differs it says.

    With three cards face up the table, which forgets, guesses a Baron that the opponent lacks.
    """
    for policy, dealt in [("table", "dealt: King\nface up: 1 1 5"), ("solution", "dealt: King")]:
        query = {"round": f"{dealt}\n{ROUND}\nI draw Guard", "policy": policy}
        page = client.get(TRACK, params=query).text
        guess = re.search(r"play Guard, guessing (\w+)</h2>", page)
        chances = chances_in(page)
        assert guess is not None
        assert int(chances[guess[1]]) > 0
        assert (chances["Baron"] == "0") == (policy == "table")
        assert "The table, which forgets what was played, plays Guard, guessing Baron" in page
        assert ("Solution</th>" in page) == (policy == "solution")
    page = client.get(TRACK, params={"round": f"dealt: King\n{ROUND}\nI draw Guard"}).text
    assert chances_in(page)["Guard"] == "100"
    assert "Given what they may hold, no guess can hit" in page


def test_what_the_policy_never_plays_is_said_beside_the_beliefs(client, monkeypatch):
    """At seats, too, chances that assume a policy carry the turn that it would not have played."""
    likelihoods = SimpleNamespace(after=lambda _: (np.ones(10), (1,)))
    monkeypatch.setattr(seated_rounds, "_likelihoods", lambda _: likelihoods)
    query = {"round": "# 2019, 2 players, seat 1, dealt King\n0 Guard on 1, guessing Spy"}
    notice = "The table never plays what they played in turn 1"
    assert notice in client.get(TRACK, params=query | {"policy": "table"}).text
    assert notice not in client.get(TRACK, params=query).text
