"""Games of Sueca that go move by move: new ones, the players, and games played out."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from llq.query.play.agents import Agent, PlayedGame, play_out, random_stream
from llq.query.play.engines import Environment, OpenSpielGame
from llq.query.players import check_seed, find_players
from llq.query.sueca.variants import rules
from llq.solver.splitmix import stream
from llq.solver.sueca.game_state import SuecaState, action_of
from llq.solver.sueca.rules import HAND_SIZE, RULES, SEATS, TOTAL, TrumpFrom

if TYPE_CHECKING:
    import pyspiel

    from llq.solver.sueca.batch import SuecaBatch
    from llq.solver.sueca.players import Player, Strategy

_STREAMS = 1 + SEATS  # of a game in a match
_PROMISE = "a name and choose(position, random) -> card"


def new_game(
    seed: int | None = None,
    *,
    variant: str = RULES.rules_id.rpartition("/")[2],
    trump_from: TrumpFrom | str = TrumpFrom.RANDOM,
    leader: int = 0,
    number: int = 0,
) -> SuecaState:
    """Return a new game that goes move by move.

    Parameters
    ----------
    seed, number
        Game ``number`` of a seed has the deal that matches of that seed have. Without a seed the
        caller brings what chance brings: the cards, seat by seat, and the trumps.
    variant
        As in `llq.sueca.rules`.
    trump_from
        ``random``, by lot, or the dealer's ``first`` or ``last`` card, which all see.
    leader
        The seat that leads first.

    Raises
    ------
    UnknownGame, IllegalState
        There is no such variant, way to choose the trumps, or seat.

    Examples
    --------
    >>> import llq
    >>> state = llq.sueca.new_game(seed=1)
    >>> " ".join(map(state.action_text, state.legal_actions()))
    '3S 4S 7S 3H 2D 4D 7D AD 3C 4C'
    """
    rules(variant)
    begun = random_stream(seed, number, lambda one, game: stream(one, _STREAMS * game))
    return SuecaState(trump_from, leader, begun)


def agent(player: str | Strategy | Player = "pimc", *, seed: int = 0) -> Agent[SuecaState]:
    """Return a player of `match` as an agent: built in or custom.

    Parameters
    ----------
    player
        As in `llq.sueca.match`.
    seed
        Of the player's own choices by chance.

    Raises
    ------
    UnknownStrategy
        There is no such player.

    Examples
    --------
    >>> import llq
    >>> state = llq.sueca.new_game(seed=1)
    >>> state.action_text(llq.sueca.agent("always_high").choose(state))
    'AD'
    """
    return _agent(player, Random(check_seed(seed)))


def play(
    players: Sequence[str | Strategy | Player],
    seed: int = 1,
    *,
    number: int = 0,
    trump_from: TrumpFrom | str = TrumpFrom.RANDOM,
    leader: int = 0,
) -> PlayedGame:
    """Play one game and return its record.

    Parameters
    ----------
    players
        Four players as in `llq.sueca.match`, in the order of play: North, West, South, East.
    trump_from, leader, number
        As in `new_game`.

    Raises
    ------
    As `new_game` and `agent` do; `IllegalAction` where a custom player chooses no legal card.

    Examples
    --------
    >>> import llq
    >>> llq.sueca.play(["always_high", "random"] * 2, seed=1).returns
    [-66.0, 66.0, -66.0, 66.0]
    """
    state = new_game(check_seed(seed), trump_from=trump_from, leader=leader, number=number)
    return play_out(state, players, _agent, f"{seed} {number} ")


def _agent(player: str | Strategy | Player, random: Random) -> Agent[SuecaState]:
    from llq.query.sueca.built_in_players import find_player
    from llq.solver.sueca.players import Strategy

    (found,) = find_players([player], {}, find_player, Strategy, _PROMISE)
    if not isinstance(found, Strategy):
        return Agent.custom(found, random)

    def choose(state: SuecaState, own: Random) -> int:
        import numpy as np

        from llq.solver.sueca.single_choice import choose_card

        bits = np.array([own.getrandbits(64)], dtype=np.uint64)
        return action_of(choose_card(state.row(), found, bits))

    return Agent(found.name, choose, random)


def batch(
    n: int, seed: int = 1, *, trump_from: TrumpFrom | str = TrumpFrom.RANDOM, leader: int = 0
) -> SuecaBatch:
    """Return games that are played side by side from the kernels: arrays in, arrays out.

    Parameters
    ----------
    n
        Games in play at any time; one that ends makes room for the seed's next.
    seed
        Games are those of `new_game` with this seed and the numbers 0, 1, 2, …
    trump_from, leader
        As in `new_game`.

    Raises
    ------
    IllegalState
        There is no such way to choose the trumps, or a number is out of range.

    Examples
    --------
    >>> import llq
    >>> games = llq.sueca.batch(1000, seed=1)
    >>> games.step(games.random_actions())
    >>> games.observations.shape, games.masks.shape
    ((1000, 422), (1000, 40))
    """
    from llq.solver.sueca.batch import SuecaBatch

    begun = new_game(trump_from=trump_from, leader=leader)
    return SuecaBatch(n, check_seed(seed), begun.trump_from, leader)


env = Environment("sueca", new_game).env
"""The game in PettingZoo, registered as ``llq/sueca-v0``; see `Environment.env`."""


def openspiel_game(*, trump_from: str = "random", leader: int = 0) -> pyspiel.Game:
    """Return the game from OpenSpiel, registered as ``python_llq_sueca``.

    Needs ``pip install 'llq[openspiel]'``.

    Parameters
    ----------
    trump_from, leader
        As in `llq.sueca.new_game`.

    Raises
    ------
    ExtraMissing
        OpenSpiel is not installed.
    IllegalState
        There is no such way to choose the trumps, or seat.
    """
    return _OPENSPIEL.load(trump_from=trump_from, leader=leader)


_OPENSPIEL = OpenSpielGame(
    name="sueca",
    parameters={"trump_from": "random", "leader": 0},
    new_game=new_game,
    most_chance_outcomes=SEATS * HAND_SIZE,
    longest=SEATS * HAND_SIZE,
    utility=float(TOTAL),
    seats=(SEATS, SEATS),
)
