"""``llq warm-up``: compiling every kernel in advance, in several processes at a time."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from concurrent.futures import as_completed
from pathlib import Path
from time import monotonic
from typing import Annotated

import typer
from platformdirs import user_cache_path

from llq.cli.output.printing import Format, FormatOption, messages, print_rows, progress_bar
from llq.errors import LlqError
from llq.query.games import GAMES
from llq.solver.jobs.threads import DaemonThreads
from llq.solver.sources import kernel_hash
from llq.store.locate import VARIABLE

__all__ = ["CALLS", "COMMANDS", "warm_up_command"]

COMMANDS = (
    "sueca match MC,MC A,A -n 4",
    "literature match greedy possible -n 4",
    "literature match compact article -n 4",
    "love-letter exact strategic random",
    "love-letter match strategic random -n 4",
    "literature advise -",
    "build love-letter",
    "build love-letter --scoring discards",
    "love-letter match random random --variant archer -n 4",
    "sueca advise --hand AS,KS,7S,2S,AH,7H,6H,2D,AC,7C --trump S --player mc_extra:2x1",
    "build dominion",
    "dominion match picky greedy -n 4",
    "dominion exact picky greedy",
    "dominion race-match big_money greedy --silver 2 -n 4 --real",
    "love-letter equilibrium --deck 2,1,1,1,1,0,0,1",
    "love-letter exploit strategic --deck 2,1,1,1,1,1,1,1",
    "love-letter match exploiter table -n 4 --deck 2,1,1,1,1,0,0,1",
    "love-letter exact monte_carlo_limit random --deck 2,1,1,1,1,1,1,1",
    "dominion exact optimal monte_carlo_limit",
    "sueca match pimc:2/2,R R,R -n 8",
    "sueca match R,R A,A -n 8",
    "build love-letter-solution --deck 2,1,1,1,1,0,0,1 --iterations 1 && "
    "love-letter exact solution random --deck 2,1,1,1,1,0,0,1",
    "build love-letter-study --deck 2,1,1,1,1,0,0,1 && "
    "lookup 1 2 --deck 2,1,1,1,1,0,0,1 --beliefs random",
    "love-letter exploit random --within 0.05 --deck 2,1,1,1,1,0,0,1",
    "build literature-openings -n 4 --by 4=greedy --replace",
    "build literature-policies --article-games 8 --compact-games 8 --untrained 1 --replace",
    "sueca deal-values trump-card -n 2 --player open",
    "dominion kingdom --turns 2",
    "dominion kingdom smithy --rule real --provinces 1",
    "build dominion-fewest --provinces 1",
    "build dominion-strategies --turns 3 --mean-turns 3 --hazards 2",
    "sueca advise --hand AS,KS,7S,2S,AH,7H,6H,2D,AC,7C --trump S --player pimc:2/10",
)
"""The shortest commands that take every kernel of plain questions between them.

A command that needs what another builds stands behind it.
"""

CALLS = {
    f"llq.{game.replace('-', '_')}.batch": (
        f"games = llq.{game.replace('-', '_')}.batch(4, 1); games.step(games.random_actions())"
    )
    for game in GAMES
} | {
    "llq.sueca.play": 'llq.sueca.play(["R", "A", "R", "A"])',
    "llq.literature.play": 'llq.literature.play(["greedy", "possible", "greedy", "possible"])',
}
"""Of the public functions that no command calls, Python that takes their kernels."""

_RUN = "from llq.cli.entry import run; run()"

_GAME = "me: 2\nhand: C:A2389 D:TJ H:345 S:QK\n3>0 5C -\n"


def warm_up_command(
    processes: Annotated[
        int, typer.Option(min=1, help="Processes at a time; by default one a core.")
    ] = os.cpu_count() or 1,
    form: FormatOption = Format.table,
) -> None:
    """Compile everything that commands and public functions compile at their first run.

    What is compiled is kept until another version is installed; a second run skips it.

    For example:

      llq warm-up

      llq warm-up --processes 4
    """
    folder = _kernel_folder()
    before, begun = _kernels(folder), monotonic()
    seconds: dict[str, float] = {}
    with (
        tempfile.TemporaryDirectory() as tables,
        progress_bar(f"Compiling in {processes} processes") as progress,
        DaemonThreads(processes) as pool,
    ):
        work = {f"llq {one}".replace("&& ", "&& llq "): _words(one) for one in COMMANDS}
        work |= {name: [["-c", f"import llq; {code}"]] for name, code in CALLS.items()}
        waiting = {pool.submit(_run, name, runs, tables): name for name, runs in work.items()}
        for done, future in enumerate(as_completed(waiting), 1):
            seconds[waiting[future]] = future.result()
            progress(done, len(work))
    print_rows([{"command": name, "seconds": round(seconds[name], 1)} for name in work], form)
    after = _kernels(folder)
    messages.print(
        f"{len(after) - len(before)} kernels compiled in {monotonic() - begun:.0f} s, "
        f"{len(before)} were ready; {sum(after.values()) / 1e6:.0f} MB in {folder}"
    )


def _kernel_folder() -> Path:
    """Return where `llq.solver.jit` keeps what it compiles."""
    root = os.environ.get("NUMBA_CACHE_DIR") or user_cache_path("llq", appauthor=False) / "numba"
    return Path(root) / kernel_hash()[:16]


def _words(command: str) -> list[list[str]]:
    """Return what Python is to be started with for a command, or for several in turn."""
    return [["-c", _RUN, *part.split()] for part in command.split(" && ")]


def _run(name: str, runs: list[list[str]], tables: str) -> float:
    """Run processes one after another that build tables in a folder; return their seconds.

    Parameters
    ----------
    name
        What they are called where one fails.
    runs
        What Python is started with.

    Raises
    ------
    LlqError
        It failed.
    """
    begun = monotonic()
    for words in runs:
        done = subprocess.run(
            [sys.executable, *words],
            input=_GAME,
            env=os.environ | {VARIABLE: tables},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            last = done.stderr.strip().rpartition("\n")[2]
            raise LlqError(f"{name} failed: {last or f'exit code {done.returncode}'}")
    return monotonic() - begun


def _kernels(folder: Path) -> dict[Path, int]:
    """Return the compiled kernel files and their sizes in bytes."""
    return {path: path.stat().st_size for path in folder.rglob("*.nbc")}
