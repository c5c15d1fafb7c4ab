"""Relations and views of Dominion's solved tables for SQL."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from llq.query.dominion.table.table import WHOLE, DominionTable
from llq.solver.dominion.model import Purchase
from llq.solver.dominion.solitaire.action_scoring import actions, to_come
from llq.store.database import Relation, View


def table_sql(table: DominionTable) -> Iterable[Relation | View]:
    """Return a table's payout and action relations, with their views."""
    return *_relations(table), *_views(table)


def _relations(table: DominionTable) -> tuple[Relation, ...]:
    """Return a table's native relations, over the states with both payout and action."""
    model, space, name = table.model, table.space, _name(table)
    states = space.state_start(_decks(table))
    decks, turns_to_go = space.unstate(np.arange(states))
    bands = len(model.band_from)
    chosen = np.stack([actions(table.codes[:states], band) for band in range(bands)])
    scores = np.stack(
        [_to_come(table, decks, turns_to_go, band, chosen[band]) for band in range(bands)]
    )
    coordinates = _coordinates(table)
    repeated = {
        column: np.tile(counts.astype(np.uint8), bands)
        for column, counts in [
            *zip(coordinates, decks.T, strict=True),
            ("turns_to_go", turns_to_go),
        ]
    }
    buys = ["" if card is None else card.name for best in model.best for card in (None, *best)]
    return (
        Relation(
            f"{name}_state",
            {
                **repeated,
                "band": np.repeat(np.arange(bands, dtype=np.uint8), states),
                "action": chosen.ravel(),
                "to_come": scores.ravel(),
            },
            f"{_listed(table)}; {name}_policy decodes it.",
            {
                **{column: f"{_bought(column)} bought so far" for column in coordinates},
                "turns_to_go": "turns left, this one included",
                "band": f"number of a money band, see {name}_band",
                "action": "0 pass, 1 buy the dearest treasure, 2 the dearest victory card",
                "to_come": _TO_COME,
            },
        ),
        Relation(
            f"{name}_band",
            {
                "band": np.repeat(np.arange(bands, dtype=np.uint8), len(Purchase)),
                "action": np.tile(np.arange(len(Purchase), dtype=np.uint8), bands),
                "coins": np.repeat([model.band_name(band) for band in range(bands)], len(Purchase)),
                "least_coins": np.repeat(
                    np.asarray(model.band_from, dtype=np.uint8), len(Purchase)
                ),
                "buy": np.array(buys),
            },
            "What each action buys in each money band: coins between which the same cards can be "
            "afforded.",
            {
                "band": "number of the money band, from 0",
                "action": "0 pass, 1 buy the dearest treasure, 2 the dearest victory card",
                "coins": "coins of the band, such as 3-4",
                "least_coins": "fewest coins of the band",
                "buy": "the card bought; empty where there is none",
            },
        ),
        *_purchase_relations(table),
        Relation(
            f"{name}_optimal",
            {"turns": np.arange(table.turns + 1, dtype=np.uint16), "expected_score": table.scores},
            "The optimal expected final score of games of each length.",
            {
                "turns": "length of the game, in turns",
                "expected_score": "points at the end by optimal play, exact",
            },
        ),
    )


