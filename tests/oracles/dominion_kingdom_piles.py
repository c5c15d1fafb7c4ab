"""One drawing card with money by the real rule, in exact fractions, written from the cards' texts.

Cards are copper, silver, gold, the card, cards without money, and Provinces. A turn draws five
cards one by one; when the draw pile is empty, the discard pile becomes the draw pile, and with both
empty nothing is drawn. One copy in hand may be played, or not: it draws its cards in the same way,
the hand and itself lying outside both piles. Then a card within the caps is bought or none, and
hand, played card and purchase are discarded.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import cache

from tests.oracles.dominion_fewest_piles import State, Values, solve_equations
from tests.oracles.dominion_kingdom import ACTION, HAND, MONEY, Deck, Facts

Drawn = dict[tuple[Deck, Deck, Deck], Fraction]
"""The chance of each hand, with the draw pile and the discard pile that are left."""

Ways = list[tuple[Fraction, tuple[State, ...]]]
"""What may follow: chances, and the states after passing and after each purchase."""


def _with(cards: Deck, which: int, by: int = 1) -> Deck:
    return tuple(n + by * (which == i) for i, n in enumerate(cards))


def _sum(*piles: Deck) -> Deck:
    return tuple(map(sum, zip(*piles, strict=True)))


@cache
def draws(hand: Deck, draw: Deck, discard: Deck, cards: int) -> Drawn:
    """Draw cards one by one."""
    if cards and not any(draw):
        draw, discard = discard, (0,) * len(discard)
    if not cards or not any(draw):
        return {(hand, draw, discard): Fraction(1)}
    found: Drawn = defaultdict(Fraction)
    for which, n in enumerate(draw):
        if n:
            then = draws(_with(hand, which), _with(draw, which, -1), discard, cards - 1)
            for after, p in then.items():
                found[after] += p * Fraction(n, sum(draw))
    return dict(found)


def _spend(
    card: Facts, caps: Deck, drawn: Drawn, coins: int, in_play: Deck
) -> list[tuple[Fraction, tuple[State, ...]]]:
    """Return what each hand may lead to: first passing, then each purchase within the caps."""
    ways = []
    for (hand, draw, discard), p in drawn.items():
        money = coins + sum(n * value for n, value in zip(hand, MONEY, strict=True))
        used = _sum(hand, discard, in_play)
        after = [(draw, used)]
        for which, cost in enumerate((0, 3, 6, card.cost, 99, 8)):
            bought = _with(used, which)
            if cost <= money and _sum(draw, bought)[which] <= caps[which]:
                after.append((draw, bought))
        ways.append((p, tuple(after)))
    return ways


@cache
def options(card: Facts, state: State, caps: Deck) -> list[tuple[Fraction, list[Ways]]]:
    """Return the chance of each hand and what follows when it is kept and, if it can be, played."""
    none, found = (0,) * len(caps), []
    for (hand, draw, discard), p in draws(none, *state, HAND).items():
        kept: Drawn = {(hand, draw, discard): Fraction(1)}
        ways = [_spend(card, caps, kept, 0, none)]
        if hand[ACTION]:
            drawn = draws(_with(hand, ACTION, -1), draw, discard, card.cards)
            ways.append(_spend(card, caps, drawn, card.coins, _with(none, ACTION)))
        found.append((p, ways))
    return found


def states(card: Facts, deck: Deck, caps: Deck) -> set[State]:
    """Return every state before a hand that the game comes to."""
    found: set[State] = set()
    new: set[State] = {(deck, (0,) * len(deck))}
    while new:
        found |= new
        new = {
            after
            for state in new
            for _, choices in options(card, state, caps)
            for ways in choices
            for _, afters in ways
            for after in afters
            if _sum(*after)[-1] < caps[-1]
        } - found
    return found


def turns(card: Facts, deck: Deck, caps: Deck) -> Values:
    """Return the fewest expected turns from every state; None where the goal is out of reach."""
    by_deck = defaultdict(list)
    for state in states(card, deck, caps):
        by_deck[_sum(*state)].append(state)
    value: Values = {}
    for held in sorted(by_deck, key=sum, reverse=True):
        value |= _deck_turns(card, by_deck[held], caps, value)
    return value


def _deck_turns(card: Facts, here: list[State], caps: Deck, known: Values) -> Values:
    """Improve a policy, which plays the card at first, until nothing is better."""
    guess: Values = dict.fromkeys(here)

    def worth(after: State) -> Fraction | None:
        if _sum(*after)[-1] == caps[-1]:
            return Fraction(0)
        return guess[after] if after in guess else known[after]

    def rank(after: State) -> tuple[bool, Fraction]:
        turns = worth(after)
        return turns is None, turns or Fraction(0)

    Plan = list[tuple[Fraction, State]]

    def mean(plan: Plan) -> tuple[bool, Fraction]:
        ranks = [(p, *rank(after)) for p, after in plan]
        is_out = any(out for _, out, _ in ranks)
        return is_out, sum((p * n for p, _, n in ranks), Fraction(0)) * (not is_out)

    policy: dict[State, list[Plan]] = {}
    while True:
        better: dict[State, list[Plan]] = {}
        for state in here:
            better[state] = []
            for which, (_, choices) in enumerate(options(card, state, caps)):
                plans = [[(p, min(after, key=rank)) for p, after in ways] for ways in choices]
                best = min(reversed(plans), key=mean)
                old = policy[state][which] if policy else best
                better[state].append(old if mean(old) == mean(best) else best)
        if better == policy:
            return guess
        policy = better
        flows = {
            state: [
                (p * q, after, None if after in guess else worth(after))
                for (p, _), plan in zip(options(card, state, caps), plans, strict=True)
                for q, after in plan
            ]
            for state, plans in policy.items()
        }
        guess = solve_equations(flows)
