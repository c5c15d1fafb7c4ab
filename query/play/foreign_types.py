"""PettingZoo environments and OpenSpiel games, as seen by type checkers.

Neither package has types of its own: without these a user's code would have `Any` in their place.
They have what programs use, and the objects have all the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

if TYPE_CHECKING:
    from gymnasium.spaces import Space


@runtime_checkable
class AgentEnv(Protocol):
    """A PettingZoo environment in which agents act in turn (``pettingzoo.AECEnv``)."""

    agents: list[str]
    possible_agents: list[str]
    agent_selection: str
    rewards: dict[str, float]
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    infos: dict[str, dict[str, Any]]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game."""

    def step(self, action: int | None) -> None:
        """Take the acting agent's action; None for a finished agent."""

    def observe(self, agent: str) -> dict[str, Any] | None:
        """Return an agent's observation."""

    def last(
        self, observe: bool = True
    ) -> tuple[dict[str, Any] | None, float, bool, bool, dict[str, Any]]:
        """Return observation, reward, termination, truncation and infos of the agent to act."""

    def agent_iter(self, max_iter: int = 2**63) -> Iterable[str]:
        """Yield each acting agent, until all are done."""

    def observation_space(self, agent: str) -> Space[Any]:
        """Return the space of an agent's observations."""

    def action_space(self, agent: str) -> Space[Any]:
        """Return the space of an agent's actions."""

    def render(self) -> Any:
        """Return or print the current game, according to the render mode."""

    def close(self) -> None:
        """Let go of what rendering holds."""


@runtime_checkable
class SpielState(Protocol):
    """State of an OpenSpiel game (``pyspiel.State``)."""

    def current_player(self) -> int:
        """Return the acting player's number; negative for chance and game end."""

    def is_chance_node(self) -> bool:
        """Return whether chance is to act."""

    def is_terminal(self) -> bool:
        """Return whether the game is over."""

    def legal_actions(self, player: int = ...) -> list[int]:
        """Return the numbers of the legal actions."""

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return chance outcomes with their probabilities."""

    def action_to_string(self, player: int, action: int = ...) -> str:
        """Return an action in words."""

    def apply_action(self, action: int) -> None:
        """Play an action."""

    def returns(self) -> Sequence[float]:
        """Return each player's result."""

    def information_state_string(self, player: int = ...) -> str:
        """Return a player's information state, in words."""

    def clone(self) -> SpielState:
        """Return a copy."""


@runtime_checkable
class SpielGame(Protocol):
    """A game of OpenSpiel (``pyspiel.Game``)."""

    def new_initial_state(self) -> SpielState:
        """Return the initial state."""

    def num_players(self) -> int:
        """Return the number of players."""

    def num_distinct_actions(self) -> int:
        """Return the number of actions, including illegal ones."""

    def max_game_length(self) -> int:
        """Return the most actions of a game."""

    def min_utility(self) -> float:
        """Return a player's minimum utility."""

    def max_utility(self) -> float:
        """Return a player's maximum utility."""

    def get_parameters(self) -> Mapping[str, Any]:
        """Return the settings of the game."""
