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

GUARD, PRIEST, BARON, HANDMAID, PRINCE, KING, COUNTESS, PRINCESS = range(1, 9)
NOTHING = (Fraction(0), Fraction(0))


def arguments(card, maid):
    """List the arguments with which a card may be played."""
    if card == GUARD:
        return range(2, 9)
    if card == PRINCE:
        return ["self"] if maid else ["opponent", "self"]
    return [None]


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
        """Return the chances by one action; the opponent plays on as ``second``."""
        card, argument = action
        (kept,) = without(hand, card)
        kept_exposed = exposed if exposed == kept and hand[0] != hand[1] else None
        lead += card
        if card == PRINCESS:
            return 0, 1
        if card == PRINCE:
            target_is_me = argument == "self"
            gone = kept if target_is_me else theirs
            if gone == PRINCESS:
                return (0, 1) if target_is_me else (1, 0)
            lead += gone if target_is_me else -gone
            ends = [
                next_turn(new, theirs, without(pool, new), False, None, known, lead, turn)
                if target_is_me
                else next_turn(
                    kept, new, without(pool, new), False, kept_exposed, False, lead, turn
                )
                for new in pool
            ]
            return average(ends)
        if not maid:
            if card == GUARD and argument == theirs:
                return 1, 0
            if card == PRIEST:
                known = True
            if card == BARON:
                if kept != theirs:
                    return (1, 0) if kept > theirs else (0, 1)
                known, kept_exposed = True, kept
            if card == KING:
                return next_turn(theirs, kept, pool, False, theirs, True, lead, turn)
        return next_turn(kept, theirs, pool, card == HANDMAID, kept_exposed, known, lead, turn)

    def next_turn(mine, theirs, pool, maid, mine_exposed, known, lead, turn):
        if len(pool) <= 1:
            verdict = (mine > theirs) - (mine < theirs) or (lead > 0) - (lead < 0)
            return (int(verdict > 0), int(verdict < 0))
        ends = []
        for drawn in pool:
            loss, win = chances(
                tuple(sorted((theirs, drawn))), mine, without(pool, drawn), maid,
                mine_exposed is not None, theirs if known else None, -lead, 1 - turn,
            )  # fmt: skip
            ends.append((win, loss))
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
