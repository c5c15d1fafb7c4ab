"""Arguments of functions: defaults, and wrong types and names, refused before any computation.

What an argument may be is read from the function's annotations. A name there that only type
checkers see stands for anything.
"""

import builtins
import collections.abc
import os
import types
import typing
from collections.abc import Callable, Collection
from functools import cache, reduce, wraps
from inspect import CO_VARKEYWORDS, Parameter, signature
from numbers import Real
from operator import index, or_
from typing import Any, Literal, ParamSpec, TypeVar, get_args, get_origin

from llq.errors import WrongType, did_you_mean

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

_TYPE_TEXTS = {
    int: "an integer",
    float: "a number",
    bool: "True or False",
    str: "text",
    type(None): "None",
    os.PathLike: "a path",
    collections.abc.Mapping: "a dictionary",
}
_CHECKED_ITEMS = 100  # of a list, the first
_LISTS = (collections.abc.Sequence, collections.abc.Iterable, list, tuple)


def refusing_wrong_types(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Return a wrapper that refuses arguments of wrong types or unknown names."""

    @cache
    def parameters() -> tuple[tuple[str, ...], dict[str, Any], bool]:
        plain = _plain(function)
        return _positional(plain), argument_kinds(function), _takes_any_name(plain)

    @wraps(function)
    def call(*args: Arguments.args, **options: Arguments.kwargs) -> Result:
        positional, kinds, is_open = parameters()
        for name in () if is_open else options.keys() - kinds:
            names = [kind for kind in kinds if kind not in positional[: len(args)]]
            hint, known = did_you_mean(name, names), ", ".join(names) or "none"
            raise WrongType(f"there is no parameter {name!r}{hint}; there are {known}")
        for name, value in [*zip(positional, args, strict=False), *options.items()]:
            kind = kinds.get(name, Any)
            if not _matches(value, kind):
                raise WrongType(f"{name} must be {_describe(kind)}; got {_short_repr(value)}")
        return function(*args, **options)

    return call


def argument_kinds(function: Any) -> dict[str, Any]:
    """Return the accepted types of a function's arguments, by name."""
    plain = _plain(function)
    code, names = plain.__code__, _Names(plain.__globals__)
    most = code.co_argcount + code.co_kwonlyargcount
    named = (*_positional(plain), *code.co_varnames[code.co_argcount : most])
    kinds = {name: names.value(plain.__annotations__.get(name, "Any")) for name in named}
    for kind in map(names.value, plain.__annotations__.values()):
        if get_origin(kind) is typing.Unpack:  # of a dictionary, each of its items an argument
            kinds |= typing.get_type_hints(get_args(kind)[0])
    return kinds


def defaults_of(function: Any, without: Collection[str] = ()) -> dict[str, Any]:
    """Return a function's default arguments by name."""
    return {
        name: parameter.default
        for name, parameter in signature(function).parameters.items()
        if name not in without and parameter.default is not Parameter.empty
    }


def _plain(function: Any) -> Any:
    """Return the innermost function behind wrappers, partials and bound methods."""
    while inner := getattr(function, "__wrapped__", getattr(function, "func", None)):
        function = inner
    return getattr(function, "__func__", function)


def _positional(plain: Any) -> tuple[str, ...]:
    """Return names of positional arguments, without ``self`` or ``cls``."""
    names: tuple[str, ...] = plain.__code__.co_varnames[: plain.__code__.co_argcount]
    return names[1:] if names[:1] in (("self",), ("cls",)) else names


def _takes_any_name(plain: Any) -> bool:
    kinds = map(_Names(plain.__globals__).value, plain.__annotations__.values())
    is_named = any(get_origin(kind) is typing.Unpack for kind in kinds)
    return bool(plain.__code__.co_flags & CO_VARKEYWORDS) and not is_named


class _Names(dict[str, Any]):
    """A module's namespace; names visible only to type checkers become ``Any``."""

    def __missing__(self, name: str) -> Any:
        return getattr(builtins, name, Any)

    def value(self, annotation: Any) -> Any:
        """Return an annotation's type, or ``Any`` if evaluation of its text fails."""
        try:
            is_text = isinstance(annotation, str)
            return _bare(eval(annotation, {}, self) if is_text else annotation)
        except Exception:
            return Any


def _bare(kind: Any) -> Any:
    """Return a type stripped of ``Annotated`` metadata, also within unions."""
    if get_origin(kind) is typing.Annotated:
        return kind.__origin__
    if get_origin(kind) in (typing.Union, types.UnionType):
        return reduce(or_, map(_bare, get_args(kind)))
    return kind


def _matches(value: Any, kind: Any) -> bool:
    """Return whether a value matches a type; uncheckable types accept everything."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (typing.Union, types.UnionType):
        return any(_matches(value, part) for part in parts)
    if origin is Literal:
        return isinstance(value, type(parts[0]))  # which of them is the function's to judge
    if origin is collections.abc.Callable:
        return callable(value)
    if origin in _LISTS:
        if isinstance(value, list | tuple) and parts:
            return all(_matches(item, parts[0]) for item in value[:_CHECKED_ITEMS])
        return isinstance(value, collections.abc.Iterable)
    return _is_of_class(value, origin or kind)


def _is_of_class(value: Any, kind: Any) -> bool:
    """Return whether a value fits a class; numbers of NumPy and others count as Python's."""
    if kind is None:
        return value is None
    if kind is int:
        return _is_integer(value)
    if kind is bool:
        return (isinstance(value, Real) or type(value).__name__ == "bool") and value in (0, 1)
    if kind is float:
        return isinstance(value, Real)
    if kind is Any or not isinstance(kind, type) or getattr(kind, "_is_protocol", False):
        return True
    plain = next((base for base in (str, tuple) if issubclass(kind, base)), kind)
    return isinstance(value, plain)  # a word for an enumeration's, a tuple for a named one


def _is_integer(value: Any) -> bool:
    try:
        index(value)
    except TypeError:
        return False
    return True


def _short_repr(value: Any) -> str:
    """Return a value's short ``repr``, or its type instead of a memory address."""
    text = repr(value)
    return _describe(type(value)) if " at 0x" in text else f"{text:.60}"


def _describe(kind: Any) -> str:
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (typing.Union, types.UnionType):
        texts = list(dict.fromkeys(_describe(part) for part in parts))
        return " or ".join(filter(None, [", ".join(texts[:-1]), texts[-1]]))
    if origin is Literal:
        return " or ".join(map(repr, parts))
    if origin in _LISTS:
        return "a list" + (f" ({_describe(parts[0])})" if parts and parts[0] is not Any else "")
    if origin is collections.abc.Callable:
        return "a function"
    name = getattr(origin or kind, "__name__", str(kind))
    return _TYPE_TEXTS.get(origin or kind, f"{'an' if name[0] in 'AEIO' else 'a'} {name}")
