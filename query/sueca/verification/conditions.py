"""Conditions on our numbers under which a claim of the thesis holds."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import chain

from llq.query.checks import Z_LIMIT, Verdict
from llq.query.sueca.verification.statistics import Experiment, Sample, Statistic


class Outcome(Enum):
    """Whether a condition is met."""

    MET = "yes"
    BROKEN = "no"
    OPEN = "open"


@dataclass(frozen=True)
class Condition:
    """Range required of a number.

    A strict condition is met `Z_LIMIT` standard errors inside, broken as far outside, and open
    between; any other is met unless it is broken.
    """

    label: str
    experiments: tuple[Experiment, ...]
    statistic: Statistic
    least: float = float("-inf")
    most: float = float("inf")
    is_strict: bool = True
    is_rare: bool = False
    """Whether a rare event is counted, which no sample can deny: open rather than broken."""

    def decide(self, samples: Mapping[Experiment, Sample]) -> tuple[Outcome, str]:
        """Return the outcome and the number's text."""
        ours = self.statistic([samples[experiment] for experiment in self.experiments])
        noise = Z_LIMIT * (ours.error or 0.0)
        is_near = self.least - noise <= ours.value <= self.most + noise
        if not is_near:
            outcome = Outcome.OPEN if self.is_rare else Outcome.BROKEN
        elif self.is_strict and not self.least + noise < ours.value < self.most - noise:
            outcome = Outcome.OPEN
        else:
            outcome = Outcome.MET
        number = f"{ours.value:.2f}" + (f" ± {ours.error:.2f}" if ours.error else "")
        return outcome, f"{self.label} {number}"


@dataclass(frozen=True)
class Claim:
    """A claim, true if every condition holds."""

    section: str
    text: str
    conditions: tuple[Condition, ...]

    @property
    def experiments(self) -> tuple[Experiment, ...]:
        """The experiments that decide it."""
        groups = (condition.experiments for condition in self.conditions)
        return tuple(dict.fromkeys(chain.from_iterable(groups)))

    def decide(self, samples: Mapping[Experiment, Sample]) -> tuple[Verdict, str]:
        """Return the verdict and the deciding numbers.

        ``holds`` where all conditions are met, ``fails`` where some are broken and none is met,
        ``holds in part`` where some are broken and some met, ``open`` where noise hides the rest.
        """
        outcomes = [condition.decide(samples) for condition in self.conditions]
        kinds = {outcome for outcome, _ in outcomes}
        if Outcome.BROKEN in kinds:
            verdict = Verdict.HOLDS_IN_PART if Outcome.MET in kinds else Verdict.FAILS
        else:
            verdict = Verdict.OPEN if Outcome.OPEN in kinds else Verdict.HOLDS
        words = [
            text if outcome is Outcome.MET else f"{text} ({outcome.value})"
            for outcome, text in outcomes
        ]
        return verdict, "; ".join(words)
