"""The 2019 edition for two by the book: the shuffled game in exact fractions, card by card.

Written from the rules, not from the kernel. Hands and decks are single cards; each order in which
cards may come is gone through. What a player returns by the Chancellor lies at the bottom for the
opponent's next draw; then the rest of the deck and the aside card are shuffled, and unseen like all
other cards. In place of ``ahead``, ``spies`` says who has a Spy among their discards: (the mover,
the opponent).
"""

from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import factorial

from tests.oracles import love_letter
from tests.oracles.exact import mean
from tests.oracles.love_letter import plus, without

NONE = (False, False)


class Game(love_letter.Game):
    """As the oracle of the other editions; values are chances, or leads in tokens by ``spies``."""

    def __init__(self, rules):
        super().__init__(rules, averages_ties=False)
        self.spy_rule = rules.spy_rule
        self.both = Fraction(1 if self.spy_rule is None else 0)
        self.kept = cache(self.keep)
        self.tries_all = False  # options, when states are searched that any play leads to

    def reachable(self, face_up=(0, 3)):
        """Return every state that some deal and some legal choices lead to."""
        self.tries_all = True
        try:
            return super().reachable(face_up)
        finally:
            self.tries_all = False

    def is_spy(self, card):
        return self.cards[card].name == "Spy"

    def token(self, result, is_out, spies):
        """Return the lead by a Spy's token when the round has been won (1), lost (-1) or tied."""
        if self.spy_rule is None or (self.spy_rule == "sole" and all(spies)):
            return 0
        remaining = (not is_out or result > 0, not is_out or result < 0)
        entitled = [who for who in (0, 1) if remaining[who] and spies[who]]
        return {(0,): 1, (1,): -1}.get(tuple(entitled), 0)

    def discarded(self, spies, player, card):
        """Return who has a Spy when the mover, player 0, or the opponent has put down a card."""
        spies = spies or NONE
        return tuple(has or (who == player and self.is_spy(card)) for who, has in enumerate(spies))

    def turned(self, spies):
        return spies[::-1]

    def won(self, spies):
        return 1 + self.token(1, True, spies)

    def lost(self, spies):
        return self.both - 1 + self.token(-1, True, spies)

    def compare(self, mine, theirs, spies):
        difference = self.cards[mine].value - self.cards[theirs].value
        result = (difference > 0) - (difference < 0)
        worth = {1: Fraction(1), 0: self.both / 2, -1: self.both - 1}[result]
        return worth + self.token(result, False, spies)

    def exchange(self, kept, theirs, unseen, known, spies):
        """Return the mover's value by a Chancellor with a card to draw, against ``theirs``."""
        pool = without(unseen, theirs)
        ends = []
        for drawn in combinations(pool, min(2, len(pool) - 1)):
            hand, left = plus((kept, *drawn)), without(unseen, *drawn)
            if self.tries_all:
                options = self.options(hand, left)
            else:
                options = [self.kept(hand, left, theirs if known else None, spies)]
            ends += [
                self.option_value(option, hand, left, theirs, known, spies) for option in options
            ]
        return mean(ends)

    def keep(self, hand, unseen, theirs, spies):
        """Return the best option of a hand after the draws: (card kept, the returned in order)."""
        options = self.options(hand, unseen)
        believed = unseen if theirs is None else [theirs]
        gains = [
            mean(
                [
                    self.option_value(option, hand, unseen, card, theirs is not None, spies)
                    for card in believed
                ]
            )
            for option in options
        ]
        return options[gains.index(max(gains))]

    def options(self, hand, unseen):
        """List what may be kept and returned, in the order that decides ties."""
        found = []
        for keep in sorted(set(hand)):
            returned = without(hand, keep)
            orders = sorted({returned, returned[::-1]}) if len(unseen) == 2 else [returned]
            found += [(keep, order) for order in orders]
        return found

    def option_value(self, option, hand, unseen, theirs, known, spies):
        """Return the mover's value by an option against ``theirs``."""
        keep, returned = option
        rest = without(unseen, theirs)  # the deck above the bottom, and the aside card
        ends = []
        for drawn in returned[:1] if len(rest) == 1 else rest:
            then = plus(without((*rest, *returned), drawn), keep)
            ends.append(self.their_turn(theirs, drawn, keep, then, False, False, known, spies))
        return mean(ends)


class Seat(Game):
    """A game between two given players, as the one to move now sees it; `pair` makes one.

    A policy gives the chance of each action, a keeper that of each option, both as a dict; ties
    are worth ``tie`` to this player.
    """

    def __init__(self, rules, policy, keeper, tie):
        super().__init__(rules)
        self.policy, self.keeper, self.tie, self.other = policy, keeper, tie, None

    def compare(self, mine, theirs, spies):
        if self.cards[mine].value == self.cards[theirs].value:
            return self.tie + self.token(0, False, spies)
        return super().compare(mine, theirs, spies)

    def their_turn(self, theirs, drawn, mine, unseen, maid, they_know, i_know, spies):
        hand, exposed = plus((theirs, drawn)), theirs if i_know else None
        there = spies[::-1]
        return self.both - self.other.value(hand, mine, unseen, maid, they_know, exposed, there)

    def decide(self, hand, opponent, unseen, maid, known, exposed, spies=NONE):
        """Return (value, None) of a state with the opponent's card fixed."""
        choices = self.policy(hand, opponent if known else None, unseen, maid, exposed, spies)
        assert sum(choices.values()) == 1
        value = 0
        for action, chance in choices.items():
            kept = hand[1] if action[0] == hand[0] else hand[0]
            stays = hand[0] != hand[1] and exposed == kept
            value += chance * self.play(action, kept, opponent, unseen, maid, known, stays, spies)
        return value, None

    def exchange(self, kept, theirs, unseen, known, spies):
        pool = without(unseen, theirs)
        ends = []
        for drawn in combinations(pool, min(2, len(pool) - 1)):
            hand, left = plus((kept, *drawn)), without(unseen, *drawn)
            options = self.keeper(hand, left, theirs if known else None, spies)
            assert sum(options.values()) == 1
            ends.append(
                sum(
                    chance * self.option_value(option, hand, left, theirs, known, spies)
                    for option, chance in options.items()
                )
            )
        return mean(ends)


def pair(rules, first, second, tie):
    """Return the first of two players, each a policy and a keeper; ``tie`` is worth it to them."""
    one = Seat(rules, *first, Fraction(tie))
    one.other = Seat(rules, *second, one.both - tie)
    one.other.other = one
    return one


def random_play(game):
    """Return Random's policy and keeper: any card but the Princess, any target, any order."""

    def policy(hand, opponent, unseen, maid, exposed, spies):
        actions = game.legal_actions(hand, maid)
        cards = {card for card, _ in actions}
        cards = {card for card in cards if game.effect(card) != "LOSE"} or cards
        sane = [action for action in actions if action[0] in cards]
        return {
            action: Fraction(1, len(cards) * sum(one == action[0] for one, _ in sane))
            for action in sane
        }

    def keeper(hand, unseen, theirs, spies):
        found = {}
        for order in permutations(hand):
            rest = order[1:] if len(unseen) == 2 else plus(order[1:])
            chance = Fraction(1, factorial(len(hand)))
            found[order[0], rest] = found.get((order[0], rest), 0) + chance
        return found

    return policy, keeper
