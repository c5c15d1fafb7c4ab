"""Lazy public modules, whose names are listed once and imported on first use.

The list is the module's own ``if TYPE_CHECKING:`` block, so that type checkers, editors and the
interpreter see the same names. A lookup then loads neither numba nor duckdb.
"""

import ast
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import FunctionType, MethodType
from typing import Any

from llq.query.argument_types import refusing_wrong_types


def lazy_exports(module: str) -> tuple[list[str], Callable[[str], Any], Callable[[], list[str]]]:
    """Return a front's ``__all__``, ``__getattr__`` and ``__dir__``.

    Parameters
    ----------
    module
        The front's ``__name__``. In its ``if TYPE_CHECKING:`` block each name is imported in the
        form ``from somewhere import name as name``, or imported and assigned, as in
        ``open = open_table``.
    """
    homes = _homes(Path(str(sys.modules[module].__file__)))
    names = sorted(homes)

    def getattribute(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {module!r} has no attribute {name!r}", name=name)
        home, attribute = homes[name]
        if home == module:  # a module below a package
            return import_module(f"{home}.{attribute}")
        value = getattr(import_module(home), attribute)
        if isinstance(value, FunctionType | MethodType):
            value = refusing_wrong_types(value)
            value.__module__, value.__qualname__ = module, name  # where pickle finds it
        setattr(sys.modules[module], name, value)
        return value

    return names, getattribute, lambda: names


def _homes(file: Path) -> dict[str, tuple[str, str]]:
    """Return the module and original name behind each public name."""
    homes: dict[str, tuple[str, str]] = {}
    plain: dict[str, tuple[str, str]] = {}
    block = next(node for node in ast.parse(file.read_bytes()).body if isinstance(node, ast.If))
    for node in block.body:
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                names = homes if alias.asname else plain  # as type checkers see it
                names[alias.asname or alias.name] = str(node.module), alias.name
        elif isinstance(node, ast.Assign):
            (target,) = node.targets
            homes[ast.unparse(target)] = plain[ast.unparse(node.value)]
    return homes
