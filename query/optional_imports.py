"""Modules that require an optional extra."""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from llq.errors import ExtraMissing

_PACKAGES = {
    "dask": ("dask", "distributed"),
    "mcp": ("mcp", "fastapi", "jinja2", "uvicorn"),
    "openspiel": ("pyspiel", "open_spiel"),
    "pettingzoo": ("pettingzoo", "gymnasium"),
    "plot": ("matplotlib",),
    "serve": ("fastapi", "jinja2", "uvicorn"),
}


def needed(extra: str, module: str) -> Any:
    """Import an llq module that requires an optional extra."""
    if missing := [name for name in _PACKAGES[extra] if find_spec(name) is None]:
        packages = " and ".join(missing)
        raise ExtraMissing(f"this needs {packages}; install it with: pip install 'llq[{extra}]'")
    return import_module(module)
