"""What a stranger's query may do: read the views, and nothing else."""

from collections.abc import Iterator

import duckdb
import pytest

from llq.errors import QueryRefused
from llq.query.sql.guard import reading_of


@pytest.fixture(scope="module")
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    """Return a connection without tables: what a query does is decided before they are read."""
    with duckdb.connect(":memory:") as connection:
        yield connection


@pytest.mark.parametrize(
    "query",
    [
        "CREATE TABLE mine AS SELECT 1",
        "INSERT INTO sources VALUES (1)",
        "UPDATE sources SET name = ''",
        "DELETE FROM sources",
        "DROP VIEW sources",
        "COPY (SELECT 1) TO '/tmp/x.csv'",
        "ATTACH '/tmp/x.duckdb'",
        "EXPORT DATABASE '/tmp/x'",
        "IMPORT DATABASE '/tmp/x'",
        "INSTALL httpfs",
        "LOAD httpfs",
        "PRAGMA database_list",
        "SET threads = 64",
        "RESET memory_limit",
        "CALL pragma_version()",
        "EXPLAIN ANALYZE SELECT 1",
        "PREPARE p AS SELECT 1",
        "SELECT 1; SELECT 2",
        "SELECT 1; DROP VIEW sources",
        "PIVOT sources ON seed; CREATE TABLE x (i INT)",
        "",
        "-- nothing",
    ],
)
def test_what_does_more_than_read_is_refused(
    connection: duckdb.DuckDBPyConnection, query: str
) -> None:
    """One SELECT is answered; nothing that writes, sets or attaches, and not two queries."""
    with pytest.raises(QueryRefused):
        reading_of(connection, query)


@pytest.mark.parametrize(
    "query",
    [
        "FROM read_csv('/etc/passwd')",
        "FROM READ_TEXT('/etc/passwd')",
        "SELECT (SELECT count(*) FROM read_blob('/etc/*'))",
        "WITH a AS (FROM glob('/*')) FROM a",
        "SELECT 1 WHERE EXISTS (FROM sniff_csv('/etc/passwd'))",
        "PIVOT (FROM read_csv('/etc/passwd')) ON column0",
        "FROM parquet_scan('x.parquet')",
        "FROM '/etc/passwd'",
        'FROM "data.csv"',
        "DESCRIBE '/etc/passwd'",
        "SUMMARIZE 'https://example.com/x.csv'",
        "FROM query('SELECT 1')",
        "FROM query_table('sources')",
        "FROM json_execute_serialized_sql(json_serialize_sql('SELECT 1'))",
        "FROM duckdb_settings()",
        "FROM duckdb_databases()",
        "FROM duckdb_databases",
        "FROM system.main.duckdb_databases",
        "FROM pg_catalog.pg_settings",
        "FROM pragma_database_list",
        "FROM duckdb_secrets()",
        "FROM duckdb_extensions()",
        "FROM duckdb_temporary_files()",
        "SELECT current_setting('temp_directory')",
        "SELECT getvariable('x')",
        "SELECT sleep_ms(1000000)",
        "SELECT pg_sleep(1000)",
        "SELECT write_log('x')",
    ],
)
def test_what_sees_more_than_the_views_is_refused(
    connection: duckdb.DuckDBPyConnection, query: str
) -> None:
    """No file, setting, path or other query is seen, wherever in a query it is asked for."""
    with pytest.raises(QueryRefused, match="here"):
        reading_of(connection, query)


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("SELECT 1", set()),
        ("FROM a JOIN B USING (x)", {"a", "b"}),
        ("WITH c AS (FROM a) SELECT sum(x) OVER (ORDER BY y) FROM c", {"a", "c"}),
        ("DESCRIBE a", {"a"}),
        ("SUMMARIZE a", {"a"}),
        ("SHOW TABLES", set()),
        ("PIVOT (SELECT x, y, z FROM a) ON x USING first(y) ORDER BY z;", {"a"}),
        ("PIVOT a ON x", {"a"}),
        ("PIVOT a ON x IN ('b', 'c') USING count(*)", {"a"}),
        ("SELECT i, random() FROM range(3) t(i)", set()),
        ("SELECT unnest([1, 2]), current_date", set()),
        ("SELECT view_name, comment FROM duckdb_views()", set()),
        ("FROM information_schema.columns", {"columns"}),
    ],
)
def test_what_reads_is_let_through(
    connection: duckdb.DuckDBPyConnection, query: str, names: set[str]
) -> None:
    """A query that reads is let through, with the names that it reads."""
    assert reading_of(connection, query).names == names


def test_the_guard_knows_duckdbs_functions(connection: duckdb.DuckDBPyConnection) -> None:
    """Every function that DuckDB says is volatile is refused but for those known to be harmless."""
    (names,) = connection.execute(
        "SELECT list(DISTINCT function_name) FROM duckdb_functions() WHERE stability = 'VOLATILE' "
        "AND function_name NOT IN ('random', 'error') AND function_name ~ '^[a-z]'"
    ).fetchall()[0]
    assert len(names) > 10
    for name in names:
        with pytest.raises(QueryRefused):
            reading_of(connection, f"SELECT {name}(1)")


@pytest.mark.parametrize(
    ("query", "lists_all"),
    [
        ("FROM a ORDER BY x DESC", False),
        ("DESCRIBE a", False),
        ("SHOW TABLES", True),
        ("SHOW ALL TABLES", True),
        ("FROM sources", True),
        ("FROM duckdb_views()", True),
        ("SELECT (SELECT count(*) FROM information_schema.tables)", True),
    ],
)
def test_only_what_is_about_all_tables_needs_them_all(
    connection: duckdb.DuckDBPyConnection, query: str, lists_all: bool
) -> None:
    """A query about some views leaves the other tables where they are."""
    assert reading_of(connection, query).lists_all == lists_all
