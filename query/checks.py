"""Published figures and claims compared with ours: rows, z-scores and verdicts."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from llq.query.questions import Input
from llq.query.results import Result

Z_LIMIT = 3.0
"""Largest z-score taken for noise; chance exceeds it once in 370 figures."""


class Verdict(StrEnum):
    """The outcome of a comparison."""

    AGREES = "agrees"
    DIFFERS = "differs"
    EXTREME = "extreme"
    """Our extreme, from fewer games, differs without contradicting the published one."""
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
    """A paper's checks and their display options."""

    checks: Iterable[Check]
    page: str
    """Manual page that explains the verdicts."""
    only: Collection[str] | None = None
    """Verdicts whose rows are shown, in place of verdict counts."""
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
    """Return ``(published - ours) / standard_error``, or None without a standard error."""
    return (published - ours) / standard_error if standard_error else None


def judge(z: float | None, *, same: bool, limit: float = Z_LIMIT) -> Verdict:
    """Return the verdict on two figures, from the z-score or equality."""
    agrees = same if z is None else abs(z) <= limit
    return Verdict.AGREES if agrees else Verdict.DIFFERS
