"""Kernels that others call: typed and lowered for their callers, optimised only within them.

numba optimises a function and turns it into machine code before it links it into each caller, where
all of it is optimised again. Of a kernel that only kernels call nobody needs that code. So each
`Kernel` has two sides: the kernel itself, compiled to the end when Python calls it, and its `Part`,
which stands for it in the kernels that call it and ends with the typed, unoptimised module. That
halves the time to compile llq, and leaves nothing to be cached but what Python calls.
"""

from __future__ import annotations

import copy
import gc
from collections.abc import Iterable
from functools import cached_property
from types import FunctionType
from typing import Any

from numba import _dynfunc, types  # type: ignore[attr-defined]
from numba.core import codegen
from numba.core.compiler import CompilerBase, DefaultPassBuilder, Flags
from numba.core.registry import CPUDispatcher, CPUTarget
from numba.core.runtime import rtsys  # type: ignore[attr-defined]

from llq.solver.kernel_contexts import kernel_target, kernel_typing

__all__ = ["Kernel"]

_CPU = "cpu"
_SPARED = frozenset(
    {
        *("with_lifting", "inline_closure_likes", "make_function_op_code_to_jit_function"),
        *("inline_inlinables", "inline_overloads", "literal_unroll", "nopython_rewrites"),
        *("find_literally", "LiteralPropagation", "annotate_types", "dump_parfor_diagnostics"),
    }
)


class _QuickFlags(Flags):
    """A compilation's flags, compared by what is set.

    numba looks up each function of its own by them, whenever it types a call; comparing every
    option one by one, as its class does, took a tenth of compiling.
    """

    def __hash__(self) -> int:
        return hash(frozenset(self._values))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, _QuickFlags):
            return bool(self._values == other._values)
        return NotImplemented


class _PartLibrary(codegen.JITCodeLibrary):
    """A module to link into others, neither optimised nor loaded."""

    def _optimize_final_module(self) -> None:
        """Leave that to the libraries that it is linked into."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()  # type: ignore[no-untyped-call]
        self._finalized = True


class _KernelTarget(CPUTarget):
    """The processor, with the contexts of kernels."""

    @property
    def typing_context(self) -> Any:
        """The one of all kernels."""
        return kernel_typing()

    @property
    def target_context(self) -> Any:
        """The one of kernels that Python calls."""
        return kernel_target()


class _PartTarget(_KernelTarget):
    """The processor, where libraries are `_PartLibrary`."""

    @cached_property
    def _context(self) -> Any:
        whole = kernel_target()
        parts = copy.copy(whole.codegen())
        parts._library_class = _PartLibrary
        return whole.subtarget(_internal_codegen=parts, get_executable=_stand_in)

    @property
    def target_context(self) -> Any:
        """Made when the first part is."""
        return self._context


def _stand_in(library: Any, descriptor: Any, environment: Any) -> Any:
    """Return what stands for a part's machine code as a key; it cannot be called."""
    return _dynfunc.make_function(
        descriptor.lookup_module(),
        descriptor.qualname,
        "",
        rtsys.library.get_pointer_to_function("nrt_unresolved_abort"),
        environment,
        (library,),
    )


class _QuickCompiler(CompilerBase):
    """numba's, without the passes for what no kernel has: closures, and sums of whole arrays."""

    def define_pipelines(self) -> list[Any]:
        """Return the one sequence of passes."""
        define: Any = DefaultPassBuilder.define_nopython_pipeline
        passes = define(self.state)
        passes.passes = [one for one in passes.passes if one[0].name() not in _SPARED]
        passes.finalize()
        return [passes]


class _QuickDispatcher(CPUDispatcher):
    """numba's, compiling with `_QuickFlags` by a `_QuickCompiler`."""

    targetdescr = _KernelTarget(_CPU)  # type: ignore[no-untyped-call]
    _compiler: Any

    def __init__(self, py_func: Any, targetoptions: dict[str, Any]) -> None:
        super().__init__(py_func, targetoptions=targetoptions, pipeline_class=_QuickCompiler)
        self._compiler._customize_flags = _QuickFlags


class _Part(_QuickDispatcher):
    """A kernel as others call it."""

    targetdescr = _PartTarget(_CPU)  # type: ignore[no-untyped-call]

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Resolve a call as if no argument were a constant.

        Else numba compiles a part once more for each constant that it is called with, and for the
        value that a variable has before a loop; LLVM sees the constants where it inlines the part.
        """
        of_type: Any = types.unliteral
        return super().get_call_template(
            tuple(map(of_type, args)), {name: of_type(kind) for name, kind in kws.items()}
        )


class Kernel(_QuickDispatcher):
    """A kernel as Python calls it."""

    def __init__(self, py_func: Any, targetoptions: dict[str, Any]) -> None:
        super().__init__(py_func, targetoptions)
        # Of its own, for numba tells a recursive call by the function that is being compiled.
        function = FunctionType(
            py_func.__code__,
            py_func.__globals__,
            py_func.__name__,
            py_func.__defaults__,
            py_func.__closure__,
        )
        function.__kwdefaults__ = py_func.__kwdefaults__
        function.__qualname__, function.__module__ = py_func.__qualname__, py_func.__module__
        self.part = _Part(function, targetoptions | {"no_cpython_wrapper": True})

    @property
    def _numba_type_(self) -> Any:
        return types.Dispatcher(self.part)

    def compile(self, sig: Any) -> Any:
        """Return the machine code for a signature; what its parts refer to is set."""
        collects = gc.isenabled()
        gc.disable()  # compiling makes much and drops little: collecting takes a tenth of it
        try:
            code = super().compile(sig)
        finally:
            if collects:
                if not gc.get_freeze_count():  # to the oldest generation without a look at it all
                    gc.freeze()
                    gc.unfreeze()
                gc.enable()
        overloads: Iterable[Any] = self.overloads.values()
        compiled = next(one for one in overloads if one.entry_point is code)
        if compiled.metadata is not None:  # else it comes from the cache, which sees to that
            for environment in compiled._find_referenced_environments():
                compiled.library.codegen.set_env(environment.env_name, environment)
        return code
