"""Games of Literature from a player's view.

`read` takes a `Game` from a file, every move of it checked; its ``position`` is a `Position`.
`record` makes a `Game` from a position, and `show` plays one and returns a `ShownGame`. A move is
an `Ask`, a `Claim` or a `Pass`. A game that goes move by move is a `LiteratureState`; an `Agent` is
a player of it, a `PlayedGame` the record of one.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llq.query.literature.play.record import ShownGame as ShownGame
    from llq.query.literature.play.record import show as show
    from llq.query.literature.positions.notation import Game as Game
    from llq.query.literature.positions.notation import read_game
    from llq.query.literature.positions.notation import record as record
    from llq.query.play.agents import Agent as Agent
    from llq.query.play.agents import PlayedGame as PlayedGame
    from llq.solver.literature.actions import Ask as Ask
    from llq.solver.literature.actions import Claim as Claim
    from llq.solver.literature.actions import Pass as Pass
    from llq.solver.literature.game_state import LiteratureState as LiteratureState
    from llq.solver.literature.positions.position import Position as Position

    read = read_game
else:
    from llq.query.front import lazy_exports

    __all__, __getattr__, __dir__ = lazy_exports(__name__)
