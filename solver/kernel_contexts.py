"""What numba knows of types and of this processor, looked up once for all kernels.

numba looks through a dozen templates for each ``+`` of each kernel, asks every library for news
before each part, and hands LLVM a module of text to learn how large a type is: a third of the time
to compile llq. The contexts here hold what numba's own do, and remember what was found.
"""

from __future__ import annotations

import copy
from functools import cache
from typing import Any

from numba.core import types
from numba.core.registry import cpu_target
from numba.core.typing import Context  # type: ignore[attr-defined]
from numba.extending import models, register_model

__all__ = ["kernel_target", "kernel_typing"]


class _Function(types.Function):
    """One of numba's own functions, which finds the signature for given types once."""

    def __init__(self, template: Any) -> None:
        super().__init__(template)
        self._signatures: dict[Any, Any] = {}

    def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
        """Return the signature of a call."""
        if kws:
            return super().get_call_type(context, args, kws)
        if args not in self._signatures:
            self._signatures[args] = super().get_call_type(context, args, kws)
        return self._signatures[args]


register_model(_Function)(models.OpaqueModel)  # as numba's functions are: nothing in a kernel


class _KernelTyping(Context):
    """numba's typing context, where its own functions are `_Function`."""

    _functions_found: dict[int, tuple[Any, Any]]

    def _lookup_global(self, gv: Any) -> Any:
        found = super()._lookup_global(gv)  # type: ignore[no-untyped-call]
        if type(found) is not types.Function:
            return found
        if id(found) not in self._functions_found:
            self._functions_found[id(found)] = found, _Function(found.templates)
        return self._functions_found[id(found)][1]

    def refresh(self) -> None:
        """Load what libraries have registered with numba since the last time."""
        _look_for_news()


@cache
def kernel_typing() -> Any:
    """Return the typing context of all kernels."""
    own: Any = copy.copy(cpu_target.typing_context)  # which shares all that is registered
    own.__class__ = _KernelTyping
    own._functions_found = {}
    return own


@cache
def kernel_target() -> Any:
    """Return the target context of all kernels that Python calls."""
    numbas: Any = cpu_target.target_context
    sizes: dict[str, int] = {}

    def size(kind: Any) -> int:
        """Return the bytes of an LLVM type."""
        name = str(kind)
        if name not in sizes:
            sizes[name] = numbas.get_abi_sizeof(kind)
        return sizes[name]

    return numbas.subtarget(
        typing_context=kernel_typing(), refresh=_look_for_news, get_abi_sizeof=size
    )


_registered = -1


def _look_for_news() -> None:
    """Load what libraries have registered with numba, if that is more than the last time."""
    global _registered
    if _registered != _count_registered():
        cpu_target.target_context.refresh()
        _registered = _count_registered()


def _count_registered() -> int:
    """Return how many functions, types and the like numba's libraries have registered so far."""
    numbas: Any = (cpu_target.typing_context, cpu_target.target_context)
    lists = (part for one in numbas for known in one._registries for part in vars(known).values())
    return sum(map(len, lists))
