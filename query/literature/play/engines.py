"""Games of Literature that go move by move: new ones, the players, and games played out.

>>> import llq
>>> state = llq.literature.new_game(seed=1)
>>> state.action_text(llq.literature.agent("greedy").choose(state))[:10]
'ask player'
>>> llq.literature.play(["greedy", "random"] * 2, seed=1).returns
[8.0, -8.0, 8.0, -8.0]
>>> games = llq.literature.batch(1000, seed=1)
>>> games.step(games.random_actions())
>>> games.observations.shape, games.masks.shape
((1000, 504), (1000, 192))
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from llq.query.custom_players import find_players
from llq.query.play.agents import Agent, ask_player, random_stream
from llq.query.play.engines import Engine, OpenSpielGame
from llq.solver.literature.actions import Ask, Claim
from llq.solver.literature.game_state import LiteratureState
from llq.solver.literature.rules import (
    LIMIT,
    MOST_ASKS,
    MOST_CARDS,
    MOST_HALF_SUITS,
    PLAYER_COUNTS,
    Rules,
    card_name,
    find_rules,
    half_suit_name,
)
from llq.solver.splitmix import stream

if TYPE_CHECKING:
    from llq.solver.literature.batch import LiteratureBatch
    from llq.solver.literature.matches.lineup import Lineup
    from llq.solver.literature.players import Player, Strategy
    from llq.solver.literature.positions.position import Position
    from llq.solver.literature.scratch import Scratch


def new_game(
    seed: int | None = None,
    *,
    variant: str = "somani",
    players: int | None = None,
    claims: str = "known",
    limit: int = LIMIT,
    number: int = 0,
) -> LiteratureState:
    """Return a new game that goes move by move.

    Parameters
    ----------
    seed, number
        Game ``number`` of a seed has the deal that matches of that seed have. Without a seed the
        caller brings what chance brings: the cards, seat by seat, and who begins.
    variant, players
        As in `llq.literature.rules`.
    claims
        ``known``, by default: as in matches, what a player knows to be right is claimed at once.
        ``free``: the mover chooses when and what to claim.
    limit
        Asks after which the game is given up; by default 200.

    Raises
    ------
    UnknownGame, IllegalState
        There is no such variant, or one of the others is out of range.

    Examples
    --------
    >>> import llq
    >>> state = llq.literature.new_game(seed=1)
    >>> state.current_player, state.action_text(state.legal_actions()[0])
    (2, 'ask player 1 for the 2C')
    """
    rules = find_rules(variant, players)
    stride = 1 + rules.players  # streams of a game in a match
    chance_stream = random_stream(seed, number, lambda seed, game: stream(seed, stride * game))
    return LiteratureState(rules, claims, limit, chance_stream)


def _agent(player: str | Strategy | Player, random: Random) -> Agent[LiteratureState]:
    from llq.query.literature.built_in_players import PROMISE, find_player
    from llq.solver.literature.players import Strategy

    (strategy,) = find_players([player], {}, find_player, Strategy, PROMISE)
    chooser = BuiltInPlayer(strategy) if isinstance(strategy, Strategy) else strategy

    def choose(state: LiteratureState, source: Random) -> int:
        legal = state.legal_actions()
        if not state.hands[state.turn]:
            return source.choice(legal)
        if claims := [action for action in legal if state.is_claim(action)]:
            claim = _choose_claim(state.view(), is_forced=len(claims) == len(legal))
            if claim is not None:
                return state.find_action(claim)
        return ask_player(chooser, state, source)

    return Agent(strategy.name, choose, random)


def _choose_claim(view: Position, *, is_forced: bool) -> Claim | None:
    """Return a certain claim, otherwise the likeliest if a claim is forced."""
    perspective = view.perspective
    for half in perspective.half_suits:
        if (holders := perspective.certain_claim(half)) is not None:
            return Claim(half_suit_name(half), holders)
    if not is_forced:
        return None
    likeliest = {half: perspective.likeliest_claim(half) for half in perspective.half_suits}
    half = max(likeliest, key=lambda half: perspective.claim_chance(half, likeliest[half]))
    return Claim(half_suit_name(half), likeliest[half])


class BuiltInPlayer:
    """Built-in or policy player, whose moves the kernels choose."""

    def __init__(self, player: Strategy) -> None:
        self._player = player
        self._lineups: dict[Rules, tuple[Lineup, Scratch]] = {}

    def choose(self, view: Position, random: Random) -> Ask:
        """Return the mover's ask."""
        import numpy as np

        from llq.solver.literature.matches.lineup import line_up
        from llq.solver.literature.players import ask_of, choose
        from llq.solver.literature.scratch import make_scratch

        rules = view.rules
        if rules not in self._lineups:
            lineup = line_up([self._player] * rules.players, rules)
            self._lineups[rules] = lineup, make_scratch(rules.players)
        lineup, scratch = self._lineups[rules]
        bits = np.array([random.getrandbits(64)], dtype=np.uint64)
        kind, weights = int(self._player.kind), lineup.weights[0]
        code = choose(view.row.copy(), kind, weights, bits, scratch, lineup.has_learners)
        target, card = ask_of(int(code))
        return Ask(int(target), card_name(int(card), rules.pack))


def _batch(
    n: int, seed: int, *, variant: str = "somani", players: int | None = None, limit: int = LIMIT
) -> LiteratureBatch:
    from llq.solver.literature.batch import LiteratureBatch

    state = new_game(variant=variant, players=players, limit=limit)
    return LiteratureBatch(state.rules, n, seed, state.limit)


def _begin(
    *, variant: str = "somani", players: int = 4, claims: str = "known", limit: int = LIMIT
) -> LiteratureState:
    """Begin a game for OpenSpiel, whose parameters are never None."""
    return new_game(variant=variant, players=players, claims=claims, limit=limit)


_ENGINE = Engine(
    name="literature",
    new_game=new_game,
    seat=_agent,
    usual="greedy",
    side_by_side=_batch,
    of_players=lambda seats: {"players": seats},
    source="{}/{}/",
)

agent = _ENGINE.agent
"""A player as an agent, by default ``greedy``; see `Engine.agent`.

These choose asks. Where a claim is to be chosen, the agent claims what is certain, if it may claim
freely, and what is likeliest where no ask is left; a turn is passed at random.
"""
play = _ENGINE.play
"""A single game and its record, of four, six or eight players; see `Engine.play`."""
batch = _ENGINE.batch
"""Games side by side; see `Engine.batch`.

Players choose asks only: where they would pass or have to claim, it is done for them as in matches.
"""
env = _ENGINE.env
"""The game in PettingZoo, registered as ``llq/literature-v0``; see `Engine.env`."""

openspiel_game = OpenSpielGame(
    name="literature",
    new_game=_begin,
    most_chance_outcomes=MOST_CARDS,
    longest=MOST_ASKS + 2 * MOST_HALF_SUITS,
    utility=float(MOST_HALF_SUITS),
    seats=(min(PLAYER_COUNTS), max(PLAYER_COUNTS)),
).load
"""The game in OpenSpiel, registered as ``python_llq_literature``; see `OpenSpielGame.load`."""
