"""The player strong under a budget: counted in steps, and the same on every machine."""

import numpy as np
import pytest

from llq.solver import card_sets
from llq.solver.card_masks import cards_of
from llq.solver.sueca import engine
from llq.solver.sueca.double_dummy.search import NO_LIMIT
from llq.solver.sueca.engine import HANDS
from llq.solver.sueca.players import choose_card, find_strategy
from llq.solver.sueca.playouts import strong
from llq.solver.sueca.playouts.scratch import make_scratch
from llq.solver.sueca.settings import DEALS, SHUFFLES, TRIED
from tests.solver.sueca.games import played, stream_of


def hands_drawn(text, turn):
    """Return the hands drawn, tried and solved that a budget allows at a turn."""
    settings = find_strategy(text).settings()
    row, _ = played(3, turn)
    strong.set_hands(row, settings)
    return settings[[SHUFFLES, TRIED, DEALS]].tolist()


def solve(text, nodes, seed=5, turn=20):
    """Return the points of each card in each hand, the legal cards, and the hands played."""
    scratch = make_scratch()
    row, _ = played(seed, turn)
    settings, work, stream = find_strategy(text).settings(), scratch.strong, stream_of(seed)
    strong.believe(row, settings, stream, scratch)
    work.chosen[: settings[DEALS]] = np.arange(settings[DEALS])
    hands = strong.solve(row, settings, nodes, stream, scratch)
    legal = cards_of(engine.legal_cards(row))
    return work.taken[: len(legal), : settings[DEALS]].copy(), row, hands


def test_a_budget_decides_the_same_whatever_was_searched_before():
    """A decision under a budget is that of fresh scratch space, after others and again."""
    settings = find_strategy("strong:0.002s/6").settings()
    used = make_scratch()
    compared = 0
    for turn in (12, 16, 17, 20, 22, 24):
        row, _ = played(turn, turn)
        count, decisions = card_sets.count(engine.legal_cards(row)), set()
        if count > 1:
            for scratch in (used, make_scratch(), used):
                card = choose_card(row.copy(), settings, stream_of(turn), scratch)
                decisions.add((card, *scratch.strong.worth[:count]))
            assert len(decisions) == 1
            compared += 1
    assert compared >= 3


@pytest.mark.parametrize("turn", [0, 9, 18, 25, 30])
def test_more_time_is_more_hands(turn):
    """Hands grow with the seconds, from the fewest to the most that there is room for."""
    drawn = [hands_drawn(f"strong:{seconds}s/6", turn)[0] for seconds in (0.001, 0.01, 0.1, 100)]
    assert drawn == sorted(drawn)
    assert drawn[0] >= 10
    assert drawn[-1] == 32768
    assert hands_drawn("strong:300/6", turn) == [300, 100, 60]


def test_hands_beyond_the_budget_are_played():
    """Without positions to search every hand is played; with no limit all are solved."""
    solved, row, unsolved = solve("strong:50/6", NO_LIMIT)
    played_out, _, unsolved_of_all = solve("strong:50/6", 0)
    assert (unsolved, unsolved_of_all) == (0, solved.shape[1])
    to_come = engine.points_to_come(row)
    for values in (solved, played_out):
        assert values.min() >= 0
        assert values.max() <= to_come
    assert (solved != played_out).any()
    again, _, hands = solve("strong:50/6", 10**9)
    assert hands == 0
    assert (again == solved).all()
    assert card_sets.count(row[HANDS + engine.mover(row)]) == 5
