"""Readers see an old table or a new one, whoever is killed and whenever."""

import os
import shutil
import sys
import threading
from typing import Any

import duckdb
import pytest
from filelock import FileLock

from llq.store.atomic import exclusive
from llq.store.locate import list_tables
from llq.store.tables import open_table, verify_table
from llq.store.writing import write_table
from tests.processes import run_python
from tests.store.samples import SPEC, sample_arrays

WRITERS = {
    "table": """
from llq.store.writing import write_table
from tests.store.samples import SPEC, sample_arrays
def write(path, seed=2):
    write_table(path, SPEC, sample_arrays(seed, 90_000))
""",
    "database": """
import numpy as np
from llq.store.database import Relation, write_database
def write(path, value=2):
    write_database(path, [Relation("states", {"value": value + np.arange(30_000) % 7 * 10}, "")])
""",
}
KILLED = """
import os, resource, signal, sys
for moment in sys.argv[2:]:
    if not os.fork():
        if moment.isdigit():  # where a file would be longer
            signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
            resource.setrlimit(resource.RLIMIT_FSIZE, (int(moment), resource.RLIM_INFINITY))
        sys.addaudithook(lambda event, _: event == moment and os.kill(os.getpid(), signal.SIGKILL))
        write(f"{sys.argv[1]}/{moment}/x.h5")
        os._exit(0)
    assert os.WIFSIGNALED(os.wait()[1]), moment
"""
BEFORE = ("0", "10000", "100000", "os.rename")
AFTER = ("shutil.rmtree",)
FULL_DISK = """
import resource, signal, sys
from pathlib import Path
from llq.errors import TableNotWritable
from llq.store.database import Relation, write_database
from llq.store.writing import write_table
from tests.store.samples import SPEC, sample_arrays
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
arrays = sample_arrays(2, 90_000)
for limit in (0, 100, 10_000, 50_000, 100_000):
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
    for write in (
        lambda path: write_table(path, SPEC, arrays),
        lambda path: write_database(path, [Relation("states", {"x": arrays["value"]}, "")]),
    ):
        try:
            write(Path(sys.argv[1]))
        except TableNotWritable as error:
            print(error)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="forks, and limits file sizes as POSIX does")
@pytest.mark.parametrize("kind", WRITERS)
def test_a_writer_that_is_killed_leaves_the_old_file_or_a_new_one(kind, tmp_path, monkeypatch):
    """Killed at any byte the old file is whole, once it is replaced the new; no other is listed."""
    names: dict[str, Any] = {}
    exec(WRITERS[kind], names)
    names["write"](tmp_path / "x.h5", 1)
    for moment in (*BEFORE, *AFTER):
        (tmp_path / moment).mkdir()
        shutil.copy(tmp_path / "x.h5", tmp_path / moment)
    run_python(WRITERS[kind] + KILLED, tmp_path, *BEFORE, *AFTER)
    for moment in (*BEFORE, *AFTER):
        path, seed = tmp_path / moment / "x.h5", 1 + (moment in AFTER)
        assert len(list(path.parent.glob(".x.h5.*.tmp"))) == 1, moment
        if kind == "table":
            with open_table(path, SPEC) as opened:
                assert (
                    opened.read("value").tobytes() == sample_arrays(seed, 90_000)["value"].tobytes()
                )
            monkeypatch.setenv("LLQ_TABLES", str(path.parent))
            assert [listed.path for listed in list_tables()] == [path]
        else:
            with duckdb.connect(path, read_only=True) as connection:
                rows = connection.sql("SELECT count(*), max(value) % 10 FROM states").fetchall()
            assert rows == [(30_000, seed)]


@pytest.mark.skipif(sys.platform == "win32", reason="limits file sizes as POSIX does")
def test_full_disk(table):
    """A disk that fills up at any byte is one clear line, and the old file is as it was."""
    before = table.read_bytes()
    done = run_python(FULL_DISK, table)
    assert done.stdout.count("File too large") == len(done.stdout.splitlines()) == 10
    assert done.stderr == ""
    assert table.read_bytes() == before
    assert list(table.parent.iterdir()) == [table]


def test_readers_while_replacing(table, arrays):
    """Readers on other threads always see one whole table, and an open one stays as it was."""
    others = sample_arrays(2)
    wanted = {verify_table(table).content_hash: arrays}
    stop, digests, failures = threading.Event(), set[str](), list[BaseException]()

    def read() -> None:
        try:
            while not stop.is_set():
                with open_table(table, SPEC) as opened:
                    digest = opened.info.content_hash
                    digests.add(digest)
                    value = opened.read("value")
                assert value.tobytes() == wanted[digest]["value"].tobytes()
        except BaseException as error:
            failures.append(error)

    early = open_table(table, SPEC)
    wanted[write_table(table, SPEC, others)] = others
    readers = [threading.Thread(target=read) for _ in range(3)]
    for reader in readers:
        reader.start()
    for turn in range(4):
        write_table(table, SPEC, (arrays, others)[turn % 2])
    stop.set()
    for reader in readers:
        reader.join()
    assert not failures
    assert digests == set(wanted)
    with early:
        assert early.read("value").tobytes() == arrays["value"].tobytes()


def test_what_a_killed_writer_left_is_removed_by_the_next(tmp_path):
    """The next writer of a table removes the folders of killed ones, and no living one's."""
    path = tmp_path / "x.h5"
    dead, older, living = (tmp_path / f".x.h5.{name}.tmp" for name in ("dead", "older", "living"))
    for folder in (dead, older, living):
        folder.mkdir()
    (dead / ".lock").touch()
    os.utime(older, (0, 0))
    with FileLock(living / ".lock"):
        write_table(path, SPEC, sample_arrays())
        assert sorted(tmp_path.glob(".x.h5.*")) == [living]
    write_table(path, SPEC, sample_arrays())
    assert not list(tmp_path.glob(".x.h5.*"))


def test_builders_of_one_table_wait_for_each_other(tmp_path, monkeypatch):
    """While one builds a table another waits, and is told so; alone nobody is."""
    path, order = tmp_path / "x.h5", []
    acquire, waits = FileLock.acquire, threading.Event()

    def acquire_or_say(lock: FileLock, timeout: float | None = None) -> object:
        if timeout is None:
            waits.set()
        return acquire(lock, timeout)

    def second() -> None:
        with exclusive(path) as waited:
            order.append(("second", waited))

    monkeypatch.setattr(FileLock, "acquire", acquire_or_say)
    with exclusive(path) as waited:
        thread = threading.Thread(target=second)
        thread.start()
        assert waits.wait(60)
        order.append(("first", waited))
    thread.join()
    assert order == [("first", False), ("second", True)]
