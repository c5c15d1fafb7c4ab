"""The hashes that compiled kernels and caches belong to."""

import shutil
from pathlib import Path

import pytest

import llq.solver
from llq.solver import sources
from tests.processes import run_python


@pytest.fixture
def tree(monkeypatch, tmp_path):
    """Return a copy of the solver's folder, which is hashed in its place."""
    tree = tmp_path / "solver"
    shutil.copytree(Path(llq.solver.__path__[0]), tree)
    monkeypatch.setattr(llq.solver.__spec__, "submodule_search_locations", [str(tree)])
    return tree


def test_a_changed_byte_in_any_file_changes_the_hash(tree):
    """Code and data count to the byte, in every folder; other files do not."""
    hashed = sources.tree_hash.__wrapped__
    before = hashed("solver")
    (tree / "notes.txt").write_text("no code")
    assert hashed("solver") == before
    for file in ("sources.py", "love_letter/rules.py", "dominion/dominion.toml"):
        content = (tree / file).read_bytes()
        (tree / file).write_bytes(content + b" ")
        assert hashed("solver") != before
        (tree / file).write_bytes(content)
    assert hashed("solver") == before
    (tree / "love_letter" / "rules.py").rename(tree / "rules.py")
    assert hashed("solver") != before


@pytest.mark.parametrize(
    ("edited", "recompiled"),
    [
        ("jit.py", {"sueca", "dominion", "shared", "other"}),
        ("jobs/blocks.py", {"sueca", "dominion", "shared", "other"}),
        ("dominion/dominion.toml", {"dominion", "other"}),
        ("sueca/playouts/strong.py", {"sueca", "other"}),
    ],
)
def test_an_edit_of_a_game_leaves_the_kernels_of_others(monkeypatch, tree, edited, recompiled):
    """A game's kernels are kept until its own folder changes, or what all games share."""
    monkeypatch.setattr(sources, "tree_hash", sources.tree_hash.__wrapped__)
    modules = {
        "sueca": "llq.solver.sueca.playouts.engine",
        "dominion": "llq.solver.dominion.rules",
        "shared": "llq.solver.card_sets",
        "other": "a_users.module",
    }
    before = {name: sources.kernel_hash(module) for name, module in modules.items()}
    (tree / edited).write_text((tree / edited).read_text() + "\n")
    after = {name: sources.kernel_hash(module) for name, module in modules.items()}
    assert {name for name in modules if before[name] != after[name]} == recompiled


def test_hashing_needs_no_compiler():
    """Hashing sources loads neither numba nor duckdb."""
    code = (
        "import sys\n"
        "from llq.solver.sources import tree_hash\n"
        "tree_hash('solver', 'query')\n"
        "print(sorted({'numba', 'duckdb', 'h5py'} & set(sys.modules)))\n"
    )
    assert run_python(code).stdout == "[]\n"
