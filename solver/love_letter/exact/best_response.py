"""Exact best response: the most that a player with perfect recall wins against a known policy.

All that the responder's memory tells comes down to *weights*: how likely each card is in the
opponent's hand, given what the opponent has played. Own hand, unseen cards, flags, lead and weights
are a *situation*. They decide what is to come, so that a situation is solved once, however play
came to it.

The opponent's turn is followed card by card as in `evaluation`: given the opponent's card, all
other unseen cards are exchangeable. Whatever the responder sees of it, the action and every card
that is discarded, drawn or shown, separates the situations that follow.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.errors import DeckTooLarge, IllegalState
from llq.solver.jit import njit
from llq.solver.love_letter.backup import Book
from llq.solver.love_letter.exact.evaluation import deal_ways
from llq.solver.love_letter.exact.joint import play_against, play_of
from llq.solver.love_letter.exact.policies import MIXED, Policy
from llq.solver.love_letter.kernels import (
    card_at,
    entry_at,
    is_barred,
    is_forced,
    is_kept_known,
    lead_range,
    make_pool,
    place_facts,
    play_card,
    take_card,
)
from llq.solver.love_letter.leads import no_leads
from llq.solver.love_letter.places import Block, Facts
from llq.solver.love_letter.rules import Effect, Rules, Scoring, Target
from llq.solver.love_letter.states import state_space
from llq.solver.love_letter.turn import MISS, Branches, HandPlay, Pool, Turn, make_branches

__all__ = ["MOST_SITUATIONS", "Responder", "Situation", "Start", "expected_situations"]

_GUESS, _REDRAW, _SELF = int(Effect.GUESS), int(Effect.REDRAW), int(Target.SELF)
_FINENESS = float(1 << 44)  # weights are told apart to one part in this
_ROUNDING = 1e-13  # of sums and products in float64
_PARTS, _VIEWS = 1 << 14, 1 << 11  # at first
_NOT_DRAWN = 3  # two hands and the aside card
_NO_CARD = -1
_CERTAIN = np.ones(1)
_FIRST_CAPACITY, _LAST_CAPACITY = 1 << 16, 1 << 26

MOST_SITUATIONS = _LAST_CAPACITY // 4 * 3
"""As many fit in a responder's memory, about 2 GB while it grows."""


class Situation(NamedTuple):
    """What the responder decides in, but for the weights."""

    cell: int
    """Hand and unseen cards, as in `Layout`; the opponent's card is among the unseen."""
    base: int
    """Place of the first state with these flags among the states of the block."""
    known: int
    """Whether the opponent's card is known to both."""
    lead: int
    """The responder's, 0 where discards do not count."""


class Start(NamedTuple):
    """One way for the responder's first turn to begin."""

    chance: float
    situation: Situation
    weights: NDArray[np.float64]
    """(cards,): how likely each card is in the opponent's hand; they add up to 1."""


class _Model(NamedTuple):
    """The game against a policy."""

    book: Book
    policy: Policy
    keeps_lead: bool
    """Whether the lead counts: equal final cards or the policy go by it."""
    unseen: NDArray[np.int64]
    """(codes, cards): as in `StateSpace`; kernels take cards out and put them back."""
    hand_cards: NDArray[np.int64]


class _TheirTurn(NamedTuple):
    """A turn of the policy in one of its joint states."""

    before: int
    """Its card at the responder's play."""
    block: Block
    facts: Facts
    pool: Pool
    """The cards in neither hand."""
    lead: int
    """The policy's."""
    seen: int
    """What the responder has seen of it so far, as a number."""


class _Memo(NamedTuple):
    """Values of situations by a hash of 128 bits, openly addressed."""

    keys: NDArray[np.uint64]
    """(capacity, 2): the first is 0 where there is none."""
    values: NDArray[np.float64]
    """(capacity,)"""
    used: NDArray[np.int64]
    """(1,): values kept."""
    is_full: NDArray[np.bool_]
    """(1,): whether there was no room for another; values returned since are meaningless."""


