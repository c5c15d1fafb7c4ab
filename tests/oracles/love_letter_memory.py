"""Love Letter between policies that keep public actions in mind, by every order of the deck.

Nothing is merged: a history is an order of the deck and the actions so far. Written from the rules
and from what a memory is to hold, not from the kernels. Cards are the classic numbers 1 to 8; an
action is (card, argument).
"""

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import permutations

from tests.oracles.love_letter import without
from tests.oracles.love_letter_best_response import Public, World, legal_actions, play


def remember(name):
    """Return the memory at the deal, and a function of a memory and an action to the next one."""
    plays = {"none": 0, "last-action": 1, "last-two-actions": 2, "last-three-actions": 3}[name]
    return (None,) * plays, lambda memory, action: (*memory, action)[1:]


def remember_longer(name):
    """Return what follows an action of a player's, and what follows one of the opponent's.

    The opponent remembers what the player would, and the card of the oldest play that the player's
    next action makes the player forget.
    """
    _, then = remember(name)

    def keep(memory, action):
        return memory[0] and memory[0][0], then(memory, action)

    return keep, lambda memory, action: then(memory[1], action)


def information(world, public, hand, memory):
    """Return what the mover goes by: a key of the policies."""
    unseen = tuple(sorted((world.theirs, *world.deck[1:])))
    opponent = world.theirs if public.knows else None
    return hand, unseen, opponent, public.maid, public.exposed, memory, public.lead


class Rounds:
    """All rounds of a deck between two policies: functions of `information`.

    Equal final cards are halves unless discards decide; then policies may go by the lead.
    """

    def __init__(self, copies, memory, by_discards=False):
        self.cards = tuple(n for n, count in enumerate(copies, 1) for _ in range(count))
        self.by_discards = by_discards
        self.start, self.then = remember(memory)

    def deals(self):
        """Yield every order of the deck with its chance, as the first player's world."""
        orders = Counter(permutations(self.cards))
        for order, times in orders.items():
            yield World(order[0], order[1], order[2:]), Fraction(times, sum(orders.values()))

    def value(self, first, second):
        """Return the first player's chance to win, a draw counted as half."""
        return sum(
            chance * self._value(world, Public(), self.start, (first, second))
            for world, chance in self.deals()
        )

    def _value(self, world, public, memory, policies):
        total = 0
        for action, chance, result in self._turn(world, public, memory, policies[0]):
            if chance:
                if not isinstance(result, Fraction):
                    result = 1 - self._value(*result, self.then(memory, action), policies[::-1])
                total += chance * result
        return total

    def learn(self, *policies, thens=None):
        """Return the first player's value, and regrets and weights of one iteration.

        One policy plays itself, or each of two begins all rounds against the other. Regrets are by
        information and action: by how much it is better than the policy, summed over all histories
        by their chance. A weight is that of an information set: the sum over its histories of what
        chance and the mover contribute to that.

        Parameters
        ----------
        thens
            What follows an action of each in the other's memory; without it both remember alike.

        Returns
        -------
        tuple
            The value of rounds that the first policy begins, then regrets and weights of each.
        """
        thens = thens or [self.then] * len(policies)
        learnt = [(defaultdict(Counter), Counter()) for _ in policies]

        def follow(world, public, memory, chance, mine, theirs, player):
            """``mine`` and ``theirs``: what mover and opponent contribute to the reach."""
            regrets, weights = learnt[player]
            turn = list(self._turn(world, public, memory, policies[player]))
            key = information(world, public, hand_of(world), memory)
            weights[key] += chance * mine
            worth = {}
            for action, probability, result in turn:
                if not isinstance(result, Fraction):
                    result = 1 - follow(
                        *result, thens[player](memory, action), chance, theirs,
                        mine * probability, len(policies) - 1 - player,
                    )  # fmt: skip
                worth[action] = result
            mean = sum(probability * worth[action] for action, probability, _ in turn)
            for action, _, _ in turn:
                regrets[key][action] += chance * mine * theirs * (worth[action] - mean)
            return mean

        one = Fraction(1)
        values = [
            sum(
                chance * follow(world, Public(), start, chance, one, one, player)
                for world, chance in self.deals()
            )
            for player, start in enumerate([self.start, (None, self.start)][: len(policies)])
        ]
        return values[0], *learnt

    def _turn(self, world, public, memory, policy):
        """Yield each legal action, its chance, and the result: a number or the next turn."""
        hand = hand_of(world)
        known = public if hand[0] != hand[1] else public._replace(exposed=None)
        chances = policy(*information(world, public, hand, memory))
        for action in legal_actions(hand, public.maid):
            (kept,) = without(hand, action[0])
            result = play(action, kept, world.theirs, world.deck[1:], known, self.by_discards)
            if not isinstance(result, Fraction):
                mine, theirs, deck, following, *_ = result
                result = World(theirs, mine, deck), following
            yield action, chances.get(action, 0), result


def hand_of(world):
    """Return the mover's two cards: the one kept and the one drawn."""
    return tuple(sorted((world.mine, world.deck[0])))
