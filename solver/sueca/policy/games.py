"""Policy games as kernels: card roles, choices and complete games.

`weigh` gives the relative chances of the mover's cards from what the mover's seat sees: the hand,
the cards played, the trick and the suits that nobody followed. They are tabulated from features,
or a network's.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver import card_sets
from llq.solver.jit import njit
from llq.solver.sueca.engine import RANK_POINTS
from llq.solver.sueca.playouts.random_games import next_state
from llq.solver.sueca.policy import network, situations
from llq.solver.sueca.policy.network import Network, Weights, no_network, tabulate
from llq.solver.sueca.policy.situations import chance_table
from llq.solver.sueca.rules import DECK, SUIT


class Policy(NamedTuple):
    """Card-choice policy, based on feature chances or a network."""

    chances: NDArray[np.uint32]
    """Output of `situations.chance_table`, empty for a network."""
    network: Network


def feature_policy(weights: NDArray[np.float64], temperature: float) -> Policy:
    """Return the policy of features' weights."""
    return Policy(chance_table(weights, temperature), no_network())


def network_policy(weights: Weights, temperature: float) -> Policy:
    """Return the policy of a network."""
    return Policy(np.zeros(0, dtype=np.uint32), tabulate(weights, temperature))


_WORTHS = sum(worth << 4 * rank for rank, worth in enumerate(situations.WORTH_OF))
_FEW = 3
"""Outstanding-card threshold for a likely void in the next opponent's hand."""
_U = np.uint64
_32 = _U(32)


@njit(forceinline=True)
def above(card: int, trump: int) -> int:
    """Return the cards that beat a given card."""
    suit = card >> 4
    beating = (SUIT << 16 * suit) & ~((2 << card) - 1)
    return beating if suit == trump else beating | SUIT << 16 * trump


@njit(forceinline=True)
def _lower(cards: int) -> int:
    """Return cards together with all lower cards of their suits."""
    cards |= cards >> 1 & 0x01FF01FF01FF01FF
    cards |= cards >> 2 & 0x00FF00FF00FF00FF
    cards |= cards >> 4 & 0x003F003F003F003F
    return cards | cards >> 8 & 0x0003000300030003


class Trick(NamedTuple):
    """The trick on the table."""

    place: int
    """The number of its cards."""
    top: int
    """Its best card."""
    taker: int
    """The seat that played that one."""
    points: int
    led: int
    """The suit led."""


class Seen(NamedTuple):
    """Every seat's view at a move."""

    seat: int
    trump: int
    played: int
    """Cards played so far, including the current trick."""
    voids: int
    """Suits each seat failed to follow, four bits a seat."""
    trick: Trick
    taken: int
    """Points taken by North and South; by East and West from bit 8."""


@njit(forceinline=True)
def weigh(policy: Policy, hand: int, legal: int, seen: Seen, out: NDArray[np.int64]) -> int:
    """Write the relative chance of each legal card, ascending, and return their sum.

    ``out``, of shape (10,), is modified in place.
    """
    number = cells(hand, legal, seen, out)
    chances = policy.chances
    if len(chances) == 0:
        seat, trump, played, voids, trick, taken = seen
        place, top, _, table, led = trick
        return network.weigh(
            policy.network, hand, legal, seat=seat, trump=trump, played=played, voids=voids,
            place=place, top=top, points=table, led=led, taken=taken, out=out,
        )  # fmt: skip
    total = 0
    for index in range(number):
        chance = int(chances[out[index]])
        out[index] = chance
        total += chance
    return total


