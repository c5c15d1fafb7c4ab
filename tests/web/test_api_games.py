"""Dominion, Sueca and Literature over HTTP."""

import json
from typing import Any

import pytest
from starlette.testclient import TestClient

from llq import dominion, literature, sueca

OWN = ("provenance", "permalink")
ENDGAME = {
    "hand": "AC 2C",
    "trump": "H",
    "trick": "E:2D N:7D W:3D",
    "points": "45-54",
    "played": "S:A7KJQ62 H:A7KJQ65432 D:AKJQ654 C:7KJQ6543",
}


def get(client: TestClient, path: str, **asked: Any) -> dict[str, Any]:
    """Return an answer without what HTTP adds to the library's."""
    found = client.get(f"/api/v1/{path}", params=asked)
    assert found.status_code == 200, found.text
    return {name: value for name, value in found.json().items() if name not in OWN}


def as_json(plain: Any) -> Any:
    """Return plain data as it comes out of JSON."""
    return json.loads(json.dumps(plain))


def test_a_purchase_is_the_librarys(client: TestClient) -> None:
    """Dominion's lookup gives the library's answer and its table's hash."""
    asked = {"deck": "7 copper, 3 estate, 2 silver", "coins": 5, "turn": 4}
    known = dominion.lookup("7 copper, 3 estate, 2 silver", coins=5, turn=4)
    assert get(client, "dominion/lookup", **asked) == as_json(known.to_dict())
    found = client.get("/api/v1/dominion/lookup", params=asked).json()
    assert found["provenance"]["content_hash"] == dominion.table.open(31).info.content_hash


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ({"deck": "7 copper", "coins": 5, "turn": 1}, 404),
        ({"deck": "7 copper, 3 moat", "coins": 5, "turn": 1}, 422),
        ({"deck": "7 copper, 3 estate", "coins": 25, "turn": 1}, 422),
        ({"deck": "7 copper, 3 estate", "coins": 3, "turn": 40}, 422),
        ({"deck": "7 copper, 3 estate", "coins": 3, "turn": 1, "turns": 32}, 503),
        ({"deck": "7 copper, 3 estate", "coins": 3}, 422),
    ],
)
def test_impossible_decks_are_refused(
    client: TestClient, asked: dict[str, Any], status: int
) -> None:
    """What no game comes to is refused; a length without a table is 503."""
    assert client.get("/api/v1/dominion/lookup", params=asked).status_code == status


def test_strategies_have_their_exact_scores(client: TestClient) -> None:
    """The mean is that of the table, and the chances sum to 1."""
    found = get(client, "dominion/strategies", strategy="picky")
    assert found["mean"] == dominion.strategies.open().lookup("picky", 31).mean
    assert sum(found["chances"]) == pytest.approx(1)


def test_advice_of_sueca_is_the_librarys(client: TestClient) -> None:
    """A position asked over HTTP has the values of `advise`."""
    items = {name: value for name, value in ENDGAME.items() if name not in ("hand", "trump")}
    position = sueca.position("AC 2C", "H", **items)
    known = sueca.advise(position)
    assert get(client, "sueca/advise", **ENDGAME) == as_json(known.to_dict())


def test_advice_sharpens_as_events(client: TestClient) -> None:
    """A stream doubles its samples up to the number asked for, and ends with an event."""
    asked = {"hand": "S:AK72 H:765 D:2 C:A7", "trump": "C", "samples": 120}
    found = client.get("/api/v1/sueca/advise/stream", params=asked)
    assert found.headers["content-type"].startswith("text/event-stream")
    events = [event.split("\n") for event in found.text.strip().split("\n\n")]
    assert [name for name, _ in events] == ["event: advice"] * 3 + ["event: done"]
    said = [json.loads(data.removeprefix("data: ")) for _, data in events]
    assert [one["samples"] for one in said] == [50, 100, 120, 120]
    last = get(client, "sueca/advise", **asked)
    assert {name: said[2][name] for name in last} == last
    bad = client.get("/api/v1/sueca/advise/stream", params=asked | {"hand": "XX"})
    assert (bad.status_code, bad.json()["title"]) == (422, "UnknownCard")


def test_advice_of_literature_is_the_librarys(client: TestClient) -> None:
    """A game asked over HTTP has the chances and values of `advise`."""
    asked = {"hand": "C:A2389 D:TJ H:345 S:QK", "me": "2", "moves": "1>2 4D -"}
    known = literature.advise(literature.game(asked["hand"], 2, asked["moves"]))
    assert get(client, "literature/advise", **asked) == as_json(known.to_dict())


@pytest.mark.parametrize("game", ["sueca", "literature", "dominion"])
def test_no_request_has_the_server_import_anything(client: TestClient, game: str) -> None:
    """A player of a module is refused, in teams too, before the module is looked for."""
    for name in ("antigravity:fly", "antigravity:5", "MC,antigravity:5"):
        found = client.get(
            f"/api/v1/{game}/match", params={"first": name, "second": "random", "games": 10}
        )
        assert (found.status_code, found.json()["title"]) == (404, "UnknownStrategy")
