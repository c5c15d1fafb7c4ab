"""Policy inputs: player situations, card roles and named features as data.

A player's *situation* and a card's *role* in it are small integers that only need what the player's
own seat sees. The policy's score of a card, in points, is a sum of weights: one for each feature
that holds, by the card's `Worth`. Scores of all situations and roles are tabulated once; so a
choice takes one look-up a card, however many features there are.
"""

import csv
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.array_types import Bools, Floats
from llq.solver.sueca.rules import POINTS

WORTHS = 6
"""Kinds of cards by their points: 0, 2, 3, 4, 10 and 11."""
WORTH_CELLS = 8
"""Role numbers for each set of role bits: a card kind, or unused."""
WORTH_OF = tuple(sorted(set(POINTS)).index(points) for points in POINTS)
"""The kind of each rank."""

TRUMP, MASTER, BEATS, LENGTH = 8, 16, 32, 64
"""Role bits above the card kind; suit length in hand, 1 to 4, is stored minus one."""
RUFFABLE = BEATS
"""Bit of a card led that may be ruffed."""
ROLES = 256

LEADS = 9
"""Leader situations, ``3 * phase + trumps``: phase 0 with eight cards or more, 1 with five or more,
else 2; trumps 0 with none out, 1 with up to three, 2 with more.
"""
POSITION, TABLE, RISKY, VOID = 16, 4, 2, 1
"""Steps of a follower's situation above `LEADS`, for the values of `Case`."""
SITUATIONS = 128

SECOND, SECOND_MASTERED, THIRD_SAFE, THIRD_OPEN, THIRD_BEHIND, LAST_AHEAD, LAST_BEHIND = range(7)
"""Follower positions: second, against a card beatable by suit or only by a ruff; third, with a
safely or possibly winning partner, or behind; last, with the partner ahead or behind.
"""

UNIT_CHANCE = 1 << 10
"""Chance unit: the relative chance of a card with score 0."""
MOST_CHANCE = 1 << 20
"""Largest relative chance."""


class Trick(NamedTuple):
    """The trick on the table."""

    place: int
    """The number of its cards."""
    top: int
    """Its best card."""
    taker: int
    """The seat that played that one."""
    points: int
    led: int
    """The suit led."""


class Seen(NamedTuple):
    """Every seat's view at a move."""

    seat: int
    trump: int
    played: int
    """Cards played so far, including the current trick."""
    voids: int
    """Suits each seat failed to follow, four bits a seat."""
    trick: Trick
    taken: int
    """Points taken by North and South; by East and West from bit 8."""


@dataclass(frozen=True, slots=True)
class Case:
    """Situation and card role in terms used by features."""

    place: int
    """-1 for a leader, else `SECOND` …"""
    phase: int
    """Of a leader: 0 early, 1, 2 late."""
    trumps_out: int
    """Of a leader: 0 none, 1 few, 2 many."""
    table: int
    """Table points by class: 0, 1-6, 7-13 or at least 14."""
    is_risky: bool
    """Whether the next opponent may ruff, or any opponent against a lead."""
    is_void: bool
    """The player cannot follow suit."""
    is_trump: bool
    is_master: bool
    """Whether no unseen card of its suit beats the card."""
    beats: bool
    """Whether the card currently takes the trick."""
    length: int
    """Suit length in hand, capped at 4."""

    @property
    def is_sure(self) -> bool:
        """Whether the card wins barring an unlikely ruff."""
        last = self.place >= LAST_AHEAD
        return self.beats and (last or (self.is_master and not self.is_risky))


@dataclass(frozen=True, slots=True)
class Feature:
    """Named conditions on a `Case`, with a weight in points per card kind."""

    name: str
    conditions: Mapping[str, object]
    """Required values of a case's attributes, or sequences of alternatives."""

    def __post_init__(self) -> None:
        if not all(hasattr(Case, name) for name in self.conditions):
            raise AttributeError(f"{self.name}: a condition is no attribute of a case")

    def holds(self, case: Case) -> bool:
        """Return whether a case meets all conditions."""
        return all(
            getattr(case, name) in (value if isinstance(value, Sequence) else (value,))
            for name, value in self.conditions.items()
        )


def _read_features() -> Iterator[Feature]:
    text = files(__package__).joinpath("features.toml").read_text("utf-8")
    places = {"leader": (-1,), "follower": range(LAST_BEHIND + 1)}
    for role, features in tomllib.loads(text).items():
        for name, conditions in features.items():
            yield Feature(name, {"place": places[role]} | conditions)


FEATURES = tuple(_read_features())
"""Features in the order of the weights."""


@cache
def fitted() -> Floats:
    """Return the weights of ``weights.csv``, in points, (features, WORTHS).

    They are those that ``llq build sueca-policy`` fits by default.
    """
    lines = files(__package__).joinpath("weights.csv").read_text("ascii").splitlines()
    rows = {name: numbers for name, *numbers in csv.reader(lines)}
    weights = np.array([rows[feature.name] for feature in FEATURES], dtype=np.float64)
    weights.setflags(write=False)
    return weights


def case_of(situation: int, role: int) -> Case:
    """Return a situation and role as a `Case`, inverting the kernel encoding."""
    is_leader = situation < LEADS
    phase, trumps_out = divmod(situation, 3) if is_leader else (0, 0)
    place, rest = (-1, 0) if is_leader else divmod(situation - LEADS, POSITION)
    return Case(
        place=place,
        phase=phase,
        trumps_out=trumps_out,
        table=rest // TABLE,
        is_risky=bool(role & RUFFABLE if is_leader else rest & RISKY),
        is_void=bool(rest & VOID),
        is_trump=bool(role & TRUMP),
        is_master=bool(role & MASTER),
        beats=not is_leader and bool(role & BEATS),
        length=role // LENGTH + 1,
    )


@cache
def feature_table() -> Bools:
    """Return which features hold, bool of shape (SITUATIONS, ROLES // WORTH_CELLS, features)."""
    roles = ROLES // WORTH_CELLS
    table = np.zeros((SITUATIONS, roles, len(FEATURES)), dtype=np.bool_)
    for situation, role in np.ndindex(LEADS + POSITION * (LAST_BEHIND + 1), roles):
        case = case_of(situation, role * WORTH_CELLS)
        table[situation, role] = [feature.holds(case) for feature in FEATURES]
    return table


def chance_table(weights: Floats, temperature: float) -> NDArray[np.uint32]:
    """Return relative chances ``exp(score / temperature)``: uint32 units, 1 to `MOST_CHANCE`.

    ``weights`` (features, WORTHS) are in points; chances are flat by situation and role.
    """
    scores = np.zeros((SITUATIONS, ROLES // WORTH_CELLS, WORTH_CELLS))
    scores[:, :, :WORTHS] = feature_table() @ weights
    chances = UNIT_CHANCE * np.exp(np.minimum(scores / temperature, 20))  # no overflow
    units: NDArray[np.uint32] = np.clip(np.rint(chances), 1, MOST_CHANCE).astype(np.uint32)
    return units.ravel()
