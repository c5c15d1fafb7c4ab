"""A paper's figure or claim beside ours: one shape, one z-score and one set of verdicts."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from llq.query.questions import Input
from llq.query.results import Result

Z_LIMIT = 3.0
"""A z-score up to this is noise; one figure in 370 is further off by chance."""


class Verdict(StrEnum):
    """The outcome of a comparison."""

    AGREES = "agrees"
    DIFFERS = "differs"
    EXTREME = "extreme"
    """Ours, of fewer games, is another extreme, and does not contradict theirs."""
    IMPOSSIBLE = "impossible"
    """The printed figure cannot be."""
    MISPRINT = "misprint"
    NOT_COMPARABLE = "not comparable"
    HOLDS = "holds"
    HOLDS_IN_PART = "holds in part"
    FAILS = "fails"
    OPEN = "open"
    """Too few games to tell."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Check(Result):
    """One published figure or claim, and ours.

    Parameters
    ----------
    place
        Where the paper says it: a table, a section, or ``our own`` for a check of ours.
    case
        The row, or what a claim is about; empty where there is one figure only.
    figure
        The figure of the row, or the claim in our words.
    published, ours
        The two figures; None where there is none, as for a claim.
    standard_error
        The unit of ``z``; None where both are exact.
    games
        The number of our games; None where our figure is computed.
    z
        Published less ours in standard errors; None where there is no error.
    verdict
        A `Verdict`.
    note
        Why, or the numbers that decide.
    """

    place: str
    case: str = ""
    figure: str
    published: float | str | None = None
    ours: float | str | None = None
    standard_error: float | None = None
    games: int | None = None
    z: float | None = None
    verdict: str
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class Checks(Result):
    """The checks of a paper, and which of them readers see."""

    checks: Iterable[Check]
    page: str
    """The page of the manual that explains the verdicts."""
    only: Collection[str] | None = None
    """The verdicts whose rows are shown, in place of a count of all."""
    every: bool = False
    """Whether every row is shown."""


Only = Annotated[
    Collection[str],
    Input(
        "Show only the rows with this verdict; may be repeated.",
        choices=tuple(map(str, Verdict)),
        is_list=True,
    ),
]
Every = Annotated[bool, Input("Show every row, as JSON and CSV always do.", flags="--all")]


def z_score(published: float, ours: float, standard_error: float | None) -> float | None:
    """Return the published figure less ours in standard errors; None where there is no error."""
    return (published - ours) / standard_error if standard_error else None


def judge(z: float | None, same: bool, limit: float = Z_LIMIT) -> Verdict:
    """Return whether two figures agree: by z-score or, without one, if their digits agree."""
    agrees = same if z is None else abs(z) <= limit
    return Verdict.AGREES if agrees else Verdict.DIFFERS
