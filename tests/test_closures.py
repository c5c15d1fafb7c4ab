"""What tells that a table's builder changed: its code, and nothing else."""

import importlib
import json
import sys
from contextlib import nullcontext
from pathlib import Path
from textwrap import dedent

import pytest

from llq.query.games import all_kinds
from llq.query.tables.rebuild import Rebuilt
from tools import closures, update

ROOTS = {
    "love_letter": "llq.query.love_letter.table.table",
    "dominion": "llq.query.dominion.table.table",
    "sueca": "llq.query.sueca.matches.table",
}


def forget():
    """Forget all that this process has read of sources."""
    for name in ("read_closure", "_spec", "_read", "_hash_without_imports", "_hash_with_imports"):
        getattr(closures, name).cache_clear()


def test_how_files_are_written_is_no_part_of_a_builder():
    """No builder's hash covers a module that only passes values on, keeps or reads them."""
    for root in ROOTS.values():
        files = {path.as_posix() for path in closures.read_closure(root).files}
        assert not [name for name in files if "/store/" in name]
        assert not [name for name in files if name.endswith(("/block_build.py", "/threads.py"))]
        assert any(name.endswith(root[3:].replace(".", "/") + ".py") for name in files)


def test_a_builder_that_changed_has_a_new_version_or_the_same_numbers():
    """A change of what builds a table is not forgotten: `tools.closures` proves it harmless."""
    for kind in all_kinds():
        assert closures.problem(kind) is None


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Return a function that writes modules of a package of its own and hashes its builder's."""
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(closures, "_PACKAGE", "small")
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
        return closures.read_closure(root).digest

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


@pytest.mark.parametrize(
    ("game", "file", "old", "new"),
    [
        ("dominion", "solver/jit.py", '"nogil": True', '"nogil": True, "fastmath": True'),
        ("dominion", "solver/dominion/dominion.toml", "= ", "=  "),
        ("dominion", "query/dominion/table/table.py", "progress(1, 1)", "progress(2, 2)"),
    ],
)
def test_a_change_in_any_layer_is_seen(game, file, old, new, monkeypatch):
    """A change of rules, kernels, compiler or builder changes a builder's hash."""
    root = ROOTS[game]
    (path,) = [p for p in closures.read_closure(root).files if p.as_posix().endswith(f"/{file}")]
    changed = path.read_bytes().replace(old.encode(), new.encode(), 1)
    assert changed != path.read_bytes()
    read = Path.read_bytes
    before = closures.read_closure(root).digest
    monkeypatch.setattr(Path, "read_bytes", lambda p: changed if p == path else read(p))
    forget()
    assert closures.read_closure(root).digest != before
    forget()


@pytest.fixture
def kind(monkeypatch, tmp_path):
    """Return a kind of table that a record of its own has with another closure."""
    (kind,) = (kind for kind in all_kinds() if kind.name == "dominion")
    monkeypatch.setattr(closures, "RECORDED", tmp_path / "source_hashes.json")
    row = {"version": kind.table.version, "closure": "0" * 64}
    closures.RECORDED.write_text(json.dumps({kind.name: row}))
    return kind


def test_a_changed_builder_is_told_until_its_table_proves_the_same(kind, monkeypatch, tmp_path):
    """The record is made again only where a share of the table is computed to the same bits."""
    assert "raise the version" in closures.problem(kind)
    assert update.main([f"closures:{kind.name}", "--check"]) == 1
    for agrees in (False, True):
        rebuilt = Rebuilt(tmp_path, agrees, "computed")
        monkeypatch.setattr(closures, "rebuild_file", lambda *_, result=rebuilt, **__: result)
        assert closures.problem(kind) is not None
        with nullcontext() if agrees else pytest.raises(SystemExit, match="computed"):
            update.main([f"closures:{kind.name}"])
    assert closures.problem(kind) is None


def test_a_raised_version_needs_no_proof(kind, monkeypatch):
    """Where the version was raised, other numbers are expected."""
    closures.RECORDED.write_text(json.dumps({kind.name: {"version": 0, "closure": ""}}))
    monkeypatch.setattr(closures, "rebuild_file", None)
    assert update.main([f"closures:{kind.name}"]) == 0
    assert closures.problem(kind) is None
