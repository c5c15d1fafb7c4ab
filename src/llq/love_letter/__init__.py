"""Two-player Love Letter: lookups in solved tables, matches played and computed, the thesis.

What to play
    `lookup` answers the shortest question: the best play of a hand, with the value of every legal
    `Action`. `state` makes a state to look up; `rules` returns the `Rules` of a variant. `analyse`
    lists the moves of a round by what they cost.
Players and matches
    `players` lists the built-in players. A custom one is a `Player`: it has a name and chooses an
    `Action` from a view of what it sees and knows. `match` plays games and returns a `Match`,
    `league` plays every pair of several players in both seats of the same deals.
Engines for others
    `new_game` returns a round that goes move by move, in plain Python. `agent` returns a player
    that plays it, `play` plays one round. `env` returns a PettingZoo environment, `openspiel_game`
    OpenSpiel's game, `batch` many rounds side by side.
The thesis, and pictures
    `verify` checks every figure of Huibers (2016), as a `Check` each.

Rooms, a topic each
    `table`
        The solved tables: open, build and ask them.
    `rounds`
        Rounds as they are played: notation, beliefs, outcomes, drills.
    `exact`
        The chances of two players, computed.
    `responses`
        What an opponent who knows a player wins against it.
    `solution`
        A mixed policy that is hard to exploit.
    `leagues`
        Every pair of some players on common deals, stored.

>>> from llq import love_letter
>>> love_letter.lookup("Guard", "Princess", seen=[2, 5]).best
Action(card='Guard', guess='Handmaid', target=None)
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llq.love_letter import exact as exact
    from llq.love_letter import leagues as leagues
    from llq.love_letter import responses as responses
    from llq.love_letter import rounds as rounds
    from llq.love_letter import solution as solution
    from llq.love_letter import table as table
    from llq.query.checks import Check as Check
    from llq.query.love_letter.built_in_players import players as players
    from llq.query.love_letter.league import league as league
    from llq.query.love_letter.matches import Match as Match
    from llq.query.love_letter.matches import match as match
    from llq.query.love_letter.observation import state as state
    from llq.query.love_letter.play.engines import agent as agent
    from llq.query.love_letter.play.engines import batch as batch
    from llq.query.love_letter.play.engines import env as env
    from llq.query.love_letter.play.engines import new_game as new_game
    from llq.query.love_letter.play.engines import openspiel_game as openspiel_game
    from llq.query.love_letter.play.engines import play as play
    from llq.query.love_letter.rounds.analysis import analyse as analyse
    from llq.query.love_letter.table.lookups import lookup as lookup
    from llq.query.love_letter.verification.run import verify as verify
    from llq.solver.love_letter.players import Player as Player
    from llq.solver.love_letter.rules import Action as Action
    from llq.solver.love_letter.rules import Rules as Rules
    from llq.solver.love_letter.variants import rules as rules
else:
    from llq.query.front import lazy_exports

    __all__, __getattr__, __dir__ = lazy_exports(__name__)
