"""Sueca, the four-player trick game: advice, matches, the thesis."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llq.query.sueca.advice import Advice as Advice
    from llq.query.sueca.advice import advise as advise
    from llq.query.sueca.deal_valuation import sueca_worth as deal_values
    from llq.query.sueca.match_build import build_sueca_matches as build_matches
    from llq.query.sueca.match_table import open_sueca_matches as open_matches
    from llq.query.sueca.matches import match_sueca as match
    from llq.query.sueca.notation import read_sueca_position as read_position
    from llq.query.sueca.notation import sueca_position as position
    from llq.query.sueca.verification.run import verify_sueca as verify
    from llq.solver.sueca.players import Player as Player
    from llq.solver.sueca.position import Position as Position
    from llq.solver.sueca.rules import Rules as Rules
else:
    from llq.query.front import lazy_exports

    __all__, __getattr__, __dir__ = lazy_exports(__name__)
