"""Exchanges: a player draws two cards, keeps one of three, and returns two to the deck's bottom.

The choice is a second one in the same turn, made from the belief after the draws: every unseen card
that the player has not drawn is equally likely the opponent's, or that card is known. The opponent
then draws from what is left of the deck, so what was returned is drawn at once only where nothing
else is left: then the order in which it is returned is part of the choice. After that draw the
deck and the aside card are shuffled: nobody remembers what lies at the bottom. With one card left
to draw the player draws that one, keeps one of two and returns the other; with none nothing
happens.

With E for all unseen cards and the card kept by the first choice, c for the opponent's card, z for
the one they draw and m for the one that the player keeps in the end, the opponent's state holds c
and z against m, with E - c - z unseen. What was drawn does not enter but by the chance of z, so the
values of all choices are sums over one array, ``worth[c, z, m]``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from llq.solver.love_letter.array_types import Floats, Ints
from llq.solver.love_letter.rules import Effect, GameArrays
from llq.solver.love_letter.table.leads import LeadRange, entry_at, lead_at, lead_range
from llq.solver.love_letter.table.spies import turn_round
from llq.solver.love_letter.table.states import UNKNOWN, Layout
from llq.solver.love_letter.turn import Branches, ExchangeRoom, PlayOutcome, make_pool

if TYPE_CHECKING:
    from llq.solver.love_letter.table.backup import Book


class Draw(NamedTuple):
    """Cards drawn by an exchange."""

    one: int
    other: int  # The second card drawn; for a single draw, a repeat of the first.
    size: int  # Unseen cards before the draws.


NO_ORDER = -1
"""Marker in place of the first returned card, where the order makes no difference."""

TIE = 1e-12
"""Largest difference between tied values."""

_EXCHANGE = int(Effect.EXCHANGE)
LAST_DRAW = 3  # unseen cards with which a single one is left to draw


def is_exchange(game: GameArrays, played: int, unseen: int) -> bool:
    """Return whether a card draws others, with so many unseen cards."""
    return bool(game.effects[played] == _EXCHANGE and unseen >= LAST_DRAW)


def exchange_values(
    book: Book,
    unseen: Ints,
    kept: int,
    known: int,
    leads: LeadRange,
    room: ExchangeRoom,
    out: Floats,
) -> None:
    """Set ``out`` to an exchange's value against each card of the opponent.

    ``unseen`` (cards,) are the unseen counts before the draws, at least three cards; ``kept`` is
    the card kept by the first choice, ``known`` whether the mover knows the opponent's card.
    ``out`` (cards, leads) is in the order of ``leads``, and columns of cards not among the unseen
    are left alone; ``room`` is modified in place.
    """
    size, total = make_pool(book.layout, unseen).size, book.game.payoff_sum[0]
    all_ways = size - 1 if size == LAST_DRAW else (size - 1) * (size - 2) // 2
    for k in range(out.shape[1]):
        fill_worth(book, unseen, kept, known, lead_at(leads, k), room)
        for theirs in range(len(unseen)):
            if unseen[theirs] > 0:
                out[theirs, k] = 0.0
        for first in range(len(unseen)):
            last = first if size == LAST_DRAW else len(unseen) - 1
            for second in range(first, last + 1):
                draw = Draw(first, second, size)
                if count_ways(unseen, draw, UNKNOWN) > 0:
                    count = list_options(kept, draw, room)
                    _add_choice(total, unseen, draw, known, count, room, out[:, k])
        for theirs in range(len(unseen)):
            if unseen[theirs] > 0:
                out[theirs, k] /= all_ways


def fill_worth(
    book: Book, unseen: Ints, kept: int, known: int, lead: int, room: ExchangeRoom
) -> None:
    """Fill in the opponent's next state values; ``room`` is modified in place.

    ``room.sums`` are the sums over the opponent's draw. Parameters are as in `exchange_values`;
    ``lead`` is the mover's.
    """
    layout, worth, sums = book.layout, room.worth, room.sums
    stride, hand, width = layout.stride, layout.hand, layout.width
    theirs_lead = turn_round(lead)
    all_code = make_pool(layout, unseen).code + stride[kept]
    for theirs in range(len(unseen)):
        if unseen[theirs] == 0:
            continue
        for mine in range(len(unseen)):
            sums[theirs, mine] = 0.0
        for drawn in range(len(unseen)):
            in_pool = unseen[drawn] - (1 if drawn == theirs else 0)
            if in_pool + (1 if drawn == kept else 0) <= 0:
                continue
            code = all_code - stride[theirs] - stride[drawn]
            cell = code * layout.hands + hand[theirs, drawn]
            place = 1
            if known:
                place += width[cell] * (1 if theirs <= drawn else 2)
            for mine in range(len(unseen)):
                left = unseen[mine] + (1 if mine == kept else 0)
                left -= (1 if mine == theirs else 0) + (1 if mine == drawn else 0)
                value = 0.0
                if left > 0:
                    entries = lead_range(book.leads, cell, place + layout.position[code, mine])
                    value = book.values[entry_at(entries, theirs_lead)]
                worth[theirs, drawn, mine] = value
                sums[theirs, mine] += in_pool * value


def list_options(kept: int, draw: Draw, room: ExchangeRoom) -> int:
    """Fill in ``room.options``, modified in place, and return the number of options.

    An option is the card to keep and the returned one that comes first or, where that makes no
    difference, ``NO_ORDER``: by lower card kept, then by lower card first.
    """
    options = room.options
    low, middle, high = kept, draw.one, draw.other
    if low > middle:
        low, middle = middle, low
    count = 0
    if draw.size == LAST_DRAW:
        options[0, 0], options[0, 1] = low, middle
        options[1, 0], options[1, 1] = middle, low
        return 1 if low == middle else 2
    if middle > high:
        middle, high = high, middle
    if low > middle:
        low, middle = middle, low
    is_ordered = draw.size == LAST_DRAW + 1  # the opponent draws what is returned first
    for keep, first, second in ((low, middle, high), (middle, low, high), (high, low, middle)):
        if count > 0 and options[count - 1, 0] == keep:
            continue
        options[count, 0], options[count, 1] = keep, first if is_ordered else NO_ORDER
        count += 1
        if is_ordered and first != second:
            options[count, 0], options[count, 1] = keep, second
            count += 1
    return count


def option_value(total: float, option: int, theirs: int, draw: Draw, room: ExchangeRoom) -> float:
    """Return an option's value for the mover against a card of the opponent.

    ``total`` is what both players' values add up to; ``room`` is as `fill_worth` and `list_options`
    leave it.
    """
    keep, first = room.options[option, 0], room.options[option, 1]
    worth = room.worth
    if first != NO_ORDER:
        return total - float(worth[theirs, first, keep])
    rest = room.sums[theirs, keep] - worth[theirs, draw.one, keep] - worth[theirs, draw.other, keep]
    return total - float(rest) / (draw.size - 3)


def choose_option(total: float, unseen: Ints, draw: Draw, count: int, room: ExchangeRoom) -> int:
    """Return the option with the best average over the opponent's possible cards.

    ``total``, ``draw`` and ``room`` are as in `option_value`, with ``count`` options listed;
    ``room.gains`` are modified in place. ``unseen`` (cards,) are the counts before the draws.
    """
    drawn = 1 if draw.size == LAST_DRAW else 2
    for option in range(count):
        gain = 0.0
        for theirs in range(len(unseen)):
            left = count_left(unseen, draw, theirs)
            if left > 0:
                gain += left * option_value(total, option, theirs, draw, room)
        room.gains[option] = gain / (draw.size - drawn)
    return best_action(room.gains[:count])


def choose_against(total: float, theirs: int, draw: Draw, count: int, room: ExchangeRoom) -> int:
    """Return the best option against a known card; parameters as in `choose_option`."""
    for option in range(count):
        room.gains[option] = option_value(total, option, theirs, draw, room)
    return best_action(room.gains[:count])


def best_action(values: Floats) -> int:
    """Return the first action whose value is within ``TIE`` of the best."""
    best, chosen = values[0], 0
    for action in range(1, len(values)):
        best = max(best, values[action])
    while values[chosen] < best - TIE:
        chosen += 1
    return chosen


def count_left(unseen: Ints, draw: Draw, card: int) -> int:
    """Return a card's copies among the unseen after a draw."""
    left = unseen[card] - (1 if card == draw.one else 0)
    if card == draw.other and draw.size > LAST_DRAW:
        left -= 1
    return int(left)


