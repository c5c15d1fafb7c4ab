"""How llq compiles: `njit` caches machine code in a folder named after the sources' hash.

Numba notices a change of the file that holds a kernel but not of the files it takes helpers from;
a folder per state of all solver sources makes every such change a fresh start.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar, overload

import numba
import platformdirs

from llq.solver.kernel_parts import Kernel
from llq.solver.sources import kernel_hash

__all__ = ["njit"]

Function = TypeVar("Function", bound=Callable[..., Any])

_config: Any = numba.config
_OPTIONS = {
    "nopython": True,
    "nogil": True,
    "no_cfunc_wrapper": True,
    "boundscheck": None,
    "forceinline": False,  # else it is as for the kernel that is the first to call it
}


def _cache_folder() -> Path | None:
    """Return where this state of the sources keeps its kernels, None where nothing can be kept."""
    root = _config.CACHE_DIR or platformdirs.user_cache_path("llq", appauthor=False) / "numba"
    folder = Path(root) / kernel_hash()[:16]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


_FOLDER = _cache_folder()


@overload
def njit(function: Function) -> Function: ...
@overload
def njit(
    *, forceinline: bool = ..., _nrt: bool = ..., error_model: str = ...
) -> Callable[[Function], Function]: ...
def njit(function: Any = None, **options: Any) -> Any:
    """Return a function compiled at its first call, without the interpreter lock, and cached.

    With ``_nrt=False`` it counts no references to arrays, which can cost a kernel more than half
    its time where it takes them out of tuples; such a kernel can make no array of its own.
    """
    if function is None:
        return partial(njit, **options)
    before = _config.CACHE_DIR  # a host program's own kernels stay where it keeps them
    _config.CACHE_DIR = str(_FOLDER)
    try:
        kernel: Any = Kernel(function, _OPTIONS | options)
        if _FOLDER is not None:  # numba's own would be kept beside the sources, unkeyed
            kernel.enable_caching()
    finally:
        _config.CACHE_DIR = before
    if _FOLDER is not None:
        kernel._cache.save_overload = partial(_save, kernel._cache.save_overload)
    return kernel


def _save(save: Callable[..., None], *compiled: Any) -> None:
    """Keep a kernel; where there is no room, warn once and go on without."""
    try:
        save(*compiled)
    except OSError as error:
        warnings.warn(
            f"compiled kernels cannot be kept in {_FOLDER} ({error.strerror}): each process "
            "compiles them anew; free some space, or set NUMBA_CACHE_DIR",
            RuntimeWarning,
            stacklevel=2,
        )
