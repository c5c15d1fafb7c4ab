"""The thesis's 31-turn policy in a race."""

import numpy as np

from llq.query.dominion.table.table import WHOLE, DominionTable
from llq.solver.array_types import Bytes
from llq.solver.dominion.model import Purchase
from llq.solver.dominion.race.rules import COSTS, Buy, Seat, Side
from llq.solver.dominion.race.space import RaceSpace


def thesis_buys(table: DominionTable, space: RaceSpace, layer: int, seat: Seat) -> Bytes:
    """Return the buys of the solitaire policy as those of a `Rule`: (splits, decks, bands)."""
    race, side = space.race, space.race.sides[seat]
    policy = _purchases(table, side, race.provinces + race.duchies)
    splits = space.layer_splits(layer)
    victories = splits[:, :, seat].sum(1)
    is_for_sale = {
        Buy.DUCHY: splits[:, 1].sum(1) < race.duchies,
        Buy.PROVINCE: np.ones(len(splits), bool),
    }
    buys_by_deck = np.zeros((len(splits), *policy.shape[1:]), np.uint8)
    for band in range(1, len(Buy)):
        treasure = max((buy for buy in (Buy.SILVER, Buy.GOLD) if buy <= band), default=Buy.PASS)
        victory = np.full(len(splits), treasure, np.uint8)
        for buy, is_left in is_for_sale.items():
            if buy <= band:
                victory[is_left] = buy
        purchase = policy[victories, :, band]
        bought = np.where(purchase == Purchase.VICTORY, victory[:, None], treasure)
        buys_by_deck[:, :, band] = np.where(purchase != Purchase.PASS, bought, Buy.PASS)
    # a kingdom card is never bought: the decks with copies of it buy as those without
    bands = np.searchsorted(COSTS, [*side.costs.values()], side="right") - 1
    places = np.array([side.places[buy.card] for buy in Buy], np.uint8)
    return np.repeat(places[buys_by_deck[:, :, bands]], side.copies_room + 1, axis=1)


def _purchases(table: DominionTable, side: Side, most: int) -> Bytes:
    """Return the thesis policy's `Purchase` codes: (victory cards, decks, bands).

    A player's turn number is one more than the cards bought: turns passed are not counted. After
    30 purchases it is always the last turn.
    """
    room = np.indices((most + 1, side.silver_room + 1, side.gold_room + 1))
    start = (side.victory - Side.victory, side.silver, side.gold)
    victory, silver, gold = (axis.ravel() + own for axis, own in zip(room, start, strict=True))
    bought = victory + silver + gold
    turns = np.minimum(bought, WHOLE - 1)
    # no deck of 31 turns has more than 30 purchases: fewer victory cards stand in
    estates = np.minimum(victory, np.maximum(turns - silver - gold, 0))
    silver, gold = np.minimum(silver, turns), np.minimum(gold, np.maximum(turns - silver, 0))
    decks = np.tile(table.game.start, (len(bought), 1))
    for name, count in (("silver", silver), ("gold", gold), ("estate", estates)):
        decks[:, table.game.place[name]] += count
    to_go = WHOLE - (silver + gold + estates)
    rows = [
        table.lookup_many(decks, np.full(len(decks), cost), to_go) if band else np.zeros(len(decks))
        for band, cost in enumerate(COSTS)
    ]
    return np.stack(rows, 1).astype(np.uint8).reshape(most + 1, -1, len(COSTS))
