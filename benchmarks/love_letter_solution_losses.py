"""Where the solution loses to an opponent who knows it, by how many cards are left to draw.

``python benchmarks/love_letter_solution_losses.py 2,1,1,1,1,1,1,1`` takes a deck whose solution is
built (``llq build love-letter-solution --deck 2,1,1,1,1,1,1,1``). Both seats play the solution;
what the best action wins more than its own mixture, if the best response goes on, adds up over all
turns to what the best response gains (see `llq.solver.love_letter.responses.local_regret`). So the
turns near the end bound what solving them again may win back.
"""

import sys
from collections import defaultdict
from collections.abc import Iterable

import numpy as np

from llq.query.love_letter.solution.arrays import solution_policy
from llq.query.love_letter.solution.table import open_solution
from llq.solver.love_letter.exact.policies import MIXED
from llq.solver.love_letter.responses.best_response import Responder, Start
from llq.solver.love_letter.responses.situations import Situation
from llq.solver.love_letter.table.states import state_space
from llq.solver.love_letter.variants import custom_deck

_DIGITS = 13  # in which the weights of one situation, reached in two ways, agree

Turn = tuple[Start, int | None]
"""How a turn begins, and the mover's own last action."""


class Losses:
    """What the solution loses in the responder's place."""

    def __init__(self, copies: tuple[int, ...]) -> None:
        rules = custom_deck(copies)
        policy, after = solution_policy(rules)
        self.memory = open_solution(rules.variant).memory
        self.number = {state: number for number, state in enumerate(self.memory.states)}
        self.responder = Responder(rules, policy, memory=after)
        self.space = state_space(rules)

    def mixture(self, start: Start, own: int | None) -> list[tuple[int, float]]:
        """Return the solution's actions and chances after its own last action and the reply."""
        policy, layout = self.responder.model.policy, self.space.layout
        situation, slot = start.situation, 0
        if situation.known:
            code = situation.cell // layout.hands
            card = int(start.weights.argmax())
            slot = 1 + int(layout.kinds[code]) + int(layout.position[code, card])
        reply = self.memory.states[situation.memory][-1]
        memory = self.number[own, reply]
        entry = int(layout.offset[situation.cell]) + situation.base + slot
        row = int(policy.choice[memory * self.space.size + entry]) - MIXED
        places = range(policy.row[row], policy.row[row + 1])
        return [(int(policy.action[at]), float(policy.chance[at])) for at in places]

    def by_unseen(self, starts: Iterable[Start]) -> dict[int, float]:
        """Return the loss of all turns with each number of unseen cards."""
        found: dict[int, float] = defaultdict(float)
        level = merge((start, None) for start in starts)
        while level:
            following = []
            for start, own in level:
                loss = self.responder.value(start.situation, start.weights)
                for action, chance in self.mixture(start, own):
                    worth, _, views = self.responder.play(start.situation, start.weights, action)
                    loss -= chance * worth
                    reach = start.chance * chance
                    following += [(v._replace(chance=reach * v.chance), action) for v in views]
                code = start.situation.cell // self.space.layout.hands
                found[int(self.space.unseen[code].sum())] += start.chance * loss
            level = merge(following)
        return found


def merge(turns: Iterable[Turn]) -> list[Turn]:
    """Return each turn once, with all its chance."""
    merged: dict[tuple[Situation, bytes, int | None], Turn] = {}
    for start, own in turns:
        key = start.situation, np.round(start.weights, _DIGITS).tobytes(), own
        before = merged[key][0].chance if key in merged else 0.0
        merged[key] = start._replace(chance=start.chance + before), own
    return [*merged.values()]


def main() -> None:
    """Print the loss of each seat by the number of unseen cards, in points."""
    losses = Losses(tuple(map(int, sys.argv[1].split(","))))
    responder = losses.responder
    seats = (responder.first_turns(), responder.second_turns()[1])
    for seat, starts in zip(("moving first", "moving second"), seats, strict=True):
        found = losses.by_unseen(starts)
        print(
            f"{seat}: {100 * sum(found.values()):.3f} points, of which with unseen cards", end=" "
        )
        print(", ".join(f"{n}: {100 * found[n]:.3f}" for n in sorted(found, reverse=True)))


if __name__ == "__main__":
    main()
