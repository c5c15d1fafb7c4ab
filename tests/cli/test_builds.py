"""Tables that a command builds first because it needs them."""

import io

import pytest
from rich.console import Console

from llq.cli import builds, progress
from llq.errors import TableMissing
from llq.query import games


@pytest.mark.parametrize(
    ("told", "built", "is_small"), [({}, {"games": 2}, True), ({"games": 7}, {"games": 7}, False)]
)
def test_a_missing_table_is_announced_before_it_is_built(
    told, built, is_small, monkeypatch, tmp_path
):
    """What is built and what it takes is said in a pipe too, before the build has begun."""
    shown = Console(file=io.StringIO(), force_terminal=False)
    monkeypatch.setattr(progress, "messages", shown)
    monkeypatch.setattr(builds, "messages", shown)
    made = []

    def build(*, threads, progress, **told):
        said = " ".join(shown.file.getvalue().split())
        assert "No patience-deals table yet" in said
        assert "about a year" in said
        assert ("for the full one: llq build patience-deals" in said) == is_small
        made.append(told)
        return tmp_path / "patience-deals.h5"

    def open_table():
        if not made:
            raise TableMissing("no")
        return "table"

    kind = games.TableKind(
        name="patience-deals", title="", takes="about a year", is_named=lambda _: False,
        spec_like=lambda spec: spec, remedy=lambda *_: "", open=lambda *_: None, build=build,
        small_build={"games": 2}, relations=lambda _: (),
    )  # fmt: skip
    monkeypatch.setattr(builds, "named", {"patience-deals": kind}.__getitem__)
    for _ in range(2):  # the second time there is one
        assert builds.open_or_build("patience-deals", open_table, **told) == "table"
    assert made == [built]
