"""Dominion with money, solved exactly: a game of one, the race of two, one kingdom card.

In the game of one (van der Heijden, 2014) a player owns a deck of treasures and victory cards,
draws five cards a turn and buys at most one; the score is the points in the deck when the game
ends. Players do not interact: a match compares their scores. In the race two take from one supply.

What to buy
    `lookup` returns the best purchase, with the value of every other `Action`. `deck` makes the
    state that a player sees from words such as ``"7 copper, 3 estate"``. `analyse` says what each
    purchase of a game cost. `rules` returns the `Rules` of the thesis's section 6.
Players and matches
    `players` lists the built-in ones. A custom `Player` has a ``name`` and
    ``choose(view, random)``, which returns one of ``view.legal``. `match` plays games of two and
    returns a `Match`; `league` plays every pair of several on the same random numbers.
Engines for others
    `new_game` returns a game, or a race of two players, that goes move by move, in plain Python.
    `agent` returns a player that plays it, `play` plays one game. `env` returns an environment of
    Gymnasium or, of the race, of PettingZoo; `openspiel_game` OpenSpiel's game; `batch` many games
    side by side.
The thesis, and pictures
    `verify` yields a `Check` of each claim.

Rooms, a topic each
    `table`
        The game of one, solved: hands, custom games, the best purchase of every state.
    `strategies`
        What strategies score, computed and simulated.
    `race`
        Two players take from one supply.
    `kingdom`
        The fewest turns to a number of Provinces, and which kingdom card helps money most.
    `menus`
        What people buy by, as text: players, where they go wrong, better thresholds, and what a
        player alone has turn by turn.
    `leagues`
        Every pair of some players on common deals, stored.

>>> import llq
>>> print(llq.dominion.lookup("7 copper, 3 estate, 2 silver", coins=5, turn=4).text)
buy silver
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llq.dominion import kingdom as kingdom
    from llq.dominion import leagues as leagues
    from llq.dominion import menus as menus
    from llq.dominion import race as race
    from llq.dominion import strategies as strategies
    from llq.dominion import table as table
    from llq.query.checks import Check as Check
    from llq.query.dominion.built_in_players import players as players
    from llq.query.dominion.league import league as league
    from llq.query.dominion.matches import Match as Match
    from llq.query.dominion.matches import match as match
    from llq.query.dominion.notation import deck as deck
    from llq.query.dominion.play.engines import agent as agent
    from llq.query.dominion.play.engines import batch as batch
    from llq.query.dominion.play.engines import env as env
    from llq.query.dominion.play.engines import new_game as new_game
    from llq.query.dominion.play.engines import openspiel_game as openspiel_game
    from llq.query.dominion.play.engines import play as play
    from llq.query.dominion.table.analysis import analyse as analyse
    from llq.query.dominion.table.lookups import lookup as lookup
    from llq.query.dominion.verification.run import verify as verify
    from llq.solver.dominion.players import Player as Player
    from llq.solver.dominion.rules import Action as Action
    from llq.solver.dominion.rules import Rules as Rules
    from llq.solver.dominion.variants import rules as rules
else:
    from llq.query.front import lazy_exports

    __all__, __getattr__, __dir__ = lazy_exports(__name__)
