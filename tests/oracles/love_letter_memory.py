"""Love Letter between policies that keep public actions in mind, by every order of the deck.

Nothing is merged: a history is an order of the deck and the actions so far. Written from the rules
and from what a memory is to hold, not from the kernels. Cards and actions are those of
`love_letter_best_response`.
"""

from collections import Counter, defaultdict
from fractions import Fraction

from tests.oracles.love_letter_best_response import Public, deals, legal_actions, observe, play


def remember(name):
    """Return the memory at the deal, and a function of a memory and an action to the next one."""
    plays = {"none": 0, "last-action": 1, "last-two-actions": 2, "last-three-actions": 3}[name]
    return (None,) * plays, lambda memory, action: (*memory, action)[1:]


def remember_longer(name):
    """Return what follows an action of a player's, and what follows one of the opponent's.

    The opponent remembers what the player would, and the card of the oldest play that the player's
    next action makes the player forget.
    """
    _, extend = remember(name)

    def keep(memory, action):
        return memory[0] and memory[0][0], extend(memory, action)

    return keep, lambda memory, action: extend(memory[1], action)


class Rounds:
    """All rounds of a deck between two policies: functions of what is observed, and a memory.

    Equal final cards are halves unless discards decide; then policies may go by the lead.
    """

    def __init__(self, copies, memory, by_discards=False):
        self.deals, self.by_discards = deals(copies), by_discards
        self.start, self.then = remember(memory)

    def value(self, first, second):
        """Return the first player's chance to win, a draw counted as half."""
        return sum(
            chance * self._value(world, Public(), self.start, (first, second))
            for world, chance in self.deals.items()
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
            key = (*observe(world, public), memory)
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

        certain = Fraction(1)
        values = [
            sum(
                chance * follow(world, Public(), start, chance, certain, certain, player)
                for world, chance in self.deals.items()
            )
            for player, start in enumerate([self.start, (None, self.start)][: len(policies)])
        ]
        return values[0], *learnt

    def _turn(self, world, public, memory, policy):
        """Yield each legal action, its chance, and the result: a number or the next turn."""
        chances = policy(*observe(world, public), memory)
        for action in legal_actions(world.hand, public.maid):
            result = play(action, world, public, self.by_discards)
            if not isinstance(result, Fraction):
                result = result[:2]
            yield action, chances.get(action, 0), result
