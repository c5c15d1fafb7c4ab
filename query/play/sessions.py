"""Sittings: people at one screen against built-in players, stored as short text.

A sitting holds no state of its own: the seed, the options and every action so far are all of it,
so a link or a file goes on just as it went before. The others' choices by chance come from the
seed and the number of the action.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple, Self

from llq.errors import IllegalAction, IllegalState, UnknownStrategy, did_you_mean
from llq.query.answers import Answer
from llq.query.games import game_part
from llq.query.play.agents import PlayedGame
from llq.query.play.session_options import default_opponent, opponents, options_of, read_option
from llq.solver.game_states import TERMINAL, GameState

YOU = "you"
"""The person's name in records."""

_MOST_SHOWN = 12
_WORDS = re.compile(r"[^\s,:]+")
_NUMBERS = ("seed", "number", "seat")
_NAME = re.compile(r"[^\W_][\w .'-]{0,19}")


class ShownMove(NamedTuple):
    """An action as shown to the person."""

    seat: int
    who: str
    text: str
    """The action in words."""
    shown: str
    """Its information for the person, in words; after the game the hidden cards too."""


@dataclass(frozen=True)
class Sitting:
    """People against built-in players, at a person's turn or the game's end.

    Make one with `begin` or `from_link`; `play` returns the sitting after the person's action and
    the others' replies.

    >>> sitting = Sitting.begin("love-letter", seed=1, against=["strategic"])
    >>> sitting.legal
    [(7, 'Priest'), (13, 'Countess')]
    >>> sitting = sitting.play(7)
    >>> [(move.who, move.text, move.shown) for move in sitting.history]
    [('you', 'Priest', 'drew Countess; saw Guard'), \
('strategic', 'Guard, guessing Baron', 'missed')]
    >>> Sitting.from_link("love-letter", sitting.to_link()) == sitting
    True
    """

    game: str
    options: Mapping[str, Any]
    """Non-default ``new_game`` arguments, without the seed."""
    seed: int
    """Seed for ``new_game`` and other players' random choices."""
    number: int
    seat: int
    """The person's."""
    against: tuple[str, ...]
    """Names of the other players, in seat order."""
    actions: tuple[int, ...]
    """Every player's actions so far."""
    people: tuple[str, ...] = ()
    """Several people's names, in seat order from ``seat``; empty for one person."""

    @classmethod
    def begin(
        cls,
        game: str,
        *,
        seed: int,
        number: int = 0,
        seat: int = 0,
        against: Sequence[str] = (),
        actions: Iterable[int] = (),
        people: Sequence[str] = (),
        **options: Any,
    ) -> Self:
        """Begin a sitting, optionally after given actions, and play on to a person's turn.

        ``against`` has the others' names in the order of their seats, or one name for all of them;
        any that the game's ``agent`` takes.
        """
        defaults = options_of(game)
        _check_options(game, options, defaults)
        changed = {name: value for name, value in options.items() if value != defaults[name]}
        engines = game_part(game, "play.engines")
        state = engines.new_game(seed, number=number, **changed)
        if seat not in range(state.players):
            raise IllegalState(f"seats are 0 to {state.players - 1}; got {seat!r}")
        _check_people(people, state.players)
        names = _opponent_names(against, state.players - max(1, len(people)))
        for name in {*names}:
            engines.agent(name)  # refused now, not at its first move
        sitting = cls(game, changed, seed, number, seat, names, tuple(actions), tuple(people))
        return sitting._play_on(sitting.state.copy())

    @classmethod
    def from_link(
        cls,
        game: str,
        link: Mapping[str, str],
        *,
        players: Iterable[str] | None = None,
        people: str = "",
    ) -> Self:
        """Restore the sitting of `to_link`, ignoring other link parameters.

        Without ``moves`` it begins. No player but a built-in one is accepted. ``players`` are
        available as opponents, by default those of `opponents`; ``people`` are names of several
        people at one screen, separated by commas.
        """
        defaults = options_of(game)
        options = {
            name: read_option(game, name, link[name], default)
            for name, default in defaults.items()
            if link.get(name)
        }
        against = _split_names(link.get("against", ""))
        variant = options.get("variant", defaults["variant"])
        if against and players is None:
            players = [player.name for player in opponents(game, variant)]
        allowed = list(players or ())
        for name in against:
            if name not in allowed:
                hint = did_you_mean(name, allowed)
                raise UnknownStrategy(
                    f"{name!r} is not available as an opponent{hint}; choose {', '.join(allowed)}"
                )
        numbers = {
            name: read_option(game, name, link[name], 0) for name in _NUMBERS if link.get(name)
        }
        if "seed" not in numbers:
            raise IllegalState("a sitting has a seed, such as seed=1")
        texts = filter(None, link.get("moves", "").split("."))
        moves = [read_option(game, "moves", text, 0) for text in texts]
        return cls.begin(
            game, against=against, actions=moves, people=_split_names(people), **numbers, **options
        )

    @classmethod
    def from_text(
        cls, game: str, *, against: str | None = None, people: str = "", **texts: str | None
    ) -> Self:
        """Return a new sitting of options given as text, as people type them.

        ``against`` are names, separated by commas, any that the game's ``agent`` takes, and by
        default the one that it is by default. ``texts`` are as in a link; None is left out.
        """
        link = {name: text for name, text in texts.items() if text is not None}
        defaults = options_of(game)
        _check_options(game, [name for name in link if name not in _NUMBERS], defaults)
        options = {
            name: read_option(game, name, text, defaults.get(name, 0))
            for name, text in link.items()
        }
        names = _split_names(
            against or default_opponent(game, options.get("players", defaults.get("players", 2)))
        )
        if against is None and not opponents(game, options.get("variant", defaults["variant"])):
            names = []
        return cls.begin(game, against=names, people=_split_names(people), **options)

    def to_link(self) -> dict[str, str]:
        """Return the sitting as link parameters, without the game's name."""
        against = self.against[:1] if len({*self.against}) == 1 else self.against
        link = {"seed": str(self.seed)}
        link |= {name: str(getattr(self, name) or "") for name in ("number", "seat")}
        link |= {"against": ",".join(against), "people": ",".join(self.people)}
        for name, value in self.options.items():
            link[name] = ("no", "yes")[value] if isinstance(value, bool) else str(value)
        link["moves"] = ".".join(map(str, self.actions))
        return {name: text for name, text in link.items() if text}

    # The game

    @property
    def state(self) -> GameState:
        """Complete game state, including hidden cards; not to be modified."""
        return self.states[-1]

    @cached_property
    def states(self) -> tuple[GameState, ...]:
        """The game before each action, and now."""
        state = game_part(self.game, "play.engines").new_game(
            self.seed, number=self.number, **self.options
        )
        states = [state]
        for number, action in enumerate(self.actions):
            state = state.copy()
            try:
                state.apply(action)
            except IllegalAction as error:
                # What another player may do tells that player's cards.
                is_own = state.current_player in (*self.persons, TERMINAL)
                reason = error if is_own else "it is not legal"
                raise IllegalState(f"move {number + 1} of {len(self.actions)}: {reason}") from None
            states.append(state)
        return tuple(states)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.state.is_terminal

    @property
    def returns(self) -> list[float]:
        """Each player's result, by seat; zeros before the end."""
        return self.state.returns()

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody's name, by seat."""
        people = dict(zip(self.persons, self.people or (YOU,), strict=True))
        others = iter(self.against)
        seats = range(len(self.against) + len(people))
        return tuple(people[seat] if seat in people else next(others) for seat in seats)

    @property
    def persons(self) -> list[int]:
        """Seats of the people, in name order."""
        count = len(self.people) or 1
        return [(self.seat + index) % (len(self.against) + count) for index in range(count)]

    @property
    def viewer(self) -> int:
        """Seat of the person at the screen: the current or latest human mover."""
        movers = (state.current_player for state in reversed(self.states))
        return next((seat for seat in movers if seat in self.persons), self.seat)

    @property
    def news(self) -> int:
        """Number of actions through the viewer's last; later ones are new."""
        return self._last_action_of([self.viewer]) + 1

    def _last_action_of(self, seats: Sequence[int]) -> int:
        """Return the last action's index for given seats, -1 if absent."""
        movers = [state.current_player for state in self.states[: len(self.actions)]]
        return max((index for index, seat in enumerate(movers) if seat in seats), default=-1)

    def seat_name(self, seat: int) -> str:
        """Return a seat's name, its number by default."""
        return str(getattr(game_part(self.game, "play.visible_moves"), "seat_name", str)(seat))

    @property
    def board(self) -> str:
        """Visible game in words, drawn as a board where supported."""
        draw = getattr(game_part(self.game, "play.visible_moves"), "board", None)
        text: str = draw(self.state, self.viewer) if draw else ""
        return text or self.state.observation_text(self.viewer)

    @property
    def legal(self) -> list[tuple[int, str]]:
        """The person's legal actions and their words; empty after the game."""
        state = self.state
        return [(action, state.action_text(action)) for action in state.legal_actions()]

    @property
    def record(self) -> PlayedGame:
        """Record of the game and players, with hidden information in ``str`` and ``to_dict``."""
        return PlayedGame(self.players, self.state)

    @property
    def history(self) -> list[ShownMove]:
        """Actions so far, as seen by the person; complete after the end."""
        describe = game_part(self.game, "play.visible_moves").describe
        sees = None if self.is_over else self.viewer
        reader = None if self.is_over and self.people else self.viewer
        moves = []
        for action, (before, after) in zip(self.actions, pairwise(self.states), strict=True):
            text, facts = describe(before, action, after, reader, sees)
            mover = before.current_player
            moves.append(ShownMove(mover, self.players[mover], text, facts))
        return moves

    def hint(self) -> Answer[Any, Any]:
        """Return the person's actions with values from the game's lookup or advice."""
        hint: Answer[Any, Any] = game_part(self.game, "play.hints").hint(self.state)
        return hint

    def judged(self, seat: int) -> Any:
        """Return the analysis of a person's moves; None in games without one."""
        return game_part(self.game, "play.hints").judge(self.record, seat)

    def find(self, text: str) -> int:
        """Return the person's action matching a text: full words or their unambiguous beginnings.

        `IllegalAction` is raised where no legal action is meant, or several are.

        >>> sitting = Sitting.begin("love-letter", seed=1, against=["strategic"])
        >>> sitting.find("pri")
        7
        """
        part = game_part(self.game, "play.visible_moves")
        wanted: str = getattr(part, "read_action", str)(text).strip().lower()
        typed = _WORDS.findall(wanted)
        legal = self.legal
        matches = [move for move in legal if move[1].lower() == wanted]
        if typed and not matches:
            matches = [
                move for move in legal if _begin_words(typed, _WORDS.findall(move[1].lower()))
            ]
        if len(matches) == 1:
            return matches[0][0]
        words = [words for _, words in matches or legal]
        choices = "; ".join(words[:_MOST_SHOWN]) + ("; …" if len(words) > _MOST_SHOWN else "")
        raise IllegalAction(f"{text!r} means {'several' if matches else 'none'} of {choices}")

    def play(self, action: int) -> Self:
        """Return the sitting after a person's action and the replies."""
        state = self.state.copy()
        state.apply(action)
        return replace(self, actions=(*self.actions, action))._play_on(state)

    def back_to(self, actions: int) -> Self:
        """Return the sitting after its first ``actions`` actions and their replies."""
        earlier = replace(self, actions=self.actions[:actions])
        return earlier._play_on(earlier.state.copy())

    def back(self) -> Self | None:
        """Return the sitting before a person's last action, if any."""
        count = self._last_action_of(self.persons)
        return self.back_to(count) if count >= 0 else None

    def _play_on(self, state: GameState) -> Self:
        """Return the sitting after other players' turns; ``state`` is modified in place."""
        actions, agents = list(self.actions), {}
        while (mover := state.current_player) >= 0 and mover not in self.persons:
            name = self.players[mover]
            if name not in agents:
                agents[name] = game_part(self.game, "play.engines").agent(name)
            agents[name].random = Random(f"{self.seed} {self.number} {len(actions)}")
            actions.append(agents[name].choose(state))
            state.apply(actions[-1])
        return replace(self, actions=tuple(actions))


