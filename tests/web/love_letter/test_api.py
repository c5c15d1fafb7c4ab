"""Love Letter over HTTP: the library's answers, and its words for bad questions."""

from itertools import product
from typing import Any

import pytest
from starlette.testclient import TestClient

from llq import love_letter
from llq.web.app import create_app
from llq.web.http.limits import Limits

API = "/api/v1/love-letter"
JSON = {"content-type": "application/json"}
OWN = ("provenance", "permalink")


def answer(client: TestClient, path: str, **asked: Any) -> dict[str, Any]:
    """Return an answer without what HTTP adds to the library's."""
    found = client.get(f"{API}/{path}", params=asked)
    assert found.status_code == 200, found.text
    return {name: value for name, value in found.json().items() if name not in OWN}


def plain(value: Any) -> Any:
    """Return plain data as JSON has it."""
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items()}
    return [plain(one) for one in value] if isinstance(value, list | tuple) else value


@pytest.mark.parametrize(
    ("asked", "seen"),
    [
        ({"hand": "1,8"}, {}),
        ({"hand": "guard,king", "seen": "2,1,5", "opponent": "baron"}, None),
        ({"hand": "1 7", "face_up": "1,1,5"}, None),
        ({"hand": "5,3", "discarded": "1", "opponent_discarded": "4", "handmaid": "true"}, None),
    ],
)
def test_a_lookup_is_the_librarys(client: TestClient, asked: dict[str, str], seen: Any) -> None:
    """The same question gives the same answer over HTTP and in Python, to the last bit."""
    lists = {
        name: [int(card) if card.isdigit() else card for card in text.replace(",", " ").split()]
        for name, text in asked.items()
        if name not in ("opponent", "handmaid")
    }
    others = {"opponent": asked["opponent"]} if "opponent" in asked else {}
    others |= {"handmaid": True} if "handmaid" in asked else {}
    hand = lists.pop("hand")
    found = love_letter.lookup(*hand, **lists, **others)
    assert answer(client, "lookup", **asked) == plain(found.to_dict())


@pytest.mark.parametrize(
    ("asked", "cards", "seen"),
    [
        ({"hand": "guard,chancellor"}, (1, 6), {}),
        ({"hand": "spy,king", "seen": "guard,priest"}, (0, 7), {"seen": [1, 2]}),
        ({"hand": "0,1,9", "seen": "chancellor"}, (0, 1, 9), {"seen": [6]}),
    ],
)
def test_2019_is_answered_from_what_comes_with_llq(
    client: TestClient, asked: dict[str, str], cards: tuple[int, ...], seen: Any
) -> None:
    """First turns, later ones and cards to keep are answered without the table of all values."""
    found = love_letter.lookup(*cards, variant="2019", values=False, **seen)
    assert answer(client, "lookup", variant="2019", **asked) == plain(found.to_dict())


def test_openings_by_discards_are_answered_from_what_comes_with_llq(client: TestClient) -> None:
    """A first turn by discards is the library's, whose table of all states is not built."""
    found = love_letter.lookup(1, 8, scoring="discards")
    assert answer(client, "lookup", hand="1,8", scoring="discards") == plain(found.to_dict())


def test_advice_in_a_round_is_the_librarys(client: TestClient) -> None:
    """A whole round is asked about as text; its answer names where the table differs."""
    lines = "dealt: King\nthey play Guard, guessing Baron: missed\nI draw Guard"
    round_ = love_letter.rounds.FollowedRound.read(lines)
    for policy in ("table", "solution"):
        advice = love_letter.rounds.advise(round_, policy)
        assert answer(client, "advise", round=lines, policy=policy) == plain(advice.to_dict())
    assert client.get(f"{API}/advise", params={"round": "dealt: King"}).status_code == 422