@njit(forceinline=True)
def cells(hand: int, legal: int, seen: Seen, out: NDArray[np.int64]) -> int:
    """Write the situation and role of each legal card, ascending, and return the cards' number.

    ``out``, of shape (10,), is modified in place.
    """
    seat, trump, played, voids, trick, _ = seen
    place, top, taker, table, led = trick
    unseen = DECK & ~(played | hand)
    masters = hand & ~_lower(unseen)
    trumps_out = unseen & (SUIT << 16 * trump)
    next_lacks = voids >> 4 * ((seat + 1) & 3)
    beating = 0
    if place == 0:
        size = card_sets.count(hand)
        phase = 0 if size >= 8 else 1 if size >= 5 else 2
        number = card_sets.count(trumps_out)
        situation = 3 * phase + (0 if number == 0 else 1 if number <= 3 else 2)
        next_lacks |= voids >> 4 * ((seat + 3) & 3)
    else:
        suit_led = SUIT << 16 * led
        beating = above(top, trump)
        may_ruff = (
            place < 3
            and led != trump
            and trumps_out != 0
            and ((next_lacks >> led & 1) != 0 or card_sets.count(unseen & suit_led) <= _FEW)
        )
        ahead = (taker ^ seat) & 1 == 0
        if place == 3:
            where = 5 if ahead else 6
        else:
            beaten = unseen & (SUIT << (top & 48)) & beating
            if place == 1:
                where = 0 if beaten else 1
            else:
                where = (3 if beaten or may_ruff else 2) if ahead else 4
        level = 0 if table == 0 else 1 if table <= 6 else 2 if table <= 13 else 3
        void = hand & suit_led == 0
        situation = situations.LEADS + 16 * where + 4 * level + 2 * may_ruff + void
    base = situations.ROLES * situation
    index = 0
    for suit in range(4):
        held = SUIT << 16 * suit
        cards = legal & held
        if cards:
            length = min(card_sets.count(hand & held), 4) - 1
            role = base + situations.LENGTH * length
            if suit == trump:
                role += situations.TRUMP
            elif (
                place == 0
                and trumps_out
                and (next_lacks >> suit & 1 or card_sets.count(unseen & held) <= _FEW)
            ):
                role += situations.BEATS
            while cards:
                card = card_sets.lowest(cards)
                cards &= cards - 1
                which = role + (_WORTHS >> 4 * (card & 15) & 7)
                which += situations.MASTER * (masters >> card & 1) + situations.BEATS * (
                    beating >> card & 1
                )
                out[index] = which
                index += 1
    return index


@njit(forceinline=True)
def pick(legal: int, chances: NDArray[np.int64], total: int, bits: np.uint64) -> int:
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
    hands: NDArray[np.int64],
    seen: Seen,
    card: int,
    state: np.uint64,
    weights: NDArray[np.int64],
    paired: bool = False,
) -> tuple[int, int, np.uint64]:
    """Play a game to its end, the mover's card given.

    ``hands`` (4,) are the seats' cards, emptied; ``weights`` (10,) is scratch space. Where
    ``paired``, every card takes a random number, and not only one of several: games from the same
    state after other cards then have the same luck, which halves the variance of differences.

    Returned are the points and the tricks of North and South from here on, the trick on the table
    included, and the random numbers' next state.
    """
    seat, trump, played, voids, trick, taken = seen
    place, top, taker, table, led = trick
    points, tricks = 0, 0
    while True:
        # Play the card.
        suit = card >> 4
        hands[seat] ^= 1 << card
        played |= 1 << card
        table += RANK_POINTS[card & 15]
        if place == 0:
            led, top, taker = suit, card, seat
        else:
            if suit != led:
                voids |= 1 << 4 * seat + led
            if above(top, trump) >> card & 1:
                top, taker = card, seat
        place += 1
        seat = (seat + 1) & 3
        if place == 4:
            taken += table << 8 * (taker & 1)
            if taker & 1 == 0:
                points += table
                tricks += 1
            seat, place, table = taker, 0, 0
            if hands[seat] == 0:
                return points, tricks, state
        # Choose the next.
        if paired:
            state = next_state(state)
        hand = hands[seat]
        legal = hand
        if place:
            following = hand & (SUIT << 16 * led)
            legal = following if following else hand
        if legal & (legal - 1):
            trick = Trick(place, top, taker, table, led)
            seen = Seen(seat, trump, played, voids, trick, taken)
            total = weigh(policy, hand, legal, seen, weights)
            if not paired:
                state = next_state(state)
            card = pick(legal, weights, total, state)
        else:
            card = card_sets.lowest(legal)
