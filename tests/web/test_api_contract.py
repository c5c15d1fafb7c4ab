"""What all routes of the API promise: they are described, and no question breaks the server."""

import re
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from threading import Event
from typing import Any

from starlette.testclient import TestClient

from llq.errors import LlqError
from llq.query.games import GAMES
from llq.web.app import create_app
from llq.web.http import jobs
from llq.web.http.answers import add_question
from llq.web.http.jobs import Job
from llq.web.http.limits import Limits
from llq.web.http.questions import QuestionModel


def described(client):
    """Yield each route's path, method and description."""
    for path, methods in client.get("/openapi.json").json()["paths"].items():
        for method, said in methods.items():
            yield path, method, said


def test_every_route_is_described(client):
    """Each route has a summary, a description, a tag, its problems, and words on each parameter."""
    routes = list(described(client))
    assert len(routes) > 30
    for path, _, said in routes:
        assert said["summary"], path
        assert re.match(r"[A-Z][a-z]+ .*\.", said["description"], re.DOTALL), path
        assert said["tags"], path
        assert "application/problem+json" in said["responses"]["422"]["content"], path
        for parameter in said.get("parameters", ()):
            assert parameter["description"], (path, parameter["name"])
            assert parameter["schema"], (path, parameter["name"])
    names = [said["operationId"] for _, _, said in routes]
    assert len(set(names)) == len(names)


def test_the_index_lists_every_game_with_its_routes(client):
    """Whoever opens /api/v1 finds every route of the description."""
    found = client.get("/api/v1").json()
    assert [game["name"] for game in found["games"]] == list(GAMES)
    listed = {one["path"] for game in found["games"] for one in game["routes"]}
    listed |= {one["path"] for one in found["routes"]}
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
    now, begun, refused = [0.0], Event(), Event()
    app = create_app(Limits(jobs=1, wait_seconds=0.05, seconds=0.5))
    monkeypatch.setattr(jobs, "monotonic", lambda: now[0])

    def work(_question: QuestionModel, job: Job) -> dict[str, Any]:
        """Return late, if at all."""
        begun.set()
        assert refused.wait(60)
        now[0] += 0.6
        job.progress(1, 20)
        return {}

    def fail(_question: QuestionModel, _job: Job) -> dict[str, Any]:
        """Return nothing."""
        raise LlqError("/root/secret/table.h5 is gone")

    for name, answer in (("work", work), ("fail", fail)):
        add_question(app.router, f"/api/v1/{name}", QuestionModel, answer, summary=name)  # type: ignore[arg-type]
    with TestClient(app) as client, ThreadPoolExecutor(1) as threads:
        late = threads.submit(client.get, "/api/v1/work")
        assert begun.wait(60)
        busy = client.get("/api/v1/work")
        refused.set()
        assert late.result().json()["title"] == "TakesTooLong"
        assert (busy.json()["title"], busy.headers["retry-after"]) == ("Busy", "5")
        assert client.get("/api/v1/fail").json()["detail"] == "table.h5 is gone"


def test_a_wrong_method_is_told_which_are_right(client):
    """405 names the methods that there are."""
    found = client.delete("/api/v1/love-letter/lookup")
    assert found.status_code == 405
    assert found.headers["allow"]
