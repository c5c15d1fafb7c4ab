"""Strangers' queries, answered in separate processes that can be stopped.

DuckDB counts only a part of the memory that a query takes, and may not notice for half a minute
that it is to stop. So a query runs in another process, with a limit of the operating system where
there is one, and a process that does not answer in time is ended. What comes back is JSON: whatever
a query makes of its process, the server reads no more than text.
"""

from __future__ import annotations

import faulthandler
import json
import math
import os
import signal
import warnings
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from multiprocessing import get_context
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from threading import BoundedSemaphore
from typing import TYPE_CHECKING, Any
from uuid import UUID

from llq import errors
from llq.errors import (
    Busy,
    LlqError,
    QueryRefused,
    TableLeftOut,
    TakesTooLong,
    TooLarge,
    WorkersLost,
)
from llq.query.records import distinct

if TYPE_CHECKING:  # the server itself loads no DuckDB
    from llq.query.sql.database import ReadingConnection

_LAYOUT_SECONDS = 300.0
"""Extra seconds allowed for laying out a query's tables, once after each build."""

_MOST_BYTES = 100_000
"""Largest refusal message in bytes; answers may exceed it by `answer_bytes`."""

_NOT_BEGUN = (
    "the process that answers queries ended before it began: a script of your own starts its "
    'server below if __name__ == "__main__":, as each process imports the script again'
)

_EXCEEDED = (
    "the query took more than {}, which is all that one may; ask for less, or run it with llq sql, "
    "which has no limit"
)

_WAIT_SECONDS = 5.0
"""Longest wait for a free process."""


@dataclass(frozen=True, kw_only=True)
class QueryLimits:
    """Limits per query, and the number of simultaneous queries."""

    characters: int = 20_000
    """Of the query."""
    seconds: float = 20.0
    """The most that a query may run."""
    bytes: int = 1_000_000_000
    """Memory as counted by DuckDB; the process may take twice as much."""
    answer_bytes: int = 10_000_000
    processes: int = 2
    """Queries at once."""


@dataclass(frozen=True, kw_only=True)
class QueryAnswer:
    """Rows that answer a query, ready for JSON."""

    columns: list[str]
    """Names, each once."""
    types: list[str]
    """DuckDB's."""
    rows: list[list[Any]]
    """JSON values: numbers, texts, truth values, None, lists and objects."""
    is_cut: bool
    """Whether the answer has more rows than requested."""
    sources: list[dict[str, Any]]
    """The tables that the views come from: file, content hash, rules, command, seed."""


class QueryProcesses:
    """Pool of reusable query processes, started on demand."""

    def __init__(self, limits: QueryLimits) -> None:
        self.limits = limits
        self._free = BoundedSemaphore(limits.processes)
        self._idle: list[_QueryProcess] = []

    def ask(
        self, query: str, rows: int, laid_out: Callable[[], None] = lambda: None
    ) -> QueryAnswer:
        """Answer a query that reads the views, with at most ``rows`` rows.

        ``laid_out`` is called once the tables that it reads are laid out, and its time begins.
        """
        if len(query) > self.limits.characters:
            raise TooLarge(f"a query has at most {self.limits.characters:,} characters")
        if not self._free.acquire(timeout=_WAIT_SECONDS):
            raise Busy(
                f"{self.limits.processes} queries are being answered; ask again in a few seconds"
            )
        try:
            process = self._idle.pop() if self._idle else _QueryProcess(self.limits)
            answer = process.ask(query, rows, laid_out)
            if process.is_alive:
                self._idle.append(process)
        finally:
            self._free.release()
        if "refusal" not in answer:
            return QueryAnswer(**answer)
        kind = getattr(errors, answer["refusal"], None)
        if not (isinstance(kind, type) and issubclass(kind, LlqError)):
            kind = QueryRefused
        raise kind(answer["message"])


class _QueryProcess:
    """The parent's handle on one query process."""

    def __init__(self, limits: QueryLimits) -> None:
        context = get_context("spawn")
        self.limits = limits
        self.pipe, worker_pipe = context.Pipe()
        self.process = context.Process(target=_serve, args=(worker_pipe, limits), daemon=True)
        self.process.start()
        worker_pipe.close()
        self.is_alive, self.has_begun = True, False

    def ask(self, query: str, rows: int, laid_out: Callable[[], None]) -> dict[str, Any]:
        """Return a query's answer or failure reason; the process may end meanwhile."""
        reason: LlqError = WorkersLost(_NOT_BEGUN)
        with suppress(EOFError, OSError, ValueError):
            if not self.has_begun:
                self.has_begun = not self.pipe.recv_bytes(0)
            reason = _too_long(self.limits)
            self.pipe.send_bytes(json.dumps([query, rows]).encode())
            for seconds in (_LAYOUT_SECONDS, self.limits.seconds):
                if not self.pipe.poll(seconds):
                    break
                reason = _too_much_memory(self.limits)  # if it ends now
                if message := self.pipe.recv_bytes(_MOST_BYTES + self.limits.answer_bytes):
                    answer: dict[str, Any] = json.loads(message)
                    if answer.get("refusal") != TooLarge.__name__:
                        return answer
                    reason = TooLarge(answer["message"])
                    break  # what is left of its memory may not do for the next query
                laid_out()
                reason = _too_long(self.limits)
        self.is_alive = False
        self.process.kill()
        self.process.join()
        self.pipe.close()
        return _refusal(reason)


