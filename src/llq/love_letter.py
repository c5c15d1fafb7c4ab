"""Two-player Love Letter: lookups in solved tables, matches played and computed, the thesis.

What to play, and from what
    `lookup` answers the shortest question: the best play of a hand, as an `Answer` with an
    `ActionValue` for every legal `Action`. For many questions, `open_table` returns a `Table`, and
    `state` (or ``table.state``) makes the `State` to look up; `build_table` solves a variant.
    `play_outcomes` says what may come of an action until the next turn, as an `Outcome` each, with
    its `Result`, each `Reply` and every `NextTurn` after that.
    `game` and `read_game` take a round turn by turn, in words or from a file, and return the `View`
    of its player. `beliefs` returns `Beliefs` about the opponent's hand, inferred from what a
    policy plays, with a `Belief` for each card; `beliefs_after` uses everything that a player saw
    of the round. `analyse` lists the moves of a round by what they cost: an `Analysis` of
    `JudgedMove`. A `FollowedRound` follows a real round: what may come next, and what both hold.
The game
    `rules` returns the `Rules` of a variant; `legal_actions` says what may be played in a state.
Players
    `players` lists the built-in ones. A custom one is a `Player`: it has a name and chooses an
    `Action` from a `View` of what it sees and knows, with the `History` of the round, a `PastTurn`
    for each turn.
Drills
    `drill` asks one position after another in which people go wrong, as a `Drill` each.
Matches
    `match` plays games and returns a `Match`; `compare` plays every pair. `exact_match` computes
    the chances and returns an `ExactMatch`; `best_response` computes what an opponent who knows a
    player wins against it, as a `BestResponse`, and by which `Habit`; where that takes too long,
    `best_response_bracket` bounds it in a `ResponseBracket`. `build_exploitability` computes it for
    every player, and `open_exploitability` returns that `Exploitability`, with an `Exploited` for
    each player. `build_exploiter` stores what the best response to Table plays, for the player
    ``exploiter``; `open_exploiter` returns that `ExploiterTable`. `equilibrium` returns the
    `Equilibrium` of a small deck: each `Opening`, and every `PlayChance` after a history.
    `build_study` computes every pair of players and the turns of Table against itself; `open_study`
    returns that `Study`, whose ``lookup`` of two players is an `ExactMatch`. A `Solution` is a
    mixed policy that remembers the last public actions: `build_solution` learns it, `open_solution`
    opens it; it answers with a `MixedMove`, or with a `MixedAnswer` of a `MixedAction` for each
    legal action, as `lookup_solution` does beside the table's values, and plays matches as
    ``solution``.
Engines for others
    `new_game` returns a `LoveLetterState`: a round that goes move by move, in plain Python. `agent`
    returns a player as an `Agent` that plays it, `play` plays one round and returns a `PlayedGame`.
    `env` returns a PettingZoo environment, `openspiel_game` and `openspiel_policy` OpenSpiel's
    game and policies, `batch` many rounds side by side.
The thesis, and pictures
    `verify` checks every figure of Huibers (2016), as a `Check` each; `plot` draws.

>>> from llq import love_letter
>>> love_letter.lookup("Guard", "Princess", seen=[2, 5]).best
Action(card='Guard', guess='Handmaid', target=None)
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llq.query.checks import Check as Check
    from llq.query.love_letter.answers import ActionValue as ActionValue
    from llq.query.love_letter.answers import Answer as Answer
    from llq.query.love_letter.built_in_players import players as players
    from llq.query.love_letter.equilibrium.answers import Equilibrium as Equilibrium
    from llq.query.love_letter.equilibrium.answers import Opening as Opening
    from llq.query.love_letter.equilibrium.answers import PlayChance as PlayChance
    from llq.query.love_letter.equilibrium.equilibria import equilibrium as equilibrium
    from llq.query.love_letter.exact.matches import ExactMatch as ExactMatch
    from llq.query.love_letter.exact.matches import exact_match as exact_match
    from llq.query.love_letter.exact.study_build import build_study as build_study
    from llq.query.love_letter.exact.study_table import Study as Study
    from llq.query.love_letter.exact.study_table import open_study as open_study
    from llq.query.love_letter.matches import Match as Match
    from llq.query.love_letter.matches import compare as compare
    from llq.query.love_letter.matches import match as match
    from llq.query.love_letter.observation import state as state
    from llq.query.love_letter.pictures.figures import plot as plot
    from llq.query.love_letter.play.engines import agent as agent
    from llq.query.love_letter.play.engines import batch as batch
    from llq.query.love_letter.play.engines import env as env
    from llq.query.love_letter.play.engines import new_game as new_game
    from llq.query.love_letter.play.engines import openspiel_game as openspiel_game
    from llq.query.love_letter.play.engines import play as play
    from llq.query.love_letter.play.openspiel import openspiel_policy as openspiel_policy
    from llq.query.love_letter.responses.best_responses import BestResponse as BestResponse
    from llq.query.love_letter.responses.best_responses import Habit as Habit
    from llq.query.love_letter.responses.best_responses import best_response as best_response
    from llq.query.love_letter.responses.brackets import ResponseBracket as ResponseBracket
    from llq.query.love_letter.responses.brackets import (
        best_response_bracket as best_response_bracket,
    )
    from llq.query.love_letter.responses.exploitability_build import (
        build_exploitability as build_exploitability,
    )
    from llq.query.love_letter.responses.exploitability_table import (
        Exploitability as Exploitability,
    )
    from llq.query.love_letter.responses.exploitability_table import Exploited as Exploited
    from llq.query.love_letter.responses.exploitability_table import (
        open_exploitability as open_exploitability,
    )
    from llq.query.love_letter.responses.exploiter_build import build_exploiter as build_exploiter
    from llq.query.love_letter.responses.exploiter_table import ExploiterTable as ExploiterTable
    from llq.query.love_letter.responses.exploiter_table import open_exploiter as open_exploiter
    from llq.query.love_letter.rounds.analysis import Analysis as Analysis
    from llq.query.love_letter.rounds.analysis import JudgedMove as JudgedMove
    from llq.query.love_letter.rounds.analysis import analyse as analyse
    from llq.query.love_letter.rounds.drills import Drill as Drill
    from llq.query.love_letter.rounds.drills import drill as drill
    from llq.query.love_letter.rounds.followed_rounds import FollowedRound as FollowedRound
    from llq.query.love_letter.rounds.notation import game as game
    from llq.query.love_letter.rounds.notation import read_game as read_game
    from llq.query.love_letter.rounds.opponent_beliefs import Belief as Belief
    from llq.query.love_letter.rounds.opponent_beliefs import Beliefs as Beliefs
    from llq.query.love_letter.rounds.opponent_beliefs import beliefs as beliefs
    from llq.query.love_letter.rounds.opponent_beliefs import beliefs_after as beliefs_after
    from llq.query.love_letter.solution.build import build_solution as build_solution
    from llq.query.love_letter.solution.lookup import lookup_solution as lookup_solution
    from llq.query.love_letter.solution.mixed_answers import MixedAction as MixedAction
    from llq.query.love_letter.solution.mixed_answers import MixedAnswer as MixedAnswer
    from llq.query.love_letter.solution.mixed_answers import MixedMove as MixedMove
    from llq.query.love_letter.solution.table import Solution as Solution
    from llq.query.love_letter.solution.table import open_solution as open_solution
    from llq.query.love_letter.table.build import build_table as build_table
    from llq.query.love_letter.table.lookups import lookup as lookup
    from llq.query.love_letter.table.outcomes import NextTurn as NextTurn
    from llq.query.love_letter.table.outcomes import Outcome as Outcome
    from llq.query.love_letter.table.outcomes import Reply as Reply
    from llq.query.love_letter.table.outcomes import play_outcomes as play_outcomes
    from llq.query.love_letter.table.table import Table as Table
    from llq.query.love_letter.table.table import open_table as open_table
    from llq.query.love_letter.table.transitions import Result as Result
    from llq.query.love_letter.verification.run import verify as verify
    from llq.query.play.agents import Agent as Agent
    from llq.query.play.agents import PlayedGame as PlayedGame
    from llq.solver.love_letter.players import Player as Player
    from llq.solver.love_letter.rounds.game_state import LoveLetterState as LoveLetterState
    from llq.solver.love_letter.rounds.past_turns import History as History
    from llq.solver.love_letter.rounds.past_turns import PastTurn as PastTurn
    from llq.solver.love_letter.rules import Action as Action
    from llq.solver.love_letter.rules import Rules as Rules
    from llq.solver.love_letter.table.states import State as State
    from llq.solver.love_letter.variants import rules as rules
    from llq.solver.love_letter.views import View as View
    from llq.solver.love_letter.views import legal_actions as legal_actions
else:
    from llq.query.front import lazy_exports

    __all__, __getattr__, __dir__ = lazy_exports(__name__)
