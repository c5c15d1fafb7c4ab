"""Dominion with money, solved exactly: a game of one, the race of two, one kingdom card.

In the game of one (van der Heijden, 2014) a player owns a deck of treasures and victory cards,
draws five cards a turn and buys at most one; the score is the points in the deck when the game
ends. Players do not interact: a match compares their scores. In the race two take from one supply.

What to buy
    `lookup` returns an `Answer`: the best purchase, and an `ActionValue` for every other. `deck`
    makes the `State` that a player sees from words such as ``"7 copper, 3 estate"``; tables and
    custom players use it. `hands` returns each `Hand` that may come, its chance and its answer.
The race
    `race_lookup` returns a `RaceAnswer`: in a game of two players, the best buy and a `RaceBuy` for
    every other, with its chance to win. `race_situation` checks the `RaceSituation`.
    `race_match` returns a `RaceMatch` of two of the `race_players`, exact and played out.
The fewest turns
    `fewest` returns `FewestTurns` to a number of Provinces, by fresh hands or by the real rule;
    `fewest_lookup` a `FewestAnswer` for a hand and both piles, with a `FewestAction` each purchase.
One kingdom card
    `kingdom` returns `KingdomTurns`, what a card saves on the way to Provinces, by fresh hands
    or, if it only draws, by the real rule;
    `kingdom_points` `KingdomPoints`, the most points in a fixed number of turns;
    `kingdom_ranking` and `kingdom_points_ranking` all cards, the most helpful first.
    `kingdom_lookup` returns a `KingdomAnswer` for a deck, with a `KingdomAction` for each of the
    possible `Purchases`. `read_kingdom_cards` reads each `KingdomCard` of your own from TOML.
Players
    `players` lists the built-in ones. A custom `Player` has a ``name`` and
    ``choose(view, random)``, which returns one of ``view.legal``: an `Action`.
Games played
    `simulate` returns a `Simulation`, the scores of one player; `match` a `Match` of two.
Numbers computed
    `exact_score`; `exact_match`, which returns an `ExactMatch`; and `score_bounds` for games that
    end by chance.
Games looked back on
    `analyse` returns an `Analysis`: a `JudgedBuy` for each purchase, with what it cost.
Tables
    `build_race` and `open_race` for a `DominionRace`, best play of the race and what it meets;
    `build_table` and `open_table` for a `DominionTable`, the best purchase of every state;
    `build_strategies` and `open_strategies` for `DominionStrategies`, every strategy's scores and
    actions by turn; its ``lookup`` returns a `StrategyScore`. `build_fewest` and `open_fewest` for
    `DominionFewest`, the fewest turns to 1 to 8 Provinces; its ``lookup`` returns a `FewestResult`.
Engines for others
    `new_game` returns a `DominionState`, or a `RaceState` of two players: a game that goes move by
    move, in plain Python. `agent` returns a player as an `Agent` that plays it, `play` plays one
    game and returns a `PlayedGame`. `env` returns an environment of Gymnasium or, of the race, of
    PettingZoo; `openspiel_game` OpenSpiel's game; `batch` many games side by side.
The thesis
    `verify` yields a `Check` of each claim, and `plot` redraws the figures.
Rules
    `rules` returns the `Rules` of its section 6; `read_game` reads those of a custom game in TOML,
    and `check_game` returns a `Report` on one.

>>> import llq
>>> print(llq.dominion.lookup("7 copper, 3 estate, 2 silver", coins=5, turn=4).text)
buy silver
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llq.query.checks import Check as Check
    from llq.query.dominion.built_in_players import players as players
    from llq.query.dominion.custom_games import check_game as check_game
    from llq.query.dominion.custom_games import read_game as read_game
    from llq.query.dominion.fewest.answers import FewestAction as FewestAction
    from llq.query.dominion.fewest.answers import FewestAnswer as FewestAnswer
    from llq.query.dominion.fewest.answers import FewestTurns as FewestTurns
    from llq.query.dominion.fewest.build import build_fewest as build_fewest
    from llq.query.dominion.fewest.lookups import fewest as fewest
    from llq.query.dominion.fewest.lookups import fewest_lookup as fewest_lookup
    from llq.query.dominion.fewest.table import DominionFewest as DominionFewest
    from llq.query.dominion.fewest.table import FewestResult as FewestResult
    from llq.query.dominion.fewest.table import open_fewest as open_fewest
    from llq.query.dominion.kingdom.answers import KingdomAction as KingdomAction
    from llq.query.dominion.kingdom.answers import KingdomAnswer as KingdomAnswer
    from llq.query.dominion.kingdom.answers import KingdomPoints as KingdomPoints
    from llq.query.dominion.kingdom.answers import KingdomTurns as KingdomTurns
    from llq.query.dominion.kingdom.answers import Purchases as Purchases
    from llq.query.dominion.kingdom.lookups import kingdom as kingdom
    from llq.query.dominion.kingdom.lookups import kingdom_lookup as kingdom_lookup
    from llq.query.dominion.kingdom.lookups import kingdom_points as kingdom_points
    from llq.query.dominion.kingdom.lookups import kingdom_points_ranking as kingdom_points_ranking
    from llq.query.dominion.kingdom.lookups import kingdom_ranking as kingdom_ranking
    from llq.query.dominion.kingdom.lookups import read_kingdom_cards as read_kingdom_cards
    from llq.query.dominion.matches import Match as Match
    from llq.query.dominion.matches import match as match
    from llq.query.dominion.matches import simulate as simulate
    from llq.query.dominion.notation import deck as deck
    from llq.query.dominion.pictures.figures import plot as plot
    from llq.query.dominion.play.engines import agent as agent
    from llq.query.dominion.play.engines import batch as batch
    from llq.query.dominion.play.engines import env as env
    from llq.query.dominion.play.engines import new_game as new_game
    from llq.query.dominion.play.engines import openspiel_game as openspiel_game
    from llq.query.dominion.play.engines import play as play
    from llq.query.dominion.race.answers import RaceAnswer as RaceAnswer
    from llq.query.dominion.race.answers import RaceBuy as RaceBuy
    from llq.query.dominion.race.answers import race_lookup as race_lookup
    from llq.query.dominion.race.build import build_race as build_race
    from llq.query.dominion.race.matches import RaceMatch as RaceMatch
    from llq.query.dominion.race.matches import race_match as race_match
    from llq.query.dominion.race.notation import RaceSituation as RaceSituation
    from llq.query.dominion.race.notation import race_situation as race_situation
    from llq.query.dominion.race.roster import race_players as race_players
    from llq.query.dominion.race.table import DominionRace as DominionRace
    from llq.query.dominion.race.table import open_race as open_race
    from llq.query.dominion.strategies.build import build_strategies as build_strategies
    from llq.query.dominion.strategies.exact_matches import ExactMatch as ExactMatch
    from llq.query.dominion.strategies.exact_matches import exact_match as exact_match
    from llq.query.dominion.strategies.exact_matches import exact_score as exact_score
    from llq.query.dominion.strategies.exact_matches import score_bounds as score_bounds
    from llq.query.dominion.strategies.table import DominionStrategies as DominionStrategies
    from llq.query.dominion.strategies.table import StrategyScore as StrategyScore
    from llq.query.dominion.strategies.table import open_strategies as open_strategies
    from llq.query.dominion.table.analysis import Analysis as Analysis
    from llq.query.dominion.table.analysis import Hand as Hand
    from llq.query.dominion.table.analysis import JudgedBuy as JudgedBuy
    from llq.query.dominion.table.analysis import analyse as analyse
    from llq.query.dominion.table.analysis import hands as hands
    from llq.query.dominion.table.answers import ActionValue as ActionValue
    from llq.query.dominion.table.answers import Answer as Answer
    from llq.query.dominion.table.build import build_table as build_table
    from llq.query.dominion.table.lookups import lookup as lookup
    from llq.query.dominion.table.table import DominionTable as DominionTable
    from llq.query.dominion.table.table import open_table as open_table
    from llq.query.dominion.verification.run import verify as verify
    from llq.query.play.agents import Agent as Agent
    from llq.query.play.agents import PlayedGame as PlayedGame
    from llq.solver.dominion.definitions import Report as Report
    from llq.solver.dominion.kingdom.cards import KingdomCard as KingdomCard
    from llq.solver.dominion.players import Player as Player
    from llq.solver.dominion.players import State as State
    from llq.solver.dominion.race.game_state import RaceState as RaceState
    from llq.solver.dominion.rules import Action as Action
    from llq.solver.dominion.rules import Rules as Rules
    from llq.solver.dominion.solitaire.game_state import DominionState as DominionState
    from llq.solver.dominion.solitaire.match import Simulation as Simulation
    from llq.solver.dominion.variants import rules as rules
else:
    from llq.query.front import lazy_exports

    __all__, __getattr__, __dir__ = lazy_exports(__name__)
