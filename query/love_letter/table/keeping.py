"""Exchange choices: cards to keep and their values."""

import numpy as np

from llq.errors import IllegalState
from llq.solver.love_letter.rules import Consequence, Rules
from llq.solver.love_letter.table import exchange
from llq.solver.love_letter.table.book import Book
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
    left = sum(held.unseen)
    seen = [
        copies - unseen - held.hand.count(card)
        for card, (copies, unseen) in enumerate(zip(rules.copies, held.unseen, strict=True))
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
    spies = sum(copies for card, copies in zip(rules.cards, seen, strict=True) if card.is_spy)
    spy_sets = 1 if rules.spy_rule is None else SPY_SETS[min(spies, 2)]
    if not 0 <= held.spies < spy_sets:
        raise IllegalState(
            f"the cards seen hold no Spies for {held.spies} to say who discarded one"
        )


def keep_values(rules: Rules, book: Book, held: Held) -> dict[tuple[int, int], float]:
    """Return choice values by kept card and first returned card.

    The latter is `exchange.NO_ORDER` where it makes no difference.
    """
    room = make_branches(len(rules.cards)).exchange
    kept, draw = split_hand(held)
    unseen = np.array(held.unseen)
    before = unseen + np.bincount(held.hand[1:], minlength=len(unseen))
    is_known = held.opponent != UNKNOWN
    exchange.fill_worth(book, exchange.Exchange(before, kept, int(is_known)), held.spies, room)
    weights = np.arange(len(unseen)) == held.opponent if is_known else unseen
    total = book.game.payoff_sum.item(0)
    gains = {}
    for option in range(exchange.list_options(kept, draw, room)):
        values = [
            weights[card] * exchange.option_value(total, option, card, draw, room)
            for card in np.flatnonzero(weights).tolist()
        ]
        card, first = room.options[option].tolist()
        gains[card, first] = float(sum(values) / weights.sum())
    return gains


def split_hand(held: Held) -> tuple[int, exchange.Draw]:
    """Return the card held before an exchange, and the draw; of two cards in hand one is drawn."""
    kept, *drawn = held.hand
    return kept, exchange.Draw(drawn[0], drawn[-1], sum(held.unseen) + len(drawn))
