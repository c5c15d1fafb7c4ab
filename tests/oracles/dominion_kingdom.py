"""One kingdom card with money in exact fractions, written from the cards' texts.

A card is plain facts: cost, cards, actions, buys, coins, draw_to (0: it draws ``cards``),
sets_aside, discards, discard_coins, and whether it discards before drawing: any cards for as many
new ones (redraws), those just drawn for others (second_draw) or the hand (new_hand). A deck is
copies of copper, silver, gold, the card, cards without money, and Provinces (without money too).
`order_outcomes` plays one order of the deck in every way that the rules allow; `hand_chances` draws
card by card and plays whatever can be played; `least_worth` plays in the way that is best for the
worth of coins and buys.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import comb
from typing import NamedTuple

from tests.oracles.dominion_hands import HAND, Deck, changed, hands, minus, plus, worth

ACTION = 3
MONEY = (1, 2, 3, 0, 0, 0)
NOTHING = (0,) * 6


class Facts(NamedTuple):
    """What a card costs and gives."""

    cost: int
    cards: int = 0
    actions: int = 0
    buys: int = 0
    coins: int = 0
    draw_to: int = 0
    sets_aside: bool = False
    discards: int = 0
    discard_coins: int = 0
    redraws: bool = False
    second_draw: bool = False
    new_hand: bool = False


def orders(deck: Deck) -> Iterator[tuple[int, ...]]:
    """Yield every order of a deck's kinds; each is as likely as any other."""
    if not sum(deck):
        yield ()
    for kind, n in enumerate(deck):
        if n:
            yield from ((kind, *rest) for rest in orders(changed(deck, (kind, -1))))


def order_outcomes(card: Facts, order: tuple[int, ...]) -> set[tuple[int, int]]:
    """Return the coins and buys of every way to play a turn with the deck in this order."""
    return _ways(card, order[:HAND], order[HAND:], 1, 0, 1)


def _ways(
    card: Facts, hand: Deck, rest: Deck, actions: int, coins: int, buys: int
) -> set[tuple[int, int]]:
    outcomes = {(coins + sum(MONEY[kind] for kind in hand), buys)}
    if actions and ACTION in hand:
        left = list(hand)
        left.remove(ACTION)
        for drawn, remaining in _draws(card, tuple(left), rest):
            for kept in _kept_hands(card, drawn):
                outcomes |= _ways(
                    card,
                    kept,
                    remaining,
                    actions - 1 + card.actions,
                    coins + card.coins + card.discard_coins * (len(drawn) - len(kept)),
                    buys + card.buys,
                )
    return outcomes


def _kept_hands(card: Facts, hand: Deck) -> set[Deck]:
    """Return the hands after every way to discard: as many as one must, or as one likes."""
    if card.discard_coins:
        return {kept for size in range(len(hand) + 1) for kept in combinations(hand, size)}
    return set(combinations(hand, max(0, len(hand) - card.discards)))


def _draws(card: Facts, hand: Deck, rest: Deck) -> Iterator[tuple[Deck, Deck]]:
    """Yield the hand and the rest of the deck after each way to draw."""
    if not card.draw_to:
        yield hand + rest[: card.cards], rest[card.cards :]
    elif len(hand) >= card.draw_to or not rest:
        yield hand, rest
    else:
        yield from _draws(card, (*hand, rest[0]), rest[1:])
        if card.sets_aside and rest[0] == ACTION:
            yield from _draws(card, hand, rest[1:])


def all_orders(card: Facts, deck: Deck) -> dict[tuple[int, int], Fraction]:
    """Return the chances of the outcome that no other way to play an order beats.

    It fails where an order has no such outcome.
    """
    counts: Counter[tuple[int, int]] = Counter()
    for order in orders(deck):
        ways = order_outcomes(card, order)
        best = max(ways)
        assert all(coins <= best[0] and buys <= best[1] for coins, buys in ways), order
        counts[best] += 1
    return {outcome: Fraction(n, counts.total()) for outcome, n in counts.items()}


@cache
def hand_chances(card: Facts, deck: Deck) -> dict[tuple[int, int], Fraction]:
    """Return the chances of coins and buys, drawing card by card and playing all one can."""
    return _turn(card, NOTHING, deck, HAND, 0, 1, 0, 1)


