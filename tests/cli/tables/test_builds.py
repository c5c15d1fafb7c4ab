"""Building a missing table before a command goes on."""

import pytest

from llq.cli.tables.builds import with_tables
from llq.errors import IllegalState, TableMissing
from llq.query.table_kinds import TableKind
from llq.query.tables.stored_table import StoredTable


@pytest.fixture
def kind(monkeypatch, tmp_path):
    """Return a kind of table that is built at once; ``built`` is what each build was told."""
    built = []

    def write(**told):
        built.append(told)
        path = tmp_path / "made.h5"
        path.write_text("made")
        return path

    class Made(StoredTable):
        build = staticmethod(write)

        @classmethod
        def options_of(cls, _name, _spec=None):
            return {"games": 5}

        @classmethod
        def cost(cls, *, games):
            return None if games > most[0] else ""

    most = [5]
    made = TableKind(name="made", title="", takes="an hour", load=lambda: Made, names={})
    monkeypatch.setattr("llq.cli.tables.builds.find_kind", lambda name: {"made": made}[name])
    return built, tmp_path / "made.h5", most


def test_a_missing_table_is_built_with_its_cost_announced(kind, capsys):
    """The message with time and memory comes before the build; one that takes long is refused."""
    built, file, most = kind

    def open_it():
        if not file.exists():
            missing = TableMissing("build it")
            missing.table = "made"
            raise missing
        return file.read_text()

    most[0] = 4
    with pytest.raises(TableMissing):
        with_tables(open_it)
    assert (built, capsys.readouterr().err) == ([], "")
    most[0] = 5
    assert with_tables(open_it, 1) == "made"
    assert [(told["games"], told["threads"]) for told in built] == [(5, 1)]
    assert capsys.readouterr().err.splitlines()[0] == (
        "No table made yet: building it, once (an hour)."
    )
    assert with_tables(open_it) == "made"
    assert len(built) == 1


def test_what_is_wrong_with_the_question_builds_nothing(kind):
    """An error that is not of a missing table is the caller's: nothing is built."""

    def open_it():
        raise IllegalState("no such hand")

    with pytest.raises(IllegalState):
        with_tables(open_it)
    assert kind[0] == []
