"""Exact evaluation of one policy against another: backward induction over joint states.

A joint state is a state of the mover with the opponent's card fixed, known or not, at a lead:
everything that decides what both players do and how the round ends by the real rules. The deck and
the aside card are exchangeable, so nothing else matters.
"""

from math import comb, fsum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.solver.array_types import Bools, Floats, Ints
from llq.solver.jit import njit
from llq.solver.love_letter.exact import joint
from llq.solver.love_letter.exact.joint import TOKENS, WIN
from llq.solver.love_letter.exact.policies import Policy
from llq.solver.love_letter.rules import GameArrays, Rules, Scoring
from llq.solver.love_letter.table import kernels
from llq.solver.love_letter.table.block_states import Blocks, run_levels, take_blocks
from llq.solver.love_letter.table.book import Book
from llq.solver.love_letter.table.exchange import Exchange
from llq.solver.love_letter.table.lead_ranges import index_entries
from llq.solver.love_letter.table.leads import LeadIndex, LeadRange
from llq.solver.love_letter.table.reach import reachable
from llq.solver.love_letter.table.spies import NO_SPIES, show_spies
from llq.solver.love_letter.table.states import UNKNOWN, StateSpace, state_space
from llq.solver.love_letter.turn import MISS, WINS, HandPlay

_ROUNDING = 1e-14  # of a difference of chances that cancel


class Chances(NamedTuple):
    """Expected result of a round for the first player."""

    win: float
    """The first player's chance of winning."""
    loss: float
    """The second player's chance of winning."""
    tokens: float = 0.0
    """The first player's expected tokens from correct guesses or a Spy, besides the round's own."""
    lost_tokens: float = 0.0
    """The second player's expected tokens of the same kinds."""

    @property
    def draw(self) -> float:
        """Chance that nobody wins."""
        draw = 1.0 - self.win - self.loss
        return draw if draw > _ROUNDING else 0.0


