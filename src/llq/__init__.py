"""A precomputed strategy database and query library for card games.

>>> import llq
>>> llq.lookup(1, 8).best
'Guard, guessing Priest'
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from llq import errors
    from llq.query.database import connect, export_database, export_parquet
    from llq.query.dominion.build import build_dominion
    from llq.query.dominion.custom_games import check_game
    from llq.query.dominion.strategy_table import (
        build_dominion_strategies,
        open_dominion_strategies,
    )
    from llq.query.dominion.table import dominion_lookup, open_dominion
    from llq.query.dominion.verification.run import simulate_dominion, verify_dominion
    from llq.query.literature.advice import advise as literature_advise
    from llq.query.literature.match_build import build_literature_matches
    from llq.query.literature.match_table import open_literature_matches
    from llq.query.literature.matches import match_literature as literature_match
    from llq.query.literature.notation import game_record as literature_record
    from llq.query.literature.notation import literature_game, read_literature_game
    from llq.query.literature.opening_build import build_literature_openings
    from llq.query.literature.opening_table import open_literature_openings
    from llq.query.literature.policies import open_literature_policies
    from llq.query.literature.record import show_literature as literature_show
    from llq.query.literature.training import build_literature_policies
    from llq.query.love_letter.build import build_love_letter
    from llq.query.love_letter.exact_matches import exact
    from llq.query.love_letter.lookups import lookup
    from llq.query.love_letter.matches import compare, simulate
    from llq.query.love_letter.study import build_love_letter_study, open_love_letter_study
    from llq.query.love_letter.table import open_love_letter
    from llq.query.love_letter.verification.run import verify_love_letter
    from llq.query.sueca.advice import advise as sueca_advise
    from llq.query.sueca.deal_valuation import sueca_worth
    from llq.query.sueca.match_build import build_sueca_matches
    from llq.query.sueca.match_table import open_sueca_matches
    from llq.query.sueca.matches import match_sueca as sueca_match
    from llq.query.sueca.notation import read_sueca_position, sueca_position
    from llq.query.sueca.verification.run import verify_sueca
    from llq.solver.literature.players import Player as LiteraturePlayer
    from llq.solver.literature.position import Position as LiteraturePosition
    from llq.solver.literature.rules import find_rules as literature_rules
    from llq.solver.love_letter.players import Player, legal_actions
    from llq.solver.love_letter.rules import Action, Rules
    from llq.solver.love_letter.states import State
    from llq.solver.love_letter.variants import find_rules as love_letter_rules
    from llq.solver.sueca.players import Player as SuecaPlayer
    from llq.solver.sueca.position import Position as SuecaPosition

__all__ = [
    "Action",
    "LiteraturePlayer",
    "LiteraturePosition",
    "Player",
    "Rules",
    "State",
    "SuecaPlayer",
    "SuecaPosition",
    "build_dominion",
    "build_dominion_strategies",
    "build_literature_matches",
    "build_literature_openings",
    "build_literature_policies",
    "build_love_letter",
    "build_love_letter_study",
    "build_sueca_matches",
    "check_game",
    "compare",
    "connect",
    "dominion_lookup",
    "errors",
    "exact",
    "export_database",
    "export_parquet",
    "legal_actions",
    "literature_advise",
    "literature_game",
    "literature_match",
    "literature_record",
    "literature_rules",
    "literature_show",
    "lookup",
    "love_letter_rules",
    "open_dominion",
    "open_dominion_strategies",
    "open_literature_matches",
    "open_literature_openings",
    "open_literature_policies",
    "open_love_letter",
    "open_love_letter_study",
    "open_sueca_matches",
    "read_literature_game",
    "read_sueca_position",
    "simulate",
    "simulate_dominion",
    "sueca_advise",
    "sueca_match",
    "sueca_position",
    "sueca_worth",
    "verify_dominion",
    "verify_love_letter",
    "verify_sueca",
]

# Names are imported when first used: a lookup then loads neither numba nor duckdb.
_HOMES = {
    "Action": "llq.solver.love_letter.rules",
    "LiteraturePlayer": "llq.solver.literature.players:Player",
    "LiteraturePosition": "llq.solver.literature.position:Position",
    "Player": "llq.solver.love_letter.players",
    "Rules": "llq.solver.love_letter.rules",
    "State": "llq.solver.love_letter.states",
    "SuecaPlayer": "llq.solver.sueca.players:Player",
    "SuecaPosition": "llq.solver.sueca.position:Position",
    "build_dominion": "llq.query.dominion.build",
    "build_dominion_strategies": "llq.query.dominion.strategy_table",
    "build_literature_matches": "llq.query.literature.match_build",
    "build_literature_openings": "llq.query.literature.opening_build",
    "build_literature_policies": "llq.query.literature.training",
    "build_love_letter": "llq.query.love_letter.build",
    "build_love_letter_study": "llq.query.love_letter.study",
    "build_sueca_matches": "llq.query.sueca.match_build",
    "check_game": "llq.query.dominion.custom_games",
    "compare": "llq.query.love_letter.matches",
    "connect": "llq.query.database",
    "dominion_lookup": "llq.query.dominion.table",
    "exact": "llq.query.love_letter.exact_matches",
    "export_database": "llq.query.database",
    "export_parquet": "llq.query.database",
    "legal_actions": "llq.solver.love_letter.players",
    "literature_advise": "llq.query.literature.advice:advise",
    "literature_game": "llq.query.literature.notation",
    "literature_match": "llq.query.literature.matches:match_literature",
    "literature_record": "llq.query.literature.notation:game_record",
    "literature_rules": "llq.solver.literature.rules:find_rules",
    "literature_show": "llq.query.literature.record:show_literature",
    "lookup": "llq.query.love_letter.lookups",
    "love_letter_rules": "llq.solver.love_letter.variants:find_rules",
    "open_dominion": "llq.query.dominion.table",
    "open_dominion_strategies": "llq.query.dominion.strategy_table",
    "open_literature_matches": "llq.query.literature.match_table",
    "open_literature_openings": "llq.query.literature.opening_table",
    "open_literature_policies": "llq.query.literature.policies",
    "open_love_letter": "llq.query.love_letter.table",
    "open_love_letter_study": "llq.query.love_letter.study",
    "open_sueca_matches": "llq.query.sueca.match_table",
    "read_literature_game": "llq.query.literature.notation",
    "read_sueca_position": "llq.query.sueca.notation",
    "simulate": "llq.query.love_letter.matches",
    "simulate_dominion": "llq.query.dominion.verification.run",
    "sueca_advise": "llq.query.sueca.advice:advise",
    "sueca_match": "llq.query.sueca.matches:match_sueca",
    "sueca_position": "llq.query.sueca.notation",
    "sueca_worth": "llq.query.sueca.deal_valuation",
    "verify_dominion": "llq.query.dominion.verification.run",
    "verify_love_letter": "llq.query.love_letter.verification.run",
    "verify_sueca": "llq.query.sueca.verification.run",
}


def __getattr__(name: str) -> Any:
    """Import a public name at its first use."""
    if name == "errors":
        return import_module("llq.errors")
    if name not in _HOMES:
        raise AttributeError(f"module 'llq' has no attribute {name!r}")
    module, _, attribute = _HOMES[name].partition(":")
    value = globals()[name] = getattr(import_module(module), attribute or name)
    return value


def __dir__() -> list[str]:
    """List the public names, imported or not."""
    return sorted(__all__)
