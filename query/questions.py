"""Questions: library functions as plain data, from which every door is made.

A function marked with `question` declares a question once: its signature and its numpydoc are the
question's parameters and words. The command line, the API, an assistant's tools and the manual are
loops over what `find_question` returns. A parameter is asked if its type carries an `Input`, as
``Annotated[int, Input("Coins in hand.", 5, low=0)]``, whose words describe it where the docstring
does not; the doors give all others, such as ``progress``. Several questions may share parameters
that none requires, as a `TypedDict` of such types: ``**items: Unpack[Position]``.
"""

import inspect
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from pkgutil import resolve_name
from types import NoneType, UnionType
from typing import Annotated, Any, TypeVar, Union, Unpack, get_args, get_origin, get_type_hints

from llq.query.games import find_game

Function = TypeVar("Function", bound=Callable[..., Any])

_SECTION = re.compile(r"\n(\w[\w ]*)\n-{3,}\n")
_PARAMETERS = re.compile(r"^(\w[\w, ]*)\n((?:    .*\n?|\n)+)", re.MULTILINE)
_SPOKEN = (int, float, bool, Path)
"""Types of values, beside text, that doors read."""


class Card(str):
    """A card by number, name or unambiguous abbreviation."""


class Cards(str):
    """Several cards, with commas or blanks between them; a list in JSON."""


@dataclass(frozen=True)
class Input:
    """A parameter type's description for all doors."""

    words: str = ""
    """The parameter in a sentence."""
    example: Any = None
    """A value, as it is typed."""
    low: float | None = None
    """The least number, or the fewest cards."""
    high: float | None = None
    completes: str = ""
    """Kind of name for shell completion, a key of `Game.names`."""
    flags: str = ""
    """Command-line flags that replace the parameter's name: ``-n, --games``."""
    only: str = ""
    """``command`` for a command-line parameter; empty for all doors."""
    file: str = ""
    """File name shown after the command-line flag that reads it."""
    joined: str = ""
    """Separator that joins repeated option values into one text."""
    choices: tuple[str, ...] = ()
    """The accepted texts, where these are few."""
    read: Callable[[Any], Any] | None = None
    """Parser of command-line text, such as file names; None leaves parsing to the function."""
    plain: type | None = None
    """Value type at the doors for parameters of several types; ``str`` by default."""
    is_list: bool = False


@dataclass(frozen=True, kw_only=True)
class Item:
    """A parameter of a question."""

    name: str
    """Name in the function, API and tool."""
    kind: type
    """The type of its value or values: ``str``, a number, ``bool``, ``Path``, `Card`, `Cards`."""
    default: Any
    """Default value; ``inspect.Parameter.empty`` for a required parameter."""
    words: str
    """Its description, in a sentence or more."""
    input: Input

    @property
    def is_required(self) -> bool:
        """Whether it has no default."""
        return self.default is inspect.Parameter.empty

    @property
    def flag(self) -> str:
        """Long form of the command-line option."""
        return self.input.flags.rpartition(", ")[2] or f"--{self.name.replace('_', '-')}"


@dataclass(frozen=True, kw_only=True)
class Terms:
    """Properties of a question beyond its function's signature and docstring."""

    command: str | None = None
    """Full command without ``llq``, if outside the game's commands; empty for none."""
    arguments: tuple[str, ...] = ()
    """Positional parameters of the command line."""
    needed: tuple[str, ...] = ()
    """Parameters required everywhere but on the command line, which accepts a file instead."""
    defaults: Mapping[str, Any] = field(default_factory=dict)
    """Door defaults for parameters required by the function."""
    rules: str = ""
    """Rules of answers computed without a table."""
    accuracy: str = ""
    """Accuracy of answers computed without a table."""
    examples: tuple[str, ...] = ()
    """Arguments of further help examples, beyond the minimal one."""
    busy: str | Callable[..., str] = "Computing"
    """Progress-bar label, formatted from parameters: ``{first} v {second}``; empty for none."""
    has_even_pace: bool = False
    """Whether the progress bar shows the time remaining, and stays."""
    builds_missing: bool = True
    """Whether the command builds a missing table first."""
    has_games: bool = False
    """Whether a build plays games, so that fewer replace a table on request alone."""
    is_long: bool = False
    """Whether ``--on`` accepts processes or a cluster."""


