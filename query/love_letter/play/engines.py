"""Rounds of Love Letter that go move by move: new ones, the players, and rounds played out.

>>> import llq
>>> state = llq.love_letter.new_game(seed=1)
>>> state.action_text(llq.love_letter.agent("strategic").choose(state))
'Priest'
>>> print(llq.love_letter.play(["table", "strategic"], seed=1))
0 table: Priest
1 strategic: Guard, guessing Baron
0 table: Guard, guessing Handmaid
1 strategic: Priest
0 table: Baron
returns 1 -1
>>> games = llq.love_letter.batch(1000, seed=1)
>>> games.step(games.random_actions())
>>> games.observations.shape, games.masks.shape
((1000, 34), (1000, 15))
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache, partial
from random import Random
from typing import TYPE_CHECKING, Any, Literal, overload

from llq.errors import UnknownStrategy
from llq.query.love_letter.built_in_players import SOLUTION, check_players, find_player, is_solution
from llq.query.love_letter.multiplayer import seats
from llq.query.love_letter.responses.exploiters import EXPLOITER, find_exploiter
from llq.query.love_letter.table.stored_policies import stored_play
from llq.query.play.agents import Agent, PlayedGame, ask_player, random_stream
from llq.query.play.engines import Engine, OpenSpielGame
from llq.solver.love_letter.rounds.game_state import LoveLetterState
from llq.solver.love_letter.rounds.party_state import PartyState
from llq.solver.love_letter.rounds.referee import party_rules
from llq.solver.love_letter.rules import Rules
from llq.solver.love_letter.variants import rules
from llq.solver.splitmix import stream

if TYPE_CHECKING:
    from llq.solver.love_letter.players import Player
    from llq.solver.love_letter.rounds.batch import LoveLetterBatch
    from llq.solver.love_letter.rounds.engine import Arena

TablePath = str | os.PathLike[str] | None


@overload
def new_game(
    seed: int | None = None,
    *,
    variant: str = "classic",
    face_up: int = 0,
    players: Literal[2] = 2,
    number: int = 0,
) -> LoveLetterState: ...
@overload
def new_game(
    seed: int | None = None,
    *,
    variant: str = "classic",
    face_up: int = 0,
    players: int,
    number: int = 0,
) -> LoveLetterState | PartyState: ...
def new_game(
    seed: int | None = None,
    *,
    variant: str = "classic",
    face_up: int = 0,
    players: int = 2,
    number: int = 0,
) -> LoveLetterState | PartyState:
    """Return a new round that goes move by move.

    Parameters
    ----------
    seed, number
        Round ``number`` of a seed is dealt as the match of that seed deals it. Without a seed the
        caller brings what chance brings.
    variant
        As in `llq.love_letter.rules`.
    face_up
        Cards laid open before the deal.
    players
        Three to six play a `PartyState`, by the rules of the edition's box. Its `returns` are
        tokens; of two players of ``2019`` they are 1 and -1, of ``2019-tokens`` the token lead.

    Raises
    ------
    UnknownGame, IllegalState
        There is no such variant, or it cannot be dealt so.

    Examples
    --------
    >>> import llq
    >>> state = llq.love_letter.new_game(seed=1)
    >>> state.current_player, [state.action_text(a) for a in state.legal_actions()]
    (0, ['Priest', 'Countess'])
    """
    draws = random_stream(seed, number, stream)
    if players != 2:
        return PartyState(party_rules(variant, players), players, face_up, draws)
    return LoveLetterState(rules(variant), face_up, draws)


def play(
    players: Sequence[str | Player],
    seed: int = 1,
    *,
    number: int = 0,
    variant: str = "classic",
    face_up: int = 0,
    path: TablePath = None,
    playouts: int = 1000,
) -> PlayedGame:
    """Play one round and return its record.

    Players that do not draw lots play it as in game ``number`` of the match of that seed.

    Parameters
    ----------
    players
        Both players, as in `llq.love_letter.match`; the first has the first turn. Or three to six,
        of `party_players`.

    Raises
    ------
    As `llq.love_letter.match` does.
    """
    seat = partial(_agent, path=path, playouts=playouts)
    return replace(_ENGINE, seat=seat).play(
        players, seed, variant=variant, face_up=face_up, number=number
    )


def _agent(
    player: str | Player, random: Random, *, path: TablePath = None, playouts: int = 1000
) -> Agent[LoveLetterState]:
    if seats.sits_at_tables(player):
        return Agent(str(player), partial(_choose_of_several, str(player)), random)
    player = find_player(player)
    if is_solution(player) and player != SOLUTION:
        raise UnknownStrategy(f"{player!r} plays matches alone; move by move there is {SOLUTION}")
    if not isinstance(player, str):
        return Agent.custom(player, random)
    folder = None if path is None else os.fspath(path)
    return Agent(player, partial(_choose, player, folder, playouts), random)


def _choose(player: str, folder: str | None, playouts: int, state: Any, source: Random) -> int:
    if isinstance(state, PartyState):
        return _choose_of_several(player, state, source)
    rules = state.rules
    check_players(rules, (player,))
    if player == EXPLOITER:
        return ask_player(_exploiter(rules, folder), state, source)
    if player == SOLUTION:
        return ask_player(_solution(rules, state.face_up), state, source)
    from llq.solver.love_letter.match import choose_action
    from llq.solver.love_letter.players import find_strategy

    arena = _arena(rules, player, folder, playouts)
    return choose_action(state, arena, find_strategy(player), source.getrandbits(64))


def _choose_of_several(player: str, state: LoveLetterState | PartyState, source: Random) -> int:
    if not isinstance(state, PartyState) or not seats.is_party_player(player):
        names = ", ".join(info.name for info in seats.party_players())
        size = "two" if isinstance(state, LoveLetterState) else "several"
        raise UnknownStrategy(f"{player!r} does not play at a table of {size}; of several: {names}")
    return seats.choose_action(state, player, source)


_exploiter = lru_cache(maxsize=2)(find_exploiter)


@lru_cache(maxsize=4)
def _solution(rules: Rules, face_up: int) -> Any:
    from llq.query.love_letter.solution.player import find_solution

    return find_solution(rules, face_up)


@lru_cache(maxsize=8)
def _arena(rules: Rules, player: str, path: str | None, playouts: int) -> Arena:
    from llq.solver.love_letter.rounds.engine import make_arena
    from llq.solver.love_letter.table.states import state_space

    stored = stored_play(rules, (player,), path)
    return make_arena(state_space(rules), **stored._asdict(), playouts=playouts)


def _batch(n: int, seed: int, *, variant: str = "classic", face_up: int = 0) -> LoveLetterBatch:
    from llq.solver.love_letter.rounds.batch import LoveLetterBatch

    return LoveLetterBatch(rules(variant), n, seed, face_up)


def _begin(*, variant: str = "classic", face_up: int = 0) -> LoveLetterState:
    return new_game(variant=variant, face_up=face_up)


_ENGINE = Engine(
    name="love_letter",
    new_game=new_game,
    seat=_agent,
    usual="table",
    side_by_side=_batch,
    of_players=lambda count: {} if count == 2 else {"players": count},
)

agent = _ENGINE.agent
"""Agent for any variant, by default ``table``.

See `Engine.agent`; the options are ``path`` and ``playouts``.
"""
batch = _ENGINE.batch
"""Rounds side by side; see `Engine.batch`."""
env = _ENGINE.env
"""The game in PettingZoo, registered as ``llq/love_letter-v0``; see `Engine.env`."""

openspiel_game = OpenSpielGame(
    name="love_letter",
    new_game=_begin,
    most_chance_outcomes=10,
    longest=99 * 8,  # cards of the largest custom deck
    utility=2.0,  # tokens
    seats=(2, 2),
).load
"""The game in OpenSpiel, registered as ``python_llq_love_letter``; see `OpenSpielGame.load`.

``variant`` is as in `llq.love_letter.rules`, such as ``deck-2-1-1-1-1-1-0-1``.
"""
