"""Exact best response: the most that a player with perfect recall wins against a known policy.

All that the responder's memory tells comes down to *weights*: how likely each card is in the
opponent's hand, given what the opponent has played. Own hand, unseen cards, flags, lead and weights
are a *situation*. They decide what is to come, so that a situation is solved once, however play
came to it.

The opponent's turn is followed card by card as in `evaluation`: given the opponent's card, all
other unseen cards are exchangeable. Whatever the responder sees of it, the action and every card
that is discarded, drawn or shown, separates the situations that follow.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from llq.errors import DeckTooLarge, IllegalState
from llq.solver.array_types import Floats, Ints
from llq.solver.love_letter.exact.evaluation import deal_ways, dealt_blocks
from llq.solver.love_letter.exact.policies import MIXED, Policy
from llq.solver.love_letter.responses import kernels
from llq.solver.love_letter.responses.kernels import Model
from llq.solver.love_letter.responses.situations import FINENESS, Situation, make_memo, move_values
from llq.solver.love_letter.rules import Rules, Scoring
from llq.solver.love_letter.table.book import Book
from llq.solver.love_letter.table.kernels import entry_at, lead_range
from llq.solver.love_letter.table.leads import no_leads
from llq.solver.love_letter.table.states import state_space
from llq.solver.love_letter.turn import legal_numbers

_ROUNDING = 1e-13  # of sums and products in float64
_PARTS, _VIEWS = 1 << 14, 1 << 11  # at first
_NOT_DRAWN = 3  # two hands and the aside card
_FIRST_CAPACITY, _LAST_CAPACITY = 1 << 16, 1 << 26

MOST_SITUATIONS = _LAST_CAPACITY // 4 * 3
"""Most situations that fit in a responder's memory, about 2 GB while growing."""


class Start(NamedTuple):
    """A possible start of the responder's first turn."""

    chance: float
    situation: Situation
    weights: Floats  # (cards,): probability of each card in the opponent's hand; the sum is 1.
    key: int = 0  # Key of the observations of the opponent's previous turn, from `number_view`.


