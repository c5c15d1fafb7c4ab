"""What a stranger's query may do: read the views, and nothing else."""

from contextlib import suppress

import duckdb
import pytest

from llq.errors import QueryRefused
from llq.query.sql import guard
from llq.query.sql.functions import TABLE_FUNCTIONS, VALUE_FUNCTIONS
from llq.query.sql.guard import reading_of
from llq.query.sql.manual import questions


@pytest.fixture(scope="module")
def connection():
    """Return a connection without tables: what a query does is decided before they are read."""
    with duckdb.connect(":memory:") as connection:
        yield connection


def test_the_manuals_queries_pass(connection):
    """No question of the manual is refused, whether its table is built or not."""
    for question in questions():
        reading_of(connection, question.query)


def test_what_does_more_than_read_is_refused(connection):
    """One SELECT is answered; nothing that writes, sets or attaches, and not two queries."""
    for query in [
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
        "WITH x AS (COPY (SELECT 1) TO '/tmp/x.csv') FROM x",
        "WITH x AS (DELETE FROM source RETURNING *) FROM x",
        "WITH x AS (INSERT INTO source VALUES (1) RETURNING *) FROM x",
        "WITH x AS (UPDATE source SET name = '' RETURNING *) FROM x",
        "SELECT (WITH x AS (COPY (SELECT 1) TO '/tmp/x.csv') SELECT 1)",
        "PIVOT source ON seed; CREATE TABLE x (i INT)",
        "",
        "-- nothing",
    ]:
        with pytest.raises(QueryRefused):
            reading_of(connection, query)


def test_what_sees_more_than_the_views_is_refused(connection):
    """No file, setting, path or other query is seen, wherever in a query it is asked for."""
    for query in [
        "FROM read_csv('/etc/passwd')",
        "FROM READ_TEXT('/etc/passwd')",
        "SELECT (SELECT count(*) FROM read_blob('/etc/*'))",
        "WITH a AS (FROM glob('/*')) FROM a",
        "SELECT 1 WHERE EXISTS (FROM sniff_csv('/etc/passwd'))",
        "PIVOT (FROM read_csv('/etc/passwd')) ON column0",
        "FROM parquet_scan('x.parquet')",
        "FROM '/etc/passwd'",
        'FROM "data.csv"',
        'FROM "folder"."*".csv',
        'FROM "/tmp".main.csv',
        "SELECT json_serialize_plan('SELECT current_setting(''x'')', optimize := true)",
        "SELECT 'SELECT 1'.json_serialize_sql()",
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
    ]:
        with pytest.raises(QueryRefused, match="here"):
            reading_of(connection, query)


def test_what_reads_is_let_through(connection):
    """A query that reads is let through, with the names that it reads."""
    for query, names in [
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
    ]:
        assert reading_of(connection, query).names == names


REFUSED = frozenset(
    """
alias assert_true can_cast_implicitly cast_to_type checkpoint combine combine_aggr
constant_or_null create_sort_key current_catalog current_connection_id current_database
current_localtime current_localtimestamp current_query current_query_id current_role
current_schema current_schemas current_setting current_transaction_id current_user currval
decimal_average decimal_division bitstring_byte_comparable finalize format_pg_type format_type
gen_random_uuid generate_subscripts get_block_size get_current_time get_type getvariable glob
hive_partition_component in_search_path index_key invoke is_histogram_other_bin json_each
json_copy_strftime_if_date json_copy_strftime_if_timestamp json_deserialize_sql
json_execute_serialized_sql json_serialize_plan json_serialize_sql json_tree make_type
map_to_pg_oid nextval normalized_interval obj_description col_description shobj_description
parse_dirname parse_dirpath parse_duckdb_log_message parse_filename parse_path path_join query
query_table remap_struct repeat_row replace_type seq_scan session_user setseed setval sleep_ms
sniff_csv stats sum_no_overflow summary timetz_byte_comparable to_aggregate_state
transaction_timestamp txid_current unpivot_list user uuid uuid_extract_timestamp
uuid_extract_version uuidv4 uuidv7 vector_type version vertex_extract which_secret write_log
array_to_string_comma_default histogram_values icu_calendar_names icu_sort_key
deregister_external_resource destroy_external_resource create_external_resource
register_external_resource register_external_resource_type truncate_duckdb_logs force_checkpoint
""".split()  # noqa: SIM905  # words are read more easily
)
"""DuckDB's functions that see or change more than values, or that nobody has asked for."""
REFUSED_KINDS = (
    *("__internal", "_", "collate_", "icu_collate_", "pg_", "inet_", "st_", "variant_", "pragma_"),
    *("has_any_", "has_column_", "has_database_", "has_foreign_", "has_function_", "has_language_"),
    *("has_schema_", "has_sequence_", "has_server_", "has_table_", "has_tablespace_"),
    *("duckdb_", "read_", "parquet_", "enable_", "disable_", "arrow_", "pandas_", "python_"),
    "test_",
)
"""What the names of others begin with."""


