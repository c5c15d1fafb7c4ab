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

from typing import NamedTuple

from llq.solver.array_types import Floats, Ints
from llq.solver.love_letter.rules import Effect, GameArrays
from llq.solver.love_letter.table.book import Book
from llq.solver.love_letter.table.leads import LeadRange, entry_at, lead_at, lead_range
from llq.solver.love_letter.table.spies import turn_round
from llq.solver.love_letter.table.states import UNKNOWN, Layout
from llq.solver.love_letter.turn import Branches, ExchangeRoom, PlayOutcome, make_pool


class Exchange(NamedTuple):
    """An exchange before its draws."""

    unseen: Ints  # (cards,): unseen counts, at least three cards.
    kept: int  # The card kept by the first choice.
    known: int  # Whether the mover knows the opponent's card.


class Draw(NamedTuple):
    """Cards drawn by an exchange."""

    first: int
    second: int  # The second card drawn; for a single draw, a repeat of the first.
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
    book: Book, exchange: Exchange, leads: LeadRange, room: ExchangeRoom, out: Floats
) -> None:
    """Set ``out`` to an exchange's value against each card of the opponent.

    ``out`` (cards, leads) is in the order of ``leads``, and columns of cards not among the unseen
    are left alone; ``room`` is modified in place.
    """
    unseen = exchange.unseen
    size, total = make_pool(book.layout, unseen).size, book.game.payoff_sum[0]
    draws = count_draws(size)
    for k in range(out.shape[1]):
        fill_worth(book, exchange, lead_at(leads, k), room)
        for opponent in range(len(unseen)):
            if unseen[opponent] > 0:
                out[opponent, k] = 0.0
        for first in range(len(unseen)):
            last = first if size == LAST_DRAW else len(unseen) - 1
            for second in range(first, last + 1):
                draw = Draw(first, second, size)
                if count_ways(unseen, draw, UNKNOWN) > 0:
                    _add_choice(total, exchange, draw, room, out[:, k])
        for opponent in range(len(unseen)):
            if unseen[opponent] > 0:
                out[opponent, k] /= draws


def fill_worth(book: Book, exchange: Exchange, lead: int, room: ExchangeRoom) -> None:
    """Fill in the opponent's next state values at a lead of the mover's, and their sums."""
    unseen, kept, known = exchange
    layout, worth, sums = book.layout, room.worth, room.sums
    stride, hand, width = layout.stride, layout.hand, layout.width
    opponent_lead = turn_round(lead)
    full_code = make_pool(layout, unseen).code + stride[kept]
    for opponent in range(len(unseen)):
        if unseen[opponent] == 0:
            continue
        for own_card in range(len(unseen)):
            sums[opponent, own_card] = 0.0
        for drawn in range(len(unseen)):
            pool_copies = unseen[drawn] - (1 if drawn == opponent else 0)
            if pool_copies + (1 if drawn == kept else 0) <= 0:
                continue
            code = full_code - stride[opponent] - stride[drawn]
            cell = code * layout.hands + hand[opponent, drawn]
            place = 1
            if known:
                place += width[cell] * (1 if opponent <= drawn else 2)
            for own_card in range(len(unseen)):
                left = unseen[own_card] + (1 if own_card == kept else 0)
                left -= (1 if own_card == opponent else 0) + (1 if own_card == drawn else 0)
                value = 0.0
                if left > 0:
                    entries = lead_range(book.leads, cell, place + layout.position[code, own_card])
                    value = book.values[entry_at(entries, opponent_lead)]
                worth[opponent, drawn, own_card] = value
                sums[opponent, own_card] += pool_copies * value


def list_options(kept: int, draw: Draw, room: ExchangeRoom) -> int:
    """Fill in ``room.options``, by lower card kept, then lower card first; return their number.

    An option is the card to keep and the returned one that comes first, or ``NO_ORDER``.
    """
    options = room.options
    low, middle, high = kept, draw.first, draw.second
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


def option_value(total: float, option: int, opponent: int, draw: Draw, room: ExchangeRoom) -> float:
    """Return an option's value for the mover against a card of the opponent.

    ``total`` is what both players' values add up to; `fill_worth` and `list_options` filled
    ``room``.
    """
    keep, first = room.options[option, 0], room.options[option, 1]
    worth = room.worth
    if first != NO_ORDER:
        return total - float(worth[opponent, first, keep])
    rest = (
        room.sums[opponent, keep]
        - worth[opponent, draw.first, keep]
        - worth[opponent, draw.second, keep]
    )
    return total - float(rest) / (draw.size - 3)


