"""The SQL shell: multi-line queries and dot commands."""

from __future__ import annotations

import contextlib
import re
import sys
from typing import TYPE_CHECKING

from llq.cli.output.console import messages
from llq.cli.output.printing import Format
from llq.cli.output.terminal_text import message_text, shorten
from llq.cli.sql.answers import print_answers, print_schema
from llq.errors import LlqError

if TYPE_CHECKING:
    from llq.query.sql.database import Connection

_GREETING = "Queries end with ; — .tables lists the views, .help says more, Ctrl-D leaves."
_HELP = """\
SELECT …;        a query, over as many lines as it takes, ends with a semicolon
.tables          the views and tables, with what a row of each is
.schema NAME     the columns of one, with what they hold
.help            this list
exit, quit       leave, as Ctrl-D does; Ctrl-C stops a query"""
_LEAVE = ("exit", "quit", ".exit", ".quit", ".q")
_QUOTED = re.compile(r"""'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|/\*.*?\*/""", re.DOTALL)


def run_shell(connection: Connection, form: Format = Format.table) -> bool:
    """Answer queries until the end of the input; return whether one failed unattended.

    On a terminal a failure is only reported; in a pipe the remaining queries are answered too.
    """
    is_watched = sys.stdin.isatty()
    if is_watched:
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  # line editing and history for input()
        messages.print(_GREETING)
    lines: list[str] = []
    has_failed = ended = False
    while not ended:
        try:
            lines.append(input(("...> " if lines else "llq> ") if is_watched else ""))
        except EOFError:
            ended = True
        except KeyboardInterrupt:
            if not is_watched:
                raise
            lines.clear()
            messages.print()
            continue
        query = "\n".join(lines).strip()
        word = query.rstrip("; ").lower()
        if word in _LEAVE:
            break
        if not query or not (ended or query.startswith(".") or _is_complete(query)):
            continue
        lines.clear()
        has_failed |= not _try_answer(connection, query, form, is_watched=is_watched)
    return has_failed and not is_watched


def _try_answer(connection: Connection, query: str, form: Format, *, is_watched: bool) -> bool:
    """Answer a query or report why not; return whether it was answered or stopped by a person."""
    try:
        _answer(connection, query, form)
    except LlqError as error:
        text = message_text(error, keep="\n")
        messages.print(f"llq: {text}", style="red")
        return False
    except KeyboardInterrupt:
        if not is_watched:
            raise
        messages.print("Stopped.")
    return True


def _is_complete(text: str) -> bool:
    """Return whether a text ends in a semicolon outside strings and comments.

    >>> _is_complete("SELECT 1; -- one"), _is_complete("SELECT 'a;")
    (True, False)
    """
    code = _QUOTED.sub(" ", text).rstrip()
    return code.endswith(";") and not any(mark in code for mark in ("'", '"', "/*"))


def _answer(connection: Connection, query: str, form: Format) -> None:
    if not query.startswith("."):
        print_answers(connection, query, form)
        return
    command, *names = query.rstrip("; ").split()
    match command, names:
        case ".help", []:
            messages.print(_HELP)
        case ".tables" | ".schema", []:
            print_schema(connection, None, form)
        case ".schema", [name]:
            print_schema(connection, name, form)
        case _:
            raise LlqError(f"unknown command {shorten(query)!r}; .help lists them")
