"""Money and one kingdom card: which card helps most, and what to buy.

`turns` returns `KingdomTurns`, what a card saves on the way to Provinces, by fresh hands or, if it
only draws, by the real rule; `points` returns `KingdomPoints`, the most points in a fixed number of
turns. `ranking` and `points_ranking` return all cards, the most helpful first. `lookup` returns a
`KingdomAnswer` for a deck, with an `ActionValue` for each of the possible `Purchases`.
`pair` returns a `KingdomPair`, what two cards save against the better one, `pair_ranking` those
that come with llq, and `trades` the `TradeTurns` of cards that trash or gain.
`build` solves all cards to 1 to 8 Provinces and `build_pairs` a grid of pairs; `open` returns the
`KingdomTable`, `open_pairs` the `KingdomPairs`.
`read_cards` reads each `KingdomCard` of your own from TOML.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llq.query.answers import ActionValue as ActionValue
    from llq.query.dominion.kingdom.answers import KingdomAnswer as KingdomAnswer
    from llq.query.dominion.kingdom.answers import KingdomPoints as KingdomPoints
    from llq.query.dominion.kingdom.answers import KingdomTurns as KingdomTurns
    from llq.query.dominion.kingdom.answers import Purchases as Purchases
    from llq.query.dominion.kingdom.lookups import (
        kingdom,
        kingdom_lookup,
        kingdom_points,
        kingdom_points_ranking,
        kingdom_ranking,
        read_kingdom_cards,
    )
    from llq.query.dominion.kingdom.pair_table import KingdomPairs as KingdomPairs
    from llq.query.dominion.kingdom.pair_table import build_pairs as build_pairs
    from llq.query.dominion.kingdom.pair_table import open_pairs as open_pairs
    from llq.query.dominion.kingdom.pair_table import pair_ranking as pair_ranking
    from llq.query.dominion.kingdom.pairs import KingdomPair as KingdomPair
    from llq.query.dominion.kingdom.pairs import TradeTurns as TradeTurns
    from llq.query.dominion.kingdom.pairs import kingdom_pair, kingdom_trades
    from llq.query.dominion.kingdom.table import KingdomTable as KingdomTable
    from llq.query.dominion.kingdom.table import build_kingdom, open_kingdom
    from llq.solver.dominion.kingdom.cards import KingdomCard as KingdomCard

    build = build_kingdom
    lookup = kingdom_lookup
    open = open_kingdom
    pair = kingdom_pair
    points = kingdom_points
    points_ranking = kingdom_points_ranking
    ranking = kingdom_ranking
    read_cards = read_kingdom_cards
    trades = kingdom_trades
    turns = kingdom
else:
    from llq.query.front import lazy_exports

    __all__, __getattr__, __dir__ = lazy_exports(__name__)
