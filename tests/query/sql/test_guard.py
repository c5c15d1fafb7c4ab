"""What a stranger's query may do: read the views, and nothing else."""

from collections.abc import Iterator

import duckdb
import pytest

from llq.errors import QueryRefused
from llq.query.sql import guard
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
        "INSERT INTO source VALUES (1)",
        "UPDATE source SET name = ''",
        "DELETE FROM source",
        "DROP VIEW source",
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
        "SELECT 1; DROP VIEW source",
        "PIVOT source ON seed; CREATE TABLE x (i INT)",
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
        "FROM query_table('source')",
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
        ("SELECT x AS copy, y AS call, z query, 1 AS source FROM a", False),
        ('SELECT 1 AS use, 2 AS show, 3 AS export, "describe" FROM a t', False),
        ("CREATE TABLE b AS SELECT x AS desc, 'SHOW TABLES' AS show FROM a", False),
        ("PIVOT a ON x USING list(copy) ORDER BY source DESC", False),
        ("FROM a ORDER BY x DESC", False),
        ("DESCRIBE a", False),
        ("SET threads = 1", False),
        ("BEGIN", False),
        ("PRAGMA show_tables", True),
        ("SHOW TABLES", True),
        ("SHOW ALL TABLES", True),
        ("FROM source", True),
        ("FROM duckdb_views()", True),
        ("SELECT (SELECT count(*) FROM information_schema.tables)", True),
    ],
)
def test_only_what_is_about_all_tables_needs_them_all(
    connection: duckdb.DuckDBPyConnection, query: str, lists_all: bool
) -> None:
    """A query about some views, whatever its columns are called, leaves the other tables alone."""
    (statement,) = connection.extract_statements(query)
    assert guard.lists_all(connection, statement) == lists_all


_TAG = "PIVOT (SELECT $LIMIT$a$LIMIT$ AS k, {} WHERE name <> '$LIMIT$ AS k, 1 AS value) {}"
_REST = "ON k IN (1) --') ON k USING list(value)"


@pytest.mark.parametrize(
    "query",
    [
        _TAG.format("name || '=' || value AS value FROM duckdb_settings()", _REST),
        _TAG.format("file AS value, file AS name FROM glob('/home/*/.cache/llq/sql/*')", _REST),
        _TAG.format("content AS value, '' AS name FROM read_blob('/etc/passwd')", _REST),
        "WITH x AS (SELECT $LIMIT$a$LIMIT$ AS k) INSERT INTO source SELECT '$LIMIT$ AS k) PIVOT x "
        "ON k IN (1) --'",
        "PIVOT (SELECT 'LIMIT' AS k, value FROM duckdb_settings()) ON k USING list(value)",
        "PIVOT (SELECT E'\\' LIMIT ' AS k, value FROM duckdb_settings()) ON k USING list(value)",
        "PIVOT (SELECT 1 AS k /* LIMIT /* LIMIT */ */, * FROM glob('*')) ON k -- LIMIT",
        "PIVOT\u00a0(SELECT $LIMIT$a$LIMIT$\u00a0AS k, file FROM glob('*'))\u00a0ON k LIMIT 1",
        'PIVOT (SELECT 1 AS "LIMIT", file FROM glob(\'*\')) ON "LIMIT" USING list(file)',
    ],
)
def test_what_is_judged_is_what_will_run(connection: duckdb.DuckDBPyConnection, query: str) -> None:
    """No string, tag, comment or space hides from the guard what a PIVOT or an INSERT does."""
    with pytest.raises((QueryRefused, duckdb.Error)) as refusal:
        reading_of(connection, query)
    assert isinstance(refusal.value, QueryRefused) or "Parser" in str(refusal.value)


@pytest.mark.parametrize(
    ("query", "is_harmless"),
    [
        ("EXPLAIN SELECT 1 AS copy, 2 AS export", True),
        ("EXPLAIN ANALYZE COPY (SELECT 1) TO 'x'", False),
        ("EXPLAIN (ANALYZE, FORMAT json) COPY (SELECT 1) TO 'x'", False),
        ("/* SELECT */ IMPORT DATABASE 'x'", False),
        ("COPY FROM DATABASE a TO b", False),
        ("FORCE INSTALL httpfs", False),
        ("PRAGMA table_info('load')", True),
        ("PIVOT a ON load", True),
    ],
)
def test_statements_about_files_are_told_by_their_verbs(
    connection: duckdb.DuckDBPyConnection, query: str, is_harmless: bool
) -> None:
    """A column may be called copy or load; a statement that copies or loads is refused."""
    (statement,) = connection.extract_statements(query)
    if is_harmless:
        guard.require_harmless(statement)
    else:
        with pytest.raises(duckdb.PermissionException):
            guard.require_harmless(statement)
