"""Routes of the API: all are described, answers have sources, and no question breaks the server."""

import re
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from threading import Event
from typing import Any

import pytest
from starlette.testclient import TestClient

from llq import love_letter
from llq.errors import LlqError
from llq.query.games import GAMES
from llq.web.app import create_app
from llq.web.http import jobs
from llq.web.http.jobs import Job
from llq.web.http.limits import Limits
from llq.web.http.question_routes import add_question
from llq.web.http.questions import QuestionModel

LOVE_LETTER = "/api/v1/love-letter"


def described(client):
    """Yield each route's path, method and description."""
    for path, methods in client.get("/openapi.json").json()["paths"].items():
        for method, route in methods.items():
            yield path, method, route


def test_every_route_is_described(client):
    """Each route has a summary, a description, a tag, its problems, and words on each parameter."""
    routes = list(described(client))
    assert len(routes) > 30
    for path, _, route in routes:
        assert route["summary"], path
        assert re.match(r"[A-Z][a-z]+ .*\.", route["description"], re.DOTALL), path
        assert route["tags"], path
        assert "application/problem+json" in route["responses"]["422"]["content"], path
        for parameter in route.get("parameters", ()):
            assert parameter["description"], (path, parameter["name"])
            assert parameter["schema"], (path, parameter["name"])
    names = [route["operationId"] for _, _, route in routes]
    assert len(set(names)) == len(names)


def test_the_index_lists_every_game_with_its_routes(client):
    """Whoever opens /api/v1 finds every route of the description."""
    index = client.get("/api/v1").json()
    assert [game["name"] for game in index["games"]] == list(GAMES)
    listed = {route["path"] for game in index["games"] for route in game["routes"]}
    listed |= {route["path"] for route in index["routes"]}
    assert listed == {path for path, _, _ in described(client)}


def test_the_page_of_routes_has_an_example_of_each_question(client):
    """People find each question as a link that asks an example, and no example is refused.

    Those that take seconds are asked by `test_questions`.
    """
    page = client.get("/api").text
    links = re.findall(r'<a href="(/api/v1[^"]*)"><code>', page)
    paths = [path for path, method, _ in described(client) if method == "get"]
    assert sorted(link.partition("?")[0] for link in links) == sorted(paths)
    for link in map(unescape, links):
        if not re.search("stream|kingdom|menus|/match|beliefs|sueca/advise", link):
            assert client.get(link).status_code == 200, link


def test_work_ends_with_its_time_and_its_place_is_free_again(monkeypatch):
    """What is not done in time is told so, others are told to come back, and later it goes on."""
    clock, has_begun, refused = [0.0], Event(), Event()
    app = create_app(Limits(jobs=1, wait_seconds=0.05, seconds=0.5))
    monkeypatch.setattr(jobs, "monotonic", lambda: clock[0])

    def work(_question: QuestionModel, job: Job) -> dict[str, Any]:
        """Return late, if at all."""
        has_begun.set()
        assert refused.wait(60)
        clock[0] += 0.6
        job.progress(1, 20)
        return {}

    def fail(_question: QuestionModel, _job: Job) -> dict[str, Any]:
        """Return nothing."""
        raise LlqError("/root/secret/table.h5 is gone")

    for name, answer in (("work", work), ("fail", fail)):
        add_question(app.router, f"/api/v1/{name}", QuestionModel, answer, summary=name)  # type: ignore[arg-type]
    with TestClient(app) as client, ThreadPoolExecutor(1) as threads:
        late = threads.submit(client.get, "/api/v1/work")
        assert has_begun.wait(60)
        busy = client.get("/api/v1/work")
        refused.set()
        assert late.result().json()["title"] == "TakesTooLong"
        assert (busy.json()["title"], busy.headers["retry-after"]) == ("Busy", "5")
        assert client.get("/api/v1/fail").json()["detail"] == "table.h5 is gone"


def test_a_wrong_method_is_told_which_are_right(client):
    """405 names the methods that there are."""
    answer = client.delete("/api/v1/love-letter/lookup")
    assert answer.status_code == 405
    assert answer.headers["allow"]


def test_an_answer_has_its_source_and_its_link(client):
    """Provenance is that of the table's file, and the link asks the same question again."""
    answer = client.get(f"{LOVE_LETTER}/lookup?seen=2&hand=1,8&seen=5&opponent=").json()
    info = love_letter.table.open().info
    assert answer["provenance"] == {
        "file": "love_letter-classic.h5",
        "content_hash": info.content_hash,
        "rules": "love-letter/classic v1",
        "accuracy": "exact, rounding below 1e-12",
    }
    assert answer["permalink"] == f"{LOVE_LETTER}/lookup?hand=1,8&seen=2,5"
    assert client.get(answer["permalink"]).json() == answer


def test_a_batch_answers_each_question_or_says_why_not(client):
    """Good and bad questions of one batch keep their places; too many are refused."""
    questions = [{"hand": [1, 8]}, {"hand": "1,9"}, 7, {"hand": ["guard", "king"], "seen": [1]}]
    answers = client.post(f"{LOVE_LETTER}/lookup", json=questions).json()
    assert [answer.get("status", 200) for answer in answers] == [200, 422, 422, 200]
    assert answers[0] == client.get(f"{LOVE_LETTER}/lookup?hand=1,8").json()
    assert client.post(f"{LOVE_LETTER}/lookup", json=questions[0]).json() == answers[0]
    many = client.post(f"{LOVE_LETTER}/lookup", json=[{}] * 1001)
    assert (many.status_code, many.json()["title"]) == (413, "TooLarge")


@pytest.mark.parametrize("body", ["{", '[{"hand": [1, NaN]}]', "[" * 5000, b"\xff"])
def test_a_body_that_is_not_json_is_refused(client, body):
    """What is not JSON, or holds what JSON has not, is 422."""
    headers = {"content-type": "application/json"}
    assert client.post(f"{LOVE_LETTER}/lookup", content=body, headers=headers).status_code == 422


def test_the_rules_are_data(client):
    """The copies of the box of 2012, its actions in words, and its source."""
    rules = client.get(f"{LOVE_LETTER}/rules").json()
    assert [card["copies"] for card in rules["cards"]] == [5, 2, 2, 2, 2, 1, 1, 1]
    assert "Guard, guessing Priest" in [action["text"] for action in rules["actions"]]
    assert rules["source"].startswith("AEG 2012")


def test_more_games_than_a_server_plays_are_refused(standard_tables):
    """The status is that of too much."""
    with TestClient(create_app(Limits(games=2000))) as client:
        answer = client.get(f"{LOVE_LETTER}/match?first=random&second=strategic&games=2001")
    assert (answer.status_code, answer.json()["title"]) == (413, "TooLarge")
