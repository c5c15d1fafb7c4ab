"""What remembering one's own returned cards wins in the 2019 edition, by the rules on the box.

Run with ``python benchmarks/love_letter_memory.py [games] [seed]``; it needs the table of values
(``llq build love-letter --variant 2019``). Table plays itself. In one seat it remembers which cards
it returned: as long as the rest of the deck lasts, they are not in the opponent's hand, and what is
best on average over the others is played or kept, if both went on as Table. A game in which that
is never something else has the same result; any other is played again from the same deal by Table
alone, so that a difference is that of pairs.
"""

import sys
from itertools import product
from math import sqrt
from random import Random
from time import process_time

import numpy as np
from numpy.typing import NDArray

import llq
from llq.query.love_letter.exact.matches import make_policies
from llq.query.love_letter.play.engines import new_game
from llq.query.love_letter.table.table import open_table
from llq.query.play.agents import Agent
from llq.solver.love_letter.responses.one_ply import OnePlyResponder
from llq.solver.love_letter.rounds.game_state import LoveLetterState
from llq.solver.love_letter.table.backup import Book
from llq.solver.love_letter.table.leads import no_leads
from llq.solver.love_letter.table.states import state_space
from llq.solver.love_letter.variants import rules as find_rules
from llq.solver.love_letter.views import View


class Rememberer(OnePlyResponder):
    """Table, but for the cards that it returned itself: nobody holds them before they are drawn."""

    name = "rememberer"

    def beliefs(self, view: View) -> NDArray[np.float64]:
        """Return (cards,): how likely each card is in the opponent's hand."""
        chances = np.array(view.situation.unseen, dtype=np.float64)
        for turn in view.history.turns:
            for name in turn.returned:
                chances[self._numbers[name]] -= 1
        return chances / chances.sum()


def main(games: int = 500_000, seed: int = 1) -> None:
    """Print what remembering wins from each seat, in ``games`` deals each."""
    rules, start = find_rules("2019"), process_time()
    space, (known,) = state_space(rules), make_policies(find_rules("2019"), ["table"])
    values = np.asarray(open_table("2019").values)
    book = Book(rules.arrays, space.layout, no_leads(space), values, False)
    table, memory = llq.love_letter.agent("table"), Rememberer(rules, known, book)
    gains = np.zeros((2, games), dtype=np.float32)
    others = [0, 0]
    for seat, number in product(range(2), range(games)):
        played, is_other = play(seed, number, seat, table, memory)
        if is_other:
            others[seat] += 1
            gains[seat, number] = played - play(seed, number, seat, table)[0]
    errors = gains.std(axis=1, dtype=np.float64) / sqrt(games)
    for seat in range(2):
        print(
            f"seat {seat}: {100 * gains[seat].mean(dtype=np.float64):+.4f} ± "
            f"{100 * errors[seat]:.4f} points; another choice in {others[seat]} of {games} games"
        )
    mean, error = gains.mean(dtype=np.float64), sqrt((errors**2).sum()) / 2
    print(
        f"both: {100 * mean:+.4f} ± {100 * error:.4f} points; seed {seed}, "
        f"{process_time() - start:.0f} CPU s"
    )


def play(
    seed: int, number: int, seat: int, table: Agent, memory: Rememberer | None = None
) -> tuple[float, bool]:
    """Return what a seat wins of a game, a draw as half, and if memory changed a choice of it."""
    state, is_other = new_game(seed, variant="2019", number=number), False
    while not state.is_terminal:
        action = table.choose(state)
        if memory is not None and state.current_player == seat and _remembers(state):
            best = state.find_action(memory.choose(state.view(), Random(1)))
            is_other, action = is_other or best != action, best
        state.apply(action)
    return 0.5 + state.returns()[seat] / 2, is_other


def _remembers(state: LoveLetterState) -> bool:
    """Return whether the mover has returned cards, none of them drawn, and knows no hand."""
    me, rules = state.current_player, state.rules
    held = 2 + (len(state.extra) or 1)
    if state.known[1 - me]:
        return False
    bottom = [(turn.mover, len(turn.returned(rules))) for turn in state.turns]
    above = sum(state.rest) - held - sum(count for _, count in bottom)
    return above > 0 and any(mover == me and count for mover, count in bottom)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