def test_every_function_of_duckdb_is_listed_or_refused_by_name(connection):
    """A function of DuckDB is an operator, allowed or refused by name; a new one fails here."""
    names = connection.execute(
        "SELECT DISTINCT lower(function_name) FROM duckdb_functions() "
        "WHERE function_type <> 'pragma' AND function_name ~ '^[a-zA-Z_]'"
    ).fetchall()
    allowed = VALUE_FUNCTIONS | TABLE_FUNCTIONS
    unknown = {
        name
        for (name,) in names
        if name not in allowed | REFUSED and not name.startswith((*REFUSED_KINDS, "is "))
    }
    assert len(names) > 900
    assert unknown == {"is distinct from", "is not distinct from"} & unknown
    assert not allowed & REFUSED
    for name in REFUSED:
        for query in (f"SELECT {name}(1)", f"FROM {name}('x')"):
            with suppress(duckdb.ParserException), pytest.raises(QueryRefused):
                reading_of(connection, query)


def test_every_kind_of_statement_but_select_is_refused(connection):
    """DuckDB's own list of statements: one reads, and those that are new to llq are refused."""
    reading = {"SELECT", "RELATION", "LOGICAL_PLAN", "MULTI", "INVALID"}
    writing = {
        *("ALTER", "ANALYZE", "ATTACH", "CALL", "COPY", "COPY_DATABASE", "CREATE", "CREATE_FUNC"),
        *("DELETE", "DETACH", "DROP", "EXECUTE", "EXPLAIN", "EXPORT", "EXTENSION", "INSERT"),
        *("LOAD", "MERGE_INTO", "PRAGMA", "PREPARE", "SET", "TRANSACTION", "UPDATE", "VACUUM"),
        "VARIABLE_SET",
    }
    kinds = {name for name in dir(duckdb.StatementType) if name.isupper()}
    assert kinds == reading | writing


def test_duckdbs_own_views_are_refused(connection):
    """Of DuckDB's own views a query sees those that list ours, by any name."""
    rows = connection.execute(
        "SELECT DISTINCT schema_name, view_name FROM duckdb_views() WHERE internal"
    ).fetchall()
    assert len(rows) > 20
    for schema, name in rows:
        if name not in ("columns", "tables", "duckdb_columns", "duckdb_tables", "duckdb_views"):
            with pytest.raises(QueryRefused):
                reading_of(connection, f"FROM {schema}.{name}")


def test_only_what_is_about_all_tables_needs_them_all(connection):
    """A query about some views, whatever its columns are called, leaves the other tables alone."""
    for query, lists_all in [
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
    ]:
        (statement,) = connection.extract_statements(query)
        assert guard.lists_all(connection, statement) == lists_all


_TAG = "PIVOT (SELECT $LIMIT$a$LIMIT$ AS k, {} WHERE name <> '$LIMIT$ AS k, 1 AS value) {}"
_REST = "ON k IN (1) --') ON k USING list(value)"


def test_what_is_judged_is_what_will_run(connection):
    """No string, tag, comment or space hides from the guard what a PIVOT or an INSERT does."""
    for query in [
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
    ]:
        with pytest.raises((QueryRefused, duckdb.Error)) as refusal:
            reading_of(connection, query)
        assert isinstance(refusal.value, QueryRefused) or "Parser" in str(refusal.value)


def test_statements_about_files_are_told_by_their_verbs(connection):
    """A column may be called copy or load; a statement that copies or loads is refused."""
    for query, is_harmless in [
        ("EXPLAIN SELECT 1 AS copy, 2 AS export", True),
        ("EXPLAIN ANALYZE COPY (SELECT 1) TO 'x'", False),
        ("EXPLAIN (ANALYZE, FORMAT json) COPY (SELECT 1) TO 'x'", False),
        ("/* SELECT */ IMPORT DATABASE 'x'", False),
        ("COPY FROM DATABASE a TO b", False),
        ("FORCE INSTALL httpfs", False),
        ("PRAGMA table_info('load')", True),
        ("PIVOT a ON load", True),
    ]:
        (statement,) = connection.extract_statements(query)
        if is_harmless:
            guard.require_harmless(statement)
        else:
            with pytest.raises(duckdb.PermissionException):
                guard.require_harmless(statement)
