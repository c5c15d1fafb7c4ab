"""Likelihoods of the opponent's cards in rounds with second choices, given the opponent's policy.

Beside each card k stands a *likelihood* L(k): how likely all that the opponent has played is, if
they hold k now. The chance that they do is proportional to the copies of k unseen times L(k). An
opponent who plays x and keeps k held both, and either may have been the one drawn, so the new
likelihood of k is L(k) π + L(x) π', with the chances of the play from the two ways to come by them.
Of an exchange the sum goes over what was drawn.

Cards that the player returned are at the bottom, and in nobody's hand, until the rest of the deck
is drawn; those of the opponent are not followed.
"""

from typing import NamedTuple

import numpy as np

from llq.solver.array_types import Floats, Ints
from llq.solver.jit import njit
from llq.solver.love_letter.exact.joint import (
    Mover,
    clear_weights,
    make_turn_room,
    weigh,
    weigh_options,
)
from llq.solver.love_letter.exact.policies import Policy
from llq.solver.love_letter.responses.round_replay import ReplayedRound
from llq.solver.love_letter.rounds.record import History, PastTurn
from llq.solver.love_letter.rules import Consequence, Rules
from llq.solver.love_letter.table.block_states import Block, Facts
from llq.solver.love_letter.table.book import Book
from llq.solver.love_letter.table.exchange import Draw
from llq.solver.love_letter.table.kernels import count_ways, is_forced
from llq.solver.love_letter.table.leads import no_leads
from llq.solver.love_letter.table.states import UNKNOWN, state_space


class RoundLikelihoods:
    """Likelihoods of an opponent's cards after any round, under a given policy.

    The variant may have turns with a second choice; the policy ignores discard totals.
    """

    def __init__(self, rules: Rules, policy: Policy) -> None:
        space = state_space(rules)
        book = Book(rules.arrays, space.layout, no_leads(space), np.zeros(0), False)
        self.rules, self.mover = rules, Mover(book, policy, make_turn_room(rules))

    def after(self, history: History) -> tuple[Floats, tuple[int, ...]]:
        """Return (cards,) likelihoods of the opponent's past plays by card now held, and surprises.

        The latter are the turns, from 1, that the policy never plays.
        """
        follower = _Follower(self, history)
        for number, turn in enumerate(history.turns, start=1):
            follower.follow(turn, number)
        return follower.likely, tuple(follower.surprises)


class _Follower:
    """A player's knowledge of a round, turn by turn."""

    def __init__(self, model: RoundLikelihoods, history: History) -> None:
        self._model = model
        self._round = ReplayedRound(model.rules, history.face_up, history.dealt)
        self.likely = np.ones(len(model.rules.cards))
        self._own_bottom = np.zeros(len(model.rules.cards), dtype=np.int64)
        self._bottom = 0
        """Number of cards returned by both players; ``_own_bottom`` has the player's, by card."""
        self.surprises: list[int] = []

    def follow(self, turn: PastTurn, number: int) -> None:
        """Update the knowledge after a turn; turns count from 1."""
        numbers, rules = self._round.kinds, self._model.rules
        if turn.is_own:
            assert turn.drawn is not None  # for mypy: own draws are remembered
            self._round.play(turn, turn.drawn)
        else:
            self._watch(rules.action_numbers[turn.action], number)
            self._round.watch(turn)
        if turn.has_missed and turn.is_own and turn.action.guess:
            self.likely[numbers[turn.action.guess]] = 0.0
        if turn.discarded is not None and turn.gained is None:  # the opponent's hand
            self.likely[:] = 1.0
        if turn.seen is not None:
            self.likely = np.eye(len(self.likely))[numbers[turn.seen]]
        for name in turn.returned:
            self._own_bottom[numbers[name]] += 1
        self._bottom += len(turn.returned)
        played = rules.cards[numbers[turn.action.card]].effect
        if not turn.is_own and played.row.may & Consequence.EXCHANGES:
            self._watch_keep()

    def _drawable(self, unseen: Ints, held: int) -> Ints:
        """Return the unseen cards that can be drawn beside a number held by the opponent."""
        above = unseen.sum() - held - self._bottom  # the aside card, and the deck above the bottom
        return unseen - self._own_bottom if above > 0 else unseen

    def _watch(self, action: int, number: int) -> None:
        """Update the likelihoods after an opponent's play."""
        model, before, (counts, code, known) = self._model, self.likely.copy(), self._hidden()
        facts = _PlayFacts(code, int(self._round.own_maid), known, int(self._round.opponent >= 0))
        drawable = self._drawable(counts, held=2)
        _follow_play(model.mover, drawable, facts, action, before, self.likely)
        if not self.likely.any():  # the policy never plays it: any card that allows it was kept
            self.surprises.append(number)
            played = model.rules.plays[action].card
            for kept in range(len(counts)):
                is_possible = counts[kept] > (kept == played)
                if is_possible and not is_forced(model.rules.arrays, kept, played):
                    self.likely[kept] = before[played] + (before[kept] if kept != played else 0.0)

    def _watch_keep(self) -> None:
        """Update the likelihoods after an opponent's second choice."""
        model, before, (counts, code, known) = self._model, self.likely.copy(), self._hidden()
        size = int(counts.sum())
        drawn = min(max(size - 2, 0), 2)
        counts = self._drawable(counts, held=1 + drawn)
        self._bottom += drawn
        _follow_keep(model.mover, counts, (code, size, known), before, self.likely)
        if not self.likely.any():  # the policy never keeps so
            self.likely[:] = 1.0

    def _hidden(self) -> tuple[Ints, int, int]:
        """Return each card's hidden copies, the code of all, and the player's exposed card."""
        card, counts = self._round.card, np.array(self._round.unseen)
        code = int(counts @ self._model.mover.book.layout.stride)
        counts[card] -= 1
        return counts, code, card if self._round.is_exposed else UNKNOWN


