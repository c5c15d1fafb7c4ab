"""Protocol of a game played move by move: the mover, legal actions and observations.

A `GameState` is one game under way, in plain Python over the rules' data. Players move by
integers. A game with a seed draws its own cards; without one, chance is a mover like any other:
``current_player`` is `CHANCE`, and the caller applies one of the ``chance_outcomes()``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from operator import index
from random import Random
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalAction, IllegalState
from llq.solver.arguments import number_text
from llq.solver.splitmix import next_bits

CHANCE = -1
"""``current_player`` while a card is to be drawn."""

TERMINAL = -4
"""``current_player`` once the game is over."""

MOST_COUNT = 2**15 - 1
"""Bound of otherwise unbounded counts in observations of 16 bits."""

_MOST_SHOWN = 12


class GameState(ABC):
    """A game under way. Illegal moves raise `IllegalAction` and change nothing."""

    game: ClassVar[str]
    """The game's name, as in `to_dict`."""
    bounds: ClassVar[tuple[tuple[str, int, int], ...]] = ()
    """Bounds of `observation` arrays, by name; 0 and 1 elsewhere."""
    players: int
    """Number of players; seats are 0 … players - 1."""
    action_count: int
    """Actions are the integers below this."""
    current_player: int
    """The seat to move, or `CHANCE` or `TERMINAL`."""
    moves: list[int]
    """The game's record: every action and chance outcome so far."""
    _stream: int | None
    """State of the game's own random stream, None where the caller supplies chance."""

    @property
    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.current_player == TERMINAL

    @property
    @abstractmethod
    def options(self) -> dict[str, Any]:
        """Arguments of ``new_game`` except the seed, such as the variant."""

    @abstractmethod
    def legal_actions(self) -> list[int]:
        """Return the mover's legal actions, ascending; empty at chance nodes and after the end."""

    @abstractmethod
    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return possible chance outcomes with their probabilities; empty in a player's turn."""

    @abstractmethod
    def action_text(self, action: int) -> str:
        """Return a player's action in words."""

    @abstractmethod
    def find_action(self, action: Any) -> int:
        """Return the number of an action given in words, as returned by the game's `Player`."""

    @abstractmethod
    def view(self) -> Any:
        """Return the mover's view in words, as given to the game's `Player`."""

    @abstractmethod
    def observation(self, player: int) -> dict[str, NDArray[Any]]:
        """Return what a player sees now, as named arrays of fixed shapes."""

    @abstractmethod
    def observation_text(self, player: int) -> str:
        """Return what a player sees now, in words."""

    @abstractmethod
    def information_state(self, player: int) -> str:
        """Return a player's information state: everything seen so far, with perfect recall."""

    @abstractmethod
    def returns(self) -> list[float]:
        """Return each player's result; zeros before the end."""

    @abstractmethod
    def resample(self, player: int, random: Random) -> GameState:
        """Return a game indistinguishable to the player, with hidden cards redrawn.

        Every such deal is as likely as chance makes it; what others' choices say is not weighed.
        """

    @classmethod
    @abstractmethod
    def of_options(cls, options: Mapping[str, Any], stream: int | None) -> Self:
        """Return a new game of some `options`."""

    def apply(self, action: Any, player: int | None = None) -> None:
        """Apply a move: the mover's action, or a chance outcome.

        Parameters
        ----------
        action
            One of ``legal_actions()``, or the same in words, as answers and ``view().legal`` have
            it; where the mover is `CHANCE`, one of ``chance_outcomes()``.
        player
            Who means to move, to be refused out of turn; by default the mover.

        Raises
        ------
        IllegalAction
            The move is not legal; the game is as it was.
        """
        mover = self.current_player
        if player is not None and player != mover:
            raise IllegalAction(f"it is not player {player}'s move; {self._mover_text()}")
        if mover == CHANCE:
            legal = [outcome for outcome, _ in self.chance_outcomes()]
        else:
            legal = self.legal_actions()
        if type(action) is not int or action not in legal:
            action = self._legal_number(action, legal)
        self.moves.append(action)
        if mover == CHANCE:
            self._take_outcome(action)
        else:
            self._play(action)
        if self._stream is not None:
            self._draw_all()

    def copy(self) -> Self:
        """Return an independent copy of the game."""
        state = object.__new__(type(self))
        state.__dict__ = {
            name: value[:] if type(value) is list else value
            for name, value in self.__dict__.items()
        }
        return state

    @property
    def is_callers_chance(self) -> bool:
        """Whether the caller supplies chance outcomes: the game has no stream of its own."""
        return self._stream is None

    def with_stream(self, stream: int | None) -> Self:
        """Return this game with its stream replaced; None leaves chance to the caller."""
        self._stream = stream
        return self

    def drawing_by(self, seed: int) -> Self:
        """Return this game, set to draw further cards from a seeded stream."""
        self._stream = next_bits(seed & (1 << 64) - 1)[0]
        self._draw_all()
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def legal_mask(self, player: int) -> NDArray[np.int8]:
        """Return 1 for each of a player's legal actions, else 0: int8, (action_count,)."""
        mask = np.zeros(self.action_count, dtype=np.int8)
        if player == self.current_player:
            mask[self.legal_actions()] = 1
        return mask

    def to_dict(self) -> dict[str, Any]:
        """Return the game as plain JSON-ready data: its options and all moves so far."""
        plain = {"game": self.game, **self.options, "moves": self.moves[:]}
        if self._stream is not None:
            plain |= {"stream": self._stream, **self._draw_order()}
        return plain

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> Self:
        """Return the game of `to_dict`.

        Raises
        ------
        IllegalState
            It is not such a game; the message says why.
        """
        try:
            game, moves, stream = plain["game"], plain["moves"], plain.get("stream")
            numbers = [index(move) for move in moves]
            _check_stream(stream)
            state = cls.of_options(plain, None)
        except (LookupError, TypeError, AttributeError, ValueError) as error:
            reason = f"{error} is missing" if type(error) is KeyError else error
            raise IllegalState(f"not a game of {cls.game} as to_dict writes it: {reason}") from None
        if game != cls.game:
            raise IllegalState(f"this is a game of {game}, not of {cls.game}")
        for number, move in enumerate(numbers):
            try:
                state.apply(move)
            except IllegalAction as error:
                raise IllegalState(f"move {number + 1} of the game: {error}") from None
        state._stream = stream
        if stream is not None:
            state._set_draw_order(plain)
        return state

    # What a game provides

    @abstractmethod
    def _play(self, action: int) -> None:
        """Make the mover's legal action."""

    @abstractmethod
    def _take_outcome(self, outcome: int) -> None:
        """Let chance bring a possible outcome."""

    @abstractmethod
    def _draw(self) -> int:
        """Draw a chance outcome from the stream, apply it, and return it."""

    def _draw_order(self) -> dict[str, Any]:
        """Return what `to_dict` needs besides moves for the same draws to follow."""
        return {}

    def _set_draw_order(self, plain: Mapping[str, Any]) -> None:  # noqa: B027 - most have no order
        """Restore the data of `_draw_order`; raise `IllegalState` on a mismatch."""

    # Shared

    def _draw_all(self) -> None:
        while self.current_player == CHANCE:
            self.moves.append(self._draw())

    def _legal_number(self, action: Any, legal: Sequence[int]) -> int:
        """Return the number of a legal action, given as a number or in words."""
        try:
            number = index(action)
            words = number_text(number)
        except TypeError:
            number, words = self._find_action_in_words(action), f"{action!r:.80}"
        if number not in legal:
            raise IllegalAction(f"{words} is not legal; {self._mover_text()}")
        return number

    def _find_action_in_words(self, action: Any) -> int:
        """Return the number of an action given in words; refuse anything else."""
        expected = "an action is an integer here"
        if self.current_player >= 0:
            try:
                return self.find_action(action)
            except (IllegalAction, TypeError):  # what cannot be hashed, too
                expected = "an action is an integer or, in words, one of view().legal"
        raise IllegalAction(f"{expected}; got {action!r:.80}; {self._mover_text()}") from None

    def _mover_text(self) -> str:
        if self.current_player == TERMINAL:
            return "the game is over"
        if self.current_player == CHANCE:
            outcomes = [str(outcome) for outcome, _ in self.chance_outcomes()]
            return f"chance is to bring one of {', '.join(outcomes[:_MOST_SHOWN])}"
        legal = self.legal_actions()
        shown = legal[:_MOST_SHOWN]
        words = ", ".join(f"{action} ({self.action_text(action)})" for action in shown)
        more = f" and {len(legal) - _MOST_SHOWN} more" if len(legal) > _MOST_SHOWN else ""
        return f"player {self.current_player} may play {words}{more}"

    def _check_player(self, player: Any) -> None:
        if player not in range(self.players):
            raise IllegalState(f"players are 0 to {self.players - 1}; got {player!r}")

    def _check_redraw(self, player: int) -> None:
        """Refuse to redraw hidden cards outside of a player's turn."""
        self._check_player(player)
        if self.current_player < 0:
            raise IllegalState("hidden cards can be redrawn only in a player's turn")


class DealtState(GameState):
    """A game dealt whole at its beginning; a stream deals all cards at once."""

    @abstractmethod
    def _deal(self, stream: int) -> None:
        """Deal all cards from a stream."""

    def _draw(self) -> int:
        raise AssertionError("the whole deal is drawn at once")

    def _draw_all(self) -> None:
        if self._stream is None or self.current_player != CHANCE:
            return
        if self.moves:
            raise IllegalState(f"a deal is given whole; this one has {len(self.moves)} outcomes")
        self._deal(self._stream)


def _check_stream(stream: Any) -> None:
    if stream is not None and not (type(stream) is int and 0 <= stream < 1 << 64):
        raise IllegalState(f"a stream is an integer of 64 bits; got {stream!r}")
