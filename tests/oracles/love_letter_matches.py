"""Love Letter between two given players: their values in exact fractions, of every edition.

A policy is a function of what the mover sees: their sorted hand, the sorted unseen cards, the
opponent's card or None, whether the opponent's Handmaid is up, the card of their hand that the
opponent knows or None, and their lead in discards or, of 2019, who has a Spy; it returns a dict of
actions (card, argument) and their chances. A keeper does so of the options of a Chancellor.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import comb, factorial

from tests.oracles import love_letter, love_letter_2019
from tests.oracles.love_letter import mean, plus


class Seat:
    """A game between two given players, as the one to move now sees it; `pair` makes one."""

    policy = keeper = tie = None

    def tied(self):
        return self.tie

    def chosen(self, hand, unseen, theirs, spies):
        """Return the chance of each option of a hand after the draws."""
        options = self.keeper(hand, unseen, theirs, spies)
        assert sum(options.values()) == 1
        return options

    def decide(self, hand, opponent, unseen, maid, known, exposed, ahead):
        """Return (value, None) of a state with the opponent's card fixed."""
        choices = self.policy(hand, unseen, opponent if known else None, maid, exposed, ahead)
        assert sum(choices.values()) == 1
        value = 0
        for action, chance in choices.items():
            kept = other_card(hand, action[0])
            stays = hand[0] != hand[1] and exposed == kept
            value += chance * self.play(action, kept, opponent, unseen, maid, known, stays, ahead)
        return value, None

    def opening(self, hand, unseen):
        """Return the value of a hand at the deal, over the cards that the opponent may hold."""
        state = unseen, False, False, None, self.start
        return mean([self.decide(hand, theirs, *state)[0] for theirs in unseen])


class ClassicSeat(Seat, love_letter.Game):
    """One of two players by the editions in which discards decide between equal cards."""


class NewSeat(Seat, love_letter_2019.Game):
    """One of two players of the 2019 edition."""


def pair(rules, first, second, tie):
    """Return the first of two players, each a policy and a keeper; ``tie`` is worth it to them."""
    seat, rival = (
        NewSeat(rules) if rules.chooses_twice else ClassicSeat(rules, "discards") for _ in range(2)
    )
    seat.policy, seat.keeper, seat.tie, seat.other = *first, Fraction(tie), rival
    rival.policy, rival.keeper, rival.tie, rival.other = *second, seat.both - tie, seat
    return seat


def other_card(hand, card):
    """Return the card that is left of a hand."""
    return hand[1] if card == hand[0] else hand[0]


def sane_actions(game, hand, maid):
    """List the actions of the cards that Random and Monte Carlo choose between."""
    actions = game.legal_actions(hand, maid)
    return [action for action in actions if game.effect(action[0]) != "LOSE"] or actions


def random_policy(rules):
    """Return Random's policy: any card but the Princess, then any argument."""
    game = love_letter.Game(rules)

    def policy(hand, unseen, opponent, maid, exposed, ahead):
        actions = sane_actions(game, hand, maid)
        cards = [card for card, _ in actions]
        return {
            (c, argument): Fraction(1, len({*cards}) * cards.count(c)) for c, argument in actions
        }

    return policy


def random_keeper(hand, unseen, theirs, spies):
    """Return Random's chances of any order of the cards after a Chancellor's draws."""
    chances = Counter()
    for order in permutations(hand):
        option = order[0], order[1:] if len(unseen) == 2 else plus(order[1:])
        chances[option] += Fraction(1, factorial(len(hand)))
    return chances


@cache
def monte_carlo(rules, playouts):
    """Return the Monte Carlo player as a policy, with so many playouts or, None, without limit."""
    game, chance = love_letter.Game(rules), (random_policy(rules), None)
    playout = pair(rules, chance, chance, 0)

    @cache
    def policy(hand, unseen, opponent, maid, exposed, lead):
        options = sane_actions(game, hand, maid)
        options.sort(key=lambda option: game.effect(option[0]) == "REDRAW")  # considered last
        candidates = unseen if opponent is None else [opponent]
        gains = []
        for option in options:
            kept, state = other_card(hand, option[0]), (unseen, maid, False, False, lead)
            gains.append(mean([playout.outcome(option, kept, held, *state) for held in candidates]))
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
