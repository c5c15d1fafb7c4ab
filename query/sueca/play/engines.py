"""Move-by-move games of Sueca: new or played out, agents, batches, PettingZoo and OpenSpiel.

>>> import llq
>>> state = llq.sueca.new_game(seed=1)
>>> state.action_text(llq.sueca.agent("always_high").choose(state))
'AD'
>>> llq.sueca.play(["always_high", "random"] * 2, seed=1).returns
[-66.0, 66.0, -66.0, 66.0]
>>> games = llq.sueca.batch(1000, seed=1)
>>> games.step(games.random_actions())
>>> games.observations.shape, games.masks.shape
((1000, 422), (1000, 40))
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from llq.query.custom_players import find_players
from llq.query.play.agents import Agent, random_stream
from llq.query.play.engines import Engine, OpenSpielGame
from llq.query.sueca.stakes import StakedState, Stakes
from llq.query.sueca.variants import rules
from llq.solver.splitmix import stream
from llq.solver.sueca.game_state import action_of
from llq.solver.sueca.rules import CARDS, RULES, SEATS, STREAMS, TOTAL_POINTS, TrumpFrom

if TYPE_CHECKING:
    from llq.solver.sueca.batch import SuecaBatch
    from llq.solver.sueca.players import Player, Strategy


def new_game(
    seed: int | None = None,
    *,
    variant: str = RULES.variant,
    trump_from: TrumpFrom | str = TrumpFrom.RANDOM,
    leader: int = 0,
    stakes: str = "",
    number: int = 0,
) -> StakedState:
    """Return a new game that goes move by move.

    Parameters
    ----------
    seed, number
        Game ``number`` of a seed has the same deal as in that seed's matches. Without a seed the
        caller applies the chance actions: the deal, seat by seat, and the trump suit or card shown.
    variant
        As in `llq.sueca.rules`.
    trump_from
        ``random``, by lot, or the dealer's ``first`` or ``last`` card, which all see.
    leader
        The seat that leads first.
    stakes
        What the result counts, for advice on the game: as in `llq.sueca.advise`.

    Raises
    ------
    UnknownGame, IllegalState
        There is no such variant, way to choose the trumps, seat, or stakes.

    Examples
    --------
    >>> import llq
    >>> state = llq.sueca.new_game(seed=1)
    >>> " ".join(map(state.action_text, state.legal_actions()))
    '3S 4S 7S 3H 2D 4D 7D AD 3C 4C'
    """
    rules(variant)  # for its errors
    chance_stream = random_stream(seed, number, lambda root, game: stream(root, STREAMS * game))
    state = StakedState(trump_from, leader, chance_stream)
    state.stakes = Stakes.read(stakes)
    return state


def _agent(player: str | Strategy | Player, random: Random) -> Agent[StakedState]:
    from llq.query.sueca.built_in_players import PROMISE, find_player
    from llq.solver.sueca.players import Strategy

    (strategy,) = find_players([player], {}, find_player, Strategy, PROMISE)
    if not isinstance(strategy, Strategy):
        return Agent.custom(strategy, random)

    def choose(state: StakedState, source: Random) -> int:
        import numpy as np

        from llq.solver.sueca.players import choose_card

        bits = np.array([source.getrandbits(64)], dtype=np.uint64)
        return action_of(choose_card(state.row(), strategy.settings(), bits))

    return Agent(strategy.name, choose, random)


def _batch(
    n: int, seed: int, *, trump_from: TrumpFrom | str = TrumpFrom.RANDOM, leader: int = 0
) -> SuecaBatch:
    from llq.solver.sueca.batch import SuecaBatch

    state = new_game(trump_from=trump_from, leader=leader)
    return SuecaBatch(n, seed, state.trump_from, leader)


def _begin(*, trump_from: str = "random", leader: int = 0) -> StakedState:
    return new_game(trump_from=trump_from, leader=leader)


_ENGINE = Engine(name="sueca", new_game=new_game, seat=_agent, usual="strong", side_by_side=_batch)

agent = _ENGINE.agent
"""A player as an agent, by default ``strong``; see `Engine.agent`."""
play = _ENGINE.play
"""A single game and its record: four players, North, West, South, East; see `Engine.play`."""
batch = _ENGINE.batch
"""Games side by side; see `Engine.batch`."""
env = _ENGINE.env
"""The game in PettingZoo, registered as ``llq/sueca-v0``; see `Engine.env`."""

openspiel_game = OpenSpielGame(
    name="sueca",
    new_game=_begin,
    most_chance_outcomes=CARDS,
    longest=CARDS,
    utility=float(TOTAL_POINTS),
    seats=(SEATS, SEATS),
).load
"""The game in OpenSpiel, registered as ``python_llq_sueca``; see `OpenSpielGame.load`."""
