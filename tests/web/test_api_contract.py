"""What all routes of the API promise: they are described, and no question breaks the server."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from threading import Event
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from llq.errors import LlqError
from llq.query.games import GAMES
from llq.web.app import create_app
from llq.web.http import jobs
from llq.web.http.answers import add_question
from llq.web.http.jobs import Job
from llq.web.http.limits import Limits
from llq.web.http.questions import Question

QUICK = [
    "love-letter/lookup",
    "love-letter/rules",
    "love-letter/exact-match",
    "love-letter/outcomes",
    "dominion/lookup",
    "dominion/strategies",
    "sueca/players",
    "literature/players",
]


def described(client: TestClient) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield each route's path, method and description."""
    for path, methods in client.get("/openapi.json").json()["paths"].items():
        for method, said in methods.items():
            yield path, method, said


def test_every_route_is_described(client: TestClient) -> None:
    """Each route has a summary, a description, a tag, its problems, and words on each parameter."""
    routes = list(described(client))
    assert len(routes) > 30
    for path, _, said in routes:
        assert said["summary"], path
        assert said["description"].startswith("Return "), path
        assert said["tags"], path
        assert "application/problem+json" in said["responses"]["422"]["content"], path
        for parameter in said.get("parameters", ()):
            assert parameter["description"], (path, parameter["name"])
            assert parameter["schema"], (path, parameter["name"])
    names = [said["operationId"] for _, _, said in routes]
    assert len(set(names)) == len(names)


def test_the_index_lists_every_game_with_its_routes(client: TestClient) -> None:
    """Whoever opens /api/v1 finds every route of the description."""
    found = client.get("/api/v1").json()
    assert [game["name"] for game in found["games"]] == list(GAMES)
    listed = {one["path"] for game in found["games"] for one in game["routes"]}
    listed |= {one["path"] for one in found["routes"]}
    assert listed == {path for path, _, _ in described(client)}


def test_the_page_of_routes_has_an_example_of_each_question(client: TestClient) -> None:
    """People find each question as a link that asks an example, and no example is refused."""
    page = client.get("/api").text
    links = re.findall(r'<a href="(/api/v1[^"]*)"><code>', page)
    paths = [path for path, method, _ in described(client) if method == "get"]
    assert sorted(link.partition("?")[0] for link in links) == sorted(paths)
    for link in map(unescape, links):
        if not re.search("stream|ranking|/match", link):  # these take long
            assert client.get(link).status_code == 200, link


names = st.sampled_from(
    ["hand", "seen", "lead", "opponent", "variant", "deck", "coins", "turn", "turns", "seed", "x"]
)
values = st.one_of(
    st.integers(-(10**20), 10**20).map(str),
    st.sampled_from(["1,8", "guard,king", "7c 3e", "classic", "NaN", "inf", "true", "race", ""]),
    st.text(max_size=20),
)


@settings(
    max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(path=st.sampled_from(QUICK), asked=st.lists(st.tuples(names, values), max_size=4))
def test_no_question_breaks_the_server(
    client: TestClient, path: str, asked: list[tuple[str, str]]
) -> None:
    """Whatever is asked, the answer is one or a problem with a reason, never 500."""
    found = client.get(f"/api/v1/{path}", params=asked)
    assert found.status_code in (200, 404, 413, 422, 503), found.text
    assert found.status_code == 200 or found.json()["detail"]
    assert "NaN" not in found.text or found.status_code != 200


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3),
    max_leaves=6,
)


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    path=st.sampled_from(QUICK),
    item=json_values,
)
def test_no_json_breaks_the_server(client: TestClient, path: str, item: Any) -> None:
    """Whatever JSON comes, the answer is one or a problem with a reason, never 500."""
    for body in (item, [item]):
        found = client.post(f"/api/v1/{path}", json=body)
        assert found.status_code in (200, 404, 405, 413, 415, 422, 503), found.text


def test_work_ends_with_its_time_and_its_place_is_free_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is not done in time is told so, others are told to come back, and later it goes on."""
    now, begun, refused = [0.0], Event(), Event()
    app = create_app(Limits(jobs=1, wait_seconds=0.05, seconds=0.5))
    monkeypatch.setattr(jobs, "monotonic", lambda: now[0])

    def work(_question: Question, job: Job) -> dict[str, Any]:
        """Return late, if at all."""
        begun.set()
        assert refused.wait(60)
        now[0] += 0.6
        job.progress(1, 20)
        return {}

    def fail(_question: Question, _job: Job) -> dict[str, Any]:
        """Return nothing."""
        raise LlqError("/root/secret/table.h5 is gone")

    for name, answer in (("work", work), ("fail", fail)):
        add_question(app.router, f"/api/v1/{name}", Question, answer, summary=name)  # type: ignore[arg-type]
    with TestClient(app) as client, ThreadPoolExecutor(1) as threads:
        late = threads.submit(client.get, "/api/v1/work")
        assert begun.wait(60)
        busy = client.get("/api/v1/work")
        refused.set()
        assert late.result().json()["title"] == "TakesTooLong"
        assert (busy.json()["title"], busy.headers["retry-after"]) == ("Busy", "5")
        assert client.get("/api/v1/fail").json()["detail"] == "table.h5 is gone"


def test_a_wrong_method_is_told_which_are_right(client: TestClient) -> None:
    """405 names the methods that there are."""
    found = client.delete("/api/v1/love-letter/lookup")
    assert found.status_code == 405
    assert found.headers["allow"]
