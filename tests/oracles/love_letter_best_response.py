"""The best response to a policy of Love Letter, by every order of the deck, in exact fractions.

The responder's information sets are explicit: all orders of the deck that agree with everything
seen so far, each with its weight. Nothing is forgotten and nothing merged. Cards are the classic
numbers 1 to 8; a policy is a function as in `love_letter_matches`.
"""

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import permutations
from typing import NamedTuple

from tests.oracles.love_letter import without

GUARD, PRIEST, BARON, HANDMAID, PRINCE, KING, COUNTESS, PRINCESS = range(1, 9)
HALF = Fraction(1, 2)


class World(NamedTuple):
    """What is true: the two cards held, and the deck from the top, the aside card last."""

    mine: int
    theirs: int
    deck: tuple


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


def play(action, kept, theirs, deck, public, by_discards):
    """Return what a play of the mover's leads to: a number if the round ends, or what is next.

    A number is 1 if the mover wins, 0 if the mover loses, a half where both have the same. What is
    next is (kept, theirs, deck, public of the opponent, what both players see of it, what only the
    mover sees).
    """
    card, argument = action
    maid, knows, exposed, lead, memory = public
    exposed = exposed if exposed == kept else None
    lead += card
    seen = private = None
    if card == PRINCESS:
        return Fraction(0)
    if card == PRINCE:
        if argument == "self":
            seen, lead = kept, lead + kept
            if kept == PRINCESS:
                return Fraction(0)
            kept, deck, exposed = deck[0], deck[1:], None
            private = kept
        else:
            seen, lead = theirs, lead - theirs
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
    next_public = Public(
        card == HANDMAID, exposed is not None, theirs if knows else None, -lead, memory
    )
    return kept, theirs, deck, next_public, seen, private


class BestResponse:
    """The responder against a policy; equal final cards are halves unless discards decide."""

    def __init__(self, copies, policy, by_discards=False, memory=None):
        """``memory``: what a policy keeps in mind at the deal, and a function to go on from there.

        See `remember` of `love_letter_memory`. Such a policy takes it as its last argument.
        """
        self.cards = tuple(n for n, count in enumerate(copies, 1) for _ in range(count))
        self.policy, self.by_discards = policy, by_discards
        self.start, self.then = memory or (None, lambda *_: None)
        self.has_memory = memory is not None

    def moving(self, first):
        """Return the chance to win, and half that of a draw, of a responder in a seat."""
        worlds = Counter(permutations(self.cards))
        dealt = defaultdict(Counter)
        for order, times in worlds.items():
            dealt[order[0]][World(order[0], order[1], order[2:])] += Fraction(times)
        turn = self.my_turn if first else self.their_turn
        total = sum(turn(group, Public(memory=self.start)) for group in dealt.values())
        return total / sum(worlds.values())

    def my_turn(self, worlds, public):
        """Return the sum over the worlds of weight times value, before the responder draws."""
        drawn = defaultdict(Counter)
        for world, weight in worlds.items():
            drawn[world.deck[0]][world] += weight
        total = 0
        for card, group in drawn.items():
            (mine,) = {world.mine for world in group}
            hand = tuple(sorted((mine, card)))
            total += self.my_choice(group, public, hand)
        return total

    def my_choice(self, worlds, public, hand):
        """Return that sum with two cards in hand, over the best action."""
        return max(
            self.my_action(worlds, public, hand, action)
            for action in legal_actions(hand, public.maid)
        )

    def my_action(self, worlds, public, hand, action):
        (kept,) = without(hand, action[0])
        known = public if hand[0] != hand[1] else public._replace(exposed=None)
        total, groups = 0, defaultdict(Counter)
        for world, weight in worlds.items():
            result = play(action, kept, world.theirs, world.deck[1:], known, self.by_discards)
            if isinstance(result, Fraction):
                total += weight * result
            else:
                mine, theirs, deck, following, *seen = result
                following = following._replace(memory=self.then(public.memory, action))
                groups[(following, *seen)][World(mine, theirs, deck)] += weight
        return total + sum(self.their_turn(group, key[0]) for key, group in groups.items())

    def their_turn(self, worlds, public):
        total, groups = 0, defaultdict(Counter)
        for world, weight in worlds.items():
            drawn, deck = world.deck[0], world.deck[1:]
            hand = tuple(sorted((world.theirs, drawn)))
            known = public if hand[0] != hand[1] else public._replace(exposed=None)
            choices = self.policy(
                hand, tuple(sorted((world.mine, *deck))), world.mine if public.knows else None,
                public.maid, public.exposed, public.lead,
                *([public.memory] if self.has_memory else []),
            )  # fmt: skip
            for action, chance in choices.items():
                if not chance:
                    continue
                (kept,) = without(hand, action[0])
                result = play(action, kept, world.mine, deck, known, self.by_discards)
                if isinstance(result, Fraction):
                    total += weight * chance * (1 - result)
                    continue
                theirs, mine, deck_left, following, seen, _ = result
                following = following._replace(memory=self.then(public.memory, action))
                group = groups[action, following, seen, mine]
                group[World(mine, theirs, deck_left)] += weight * chance
        return total + sum(self.my_turn(group, key[1]) for key, group in groups.items())


def arguments(card, maid):
    """List the arguments with which a card may be played."""
    if card == GUARD:
        return range(2, 9)
    if card == PRINCE:
        return ["self"] if maid else ["opponent", "self"]
    return [None]


def legal_actions(hand, maid):
    """List every action that the rules allow."""
    if COUNTESS in hand and (PRINCE in hand or KING in hand):
        return [(COUNTESS, None)]
    return [(card, argument) for card in {*hand} for argument in arguments(card, maid)]
