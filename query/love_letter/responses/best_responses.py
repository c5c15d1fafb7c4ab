"""Best responses: the maximum winnings of an opponent who knows the policy.

Certified brackets replace exact values that take too long.
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
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from llq.errors import DeckTooLarge, IllegalState
from llq.query.love_letter.built_in_players import SOLUTION_SCORINGS, is_sampling
from llq.query.love_letter.deals import describe_deal
from llq.query.love_letter.exact.matches import check_exact_match, player_name
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
from llq.query.results import Result, Rows, flat_row
from llq.solver.jobs.blocks import computes_here, computing_on, in_order, run_blocks
from llq.solver.jobs.progress import Progress
from llq.solver.love_letter.rules import Rules, Scoring

if TYPE_CHECKING:
    from llq.solver.love_letter.players import Player
    from llq.solver.love_letter.responses.bracket import Bracket

_Advance = Callable[[Task, float], None]
"""Reports which share of a task is done."""

_MIXED_PLAYERS = ("random", "monte_carlo", "monte_carlo_limit", *SOLUTION_SCORINGS)
_SETTINGS = ("variant", "scoring", "hand", "face_up", "situations", "playouts")
_STEPS = 1000  # progress steps per seat and deal


@dataclass(frozen=True, slots=True, kw_only=True)
class _Response(Result):
    """The question of a best response: the player responded to, and the deal."""

    variant: str
    policy: str
    scoring: str
    hand: tuple[str, ...] | None
    face_up: int | tuple[str, ...]

    settings: ClassVar[tuple[str, ...]] = _SETTINGS

    def records(self) -> Rows:
        """Return the result as a flat row."""
        return (flat_row(self.to_dict()),)


@dataclass(frozen=True, slots=True, kw_only=True)
class BestResponse(_Response):
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
        Maximum error of each chance.
    """

    first: float
    second: float | None
    exploitability: float | None
    situations: int
    playouts: int
    error_bound: float

    settings = (*_SETTINGS, "error_bound")

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
class ResponseBracket(_Response):
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
        Source table and the command that repeats the search; empty for a fresh search.
    """

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

    is_laid_out = False

    def to_dict(self) -> dict[str, Any]:
        """Return the bounds as plain data, ready for JSON."""
        # zero-argument super() fails in slotted dataclasses
        return {name: value for name, value in Result.to_dict(self).items() if name != "origin"}

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
    progress: Progress = None,
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
    question, common_fields = _prepare(
        policy, scoring, path, _check_size, hand=hand, face_up=face_up, variant=variant,
        playouts=playouts, threads=threads,
    )  # fmt: skip
    answers = _run(_respond, question, progress, threads, executor)
    task_values, situations, error_bounds = zip(*answers, strict=True)
    chances = np.array([deal.chance for deal in question.deals])
    values = np.array(task_values).reshape(-1, len(chances)) @ chances
    first, second = values.item(0), values.item(1) if len(values) > 1 else None
    return BestResponse(
        **common_fields,
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
    progress: Progress = None,
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
    check_search_limits(within, seconds)
    end = monotonic() + (seconds or inf)
    question, common_fields = _prepare(
        policy, scoring, path, None, hand=hand, face_up=face_up, variant=variant,
        playouts=playouts, threads=threads,
    )  # fmt: skip
    tasks = question.tasks
    allowed = max(end - monotonic(), 0.0) / ceil(len(tasks) / threads)
    search = partial(_bracket, within, allowed)
    brackets = _run(search, question, progress, threads, executor)
    size = len(question.deals)
    seats = [brackets[start : start + size] for start in range(0, len(tasks), size)]
    bounds = [_mean_bounds(question.deals, seat) for seat in seats]
    (first_lower, first_upper), *others = bounds
    second_lower, second_upper = others[0] if others else (None, None)
    return ResponseBracket(
        **common_fields,
        first_lower=first_lower,
        first_upper=first_upper,
        second_lower=second_lower,
        second_upper=second_upper,
        exploitability_lower=_exploitability(first_lower, second_lower),
        exploitability_upper=_exploitability(first_upper, second_upper),
        width=max(upper - lower for lower, upper in bounds),
        situations=sum(bracket.situations for bracket in brackets),
    )


def check_search_limits(within: float, seconds: float | None) -> None:
    """Refuse an invalid width or time."""
    if not (isfinite(within) and within > 0):
        raise IllegalState(f"a bracket's width is a positive number such as 0.01; got {within}")
    if seconds is not None and not seconds > 0:
        raise IllegalState(f"a search takes a positive number of seconds; got {seconds}")


def _prepare(
    policy: str | Player | NDArray[Any],
    scoring: str,
    path: str | os.PathLike[str] | None,
    check: Callable[[Rules, Any, list[Deal]], None] | None,
    **options: Any,
) -> tuple[Question, dict[str, Any]]:
    """Return the question and the result's facts; ``options`` are those of `check_exact_match`.

    ``check`` may refuse it by rules, player and deals, before the player's policy is made.
    """
    request = check_exact_match(policy, policy, **options)
    rules, player = request.rules, request.players[0]
    check_unit(rules, scoring)
    deals = possible_deals(rules, request.face_up, request.shown)
    if check:
        check(rules, player, deals)
    solver_policy, memory = policy_and_memory(
        rules, player, request.face_up, path=path, playouts=options["playouts"],
        threads=options["threads"],
    )  # fmt: skip
    common_fields = {
        "variant": rules.variant,
        "policy": player_name(player),
        "scoring": str(scoring),
        **request.named_deal,
        "playouts": options["playouts"],
    }
    question = Question(rules, solver_policy, Scoring(scoring), memory, request.hand, deals)
    return question, common_fields


def _run(
    work: Callable[[Question, _Advance | None, Task], Any],
    question: Question,
    progress: Progress,
    threads: int,
    executor: Executor | None,
) -> list[Any]:
    """Return what ``work`` makes of each task of a question, in order."""
    tasks, results = question.tasks, list[Any]()
    lock, shares, total = Lock(), [0.0] * len(tasks), _STEPS * len(tasks)

    def advance(task: Task, share: float) -> None:
        with lock:
            shares[tasks.index(task)] = share
            if progress:
                progress(min(round(_STEPS * sum(shares)), total), total)

    with computing_on(executor):
        # Workers elsewhere report task by task alone.
        of_task = partial(work, question, advance if computes_here() else None)
        for result in in_order(run_blocks(of_task, tasks, threads=min(threads, len(tasks)))):
            results.append(result)
            advance(tasks[len(results) - 1], 1.0)
    return results


def _respond(question: Question, advance: _Advance | None, task: Task) -> tuple[float, int, float]:
    """Return a task's value, number of solved situations and error bound."""
    responder, value, starts = take_seat(question, task)
    done = 1.0 - sum(start.chance for start in starts)
    for start in starts:
        value += start.chance * responder.value(start.situation, start.weights)
        done += start.chance
        if advance:
            advance(task, done)
    return value, responder.situations, responder.error_bound


