"""Two-player Love Letter: lookups in solved tables, matches played and computed, the thesis."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llq.query.love_letter.answers import ActionValue as ActionValue
    from llq.query.love_letter.answers import Answer as Answer
    from llq.query.love_letter.build import build_love_letter as build_table
    from llq.query.love_letter.exact_matches import exact as exact_match
    from llq.query.love_letter.lookups import lookup as lookup
    from llq.query.love_letter.matches import compare as compare
    from llq.query.love_letter.matches import simulate as match
    from llq.query.love_letter.study import build_love_letter_study as build_study
    from llq.query.love_letter.study import open_love_letter_study as open_study
    from llq.query.love_letter.table import open_love_letter as open_table
    from llq.query.love_letter.verification.run import verify_love_letter as verify
    from llq.solver.love_letter.players import Player as Player
    from llq.solver.love_letter.players import legal_actions as legal_actions
    from llq.solver.love_letter.rules import Action as Action
    from llq.solver.love_letter.rules import Rules as Rules
    from llq.solver.love_letter.states import State as State
    from llq.solver.love_letter.variants import find_rules as rules
else:
    from llq.query.front import lazy_exports

    __all__, __getattr__, __dir__ = lazy_exports(__name__)
