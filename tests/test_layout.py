"""The shape of the project itself."""

import ast
import importlib
import re
from importlib.util import find_spec
from pathlib import Path

from llq.solver.sources import SHARED_ROOMS

ROOT = Path(__file__).parent.parent
MAY_IMPORT = {
    "solver": {"solver", "errors"},
    "store": {"store", "errors"},
    "query": {"query", "solver", "store", "published", "manual", "errors"},
    "web": {"web", "query", "solver", "store", "errors"},
    "cli": {"cli", "web", "query", "solver", "store", "errors"},
}
NO_ROWS = ("settings", "reach.parts", "scratch.lanes")
FIRST_WORD = r"(?:^|[\[,] ?)(?:([a-z_]+)\.)?\b([A-Z_]{2,})\b(?![.(])"  # of each part of an index


def floor(modules, name):
    """Yield the modules of a floor, parsed, with their paths."""
    yield from ((path, tree) for path, tree in modules.items() if path.parts[0] == name)


def imported(tree):
    """Yield the full name of each import of llq, with those that only type checkers see."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        yield from (name for name in names if name.startswith("llq."))


def test_dependencies_run_one_way(modules):
    """The solver and the store know nothing of each other or of what is above them."""
    for layer, allowed in MAY_IMPORT.items():
        for path, tree in floor(modules, layer):
            assert {name.split(".")[1] for name in imported(tree)} <= allowed, path


def test_no_game_of_the_solver_imports_another(modules):
    """A game's kernels are made of its own folder and of what all games share (`kernel_hash`)."""
    games = {path.name for path in (ROOT / "solver").iterdir() if path.is_dir()}
    games -= {*SHARED_ROOMS}
    for path, tree in floor(modules, "solver"):
        rooms = {name.split(".")[2] for name in imported(tree) if name.startswith("llq.solver.")}
        assert rooms & games <= {path.parts[1]}, path


def test_every_module_is_installed(modules):
    """No folder of the product is left out of the installed package."""
    for path in modules:
        name = ".".join(["llq", *path.with_suffix("").parts])
        assert find_spec(name.removesuffix(".__init__")), name


def test_no_module_is_named_like_what_it_exports(modules):
    """A module and a function of one name would hide each other in their package."""
    for path, tree in modules.items():
        exported = [
            node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)
        ]
        assert path.stem not in exported or path.stem == "main", path  # as entry points are named


def test_no_call_has_more_than_eight_positional_arguments(modules):
    """Two arguments of a long call could be swapped and no checker would notice."""
    assert not [
        f"{path}:{node.lineno} {ast.unparse(node.func)}"
        for path, tree in modules.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and len(node.args) > 8
    ]


def test_no_row_of_a_solver_is_read_by_column(modules):
    """The columns of a solver's row are its own: above it, rounds and positions answer in words."""
    reads = []
    for path, tree in (pair for layer in ("query", "web", "cli") for pair in floor(modules, layer)):
        names = {name.rpartition(".")[2] for name in imported(tree) if "llq.solver." in name}
        for node in ast.walk(tree):
            if isinstance(node, ast.Subscript) and ast.unparse(node.value) not in NO_ROWS:
                for room, column in re.findall(FIRST_WORD, ast.unparse(node.slice)):
                    if room or column in names:
                        reads.append(f"{path}:{node.lineno} {ast.unparse(node)}")
    assert reads == []


def test_a_benchmark_imports_what_llq_has():
    """No benchmark is left behind when what it measures is renamed."""
    texts = [path.read_text("utf-8") for path in (ROOT / "benchmarks").glob("*.py")]
    for node in (node for text in texts for node in ast.walk(ast.parse(text))):
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("llq"):
            module = importlib.import_module(str(node.module))
            for name in node.names:
                assert hasattr(module, name.name) or (
                    hasattr(module, "__path__") and find_spec(f"{node.module}.{name.name}")
                ), f"{node.module} has no {name.name}"


def test_no_imports_go_round_in_a_circle(modules):
    """No module imports one that imports it, be it in functions or for type checkers only.

    Methods may: an object's question is answered by what is made of such objects. And a refusal of
    the rules names the variants, which are rules.
    """
    names = {".".join(("llq", *path.with_suffix("").parts)): modules[path] for path in modules}
    arrows = {name: set(_imports(tree, names)) - {name} for name, tree in names.items()}
    arrows["llq.solver.love_letter.rules"].remove("llq.solver.love_letter.variants")
    while leaves := {name for name, others in arrows.items() if not others & arrows.keys()}:
        arrows = {name: others for name, others in arrows.items() if name not in leaves}
    assert arrows == {}


def _imports(tree, names):
    """Yield the modules that a module imports, but for those in methods."""
    methods = {
        node
        for kind in ast.walk(tree)
        if isinstance(kind, ast.ClassDef)
        for method in kind.body
        for node in ast.walk(method)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node not in methods:
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                yield full if full in names else node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
