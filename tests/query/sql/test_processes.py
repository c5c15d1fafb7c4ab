"""Strangers' queries in processes that can be stopped."""

import pickle
from concurrent.futures import ThreadPoolExecutor
from unittest.mock import Mock

import pytest

from llq.errors import Busy, QueryRefused, TakesTooLong, TooLarge, WorkersLost
from llq.query.sql import processes as sql_process
from llq.query.sql.processes import QueryLimits, QueryProcesses
from llq.store.shipped import standard_folder


@pytest.fixture(scope="module")
def processes(folders):
    """Return processes with narrow limits."""
    limits = QueryLimits(seconds=60.0, bytes=300_000_000, answer_bytes=100_000, processes=1)
    return QueryProcesses(limits)


@pytest.fixture(scope="module")
def impatient(folders):
    """Return processes that stop a query after half a second."""
    return QueryProcesses(QueryLimits(seconds=0.5, processes=1))


def test_an_answer_is_ready_for_json(processes):
    """Columns have names of their own, and values that JSON has."""
    answer = processes.ask(
        "SELECT 1 AS a, 2.5::DECIMAL(3, 1) AS a, 'nan'::DOUBLE AS b, DATE '2000-01-02' AS c, "
        "[1, NULL] AS d, {'x': true} AS e",
        10,
    )
    assert answer.columns == ["a", "a_2", "b", "c", "d", "e"]
    assert answer.rows == [[1, 2.5, None, "2000-01-02", [1, None], {"x": True}]]
    assert answer.sources == []


def test_a_query_of_a_stranger_lays_out_only_what_it_names(tmp_path, monkeypatch):
    """To say where its numbers come from, an answer needs no other table than its own."""
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for name in ("love_letter-classic-study.h5", "sueca-league.h5"):
        (tmp_path / name).symlink_to(standard_folder() / name)
    answer = QueryProcesses(QueryLimits(seconds=60.0, processes=1)).ask(
        "SELECT count(*) AS copy FROM love_letter_classic_seat", 1
    )
    assert [source["table_file"] for source in answer.sources] == ["love_letter-classic-study.h5"]
    layouts = (tmp_path / "cache").rglob("*.duckdb")
    assert [path.name.partition(".")[0] for path in layouts] == ["love_letter-classic-study"]


def hostile_pipe(message):
    """Return a pipe whose other end has been taken over, and answers with a message."""

    def receive(most):
        if len(message) > most:
            raise OSError("too long")
        return message

    return Mock(poll=lambda _: True, recv_bytes=receive)


def test_nothing_that_comes_back_is_more_than_text():
    """A process that a query has taken over cannot make the server run or raise anything else."""
    for message, refusal in [
        (pickle.dumps(print), TooLarge),
        (b'{"refusal": "SystemExit", "message": "no"}', QueryRefused),
        (b'{"refusal": "annotations", "message": "no"}', QueryRefused),
        (b"[" * 20_000_000, TooLarge),
    ]:
        process = object.__new__(sql_process._QueryProcess)
        process.limits, process.is_alive, process.has_begun = QueryLimits(), True, True
        process.pipe, process.process = hostile_pipe(message), Mock()
        hostile = QueryProcesses(process.limits)
        hostile._idle.append(process)
        with pytest.raises(refusal):
            hostile.ask("SELECT 1", 1)


def test_rows_are_counted(processes):
    """At most so many rows come as were asked for, and it is said that there are more."""
    answer = processes.ask("FROM range(5)", 3)
    assert (answer.rows, answer.is_cut) == ([[0], [1], [2]], True)
    assert not processes.ask("FROM range(5)", 5).is_cut


ENDLESS = "SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE a.range * b.range = 7"


def test_a_query_without_end_is_stopped(impatient):
    """A query that takes too long is stopped, and the next one is answered."""
    with pytest.raises(TakesTooLong, match=r"more than 0\.5 seconds"):
        impatient.ask(ENDLESS, 10)
    assert impatient.ask("SELECT 7", 1).rows == [[7]]


def test_memory_is_limited(processes):
    """A query cannot take the machine's memory, and the next one is answered."""
    with pytest.raises(TooLarge, match=r"0\.3 GB"):
        processes.ask("SELECT length(repeat('x', 3000000000))", 10)
    assert processes.ask("SELECT 7", 1).rows == [[7]]


def test_the_sizes_of_query_and_answer_are_limited(processes):
    """Neither a long query nor a large answer passes through the server."""
    with pytest.raises(TooLarge, match="characters"):
        processes.ask("SELECT '" + "x" * 20_000 + "'", 1)
    with pytest.raises(TooLarge, match="the answer"):
        processes.ask("SELECT repeat('x', 200000)", 1)


def test_questions_wait_for_a_process_only_so_long(impatient, monkeypatch):
    """With all processes busy the answer is that the server is busy."""
    monkeypatch.setattr(sql_process, "_WAIT_SECONDS", 0.05)
    impatient.ask("SELECT 1", 1)
    with ThreadPoolExecutor(2) as threads:
        refusals = [
            type(future.exception())
            for future in [threads.submit(impatient.ask, ENDLESS, 1) for _ in "ab"]
        ]
    assert sorted(refusals, key=str) == sorted([Busy, TakesTooLong], key=str)


def test_a_query_that_does_not_stop_loses_its_process(impatient):
    """DuckDB does not hear an interruption inside one call; its process is ended then."""
    with pytest.raises(TakesTooLong):
        impatient.ask("SELECT levenshtein(repeat('a', 300000), repeat('b', 300000))", 1)
    assert impatient._idle == []


def test_a_refusal_is_one_line(processes):
    """What DuckDB says comes in one line, without the query that it repeats."""
    for query, message in [
        ("SELEC 1", 'Parser Error: syntax error at or near "SELEC"'),
        ("SELECT '\ud800'", "the query is not valid Unicode"),
        ("SELECT error('no')", "Invalid Input Error: no"),
        ("SELECT now()", "times with a time zone are not shown; cast them: …::VARCHAR"),
    ]:
        with pytest.raises(QueryRefused) as refusal:
            processes.ask(query, 1)
        assert str(refusal.value) == message


def test_a_query_writes_nothing(processes, tmp_path):
    """What a query would leave behind is refused."""
    for query in ("CREATE TABLE mine AS SELECT 1", f"COPY (SELECT 1) TO '{tmp_path}/x.csv'"):
        with pytest.raises(QueryRefused):
            processes.ask(query, 1)
    assert list(tmp_path.iterdir()) == []


def test_a_process_that_does_not_begin_says_so(monkeypatch):
    """What ends before it asks for a query has not taken too much memory: a script has no guard."""
    monkeypatch.setattr(sql_process, "_serve", _end)
    with pytest.raises(WorkersLost, match='if __name__ == "__main__":'):
        QueryProcesses(QueryLimits(processes=1)).ask("SELECT 1", 1)


def _end(*_):
    """Do nothing, as a process that fails while it imports the script that began it."""
