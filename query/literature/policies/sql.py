"""SQL relations of the stored policies, their training curves and their weights."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from llq.query.literature.policies.table import PolicyTable, fingerprint
from llq.solver.literature.policies.policy import Policy
from llq.store.database import Relation
from llq.store.schema import canonical_json, rules_name


def policy_relations(table: PolicyTable) -> tuple[Relation, ...]:
    """Return relations of the policies, curves and weights."""
    return _policies(table), _curves(table), _weights(table)


def _policies(table: PolicyTable) -> Relation:
    policies, spec = table.policies, table.info.spec
    learners = np.array([policy.learner for policy in policies])
    recipes = np.array([canonical_json(dict(policy.recipe)) for policy in policies])
    games, seeds = (_recipe_numbers(policies, name) for name in ("games", "seed"))
    fingerprints = np.array([*map(fingerprint, policies)])
    rules = np.array(rules_name(spec.rules_id, spec.rules_version))
    return table.relation(
        "literature_policy",
        {
            "policy": (np.array(table.names), "name of the policy, as a player"),
            "learner": (learners, "kind of network and training"),
            "trained_games": (np.ma.filled(games, 0), "0: the network as it begins"),
            "seed": (seeds, "of the training's random numbers; NULL where none are used"),
            "weights": (np.diff(table.bound), "how many"),
            "recipe": (recipes, "everything that decides the result, as JSON"),
            "fingerprint": (fingerprints, "of the weights; the league names them so too"),
            "rules": (rules, "edition of the rules and version of their encoding"),
            "command": (np.array(table.command), "builds a table of the same numbers"),
        },
        "A stored policy of Literature: who learnt it, from what.",
    )


def _curves(table: PolicyTable) -> Relation:
    measures = np.array(str(table.info.spec.parameters["measures"]).split(","))
    return table.relation(
        "literature_curve",
        {
            "policy": (np.array(table.names)[table.curve_policy], "name of the policy"),
            "games": ("curve_games", "games played by the end of the block"),
            "measure": (measures[table.curve_measure], "what was measured"),
            "value": ("curve_value", "its mean over the block"),
        },
        "What was measured of a policy while it was trained, block by block of games.",
    )


def _weights(table: PolicyTable) -> Relation:
    sizes = np.diff(table.bound)
    places = [np.arange(size, dtype=np.uint32) for size in sizes]
    return table.relation(
        "literature_weight",
        {
            "policy": (np.repeat(np.array(table.names), sizes), "name of the policy"),
            "place": (np.concatenate(places), "place among the weights, from 0"),
            "weight": ("weights", "the number"),
        },
        "The weights of every policy, in the order in which its learner lays them out.",
    )


def _recipe_numbers(policies: Sequence[Policy], name: str) -> Any:
    """Return a number of each policy's recipe, masked where the recipe has none."""
    numbers = [policy.recipe.get(name) for policy in policies]
    is_missing = [number is None for number in numbers]
    return np.ma.array([int(number or 0) for number in numbers], np.int64, mask=is_missing)
