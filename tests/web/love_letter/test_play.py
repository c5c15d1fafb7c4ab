"""Love Letter played and followed in the browser: by the links of the pages alone."""

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from starlette.testclient import TestClient

import llq
from llq.love_letter.rounds import FollowedRound
from llq.query.play.sessions import Sitting

PLAY, TRACK = "/love-letter/play", "/love-letter/track"
GAME = f"{PLAY}?seed=1&against=table"


def links(page: str, start: str) -> list[str]:
    """Return the links of a page that begin so."""
    return [
        unescape(link) for link in re.findall(r'href="([^"]*)"', page) if link.startswith(start)
    ]


def moves(link: str) -> list[str]:
    """Return the moves that a link holds."""
    return parse_qs(urlsplit(link).query).get("moves", [""])[0].split(".")


def play_out(client: TestClient, link: str) -> tuple[str, str]:
    """Play the first legal choice of each turn to the end; return the last link and page."""
    while True:
        answer = client.get(link)
        assert answer.status_code == 200
        if "Round over" in answer.text:
            return link, answer.text
        sitting = Sitting.from_link("love-letter", flat(link))
        so_far = len(sitting.actions)
        choices = [
            one
            for one in links(answer.text, PLAY)
            if len([move for move in moves(one) if move]) == so_far + 1
        ]
        assert len(choices) == len(sitting.legal)
        link = choices[0]


def flat(link: str) -> dict[str, str]:
    """Return the parameters of a link."""
    return {name: values[0] for name, values in parse_qs(urlsplit(link).query).items()}


@pytest.mark.parametrize("more", ["", "&seat=1&face_up=3&hints=on&score=2-1"])
def test_a_round_is_played_to_its_end(client: TestClient, more: str) -> None:
    """Each page offers every legal play as a link; the last one judges the moves and goes on."""
    link, page = play_out(client, GAME + more)
    sitting = Sitting.from_link("love-letter", flat(link))
    assert sitting.is_over
    judged = llq.love_letter.analyse(sitting.record, sitting.seat)
    for move in judged.moves:
        assert move.chosen.text in page
    worst = judged.moves[0]
    if worst.cost:
        assert f"{worst.cost:.1%}" in page
    result = sitting.returns[sitting.seat]
    assert ("You win the round" in page) == (result > 0)
    following = next(one for one in links(page, PLAY) if "number=1" in one)
    base = (2, 1) if more else (0, 0)
    assert flat(following)["score"] == f"{base[0] + (result > 0)}-{base[1] + (result < 0)}"
    assert client.get(following).status_code == 200
    for number in (0, len(sitting.actions)):
        replay = client.get(link.replace(PLAY, f"{PLAY}/replay") + f"&at={number}")
        assert replay.status_code == 200
    saved = client.get(link.replace(PLAY, f"{PLAY}/round.txt"))
    assert "attachment" in saved.headers["content-disposition"]
    assert FollowedRound.read(saved.text).is_over


def test_hints_are_the_tables_values(client: TestClient) -> None:
    """With hints on, each play stands with what the table says; off, with nothing."""
    hinted, plain = client.get(f"{GAME}&hints=on").text, client.get(GAME).text
    answer = llq.lookup("Priest", "Countess")
    for action in answer.actions:
        assert f"{action.value:.1%}" in hinted
        assert f"{action.value:.1%}" not in plain


def test_no_page_before_the_end_shows_the_others_card(client: TestClient) -> None:
    """Before the first turn the own two cards are the only ones that lie open."""
    sitting = Sitting.begin("love-letter", seed=3, against=["table"])
    page = client.get(f"{PLAY}?seed=3&against=table").text
    shown = set(re.findall(r'class="ll-name">([^<]*)<', page))
    state = sitting.state
    names = [card.name for card in state.rules.cards]
    assert shown == {names[state.hands[0]], names[state.drawn]}


@pytest.mark.parametrize(
    ("query", "status", "said"),
    [
        ("seed=x&against=table", 422, "seed"),
        ("seed=1&against=os:system", 404, "not available as an opponent"),
        ("seed=1&against=exploiter", 404, "not available as an opponent"),
        ("seed=1&against=table&moves=0", 422, "move 1"),
        ("seed=1&against=table&score=many", 422, "score"),
        ("seed=1&against=table&face_up=2", 422, "face up"),
        ("seed=1&against=table&variant=poker", 404, "poker"),
    ],
)
def test_bad_links_are_refused(client: TestClient, query: str, status: int, said: str) -> None:
    """A link that cannot be is a page that says which part of it."""
    answer = client.get(f"{PLAY}?{query}", headers={"accept": "text/html"})
    assert answer.status_code == status
    assert said in answer.text


def test_a_round_is_not_replayed_before_its_end(client: TestClient) -> None:
    """Replays show all cards, so a round that goes on has none."""
    assert client.get(f"{PLAY}/replay?seed=1&against=table").status_code == 422


def test_dealing_goes_to_a_round(client: TestClient) -> None:
    """The form leads to a new round with what was chosen, by a seed of its own."""
    assert client.get(PLAY).status_code == 200
    answer = client.get(f"{PLAY}/new?against=random&begins=they&face_up=3&hints=on")
    assert answer.status_code == 200
    said = dict(answer.url.params)
    assert (said["against"], said["seat"], said["face_up"], said["hints"]) == (
        "random", "1", "3", "on",
    )  # fmt: skip


def test_a_real_round_is_followed_by_links(client: TestClient) -> None:
    """From the form on, each turn is a link; advice and chances stand beside it, and undo."""
    assert client.get(TRACK).status_code == 200
    page = client.get(f"{TRACK}/begin?dealt=King&face_up=1 1 5").text
    for line in (
        "they play Guard, guessing Baron: missed",
        "I draw Guard",
        "I draw Guard, play Guard, guessing Priest: missed",
        "they play Prince on me, draw Baron",
        "I draw Handmaid",
        "I draw Handmaid, play Handmaid",
        "they play Princess: lost",
    ):
        link = next(
            one for one in links(page, TRACK) if flat(one).get("round", "").endswith(f"\n{line}")
        )
        page = client.get(link).text
        if line == "I draw Guard":
            answer = llq.lookup("Guard", "King", seen=[1], face_up=[1, 1, 5])
            for action in answer.actions:
                assert f"{action.value:.1%}" in page
    assert "You win the round" in page
    assert "Your moves by what they cost" in page
    undone = next(
        one for one in links(page, TRACK) if flat(one).get("round", "").endswith("Handmaid")
    )
    assert "Their turn" in client.get(undone).text


@pytest.mark.parametrize("text", ["dealt: Joker", "they play Guard", "dealt: King\nthey sing"])
def test_rounds_that_cannot_be_are_refused(client: TestClient, text: str) -> None:
    """A pasted round that cannot be is one message with the line."""
    answer = client.get(TRACK, params={"round": text})
    assert answer.status_code == 422
    assert client.get(TRACK, params={"round": "dealt: King", "policy": "os"}).status_code == 422


@pytest.mark.parametrize(
    "asked", [{"round": "variant: archer\ndealt: King"}, {"variant": "archer"}]
)
def test_what_cannot_be_followed_says_what_to_do(client: TestClient, asked: dict[str, str]) -> None:
    """A round of Archer is refused at its beginning, with where each turn can be asked about."""
    answer = client.get(TRACK, params=asked)
    assert answer.status_code == 422
    assert "ask about each turn by what you know" in answer.text