class _Work(NamedTuple):
    """What may follow a play of the responder; the first axis is the depth of the recursion.

    A *part* is one way to the responder's next turn, a *view* what the responder sees by then.
    """

    counts: NDArray[np.int64]
    """(depth, 2): parts and views."""
    before: NDArray[np.int64]
    """(depth, parts): the opponent's card at the play."""
    after: NDArray[np.int64]
    """(depth, parts): the opponent's card in the end."""
    seen: NDArray[np.int64]
    """(depth, parts): the view."""
    chance: NDArray[np.float64]
    """(depth, parts): given the card before."""
    won: NDArray[np.float64]
    """(depth, cards): chance of winning before the next turn, by the card before."""
    situation: NDArray[np.int64]
    """(depth, views, fields of `Situation`)"""
    key: NDArray[np.int64]
    """(depth, views): what was seen, as one number."""
    slot: NDArray[np.int64]
    """(depth, views): where each is in ``slots``."""
    slots: NDArray[np.int64]
    """(depth, 2 × views): 1 + the view with some key, openly addressed; 0 where there is none."""
    weights: NDArray[np.float64]
    """(depth, views, cards)"""
    is_full: NDArray[np.bool_]
    """(1,): whether there was no room for another part or view; values since are meaningless."""
    mine: Branches
    theirs: Branches


def _make_work(depth: int, cards: int, parts: int, views: int) -> _Work:
    def whole(*shape: int) -> NDArray[np.int64]:
        return np.zeros((depth, *shape), dtype=np.int64)

    return _Work(
        counts=whole(2),
        before=whole(parts),
        after=whole(parts),
        seen=whole(parts),
        chance=np.zeros((depth, parts)),
        won=np.zeros((depth, cards)),
        situation=whole(views, len(Situation._fields)),
        key=whole(views),
        slot=whole(views),
        slots=whole(2 * views),
        weights=np.zeros((depth, views, cards)),
        is_full=np.zeros(1, dtype=np.bool_),
        mine=make_branches(cards),
        theirs=make_branches(cards),
    )


def _make_memo(capacity: int) -> _Memo:
    return _Memo(
        np.zeros((capacity, 2), dtype=np.uint64),
        np.zeros(capacity),
        np.zeros(1, dtype=np.int64),
        np.zeros(1, dtype=np.bool_),
    )


