"""Random and the Monte Carlo player that lets it play on (Huibers 2016, 3.1.1 and 3.1.2)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.jit import njit
from llq.solver.love_letter.rounds.engine import (
    ARGUMENT,
    CARD,
    EFFECT,
    FIRST,
    NUMBER,
    VALUE,
    draw,
)
from llq.solver.love_letter.rules import Target
from llq.solver.love_letter.table.kernels import is_targeted, resolve
from llq.solver.love_letter.turn import DISCARDS, DISCARDS_OWN, ENDS, PROTECTS, SWAPS, WINS
from llq.solver.rng import next_bits, scale

_SELF = int(Target.SELF)


class Knowledge(NamedTuple):
    """What a mover knows, but for the unseen cards."""

    low: int
    high: int
    theirs: int
    """The opponent's card, `UNKNOWN` if the mover does not know it."""
    maid: int
    """1 if the opponent's Handmaid is up, else 0."""
    lead: int


@njit(forceinline=True)
def random_action(
    cards: NDArray[np.int64],
    options: NDArray[np.int64],
    mine: int,
    drawn: int,
    maid: int,
    stream: NDArray[np.uint64],
) -> int:
    """Section 3.1.1; one bit for the card, 32 others for the guess or target."""
    return random_play(cards, options, mine, drawn, maid, stream)[1]


@njit(forceinline=True)
def random_play(
    cards: NDArray[np.int64],
    options: NDArray[np.int64],
    mine: int,
    drawn: int,
    maid: int,
    stream: NDArray[np.uint64],
) -> tuple[int, int]:
    """Return the card that Random plays, and the action."""
    bits = next_bits(stream)
    card = options[mine, drawn, np.int64(bits & np.uint64(1))]
    first = cards[card, FIRST]
    if maid and is_targeted(cards[card, EFFECT]):  # any but the opponent, who is the first
        return int(card), int(first + _SELF)
    return int(card), int(first + scale(bits, cards[card + 1, FIRST] - first))


@njit
def monte_carlo_action(
    playouts: int,
    cards: NDArray[np.int64],
    plays: NDArray[np.int64],
    options: NDArray[np.int64],
    knowledge: Knowledge,
    unseen: NDArray[np.int64],
    left: int,
    stream: NDArray[np.uint64],
) -> int:
    """Section 3.1.2: the option that wins most of ``playouts`` random games.

    The next playout always goes to the option with the fewest games not won, the first considered
    of several; the first option through with its playouts is the choice. No other can end with
    more wins, nor one considered earlier with as many, so the choice is that of playing every
    option out, and as each playout is independent of all before it, so is the distribution.
    """
    theirs = knowledge.theirs
    first, second = options[knowledge.low, knowledge.high]
    if is_targeted(cards[first, EFFECT]):
        # The thesis has the Prince chosen only where it wins more often than the other card does:
        # so the other card is considered first.
        first, second = second, first
    actions = np.empty(len(plays), dtype=np.int64)
    count = 0
    for card in (first, second):
        for action in range(cards[card, FIRST], cards[card + 1, FIRST]):
            # Under Handmaid the only target is the last action of the card: oneself.
            is_first = action == cards[card, FIRST]
            if not (knowledge.maid and is_targeted(cards[card, EFFECT]) and is_first):
                actions[count] = action
                count += 1
        if first == second:
            break
    if count == 1:
        return int(actions[0])

    size, place = unseen.sum(), 0
    pool = np.empty(size, dtype=np.int64)  # deck, aside card and opponent's card
    for card in range(len(unseen)):
        for _ in range(unseen[card]):
            pool[place] = card
            place += 1
    if theirs >= 0:
        at = unseen[:theirs].sum()
        pool[at], pool[size - 1] = pool[size - 1], theirs
    failed, played = np.zeros(count, dtype=np.int64), np.zeros(count, dtype=np.int64)
    while True:
        option = failed[:count].argmin()
        while played[option] < playouts:
            played[option] += 1
            held = theirs if theirs >= 0 else draw(pool, size, stream)
            deal = Knowledge(knowledge.low, knowledge.high, held, knowledge.maid, knowledge.lead)
            result = play_out(cards, plays, options, actions[option], deal, pool, left, stream)
            if result <= 0:
                failed[option] += 1
                break
        else:
            return int(actions[option])


@njit(forceinline=True, _nrt=False)
def play_out(
    cards: NDArray[np.int64],
    plays: NDArray[np.int64],
    options: NDArray[np.int64],
    action: int,
    deal: Knowledge,
    pool: NDArray[np.int64],
    left: int,
    stream: NDArray[np.uint64],
) -> int:
    """Return 1 if the mover wins after ``action`` and random play of both, -1 if they lose, or 0.

    The same game as by `engine.apply` and Random, draw for draw of ``stream``, without what no
    random player needs.

    Parameters
    ----------
    deal
        What the mover knows, with a card for the opponent.
    pool, left
        The deck and the aside card, ``left`` of them; reordered in place.
    """
    low, high, theirs, maid, lead = deal
    played = plays[action, CARD]
    kept, side, result = low + high - played, 1, 0
    while True:
        # Play the card; the lead is the mover's own.
        lead += cards[played, NUMBER]
        does = resolve(cards, played, plays[action, ARGUMENT], kept, theirs, maid)
        if does & ENDS:
            result = side if does & WINS else -side
            break
        # Change the hands: a discard and draw, or a swap.
        if does & DISCARDS:
            drawn = draw(pool, left, stream)
            left -= 1
            if does & DISCARDS_OWN:
                lead += cards[kept, NUMBER]
                kept = drawn
            else:
                lead -= cards[theirs, NUMBER]
                theirs = drawn
        elif does & SWAPS:
            kept, theirs = theirs, kept
        # With the deck empty, compare the hands, then the discards.
        if left <= 1:
            difference = cards[kept, VALUE] - cards[theirs, VALUE]
            if difference == 0:
                difference = lead
            result = 0 if difference == 0 else (side if difference > 0 else -side)
            break
        # Pass the turn, draw and choose at random.
        maid = 1 if does & PROTECTS else 0
        lead, side = -lead, -side
        drawn = draw(pool, left, stream)
        left -= 1
        played, action = random_play(cards, options, theirs, drawn, maid, stream)
        kept, theirs = theirs + drawn - played, kept
    return result
