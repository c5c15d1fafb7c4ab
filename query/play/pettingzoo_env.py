"""Games as PettingZoo environments (AEC), one agent a seat.

Needs ``pip install 'llq[pettingzoo]'``. What an agent observes is ``{"observation": …,
"action_mask": …}``: the game's `observation` arrays flattened one after the other, in the order of
their names there, and 1 for each legal action.
"""

from collections.abc import Callable, Mapping, Sequence
from inspect import signature
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv, aec_registry, register
from pettingzoo.utils.wrappers import OrderEnforcingWrapper as OrderEnforcingWrapper  # re-export

from llq.errors import IllegalState
from llq.query.argument_types import refusing_wrong_types
from llq.query.games import all_games
from llq.solver.game_states import GameState

NewGame = Callable[..., GameState]

_RENDER_MODES = ("ansi", "human")
_DTYPE = np.int16


def observe(state: GameState, player: int) -> dict[str, Any]:
    """Return a player's observation as flat int16, and a mask of legal actions."""
    arrays = state.observation(player).values()
    return {
        "observation": np.concatenate([array.ravel() for array in arrays]).astype(_DTYPE),
        "action_mask": state.legal_mask(player),
    }


def spaces_of(state: GameState) -> tuple[spaces.Dict, spaces.Discrete]:
    """Return a game's observation space and its full action space."""
    bounds = {name: (least, most) for name, least, most in state.bounds}
    limits = [
        np.full((array.size, 2), bounds.get(name, (0, 1)), _DTYPE)
        for name, array in state.observation(0).items()
    ]
    least, most = np.concatenate(limits).T
    observations = {
        "observation": spaces.Box(least, most, dtype=_DTYPE),
        "action_mask": spaces.Box(0, 1, (state.action_count,), np.int8),
    }
    return spaces.Dict(observations), spaces.Discrete(state.action_count)


def check_render_mode(mode: str | None, modes: Sequence[str]) -> str | None:
    """Return a way to render."""
    if mode not in (None, *modes):
        raise IllegalState(f"render_mode is one of {', '.join(modes)}; got {mode!r}")
    return mode


def start_game(
    new_game: NewGame, settings: Mapping[str, Any], options: Mapping[str, Any] | None, seed: int
) -> GameState:
    """Start a game from settings and reset options.

    Options are arguments of ``new_game``, and ``deal``, the outcomes of chance to begin with, in
    place of those of the seed. Others are ignored: PettingZoo's own tests send one.
    """
    options, names = options or {}, signature(new_game).parameters
    begin = refusing_wrong_types(new_game)
    parameters = {**settings, **{name: options[name] for name in options if name in names}}
    deal = options.get("deal")
    if deal is None:
        return begin(seed, **parameters)
    state = begin(None, **parameters)
    for outcome in deal:
        if state.current_player >= 0:
            raise IllegalState(
                f"the deal has {len(deal)} outcomes of chance; it is complete before"
            )
        state.apply(outcome)
    return state.drawing_by(seed)


class GameEnv(AECEnv[str, dict[str, Any], int]):
    """An llq game as an AEC environment.

    ``new_game`` is the front's, with its arguments in ``settings``; the rest is as in `Engine.env`.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - PettingZoo's own type
        "render_modes": [*_RENDER_MODES],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        name: str,
        new_game: NewGame,
        settings: Mapping[str, Any],
        render_mode: str | None = None,
        max_cycles: int | None = None,
    ) -> None:
        super().__init__()
        self.metadata = {**type(self).metadata, "name": name}
        self.render_mode = check_render_mode(render_mode, _RENDER_MODES)
        self.max_cycles = max_cycles
        self._new_game, self._settings = new_game, dict(settings)
        self._random = seeding.np_random()[0]
        self.game = start_game(new_game, settings, None, 0)
        """The game under way."""
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._spaces = {agent: spaces_of(self.game) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self._spaces[agent][0]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return an agent's action space, including illegal actions."""
        return self._spaces[agent][1]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; ``options`` are those of `start_game`."""
        if seed is not None:
            self._random = seeding.np_random(seed)[0]
        game = start_game(
            self._new_game, self._settings, options, int(self._random.integers(2**63))
        )
        if (game.players, spaces_of(game)) != (self.game.players, spaces_of(self.game)):
            raise IllegalState(
                "the options of a reset give a game with other seats, actions or observations; "
                "make another environment for it"
            )
        self.game = game
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._turns = 0
        self.agent_selection = self._mover()

    def _mover(self) -> str:
        return self.possible_agents[max(self.game.current_player, 0)]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return an agent's observation and legal-action mask."""
        return observe(self.game, self._seats[agent])

    def step(self, action: int | None) -> None:
        """Take the selected agent's action."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.game.apply(action, self._seats[agent])
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._turns += 1
        if self.game.is_terminal:
            self.rewards = dict(zip(self.agents, self.game.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[(self._seats[agent] + 1) % len(self.agents)]
        else:
            self.agent_selection = self._mover()
            if self.max_cycles is not None and self._turns >= self.max_cycles * len(self.agents):
                self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Return or print the acting agent's observation in words."""
        text = self.game.observation_text(self._seats[self.agent_selection])
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Do nothing: there is nothing to release."""


def register_games() -> None:
    """Register every form of every game, once."""
    for game in all_games():
        for form in game.forms:
            if (name := f"llq/{form.name}-v0") not in aec_registry:
                entry_point = f"llq.{game.module}:env"
                register("aec", name, entry_point=entry_point, kwargs=dict(form.settings))


register_games()
