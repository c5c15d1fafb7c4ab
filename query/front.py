"""Lazy public modules: each lists its names once, and a name is imported when first used.

The list is the module's own ``if TYPE_CHECKING:`` block, so that type checkers, editors and the
interpreter see the same names. A lookup then loads neither numba nor duckdb.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

__all__ = ["lazy_exports"]


def lazy_exports(
    module: str,
) -> tuple[list[str], Callable[[str], Any], Callable[[], list[str]]]:
    """Return ``__all__``, ``__getattr__`` and ``__dir__`` of a front.

    Parameters
    ----------
    module
        The front's ``__name__``. Each import of its ``if TYPE_CHECKING:`` block has the form
        ``from somewhere import name as public_name``.
    """
    homes = _homes(Path(str(sys.modules[module].__file__)))
    names = sorted(homes)

    def getattribute(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        home, attribute = homes[name]
        if home == module:  # a module below a package
            return import_module(f"{home}.{attribute}")
        value = getattr(import_module(home), attribute)
        setattr(sys.modules[module], name, value)
        return value

    return names, getattribute, lambda: names


def _homes(file: Path) -> dict[str, tuple[str, str]]:
    """Return, for each public name, its module and its name there."""
    for node in ast.parse(file.read_bytes()).body:
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name):
            return {
                alias.asname or alias.name: (str(one.module), alias.name)
                for one in node.body
                if isinstance(one, ast.ImportFrom)
                for alias in one.names
            }
    raise AssertionError(f"{file} lists no names")
