"""The list of Sueca's built-in players."""

from __future__ import annotations

from dataclasses import dataclass

from llq.query.players import PlayerInfo
from llq.solver.sueca.players import STRATEGIES, find_strategy

__all__ = ["SuecaPlayer", "players"]


@dataclass(frozen=True, slots=True)
class SuecaPlayer(PlayerInfo):
    """A built-in player of Sueca.

    Parameters
    ----------
    letter
        The thesis's letter, or empty.
    deals, playouts, solved
        Deals drawn at a decision, random games for each with every legal card, and deals solved
        with open hands; 0 where the player needs none.
    """

    letter: str = ""
    deals: int = 0
    playouts: int = 0
    solved: int = 0


def players() -> tuple[SuecaPlayer, ...]:
    """Return the built-in players.

    Examples
    --------
    >>> import llq
    >>> [player.name for player in llq.sueca.players() if player.letter]
    ['random', 'obligated_trump', 'always_high', 'mc_extra']
    """
    letters = {find_strategy(letter).name: letter for letter in ("R", "T", "A", "MC")}
    return tuple(
        SuecaPlayer(
            name=strategy.name,
            summary=strategy.summary,
            letter=letters.get(strategy.name, ""),
            deals=strategy.shuffles,
            playouts=strategy.playouts,
            solved=strategy.deals,
        )
        for strategy in STRATEGIES.values()
    )