def _purchase_relations(table: DominionTable) -> tuple[Relation, Relation]:
    """Return relations of each purchase's addition to a deck, and each deck's points to come."""
    model, name, coordinates = table.model, _name(table), _coordinates(table)
    cards = model.game.cards
    rows = [
        (band, None if place is None else cards[place], place)
        for band, coins in enumerate(model.band_from)
        for place in (None, *(p for p in model.places if cards[p].cost <= coins))
    ]
    nothing = np.zeros(model.dims, int)
    added = np.array([nothing if p is None else model.coordinates[p] for *_, p in rows])
    decks, turns_to_go = table.space.unstate(np.arange(len(table.payout)))
    bands = [band for band, *_ in rows]
    return (
        Relation(
            f"{name}_purchase",
            {
                "band": np.array(bands, dtype=np.uint8),
                "coins": np.array([model.band_name(band) for band in bands]),
                "least_coins": np.asarray(model.band_from, dtype=np.uint8)[bands],
                "buy": np.array(["pass" if card is None else card.name for _, card, _ in rows]),
                "points": np.array(
                    [0 if card is None else card.points for _, card, _ in rows], dtype=np.int8
                ),
                **{
                    column.replace("bought", "adds", 1): counts.astype(np.uint8)
                    for column, counts in zip(coordinates, added.T, strict=True)
                },
            },
            "Every card that each money band can afford, and what buying it adds to the deck.",
            {
                "band": f"number of the money band, see {name}_band",
                "coins": "coins of the band, such as 3-4",
                "least_coins": "fewest coins of the band",
                "buy": "the card bought, or pass",
                "points": "points of the card",
                **{
                    column.replace("bought", "adds", 1): f"{_bought(column)} that it adds"
                    for column in coordinates
                },
            },
        ),
        Relation(
            f"{name}_payout",
            {
                **{
                    column: counts.astype(np.uint8)
                    for column, counts in zip(coordinates, decks.T, strict=True)
                },
                "turns_to_go": turns_to_go.astype(np.uint8),
                "to_come": table.payout,
            },
            "The points still to come of a deck before its hand is drawn.",
            {
                **{column: f"{_bought(column)} bought so far" for column in coordinates},
                "turns_to_go": "turns left, this one included",
                "to_come": _TO_COME,
            },
        ),
    )


def _views(table: DominionTable) -> tuple[View, ...]:
    """Return the views over the table's relations."""
    name, coordinates = _name(table), _coordinates(table)
    counts = ", ".join(f"s.{column}" for column in coordinates)
    after = " AND ".join(
        f"d.{column} = s.{column} + p.{column.replace('bought', 'adds', 1)}"
        for column in coordinates
    )
    return (
        View(
            f"{name}_policy",
            f"""
            SELECT {counts}, b.coins, b.least_coins, s.turns_to_go,
                   CASE s.action WHEN 0 THEN 'pass' ELSE b.buy END AS action, s.to_come
            FROM {name}_state s JOIN {name}_band b USING (band, action)""",
            f"{_listed(table)}: the optimal buy by cards bought so far, coins and turns to go.",
            {"action": "the optimal buy: a card, or pass"},
        ),
        View(
            f"{name}_policy_action",
            f"""
            SELECT {counts}, p.coins, p.least_coins, s.turns_to_go, p.buy AS action,
                   p.points + coalesce(d.to_come, 0) AS to_come,
                   s.to_come - p.points - coalesce(d.to_come, 0) AS cost
            FROM {name}_state s JOIN {name}_purchase p USING (band)
            LEFT JOIN {name}_payout d ON d.turns_to_go = s.turns_to_go - 1 AND {after}""",
            f"{_listed(table)}: every card that the coins can afford, and passing.",
            {
                "action": "a card, or pass",
                "to_come": "points still to come by optimal play after it, exact; add those in "
                "the deck",
                "cost": "points that it loses against the optimal buy; exact, 0 up to 1e-11",
            },
        ),
    )


_TO_COME = "points still to come by optimal play, exact; add those in the deck"


def _name(table: DominionTable) -> str:
    """Return the name prefix of a table's relations."""
    return "dominion" if table.turns == WHOLE else f"dominion_{table.turns}"


def _decks(table: DominionTable) -> int:
    """Return the count of bought cards that excludes a state."""
    return int(table.info.spec.parameters["payout_decks"])


def _listed(table: DominionTable) -> str:
    """Return the meaning of a state row."""
    text = f"Every state and money band of games of up to {table.turns} turns"
    decks = _decks(table)
    return text if decks == table.turns else f"{text} with fewer than {decks} cards bought"


def _bought(column: str) -> str:
    """Return the cards counted by a column of `_coordinates`."""
    return "copies of " + column.removeprefix("bought_").replace("_", " ")


def _coordinates(table: DominionTable) -> list[str]:
    """Return a column name per coordinate of reduced decks."""
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
    """Return points to come in a money band after its chosen action."""
    model = table.model
    after, points = decks.copy(), np.zeros(len(decks))
    for action in (Purchase.TREASURE, Purchase.VICTORY):
        card = model.best[band][action - 1]
        rows = chosen == action
        if card is not None:
            after[rows, model.class_of[model.game.cards.index(card)]] += 1
            points[rows] = card.points
    return points + to_come(table.space, table.payout, after, turns_to_go - 1)
