"""A player alone, turn by turn: points, Provinces and coins.

`curve` returns the `Curve` of a menu, of the fewest turns with money or one kingdom card, or of
the most points: computed by fresh hands, or simulated, with the real draw pile too. `build` stores
those of the known players, and `open` returns the `DominionCurves`.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llq.query.dominion.curves.table import DominionCurves as DominionCurves
    from llq.query.dominion.curves.table import build_curves, open_curves
    from llq.query.dominion.curves.turn_by_turn import Curve as Curve
    from llq.query.dominion.curves.turn_by_turn import curve as curve

    build = build_curves
    open = open_curves
else:
    from llq.query.front import lazy_exports

    __all__, __getattr__, __dir__ = lazy_exports(__name__)
