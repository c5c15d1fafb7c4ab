"""The database over the built tables."""

import json
import os
import random
import shutil
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from threading import Event
from unittest.mock import Mock

import duckdb
import numpy as np
import pytest

from llq import connect, love_letter
from llq.errors import CorruptTable, TableLeftOut, TableMissing
from llq.query.sql import table_cache
from llq.query.sql.database import ReadingConnection, open_connection
from llq.store import database
from llq.store.atomic import exclusive
from llq.store.block_hashes import block_hashes_path, write_block_hashes
from llq.store.shipped import standard_folder
from llq.store.tables import open_table
from tests.store.samples import flip_bit_at

DECK = "deck-1-1-1-1-1-1-0-0"
STATES = "love_letter_deck_1_1_1_1_1_1_0_0"
STUDY = "love_letter-classic-study.h5"


@pytest.fixture(scope="module")
def small_file(tmp_path_factory):
    """Return the file of a table that is soon laid out: that of a deck of six cards."""
    return love_letter.table.build(DECK, tmp_path_factory.mktemp("small"))


@pytest.fixture(scope="module", autouse=True)
def two_tables(small_file, tmp_path_factory):
    """Have a table and a study, both small, and no others."""
    folder = tmp_path_factory.mktemp("two")
    for file in (small_file, standard_folder() / STUDY):
        (folder / file.name).symlink_to(file)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LLQ_TABLES", str(folder))
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="module")
def table(small_file):
    """Return the small table."""
    return love_letter.table.open(DECK, small_file)


@pytest.fixture(scope="module")
def layout(small_file):
    """Return the layout of the small table."""
    table = table_cache.built_tables()[0][small_file.stem]
    return table_cache.find_layout(table) or table_cache.lay_out(table)


@pytest.fixture
def of_one(small_file, tmp_path, monkeypatch):
    """Return a folder with the small table alone."""
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    (tmp_path / small_file.name).symlink_to(small_file)
    return tmp_path


@pytest.fixture
def alone(of_one, monkeypatch):
    """Return a folder with the small table alone, laid out nowhere yet."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(of_one / "cache"))
    return of_one


@pytest.fixture
def laid_out(layout, alone):
    """Return the one layout of a folder with the small table alone: a copy of another's."""
    shutil.copy(block_hashes_path(layout), table_cache.layout_folder())
    return Path(shutil.copy(layout, table_cache.layout_folder()))


@pytest.fixture
def damaged(of_one):
    """Return a folder with a sound table of one game and a damaged one of another."""
    (of_one / "dominion-31.h5").write_bytes(b"half a file")
    return of_one


@pytest.fixture(scope="module")
def connection():
    """Return a connection to the database."""
    with connect() as connection:
        yield connection


def test_every_state_is_there(connection, table):
    """The view of states has each state once, with the table's value and action."""
    rows = connection.sql(f"SELECT rank, win_prob, action FROM {STATES} ORDER BY rank")
    columns = rows.fetchnumpy()
    assert np.array_equal(columns["rank"], np.arange(table.space.size))
    assert np.array_equal(columns["win_prob"], table.values)
    texts = np.array([table.rules.describe(a) for a in table.rules.actions])
    assert (columns["action"] == texts[table.actions_chosen]).all()


