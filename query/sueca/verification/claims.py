"""The claims of the thesis in words, which numbers decide."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from llq.query.checks import Verdict
from llq.query.published_figures import published
from llq.query.sueca.verification.claims_4_5 import play_conditions
from llq.query.sueca.verification.claims_6 import sampling_conditions
from llq.query.sueca.verification.claims_7_8 import result_conditions
from llq.query.sueca.verification.conditions import Condition, Outcome
from llq.query.sueca.verification.statistics import Experiment, Sample

__all__ = ["Claim", "all_claims"]


@dataclass(frozen=True)
class Claim:
    """A claim and the conditions under which it holds, all of them."""

    section: str
    text: str
    conditions: tuple[Condition, ...]

    @property
    def of(self) -> tuple[Experiment, ...]:
        """The experiments that decide it."""
        return tuple(dict.fromkeys(e for condition in self.conditions for e in condition.of))

    def decide(self, samples: Mapping[Experiment, Sample]) -> tuple[Verdict, str]:
        """Return the verdict and the deciding numbers.

        ``holds`` where all conditions are met, ``fails`` where some are broken and none is met,
        ``holds in part`` where some are broken and some met, ``open`` where noise hides the rest.
        """
        outcomes = [condition.decide(samples) for condition in self.conditions]
        found = {outcome for outcome, _ in outcomes}
        if Outcome.BROKEN in found:
            verdict = Verdict.HOLDS_IN_PART if Outcome.MET in found else Verdict.FAILS
        else:
            verdict = Verdict.OPEN if Outcome.OPEN in found else Verdict.HOLDS
        words = [
            text if outcome is Outcome.MET else f"{text} ({outcome.value})"
            for outcome, text in outcomes
        ]
        return verdict, "; ".join(words)


def all_claims() -> list[Claim]:
    """Return the claims that conditions are written for, in the thesis's order."""
    conditions = play_conditions() | sampling_conditions() | result_conditions()
    found = []
    for row in published("sueca_carreiro_2016_claims"):
        for start, needed in conditions.items():
            if row["claim"].startswith(start):
                section = row["section"].removeprefix("section ")
                found.append(Claim(section, row["claim"], tuple(needed)))
    return found
