"""Built-in and custom players of matches."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeGuard

from llq.errors import UnknownStrategy, did_you_mean
from llq.query.custom_players import is_custom_player, load_player
from llq.query.love_letter.responses.exploiters import EXPLOITER, check_exploiter
from llq.query.players import PlayerInfo
from llq.query.questions import question

if TYPE_CHECKING:
    from llq.solver.love_letter.players import Player
    from llq.solver.love_letter.rules import Rules

PROMISE = "a name and choose(view, random) -> action"
"""Requirements on a custom player."""

THESIS_PLAYERS = ("random", "strategic", "monte_carlo", "table")
"""Players of the thesis's Table 11."""

_TABLE = "love-letter"  # as ``llq build`` names it

SOLUTION = "solution"
"""Name of the mixed-policy player with memory."""
SOLUTION_SCORINGS = {SOLUTION: "half", "solution_discards": "discards"}
"""The solutions' players, and each one's scoring."""

_PLAYERS = (
    PlayerInfo("random", "any card, guess and target, but never the Princess by choice"),
    PlayerInfo("strategic", "rules of thumb: wins with a known card, else plays the lower card"),
    PlayerInfo("monte_carlo", "the action that wins most random playouts"),
    PlayerInfo("table", "the solved table; equal final cards are half a win to each", _TABLE),
    PlayerInfo("table_discards", "the solved table where discards decide equal cards", _TABLE),
    PlayerInfo("monte_carlo_limit", "monte_carlo with endless playouts; exact matches only"),
    PlayerInfo(EXPLOITER, "the best response to table: remembers all; matches only", _TABLE),
    PlayerInfo(
        SOLUTION,
        "a mixed policy that remembers the last two actions, hard to exploit",
        "love-letter-solution",
    ),
    PlayerInfo(
        "solution_discards",
        "a mixed policy learnt where discards decide: it remembers the last action",
        "love-letter-solution",
    ),
    PlayerInfo("lowest", "the lower card wherever it may be played; exact matches only"),
)

EXACT_PLAYERS = (
    *("random", "strategic", "monte_carlo", "monte_carlo_limit"),
    *("table", "table_discards", "lowest"),
)
"""The players whose matches are computed: ``monte_carlo`` with a number of playouts and without
limit, ``table`` solved with half a win for equal final cards, ``table_discards`` by discard totals,
``lowest`` that plays the lower card wherever it may."""

PLAYERS_OF_TWO_CHOICES = ("random", "strategic", "table")
"""Players with a known second choice, required in some editions."""


@question(examples=("--format csv",))
def players() -> tuple[PlayerInfo, ...]:
    """Return the built-in players with names, playing styles and required tables.

    Examples
    --------
    >>> import llq
    >>> [player.name for player in llq.love_letter.players()][:3]
    ['random', 'strategic', 'monte_carlo']
    """
    return _PLAYERS


def find_player(player: str | Player) -> str | Player:
    """Return a player of matches: a built-in player's name, or a custom player.

    ``player`` is a built-in player's name in any spelling, ``module:attribute`` or ``bot:FOLDER``
    for a custom player, or the custom player itself.
    """
    custom_player = load_player(player, PROMISE) if isinstance(player, str) else player
    if custom_player is None:
        return _find_built_in(str(player))
    if not is_custom_player(custom_player):
        raise UnknownStrategy(f"{player!r} is not a player: it needs {PROMISE}")
    custom: Player = custom_player
    return custom


def _find_built_in(player: str) -> str:
    from llq.solver.love_letter.players import find_strategy

    table_players = (EXPLOITER, *SOLUTION_SCORINGS)
    if (name := _normalised(player)) in table_players:
        return name
    try:
        return find_strategy(player).name.lower()
    except UnknownStrategy as error:
        raise UnknownStrategy(f"{error}, {', '.join(table_players)}") from None


def _normalised(name: str) -> str:
    return name.strip().lower().replace("-", "_")


def find_exact_player(player: Any) -> Any:
    """Return an exact-match player from a name or ``module:attribute``; others as they are."""
    if not isinstance(player, str):
        return player
    name, known = _normalised(player), (*EXACT_PLAYERS, *SOLUTION_SCORINGS)
    if name in known:
        return name
    if ":" not in player:
        raise UnknownStrategy(
            f"unknown player {player!r}{did_you_mean(name, known)}; exact matches have "
            f"{', '.join(known)}"
        )
    return find_player(player)


def check_players(rules: Rules, players: Iterable[str | Player]) -> None:
    """Refuse players that cannot play a variant."""
    for player in players:
        if not rules.chooses_twice:
            if player == EXPLOITER:
                check_exploiter(rules)
        elif isinstance(player, str) and player not in THESIS_PLAYERS:
            raise UnknownStrategy(
                f"{player!r} cannot play {rules.variant} Love Letter; "
                f"it is played by: {', '.join(THESIS_PLAYERS)}"
            )


def is_solution(player: object) -> TypeGuard[str]:
    """Return whether a name denotes a built-in solution player."""
    return isinstance(player, str) and player in SOLUTION_SCORINGS


def is_sampling(players: Iterable[str | Player]) -> bool:
    """Return whether a Monte Carlo player, which plays a thousand times slower, is among some."""
    return "monte_carlo" in [player for player in players if isinstance(player, str)]