def _check_size(rules: Rules, player: Any, deals: list[Deal]) -> None:
    from llq.solver.love_letter.responses.best_response import MOST_SITUATIONS, expected_situations

    is_mixed = np.ndim(player) > 1 or (isinstance(player, str) and player in _MIXED_PLAYERS)
    expected = max(expected_situations(rules, deal.face_up, is_mixed=is_mixed) for deal in deals)
    if expected > MOST_SITUATIONS:
        raise DeckTooLarge(
            f"the best response to {player_name(player)} on {rules.variant} Love Letter meets some "
            f"{expected / 1e6:,.0f} million situations; {MOST_SITUATIONS / 1e6:.0f} million fit in "
            "2 GB: take a smaller deck, cards face up, or a bracket (within 0.01)"
        )


def _bracket(
    within: float, seconds: float, question: Question, advance: _Advance | None, task: Task
) -> Bracket:
    from llq.solver.love_letter.responses.bracket import Search

    responder, won, starts = take_seat(question, task)

    def report(bracket: Bracket) -> None:
        if advance:
            advance(task, within / max(bracket.width, within))

    return Search(responder, won, starts).narrow(within, seconds=seconds, progress=report)


def _exploitability(first: float, second: float | None) -> float | None:
    """Return the mean of both seats minus one half, None without the second."""
    return None if second is None else (first + second - 1.0) / 2


def _mean_bounds(deals: list[Deal], brackets: list[Bracket]) -> tuple[float, float]:
    chances = np.array([deal.chance for deal in deals])
    lower = float(chances @ [bracket.lower for bracket in brackets])
    return lower, float(chances @ [bracket.upper for bracket in brackets])
