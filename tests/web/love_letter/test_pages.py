"""Love Letter's explorer and drills, as a browser gets them."""

import re
from html import unescape
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from starlette.datastructures import QueryParams

import llq
from llq.query.love_letter.rounds.drills import KINDS, drill
from llq.solver.love_letter.variants import CLASSIC
from llq.web.love_letter.explorer import _find_state
from llq.web.love_letter.questions import HandQuestion, action_key
from tests.web.conftest import asked_by, links_of, text_of

EXPLORER = "/love-letter"
DRILLS = "/love-letter/drills"
SITUATIONS = {
    "": ((1, 8), {}),
    "?hand=5,1&seen=1,1": ((1, 5), {"seen": [1, 1]}),
    "?hand=guard,king&seen=2,1,5&opponent=3": ((1, 6), {"seen": [2, 1, 5], "opponent": 3}),
    "?hand=3,5&seen=4&handmaid=yes": ((3, 5), {"seen": [4], "handmaid": True}),
    "?hand=2,4&seen=2&knows=4": ((2, 4), {"seen": [2], "opponent_knows": 4}),
    "?hand=2,4&face_up=1,1,5": ((2, 4), {"face_up": [1, 1, 5]}),
}


def situations_of(page):
    """Return the addresses of situations that a page links to."""
    return links_of(page, f"{EXPLORER}?")


def question_of(link):
    """Return the question that a link asks."""
    return HandQuestion.read(QueryParams(parse_qsl(urlsplit(link).query)))


def rows_of(page, table):
    """Return the rows of the body of a table, with their tags."""
    body = re.search(rf'<table class="{table}">.*?<tbody[^>]*>(.*?)</tbody>', page, re.DOTALL)
    assert body is not None
    return re.findall(r"<tr.*?</tr>", body[1], re.DOTALL)


@pytest.mark.parametrize("query", SITUATIONS)
def test_plays_are_those_of_a_lookup(client, query):
    """Every play has the value and the cost of a lookup, and a row against each card.

    Weighted by the copies unseen that row is the value; a right guess wins.
    """
    hand, facts = SITUATIONS[query]
    answer = llq.lookup(*hand, **facts)
    page = client.get(EXPLORER + query).text
    for row, play in zip(rows_of(page, "ll-plays"), answer.actions, strict=True):
        text = text_of(row)
        assert play.text in text
        assert f"{play.value:.2%}" in text
        assert text.split()[-1] == ("best" if play.is_best else f"{play.cost:.2%}")
    assert answer.source.split(",")[0] in text_of(page)
    if "opponent" in facts:
        assert "Against each card" not in page
        return
    unseen = {name: count for name, count in answer.unseen.items() if count}
    for row, play in zip(rows_of(page, "ll-matrix against"), answer.actions, strict=True):
        cells = [float(text_of(cell)) for cell in re.findall(r"<td.*?</td>", row, re.DOTALL)]
        wins = dict(zip(unseen, cells, strict=True))
        assert play.text in text_of(row)
        mean = sum(unseen[name] * wins[name] for name in unseen) / sum(unseen.values())
        assert abs(mean - 100 * play.value) <= 0.05 + 1e-9  # each cell is rounded
        if play.action.guess in wins and "handmaid" not in facts:
            assert wins[play.action.guess] == 100


@pytest.mark.parametrize("query", ["", "?hand=3,5&seen=4&handmaid=yes", "?hand=2,4&seen=2&knows=4"])
def test_the_matrix_has_the_value_of_every_hand(client, query):
    """Each cell leads to its hand, with the chance of a lookup; hands that cannot be have none."""
    _, facts = SITUATIONS[query]
    page = client.get(EXPLORER + query).text
    rows = rows_of(page, "ll-matrix")
    for first, row in enumerate(rows, 1):
        cells = re.findall(r"<td.*?</td>", row, re.DOTALL)
        assert len(cells) == len(CLASSIC.cards)
        for second, cell in enumerate(cells, 1):
            known = {"opponent_knows": first} if "opponent_knows" in facts else {}
            try:
                value = llq.lookup(first, second, **facts | known).value
            except llq.errors.IllegalState:
                assert "no such hand" in cell
                continue
            assert text_of(cell) == f"{100 * value:.0f}"
            assert f"hand={first},{second}" in cell


BOX_2019 = {
    "hand=1,6": ((1, 6), {}),
    "hand=1,7&face_up=0,6,9": ((1, 7), {"face_up": [0, 6, 9]}),
    "hand=0,7&seen=1,2": ((0, 7), {"seen": [1, 2]}),
    "hand=0,7,9&seen=1,6&chancellor=yes": ((0, 7, 9), {"seen": [1, 6]}),
}


