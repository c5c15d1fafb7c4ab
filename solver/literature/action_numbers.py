"""Literature's actions as integers.

Asking seat ``t`` for card ``c`` is ``cards * t + c`` with as many cards as the pack has; passing
the turn to seat ``t`` is ``cards * players + t``; last come the claims, by half suit and by the
claimed holder of each card.
"""

from collections.abc import Iterable
from functools import cache
from itertools import product

from llq.solver.literature.rules import HALF, HALF_SIZE, MOST_HALF_SUITS, MOST_PLAYERS, Rules


class ActionNumbers:
    """Action numbering for four, six or eight players; a seat's parity is its team."""

    def __init__(self, rules: Rules) -> None:
        self._mates, self._cards = rules.players // 2, rules.pack.cards
        self.first_pass = self._cards * rules.players
        self.first_claim = self.first_pass + rules.players
        self.count = self.first_claim + rules.pack.half_suits * self._mates**HALF_SIZE

    def asks(self, hand: int, targets: Iterable[int]) -> list[int]:
        """Return every ask by a hand, a bit set, ascending; the target seats ascend too."""
        half_hands = [(half, hand >> HALF_SIZE * half & HALF) for half in range(MOST_HALF_SUITS)]
        asks_by_half = [_asks(own, half, self._cards) for half, own in half_hands if own]
        return [action for seat in targets for asks in asks_by_half for action in asks[seat]]

    def claims(self, hand: int, seat: int, halves: Iterable[int]) -> list[int]:
        """Return a seat's claims of some half suits that agree with its own hand, ascending."""
        claims: list[int] = []
        for half in halves:
            first = self.claim(half, (0,) * HALF_SIZE)
            offsets = _claims(hand >> HALF_SIZE * half & HALF, seat // 2, self._mates)
            claims += [first + offset for offset in offsets]
        return claims

    def claim(self, half: int, holders: tuple[int, ...]) -> int:
        """Return the action number of a half suit's claim with the given holders."""
        number = half
        for seat in holders:
            number = number * self._mates + seat // 2
        return self.first_claim + number

    def claim_of(self, action: int, seat: int) -> tuple[int, tuple[int, ...]]:
        """Decode a seat's claim into its half suit and claimed holders."""
        number, holders = action - self.first_claim, []
        for _ in range(HALF_SIZE):
            number, mate = divmod(number, self._mates)
            holders.append(2 * mate + seat % 2)
        return number, tuple(reversed(holders))


@cache
def _asks(own: int, half: int, cards: int) -> tuple[tuple[int, ...], ...]:
    """Return the asks for a half suit's missing cards, as a row per target seat."""
    lacked = [HALF_SIZE * half + place for place in range(HALF_SIZE) if not own >> place & 1]
    return tuple(tuple(cards * seat + card for card in lacked) for seat in range(MOST_PLAYERS))


@cache
def _claims(own: int, mate: int, mates: int) -> tuple[int, ...]:
    """Return claim offsets consistent with a mate's own cards, counted from 0."""
    others = [other for other in range(mates) if other != mate]
    choices = [[mate] if own >> place & 1 else others for place in range(HALF_SIZE)]
    digits = [
        [holder * mates ** (HALF_SIZE - 1 - place) for holder in choice]
        for place, choice in enumerate(choices)
    ]
    return tuple(sum(values) for values in product(*digits))