@dataclass(frozen=True, kw_only=True)
class Question:
    """A question with its answering function."""

    name: str
    """Its command, without ``llq``, such as ``dominion race lookup``."""
    answer: Callable[..., Any]
    items: tuple[Item, ...]
    text: str
    """Docstring paragraphs before the first section."""
    terms: Terms
    takes: frozenset[str]
    """Supported parameters among ``progress`` and ``threads``."""

    @property
    def summary(self) -> str:
        """The text's first paragraph, on one line."""
        return " ".join(self.text.partition("\n\n")[0].split())

    @property
    def examples(self) -> tuple[str, ...]:
        """Example commands, the first with only required arguments unless a file supplies them."""
        first = () if self.terms.needed else (self._example,)
        return tuple(f"llq {self.name} {words}".strip() for words in (*first, *self.terms.examples))

    @property
    def _example(self) -> str:
        words = []
        for item in self.items:
            if item.is_required:
                words += [] if item.name in self.terms.arguments else [item.flag]
                words.append(_quote(item.input.example))
        return " ".join(words)


def question(**terms: Any) -> Callable[[Function], Function]:
    """Return a decorator for question functions, given fields of `Terms`."""
    declared = Terms(**terms)

    def declare(function: Function) -> Function:
        function.question = declared  # type: ignore[attr-defined]
        return function

    return declare


@cache
def find_question(game: str, name: str) -> Question:
    """Return a question by game and command name, such as ``race lookup``."""
    declared = find_game(game)
    function = resolve_name({**declared.questions, **declared.other_questions}[name])
    return question_of(function, f"{game} {name}")


def question_of(function: Any, name: str) -> Question:
    """Return the question that a function declares, with a default for its command."""
    terms: Terms = function.question
    text, words = _described(inspect.getdoc(function) or "")
    takes = frozenset({"progress", "threads"} & inspect.signature(function).parameters.keys())
    items = (_item(*parameter, words, terms) for parameter in _parameters(function))
    return Question(
        name=name if terms.command is None else terms.command,
        answer=function,
        items=tuple(item for item in items if item is not None),
        text=text,
        terms=terms,
        takes=takes,
    )


def words_of(hint: Any) -> str:
    """Return the words that a type carries."""
    declared = _input(hint)
    return declared.words if declared else ""


def _parameters(function: Callable[..., Any]) -> Iterator[tuple[str, Any, Any]]:
    """Yield each parameter's name, default and type, keyword-only parameters last."""
    # a result is often known to type checkers alone
    annotations = {"__annotations__": function.__annotations__ | {"return": None}}
    namespace = vars(sys.modules[function.__module__])
    hints = get_type_hints(type("", (), annotations), namespace, include_extras=True)
    parameters = inspect.signature(function).parameters.values()
    for parameter in sorted(parameters, key=lambda item: item.kind is item.KEYWORD_ONLY):
        hint = hints[parameter.name]
        if parameter.kind is inspect.Parameter.VAR_KEYWORD and get_origin(hint) is Unpack:
            fields = get_type_hints(get_args(hint)[0], include_extras=True)
            yield from ((name, None, kind) for name, kind in fields.items())
        else:
            yield parameter.name, parameter.default, hint


def _item(name: str, default: Any, hint: Any, words: dict[str, str], terms: Terms) -> Item | None:
    if (declared := _input(hint)) is None:
        return None
    kinds = [kind for kind in _kinds(hint) if kind is not NoneType]
    kind = declared.plain or next((kind for kind in _SPOKEN if kinds == [kind]), str)
    if kind is bool and default is None:
        default = False
    return Item(
        name=name,
        kind=kind,
        default=({"threads": 2} | dict(terms.defaults)).get(name, default),
        words=words.get(name) or declared.words,
        input=declared,
    )


def _input(hint: Any) -> Input | None:
    parts: Iterable[Any] = ()
    if get_origin(hint) is Annotated:
        parts = hint.__metadata__
    elif get_origin(hint) in (Union, UnionType):
        parts = map(_input, get_args(hint))
    return next((part for part in parts if isinstance(part, Input)), None)


def _kinds(hint: Any) -> list[Any]:
    """Return a type's alternatives, without ``Annotated`` metadata."""
    if get_origin(hint) is Annotated:
        return _kinds(hint.__origin__)
    if get_origin(hint) in (Union, UnionType):
        return [kind for part in get_args(hint) for kind in _kinds(part)]
    return [hint]


def _described(doc: str) -> tuple[str, dict[str, str]]:
    """Return a docstring's text and parameter descriptions, skipping cross-references."""
    text, *sections = _SECTION.split(f"\n{doc}")
    words: dict[str, str] = {}
    if "Parameters" in sections:
        body = sections[sections.index("Parameters") + 1]
        for names, described in _PARAMETERS.findall(body):
            if not described.strip().startswith("As "):
                words |= dict.fromkeys(names.split(", "), " ".join(described.split()))
    return text.strip(), words


def _quote(value: Any) -> str:
    text = str(value)
    return text if re.fullmatch(r"[\w.,/:+-]+", text) else f'"{text}"'
