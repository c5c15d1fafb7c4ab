"""Relations and views of Dominion's solved tables for SQL."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from llq.query.dominion.relations import relations_and_views
from llq.query.dominion.table.table import WHOLE, DominionTable
from llq.query.tables.relations import Columns
from llq.solver.dominion.model import Model, Purchase
from llq.solver.dominion.rules import Card
from llq.solver.dominion.solitaire.action_scoring import decoded_actions, to_come
from llq.store.database import Relation, View


def table_sql(table: DominionTable) -> tuple[Relation | View, ...]:
    """Return a table's payout and action relations, with their views."""
    coordinates = _coordinates(table.model)
    cards_after = (f"d.bought_{card} = s.bought_{card} + p.adds_{card}" for card in coordinates)
    payout_decks = int(table.info.spec.parameters["payout_decks"])
    limit = "" if payout_decks == table.turns else f" with fewer than {payout_decks} cards bought"
    words = {
        "name": "dominion" if table.turns == WHOLE else f"dominion_{table.turns}",
        "listed": f"Every state and money band of games of up to {table.turns} turns{limit}",
        "counts": ", ".join(f"s.bought_{card}" for card in coordinates),
        "after": " AND ".join(cards_after),
    }
    lengths = np.arange(table.turns + 1, dtype=np.uint16)
    parts: dict[str, Columns] = {
        "state": _state_columns(table, table.space.state_start(payout_decks)),
        "band": _band_columns(table.model),
        "purchase": _purchase_columns(table.model),
        "payout": _payout_columns(table),
        "optimal": {"turns": lengths, "expected_score": table.scores},
    }
    return relations_and_views(table, "table", words, parts)


def _state_columns(table: DominionTable, states: int) -> Columns:
    """Return the columns of each money band of the first states, which have all numbers."""
    model, bands = table.model, len(table.model.band_from)
    decks, turns_to_go = table.space.unstate(np.arange(states))
    chosen = np.stack([decoded_actions(table.codes[:states], band) for band in range(bands)])
    points_to_come = []
    for best, action in zip(model.best, chosen, strict=True):
        cards = (None, *best)
        points = np.array([card.points if card else 0 for card in cards])[action]
        decks_after = decks + np.array([_added(model, card) for card in cards])[action]
        after = to_come(table.space, table.payout, decks_after, turns_to_go - 1)
        points_to_come.append(points + after)
    return {
        **_counted(model, np.tile(decks.astype(np.uint8), (bands, 1))),
        "turns_to_go": np.tile(turns_to_go.astype(np.uint8), bands),
        "band": np.repeat(np.arange(bands, dtype=np.uint8), states),
        "action": chosen.ravel(),
        "to_come": np.concatenate(points_to_come),
    }


def _band_columns(model: Model) -> Columns:
    bands, kinds = len(model.band_from), len(Purchase)
    buys = ["" if card is None else card.name for best in model.best for card in (None, *best)]
    return {
        "band": np.repeat(np.arange(bands, dtype=np.uint8), kinds),
        "action": np.tile(np.arange(kinds, dtype=np.uint8), bands),
        **_coins(model, np.repeat(np.arange(bands), kinds)),
        "buy": np.array(buys),
    }


def _purchase_columns(model: Model) -> Columns:
    """Return the columns of what each affordable card of each money band adds to a deck."""
    rows = [
        (band, card)
        for band, coins in enumerate(model.band_from)
        for card in (None, *(card for card in model.buyable if card.cost <= coins))
    ]
    bands = np.array([band for band, _ in rows])
    return {
        "band": bands.astype(np.uint8),
        **_coins(model, bands),
        "buy": np.array([card.name if card else "pass" for _, card in rows]),
        "points": np.array([card.points if card else 0 for _, card in rows], dtype=np.int8),
        **_counted(model, np.array([_added(model, card) for _, card in rows]), "adds"),
    }


def _payout_columns(table: DominionTable) -> Columns:
    decks, turns_to_go = table.space.unstate(np.arange(len(table.payout)))
    return {
        **_counted(table.model, decks),
        "turns_to_go": turns_to_go.astype(np.uint8),
        "to_come": table.payout,
    }


def _added(model: Model, card: Card | None) -> NDArray[np.int64]:
    """Return what a card, if any, adds to the coordinates of a reduced deck."""
    no_cards = np.zeros(model.dims, np.int64)
    return no_cards if card is None else model.coordinates[model.game.cards.index(card)]


def _counted(model: Model, decks: NDArray[Any], verb: str = "bought") -> Columns:
    about = {"bought": "bought so far", "adds": "that it adds"}[verb]
    return {
        f"{verb}_{name}": (counts.astype(np.uint8), f"copies of {name.replace('_', ' ')} {about}")
        for name, counts in zip(_coordinates(model), decks.T, strict=True)
    }


def _coins(model: Model, bands: NDArray[np.int64]) -> Columns:
    names = np.array([model.band_name(band) for band in range(len(model.band_from))])
    least = np.asarray(model.band_from, dtype=np.uint8)
    return {"coins": names[bands], "least_coins": least[bands]}


def _coordinates(model: Model) -> list[str]:
    """Return the name of the cards that each coordinate of reduced decks counts."""
    treasures = {card.value: card.name for card in reversed(model.buyable) if card.is_treasure}
    return [*(treasures[value] for value in model.class_values[: model.dims - 1]), "victory_cards"]
