"""The package of a bot: a folder with all that FishLab needs to seat a player of llq.

It holds ``fishbot.json``, the program, llq's own sources and the tables that the player needs; what
llq depends on is installed by the host from ``requirements.txt``.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from importlib import import_module
from importlib.metadata import requires
from pathlib import Path

import llq
from llq.errors import IllegalState, TableNotWritable
from llq.query.literature.bots.program import FISHLAB
from llq.query.literature.built_in_players import find_player, stored_policies
from llq.query.players import check_seed
from llq.query.version import __version__
from llq.solver.literature.players import Strategy
from llq.solver.literature.policies.guarded_search import GuardedSearch

_PARTS = ("solver", "store", "query")
_PROGRAM = """\
import os
import sys

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, here)
os.environ.setdefault("LLQ_TABLES", os.path.join(here, "tables"))

from llq.query.literature.bots.bot import serve

serve({player!r}, {seed})
"""
_TIMEOUT_MS = 120_000  # the first answer compiles


def write_package(folder: Path, player: str = "strong", seed: int = 1) -> Path:
    """Write the package of a player and return its folder, which must not exist.

    Raises
    ------
    IllegalState
        The folder exists, or the player is not one of llq's.
    UnknownStrategy
        There is no such player.
    TableNotWritable
        The folder cannot be written to.
    """
    folder, strategy = Path(folder), find_player(player)
    check_seed(seed)
    if not isinstance(strategy, Strategy | GuardedSearch):
        raise IllegalState(f"a package is of a player of llq; {player!r} is your own")
    if folder.exists():
        raise IllegalState(f"{folder} exists: name a folder that does not")
    try:
        _write(folder, strategy, seed)
    except OSError as error:
        raise TableNotWritable(
            f"{folder}: cannot be written ({error.strerror or error})"
        ) from error
    return folder


def _write(folder: Path, strategy: Strategy | GuardedSearch, seed: int) -> None:
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as near:
        made = Path(near) / folder.name
        made.mkdir()
        _copy_sources(made / "llq")
        if strategy.policy is not None:
            (made / "tables").mkdir()
            shutil.copy(stored_policies().info.path, made / "tables")
        (made / "bot.py").write_text(_PROGRAM.format(player=strategy.name, seed=seed), "utf-8")
        needed = [line for line in requires("llq") or () if "extra ==" not in line]
        (made / "requirements.txt").write_text("".join(f"{line}\n" for line in needed), "utf-8")
        manifest = {
            "format": FISHLAB.format,
            "id": f"llq-{strategy.name.replace('_', '-')}",
            "name": f"llq {strategy.name}",
            "version": __version__,
            "description": strategy.summary,
            "protocol": FISHLAB.protocol,
            "run": ["python3", "bot.py"],
            "python": {"venv": True, "requirements": "requirements.txt"},
            "timeout_ms": _TIMEOUT_MS,
            "poll_off_turn": True,
        }
        (made / FISHLAB.manifest).write_text(f"{json.dumps(manifest, indent=1)}\n", "utf-8")
        made.rename(folder)


def _copy_sources(target: Path) -> None:
    """Copy llq's packages that play, wherever they are installed."""
    others = "cli", "web", "manual", "published", "standard_tables"
    ignored = shutil.ignore_patterns("__pycache__", *_PARTS, *others)
    front = Path(str(llq.__file__)).parent
    shutil.copytree(front, target, ignore=ignored)
    for part in _PARTS:
        source = Path(str(import_module(f"llq.{part}").__file__)).parent
        shutil.copytree(source, target / part, ignore=shutil.ignore_patterns("__pycache__"))
