"""Love Letter between policies that keep public actions in mind, by every order of the deck.

Nothing is merged: a history is an order of the deck and the actions so far. Written from the rules
and from what a memory is to hold, not from the kernels. Cards are the classic numbers 1 to 8; an
action is (card, argument).
"""

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import permutations

from tests.oracles.love_letter import without
from tests.oracles.love_letter_best_response import (
    Public,
    World,
    legal_actions,
    play,
)

GUARD, HANDMAID, PRINCE, KING, COUNTESS = 1, 4, 5, 6, 7
ANY_HAND = (frozenset(), None)
NOTHING_NAMED = (frozenset(), frozenset(), None)


def remember(name):
    """Return the memory at the deal, and a function of a memory and an action to the next one."""
    return {
        "none": (None, lambda *_: None),
        "last-guess": (None, lambda _, action: action if action[0] == GUARD else None),
        "last-action": (None, lambda _, action: action),
        "last-two-guesses": (
            (None, None),
            lambda memory, action: (memory[1], action if action[0] == GUARD else None),
        ),
        "last-two-actions": ((None, None), lambda memory, action: (memory[1], action)),
        "last-three-actions": (
            (None, None, None),
            lambda memory, action: (memory[1], memory[2], action),
        ),
        "missed-guesses": (NOTHING_NAMED, lambda *now: name_cards(*now, False, False)),
        "exclusions": (NOTHING_NAMED, lambda *now: name_cards(*now, True, False)),
        "missed-guesses-and-last-action": (
            NOTHING_NAMED,
            lambda *now: name_cards(*now, False, True),
        ),
        "exclusions-and-last-action": (NOTHING_NAMED, lambda *now: name_cards(*now, True, True)),
        "weights": ((ANY_HAND, ANY_HAND, False), weigh_hands),
    }[name]


def remember_longer(name):
    """Return what follows an action of a player's, and what follows one of the opponent's.

    The opponent remembers what the player would, and the card of the oldest play that the player's
    next action makes the player forget.
    """
    _, then = remember(name)

    def keep(memory, action):
        oldest = memory[0] if name == "last-two-actions" else memory
        return oldest and oldest[0], then(memory, action)

    return keep, lambda memory, action: then(memory[1], action)


def name_cards(memory, action, is_certain, keeps_last):
    """Return what is named of either hand after an action, from the next player's side.

    Cards named in vain since a player's hand was last discarded or swapped; if it must be certain,
    those alone that the player cannot hold.
    """
    opponent, mover, last = memory
    opponent, mover = set(opponent), set(mover)
    card, told = action
    if is_certain and card not in mover:  # it may have been the one they held
        mover.clear()
    if is_certain and card in (PRINCE, KING):
        mover.add(COUNTESS)
    reaches = last is None or last[0] != HANDMAID
    if card == GUARD and reaches:
        opponent.add(told)
    if card == PRINCE and told == "self":
        mover.clear()
    if card == PRINCE and told == "opponent" and reaches:
        opponent.clear()
    if card == KING and reaches:
        opponent.clear()
        mover.clear()
    kept = action if keeps_last or card == HANDMAID else None
    return frozenset(mover), frozenset(opponent), kept


def weigh_hands(memory, action):
    """Return what is thought of either hand after an action, from the next player's side.

    Of a hand: the cards it hardly is, and the last one it was asked for in vain.
    """
    opponent, (hardly, asked), guarded = memory
    card, told = action
    thought = {}
    for kept in range(1, 9):
        plays = Fraction(1)
        if kept != card and COUNTESS in (kept, card) and {kept, card} & {PRINCE, KING}:
            plays = Fraction(card == COUNTESS)
        elif kept != card:
            plays = Fraction(3 if card < kept else 1, 4)
        # It was held and the other one drawn, or the other way round.
        held = sum(Fraction(1, 10) if one in hardly else 1 for one in (kept, card))
        thought[kept] = held * plays
    mover = frozenset(one for one in thought if 2 * thought[one] < max(thought.values())), asked
    if card == PRINCE and told == "self":
        mover = ANY_HAND
    if not guarded:
        if card == GUARD:
            opponent = opponent[0], told
        if card == KING:
            mover = ANY_HAND
        if card == KING or (card == PRINCE and told == "opponent"):
            opponent = ANY_HAND
    return mover, opponent, card == HANDMAID


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
