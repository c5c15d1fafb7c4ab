"""The fewest expected turns to a number of Provinces.

`turns` returns `FewestTurns`, by fresh hands or by the real rule; `lookup` a `FewestAnswer` for a
hand and both piles, with an `ActionValue` for each purchase. `build` and `open` are for
`DominionFewest`, the fewest turns to 1 to 8 Provinces; its ``lookup`` returns a `FewestResult`.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llq.query.answers import ActionValue as ActionValue
    from llq.query.dominion.fewest.answers import FewestAnswer as FewestAnswer
    from llq.query.dominion.fewest.answers import FewestTurns as FewestTurns
    from llq.query.dominion.fewest.build import build_fewest
    from llq.query.dominion.fewest.lookups import fewest, fewest_lookup
    from llq.query.dominion.fewest.table import DominionFewest as DominionFewest
    from llq.query.dominion.fewest.table import FewestResult as FewestResult
    from llq.query.dominion.fewest.table import open_fewest

    build = build_fewest
    lookup = fewest_lookup
    open = open_fewest
    turns = fewest
else:
    from llq.query.front import lazy_exports

    __all__, __getattr__, __dir__ = lazy_exports(__name__)
