"""The database over the built tables."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import duckdb
import numpy as np
import pytest

import llq
from llq.errors import LlqError, TableLeftOut, TableMissing
from llq.query.love_letter import table as love_letter

DECK = "deck-2-1-1-1-1-1-0-1"
STATES = "love_letter_deck_2_1_1_1_1_1_0_1"


@pytest.fixture(scope="module", autouse=True)
def alone(classic_file, dominion_file, tmp_path_factory):
    """Have the classic table and no other: what the test run has built by now takes longer."""
    folder = tmp_path_factory.mktemp("alone")
    (folder / classic_file.name).symlink_to(classic_file)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LLQ_TABLES", str(folder))
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="module")
def small_file(tmp_path_factory):
    """Return the file of a table that is soon laid out: that of a deck of nine cards."""
    return llq.love_letter.build_table(DECK, tmp_path_factory.mktemp("small"))


@pytest.fixture(scope="module")
def connection():
    """Return a connection to the database."""
    with llq.connect() as connection:
        yield connection


def test_every_state_is_there(connection, classic):
    """The view of states has each state once, with the table's value and action."""
    rows = connection.sql("SELECT rank, win_prob, action FROM love_letter_classic ORDER BY rank")
    columns = rows.fetchnumpy()
    assert np.array_equal(columns["rank"], np.arange(classic.space.size))
    assert np.array_equal(columns["win_prob"], classic.values)
    texts = np.array([classic.rules.describe(a) for a in classic.rules.actions])
    assert (columns["action"] == texts[classic.actions_chosen]).all()


def test_states_are_decoded_as_the_library_sees_them(connection, classic):
    """Random rows of the view, asked for in the library's words, give the same answer."""
    cursor = connection.execute(
        "SELECT * FROM love_letter_classic WHERE (opponent IS NULL) = (NOT opponent_known) "
        "AND reachable AND hash(rank) % 3001 = 0"
    )
    names = [column[0] for column in cursor.description]
    rows = [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
    assert len(rows) > 200
    cards = classic.rules.cards
    for row in rows:
        hand = (row["card_1"], row["card_2"])
        seen = {
            c.name: c.copies - row[f"unseen_{c.name.lower()}"] - hand.count(c.name) for c in cards
        }
        answer = llq.lookup(
            *hand,
            seen=seen,
            opponent=row["opponent"],
            opponent_knows=row["opponent_knows"],
            handmaid=row["handmaid"],
        )
        assert (answer.value, answer.text, answer.n) == (
            row["win_prob"],
            row["action"],
            row["n"],
        )


def test_the_opening_table(connection):
    """The opening has the 33 hands of the thesis's Table 4, in its order."""
    rows = connection.sql("SELECT b1, b2 FROM love_letter_classic_opening").fetchall()
    published = connection.sql("SELECT b1, b2 FROM love_letter_published_table4").fetchall()
    assert rows == published
    assert len(rows) == 33


def test_table_4_disagrees_as_far_as_the_documentation_says(connection):
    """Four values to six decimals, 32 of 33 actions, none further off than 0.074."""
    exact, actions, worst = connection.execute(
        "SELECT count(*) FILTER (abs(difference) <= 5e-7), count(*) FILTER (same_action), "
        "max(abs(difference)) FROM love_letter_table4"
    ).fetchone()
    assert (exact, actions) == (4, 32)
    assert worst == pytest.approx(0.0738, abs=1e-3)


def test_the_database_is_read_only(connection):
    """No query can change what others read."""
    with pytest.raises(duckdb.Error, match="read-only"):
        connection.execute("CREATE TABLE mine AS SELECT 1")


def test_a_second_connection_reads_the_cached_file(connection):
    """The database is made once; asking again opens the same file."""
    query = "SELECT path FROM duckdb_databases() WHERE path IS NOT NULL"
    (path,) = connection.execute(query).fetchone()
    before = Path(path).stat()
    with llq.connect() as again:
        assert again.execute(query).fetchone() == (path,)
    after = Path(path).stat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)


