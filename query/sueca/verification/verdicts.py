"""Verdicts on printed numbers: whether ours could have been printed so, or is a worse extreme."""

from decimal import Decimal
from enum import StrEnum
from math import hypot
from typing import NamedTuple

from llq.query import checks
from llq.query.checks import Verdict
from llq.query.sueca.verification.statistics import PUBLISHED_GAMES, Estimate

CHANCE_LIMIT = 0.0027
"""Probability of a z-score beyond the limit of `checks`, applied to extremes."""


class Reading(StrEnum):
    """Range behind a printed number, in units of its last digit."""

    ROUNDED = "rounded"
    """Half a unit either way."""
    ROUNDED_OR_CUT = "rounded or cut"
    """From half a unit below to a unit above."""
    LOOSE = "loose"
    """A unit either way: a difference of two rounded numbers, or 'about'."""
    AT_LEAST = "at least"
    """Ours may be any higher."""


_SLACK = {
    Reading.ROUNDED: (0.5, 0.5),
    Reading.ROUNDED_OR_CUT: (0.5, 1.0),
    Reading.LOOSE: (1.0, 1.0),
    Reading.AT_LEAST: (0.0, float("inf")),
}
"""Units that ours may lie below and above the printed number."""


class Judgement(NamedTuple):
    """A verdict with its z-score."""

    verdict: Verdict
    z: float | None


def judge(printed: str, reading: Reading, ours: Estimate) -> Judgement:
    """Return whether an estimate lies within what a printed number may stand for.

    z is the nearest number that could have been printed so less ours, in standard errors of both:
    ours, and the thesis's with its million games. It is 0 where ours could have been printed so.
    """
    unit = float(Decimal(1).scaleb(int(Decimal(printed).as_tuple().exponent)))  # of the last digit
    (below, above), target = _SLACK[reading], float(printed)
    nearest = min(max(ours.value, target - below * unit), target + above * unit)
    if abs(nearest - ours.value) < 1e-9:
        return Judgement(Verdict.AGREES, 0.0)
    z = checks.z_score(nearest, ours.value, hypot(ours.error or 0.0, ours.published_error))
    return Judgement(checks.judge(z, same=False), z)


def judge_extreme(printed: str, ours: Estimate) -> Judgement:
    """Return whether our extreme contradicts a printed one.

    If k of our n games lie beyond it and none of their million does, the chance that all k of
    n + 10⁶ like games are ours is (n / (n + 10⁶))ᵏ. Standard errors say nothing here.
    """
    if ours.value == float(printed):
        return Judgement(Verdict.AGREES, None)
    if ours.beyond is None:
        return Judgement(Verdict.DIFFERS, None)
    chance = (ours.games / (ours.games + PUBLISHED_GAMES)) ** ours.beyond(float(printed))
    return Judgement(Verdict.DIFFERS if chance < CHANCE_LIMIT else Verdict.EXTREME, None)