@pytest.mark.parametrize("query", BOX_2019)
def test_the_edition_of_2019_is_answered_by_what_ships(client, query):
    """First turns have every play and every hand; later ones the policy's choice, and why alone."""
    hand, facts = BOX_2019[query]
    answer = llq.lookup(*hand, variant="2019", values=False, **facts)
    page = client.get(f"{EXPLORER}?variant=2019&{query}")
    assert page.status_code == 200
    text = text_of(page.text)
    verb = "Keep" if len(hand) == 3 else "Play"
    assert f"{verb} {answer.text.removeprefix('keep ')}" in text
    assert ("The best alone" in text) == (not answer.actions)
    for play in answer.actions:
        assert f"{play.text} {play.value:.2%}" in text
    assert ("Every hand in this situation" in text) == bool(answer.actions)
    assert answer.source.split(",")[0] in text


def test_a_chancellor_is_clicked_in_the_explorer(client):
    """A click says that the Chancellor has drawn: three are in hand, and it is among those seen."""
    page = client.get(f"{EXPLORER}?variant=2019&hand=0,7").text
    drawn = next(link for link in situations_of(page) if "chancellor=yes" in link)
    situation = asked_by(drawn)
    assert (situation["hand"], situation["seen"]) == ("0,7,0", "6")
    page = client.get(drawn).text
    assert "Keep King" in text_of(page)
    assert any(link.endswith("hand=7,0&variant=2019") for link in situations_of(page))
    princess = next(link for link in situations_of(page) if "hand=7,0,9" in link)
    assert client.get(princess).status_code == 200


def test_every_link_of_a_situation_leads_on(client):
    """What a page links to answers with a page: 200, or the library's words on what cannot be."""
    page = client.get(f"{EXPLORER}?hand=1,5&seen=1,1&play=guard-baron").text
    links = situations_of(page)
    assert len(links) > 100
    situations = {question_of(link): link for link in links}
    classic = [item for item in situations.items() if item[0].variant == "classic"]
    for question, link in classic[::12]:
        answer = client.get(link, headers={"accept": "text/html"})
        assert answer.status_code in (200, 422), link
        if answer.status_code == 200:
            hand = tuple(CLASSIC.cards[CLASSIC.card(key)].name for key in question.hand)
            assert set(llq.lookup(*hand, **question.known).hand) == set(hand)


def test_a_card_that_is_spent_cannot_be_taken(client):
    """A click on a card never asks for more copies than there are."""
    page = client.get(f"{EXPLORER}?hand=1,8&seen=7").text
    offered = re.findall(r'aria-label="Take (\w+)"', page)
    assert offered == ["Guard", "Priest", "Baron", "Handmaid", "Prince", "King"]


def next_turns(page):
    """Return what a page says of the turns after a play."""
    return page[page.index('id="next"') : page.index('id="all"')]


def test_next_turns_are_those_of_the_library(client):
    """After a play each reply and each next hand stands there, and its page is that of a lookup."""
    best = llq.lookup(1, 5, seen=[1, 1]).best
    outcomes = llq.love_letter.table.outcomes(1, 5, best, seen=[1, 1])
    after = next_turns(client.get(f"{EXPLORER}?hand=1,5&seen=1,1&play={action_key(best)}").text)
    links = situations_of(after)
    replies = [reply for outcome in outcomes for reply in outcome.replies]
    assert {
        llq.love_letter.state(question.hand, **question.known)
        for question in map(question_of, links)
    } == {turn.state for reply in replies for turn in reply.turns}
    assert all(f"{reply.value:.2%}" in after for reply in replies)
    assert all(client.get(link).status_code == 200 for link in links[::10])


def test_what_cannot_be_is_no_link(client):
    """No Handmaid is up and no card known before a play that does it; nobody holds spent cards."""
    deal = client.get(f"{EXPLORER}?hand=1,5").text
    for text in ("Their Handmaid is up", "They know your Guard"):
        assert f'<span class="button off">{text}</span>' in deal
    assert 'aria-label="They hold Priest"' not in deal
    after = client.get(f"{EXPLORER}?hand=1,5&seen=2,4").text
    assert "button off" not in after
    assert 'aria-label="They hold Priest"' in after
    spent = client.get(f"{EXPLORER}?hand=8,8&seen=2,2").text
    assert 'aria-label="They hold Princess"' not in spent
    assert 'aria-label="They hold Priest"' not in spent


def test_cards_say_what_they_do(client):
    """Each card that can be clicked has its rule for whoever points at it or tabs to it."""
    page = client.get(f"{EXPLORER}?hand=1,5").text
    rules = text_of(client.get("/love-letter/rules").text)
    for card in CLASSIC.cards:
        tip = re.search(rf'data-tip="{card.name}\. ([^"]+)"', page)
        assert tip is not None
        assert unescape(tip[1]) in rules