class _PlayFacts(NamedTuple):
    """What is known before an opponent's play."""

    code: int  # Of the cards that are not public.
    maid: int  # Whether the player's Handmaid is up.
    mine: int  # The player's card if the opponent knows it, else ``UNKNOWN``.
    is_seen: int  # Whether the player knows the opponent's card.


@njit(_nrt=False)
def _follow_play(
    mover: Mover, counts: Ints, facts: _PlayFacts, action: int, before: Floats, likely: Floats
) -> None:
    """Set ``likely`` to the likelihoods after a play, given those ``before``, in place.

    ``counts`` (cards,) are the copies that the player does not see.
    """
    (book, policy, room), (code, maid, mine, is_seen) = mover, facts
    layout, played = book.layout, 0
    while book.game.first_action[played + 1] <= action:
        played += 1
    for kept in range(len(counts)):
        likely[kept] = 0.0
        if counts[played] == 0 or counts[kept] <= (kept == played):
            continue
        # Either card of the two was held before, and the other one drawn.
        for side in range(1 if kept == played else 2):
            had, drawn = (kept, played) if side == 0 else (played, kept)
            if before[had] == 0.0:
                continue
            rest = code - layout.stride[had] - layout.stride[drawn]
            cell = rest * layout.hands + layout.hand[had, drawn]
            hand_known = (1 if had <= drawn else 2) if is_seen else 0
            place = maid * layout.maid_step[cell] + hand_known * layout.width[cell]
            if mine >= 0:
                place += 1 + layout.position[rest, mine] + layout.kinds[rest]
            block = Block(cell, min(had, drawn), max(had, drawn), counts, 0)
            turn = Facts(maid, hand_known, 1 if mine >= 0 else 0, mine, place, place)
            count = weigh(book, policy, block, turn, room)
            likely[kept] += before[had] * room.weights[action, 0]
            clear_weights(room, count)


@njit(_nrt=False)
def _follow_keep(
    mover: Mover, counts: Ints, facts: tuple[int, int, int], before: Floats, likely: Floats
) -> None:
    """Set ``likely`` to the likelihoods after a second choice; parameters as in `_follow_play`.

    ``facts`` are the code of the cards that are not public, the number of them that the player does
    not hold, and the player's card if the opponent knows it, else ``UNKNOWN``.
    """
    layout, policy, room = mover.book.layout, mover.policy, mover.room.branches.exchange
    code, size, mine = facts
    if size < 3:  # nothing was left to draw
        return
    likely[:] = 0.0
    is_single = size == 3
    for had in range(len(counts)):
        if counts[had] == 0 or before[had] == 0.0:
            continue
        counts[had] -= 1
        for first in range(len(counts)):
            for second in range(first, first + 1 if is_single else len(counts)):
                draw = Draw(first, second, size)
                ways = count_ways(counts, draw, UNKNOWN)
                if ways > 0:
                    options = weigh_options(policy, layout, code, had, draw, mine, 0, room)
                    chance = (counts[had] + 1) * before[had] * ways
                    for option in range(options):
                        likely[room.options[option, 0]] += chance * room.gains[option]
        counts[had] += 1
    for card in range(len(counts)):
        if counts[card] > 0:
            likely[card] /= counts[card]
