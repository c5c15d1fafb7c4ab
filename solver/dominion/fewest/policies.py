"""The optimum, the thesis's policy and known rules, to be followed turn by turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from llq.solver.dominion.fewest import pile_kernels
from llq.solver.dominion.fewest.piles import PileValues
from llq.solver.dominion.fewest.turn_by_turn import PASS, VICTORY_SUPPLY, Deck, spending_bands
from llq.solver.dominion.known_rules import KnownRule
from llq.solver.dominion.model import Purchase
from llq.solver.dominion.rules import Rules
from llq.solver.dominion.solitaire.action_scoring import actions, card_of
from llq.solver.dominion.solitaire.solver import Solution
from llq.solver.dominion.variants import SUPPLY, rules


@dataclass(frozen=True)
class PilePolicy:
    """The policy of the fewest turns by the real rule, which looks at the draw pile."""

    best: PileValues

    def choices(self, deck: Deck, turn: int) -> NDArray[np.int8]:  # noqa: ARG002 - of any turn
        """Return the card bought in each band of coins after a hand left each draw pile."""
        game, pile_game = rules(), self.best.game
        box, tables = pile_game.box, pile_game.tables
        number = box.number([deck[game.place[kind.name]] for kind in box.kinds])
        piles = int(pile_game.offset[number + 1] - pile_game.offset[number])
        choice = np.full((piles, len(pile_game.floors)), PASS, np.int8)
        pile_kernels.choose(number, tables, self.best.values, choice)
        places = [*(game.place[kind.name] for kind in box.kinds), PASS]  # -1 is the last
        floors = spending_bands(game)[0]
        return np.array(places, np.int8)[choice[:, tables.band[floors]]]


@dataclass(frozen=True)
class RulePolicy:
    """A known rule; the Provinces that are left are those of a supply of eight."""

    rule: KnownRule

    def choices(self, deck: Deck, turn: int) -> NDArray[np.int8]:  # noqa: ARG002 - of any turn
        """Return the card bought in each band of coins, as `Policy` does."""
        money = sum(n * card.value for n, card in zip(deck, rules().cards, strict=True))
        sold_out = tuple(n == most for n, most in zip(deck, SUPPLY.values(), strict=True))
        key = deck[-1], min(money, max(wish.money_above for wish in self.rule.wishes) + 1), sold_out
        if key not in self._rows:
            self._rows[key] = self._row(VICTORY_SUPPLY - key[0], *key[1:])
        return self._rows[key]

    @cached_property
    def _rows(self) -> dict[tuple[int, int, tuple[bool, ...]], NDArray[np.int8]]:
        return {}

    def _row(self, left: int, money: int, sold_out: tuple[bool, ...]) -> NDArray[np.int8]:
        game = rules()
        cost = {card.name: card.cost for card in game.cards}

        def bought(floor: int) -> Iterator[int]:
            for wish in self.rule.wishes:
                is_due = left <= wish.provinces_left and money > wish.money_above
                is_due &= not sold_out[game.place[wish.card]]
                if is_due and cost[wish.card] <= floor:
                    yield game.place[wish.card]
            yield PASS

        return np.array([[next(bought(floor)) for floor in spending_bands(game)[0]]], np.int8)


@dataclass(frozen=True)
class SolutionPolicy:
    """The thesis's policy: most points in a fixed number of turns, as if hands were fresh.

    After the last of its turns it buys nothing.
    """

    solution: Solution
    _rows: dict[tuple[Deck, int], NDArray[np.int8]] = field(default_factory=dict, repr=False)

    def choices(self, deck: Deck, turn: int) -> NDArray[np.int8]:
        """Return the card bought in each band of coins in a turn."""
        game = rules()
        model, turns = self.solution.model, self.solution.turns
        bought = np.subtract(model.classes(deck), model.start)[: model.dims]
        to_go = turns - turn + 1
        floors = spending_bands(game)[0]
        if to_go < 1 or bought.sum() + to_go > turns:
            return np.full((1, len(floors)), PASS, np.int8)
        key = (*bought.tolist(),), to_go
        if key not in self._rows:
            code = self.solution.codes[self.solution.space.state([bought], [to_go])]
            self._rows[key] = np.array(
                [[_place(game, self.solution, code, m) for m in floors]], np.int8
            )
        return self._rows[key]


def _place(game: Rules, solution: Solution, code: NDArray[np.unsignedinteger], coins: int) -> int:
    """Return the place of the card that a state's code buys with ``coins`` coins."""
    band = solution.model.band(coins)
    card = card_of(solution.model, band, Purchase(int(actions(code, band)[0])))
    return PASS if card is None else game.place[card]
