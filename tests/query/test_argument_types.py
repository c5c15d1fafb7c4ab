"""Arguments of wrong types, or of no such name: every public function refuses them by name."""

import importlib
import inspect
import pickle
import pkgutil
from types import SimpleNamespace, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin

import pytest

import llq
from llq import dominion, literature, love_letter, sueca
from llq.errors import LlqError, WrongType
from llq.query.argument_types import argument_kinds
from tests.custom_players import First

FRONTS = (llq, love_letter, dominion, sueca, literature)
ROOMS = [
    importlib.import_module(f"{front.__name__}.{room.name}")
    for front in FRONTS[1:]
    for room in pkgutil.iter_modules(front.__path__)
]


class Wrong:
    """A value of a type that no function takes."""


def is_closed(kind):
    """Return whether a type is known whole: neither a protocol, nor with a part that is unknown."""
    parts = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    unknown = [part for part in parts if part is Any or isinstance(part, TypeVar)]
    return not (unknown or any(getattr(part, "_is_protocol", False) for part in parts))


FUNCTIONS = {
    f"{front.__name__}.{name}": function
    for front in (*FRONTS, *ROOMS)
    for name in front.__all__
    if inspect.isroutine(function := getattr(front, name))
}
KINDS = {
    (title, argument): kind
    for title, function in FUNCTIONS.items()
    if inspect.isfunction(function)
    for argument, kind in argument_kinds(function).items()
}
CASES = [case for case, kind in KINDS.items() if is_closed(kind)]


def needed(function, value, **others):
    """Return a value for each argument that a function must be given."""
    return {
        name: others.get(name, value)
        for name, item in inspect.signature(function).parameters.items()
        if item.default is item.empty and item.kind not in (item.VAR_KEYWORD, item.VAR_POSITIONAL)
    }


def test_a_wrong_type_is_refused_by_name():
    """Before anything is computed, one line says which argument is wrong and what it may be."""
    for title, argument in CASES:
        arguments = {argument: Wrong()} | needed(FUNCTIONS[title], Wrong())
        with pytest.raises(WrongType, match=f"^{argument} must be ") as refused:
            FUNCTIONS[title](**arguments)
        assert "\n" not in str(refused.value), (title, argument)
    with pytest.raises(WrongType, match=r"^deals must be "):  # by place, in a method of a class
        dominion.leagues.build(Wrong())


def test_an_unknown_name_is_refused():
    """One line repeats a name that is no parameter's, and no private function's error comes out."""
    for title, function in FUNCTIONS.items():
        if {"items", "roster"}.isdisjoint(inspect.signature(function).parameters):  # read first
            with pytest.raises(LlqError, match="nonsense") as refused:
                function(**needed(function, "random", n=4, players=["random"] * 2), nonsense=1)
            assert "\n" not in str(refused.value), title


def test_most_arguments_are_known():
    """The types that only type checkers see are few: an argument in twenty at most."""
    assert len(CASES) > 400
    assert [*KINDS.values()].count(Any) < len(KINDS) / 5


def test_what_was_asked_and_what_it_may_be():
    """The message names the argument, says in words what it may be, and repeats what was given."""
    for ask, words in [
        (lambda: llq.lookup(1, 8, seen=3), "seen must be a list .* or a dictionary; got 3"),
        (lambda: love_letter.table.open(path=1), "path must be text, a path or None; got 1"),
        (lambda: sueca.match("R,R", "A,A", games=10.5), "games must be an integer; got 10.5"),
        (lambda: literature.match("random", "random", threads="2"), "threads must be an integer"),
        (lambda: dominion.race.match("picky", "picky", real=float("nan")), "True or False"),
        (lambda: sueca.play(["R"] * 4, seed=[]), "seed must be an integer; got \\[\\]"),
        (lambda: love_letter.play(["random"] * 2, variant=1), "variant must be text; got 1"),
        (lambda: llq.lookup(1, 8, variant=Wrong()), "variant must be text; got a Wrong$"),
    ]:
        with pytest.raises(WrongType, match=words) as refused:
            ask()
        assert isinstance(refused.value, LlqError)
        assert isinstance(refused.value, TypeError)


def test_what_is_no_player_is_refused():
    """A player is a name or an object that can choose; anything else is an error of llq's own."""
    numbered, nameless = First(), SimpleNamespace(choose=First.choose)
    numbered.name = 5
    for player in (3, object(), First, numbered, nameless):
        for function, arguments in [
            (love_letter.match, (player, "random")),
            (love_letter.exact.match, (player, "random")),
            (love_letter.responses.best_response, (player,)),
            (love_letter.rounds.match_party, ([player, "thumb", "thumb"], 2)),
            (dominion.match, (player, "picky")),
            (dominion.strategies.match, (player, "picky", 3)),
            (dominion.strategies.simulate, (player,)),
            (sueca.match, ([player, "R"], "A,A")),
            (literature.match, ([player, "random"], "random")),
            (literature.positions.show, ([player, "random"], "random")),
            *((front.agent, (player,)) for front in FRONTS[1:]),
        ]:
            with pytest.raises(LlqError, match="is not a player: it needs a name and choose"):
                function(*arguments)


def test_functions_of_a_front_can_be_sent():
    """A public function can be pickled, has its signature and its docstring."""
    for function in (llq.lookup, sueca.match, dominion.race.match, literature.agent):
        assert pickle.loads(pickle.dumps(function)) is function
        assert function.__doc__
        assert len(inspect.signature(function).parameters) > 1
