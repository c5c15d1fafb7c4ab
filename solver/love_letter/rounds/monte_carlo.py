"""Random, and the Monte Carlo player based on its playouts (Huibers 2016, 3.1.1 and 3.1.2)."""

from typing import NamedTuple

import numpy as np

from llq.solver.array_types import Ints, Uints
from llq.solver.jit import njit
from llq.solver.love_letter import turn as effects
from llq.solver.love_letter.rounds import engine
from llq.solver.love_letter.rounds.engine import BITS, DIGIT, draw, put_under
from llq.solver.love_letter.rules import Target
from llq.solver.love_letter.table.kernels import is_targeted, resolve
from llq.solver.rng import next_bits, scale

_SELF = int(Target.SELF)


class Knowledge(NamedTuple):
    """A mover's knowledge, apart from the unseen cards."""

    low: int
    high: int
    opponent: int  # The opponent's card, `UNKNOWN` unless known to the mover.
    maid: int  # 1 if the opponent's Handmaid is up, else 0.
    lead: int  # In discards, 0 where they decide nothing.
    by_discards: bool  # Whether discards decide between equal final cards.


@njit(forceinline=True)
def random_play(
    cards: Ints, options: Ints, mine: int, drawn: int, maid: int, stream: Uints
) -> tuple[int, int]:
    """Return Random's card and action (section 3.1.1): a bit for the card, 32 for the argument."""
    bits = next_bits(stream)
    card = options[mine, drawn, np.int64(bits & np.uint64(1))]
    first = cards[card, engine.FIRST]
    if maid and is_targeted(cards[card, engine.EFFECT]):  # any but the opponent, who is the first
        return int(card), int(first + _SELF)
    return int(card), int(first + scale(bits, cards[card + 1, engine.FIRST] - first))


@njit(forceinline=True)
def random_keep(first: int, second: int, third: int, stream: Uints) -> tuple[int, int, int]:
    """Return cards in random order (the last -1 of two): kept, upper and lower returned."""
    order = scale(next_bits(stream), 6)
    if third < 0:
        return (first, second, -1) if order < 3 else (second, first, -1)
    keep, upper, last = first, second, third
    if order >= 4:
        keep, upper, last = third, first, second
    elif order >= 2:
        keep, upper, last = second, third, first
    return (keep, upper, last) if order % 2 else (keep, last, upper)


@njit(forceinline=True)
def _draw_next(pool: Ints, left: int, bottom: int, stream: Uints) -> tuple[int, int, int]:
    """Return the next card, the number left in the pool, and the bottom's code."""
    if left <= 1 and bottom:
        return (bottom & DIGIT) - 1, left, bottom >> BITS
    return draw(pool, left, stream), left - 1, bottom


@njit
def monte_carlo_action(
    playouts: int,
    cards: Ints,
    plays: Ints,
    options: Ints,
    knowledge: Knowledge,
    unseen: Ints,
    left: int,
    stream: Uints,
) -> int:
    """Section 3.1.2: the option that wins most of ``playouts`` random games.

    The next playout always goes to the option with the fewest games not won, the first considered
    of several; the first option through with its playouts is the choice. No other can end with
    more wins, nor one considered earlier with as many, so the choice is that of playing every
    option out, and as each playout is independent of all before it, so is the distribution.
    """
    first, second = options[knowledge.low, knowledge.high]
    if is_targeted(cards[first, engine.EFFECT]):
        # The thesis has the Prince chosen only where it wins more often than the other card does:
        # so the other card is considered first.
        first, second = second, first
    actions = np.empty(len(plays), dtype=np.int64)
    count = 0
    for card in (first, second):
        for action in range(cards[card, engine.FIRST], cards[card + 1, engine.FIRST]):
            # Under Handmaid the only target is the last action of the card: oneself.
            is_first = action == cards[card, engine.FIRST]
            if not (knowledge.maid and is_targeted(cards[card, engine.EFFECT]) and is_first):
                actions[count] = action
                count += 1
        if first == second:
            break
    if count == 1:
        return int(actions[0])
    starts = np.zeros((count, 4), dtype=np.int64)
    starts[:, 0], starts[:, 1], starts[:, 2] = actions[:count], knowledge.low, knowledge.high
    start = best_start(
        playouts, cards, plays, options, starts, knowledge, unseen=unseen, left=left, stream=stream
    )
    return int(actions[start])