def test_advice_at_a_table_of_several_is_the_librarys(client: TestClient) -> None:
    """By rules of thumb for four, by the solved policy for two; wrong tables are one line each."""
    turns = "0 Priest on 2; I draw Handmaid"
    round_ = love_letter.rounds.watch(4, "Prince", turns, seat=1, variant="2019")
    known = love_letter.rounds.advise_party(round_, playouts=2000, seed=3, by_tokens=True)
    asked = {"players": 4, "dealt": "prince", "turns": turns, "seat": 1, "variant": "2019"}
    more = {"playouts": 2000, "seed": 3, "tokens": "true"}
    assert answer(client, "advise-party", **asked, **more) == plain(known.to_dict())
    two = {"players": 2, "dealt": "king", "turns": "0 Spy; I draw Guard", "policy": "table"}
    found = answer(client, "advise-party", **(asked | two), playouts=2000)
    assert {card["seat"] for card in found["held"]} == {0}
    for wrong, words in (
        ({"players": 7}, "2019 Love Letter is for 2 to 6 players"),
        ({"seat": -1}, "seats are 0 to 3"),
        ({"dealt": "jester"}, "2019 Love Letter has no card"),
        ({"variant": "1999"}, "1999"),
    ):
        refused = client.get(f"{API}/advise-party", params=asked | wrong)
        assert refused.status_code in (404, 422)
        assert words in refused.json()["detail"]
        assert "\n" not in refused.json()["detail"]


def test_an_answer_has_its_source_and_its_link(client: TestClient) -> None:
    """Provenance is that of the table's file, and the link asks the same question again."""
    found = client.get(f"{API}/lookup?seen=2&hand=1,8&seen=5&opponent=").json()
    info = love_letter.table.open().info
    assert found["provenance"] == {
        "file": "love_letter-classic.h5",
        "content_hash": info.content_hash,
        "rules": "love-letter/classic v1",
        "accuracy": "exact, rounding below 1e-12",
    }
    assert found["permalink"] == f"{API}/lookup?hand=1,8&seen=2,5"
    assert client.get(found["permalink"]).json() == found


@pytest.mark.parametrize(
    ("asked", "status", "title", "words"),
    [
        ("", 422, "BadQuestion", "hand is missing, such as hand=guard,princess"),
        ("hand=1", 422, "BadQuestion", "hand takes at least 2 values"),
        ("hand=1,9", 422, "UnknownCard", "no card 9"),
        ("hand=8,8", 422, "IllegalState", "the deck has 1 Princess"),
        ("hand=1,8&sen=2", 422, "BadQuestion", "there is no parameter 'sen'"),
        ("hand=1,8&opponent=2&opponent=3", 422, "BadQuestion", "opponent is given twice"),
        ("hand=1,8&lead=NaN", 422, "BadQuestion", "lead must be an integer; got"),
        ("hand=1,8&lead=99999999", 422, "BadQuestion", "must be at most 1000000"),
        ("hand=1,8&scoring=best", 422, "BadQuestion", "'half' or 'discards'"),
        ("hand=1,8&variant=nope", 404, "UnknownGame", "nope"),
        ("hand=1,8&variant=hobbit", 503, "TableMissing", "llq build love-letter --variant hobbit"),
        ("hand=1,8&variant=deck-99-99-99-99-99-99-99-99", 413, "DeckTooLarge", "fewer copies"),
        ("hand=%ff,8", 422, "BadQuestion", "name=value"),
        ("hand", 422, "BadQuestion", "name=value"),
    ],
)
def test_a_bad_question_is_told_what_is_wrong(
    client: TestClient, asked: str, status: int, title: str, words: str
) -> None:
    """Each kind of bad question has its status, the library's words, and no path."""
    found = client.get(f"{API}/lookup?{asked}")
    assert (found.status_code, found.json()["title"]) == (status, title), found.text
    assert found.headers["content-type"] == "application/problem+json"
    assert words in found.json()["detail"]
    assert "/tmp" not in found.text
    assert "/root" not in found.text


def test_a_batch_answers_each_question_or_says_why_not(client: TestClient) -> None:
    """Good and bad questions of one batch keep their places; too many are refused."""
    asked = [{"hand": [1, 8]}, {"hand": "1,9"}, 7, {"hand": ["guard", "king"], "seen": [1]}]
    found = client.post(f"{API}/lookup", json=asked).json()
    assert [one.get("status", 200) for one in found] == [200, 422, 422, 200]
    assert found[0] == client.get(f"{API}/lookup?hand=1,8").json()
    assert client.post(f"{API}/lookup", json=asked[0]).json() == found[0]
    many = client.post(f"{API}/lookup", json=[{}] * 1001)
    assert (many.status_code, many.json()["title"]) == (413, "TooLarge")


@pytest.mark.parametrize("body", ["{", '[{"hand": [1, NaN]}]', "[" * 5000, b"\xff"])
def test_a_body_that_is_not_json_is_refused(client: TestClient, body: str | bytes) -> None:
    """What is not JSON, or holds what JSON has not, is 422."""
    assert client.post(f"{API}/lookup", content=body, headers=JSON).status_code == 422


