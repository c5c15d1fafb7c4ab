"""Love Letter by the book: a slow twin of the solver in exact fractions.

Written from the rules and from section 3.2 of Huibers (2016), not from the kernel. Cards are their
printed numbers; a player knows a card itself, not a position in a sorted hand.
"""

from fractions import Fraction
from functools import cache

GUARD, PRIEST, BARON, HANDMAID, PRINCE, KING, COUNTESS, PRINCESS = range(1, 9)
HALF = Fraction(1, 2)


def without(cards, *removed):
    """Return a sorted tuple of cards less some of them."""
    left = list(cards)
    for card in removed:
        left.remove(card)
    return tuple(left)


def plus(cards, *added):
    """Return a sorted tuple of cards and some more."""
    return tuple(sorted((*cards, *added)))


def legal_actions(hand, maid):
    """List (card, argument) in the order that decides ties."""
    low, high = hand
    cards = [low] if low == high else [low, high]
    if COUNTESS in hand and (PRINCE in hand or KING in hand):
        cards = [COUNTESS]
    actions = []
    for card in cards:
        if card == GUARD:
            actions += [(card, guess) for guess in range(2, 9)]
        elif card == PRINCE:
            actions += [(card, target) for target in (["self"] if maid else ["opponent", "self"])]
        else:
            actions.append((card, None))
    return actions


def compare(mine, theirs):
    """Return the chance that the mover wins a comparison at the end of the round."""
    return Fraction(1) if mine > theirs else HALF if mine == theirs else Fraction(0)


def next_turn(mine, theirs, pool, maid, they_know_mine, i_know_theirs):
    """Return the mover's chance when the opponent, with ``theirs``, draws from ``pool``.

    ``pool`` is the deck and the aside card; with one card left that is the aside card.
    """
    if len(pool) <= 1:
        return compare(mine, theirs)
    total = Fraction(0)
    for drawn in pool:
        hand = tuple(sorted((theirs, drawn)))
        unseen = plus(without(pool, drawn), mine)
        exposed = theirs if i_know_theirs else None
        total += 1 - value(hand, mine, unseen, maid, they_know_mine, exposed)
    return total / len(pool)


@cache
def outcome(action, kept, theirs, unseen, maid, known, kept_exposed):
    """Return the mover's chance by one action when the opponent holds ``theirs``."""
    card, argument = action
    pool = without(unseen, theirs)
    if card == PRINCESS:
        return Fraction(0)
    if card == PRINCE:
        if argument == "self":
            if kept == PRINCESS:
                return Fraction(0)
            ends = [next_turn(new, theirs, without(pool, new), False, False, known) for new in pool]
        else:
            if theirs == PRINCESS:
                return Fraction(1)
            ends = [
                next_turn(kept, new, without(pool, new), False, kept_exposed, False) for new in pool
            ]
        return sum(ends) / len(ends)
    if not maid:
        if card == GUARD and argument == theirs:
            return Fraction(1)
        if card == PRIEST:
            known = True
        if card == BARON:
            if kept != theirs:
                return Fraction(int(kept > theirs))
            known = kept_exposed = True
        if card == KING:
            return next_turn(theirs, kept, pool, False, True, True)
    return next_turn(kept, theirs, pool, card == HANDMAID, kept_exposed, known)


@cache
def outcomes(hand, unseen, maid, known, exposed):
    """Map each legal action to its chance against each card the opponent may hold."""
    low, high = hand
    table = {}
    for action in legal_actions(hand, maid):
        kept = high if action[0] == low else low
        kept_exposed = low != high and exposed == kept
        table[action] = {
            theirs: outcome(action, kept, theirs, unseen, maid, known, kept_exposed)
            for theirs in set(unseen)
        }
    return table


def decide(hand, opponent, unseen, maid, known, exposed):
    """Return (chance, action) of a state; ``opponent`` is None where it is neither known nor fixed.

    ``exposed`` is the card of the hand that the opponent knows, or None.
    """
    table = outcomes(hand, unseen, maid, known, exposed)
    if known:
        gains = {action: chances[opponent] for action, chances in table.items()}
    else:
        gains = {
            action: sum(chances[theirs] for theirs in unseen) / len(unseen)
            for action, chances in table.items()
        }
    best = max(gains.values())
    chosen = next(action for action, gain in gains.items() if gain == best)
    if opponent is None or known:
        return best, chosen
    chance = table[chosen][opponent]
    for action, gain in gains.items():
        other_card = action[0] != chosen[0]
        if other_card and gain == best and table[action][opponent] != chance:
            return best, chosen
    return chance, chosen


@cache
def value(hand, opponent, unseen, maid, known, exposed):
    """Return the chance of a state: the thesis's f."""
    return decide(hand, opponent, unseen, maid, known, exposed)[0]
