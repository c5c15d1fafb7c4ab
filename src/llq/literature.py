"""Literature for four, six or eight: advice, matches, learnt players, the article."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llq.query.literature.advice import Advice as Advice
    from llq.query.literature.advice import advise as advise
    from llq.query.literature.match_build import build_literature_matches as build_matches
    from llq.query.literature.match_table import open_literature_matches as open_matches
    from llq.query.literature.matches import match_literature as match
    from llq.query.literature.notation import game_record as record
    from llq.query.literature.notation import literature_game as game
    from llq.query.literature.notation import read_literature_game as read_game
    from llq.query.literature.opening_build import build_literature_openings as build_openings
    from llq.query.literature.opening_table import open_literature_openings as open_openings
    from llq.query.literature.policies import open_literature_policies as open_policies
    from llq.query.literature.record import show_literature as show
    from llq.query.literature.training import build_literature_policies as build_policies
    from llq.query.literature.verification.run import verify_literature as verify
    from llq.solver.literature.players import Player as Player
    from llq.solver.literature.position import Position as Position
    from llq.solver.literature.rules import Rules as Rules
    from llq.solver.literature.rules import find_rules as rules
else:
    from llq.query.front import lazy_exports

    __all__, __getattr__, __dir__ = lazy_exports(__name__)
