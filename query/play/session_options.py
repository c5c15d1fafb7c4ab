"""Sitting options: game arguments, their text forms, and available opponents."""

from typing import Any

from llq.errors import IllegalState, LlqError, UnknownStrategy
from llq.query.argument_types import defaults_of
from llq.query.games import find_game, game_part
from llq.query.players import PlayerInfo
from llq.solver.arguments import read_digits

_NOT_OPTIONS = ("seed", "number", "rules")
_TRUE, _FALSE = ("yes", "on", "true", "1"), ("no", "off", "false", "0")


def options_of(game: str) -> dict[str, Any]:
    """Return a game's ``new_game`` options with their defaults.

    >>> options_of("love-letter")
    {'variant': 'classic', 'face_up': 0, 'players': 2}
    """
    return defaults_of(game_part(game, "play.engines").new_game, without=_NOT_OPTIONS)


def default_opponent(game: str, players: int = 2) -> str:
    """Return the default opponent in a game for some number of players.

    >>> default_opponent("love-letter"), default_opponent("love-letter", 4)
    ('table', 'reader')
    """
    if game == "love-letter" and players != 2:
        return str(game_part(game, "multiplayer.seats").USUAL)
    return str(game_part(game, "play.engines").agent().name)


def opponents(game: str, variant: str) -> tuple[PlayerInfo, ...]:
    """Return built-in players that take seats in a variant.

    >>> [player.name for player in opponents("dominion", "solitaire")]
    []
    """
    engines = game_part(game, "play.engines")
    if engines.new_game(0, variant=variant).players == 1:
        return ()
    for form in find_game(game).forms:
        if form.settings.get("variant", variant) == variant:
            players = form.players or game_part(game, "built_in_players").players
            return tuple(player for player in players() if _can_play(engines, player.name))
    return ()


def read_option(game: str, name: str, text: str, default: Any) -> Any:
    """Parse text as a game option of its default's type."""
    if isinstance(default, bool):
        if text.lower() not in (*_TRUE, *_FALSE):
            raise IllegalState(f"{name} is yes or no; got {text!r}")
        return text.lower() in _TRUE
    if isinstance(default, str):
        return text
    if (number := read_digits(text)) is None:
        raise IllegalState(
            f"{name} is a non-negative integer of at most 18 digits; got {text[:40]!r}"
        )
    most = find_game(game).most.get(name)
    if most is not None and number > most:
        raise IllegalState(f"{name} is at most {most}; got {text}")
    return number


def _can_play(engines: Any, name: str) -> bool:
    try:
        engines.agent(name)
    except LlqError as error:  # one whose table is missing says so once it is to play
        return not isinstance(error, UnknownStrategy)
    return True
