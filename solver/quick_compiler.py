"""A quicker kernel compiler, built on numba's internals; `llq.solver.jit` works without it.

numba optimises a function and turns it into machine code before it links it into each caller,
where all of it is optimised again. Of a kernel that only kernels call nobody needs that code. So
each `Kernel` has two sides: the kernel itself, compiled to the end when Python calls it, and its
`_Part`, which stands for it in the kernels that call it and ends with the typed, unoptimised
module. That halves the time to compile llq, and leaves nothing to be cached but what Python calls.

numba also looks through a dozen templates for each ``+`` of each kernel, asks every library for
news before each part, and hands LLVM a module of text to learn how large a type is. The contexts
here hold what numba's own do, and remember the answers: a third of what is left.

Results are those of numba's own compiler, to the last bit. Hardly a name here is public, so what
uses this module must be ready for any exception from it.
"""

import copy
import gc
import warnings
from contextlib import suppress
from functools import cache, cached_property, partial
from types import FunctionType
from typing import Any

import numpy as np
from numba import _dynfunc, types  # type: ignore[attr-defined]
from numba.core import codegen
from numba.core.caching import FunctionCache
from numba.core.compiler import CompilerBase, DefaultPassBuilder, Flags
from numba.core.registry import CPUDispatcher, CPUTarget, cpu_target
from numba.core.runtime import rtsys  # type: ignore[attr-defined]
from numba.core.typing import Context  # type: ignore[attr-defined]
from numba.extending import models, overload, register_model
from numba.np import arrayobj

from llq.solver.compiler_process import compile_kernel

_OPTIONS = {
    "nopython": True,
    "no_cfunc_wrapper": True,
    "boundscheck": None,
    "forceinline": False,  # else it is as for the kernel that is the first to call it
}

_SKIPPED_PASSES = frozenset(
    {
        *("with_lifting", "inline_closure_likes", "make_function_op_code_to_jit_function"),
        *("inline_inlinables", "inline_overloads", "literal_unroll", "nopython_rewrites"),
        *("find_literally", "LiteralPropagation", "annotate_types", "dump_parfor_diagnostics"),
    }
)
"""Compiler passes unused by kernels, such as those for closures and whole-array sums."""


class _Flags(Flags):
    """Flags of a compilation, compared by the explicitly set values.

    numba looks up each function of its own by them, whenever it types a call; comparing every
    option one by one, as its class does, took a tenth of compiling.
    """

    def __hash__(self) -> int:
        return hash(frozenset(self._values))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, _Flags):
            return bool(self._values == other._values)
        return NotImplemented


class _Function(types.Function):
    """A numba built-in function that caches the signature found for given argument types."""

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


def _refuse_shapes(source: Any, target: Any) -> None:
    """Stand for numba's refusal of a slice's shape, whose words take seconds to compile."""


_WORDY_REFUSAL = getattr(arrayobj, "raise_with_shape_context", _refuse_shapes)  # not in 0.61


@overload(_refuse_shapes)
def _compile_refusal(source: Any, target: Any) -> Any:  # noqa: ARG001 - numba's signature
    def refuse(source: Any, target: Any) -> None:  # noqa: ARG001
        raise ValueError("cannot assign a slice of another shape")

    return refuse


class _Typing(Context):
    """numba's typing context, where its own functions are `_Function`."""

    _own_functions: dict[int, tuple[Any, Any]]

    def _lookup_global(self, gv: Any) -> Any:
        if gv is _WORDY_REFUSAL:
            gv = _refuse_shapes
        function_type = super()._lookup_global(gv)  # type: ignore[no-untyped-call]
        if type(function_type) is not types.Function:
            return function_type
        if id(function_type) not in self._own_functions:
            self._own_functions[id(function_type)] = (
                function_type,
                _Function(function_type.templates),
            )
        return self._own_functions[id(function_type)][1]

    def refresh(self) -> None:
        """Load what libraries have registered with numba since the last time."""
        _refresh()


@cache
def _typing() -> Any:
    context: Any = copy.copy(cpu_target.typing_context)  # which shares all that is registered
    context.__class__ = _Typing
    context._own_functions = {}
    return context


@cache
def _target() -> Any:
    """Return the target context of all kernels called from Python."""
    context: Any = cpu_target.target_context
    sizes: dict[str, int] = {}

    def size(kind: Any) -> int:
        """Return the bytes of an LLVM type."""
        name = str(kind)
        if name not in sizes:
            sizes[name] = context.get_abi_sizeof(kind)
        return sizes[name]

    return context.subtarget(typing_context=_typing(), refresh=_refresh, get_abi_sizeof=size)


_registered = -1


def _refresh() -> None:
    """Refresh from numba's registries, if libraries have registered more since last time."""
    global _registered
    if _registered != _count_registered():
        cpu_target.target_context.refresh()
        _registered = _count_registered()


def _count_registered() -> int:
    """Return the number of functions, types and the like that numba's libraries registered."""
    contexts: Any = (cpu_target.typing_context, cpu_target.target_context)
    registries = (registry for context in contexts for registry in context._registries)
    return sum(len(part) for registry in registries for part in vars(registry).values())