def choose_option(total: float, unseen: Ints, draw: Draw, count: int, room: ExchangeRoom) -> int:
    """Return the option with the best average over the opponent's possible cards.

    ``unseen`` (cards,) are the counts before the draws; ``room.gains`` are modified in place.
    """
    drawn = 1 if draw.size == LAST_DRAW else 2
    for option in range(count):
        gain = 0.0
        for opponent in range(len(unseen)):
            left = count_left(unseen, draw, opponent)
            if left > 0:
                gain += left * option_value(total, option, opponent, draw, room)
        room.gains[option] = gain / (draw.size - drawn)
    return best_action(room.gains[:count])


def choose_against(total: float, opponent: int, draw: Draw, count: int, room: ExchangeRoom) -> int:
    """Return the best option against a known card; parameters as in `choose_option`."""
    for option in range(count):
        room.gains[option] = option_value(total, option, opponent, draw, room)
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
    left = unseen[card] - (1 if card == draw.first else 0)
    if card == draw.second and draw.size > LAST_DRAW:
        left -= 1
    return int(left)


def count_draws(size: int) -> int:
    """Return the number of ways to draw beside a fixed card of the opponent."""
    return size - 1 if size == LAST_DRAW else (size - 1) * (size - 2) // 2


def count_ways(unseen: Ints, draw: Draw, opponent: int) -> int:
    """Return the number of ways to draw cards beside a card of the opponent; none is negative."""
    first_copies = unseen[draw.first] - (1 if opponent == draw.first else 0)
    if draw.size == LAST_DRAW:
        return int(first_copies)
    if draw.first == draw.second:
        return int(first_copies * (first_copies - 1) // 2)
    return int(first_copies * (unseen[draw.second] - (1 if opponent == draw.second else 0)))


def _add_choice(
    total: float, exchange: Exchange, draw: Draw, room: ExchangeRoom, out: Floats
) -> None:
    """Add the best choice's value after a draw, times the draw's ways, to ``out``, (cards,)."""
    unseen, kept, known = exchange
    count = list_options(kept, draw, room)
    chosen = 0 if known else choose_option(total, unseen, draw, count, room)
    for opponent in range(len(unseen)):
        ways = count_ways(unseen, draw, opponent) if unseen[opponent] > 0 else 0
        if ways > 0:
            value = option_value(total, chosen, opponent, draw, room)
            if known:
                for option in range(1, count):
                    value = max(value, option_value(total, option, opponent, draw, room))
            out[opponent] += ways * value


def exchange_branches(
    layout: Layout, exchange: Exchange, opponent: int, branches: Branches
) -> PlayOutcome:
    """Return the possible successor states of an exchange, over all draws and choices.

    ``branches`` is modified in place, without ways; ``opponent`` is the opponent's card.
    """
    unseen, kept, known = exchange
    pool, count = make_pool(layout, unseen), 0
    size, full_code = pool.size, pool.code + layout.stride[kept]
    for drawn in range(len(unseen)):
        pool_copies = unseen[drawn] - (1 if drawn == opponent else 0)
        is_kept_drawn = drawn == kept and size <= LAST_DRAW + 1
        if pool_copies <= 0 and not is_kept_drawn:
            continue
        code = full_code - layout.stride[opponent] - layout.stride[drawn]
        cell = code * layout.hands + layout.hand[opponent, drawn]
        place = 1
        if known:
            place += layout.width[cell] * (1 if opponent <= drawn else 2)
        for own_card in range(len(unseen)):
            left = unseen[own_card] + (1 if own_card == kept else 0)
            left -= (1 if own_card == opponent else 0) + (1 if own_card == drawn else 0)
            # Of two cards in hand one is kept and the other drawn by the opponent.
            if left > 0 and (size > LAST_DRAW or kept in (own_card, drawn)):
                branches.cell[count] = cell
                branches.place[count] = place + layout.position[code, own_card]
                count += 1
    return PlayOutcome(count, 0, 0, 0, 1, 0)
