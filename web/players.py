"""Players by name: those that come with llq, and no others; and how pages write them.

The library takes a custom player as ``module:attribute`` and imports the module; no request may
have the server import anything.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from llq.errors import UnknownStrategy

if TYPE_CHECKING:
    from llq.web.http.limits import Limits

_FAMILIES = {
    "monte_carlo": "Monte Carlo", "mc": "Monte Carlo", "table": "Table", "solution": "Solution",
    "pimc": "PIMC",
}  # fmt: skip


def built_in(player: str, _limits: Limits | None = None) -> str:
    """Return a player's name as it is, if it cannot be one of a module.

    Raises
    ------
    UnknownStrategy
        It names a custom player.
    """
    if ":" in player:
        raise UnknownStrategy(
            f"{player!r}: only built-in players play here; a custom one plays in Python, or by "
            "moves of the game's protocol"
        )
    return player


def player_title(player: str) -> str:
    """Return a player's name as people write it.

    >>> [player_title(name) for name in ("table", "mc_extra_apart", "always_high", "untrained-1")]
    ['Table', 'Monte Carlo (extra apart)', 'Always high', 'Untrained 1']
    """
    for family, title in _FAMILIES.items():
        if player == family or player.startswith(f"{family}_"):
            more = player.removeprefix(family).strip("_").replace("_", " ")
            return f"{title} ({more})" if more else title
    words = player.replace("_", " ").replace("-", " ")
    return words[:1].upper() + words[1:]


def with_titles(text: str) -> str:
    """Return a text with the names of players in it as people write them.

    >>> with_titles("mc_extra on the true hands")
    'Monte Carlo (extra) on the true hands'
    """
    return re.sub(r"\b[a-z]+(?:_[a-z]+)+\b", lambda name: player_title(name[0]), text)
