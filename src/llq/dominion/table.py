"""The solved game of one: every state's payout and best purchase.

`open` returns a `DominionTable`, which answers with a `BuyAnswer`: an `ActionValue` for every
purchase in a `State`; `build` solves games up to a length. `hands` returns each `Hand` that may
come, its chance and its answer. An `Analysis` of a game has a `JudgedBuy` for each purchase.
`read_game` reads the rules of a custom game in TOML, and `check` returns a `Report` on one.

A game that goes move by move is a `DominionState`; an `Agent` is a player of it, a `PlayedGame` the
record of one.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # at run time `lazy_exports` reads this block
    from llq.query.answers import ActionValue as ActionValue
    from llq.query.dominion.game_files import check_game
    from llq.query.dominion.game_files import read_game as read_game
    from llq.query.dominion.table.analysis import Analysis as Analysis
    from llq.query.dominion.table.analysis import Hand as Hand
    from llq.query.dominion.table.analysis import JudgedBuy as JudgedBuy
    from llq.query.dominion.table.analysis import hands as hands
    from llq.query.dominion.table.answers import BuyAnswer as BuyAnswer
    from llq.query.dominion.table.table import DominionTable as DominionTable
    from llq.query.dominion.table.table import build_table, open_table
    from llq.query.play.agents import Agent as Agent
    from llq.query.play.agents import PlayedGame as PlayedGame
    from llq.solver.dominion.definitions import Report as Report
    from llq.solver.dominion.solitaire.game_state import DominionState as DominionState
    from llq.solver.dominion.state import State as State

    build = build_table
    check = check_game
    open = open_table
else:
    from llq.query.front import lazy_exports

    __all__, __getattr__, __dir__ = lazy_exports(__name__)
