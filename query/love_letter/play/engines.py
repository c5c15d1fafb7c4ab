"""Rounds of Love Letter that go move by move: new ones, the players, and rounds played out."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import lru_cache, partial
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from llq.errors import UnknownStrategy
from llq.query.love_letter.built_in_players import (
    SOLUTION,
    check_players,
    find_player,
    is_solution,
    needed_scorings,
)
from llq.query.love_letter.responses.exploiters import EXPLOITER, find_exploiter
from llq.query.love_letter.table.table import open_table
from llq.query.play.agents import Agent, PlayedGame, ask_player, play_out, random_stream
from llq.query.play.engines import Environment, OpenSpielGame
from llq.query.players import check_seed
from llq.solver.love_letter.rounds.game_state import LoveLetterState
from llq.solver.love_letter.rules import Rules, Scoring
from llq.solver.love_letter.variants import rules
from llq.solver.splitmix import stream

if TYPE_CHECKING:
    import pyspiel

    from llq.solver.love_letter.players import Player
    from llq.solver.love_letter.rounds.batch import LoveLetterBatch
    from llq.solver.love_letter.rounds.engine import Arena

Path = str | os.PathLike[str] | None


def new_game(
    seed: int | None = None, *, variant: str = "classic", face_up: int = 0, number: int = 0
) -> LoveLetterState:
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
    return LoveLetterState(rules(variant), face_up, random_stream(seed, number, stream))


def agent(
    player: str | Player = "table", *, seed: int = 0, path: Path = None, playouts: int = 1000
) -> Agent[LoveLetterState]:
    """Return a player of `match` as an agent: built in, of a table, or custom.

    Parameters
    ----------
    player
        As in `llq.love_letter.match`; it plays whatever variant the game is of.
    seed
        Of the player's own choices by chance.
    path, playouts
        As in `llq.love_letter.match`.

    Raises
    ------
    UnknownStrategy
        There is no such player.

    Examples
    --------
    >>> import llq
    >>> state = llq.love_letter.new_game(seed=1)
    >>> state.action_text(llq.love_letter.agent("strategic").choose(state))
    'Priest'
    """
    return _agent(player, Random(check_seed(seed)), path, playouts)


def play(
    players: Sequence[str | Player],
    seed: int = 1,
    *,
    number: int = 0,
    variant: str = "classic",
    face_up: int = 0,
    path: Path = None,
    playouts: int = 1000,
) -> PlayedGame:
    """Play one round and return its record.

    Players that do not draw lots play it as in game ``number`` of the match of that seed.

    Parameters
    ----------
    players
        Both players, as in `llq.love_letter.match`; the first has the first turn.

    Raises
    ------
    As `llq.love_letter.match` does.

    Examples
    --------
    >>> import llq
    >>> print(llq.love_letter.play(["table", "strategic"], seed=1))
    0 table: Priest
    1 strategic: Guard, guessing Baron
    0 table: Guard, guessing Handmaid
    1 strategic: Priest
    0 table: Baron
    returns 1 -1
    """
    state = new_game(check_seed(seed), variant=variant, face_up=face_up, number=number)
    seated = partial(_agent, path=path, playouts=playouts)
    return play_out(state, players, seated, f"{seed} {number} ")


def _agent(
    player: str | Player, random: Random, path: Path, playouts: int
) -> Agent[LoveLetterState]:
    player = find_player(player)
    if is_solution(player) and player != SOLUTION:
        raise UnknownStrategy(f"{player!r} plays matches alone; move by move there is {SOLUTION}")
    if not isinstance(player, str):
        return Agent.custom(player, random)

    def choose(state: LoveLetterState, own: Random) -> int:
        rules = state.rules
        check_players(rules, (player,))
        if player == EXPLOITER:
            return ask_player(_exploiter(rules, _key(path)), state, own)
        if player == SOLUTION:
            return ask_player(_solution(rules, state.face_up), state, own)
        from llq.solver.love_letter.players import find_strategy
        from llq.solver.love_letter.rounds.single_choice import choose_action

        arena = _arena(rules, player, _key(path), playouts)
        return choose_action(state, arena, find_strategy(player), own.getrandbits(64))

    return Agent(player, choose, random)


@lru_cache(maxsize=2)
def _exploiter(rules: Rules, path: str | None) -> Any:
    return find_exploiter(rules, path)


@lru_cache(maxsize=4)
def _solution(rules: Rules, face_up: int) -> Any:
    from llq.query.love_letter.solution.player import find_solution

    return find_solution(rules, face_up)


def _key(path: Path) -> str | None:
    return None if path is None else os.fspath(path)


@lru_cache(maxsize=8)
def _arena(rules: Rules, player: str, path: str | None, playouts: int) -> Arena:
    from llq.solver.love_letter.rounds.engine import LeadPolicy, make_arena
    from llq.solver.love_letter.table.states import state_space

    policy = by_lead = None
    scorings = needed_scorings((player,))
    if Scoring.HALF in scorings:
        policy = np.asarray(open_table(rules.variant, path).actions_chosen)
    if Scoring.DISCARDS in scorings:
        table = open_table(rules.variant, path, scoring=Scoring.DISCARDS)
        assert table.leads is not None  # for mypy: it is set for this scoring
        columns = [np.asarray(column, dtype=np.int64) for column in table.leads]
        by_lead = LeadPolicy(np.asarray(table.actions_chosen), np.stack(columns, axis=1))
    space = state_space(rules)
    return make_arena(space, policy=policy, by_lead=by_lead, playouts=playouts)


def batch(n: int, seed: int = 1, *, variant: str = "classic", face_up: int = 0) -> LoveLetterBatch:
    """Return games that are played side by side from the kernels: arrays in, arrays out.

    Parameters
    ----------
    n
        Games in play at any time; one that ends makes room for the seed's next.
    seed
        Games are those of `new_game` with this seed and the numbers 0, 1, 2, …
    variant, face_up
        As in `new_game`.

    Raises
    ------
    IllegalState, UnknownGame
        There is no such variant, or a number is out of range.

    Examples
    --------
    >>> import llq
    >>> games = llq.love_letter.batch(1000, seed=1)
    >>> games.step(games.random_actions())
    >>> games.observations.shape, games.masks.shape
    ((1000, 34), (1000, 15))
    """
    from llq.solver.love_letter.rounds.batch import LoveLetterBatch

    return LoveLetterBatch(rules(variant), n, check_seed(seed), face_up)


env = Environment("love_letter", new_game).env
"""The game in PettingZoo, registered as ``llq/love_letter-v0``; see `Environment.env`."""


def openspiel_game(*, deck: str = "classic", face_up: int = 0) -> pyspiel.Game:
    """Return the game from OpenSpiel, registered as ``python_llq_love_letter``.

    Needs ``pip install 'llq[openspiel]'``.

    Parameters
    ----------
    deck
        A variant as in `llq.love_letter.rules`, such as ``deck-2-1-1-1-1-1-0-1``.
    face_up
        Cards laid open before the deal.

    Raises
    ------
    ExtraMissing
        OpenSpiel is not installed.
    UnknownGame, IllegalState
        There is no such variant, or it cannot be dealt so.
    """
    return _OPENSPIEL.load(deck=deck, face_up=face_up)


_OPENSPIEL = OpenSpielGame(
    name="love_letter",
    parameters={"deck": "classic", "face_up": 0},
    new_game=lambda deck, face_up: new_game(variant=deck, face_up=face_up),
    most_chance_outcomes=10,
    longest=99 * 8,  # cards of the largest custom deck
    utility=2.0,  # tokens
    seats=(2, 2),
)
