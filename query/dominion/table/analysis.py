"""Analysis of solitaire games: costs of purchases and luck of hands.

Each turn moves the expected final score twice: the hand from its mean over all hands to the value
of the best purchase (luck), and the purchase from there to its own value (its cost). So the score
is what the start expects, plus all luck, less all costs.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from llq.errors import IllegalState
from llq.query.answers import ActionValue
from llq.query.dominion.notation import deck as read_deck
from llq.query.dominion.table.answers import BuyAnswer
from llq.query.dominion.table.lookups import lookup
from llq.query.dominion.table.table import standard_model
from llq.query.play.judged_actions import Judged
from llq.solver.dominion.rules import Action
from llq.solver.dominion.solitaire.game_state import DominionState
from llq.solver.dominion.variants import rules
from llq.solver.game_states import CHANCE, GameState


class Hand(NamedTuple):
    """A possible hand, with the best purchase.

    Parameters
    ----------
    coins
        In hand.
    chance
        Of a hand with these coins.
    answer
        What to buy with them.
    """

    coins: int
    chance: float
    answer: BuyAnswer


@dataclass(frozen=True, kw_only=True)
class JudgedBuy(Judged[BuyAnswer, ActionValue[Action]]):
    """A game's purchase beside its alternatives.

    Parameters
    ----------
    answer
        The situation, and what the table says of it.
    chosen
        The action taken, with its value and its cost.
    luck
        Points that the hand was better than its mean.
    """

    luck: float

    def to_dict(self) -> dict[str, Any]:
        """Return the purchase as plain data, ready for JSON."""
        question = {name: getattr(self.answer, name) for name in ("turn", "coins", "deck")}
        return question | super().to_dict()


@dataclass(frozen=True, kw_only=True)
class Analysis:
    """A game, whole or unfinished.

    Parameters
    ----------
    start
        Expected score before the first hand, in points.
    buys
        Every turn's purchase, in order.
    """

    start: float
    buys: tuple[JudgedBuy, ...]

    @property
    def value(self) -> float:
        """Expected final score after the last purchase; the score itself at the end."""
        return self.buys[-1].chosen.value if self.buys else self.start

    @property
    def cost(self) -> float:
        """Points that all purchases lost."""
        return sum(buy.cost for buy in self.buys)

    @property
    def luck(self) -> float:
        """Points gained by hands beyond their means."""
        return sum(buy.luck for buy in self.buys)

    @property
    def mistakes(self) -> tuple[JudgedBuy, ...]:
        """The wrong purchases, most costly first."""
        wrong = (buy for buy in self.buys if not buy.chosen.is_best)
        return tuple(sorted(wrong, key=lambda buy: -buy.cost))

    def to_dict(self) -> dict[str, Any]:
        """Return the analysis as plain data, ready for JSON."""
        totals = {name: getattr(self, name) for name in ("start", "value", "cost", "luck")}
        return totals | {"buys": [buy.to_dict() for buy in self.buys]}

    def __str__(self) -> str:
        lines = [
            f"  turn {buy.answer.turn}, {buy.answer.coins} coins: {buy.chosen.text}, not "
            f"{buy.best.text} (costs {buy.cost:.4f})"
            for buy in self.mistakes
        ]
        total = (
            f"{self.start:.4f} expected, {self.luck:+.4f} by luck, {-self.cost:+.4f} by "
            f"purchases: {self.value:.4f} points"
        )
        return "\n".join([total, *lines])


def hands(deck: Mapping[str, int] | str, turn: int, turns: int | None = None) -> tuple[Hand, ...]:
    """Return a deck's possible next hands by coins, with each one's answer.

    Parameters
    ----------
    deck, turn, turns
        As in `llq.dominion.lookup`: the deck from which the hand is drawn.

    Raises
    ------
    IllegalState, UnknownCard
        No game reaches such a situation; the message says why.
    UnknownState, TableMissing, StaleTable, CorruptTable
        As `llq.dominion.lookup` does.

    Examples
    --------
    >>> import llq
    >>> for hand in llq.dominion.table.hands("7 copper, 3 estate", turn=1)[:2]:
    ...     print(hand.coins, round(hand.chance, 4), hand.answer.text)
    2 0.0833 pass
    3 0.4167 buy silver
    """
    state = read_deck(deck, 0, turn, turns)
    return tuple(
        Hand(coins, chance, lookup(state.cards, coins, turn, turns))
        for coins, chance in hand_chances(state.cards).items()
    )


def hand_chances(deck: Mapping[str, int]) -> dict[int, float]:
    """Return the chances of a fresh hand's coin totals, in rising order."""
    model = standard_model()
    chances = model.coin_chances(model.game.deck(deck))
    return {coins: float(chances[coins]) for coins in map(int, chances.nonzero()[0])}


def analyse(state: GameState) -> Analysis:
    """Return a game's purchase costs, and the luck of its hands.

    Parameters
    ----------
    state
        A game of one player, under way or at its end, with the standard rules and fresh hands.

    Raises
    ------
    IllegalState
        The game is another: only of such games is each purchase's exact value known.
    TableMissing, StaleTable, CorruptTable
        As `llq.dominion.lookup` does.

    Examples
    --------
    >>> import llq
    >>> game = llq.dominion.play(["picky"], seed=1, turns=8)
    >>> print(llq.dominion.analyse(game.state))
    13.6872 expected, +1.5568 by luck, -6.2440 by purchases: 9.0000 points
      turn 8, 6 coins: buy gold, not buy duchy (costs 3.0000)
      turn 6, 6 coins: buy gold, not buy duchy (costs 1.5276)
      turn 3, 5 coins: buy silver, not buy duchy (costs 0.9096)
      turn 5, 7 coins: buy gold, not buy duchy (costs 0.8068)
    """
    if not isinstance(state, DominionState) or state.real or state.rules != rules():
        raise IllegalState(
            "only solitaire games with the standard rules and fresh hands have values"
        )
    played = DominionState(state.rules, state.turns)
    start = sum(
        hand.chance * (hand.answer.value or 0.0)
        for hand in hands(played.view().cards, 1, state.turns)
    )
    value, buys = start, []
    for move in state.moves:
        if played.current_player != CHANCE:
            view = played.view()
            answer = lookup(view.cards, view.coins, view.turn, view.turns)
            action = played.action_of(move)
            chosen = next(option for option in answer.actions if option.action == action)
            luck = answer.actions[0].value - value
            buys.append(JudgedBuy(answer=answer, chosen=chosen, luck=luck))
            value = chosen.value
        played.apply(move)
    return Analysis(start=start, buys=tuple(buys))
