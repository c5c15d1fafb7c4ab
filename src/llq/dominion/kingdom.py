"""Money alone or with one kingdom card: turns needed, card ranking, and the best purchase.

`turns` returns `KingdomTurns`, what a card saves on the way to Provinces, by fresh hands; `ranking`
returns all cards, the most helpful first. `lookup` returns a `KingdomAnswer` for a deck, with an
`ActionValue` for each of the possible `Purchases`.
`build` solves all cards to 1 to 8 Provinces; `open` returns the `KingdomTable`.
`read_cards` reads each `KingdomCard` of your own from TOML.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llq.query.answers import ActionValue as ActionValue
    from llq.query.dominion.kingdom.answers import KingdomAnswer as KingdomAnswer
    from llq.query.dominion.kingdom.answers import KingdomTurns as KingdomTurns
    from llq.query.dominion.kingdom.answers import Purchases as Purchases
    from llq.query.dominion.kingdom.lookups import (
        kingdom,
        kingdom_lookup,
        kingdom_ranking,
        read_kingdom_cards,
    )
    from llq.query.dominion.kingdom.table import KingdomTable as KingdomTable
    from llq.query.dominion.kingdom.table import build_kingdom, open_kingdom
    from llq.solver.dominion.kingdom.cards import KingdomCard as KingdomCard

    build = build_kingdom
    lookup = kingdom_lookup
    open = open_kingdom
    ranking = kingdom_ranking
    read_cards = read_kingdom_cards
    turns = kingdom
else:
    from llq.query.front import lazy_exports

    __all__, __getattr__, __dir__ = lazy_exports(__name__)
