"""Compilation: `njit` caches machine code in a folder named after the sources' hash.

Numba notices a change of the file that holds a kernel but not of the files it takes helpers from;
a folder per state of a game's sources makes every such change a fresh start for that game.

Two compilers make the same results, to the last bit. *quick* (`llq.solver.quick_compiler`) takes a
fraction of the time but is made of numba's inside, so it serves the versions of numba that it was
tested with, and only where it passes a check. Elsewhere kernels are compiled by *plain*,
``numba.njit`` as it comes. The environment variable ``LLQ_COMPILER`` names one of the two instead.
"""

import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from importlib import import_module
from inspect import isfunction
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar, overload

import numba
import platformdirs
from numba.extending import register_jitable

from llq.errors import LlqError
from llq.solver.sources import kernel_hash

Function = TypeVar("Function", bound=Callable[..., Any])

_TESTED = {f"0.{minor}" for minor in range(61, 69)}
"""Versions of numba tested with the quick compiler."""

_COMPILER_VARIABLE = "LLQ_COMPILER"
_LEAST_FREE_BYTES = 100_000_000  # a process compiles no more
_config: Any = numba.config


@cache
def _folder(key: str) -> Path | None:
    """Return the folder for kernels of a key, None when nothing can be stored."""
    root = _config.CACHE_DIR or platformdirs.user_cache_path("llq", appauthor=False) / "numba"
    folder = Path(root) / key[:16]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def _kernel_folder(module: str) -> Path | None:
    """Return the folder for a module's kernels; each compiler has its own."""
    folder = _folder(kernel_hash(module))
    if COMPILER == "quick" or folder is None:
        return folder
    if shutil.disk_usage(folder).free < _LEAST_FREE_BYTES:
        return None  # where numba's own cache fails
    folder = folder / "plain"
    folder.mkdir(exist_ok=True)
    return folder


def _choose_compiler() -> str:
    choice = os.environ.get(_COMPILER_VARIABLE, "")
    if choice not in ("", "plain", "quick"):
        raise LlqError(f"{_COMPILER_VARIABLE} must be 'quick' or 'plain'; got {choice!r}")
    is_tested = ".".join(numba.__version__.split(".")[:2]) in _TESTED
    if choice == "plain" or not (choice or is_tested):
        return "plain"
    try:
        _check_quick_compiler()
    except Exception as error:  # whatever became of numba's inside
        if choice:
            raise LlqError(
                f"{_COMPILER_VARIABLE}=quick does not work with numba {numba.__version__} "
                f"({type(error).__name__}: {error}); unset it"
            ) from error
        return "plain"
    return "quick"


def _check_quick_compiler() -> None:
    """Raise unless the quick compiler works; checked once per kernel folder and numba version."""
    quick = import_module("llq.solver.quick_compiler")
    stamp = _STAMP_FOLDER and _STAMP_FOLDER / f"quick-compiler-checked-{numba.__version__}"
    if stamp is None or not stamp.exists():
        quick.check()
    if stamp is not None:
        with suppress(OSError):
            stamp.touch()


_STAMP_FOLDER = _folder(kernel_hash(__name__))

COMPILER = _choose_compiler()
"""Either ``quick`` or ``plain``."""


@overload
def njit(function: Function) -> Function: ...
@overload
def njit(
    *, forceinline: bool = ..., _nrt: bool = ..., error_model: str = ...
) -> Callable[[Function], Function]: ...
def njit(function: Any = None, **options: Any) -> Any:
    """Return a cached function, compiled at its first call, that releases the interpreter lock.

    With ``_nrt=False`` the quick compiler counts no references to arrays, which can cost a kernel
    more than half its time where it takes them out of tuples; such a kernel can make no array of
    its own.
    """
    if function is None:
        return partial(njit, **options)
    host_folder = _config.CACHE_DIR  # a host program's own kernels stay where it keeps them
    folder = _kernel_folder(function.__module__)
    _config.CACHE_DIR = str(folder)
    try:
        kernel = _compile(function, {"nogil": True, **options})
        if folder is not None:  # numba's own would be kept beside the sources, unkeyed
            kernel.enable_caching()
    finally:
        _config.CACHE_DIR = host_folder
    return kernel


def jitable(function: Callable[..., Any], **options: Any) -> None:
    """Let kernels call a plain function, compiled into them, with the options of `njit`."""
    supported = _supported_options(options)
    decorate = register_jitable(**supported) if supported else register_jitable
    decorate(function)


def let_kernels_call(module: ModuleType, **options: bool) -> None:
    """Let kernels call every plain function of a module, with the options of `njit`."""
    for function in vars(module).values():
        if isfunction(function) and function.__module__ == module.__name__:
            jitable(function, **options)


def _compile(function: Callable[..., Any], options: dict[str, Any]) -> Any:
    if COMPILER == "quick":
        from llq.solver.quick_compiler import Kernel

        return Kernel(function, options)
    return numba.njit(**{"forceinline": False, **_supported_options(options)})(function)


def _supported_options(options: dict[str, Any]) -> dict[str, Any]:
    """Return the options that this compiler supports; dropped ones affect no result."""
    return {name: options[name] for name in options if COMPILER == "quick" or name != "_nrt"}