class Responder:
    """Best response to a policy; situations are solved on demand and cached.

    ``memory`` (memories, actions) is what a policy with memory remembers after an action of either
    player, given what it remembered before. A round begins with memory 0, and ``policy.choice``
    holds all entries once a memory. None is for a policy that remembers nothing.
    """

    def __init__(
        self,
        rules: Rules,
        policy: Policy,
        scoring: Scoring = Scoring.HALF,
        memory: Ints | None = None,
    ) -> None:
        if not rules.is_plain:
            raise IllegalState(
                f"{rules.variant} Love Letter has no exact best response here: it takes rounds "
                "without tokens and with one choice a turn"
            )
        self.rules, self._space = rules, state_space(rules)
        space, by_discards = self._space, scoring == Scoring.DISCARDS
        # Situations carry their own lead, and nothing is read from a table of values.
        book = Book(rules.arrays, space.layout, no_leads(space), np.zeros(1), by_discards)
        keeps_lead = by_discards or bool((policy.leads.width > 1).any())
        actions = len(rules.actions)
        if memory is None:
            memory = np.zeros((1, actions), dtype=np.int64)
        if (
            memory.shape[1:] != (actions,)
            or len(policy.choice) % len(memory)
            or not (memory.min() >= 0 and memory.max() < len(memory))
        ):
            raise IllegalState(
                f"a memory of {rules.variant} Love Letter has the shape (memories, "
                f"{actions}), each of them below memories, and the policy as "
                f"many entries for each memory; got {memory.shape} and {len(policy.choice)} entries"
            )
        # What a memory lets go with the responder's next action is nothing to them.
        _, first, kind = np.unique(memory, axis=0, return_index=True, return_inverse=True)
        self.model = Model(
            book, policy, keeps_lead, space.unseen.copy(), space.hand_cards, memory,
            first[kind.ravel()].astype(np.int64),
        )  # fmt: skip
        self._memo = make_memo(_FIRST_CAPACITY)
        self._second_turns: dict[tuple[int, ...], tuple[float, list[Start]]] = {}
        self._turns = -(-(rules.deck_size - _NOT_DRAWN) // 2)
        self.work = kernels.make_work(self._turns + 1, len(rules.cards), _PARTS, _VIEWS)

    @property
    def situations(self) -> int:
        """Number of situations solved so far."""
        return int(self._memo.used[0])

    @property
    def error_bound(self) -> float:
        """Bound on the error of any value.

        A value is at most half as far from another's as their weights are in sum, so that taking
        weights of one turn for others costs at most cards / 2 ** 45, times the number of turns.
        """
        return self._turns * len(self.rules.cards) / 2 / FINENESS + _ROUNDING

    def first_turns(
        self, face_up: tuple[int, ...] = (), hand: tuple[int, int] | None = None
    ) -> list[Start]:
        """Return all hands of a responder moving first, or a given one; the chances add up to 1."""
        layout, deals = self._space.layout, self._deals(face_up)
        if hand is not None:
            number = layout.hand[hand]
            deals = {cell: ways for cell, ways in deals.items() if cell % layout.hands == number}
        starts = []
        for cell, ways in deals.items():
            unseen, chance = self._space.unseen[cell // layout.hands], ways / sum(deals.values())
            starts.append(Start(chance, Situation(cell, 0, 0, 0), unseen / unseen.sum()))
        return starts

    def second_turns(self, face_up: tuple[int, ...] = ()) -> tuple[float, list[Start]]:
        """Return the chance of winning in the opponent's first turn, and the starts of the next.

        The starts' chances add up to 1 less that of the round's end.
        """
        if face_up in self._second_turns:
            return self._second_turns[face_up]
        layout = self._space.layout
        places, shares = [], []
        for cell, ways in self._deals(face_up).items():
            code = cell // layout.hands
            unseen = self._space.unseen[code]
            for card in np.flatnonzero(unseen).tolist():
                places.append((cell, 1 + layout.position[code, card]))
                shares.append(ways * unseen[card] / unseen.sum())
        first_states, chances = np.array(places, dtype=np.int64), np.array(shares) / sum(shares)
        won = self._run(
            lambda model, _, work: kernels.open_second(model, work, first_states, chances)
        )
        self._second_turns[face_up] = won, self._starts()
        return self._second_turns[face_up]

    def value(self, situation: Situation, weights: Floats) -> float:
        """Return the responder's chance to win (and half that of a draw) from a situation.

        ``weights`` (cards,) are how likely each card is in the opponent's hand; they add up to 1.
        """
        return float(self._run(kernels.solve, 0, situation, weights))

    def follow(self, situation: Situation, weights: Floats, action: int) -> list[Start]:
        """Return possible starts of the next turn after an action; nothing is solved."""
        self._run(kernels.open_play, situation, weights, action)
        return self._starts()

    def best_action(self, situation: Situation, weights: Floats) -> int:
        """Return the best action, the first among equals, as a number of ``Rules.actions``."""
        self.value(situation, weights)
        legal = np.array(self.legal_actions(situation), dtype=np.int64)
        return int(self._run(kernels.best_action, situation, weights, legal))

    def legal_actions(self, situation: Situation) -> list[int]:
        """Return the legal actions, as numbers of ``Rules.actions``."""
        layout = self._space.layout
        low, high = self._space.hand_cards[situation.cell % layout.hands].tolist()
        is_maid_up = 0 < layout.maid_step[situation.cell] <= situation.base
        return list(legal_numbers(self.rules, low, high, bool(is_maid_up)))

    def action_of_policy(self, situation: Situation, weights: Floats) -> int:
        """Return the policy's own action in the responder's place."""
        if len(self.model.memory) > 1:  # a situation holds only what the responder needs of it
            raise IllegalState("a policy that remembers has no single action in a situation")
        policy, layout = self.model.policy, self._space.layout
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
        """Return the possible views at the first depth of ``work``."""
        views = int(self.work.counts[0, 1])
        sizes = self.work.weights[0, :views].sum(axis=1)
        return [
            Start(size, Situation(*fields), weights / size, key)
            for size, fields, weights, key in zip(
                sizes.tolist(),
                self.work.situation[0, :views].tolist(),
                self.work.weights[0, :views],
                self.work.key[0, :views].tolist(),
                strict=True,
            )
            if size > 0.0
        ]

    def _run(self, kernel: Callable[..., Any], *arguments: Any) -> Any:
        """Return a kernel's result, computed again with more room or memo until all fits."""
        while True:
            result = kernel(self.model, self._memo, self.work, *arguments)
            if self.work.is_full[0]:
                self.widen()
            elif self._memo.is_full[0]:
                self._enlarge()
            else:
                return result

    def widen(self) -> None:
        """Make room for more parts and views."""
        depth, views, cards = self.work.weights.shape
        self.work = kernels.make_work(depth, cards, 2 * self.work.chance.shape[1], 2 * views)

    def _enlarge(self) -> None:
        """Make room for more situations."""
        capacity = 4 * len(self._memo.values)
        if capacity > _LAST_CAPACITY:
            raise DeckTooLarge(
                f"the best response meets more than {MOST_SITUATIONS:,} situations; "
                "take a smaller deck, or more cards face up"
            )
        full_memo, self._memo = self._memo, make_memo(capacity)
        move_values(full_memo, self._memo)

    def _deals(self, face_up: tuple[int, ...]) -> dict[int, int]:
        """Return the number of deals of every first hand, by its cell."""
        space = self._space
        blocks = dealt_blocks(space, len(face_up), face_up).tolist()
        if not blocks:
            raise IllegalState(
                f"{self.rules.variant} Love Letter cannot deal a hand beside {face_up} face up"
            )
        return {int(space.block_cell[block]): deal_ways(space, block) for block in blocks}


def expected_situations(rules: Rules, face_up: tuple[int, ...] = (), *, is_mixed: bool) -> int:
    """Return a rough estimate of the situations of one seat, made beforehand.

    It is a power of the number of sets of unseen cards, measured from 10 to 16 cards, and 13 for
    mixed policies.
    """
    left = np.array(rules.copies) - np.bincount(face_up, minlength=len(rules.copies))
    sets = float(np.prod(left + 1.0))
    exponent, factor = (3.2, 7e-5) if is_mixed else (2.6, 1e-3)
    return int(factor * sets**exponent)
