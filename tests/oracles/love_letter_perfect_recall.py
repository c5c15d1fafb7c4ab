"""Love Letter between policies that remember everything, over every order of the deck.

Exact fractions; no tree, no merging and no action left out. A policy is a function of a player's
own history, the flat list of cards and plays as they saw them, and returns a dict of actions and
their chances. Cards are the classic numbers 1 to 8, actions are (card, argument).

A history has the player's own cards and plays, the opponent's plays, and between them what a play
shows: the opponent's card (Priest), the card received (King), the one that the other player
discards to a Prince, or one's own new card.
"""

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import permutations
from typing import NamedTuple

from tests.oracles.love_letter import without
from tests.oracles.love_letter_best_response import Public, legal_actions, play
from tests.oracles.love_letter_matches import KING, PRIEST, PRINCE


class World(NamedTuple):
    """What is true, and what the opponent has seen; the deck from the top, the aside card last."""

    mine: int
    theirs: int
    deck: tuple
    their_history: tuple


def shown(action, maid, result):
    """Return what a play shows the mover and the opponent, as steps of their histories."""
    card, argument = action
    kept, theirs, _, _, seen, private = result
    if card == PRINCE:
        return ((kept,), (seen,)) if argument == "self" else ((seen,), (theirs,))
    if card == PRIEST and not maid:
        return (private,), ()
    if card == KING and not maid:
        return (kept,), (theirs,)
    return (), ()


def common(public):
    """Return what both players see: who knows which card is in the histories."""
    return Public(maid=public.maid, lead=public.lead)


class PerfectRecall:
    """A deck of classic cards; a draw is half a win."""

    def __init__(self, copies, by_discards=False):
        cards = tuple(n for n, count in enumerate(copies, 1) for _ in range(count))
        self.orders = Counter(permutations(cards))
        self.by_discards = by_discards

    def value(self, first, second):
        """Return the first player's chance to win of two policies."""
        total = 0
        for order, times in self.orders.items():
            hand, theirs, deck = sorted((order[0], order[2])), order[1], order[3:]
            total += times * self._follow(
                (first, second), hand, theirs, deck, Public(), (*hand,), (theirs,)
            )
        return Fraction(total) / sum(self.orders.values())

    def _follow(self, policies, hand, theirs, deck, public, mine_seen, theirs_seen):
        """Return the mover's chance to win, with two cards in hand."""
        total = 0
        for action, chance in policies[0](mine_seen).items():
            if not chance:
                continue
            (kept,) = without(sorted(hand), action[0])
            result = play(action, kept, theirs, deck, public, self.by_discards)
            if isinstance(result, Fraction):
                total += chance * result
                continue
            mine, other, left, following, *_ = result
            to_mover, to_other = shown(action, public.maid, result)
            total += chance * (
                1
                - self._follow(
                    policies[::-1], (other, left[0]), mine, left[1:], following,
                    (*theirs_seen, action, *to_other, left[0]), (*mine_seen, action, *to_mover),
                )
            )  # fmt: skip
        return total

    def best_response(self, policy, first):
        """Return the chance to win of a best response to a policy, moving first or second."""
        total, dealt = 0, defaultdict(Counter)
        for order, times in self.orders.items():
            mine, theirs = (order[0], order[1]) if first else (order[1], order[0])
            dealt[mine][World(mine, theirs, order[2:], (theirs,))] += times
        turn = self._my_turn if first else self._their_first_turn
        total = sum(turn(policy, worlds, Public()) for worlds in dealt.values())
        return Fraction(total) / sum(self.orders.values())

    def _my_turn(self, policy, worlds, public):
        drawn = defaultdict(Counter)
        for world, weight in worlds.items():
            drawn[world.deck[0]][world] += weight
        return sum(self._my_choice(policy, group, public, card) for card, group in drawn.items())

    def _my_choice(self, policy, worlds, public, drawn):
        (mine,) = {world.mine for world in worlds}
        hand = tuple(sorted((mine, drawn)))
        return max(
            self._my_action(policy, worlds, public, hand, action)
            for action in legal_actions(hand, public.maid)
        )

    def _my_action(self, policy, worlds, public, hand, action):
        (kept,) = without(hand, action[0])
        total, groups = 0, defaultdict(Counter)
        for world, weight in worlds.items():
            result = play(action, kept, world.theirs, world.deck[1:], public, self.by_discards)
            if isinstance(result, Fraction):
                total += weight * result
                continue
            mine, theirs, deck, following, *_ = result
            to_me, to_them = shown(action, public.maid, result)
            history = (*world.their_history, action, *to_them)
            groups[to_me, common(following)][World(mine, theirs, deck, history)] += weight
        return total + sum(
            self._their_turn(policy, group, public) for (_, public), group in groups.items()
        )

    def _their_first_turn(self, policy, worlds, public):
        return self._their_turn(policy, worlds, public, is_first=True)

    def _their_turn(self, policy, worlds, public, is_first=False):
        total, groups = 0, defaultdict(Counter)
        for world, weight in worlds.items():
            drawn, deck = world.deck[0], world.deck[1:]
            history = (*world.their_history, drawn)
            if is_first:
                history = tuple(sorted(history))
            for action, chance in policy(history).items():
                if not chance:
                    continue
                (kept,) = without(sorted((world.theirs, drawn)), action[0])
                result = play(action, kept, world.mine, deck, public, self.by_discards)
                if isinstance(result, Fraction):
                    total += weight * chance * (1 - result)
                    continue
                theirs, mine, left, following, *_ = result
                to_them, to_me = shown(action, public.maid, result)
                seen = (*history, action, *to_them)
                group = groups[action, to_me, common(following)]
                group[World(mine, theirs, left, seen)] += weight * chance
        return total + sum(
            self._my_turn(policy, group, public) for (*_, public), group in groups.items()
        )
