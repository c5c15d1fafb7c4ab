"""Literature's opening asks counted in obvious Python: hands one by one, and games step by step."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb


def pattern(hand):
    """Return a hand's cards of each half suit, counted, most first; card 6 h is the first of h."""
    return tuple(sorted(Counter(card // 6 for card in hand).values(), reverse=True))


def shares(cards, half_suits):
    """Yield every way to share out so many cards to half suits of six, in order."""
    if half_suits == 0:
        if cards == 0:
            yield ()
        return
    for held in range(min(cards, 6) + 1):
        for rest in shares(cards - held, half_suits - 1):
            yield (held, *rest)


def classes(cards):
    """Return every pair of a pattern and a number below 6 in it, of hands of so many cards."""
    found = set()
    for counts in shares(cards, 8):
        shape = tuple(sorted((held for held in counts if held), reverse=True))
        found |= {(shape, held) for held in shape if held < 6}
    return found


def pattern_chance(shape):
    """Return the chance that a hand has a pattern, adding up every way to share out its counts."""
    size = sum(shape)
    ways = 0
    for counts in shares(size, 8):
        if tuple(sorted((held for held in counts if held), reverse=True)) == shape:
            hands = 1
            for held in counts:
                hands *= comb(6, held)
            ways += hands
    return Fraction(ways, comb(48, size))


def hit_chance(deck, hand, card, players):
    """Return the chance that the next player holds a card, out of all deals of a small deck."""
    rest = [other for other in deck if other not in hand]
    size = len(rest) // (players - 1)
    deals = list(combinations(rest, size))
    return Fraction(sum(card in deal for deal in deals), len(deals))
