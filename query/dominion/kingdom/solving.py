"""Kingdom cards solved on the spot: turns saved with a card, or with money alone."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import count
from typing import TypeVar

from llq.query.dominion.kingdom.answers import KingdomTurns
from llq.solver.dominion.kingdom.cards import COPIES, MONEY, KingdomCard, find_card, most_copies
from llq.solver.jobs.progress import Progress

MOST_PROVINCES = 8

FIRST_COINS = (2, 3, 4, 5)
"""Coins that a first hand may have."""

_LIMITS = (1, 2, 3, 4, COPIES)  # on copies, which Big Money + X is tried with

CardOrName = KingdomCard | str
Result = TypeVar("Result")


def solve_kingdom(
    card: KingdomCard | None, provinces: int, *, copies: int = COPIES, progress: Progress = None
) -> KingdomTurns:
    """Compute the `kingdom` result of a card or money alone."""
    from llq.solver.dominion.kingdom.fewest import big_money, card_game  # compiles

    most = min(copies, most_copies(card)) if card else 0
    limits = [limit for limit in _LIMITS if limit <= most] or [0]
    steps = count()

    def step(result: Result) -> Result:
        if progress:
            progress(next(steps), len(limits) + 7)
        return result

    game = card_game(card, provinces, supply=copies)
    money_turns, turns = step(_money_turns(provinces)), step(game.turns)
    chances, at_least = step(game.copies_bought()), step(game.at_least)
    rule_turns, rule_copies = min((step(big_money(card, n, provinces)), n) for n in limits)
    turns_by_limit = [
        step(card_game(card, provinces, supply=n).turns if n < most else turns) for n in (1, 2, 3)
    ]
    likeliest = int(chances.argmax())
    # A sum in order, not a dot product, has the same bits on every processor.
    mean = float(sum(n * chance for n, chance in enumerate(chances.tolist())))
    actions = {coins: game.actions(coins) for coins in FIRST_COINS}
    return KingdomTurns(
        card=card.name if card else MONEY,
        provinces=provinces,
        turns=turns,
        one_copy=turns_by_limit[0],
        two_copies=turns_by_limit[1],
        three_copies=turns_by_limit[2],
        saved=money_turns - turns,
        copies=mean,
        likeliest=likeliest,
        likeliest_chance=float(chances[likeliest]),
        first_buys={coins: min(after, key=after.__getitem__) for coins, after in actions.items()},
        big_money=rule_turns,
        big_money_copies=rule_copies,
        at_least=at_least,
        decks=game.decks,
        attacks=card is not None and card.is_attack,
    )


def known_card(card: CardOrName, cards: Sequence[KingdomCard] | None = None) -> KingdomCard | None:
    """Return a card, found by name among ``cards`` if needed; None means money."""
    if isinstance(card, KingdomCard):
        return card
    return None if card.strip().lower() == MONEY else find_card(card, tuple(cards or ()))


@lru_cache
def _money_turns(provinces: int) -> float:
    """Return the fewest expected turns with money alone, by fresh hands."""
    from llq.solver.dominion.kingdom.fewest import KingdomGame  # compiles

    return KingdomGame(None, provinces).best.turns