@cache
def _turn(
    card: Facts, hand: Deck, rest: Deck, draw: int, until: int, actions: int, coins: int, buys: int
) -> dict[tuple[int, int], Fraction]:
    """Draw ``draw`` cards, or until so many are in hand, then play on."""
    if (draw or sum(hand) < until) and sum(rest):
        outcomes: dict[tuple[int, int], Fraction] = {}
        for kind, n in enumerate(rest):
            if not n:
                continue
            deck_left = changed(rest, (kind, -1))
            is_aside = until and card.sets_aside and kind == ACTION and not actions
            new_hand = hand if is_aside else changed(hand, (kind, 1))
            later = _turn(card, new_hand, deck_left, max(0, draw - 1), until, actions, coins, buys)
            for outcome, p in later.items():
                outcomes[outcome] = outcomes.get(outcome, Fraction(0)) + p * Fraction(n, sum(rest))
        return outcomes
    if actions and hand[ACTION]:
        left = changed(hand, (ACTION, -1))
        gained = actions - 1 + card.actions, coins + card.coins, buys + card.buys
        return _turn(card, left, rest, card.cards, card.draw_to, *gained)
    money = sorted((MONEY[kind] for kind, n in enumerate(hand) for _ in range(n)), reverse=True)
    if not actions:  # a card was played, and nothing is lost by discarding what is worth least
        money = [max(m, card.discard_coins) for m in money[: max(0, len(money) - card.discards)]]
    return {(coins + sum(money), buys): Fraction(1)}


def least_worth(card: Facts, deck: Deck, value: Callable[[int, int], float]) -> float:
    """Return the least expected value of coins and buys, whatever is played and discarded."""

    @cache
    def act(hand: Deck, rest: Deck, actions: int, coins: int, buys: int) -> float:
        least = value(coins + worth(hand, MONEY), buys)
        if actions and hand[ACTION]:
            left = changed(hand, (ACTION, -1))
            state = actions - 1 + card.actions, coins + card.coins, buys + card.buys
            for discarded in _parts(left) if card.redraws else [left if card.new_hand else NOTHING]:
                cards = card.cards + (sum(discarded) if card.redraws else 0)
                kept = minus(left, discarded)
                total = sum(p * look(kept, *ends, state) for p, *ends in drawn(rest, cards))
                least = min(least, total)
        return least

    def look(hand: Deck, new: Deck, rest: Deck, state: tuple[int, int, int]) -> float:
        least = discard(plus(hand, new), rest, *state)
        if card.second_draw:
            others = drawn(rest, card.cards)
            anew = sum(p * discard(plus(hand, two), left, *state) for p, two, left in others)
            least = min(least, anew)
        return least

    @cache
    def discard(hand: Deck, rest: Deck, actions: int, coins: int, buys: int) -> float:
        must = min(card.discards, sum(hand))
        return min(
            act(minus(hand, cards), rest, actions, coins + card.discard_coins * sum(cards), buys)
            for cards in _parts(hand)
            if sum(cards) == must or card.discard_coins
        )

    return sum(p * act(hand, rest, 1, 0, 1) for p, hand, rest in drawn(deck, HAND))


def _parts(cards: Deck) -> Iterator[Deck]:
    """Yield every set of some cards."""
    yield from product(*(range(n + 1) for n in cards))


@cache
def drawn(rest: Deck, cards: int) -> list[tuple[float, Deck, Deck]]:
    """Return the chance of each set of cards drawn, the set, and the rest without it."""
    size = min(cards, sum(rest))
    return [
        (float(Fraction(ways, comb(sum(rest), size))), new, minus(rest, new))
        for new, ways in hands(rest, size)
    ]


def purchases(card: Facts, deck: Deck, coins: int, buys: int, caps: Deck) -> set[Deck]:
    """Return the decks after every purchase within the caps, passing included."""
    costs = (0, 3, 6, card.cost, 99, 8)
    reachable = {deck}
    for size in range(1, buys + 1):
        for kinds in combinations_with_replacement(range(6), size):
            if sum(costs[kind] for kind in kinds) <= coins:
                after = changed(deck, *((kind, 1) for kind in kinds))
                if all(n <= cap for n, cap in zip(after[:5], caps[:5], strict=True)):
                    reachable.add(after)
    return reachable


@cache
def fewest_turns(card: Facts, deck: Deck, caps: Deck) -> Fraction | None:
    """Return the fewest expected turns to as many Provinces as the caps say; None: never.

    A deck that passes comes back to itself; ``best`` are the turns that a purchase leaves.
    """
    if deck[-1] >= caps[-1]:
        return Fraction(0)
    chances, best = hand_chances(card, deck), {}
    for coins, buys in chances:
        after = [
            fewest_turns(card, bought, caps)
            for bought in purchases(card, deck, coins, buys, caps)
            if bought != deck
        ]
        known = [turns for turns in after if turns is not None]
        if known:
            best[coins, buys] = min(known)
    # Who buys with an outcome buys with all that are worth more: prefixes of the order by worth.
    turns, chance, total = [], Fraction(0), Fraction(1)
    for outcome in sorted(best, key=best.__getitem__):
        chance += chances[outcome]
        total += chances[outcome] * best[outcome]
        turns.append(total / chance)
    return min(turns, default=None)


def decks(card: Facts, deck: Deck, caps: Deck) -> set[Deck]:
    """Return every deck that purchases within the caps lead to before the goal is reached."""
    reached, new = set(), {deck}
    while new:
        reached |= new
        new = {
            bought
            for deck_before in new
            for coins, buys in hand_chances(card, deck_before)
            for bought in purchases(card, deck_before, coins, buys, caps)
            if bought[-1] < caps[-1]
        } - reached
    return reached
