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
from llq.query.tables.stored_table import BuildOption, Progress, StoredTable
from llq.solver.literature.policies.policy import Policy
from llq.solver.literature.rules import find_rules
from llq.store.database import Relation
from llq.store.schema import Column, Parameter, TableSpec, canonical_json, rules_name
from llq.store.tables import TableFile

ARTICLE_GAMES = 10_000
"""Training games of the article's bot."""

OPTIONS = ("article_games", "strong_games", "seed", "untrained")
"""Options of `llq build literature-policies`."""

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


def _curve(name: str, dtype: str, unit: str, description: str, most: str | None = None) -> Column:
    """Return the declaration of a curve's column, one row a point."""
    return Column(
        f"curve_{name}", dtype, ("point",), unit, description, shape=("points",), most=most
    )


class PolicyTable(StoredTable):
    """The stored policies, read whole."""

    kind = "literature-policies"
    version = 3
    build_options = tuple(BuildOption(name) for name in OPTIONS)
    method = "trained networks, bit for bit by their seeds"

    weights = Column(
        "weights", "float32", ("weight",), "", "Of every policy, one after the other.",
        shape=("weights",),
    )  # fmt: skip
    bound = Column(
        "bound", "int64", ("policy, and the end",), "weights", "Where each begins.",
        shape=("bounds",), least=0,
    )  # fmt: skip
    curve_policy = _curve("policy", "uint8", "index of a policy", "Whose curve.", "policy")
    curve_games = _curve("games", "uint32", "games", "Played by then.")
    curve_measure = _curve("measure", "uint8", "index of a measure", "What of.", "measure")
    curve_value = _curve("value", "float64", "as the measure says", "Of the latest block of games.")

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
        """Retrain stored policies for a share of their steps, and compare states.

        A step needs the state that the last one left, so these are the first steps of each
        training, at least one. Return the names of the steps made, such as ``article-1``, and of
        those that differ.
        """
        from llq.query.literature.policies import training

        trained = []
        for policy, hashes in training.policies_with_hashes(file):
            if steps := training.steps_of(int(policy.recipe.get("games", 0))):
                trained.append((policy, hashes, max(1, round(share * steps))))
        total = sum(steps for *_, steps in trained)
        steps_made, differing = [], []
        for policy, expected, steps in trained:
            arguments = {name: policy.recipe[name] for name in ("games", "seed")}
            game = STRONG_GAMES.get(policy.name, {})
            learner = training.training_class(policy.learner)(**arguments, **game)
            for step in range(steps):
                steps_made.append(f"{policy.name}-{step + 1}")
                state = training.hash_state(training.advance(learner))
                if step >= len(expected) or state != expected[step]:
                    differing.append(steps_made[-1])
                if progress:
                    progress(len(steps_made), total)
        return steps_made, differing

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
        return self._policy_relation(), self._curve_relation(), self._weight_relation()

    def _policy_relation(self) -> Relation:
        policies, spec = self.policies, self.info.spec

        def recipe(name: str) -> Any:
            numbers = [policy.recipe.get(name) for policy in policies]
            is_missing = [number is None for number in numbers]
            return np.ma.array([int(number or 0) for number in numbers], np.int64, mask=is_missing)

        return self.relation(
            "literature_policy",
            {
                "policy": (np.array(self.names), "name of the policy, as a player"),
                "learner": (
                    np.array([policy.learner for policy in policies]),
                    "kind of network and training",
                ),
                "trained_games": (np.ma.filled(recipe("games"), 0), "0: the network as it begins"),
                "seed": (
                    recipe("seed"),
                    "of the training's random numbers; NULL where none are used",
                ),
                "weights": (np.diff(self.bound), "how many"),
                "recipe": (
                    np.array([canonical_json(dict(policy.recipe)) for policy in policies]),
                    "everything that decides the result, as JSON",
                ),
                "fingerprint": (
                    np.array([*map(fingerprint, policies)]),
                    "of the weights; the league names them so too",
                ),
                "rules": (
                    np.array(rules_name(spec.rules_id, spec.rules_version)),
                    "edition of the rules and version of their encoding",
                ),
                "command": (np.array(self.command), "builds a table of the same numbers"),
            },
            "A stored policy of Literature: who learnt it, from what.",
        )

    def _curve_relation(self) -> Relation:
        measures = np.array(str(self.info.spec.parameters["measures"]).split(","))
        return self.relation(
            "literature_curve",
            {
                "policy": (np.array(self.names)[self.curve_policy], "name of the policy"),
                "games": ("curve_games", "games played by the end of the block"),
                "measure": (measures[self.curve_measure], "what was measured"),
                "value": ("curve_value", "its mean over the block"),
            },
            "What was measured of a policy while it was trained, block by block of games.",
        )

    def _weight_relation(self) -> Relation:
        sizes = np.diff(self.bound)
        places = [np.arange(size, dtype=np.uint32) for size in sizes]
        return self.relation(
            "literature_weight",
            {
                "policy": (np.repeat(np.array(self.names), sizes), "name of the policy"),
                "place": (np.concatenate(places), "place among the weights, from 0"),
                "weight": ("weights", "the number"),
            },
            "The weights of every policy, in the order in which its learner lays them out.",
        )


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
