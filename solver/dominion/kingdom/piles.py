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

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from llq.solver.dominion.fewest.decks import MISSING, DeckBox
from llq.solver.dominion.fewest.piles import TOLERANCE, PileGame, PileValues
from llq.solver.dominion.kingdom import pile_kernels, visit_kernels
from llq.solver.dominion.kingdom.boxes import KingdomCaps, kingdom_box
from llq.solver.dominion.kingdom.cards import KingdomCard, check_draws_only
from llq.solver.dominion.rules import HAND_SIZE
from llq.solver.jobs.threads import DaemonThreads

__all__ = ["KingdomPileGame", "kingdom_piles"]

Choose = Callable[[DeckBox, int], NDArray[np.int64]]
"""Given a box and coins: the place bought by each deck, -1 to pass."""


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
    """A game by the real rule, ready for the kernels.

    Parameters
    ----------
    box
        Decks of Copper, Silver, Gold, the card and Provinces, in this order.
    card
        What the fourth kind is.
    rule
        What a player buys; None for all that they can pay for.
    plays
        Whether the card is played whenever it is in hand; else the player chooses.
    """

    card: KingdomCard
    rule: Choose | None = None
    plays: bool = False

    def state(self, deck: int, pile: Sequence[int]) -> int:
        """Return the number of a deck's state, as `PileGame` does."""
        is_whole = sum(pile) == self.counts[deck].sum()
        return super().state(deck, (0,) * len(pile) if is_whole else pile)

    @property
    def floors(self) -> list[int]:
        """The least coins of each band."""
        return sorted({0, *(kind.cost for kind in self.box.kinds)})

    @cached_property
    def arrays(self) -> pile_kernels.Game:
        """The game in arrays."""
        kinds, floors = self.box.kinds, np.array(self.floors)
        coins = np.arange(3 * (HAND_SIZE + self.card.cards) + self.card.coins + 1)
        cards = int(self.counts.sum(1).max())
        draws = max(HAND_SIZE, self.card.cards)
        ways = [[comb(n, k) for k in range(draws + 1)] for n in range(cards + 1)]
        target = self.box.targets([(place,) for place in range(len(kinds))])
        shape = (self.box.decks, len(floors), len(kinds) + 1)
        if self.rule is None:
            pays = [[kind.cost <= floor for kind in kinds] + [True] for floor in floors]
            allowed = np.broadcast_to(np.array(pays), shape).copy()
        else:
            allowed, decks = np.zeros(shape, bool), np.arange(self.box.decks)
            for band, floor in enumerate(floors.tolist()):
                chosen = self.rule(self.box, floor)
                missing = (chosen < 0) | (target[decks, chosen] == MISSING)
                allowed[decks, band, np.where(missing, len(kinds), chosen)] = True
        return pile_kernels.Game(
            counts=self.counts,
            offset=self.offset,
            target=target,
            allowed=allowed,
            band=np.searchsorted(floors, coins, side="right") - 1,
            beyond=self.box.left.astype(float),
            ways=np.array(ways, float),
            draws=self.card.cards,
            coins=self.card.coins,
            plays=self.plays,
        )

    def space(self) -> pile_kernels.Room:
        """Return room for the piles of the largest deck."""
        piles, bands = int(np.diff(self.offset).max()), len(self.floors)
        return pile_kernels.Room(
            parts=np.zeros((piles, 5), np.int64),
            order=np.zeros(piles, np.int64),
            begin=np.zeros(int(self.counts.sum(1).max()) + 2, np.int64),
            bought=np.empty((piles, bands)),
            spent=np.empty((piles, bands)),
            played=np.empty((piles, 3 * (HAND_SIZE - 1) + 1)),
            drawn=np.empty(piles),
        )

    def optimum(
        self, *, threads: int = 2, progress: Callable[[int, int], None] | None = None
    ) -> PileValues:
        """Return the fewest expected turns from every state, or those of the game's rule.

        Parameters
        ----------
        threads
            Decks with equally many cards bought are shared out among them.
        progress
            Called with the states that are solved and their total.

        Examples
        --------
        >>> from llq.solver.dominion.kingdom.cards import find_card
        >>> game = kingdom_piles(find_card("smithy"), 1, KingdomCaps(0, 5, 4, 1))
        >>> round(game.optimum().turns, 4)
        6.856
        """
        values, residual = np.full(self.states, np.nan), np.zeros((threads, 1))
        rooms = [self.space() for _ in range(threads)]
        rounds, done = 0, 0

        def solve(share: NDArray[np.int64], i: int) -> int:
            return int(
                pile_kernels.fewest(share, self.arrays, values, rooms[i], TOLERANCE, residual[i])
            )

        with DaemonThreads(threads) as pool:
            for level in range(int(self.level.max()), -1, -1):
                decks = np.flatnonzero(self.level == level)
                tasks = [pool.submit(solve, decks[i::threads].copy(), i) for i in range(threads)]
                rounds += sum(task.result() for task in tasks)
                done += int(np.diff(self.offset)[decks].sum())
                if progress:
                    progress(done, self.states)
        return PileValues(self, values, float(residual.max()), rounds)

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
        room = self.space()
        flows = visit_kernels.Flows(*map(np.zeros_like, (room.drawn, room.spent, room.played)))
        decks = np.argsort(self.level, kind="stable")
        visit_kernels.visit(decks, self.arrays, best.values, mass, room, flows, ends)
        return mass, ends
