"""One-player Dominion of treasures and victory cards: lookups, strategies, the thesis."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llq.query.dominion.answers import DominionAnswer as Answer
    from llq.query.dominion.build import build_dominion as build_table
    from llq.query.dominion.custom_games import check_game as check_game
    from llq.query.dominion.strategy_table import build_dominion_strategies as build_strategies
    from llq.query.dominion.strategy_table import open_dominion_strategies as open_strategies
    from llq.query.dominion.table import dominion_lookup as lookup
    from llq.query.dominion.table import open_dominion as open_table
    from llq.query.dominion.verification.run import exact_score as exact_score
    from llq.query.dominion.verification.run import simulate_dominion as simulate
    from llq.query.dominion.verification.run import verify_dominion as verify
    from llq.solver.dominion.players import State as State
    from llq.solver.dominion.players import Strategy as Player
    from llq.solver.dominion.rules import Game as Rules
    from llq.solver.dominion.rules import dominion as rules
else:
    from llq.query.front import lazy_exports

    __all__, __getattr__, __dir__ = lazy_exports(__name__)
