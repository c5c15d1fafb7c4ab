"""Relations for SQL of Literature's policies."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from llq.query.literature.policies.table import PolicyTable, fingerprint
from llq.store.database import Relation
from llq.store.schema import canonical_json, rules_name


def policy_relations(table: PolicyTable) -> tuple[Relation, ...]:
    """Return the relations of the stored policies: each, its curve and its weights."""
    policies, spec = table.policies, table.info.spec
    names = np.array(table.names)

    def recipe(name: str) -> NDArray[Any]:
        values = [policy.recipe.get(name) for policy in policies]
        known = [0 if value is None else int(value) for value in values]
        return np.ma.array(known, mask=[value is None for value in values], dtype=np.int64)

    points = [
        (policy.name, measure, policy.curve["games"], values)
        for policy in policies
        for measure, values in policy.curve.items()
        if measure != "games"
    ]
    lengths = [len(games) for _, _, games, _ in points]
    sizes = [len(policy.weights) for policy in policies]

    def joined(arrays: list[NDArray[Any]], dtype: str) -> NDArray[Any]:
        return np.concatenate([np.empty(0), *arrays]).astype(dtype)

    games = recipe("games")
    return (
        Relation(
            "literature_policy",
            {
                "policy": names,
                "learner": np.array([policy.learner for policy in policies]),
                "trained_games": np.ma.filled(games, 0),
                "seed": recipe("seed"),
                "weights": np.array(sizes, dtype=np.int64),
                "recipe": np.array([canonical_json(dict(policy.recipe)) for policy in policies]),
                "fingerprint": np.array([fingerprint(policy) for policy in policies]),
                "rules": np.full(len(names), rules_name(spec.rules_id, spec.rules_version)),
                "command": np.full(len(names), table.command),
            },
            "A stored policy of Literature: who learnt it, from what.",
            {
                "policy": "name of the policy, as a player",
                "learner": "kind of network and training",
                "seed": "of the training's random numbers; NULL where none are used",
                "rules": "edition of the rules and version of their encoding",
                "command": "builds a table of the same numbers",
                "trained_games": "0: the network as it begins",
                "weights": "how many",
                "recipe": "everything that decides the result, as JSON",
                "fingerprint": "of the weights; the league names them so too",
            },
        ),
        Relation(
            "literature_curve",
            {
                "policy": np.repeat(np.array([name for name, *_ in points], dtype=str), lengths),
                "games": joined([games for *_, games, _ in points], "uint32"),
                "measure": np.repeat(np.array([m for _, m, *_ in points], dtype=str), lengths),
                "value": joined([values for *_, values in points], "float64"),
            },
            "What was measured of a policy while it was trained, block by block of games.",
            {
                "policy": "name of the policy",
                "games": "games played by the end of the block",
                "measure": "what was measured",
                "value": "its mean over the block",
            },
        ),
        Relation(
            "literature_weight",
            {
                "policy": np.repeat(names, sizes),
                "place": np.concatenate([np.arange(size, dtype=np.uint32) for size in sizes]),
                "weight": np.concatenate([policy.weights for policy in policies]),
            },
            "The weights of every policy, in the order in which its learner lays them out.",
            {
                "policy": "name of the policy",
                "place": "place among the weights, from 0",
                "weight": "the number",
            },
        ),
    )
