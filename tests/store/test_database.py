"""The DuckDB file holds what it was given, on its own, for any client."""

import shutil
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import duckdb
import numpy as np
import pytest

from llq.store.database import Relation, View, attach, name_contents, refusing, write_database

COLUMNS: dict[str, Any] = {
    "state": np.array([0, 1, 2**63], np.uint64),
    "value": np.array([0.25, np.nan, np.inf]),
    "points": np.ma.masked_array([1, 2, 3], [False, True, False], np.int16),
    "win_prob": np.ma.masked_array([0.5, 0.5, 1.0], [True, False, False]),
    "solved": np.array([True, False, True]),
    "card": np.array(["Guard", "King's", "Prinzeß"]),
    "note": np.array([None, None, "x"], object),
    "rank": np.array([1, 2, 255], np.uint8),
}
ROWS = [
    (0, 0.25, 1, None, True, "Guard", None, 1),
    (1, None, None, 0.5, False, "King's", None, 2),
    (2**63, float("inf"), 3, 1.0, True, "Prinzeß", "x", 255),
]
TYPES = ["UBIGINT", "DOUBLE", "SMALLINT", "DOUBLE", "BOOLEAN", "VARCHAR", "VARCHAR", "UTINYINT"]
STATES = Relation("states", COLUMNS, "Every state: it's all", {"value": "In [0, 1]; it's exact"})
BEST = View("best", "SELECT card, value FROM states WHERE solved ORDER BY state", "Solved states")


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """Return a database of one relation, one empty relation and two views."""
    path = tmp_path_factory.mktemp("written") / "llq.duckdb"
    empty = Relation("order", {"x": np.zeros(0), "name": np.zeros(0, "U1")}, "No rows")
    write_database(path, [STATES, empty, BEST, View("last", "SELECT max(card) c FROM best", "")])
    return path


@pytest.fixture
def database(written, tmp_path):
    """Return a copy of that database."""
    return Path(shutil.copy(written, tmp_path))


def test_round_trip(database):
    """Every dtype comes back with its type; masked values, NaN and None come back as NULL."""
    with duckdb.connect(database, read_only=True) as connection:
        relation = connection.sql("FROM states ORDER BY state")
        assert relation.columns == list(COLUMNS)
        assert [str(kind) for kind in relation.types] == TYPES
        assert relation.fetchall() == ROWS
        assert [str(kind) for kind in connection.sql('FROM "order"').types] == ["DOUBLE", "VARCHAR"]
        assert connection.sql('FROM "order"').fetchall() == []


def test_views_and_comments_persist(database):
    """Views, views over views and all comments are in the file."""
    with duckdb.connect(database, read_only=True) as connection:
        assert connection.sql("FROM best").fetchall() == [
            ("Guard", 0.25),
            ("Prinzeß", float("inf")),
        ]
        assert connection.sql("FROM last").fetchall() == [("Prinzeß",)]
        comments = dict(
            connection.sql(
                "SELECT table_name, comment FROM duckdb_tables() UNION ALL "
                "SELECT view_name, comment FROM duckdb_views() WHERE NOT internal UNION ALL "
                "SELECT column_name, comment FROM duckdb_columns() WHERE column_name = 'value' "
                "AND table_name = 'states'"
            ).fetchall()
        )
    assert comments["states"] == STATES.comment
    assert comments["best"] == BEST.comment
    assert comments["value"] == STATES.column_comments["value"]


