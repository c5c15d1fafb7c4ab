"""Chances of an exchange, through its draws and a policy's second choice."""

from llq.solver.jit import njit
from llq.solver.love_letter.array_types import Floats, Ints
from llq.solver.love_letter.exact.policies import Policy
from llq.solver.love_letter.rounds.engine import held_entry, sorted_cards
from llq.solver.love_letter.table.backup import Book
from llq.solver.love_letter.table.exchange import LAST_DRAW, NO_ORDER, Draw
from llq.solver.love_letter.table.kernels import (
    count_ways,
    fill_worth,
    lead_at,
    list_options,
    make_pool,
    option_value,
)
from llq.solver.love_letter.table.leads import LeadRange
from llq.solver.love_letter.table.states import UNKNOWN, Layout
from llq.solver.love_letter.turn import ExchangeRoom


@njit(forceinline=True, _nrt=False)
def exchange_chances(
    book: Book,
    policy: Policy,
    unseen: Ints,
    kept: int,
    known: int,
    leads: LeadRange,
    room: ExchangeRoom,
    out: Floats,
) -> None:
    """Set ``out`` to the mover's chances after an exchange, by the opponent's card.

    Values of ``book`` are the opponent's to come, rows as in `Evaluation`; the other arguments are
    as in `table.exchange.exchange_values`. ``out`` (rows, cards, leads) is from the mover's side;
    columns of cards not among the unseen are left alone.
    """
    pool = make_pool(book.layout, unseen)
    code = pool.code + book.layout.stride[kept]
    for row in range(len(out)):
        values = book.values[row ^ 1]  # the mover wins where the opponent loses, and so on
        after = Book(book.game, book.layout, book.leads, values, book.by_discards)
        for k in range(out.shape[2]):
            spies, chances = lead_at(leads, k), out[row, :, k]
            fill_worth(after, unseen, kept, known, spies, room)
            for theirs in range(len(unseen)):
                if unseen[theirs] > 0:
                    chances[theirs] = 0.0
            for first in range(len(unseen)):
                last = first if pool.size == LAST_DRAW else len(unseen) - 1
                for second in range(first, last + 1):
                    draw = Draw(first, second, pool.size)
                    if count_ways(unseen, draw, UNKNOWN) > 0:
                        _add_draw(
                            policy, book.layout, code, unseen, kept, known, draw, spies,
                            room=room, chances=chances,
                        )  # fmt: skip


@njit(forceinline=True, _nrt=False)
def _add_draw(
    policy: Policy,
    layout: Layout,
    code: int,
    unseen: Ints,
    kept: int,
    known: int,
    draw: Draw,
    spies: int,
    room: ExchangeRoom,
    chances: Floats,
) -> None:
    """Add a draw's share of the mover's ``chances``, by the opponent's card, in place."""
    size, count = draw.size, 0
    all_ways = size - 1 if size == LAST_DRAW else (size - 1) * (size - 2) // 2
    if not known:
        count = weigh_options(policy, layout, code, kept, draw, UNKNOWN, spies, room)
    for theirs in range(len(unseen)):
        ways = count_ways(unseen, draw, theirs)
        if unseen[theirs] == 0 or ways <= 0:
            continue
        if known:
            count = weigh_options(policy, layout, code, kept, draw, theirs, spies, room)
        for option in range(count):
            if room.gains[option] > 0:
                share = ways * room.gains[option] / all_ways
                chances[theirs] -= share * option_value(0.0, option, theirs, draw, room)


@njit(forceinline=True, _nrt=False)
def weigh_options(
    policy: Policy,
    layout: Layout,
    code: int,
    kept: int,
    draw: Draw,
    opponent: int,
    spies: int,
    room: ExchangeRoom,
) -> int:
    """List a draw's options in ``room``, set ``gains`` to their chances, and return their number.

    ``code`` is of all cards that are not public; ``opponent`` the card known, else ``UNKNOWN``.
    """
    count = list_options(kept, draw, room)
    for option in range(count):
        room.gains[option] = 0.0
    third = -1 if draw.size == LAST_DRAW else draw.other
    if not policy.is_random:
        hand = sorted_cards(kept, draw.one, third)
        entry = held_entry(policy.keeping.places, layout, code, hand, opponent, spies)
        room.gains[policy.keeping.options[entry]] = 1.0
        return count
    # Any card is kept, and the others are returned in any order.
    cards = (kept, draw.one, third)
    size = 2 if third < 0 else 3
    for keep in range(size):
        for first in range(size):
            if keep == first:
                continue
            for option in range(count):
                option_keep, option_first = room.options[option]
                is_order = option_first == NO_ORDER or option_first == cards[first]
                if option_keep == cards[keep] and is_order:
                    room.gains[option] += 1.0 / (size * (size - 1))
    return count
