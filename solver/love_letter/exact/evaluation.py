"""One policy against another, exactly: backward induction over joint states.

A joint state is a state of the mover with the opponent's card fixed, known or not, at a discard
difference: everything that decides what both players do and how the round ends by the real rules.
The deck and the aside card are exchangeable, so nothing else matters.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.solver.jit import njit
from llq.solver.love_letter.engine import make_arena
from llq.solver.love_letter.exact.joint import add_chances, card_at, weigh
from llq.solver.love_letter.exact.policies import Policy
from llq.solver.love_letter.kernels import is_hit, is_kept_known, play
from llq.solver.love_letter.lead_ranges import find_lead_ranges
from llq.solver.love_letter.leads import LeadIndex, entry_at, lead_range, no_leads
from llq.solver.love_letter.reach import reachable
from llq.solver.love_letter.rules import Effect, GameArrays, Rules, Scoring
from llq.solver.love_letter.states import Layout, StateSpace, state_space
from llq.solver.love_letter.turn import MISS, Branches, make_branches

__all__ = [
    "Chances",
    "Evaluation",
    "deal_ways",
    "evaluate",
]

_GUESS = int(Effect.GUESS)
_ROUNDING = 1e-14  # of a difference of chances that cancel
_THREADS_SHARE = 64  # blocks a thread takes at a time


class Chances(NamedTuple):
    """What a round comes to for the first player."""

    win: float
    """His chance of winning."""
    loss: float
    """The second player's chance of winning."""
    tokens: float = 0.0
    """Tokens he may expect from right guesses, besides the one for the round."""
    lost_tokens: float = 0.0
    """Tokens the second player may expect from them."""

    @property
    def draw(self) -> float:
        """Chance that nobody wins."""
        draw = 1.0 - self.win - self.loss
        return draw if draw > _ROUNDING else 0.0


