"""What makes a table stale: the code that builds it, and nothing else."""

import importlib
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

import llq
from llq.errors import StaleTable
from llq.query.games import all_kinds
from llq.solver import sources

ROOTS = {
    "love_letter": "llq.query.love_letter.table_build",
    "dominion": "llq.query.dominion.table_build",
    "sueca": "llq.query.sueca.match_build",
}


def forget():
    """Forget all that this process has read of sources."""
    for kept in (sources.source_hash, sources._spec, sources._read, sources._alone, sources._whole):
        kept.cache_clear()


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Return a function that writes modules of a package of its own and hashes its builder's."""
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sources, "_PACKAGE", "small")
    monkeypatch.setattr(sources, "_cache_file", lambda _: tmp_path / "none" / "kept.json")
    folder = tmp_path / "small"
    folder.mkdir()
    (folder / "__init__.py").touch()

    def hash_of(root="small.build", **modules):
        for name, text in modules.items():
            path = folder / f"{name.replace('__', '/')}.py"
            path.parent.mkdir(exist_ok=True)
            (path.parent / "__init__.py").touch()
            path.write_text(dedent(text))
        importlib.invalidate_caches()
        forget()
        return sources.source_hash(root)

    yield hash_of
    for name in [name for name in sys.modules if name.split(".")[0] == "small"]:
        del sys.modules[name]
    forget()


BUILD = """
from small.rules import worth
def build(n):
    return worth(n) + 1
"""
RULES = """
def worth(n):
    return 2 * n
"""


def test_words_and_layout_are_not_code(package):
    """Comments, docstrings and formatting change no hash."""
    before = package(build=BUILD, rules=RULES)
    reworded = '''
        """Rules, in words."""
        # two a card
        def worth(
            n,
        ):
            """Return the worth."""
            return (2 * n)
    '''
    assert package(rules=reworded) == before


def test_a_moved_file_is_the_same_code(package):
    """A module under another name in another folder, imported from there, changes no hash."""
    before = package(build=BUILD, rules=RULES)
    after = package(build=BUILD.replace("small.rules", "small.deep.law"), deep__law=RULES)
    assert after == before


def test_code_anywhere_in_the_closure_counts(package):
    """A number changed in a module that is only imported by an import, in a function, counts."""
    far = "def f():\n    from small.far import k\n    return k\n"
    before = package(build="from small.near import f", near=far, far="k = 1")
    assert package(far="k = 2") != before
    assert package(far="k = 1") == before


def test_the_same_name_from_another_module_is_other_code(package):
    """An import that is turned to another module of the closure changes the hash."""
    modules = {"one": "k = 1\nother = 2", "two": "k = 2\nother = 1"}
    before = package(build="from small.one import k\nfrom small.two import other", **modules)
    assert package(build="from small.two import k\nfrom small.one import other") != before


def test_imports_for_type_checkers_do_not_count(package):
    """What only a type checker imports is not in the closure."""
    build = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from small.far import k\n"
    before = package(build=build, far="k = 1")
    assert package(far="k = 2") == before


def test_a_data_file_that_a_module_names_counts(package, tmp_path):
    """A file beside a module that it names is part of it, to the byte."""
    (tmp_path / "small" / "game.toml").write_text("cards = 1")
    before = package(build='DATA = "game.toml"')
    (tmp_path / "small" / "game.toml").write_text("cards = 2")
    assert package() != before


def test_a_kept_hash_is_not_believed_once_a_file_changed(package, tmp_path, monkeypatch):
    """The cache beside the sources is only a cache: other bytes are read again."""
    monkeypatch.setattr(sources, "_cache_file", lambda _: tmp_path / "kept.json")
    before = package(build=BUILD, rules=RULES)
    assert (tmp_path / "kept.json").exists()
    assert package() == before
    assert package(rules=RULES.replace("2 *", "3 *")) != before
    (tmp_path / "kept.json").write_text('{"hash": "0"')
    assert package(rules=RULES) == before


@pytest.mark.parametrize(
    ("game", "file", "old", "new"),
    [
        ("love_letter", "solver/love_letter/backup.py", "TIE = 1e-12", "TIE = 1e-11"),
        ("love_letter", "solver/jit.py", '"nogil": True', '"nogil": True, "fastmath": True'),
        ("dominion", "solver/dominion/dominion.toml", "= ", "=  "),
        ("dominion", "query/dominion/table_build.py", "progress(1, 2)", "progress(2, 2)"),
        ("sueca", "query/sueca/match_build.py", "totals / games", "2 * totals / games"),
        ("sueca", "solver/rng.py", "return ", "return 0 * "),
    ],
)
def test_a_change_in_any_layer_refuses_the_tables(game, file, old, new, monkeypatch):
    """A change of rules, kernels, compiler or builder changes a builder's hash."""
    root = ROOTS[game]
    (path,) = [p for p in sources._compute((root,)).files if p.as_posix().endswith(f"/{file}")]
    changed = path.read_bytes().replace(old.encode(), new.encode(), 1)
    assert changed != path.read_bytes()
    read = Path.read_bytes
    before = sources._compute((root,)).digest
    monkeypatch.setattr(Path, "read_bytes", lambda p: changed if p == path else read(p))
    forget()
    assert sources._compute((root,)).digest != before
    forget()


def test_a_table_of_changed_sources_is_refused(classic_file, monkeypatch):
    """A table that other code built is not opened; the message has the command."""
    (kind,) = [kind for kind in all_kinds() if kind.name == "love-letter"]
    monkeypatch.setattr("llq.query.love_letter.table_format.source_hash", lambda *_: "0" * 64)
    with pytest.raises(StaleTable, match="llq build love-letter"):
        llq.love_letter.open_table(path=classic_file)
    assert kind.is_named(classic_file.stem)


def test_no_table_is_stale_for_how_files_are_written():
    """No builder's hash covers a module that only passes values on, keeps or reads them."""
    for root in ROOTS.values():
        files = {path.as_posix() for path in sources._compute((root,)).files}
        assert not [name for name in files if "/store/" in name]
        assert not [name for name in files if name.endswith(("/block_build.py", "/threads.py"))]
        assert [name for name in files if name.endswith("_build.py")]


def test_hashing_needs_no_compiler():
    """Checking a table's sources loads neither numba nor duckdb."""
    code = (
        "import sys\n"
        "from llq.solver.sources import source_hash\n"
        "source_hash('llq.query.sueca.match_build')\n"
        "print(sorted({'numba', 'duckdb', 'h5py'} & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
