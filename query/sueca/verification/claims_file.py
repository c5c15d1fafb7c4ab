"""The file of claims of the thesis: ``claims.toml``, with the conditions of each.

A condition is a line ``label | number relation``, with a number as `experiments` reads it. The
relations ``> 90`` and ``< 60`` are clear of the bound by three standard errors, else open;
``= 8 ± 0.5`` and ``in 7..9`` are not clearly outside; ``sees 0..0`` likewise, of a rare event that
no number of games can deny. A third part, ``| teams but R R`` or ``| 0/1, 1/2``, lists the values
of ``{0}``, and of ``{1}`` after a stroke, with a condition each: teams, ``points``, or texts.
"""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import files

from llq.query.published_figures import published
from llq.query.sueca.verification.conditions import Claim, Condition
from llq.query.sueca.verification.experiments import POINT_RANGES, TEAMS, read_number


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
    return replace(condition, least=least, most=most, is_strict=False, is_rare=relation == "sees")
