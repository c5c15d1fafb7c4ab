"""Love Letter between two given players: their chances as exact fractions, by plain recursion.

Written from the rules of the round, not from the kernels. Cards are the classic numbers 1 to 8. A
policy is a function of what the mover sees: their sorted hand, the sorted unseen cards, the
opponent's card or None, whether the opponent's Handmaid is up, the card of their hand that the
opponent knows or None, and their lead in discards; it returns a dict of actions (card, argument)
and their chances.
"""

from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

from tests.oracles.love_letter import without
from tests.oracles.love_letter_best_response import (
    COUNTESS,
    KING,
    PRINCE,
    PRINCESS,
    Public,
    arguments,
    play,
)

NOTHING = (Fraction(0), Fraction(0))


def sane_cards(hand):
    """List the cards that Random and Monte Carlo choose between."""
    if COUNTESS in hand and (PRINCE in hand or KING in hand):
        return [COUNTESS]
    return sorted({card for card in hand if card != PRINCESS or hand == (PRINCESS,) * 2})


def random_policy(hand, unseen, opponent, maid, exposed, lead):
    """Any of the cards, then any argument."""
    cards = sane_cards(hand)
    return {
        (card, argument): Fraction(1, len(cards) * len(arguments(card, maid)))
        for card in cards
        for argument in arguments(card, maid)
    }


@cache
def match(first, second):
    """Return a function of joint states: the mover's chances of winning and of losing.

    ``first`` moves in the states asked for, ``second`` in the next ones, and so on.
    """

    @cache
    def chances(hand, theirs, pool, maid, known, exposed, lead, turn=0):
        """``pool`` is the deck and the aside card; ``known`` whether the mover knows ``theirs``."""
        policy = (first, second)[turn]
        unseen = tuple(sorted((*pool, theirs)))
        choices = policy(hand, unseen, theirs if known else None, maid, exposed, lead)
        assert sum(choices.values()) == 1
        wins, losses = NOTHING
        for action, chance in choices.items():
            win, loss = outcome(action, hand, theirs, pool, maid, known, exposed, lead, turn)
            wins += chance * win
            losses += chance * loss
        return wins, losses

    def outcome(action, hand, theirs, pool, maid, known, exposed, lead, turn=0):
        """Return the chances by one action, whatever is drawn; ``second`` plays on."""
        (kept,) = without(hand, action[0])
        public = Public(maid, known, exposed if hand[0] != hand[1] else None, lead)
        decks = [(new, *without(pool, new)) for new in pool] if action[0] == PRINCE else [pool]
        results = [play(action, kept, theirs, deck, public, by_discards=True) for deck in decks]
        return average([next_turn(result, turn) for result in results])

    def next_turn(result, turn):
        if isinstance(result, Fraction):
            return (int(result == 1), int(result == 0))
        mine, theirs, pool, (maid, known, exposed, lead, _), *_ = result
        ends = []
        for drawn in pool:
            hand, rest = tuple(sorted((theirs, drawn))), without(pool, drawn)
            ends.append(chances(hand, mine, rest, maid, known, exposed, lead, 1 - turn)[::-1])
        return average(ends)

    chances.outcome = outcome
    return chances


def average(ends):
    """Return the mean of pairs of chances."""
    return tuple(Fraction(sum(column)) / len(ends) for column in zip(*ends, strict=True))


@cache
def monte_carlo(playouts):
    """Return the Monte Carlo player as a policy, with so many playouts or, None, without limit."""
    playout = match(random_policy, random_policy)

    @cache
    def policy(hand, unseen, opponent, maid, exposed, lead):
        cards = sane_cards(hand)
        if len(cards) == 2 and cards[0] == PRINCE:  # the other card is considered first
            cards = cards[::-1]
        options = [(card, argument) for card in cards for argument in arguments(card, maid)]
        held = unseen if opponent is None else [opponent]
        gains = [
            average(
                [
                    playout.outcome(
                        option, hand, theirs, without(unseen, theirs), maid, False, None, lead
                    )
                    for theirs in held
                ]
            )[0]
            for option in options
        ]
        if playouts is None:
            return {options[gains.index(max(gains))]: Fraction(1)}
        chances = dict.fromkeys(options, Fraction(0))
        for wins in product(range(playouts + 1), repeat=len(options)):
            chance = Fraction(1)
            for count, gain in zip(wins, gains, strict=True):
                chance *= comb(playouts, count) * gain**count * (1 - gain) ** (playouts - count)
            chances[options[wins.index(max(wins))]] += chance
        return {option: chance for option, chance in chances.items() if chance}

    return policy
