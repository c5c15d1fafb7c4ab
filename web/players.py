"""Built-in players by name, and the question that lists them.

The library takes a custom player as ``module:attribute`` and imports the module; no request may
have the server import anything.
"""

from collections.abc import Callable, Iterable

from fastapi import APIRouter

from llq.errors import UnknownStrategy
from llq.query.players import PlayerInfo
from llq.web.http.answers import Plain
from llq.web.http.commands import Command
from llq.web.http.jobs import Job
from llq.web.http.question_routes import add_question
from llq.web.http.questions import QuestionModel
from llq.web.http.shapes import Listed, Players


def check_built_in(player: str) -> str:
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
