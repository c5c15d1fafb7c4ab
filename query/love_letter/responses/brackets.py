"""Certified brackets of best responses, for players against whom exact ones take too long."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from functools import partial
from math import inf, isfinite
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.query.love_letter.exact.matches import check_exact_match
from llq.query.love_letter.observation import CardName
from llq.query.love_letter.responses.questions import (
    Deal,
    Question,
    check_unit,
    policy_and_memory,
    possible_deals,
    take_seat,
)
from llq.solver.jobs.blocks import computes_here, computing_on, in_order, run_blocks
from llq.solver.love_letter.rules import Scoring

if TYPE_CHECKING:
    from llq.solver.love_letter.players import Player
    from llq.solver.love_letter.responses.bracket import Bracket

Progress = Callable[[int, int], None]

_STEPS = 1000  # of progress


@dataclass(frozen=True, slots=True, kw_only=True)
class ResponseBracket:
    """Certified bounds of what a player with perfect recall who knows a policy wins against it.

    Parameters
    ----------
    variant, policy, scoring, hand, face_up, playouts
        As in `BestResponse`.
    first_lower, first_upper, second_lower, second_upper
        Bounds of the responder's chance to win by seat, a draw as half a win. The lower one is what
        a plan that was found wins. None for the second seat where a hand was fixed.
    exploitability_lower, exploitability_upper
        Mean of both seats minus one half.
    width
        The wider of both seats.
    situations
        Situations opened in both seats.
    """

    variant: str
    policy: str
    scoring: str
    hand: tuple[str, ...] | None
    face_up: int | tuple[str, ...]
    first_lower: float
    first_upper: float
    second_lower: float | None
    second_upper: float | None
    exploitability_lower: float | None
    exploitability_upper: float | None
    width: float
    situations: int
    playouts: int

    def to_dict(self) -> dict[str, Any]:
        """Return the bracket as plain data, ready for JSON."""
        return asdict(self)

    def __str__(self) -> str:
        """Return the bracket in one line."""
        seats = f"first {self.first_lower:.4f} to {self.first_upper:.4f}"
        if self.second_lower is not None:
            seats += f", second {self.second_lower:.4f} to {self.second_upper:.4f}"
        if self.exploitability_lower is not None and self.exploitability_upper is not None:
            low, high = 100 * self.exploitability_lower, 100 * self.exploitability_upper
            seats += f"; exploitability {low:.2f} to {high:.2f} points"
        return (
            f"best response to {self.policy}: wins moving {seats} "
            f"({self.situations:,} situations opened)"
        )


def best_response_bracket(
    policy: str | Player | NDArray[Any] = "random",
    within: float = 0.01,
    *,
    seconds: float | None = None,
    scoring: str = Scoring.HALF,
    hand: Iterable[CardName] | None = None,
    face_up: int | Iterable[CardName] = 0,
    variant: str = "classic",
    path: str | os.PathLike[str] | None = None,
    playouts: int = 1000,
    threads: int = 2,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> ResponseBracket:
    """Return certified bounds of the best response to a policy, a seat each.

    Parameters
    ----------
    policy
        A player as in `best_response`.
    within
        How far the bounds of a seat may be apart.
    seconds
        Time after which each seat's search ends, however wide its bracket is then; no limit by
        default. The search also ends where its memory is full, at some 2 GB a seat.
    scoring, hand, face_up, variant, path, playouts, threads
        As in `best_response`.
    progress
        Called with the steps done and their total, from any of the threads.
    executor
        Computes in place of threads: processes, or a Dask cluster's ``Client.get_executor()``.

    Raises
    ------
    IllegalState
        ``within`` or ``seconds`` is not positive; otherwise as `best_response` does.
    UnknownStrategy, TableMissing, StaleTable, CorruptTable
        As `best_response` does.
    DeckTooLarge
        There are too many hands and unseen cards.

    Examples
    --------
    >>> import llq
    >>> deck = "deck-2-1-1-1-1-1-0-1"
    >>> found = llq.love_letter.responses.bracket("random", 0.01, variant=deck)
    >>> found.first_lower <= 0.744191 <= found.first_upper, found.width <= 0.01
    (True, True)
    """
    check_bracket(within, seconds)
    asked = check_exact_match(
        policy, policy, hand=hand, face_up=face_up, variant=variant, playouts=playouts,
        threads=threads,
    )  # fmt: skip
    rules = asked.rules
    check_unit(rules, scoring)
    player = asked.players[0]
    made, memory = policy_and_memory(
        rules, player, face_up=asked.face_up, path=path, playouts=playouts, threads=threads
    )
    deals = possible_deals(rules, asked.face_up, asked.shown)
    seats = (True,) if asked.hand else (True, False)
    tasks = [(is_first, deal) for is_first in seats for deal in deals]
    lock, done = Lock(), dict.fromkeys(range(len(tasks)), 0.0)

    def advance(task: tuple[bool, Deal], found: Bracket | None) -> None:
        with lock:
            share = 1.0 if found is None else min(within / max(found.width, within), 1.0)
            done[tasks.index(task)] = share
            if progress:
                steps = round(_STEPS * sum(done.values()))
                progress(min(steps, _STEPS * len(tasks)), _STEPS * len(tasks))

    question = Question(rules, made, Scoring(scoring), memory, asked.hand)
    with computing_on(executor):
        say = advance if computes_here() else None
        respond = partial(_respond, question, within, seconds or inf, say)
        brackets = []
        for bracket in in_order(run_blocks(respond, tasks, threads=min(threads, len(tasks)))):
            brackets.append(bracket)
            advance(tasks[len(brackets) - 1], None)
    bounds = [
        _mean(deals, brackets[at : at + len(deals)]) for at in range(0, len(tasks), len(deals))
    ]
    first, second = bounds[0], bounds[1] if len(bounds) > 1 else None
    names = [card.name for card in rules.cards]
    return ResponseBracket(
        variant=rules.variant,
        policy=player if isinstance(player, str) else getattr(player, "name", "array"),
        scoring=str(scoring),
        hand=tuple(names[card] for card in asked.hand) if asked.hand else None,
        face_up=tuple(names[card] for card in asked.shown) if asked.shown else asked.face_up,
        first_lower=first[0],
        first_upper=first[1],
        second_lower=None if second is None else second[0],
        second_upper=None if second is None else second[1],
        exploitability_lower=None if second is None else (first[0] + second[0] - 1.0) / 2,
        exploitability_upper=None if second is None else (first[1] + second[1] - 1.0) / 2,
        width=max(high - low for low, high in bounds),
        situations=sum(one.situations for one in brackets),
        playouts=playouts,
    )


def _respond(
    question: Question,
    within: float,
    seconds: float,
    advance: Callable[[tuple[bool, Deal], Bracket | None], None] | None,
    task: tuple[bool, Deal],
) -> Bracket:
    """Return the bracket in a seat on a deal."""
    from llq.solver.love_letter.responses.bracket import bracket_value

    is_first, deal = task
    responder, won, starts = take_seat(question, deal, is_first=is_first)

    def say(found: Bracket) -> None:
        if advance:
            advance(task, found)

    return bracket_value(responder, won, starts, within, seconds=seconds, progress=say)


def check_bracket(within: float, seconds: float | None) -> None:
    """Refuse a width or a time that is none.

    Raises
    ------
    IllegalState
        One of them is not a positive number.
    """
    if not (isfinite(within) and within > 0):
        raise IllegalState(f"a bracket's width is a positive number such as 0.01; got {within}")
    if seconds is not None and not seconds > 0:
        raise IllegalState(f"a search takes a positive number of seconds; got {seconds}")


def _mean(deals: list[Deal], brackets: list[Bracket]) -> tuple[float, float]:
    """Return the bounds of a seat over all deals."""
    chances = np.array([deal.chance for deal in deals])
    lower = float(chances @ [one.lower for one in brackets])
    return lower, float(chances @ [one.upper for one in brackets])
