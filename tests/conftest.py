"""Fixtures that several folders share."""

import ast
import functools
import gc
import io
import json
import os
import shutil
import signal
import sys
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import platformdirs
import pytest
from filelock import FileLock
from xdist.scheduler import LoadFileScheduling

if "NUMBA_OPT" not in os.environ:  # else this process was started by one where it was not
    # LLVM optimises less, to the same bits (test_jit.py); a user's kernels are kept apart.
    kernels = os.environ.get("NUMBA_CACHE_DIR") or platformdirs.user_cache_path("llq") / "numba"
    os.environ.update(NUMBA_OPT="1", NUMBA_CACHE_DIR=str(Path(kernels, "of-tests")))

from llq import dominion, literature, love_letter, sueca
from llq.cli import entry
from llq.cli.main import main
from llq.cli.output import progress
from llq.query.love_letter.exact.study_table import Study, build_study, open_study
from llq.query.love_letter.table.table import build_table
from llq.solver import compiler_process, jit, quick_compiler
from llq.solver.love_letter.table.solver import Solution
from llq.solver.love_letter.table.states import StateSpace, state_space
from llq.solver.love_letter.variants import CLASSIC
from llq.store.shipped import standard_folder
from tests.fork_server import compile_widest
from tests.solver.love_letter.solved import _solve, solved

gc.set_threshold(100_000)  # a twentieth of a run went into looking for dead cycles


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of the test run that all its processes have in common."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture(scope="session", autouse=True)
def folders(shared: Path) -> Iterator[Path]:
    """Keep tables and caches in folders of the test run; yield the tables' folder."""
    with pytest.MonkeyPatch.context() as patch:
        tables = shared / "tables"
        tables.mkdir(exist_ok=True)
        patch.setenv("LLQ_TABLES", str(tables))
        patch.setenv("LLQ_STANDARD_TABLES", "no")
        patch.setenv("XDG_CACHE_HOME", str(shared / "cache"))
        patch.setenv("NUMBA_CACHE_DIR", str(jit._STAMP_FOLDER.parent))
        patch.setenv("COLUMNS", "100")
        compiler_process.compile_elsewhere()  # else a process grows by 17 MB a second of it
        patch.setattr(compiler_process, "_MOST_BYTES", 750_000_000)  # a new one begins anew
        patch.setattr(quick_compiler, "compile_kernel", partial(_compile_once, shared))
        compile_widest()
        for module, name in ((entry, "_SILENT_SECONDS"), (progress, "_LINE_AFTER_SECONDS")):
            patch.setattr(module, name, 1_000_000)  # what is printed must not depend on load
        yield tables


@pytest.fixture(scope="module")
def standard_tables(folders: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Let the tables that come with llq be found, and none that other tests built."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LLQ_TABLES", str(tmp_path_factory.mktemp("no-tables")))
        patch.setenv("LLQ_STANDARD_TABLES", "yes")
        yield


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a test find the tables that come with llq, and no others."""
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    monkeypatch.delenv("LLQ_STANDARD_TABLES", raising=False)


def _compile_once(folder: Path, function: Any, signature: Any) -> bool:
    """Compile a kernel unless another process of the run is at it, which this one waits for."""
    name = f"{function.__qualname__}-{zlib.crc32(str(signature).encode())}"
    with FileLock(folder / f"{name}.lock"):
        return compiler_process.compile_kernel(function, signature)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadFileScheduling:
    """Let every second process take files from the other end of the list."""
    return _FromBothEnds(config, log)


class _FromBothEnds(LoadFileScheduling):
    """Processes that keep to the games of one end each: what they compile and solve they share."""

    def _assign_work_unit(self, node: Any) -> None:
        if self.nodes.index(node) % 2:
            self.workqueue.move_to_end(next(reversed(self.workqueue)), last=False)
        super()._assign_work_unit(node)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the browser and Love Letter at one end, other games at the other, the rest between."""
    items.sort(key=_rank)


def _rank(item: pytest.Item) -> int:
    path = item.path.as_posix()
    if "/browser/" in path:  # minutes each, one page after another
        return -1
    if "/love_letter/" in path:
        return 0
    if path.endswith("test_docs.py"):  # the longest
        return 1
    return 2 + any(f"/{game}/" in path for game in ("dominion", "literature", "sueca"))


def pytest_collection_finish() -> None:
    """Keep garbage collections from scanning what was collected, for the rest of the run."""
    gc.collect()
    gc.freeze()


_kept_bytes = 0
"""Memory of this process when all was last let go of."""


@pytest.fixture(scope="module", autouse=True)
def forgotten() -> Iterator[None]:
    """After a file of tests let go of all that is kept for a next question, if it is much."""
    global _kept_bytes
    yield
    if 0 < compiler_process._memory_bytes() < max(700_000_000, _kept_bytes + 150_000_000):
        return
    _solve.cache_clear()
    for module in [module for name, module in sys.modules.items() if name.startswith("llq.")]:
        for kept in vars(module).values():
            is_cache = isinstance(kept, functools._lru_cache_wrapper)
            if is_cache and kept.cache_parameters()["maxsize"]:
                kept.cache_clear()
    gc.collect()
    _kept_bytes = compiler_process._memory_bytes()


