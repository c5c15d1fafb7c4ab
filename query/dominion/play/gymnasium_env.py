"""Dominion for one player as a Gymnasium environment; needs ``pip install 'llq[pettingzoo]'``."""

from collections.abc import Mapping
from typing import Any

import gymnasium

from llq.query.play.pettingzoo_env import NewGame, check_render_mode, observe, spaces_of, start_game

_NAME = "llq/dominion-v0"
_RENDER_MODES = ("ansi",)


class SolitaireEnv(gymnasium.Env[dict[str, Any], int]):
    """A solitaire environment whose reward per turn is the points bought.

    ``new_game`` is the front's, with its arguments in ``settings``. With the mode ``ansi``,
    `render` returns what the player sees, as text.
    """

    metadata: dict[str, Any] = {"render_modes": [*_RENDER_MODES]}  # noqa: RUF012 - Gymnasium's type

    def __init__(
        self, new_game: NewGame, settings: Mapping[str, Any], render_mode: str | None = None
    ) -> None:
        self.render_mode = check_render_mode(render_mode, _RENDER_MODES)
        self._new_game, self._settings = new_game, settings
        self.game = start_game(new_game, settings, None, 0)
        """The game under way."""
        self.observation_space, self.action_space = spaces_of(self.game)

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a new game; ``options`` are those of `pettingzoo_env.start_game`."""
        super().reset(seed=seed)
        game_seed = int(self.np_random.integers(2**63))
        self.game = start_game(self._new_game, self._settings, options, game_seed)
        return observe(self.game, 0), {}

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Buy a card, or none."""
        before = self._points()
        self.game.apply(action)
        reward = self._points() - before
        return observe(self.game, 0), reward, self.game.is_terminal, False, {}

    def _points(self) -> float:
        state: Any = self.game
        return float(state.rules.points(tuple(state.deck)))

    def render(self) -> str:
        """Return the player's view as text."""
        return self.game.observation_text(0)


if _NAME not in gymnasium.registry:
    gymnasium.register(_NAME, entry_point="llq.dominion:env")
