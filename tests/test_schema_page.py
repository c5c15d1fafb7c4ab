"""Whatever SQL can ask says what it is: in the database, in ``sources`` and on a page."""

import duckdb
import pytest

from llq.query.games import all_kinds, find_kind
from llq.query.love_letter.table.table import build_table
from llq.query.sql.database import open_connection
from llq.query.sql.manual import empty_views, views
from tools import update
from tools.schema import TABLES

LARGE = pytest.param(True, marks=pytest.mark.long)


@pytest.fixture(scope="module", params=[False, LARGE])
def connection(request, tmp_path_factory):
    """Return a connection to one table of every kind: those that come with llq, and one more.

    The usual run does without that one, and has outlines of tables that take minutes to lay out.
    """
    folder = tmp_path_factory.mktemp("kinds")
    if request.param:
        build_table("deck-2-1-0-1-1-1-0-1", folder, scoring="discards")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LLQ_TABLES", str(folder))
        patch.delenv("LLQ_STANDARD_TABLES")
        with open_connection(large=request.param) as connection:
            yield connection


def test_everything_has_a_comment(connection):
    """No relation, no view and no column of any table is without one."""
    silent = connection.execute(
        """
        SELECT table_name, '' FROM duckdb_tables()
        WHERE database_name = current_database() AND coalesce(comment, '') = ''
        UNION ALL SELECT view_name, '' FROM duckdb_views() WHERE NOT internal
        AND database_name = current_database() AND coalesce(comment, '') = ''
        UNION ALL SELECT table_name, column_name FROM duckdb_columns() WHERE NOT internal
        AND database_name = current_database() AND coalesce(comment, '') = ''"""
    ).fetchall()
    assert silent == []


def test_outlines_are_what_the_views_are(connection, request):
    """A view that stands for a table not laid out yet has the columns of the table's own."""
    listed = (
        "SELECT column_name, data_type, comment FROM duckdb_columns() WHERE table_name IN (?, ?) "
        "AND database_name = current_database() ORDER BY column_index"
    )
    with duckdb.connect() as empty:
        for view in views():
            if "classic_discards" in view.name and not request.node.callspec.params["connection"]:
                continue
            empty.execute(empty_views([view.name])[view.name])
            names = [view.name, view.name.replace("classic", "deck_2_1_0_1_1_1_0_1")]
            outline = empty.execute(listed, names).fetchall()
            assert outline == connection.execute(listed, names).fetchall(), view.name


@pytest.mark.parametrize("connection", [LARGE], indirect=True)
def test_every_kind_of_table_is_there(connection):
    """Each kind has its section of the page, and its row of ``sources`` says how exact it is."""
    rows = connection.execute("SELECT DISTINCT table_file, accuracy, command FROM source")
    assert {row[0].removesuffix(".h5") for row in rows.fetchall()} >= {*TABLES.values()}
    for kind in all_kinds():
        assert any(find_kind(table) is kind for table in TABLES.values()), kind.name
        assert kind.accuracy


def test_each_name_leads_to_the_table_that_has_it(connection):
    """From the name of a relation or view alone its table is known, built or not."""
    for name, file in connection.execute("SELECT name, table_file FROM source").fetchall():
        tables = {kind.table_of(name) for kind in all_kinds()} - {None}
        assert tables == {file.removesuffix(".h5")}, name


@pytest.mark.parametrize("connection", [LARGE], indirect=True)
def test_the_page_is_current(connection):
    """``python -m tools.update schema`` would change nothing."""
    assert update.main(["schema", "--check"]) == 0
