"""Policies as kernels: card roles, the chances of legal cards, and games played by them.

`weigh` gives the relative chances of the mover's cards from what the mover's seat sees: the hand,
the cards played, the trick and the suits that nobody followed. They are tabulated from features,
or a network's.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver import card_sets
from llq.solver.array_types import Floats, Ints
from llq.solver.jit import njit
from llq.solver.sueca import engine
from llq.solver.sueca.playouts.random_games import next_state
from llq.solver.sueca.policy import network, situations
from llq.solver.sueca.policy.network import Network, Weights, no_network, tabulate
from llq.solver.sueca.policy.situations import Seen, Trick, chance_table
from llq.solver.sueca.rules import DECK_MASK, SUIT_MASK, TOTAL_POINTS

_WORTHS = sum(worth << 4 * rank for rank, worth in enumerate(situations.WORTH_OF))
_FEW = 3
"""Outstanding-card threshold for a likely void in the next opponent's hand."""
NO_TRICK = Trick(0, 0, 0, 0, 0)
"""The trick before a card is led."""
_U = np.uint64
_32 = _U(32)


class Policy(NamedTuple):
    """Card-choice policy, based on feature chances or a network."""

    chances: NDArray[np.uint32]
    """Output of `situations.chance_table`, empty for a network."""
    network: Network


def feature_policy(weights: Floats, temperature: float) -> Policy:
    """Return the policy of features' weights."""
    return Policy(chance_table(weights, temperature), no_network())


def network_policy(weights: Weights, temperature: float) -> Policy:
    """Return the policy of a network."""
    return Policy(np.zeros(0, dtype=np.uint32), tabulate(weights, temperature))


@njit(forceinline=True)
def beating_cards(card: int, trump: int) -> int:
    """Return the cards that beat a given card."""
    suit = engine.suit_of(card)
    higher = (SUIT_MASK << 16 * suit) & ~((2 << card) - 1)
    return higher if suit == trump else higher | SUIT_MASK << 16 * trump


@njit(forceinline=True)
def weigh(policy: Policy, hand: int, legal: int, seen: Seen, out: Ints) -> int:
    """Write the relative chance of each legal card, ascending, and return their sum.

    ``out``, of shape (10,), is modified in place.
    """
    number = cells(hand, legal, seen, out)
    chances = policy.chances
    if len(chances) == 0:
        return network.weigh(policy.network, hand, legal, seen, out)
    total = 0
    for index in range(number):
        chance = int(chances[out[index]])
        out[index] = chance
        total += chance
    return total


@njit(forceinline=True)
def cells(hand: int, legal: int, seen: Seen, out: Ints) -> int:
    """Write the situation and role of each legal card, ascending, and return the cards' number.

    ``out``, of shape (10,), is modified in place.
    """
    seat, trump, played, voids, trick, _ = seen
    unseen = DECK_MASK & ~(played | hand)
    masters = hand & ~_with_lower_cards(unseen)
    trumps_out = unseen & (SUIT_MASK << 16 * trump)
    next_lacks = voids >> 4 * ((seat + 1) & 3)
    beating = 0
    if trick.place == 0:
        situation = _lead_situation(card_sets.count(hand), card_sets.count(trumps_out))
        next_lacks |= voids >> 4 * ((seat + 3) & 3)
    else:
        beating = beating_cards(trick.top, trump)
        situation = _follow_situation(hand, unseen, seen)
    index = 0
    for suit in range(4):
        suit_cards = SUIT_MASK << 16 * suit
        cards = legal & suit_cards
        if not cards:
            continue
        length = min(card_sets.count(hand & suit_cards), 4) - 1
        cell = situations.ROLES * situation + situations.LENGTH * length
        if suit == trump:
            cell += situations.TRUMP
        elif trick.place == 0 and trumps_out and _is_risky(suit, next_lacks, unseen):
            cell += situations.RUFFABLE
        while cards:
            card = card_sets.lowest(cards)
            cards &= cards - 1
            out[index] = (
                cell
                + (_WORTHS >> 4 * engine.rank_of(card) & 7)
                + situations.MASTER * (masters >> card & 1)
                + situations.BEATS * (beating >> card & 1)
            )
            index += 1
    return index


@njit(forceinline=True)
def pick(legal: int, chances: Ints, total: int, bits: np.uint64) -> int:
    """Return a legal card by the relative chances that `weigh` wrote, from 32 random bits."""
    left = np.int64(((bits >> _32) * _U(total)) >> _32)
    index = 0
    while True:
        left -= chances[index]
        if left < 0:
            return card_sets.lowest(legal)
        legal &= legal - 1
        index += 1