def test_discards_are_entered_apart(client, tmp_path, monkeypatch):
    """Where discards decide, each player's are clicked, and next turns say whose the new ones are.

    A Prince puts a card down besides the one played; its number counts for whoever held it.
    """
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    rules = {"variant": "deck-2-2-1-1-2-1-0-1", "scoring": "discards"}
    llq.love_letter.table.build(**rules)
    piles = rules | {"discarded": [1], "opponent_discarded": [1, 4]}
    answer = llq.lookup(3, 5, **piles)
    query = f"?hand=3,5&{urlencode(rules)}&discarded=1&opponent_discarded=1,4"
    page = client.get(f"{EXPLORER}{query}&play=prince-opponent").text
    rows = [text_of(row) for row in rows_of(page, "ll-plays")]
    for row, play in zip(rows, answer.actions, strict=True):
        assert f"{play.value:.2%}" in row
    assert "One more Priest among their discards; 0 so far" in page
    action = next(play.action for play in answer.actions if play.action.target == "opponent")
    outcomes = llq.love_letter.table.outcomes(3, 5, action, **piles)
    replies = [reply for outcome in outcomes for reply in outcome.replies]
    turns = {(turn.state, turn.lead) for reply in replies for turn in reply.turns}
    questions = [*map(question_of, situations_of(next_turns(page)))]
    assert {tuple(_find_state(question)[1:]) for question in questions} == turns
    assert all(question.is_told_apart and "5" in question.discarded for question in questions)
    assert any("5" in question.opponent_discarded for question in questions)


def test_what_cannot_be_names_what_can(client):
    """A situation that lacks one fact links to those that have it, and they come up."""
    page = client.get(f"{EXPLORER}?hand=1,5&seen=2").text
    ways = page[page.index("that can arise") :].split("</ul>")[0]
    assert "They know your Guard" in ways
    for link in situations_of(ways):
        assert client.get(link).status_code == 200


def test_a_link_is_read_as_it_was_written():
    """An address holds the whole situation, of cards with a number of their own and of others."""
    for question in (
        HandQuestion(hand=("1", "6"), seen=("1", "2"), opponent="3", knows="6", play="guard-baron"),
        HandQuestion(hand=("0", "Legolas"), variant="hobbit", lead="-3", scoring="discards"),
        HandQuestion(face_up=("1", "1", "5"), handmaid="yes"),
    ):
        assert question_of(question.link(play=question.play)) == question


@pytest.mark.parametrize("kind", KINDS)
def test_a_drill_asks_and_then_tells(client, kind):
    """A question hides the values; its answer shows all, adds to the score and leads on."""
    exercise = drill(0, seed=7, kind=kind)
    asks = f"{DRILLS}?kind={kind}&seed=7&number=0"
    question = client.get(asks).text
    assert f"{exercise.answer.value:.2%}" not in question
    choices = [link for link in links_of(question, f"{DRILLS}?") if "play=" in link]
    assert len(choices) == len(exercise.answer.actions)
    for choice in exercise.answer.actions:
        key = action_key(choice.action)
        (link,) = (link for link in choices if link.endswith(f"play={key}"))
        reply = client.get(link.replace("?", "?lost=1000&answered=1&right=1&")).text
        for row, play in zip(rows_of(reply, "ll-plays"), exercise.plays, strict=True):
            assert play.text in text_of(row)
            assert f"{play.value:.2%}" in text_of(row)
            if kind == "strategic":
                assert ("best" in text_of(row)) == play.is_best
            else:
                assert f"{play.chance:.1%}" in text_of(row)
                assert ("right" in text_of(row)) == (play.verdict == "right")
        graded = exercise.grade(choice.action)
        (onward,) = (link for link in links_of(reply, f"{DRILLS}?") if "number=1" in link)
        score = asked_by(onward)
        assert score["answered"] == "2"
        assert int(score["lost"]) == 1000 + round(10_000 * graded.cost)
        assert score["right"] == ("2" if graded.verdict == "right" else "1")
        assert f"{graded.verdict.capitalize()}: {choice.text}" in text_of(reply)
    assert client.get(onward).status_code == 200


def test_a_drill_leads_to_the_explorer(client):
    """An answered question opens as the same situation in the explorer."""
    exercise = drill(0)
    key = action_key(exercise.answer.best)
    (link,) = situations_of(client.get(f"{DRILLS}?kind=strategic&play={key}").text)
    question = question_of(link)
    assert llq.love_letter.state(question.hand, **question.known) == exercise.state


@pytest.mark.long
def test_a_drill_of_a_card_to_keep_leads_to_the_explorer(client):
    """After a Chancellor the explorer has the cards held and seen, and says what to keep."""
    page = client.get(f"{DRILLS}?kind=strategic&variant=2019&seed=7&number=21&play=baron").text
    (link,) = situations_of(page)
    question = question_of(link)
    assert (question.hand, question.chancellor) == (("2", "3", "7"), "yes")
    assert "keep Baron" in text_of(client.get(link).text)
