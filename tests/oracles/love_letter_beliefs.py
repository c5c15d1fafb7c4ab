"""What the opponent holds when two players of one policy meet, by every order of the deck.

Exact fractions, nothing merged: each order of the deck is played out by the rules of
`love_letter_best_response`, and every turn is noted as the mover sees it.
"""

from collections import Counter, defaultdict
from fractions import Fraction

from tests.oracles.love_letter_best_response import Public, deals, observe, play


def reached(copies, policy):
    """Return {(hand, unseen, known card, maid, exposed): {(seat, last action, card): chance}}."""
    beliefs = defaultdict(Counter)

    def turn(seat, world, public, last, chance):
        sight = observe(world, public)
        beliefs[sight[:-1]][seat, last, world.theirs] += chance
        for action, share in policy(*sight).items():
            result = play(action, world, public, by_discards=False)
            if not isinstance(result, Fraction):
                after, following, *_ = result
                turn(1 - seat, after, following, action, chance * share)

    for world, chance in deals(copies).items():
        turn(0, world, Public(), None, chance)
    return beliefs


def held_after(copies, policy, is_first, mine, drawn, turns):
    """Return {card: weight} of the opponent's card, given what a player saw of a round.

    Parameters
    ----------
    turns
        (is own, action, drawn, discarded, gained, seen), as in ``PastTurn``, in card numbers.
    """
    weights = Counter()
    for world, weight in deals(copies).items():
        public = Public()
        weight *= mine == (world.mine if is_first else world.theirs)
        for is_own, action, drew, discarded, gained, seen in turns:
            if is_own:
                weight *= world.deck[0] == drew
            else:
                weight *= policy(*observe(world, public)).get(action, 0)
            result = play(action, world, public, by_discards=False) if weight else Fraction(0)
            if isinstance(result, Fraction):
                weight = 0
                break
            world, public, put_down, _ = result
            own, theirs = (world.theirs, world.mine) if is_own else (world.mine, world.theirs)
            weight *= put_down == discarded and gained in (None, own) and seen in (None, theirs)
        if weight and world.deck[0] == drawn:
            weights[world.theirs] += weight
    return weights
