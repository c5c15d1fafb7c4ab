"""The best response to a policy of Love Letter, by every order of the deck, in exact fractions.

The responder's information sets are explicit: all orders of the deck that agree with everything
seen so far, each with its weight. Nothing is forgotten and nothing merged. Cards are the classic
ones, 0 to 7 for the numbers 1 to 8; a policy is a function as in `love_letter_matches`.
"""

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import permutations
from typing import NamedTuple

from tests.oracles.love_letter import without

GUARD, PRIEST, BARON, HANDMAID, PRINCE, KING, COUNTESS, PRINCESS = range(8)
HALF = Fraction(1, 2)


class World(NamedTuple):
    """What is true: the card of the player to draw, the other's, and the deck from the top.

    The aside card is the last of the deck.
    """

    mine: int
    theirs: int
    deck: tuple

    @property
    def hand(self):
        """The mover's two cards: the one kept and the one drawn."""
        return tuple(sorted((self.mine, self.deck[0])))


class Public(NamedTuple):
    """What both players know, as the policy is told it; from the mover's side.

    ``maid``: the opponent's Handmaid is up. ``knows``: the mover knows the opponent's card.
    ``exposed``: the card of the mover's that the opponent knows, or None. ``lead``: of the mover.
    ``memory``: what the policy keeps in mind of the actions so far.
    """

    maid: bool = False
    knows: bool = False
    exposed: int | None = None
    lead: int = 0
    memory: object = None


def deals(copies):
    """Return the chance of each order of the deck, as the first player's world."""
    orders = Counter(permutations(n for n, count in enumerate(copies) for _ in range(count)))
    return {
        World(order[0], order[1], order[2:]): Fraction(times, orders.total())
        for order, times in orders.items()
    }


def observe(world, public):
    """Return what a policy goes by: hand, unseen, the opponent's card, maid, exposed and lead."""
    unseen = tuple(sorted((world.theirs, *world.deck[1:])))
    opponent = world.theirs if public.knows else None
    return world.hand, unseen, opponent, public.maid, public.exposed, public.lead


def play(action, world, public, by_discards):
    """Return what a play of the mover's leads to: a number if the round ends, or what is next.

    A number is 1 if the mover wins, 0 if the mover loses, a half where both have the same. What is
    next is the world and the public knowledge of the opponent, who is to draw, what both players
    see of the play, and what only the mover sees.
    """
    (card, argument), theirs, deck = action, world.theirs, world.deck[1:]
    (kept,) = without(world.hand, card)
    maid, knows, exposed, lead, memory = public
    exposed = exposed if exposed == kept != card else None  # which one of two stayed is not seen
    lead += card + 1
    seen = private = None
    if card == PRINCESS:
        return Fraction(0)
    if card == PRINCE:
        if argument == "self":
            seen, lead = kept, lead + kept + 1
            if kept == PRINCESS:
                return Fraction(0)
            kept, deck, exposed = deck[0], deck[1:], None
            private = kept
        else:
            seen, lead = theirs, lead - theirs - 1
            if theirs == PRINCESS:
                return Fraction(1)
            theirs, deck, knows = deck[0], deck[1:], False
    elif not maid:
        if card == GUARD and argument == theirs:
            return Fraction(1)
        if card == PRIEST:
            knows, private = True, theirs
        if card == BARON:
            if kept != theirs:
                return Fraction(int(kept > theirs))
            knows, exposed, private = True, kept, theirs
        if card == KING:
            kept, theirs = theirs, kept
            knows, exposed, private = True, kept, kept
    if len(deck) <= 1:
        verdict = (kept > theirs) - (kept < theirs)
        if by_discards and verdict == 0:
            verdict = (lead > 0) - (lead < 0)
        return HALF + Fraction(verdict, 2)
    known = theirs if knows else None
    knowledge = Public(card == HANDMAID, exposed is not None, known, -lead, memory)
    return World(theirs, kept, deck), knowledge, seen, private


class BestResponse:
    """The responder against a policy; equal final cards are halves unless discards decide."""

    def __init__(self, copies, policy, by_discards=False, memory=None):
        """``memory``: what a policy keeps in mind at the deal, and a function to go on from there.

        See `remember` of `love_letter_memory`. Such a policy takes it as its last argument.
        """
        self.copies, self.policy, self.by_discards = copies, policy, by_discards
        self.start, self.then = memory or (None, lambda *_: None)
        self.has_memory = memory is not None

    def moving(self, first):
        """Return the chance to win, and half that of a draw, of a responder in a seat."""
        dealt = defaultdict(Counter)
        for world, chance in deals(self.copies).items():
            dealt[world.mine if first else world.theirs][world] += chance
        turn = self.my_turn if first else self.their_turn
        return sum(turn(group, Public(memory=self.start)) for group in dealt.values())

    def my_turn(self, worlds, public):
        """Return the sum over the worlds of weight times value, before the responder draws."""
        drawn = defaultdict(Counter)
        for world, weight in worlds.items():
            drawn[world.hand][world] += weight
        return sum(self.my_choice(group, public, hand) for hand, group in drawn.items())

    def my_choice(self, worlds, public, hand):
        """Return that sum with two cards in hand, over the best action."""
        return max(
            self.my_action(worlds, public, action) for action in legal_actions(hand, public.maid)
        )

    def my_action(self, worlds, public, action):
        total, groups = 0, defaultdict(Counter)
        for world, weight in worlds.items():
            result = play(action, world, public, self.by_discards)
            if isinstance(result, Fraction):
                total += weight * result
            else:
                after, following, *observed = result
                following = following._replace(memory=self.then(public.memory, action))
                groups[(following, *observed)][after] += weight
        return total + sum(self.their_turn(group, key[0]) for key, group in groups.items())

    def their_turn(self, worlds, public):
        total, groups = 0, defaultdict(Counter)
        for world, weight in worlds.items():
            memory = [public.memory] if self.has_memory else []
            for action, chance in self.policy(*observe(world, public), *memory).items():
                if not chance:
                    continue
                result = play(action, world, public, self.by_discards)
                if isinstance(result, Fraction):
                    total += weight * chance * (1 - result)
                    continue
                after, following, seen, _ = result
                following = following._replace(memory=self.then(public.memory, action))
                groups[action, following, seen, after.mine][after] += weight * chance
        return total + sum(self.my_turn(group, key[1]) for key, group in groups.items())


def arguments(card, maid):
    """List the arguments with which a card may be played."""
    if card == GUARD:
        return range(1, 8)
    if card == PRINCE:
        return ["self"] if maid else ["opponent", "self"]
    return [None]


def legal_actions(hand, maid):
    """List every action that the rules allow."""
    if COUNTESS in hand and (PRINCE in hand or KING in hand):
        return [(COUNTESS, None)]
    return [(card, argument) for card in {*hand} for argument in arguments(card, maid)]
