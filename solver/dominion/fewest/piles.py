"""Fewest expected turns to a number of Provinces by the real rule, solved exactly.

Five cards are drawn from a draw pile; when it runs out, the discard pile is shuffled and becomes
the draw pile. Hand and purchase are discarded. A player who counts cards knows both piles, so the
state before a hand is the deck and what of it lies in the draw pile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.solver.dominion.fewest import pile_kernels
from llq.solver.dominion.fewest.decks import MISSING, DeckBox
from llq.solver.dominion.rules import HAND_SIZE
from llq.solver.jobs.threads import DaemonThreads

if TYPE_CHECKING:
    from llq.solver.dominion.kingdom.cards import KingdomCard

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

Choose = Callable[[DeckBox, int], NDArray[np.int64]]
"""Given a box and coins: the place bought by each deck, -1 to pass."""

TOLERANCE = 1e-12
"""Turns by which the value of a state and that of its hands may differ."""


@dataclass(frozen=True)
class PileGame:
    """A game by the real rule, ready for the kernels.

    Parameters
    ----------
    box
        Decks of Copper, Silver, Gold, the card if there is one, and last the cards without money
        that are bought.
    card
        A kingdom card that draws; None for money alone.
    rule
        What a player buys; None for all that they can pay for.
    plays
        Whether the card is played whenever it is in hand; else the player chooses.
    """

    box: DeckBox
    card: KingdomCard | None = None
    rule: Choose | None = None
    plays: bool = False

    @cached_property
    def counts(self) -> Ints:
        """Cards of each class in each deck, shape (decks, 4)."""
        counts = self.box.counts.copy()
        counts[:, -1] += self.box.others
        return counts

    @cached_property
    def offset(self) -> Ints:
        """The number of the first state of each deck, and of all; shape (decks + 1,)."""
        return np.concatenate([[0], np.cumsum(np.prod(self.counts + 1, axis=1))])

    @property
    def states(self) -> int:
        """Numbers of states, of which those with more than n - 5 cards in the pile are not met."""
        return int(self.offset[-1])

    @cached_property
    def level(self) -> Ints:
        """Cards bought of each deck, shape (decks,)."""
        return np.asarray((self.box.counts - self.box.counts[0]).sum(1))

    @property
    def offers(self) -> list[tuple[int, int, float]]:
        """Purchases of one card: the place of its kind, its cost, what it adds to the value."""
        return [(place, kind.cost, 0.0) for place, kind in enumerate(self.box.kinds)]

    @property
    def floors(self) -> list[int]:
        """The least coins of each band: sums that pay for the same purchases."""
        return sorted({0, *(cost for _, cost, _ in self.offers)})

    @cached_property
    def tables(self) -> pile_kernels.PileArrays:
        """The game in arrays."""
        places, costs, gains = zip(*self.offers, strict=True)
        counts, floors = self.counts, np.array(self.floors)
        if self.card is None:
            counts = np.insert(counts, 3, 0, axis=1)
        draws, more = (self.card.cards, self.card.coins) if self.card else (0, 0)
        coins = np.arange(3 * (HAND_SIZE + draws) + more + 1)
        drawn = range(max(HAND_SIZE, draws) + 1)
        ways = [[comb(n, k) for k in drawn] for n in range(int(counts.sum(1).max()) + 1)]
        target = self.box.targets([(place,) for place in places])
        return pile_kernels.PileArrays(
            counts=counts,
            offset=self.offset,
            target=target,
            gain=np.array(gains),
            allowed=self._allowed(np.array(costs), target),
            band=np.searchsorted(floors, coins, side="right") - 1,
            beyond=self.box.left.astype(float),
            ways=np.array(ways, float),
            draws=draws,
            coins=more,
            plays=self.plays,
        )

    def _allowed(self, costs: Ints, target: Ints) -> NDArray[np.bool_]:
        """Return the purchases that a player chooses from in each band, and passing."""
        floors = np.array(self.floors)
        shape = (self.box.decks, len(floors), len(costs) + 1)
        if self.rule is None:
            return np.broadcast_to(np.array([*costs, 0]) <= floors[:, None], shape).copy()
        allowed, decks = np.zeros(shape, bool), np.arange(self.box.decks)
        for band, floor in enumerate(floors.tolist()):
            chosen = self.rule(self.box, floor)
            missing = (chosen < 0) | (target[decks, chosen] == MISSING)
            allowed[decks, band, np.where(missing, len(costs), chosen)] = True
        return allowed

    def state(self, deck: int, pile: Sequence[int]) -> int:
        """Return the number of a deck's state, given the cards of each class in the draw pile.

        A draw pile with all cards is to be shuffled just as a discard pile with all cards is.

        Raises
        ------
        IllegalState
            The deck has no such draw pile before a hand.
        """
        counts = self.counts[deck]
        if sum(pile) == counts.sum():
            pile = (0,) * len(counts)
        if any(not 0 <= n <= most for n, most in zip(pile, counts, strict=True)):
            raise IllegalState("the draw pile has cards that the deck does not have")
        if sum(pile) > counts.sum() - HAND_SIZE:
            raise IllegalState(
                f"a draw pile has at most {counts.sum() - HAND_SIZE} of a deck's {counts.sum()} "
                f"cards before a hand, not {sum(pile)}"
            )
        return int(self.offset[deck] + np.ravel_multi_index(tuple(pile), tuple(counts + 1)))

    def room(self) -> pile_kernels.Room:
        """Return room for the piles of the largest deck."""
        piles, bands = int(np.diff(self.offset).max()), len(self.floors)
        played = piles if self.card else 0
        return pile_kernels.Room(
            parts=np.zeros((piles, 5), np.int64),
            order=np.zeros(piles, np.int64),
            begin=np.zeros(int(self.counts.sum(1).max()) + 2, np.int64),
            bought=np.empty((piles, bands)),
            spent=np.empty((piles, bands)),
            played=np.empty((played, 3 * (HAND_SIZE - 1) + 1)),
            drawn=np.empty(played),
        )

    def optimum(
        self, *, threads: int = 2, progress: Callable[[int, int], None] | None = None
    ) -> PileValues:
        """Return the fewest expected turns from every state, or those of the game's rule.

        Examples
        --------
        >>> from llq.solver.dominion.fewest.decks import Caps, money_box
        >>> best = PileGame(money_box(1, Caps(copper=0, silver=8, gold=8))).optimum()
        >>> round(best.turns, 4), best.residual < 1e-12
        (8.7208, True)
        """
        values, residual = np.full(self.states, np.nan), np.zeros((threads, 1))
        rooms = [self.room() for _ in range(threads)]
        sweeps, done = 0, 0

        def solve(share: Ints, i: int) -> int:
            return int(
                pile_kernels.fewest(share, self.tables, values, rooms[i], TOLERANCE, residual[i])
            )

        with DaemonThreads(threads) as pool:
            for level in range(int(self.level.max()), -1, -1):
                decks = np.flatnonzero(self.level == level)
                tasks = [pool.submit(solve, decks[i::threads].copy(), i) for i in range(threads)]
                sweeps += sum(task.result() for task in tasks)
                done += int(np.diff(self.offset)[decks].sum())
                if progress:
                    progress(done, self.states)
        return PileValues(self, values, float(residual.max()), sweeps)

    def best_chances(
        self,
        turns: int,
        *,
        threads: int = 2,
        progress: Callable[[int, int], None] | None = None,
    ) -> Floats:
        """Return the best chance to be done within 0 to ``turns`` turns from the first deck.

        Returns
        -------
        (turns + 1,) float64
            Each of a policy of its own, made for that number of turns.

        Examples
        --------
        >>> from llq.solver.dominion.fewest.decks import Caps, money_box
        >>> chances = PileGame(money_box(1, Caps(copper=0, silver=8, gold=8))).best_chances(9)
        >>> chances[[5, 9]].round(4).tolist()
        [0.0372, 0.6651]
        """
        missed = np.zeros(turns + 1)
        for turn, value in enumerate(self._turn_by_turn(turns, 1.0, threads), start=1):
            missed[turn] = 1.0 - value
            if progress:
                progress(turn, turns)
        return missed

    def _beyond(self, turns: int) -> Floats:
        """Return a bound of each deck's value beyond the caps, with ``turns`` turns to go."""
        return np.where(self.box.left <= turns, 0.0, 1.0)

    def _turn_by_turn(self, turns: int, last: float, threads: int) -> Iterator[float]:
        """Yield the least value of the first deck with 1, 2, … turns to go; ``last`` with none."""
        now, after = np.full(self.states, last), np.full(self.states, last)
        rooms = [self.room() for _ in range(threads)]
        with DaemonThreads(threads) as pool:
            for turn in range(1, turns + 1):
                tables = self.tables._replace(beyond=self._beyond(turn - 1))
                after, now = now, after
                decks = np.flatnonzero(self.level <= turns - turn)
                tasks = [
                    pool.submit(
                        pile_kernels.one_turn,
                        decks[i::threads].copy(),
                        tables,
                        now,
                        after,
                        rooms[i],
                    )
                    for i in range(threads)
                ]
                for task in tasks:
                    task.result()
                yield float(now[0])


@dataclass(frozen=True)
class PileValues:
    """Values of every state.

    Parameters
    ----------
    values
        (states,) float64. Expected turns to the goal before a hand is drawn.
    residual
        Largest difference between a state's value and what its hands lead to, in turns. The values
        are exact to this share of themselves: see `llq.solver.dominion.fewest.pile_kernels.fewest`.
    sweeps
        Rounds of the piles that the loops took, over all decks.
    """

    game: PileGame
    values: Floats
    residual: float
    sweeps: int

    @property
    def turns(self) -> float:
        """Expected turns from the box's first deck, all of it to be shuffled."""
        return float(self.values[0])

    def lookup(self, copies: Sequence[int], pile: Sequence[int]) -> float:
        """Return the expected turns of a deck with a draw pile, before a hand is drawn.

        Parameters
        ----------
        copies
            Of each kind of the box in the deck.
        pile
            Coppers, Silvers, Golds, copies of the card if there is one, and other cards in the draw
            pile.

        Raises
        ------
        IllegalState
            The box has no such deck, or the deck no such pile.
        """
        return float(self.values[self.game.state(self.game.box.number(copies), pile)])
