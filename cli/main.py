"""The ``llq`` command."""

from __future__ import annotations

import os
import sys
import warnings
from functools import partial
from pkgutil import resolve_name
from time import monotonic
from typing import Annotated, Any

import typer

from llq import errors
from llq.cli.exit_codes import FAILURE, INTERRUPTED, MISTAKE
from llq.cli.groups import Group, LazyCommand, question_command
from llq.cli.output.console import messages
from llq.cli.output.terminal_text import fit_encoding, message_text
from llq.query.games import GAMES

_MISTAKES = (
    errors.BadQuestion, errors.DeckTooLarge, errors.IllegalAction, errors.IllegalState,
    errors.QueryRefused, errors.UnknownGame, errors.UnknownState, errors.UnknownStrategy,
)  # fmt: skip


class _Stopped(BaseException):
    """Ctrl-C with a message that no typer version replaces."""


_COMMAND_PATHS = {
    "help": "manual:help_command",
    "build": "tables.build_set:build_app",
    "track": "love_letter.rounds:track_command",
    "tables": "tables.commands:tables_command",
    "verify-files": "tables.commands:verify_files_command",
    "sql": "sql.commands:sql_command",
    "export": "sql.commands:export_command",
}
"""Commands that are not ``<name>:<name>_command`` in `llq.cli`."""

_SUMMARIES = {
    "help": "Show a page of the manual, or list the pages.",
    "lookup": "Show the best play for a Love Letter hand, with every play's value.",
    "build": "Build tables.",
    "play": "Play any game against built-in players, with hints if you like.",
    "track": "Follow a real round of Love Letter: what both may hold, and what to play by that.",
    "tables": "List the built tables: where they are, their sizes and the hashes of their content.",
    "verify-files": "Check tables for damage and age; exit with 1 after a failure.",
    "warm-up": "Compile everything that commands and public functions compile at their first run.",
    "sql": "Query the database with SQL, once or in a shell.",
    "plot": "Draw a figure from the database, or list the figures.",
    "export": "Write the whole database to one DuckDB file, or to a folder of Parquet files.",
    "serve": "Serve the pages and the API to browsers and bots until Ctrl-C.",
    "mcp": "Serve an assistant at standard input and output, by the Model Context Protocol.",
}
"""Help lines of the commands that span the games: for these nothing is imported."""


def _lazy_command(name: str, summary: str) -> LazyCommand:
    if name == "lookup":
        return question_command("love-letter", name, summary)
    word = name.replace("-", "_")
    path = _COMMAND_PATHS.get(name, f"{word}:{word}_command")
    return LazyCommand(name, partial(resolve_name, f"llq.cli.{path}"), summary, "love-letter")


COMMANDS = {name: _lazy_command(name, summary) for name, summary in _SUMMARIES.items()}


class _Commands(Group):
    """A group per game, then the commands; Ctrl-C and usage errors end in this project's words."""

    children = COMMANDS

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the game names, followed by the command names."""
        return [*GAMES, *super().list_commands(ctx)]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command or a game's group."""
        if cmd_name in GAMES:
            from llq.cli.game_groups import GameGroup  # builds too, which no lookup needs

            return GameGroup(cmd_name)
        return super().get_command(ctx, cmd_name)

    def make_context(self, *args: Any, **options: Any) -> Any:
        """Return the context of a command line."""
        try:
            return super().make_context(*args, **options)
        except Exception as error:
            _refuse_misuse(error)
            raise

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
            return result
        except BrokenPipeError:  # the reader, such as `head`, has seen enough: no failure
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit from None
        except KeyboardInterrupt as stopped:
            raise _Stopped(*stopped.args) from None
        except Exception as error:
            if str(error) == "Query interrupted":  # how DuckDB tells of Ctrl-C
                raise _Stopped from None
            _refuse_misuse(error)
            raise


def _refuse_misuse(error: Exception) -> None:
    """Turn a usage error into a one-line `BadQuestion`; a bare group still shows help."""
    # By names: typer has click inside, and shows neither of its errors.
    if hasattr(error, "format_message") and type(error).__name__ != "NoArgsIsHelpError":
        command = getattr(getattr(error, "ctx", None), "command_path", "llq")
        reason = error.format_message().rstrip(".")
        raise errors.BadQuestion(f"{reason}; see {command} --help") from None


app = typer.Typer(
    name="llq",
    cls=_Commands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="What to play in four card games, what it is worth, and how exact that is.",
)


def _print_version(is_given: bool) -> None:
    if is_given:
        from importlib.metadata import version

        print(f"llq {version('llq')}")
        raise typer.Exit


@app.callback()
def _root(
    _version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """Hold the options that come before a command."""


_python_showwarning = warnings.showwarning


def _show_warning(
    message: Warning | str, category: type[Warning], *place: Any, **options: Any
) -> None:
    """Print a user warning as one line, a developer warning in Python's form."""
    if issubclass(category, errors.TableLeftOut):
        print(f"llq: {message_text(message)}", file=sys.stderr)
    else:
        _python_showwarning(message, category, *place, **options)


def main() -> None:
    """Run the command line; an expected error and Ctrl-C print one line."""
    fit_encoding()
    warnings.showwarning = _show_warning
    messages.last_sign = monotonic()
    try:
        app()
    except errors.LlqError as error:
        keep = "\n" if isinstance(error, errors.QueryRefused) else ""  # of SQL and its wrong place
        print(f"llq: {message_text(error, keep)}", file=sys.stderr)
        sys.exit(MISTAKE if isinstance(error, _MISTAKES) else FAILURE)
    except (_Stopped, KeyboardInterrupt) as stopped:
        print(*stopped.args or ("Stopped.",), file=sys.stderr)
        sys.exit(INTERRUPTED)
