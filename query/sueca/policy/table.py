"""The table of policies: the weights of features, what they were fitted to, and the network."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from llq.query.tables.stored_table import BuildOption, StoredTable
from llq.solver.sueca.policy.network import NUMBERS
from llq.solver.sueca.policy.situations import FEATURES, WORTHS
from llq.solver.sueca.rules import POINTS, RULES, TOTAL
from llq.store.database import Relation
from llq.store.schema import Column, TableSpec
from llq.store.tables import TableFile, TableInfo

GAMES = 1500
SELF_PLAY = 500_000


@dataclass(frozen=True, eq=False, repr=False)
class PolicyTable(StoredTable):
    """The fitted and the trained policy.

    Attributes
    ----------
    info
        The description in the table file.
    weight
        (features, 6) float64, points, by a card's points: 0, 2, 3, 4, 10 and 11.
    cards
        (features, 6) uint32, cards compared of which the feature holds.
    network
        (numbers,) int16, thousandths: the trained network, as `network.unpack` takes it.
    """

    kind = "sueca-policy"
    build_options = (
        BuildOption("games", "-n", read=int),
        BuildOption("seed", read=int),
        BuildOption("self_play", read=int),
    )
    method = "least squares over simulated choices; a network trained by self-play"

    info: TableInfo
    weight: NDArray[np.float64]
    cards: NDArray[np.uint32]
    network: NDArray[np.int16]

    @staticmethod
    def make_spec(**options: Any) -> TableSpec:
        """Return what today's code would build; see `policy_spec`."""
        return policy_spec(**options)

    @classmethod
    def from_file(cls, file: TableFile) -> PolicyTable:
        """Return the table of an open file, read whole."""
        return cls(file.info, file.read("weight"), file.read("cards"), file.read("network"))

    @property
    def total_games(self) -> int:
        """Games whose choices the weights were fitted to, and games of self-play."""
        return sum(int(self.info.spec.parameters[name]) for name in ("games", "self_play"))


def open_policy(path: str | os.PathLike[str] | None = None) -> PolicyTable:
    """Return the table of the policy, read whole and verified.

    Parameters and errors are those of `llq.dominion.table.open`.
    """
    return PolicyTable.load(PolicyTable.kind, path)


def policy_spec(games: int = GAMES, seed: int = 1, self_play: int = SELF_PLAY) -> TableSpec:
    """Return what today's code would build with some games of a seed, and some of self-play."""
    axes, shape = ("feature", "a card's points: 0, 2, 3, 4, 10, 11"), (len(FEATURES), WORTHS)
    return TableSpec(
        game="sueca",
        variant="policy",
        rules_id=RULES.rules_id,
        rules_version=RULES.version,
        parameters={"games": games, "seed": seed, "self_play": self_play},
        version=PolicyTable.version,
        columns=(
            Column(
                "weight", "float64", axes, "points, in hundredths",
                "What a feature adds to the score of such a card.",
                shape=shape, least=-TOTAL, most=TOTAL,
            ),
            Column(
                "cards", "uint32", axes, "cards", "Cards compared of which it holds.", shape=shape
            ),
            Column(
                "network", "int16", ("number",), "thousandths",
                "The network's weights: of inputs, units, outputs, and what outputs add.",
                shape=(NUMBERS,),
            ),
        ),
    )  # fmt: skip


def policy_relations(table: PolicyTable) -> tuple[Relation, ...]:
    """Return the weights as a relation, a row for each feature and kind of card met."""
    feature, worth = np.nonzero(table.cards)
    names = np.array([feature.name for feature in FEATURES])
    return (
        Relation(
            "sueca_policy",
            {
                "feature": names[feature],
                "card_points": np.unique(POINTS)[worth].astype(np.uint8),
                "weight": table.weight[feature, worth],
                "cards": table.cards[feature, worth],
            },
            "The policy by which rules plays and strong infers: what adds to the score of a card.",
            {
                "feature": "what a seat sees of a card and its situation",
                "card_points": "points of the card",
                "weight": "points that it adds to the score; the best score is played most",
                "cards": "cards compared in the fit of which it holds",
            },
        ),
    )
