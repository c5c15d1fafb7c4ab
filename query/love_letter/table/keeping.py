"""Exchange choices: cards to keep and their values."""

import numpy as np

from llq.errors import IllegalState
from llq.solver.love_letter.rules import Consequence, Rules
from llq.solver.love_letter.table import exchange
from llq.solver.love_letter.table.backup import Book
from llq.solver.love_letter.table.spies import SPY_SETS
from llq.solver.love_letter.table.states import UNKNOWN, Held, explain_known
from llq.solver.love_letter.turn import make_branches

_FEWEST_HELD, _MOST_HELD = 2, 3
_FEWEST_UNSEEN = 2


def check_held(rules: Rules, held: Held) -> None:
    """Raise IllegalState for unreachable hands and observations."""
    names = [card.name for card in rules.cards if card.effect.row.may & Consequence.EXCHANGES]
    if not names:
        raise IllegalState(f"nobody keeps one of three cards in {rules.variant} Love Letter")
    kinds, left = len(rules.cards), sum(held.unseen)
    counts = [held.hand.count(card) for card in range(kinds)]
    seen = [
        card.copies - mine - unseen
        for card, mine, unseen in zip(rules.cards, counts, held.unseen, strict=True)
    ]
    if min(*held.unseen, *seen) < 0 or not any(seen[rules.card(name)] for name in names):
        raise IllegalState(f"the deck has no such cards beside a {names[0]} just played: {held}")
    if len(held.hand) not in (_FEWEST_HELD, _MOST_HELD) or left < _FEWEST_UNSEEN:
        raise IllegalState(
            f"after a {names[0]} a player holds {_MOST_HELD} cards, or {_FEWEST_HELD} where one "
            f"was left to draw, and two or more are unseen; got {len(held.hand)} held and {left} "
            "unseen"
        )
    if len(held.hand) == _FEWEST_HELD and left > _FEWEST_UNSEEN:
        raise IllegalState(
            f"with {left} cards unseen two were left to draw: a {names[0]} leaves three in hand"
        )
    if held.opponent != UNKNOWN:
        if not held.unseen[held.opponent]:
            name = rules.cards[held.opponent].name
            raise IllegalState(
                f"the opponent cannot hold a {name}: every copy is in the hand or seen"
            )
        if problem := explain_known(rules, seen):
            raise IllegalState(problem)
    spies = sum(n for card, n in zip(rules.cards, seen, strict=True) if card.is_spy)
    if not 0 <= held.spies < (SPY_SETS[min(spies, 2)] if rules.spy_rule is not None else 1):
        raise IllegalState(
            f"the cards seen hold no Spies for {held.spies} to say who discarded one"
        )


def keep_values(rules: Rules, book: Book, held: Held) -> dict[tuple[int, int], float]:
    """Return choice values by kept card and first returned card.

    The latter is `exchange.NO_ORDER` where it makes no difference.
    """
    room = make_branches(len(rules.cards)).exchange
    kept, one, other = (*held.hand, held.hand[-1])[:3]
    drawn = held.hand[1:]
    unseen = np.array(held.unseen)
    before = unseen + np.bincount(drawn, minlength=len(unseen))
    size = int(before.sum())
    is_known = held.opponent != UNKNOWN
    exchange.fill_worth(book, before, kept, int(is_known), held.spies, room)
    weights = np.arange(len(unseen)) == held.opponent if is_known else unseen
    total, draw = float(book.game.payoff_sum[0]), exchange.Draw(one, other, size)
    gains = {}
    for option in range(exchange.list_options(kept, draw, room)):
        values = [
            weights[card] * exchange.option_value(total, option, card, draw, room)
            for card in np.flatnonzero(weights).tolist()
        ]
        card, first = room.options[option].tolist()
        gains[card, first] = float(sum(values) / weights.sum())
    return gains
