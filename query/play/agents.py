"""Agents for move-by-move games, and records of played games."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import Any, Generic, Self, TypeVar

from llq.errors import IllegalAction, IllegalState, WrongType
from llq.query.players import check_seed
from llq.solver.game_states import GameState

State = TypeVar("State", bound=GameState)


class Agent(Generic[State]):
    """Player of move-by-move games: built-in, table-based or custom.

    Parameters
    ----------
    name
        What results call the player.
    random
        The player's source of chance.
    """

    def __init__(self, name: str, choose: Callable[[State, Random], int], random: Random) -> None:
        self.name, self.random = name, random
        self._choose = choose
        self.origin: tuple[Any, ...] | None = None
        """Arguments that make the agent again, as `_restore` takes them."""

    def __reduce__(self) -> str | tuple[Any, ...]:
        """Return pickle data: game, player and source of chance."""
        if self.origin is None:
            return super().__reduce__()
        return _restore, (*self.origin, self.random)

    @classmethod
    def custom(cls, player: Any, random: Random) -> Self:
        """Wrap a custom player as an agent that sees the mover's view."""
        return cls(player.name, lambda state, source: ask_player(player, state, source), random)

    def choose(self, state: State) -> int:
        """Return the mover's action, chosen with the seat's own information.

        Raises
        ------
        WrongType
            That is not a game of llq.
        """
        if not isinstance(state, GameState):
            raise WrongType(f"an agent plays in a game or an environment of llq; got {state!r:.60}")
        return self._choose(state, self.random)

    def __call__(self, env: Any) -> int:
        """Return the mover's action in an llq environment or game.

        Raises
        ------
        WrongType
            It is neither.
        """
        game: Any = getattr(getattr(env, "unwrapped", None), "game", env)
        return self.choose(game)


def _restore(
    game: str, player: Any, args: tuple[Any, ...], options: dict[str, Any], random: Random
) -> Agent[Any]:
    agent: Agent[Any] = import_module(f"llq.query.{game}.play.engines").agent(
        player, 0, *args, **options
    )
    agent.random = random
    return agent


def ask_player(player: Any, state: GameState, random: Random) -> int:
    """Return the action number of a custom player's legal choice."""
    action = player.choose(state.view(), random)
    try:
        number = state.find_action(action)
    except IllegalAction:
        number = -1
    legal = state.legal_actions()
    if number not in legal:
        words = "; ".join(map(state.action_text, legal[:12])) + ("; …" if len(legal) > 12 else "")
        raise IllegalAction(f"{player.name} chose {action!r}; legal are {words}")
    return number


@dataclass(frozen=True)
class PlayedGame:
    """Record of a played game; ``str()`` lists the moves in words.

    Parameters
    ----------
    players
        Who played, by seat.
    state
        The game at its end.
    """

    players: tuple[str, ...]
    state: GameState

    @property
    def returns(self) -> list[float]:
        """Each player's result."""
        return self.state.returns()

    @property
    def states(self) -> list[GameState]:
        """Replayed states before every player action and at the end."""
        return [
            state.copy()
            for state, move in self._replay()
            if move is None or state.current_player >= 0
        ]

    def _replay(self) -> Iterator[tuple[GameState, int | None]]:
        """Replay the game in place, yielding each state with its next move, finally with None."""
        state = self.state.of_options(self.state.options, None)
        for move in self.state.moves:
            yield state, move
            state.apply(move)
        yield state, None

    def to_dict(self) -> dict[str, Any]:
        """Return the record as plain data; ``from_dict`` of the state's class plays it again."""
        return {**self.state.to_dict(), "players_by_seat": [*self.players], "returns": self.returns}

    def __str__(self) -> str:
        lines = []
        for state, move in self._replay():
            if move is not None and (mover := state.current_player) >= 0:
                lines.append(f"{mover} {self.players[mover]}: {state.action_text(move)}")
        return "\n".join([*lines, "returns " + " ".join(f"{value:g}" for value in self.returns)])


def play_out(
    state: GameState,
    players: Sequence[Any],
    agent_of: Callable[[Any, Random], Agent[Any]],
    source: str,
) -> PlayedGame:
    """Finish a game, modified in place, and return its record.

    ``agent_of`` returns a player as an agent with some random numbers, which come from ``source``
    and the seat.
    """
    agents = [agent_of(player, Random(f"{source}{seat}")) for seat, player in enumerate(players)]
    if len(agents) != state.players:
        raise IllegalState(f"the game has {state.players} players; got {len(agents)}")
    if state.is_callers_chance:
        raise IllegalState("the game's chance is the caller's; play a game with a seed")
    while (mover := state.current_player) >= 0:
        state.apply(agents[mover].choose(state))
    return PlayedGame(tuple(agent.name for agent in agents), state)


def random_stream(seed: int | None, number: int, begin: Callable[[int, int], int]) -> int | None:
    """Return a game's random stream, or None for caller-supplied chance."""
    return None if seed is None else begin(check_seed(seed), check_seed(number))
