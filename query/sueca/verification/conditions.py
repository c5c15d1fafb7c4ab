"""Conditions of claims: numbers of ours that must lie above, below or near others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from math import hypot

from llq.query.checks import Z_LIMIT
from llq.query.sueca.verification.statistics import (
    Estimate,
    Experiment,
    Sample,
    Statistic,
    combine,
    spread,
)
from llq.solver.sueca.rules import TOTAL


class Outcome(Enum):
    """Whether a condition is met."""

    MET = "yes"
    BROKEN = "no"
    OPEN = "open"


@dataclass(frozen=True)
class Condition:
    """A number that must lie from `least` to `most`, open or closed alike.

    Parameters
    ----------
    strict
        Whether the number must be clear of the bounds by three standard errors, else it is open;
        otherwise it is enough that it is not clearly outside.
    """

    label: str
    of: tuple[Experiment, ...]
    statistic: Statistic
    least: float = float("-inf")
    most: float = float("inf")
    strict: bool = True
    sought: bool = False
    """Whether the number is something rare to be seen, which no number of games can deny."""

    def decide(self, samples: Mapping[Experiment, Sample]) -> tuple[Outcome, str]:
        """Return the outcome and the number in words."""
        ours = self.statistic([samples[experiment] for experiment in self.of])
        room = Z_LIMIT * (ours.error or 0.0)
        if self.strict:
            met = self.least + room < ours.value < self.most - room
        else:
            met = self.least <= ours.value <= self.most
        if met:
            outcome = Outcome.MET
        elif self.least - room <= ours.value <= self.most + room:
            outcome = Outcome.OPEN if self.strict else Outcome.MET
        elif self.sought:
            outcome = Outcome.OPEN
        else:
            outcome = Outcome.BROKEN
        number = f"{ours.value:.2f}" + (f" ± {ours.error:.2f}" if ours.error else "")
        return outcome, f"{self.label} {number}"


def score(*of: Experiment) -> tuple[tuple[Experiment, ...], Statistic]:
    """Return the mean score of North and South over some experiments."""
    return of, combine([1 / len(of)] * len(of))


def difference(
    more: Experiment | Sequence[Experiment], less: Experiment | Sequence[Experiment]
) -> tuple[tuple[Experiment, ...], Statistic]:
    """Return by how much one score, or the mean of some, exceeds another, on common deals."""
    first = [more] if isinstance(more, Experiment) else list(more)
    second = [less] if isinstance(less, Experiment) else list(less)
    weights = [1 / len(first)] * len(first) + [-1 / len(second)] * len(second)
    return (*first, *second), combine(weights)


def above(label: str, what: tuple[tuple[Experiment, ...], Statistic], bound: float) -> Condition:
    """Return the condition that a number is clearly above a bound."""
    return Condition(label, *what, least=bound)


def below(label: str, what: tuple[tuple[Experiment, ...], Statistic], bound: float) -> Condition:
    """Return the condition that a number is clearly below a bound."""
    return Condition(label, *what, most=bound)


def more(
    label: str, first: Experiment | Sequence[Experiment], second: Experiment | Sequence[Experiment]
) -> Condition:
    """Return the condition that one score is clearly above another."""
    return above(label, difference(first, second), 0)


def near(
    label: str,
    what: tuple[tuple[Experiment, ...], Statistic],
    value: float,
    tolerance: float,
) -> Condition:
    """Return the condition that a number is not clearly further than a tolerance from a value."""
    return Condition(label, *what, least=value - tolerance, most=value + tolerance, strict=False)


def between(
    label: str, what: tuple[tuple[Experiment, ...], Statistic], least: float, most: float
) -> Condition:
    """Return the condition that a number is not clearly outside of bounds."""
    return Condition(label, *what, least=least, most=most, strict=False)


def less_spread(label: str, first: Experiment, second: Experiment) -> Condition:
    """Return the condition that the second experiment's scores deviate clearly more."""
    return above(label, ((first, second), _spread_difference), 0)


def extreme(
    label: str,
    experiment: Experiment,
    statistic: Statistic,
    least: float,
    most: float,
    *,
    sought: bool = False,
) -> Condition:
    """Return the condition that an extreme of our games lies within bounds; noise has no say."""
    return Condition(label, (experiment,), statistic, least, most, False, sought)


def beats(label: str, of: Sequence[Experiment], least: int, most: int) -> Condition:
    """Return the condition on how many experiments have North and South above 60."""
    return Condition(label, tuple(of), _beaten, least, most, strict=False)


def _beaten(samples: Sequence[Sample]) -> Estimate:
    wins = sum(float(sample.points.mean()) > TOTAL / 2 for sample in samples)
    return Estimate(float(wins), games=min(sample.games for sample in samples))


def _spread_difference(samples: Sequence[Sample]) -> Estimate:
    less, most = spread(samples[:1]), spread(samples[1:])
    error = hypot(less.error or 0.0, most.error or 0.0)
    return Estimate(most.value - less.value, error, games=min(less.games, most.games))
