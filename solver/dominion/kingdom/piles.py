"""Fewest expected turns to Provinces with money and one drawing card, by the real rule.

Draw pile and discard pile as in `llq.solver.dominion.fewest.piles`. The hand and a played card lie
outside both until the turn ends, so that a card that draws past the end of the draw pile shuffles
the discard pile without them.

References
----------
Dominion (2nd edition, Rio Grande Games 2016), rulebook: a player who must draw from an empty deck
shuffles the discard pile; cards in play and in hand are discarded in the Clean-up phase.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from llq.solver.dominion.fewest.piles import PileGame, PileValues
from llq.solver.dominion.kingdom import visit_kernels
from llq.solver.dominion.kingdom.boxes import KingdomCaps, kingdom_box
from llq.solver.dominion.kingdom.cards import KingdomCard, check_draws_only


def kingdom_piles(
    card: KingdomCard, provinces: int, caps: KingdomCaps, *, relaxed: bool = False
) -> KingdomPileGame:
    """Return a game from the starting deck within caps.

    Raises
    ------
    IllegalState
        The card is not one that only draws.
    """
    check_draws_only(card)
    box = kingdom_box(card, provinces, caps, relaxed=relaxed)
    return KingdomPileGame(box, card)


@dataclass(frozen=True)
class KingdomPileGame(PileGame):
    """A game by the real rule with a kingdom card.

    Examples
    --------
    >>> from llq.solver.dominion.kingdom.cards import find_card
    >>> game = kingdom_piles(find_card("smithy"), 1, KingdomCaps(0, 5, 4, 1))
    >>> round(game.optimum().turns, 4)
    6.856
    """

    def visits(self, best: PileValues) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return how often best play begins a turn in each state, and with how many copies it ends.

        Parameters
        ----------
        best
            The values of this game.

        Returns
        -------
        (states,) and (copies + 1,) float64
            Expected turns, which sum to the expected turns of the game, and the chances of each
            number of copies of the card.
        """
        mass, ends = np.zeros(self.states), np.zeros(self.box.shape[3])
        mass[0] = 1.0
        room = self.room()
        flows = visit_kernels.Flows(*map(np.zeros_like, (room.drawn, room.spent, room.played)))
        decks = np.argsort(self.level, kind="stable")
        visit_kernels.visit(decks, self.tables, best.values, mass, room, flows, ends)
        return mass, ends
