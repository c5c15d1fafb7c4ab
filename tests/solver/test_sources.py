"""The hashes that compiled kernels and caches belong to."""

import shutil
import subprocess
import sys
from pathlib import Path

import llq.solver
from llq.solver import sources


def test_a_changed_byte_in_any_file_changes_the_hash(monkeypatch, tmp_path):
    """Code and data count to the byte, in every folder; other files do not."""
    tree = tmp_path / "solver"
    shutil.copytree(Path(llq.solver.__path__[0]), tree)
    monkeypatch.setattr(llq.solver.__spec__, "submodule_search_locations", [str(tree)])
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


def test_hashing_needs_no_compiler():
    """Hashing sources loads neither numba nor duckdb."""
    code = (
        "import sys\n"
        "from llq.solver.sources import tree_hash\n"
        "tree_hash('solver', 'query')\n"
        "print(sorted({'numba', 'duckdb', 'h5py'} & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
