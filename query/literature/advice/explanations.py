"""Explanations: why a player holds a card or lacks it, as far as somebody knows, in words."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from llq.query.literature.positions.card_text import Seats, card_list, half_suit_words, join
from llq.solver.card_masks import cards_of
from llq.solver.literature.actions import Asked, Claimed, Move
from llq.solver.literature.inference.knowledge import View
from llq.solver.literature.positions.perspective import Perspective
from llq.solver.literature.rules import HALF, HALF_SIZE, HALF_SUITS, Rules, half_suit_cards


class Transfer(NamedTuple):
    """A card that changed hands."""

    taker: int
    giver: int
    place: str
    """Where the ask stands, such as ``line 7``."""


@dataclass(slots=True)
class Trace:
    """Public information so far; cards are numbers, places such as ``line 7``."""

    rules: Rules
    turn: str = "they begin"
    """Reason for the mover's turn."""
    transfers: dict[int, Transfer] = field(default_factory=dict)
    """Last transfer of each card shown."""
    given: dict[tuple[int, int], Transfer] = field(default_factory=dict)
    """Last transfer by giver and card."""
    missed: dict[tuple[int, int], str] = field(default_factory=dict)
    """Failed asks' moves, by target and card."""
    sought: dict[tuple[int, int], str] = field(default_factory=dict)
    """Failed asks' moves, by asker and card."""
    asked: dict[tuple[int, int], str] = field(default_factory=dict)
    """Last asks' moves, by asker and half suit with a held card."""
    claimed: dict[int, tuple[int, str]] = field(default_factory=dict)
    """By half suit: its claimer and move."""

    def note(self, move: Move, place: str) -> None:
        """Take note of a move."""
        if isinstance(move, Asked):
            self._note_ask(move, place)
        elif isinstance(move, Claimed):
            self.claimed[move.half_suit] = move.seat, place
            if move.is_right and self.rules.claimant_turn:
                self.turn = f"they claimed in {place}"
        else:
            self.turn = f"the turn was passed to them in {place}"

    def _note_ask(self, move: Asked, place: str) -> None:
        self.asked[move.seat, move.card // HALF_SIZE] = place
        if move.held:
            transfer = Transfer(move.seat, move.target, place)
            self.transfers[move.card] = self.given[move.target, move.card] = transfer
            self.turn = f"they got a card in {place}"
            for places in (self.missed, self.sought):
                for key in [key for key in places if key[1] == move.card]:
                    del places[key]
        else:
            self.missed[move.target, move.card] = place
            self.sought[move.seat, move.card] = place
            self.turn = f"they were asked in vain in {place}"


@dataclass(frozen=True, slots=True)
class Reasons:
    """Facts of a game, with the moves behind them."""

    seats: Seats
    trace: Trace
    perspective: Perspective

    @property
    def rules(self) -> Rules:
        """The variant."""
        return self.perspective.rules

    @property
    def facts(self) -> View:
        """The certain facts."""
        return self.perspective.view

    def why_lacks(self, player: int, card: int) -> str:
        """Explain why a player certainly lacks a card."""
        return self._explain_observed_lack(player, card) or self._explain_derived_lack(player, card)

    def why_holds(self, player: int, card: int) -> str:
        """Explain why a player certainly holds a card."""
        if player == self.seats.me:
            return self._explain_own_card(card)
        if self.perspective.shown(player) >> card & 1:
            return self._explain_transfer(card, player)
        sizes = self.perspective.sizes
        others = [other for other, size in enumerate(sizes) if size and other != player]
        if not others:
            return "nobody else has cards"
        lacks = [self._explain_observed_lack(other, card, named=True) for other in others]
        if all(lacks):
            return "nobody else can: " + join(dict.fromkeys(lacks))
        half_suit = card // HALF_SIZE
        unseen = self.facts.may_hold(player) & ~self.perspective.shown(player)
        is_only_unseen = unseen >> HALF_SIZE * half_suit & HALF == 1 << card % HALF_SIZE
        if self.perspective.needs(player, half_suit) and is_only_unseen:
            place = self.trace.asked.get((player, half_suit), "an ask")
            return (
                f"they asked for one of the {half_suit_words(half_suit)} in {place}, and it is the "
                "only one they can have had that nobody saw them get"
            )
        return "it follows from the moves and the hand sizes: nobody else can"

    def why_none(self, player: int, half_suit: int) -> str:
        """Explain why a player certainly has no card of a half suit."""
        if player == self.seats.me:
            return "none is in your hand"
        groups: dict[str, list[int]] = {}
        for card in half_suit_cards(half_suit):
            groups.setdefault(self.why_lacks(player, card), []).append(card)
        return "; ".join(
            f"{card_list(cards, self.rules.pack)}: {reason}" for reason, cards in groups.items()
        )

    def _explain_observed_lack(self, player: int, card: int, *, named: bool = False) -> str:
        """Explain a player's missing card from hands or moves, else return nothing."""
        subject, have = (self.seats.you(player), "has") if named else ("they", "have")
        if self.perspective.hand >> card & 1 and player != self.seats.me:
            return self._explain_own_card(card)
        if player == self.seats.me:
            if transfer := self.trace.given.get((player, card)):
                return f"you gave it to {self.seats.name(transfer.taker)} in {transfer.place}"
            return "you do not hold it"
        for other in range(self.rules.players):
            if other != player and self.perspective.shown(other) >> card & 1:
                return self._explain_transfer(card, player)
        if self.perspective.told_lacks(player) >> card & 1:
            if place := self.trace.sought.get((player, card)):
                return f"{subject} asked for it in {place}"
            if place := self.trace.missed.get((player, card)):
                return f"{subject} did not have it in {place}"
        return "" if self.perspective.sizes[player] else f"{subject} {have} no cards"

    def _explain_derived_lack(self, player: int, card: int) -> str:
        """Explain a player's missing card from facts about other cards and hands."""
        facts, half_suit = self.facts, card // HALF_SIZE
        size = self.perspective.sizes[player]
        for other in range(self.rules.players):
            if other != player and facts.holds(other) >> card & 1:
                return f"{self.seats.you(other)} must hold it ({self.why_holds(other, card)})"
        known_cards = cards_of(facts.holds(player))
        if len(known_cards) == size:
            return f"their cards are known: {card_list(known_cards, self.rules.pack)}"
        cards = [known for known in known_cards if known // HALF_SIZE == half_suit]
        upper_bound = facts.count_bounds(player, half_suit)[1]
        if cards and upper_bound == len(cards):
            return f"they can have no more than {len(cards)} of the {half_suit_words(half_suit)}"
        counts = [facts.count_bounds(player, other)[0] for other in range(HALF_SUITS)]
        if upper_bound == 0 and sum(counts) == size:
            others = (half_suit_words(other) for other, count in enumerate(counts) if count)
            return f"all their cards are of other half suits: {join(others)}"
        return "it follows from the moves and the hand sizes"

    def _explain_own_card(self, card: int) -> str:
        if transfer := self.trace.transfers.get(card):
            return f"you took it from {self.seats.name(transfer.giver)} in {transfer.place}"
        return "it is in your hand"

    def _explain_transfer(self, card: int, subject: int) -> str:
        """Explain where a shown card is, with a player as ``they``: its taker, giver or neither."""
        taker, giver, place = self.trace.transfers[card]
        if giver == subject:
            return f"they gave it to {self.seats.you(taker)} in {place}"
        name = "they" if taker == subject else self.seats.you(taker)
        return f"{name} took it from {self.seats.you(giver)} in {place}"


def count_deals(deals: float) -> str:
    """Return a number of deals in words.

    >>> count_deals(1), count_deals(12345), count_deals(7.68e24)
    ('1 deal', '12,345 deals', 'about 7.7e+24 deals')
    """
    if deals >= 1 << 53:
        return f"about {deals:.1e} deals"
    return f"{deals:,.0f} {'deal' if deals == 1 else 'deals'}"


def deals_that_agree(deals: float | None = None) -> str:
    """Return the deal count in words, for use after *of* or *in none of*.

    >>> deals_that_agree(200), deals_that_agree(7.68e24), deals_that_agree(1)
    ('the 200 deals that agree', 'about 7.7e+24 deals that agree', 'the deals that agree')
    """
    if deals is None or deals == 1:  # of one there is no none
        return "the deals that agree"
    article = "" if deals >= 1 << 53 else "the "
    return f"{article}{count_deals(deals)} that agree"
