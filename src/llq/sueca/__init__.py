"""Sueca, the four-player trick-taking game: advice, matches, values of deals, the thesis.

Sueca has no solved table to look up: cards are compared by playing games with hands drawn for the
other players, and players by duplicate matches. Cards are names such as ``AS`` or ``7H``;
``docs/sueca.md`` has the rules and the notation, ``docs/measured/sueca.md`` the measurements.

What to play
    `advise` returns the value of every legal card, best first. `position` makes the position from
    items such as hand, trump and trick. An `Action` is a card by name. `analyse` says what each
    choice of a played game cost. `rules` returns the `Rules`.
Players and matches
    `players` lists the built-in players, each a `SuecaPlayer`; a custom `Player` has a ``name`` and
    ``choose(view, random)``. `match` plays two teams on the same deals from both sides and returns
    a `Match`; `league` plays every pair of several players.
Engines for others
    `new_game` returns a game that goes move by move, in plain Python. `agent` returns a player that
    plays it, `play` plays one game. `env` returns a PettingZoo environment, `openspiel_game`
    OpenSpiel's game, and `batch` many games side by side.
The thesis, and pictures
    `verify` yields a `Check` of each figure and claim of the thesis.

Rooms, a topic each
    `positions`
        What a player sees: read, written, and played on move by move.
    `advice`
        What cards, trumps, points and the lead are worth.
    `matches`
        Every combination of strategies in the four seats, stored.
    `policy`
        The fitted rule of thumb by which two of the players play, stored.
    `leagues`
        Every pair of some players on common deals, stored.

>>> import llq
>>> position = llq.sueca.position("AC 2C", "H", trick="E:2D N:7D W:3D", points="45-54",
...     played="S:A7KJQ62 H:A7KJQ65432 D:AKJQ654 C:7KJQ6543")
>>> print(llq.sueca.advise(position, "pimc:200/6"))
AC 2C (trumps H, on the table 2D 7D 3D, trick 9, 45 points to 54): play AC
  AC   21.00  wins 100.0% *
  2C   13.67  wins  33.3%  costs 27.33
* best, or within two standard errors of it; costs are in card points, and 15 a game; all 6 deals \
that agree with the play; each solved with open hands: pimc:200/6, seed 1
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llq.query.checks import Check as Check
    from llq.query.sueca.advice.advice import advise as advise
    from llq.query.sueca.advice.analysis import analyse as analyse
    from llq.query.sueca.built_in_players import SuecaPlayer as SuecaPlayer
    from llq.query.sueca.built_in_players import players as players
    from llq.query.sueca.league import league as league
    from llq.query.sueca.matches.matches import Match as Match
    from llq.query.sueca.matches.matches import match as match
    from llq.query.sueca.play.engines import agent as agent
    from llq.query.sueca.play.engines import batch as batch
    from llq.query.sueca.play.engines import env as env
    from llq.query.sueca.play.engines import new_game as new_game
    from llq.query.sueca.play.engines import openspiel_game as openspiel_game
    from llq.query.sueca.play.engines import play as play
    from llq.query.sueca.positions.notation import position as position
    from llq.query.sueca.variants import rules as rules
    from llq.query.sueca.verification.run import verify as verify
    from llq.solver.sueca.players import Player as Player
    from llq.solver.sueca.positions.position import Action as Action
    from llq.solver.sueca.rules import Rules as Rules
    from llq.sueca import advice as advice
    from llq.sueca import leagues as leagues
    from llq.sueca import matches as matches
    from llq.sueca import policy as policy
    from llq.sueca import positions as positions
else:
    from llq.query.front import lazy_exports

    __all__, __getattr__, __dir__ = lazy_exports(__name__)
