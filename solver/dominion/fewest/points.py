"""Most points in a fixed number of turns by the real rule: the thesis's question with both piles.

As in `llq.solver.dominion.strategies.reshuffle`, points add up and leave the state, and victory
cards are one class. Caps on bought cards keep the states few: forbidding what is beyond them gives
a lower bound, a relaxed box an upper one (see `llq.solver.dominion.fewest.decks`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.solver.dominion.fewest.decks import Caps, DeckBox, Kind, money_box
from llq.solver.dominion.fewest.piles import PileGame
from llq.solver.dominion.variants import rules


@dataclass(frozen=True)
class PointsGame(PileGame):
    """A game for points by the real rule: values are points missed, so less is better."""

    @property
    def offers(self) -> list[tuple[int, int, float]]:
        """Every card of the rules, victory cards by the last kind of the box; points are gained."""
        last = len(self.box.kinds) - 1
        return [
            (self.box.place.get(card.name, last), card.cost, -float(card.points))
            for card in rules().cards
        ]

    def _beyond(self, turns: int) -> NDArray[np.float64]:
        """Return the points missed with a Province on every turn to go."""
        top = max(card.points for card in rules().cards)
        return np.full(self.box.decks, -float(top * turns))


def most_points(
    turns: int,
    caps: Caps,
    *,
    victory_cards: int | None = None,
    relaxed: bool = False,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
) -> NDArray[np.float64]:
    """Return the most expected points after 0 to ``turns`` turns, within caps on what is bought.

    Parameters
    ----------
    caps
        Most bought treasures.
    victory_cards
        Most bought victory cards; by default as many as there are turns.
    relaxed
        Whether purchases beyond a cap are better than real ones, for an upper bound.

    Returns
    -------
    (turns + 1,) float64
        The best of the policies that stay within the caps, or a bound of every policy.

    Examples
    --------
    >>> most_points(3, Caps(copper=3, silver=3, gold=3)).round(4).tolist()
    [3.0, 4.1667, 5.3333, 6.3409]
    """
    game = rules()
    most = turns if victory_cards is None else victory_cards
    treasures = money_box(1, caps).kinds[:-1]
    if relaxed and most < turns:
        raise IllegalState("an upper bound needs room for a victory card every turn")
    estates = game.start[game.place["estate"]]
    # The last kind stands for all victory cards, whose costs are in `tables`. What reaches its goal
    # ends the game early, which gains nothing.
    box = DeckBox((*treasures, Kind("victory", 0, estates, estates + most + 1)), 0, relaxed)
    points = np.full(turns + 1, float(game.start_points))
    values = PointsGame(box)._turn_by_turn(turns, 0.0, threads)
    for turn, value in enumerate(values, start=1):
        points[turn] -= value
        if progress:
            progress(turn, turns)
    return points
