"""Dominion's relations and views for SQL."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from llq.query.dominion.strategy_table import (
    HAZARD_STRATEGIES,
    SHARE_TURNS,
    STRATEGIES,
    DominionStrategies,
)
from llq.query.dominion.table import DominionTable
from llq.solver.dominion.action_scoring import actions, to_come
from llq.solver.dominion.model import Purchase
from llq.store.database import Relation, View

__all__ = ["strategy_relations", "table_relations", "table_views"]

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


def table_relations(table: DominionTable) -> tuple[Relation, ...]:
    """Return the native relations of the table whose every state has its payout and action."""
    model, space = table.model, table.space
    decks, turns_to_go = space.unstate(np.arange(space.states))
    bands = len(model.band_from)
    chosen = np.stack([actions(table.codes, band) for band in range(bands)])
    scores = np.stack(
        [_to_come(table, decks, turns_to_go, band, chosen[band]) for band in range(bands)]
    )
    coordinates = _coordinates(table)
    repeated = {
        name: np.tile(column.astype(np.uint8), bands)
        for name, column in [*zip(coordinates, decks.T, strict=True), ("turns_to_go", turns_to_go)]
    }
    cards = [["" if card is None else card.name for card in (None, *best)] for best in model.best]
    return (
        Relation(
            "dominion_state",
            {
                **repeated,
                "band": np.repeat(np.arange(bands, dtype=np.uint8), space.states),
                "action": chosen.ravel(),
                "to_come": scores.ravel(),
            },
            f"Every state of games of up to {table.turns} turns; dominion_policy decodes it.",
        ),
        Relation(
            "dominion_band",
            {
                "band": np.repeat(np.arange(bands, dtype=np.uint8), len(Purchase)),
                "action": np.tile(np.arange(len(Purchase), dtype=np.uint8), bands),
                "coins": np.repeat([model.band_name(band) for band in range(bands)], len(Purchase)),
                "least_coins": np.repeat(
                    np.asarray(model.band_from, dtype=np.uint8), len(Purchase)
                ),
                "buy": np.array([card for row in cards for card in row]),
            },
            "What each action buys in each money band.",
        ),
        Relation(
            "dominion_optimal",
            {
                "turns": np.arange(table.turns + 1, dtype=np.uint16),
                "expected_score": table.scores,
            },
            "The optimal expected final score of games of each length, in points.",
        ),
    )


def strategy_relations(results: DominionStrategies) -> tuple[Relation, ...]:
    """Return the native relations of the strategies' exact results."""
    lengths = results.mean.shape[1]
    count = len(STRATEGIES)
    spread = np.full((2 + len(QUANTILES), count, lengths), np.nan)
    for index, strategy in enumerate(STRATEGIES):
        for turns in range(results.turns + 1):
            spread[0, index, turns] = results.sd(strategy, turns)
            for row, q in enumerate(QUANTILES, start=1):
                spread[row, index, turns] = results.quantile(strategy, turns, q)
    quantiles = {
        f"q{round(100 * q):02d}": np.ma.masked_invalid(spread[row].ravel())
        for row, q in enumerate(QUANTILES, start=1)
    }
    which, length, score = np.nonzero(results.probability)
    place, game, turn, action = (axis.ravel() for axis in np.indices(results.share.shape))
    played = turn < np.array(SHARE_TURNS)[game]
    hazards = results.hazard.shape[1]
    names = np.array([str(name) for name in STRATEGIES])
    return (
        Relation(
            "dominion_strategies",
            {
                "strategy": np.repeat(names, lengths),
                "turns": np.tile(np.arange(lengths, dtype=np.uint16), count),
                "mean": results.mean.ravel(),
                "sd": np.ma.masked_invalid(spread[0].ravel()),
                **quantiles,
            },
            "Exact mean, standard deviation and quantiles of the final score, in points.",
        ),
        Relation(
            "dominion_distribution",
            {
                "strategy": names[which],
                "turns": length.astype(np.uint16),
                "score": score.astype(np.uint16),
                "probability": results.probability[which, length, score],
            },
            "The exact chance of each final score of each strategy.",
        ),
        Relation(
            "dominion_actions",
            {
                "strategy": names[place[played]],
                "turns": np.array(SHARE_TURNS, dtype=np.uint16)[game[played]],
                "turn": (turn[played] + 1).astype(np.uint16),
                "action": np.array([a.name.lower() for a in Purchase])[action[played]],
                "share": results.share.ravel()[played],
            },
            "The exact chance that a strategy passes, buys a treasure or a victory card in a turn.",
        ),
        Relation(
            "dominion_chance_end",
            {
                "strategy": np.repeat([str(name) for name in HAZARD_STRATEGIES], hazards),
                "one_in": np.tile(
                    np.arange(1, hazards + 1, dtype=np.uint16), len(HAZARD_STRATEGIES)
                ),
                "low": results.hazard[:, :, 0].ravel(),
                "high": results.hazard[:, :, 1].ravel(),
            },
            "Bounds of the expected final score where each turn is the last with chance 1/one_in.",
        ),
    )


def table_views(table: DominionTable) -> tuple[View, ...]:
    """Return the views over the table's relations."""
    counts = ", ".join(f"s.{name}" for name in _coordinates(table))
    return (
        View(
            "dominion_policy",
            f"""
            SELECT {counts}, b.coins, b.least_coins, s.turns_to_go,
                   CASE s.action WHEN 0 THEN 'pass' ELSE b.buy END AS action, s.to_come
            FROM dominion_state s JOIN dominion_band b USING (band, action)""",
            "The optimal buy by cards bought so far, coins and turns to go (this one included), "
            "and the points still to come by it; add those in the deck.",
        ),
    )


def _coordinates(table: DominionTable) -> list[str]:
    """Return a column name for each coordinate of a reduced deck."""
    model = table.model
    treasures = [
        next(card.name for card in model.buyable if card.is_treasure and card.value == value)
        for value in model.class_values[: model.dims - 1]
    ]
    return [f"bought_{name}" for name in (*treasures, "victory_cards")]


def _to_come(
    table: DominionTable,
    decks: NDArray[np.int64],
    turns_to_go: NDArray[np.int64],
    band: int,
    chosen: NDArray[np.uint8],
) -> NDArray[np.float64]:
    """Return the points still to come in a money band, by the action chosen there."""
    model = table.model
    after, points = decks.copy(), np.zeros(len(decks))
    for action in (Purchase.TREASURE, Purchase.VICTORY):
        card = model.best[band][action - 1]
        here = chosen == action
        if card is not None:
            after[here, model.class_of[model.game.cards.index(card)]] += 1
            points[here] = card.points
    return points + to_come(table.space, table.payout, after, turns_to_go - 1)
