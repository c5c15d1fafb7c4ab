"""Best responses: the maximum winnings of an opponent who knows the policy.

Where exact ones take too long, certified brackets of them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from math import ceil, inf, isfinite
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from llq.errors import DeckTooLarge, IllegalState
from llq.query.love_letter.built_in_players import SOLUTION_SCORINGS, is_sampling
from llq.query.love_letter.deals import describe_deal
from llq.query.love_letter.exact.matches import check_exact_match, name_cards, player_name
from llq.query.love_letter.observation import CardName
from llq.query.love_letter.responses.questions import (
    Deal,
    Question,
    Task,
    check_unit,
    policy_and_memory,
    possible_deals,
    take_seat,
)
from llq.query.results import Result, Rows, flat
from llq.solver.jobs.blocks import computes_here, computing_on, in_order, run_blocks
from llq.solver.love_letter.rules import Rules, Scoring

if TYPE_CHECKING:
    from llq.solver.love_letter.players import Player
    from llq.solver.love_letter.responses.bracket import Bracket

Progress = Callable[[int, int], None]

_MIXED_PLAYERS = ("random", "monte_carlo", "monte_carlo_limit", *SOLUTION_SCORINGS)
_SETTINGS = ("variant", "scoring", "hand", "face_up", "situations", "playouts")
_STEPS = 1000  # of progress, a seat and deal


@dataclass(frozen=True, slots=True, kw_only=True)
class BestResponse(Result):
    """Winning chances of a perfect-recall best response to a policy; draws count half.

    Parameters
    ----------
    variant
        The variant of the rules.
    policy
        The player responded to.
    scoring
        How equal final cards are decided.
    hand
        The responder's opening hand by name, where it was fixed.
    face_up
        The number of cards face up, or the cards by name.
    first, second
        The responder's chance to win, moving first and second. None, where a hand was fixed: the
        other player cannot know it.
    exploitability
        Mean of both seats minus one half; None where ``second`` is.
    situations
        Situations solved in both seats.
    playouts
        Playouts for each option of ``monte_carlo``.
    error_bound
        No chance is further from the true one.
    """

    variant: str
    policy: str
    scoring: str
    hand: tuple[str, ...] | None
    face_up: int | tuple[str, ...]
    first: float
    second: float | None
    exploitability: float | None
    situations: int
    playouts: int
    error_bound: float

    settings = (*_SETTINGS, "error_bound")

    def records(self) -> Rows:
        """Return the response as a flat row."""
        return (flat(self.to_dict()),)

    @property
    def derived(self) -> tuple[str, ...]:  # type: ignore[override]  # of this response
        """The playouts, where the player plays none."""
        return () if is_sampling((self.policy,)) else ("playouts",)

    def __str__(self) -> str:
        """Return the best response in one line."""
        deal = describe_deal(self.hand, self.face_up)
        seats = f"first {self.first:.6f}"
        if self.second is not None and self.exploitability is not None:
            points = 100 * self.exploitability
            seats += f", second {self.second:.6f}; exploitability {points:.2f} points"
        return (
            f"best response to {self.policy}{deal}: wins moving {seats} "
            f"({self.situations:,} situations, exact to {self.error_bound:.0e})"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ResponseBracket(Result):
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
    origin
        The table that the bounds come from, and the command that searches again, if they do.
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
    origin: str = ""

    settings = _SETTINGS
    is_laid_out = False

    def to_dict(self) -> dict[str, Any]:
        """Return the bounds as plain data, ready for JSON."""
        return {name: value for name, value in Result.to_dict(self).items() if name != "origin"}

    def records(self) -> Rows:
        """Return the bounds as a flat row."""
        return (flat(self.to_dict()),)

    def shown(self) -> Rows:
        """Return rows of bounds: the first seat, the second, their mean."""
        row = self.records()[0]
        hidden = () if is_sampling((self.policy,)) and not self.origin else ("playouts",)
        common = {name: row[name] for name in _SETTINGS if name in row and name not in hidden}
        return [
            {
                "policy": self.policy,
                "of": name,
                "lower": row[f"{name}_lower"],
                "upper": row[f"{name}_upper"],
                **common,
            }
            for name in ("first", "second", "exploitability")
            if f"{name}_lower" in row
        ]

    @property
    def remarks(self) -> tuple[str, ...]:
        """The table behind stored bounds; advice after a search without time."""
        if self.situations == 0 and self.first_upper == 1.0:
            return ("The time ended before the first bounds were computed: give more --seconds.",)
        return (self.origin,) if self.origin else ()

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


def best_response(
    policy: str | Player | NDArray[Any] = "table",
    *,
    scoring: str = Scoring.HALF,
    hand: Iterable[CardName] | None = None,
    face_up: int | Iterable[CardName] = 0,
    variant: str = "classic",
    path: str | os.PathLike[str] | None = None,
    playouts: int = 1000,
    threads: int = 2,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> BestResponse:
    """Return the winning chances of a perfect-recall best response to a policy.

    Parameters
    ----------
    policy
        A player as in `exact_match`: a name, a custom player, or an array.
    scoring
        How equal final cards are decided: ``half`` a win each, or by ``discards``, the real rule.
    hand
        The responder's two cards in the first turn, moving first; averaged over the deal, in both
        seats, by default.
    face_up
        As in `exact_match`: 0, 3 (every three cards in turn, averaged), or three cards.
    variant, path
        As in `llq.love_letter.table.open`.
    playouts
        Playouts for each option of ``monte_carlo``.
    threads
        Threads that share seats and deals.
    progress
        Called with the steps done and their total, from any of the threads.
    executor
        Computes in place of threads: processes, or a Dask cluster's ``Client.get_executor()``.

    Raises
    ------
    UnknownStrategy
        There is no such player, or a custom player plays at random.
    IllegalState
        The deck cannot deal these cards, an array is not a policy, or the variant earns tokens.
    DeckTooLarge
        There are more situations than fit in 2 GB a thread.
    TableMissing, StaleTable, CorruptTable
        As `llq.love_letter.table.open` does, where ``table`` plays.

    Examples
    --------
    >>> import llq
    >>> from llq.love_letter import responses
    >>> response = responses.best_response("strategic", variant="deck-2-1-1-1-1-1-0-1")
    >>> round(response.first, 6), round(response.second, 6)
    (0.643849, 0.563393)
    """

    def check(rules: Rules, player: Any, name: str, deals: list[Deal]) -> None:
        is_mixed = np.ndim(player) > 1 or (isinstance(player, str) and player in _MIXED_PLAYERS)
        _check_size(rules, name, deals, is_mixed=is_mixed)

    question, deals, tasks, facts = _prepare(
        policy, scoring, check, hand=hand, face_up=face_up, variant=variant, path=path,
        playouts=playouts, threads=threads,
    )  # fmt: skip
    advance = _counter(progress, _STEPS * len(tasks))
    with computing_on(executor):
        here = computes_here()
        respond = partial(_respond, question, advance if here else None)
        answers = []
        for answer in in_order(run_blocks(respond, tasks, threads=min(threads, len(tasks)))):
            answers.append(answer)
            if not here:  # workers elsewhere say how far they are block by block
                advance(_STEPS)
    task_values, situations, error_bounds = zip(*answers, strict=True)
    chances = np.array([deal.chance for deal in deals])
    values = np.array(task_values).reshape(-1, len(deals)) @ chances
    first, second = values.item(0), values.item(1) if len(values) > 1 else None
    return BestResponse(
        **facts,
        first=first,
        second=second,
        exploitability=_exploitability(first, second),
        situations=sum(situations),
        error_bound=error_bounds[0],
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
    """Return certified bounds on a policy's best response, by seat.

    Parameters
    ----------
    policy
        A player as in `best_response`.
    within
        How far the bounds of a seat may be apart.
    seconds
        Time for all of it, loading the policy included, however wide the brackets are then; no
        limit by default. Seats and deals that take turns on a thread share what is left after
        loading. A search also ends where its memory is full, at some 2 GB a seat.
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
    >>> bracket = llq.love_letter.responses.bracket("random", 0.01, variant=deck)
    >>> bracket.first_lower <= 0.744191 <= bracket.first_upper, bracket.width <= 0.01
    (True, True)
    """
    check_bracket(within, seconds)
    end = monotonic() + (seconds or inf)
    question, deals, tasks, facts = _prepare(
        policy, scoring, lambda *_: None, hand=hand, face_up=face_up, variant=variant, path=path,
        playouts=playouts, threads=threads,
    )  # fmt: skip
    lock, shares = Lock(), [0.0] * len(tasks)

    def advance(task: Task, bracket: Bracket | None) -> None:
        with lock:
            share = 1.0 if bracket is None else min(within / max(bracket.width, within), 1.0)
            shares[tasks.index(task)] = share
            if progress:
                steps = round(_STEPS * sum(shares))
                progress(min(steps, _STEPS * len(tasks)), _STEPS * len(tasks))

    with computing_on(executor):
        report = advance if computes_here() else None
        allowed = max(end - monotonic(), 0.0) / ceil(len(tasks) / threads)
        respond = partial(_bracket, question, within, allowed, report)
        brackets = []
        for bracket in in_order(run_blocks(respond, tasks, threads=min(threads, len(tasks)))):
            brackets.append(bracket)
            advance(tasks[len(brackets) - 1], None)
    seats = [brackets[start : start + len(deals)] for start in range(0, len(tasks), len(deals))]
    bounds = [_mean_bounds(deals, seat) for seat in seats]
    (first_lower, first_upper), *others = bounds
    second_lower, second_upper = others[0] if others else (None, None)
    return ResponseBracket(
        **facts,
        first_lower=first_lower,
        first_upper=first_upper,
        second_lower=second_lower,
        second_upper=second_upper,
        exploitability_lower=_exploitability(first_lower, second_lower),
        exploitability_upper=_exploitability(first_upper, second_upper),
        width=max(upper - lower for lower, upper in bounds),
        situations=sum(bracket.situations for bracket in brackets),
    )


def check_bracket(within: float, seconds: float | None) -> None:
    """Refuse an invalid width or time."""
    if not (isfinite(within) and within > 0):
        raise IllegalState(f"a bracket's width is a positive number such as 0.01; got {within}")
    if seconds is not None and not seconds > 0:
        raise IllegalState(f"a search takes a positive number of seconds; got {seconds}")


def _prepare(
    policy: str | Player | NDArray[Any],
    scoring: str,
    check: Callable[[Rules, Any, str, list[Deal]], None],
    *,
    hand: Iterable[CardName] | None,
    face_up: int | Iterable[CardName],
    variant: str,
    path: str | os.PathLike[str] | None,
    playouts: int,
    threads: int,
) -> tuple[Question, list[Deal], list[Task], dict[str, Any]]:
    """Return the question, deals, tasks (deal and seat) and result facts.

    ``check`` may refuse it by rules, player, name and deals, before the player's policy is made.
    """
    request = check_exact_match(
        policy, policy, hand=hand, face_up=face_up, variant=variant, playouts=playouts,
        threads=threads,
    )  # fmt: skip
    rules, player = request.rules, request.players[0]
    check_unit(rules, scoring)
    name = player_name(player)
    deals = possible_deals(rules, request.face_up, request.shown)
    check(rules, player, name, deals)
    known_policy, memory = policy_and_memory(
        rules, player, face_up=request.face_up, path=path, playouts=playouts, threads=threads
    )
    facts = {
        "variant": rules.variant,
        "policy": name,
        "scoring": str(scoring),
        "hand": name_cards(rules, request.hand) if request.hand else None,
        "face_up": name_cards(rules, request.shown) if request.shown else request.face_up,
        "playouts": playouts,
    }
    seats = (True,) if request.hand else (True, False)
    tasks = [Task(deal, is_first) for is_first in seats for deal in deals]
    question = Question(rules, known_policy, Scoring(scoring), memory, request.hand)
    return question, deals, tasks, facts


def _respond(
    question: Question, advance: Callable[[float], None] | None, task: Task
) -> tuple[float, int, float]:
    """Return a task's value, number of solved situations and error bound."""
    advance = advance or (lambda _: None)
    responder, value, starts = take_seat(question, task)
    advance(round(_STEPS * (1.0 - sum(start.chance for start in starts))))
    for start in starts:
        value += start.chance * responder.value(start.situation, start.weights)
        advance(_STEPS * start.chance)
    return value, responder.situations, responder.error_bound


