"""Move-by-move games for external programs, the base of every game's ``engines``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, TypeVar

from llq.query.argument_types import defaults_of, refusing_wrong_types
from llq.query.optional_imports import needed
from llq.query.play.agents import Agent, PlayedGame, play_out
from llq.query.players import check_seed
from llq.solver.game_states import GameState

if TYPE_CHECKING:
    from llq.query.play.foreign_types import AgentEnv, SpielGame

State = TypeVar("State", bound=GameState)
Player = TypeVar("Player")
Games = TypeVar("Games")
Settings = ParamSpec("Settings")
Options = ParamSpec("Options")
BatchSettings = ParamSpec("BatchSettings")
Parameters = ParamSpec("Parameters")


@dataclass(frozen=True, kw_only=True)
class Engine(Generic[Settings, State, Player, Options, BatchSettings, Games]):
    """A game's interface for external programs, built from its ``new_game``."""

    name: str
    """Name in PettingZoo, between ``llq/`` and ``-v0``."""
    new_game: Callable[Concatenate[int | None, Settings], State]
    seat: Callable[Concatenate[str | Player, Random, Options], Agent[State]]
    """Returns a player with random numbers and options, as an agent."""
    usual: str
    """Default player of `agent`."""
    side_by_side: Callable[Concatenate[int, int, BatchSettings], Games]
    """Returns a batch of games, given count, seed and settings."""
    of_players: Callable[[int], dict[str, Any]] = lambda _: {}
    """Returns settings derived from the number of players."""
    source: str = "{} {} "
    """Template of a game's random source: seed, then number."""

    def agent(
        self,
        player: str | Player | None = None,
        seed: int = 0,
        *args: Options.args,
        **options: Options.kwargs,
    ) -> Agent[State]:
        """Return an agent for a ``match`` player: built-in, table-based or custom.

        Parameters
        ----------
        player
            As in ``match``; by default the best that needs no build.
        seed
            Of the player's own choices by chance.
        **options
            Of the game's players, such as ``playouts``, as in ``match``.

        Raises
        ------
        UnknownStrategy
            There is no such player.
        """
        choice = self.usual if player is None else player
        random = Random(check_seed(seed))
        agent = refusing_wrong_types(self.seat)(choice, random, *args, **options)
        agent.origin = self.name.replace("-", "_"), choice, args, options
        return agent

    def play(
        self,
        players: Sequence[str | Player],
        seed: int = 1,
        *args: Settings.args,
        **settings: Settings.kwargs,
    ) -> PlayedGame:
        """Play one game and return its record.

        Players that do not draw lots play it as in game ``number`` of the match of that seed.

        Parameters
        ----------
        players
            As in ``match``, one a seat, in the order of play.
        **settings
            Arguments of ``new_game``, and ``number`` among them.

        Raises
        ------
        IllegalState, UnknownGame
            No such game can be played, or not by so many.
        UnknownStrategy
            There is no such player, or it does not play such a game.
        IllegalAction
            A custom player chose what is not legal.
        """
        parameters: Any = {**settings, **self.of_players(len(players))}
        state = refusing_wrong_types(self.new_game)(check_seed(seed), *args, **parameters)
        source = self.source.format(seed, parameters.get("number", 0))
        return play_out(state, players, self.seat, source)

    def batch(
        self, n: int, seed: int = 1, *args: BatchSettings.args, **settings: BatchSettings.kwargs
    ) -> Games:
        """Return a batch of games, stepped together with array inputs and outputs.

        Parameters
        ----------
        n
            Games in play at any time; one that ends makes room for the seed's next.
        seed
            Games are those of ``new_game`` with this seed and the numbers 0, 1, 2, …
        **settings
            As in ``new_game``.

        Raises
        ------
        IllegalState, UnknownGame
            There is no such variant, or a number is out of range.
        """
        return refusing_wrong_types(self.side_by_side)(n, check_seed(seed), *args, **settings)

    def env(
        self, render_mode: str | None = None, *, max_cycles: int | None = None, **settings: Any
    ) -> AgentEnv:
        """Return the game as a PettingZoo environment, registered as ``llq/<game>-v0``.

        Needs ``pip install 'llq[pettingzoo]'``. An agent is a seat, ``player_0`` first; it observes
        ``{"observation": …, "action_mask": …}`` and gets the game's `returns` at the end.

        Parameters
        ----------
        render_mode
            ``ansi``: ``render()`` returns what the agent to move sees, as text; ``human`` prints
            it.
        max_cycles
            Cycles after which the game is cut short, each as many turns as there are agents; by
            default none.
        **settings
            Arguments of ``new_game``, but for the seed; ``reset(options=…)`` takes them too, and
            ``deal``, the outcomes of chance to begin with.

        Raises
        ------
        IllegalState, UnknownGame
            A setting is wrong.
        ExtraMissing
            PettingZoo is not installed.
        """
        return make_env(self.name, self.new_game, render_mode, max_cycles, settings)


def make_env(
    name: str,
    new_game: Callable[..., GameState],
    render_mode: str | None,
    max_cycles: int | None,
    settings: Any,
) -> AgentEnv:
    """Return a game as `Engine.env` does."""
    module = needed("pettingzoo", "llq.query.play.pettingzoo_env")
    environment: AgentEnv = module.OrderEnforcingWrapper(  # which refuses calls out of order
        module.GameEnv(name, new_game, settings, render_mode, max_cycles)
    )
    return environment


@dataclass(frozen=True, kw_only=True)
class OpenSpielGame(Generic[Parameters]):
    """A game as OpenSpiel registers it."""

    name: str
    """Short name after ``python_llq_``."""
    new_game: Callable[Parameters, GameState]
    """Returns a game without seed, from parameters with defaults."""
    most_chance_outcomes: int
    """Bound of the outcomes of one draw."""
    longest: int
    """Bound of the actions of a game."""
    utility: float
    """Bound on a player's win or loss."""
    seats: tuple[int, int]
    """The fewest and the most players."""

    @property
    def parameters(self) -> dict[str, Any]:
        """Names and defaults of its parameters."""
        return defaults_of(self.new_game)

    def load(self, *args: Parameters.args, **parameters: Parameters.kwargs) -> SpielGame:
        """Return the game from OpenSpiel, registered as ``python_llq_<game>``.

        Needs ``pip install 'llq[openspiel]'``.

        Parameters
        ----------
        **parameters
            As in ``new_game``.

        Raises
        ------
        ExtraMissing
            OpenSpiel is not installed.
        UnknownGame, IllegalState
            The game cannot have such parameters.
        """
        # Errors here are clearer than OpenSpiel's.
        refusing_wrong_types(self.new_game)(*args, **parameters)
        module = needed("openspiel", "llq.query.play.openspiel_game")
        game: SpielGame = module.load(self, parameters)
        return game
