"""Building a missing table before a command goes on."""

import pytest

from llq.cli.tables.builds import open_or_build
from llq.errors import IllegalState, TableMissing
from llq.query.table_kinds import TableKind
from llq.query.tables.stored_table import StoredTable


@pytest.fixture
def kind(monkeypatch, tmp_path):
    """Return a kind of table that is built at once; ``built`` is what each build was told."""
    built = []

    def build(**told):
        built.append(told)
        path = tmp_path / "made.h5"
        path.write_text("made")
        return path

    made = TableKind(
        name="made", title="", takes="an hour", stored=StoredTable, build=build,
        relations=lambda _: (),
    )  # fmt: skip
    monkeypatch.setattr("llq.cli.tables.builds.named", lambda name: {"made": made}[name])
    return built, tmp_path / "made.h5"


def test_a_missing_table_is_built_with_its_cost_announced(kind, capsys):
    """The message with time and memory comes before the build; then the table is opened."""
    built, file = kind

    def open_it():
        if not file.exists():
            raise TableMissing
        return file.read_text()

    assert open_or_build("made", open_it, what="table of things", threads=1, games=5) == "made"
    assert [(told["games"], told["threads"]) for told in built] == [(5, 1)]
    assert capsys.readouterr().err.splitlines()[0] == (
        "No table of things yet: building it, once (an hour)."
    )
    assert open_or_build("made", open_it) == "made"
    assert len(built) == 1


def test_what_is_wrong_with_the_question_builds_nothing(kind):
    """An error that is not of a missing table is the caller's: nothing is built."""

    def open_it():
        raise IllegalState("no such hand")

    with pytest.raises(IllegalState):
        open_or_build("made", open_it)
    assert kind[0] == []
