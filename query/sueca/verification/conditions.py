"""Claims of the thesis, and the conditions under which they hold: numbers of ours within bounds.

``claims.toml`` has the conditions of each claim, and says how they are written.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from importlib.resources import files
from itertools import chain

from llq.query.checks import Z_LIMIT, Verdict
from llq.query.published_figures import published
from llq.query.sueca.verification.experiments import POINT_RANGES, TEAMS, read_number
from llq.query.sueca.verification.statistics import Experiment, Sample, Statistic


class Outcome(Enum):
    """Whether a condition is met."""

    MET = "yes"
    BROKEN = "no"
    OPEN = "open"


@dataclass(frozen=True)
class Condition:
    """Range required of a number.

    A ``strict`` condition is met three standard errors inside, broken as far outside, and open
    between; any other is met unless it is broken.
    """

    label: str
    experiments: tuple[Experiment, ...]
    statistic: Statistic
    least: float = float("-inf")
    most: float = float("inf")
    strict: bool = True
    is_rare: bool = False
    """Whether a rare event is counted, which no sample can deny: open rather than broken."""

    def decide(self, samples: Mapping[Experiment, Sample]) -> tuple[Outcome, str]:
        """Return the outcome and the number's text."""
        ours = self.statistic([samples[experiment] for experiment in self.experiments])
        room = Z_LIMIT * (ours.error or 0.0)
        is_near = self.least - room <= ours.value <= self.most + room
        if not is_near:
            outcome = Outcome.OPEN if self.is_rare else Outcome.BROKEN
        elif self.strict and not self.least + room < ours.value < self.most - room:
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


def all_claims() -> list[Claim]:
    """Return claims with conditions, in thesis order."""
    conditions = claim_conditions()
    return [
        Claim(row["section"].removeprefix("section "), row["claim"], conditions[start])
        for row in published("sueca_carreiro_2016_claims")
        for start in conditions
        if row["claim"].startswith(start)
    ]


def claim_conditions() -> dict[str, tuple[Condition, ...]]:
    """Return each claim's conditions, keyed by the claim's beginning."""
    source = files(__package__).joinpath("claims.toml").read_text(encoding="utf-8")
    return {
        start: tuple(condition for line in lines for condition in read_conditions(line))
        for start, lines in tomllib.loads(source).items()
    }


def read_conditions(line: str) -> Iterator[Condition]:
    """Yield a ``claims.toml`` line's conditions: one, or one per listed value.

    >>> [(condition.label, condition.most) for condition in read_conditions("gain | [random] < 60")]
    [('gain', 60.0)]
    """
    label, number, *values = line.split(" | ")
    for value in _values(values[0]) if values else [""]:
        words = value.split("/")
        yield _condition(label.format(*words), number.format(*words))


def _values(text: str) -> list[str]:
    if text == "points":
        return [f"{least}/{most}" for least, most in POINT_RANGES]
    if text.startswith("teams"):
        excluded = text.removeprefix("teams but ").split(", ")
        return [team for team in TEAMS if team not in excluded]
    return text.split(", ")


def _condition(label: str, text: str) -> Condition:
    if not (match := re.fullmatch(r"(.*) (>|<|=|in|sees) ([^\[\]]*)", text)):
        raise ValueError(f"{text!r} is not a number and a relation")
    number, relation, bound = match.groups()
    condition = Condition(label, *read_number(number))
    if relation == ">":
        return replace(condition, least=float(bound))
    if relation == "<":
        return replace(condition, most=float(bound))
    if relation == "=":
        value, tolerance = map(float, bound.split(" ± "))
        least, most = value - tolerance, value + tolerance
    else:
        least, most = map(float, bound.split(".."))
    return replace(condition, least=least, most=most, strict=False, is_rare=relation == "sees")
