"""The shape of the project itself."""

import ast
import importlib
from importlib.util import find_spec
from pathlib import Path

import pytest

from llq.solver.sources import SHARED_ROOMS

ROOT = Path(__file__).parent.parent
MAY_IMPORT = {
    "solver": {"solver", "errors"},
    "store": {"store", "errors"},
    "query": {"query", "solver", "store", "published", "manual", "errors"},
    "web": {"web", "query", "solver", "store", "errors"},
    "cli": {"cli", "web", "query", "solver", "store", "errors"},
}
MOST_POSITIONAL = 8
MODULES = [path for layer in MAY_IMPORT for path in sorted((ROOT / layer).rglob("*.py"))]


def imports(path):
    """Yield the llq layer of each import in a file, with those that only type checkers see."""
    for node in ast.walk(ast.parse(path.read_text())):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        yield from (name.split(".")[1] for name in names if name.startswith("llq."))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_dependencies_run_one_way(path):
    """The solver and the store know nothing of each other or of what is above them."""
    layer = path.relative_to(ROOT).parts[0]
    assert set(imports(path)) <= MAY_IMPORT[layer]


@pytest.mark.parametrize(
    "path", [*(ROOT / "solver").rglob("*.py")], ids=lambda path: str(path.relative_to(ROOT))
)
def test_no_game_of_the_solver_imports_another(path):
    """A game's kernels are made of its own folder and of what all games share (`kernel_hash`)."""
    room, is_inside, _ = str(path.relative_to(ROOT / "solver")).partition("/")
    for node in ast.walk(ast.parse(path.read_text())):
        if not isinstance(node, ast.ImportFrom | ast.Import):
            continue
        origin = getattr(node, "module", None)
        for name in [f"{origin}.{alias.name}" if origin else alias.name for alias in node.names]:
            words = name.split(".")
            if words[:2] == ["llq", "solver"] and (ROOT / "solver" / words[2]).is_dir():
                assert words[2] in SHARED_ROOMS or (is_inside and words[2] == room), name


def test_every_module_is_installed():
    """No folder of the product is left out of the installed package."""
    for path in MODULES:
        name = ".".join(["llq", *path.relative_to(ROOT).with_suffix("").parts])
        assert find_spec(name.removesuffix(".__init__")), name


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_module_is_named_like_what_it_exports(path):
    """A module and a function of one name would hide each other in their package."""
    exported = [
        node.name
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
    ]
    assert path.stem not in exported or path.stem == "main"  # as entry points are named


@pytest.mark.parametrize("folder", MAY_IMPORT)
def test_no_call_has_more_than_eight_positional_arguments(folder):
    """Two arguments of a long call could be swapped and no checker would notice."""
    long = [
        f"{path.relative_to(ROOT)}:{node.lineno} {ast.unparse(node.func)}"
        for path in sorted((ROOT / folder).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and len(node.args) > MOST_POSITIONAL
    ]
    assert long == []


@pytest.mark.parametrize(
    "path",
    [path for path in MODULES if path.relative_to(ROOT).parts[0] == "query"],
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_no_query_reads_an_engines_row(path):
    """The columns of an engine's row are the solver's: in `query` positions answer instead."""
    tree = ast.parse(path.read_text())
    engines = {"engine"}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            engines |= {name.asname or name.name for name in node.names if name.name == "engine"}
            if node.module.startswith("llq.solver.") and node.module.endswith(".engine"):
                assert not [name.name for name in node.names if name.name.isupper()]
        elif isinstance(node, ast.Attribute) and node.attr.isupper():
            assert not (isinstance(node.value, ast.Name) and node.value.id in engines)


@pytest.mark.parametrize("path", sorted((ROOT / "benchmarks").glob("*.py")), ids=lambda p: p.stem)
def test_a_benchmark_imports_what_llq_has(path):
    """No benchmark is left behind when what it measures is renamed."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("llq"):
            module = importlib.import_module(str(node.module))
            for name in node.names:
                assert hasattr(module, name.name) or (
                    hasattr(module, "__path__") and find_spec(f"{node.module}.{name.name}")
                ), f"{node.module} has no {name.name}"