class Evaluation(NamedTuple):
    """A mover's chances in every joint state."""

    rules: Rules
    face_up: int
    leads: LeadIndex
    values: Floats
    """(2 or 4, entries): the fields of `Chances`, tokens only if the rules give any; 0 for
    unreached states."""

    def mean(
        self, hand: tuple[int, int] | None = None, face_up: tuple[int, ...] | None = None
    ) -> Chances:
        """Return the first player's chances, averaged over the deals of a hand; cards by index.

        All hands are averaged without one, and all deals unless ``face_up`` says which cards lie
        face up.
        """
        space = state_space(self.rules)
        blocks = dealt_blocks(space, self.face_up, face_up)
        if hand is not None:
            hands = space.block_cell[blocks] % space.layout.hands
            blocks = blocks[hands == space.layout.hand[hand]]
        if not len(blocks):
            raise IllegalState(
                f"{self.rules.variant} Love Letter with {self.face_up} cards face up cannot deal "
                f"{'any hand' if hand is None else f'the hand {hand}'}"
                + ("" if face_up is None else f" beside {face_up}")
            )
        weights = np.array([deal_ways(space, block) for block in blocks.tolist()], dtype=float)
        chances = []  # of each block, averaged over the opponent's card
        for block in blocks.tolist():
            unseen = space.unseen[space.block_cell[block] // space.layout.hands]
            chances.append(_mean(self.values[:, self.entries_dealt(block)], unseen[unseen > 0]))
        return Chances(*_mean(np.transpose(chances), weights).tolist())

    def entries_dealt(self, block: int) -> Ints:
        """Return the entries of a freshly dealt block, one per possible opposing card."""
        space = state_space(self.rules)
        cell = int(space.block_cell[block])
        even = kernels.entry_at(kernels.lead_range(self.leads, cell, 0), 0)
        kinds = int(space.layout.kinds[cell // space.layout.hands])
        steps: Ints = (1 + np.arange(kinds)) * int(self.leads.width[cell])
        return even + steps


def _mean(values: Floats, weights: NDArray[Any]) -> Floats:
    """Return each row's weighted mean, rounded once: a matrix product depends on the processor."""
    return np.array([fsum(row * weights) / weights.sum() for row in values])


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

    ``face_up`` cards are laid open before the deal: 0, or 3 by the official two-player rule. Equal
    final cards are decided by ``discards``, the real rule, or are a draw by ``half`` and wherever
    the rules count no discards. States that no game reaches are left at 0 unless ``everywhere``.
    The result does not depend on the number of threads.

    All terms are sums of non-negative products of at most a few hundred factors near 1, so values
    are within 1e-13 of the exact fractions.
    """
    space = state_space(rules)
    by_discards = rules.counts_discards and scoring == Scoring.DISCARDS
    leads, entries = index_entries(rules, by_discards, (face_up,))
    visited = reachable(rules, (face_up,)) | everywhere
    fields = 2 if rules.unit == "win probability" else 4
    is_mirror = first is second
    first_values = np.zeros((fields, entries))
    second_values = first_values if is_mirror else np.zeros((fields, entries))

    def evaluate_blocks(start: int, stop: int) -> None:
        blocks = take_blocks(space, start, stop)
        widest = leads.width[blocks.cell].max(initial=1)
        scratch = _Scratch(
            turn=joint.make_turn_room(rules, widest),
            missed=np.zeros((2, widest)),
            exchanges=np.empty((2, 2, fields, len(rules.cards), widest)),
            filled=np.empty((2, 2), dtype=np.int64),
        )
        for policy, own_values, next_turn in (
            (first, first_values, second_values),
            (second, second_values, first_values),
        ):
            book = Book(rules.arrays, space.layout, leads, next_turn, by_discards)
            _evaluate_blocks(book, policy, visited, blocks, own_values, scratch)
            if is_mirror:
                break

    run_levels(space, rules.opening_unseen - face_up, evaluate_blocks, threads=threads)
    evaluation = Evaluation(rules, face_up, leads, first_values)
    return evaluation, evaluation._replace(values=second_values)


def dealt_blocks(space: StateSpace, face_up: int, shown: tuple[int, ...] | None = None) -> Ints:
    """Return the blocks of first hands beside cards face up: any, or those in ``shown``."""
    blocks = np.flatnonzero(space.block_n == space.rules.opening_unseen - face_up)
    if shown is None:
        return blocks
    codes, hands = np.divmod(space.block_cell[blocks], space.layout.hands)
    hidden = np.array(space.rules.copies) - np.bincount(shown, minlength=len(space.rules.copies))
    in_hand = (space.hand_cards[hands][:, :, None] == np.arange(len(hidden))).sum(axis=1)
    is_dealt: Bools = (space.unseen[codes] + in_hand == hidden).all(axis=1)
    return blocks[is_dealt]


def deal_chances(
    space: StateSpace, face_up: int, shown: tuple[int, ...] | None = None
) -> list[tuple[int, Floats]]:
    """Return the blocks of `dealt_blocks`, with the chance of each deal by opposing card."""
    blocks = dealt_blocks(space, face_up, shown).tolist()
    ways = np.array([deal_ways(space, block) for block in blocks], dtype=float)
    deals = []
    for block, chance in zip(blocks, (ways / ways.sum()).tolist(), strict=True):
        unseen = space.unseen[space.block_cell[block] // space.layout.hands]
        copies = unseen[unseen > 0]
        deals.append((block, chance * copies / copies.sum()))
    return deals


def deal_ways(space: StateSpace, block: int) -> int:
    """Return the number of deals that lead to a block's hand and seen cards."""
    code, hand = divmod(int(space.block_cell[block]), space.layout.hands)
    ways = 1
    low, high = space.hand_cards[hand].tolist()
    for card, copies in enumerate(space.rules.copies):
        in_hand = (low == card) + (high == card)
        shown = copies - in_hand - int(space.unseen[code, card])
        ways *= comb(copies, in_hand) * comb(copies - in_hand, shown)
    return ways


class _Scratch(NamedTuple):
    """Working arrays of one thread."""

    turn: joint.TurnRoom
    missed: Floats  # (2, leads): chances of missed guesses, by lower and higher card.
    # (2, 2, fields, cards, leads): chances after an exchange, by lower or higher card, and by
    # whether the mover knows the opponent's card.
    exchanges: Floats
    filled: Ints  # (2, 2): the cell filled in, -1 for none.


@njit(_nrt=False)
def _evaluate_blocks(
    book: Book, policy: Policy, visited: Bools, blocks: Blocks, out: Floats, scratch: _Scratch
) -> None:
    """Evaluate whole blocks from ``book.values``, the opponent's to come.

    ``out`` is modified in place; both have the shape of `Evaluation.values`.
    """
    scratch.filled[:, :] = -1
    for index in range(len(blocks.cell)):
        block = kernels.block_at(blocks, index)
        count, weighed_place = 0, -1
        for place in range(block.places):
            facts = kernels.place_facts(book.layout, block, place)
            if facts.card == UNKNOWN:
                continue
            if facts.choice_place != weighed_place:
                weighed_place = facts.choice_place
                joint.clear_weights(scratch.turn, count)
                count = joint.weigh(book, policy, block, facts, scratch.turn)
            if visited[book.layout.offset[block.cell] + place]:
                entries = kernels.lead_range(book.leads, block.cell, place)
                values = out[:, entries.start : entries.start + entries.width]
                state = joint.fix_card(book.layout, block, facts)
                _evaluate_state(book, policy, state, count, scratch, values)
                joint.put_back(state)
        joint.clear_weights(scratch.turn, count)


@njit(forceinline=True, _nrt=False)
def _evaluate_state(
    book: Book, policy: Policy, state: joint.JointState, count: int, scratch: _Scratch, out: Floats
) -> None:
    """Add the used actions' chances to a state's, in place; a card's misses go on together."""
    game, branches, (block, facts, pool) = book.game, scratch.turn.branches, state
    leads = kernels.lead_range(book.leads, block.cell, 0)
    scratch.missed[:, :] = 0.0
    for action in scratch.turn.used[:count]:
        weights = scratch.turn.weights[action, : leads.width]
        play = joint.play_of(game, block, action)
        if kernels.is_hit(game, play.card, play.argument, facts.card, facts.maid):
            _add_hit(game, leads, facts.card, play, weights, out)
        elif kernels.is_exchange(game, play.card, pool.size + 1):
            side = 0 if play.card == block.low else 1
            chances = scratch.exchanges[side, facts.known, :, :, : leads.width]
            if scratch.filled[side, facts.known] != block.cell:
                scratch.filled[side, facts.known] = block.cell
                joint.put_back(state)
                exchange = Exchange(block.unseen, play.kept, facts.known)
                joint.exchange_chances(book, policy, exchange, leads, branches.exchange, chances)
                block.unseen[facts.card] -= 1
            for row in range(len(out)):
                for k in range(leads.width):
                    out[row, k] += weights[k] * chances[row, facts.card, k]
        elif kernels.is_guess(game, play.card):
            missed = scratch.missed[0 if action < game.first_action[block.low + 1] else 1]
            for k in range(leads.width):
                missed[k] += weights[k]
        else:
            joint.add_play(book, state, play, branches, weights, out)
    for side in range(2):
        if scratch.missed[side].any():
            played, kept = (block.low, block.high) if side == 0 else (block.high, block.low)
            play = HandPlay(played, MISS, kept)
            joint.add_play(book, state, play, branches, scratch.missed[side, : leads.width], out)


@njit(forceinline=True, _nrt=False)
def _add_hit(
    game: GameArrays, leads: LeadRange, card: int, play: HandPlay, weights: Floats, out: Floats
) -> None:
    """Add a correct guess of a card and its tokens to ``out``, modified in place."""
    rule, shown = game.spy_rule[0], show_spies(game, play.card, play.kept, card, WINS)
    for k in range(len(weights)):
        out[WIN, k] += weights[k]
        if rule != NO_SPIES:
            joint.add_token(rule, 1, True, kernels.lead_at(leads, k) | shown, weights[k], out[:, k])
        elif len(out) > TOKENS:
            out[TOKENS, k] += weights[k] * (game.payoff_hit[card] - 1.0)
