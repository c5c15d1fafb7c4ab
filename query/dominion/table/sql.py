"""Relations and views of Dominion's solved tables for SQL."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from llq.query.dominion.table.table import WHOLE, DominionTable
from llq.query.tables.stored_table import Source
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
    kinds = len(Purchase)
    buys = ["" if card is None else card.name for best in model.best for card in (None, *best)]
    return (
        table.relation(
            f"{name}_state",
            {
                **_counted(table, np.tile(decks.astype(np.uint8), (bands, 1))),
                "turns_to_go": (np.tile(turns_to_go.astype(np.uint8), bands), _TO_GO),
                "band": (
                    np.repeat(np.arange(bands, dtype=np.uint8), states),
                    f"number of a money band, see {name}_band",
                ),
                "action": (chosen.ravel(), _ACTION),
                "to_come": (scores.ravel(), _TO_COME),
            },
            f"{_listed(table)}; {name}_policy decodes it.",
        ),
        table.relation(
            f"{name}_band",
            {
                "band": (
                    np.repeat(np.arange(bands, dtype=np.uint8), kinds),
                    "number of the money band, from 0",
                ),
                "action": (np.tile(np.arange(kinds, dtype=np.uint8), bands), _ACTION),
                **_coins(table, np.repeat(np.arange(bands), kinds)),
                "buy": (np.array(buys), "the card bought; empty where there is none"),
            },
            "What each action buys in each money band: coins between which the same cards can be "
            "afforded.",
        ),
        *_purchase_relations(table),
        table.relation(
            f"{name}_optimal",
            {
                "turns": (
                    np.arange(table.turns + 1, dtype=np.uint16),
                    "length of the game, in turns",
                ),
                "expected_score": (table.scores, "points at the end by optimal play, exact"),
            },
            "The optimal expected final score of games of each length.",
        ),
    )


def _purchase_relations(table: DominionTable) -> tuple[Relation, Relation]:
    """Return relations of each purchase's addition to a deck, and each deck's points to come."""
    model, name = table.model, _name(table)
    cards = model.game.cards
    rows = [
        (band, None if place is None else cards[place], place)
        for band, coins in enumerate(model.band_from)
        for place in (None, *(p for p in model.places if cards[p].cost <= coins))
    ]
    nothing = np.zeros(model.dims, int)
    added = np.array([nothing if p is None else model.coordinates[p] for *_, p in rows])
    decks, turns_to_go = table.space.unstate(np.arange(len(table.payout)))
    bands = np.array([band for band, *_ in rows])
    buys = np.array(["pass" if card is None else card.name for _, card, _ in rows])
    points = np.array([0 if card is None else card.points for _, card, _ in rows], dtype=np.int8)
    return (
        table.relation(
            f"{name}_purchase",
            {
                "band": (bands.astype(np.uint8), f"number of the money band, see {name}_band"),
                **_coins(table, bands),
                "buy": (buys, "the card bought, or pass"),
                "points": (points, "points of the card"),
                **_counted(table, added, "adds", "that it adds"),
            },
            "Every card that each money band can afford, and what buying it adds to the deck.",
        ),
        table.relation(
            f"{name}_payout",
            {
                **_counted(table, decks),
                "turns_to_go": (turns_to_go.astype(np.uint8), _TO_GO),
                "to_come": (table.payout, _TO_COME),
            },
            "The points still to come of a deck before its hand is drawn.",
        ),
    )


def _counted(
    table: DominionTable, decks: NDArray[Any], verb: str = "bought", about: str = "bought so far"
) -> dict[str, tuple[Source, str]]:
    """Return a column for each coordinate of reduced decks."""
    return {
        f"{verb}_{name}": (counts.astype(np.uint8), f"copies of {name.replace('_', ' ')} {about}")
        for name, counts in zip(_coordinates(table), decks.T, strict=True)
    }


def _coins(table: DominionTable, bands: NDArray[np.int64]) -> dict[str, tuple[Source, str]]:
    """Return columns of money bands' coins."""
    names = np.array([table.model.band_name(band) for band in range(len(table.model.band_from))])
    least = np.asarray(table.model.band_from, dtype=np.uint8)
    return {
        "coins": (names[bands], "coins of the band, such as 3-4"),
        "least_coins": (least[bands], "fewest coins of the band"),
    }


def _views(table: DominionTable) -> tuple[View, ...]:
    """Return the views over the table's relations."""
    name, coordinates = _name(table), _coordinates(table)
    counts = ", ".join(f"s.bought_{card}" for card in coordinates)
    after = " AND ".join(
        f"d.bought_{card} = s.bought_{card} + p.adds_{card}" for card in coordinates
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
_TO_GO = "turns left, this one included"
_ACTION = "0 pass, 1 buy the dearest treasure, 2 the dearest victory card"


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


def _coordinates(table: DominionTable) -> list[str]:
    """Return the name of the cards that each coordinate of reduced decks counts."""
    model = table.model
    treasures = {card.value: card.name for card in reversed(model.buyable) if card.is_treasure}
    return [*(treasures[value] for value in model.class_values[: model.dims - 1]), "victory_cards"]


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
