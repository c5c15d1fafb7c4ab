"""What the opponent holds when two players of one policy meet, by every order of the deck.

Exact fractions, nothing merged: each order of the deck is played out by the rules of
`love_letter_best_response`, and every turn is noted as the mover sees it.
"""

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import permutations

from tests.oracles.love_letter import without
from tests.oracles.love_letter_best_response import Public, play


def reached(copies, policy):
    """Return {(hand, unseen, known card, maid, exposed): {(seat, last action, card): chance}}."""
    cards = tuple(n for n, count in enumerate(copies, 1) for _ in range(count))
    orders = Counter(permutations(cards))
    total = sum(orders.values())
    found = defaultdict(Counter)

    def turn(seat, mine, theirs, deck, public, last, chance):
        drawn, deck = deck[0], deck[1:]
        hand = tuple(sorted((mine, drawn)))
        exposed = public.exposed
        unseen = tuple(sorted((theirs, *deck)))
        known = theirs if public.knows else None
        found[hand, unseen, known, public.maid, exposed][seat, last, theirs] += chance
        told = public if hand[0] != hand[1] else public._replace(exposed=None)
        choices = policy(hand, unseen, known, public.maid, exposed, public.lead)
        for action, share in choices.items():
            (kept,) = without(hand, action[0])
            result = play(action, kept, theirs, deck, told, by_discards=False)
            if not isinstance(result, Fraction):
                kept, other, left, following, *_ = result
                turn(1 - seat, other, kept, left, following, action, chance * share)

    for order, times in orders.items():
        turn(0, order[0], order[1], order[2:], Public(), None, Fraction(times, total))
    return found


def held_after(copies, policy, is_first, mine, drawn, turns):
    """Return {card: weight} of the opponent's card, given what a player saw of a round.

    Parameters
    ----------
    turns
        (is own, action, drawn, discarded, gained, seen), as in ``PastTurn``, in card numbers.
    """
    cards = tuple(n for n, count in enumerate(copies, 1) for _ in range(count))
    weights = Counter()
    for order in permutations(cards):
        own, theirs, deck = order[0], order[1], order[2:]
        if not is_first:
            own, theirs = theirs, own
        weight = Fraction(own == mine)
        public = Public()
        for is_own, action, drew, discarded, gained, seen in turns:
            if not weight:
                break
            card, deck = deck[0], deck[1:]
            if is_own:
                weight *= card == drew
                hand, other = (own, card), theirs
            else:
                hand, other = (theirs, card), own
            hand = tuple(sorted(hand))
            told = public if hand[0] != hand[1] else public._replace(exposed=None)
            if not is_own:
                unseen = tuple(sorted((own, *deck)))
                known = own if public.knows else None
                weight *= policy(hand, unseen, known, public.maid, public.exposed, 0).get(action, 0)
            if not weight:
                break
            (kept,) = without(hand, action[0])
            result = play(action, kept, other, deck, told, by_discards=False)
            if isinstance(result, Fraction):
                weight = Fraction(0)
                break
            kept, other, deck, public, gone, _ = result
            own, theirs = (kept, other) if is_own else (other, kept)
            weight *= gone == discarded
            if gained is not None:
                weight *= own == gained
            if seen is not None:
                weight *= theirs == seen
        if weight and deck[0] == drawn:
            weights[theirs] += weight
    return weights
