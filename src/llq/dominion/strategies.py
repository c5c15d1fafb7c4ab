"""Strategy scores for a single player, computed and simulated.

`score` is a strategy's expected score, and `match` returns an `ExactMatch`, the chances of two;
`bounds` bounds the score of games that end by chance; `simulate` returns a `Simulation`. `build`
computes every strategy, and `open` returns those `DominionStrategies`, scores and actions by turn;
its ``lookup`` returns a `StrategyScore`.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llq.query.dominion.matches import simulate as simulate
    from llq.query.dominion.strategies.exact_matches import ExactMatch as ExactMatch
    from llq.query.dominion.strategies.exact_matches import exact_match, exact_score, score_bounds
    from llq.query.dominion.strategies.table import DominionStrategies as DominionStrategies
    from llq.query.dominion.strategies.table import StrategyScore as StrategyScore
    from llq.query.dominion.strategies.table import build_strategies, open_strategies
    from llq.solver.dominion.solitaire.match import Simulation as Simulation

    bounds = score_bounds
    build = build_strategies
    match = exact_match
    open = open_strategies
    score = exact_score
else:
    from llq.query.front import lazy_exports

    __all__, __getattr__, __dir__ = lazy_exports(__name__)
