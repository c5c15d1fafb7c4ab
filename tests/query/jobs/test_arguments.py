"""Numbers of threads: every public function refuses what is none."""

import inspect
from collections.abc import Iterator
from typing import Any

import pytest

import llq
from llq import dominion, literature, love_letter, sueca
from llq.errors import IllegalState

SMALL = "deck-2-1-1-1-1-1-1-1"
ARGUMENTS: dict[str, tuple[Any, ...]] = {
    "build": ("dominion",),
    "beliefs": (1, 8, "random"),
    "beliefs_after": (None,),
    "best_response": ("random",),
    "best_response_bracket": ("random",),
    "equilibrium": (SMALL,),
    "love_letter.match": ("random", "strategic"),
    "love_letter.exact.match": ("random", "strategic"),
    "dominion.strategies.match": ("picky", "greedy"),
    "dominion.match": ("picky", "greedy"),
    "exact_score": ("picky", 3),
    "score_bounds": ("picky", "1/3"),
    "simulate": ("picky",),
    "fewest": (1,),
    "fewest_lookup": ("4 copper, estate", "3c 2e", "", 1),
    "kingdom": ("smithy",),
    "race_lookup": ("7c 3e", "7c 3e"),
    "race_match": ("big_money", "picky"),
    "dominion.plot": ("2", "figure.png"),
    "deal_values": ("lead",),
    "sueca.advise": (None,),
    "lookup_solution": (1, 8),
    "sueca.plot": ("deal-values", "figure.png"),
    "sueca.match": ("R,R", "T,T"),
    "literature.match": ("random", "possible"),
}
"""What a function cannot do without, by its name, alone or with its game's."""
OPTIONS = {"dominion.race.lookup": {"coins": 5}}
"""What must be named."""


def functions() -> Iterator[Any]:
    """Yield every public function that takes a number of threads."""
    for front in (llq, love_letter, dominion, sueca, literature):
        for name in front.__all__:
            found = getattr(front, name)
            if inspect.isfunction(found) and "threads" in inspect.signature(found).parameters:
                game = front.__name__.removeprefix("llq.")
                yield pytest.param(found, f"{game}.{name}", id=f"{game}.{name}")


@pytest.mark.parametrize("threads", [0, -1])
@pytest.mark.parametrize(("function", "name"), [*functions()])
def test_threads_are_refused(function, name, threads, tmp_path, monkeypatch):
    """No threads, or fewer, are an error in one line that says so, before anything is computed."""
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    arguments = ARGUMENTS.get(name, ARGUMENTS.get(name.rpartition(".")[2], ()))
    with pytest.raises(IllegalState, match=r"threads? ") as refused:
        list(
            function(*arguments, threads=threads, **OPTIONS.get(name, {}))
        )  # a generator checks when it begins
    assert str(threads) in str(refused.value)
    assert "\n" not in str(refused.value)
    assert not list(tmp_path.iterdir())


def test_odd_numbers_of_threads_are_refused():
    """What is no number of threads at all is refused in the same words."""
    for threads in (float("nan"), 1.5, "2"):
        with pytest.raises(IllegalState, match="threads must be a positive integer"):
            dominion.match("picky", "greedy", threads=threads)
