"""Sueca positions from a player's view.

A `Position` is read from a file by `read`, and written by `write`. A game that goes move by move is
a `SuecaState`; an `Agent` is a player of it, a `PlayedGame` the record of one.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llq.query.play.agents import Agent as Agent
    from llq.query.play.agents import PlayedGame as PlayedGame
    from llq.query.sueca.positions.notation import read_position, write_position
    from llq.solver.sueca.game_state import SuecaState as SuecaState
    from llq.solver.sueca.positions.position import Position as Position

    read = read_position
    write = write_position
else:
    from llq.query.front import lazy_exports

    __all__, __getattr__, __dir__ = lazy_exports(__name__)
