"""Games as OpenSpiel games, for its algorithms and referees.

Needs ``pip install 'llq[openspiel]'``. Chance is explicit and information states have perfect
recall, so that OpenSpiel's best responses and CFR are right. Actions are llq's own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel
from open_spiel.python.policy import Policy

from llq.solver.game_states import CHANCE, TERMINAL, GameState

if TYPE_CHECKING:
    from llq.query.play.engines import OpenSpielGame


def load(described: OpenSpielGame[Any], parameters: Mapping[str, Any]) -> pyspiel.Game:
    """Load an OpenSpiel game, registering it first if necessary."""
    if (name := f"python_llq_{described.name}") not in pyspiel.registered_names():
        _register(name, described)
    return pyspiel.load_game(name, dict(parameters))


class GamePolicy(Policy):
    """An llq policy for OpenSpiel: action probabilities by state.

    ``chances`` returns those of the actions in the state of one of llq's games.
    """

    def __init__(self, game: Any, chances: Callable[[GameState], dict[int, float]]) -> None:
        super().__init__(game, list(range(game.num_players())))
        self._chances = chances

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        """Return the probability of each playable action."""
        del player_id  # the policy is the same in every seat
        return self._chances(state.game_state)


def _register(name: str, described: OpenSpielGame[Any]) -> None:
    fewest, most = described.seats
    utilities = pyspiel.GameType.Utility
    game_type = pyspiel.GameType(
        short_name=name,
        long_name=f"llq {described.name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utilities.GENERAL_SUM if most == 1 else utilities.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=dict(described.parameters),
    )

    class Game(pyspiel.Game):
        """An llq game."""

        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            self.settings = {**described.parameters, **(params or {})}
            self.first = described.new_game(**self.settings)
            info = pyspiel.GameInfo(
                num_distinct_actions=self.first.action_count,
                max_chance_outcomes=described.most_chance_outcomes,
                num_players=self.first.players,
                min_utility=0.0 if most == 1 else -described.utility,
                max_utility=described.utility,
                **({} if most == 1 else {"utility_sum": 0.0}),
                max_game_length=described.longest,
            )
            super().__init__(game_type, info, dict(params or {}))

        def __reduce__(self) -> tuple[Any, ...]:
            return load, (described, self.settings)

        def new_initial_state(self) -> _State:
            """Return a game before its first draw."""
            return _State(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
            """Return an observer of states."""
            return _Observer(self.first, iig_obs_type, params)

    pyspiel.register_game(game_type, Game)


class _State(pyspiel.State):
    """A game under way; ``game_state`` is llq's."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.game_state: GameState = game.first.copy()

    def current_player(self) -> int:
        mover = self.game_state.current_player
        if mover == CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if mover == TERMINAL else mover

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002 - OpenSpiel's signature
        return self.game_state.legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.game_state.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        self.game_state.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"draw {action}"
        return self.game_state.action_text(action)

    def is_terminal(self) -> bool:
        return self.game_state.is_terminal

    def returns(self) -> list[float]:
        return self.game_state.returns()

    def resample_from_infostate(self, player: int, rng: Callable[[], float]) -> _State:
        """Return a resampled state in the player's information set; ``rng()`` is from 0 to 1."""
        resampled = self.game_state.resample(player, Random(rng()))
        state: _State = self.get_game().new_initial_state()
        for move in resampled.moves:
            state.apply_action(move)
        return state

    def __str__(self) -> str:
        return " ".join(map(str, self.game_state.moves))


class _Observer:
    """Observations as OpenSpiel's `PyObserver` interface has them."""

    def __init__(self, first: GameState, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observations take no parameters; got {params}")
        self._recalls = bool(iig_obs_type and iig_obs_type.perfect_recall)
        arrays = first.observation(0)
        self.tensor = np.zeros(sum(array.size for array in arrays.values()), np.float32)
        self.dict: dict[str, Any] = {}
        start = 0
        for name, array in arrays.items():
            self.dict[name] = self.tensor[start : start + array.size].reshape(array.shape)
            start += array.size

    def set_from(self, state: _State, player: int) -> None:
        """Fill in what a player sees now."""
        for name, array in state.game_state.observation(player).items():
            self.dict[name][:] = array

    def string_from(self, state: _State, player: int) -> str:
        """Return the information state with perfect recall, otherwise the observation."""
        game = state.game_state
        return game.information_state(player) if self._recalls else game.observation_text(player)