def test_outcomes_are_the_librarys(client: TestClient) -> None:
    """What comes of a play is `play_outcomes`, to the next turns; two plays are one too many."""
    best = love_letter.lookup(1, 5, seen=[1, 1]).best
    found = love_letter.table.outcomes(1, 5, best, seen=[1, 1])
    asked = {"hand": "1,5", "seen": "1,1", "play": f"guard {best.guess}"}
    assert answer(client, "outcomes", **asked) == {"outcomes": plain([o.to_dict() for o in found])}
    for play, words in (("guard king; priest", "got 2"), ("king", "not legal")):
        refused = client.get(f"{API}/outcomes", params=asked | {"play": play})
        assert (refused.status_code, words in refused.json()["detail"]) == (422, True)


def test_the_solution_is_the_librarys(client: TestClient) -> None:
    """The mixed policy's answer is `lookup_solution`'s, for the plays remembered."""
    found = love_letter.solution.lookup(1, 7, last="guard priest", seen=[1])
    asked = {"hand": "1,7", "seen": "1", "last": "guard priest"}
    assert answer(client, "solution", **asked) == plain(found.to_dict())


def test_exact_matches_come_from_the_study(client: TestClient) -> None:
    """A pair of the study is answered with its exact chances; another pair says how to compute."""
    found = love_letter.exact.open().lookup("table", "strategic")
    assert answer(client, "exact-match", first="table", second="strategic") == plain(
        found.to_dict()
    )
    none = client.get(f"{API}/exact-match?first=table&second=table_discards&hand=8,8")
    assert none.status_code in (404, 422)
    unknown = client.get(f"{API}/exact-match?first=solution&second=table")
    assert "llq love-letter exact solution table" in unknown.json()["detail"]


def test_rules_players_and_exploitability_are_data(client: TestClient) -> None:
    """Cards, players and rows of the exploitability table are the library's."""
    assert [card["copies"] for card in answer(client, "rules")["cards"]] == [5, 2, 2, 2, 2, 1, 1, 1]
    names = [one["name"] for one in answer(client, "players")["players"]]
    assert names == [one.name for one in love_letter.players()]
    rows = answer(client, "exploitability")["players"]
    known = list(love_letter.responses.open_exploitability().rows())
    assert [(row["policy"], row["first"]) for row in rows] == [(k.policy, k.first) for k in known]


@pytest.mark.parametrize("path", ["match", "exact-match"])
def test_no_request_has_the_server_import_anything(client: TestClient, path: str) -> None:
    """A custom player of a module is refused before the module is looked for."""
    found = client.get(f"{API}/{path}?first=antigravity:fly&second=random")
    assert (found.status_code, found.json()["title"]) == (404, "UnknownStrategy")
    assert "only built-in players" in found.json()["detail"]


def test_a_match_is_the_librarys_and_ends_in_time(standard_tables: None) -> None:
    """A match is that of its seed; too many games are refused, too long ones ended."""
    with TestClient(create_app(Limits(seconds=300, games=2000))) as client:
        asked = {"first": "random", "second": "strategic", "seed": 3}
        found = client.get(f"{API}/match", params=asked | {"games": 1000}).json()
        known = love_letter.match("random", "strategic", games=1000, seed=3)
        assert (found["wins"], found["draws"]) == (known.wins, known.draws)
        many = client.get(f"{API}/match", params=asked | {"games": 2001})
        assert (many.status_code, many.json()["title"]) == (413, "TooLarge")
    with TestClient(create_app(Limits(seconds=0.0))) as client:
        long = client.get(f"{API}/match", params=asked | {"games": 100_000})
        assert (long.status_code, long.json()["title"]) == (422, "TakesTooLong")


@pytest.mark.parametrize(
    ("route", "hand"),
    [
        *product(("solution", "beliefs", "outcomes"), ("1", "0,0,0", "1,2,3")),
        *product(("lookup",), ("1", "1,2,3,4")),
    ],
)
def test_a_hand_has_two_cards(client: TestClient, route: str, hand: str) -> None:
    """One card or more than a hand has are 422, and no error of the server's."""
    answer = client.get(f"{API}/{route}", params={"hand": hand})
    assert answer.status_code == 422
    assert "hand" in answer.json()["detail"]
