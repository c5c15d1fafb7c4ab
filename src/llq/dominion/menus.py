"""Menus: people's buying rules as text, and their mistakes.

A `Menu` is written as its wishes, ``province; duchy if provinces_left <= 4; gold; silver``: each
turn it buys the first card that is for sale and affordable and whose condition holds. `known`
returns the menus that come with llq, and `read` the one in a text file. A menu, by name or as text,
is a player of `llq.dominion.match`, of the race and of the engines. In the race `mistakes` returns
a `MenuReview`: each `Mistake` by what it costs against best play.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llq.query.dominion.menus.reading import known_menus, read_menu
    from llq.query.dominion.menus.review import MenuReview as MenuReview
    from llq.query.dominion.menus.review import Mistake as Mistake
    from llq.query.dominion.menus.review import menu_mistakes
    from llq.solver.dominion.menus import Menu as Menu

    known = known_menus
    mistakes = menu_mistakes
    read = read_menu
else:
    from llq.query.front import lazy_exports

    __all__, __getattr__, __dir__ = lazy_exports(__name__)
