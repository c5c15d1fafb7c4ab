"""Questions made from `openapi.json`: the server answers each, or says in one line why not.

`LLQ_FUZZ=10000 pytest tests/web/test_api_fuzz.py` asks as many questions; CI asks a few hundred. No
answer takes longer than `LIMITS` allow, so that long work is begun and broken off.
"""

import json
import os
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from llq.query.games import GAMES
from llq.web.app import create_app
from llq.web.http.limits import Limits

LIMITS = Limits(seconds=1, games=50, questions=5, wait_seconds=300)
REFUSALS = {404, 413, 422}
REMEDIED = {"TableMissing", "ExtraMissing", "Busy"}
"""What is refused with 503 and a remedy: a command, or to ask again when a layout is done."""
WORDS = (
    "classic archer deck-1,1,2 race pagat somani random strategic table solution optimal picky "
    "R MC pimc:20/3 mc_extra:9x9 greedy article guard 8 witch S:AK72 N:2H 1>2 4D - ; . ../.. 7c3e "
    "7 copper, 3 estates NaN inf -0 1e9 SELECT 1 ; FROM love_letter_match"
)


@pytest.fixture(scope="module")
def asked(standard_tables: None) -> Iterator[TestClient]:
    """Return a client of a server that gives each request a second."""
    with TestClient(create_app(LIMITS), raise_server_exceptions=False) as client:
        yield client


texts = (
    st.lists(st.sampled_from(WORDS.split()), max_size=4).map(" ".join)
    | st.text(max_size=30)
    | st.integers(-(10**30), 10**30).map(str)
    | st.integers(300, 6000).map("9".__mul__)
)
anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)


def values(schema: dict[str, Any], example: Any = None) -> st.SearchStrategy[Any]:
    """Return values of a schema of the description: examples, edges, and what is drawn."""
    if "anyOf" in schema:
        return st.one_of([values(part) for part in schema["anyOf"]])
    usual = [*schema.get("examples", ()), schema.get("default"), example]
    known = st.sampled_from([one for one in usual if one is not None] or [""])
    kind = schema.get("type")
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if kind == "integer":
        least = int(schema.get("minimum", -(10**6)))
        most = int(schema.get("maximum", schema.get("exclusiveMaximum", 2**63) - 1))
        return known | st.integers(0, 40) | st.integers(least, most)
    if kind == "boolean":
        return st.booleans()
    if kind == "array":
        return known | st.lists(values(schema.get("items", {})) | texts, max_size=6)
    return known | texts if kind == "string" else anything


@st.composite
def changed(draw: st.DrawFn, plain: Any) -> Any:
    """Return plain data with one part of it replaced, somewhere in its depth."""
    if not plain or not isinstance(plain, dict | list) or draw(st.integers(0, 4)) == 0:
        return draw(anything)
    places = list(plain) if isinstance(plain, dict) else range(len(plain))
    place = draw(st.sampled_from(places))
    other = draw(changed(plain[place]))
    if isinstance(plain, dict):
        return plain | {place: other}
    return [*plain[:place], other, *plain[place + 1 :]]


@cache
def states(client: TestClient) -> dict[str, Any]:
    """Return a game of each kind that has begun, by its name."""
    return {
        game: client.get(f"/api/v1/{game}/games/new", params={"seed": 1}).json()["state"]
        for game in GAMES
    }


@cache
def operations(client: TestClient) -> list[tuple[str, str, dict[str, Any], list[str]]]:
    """Return each route's path and method, the schema of each parameter, and what it needs."""
    found = []
    described = client.get("/openapi.json").json()
    for path, methods in described["paths"].items():
        for method, said in methods.items():
            fields = {
                one["name"]: one["schema"] | {"examples": [one.get("example")]}
                for one in said.get("parameters", ())
            }
            needed = [one["name"] for one in said.get("parameters", ()) if one.get("required")]
            if "requestBody" in said:
                body = said["requestBody"]["content"]["application/json"]["schema"]
                body = body["oneOf"][0] if "oneOf" in body else body
                if "$ref" in body:
                    body = described["components"]["schemas"][body["$ref"].rpartition("/")[2]]
                fields, needed = body["properties"], body.get("required", [])
            found.append((path, method, fields, needed))
    return found


@st.composite
def questions(draw: st.DrawFn, client: TestClient) -> tuple[str, str, dict[str, Any]]:
    """Return a request: method, address, and what is sent."""
    path, method, fields, needed = draw(st.sampled_from(operations(client)))
    others = draw(st.sets(st.sampled_from(sorted(fields)), max_size=4)) if fields else ()
    item = {name: draw(values(fields[name])) for name in sorted({*needed, *others})}
    game = path.split("/")[3:4]
    if "state" in item and draw(st.integers(0, 5)):
        item["state"] = state = states(client)[game[0]]
        if draw(st.booleans()):
            item["state"] = draw(changed(state))
    if item and draw(st.integers(0, 3)) == 0:
        item = item | {draw(st.sampled_from([*item, "x"])): draw(anything)}
    if method == "get":
        plain = {
            name: value if isinstance(value, str) else json.dumps(value)
            for name, value in item.items()
        }
        return method, path, {"params": plain}
    body: Any = draw(st.sampled_from([item, item, item, [item], [item, {}]]))
    return method, path, {"json": body}


@settings(
    max_examples=int(os.environ.get("LLQ_FUZZ", "400")),
    deadline=None,
    derandomize="LLQ_FUZZ" not in os.environ,
    database=None,
    suppress_health_check=list(HealthCheck),
)
@given(data=st.data())
def test_every_question_is_answered_or_refused_in_one_line(
    asked: TestClient, data: st.DataObject
) -> None:
    """Whatever follows the description, nearly or not, is answered 200 or refused with a reason."""
    method, path, sent = data.draw(questions(asked))
    found = asked.request(method, path, **sent)
    if found.status_code == 200:
        if found.headers["content-type"] == "application/json":
            json.loads(found.text, parse_constant=pytest.fail)  # NaN is not JSON
        return
    problem = found.json()
    assert found.status_code in REFUSALS or problem["title"] in REMEDIED, problem
    assert found.headers["content-type"] == "application/problem+json"
    assert problem["detail"]
    assert "\n" not in found.text
