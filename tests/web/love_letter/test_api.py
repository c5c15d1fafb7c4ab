"""Love Letter over HTTP: sources, batches, bodies that are no questions, and limits."""

import pytest
from starlette.testclient import TestClient

from llq import love_letter
from llq.web.app import create_app
from llq.web.http.limits import Limits

API = "/api/v1/love-letter"
JSON = {"content-type": "application/json"}


def test_an_answer_has_its_source_and_its_link(client):
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


def test_a_batch_answers_each_question_or_says_why_not(client):
    """Good and bad questions of one batch keep their places; too many are refused."""
    asked = [{"hand": [1, 8]}, {"hand": "1,9"}, 7, {"hand": ["guard", "king"], "seen": [1]}]
    found = client.post(f"{API}/lookup", json=asked).json()
    assert [one.get("status", 200) for one in found] == [200, 422, 422, 200]
    assert found[0] == client.get(f"{API}/lookup?hand=1,8").json()
    assert client.post(f"{API}/lookup", json=asked[0]).json() == found[0]
    many = client.post(f"{API}/lookup", json=[{}] * 1001)
    assert (many.status_code, many.json()["title"]) == (413, "TooLarge")


@pytest.mark.parametrize("body", ["{", '[{"hand": [1, NaN]}]', "[" * 5000, b"\xff"])
def test_a_body_that_is_not_json_is_refused(client, body):
    """What is not JSON, or holds what JSON has not, is 422."""
    assert client.post(f"{API}/lookup", content=body, headers=JSON).status_code == 422


def test_the_rules_are_data(client):
    """The copies of the box of 2012, its actions in words, and its source."""
    rules = client.get(f"{API}/rules").json()
    assert [card["copies"] for card in rules["cards"]] == [5, 2, 2, 2, 2, 1, 1, 1]
    assert "Guard, guessing Priest" in [action["text"] for action in rules["actions"]]
    assert rules["source"].startswith("AEG 2012")


def test_more_games_than_a_server_plays_are_refused(standard_tables):
    """The status is that of too much."""
    with TestClient(create_app(Limits(games=2000))) as client:
        found = client.get(f"{API}/match?first=random&second=strategic&games=2001")
    assert (found.status_code, found.json()["title"]) == (413, "TooLarge")
