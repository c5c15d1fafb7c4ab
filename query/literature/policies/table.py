"""The stored policies: trained and untrained networks, with recipes and training curves.

One file, ``literature-policies.h5``: the networks' weights one after the other, where each begins,
and the training curves in long form, one row a policy, block of games and measure, as each learner
measures other things.
"""

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from llq.errors import LlqError, UnknownStrategy
from llq.query.tables.stored_table import BuildOption, StoredTable
from llq.solver.jobs.progress import Progress
from llq.solver.literature.policies.policy import Policy
from llq.solver.literature.rules import find_rules
from llq.store.database import Relation
from llq.store.schema import Column, Parameter, TableSpec, canonical_json
from llq.store.tables import TableFile

ARTICLE_GAMES = 10_000
"""Training games of the article's bot."""

UNTRAINED_COUNT = 5
"""Untrained networks behind the averaged figures."""

LEARNERS = ("article", "strong")

STRONG_GAMES: dict[str, dict[str, int | str]] = {
    "strong-4": {"rules": "somani", "players": 4},
    "strong-6": {"rules": "us54", "players": 6},
}
"""The policies behind `strong`, with their training rules. Eight players have that of six: training
among eight gained nothing.
"""

WEIGHT_COUNTS = {"article": 115_101, "strong": 47}
"""Number of weights of each learner's network."""


def _curve_column(
    name: str, dtype: str, unit: str, description: str, most: str | None = None
) -> Column:
    axes, shape = ("point",), ("points",)
    return Column(f"curve_{name}", dtype, axes, unit, description, shape=shape, most=most)


class PolicyTable(StoredTable):
    """The stored policies, read whole."""

    kind = "literature-policies"
    version = 3
    build_options = tuple(
        BuildOption(name) for name in ("article_games", "strong_games", "seed", "untrained")
    )
    method = "trained networks, bit for bit by their seeds"

    weights = Column(
        "weights", "float32", ("weight",), "", "Of every policy, one after the other.",
        shape=("weights",),
    )  # fmt: skip
    bound = Column(
        "bound", "int64", ("policy, and the end",), "weights", "Where each begins.",
        shape=("bounds",), least=0,
    )  # fmt: skip
    curve_policy = _curve_column("policy", "uint8", "index of a policy", "Whose curve.", "policy")
    curve_games = _curve_column("games", "uint32", "games", "Played by then.")
    curve_measure = _curve_column("measure", "uint8", "index of a measure", "What of.", "measure")
    curve_value = _curve_column(
        "value", "float64", "as the measure says", "Of the latest block of games."
    )

    @staticmethod
    def make_spec(**parameters: Any) -> TableSpec:
        """Return today's specification with a table's parameters: any build may choose."""
        rules, policies = find_rules(), len(json.loads(str(parameters["policies"])))
        return PolicyTable.describe(
            PolicyTable.kind,
            (rules.rules_id, rules.version),
            parameters,
            bounds=policies + 1,
            policy=policies - 1,
            measure=len(str(parameters["measures"]).split(",")) - 1,
        )

    @classmethod
    def spec_like(cls, _name: str, spec: TableSpec) -> TableSpec:
        """Return today's specification of a stored table."""
        return cls.make_spec(**spec.parameters)

    @classmethod
    def build(cls, *given: Any, **options: Any) -> Path:
        """Train the networks; see `llq.query.literature.policies.training.build_policies`."""
        from llq.query.literature.policies.training import build_policies

        return build_policies(*given, **options)

    @classmethod
    def replay(
        cls, file: TableFile, share: float, progress: Progress = None
    ) -> tuple[list[str], list[str]]:
        """Retrain policies for a share of their steps; return names of steps made and differing."""
        from llq.query.literature.policies.training import replay_steps

        return replay_steps(file, share, progress)

    @cached_property
    def policies(self) -> tuple[Policy, ...]:
        """Policies in the order of the file."""
        return policies_of(self.info.spec, self.columns)

    def check(self) -> None:
        """Raise ValueError for inconsistent weights, learners, names or recipes."""
        policies, bound = self.policies, self.bound
        if bound[0] != 0 or bound[-1] != len(self.weights) or (np.diff(bound) < 0).any():
            raise ValueError("the policies do not share the weights out")
        if not {policy.learner for policy in policies} <= {*LEARNERS}:
            raise ValueError("a policy is of a learner that there is not")
        if len({policy.name for policy in policies}) != len(policies):
            raise ValueError("two policies have one name")
        strong = [policy.name for policy in policies if policy.learner == "strong"]
        if strong not in ([], [*STRONG_GAMES]):
            raise ValueError("the policies of the strong player are not those of four and of six")
        if not all(isinstance(policy.recipe.get("games", 0), int) for policy in policies):
            raise ValueError("a recipe does not say how many games it takes")

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the policies."""
        return tuple(policy.name for policy in self.policies)

    @property
    def players(self) -> tuple[Policy, ...]:
        """Policies by player; `strong` joins its two networks."""
        players = [policy for policy in self.policies if policy.learner != "strong"]
        if strong := [policy for policy in self.policies if policy.learner == "strong"]:
            four, six = (policy.weights for policy in strong)
            weights = np.stack([four, six, six])  # for 4, 6 and 8 players
            recipe = {"games": strong[0].recipe["games"]}
            players.append(Policy("strong", "strong", recipe, weights, {}))
        return tuple(players)

    @property
    def total_games(self) -> int:
        """Training games of every policy."""
        return sum(int(policy.recipe.get("games", 0)) for policy in self.policies)

    def lookup(self, name: str) -> Policy:
        """Return a policy.

        Raises
        ------
        UnknownStrategy
            There is no policy of this name; the message lists them.
        """
        if (policy := self.get(name)) is not None:
            return policy
        raise UnknownStrategy(
            f"{name!r} is not a stored policy of Literature; those are {', '.join(self.names)}"
        )

    def get(self, name: str, default: Policy | None = None) -> Policy | None:
        """Return the policy under a name, otherwise ``default``."""
        return next((policy for policy in self.policies if policy.name == name), default)

    def sql(self) -> tuple[Relation, ...]:
        """Return relations of the policies, curves and weights."""
        from llq.query.literature.policies.sql import policy_relations

        return policy_relations(self)


def open_policies(path: str | os.PathLike[str] | None = None) -> PolicyTable:
    """Return the stored policies, read whole and verified.

    Parameters and errors are those of `llq.dominion.table.open`.
    """
    return PolicyTable.load(PolicyTable.kind, path)


def current_fingerprints(fingerprints: Mapping[str, str]) -> dict[str, str]:
    """Return stored fingerprints of named policies, with given ones as fallback."""
    if not fingerprints:
        return {}
    try:
        todays = {policy.name: fingerprint(policy) for policy in open_policies().players}
    except LlqError:  # missing or refused: nothing says that the table is of others
        return dict(fingerprints)
    return {name: todays.get(name, recorded) for name, recorded in fingerprints.items()}


def default_names() -> tuple[str, ...]:
    """Return the default table's player names."""
    return ("article", *(f"untrained-{seed + 1}" for seed in range(UNTRAINED_COUNT)), "strong")