class Responder:
    """The best response to a policy; situations are solved when they are asked for, and kept.

    Parameters
    ----------
    policy
        The opponent's, known to the responder.
    scoring
        What equal final cards are worth.

    Raises
    ------
    IllegalState
        The variant gives tokens or tracks the aside card.
    """

    def __init__(self, rules: Rules, policy: Policy, scoring: Scoring = Scoring.HALF) -> None:
        if rules.tracks_aside or rules.unit != "win probability":
            raise IllegalState(
                f"{rules.variant} Love Letter has no exact best response here: it takes rounds "
                "without tokens and without effects on the aside card"
            )
        space = state_space(rules)
        self.rules = rules
        self._space = space
        by_discards = scoring == Scoring.DISCARDS
        # Situations carry their own lead, and nothing is read from a table of values.
        book = Book(rules.arrays, space.layout, no_leads(space), np.zeros(1), by_discards)
        keeps_lead = by_discards or bool((policy.leads.width > 1).any())
        self._model = _Model(book, policy, keeps_lead, space.unseen.copy(), space.hand_cards)
        self._memo = _make_memo(_FIRST_CAPACITY)
        self._turns = -(-(rules.deck_size - _NOT_DRAWN) // 2)
        self._work = _make_work(self._turns + 1, len(rules.cards), _PARTS, _VIEWS)

    @property
    def situations(self) -> int:
        """Number of situations solved so far."""
        return int(self._memo.used[0])

    @property
    def error_bound(self) -> float:
        """No value is further from the true one.

        A value is at most half as far from another's as their weights are in sum, so that taking
        weights of one turn for others costs at most cards / 2 ** 45; and there are so many turns.
        """
        return self._turns * len(self.rules.cards) / 2 / _FINENESS + _ROUNDING

    def moving_first(self, face_up: tuple[int, ...] = ()) -> float:
        """Return the chance to win (and half that of a draw) of a responder who moves first.

        Parameters
        ----------
        face_up
            The cards that lie face up, as indices; the value is the mean over all other cards.

        Raises
        ------
        IllegalState
            The deck cannot deal a hand beside them.
        DeckTooLarge
            There are too many situations.
        """
        return sum(s.chance * self.value(s.situation, s.weights) for s in self.first_turns(face_up))

    def moving_second(self, face_up: tuple[int, ...] = ()) -> float:
        """Return the same of a responder who moves second."""
        won, starts = self.second_turns(face_up)
        return won + sum(s.chance * self.value(s.situation, s.weights) for s in starts)

    def first_turns(
        self, face_up: tuple[int, ...] = (), hand: tuple[int, int] | None = None
    ) -> list[Start]:
        """Return every hand of a responder who moves first, or one; the chances add up to 1."""
        openings = self._openings(face_up)
        if hand is not None:
            wanted = self._space.layout.hand[hand]
            openings = [o for o in openings if o[1] % self._space.layout.hands == wanted]
        deals = [deal_ways(self._space, block) for block, _ in openings]
        starts = []
        for (_, cell), ways in zip(openings, deals, strict=True):
            unseen = self._space.unseen[cell // self._space.layout.hands]
            starts.append(Start(ways / sum(deals), Situation(cell, 0, 0, 0), unseen / unseen.sum()))
        return starts

    def second_turns(self, face_up: tuple[int, ...] = ()) -> tuple[float, list[Start]]:
        """Return all that a responder who moves second may see of the first turn.

        Returns
        -------
        The chance of winning in that turn, and how the next may begin. The chances of these add up
        to 1 less that of the round's end.
        """
        layout = self._space.layout
        places, shares = [], []
        for block, cell in self._openings(face_up):
            code = cell // layout.hands
            unseen = self._space.unseen[code]
            deals = deal_ways(self._space, block)
            for card in np.flatnonzero(unseen).tolist():
                places.append((cell, 1 + layout.position[code, card]))
                shares.append(deals * unseen[card] / unseen.sum())
        chances = np.array(shares) / sum(shares)
        while True:
            won = _open_second(self._model, self._work, np.array(places, dtype=np.int64), chances)
            if not self._work.is_full[0]:
                return won, self._starts()
            self._widen()

    def value(self, situation: Situation, weights: NDArray[np.float64]) -> float:
        """Return the responder's chance to win (and half that of a draw) from a situation.

        Parameters
        ----------
        weights
            (cards,): how likely each card is in the opponent's hand; they add up to 1.

        Raises
        ------
        DeckTooLarge
            There are too many situations.
        """
        while True:
            value = float(_value(self._model, self._memo, self._work, 0, situation, weights))
            if self._work.is_full[0]:
                self._widen()
            elif self._memo.is_full[0]:
                self._enlarge()
            else:
                return value

    def play(
        self, situation: Situation, weights: NDArray[np.float64], action: int
    ) -> tuple[float, float, list[Start]]:
        """Return what comes of an action: its value, and all that may be seen by the next turn.

        Returns
        -------
        The action's value if the best follow, the chance of winning before the next turn, and how
        that may begin. The chances of these add up to 1 less that of the round's end.
        """
        while True:
            won, to_come = _open_play(
                self._model, self._memo, self._work, situation, weights, action
            )
            if not self._work.is_full[0]:
                break
            self._widen()
        starts = self._starts()
        if np.isnan(to_come):  # an action that was not followed to its end, being no better
            to_come = sum(s.chance * self.value(s.situation, s.weights) for s in starts)
        return won + to_come, won, starts

    def legal_actions(self, situation: Situation) -> list[int]:
        """Return the legal actions, as numbers of ``Rules.actions``."""
        layout, game = self._space.layout, self.rules.arrays
        low, high = self._space.hand_cards[situation.cell % layout.hands].tolist()
        maid = int(0 < layout.maid_step[situation.cell] <= situation.base)
        return [
            number
            for number, (card, argument) in enumerate(self.rules.plays)
            if card in (low, high)
            and not is_forced(game, low + high - card, card)
            and not is_barred(game, card, argument, maid)
        ]

    def action_of_policy(self, situation: Situation, weights: NDArray[np.float64]) -> int:
        """Return what the policy itself would play in the responder's place.

        Raises
        ------
        IllegalState
            It plays by chance.
        """
        policy, layout = self._model.policy, self._space.layout
        slot = 0
        if situation.known:
            code = situation.cell // layout.hands
            slot = 1 + layout.kinds[code] + layout.position[code, int(weights.argmax())]
        choice = MIXED
        if not policy.is_random:
            entries = lead_range(policy.leads, situation.cell, situation.base + slot)
            choice = int(policy.choice[entry_at(entries, situation.lead)])
        if choice >= MIXED:
            raise IllegalState("a policy that plays by chance has no single action in a situation")
        return choice

    def _starts(self) -> list[Start]:
        """Return the views of the first depth of ``_work`` that can be."""
        views = int(self._work.counts[0, 1])
        sizes = self._work.weights[0, :views].sum(axis=1)
        return [
            Start(size, Situation(*fields), weights / size)
            for size, fields, weights in zip(
                sizes.tolist(),
                self._work.situation[0, :views].tolist(),
                self._work.weights[0, :views],
                strict=True,
            )
            if size > 0.0
        ]

    def _widen(self) -> None:
        """Make room for more parts and views."""
        depth, views, cards = self._work.weights.shape
        self._work = _make_work(depth, cards, 2 * self._work.chance.shape[1], 2 * views)

    def _enlarge(self) -> None:
        """Make room for more situations."""
        capacity = 4 * len(self._memo.values)
        if capacity > _LAST_CAPACITY:
            raise DeckTooLarge(
                f"the best response meets more than {MOST_SITUATIONS:,} situations; "
                "take a smaller deck, or more cards face up"
            )
        memo = _make_memo(capacity)
        _move(self._memo, memo)
        self._memo = memo

    def _openings(self, face_up: tuple[int, ...]) -> list[tuple[int, int]]:
        """Return block and cell of every first hand."""
        space = self._space
        shown = np.bincount(face_up, minlength=len(self.rules.cards)).astype(np.int64)
        openings = []
        for block in np.flatnonzero(
            space.block_n == self.rules.opening_unseen - len(face_up)
        ).tolist():
            cell = int(space.block_cell[block])
            code, hand = divmod(cell, space.layout.hands)
            held = np.bincount(space.hand_cards[hand], minlength=len(shown))
            if (space.unseen[code] + held + shown == self.rules.copies).all():
                openings.append((block, cell))
        if not openings:
            raise IllegalState(
                f"{self.rules.variant} Love Letter cannot deal a hand beside {face_up} face up"
            )
        return openings


def expected_situations(rules: Rules, face_up: tuple[int, ...] = (), *, is_mixed: bool) -> int:
    """Return a rough estimate of the situations of one seat, made beforehand.

    They grow as a power of the number of sets of unseen cards, faster against a mixed policy:
    measured from 10 to 16 cards, and 13 for mixed ones.
    """
    left = np.array(rules.copies) - np.bincount(face_up, minlength=len(rules.copies))
    sets = float(np.prod(left + 1.0))
    exponent, factor = (3.2, 7e-5) if is_mixed else (2.6, 1e-3)
    return int(factor * sets**exponent)


@njit(forceinline=True, _nrt=False)
def _mixed(state: np.uint64, word: np.uint64) -> np.uint64:
    """Return a hash of 64 bits of another and a word."""
    h = state * np.uint64(0x9E3779B97F4A7C15) + word
    h ^= h >> np.uint64(30)
    h *= np.uint64(0xBF58476D1CE4E5B9)
    h ^= h >> np.uint64(27)
    h *= np.uint64(0x94D049BB133111EB)
    return h ^ (h >> np.uint64(31))


@njit(_nrt=False)
def _move(old: _Memo, new: _Memo) -> None:
    """Move every value to a memo with more room."""
    mask = np.uint64(len(new.values) - 1)
    for index in range(len(old.values)):
        if old.keys[index, 0] != np.uint64(0):
            at = old.keys[index, 1] & mask
            while new.keys[at, 0] != np.uint64(0):
                at = (at + np.uint64(1)) & mask
            for half in range(2):
                new.keys[at, half] = old.keys[index, half]
            new.values[at] = old.values[index]
    new.used[0] = old.used[0]


@njit(forceinline=True, _nrt=False)
def _block(model: _Model, cell: int) -> Block:
    """Return the block of a cell, but for its number of places."""
    code, hand = cell // model.book.layout.hands, cell % model.book.layout.hands
    return Block(cell, model.hand_cards[hand, 0], model.hand_cards[hand, 1], model.unseen[code], 0)


@njit(forceinline=True, _nrt=False)
def _tie_value(book: Book, lead: int) -> float:
    """Return what equal final cards are worth at a lead."""
    if not book.by_discards or lead == 0:
        return 0.5
    return 1.0 if lead > 0 else 0.0


@njit(forceinline=True, _nrt=False)
def _clear(work: _Work, depth: int) -> None:
    """Forget the parts at a depth."""
    for view in range(work.counts[depth, 1]):
        work.slots[depth, work.slot[depth, view]] = 0
    work.counts[depth, :] = 0
    work.won[depth, :] = 0.0


@njit(forceinline=True, _nrt=False)
def _view(work: _Work, depth: int, key: int, situation: Situation) -> int:
    """Return the view with a key, a new one if need be."""
    mask = np.int64(work.slots.shape[1] - 1)
    at = np.int64(_mixed(np.uint64(1), np.uint64(key)) & np.uint64(mask))
    while work.slots[depth, at] != 0:
        view = work.slots[depth, at] - 1
        if work.key[depth, view] == key:
            return int(view)
        at = (at + 1) & mask
    view = work.counts[depth, 1]
    work.counts[depth, 1] = view + 1
    work.slots[depth, at] = view + 1
    work.slot[depth, view] = at
    work.key[depth, view] = key
    for field in range(len(situation)):
        work.situation[depth, view, field] = situation[field]
    return int(view)


@njit(forceinline=True, _nrt=False)
def _follow_action(
    model: _Model,
    work: _Work,
    depth: int,
    turn: _TheirTurn,
    action: int,
    share: float,
) -> None:
    """Add what comes of an action of the policy, which comes up with the chance ``share``."""
    before, block, facts, pool, lead, seen = turn
    book, layout, theirs = model.book, model.book.layout, work.theirs
    outcome = play_against(book, block, facts, play_of(book.game, block, action), pool, theirs)
    mine = -(lead + outcome.gain)
    won = outcome.loss + outcome.tie * _tie_value(book, mine)
    work.won[depth, before] += share * won / outcome.ways
    if (
        work.counts[depth, 0] + outcome.count > work.chance.shape[1]
        or work.counts[depth, 1] + outcome.count > work.key.shape[1]
    ):
        work.is_full[0] = True
        return
    for branch in range(outcome.count):
        cell, place = theirs.cell[branch], theirs.place[branch]
        step, width = layout.maid_step[cell], layout.width[cell]
        kinds = layout.kinds[cell // layout.hands]
        slot = (place - step if 0 < step <= place else place) % width
        known = 1 if slot > kinds else 0
        after = card_at(model.unseen[cell // layout.hands], slot - 1 - known * kinds)
        situation = Situation(cell, place - slot, known, mine if model.keeps_lead else 0)
        key = ((seen * 64 + action) * len(layout.offset) + cell) * 1024 + 2 * (place - slot)
        key = (key + known) * 16 + (after if known else 15)
        part = work.counts[depth, 0]
        work.counts[depth, 0] = part + 1
        work.before[depth, part] = before
        work.after[depth, part] = after
        work.seen[depth, part] = _view(work, depth, key, situation)
        work.chance[depth, part] = share * theirs.ways[branch] / outcome.ways


@njit(_nrt=False)
def _follow_turn(
    model: _Model,
    work: _Work,
    depth: int,
    before: int,
    cell: int,
    place: int,
    share: float,
    lead: int,
) -> None:
    """Add what comes of the policy's turn in one of its joint states, at the policy's lead."""
    policy, game, layout = model.policy, model.book.game, model.book.layout
    block = _block(model, cell)
    facts = place_facts(layout, block, place)
    # What the responder has seen by now: cards discarded, the own card, the opponent's if shown.
    seen = cell // layout.hands + layout.stride[block.low] + layout.stride[block.high]
    shown = 0
    if facts.hand_known > 0:
        shown = 1 + (block.low if facts.hand_known == 1 else block.high)
    cards = len(block.unseen)
    seen = (seen * cards + facts.card) * (cards + 1) + shown
    pool = take_card(layout, make_pool(layout, block.unseen), facts.card)
    turn = _TheirTurn(before, block, facts, pool, lead, seen)
    choice, row, sides = 0, 0, 2
    if not policy.is_random:
        entries = lead_range(policy.leads, cell, facts.choice_place)
        choice, sides = policy.choice[entry_at(entries, lead)], 1
    for side in range(sides):
        count = 1
        if policy.is_random:
            card = policy.options[block.low, block.high, side]
            row, count = game.first_action[card], game.first_action[card + 1]
            if game.effects[card] == _REDRAW and facts.maid == 1:
                row += _SELF
            count -= row
        elif choice >= MIXED:
            row = policy.row[choice - MIXED]
            count = policy.row[choice - MIXED + 1] - row
        for index in range(row, row + count):
            if policy.is_random:
                action, chance = index, share * 0.5 / count
            elif choice >= MIXED:
                action, chance = int(np.int64(policy.action[index])), share * policy.chance[index]
            else:
                action, chance = int(np.int64(choice)), share
            _follow_action(model, work, depth, turn, action, chance)
    block.unseen[facts.card] += 1


@njit(forceinline=True, _nrt=False)
def _follow_play(
    model: _Model,
    work: _Work,
    depth: int,
    block: Block,
    turn: Turn,
    play: HandPlay,
    theirs: int,
    lead: int,
) -> None:
    """Add what comes of a play of the responder against one card."""
    book, layout = model.book, model.book.layout
    pool = take_card(layout, make_pool(layout, block.unseen), theirs)
    outcome = play_card(book.game, layout, pool, play, theirs, turn, work.mine)
    block.unseen[theirs] += 1
    lead += outcome.gain
    won = outcome.win + outcome.tie * _tie_value(book, lead)
    work.won[depth, theirs] += won / outcome.ways
    for branch in range(outcome.count):
        cell, place = work.mine.cell[branch], work.mine.place[branch]
        share = work.mine.ways[branch] / outcome.ways
        _follow_turn(model, work, depth, theirs, cell, place, share, -lead)


@njit(forceinline=True, _nrt=False)
def _spread_weights(work: _Work, depth: int, weights: NDArray[np.float64], without: int) -> float:
    """Fill in every view's weights; return the chance of winning before them.

    The card ``without`` is taken to be ruled out.
    """
    work.weights[depth, : work.counts[depth, 1]] = 0.0
    for part in range(work.counts[depth, 0]):
        card = work.before[depth, part]
        if card != without:
            chance = weights[card] * work.chance[depth, part]
            work.weights[depth, work.seen[depth, part], work.after[depth, part]] += chance
    won = 0.0
    for card in range(len(weights)):
        if card != without:
            won += weights[card] * work.won[depth, card]
    return won


@njit(forceinline=True, _nrt=False)
def _hash(situation: Situation, weights: NDArray[np.float64]) -> tuple[np.uint64, np.uint64]:
    """Return the two halves of a hash; the first is not 0."""
    state = np.uint64((situation.cell * 4096 + situation.base) * 2 + situation.known)
    lead = np.uint64(situation.lead + 1024)
    first, second = _mixed(state, lead), _mixed(lead, state)
    for card in range(len(weights)):
        word = np.uint64(np.int64(weights[card] * _FINENESS + 0.5))
        first, second = _mixed(first, word), _mixed(second, word)
    return first | np.uint64(1), second


@njit(_nrt=False)
def _value(
    model: _Model,
    memo: _Memo,
    work: _Work,
    depth: int,
    situation: Situation,
    weights: NDArray[np.float64],
) -> float:
    """Return the value of a situation from the memo, or solve it and keep it there."""
    first, second = _hash(situation, weights)
    mask = np.uint64(len(memo.values) - 1)
    at = second & mask
    while memo.keys[at, 0] != np.uint64(0):
        if memo.keys[at, 0] == first and memo.keys[at, 1] == second:
            return float(memo.values[at])
        at = (at + np.uint64(1)) & mask
    if 4 * memo.used[0] > 3 * len(memo.values):
        memo.is_full[0] = True
        return 0.0
    game, layout = model.book.game, model.book.layout
    block = _block(model, situation.cell)
    step, width = layout.maid_step[situation.cell], layout.width[situation.cell]
    maid = 1 if 0 < step <= situation.base else 0
    hand_known = (situation.base - maid * step) // width
    best = 0.0
    for side in range(1 if block.low == block.high else 2):
        played, kept = (block.low, block.high) if side == 0 else (block.high, block.low)
        if is_forced(game, kept, played):
            continue
        kept_known = is_kept_known(block.low, block.high, played, hand_known)
        turn = Turn(maid, situation.known, kept_known)
        is_guess = game.effects[played] == _GUESS
        is_followed = False
        has_missed = False  # no guess that hits nothing differs from another
        for action in range(game.first_action[played], game.first_action[played + 1]):
            argument = game.action_argument[action]
            hit = 0.0
            if is_guess and maid == 0:
                hit = weights[argument]
            if is_barred(game, played, argument, maid) or (is_guess and hit == 0.0 and has_missed):
                continue
            has_missed = has_missed or hit == 0.0
            if not is_guess or not is_followed:
                is_followed = True
                _clear(work, depth)
                play = HandPlay(played, MISS if is_guess else argument, kept)
                for card in range(len(weights)):
                    if weights[card] > 0.0:
                        _follow_play(model, work, depth, block, turn, play, card, situation.lead)
                if work.is_full[0]:
                    return 0.0
            gain = hit + _spread_weights(work, depth, weights, argument if hit > 0.0 else _NO_CARD)
            views = work.counts[depth, 1]
            to_come = work.weights[depth, :views].sum()
            for view in range(views):
                if gain + to_come <= best:
                    break  # no better than another, whatever comes
                then = work.weights[depth, view]
                size = then.sum()
                if size > 0.0:
                    to_come -= size
                    then /= size
                    fields = work.situation[depth, view]
                    following = Situation(fields[0], fields[1], fields[2], fields[3])
                    gain += size * _value(model, memo, work, depth + 1, following, then)
                    if memo.is_full[0] or work.is_full[0]:
                        return 0.0
            best = max(best, gain)
    at = second & mask  # others have been kept since
    while memo.keys[at, 0] != np.uint64(0):
        at = (at + np.uint64(1)) & mask
    memo.keys[at, 0], memo.keys[at, 1] = first, second
    memo.values[at] = best
    memo.used[0] += 1
    return best


@njit(_nrt=False)
def _open_play(
    model: _Model,
    memo: _Memo,
    work: _Work,
    situation: Situation,
    weights: NDArray[np.float64],
    action: int,
) -> tuple[float, float]:
    """Fill in what the responder may see after an action, in ``work``.

    Returns
    -------
    The chance of winning before the next turn, and the value to come from there; NaN where a
    situation that follows has no value in the memo.
    """
    game, layout = model.book.game, model.book.layout
    block = _block(model, situation.cell)
    step, width = layout.maid_step[situation.cell], layout.width[situation.cell]
    maid = 1 if 0 < step <= situation.base else 0
    hand_known = (situation.base - maid * step) // width
    is_low = game.first_action[block.low] <= action < game.first_action[block.low + 1]
    played, kept = (block.low, block.high) if is_low else (block.high, block.low)
    turn = Turn(maid, situation.known, is_kept_known(block.low, block.high, played, hand_known))
    is_guess = game.effects[played] == _GUESS
    argument = game.action_argument[action]
    hit = weights[argument] if is_guess and maid == 0 else 0.0
    play = HandPlay(played, MISS if is_guess else argument, kept)
    _clear(work, 0)
    for card in range(len(weights)):
        if weights[card] > 0.0:
            _follow_play(model, work, 0, block, turn, play, card, situation.lead)
    won = hit + _spread_weights(work, 0, weights, argument if hit > 0.0 else _NO_CARD)
    to_come = 0.0
    for view in range(work.counts[0, 1]):
        size = work.weights[0, view].sum()
        if size > 0.0:
            then, fields = work.weights[0, view], work.situation[0, view]
            then /= size
            following = Situation(fields[0], fields[1], fields[2], fields[3])
            to_come += size * _find(memo, following, then)
            then *= size
    return won, to_come


@njit(forceinline=True, _nrt=False)
def _find(memo: _Memo, situation: Situation, weights: NDArray[np.float64]) -> float:
    """Return the value of a situation in the memo, NaN where there is none."""
    first, second = _hash(situation, weights)
    mask = np.uint64(len(memo.values) - 1)
    at = second & mask
    while memo.keys[at, 0] != np.uint64(0):
        if memo.keys[at, 0] == first and memo.keys[at, 1] == second:
            return float(memo.values[at])
        at = (at + np.uint64(1)) & mask
    return np.nan


@njit(_nrt=False)
def _open_second(
    model: _Model, work: _Work, starts: NDArray[np.int64], chances: NDArray[np.float64]
) -> float:
    """Fill in what the responder may see of a first turn by the policy, in ``work``.

    Parameters
    ----------
    starts
        (N, 2): the policy's joint states, as cell and place.
    chances
        (N,): theirs; they add up to 1.

    Returns
    -------
    The responder's chance of winning in that turn.
    """
    _clear(work, 0)
    for index in range(len(starts)):
        _follow_turn(model, work, 0, 0, starts[index, 0], starts[index, 1], chances[index], 0)
    return _spread_weights(work, 0, _CERTAIN, _NO_CARD)