def test_ctrl_c_is_heard_while_duckdb_reads_arrays(tmp_path, monkeypatch):
    """Ctrl-C in NumPy code that DuckDB calls is no refusal of a relation; no file is left."""
    monkeypatch.setattr("numpy.unique", Mock(side_effect=KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        write_database(tmp_path / "llq.duckdb", [STATES])
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(KeyboardInterrupt), refusing("states"):
        raise duckdb.Error("KeyboardInterrupt: ")  # as it says while it registers arrays


@pytest.mark.parametrize(
    "sql",
    ["SELECT * FROM nowhere", "SELECT * FROM 'x.parquet'", "FROM relation_being_loaded", "SEL"],
)
def test_views_over_anything_else_are_refused(database, sql):
    """A view over a file, a registered array or nothing is refused, and the old file stays."""
    before = database.read_bytes()
    with pytest.raises(ValueError, match=r"^wrong: ") as caught:
        write_database(database, [STATES, View("wrong", sql, "")])
    assert "\n" not in str(caught.value)
    assert database.read_bytes() == before
    assert list(database.parent.iterdir()) == [database]


@pytest.mark.parametrize(
    "make",
    [
        lambda: Relation("a b", {"x": np.zeros(3)}, ""),
        lambda: Relation("a", {}, ""),
        lambda: Relation("a", {"x": np.zeros((3, 3))}, ""),
        lambda: Relation("a", {"x": np.zeros(3), "y": np.zeros(4)}, ""),
        lambda: Relation("a", {"x": np.zeros(3)}, "", {"y": "none such"}),
        lambda: View("Best", "SELECT 1", ""),
    ],
)
def test_relations_that_make_no_sense_are_refused(make):
    """2-D or uneven columns, odd names and comments on nothing are a ValueError."""
    with pytest.raises(ValueError, match=r"a|Best"):
        make()


def test_unsupported_dtype(tmp_path):
    """A dtype that DuckDB does not take is a ValueError that names the relation."""
    with pytest.raises(ValueError, match=r"^dates: "):
        write_database(tmp_path / "x", [Relation("dates", {"x": np.zeros(3, "complex128")}, "")])
    assert not list(tmp_path.iterdir())


def test_a_views_column_has_the_comment_of_what_it_reads(tmp_path):
    """A column passed through keeps its comment, one that is declared or changed does not."""
    views = [
        View("one", "SELECT state, value AS worth, points::INT AS points FROM states", "One"),
        View("two", "SELECT state AS value, state FROM one", "Two", {"value": "other"}),
    ]
    states = Relation(
        "states", COLUMNS, "Every state", {"state": "rank", "value": "chance", "points": "small"}
    )
    write_database(tmp_path / "x.duckdb", [states, *views])
    query = "SELECT table_name, column_name, comment FROM duckdb_columns() WHERE NOT internal"
    with duckdb.connect(tmp_path / "x.duckdb", read_only=True) as connection:
        comments = {row[:2]: row[2] for row in connection.execute(query).fetchall()}
    assert comments["one", "state"] == comments["two", "state"] == "rank"
    assert comments["one", "worth"] is comments["one", "points"] is None
    assert comments["two", "value"] == "other"
    with pytest.raises(ValueError, match="comments on columns it has not"):
        write_database(tmp_path / "y", [STATES, View("v", "SELECT 1 AS x", "", {"y": ""})])


def test_an_attached_database_is_seen_from_the_current_one(database):
    """What an attached file holds goes by its own names, with its comments, in the current one."""
    with duckdb.connect() as connection:
        attach(connection, database, "the-file")
        name_contents(connection, "the-file")
        assert connection.sql("FROM best").fetchall()[0] == ("Guard", 0.25)
        assert connection.sql("SELECT max(c) FROM last").fetchall() == [("Prinzeß",)]
        comments = connection.sql(
            "SELECT table_name, column_name, comment FROM duckdb_columns() "
            "WHERE database_name = current_database() AND comment IS NOT NULL"
        ).fetchall()
        assert ("states", "value", STATES.column_comments["value"]) in comments
        assert ("best", "value", STATES.column_comments["value"]) in comments


@pytest.mark.long
def test_connections_come_and_go_beside_one(database):
    """A file attached by a living connection can be attached by one after another beside it."""

    def attached() -> duckdb.DuckDBPyConnection:
        connection = duckdb.connect(":memory:")
        attach(connection, database, "other")
        return connection

    with attached():
        for _ in range(40):  # at one of which DuckDB takes an address again
            second = attached()
            assert second.execute("SELECT count(*) FROM other.best").fetchone() == (2,)
            second.close()
            del second
