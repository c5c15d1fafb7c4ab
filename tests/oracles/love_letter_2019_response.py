"""The best response to a policy of 2019 Love Letter in the shuffled game, world by world.

The responder's information sets are explicit: all that may be true after what was seen so far, each
with its weight, a float. Nothing is forgotten. ``told`` gives the responder what
`informed_response` says.
"""

from collections import defaultdict
from functools import cache
from itertools import combinations, permutations
from typing import NamedTuple

from tests.oracles.love_letter import plus, without
from tests.oracles.love_letter_2019 import NONE, Game


class World(NamedTuple):
    """What is true before a draw; ``top`` are the cards of ``pool`` that may be drawn."""

    mine: int
    theirs: int
    pool: tuple
    top: tuple


class Public(NamedTuple):
    """What both know: a Handmaid of either, and whose card the other knows."""

    my_maid: bool = False
    their_maid: bool = False
    they_know: bool = False
    i_know: bool = False


class Response(Game):
    """A responder against a policy and a keeper of `love_letter_2019.pair`."""

    def __init__(self, rules, policy, keeper, *, told=False):
        super().__init__(rules)
        self.policy, self.keeper, self.told = cache(policy), cache(keeper), told
        self.deck = tuple(i for i, card in enumerate(rules.cards) for _ in range(card.copies))

    def moving(self, first):
        """Return what the responder wins from a seat, a draw as half."""
        worlds = defaultdict(lambda: defaultdict(float))
        count = len(self.deck) * (len(self.deck) - 1)
        for mine, theirs in permutations(self.deck, 2):
            pool = without(self.deck, mine, theirs)
            worlds[mine][World(mine, theirs, pool, pool)] += 1 / count
        turn = self.my_turn if first else self.their_turn
        return sum(turn(group, Public()) for group in worlds.values())

    def my_turn(self, worlds, public):
        hands = defaultdict(lambda: defaultdict(float))
        for (mine, theirs, pool, top), weight in worlds.items():
            for card in top:
                hands[mine, card][theirs, without(pool, card)] += weight / len(top)
        return sum(
            max(
                self.reply(action, mine, drawn, group, public)
                for action in self.legal_actions(plus((mine, drawn)), public.their_maid)
            )
            for (mine, drawn), group in hands.items()
        )

    def reply(self, action, mine, drawn, worlds, public):
        """Return the sum over the worlds of weight times value, by one action."""
        (kept,) = without((mine, drawn), action[0])
        knows, exposed = public.i_know, public.they_know and kept == mine != drawn
        total = 0
        seen, draws = (defaultdict(lambda: defaultdict(float)) for _ in range(2))
        for (theirs, pool), weight in worlds.items():
            if self.effect(action[0]) == "EXCHANGE" and len(pool) >= 2:
                ways = list(combinations(pool, min(2, len(pool) - 1)))
                for cards in ways:
                    draws[cards, theirs if self.told else None][theirs, pool] += weight / len(ways)
                continue
            ends = self.ends(action, kept, theirs, pool, public.their_maid, knows, exposed)
            for end, share in ends:
                if isinstance(end, float):
                    total += weight * share * end
                    continue
                world, (they_know, i_know), what = end
                told = world.theirs if self.told else None
                maid = self.effect(action[0]) == "PROTECT"
                then = Public(maid, False, they_know, i_know)
                seen[then, what, world.mine, told][world] += weight * share
        total += sum(self.their_turn(group, key[0]) for key, group in seen.items())
        for (cards, _), group in draws.items():
            total += max(
                self.their_turn(
                    {returned(option, cards, *world): weight for world, weight in group.items()},
                    Public(i_know=knows),
                    is_drawn_told=self.told,
                )
                for option in self.options(plus((kept, *cards)), self.left(group, cards))
            )
        return total

    def left(self, group, cards):
        """Return the unseen cards after a draw, the same in every world."""
        (unseen,) = {plus(without(pool, *cards), theirs) for theirs, pool in group}
        return unseen

    def their_turn(self, worlds, public, *, is_drawn_told=False):
        total, seen = 0, defaultdict(lambda: defaultdict(float))
        for (mine, theirs, pool, top), weight in worlds.items():
            for drawn in top:
                rest = without(pool, drawn)
                hand, unseen = plus((theirs, drawn)), plus(rest, mine)
                known, exposed = public.they_know, theirs if public.i_know else None
                choices = self.policy(
                    hand, mine if known else None, unseen, public.my_maid, exposed, NONE
                )
                for action, chance in choices.items():
                    (kept,) = without(hand, action[0])
                    part = weight * float(chance) / len(top)
                    stays = hand[0] != hand[1] and exposed == kept
                    if self.effect(action[0]) == "EXCHANGE" and len(rest) >= 2:
                        found = self.their_exchange(kept, mine, rest, known)
                    else:
                        found = self.ends(action, kept, mine, rest, public.my_maid, known, stays)
                    for end, share in found:
                        if isinstance(end, float):
                            total += part * share * (1 - end)
                            continue
                        world, (i_know, they_know), what = end
                        maid = self.effect(action[0]) == "PROTECT"
                        then = Public(False, maid, they_know, i_know)
                        what = (action, what, drawn if is_drawn_told else None)
                        world = world._replace(mine=world.theirs, theirs=world.mine)
                        # A card drawn by a Prince is seen by whoever draws it.
                        seen[then, what, world.mine][world] += part * share
        return total + sum(self.my_turn(group, key[0]) for key, group in seen.items())

    def their_exchange(self, kept, theirs, pool, known):
        ways = list(combinations(pool, min(2, len(pool) - 1)))
        for cards in ways:
            hand, unseen = plus((kept, *cards)), plus(without(pool, *cards), theirs)
            options = self.keeper(hand, unseen, theirs if known else None, NONE)
            for option, chance in options.items():
                yield (
                    (returned(option, cards, theirs, pool), (False, known), None),
                    float(chance) / len(ways),
                )

    def ends(self, action, kept, theirs, pool, maid, known, exposed):
        """Return what a play of the mover's may lead to, with the chance of each.

        A number ends the round; else (world, (the opponent knows the mover's card, the mover knows
        theirs), what both see of it).
        """
        effect, argument = self.effect(action[0]), action[1]
        if effect == "LOSE":
            return [(0.0, 1)]
        if effect == "REDRAW":
            put_down = kept if argument == "self" else theirs
            if self.effect(put_down) == "LOSE":
                return [(float(argument != "self"), 1)]
            share = 1 / len(pool)
            facts = (False, known) if argument == "self" else (exposed, False)
            return [
                (
                    self.next(
                        card if argument == "self" else kept,
                        theirs if argument == "self" else card,
                        without(pool, card), facts, put_down,
                    ),
                    share,
                )
                for card in pool
            ]  # fmt: skip
        if maid and effect in ("GUESS", "LOOK", "COMPARE", "SWAP"):
            return [(self.next(kept, theirs, pool, (exposed, known)), 1)]
        if effect == "GUESS" and argument == theirs:
            return [(1.0, 1)]
        if effect == "COMPARE":
            mine, other = self.number(kept), self.number(theirs)
            if mine != other:
                return [(float(mine > other), 1)]
            return [(self.next(kept, theirs, pool, (True, True), theirs), 1)]
        if effect == "SWAP":
            return [(self.next(theirs, kept, pool, (True, True)), 1)]
        if effect == "LOOK":
            return [(self.next(kept, theirs, pool, (exposed, True), theirs), 1)]
        return [(self.next(kept, theirs, pool, (exposed, known)), 1)]

    def next(self, mine, theirs, pool, facts, seen=None):
        if len(pool) <= 1:
            return float(self.compare(mine, theirs, NONE))
        return World(mine, theirs, pool, pool), facts, seen


def returned(option, cards, theirs, pool):
    """Return the world after an option of an exchange that drew ``cards``."""
    keep, back = option
    rest = without(pool, *cards)
    return World(keep, theirs, plus(rest, *back), back[:1] if len(rest) == 1 else rest)
