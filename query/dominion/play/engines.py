"""Games of Dominion that go move by move: alone or a race, the players, and games played out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, Literal, overload

from llq.errors import IllegalState, UnknownGame, UnknownStrategy
from llq.query.dominion.play.solitaire_choices import solitaire_choice
from llq.query.dominion.race.choices import race_choice
from llq.query.dominion.race.roster import race_rule
from llq.query.dominion.table.table import WHOLE
from llq.query.optional_imports import needed
from llq.query.play.agents import Agent, PlayedGame, play_out, random_stream
from llq.query.play.engines import Environment, OpenSpielGame
from llq.query.players import check_seed, is_custom_player
from llq.solver.dominion.players import StrategyName
from llq.solver.dominion.race.game_state import RaceState
from llq.solver.dominion.rules import Rules
from llq.solver.dominion.solitaire.game_state import DominionState, game_stream
from llq.solver.dominion.variants import rules as standard_rules
from llq.solver.splitmix import stream

if TYPE_CHECKING:
    import pyspiel
    from gymnasium import Env
    from pettingzoo import AECEnv

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
    estates: bool = False,
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
    silver, estates
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
        begun = random_stream(seed, number, game_stream)
        return DominionState(rules or standard_rules(), turns, real, begun)
    if variant != "race":
        raise _unknown(variant)
    return RaceState(silver, estates, real, random_stream(seed, number, stream))


def agent(
    player: str | Player = "optimal", *, seed: int = 0, playouts: int = 100
) -> Agent[DominionState | RaceState]:
    """Return a player as an agent, of either variant: built in, of a table, or custom.

    Parameters
    ----------
    player
        Alone, a name of `llq.dominion.players`, in a race one of `llq.dominion.race.players`; or a
        custom player. In a race ``optimal`` plays from the table; outside of it (`open_race` says
        how far it goes) it buys as ``big_money_ultimate`` does.
    seed
        Of the player's own choices by chance.
    playouts
        Random playouts an action of ``monte_carlo``.

    Examples
    --------
    >>> import llq
    >>> state = llq.dominion.new_game(seed=1)
    >>> state.action_text(llq.dominion.agent("picky").choose(state))
    'buy silver'
    """
    return _agent(player, Random(check_seed(seed)), playouts)


def play(
    players: Sequence[str | Player],
    seed: int = 1,
    *,
    number: int = 0,
    turns: int = WHOLE,
    real: bool = False,
    silver: int = 10,
    estates: bool = False,
) -> PlayedGame:
    """Play one game and return its record: alone with one player, a race with two.

    Parameters
    ----------
    players
        One or two, as `agent` takes them.
    number, turns, real, silver, estates
        As in `new_game`.

    Raises
    ------
    UnknownStrategy, UnknownState
        There is no such player, or it does not play such a game.
    IllegalState, IllegalAction
        No such game can be played, or a custom player chose what is not legal.

    Examples
    --------
    >>> import llq
    >>> llq.dominion.play(["optimal"], seed=1).returns
    [68.0]
    >>> llq.dominion.play(["optimal", "big_money"], seed=1).returns
    [0.0, 0.0]
    """
    if len(players) not in (1, 2):
        raise IllegalState(f"Dominion is played by one, or by two in a race; got {len(players)}")
    state = new_game(
        check_seed(seed), variant=_VARIANTS[len(players) - 1], turns=turns, real=real,
        silver=silver, estates=estates, number=number,
    )  # fmt: skip
    return play_out(state, players, partial(_agent, playouts=100), f"{seed} {number} ")


def batch(
    n: int,
    seed: int = 1,
    *,
    variant: str = "solitaire",
    turns: int = WHOLE,
    real: bool = False,
    silver: int = 10,
    estates: bool = False,
) -> DominionBatch | RaceBatch:
    """Return games that are played side by side from the kernels: arrays in, arrays out.

    Parameters
    ----------
    n
        Games in play at any time; one that ends makes room for the seed's next.
    seed
        Games are those of `new_game` with this seed and the numbers 0, 1, 2, …
    variant, turns, real, silver, estates
        As in `new_game`.

    Raises
    ------
    UnknownGame, IllegalState
        There is no such variant, or a number is out of range.

    Examples
    --------
    >>> import llq
    >>> games = llq.dominion.batch(1000, seed=1)
    >>> games.step(games.random_actions())
    >>> games.observations.shape, games.masks.shape
    ((1000, 26), (1000, 7))
    """
    if variant == "race":
        from llq.solver.dominion.race.batch import RaceBatch

        return RaceBatch(n, check_seed(seed), silver, estates, real)
    if variant != "solitaire":
        raise _unknown(variant)
    from llq.solver.dominion.solitaire.batch import DominionBatch

    return DominionBatch(standard_rules(), n, check_seed(seed), turns, real)


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
) -> AECEnv[Any, Any, Any]: ...


def env(
    render_mode: str | None = None,
    *,
    variant: str = "solitaire",
    max_cycles: int | None = None,
    **settings: Any,
) -> Env[dict[str, Any], int] | AECEnv[Any, Any, Any]:
    """Return the game as an environment for learners.

    ``solitaire`` is one of Gymnasium, registered as ``llq/dominion-v0``: a turn's reward is the
    points bought. ``race`` is one of PettingZoo, registered as ``llq/dominion_race-v0``. Needs
    ``pip install 'llq[pettingzoo]'``.

    Parameters
    ----------
    render_mode
        ``ansi``: ``render()`` returns what the player to move sees, as text; ``rgb_array``: a
        picture of the whole table. A race has ``human`` too, which prints the text.
    max_cycles
        Turns of both players after which a race is cut short; by default none.
    **settings
        Arguments of `new_game`, but for the seed; ``reset(options=…)`` takes them too, and
        ``deal``, the outcomes of chance to begin with.

    Raises
    ------
    IllegalState, UnknownGame
        A setting is wrong.
    ExtraMissing
        PettingZoo is not installed.
    """
    if variant == "race":
        race = Environment("dominion_race", partial(new_game, variant="race"))
        return race.env(render_mode, max_cycles=max_cycles, **settings)
    if variant != "solitaire":
        raise _unknown(variant)
    module = needed("pettingzoo", "llq.query.dominion.play.gymnasium_env")
    alone: Env[dict[str, Any], int] = module.SolitaireEnv(new_game, settings, render_mode)
    return alone


def openspiel_game(*, variant: str = "solitaire", **settings: Any) -> pyspiel.Game:
    """Return the game from OpenSpiel.

    ``solitaire`` is registered as ``python_llq_dominion``, and ``race`` as
    ``python_llq_dominion_race``. Needs ``pip install 'llq[openspiel]'``.

    Parameters
    ----------
    variant
        ``solitaire`` or ``race``.
    **settings
        ``turns`` and ``real`` of the one, ``silver``, ``estates`` and ``real`` of the other, as in
        `llq.dominion.new_game`.

    Raises
    ------
    ExtraMissing
        OpenSpiel is not installed.
    UnknownGame, IllegalState
        There is no such variant, or a number is out of range.
    """
    if variant not in _OPENSPIEL:
        raise _unknown(variant)
    return _OPENSPIEL[variant].load(**settings)


_OPENSPIEL = {
    "solitaire": OpenSpielGame(
        name="dominion",
        parameters={"turns": WHOLE, "real": False},
        new_game=new_game,
        most_chance_outcomes=6,  # cards
        longest=1000,
        utility=10_000.0,  # points
        seats=(1, 1),
    ),
    "race": OpenSpielGame(
        name="dominion_race",
        parameters={"silver": 10, "estates": False, "real": False},
        new_game=partial(new_game, variant="race"),
        most_chance_outcomes=6,
        longest=1000,
        utility=1.0,  # a win
        seats=(2, 2),
    ),
}


def _unknown(variant: str) -> UnknownGame:
    return UnknownGame(f"unknown variant {variant!r} of Dominion; choose {', '.join(_VARIANTS)}")


def _agent(player: str | Player, random: Random, playouts: int) -> Agent[DominionState | RaceState]:
    if not isinstance(player, str):
        if not is_custom_player(player):
            raise UnknownStrategy(f"{player!r} is not a player: it needs a name and choose")
        return Agent.custom(player, random)
    name = player.strip().lower().replace("-", "_")
    if name not in list(StrategyName):
        race_rule(name)  # refuses a name that neither game has

    def choose(state: DominionState | RaceState, own: Random) -> int:
        if isinstance(state, RaceState):
            return race_choice(name, state, own)
        return solitaire_choice(name, state, own, playouts)

    return Agent(name, choose, random)
