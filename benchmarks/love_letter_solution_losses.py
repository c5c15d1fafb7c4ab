"""Where the solution loses to an opponent who knows it, by how many cards are left to draw.

``python benchmarks/love_letter_solution_losses.py 2,1,1,1,1,1,1,1`` takes a deck whose solution is
built (``llq build love-letter-solution --deck 2,1,1,1,1,1,1,1``). Both seats play the solution;
what the best action wins more than its own mixture, if the best response goes on, adds up over all
turns to what the best response gains (see `llq.solver.love_letter.responses.local_regret`). So the
turns near the end bound what solving them again may win back.

``… --rounds 5000 --unseen 7`` draws rounds, of the whole deck where no other is given, and adds up
the turns with so few unseen cards: means and standard errors over rounds.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterable, Iterator
from time import process_time

import numpy as np
from numpy.typing import NDArray

from llq.query.love_letter.solution.arrays import solution_policy
from llq.query.love_letter.solution.table import open_solution
from llq.solver.love_letter.exact.policies import MIXED
from llq.solver.love_letter.responses.best_response import Responder, Start
from llq.solver.love_letter.responses.situations import Situation
from llq.solver.love_letter.rules import Rules
from llq.solver.love_letter.table.states import state_space
from llq.solver.love_letter.variants import CLASSIC, custom_deck

_DIGITS = 13  # in which the weights of one situation, reached in two ways, agree

Turn = tuple[Start, int | None]
"""How a turn begins, and the mover's own last action."""


class Losses:
    """What the solution loses in the responder's place."""

    def __init__(self, rules: Rules) -> None:
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

    def unseen(self, start: Start) -> int:
        """Return how many cards the mover does not see."""
        return int(self.space.unseen[start.situation.cell // self.space.layout.hands].sum())

    def loss(self, start: Start, mixture: list[tuple[int, float]]) -> float:
        """Return what the best action of a turn wins more than a mixture."""
        worth = self.responder.value(start.situation, start.weights)
        return worth - sum(
            chance * self.responder.play(start.situation, start.weights, action)[0]
            for action, chance in mixture
        )

    def by_unseen(self, starts: Iterable[Start]) -> dict[int, float]:
        """Return the loss of all turns with each number of unseen cards."""
        found: dict[int, float] = defaultdict(float)
        level = merge((start, None) for start in starts)
        while level:
            following = []
            for start, own in level:
                mixture = self.mixture(start, own)
                found[self.unseen(start)] += start.chance * self.loss(start, mixture)
                for action, chance in mixture:
                    views = self.responder.follow(start.situation, start.weights, action)
                    reach = start.chance * chance
                    following += [(v._replace(chance=reach * v.chance), action) for v in views]
            level = merge(following)
        return found

    def of_round(
        self, starts: list[Start], most: int, source: np.random.Generator
    ) -> Iterator[tuple[int, float]]:
        """Yield the unseen cards and the loss of each late turn of a round that is drawn."""
        own = None
        while (start := draw(starts, source)) is not None:
            mixture = self.mixture(start, own)
            if (unseen := self.unseen(start)) <= most:
                yield unseen, self.loss(start, mixture)
            own, _ = mixture[source.choice(len(mixture), p=[chance for _, chance in mixture])]
            starts = self.responder.follow(start.situation, start.weights, own)


def draw(starts: list[Start], source: np.random.Generator) -> Start | None:
    """Return how the next turn begins, or None where the round ends before it."""
    sums = np.cumsum([start.chance for start in starts])
    place = int(np.searchsorted(sums, source.random(), side="right"))
    return starts[place] if place < len(starts) else None


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
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("deck", nargs="?", help="copies of each card instead of the whole deck")
    parser.add_argument("--rounds", type=int, help="to be drawn, instead of all of them")
    parser.add_argument("--unseen", type=int, default=7, help="the most, in rounds that are drawn")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    rules = custom_deck(tuple(map(int, asked.deck.split(",")))) if asked.deck else CLASSIC
    losses = Losses(rules)
    responder = losses.responder
    seats = (responder.first_turns(), responder.second_turns()[1])
    for seat, starts in zip(("moving first", "moving second"), seats, strict=True):
        begun = process_time()
        if asked.rounds is None:
            found = losses.by_unseen(starts)
            shown = {n: f"{100 * found[n]:.3f}" for n in sorted(found, reverse=True)}
            total = f"{100 * sum(found.values()):.3f}"
        else:
            source = np.random.default_rng(asked.seed)
            drawn = np.zeros((asked.rounds, asked.unseen + 1))
            for row in drawn:
                for unseen, loss in losses.of_round(starts, asked.unseen, source):
                    row[unseen] += 100 * loss
            shown = {n: estimated(drawn[:, n]) for n in range(asked.unseen, 1, -1)}
            total = estimated(drawn.sum(axis=1))
        print(f"{seat}: {total} points, of which with unseen cards", end=" ")
        print(", ".join(f"{n}: {text}" for n, text in shown.items()), end="; ")
        print(f"{process_time() - begun:.0f} CPU s", flush=True)


def estimated(drawn: NDArray[np.float64]) -> str:
    """Return a mean with its standard error."""
    return f"{drawn.mean():.3f} ± {drawn.std(ddof=1) / np.sqrt(len(drawn)):.3f}"


if __name__ == "__main__":
    main()
