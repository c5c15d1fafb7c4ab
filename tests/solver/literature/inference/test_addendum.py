"""The article's addendum: which knowledge follows from other knowledge."""

import numpy as np

from llq.solver.card_masks import mask_of
from llq.solver.literature import engine
from llq.solver.literature.inference import knowledge
from llq.solver.literature.inference.knowledge import count_of, make_view
from llq.solver.literature.rules import DECK, HALF, find_card, find_rules

A, B, C, D = range(4)
LOW_HEARTS = 4
TWO = find_card("2H")


def begin(*, known):
    """Return a game in which B holds the two of hearts and, if known, A has taken their three."""
    row = engine.new_row(find_rules())
    hearts = {A: ["AH"], B: ["2H", "3H"], C: ["4H"], D: ["5H", "6H"]}
    left = DECK & ~(HALF << 6 * LOW_HEARTS)
    for seat, names in hearts.items():
        row[engine.HANDS + seat] = mask_of(map(find_card, names))
        for _ in range(12 - len(names)):
            row[engine.HANDS + seat] |= left & -left
            left &= left - 1
    engine.begin(row, A)
    if known:
        engine.ask(row, B, find_card("3H"), True)
    return row


def views(row):
    """Return what B knows, and what B knows that C knows."""
    own, through = make_view(), make_view()
    assert knowledge.infer(row, B, own)
    assert knowledge.infer_other(row, own, C, through)
    return own, through


def test_first_order_knowledge_does_not_follow_from_ones_own():
    """An ask for a card that B holds tells B nothing of the cards, but more of what C knows."""
    row = begin(known=True)
    before = views(row)
    engine.ask(row, D, TWO, False)
    after = views(row)
    assert all(np.array_equal(x, y) for x, y in zip(before[0], after[0], strict=True))
    assert before[1].may[D] >> TWO & 1
    assert not after[1].may[D] >> TWO & 1


def test_the_articles_own_example_does_tell_something():
    """Where A has shown no heart, the same ask tells B that A holds a low one."""
    row = begin(known=False)
    before = views(row)
    engine.ask(row, D, TWO, False)
    after = views(row)
    assert [count_of(view.low[A], LOW_HEARTS) for view in (before[0], after[0])] == [0, 1]
