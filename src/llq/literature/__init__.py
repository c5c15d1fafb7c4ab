"""Literature for four, six or eight: advice, matches, trained players, and the article's figures.

What to ask and claim
    `game` takes a hand and the moves so far in notation, and checks every move. `advise` says what
    to do: the value of every ask, the likeliest claim of every half suit, what is certain of every
    player, and exact chances. `analyse` says what each ask and claim of a game gave up. An `Action`
    is an ask, a claim or a pass; `rules` returns the `Rules` of a variant.
Players and matches
    `players` lists the built-in ones and the stored policies. A custom player is a `Player`: it has
    a ``name`` and ``choose(view, random)``, which returns one of ``view.legal``. `match` plays two
    teams against each other, every deal from both sides, and returns a `Match`; `league` plays
    every pair of several players on common deals.
Engines for others
    `new_game` returns a game that goes move by move, in plain Python. `agent` returns a player that
    plays it, `play` plays one game. `env` returns a PettingZoo environment, `openspiel_game`
    OpenSpiel's game, and `batch` many games side by side.
The article, and pictures
    `verify` yields a `Check` of every figure of the article.

Rooms, a topic each
    `positions`
        What a player sees: read, recorded, and played on move by move.
    `advice`
        Values of asks and claims, deductions, judged games.
    `policies`
        The trained players, stored.
    `leagues`
        Every pair of some players on common deals, stored.

>>> import llq
>>> game = llq.literature.game("C:A2389 D:TJ H:345 S:QK", 2, "1>2 4D -")
>>> llq.literature.advise(game).best
Ask(player=1, card='4C')
>>> llq.literature.match("greedy", "possible", games=200).wins
171
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llq.literature import advice as advice
    from llq.literature import leagues as leagues
    from llq.literature import policies as policies
    from llq.literature import positions as positions
    from llq.query.checks import Check as Check
    from llq.query.literature.advice.advice import advise as advise
    from llq.query.literature.advice.analysis import analyse as analyse
    from llq.query.literature.built_in_players import players as players
    from llq.query.literature.league import league as league
    from llq.query.literature.matches.matches import Match as Match
    from llq.query.literature.matches.matches import match as match
    from llq.query.literature.play.engines import agent as agent
    from llq.query.literature.play.engines import batch as batch
    from llq.query.literature.play.engines import env as env
    from llq.query.literature.play.engines import new_game as new_game
    from llq.query.literature.play.engines import openspiel_game as openspiel_game
    from llq.query.literature.play.engines import play as play
    from llq.query.literature.positions.notation import game as game
    from llq.query.literature.variants import rules as rules
    from llq.query.literature.verification.run import verify as verify
    from llq.solver.literature.actions import Action as Action
    from llq.solver.literature.players import Player as Player
    from llq.solver.literature.rules import Rules as Rules
else:
    from llq.query.front import lazy_exports

    __all__, __getattr__, __dir__ = lazy_exports(__name__)
