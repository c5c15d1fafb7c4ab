"""``llq warm-up``: compiling every kernel in advance, in several processes at a time."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
from concurrent.futures import as_completed
from pathlib import Path
from time import monotonic
from typing import Annotated

import typer

from llq.cli.output.printing import Format, FormatOption, messages, print_rows, progress_bar
from llq.errors import LlqError
from llq.query.games import all_games
from llq.solver.compiler_process import kernel_folder
from llq.solver.jobs.threads import DaemonThreads
from llq.solver.sources import kernel_hash
from llq.store.locate import VARIABLE

_COMMAND_LINE = "from llq.cli.entry import run; run()"
_LITERATURE_GAME = "me: 2\nhand: C:A2389 D:TJ H:345 S:QK\n3>0 5C -\n"


def warm_up_command(
    processes: Annotated[
        int, typer.Option(min=1, help="Processes at a time; by default one a core.")
    ] = os.cpu_count() or 1,
    form: FormatOption = Format.table,
) -> None:
    """Compile everything that commands and public functions compile at their first run.

    Compiled kernels are kept until another version is installed; a second run skips them.

    For example:

      llq warm-up

      llq warm-up --processes 4
    """
    before, begun = _kernels(), monotonic()
    seconds: dict[str, float] = {}
    with (
        tempfile.TemporaryDirectory() as tables,
        progress_bar(f"Compiling in {processes} processes") as progress,
        DaemonThreads(processes) as pool,
    ):
        work = {line: _python_arguments(line) for line in usual_work()}
        futures = {pool.submit(_run_all, name, runs, tables): name for name, runs in work.items()}
        for count, future in enumerate(as_completed(futures), 1):
            seconds[futures[future]] = future.result()
            progress(count, len(work))
    print_rows([{"command": name, "seconds": round(seconds[name], 1)} for name in work], form)
    after = _kernels()
    messages.print(
        f"{len(after) - len(before)} kernels compiled in {monotonic() - begun:.0f} s, "
        f"{len(before)} were ready; {sum(after.values()) / 1e6:.0f} MB in {kernel_folder()}"
    )


def usual_work() -> list[str]:
    """Return command lines and Python snippets that run every game's kernels."""
    lines = [line for game in all_games() for line in game.warm_up]
    work = [
        line if line.startswith("llq.") else f"llq {line}".replace("&& ", "&& llq ")
        for line in lines
    ]
    batch = "games = llq.{}.batch(4, 1); games.step(games.random_actions())"
    return work + [batch.format(game.module) for game in all_games()]


def _python_arguments(line: str) -> list[list[str]]:
    """Return a `usual_work` line's Python arguments, one list per process."""
    if line.startswith("llq "):
        return [["-c", _COMMAND_LINE, *shlex.split(part)[1:]] for part in line.split(" && ")]
    return [["-c", f"import llq; {line}"]]


def _run_all(name: str, runs: list[list[str]], tables: str) -> float:
    """Run processes in sequence, with tables in a folder; return the total seconds."""
    begun = monotonic()
    for words in runs:
        process = subprocess.run(
            [sys.executable, *words],
            input=_LITERATURE_GAME,
            env=os.environ | {VARIABLE: tables},
            capture_output=True,
            text=True,
            check=False,
        )
        if process.returncode:
            last = process.stderr.strip().rpartition("\n")[2]
            raise LlqError(f"{name} failed: {last or f'exit code {process.returncode}'}")
    return monotonic() - begun


def _kernels() -> dict[Path, int]:
    """Return this version's kernel files and their sizes in bytes."""
    modules = ["llq.solver.jit", *(f"llq.solver.{game.module}.rules" for game in all_games())]
    folders = [kernel_folder() / kernel_hash(module)[:16] for module in modules]
    return {path: path.stat().st_size for folder in folders for path in folder.rglob("*.nbc")}
