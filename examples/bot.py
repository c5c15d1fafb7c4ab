"""A bot of your own against the built-in players of Love Letter.

    python examples/bot.py
    cd examples && llq love-letter match bot:Counter strategic -n 2000 --seed 1

A player needs a ``name`` and ``choose(view, random)``, which returns one of ``view.legal``. This
one counts cards and remembers which guesses missed. Games run side by side in threads, so it stores
nothing from one call to the next: the round so far is in ``view.history``.
"""

from random import Random

import llq
from llq.love_letter import Action
from llq.love_letter.rounds import View


class Counter:
    """Takes a certain win, else plays the lower card and guesses the likeliest one."""

    name = "counter"

    def choose(self, view: View, random: Random) -> Action:
        """Return the action to play."""
        for action in view.legal:
            if wins_at_once(view, action):
                return action
        own_turns = [turn for turn in view.history.turns if turn.is_own]
        missed = {turn.action.guess for turn in own_turns if turn.has_missed}
        lower = [action for action in view.legal if action.card == view.legal[0].card]

        def preference(action: Action) -> tuple[bool, int, float]:
            unseen = view.unseen[action.guess] if action.guess else 0
            return action.guess not in missed, unseen, random.random()  # ties at random

        return max(lower, key=preference)


def wins_at_once(view: View, action: Action) -> bool:
    """Return whether an action is certain to win, by the opponent's card if that is known."""
    if view.opponent is None or view.handmaid:
        return False
    if action.card == "Guard":
        return action.guess == view.opponent
    if action.card == "Prince":
        return action.target == "opponent" and view.opponent == "Princess"
    if action.card == "Baron":
        number = {card.name: card.number for card in view.rules.cards}
        other = view.hand[0] if view.hand[1] == "Baron" else view.hand[1]
        return number[other] > number[view.opponent]
    return False


if __name__ == "__main__":
    for opponent in ("random", "strategic", "table"):
        print(llq.love_letter.match(Counter(), opponent, games=2000, seed=1))