@pytest.fixture(scope="session")
def once(folders: Path, shared: Path) -> Callable[..., Path]:
    """Return what builds a table, unless another process of the test run has; both get its path."""

    def path_of(build: Callable[..., Path], *arguments: object, **options: object) -> Path:
        job = json.dumps([build.__module__, build.__name__, arguments, options])
        note = shared / f"{build.__name__}-{zlib.crc32(job.encode())}"
        with FileLock(f"{note}.lock"):
            if not note.exists():
                note.write_text(str(build(*arguments, **options)))
        return Path(note.read_text())

    return path_of


@pytest.fixture(scope="module")
def modules() -> dict[Path, ast.Module]:
    """Return every module of the product, parsed, by its path from the top."""
    root = Path(__file__).parents[1]
    return {
        path.relative_to(root): ast.parse(path.read_bytes())
        for layer in ("solver", "store", "query", "web", "cli")
        for path in sorted((root / layer).rglob("*.py"))
    }


@pytest.fixture(scope="session")
def classic_space() -> StateSpace:
    """Return the state space of classic Love Letter."""
    return state_space(CLASSIC)


@pytest.fixture(scope="session")
def classic_solution() -> Solution:
    """Return the values and actions of classic Love Letter."""
    return solved(CLASSIC)


@pytest.fixture(scope="session")
def classic_file(once: Callable[..., Path]) -> Path:
    """Return the file of the classic table, built once for all tests."""
    return once(build_table)


@pytest.fixture(scope="session")
def classic(classic_file: Path) -> love_letter.table.Table:
    """Return the classic table."""
    return love_letter.table.open(path=classic_file)


def _take_standard(name: str) -> Path:
    """Put a table that comes with llq where tests look for tables."""
    link = Path(os.environ["LLQ_TABLES"], f"{name}.h5")
    link.symlink_to(standard_folder() / link.name)
    return link


@pytest.fixture(scope="session")
def small_study_file(once: Callable[..., Path], shared: Path) -> Path:
    """Return the file of a small deck's study, alone with its table: tests copy the folder."""
    return once(_build_study, "deck-2-1-0-1-1-1-0-1", str(shared / "small-study"))


def _build_study(deck: str, folder: str) -> Path:
    """Build a deck's table and its study in a folder of their own; return the study."""
    build_table(deck, folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LLQ_TABLES", folder)
        return build_study(deck, folder)


@pytest.fixture(scope="session")
def classic_study(once: Callable[..., Path]) -> Study:
    """Return the classic study that comes with llq: building it takes minutes."""
    once(_take_standard, "love_letter-classic-study")
    return open_study()


@pytest.fixture(scope="session")
def dominion_file(once: Callable[..., Path]) -> Path:
    """Return the file of Dominion to 31 turns, built once for all tests."""
    return once(dominion.table.build)


@pytest.fixture(scope="session")
def dominion_table(dominion_file: Path) -> dominion.table.DominionTable:
    """Return the table of Dominion to 31 turns."""
    return dominion.table.open()


@pytest.fixture(scope="session")
def strategies_file(once: Callable[..., Path]) -> Path:
    """Return the file of Dominion's strategies to 31 turns."""
    return once(dominion.strategies.build, 31, 31, 2)


@pytest.fixture(scope="session")
def dominion_strategies(strategies_file: Path) -> dominion.strategies.DominionStrategies:
    """Return the exact results of Dominion's strategies to 31 turns."""
    return dominion.strategies.open()


@pytest.fixture(scope="session")
def matches_file(once: Callable[..., Path]) -> Path:
    """Return the file of Sueca's matches of three players, in two blocks of games each."""
    return once(sueca.matches.build, 2000, players=("R", "T", "A"))


@pytest.fixture(scope="session")
def sueca_matches(matches_file: Path) -> sueca.matches.MatchTable:
    """Return Sueca's matches of three players."""
    return sueca.matches.open()


@pytest.fixture(scope="session")
def policies_file(once: Callable[..., Path]) -> Path:
    """Return the file of Literature's policies after a few games, as docs/sql.md asks it."""
    return once(_build_policies)


def _build_policies() -> Path:
    """Train `article` for a few games; `strong` is taken from the standard table."""
    name = "literature-policies.h5"
    shutil.copy(standard_folder() / name, Path(os.environ["LLQ_TABLES"]) / name)
    return literature.policies.build(120, None, 1, 2)


@pytest.fixture(scope="session")
def literature_policies(policies_file: Path) -> literature.policies.PolicyTable:
    """Return Literature's policies after a few games."""
    return literature.policies.open()


@pytest.fixture
def llq(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., tuple[int | str, str, str]]:
    """Return a function that runs one command line and returns (exit code, stdout, stderr)."""

    def run(*words: object, stdin: str = "") -> tuple[int | str, str, str]:
        monkeypatch.setattr(sys, "argv", ["llq", *map(str, words)])
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        with pytest.raises(SystemExit) as leaving:
            main()
        out, err = capsys.readouterr()
        return leaving.value.code or 0, out, err

    return run


@pytest.fixture
def hears_interrupts() -> Iterator[None]:
    """Let this process hear SIGINT, which a shell makes its background commands ignore."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