@njit(_nrt=False)
def play_out(
    policy: Policy,
    hands: Ints,
    seen: Seen,
    card: int,
    state: np.uint64,
    chances: Ints,
    paired: bool = False,
) -> tuple[int, int, np.uint64]:
    """Play a game to its end, the mover's card given.

    ``hands`` (4,) are the seats' cards, emptied; ``chances`` (10,) is scratch space. Where
    ``paired``, every card takes a random number, and not only one of several: games from the same
    state after other cards then have the same luck, which halves the variance of differences.

    Returned are the points and the tricks of North and South from here on, the trick on the table
    included, and the random numbers' next state.
    """
    tricks, points_before = 0, seen.taken & 255
    while True:
        hands[seen.seat] ^= 1 << card
        seen = after_card(seen, card)
        hand = hands[seen.seat]
        if seen.trick.place == 0:
            tricks += seen.seat & 1 == 0
            if hand == 0:
                return (seen.taken & 255) - points_before, tricks, state
        if paired:
            state = next_state(state)
        legal = engine.playable(hand, seen.trick.led) if seen.trick.place else hand
        if legal & (legal - 1):
            total = weigh(policy, hand, legal, seen, chances)
            if not paired:
                state = next_state(state)
            card = pick(legal, chances, total, state)
        else:
            card = card_sets.lowest(legal)


@njit(_nrt=False)
def see(row: Ints) -> Seen:
    """Return the public view of a game."""
    seen = before_trick(row)
    for place in range(row[engine.TRICK_SIZE]):
        seen = after_card(seen, row[engine.TRICK + place])
    return seen


@njit(_nrt=False)
def before_trick(row: Ints) -> Seen:
    """Return the public view of a game as its trick began, but with the voids of today."""
    played, voids = row[engine.PLAYED], 0
    for place in range(row[engine.TRICK_SIZE]):
        played ^= 1 << row[engine.TRICK + place]
    for seat in range(4):
        voids |= row[engine.VOIDS + seat] << 4 * seat
    taken = row[engine.SCORE] | (TOTAL_POINTS - engine.points_to_come(row) - row[engine.SCORE]) << 8
    return Seen(row[engine.LEADER], row[engine.TRUMP], played, voids, NO_TRICK, taken)


@njit(forceinline=True)
def after_card(seen: Seen, card: int) -> Seen:
    """Return every seat's view after the mover plays a card; a trick's winner leads the next."""
    seat, trump, played, voids, trick, taken = seen
    place, top, taker, points, led = trick
    played |= 1 << card
    points += engine.RANK_POINTS[engine.rank_of(card)]
    if place == 0:
        led, top, taker = engine.suit_of(card), card, seat
    else:
        if engine.suit_of(card) != led:
            voids |= 1 << 4 * seat + led
        if beating_cards(top, trump) >> card & 1:
            top, taker = card, seat
    place += 1
    seat = (seat + 1) & 3
    if place == 4:
        taken += points << 8 * (taker & 1)
        seat, place, points = taker, 0, 0
    return Seen(seat, trump, played, voids, Trick(place, top, taker, points, led), taken)


@njit(forceinline=True)
def _with_lower_cards(cards: int) -> int:
    # Each mask clears what the shift carried over from the suit above.
    cards |= cards >> 1 & 0x01FF01FF01FF01FF
    cards |= cards >> 2 & 0x00FF00FF00FF00FF
    cards |= cards >> 4 & 0x003F003F003F003F
    return cards | cards >> 8 & 0x0003000300030003


@njit(forceinline=True)
def _lead_situation(hand_size: int, trumps_out: int) -> int:
    phase = 0 if hand_size >= 8 else 1 if hand_size >= 5 else 2
    return 3 * phase + (0 if trumps_out == 0 else 1 if trumps_out <= 3 else 2)


@njit(forceinline=True)
def _follow_situation(hand: int, unseen: int, seen: Seen) -> int:
    seat, trump, _, voids, trick, _ = seen
    place, top, taker, table, led = trick
    may_ruff = (
        place < 3
        and led != trump
        and unseen & (SUIT_MASK << 16 * trump) != 0
        and _is_risky(led, voids >> 4 * ((seat + 1) & 3), unseen)
    )
    is_partner_ahead = (taker ^ seat) & 1 == 0
    beaten = unseen & (SUIT_MASK << (top & 48)) & beating_cards(top, trump)
    if place == 3:
        position = situations.LAST_AHEAD if is_partner_ahead else situations.LAST_BEHIND
    elif place == 1:
        position = situations.SECOND if beaten else situations.SECOND_MASTERED
    elif is_partner_ahead:
        position = situations.THIRD_OPEN if beaten or may_ruff else situations.THIRD_SAFE
    else:
        position = situations.THIRD_BEHIND
    level = 0 if table == 0 else 1 if table <= 6 else 2 if table <= 13 else 3
    is_void = hand & (SUIT_MASK << 16 * led) == 0
    rest = situations.TABLE * level + situations.RISKY * may_ruff + situations.VOID * is_void
    return situations.LEADS + situations.POSITION * position + rest


@njit(forceinline=True)
def _is_risky(suit: int, lacks: int, unseen: int) -> bool:
    """Return whether a suit is known to be lacked, or few of its cards are unseen."""
    return (lacks >> suit & 1) != 0 or card_sets.count(unseen & (SUIT_MASK << 16 * suit)) <= _FEW
