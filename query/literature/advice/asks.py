"""Asks of a position: chance, value to a player, and reasons."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import compress
from typing import NamedTuple

from llq.query.answers import ActionValue
from llq.query.literature.advice.ask_valuation import values_of
from llq.query.literature.advice.explanations import Reasons, count_deals
from llq.query.literature.positions.card_text import card_list, claim_text, half_suit_words, join
from llq.solver.card_masks import cards_of
from llq.solver.literature.actions import Ask
from llq.solver.literature.players import Player, Strategy
from llq.solver.literature.positions.perspective import Perspective
from llq.solver.literature.positions.position import Position
from llq.solver.literature.rules import HALF, HALF_SIZE, card_name, find_card

_COUNTABLE = 1_000_000  # deals, up to which a chance is written as a number of deals
_TIED = 1e-12


@dataclass(frozen=True, slots=True, kw_only=True)
class AskValue(ActionValue[Ask]):
    """An ask and its value to the advising player.

    An ask that this player does not consider may have a higher value than the best: its cost is
    negative.

    Parameters
    ----------
    chance
        The chance that the opponent has the card.
    is_known, is_vain
        Whether the opponent certainly has the card, or certainly lacks it.
    claim
        The claim that is certain once the opponent gives it, in notation; None if there is none.
    reveals
        Whether it tells anyone something of your hand beyond that you lack the card.
    loses
        Cards of your team that the opponent can then take for certain, if the ask misses: the
        opponent knows where they are and has a card of their half suits.
    may_lose
        Cards that the opponent can take if they have a card of their half suits, which they may.
    why
        All this in words.
    """

    chance: float
    is_known: bool
    is_vain: bool
    claim: str | None
    reveals: bool
    loses: tuple[str, ...]
    may_lose: tuple[str, ...]
    why: tuple[str, ...]

    @property
    def target(self) -> int:
        """The seat of the asked opponent."""
        return self.action.player

    @property
    def card(self) -> str:
        """The card that is asked for."""
        return self.action.card

    def __str__(self) -> str:
        """Return the ask in one line."""
        reasons = "; ".join(self.why)
        return f"{self.target} {self.card}: {self.chance:.1%}, {self.value:.4g}; {reasons}"


def list_asks(
    position: Position, reasons: Reasons, strategy: Strategy | Player
) -> tuple[tuple[AskValue, ...], str]:
    """Return every legal ask, best first, and the meaning of a value in words.

    Among asks of one value those come first that are likelier to get the card, lead to a claim,
    reveal less and lose less, then by seat and card.
    """
    values, considered, meaning = values_of(position, strategy)
    if not values:
        return (), meaning
    best = max(compress(values, considered))
    outlook = _Outlook(reasons)
    asks = [
        outlook.ask(ask, value, best - value, is_best=is_considered and value >= best - _TIED)
        for ask, value, is_considered in zip(position.legal, values, considered, strict=True)
    ]
    asks.sort(
        key=lambda ask: (
            not ask.is_best,
            -round(ask.value, 12),  # equal values and chances differ in their last digits
            -round(ask.chance, 12),
            ask.claim is None,
            ask.reveals,
            len(ask.loses),
            len(ask.may_lose),
        )
    )
    return tuple(asks), meaning


class AskGroup(NamedTuple):
    """Asks that differ only in the card."""

    asks: tuple[AskValue, ...]
    why: tuple[str, ...]
    """The reasons that all of them share."""


def group_asks(asks: Iterable[AskValue]) -> tuple[AskGroup, ...]:
    """Group asks by everything except the card, in order of first appearance."""
    groups: dict[object, list[AskValue]] = {}
    for ask in asks:
        why = tuple(part.replace(ask.card, "it") for part in ask.why)
        key = ask.target, round(ask.chance, 9), round(ask.value, 9), why
        groups.setdefault(key, []).append(ask)
    return tuple(AskGroup(tuple(group), _shared_reasons(group)) for group in groups.values())


def _shared_reasons(group: list[AskValue]) -> tuple[str, ...]:
    card, why = f"the {group[0].card}", group[0].why
    return why if len(group) == 1 else tuple(part.replace(card, "the card") for part in why)


class _Outlook:
    """Outlook on a position's asks."""

    def __init__(self, reasons: Reasons) -> None:
        self.reasons, self.game = reasons, reasons.perspective
        self.pack, self.me = reasons.rules.pack, reasons.seats.me

    def ask(self, ask: Ask, value: float, cost: float, *, is_best: bool) -> AskValue:
        """Return an ask with its value and consequences."""
        target, name = ask
        card = find_card(name, self.pack)
        chance = self.game.chance(target, card)
        is_known = bool(self.reasons.facts.holds(target) >> card & 1)
        is_vain = chance == 0.0
        claim = None if is_vain else self._claim_after(target, card)
        reveals = not self.game.common_view.count_bounds(self.me, card // HALF_SIZE)[0]
        why = [self._explain_chance(target, card, chance)]
        if claim:
            why.append(f"if it hits, you can claim {claim}")
        why.append(self._explain_reveals(card, name, reveals=reveals))
        loses: list[int] = []
        may_lose: list[int] = []
        if not is_known:
            after = self.game.after_ask(target, card, False)
            loses, may_lose = self._losses(after, target)
            why.append(self._explain_losses(after, target, loses, may_lose))
        return AskValue(
            action=ask,
            text=f"ask {self.reasons.seats.name(target)} for the {name}",
            value=value,
            cost=cost,
            standard_error=None,
            is_best=is_best,
            chance=chance,
            is_known=is_known,
            is_vain=is_vain,
            claim=claim,
            reveals=reveals,
            loses=self._names(loses),
            may_lose=self._names(may_lose),
            why=tuple(why),
        )

    def _names(self, cards: list[int]) -> tuple[str, ...]:
        return tuple(card_name(card, self.pack) for card in cards)

    def _claim_after(self, target: int, card: int) -> str | None:
        """Return the claim of a card's half suit made certain by a hit."""
        half = card // HALF_SIZE
        holders = self.game.after_ask(target, card, True).certain_claim(half)
        return None if holders is None else claim_text(half, holders, self.pack)

    def _losses(self, after: Perspective, target: int) -> tuple[list[int], list[int]]:
        """Return cards that the target can take after a miss, certainly and possibly."""
        facts, target_facts = after.view, after.view_of(target)
        loses, may_lose = [], []
        for mate in range(self.me & 1, self.reasons.rules.players, 2):
            for card in cards_of(target_facts.holds(mate)):
                half = card // HALF_SIZE
                if facts.count_bounds(target, half)[0]:
                    loses.append(card)
                elif facts.may_hold(target) & HALF << HALF_SIZE * half:
                    may_lose.append(card)
        return sorted(loses), sorted(may_lose)

    def _explain_chance(self, target: int, card: int, chance: float) -> str:
        """Explain why the target has or lacks a card, or give its chance."""
        facts = self.reasons.facts
        if facts.holds(target) >> card & 1:
            return f"certain: {self.reasons.why_holds(target, card)}"
        if not facts.may_hold(target) >> card & 1:
            return f"impossible: {self.reasons.why_lacks(target, card)}"
        deals = self.game.deals
        if deals is None:
            return f"may have it (about {chance:.1%} of deals)"
        if deals <= _COUNTABLE:
            return f"may have it ({chance * deals:,.0f} of {count_deals(deals)} that agree)"
        return f"may have it ({chance:.1%} of deals)"

    def _explain_reveals(self, card: int, name: str, *, reveals: bool) -> str:
        words = half_suit_words(card // HALF_SIZE)
        if reveals:
            return f"reveals that you have {words}"
        if not self.game.common_view.may_hold(self.me) >> card & 1:
            return f"reveals nothing new: everyone knows that you have {words} and lack the {name}"
        return f"reveals only that you lack the {name}: everyone knows that you have {words}"

    def _explain_losses(
        self, after: Perspective, target: int, loses: list[int], may_lose: list[int]
    ) -> str:
        if loses:
            prospects = f"can take {self._group_by_owner(after, loses)}"
            if may_lose:
                prospects += f", perhaps {self._group_by_owner(after, may_lose)} too"
        elif may_lose:
            prospects = f"can perhaps take {self._group_by_owner(after, may_lose)}"
        else:
            prospects = "knows no card of your team to take"
        return f"if it misses, {self.reasons.seats.name(target)} gets the turn and {prospects}"

    def _group_by_owner(self, after: Perspective, cards: list[int]) -> str:
        """Return cards in words with their owners, your own first."""
        seats = self.reasons.seats
        parts = []
        for mate in sorted(range(seats.players), key=lambda seat: seat != self.me):
            group = [card for card in cards if after.view.holds(mate) >> card & 1]
            owner = "your" if mate == self.me else f"{seats.name(mate)}'s"
            parts += [f"{owner} {card_list(group, self.pack)}"] if group else []
        return join(parts)