class Evaluation(NamedTuple):
    """The chances of a mover in every joint state."""

    rules: Rules
    face_up: int
    leads: LeadIndex
    values: NDArray[np.float64]
    """(2 or 4, entries): the fields of `Chances`, tokens only where guesses earn them; entries of
    states that no game comes to are 0."""

    def mean(self) -> Chances:
        """Return the first player's chances, averaged over the deal."""
        return self._average(None, None)

    def opening(self, hand: tuple[int, int], face_up: tuple[int, ...] | None = None) -> Chances:
        """Return the first player's chances from two cards, cards as indices.

        Parameters
        ----------
        face_up
            The cards that lie face up; all deals are averaged by default.

        Raises
        ------
        IllegalState
            The deck cannot deal these cards.
        """
        return self._average(hand, face_up)

    def showing(self, face_up: tuple[int, ...]) -> Chances:
        """Return the first player's chances with these cards face up, averaged over his hand.

        Raises
        ------
        IllegalState
            The deck cannot deal these cards.
        """
        return self._average(None, face_up)

    def _average(self, hand: tuple[int, int] | None, face_up: tuple[int, ...] | None) -> Chances:
        """Return the chances, averaged over all deals of this hand and of these cards face up."""
        space = state_space(self.rules)
        chosen = space.block_n == self.rules.opening_unseen - self.face_up
        codes, hands = np.divmod(space.block_cell, space.layout.hands)
        if hand is not None:
            chosen &= hands == space.layout.hand[hand]
        if face_up is not None:
            shown = np.bincount(face_up, minlength=len(self.rules.cards))
            held = np.zeros((space.layout.hands, len(shown)), dtype=np.int64)
            for column in space.hand_cards.T:
                held[np.arange(len(held)), column] += 1
            left = np.array(self.rules.copies) - shown - held[hands]
            chosen &= (space.unseen[codes] == left).all(axis=1)
        blocks = np.flatnonzero(chosen)
        if not len(blocks):
            raise IllegalState(
                f"{self.rules.variant} Love Letter with {self.face_up} cards face up cannot deal "
                f"{'any hand' if hand is None else f'the hand {hand}'}"
                + ("" if face_up is None else f" beside {face_up}")
            )
        weights = np.array([deal_ways(space, int(block)) for block in blocks], dtype=float)
        values = np.array([self._block(int(block)) for block in blocks])
        return Chances(*(weights @ values / weights.sum()).tolist())

    def entries_dealt(self, block: int) -> NDArray[np.int64]:
        """Return the entry of each card that the opponent may hold in a block just dealt."""
        space = state_space(self.rules)
        cell = int(space.block_cell[block])
        even = entry_at(lead_range(self.leads, cell, 0), 0)
        kinds = int(space.layout.kinds[cell // space.layout.hands])
        at: NDArray[np.int64] = even + (1 + np.arange(kinds)) * int(self.leads.width[cell])
        return at

    def _block(self, block: int) -> NDArray[np.float64]:
        """Return the chances in a block just dealt, averaged over the opponent's card."""
        space = state_space(self.rules)
        unseen = space.unseen[space.block_cell[block] // space.layout.hands]
        copies = unseen[unseen > 0]
        return np.asarray(self.values[:, self.entries_dealt(block)] @ copies / copies.sum())


def evaluate(
    rules: Rules,
    first: Policy,
    second: Policy,
    *,
    face_up: int = 0,
    scoring: Scoring = Scoring.DISCARDS,
    everywhere: bool = False,
    threads: int = 2,
) -> tuple[Evaluation, Evaluation]:
    """Return the chances of ``first`` moving against ``second``, and the other way round.

    Parameters
    ----------
    face_up
        Cards laid open before the deal: 0, or 3 by the official two-player rule.
    scoring
        What equal final cards are worth: by ``discards``, the real rule, the higher total wins; by
        ``half`` they are a draw.
    everywhere
        Whether states are evaluated that no game comes to; else they are left at 0.
    threads
        Threads that share each level; the result does not depend on their number.

    Notes
    -----
    All terms are sums of non-negative products of at most a few hundred factors near 1, so values
    are within 1e-13 of the exact fractions.
    """
    space = state_space(rules)
    by_discards = scoring == Scoring.DISCARDS
    leads, entries = no_leads(space), space.size
    if by_discards:
        leads, entries = find_lead_ranges(rules, (face_up,))
    arena = make_arena(space)
    visited = reachable(rules, (face_up,)) | everywhere
    tokens = rules.arrays.payoff_hit - 1.0
    ours, theirs = np.zeros((2, 4 if tokens.any() else 2, entries))
    same = first is second
    if same:
        theirs = ours

    def run(start: int, stop: int) -> None:
        cells = space.block_cell[start:stop]
        codes, hands = np.divmod(cells, space.layout.hands)
        size, widest = len(rules.actions), leads.width[cells].max(initial=1)
        room = (
            make_branches(len(rules.cards)), np.empty(size, dtype=np.int64),
            np.zeros((size, widest)), np.zeros((2, widest)),
        )  # fmt: skip
        for policy, mine, next_turn in ((first, ours, theirs), (second, theirs, ours)):
            _evaluate_blocks(
                rules.arrays, space.layout, leads, by_discards, arena.options, tokens, policy,
                visited, space.unseen[codes], space.hand_cards[hands], cells, next_turn, mine,
                *room,
            )  # fmt: skip
            if same:
                break

    with ThreadPoolExecutor(threads) as pool:
        for n in range(2, rules.opening_unseen - face_up + 1):
            low, high = np.searchsorted(space.block_n, [n, n + 1])
            bounds = np.append(np.arange(low, high, _THREADS_SHARE), high)
            for job in [pool.submit(run, *span) for span in pairwise(bounds.tolist())]:
                job.result()
    return (
        Evaluation(rules, face_up, leads, ours),
        Evaluation(rules, face_up, leads, theirs),
    )


def deal_ways(space: StateSpace, block: int) -> int:
    """Return in how many ways a deal comes to a block's hand and seen cards."""
    code, hand = divmod(int(space.block_cell[block]), space.layout.hands)
    ways = 1
    low, high = space.hand_cards[hand].tolist()
    for card, copies in enumerate(space.rules.copies):
        held = (low == card) + (high == card)
        shown = copies - held - int(space.unseen[code, card])
        ways *= comb(copies, held) * comb(copies - held, shown)
    return ways


@njit(_nrt=False)
def _evaluate_blocks(
    game: GameArrays,
    layout: Layout,
    leads: LeadIndex,
    by_discards: bool,
    options: NDArray[np.int64],
    tokens: NDArray[np.float64],
    policy: Policy,
    visited: NDArray[np.bool_],
    unseen: NDArray[np.int64],
    hands: NDArray[np.int64],
    cells: NDArray[np.int64],
    values: NDArray[np.float64],
    out: NDArray[np.float64],
    branches: Branches,
    used: NDArray[np.int64],
    weights: NDArray[np.float64],
    missed: NDArray[np.float64],
) -> None:
    """Evaluate whole blocks from ``values``, the opponent's to come; ``out`` is modified in place.

    Both have the shape of `Evaluation.values`, each from its own mover's side. The arrays after
    ``out`` are room to work in; ``weights`` (actions, differences) begins and ends with zeros.
    """
    for block in range(len(cells)):
        cell = cells[block]
        pool = unseen[block]
        low, high = hands[block]
        width = leads.width[cell]
        pool_size, pool_code = pool.sum() - 1, cell // layout.hands
        kinds = layout.kinds[pool_code]
        revealed = layout.width[cell] > 1 + kinds
        for maid in range(2 if layout.maid_step[cell] > 0 else 1):
            for hand_known in range((2 if low == high else 3) if revealed else 1):
                blind = maid * layout.maid_step[cell] + hand_known * layout.width[cell]
                count = 0
                for slot in range(1, layout.width[cell]):
                    known = 1 if slot > kinds else 0
                    if slot == 1 or known:
                        for index in range(count):
                            weights[used[index], :] = 0.0
                        count = weigh(
                            game, policy, options, cell, leads, low, high, maid,
                            blind + (slot if known else 0), weights, used,
                        )  # fmt: skip
                    place = blind + slot
                    if not visited[layout.offset[cell] + place]:
                        continue
                    theirs = card_at(pool, slot - 1 - known * kinds)
                    at = leads.start[cell] + place * width
                    pool[theirs] -= 1
                    missed[:, :] = 0.0
                    misses = 0  # 1: by the lower card, 2: by the higher
                    for index in range(count):
                        action = used[index]
                        argument = game.action_argument[action]
                        is_low = action < game.first_action[low + 1]
                        played, kept = (low, high) if is_low else (high, low)
                        if game.effects[played] == _GUESS:
                            if is_hit(game, played, argument, theirs, maid):
                                for k in range(width):
                                    out[0, at + k] += weights[action, k]
                                    if len(out) > 2:
                                        out[2, at + k] += weights[action, k] * tokens[theirs]
                            else:
                                misses |= 1 if is_low else 2
                                for k in range(width):
                                    missed[0 if is_low else 1, k] += weights[action, k]
                            continue
                        kept_known = is_kept_known(low, high, played, hand_known)
                        outcome = play(
                            game, layout, pool, pool_size, pool_code - layout.stride[theirs],
                            played, argument, kept, theirs, maid, known, kept_known, branches,
                        )  # fmt: skip
                        add_chances(
                            leads, by_discards, cell, outcome, branches, values,
                            weights[action, :width], out[:, at : at + width],
                        )  # fmt: skip
                    for side in range(2):
                        played, kept = (low, high) if side == 0 else (high, low)
                        if (misses >> side) & 1:
                            kept_known = is_kept_known(low, high, played, hand_known)
                            outcome = play(
                                game, layout, pool, pool_size, pool_code - layout.stride[theirs],
                                played, MISS, kept, theirs, maid, known, kept_known, branches,
                            )  # fmt: skip
                            add_chances(
                                leads, by_discards, cell, outcome, branches, values,
                                missed[side, :width], out[:, at : at + width],
                            )  # fmt: skip
                    pool[theirs] += 1
                for index in range(count):
                    weights[used[index], :] = 0.0
