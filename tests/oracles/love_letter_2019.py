"""The 2019 edition for two by the book: the shuffled game in exact fractions, card by card.

Written from the rules, not from the kernel. Hands and decks are single cards; each order in which
cards may come is gone through. What a player returns by the Chancellor lies at the bottom for the
opponent's next draw; then the rest of the deck and the aside card are shuffled, and unseen like all
other cards. In place of ``ahead``, ``spies`` says who has a Spy among their discards: (the mover,
the opponent).
"""

from fractions import Fraction
from functools import cache
from itertools import combinations

from tests.oracles import love_letter
from tests.oracles.love_letter import mean, plus, without

NONE = (False, False)


class Game(love_letter.Game):
    """As the oracle of the other editions; values are chances, or leads in tokens by ``spies``."""

    def __init__(self, rules):
        super().__init__(rules, averages_ties=False)
        self.spy_rule = rules.spy_rule
        self.both, self.start = Fraction(1 if self.spy_rule is None else 0), NONE
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
        entitled = [player for player in (0, 1) if remaining[player] and spies[player]]
        return {(0,): 1, (1,): -1}.get(tuple(entitled), 0)

    def discarded(self, spies, player, card):
        """Return who has a Spy when the mover, player 0, or the opponent has put down a card."""
        spies = spies or NONE
        return tuple(has or (i == player and self.is_spy(card)) for i, has in enumerate(spies))

    def turned(self, spies):
        return spies[::-1]

    def won(self, spies):
        return 1 + self.token(1, True, spies)

    def lost(self, spies):
        return self.both - 1 + self.token(-1, True, spies)

    def compare(self, mine, theirs, spies):
        difference = self.cards[mine].value - self.cards[theirs].value
        result = (difference > 0) - (difference < 0)
        worth = {1: Fraction(1), 0: self.tied(), -1: self.both - 1}[result]
        return worth + self.token(result, False, spies)

    def exchange(self, kept, theirs, unseen, known, spies):
        """Return the mover's value by a Chancellor with a card to draw, against ``theirs``."""
        pool = without(unseen, theirs)
        ends = []
        for drawn in combinations(pool, min(2, len(pool) - 1)):
            hand, left = plus((kept, *drawn)), without(unseen, *drawn)
            options = self.chosen(hand, left, theirs if known else None, spies)
            ends.append(
                sum(
                    chance * self.option_value(option, hand, left, theirs, known, spies)
                    for option, chance in options.items()
                )
            )
        return mean(ends)

    def chosen(self, hand, unseen, theirs, spies):
        """Return the chance of each option of a hand after the draws."""
        if self.tries_all:
            return dict.fromkeys(self.options(hand, unseen), 1)
        return {self.kept(hand, unseen, theirs, spies): 1}

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
            left = plus(without((*rest, *returned), drawn), keep)
            ends.append(self.their_turn(theirs, drawn, keep, left, False, False, known, spies))
        return mean(ends)
