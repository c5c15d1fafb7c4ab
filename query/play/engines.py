"""Games that go move by move, for others' programs: what every game's ``engines`` is made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from llq.query.optional_imports import needed
from llq.solver.game_states import GameState

if TYPE_CHECKING:
    import pyspiel
    from pettingzoo import AECEnv


@dataclass(frozen=True)
class Environment:
    """A game as learners' libraries have it.

    Parameters
    ----------
    name
        It is registered as ``llq/``, the name and ``-v0``.
    new_game
        The game's.
    """

    name: str
    new_game: Callable[..., GameState]

    def env(
        self, render_mode: str | None = None, *, max_cycles: int | None = None, **settings: Any
    ) -> AECEnv[Any, Any, Any]:
        """Return the game as a PettingZoo environment, registered as ``llq/<game>-v0``.

        Needs ``pip install 'llq[pettingzoo]'``. An agent is a seat, ``player_0`` first; it observes
        ``{"observation": …, "action_mask": …}`` and gets the game's `returns` at the end.

        Parameters
        ----------
        render_mode
            ``ansi``: ``render()`` returns what the agent to move sees, as text; ``human`` prints
            it; ``rgb_array``: it returns a picture of the whole table.
        max_cycles
            Cycles after which the game is cut short, each as many turns as there are agents; by
            default none.
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
        module = needed("pettingzoo", "llq.query.play.pettingzoo_env")
        environment: AECEnv[Any, Any, Any] = module.make_env(
            self.name, self.new_game, settings, render_mode, max_cycles
        )
        return environment


@dataclass(frozen=True, kw_only=True)
class OpenSpielGame:
    """A game as OpenSpiel registers it.

    Parameters
    ----------
    name
        Its short name is ``python_llq_`` and this.
    parameters
        Names and defaults of its parameters.
    new_game
        Returns a game without a seed, of some parameters.
    most_chance_outcomes, longest, utility
        Bounds: outcomes of one draw, actions of a game, and what a player can win or lose.
    seats
        The fewest and the most players.
    """

    name: str
    parameters: Mapping[str, Any]
    new_game: Callable[..., GameState]
    most_chance_outcomes: int
    longest: int
    utility: float
    seats: tuple[int, int]

    def load(self, **parameters: Any) -> pyspiel.Game:
        """Return the game from OpenSpiel, after registering it if it is not.

        Raises
        ------
        ExtraMissing
            OpenSpiel is not installed.
        UnknownGame, IllegalState
            The game cannot have such parameters.
        """
        self.new_game(**parameters)  # its errors are clearer than OpenSpiel's
        return needed("openspiel", "llq.query.play.openspiel_game").load(self, parameters)
