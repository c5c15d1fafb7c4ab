"""Literature for four, six or eight: advice, matches, trained players, and the article's figures.

Advice
------
`game` and `read_game` take a hand and the moves so far, in notation or from a file, and return a
`Game`, every move of it checked; its ``position`` is a `Position`, what a player sees. `advise`
returns an `Advice`: what to do, the value of every ask (`AskValue`), the likeliest claim of every
half suit (`ClaimValue`), what is certain of every player (`Deduction`), and exact chances.

`analyse` says what each ask and claim of a game gave up: an `Analysis` of `JudgedAsk`,
`JudgedClaim` and `MissedClaim`.

>>> import llq
>>> game = llq.literature.game("C:A2389 D:TJ H:345 S:QK", 2, "1>2 4D -")
>>> llq.literature.advise(game).best
Ask(player=1, card='4C')

Matches
-------
`match` plays two teams against each other, every deal from both sides, and returns a `Match`;
`show` plays one game and returns a `ShownGame`; `record` makes a `Game` from a position.

>>> llq.literature.match("greedy", "possible", games=200).wins
171

Players
-------
`players` lists the built-in ones and the stored policies. A custom player is a `Player`: it has a
``name`` and ``choose(view, random)``, which returns one of ``view.legal``. An `Action` is an `Ask`,
a `Claim` or a `Pass`. `rules` returns the `Rules` of a variant.

Tables
------
`build_policies` trains the learners, `build_matches` plays every pair of players, and
`build_openings` plays on from every kind of opening ask; `open_policies`, `open_matches` and
`open_openings` return the tables: `PolicyTable`, `MatchTable` and `OpeningTable`. Their ``lookup``
returns a policy by name, the `Match` of two players, and the `OpeningValue` of an opening.

Engines for others
------------------
`new_game` returns a `LiteratureState`: a game that goes move by move, in plain Python. `agent`
returns a player as an `Agent` that plays it, `play` plays one game and returns a `PlayedGame`.
`env` returns a PettingZoo environment, `openspiel_game` OpenSpiel's game, and `batch` many games
side by side.

Papers and pictures
-------------------
`verify` yields a `Check` of every figure of the article; `plot` draws the tables.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llq.query.checks import Check as Check
    from llq.query.literature.advice.advice import Advice as Advice
    from llq.query.literature.advice.advice import advise as advise
    from llq.query.literature.advice.analysis import Analysis as Analysis
    from llq.query.literature.advice.analysis import JudgedAsk as JudgedAsk
    from llq.query.literature.advice.analysis import JudgedClaim as JudgedClaim
    from llq.query.literature.advice.analysis import MissedClaim as MissedClaim
    from llq.query.literature.advice.analysis import analyse as analyse
    from llq.query.literature.advice.asks import AskValue as AskValue
    from llq.query.literature.advice.claims import ClaimValue as ClaimValue
    from llq.query.literature.advice.deductions import Deduction as Deduction
    from llq.query.literature.built_in_players import players as players
    from llq.query.literature.matches.build import build_matches as build_matches
    from llq.query.literature.matches.matches import match as match
    from llq.query.literature.matches.summary import Match as Match
    from llq.query.literature.matches.table import MatchTable as MatchTable
    from llq.query.literature.matches.table import open_matches as open_matches
    from llq.query.literature.openings.build import build_openings as build_openings
    from llq.query.literature.openings.table import OpeningTable as OpeningTable
    from llq.query.literature.openings.table import OpeningValue as OpeningValue
    from llq.query.literature.openings.table import open_openings as open_openings
    from llq.query.literature.pictures.figures import plot as plot
    from llq.query.literature.play.engines import agent as agent
    from llq.query.literature.play.engines import batch as batch
    from llq.query.literature.play.engines import env as env
    from llq.query.literature.play.engines import new_game as new_game
    from llq.query.literature.play.engines import openspiel_game as openspiel_game
    from llq.query.literature.play.engines import play as play
    from llq.query.literature.play.record import ShownGame as ShownGame
    from llq.query.literature.play.record import show as show
    from llq.query.literature.policies.policies import PolicyTable as PolicyTable
    from llq.query.literature.policies.policies import open_policies as open_policies
    from llq.query.literature.policies.training import build_policies as build_policies
    from llq.query.literature.positions.notation import Game as Game
    from llq.query.literature.positions.notation import game as game
    from llq.query.literature.positions.notation import read_game as read_game
    from llq.query.literature.positions.notation import record as record
    from llq.query.literature.variants import rules as rules
    from llq.query.literature.verification.run import verify as verify
    from llq.query.play.agents import Agent as Agent
    from llq.query.play.agents import PlayedGame as PlayedGame
    from llq.solver.literature.actions import Action as Action
    from llq.solver.literature.actions import Ask as Ask
    from llq.solver.literature.actions import Claim as Claim
    from llq.solver.literature.actions import Pass as Pass
    from llq.solver.literature.game_state import LiteratureState as LiteratureState
    from llq.solver.literature.players import Player as Player
    from llq.solver.literature.positions.position import Position as Position
    from llq.solver.literature.rules import Rules as Rules
else:
    from llq.query.front import lazy_exports

    __all__, __getattr__, __dir__ = lazy_exports(__name__)
