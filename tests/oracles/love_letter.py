"""Love Letter by the book: a slow twin of the solver in exact fractions, for every variant.

Written from the rules and from section 3.2 of Huibers (2016), not from the kernel. A card is its
place in the variant's list of cards; a player knows a card itself, not a position in a sorted hand.
Of the variant only data are read: each card's number, final value, copies, tokens and the name of
its effect.
"""

from fractions import Fraction
from functools import cache
from itertools import combinations
from math import lcm


def mean(values):
    """Return the mean of fractions: put on one denominator, and reduced once, not at each sum."""
    below = lcm(*[value.denominator for value in values])
    above = sum([value.numerator * (below // value.denominator) for value in values])
    return Fraction(above, below * len(values))


def without(cards, *removed):
    """Return a sorted tuple of cards less some of them."""
    left = list(cards)
    for card in removed:
        left.remove(card)
    return tuple(left)


def plus(cards, *added):
    """Return a sorted tuple of cards and some more."""
    return tuple(sorted((*cards, *added)))


class Game:
    """One variant with one scoring.

    A *state* is (hand, opponent, unseen, maid, known, exposed, ahead): the mover's sorted hand, the
    opponent's card or None where it is neither known nor fixed, the sorted unseen cards, whether
    the opponent's Handmaid is up, whether the mover knows the opponent's card, the card of the hand
    that the opponent knows or None, and the mover's discard total less the opponent's, which is 0
    throughout where equal final cards are worth half.

    A value is the mover's chance to win, or where guesses earn tokens the tokens to be expected
    less those of the opponent.
    """

    def __init__(self, rules, scoring="half", averages_ties=None):
        self.cards, self.plays = rules.cards, rules.plays
        self.by_discards = scoring == "discards"
        self.averages_ties = not self.by_discards if averages_ties is None else averages_ties
        has_tokens = any(card.guess_tokens for card in rules.cards)
        self.both = Fraction(0 if has_tokens else 1)  # what the two players' values add up to
        self.other, self.start = self, 0  # who plays the opponent's turns; ``ahead`` at the deal
        self.outcome = cache(self.play)
        self.outcomes = cache(self.play_all)
        self.value = cache(self.find_value)

    def effect(self, card):
        return self.cards[card].effect.name

    def number(self, card):
        return self.cards[card].number

    def legal_actions(self, hand, maid):
        """List (card, argument) in the order that decides ties."""
        low, high = hand
        choice = [low] if low == high else [low, high]
        effects = {self.effect(card) for card in hand}
        if "YIELD" in effects and effects & {"REDRAW", "SWAP"}:
            choice = [card for card in choice if self.effect(card) == "YIELD"]
        actions = []
        for card in choice:
            if self.effect(card) == "GUESS":
                others = range(len(self.cards))
                actions += [(card, named) for named in others if self.effect(named) != "GUESS"]
            elif self.effect(card) == "REDRAW":
                targets = ["self"] if maid else ["opponent", "self"]
                actions += [(card, target) for target in targets]
            else:
                actions.append((card, None))
        return actions

    def discarded(self, ahead, player, card):
        """Return ``ahead`` when the mover, player 0, or the opponent has put down a card."""
        if not self.by_discards:
            return ahead
        return ahead - self.number(card) if player else ahead + self.number(card)

    def turned(self, ahead):
        """Return ``ahead`` as the opponent has it."""
        return -ahead

    def won(self, ahead):
        """Return what it is worth that the opponent goes out of the round."""
        return Fraction(1)

    def lost(self, ahead):
        return self.both - 1

    def tied(self):
        """Return what it is worth that both have the same."""
        return self.both / 2

    def compare(self, mine, theirs, ahead):
        """Return the mover's value when the last cards are compared."""
        difference = self.cards[mine].value - self.cards[theirs].value
        if difference == 0 and self.by_discards:
            difference = ahead
        if difference == 0:
            return self.tied()
        return Fraction(1) if difference > 0 else self.both - 1

    def their_turn(self, theirs, drawn, mine, unseen, maid, they_know, i_know, ahead):
        """Return the mover's value when the opponent has drawn a card."""
        hand, exposed = plus((theirs, drawn)), theirs if i_know else None
        lead = self.turned(ahead)
        return self.both - self.other.value(hand, mine, unseen, maid, they_know, exposed, lead)

    def next_turn(self, mine, theirs, pool, maid, they_know, i_know, ahead):
        """Return the mover's value when the opponent, with ``theirs``, draws from ``pool``.

        ``pool`` is the deck and the aside card; with one card left that is the aside card.
        """
        if len(pool) <= 1:
            return self.compare(mine, theirs, ahead)
        ends = []
        for drawn in pool:
            unseen = plus(without(pool, drawn), mine)
            turn = (theirs, drawn, mine, unseen, maid, they_know, i_know, ahead)
            ends.append(self.their_turn(*turn))
        return mean(ends)

    def play(self, action, kept, theirs, unseen, maid, known, kept_exposed, ahead=0):
        """Return the mover's value by one action when the opponent holds ``theirs``."""
        card, argument = action
        effect = self.effect(card)
        pool = without(unseen, theirs)
        ahead = self.discarded(ahead, 0, card)
        both_mine = self.discarded(ahead, 0, kept)
        and_theirs = self.discarded(ahead, 1, theirs)
        if effect == "LOSE":
            return self.lost(both_mine)
        if effect == "REDRAW" and argument == "self":
            if self.effect(kept) == "LOSE":
                return self.lost(both_mine)
            ends = [
                self.next_turn(new, theirs, without(pool, new), False, False, known, both_mine)
                for new in pool
            ]
            return mean(ends)
        if effect == "REDRAW":
            if self.effect(theirs) == "LOSE":
                return self.won(and_theirs)
            facts = (kept_exposed, False, and_theirs)
            return mean(
                [self.next_turn(kept, new, without(pool, new), False, *facts) for new in pool]
            )
        if effect == "EXCHANGE" and len(pool) >= 2:
            return self.exchange(kept, theirs, unseen, known, ahead)
        if not maid:
            if effect == "GUESS" and argument == theirs:
                return self.won(and_theirs) + self.cards[theirs].guess_tokens
            if effect == "LOOK":
                known = True
            if effect in ("COMPARE", "COMPARE_LOW"):
                mine, other = self.number(kept), self.number(theirs)
                if mine != other:
                    is_won = (mine > other) == (effect == "COMPARE")
                    return self.won(and_theirs) if is_won else self.lost(both_mine)
                known = kept_exposed = True
            if effect == "SWAP":
                return self.next_turn(theirs, kept, pool, False, True, True, ahead)
        return self.next_turn(kept, theirs, pool, effect == "PROTECT", kept_exposed, known, ahead)

    def play_all(self, hand, unseen, maid, known, exposed, ahead=0):
        """Map each legal action to its value against each card the opponent may hold."""
        low, high = hand
        table = {}
        for action in self.legal_actions(hand, maid):
            kept = high if action[0] == low else low
            kept_exposed = low != high and exposed == kept
            table[action] = {
                theirs: self.outcome(action, kept, theirs, unseen, maid, known, kept_exposed, ahead)
                for theirs in set(unseen)
            }
        return table

    def decide(self, hand, opponent, unseen, maid, known, exposed, ahead=0):
        """Return (value, action) of a state."""
        table = self.outcomes(hand, unseen, maid, known, exposed, ahead)
        if known:
            gains = {action: chances[opponent] for action, chances in table.items()}
        else:
            gains = {
                action: mean([chances[theirs] for theirs in unseen])
                for action, chances in table.items()
            }
        best = max(gains.values())
        chosen = next(action for action, gain in gains.items() if gain == best)
        if opponent is None or known:
            return best, chosen
        chance = table[chosen][opponent]
        for action, gain in gains.items() if self.averages_ties else ():
            other_card = action[0] != chosen[0]
            if other_card and gain == best and table[action][opponent] != chance:
                return best, chosen
        return chance, chosen

    def find_value(self, *state):
        """Return the value of a state: the thesis's f."""
        return self.decide(*state)[0]

    def reachable(self, face_up=(0, 3)):
        """Return every state that some deal and some legal plays lead to, with a true opponent.

        ``face_up`` are the numbers of cards that may lie openly before the deal.
        """
        deck = tuple(i for i, card in enumerate(self.cards) for _ in range(card.copies))
        waiting = {
            (hand, opponent, without(rest, *hand), False, False, None, 0)
            for count in face_up
            for open_cards in set(combinations(deck, count))
            for rest in [without(deck, *open_cards)]
            if len(rest) >= 4
            for hand in set(combinations(rest, 2))
            for opponent in set(without(rest, *hand))
        }
        reached = set()
        while waiting:
            reached |= waiting
            waiting = set().union(*(self.successors(*state) for state in waiting)) - reached
        return reached

    def successors(self, hand, opponent, unseen, maid, known, exposed, ahead):
        """Return the states that values are asked of when every legal action is tried."""
        states = []
        value, self.value = self.value, lambda *state: states.append(state) or Fraction(0)
        for action in self.legal_actions(hand, maid):
            kept = hand[1] if action[0] == hand[0] else hand[0]
            kept_exposed = hand[0] != hand[1] and exposed == kept
            self.play(action, kept, opponent, unseen, maid, known, kept_exposed, ahead)
        self.value = value
        return states