def count_ways(unseen: Ints, draw: Draw, theirs: int) -> int:
    """Return the number of ways to draw cards beside a card of the opponent; none is negative."""
    ones = unseen[draw.one] - (1 if theirs == draw.one else 0)
    if draw.size == LAST_DRAW:
        return int(ones)
    if draw.one == draw.other:
        return int(ones * (ones - 1) // 2)
    return int(ones * (unseen[draw.other] - (1 if theirs == draw.other else 0)))


def _add_choice(
    total: float, unseen: Ints, draw: Draw, known: int, count: int, room: ExchangeRoom, out: Floats
) -> None:
    """Add the best choice's value after a draw, times the draw's ways, to ``out``, (cards,)."""
    chosen = 0 if known else choose_option(total, unseen, draw, count, room)
    for theirs in range(len(unseen)):
        ways = count_ways(unseen, draw, theirs) if unseen[theirs] > 0 else 0
        if ways > 0:
            value = option_value(total, chosen, theirs, draw, room)
            if known:
                for option in range(1, count):
                    value = max(value, option_value(total, option, theirs, draw, room))
            out[theirs] += ways * value


def exchange_branches(
    layout: Layout, unseen: Ints, kept: int, theirs: int, known: int, branches: Branches
) -> PlayOutcome:
    """Return the possible successor states of an exchange, over all draws and choices.

    ``branches`` is modified in place; its ways are not filled in. Parameters are as in
    `exchange_values`; ``theirs`` is the opponent's card, among the unseen.
    """
    pool, count = make_pool(layout, unseen), 0
    size, all_code = pool.size, pool.code + layout.stride[kept]
    for drawn in range(len(unseen)):
        in_pool = unseen[drawn] - (1 if drawn == theirs else 0)
        is_kept_drawn = drawn == kept and size <= LAST_DRAW + 1
        if in_pool <= 0 and not is_kept_drawn:
            continue
        code = all_code - layout.stride[theirs] - layout.stride[drawn]
        cell = code * layout.hands + layout.hand[theirs, drawn]
        place = 1
        if known:
            place += layout.width[cell] * (1 if theirs <= drawn else 2)
        for mine in range(len(unseen)):
            left = unseen[mine] + (1 if mine == kept else 0)
            left -= (1 if mine == theirs else 0) + (1 if mine == drawn else 0)
            # Of two cards in hand one is kept and the other drawn by the opponent.
            if left > 0 and (size > LAST_DRAW or kept in (mine, drawn)):
                branches.cell[count] = cell
                branches.place[count] = place + layout.position[code, mine]
                count += 1
    return PlayOutcome(count, 0, 0, 0, 1, 0)
