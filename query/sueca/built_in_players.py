"""Sueca's built-in players, and players and teams by name."""

from collections.abc import Sequence
from dataclasses import dataclass

from llq.errors import UnknownStrategy
from llq.query.custom_players import find_players, load_player
from llq.query.players import PlayerInfo, read_team
from llq.query.questions import question
from llq.solver.sueca.players import LETTERS, STRATEGIES, Player, Strategy, find_strategy

Team = str | Strategy | Player | Sequence[str | Strategy | Player]
"""Two players, separately or as ``"PIMC,MC"``, or one shared player."""

PROMISE = "a name and choose(position, random) -> card"


@dataclass(frozen=True, slots=True)
class SuecaPlayer(PlayerInfo):
    """A built-in player of Sueca.

    Parameters
    ----------
    letter
        The thesis's letter, or empty.
    deals, playouts, solved
        Deals drawn at a decision, random games for each with every legal card, and deals solved
        with open hands; None where the player needs none.
    """

    letter: str = ""
    deals: int | None = None
    playouts: int | None = None
    solved: int | None = None


@question(examples=("--format csv",))
def players() -> tuple[SuecaPlayer, ...]:
    """Return the built-in players.

    Examples
    --------
    >>> import llq
    >>> [player.name for player in llq.sueca.players() if player.letter]
    ['random', 'obligated_trump', 'always_high', 'mc_extra']
    """
    letters = {name: letter for letter, name in LETTERS.items()}
    return tuple(
        SuecaPlayer(
            name=strategy.name,
            summary=strategy.summary,
            letter=letters.get(strategy.name, ""),
            deals=strategy.shuffles or None,
            playouts=strategy.playouts or None,
            solved=strategy.deals or None,
        )
        for strategy in STRATEGIES.values()
    )


def find_player(name: str) -> Strategy | Player:
    """Return a built-in player, a custom ``module:Class``, or the program of ``bot:FOLDER``."""
    try:
        return find_strategy(name)
    except UnknownStrategy:
        if _is_built_in(name.partition(":")[0]):  # with wrong numbers
            raise
        player: Player | None = load_player(name.strip(), PROMISE)
        if player is None:
            raise
    return player


def find_team(team: Team, known: dict[str, Strategy | Player]) -> tuple[Strategy | Player, ...]:
    """Return a team's two players; ``known`` has those found so far, for `find_players`."""
    pair = read_team(team, 2, "a team is a player for both seats, or two, such as MC,A")
    return find_players(pair, known, find_player, Strategy, PROMISE)


def _is_built_in(name: str) -> bool:
    try:
        find_strategy(name)
    except UnknownStrategy:
        return False
    return True