def test_cursors_serve_threads(connection):
    """A cursor a thread gives every thread the right rows."""

    def best(b1):
        with connection.cursor() as cursor:
            return cursor.execute(
                "SELECT max(win_prob) FROM love_letter_classic_opening WHERE b1 = ?", [b1]
            ).fetchone()

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(best, range(1, 8))) == [best(b1) for b1 in range(1, 8)]


def test_an_exported_file_stands_alone(tmp_path):
    """The exported file answers any DuckDB client, without llq."""
    path = llq.export_database(tmp_path / "llq.duckdb")
    with duckdb.connect(path, read_only=True) as plain:
        (rows,) = plain.execute("SELECT count(*) FROM love_letter_classic").fetchone()
    assert rows == 2_069_236


def test_an_exported_folder_of_parquet(tmp_path):
    """Every relation and view becomes a Parquet file with all its rows."""
    files = {path.stem: path for path in llq.export_parquet(tmp_path)}
    assert {"love_letter_classic", "love_letter_classic_opening"} <= files.keys()
    count = f"SELECT count(*) FROM '{files['love_letter_classic']}'"
    (rows,) = duckdb.execute(count).fetchone()
    assert rows == 2_069_236


def test_without_tables_there_is_nothing_to_connect_to(tmp_path, monkeypatch):
    """With no table built, the error names the command that builds one."""
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    with pytest.raises(TableMissing, match="llq build love-letter"):
        llq.connect()


@pytest.fixture
def damaged(small_file, tmp_path, monkeypatch):
    """Return a folder with a sound table of one game and a damaged one of another."""
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / small_file.name).symlink_to(small_file)
    (tmp_path / "dominion-31.h5").write_bytes(b"half a file")
    return tmp_path


def test_a_damaged_table_of_one_game_leaves_the_others(damaged):
    """What is refused is left out and said, with what to do; every other table answers."""
    with pytest.warns(TableLeftOut, match=r"dominion-31\.h5.*llq build dominion") as warned:
        connection = llq.connect()
    assert len(warned) == 1
    (rows,) = connection.execute(f"SELECT count(*) FROM {STATES}").fetchone()
    assert rows == love_letter.open_table(DECK).space.size
    names = {name for (name,) in connection.execute("SHOW TABLES").fetchall()}
    assert not any(name.startswith("dominion") for name in names)


def test_a_table_that_was_left_out_is_there_once_built(damaged, dominion_file):
    """After the build that the warning asks for, the next connection has the table."""
    with pytest.warns(TableLeftOut):
        llq.connect().close()
    (damaged / "dominion-31.h5").unlink()
    (damaged / "dominion-31.h5").symlink_to(dominion_file)
    with llq.connect() as connection:
        (rows,) = connection.execute("SELECT count(*) FROM dominion_state").fetchone()
    assert rows > 0


def test_nothing_but_damaged_tables_is_an_error(damaged, small_file):
    """If every table is refused, there is no empty database but the reason."""
    (damaged / small_file.name).unlink()
    with pytest.raises(LlqError, match=r"dominion-31\.h5"):
        llq.connect()


def test_the_command_line_says_what_is_left_out(damaged):
    """``llq sql`` answers of the other games, after one line about the table that is refused."""
    done = subprocess.run(
        [Path(sys.executable).with_name("llq"), "sql", "SELECT 1 AS one", "--format", "csv"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "one\n1\n"
    (line,) = [x for x in done.stderr.splitlines() if not x.startswith("Laying out")]
    assert line.startswith("llq: left out of the database: ")
    assert "llq build dominion" in line


def test_a_view_that_nothing_has_built_says_what_builds_it(damaged):
    """A query of a game whose tables are not there names the commands that build them."""
    done = subprocess.run(
        [Path(sys.executable).with_name("llq"), "sql", "FROM literature_match"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "llq build literature-matches" in done.stderr.splitlines()[-1]
    assert "sueca" not in done.stderr