class _PartLibrary(codegen.JITCodeLibrary):
    """A module for linking into others, neither optimised nor loaded."""

    def _optimize_final_module(self) -> None:
        """Skip optimisation: libraries that link this module optimise it."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()  # type: ignore[no-untyped-call]
        self._finalized = True


class _KernelTarget(CPUTarget):
    """The processor, with the contexts of kernels."""

    @property
    def typing_context(self) -> Any:
        """Typing context of all kernels."""
        return _typing()

    @property
    def target_context(self) -> Any:
        """Target context of kernels called from Python."""
        return _target()


class _PartTarget(_KernelTarget):
    """The processor, where libraries are `_PartLibrary`."""

    @cached_property
    def _context(self) -> Any:
        parts = copy.copy(_target().codegen())
        parts._library_class = _PartLibrary
        return _target().subtarget(_internal_codegen=parts, get_executable=_stand_in)

    @property
    def target_context(self) -> Any:
        """Target context of parts, created on first use."""
        return self._context


def _stand_in(library: Any, descriptor: Any, environment: Any) -> Any:
    """Return an uncallable function that serves as key in place of a part's machine code."""
    return _dynfunc.make_function(
        descriptor.lookup_module(),
        descriptor.qualname,
        "",
        rtsys.library.get_pointer_to_function("nrt_unresolved_abort"),
        environment,
        (library,),
    )


class _Compiler(CompilerBase):
    """numba's compiler, without `_SKIPPED_PASSES`."""

    def define_pipelines(self) -> list[Any]:
        """Return the one sequence of passes."""
        define: Any = DefaultPassBuilder.define_nopython_pipeline
        passes = define(self.state)
        passes.passes = [step for step in passes.passes if step[0].name() not in _SKIPPED_PASSES]
        passes.finalize()
        return [passes]


class _Dispatcher(CPUDispatcher):
    """numba's dispatcher, compiling with `_Flags` by a `_Compiler`."""

    targetdescr = _KernelTarget("cpu")  # type: ignore[no-untyped-call]
    _compiler: Any

    def __init__(self, py_func: Any, targetoptions: dict[str, Any]) -> None:
        super().__init__(py_func, targetoptions=targetoptions, pipeline_class=_Compiler)
        self._compiler._customize_flags = _Flags


class _Part(_Dispatcher):
    """A kernel as others call it."""

    targetdescr = _PartTarget("cpu")  # type: ignore[no-untyped-call]

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Resolve a call with constant arguments treated as variables.

        Else numba compiles a part once more for each constant that it is called with, and for the
        value that a variable has before a loop; LLVM sees the constants where it inlines the part.
        """
        widened: Any = types.unliteral
        return super().get_call_template(
            tuple(map(widened, args)), {name: widened(kind) for name, kind in kws.items()}
        )


class _Cache(FunctionCache):
    """Numba's cache, made optional: failure to save a kernel only warns."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the cached code for a signature, first letting a compiler process make it."""
        load = partial(super().load_overload, sig, target_context)
        code = load()
        if code is None and compile_kernel(self._py_func, sig):
            code = load()
        return code

    def save_overload(self, sig: Any, data: Any) -> None:
        """Save a kernel; if that fails, warn and continue."""
        try:
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]
        except OSError as error:
            warnings.warn(
                f"compiled kernels cannot be kept in {self.cache_path} ({error.strerror}): each "
                "process compiles them again; free some space, or set NUMBA_CACHE_DIR",
                RuntimeWarning,
                stacklevel=2,
            )


class Kernel(_Dispatcher):
    """A kernel as Python calls it.

    Options are those of numba's ``njit``, and ``_nrt=False`` to count no references to arrays.
    """

    def __init__(self, py_func: Any, options: dict[str, Any]) -> None:
        options = _OPTIONS | options
        super().__init__(py_func, options)
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
        self.part = _Part(function, options | {"no_cpython_wrapper": True})

    @property
    def _numba_type_(self) -> Any:
        return types.Dispatcher(self.part)

    def enable_caching(self) -> None:
        """Cache compiled code on disk."""
        self._cache = _Cache(self.py_func)  # type: ignore[no-untyped-call]

    def compile(self, sig: Any) -> Any:
        """Return machine code for a signature, with references into its parts resolved."""
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
        overloads: Any = self.overloads.values()
        compiled = next(overload for overload in overloads if overload.entry_point is code)
        if compiled.metadata is not None:  # else it comes from the cache, which sees to that
            for environment in compiled._find_referenced_environments():
                compiled.library.codegen.set_env(environment.env_name, environment)
        return code


def check() -> None:
    """Compile small kernels, and compare their answers with Python's."""

    @partial(Kernel, options={"nogil": True})
    def third(number: float) -> float:
        if number < 0.0:
            raise ValueError("negative")
        return number / 3.0

    @partial(Kernel, options={"nogil": True, "_nrt": False})
    def thirds(arrays: Any, count: int) -> float:
        total: float = third(1)
        for index in range(count):
            total += third(arrays[0][index]) * (index + 0.1)
        return total

    numbers = (np.array([2.0, 0.7, 5.0, -1.0]),)
    is_right: bool = thirds(numbers, 3) == thirds.py_func(numbers, 3)
    with suppress(ValueError):
        is_right = thirds(numbers, 4) is None  # it raises
    if not is_right:
        raise ArithmeticError("kernels compiled by parts answer otherwise than Python")
