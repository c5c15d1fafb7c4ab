"""Dominion games played move by move: solitaire and race, with players and complete games.

>>> import llq
>>> state = llq.dominion.new_game(seed=1)
>>> state.action_text(llq.dominion.agent("picky").choose(state))
'buy silver'
>>> llq.dominion.play(["optimal"], seed=1).returns
[68.0]
>>> llq.dominion.play(["optimal", "big_money"], seed=1).returns
[0.0, 0.0]
>>> games = llq.dominion.batch(1000, seed=1)
>>> games.step(games.random_actions())
>>> games.observations.shape, games.masks.shape
((1000, 26), (1000, 7))
"""

from __future__ import annotations

from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, Literal, overload

from llq.errors import IllegalState, UnknownGame, UnknownStrategy, one_of
from llq.query.custom_players import is_custom_player
from llq.query.dominion.built_in_players import player_name, seat_player
from llq.query.dominion.play.choices import race_choice, solitaire_choice
from llq.query.dominion.race.roster import race_rule
from llq.query.dominion.table.table import WHOLE
from llq.query.optional_imports import needed
from llq.query.play.agents import Agent, random_stream
from llq.query.play.engines import Engine, OpenSpielGame, make_env
from llq.solver.dominion.players import StrategyName
from llq.solver.dominion.race.game_state import RaceState
from llq.solver.dominion.rules import Rules
from llq.solver.dominion.solitaire.game_state import DominionState, game_stream
from llq.solver.dominion.solitaire.menu_player import MenuPlayer
from llq.solver.dominion.variants import rules as standard_rules
from llq.solver.splitmix import stream

if TYPE_CHECKING:
    from gymnasium import Env

    from llq.query.play.foreign_types import AgentEnv, SpielGame
    from llq.solver.dominion.players import Player
    from llq.solver.dominion.race.batch import RaceBatch
    from llq.solver.dominion.solitaire.batch import DominionBatch

_VARIANTS = ("solitaire", "race")


def new_game(
    seed: int | None = None,
    *,
    variant: str = "solitaire",
    turns: int = WHOLE,
    real: bool = False,
    silver: int = 10,
    rules: Rules | None = None,
    number: int = 0,
) -> DominionState | RaceState:
    """Return a new game that goes move by move.

    Parameters
    ----------
    seed, number
        Game ``number`` of a seed draws the hands that matches of that seed draw. Without a seed
        the caller brings what chance brings: the cards of each hand, one by one.
    variant
        ``solitaire``, one player for ``turns`` turns, or ``race``, two to the last Province.
    turns, rules
        Length and rules of the game of one player; by default those of the thesis.
    real
        Whether to draw from a pile that is reshuffled when it is empty, in place of a fresh hand
        each turn.
    silver
        As in `llq.dominion.race.match`.

    Raises
    ------
    UnknownGame, IllegalState
        There is no such variant, or a number is out of range.

    Examples
    --------
    >>> import llq
    >>> state = llq.dominion.new_game(seed=1)
    >>> state.coins, [state.action_text(a) for a in state.legal_actions()]
    (3, ['pass', 'buy copper', 'buy silver', 'buy estate'])
    """
    if variant == "solitaire":
        chance_stream = random_stream(seed, number, game_stream)
        return DominionState(rules or standard_rules(), turns, real, chance_stream)
    _check_variant(variant)
    return RaceState(silver, real, random_stream(seed, number, stream))


def _batch(
    n: int,
    seed: int,
    *,
    variant: str = "solitaire",
    turns: int = WHOLE,
    real: bool = False,
    silver: int = 10,
) -> DominionBatch | RaceBatch:
    if variant == "race":
        from llq.solver.dominion.race.batch import RaceBatch

        return RaceBatch(n, seed, silver, real)
    _check_variant(variant)
    from llq.solver.dominion.solitaire.batch import DominionBatch

    return DominionBatch(standard_rules(), n, seed, turns, real)


@overload
def env(
    render_mode: str | None = None,
    *,
    variant: Literal["solitaire"] = "solitaire",
    max_cycles: int | None = None,
    **settings: Any,
) -> Env[dict[str, Any], int]: ...


@overload
def env(
    render_mode: str | None = None,
    *,
    variant: Literal["race"],
    max_cycles: int | None = None,
    **settings: Any,
) -> AgentEnv: ...


