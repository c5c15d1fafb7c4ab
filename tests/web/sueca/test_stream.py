"""Advice in Sueca as events: the answer to more and more samples."""

import json


def test_advice_sharpens_as_events(client):
    """A stream doubles its samples up to the number asked for, and ends with an event."""
    asked = {"hand": "S:AK72 H:765 D:2 C:A7", "trump": "C", "samples": 120}
    found = client.get("/api/v1/sueca/advise/stream", params=asked)
    assert found.headers["content-type"].startswith("text/event-stream")
    events = [event.split("\n") for event in found.text.strip().split("\n\n")]
    assert [name for name, _ in events] == ["event: advice"] * 3 + ["event: done"]
    said = [json.loads(data.removeprefix("data: ")) for _, data in events]
    assert [one["samples"] for one in said] == [50, 100, 120, 120]
    last = client.get("/api/v1/sueca/advise", params=asked).json()
    assert {name: said[2][name] for name in last} == last
    bad = client.get("/api/v1/sueca/advise/stream", params=asked | {"hand": "XX"})
    assert (bad.status_code, bad.json()["title"]) == (422, "UnknownCard")
