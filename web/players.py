"""Built-in players by name, and player titles on pages.

The library takes a custom player as ``module:attribute`` and imports the module; no request may
have the server import anything.
"""

import re
from collections.abc import Callable, Iterable

from fastapi import APIRouter

from llq.errors import UnknownStrategy
from llq.query.players import PlayerInfo
from llq.web.http.answers import Plain, add_question
from llq.web.http.commands import Command
from llq.web.http.jobs import Job
from llq.web.http.questions import QuestionModel
from llq.web.http.shapes import Listed, Players

_FAMILIES = {
    "monte_carlo": "Monte Carlo", "mc": "Monte Carlo", "table": "Table", "solution": "Solution",
    "pimc": "PIMC",
}  # fmt: skip


def built_in(player: str) -> str:
    """Return a player's name unchanged, unless it could name a module."""
    if ":" in player:
        raise UnknownStrategy(
            f"{player!r}: only built-in players play here; a custom one plays in Python"
        )
    return player


def add_players(
    api: APIRouter,
    game: str,
    *,
    shape: type[Listed] = Players,
    is_quick: bool = True,
    **lists: Callable[[], Iterable[PlayerInfo]],
) -> None:
    """Add a game's ``/players`` question, with named lists as its answer."""

    def list_players(_question: QuestionModel, _job: Job) -> Plain:
        """Return the built-in and stored players, and each one's data source."""
        return {name: [player.to_dict() for player in listed()] for name, listed in lists.items()}

    add_question(
        api, "/players", QuestionModel, list_players, summary="The players", shape=shape,
        is_quick=is_quick, command=Command(f"llq {game} players"),
    )  # fmt: skip


def player_title(player: str) -> str:
    """Return a player's name as people write it.

    >>> [player_title(name) for name in ("table", "mc_extra_apart", "always_high", "untrained-1")]
    ['Table', 'Monte Carlo (extra apart)', 'Always high', 'Untrained 1']
    """
    for family, title in _FAMILIES.items():
        if player == family or player.startswith(f"{family}_"):
            detail = player.removeprefix(family).strip("_").replace("_", " ")
            return f"{title} ({detail})" if detail else title
    words = player.replace("_", " ").replace("-", " ")
    return words[:1].upper() + words[1:]


def with_titles(text: str) -> str:
    """Return a text with player names as display titles.

    >>> with_titles("mc_extra on the true hands")
    'Monte Carlo (extra) on the true hands'
    """
    return re.sub(r"\b[a-z]+(?:_[a-z]+)+\b", lambda name: player_title(name[0]), text)
