"""Chances of an exchange, through its draws and a policy's second choice."""

import numpy as np
from numpy.typing import NDArray

from llq.solver.jit import njit
from llq.solver.love_letter.exact.policies import Policy
from llq.solver.love_letter.rounds.engine import held_entry, sorted_cards
from llq.solver.love_letter.table.backup import Book
from llq.solver.love_letter.table.exchange import NO_ORDER, Draw
from llq.solver.love_letter.table.kernels import fill_worth, lead_at, list_options, option_value
from llq.solver.love_letter.table.leads import LeadRange
from llq.solver.love_letter.table.states import UNKNOWN, Layout
from llq.solver.love_letter.turn import ExchangeRoom

_LAST_DRAW = 3


@njit(forceinline=True, _nrt=False)
def exchange_chances(
    book: Book,
    policy: Policy,
    unseen: NDArray[np.int64],
    kept: int,
    known: int,
    leads: LeadRange,
    room: ExchangeRoom,
    out: NDArray[np.float64],
) -> None:
    """Set ``out`` to the mover's chances after an exchange, by the opponent's card.

    Values of ``book`` are the opponent's to come, rows as in `Evaluation`; the other arguments are
    as in `table.exchange.exchange_values`. ``out`` (rows, cards, leads) is from the mover's side;
    columns of cards not among the unseen are left alone.
    """
    layout, size, code = book.layout, 0, book.layout.stride[kept]
    for card in range(len(unseen)):
        size += unseen[card]
        code += unseen[card] * layout.stride[card]
    is_single = size == _LAST_DRAW
    all_ways = size - 1 if is_single else (size - 1) * (size - 2) // 2
    for row in range(len(out)):
        values = book.values[row ^ 1]  # the mover wins where the opponent loses, and so on
        then = Book(book.game, layout, book.leads, values, book.by_discards)
        for k in range(out.shape[2]):
            spies = lead_at(leads, k)
            fill_worth(then, unseen, kept, known, spies, room)
            for theirs in range(len(unseen)):
                if unseen[theirs] > 0:
                    out[row, theirs, k] = 0.0
            for one in range(len(unseen)):
                for other in range(one, one + 1 if is_single else len(unseen)):
                    if unseen[one] == 0 or (not is_single and unseen[other] <= (one == other)):
                        continue
                    draw = Draw(one, other, size)
                    count = 0
                    if not known:
                        count = weigh_options(
                            policy, layout, code, kept, draw, UNKNOWN, spies, room
                        )
                    for theirs in range(len(unseen)):
                        ones = unseen[one] - (1 if theirs == one else 0)
                        ways = ones
                        if not is_single:
                            others = unseen[other] - (1 if theirs == other else 0)
                            ways = ones * others if one != other else ones * (ones - 1) // 2
                        if unseen[theirs] == 0 or ways <= 0:
                            continue
                        if known:
                            count = weigh_options(
                                policy, layout, code, kept, draw, theirs, spies, room
                            )
                        for option in range(count):
                            if room.gains[option] > 0:
                                share = ways * room.gains[option] / all_ways
                                worth = option_value(0.0, option, theirs, draw, room)
                                out[row, theirs, k] -= share * worth


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
    last = -1 if draw.size == _LAST_DRAW else draw.other
    if not policy.is_random:
        held = sorted_cards(kept, draw.one, last)
        entry = held_entry(policy.keeping.places, layout, code, held, opponent, spies)
        room.gains[policy.keeping.options[entry]] = 1.0
        return count
    # Any card is kept, and the others are returned in any order.
    cards = (kept, draw.one, last)
    held_cards = 2 if last < 0 else 3
    for keep in range(held_cards):
        for first in range(held_cards):
            for option in range(count):
                above = room.options[option, 1]
                if (
                    keep != first
                    and room.options[option, 0] == cards[keep]
                    and (above == NO_ORDER or above == cards[first])
                ):
                    room.gains[option] += 1.0 / (held_cards * (held_cards - 1))
    return count