def _check_options(game: str, names: Iterable[str], allowed: Iterable[str]) -> None:
    if unknown := [name for name in names if name not in allowed]:
        raise IllegalState(
            f"{game} has no option {unknown[0]!r}; it has {', '.join(allowed) or 'none'}"
        )


def _check_people(people: Sequence[str], players: int) -> None:
    """Raise IllegalState unless these are people's names, each once, for seats of a game."""
    if bad := [name for name in people if not _NAME.fullmatch(name)]:
        raise IllegalState(f"a person's name has 1 to 20 letters, digits or blanks; got {bad[0]!r}")
    if len({name.lower() for name in people}) < len(people) or len(people) > players:
        raise IllegalState(
            f"up to {players} people sit here, each with another name; got {', '.join(people)}"
        )


def _opponent_names(against: Sequence[str], count: int) -> tuple[str, ...]:
    """Return the names of all opponents; one name stands for all."""
    names = tuple(against) * count if len(against) == 1 else tuple(against)
    if len(names) != count:
        raise IllegalState(
            f"against names {count or 'no'} other player{'s' if count != 1 else ''}; got "
            f"{len(names)}" + (f": {', '.join(names)}" if names else "")
        )
    return names


def _split_names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _begin_words(typed: Sequence[str], words: Sequence[str]) -> bool:
    """Return whether each typed word begins a word of its own, in their order."""
    remaining = iter(words)  # shared: each search goes on behind the last match
    return all(any(word.startswith(part) for word in remaining) for part in typed)