def _check_size(rules: Rules, name: str, deals: list[Deal], *, is_mixed: bool) -> None:
    """Refuse a best response that is far too large, before it begins."""
    from llq.solver.love_letter.responses.best_response import MOST_SITUATIONS, expected_situations

    expected = max(expected_situations(rules, deal.face_up, is_mixed=is_mixed) for deal in deals)
    if expected > MOST_SITUATIONS:
        raise DeckTooLarge(
            f"the best response to {name} on {rules.variant} Love Letter meets some "
            f"{expected / 1e6:,.0f} million situations; {MOST_SITUATIONS / 1e6:.0f} million fit in "
            "2 GB: take a smaller deck, cards face up, or a bracket (within 0.01)"
        )


def _counter(progress: Progress | None, total: int) -> Callable[[float], None]:
    """Return a thread-safe progress counter."""
    lock, done = Lock(), [0.0]

    def advance(steps: float) -> None:
        with lock:
            done[0] += steps
            if progress:
                progress(min(round(done[0]), total), total)

    return advance


def _bracket(
    question: Question,
    within: float,
    seconds: float,
    advance: Callable[[Task, Bracket | None], None] | None,
    task: Task,
) -> Bracket:
    from llq.solver.love_letter.responses.bracket import Search

    responder, won, starts = take_seat(question, task)

    def report(bracket: Bracket) -> None:
        if advance:
            advance(task, bracket)

    return Search(responder, won, starts).narrow(within, seconds=seconds, progress=report)


def _exploitability(first: float, second: float | None) -> float | None:
    """Return the mean of both seats minus one half, None without the second."""
    return None if second is None else (first + second - 1.0) / 2


def _mean_bounds(deals: list[Deal], brackets: list[Bracket]) -> tuple[float, float]:
    chances = np.array([deal.chance for deal in deals])
    lower = float(chances @ [bracket.lower for bracket in brackets])
    return lower, float(chances @ [bracket.upper for bracket in brackets])