@njit
def best_start(
    playouts: int,
    cards: Ints,
    plays: Ints,
    options: Ints,
    starts: Ints,
    knowledge: Knowledge,
    unseen: Ints,
    left: int,
    stream: Uints,
) -> int:
    """Return the start that wins most random playouts, as `monte_carlo_action` counts them.

    ``starts`` (starts, 4) are the action, the lower and the higher card of the hand it is played
    from, and the code of cards returned to the bottom; once a second choice is made, an action
    beyond ``plays`` and the card kept, twice. ``left`` counts the cards of the deck and the aside
    card, without those that the start returns.
    """
    opponent, count = knowledge.opponent, len(starts)
    size, place = unseen.sum(), 0
    pool = np.empty(size, dtype=np.int64)  # deck, aside card and opponent's card
    for card in range(len(unseen)):
        for _ in range(unseen[card]):
            pool[place] = card
            place += 1
    if opponent >= 0:
        place = unseen[:opponent].sum()
        pool[place], pool[size - 1] = pool[size - 1], opponent
    failures, games = np.zeros(count, dtype=np.int64), np.zeros(count, dtype=np.int64)
    while True:
        option = failures[:count].argmin()
        while games[option] < playouts:
            games[option] += 1
            hidden = opponent if opponent >= 0 else draw(pool, size, stream)
            action, low, high, bottom = starts[option]
            deal = Knowledge(
                low, high, hidden, knowledge.maid, knowledge.lead, knowledge.by_discards
            )
            result = play_out(
                cards, plays, options, action, deal, pool, left, stream, bottom=bottom
            )
            if result <= 0:
                failures[option] += 1
                break
        else:
            return int(option)


@njit(forceinline=True, _nrt=False)
def play_out(
    cards: Ints,
    plays: Ints,
    options: Ints,
    action: int,
    deal: Knowledge,
    pool: Ints,
    left: int,
    stream: Uints,
    bottom: int = 0,
) -> int:
    """Return the mover's result of random play after ``action``: 1 for a win, -1 for a loss, or 0.

    The same game as by `engine.apply` and Random, draw for draw of ``stream``, without what no
    random player needs. ``deal`` is what the mover knows, with a card for the opponent; ``pool``
    has the deck and the aside card, ``left`` of them, and is reordered in place; ``bottom`` is the
    code of cards at the deck's bottom, as of `engine.BOTTOM`.
    """
    low, high, opponent, maid, lead, by_discards = deal
    kept, side, result, consequences, played = low, 1, 0, 0, 0
    is_kept = action >= len(plays)  # a second choice, made already
    if not is_kept:
        played = plays[action, engine.CARD]
        kept = low + high - played
    while True:
        # Play the card; the lead is the mover's own.
        if not is_kept:
            lead += cards[played, engine.NUMBER]
            argument = plays[action, engine.ARGUMENT]
            consequences = resolve(cards, played, argument, kept, opponent, maid)
        is_kept = False
        if consequences & effects.ENDS:
            result = side if consequences & effects.WINS else -side
            break
        # Change the hands: a discard and draw, or a swap.
        if consequences & effects.DISCARDS:
            drawn, left, bottom = _draw_next(pool, left, bottom, stream)
            if consequences & effects.DISCARDS_OWN:
                lead += cards[kept, engine.NUMBER]
                kept = drawn
            else:
                lead -= cards[opponent, engine.NUMBER]
                opponent = drawn
        elif consequences & effects.SWAPS:
            kept, opponent = opponent, kept
        elif consequences & effects.EXCHANGES and (left > 1 or bottom):
            second, left, bottom = _draw_next(pool, left, bottom, stream)
            third = -1
            if left > 1 or bottom:
                third, left, bottom = _draw_next(pool, left, bottom, stream)
            kept, first, last = random_keep(kept, second, third, stream)
            bottom = put_under(bottom, first, last)
        # With the deck empty, compare the hands, then the discards.
        if left <= 1 and bottom == 0:
            difference = cards[kept, engine.VALUE] - cards[opponent, engine.VALUE]
            if difference == 0 and by_discards:
                difference = lead
            result = 0 if difference == 0 else (side if difference > 0 else -side)
            break
        # Pass the turn, draw and choose at random.
        maid = 1 if consequences & effects.PROTECTS else 0
        lead, side = -lead, -side
        drawn, left, bottom = _draw_next(pool, left, bottom, stream)
        played, action = random_play(cards, options, opponent, drawn, maid, stream)
        kept, opponent = opponent + drawn - played, kept
    return result