def env(
    render_mode: str | None = None,
    *,
    variant: str = "solitaire",
    max_cycles: int | None = None,
    **settings: Any,
) -> Env[dict[str, Any], int] | AgentEnv:
    """Return Dominion as a Gymnasium or PettingZoo environment.

    ``solitaire`` is one of Gymnasium, registered as ``llq/dominion-v0``: a turn's reward is the
    points bought. ``race`` is one of PettingZoo, registered as ``llq/dominion_race-v0``. Needs
    ``pip install 'llq[pettingzoo]'``.

    Parameters
    ----------
    render_mode
        ``ansi``: ``render()`` returns what the player to move sees, as text. A race has ``human``
        too, which prints the text.
    max_cycles
        Turns of both players after which a race is cut short; by default none.
    **settings
        Arguments of `new_game`, but for the seed; ``reset(options=…)`` takes them too, and
        ``deal``, the outcomes of chance to begin with.
    """
    if variant == "race":
        race = partial(new_game, variant="race")
        return make_env("dominion_race", race, render_mode, max_cycles, settings)
    _check_variant(variant)
    module = needed("pettingzoo", "llq.query.dominion.play.gymnasium_env")
    solitaire: Env[dict[str, Any], int] = module.SolitaireEnv(new_game, settings, render_mode)
    return solitaire


def openspiel_game(*, variant: str = "solitaire", **settings: Any) -> SpielGame:
    """Return the game from OpenSpiel.

    ``solitaire`` is registered as ``python_llq_dominion``, and ``race`` as
    ``python_llq_dominion_race``. Needs ``pip install 'llq[openspiel]'``.

    Parameters
    ----------
    variant
        ``solitaire`` or ``race``.
    **settings
        ``turns`` and ``real`` of the one, ``silver`` and ``real`` of the other, as in
        `llq.dominion.new_game`.

    Raises
    ------
    ExtraMissing
        OpenSpiel is not installed.
    UnknownGame, IllegalState
        There is no such variant, or a number is out of range.
    """
    _check_variant(variant)
    return _OPENSPIEL[variant].load(**settings)


def _begin_solitaire(*, turns: int = WHOLE, real: bool = False) -> DominionState | RaceState:
    return new_game(turns=turns, real=real)


def _begin_race(*, silver: int = 10, real: bool = False) -> DominionState | RaceState:
    return new_game(variant="race", silver=silver, real=real)


_OPENSPIEL: dict[str, OpenSpielGame[Any]] = {
    "solitaire": OpenSpielGame(
        name="dominion",
        new_game=_begin_solitaire,
        most_chance_outcomes=6,  # cards
        longest=1000,
        utility=10_000.0,  # points
        seats=(1, 1),
    ),
    "race": OpenSpielGame(
        name="dominion_race",
        new_game=_begin_race,
        most_chance_outcomes=6,
        longest=1000,
        utility=1.0,  # a win
        seats=(2, 2),
    ),
}


def _check_variant(variant: str) -> None:
    if variant not in _VARIANTS:
        raise UnknownGame(f"unknown variant {variant!r} of Dominion{one_of(variant, _VARIANTS)}")


def _agent(
    player: str | Player, random: Random, *, playouts: int = 100
) -> Agent[DominionState | RaceState]:
    if not isinstance(player, str):
        if not is_custom_player(player):
            raise UnknownStrategy(f"{player!r} is not a player: it needs a name and choose")
        return Agent.custom(player, random)
    solo_player = seat_player(player)
    name = player_name(solo_player)
    if isinstance(solo_player, str) and name not in list(StrategyName):
        race_rule(name)  # refuses a name that neither game has

    def choose(state: DominionState | RaceState, source: Random) -> int:
        if isinstance(state, RaceState):
            return race_choice(name, state, source)
        if isinstance(solo_player, MenuPlayer):
            return state.find_action(solo_player.choose(state.view(), source))
        return solitaire_choice(name, state, source, playouts)

    return Agent(name, choose, random)


def _variant_of(players: int) -> dict[str, str]:
    if players not in (1, 2):
        raise IllegalState(f"Dominion is played by one, or by two in a race; got {players}")
    return {"variant": _VARIANTS[players - 1]}


_ENGINE = Engine(
    name="dominion",
    new_game=new_game,
    seat=_agent,
    usual="optimal",
    side_by_side=_batch,
    of_players=_variant_of,
)

agent = _ENGINE.agent
"""A player of either variant as an agent, by default ``optimal``; see `Engine.agent`.

Alone, its name is one of `llq.dominion.players`, in a race one of `llq.dominion.race.players`. In a
race ``optimal`` plays from the table; outside of it (`llq.dominion.race.open` says how far it goes)
it buys as ``big_money_ultimate`` does. ``playouts`` are those of ``monte_carlo``, an action.
"""
play = _ENGINE.play
"""A single game and its record: alone with one player, a race with two; see `Engine.play`."""
batch = _ENGINE.batch
"""Games side by side; see `Engine.batch`."""
