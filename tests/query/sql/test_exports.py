"""The database as files for other programs."""

from contextlib import contextmanager

import duckdb
import pytest

import llq
from llq.errors import TableNotWritable
from llq.query.sql.exports import export_database, export_parquet
from llq.store.shipped import standard_folder


@pytest.fixture(scope="module", autouse=True)
def alone(tmp_path_factory):
    """Have the table of Sueca's league and no other."""
    folder, name = tmp_path_factory.mktemp("tables"), "sueca-league.h5"
    (folder / name).symlink_to(standard_folder() / name)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LLQ_TABLES", str(folder))
        yield


def everything(connection):
    """Return every name, column, type and comment of a database, and the number of rows."""
    columns = connection.execute(
        "SELECT table_name, column_name, data_type, comment FROM duckdb_columns() "
        "WHERE NOT internal AND database_name = current_database() ORDER BY ALL"
    ).fetchall()
    names = dict.fromkeys(row[0] for row in columns)
    comments = connection.execute(
        "SELECT table_name, comment FROM duckdb_tables() WHERE database_name = current_database() "
        "UNION ALL SELECT view_name, comment FROM duckdb_views() "
        "WHERE NOT internal AND database_name = current_database() ORDER BY ALL"
    ).fetchall()
    rows = [connection.execute(f"SELECT count(*) FROM {name}").fetchone() for name in names]
    return columns, comments, rows


def test_an_exported_file_is_what_a_connection_has(tmp_path):
    """It opens without llq, with real tables, and every view, row, type and comment."""
    path = export_database(tmp_path / "out.duckdb")
    with duckdb.connect(path, read_only=True) as plain, llq.connect() as connection:
        connection.execute("FROM source")  # attaches all
        assert everything(plain) == everything(connection)
        relations = plain.execute("SELECT table_name FROM duckdb_tables()").fetchall()
        assert {("sueca_league_deal",), ("source",)} <= {*relations}
        assert plain.execute(
            "SELECT DISTINCT database_name FROM duckdb_databases() WHERE NOT internal"
        ).fetchall() == [("out",)]
    assert [*tmp_path.iterdir()] == [path]


def test_parquet_has_each_relation_and_view(tmp_path):
    """Each relation and view is a file of its name, with all its rows."""
    files = {path.stem: path for path in export_parquet(tmp_path / "it's parquet")}
    with llq.connect() as connection:
        names = {name for (name,) in connection.execute("SHOW TABLES").fetchall()}
        assert files.keys() == names
        for name, path in files.items():
            (rows,) = connection.execute(f"SELECT count(*) FROM {name}").fetchone()
            count = duckdb.execute("SELECT count(*) FROM read_parquet(?)", [str(path)])
            assert count.fetchone() == (rows,)


def test_what_is_there_stays(tmp_path):
    """A database, a note or a folder of files is replaced only if that is asked for."""
    notes, folder = tmp_path / "notes.duckdb", tmp_path / "parquet"
    notes.write_text("keep me")
    folder.mkdir()
    own_file = folder / "source.parquet"
    duckdb.execute(f"COPY (SELECT 42 AS x) TO '{own_file}'")
    for export, path, victim in (
        (export_database, notes, notes),
        (export_database, folder, own_file),
        (export_parquet, folder, own_file),
    ):
        before = victim.read_bytes()
        with pytest.raises(TableNotWritable, match="replace it with --replace"):
            export(path)
        assert victim.read_bytes() == before
    assert sorted(tmp_path.rglob("*")) == sorted([notes, folder, own_file])
    export_database(notes, replace=True)
    export_parquet(folder / "made" / "with it", replace=True)
    with duckdb.connect(notes) as connection:
        assert connection.execute("SELECT count(*) > 1 FROM source").fetchone() == (True,)


@pytest.mark.parametrize("export", [export_database, export_parquet])
def test_an_interrupted_export_leaves_what_was_there(export, tmp_path, monkeypatch):
    """Ctrl-C in the middle leaves neither half a file nor a temporary one."""
    path = tmp_path / "out"
    export(path)
    before = {file: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()}

    @contextmanager
    def interrupted(label):
        yield
        if label.startswith("Writing"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        export(path, replace=True, working=interrupted)
    assert {left for left in tmp_path.rglob("*") if left.is_file()} == before.keys()


@pytest.mark.parametrize("path", ["x" * 5000, "a\0b"])
@pytest.mark.parametrize("export", [llq.export_database, llq.export_parquet])
def test_what_no_path_can_be_is_refused_before_any_work(export, path):
    """A name that is too long or has a null character is the project's error, not the system's."""
    with pytest.raises(TableNotWritable, match="cannot be written"):
        export(path)
