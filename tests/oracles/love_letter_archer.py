"""Archer by the book: a slow twin of its solver in exact fractions.

Written from the rules, not from the kernel: the opponent's card and the aside card are always both
fixed, and a mover who does not know one of them decides by the mean over all pairs of cards that
they may be. What nobody has told apart is averaged only when somebody asks. Cards are their printed
numbers.
"""

from fractions import Fraction
from functools import cache
from itertools import permutations
from typing import NamedTuple

from tests.oracles.exact import mean
from tests.oracles.love_letter import plus, without

GUARD, PRIEST, BARON, HANDMAID, PRINCE, KING, COUNTESS, PRINCESS = range(1, 9)


def compare(mine, theirs):
    """Return the mover's chance when the round ends with these cards: equal ones count half."""
    return Fraction(1 + (mine > theirs) - (mine < theirs), 2)


class Turn(NamedTuple):
    """What the mover knows and what is public; None for what they do not know."""

    hand: tuple
    unseen: tuple
    """The deck, the opponent's card and the aside card."""
    maid: bool
    theirs: int | None
    """The opponent's card, if the mover knows it."""
    exposed: int | None
    """The card of the mover's hand that the opponent knows."""
    aside: int | None
    """The aside card, if the mover knows it."""
    they_know_aside: bool


def legal_actions(hand, maid):
    """List (card, argument) in the order that decides ties."""
    actions = []
    for card in sorted(set(hand)):
        if card == GUARD:
            actions += [(card, guess) for guess in range(2, 9)]
        elif card == PRIEST:
            actions += [(card, at) for at in (["aside"] if maid else ["opponent", "aside"])]
        elif card == PRINCE:
            actions += [(card, target) for target in (["self"] if maid else ["opponent", "self"])]
        else:
            actions.append((card, None))
    return actions


def guesses_about(turn):
    """List (theirs, aside) as the mover may guess them, every physical pair once."""
    return [
        (theirs, aside)
        for theirs, aside in permutations(turn.unseen, 2)
        if turn.theirs in (None, theirs) and turn.aside in (None, aside)
    ]


def next_turn(mine, theirs, aside, deck, maid, they_know, i_know, they_know_aside, i_know_aside):
    """Return the mover's chance when the opponent, with ``theirs``, draws from ``deck``."""
    if not deck:
        return compare(mine, theirs)
    ends = []
    for drawn in deck:
        turn = Turn(
            plus((theirs,), drawn),
            plus(without(deck, drawn), mine, aside),
            maid,
            mine if they_know else None,
            theirs if i_know else None,
            aside if they_know_aside else None,
            i_know_aside,
        )
        ends.append(value(turn, mine, aside))
    return 1 - mean(ends)


@cache
def outcome(turn, action, theirs, aside):
    """Return the mover's chance by one action, with both hidden cards fixed."""
    card, argument = action
    deck = without(turn.unseen, theirs, aside)
    low, high = turn.hand
    kept = high if card == low else low
    kept_known = low != high and turn.exposed == kept
    i_know, i_know_aside = turn.theirs is not None, turn.aside is not None
    if card == PRINCESS:
        return Fraction(0)
    if card == PRINCE:
        gone = kept if argument == "self" else theirs
        if gone == PRINCESS:
            return Fraction(int(argument == "opponent"))
        ends = []
        for new in deck or (aside,):
            rest = without(deck, new) if deck else ()
            if argument == "self":
                mine, other, knowledge = new, theirs, (False, i_know)
            else:
                mine, other, knowledge = kept, new, (kept_known, False)
            ends.append(
                next_turn(
                    mine, other, aside, rest, False, *knowledge,
                    turn.they_know_aside, i_know_aside,
                )
            )  # fmt: skip
        return mean(ends)
    if card == PRIEST and argument == "aside":
        i_know_aside = True
    elif not turn.maid:
        if card == GUARD and argument == theirs:
            return Fraction(1)
        if card == PRIEST:
            i_know = True
        if card == BARON:
            if kept != theirs:
                return Fraction(int(kept > theirs))
            i_know = kept_known = True
        if card == KING:
            kept, theirs = theirs, kept
            i_know = kept_known = True
        if card == COUNTESS:
            deals = list(permutations((kept, theirs, aside)))
            return mean(
                [
                    next_turn(mine, other, left, deck, False, False, False, False, False)
                    for mine, other, left in deals
                ]
            )
    return next_turn(
        kept, theirs, aside, deck, card == HANDMAID, kept_known, i_know,
        turn.they_know_aside, i_know_aside,
    )  # fmt: skip


@cache
def decide(turn):
    """Return (chance, action): the best mean over what the mover does not know."""
    pairs = guesses_about(turn)
    gains = {
        action: mean([outcome(turn, action, *pair) for pair in pairs])
        for action in legal_actions(turn.hand, turn.maid)
    }
    best = max(gains.values())
    return best, next(action for action, gain in gains.items() if gain == best)


@cache
def value(turn, theirs=None, aside=None):
    """Return the chance by the mover's choice; a card that is None is averaged over."""
    action = decide(turn)[1]
    pairs = [
        pair
        for pair in guesses_about(turn)
        if theirs in (None, pair[0]) and aside in (None, pair[1])
    ]
    return mean([outcome(turn, action, *pair) for pair in pairs])
