"""Menus: what people buy by, as text, and where that goes wrong.

A `Menu` is written as its wishes, ``province; duchy if provinces_left <= 4; gold; silver``: each
turn it buys the first card that is for sale and affordable and whose condition holds. `known`
returns the menus that come with llq, and `read` the one in a file, as text or as a bot of
Geronimoo's simulator. A menu, by name or as text, is a player of `llq.dominion.match`, of the race
and of the engines. In the race `mistakes` returns a `MenuReview`: each `Mistake` by what it costs
against best play; `improve` returns an `Improvement` by better thresholds, `Change` by change.
`turns` returns `MenuTurns`, the expected turns to some Provinces beside the fewest; `curve` returns
a `Curve`, what a menu or best play has turn by turn. `build` stores the known players' curves, and
`open` returns the `DominionCurves`.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llq.query.dominion.curves.table import DominionCurves as DominionCurves
    from llq.query.dominion.curves.table import build_curves, open_curves
    from llq.query.dominion.curves.turn_by_turn import Curve as Curve
    from llq.query.dominion.curves.turn_by_turn import curve as curve
    from llq.query.dominion.menus.improvement import Change as Change
    from llq.query.dominion.menus.improvement import Improvement as Improvement
    from llq.query.dominion.menus.improvement import improve_menu
    from llq.query.dominion.menus.reading import known_menus, read_menu
    from llq.query.dominion.menus.review import MenuReview as MenuReview
    from llq.query.dominion.menus.review import Mistake as Mistake
    from llq.query.dominion.menus.review import menu_mistakes
    from llq.query.dominion.menus.turns import MenuTurns as MenuTurns
    from llq.query.dominion.menus.turns import menu_turns
    from llq.solver.dominion.menus import Menu as Menu

    build = build_curves
    improve = improve_menu
    known = known_menus
    mistakes = menu_mistakes
    open = open_curves
    read = read_menu
    turns = menu_turns
else:
    from llq.query.front import lazy_exports

    __all__, __getattr__, __dir__ = lazy_exports(__name__)