def test_states_are_decoded_as_the_library_sees_them(connection, table):
    """Rows of the view, asked for in the library's words, give the same answer."""
    cursor = connection.execute(
        f"SELECT * FROM {STATES} WHERE (opponent IS NULL) = (NOT opponent_known) AND reachable"
    )
    names = [column[0] for column in cursor.description]
    rows = [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
    assert len(rows) > 200
    cards = table.rules.cards
    for row in rows:
        hand = (row["card_1"], row["card_2"])
        copies = {
            card.name: card.copies - row[f"unseen_{card.name.lower()}"] - hand.count(card.name)
            for card in cards
        }
        answer = love_letter.lookup(
            *hand,
            seen=copies,
            opponent=row["opponent"],
            opponent_knows=row["opponent_knows"],
            handmaid=row["handmaid"],
            variant=DECK,
        )
        assert (answer.value, answer.text, answer.n) == (row["win_prob"], row["action"], row["n"])


def test_a_query_reads_the_tables_and_nothing_else(connection, layout):
    """No query writes a table's file, touches another one, loads an extension or unlocks that."""
    for query in [
        f'DELETE FROM "love_letter-{DECK}".main.{STATES}_state',
        f'CREATE TABLE "love_letter-{DECK}".main.mine AS SELECT 1',
        f"DELETE FROM {STATES}_state",
        "FROM read_csv('/etc/hostname')",
        "FROM '/etc/hostname.csv'",
        "FROM glob('/etc/*')",
        "COPY (SELECT 1) TO '{0}' (FORMAT csv, USE_TMP_FILE false)",
        "EXPLAIN ANALYZE COPY (SELECT 1) TO '{0}' (FORMAT csv, USE_TMP_FILE false)",
        "SELECT 1; COPY (SELECT 1) TO '{0}' (FORMAT csv, USE_TMP_FILE false)",
        "PREPARE p AS COPY (SELECT 1) TO '{0}' (FORMAT csv, USE_TMP_FILE false)",
        "WITH x AS (COPY (SELECT 1) TO '{0}.wal' (FORMAT csv)) FROM x",
        "CREATE TABLE y AS WITH x AS (COPY (SELECT 1) TO '{0}.wal' (FORMAT csv)) FROM x",
        "FROM query('WITH x AS (COPY (SELECT 1) TO ''{0}.wal'' (FORMAT csv)) FROM x')",
        f'DETACH "love_letter-{DECK}"',
        "ATTACH '{0}' AS again",
        "ATTACH 'new.duckdb'",
        "EXPORT DATABASE 'elsewhere'",
        "INSTALL httpfs",
        "LOAD httpfs",
        "FROM 'https://example.org/x.parquet'",
        "SET enable_external_access = true",
        "SET lock_configuration = false",
        "SET allowed_directories = ['/']",
        "SET temp_directory = '/tmp'",
        "RESET enable_external_access",
    ]:
        before = layout.read_bytes()
        with pytest.raises(duckdb.Error):
            connection.execute(query.format(layout))
        assert layout.read_bytes() == before
        assert not layout.with_name(f"{layout.name}.wal").exists()


def test_the_database_of_a_query_can_open_no_file(layout):
    """Behind the guard stands DuckDB: it writes and reads no file once the tables are attached."""
    before = {file: file.stat().st_mtime_ns for file in layout.parent.iterdir()}
    with ReadingConnection() as reading:
        assert reading.execute(f"SELECT count(*) FROM {STATES}_card").fetchone() == (8,)
        for query in [
            f"COPY (SELECT 1) TO '{layout.parent}/evil.csv'",
            f"COPY (SELECT 1) TO '{layout}' (FORMAT csv, USE_TMP_FILE false)",
            f"COPY (SELECT 1) TO '{layout}.wal' (FORMAT csv)",
            f"COPY (SELECT 1) TO '{layout}.wal.checkpoint' (FORMAT parquet)",
            f"WITH x AS (COPY (SELECT 1) TO '{layout.parent}/evil.csv') FROM x",
            f"ATTACH '{layout}' AS again (READ_ONLY)",
            f"FROM read_blob('{layout}')",
            f"EXPORT DATABASE '{layout.parent}'",
            "SET disabled_filesystems = ''",
            "RESET enable_external_access",
        ]:
            with pytest.raises(duckdb.Error):
                reading.plain.execute(query)
        assert reading.execute(f"SELECT count(*) FROM {STATES}_card").fetchone() == (8,)
    assert {file: file.stat().st_mtime_ns for file in layout.parent.iterdir()} == before


def test_files_where_they_are_allowed(tmp_path):
    """A connection that may use files writes and reads them."""
    path = tmp_path / "cards.csv"
    with connect(read_only_files=False) as connection:
        connection.execute(f"COPY (FROM {STATES}_card) TO '{path}'")
        (rows,) = connection.execute(f"SELECT count(*) FROM '{path}'").fetchone()
        connection.execute("SET threads = 1")
    assert rows == 8


def test_what_a_session_creates_is_its_own(connection):
    """Tables and views of one's own are there for the connection, and for no other."""
    connection.execute("CREATE TABLE mine AS SELECT 7 AS x; CREATE VIEW ours AS FROM mine")
    assert connection.cursor().execute("FROM ours").fetchall() == [(7,)]
    with connect() as other, pytest.raises(duckdb.CatalogException):
        other.execute("FROM mine")
    connection.execute("DROP VIEW ours; DROP TABLE mine")


def layouts():
    """Return the laid-out files with what changes when they are written anew."""
    files = table_cache.layout_folder().glob("*.duckdb")
    return {file.name: (file.stat().st_ino, file.stat().st_mtime_ns) for file in files}


def test_a_new_table_leaves_the_layout_of_others(connection, tmp_path, monkeypatch):
    """What is built later is laid out by itself, in the place of what it was before."""
    before = layouts()
    new = standard_folder() / "sueca-league.h5"
    for file in (*Path(os.environ["LLQ_TABLES"]).glob("*.h5"), new):
        (tmp_path / file.name).symlink_to(file)
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    old = table_cache.layout_folder() / f"{new.stem}.0123456789abcdef.duckdb"
    old.write_bytes(b"of an older table")
    with connect() as later:
        assert later.execute("SELECT count(*) > 0 FROM sueca_league").fetchone() == (True,)
    assert layouts().items() > before.items()
    assert len(layouts()) == len(before) + 1
    assert not old.exists()


def test_a_change_of_what_a_table_puts_into_sql_is_seen(layout, monkeypatch):
    """A layout is named after the code that makes it: other code does not find it."""
    table = table_cache.built_tables()[0][f"love_letter-{DECK}"]
    assert table_cache.find_layout(table) == layout
    monkeypatch.setattr("llq.query.sql.table_cache.code_hash", lambda: "other")
    assert table_cache.find_layout(table) is None


def test_a_damaged_layout_is_found_and_made_anew(laid_out, llq):
    """A flipped bit of a laid-out file is found; the next connection lays the table out again.

    ``llq verify-files`` reads what was laid out too, and exits with 1 where it is damaged.
    """

    def verified():
        code, out, _ = llq("verify-files", "--format", "json")
        return code, [row["sound"] for row in json.loads(out)]

    with connect() as connection:
        before = connection.execute(f"SELECT sum(win_prob) FROM {STATES}").fetchone()
    assert verified() == (0, [True, True])
    flip_bit_at(laid_out)
    ((path, problem),) = table_cache.verify_layouts()
    assert (path, "not those that were written" in str(problem)) == (laid_out, True)
    assert verified() == (1, [True, False])
    with connect() as connection:
        assert connection.execute(f"SELECT sum(win_prob) FROM {STATES}").fetchone() == before
    assert [problem for _, problem in table_cache.verify_layouts()] == [None]


def test_a_layout_that_is_being_written_is_no_damage(alone, monkeypatch):
    """A layout in place whose hashes are still to come is verified once they are there."""
    writes, looked = Event(), Event()

    def slowly(path):
        writes.set()
        looked.wait(60)
        write_block_hashes(path)

    def telling(path):
        if writes.is_set():
            looked.set()
        return exclusive(path)

    monkeypatch.setattr(table_cache, "write_block_hashes", slowly)
    monkeypatch.setattr(table_cache, "exclusive", telling)
    with ThreadPoolExecutor(1) as pool:
        writing = pool.submit(
            table_cache.lay_out, table_cache.built_tables()[0][f"love_letter-{DECK}"]
        )
        assert writes.wait(60)
        verdicts = list(table_cache.verify_layouts())
        looked.set()
        assert verdicts == [(writing.result(), None)]


def test_damage_behind_duckdbs_checksum_is_found(laid_out):
    """Any byte of a layout is checked before it is read, with no random number of the caller's."""
    table = table_cache.built_tables()[0][f"love_letter-{DECK}"]
    state, size = random.getstate(), laid_out.stat().st_size
    for place in range(0, size, size // 7):
        flip_bit_at(laid_out, place)
        assert table_cache.find_layout(table) is None
        flip_bit_at(laid_out, place)
        assert table_cache.find_layout(table) == laid_out
    assert random.getstate() == state


def test_damage_met_while_a_query_runs_is_said(laid_out, monkeypatch):
    """DuckDB's error about a file that was damaged since becomes one that says what to do."""
    with connect() as connection:
        connection.execute(f"FROM {STATES} LIMIT 1")
        flip_bit_at(laid_out)
        fail = Mock(side_effect=duckdb.Error("Corrupted RLE segment"))
        plain = Mock(extract_statements=lambda _: [], execute=fail, close=connection.plain.close)
        monkeypatch.setattr(connection, "plain", plain)
        with pytest.raises(CorruptTable, match="ask again"):
            connection.execute("FROM none")
        assert not laid_out.exists()


def test_catalogues_list_each_name_once(connection):
    """Every catalogue that clients read has each relation and column once, and no bookkeeping."""
    (names,) = zip(*connection.execute("SELECT name FROM source").fetchall(), strict=True)
    for listing in [
        "SELECT table_name FROM information_schema.tables",
        "SELECT DISTINCT table_name FROM information_schema.columns",
        "SELECT DISTINCT table_name FROM duckdb_columns() WHERE NOT internal",
        "SELECT name FROM (SHOW ALL TABLES)",
        "SELECT tablename FROM pg_catalog.pg_tables UNION ALL SELECT viewname FROM pg_views "
        "WHERE schemaname = 'main'",
        "SHOW TABLES",
    ]:
        listed = sorted(name for (name,) in connection.execute(listing).fetchall())
        own = [name for name in listed if not name.startswith(("duckdb_", "pragma_", "sqlite_"))]
        assert own == sorted([*names, "source"])
    for catalogue in ("duckdb_columns()", "information_schema.columns"):
        (twice,) = connection.execute(
            f"SELECT count(*) FROM (SELECT 1 FROM {catalogue} WHERE table_name LIKE 'love%' "
            "GROUP BY table_name, column_name HAVING count(*) > 1)"
        ).fetchone()
        assert twice == 0


def test_a_query_lays_out_only_what_it_names(laid_out, damaged, small_file):
    """Neither an unknown name nor a keyword in a comment or a column's name opens other tables."""
    (damaged / STUDY).symlink_to(standard_folder() / STUDY)
    columns = ("copy", "call", "query", "source", "use", "show", "export")
    rows = f"SELECT win_prob, {', '.join(f'1 AS {name}' for name in columns)} FROM {STATES}"
    words = [f"WHERE {name} = 1" for name in columns if name != "show"]
    with open_connection(is_lazy=True) as connection:
        with pytest.raises(duckdb.CatalogException):
            connection.execute("FROM none_such")
        assert not connection.tables.attached
        for end in ("ORDER BY win_prob DESC", "/* SHOW TABLES */ -- DESCRIBE", *words):
            connection.execute(f"SELECT * FROM ({rows}) {end}").fetchall()
            assert [table.name for table in connection.tables.attached] == [small_file.stem]
    assert len(layouts()) == 1


@pytest.mark.long
def test_a_list_of_all_lays_nothing_out(tmp_path, monkeypatch, capsys):
    """Names, columns and comments come from the manual; a query that names a view gets its rows."""
    monkeypatch.delenv("LLQ_STANDARD_TABLES")
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    listed = (
        "SELECT column_name, data_type, comment FROM duckdb_columns() "
        "WHERE table_name LIKE 'dominion_king%' AND database_name = current_database()"
    )
    with connect() as connection:
        assert ("dominion_kingdom_ranking",) in connection.execute("SHOW TABLES").fetchall()
        columns = connection.execute(listed).fetchall()
        assert not any(name.startswith("dominion") for name in layouts())
        assert connection.sql("FROM dominion_kingdom_ranking").count("*").fetchall() == [(656,)]
        assert connection.execute(listed).fetchall() == columns != []
    assert "Laying out dominion-kingdom for SQL" in capsys.readouterr().err


def test_a_large_table_is_laid_out_when_a_query_names_it(alone, monkeypatch):
    """Before that it costs nothing; then it answers in each thread's cursor, closed or not."""
    monkeypatch.setattr("llq.query.sql.table_cache._LARGE_ROWS", 10)
    connection = connect()
    cursor = connection.cursor()
    assert layouts() == {}
    assert connection.execute("SHOW TABLES").fetchall() == [("source",)]
    (rows,) = cursor.execute(f"SELECT count(*) FROM {STATES}").fetchone()
    assert rows > 1000
    assert connection.sql(f"FROM {STATES}").count("*").fetchall() == [(rows,)]
    assert connection.table(f"{STATES}_card").fetchall()
    assert connection.sql("SELECT count(*) > 3 FROM source").fetchall() == [(True,)]
    with connect() as again:  # it is there now, and costs nothing more
        assert (STATES,) in again.execute("SHOW TABLES").fetchall()


@pytest.mark.parametrize("is_writing", [False, True])
def test_another_thread_stops_the_layout_of_a_large_table(alone, monkeypatch, is_writing):
    """An interrupt is heard while the table is read and while DuckDB writes; nothing is left."""
    monkeypatch.setattr("llq.query.sql.table_cache._LARGE_ROWS", 10)
    started, stopped = Event(), Event()
    connection = connect()
    (table,) = connection.tables.built.values()

    load = table.kind.table.load

    def load_slowly(name, path=None):
        started.set()
        assert stopped.wait(60)
        return load(name, path)

    def write_for_ever(connection, _):
        started.set()
        connection.execute("SELECT count(*) FROM range(1000000) a, range(1000000) b")

    if is_writing:
        monkeypatch.setattr(database, "load", write_for_ever)
    else:
        monkeypatch.setattr(table.kind.table, "load", load_slowly)
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(connection.execute, f"FROM {STATES}")
        assert started.wait(60)
        while not future.done():
            connection.interrupt()
            stopped.set()
            wait([future], timeout=0.1)
    assert isinstance(future.exception(), KeyboardInterrupt)
    assert layouts() == {}


def test_two_processes_lay_a_table_out_once(alone, monkeypatch):
    """The second waits for the first, and takes what it wrote instead of removing it."""
    built, _ = table_cache.built_tables()
    (table,) = built.values()
    written, write = [], database.write_database
    monkeypatch.setattr(database, "write_database", lambda *args: (written.append(1), write(*args)))
    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(table_cache.lay_out, [table, table])
    assert (first, written) == (second, [1])
    assert table_cache.find_layout(table) == first


def test_a_layout_that_another_process_replaced_is_made_again(laid_out, monkeypatch):
    """Between finding a file and attaching it, another process may put another in its place."""
    attach, removals = database.attach, []

    def attach_late(connection, path, name):
        if not removals:
            removals.append(path.unlink())
        attach(connection, path, name)

    monkeypatch.setattr(database, "attach", attach_late)
    with connect() as connection:
        assert connection.execute(f"SELECT count(*) > 0 FROM {STATES}").fetchone() == (True,)
    assert removals == [None]


def test_a_view_of_a_table_that_is_not_built_says_what_builds_it(connection):
    """Python is told the command and its time, by every way of asking."""
    for name, remedy in [
        ("literature_league", r"llq build literature-league \("),
        ("dominion_strategy", "llq build dominion-strategies"),
        ("dominion_250_policy", "llq build dominion --turns 250"),
        ("love_letter_big_opening", "llq build love-letter --variant big"),
        ("love_letter_classic_discards", "love-letter --variant classic --scoring discards"),
        ("love_letter_deck_5_2_2_2_2_1_1_0_card", "llq build love-letter --deck 5,2,2,2,2,1,1,0"),
        ("LOVE_LETTER_CLASSIC_OPENING", "llq build love-letter"),
        ("love_letter_huibers_2016_table4_compared", "llq build love-letter"),
        ("sueca_match", "llq build sueca-matches"),
        ("literature_curve", "llq build literature-policies"),
    ]:
        for ask in (connection.execute, connection.sql, connection.query):
            with pytest.raises(TableMissing, match=remedy):
                ask(f"SELECT 1 FROM {name}")
        with pytest.raises(TableMissing, match=remedy):
            connection.table(name)


def test_a_hint_is_of_the_librarys_names(connection):
    """A mistyped name has the nearest names; what SQL does not hold, the command that answers."""
    for name, hint in [
        ("dominion_kingdom", "dominion_kingdom_ranking"),
        ("dominion_smithy", "llq dominion kingdom"),
        ("lov_letter_classic", "love_letter_classic"),
        ("sueca_match_", "sueca_match"),
        ("love_letter_matches", "llq sql --schema"),
        ("sueca_deal_values", "llq sueca deal-values"),
        ("dominion_scores", "dominion_strategy or dominion_distribution?"),
        ("love_letter_durations", "love_letter_classic_length?"),
        ("dominion_nothing", "llq sql --schema"),
        ("sueca_cards", "llq sueca advise"),
    ]:
        with pytest.raises(duckdb.CatalogException, match=name) as error:
            connection.execute(f"FROM {name}")
        assert hint in str(error.value)


def test_sources_say_where_each_view_comes_from(connection):
    """There is a row for each relation and view, with the table's hash and what builds it."""
    names = {name for (name,) in connection.execute("SHOW TABLES").fetchall()}
    cursor = connection.execute("FROM source")
    columns = [column[0] for column in cursor.description]
    rows = {row[0]: dict(zip(columns, row, strict=True)) for row in cursor.fetchall()}
    assert rows.keys() == names - {"source"}
    row = rows["love_letter_classic_exact"]
    with open_table(standard_folder() / STUDY) as study:
        assert row["content_hash"] == study.info.content_hash
    assert row["table_file"] == STUDY
    assert row["command"] == "llq build love-letter-study --variant classic"
    assert row["rules"] == "love-letter/classic v1"
    assert row["paper"] is row["seed"] is None
    assert "exact" in row["accuracy"]
    assert rows["love_letter_huibers_2016_table11"]["paper"].startswith("Huibers")


def test_cursors_serve_threads(connection):
    """A cursor a thread gives every thread the right rows."""

    def best(b1):
        with connection.cursor() as cursor:
            return cursor.execute(
                f"SELECT max(win_prob) FROM {STATES}_opening WHERE b1 = ?", [b1]
            ).fetchone()

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(best, range(1, 8))) == [best(b1) for b1 in range(1, 8)]


def test_without_tables_there_is_nothing_to_connect_to(tmp_path, monkeypatch):
    """With no table built, the error names the command that builds one."""
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    with pytest.raises(TableMissing, match="llq build love-letter"):
        connect()


def test_a_damaged_table_of_one_game_leaves_the_others(damaged):
    """What is refused is left out and said, with what to do; every other table answers."""
    with pytest.warns(TableLeftOut, match=r"dominion-31\.h5.*llq build dominion") as warned:
        connection = connect()
    assert len(warned) == 1
    (rows,) = connection.execute(f"SELECT count(*) FROM {STATES}").fetchone()
    assert rows == love_letter.table.open(DECK).space.size
    names = {name for (name,) in connection.execute("SHOW TABLES").fetchall()}
    assert not any(name.startswith("dominion") for name in names)


def test_a_table_that_was_left_out_is_there_once_built(of_one):
    """After the build that the warning asks for, the next connection has the table."""
    study = of_one / STUDY
    study.write_bytes(b"half a file")
    with pytest.warns(TableLeftOut):
        connect().close()
    study.unlink()
    study.symlink_to(standard_folder() / STUDY)
    with connect() as connection:
        (rows,) = connection.execute("SELECT count(*) FROM love_letter_classic_exact").fetchone()
    assert rows > 0


ONE = "SELECT 1 AS one FROM source LIMIT 1"


@pytest.mark.parametrize(
    ("query", "listed"),
    [
        ("SHOW TABLES", True),
        ("-- all of them\n/* or\nmore */ describe", True),
        ("SELECT 1; PRAGMA show_tables", True),
        ("SELECT view_name FROM duckdb_views()", True),
        (f"SELECT * FROM {STATES} ORDER BY win_prob DESC", False),
        (f"SELECT rank AS copy, 'duckdb_views; show' AS query FROM {STATES} LIMIT 1", False),
    ],
)
@pytest.mark.filterwarnings("ignore::llq.errors.TableLeftOut")
def test_what_is_about_everything_attaches_everything(damaged, query, listed):
    """A query that lists what there is sees it all; a word of one table's query is no such list."""
    with open_connection(is_lazy=True) as connection:
        assert connection.execute(query).fetchall()
        assert connection.tables.is_listed is listed


@pytest.mark.filterwarnings("ignore::llq.errors.TableLeftOut")
def test_what_was_attached_for_one_query_has_comments_once_all_is_listed(damaged):
    """A short query does without them; who looks at everything after it finds them."""
    query = f"SELECT comment <> '' FROM duckdb_views() WHERE view_name = '{STATES}'"
    with open_connection(is_lazy=True) as connection:
        connection.execute(f"FROM {STATES} LIMIT 1")
        connection.outline()
        assert connection.execute(query).fetchone() == (True,)
        listed = connection.execute("SELECT name FROM source").fetchall()
    assert (STATES,) in listed


def test_the_command_line_says_what_is_left_out(damaged, llq):
    """``llq sql`` answers of the other games, after one line about the table that is refused."""
    code, out, err = llq("sql", ONE, "--format", "csv")
    assert (code, out) == (0, "one\n1\n")
    (line,) = err.splitlines()
    assert line.startswith("llq: left out of the database: ")
    assert "llq build dominion" in line


def test_a_home_that_cannot_be_written_is_said_and_answered(monkeypatch, tmp_path, capsys):
    """Where no layout can be kept a query is answered all the same, with one line on stderr."""
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    league = "sueca-league.h5"
    (tmp_path / league).symlink_to(standard_folder() / league)
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    with connect() as unkept:
        assert unkept.execute("SELECT count(*) > 0 FROM sueca_league").fetchone() == (True,)
    lines = capsys.readouterr().err.splitlines()
    assert len([line for line in lines if "set XDG_CACHE_HOME" in line]) == 1


@pytest.mark.parametrize(
    ("packages", "method"),
    [(["pandas"], "df"), (["polars", "pyarrow"], "pl"), (["pyarrow"], "arrow")],
)
def test_an_answer_is_a_data_frame(packages, method, connection):
    """``con.sql(…).df()``, ``.pl()`` and ``.arrow()`` hold the rows and names of the answer."""
    for package in packages:
        pytest.importorskip(package)
    cards = connection.sql(f"FROM {STATES}_card ORDER BY card")
    frame = getattr(cards, method)()
    frame = frame.read_all() if hasattr(frame, "read_all") else frame
    assert [str(name) for name in frame["name"]] == [row[1] for row in cards.fetchall()]