def _serve(pipe: Pipe, limits: QueryLimits) -> None:
    """Answer queries until the pipe's other end closes.

    An empty message says that it has begun and, for each query, another that the tables are laid
    out; the answer comes after it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, whose end is ours
    warnings.simplefilter("ignore", TableLeftOut)
    with suppress(AttributeError):
        os.nice(5)  # lookups go first
    _limit_memory(2 * limits.bytes)
    pipe.send_bytes(b"")
    with Path(os.devnull).open("w") as null_device, suppress(EOFError):
        while True:
            query, rows = json.loads(pipe.recv_bytes())
            # even if the server is not there any more
            seconds = 2 * (_LAYOUT_SECONDS + limits.seconds)
            faulthandler.dump_traceback_later(seconds, exit=True, file=null_device)
            pipe.send_bytes(_packed_answer(pipe, query, rows, limits))
            faulthandler.cancel_dump_traceback_later()


def _packed_answer(pipe: Pipe, query: str, rows: int, limits: QueryLimits) -> bytes:
    try:
        packed = json.dumps(asdict(_answer(pipe, query, rows, limits))).encode()
        if len(packed) <= limits.answer_bytes:
            return packed
        reason: LlqError = TooLarge(
            f"the answer has more than {limits.answer_bytes / 1e6:g} MB; ask for less"
        )
    except LlqError as error:
        reason = error
    except MemoryError:
        reason = _too_much_memory(limits)
    return json.dumps(_refusal(reason)).encode()


def _refusal(reason: LlqError) -> dict[str, Any]:
    return {"refusal": type(reason).__name__, "message": str(reason)}


def _answer(pipe: Pipe, query: str, row_limit: int, limits: QueryLimits) -> QueryAnswer:
    """Answer a query on a fresh connection, mapping DuckDB's errors to refusals."""
    import duckdb

    from llq.query.sql.database import ReadingConnection

    settings: dict[str, str | int] = {
        "memory_limit": f"{limits.bytes}B",
        "threads": 1,
        "max_temp_directory_size": "0B",
    }
    try:
        query.encode()
        with ReadingConnection(ready=lambda: pipe.send_bytes(b""), settings=settings) as connection:
            return _read_rows(connection, query, row_limit)
    except duckdb.OutOfMemoryException:
        raise _too_much_memory(limits) from None
    except UnicodeEncodeError:
        raise QueryRefused("the query is not valid Unicode") from None
    except (duckdb.Error, RuntimeError, TypeError, ValueError, OverflowError) as error:
        if isinstance(error, LlqError):
            raise
        message = str(error).partition("\n\nLINE ")[0]  # without the query
        raise QueryRefused(" ".join(message.split()) or type(error).__name__) from None


def _read_rows(connection: ReadingConnection, query: str, row_limit: int) -> QueryAnswer:
    """Run a query on an open connection, and keep the first rows."""
    cursor = connection.execute(query)
    description = cursor.description or []
    if any("WITH TIME ZONE" in str(column[1]) for column in description):
        raise QueryRefused("times with a time zone are not shown; cast them: …::VARCHAR")
    rows = cursor.fetchmany(row_limit + 1)
    return QueryAnswer(
        columns=distinct(str(column[0]) for column in description),
        types=[str(column[1]) for column in description],
        rows=[[*map(_json_value, row)] for row in rows[:row_limit]],
        is_cut=len(rows) > row_limit,
        sources=_sources(connection, connection.reading.names),
    )


def _sources(connection: ReadingConnection, names: frozenset[str]) -> list[dict[str, Any]]:
    from llq.query.sql.sources import origins

    columns = ("table_file", "content_hash", "rules", "command", "seed")
    rows = origins(connection.plain, connection.tables.attached)
    tables = {row["table_file"]: row for row in rows if row["name"] in names}
    return [{column: tables[file][column] for column in columns} for file in sorted(tables)]


def _json_value(value: Any) -> Any:
    """Convert a value for JSON; NaN and infinity become None."""
    match value:
        case None | bool() | int() | str():
            return value
        case float():
            return value if math.isfinite(value) else None
        case Decimal():
            return float(value)
        case datetime() | date() | time():
            return value.isoformat()
        case timedelta() | UUID():
            return str(value)
        case dict():
            return {str(key): _json_value(part) for key, part in value.items()}
        case list() | tuple():
            return [_json_value(part) for part in value]
        case _:
            return repr(value)


def _too_long(limits: QueryLimits) -> TakesTooLong:
    return TakesTooLong(_EXCEEDED.format(f"{limits.seconds:g} seconds"))


def _too_much_memory(limits: QueryLimits) -> TooLarge:
    return TooLarge(_EXCEEDED.format(f"{limits.bytes / 1e9:g} GB of memory"))


def _limit_memory(limit: int) -> None:
    """Cap this process's data memory, on systems that support limits."""
    try:
        import resource
    except ImportError:
        return
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
