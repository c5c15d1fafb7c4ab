"""Rounds of Love Letter: read turn by turn, followed, judged and played move by move.

`game` and `read_game` take a round in words or from a file, and return the `View` of its player,
with the `History` of the round, a `PastTurn` for each turn. A `FollowedRound` follows a real round:
what may come next, and what both players may hold. `advise` says what to play in either, by what
the opponent may hold: a `RoundAdvice` with an `AdvisedAction` for each action.

`beliefs` returns `Beliefs` about the opponent's hand, inferred from what a policy plays, with a
`Belief` for each card; `beliefs_after` uses everything that a player saw of the round. An
`Analysis` of a round has a `JudgedMove` for each move. `drill` asks one position after another in
which people go wrong, as a `Drill` each; every `GradedAction` has its `Verdict`. `compare` plays
every pair of players.

Tables of two to six, classic and 2019: `match_party` plays deals from every rotation of the seats
and returns a `PartyMatch`; `party_players` lists who plays. `watch` follows a round as one player
hears it, a `WatchedRound`, and `advise_party` says what to play in it: a `PartyAdvice` with a
`PartyValue` for each `PartyAction`, and what the others may hold, a `HeldCard` each, as
`held_cards` says at any turn. A `FollowedParty` follows a table line by line; `write_party` writes
a round in such lines. Of two players of 2019 `solved_beliefs` takes the other to play the solved
policy: `SolvedBeliefs`.

A round that goes move by move is a `LoveLetterState`; an `Agent` is a player of it, a `PlayedGame`
the record of one, and `openspiel_policy` a player as OpenSpiel's policy.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llq.query.love_letter.matches import compare as compare
    from llq.query.love_letter.multiplayer.matches import PartyMatch as PartyMatch
    from llq.query.love_letter.multiplayer.matches import match_party as match_party
    from llq.query.love_letter.multiplayer.seats import party_players as party_players
    from llq.query.love_letter.play.openspiel import openspiel_policy as openspiel_policy
    from llq.query.love_letter.rounds.advice import advise as advise
    from llq.query.love_letter.rounds.advised_plays import AdvisedAction as AdvisedAction
    from llq.query.love_letter.rounds.advised_plays import RoundAdvice as RoundAdvice
    from llq.query.love_letter.rounds.analysis import Analysis as Analysis
    from llq.query.love_letter.rounds.analysis import JudgedMove as JudgedMove
    from llq.query.love_letter.rounds.card_beliefs import Belief as Belief
    from llq.query.love_letter.rounds.drills import Drill as Drill
    from llq.query.love_letter.rounds.drills import GradedAction as GradedAction
    from llq.query.love_letter.rounds.drills import Verdict as Verdict
    from llq.query.love_letter.rounds.drills import drill as drill
    from llq.query.love_letter.rounds.followed_rounds import FollowedRound as FollowedRound
    from llq.query.love_letter.rounds.notation import game as game
    from llq.query.love_letter.rounds.notation import read_game as read_game
    from llq.query.love_letter.rounds.opponent_beliefs import Beliefs as Beliefs
    from llq.query.love_letter.rounds.opponent_beliefs import beliefs as beliefs
    from llq.query.love_letter.rounds.opponent_beliefs import beliefs_after as beliefs_after
    from llq.query.love_letter.rounds.other_seats import HeldCard as HeldCard
    from llq.query.love_letter.rounds.other_seats import held_cards as held_cards
    from llq.query.love_letter.rounds.party_advice import PartyAdvice as PartyAdvice
    from llq.query.love_letter.rounds.party_advice import PartyValue as PartyValue
    from llq.query.love_letter.rounds.party_advice import advise_party as advise_party
    from llq.query.love_letter.rounds.seat_notation import watch as watch
    from llq.query.love_letter.rounds.seated_rounds import FollowedParty as FollowedParty
    from llq.query.love_letter.rounds.seated_rounds import SolvedBeliefs as SolvedBeliefs
    from llq.query.love_letter.rounds.seated_rounds import solved_beliefs as solved_beliefs
    from llq.query.love_letter.rounds.written_rounds import write_party as write_party
    from llq.query.play.agents import Agent as Agent
    from llq.query.play.agents import PlayedGame as PlayedGame
    from llq.solver.love_letter.rounds.action_text import PartyAction as PartyAction
    from llq.solver.love_letter.rounds.game_state import LoveLetterState as LoveLetterState
    from llq.solver.love_letter.rounds.record import History as History
    from llq.solver.love_letter.rounds.record import PastTurn as PastTurn
    from llq.solver.love_letter.rounds.watched_round import WatchedRound as WatchedRound
    from llq.solver.love_letter.views import View as View
else:
    from llq.query.front import lazy_exports

    __all__, __getattr__, __dir__ = lazy_exports(__name__)