def fingerprint(policy: Policy) -> str:
    """Return a hash of a policy's learner and weights."""
    little = np.ascontiguousarray(policy.weights, dtype="<f4")
    return hashlib.sha256(policy.learner.encode() + b"\0" + little.tobytes()).hexdigest()[:16]


def policies_of(spec: TableSpec, arrays: dict[str, NDArray[Any]]) -> tuple[Policy, ...]:
    """Return a table's policies, with read-only arrays."""
    measures = str(spec.parameters["measures"]).split(",")
    policies = []
    for index, description in enumerate(json.loads(str(spec.parameters["policies"]))):
        is_own = arrays["curve_policy"] == index
        weights = arrays["weights"][arrays["bound"][index] : arrays["bound"][index + 1]]
        curve: dict[str, NDArray[np.float64]] = {}
        if is_own.any():
            games = sorted({*arrays["curve_games"][is_own].tolist()})  # unique loads numpy.ma
            curve["games"] = np.array(games, dtype=np.float64)
        for place, measure in enumerate(measures):
            is_point = is_own & (arrays["curve_measure"] == place)
            if is_point.any():
                curve[measure] = arrays["curve_value"][is_point]
        for array in (weights, *curve.values()):
            array.flags.writeable = False
        name, learner, recipe = (description[key] for key in ("name", "learner", "recipe"))
        policies.append(Policy(name, learner, recipe, weights, curve))
    return tuple(policies)


def columns_of(policies: Sequence[Policy]) -> tuple[dict[str, NDArray[Any]], dict[str, Parameter]]:
    """Return some policies' table columns, and the parameters naming them."""
    measures = sorted({name for policy in policies for name in policy.curve if name != "games"})
    points = [
        (index, games, measures.index(name), value)
        for index, policy in enumerate(policies)
        for name in sorted(policy.curve.keys() - {"games"})
        for games, value in zip(policy.curve["games"], policy.curve[name], strict=True)
    ]
    columns: dict[str, NDArray[Any]] = {
        "weights": np.concatenate([policy.weights for policy in policies]),
        "bound": np.cumsum([0, *(len(policy.weights) for policy in policies)], dtype=np.int64),
    }
    for place, name in enumerate(("policy", "games", "measure", "value")):
        column: Column = getattr(PolicyTable, f"curve_{name}")
        columns[column.name] = np.array([point[place] for point in points], dtype=column.dtype)
    descriptions = [
        {"name": policy.name, "learner": policy.learner, "recipe": dict(policy.recipe)}
        for policy in policies
    ]
    return columns, {"policies": canonical_json(descriptions), "measures": ",".join(measures)}
