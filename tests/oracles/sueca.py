"""A referee of Sueca, and plain twins of what the solver computes about the game.

Written from chapters 2 and 5 of Carreiro's thesis, not from the kernels. A card is a string, its
rank's letter and then its suit's; a hand is a list of them. What a seat is known to lack is read
off the tricks that were played, whenever it is asked for, so there are no flags to keep.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from math import comb

RANKS = "A7KJQ65432"  # from high to low
VALUES = {"A": 11, "7": 10, "K": 4, "J": 3, "Q": 2}
SUITS = "SHDC"
DECK = [rank + suit for suit in SUITS for rank in RANKS]


def worth(cards):
    """Return the points of some cards."""
    return sum(VALUES.get(card[0], 0) for card in cards)


def may_play(hand, table):
    """Return the cards of a hand that follow suit, or all of them if none does."""
    following = [card for card in hand if table and card[1] == table[0][1]]
    return following or list(hand)


def winning_place(table, trump):
    """Return which card takes a trick: the highest trump, else the highest of the suit led."""
    trumps = [card for card in table if card[1] == trump]
    fit = trumps or [card for card in table if card[1] == table[0][1]]
    return table.index(min(fit, key=lambda card: RANKS.index(card[0])))


class Referee:
    """A game that is played card by card; seats are 0 … 3 in the order of play."""

    def __init__(self, hands, trump, leader=0):
        self.hands = [list(hand) for hand in hands]
        self.trump = trump
        self.leader = leader
        self.table = []  # the cards of the trick
        self.tricks = []  # of the tricks that are over: who led, the cards, who won

    @property
    def seat(self):
        """Whose turn it is."""
        return (self.leader + len(self.table)) % 4

    @property
    def log(self):
        """The cards played, in order."""
        return [card for _, cards, _ in self.tricks for card in cards] + self.table

    def legal(self):
        return may_play(self.hands[self.seat], self.table)

    def play(self, card):
        assert card in self.legal()
        self.hands[self.seat].remove(card)
        self.table.append(card)
        if len(self.table) == 4:
            winner = (self.leader + winning_place(self.table, self.trump)) % 4
            self.tricks.append((self.leader, self.table, winner))
            self.leader, self.table = winner, []

    def points(self, team):
        return sum(worth(cards) for _, cards, winner in self.tricks if winner % 2 == team)

    def won(self, team):
        return sum(winner % 2 == team for _, _, winner in self.tricks)

    def voids(self):
        """Return the suits that each seat has failed to follow."""
        lacked = [set() for _ in range(4)]
        for leader, cards, _ in [*self.tricks, (self.leader, self.table, None)]:
            for place, card in enumerate(cards):
                if card[1] != cards[0][1]:
                    lacked[(leader + place) % 4].add(cards[0][1])
        return lacked


def choices(strategy, hand, table, trump):
    """Return the cards between which a rule-based player of chapter 5 draws lots."""
    legal = may_play(hand, table)
    trumps = [card for card in hand if card[1] == trump]
    cannot_follow = bool(table) and all(card[1] != table[0][1] for card in hand)
    if strategy == "random":
        return legal
    if strategy == "obligated_trump":
        return trumps if trumps and cannot_follow else legal
    if strategy == "obligated_trump_lead":
        return trumps if trumps and (cannot_follow or not table) else legal
    if strategy == "always_high" or (strategy == "third_hand_high" and len(table) == 2):
        return [card for card in legal if worth([card]) == max(worth([other]) for other in legal)]
    assert strategy == "third_hand_high"
    return legal


def all_deals(unseen, sizes, voids, placed=((), (), ())):
    """Yield each way to deal cards to three hands of given sizes that lack some suits.

    ``placed`` are cards already in the hands, not among ``unseen`` but counted by ``sizes``.
    """
    if not unseen:
        if [len(hand) for hand in placed] == list(sizes):
            yield tuple(frozenset(hand) for hand in placed)
        return
    card, *rest = unseen
    for seat in range(3):
        if card[1] not in voids[seat] and len(placed[seat]) < sizes[seat]:
            more = tuple((*hand, card) if i == seat else hand for i, hand in enumerate(placed))
            yield from all_deals(rest, sizes, voids, more)


def number_of_deals(unseen, rooms, voids):
    """Return how many ways `all_deals` finds, suit by suit, for any number of cards."""
    sizes = [sum(card[1] == suit for card in unseen) for suit in SUITS]

    @cache
    def ways(index, left):
        if index == len(SUITS):
            return int(left == (0, 0, 0))
        total, cards = 0, sizes[index]
        for a in range(cards + 1):
            for b in range(cards - a + 1):
                dealt = (a, b, cards - a - b)
                rest = tuple(room - n for room, n in zip(left, dealt, strict=True))
                if min(rest) >= 0 and not any(
                    n and SUITS[index] in lacked for n, lacked in zip(dealt, voids, strict=True)
                ):
                    total += comb(cards, a) * comb(cards - a, b) * ways(index + 1, rest)
        return total

    return ways(0, tuple(rooms))


def after(hands, trump, seat, table, card):
    """Return the hands, who is to play, the trick, and what seats 0 and 2 take by a card."""
    hands = tuple(tuple(other for other in hand if other != card) for hand in hands)
    trick, seat = (*table, card), (seat + 1) % 4
    if len(trick) < 4:
        return hands, seat, trick, 0
    seat = (seat + winning_place(trick, trump)) % 4
    return hands, seat, (), worth(trick) if seat % 2 == 0 else 0


def outcomes(hands, trump, seat, table=(), first=None):
    """Return the chance of each number of points that seats 0 and 2 take from here on.

    All four play any legal card with the same chance; ``seat`` is to play, after ``table``, and
    plays ``first`` where one is given.
    """
    if not any(hands):
        return {0: Fraction(1)}
    cards = may_play(hands[seat], table) if first is None else [first]
    chances = Counter()
    for card in cards:
        rest, following, trick, points = after(hands, trump, seat, table, card)
        for more, chance in outcomes(rest, trump, following, trick).items():
            chances[points + more] += chance / len(cards)
    return dict(chances)


@cache
def minimax(hands, trump, seat, table=()):
    """Return what seats 0 and 2 take from here on, by card, if all play for points, hands open."""
    values = {}
    for card in may_play(hands[seat], table):
        rest, following, trick, points = after(hands, trump, seat, table, card)
        best = max if following % 2 == 0 else min
        values[card] = points + best(minimax(rest, trump, following, trick).values(), default=0)
    return values


def mean_and_variance(chances):
    """Return both for the points of `outcomes`."""
    mean = sum(points * chance for points, chance in chances.items())
    return mean, sum(points**2 * chance for points, chance in chances.items()) - mean**2
