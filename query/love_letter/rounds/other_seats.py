"""Other seats at a table: names relative to a player, chances of their cards."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.love_letter.rounds import referee
from llq.solver.love_letter.rounds.party_state import PartyState
from llq.solver.love_letter.rounds.referee import party, party_rules
from llq.solver.love_letter.rounds.round_row import RoundRow
from llq.solver.love_letter.rounds.watched_round import WatchedRound
from llq.solver.love_letter.rules import Rules

_SAMPLES = 4000  # deals for the beliefs shown
_LEAST_SHOWN = 0.005  # of chances
_SEAT_WORDS = {
    2: ("them",),
    3: ("left", "right"),
    4: ("left", "across", "right"),
    5: ("left", "second left", "second right", "right"),
    6: ("left", "second left", "across", "second right", "right"),
}  # of the others, in the order of play, by the number of players


class SeatView(NamedTuple):
    """Round as a seat sees it, with likelihoods of the others' cards, as in `WatchedRound`."""

    rules: Rules
    seat: int
    view: NDArray[np.int64]
    likely: NDArray[np.float64]


SeenRound = WatchedRound | SeatView
"""A round that a player follows, or a seat's view of one that is played."""


class HeldCard(NamedTuple):
    """Chance that a seat holds a card."""

    seat: int
    card: str
    chance: float


def seat_words(seat: int, players: int) -> dict[int, str]:
    """Return relative names of the other seats, in playing order.

    >>> seat_words(1, 4)
    {2: 'left', 3: 'across', 0: 'right'}
    """
    return {(seat + n) % players: word for n, word in enumerate(_SEAT_WORDS[players], start=1)}


def held_cards(round_: SeenRound, seed: int = 1) -> tuple[HeldCard, ...]:
    """Return how likely each other player still in a round holds each card, the likelier first.

    Examples
    --------
    >>> import llq
    >>> round_ = llq.love_letter.rounds.watch(3, "King", "I draw Guard; I Guard on 2, guessing 8")
    >>> {card.seat for card in held_cards(round_)}, "Princess" in [
    ...     card.card for card in held_cards(round_) if card.seat == 2
    ... ]
    ({1, 2}, False)
    """
    from llq.solver.love_letter.multiplayer.playouts import weigh_hands

    rules, now = round_.rules, RoundRow.of(round_.view)
    _, room = playout_room(rules.variant, len(now.hands))
    room.stream[0] = np.uint64((seed + 1) % 2**64)
    chances = weigh_hands(round_.view, round_.likely, _SAMPLES, room)
    cards: list[HeldCard] = []
    for other in [seat for seat in now.alive if seat != round_.seat]:
        shares = chances[other] / chances[other].sum()
        order = sorted(np.flatnonzero(shares).tolist(), key=lambda card: -shares[card])
        cards += [HeldCard(other, rules.cards[card].name, float(shares[card])) for card in order]
    return tuple(cards)


def held_lines(held: Sequence[HeldCard], words: dict[int, str]) -> list[str]:
    """Return each seat's possible cards in words, one line per seat."""
    return [
        ("they hold " if words[seat] == "them" else f"{words[seat]} holds ")
        + ", ".join(f"{card} {chance:.0%}" for _, card, chance in cards if chance >= _LEAST_SHOWN)
        for seat, cards in groupby(held, key=lambda card: card.seat)
    ]


@lru_cache(maxsize=16)
def playout_room(variant: str, players: int) -> Any:
    """Return a table's rules and the arrays of its playouts, shared by all calls."""
    from llq.solver.love_letter.multiplayer.playouts import make_room

    table = party(party_rules(variant, players), players)
    return table, make_room(table)


def seat_view(state: PartyState, seat: int, *, is_certain: bool = False) -> SeatView:
    """Return a seat's view; likelihoods follow the others' plays, or certain facts alone."""
    from llq.solver.love_letter.multiplayer.beliefs import BY_CHANCE, watch

    likely = np.ones((referee.LIKELY_ROWS, len(state.rules.cards)))
    likely[-2] = float(not is_certain)  # the odds of playing by chance
    share = 1.0 if is_certain else BY_CHANCE
    cards = state.party.cards
    stops = [row for row in [*state.rows, state.row] if not referee.is_chance(row)]
    views = np.zeros((2, referee.ROW), dtype=np.int64)
    for number, row in enumerate(stops):
        views[0] = views[1]
        referee.see(np.array(row, dtype=np.int64), seat, views[1])
        if number:
            watch(cards, views[0], views[1], seat, share, likely)
    return SeatView(state.rules, seat, views[1], likely)
