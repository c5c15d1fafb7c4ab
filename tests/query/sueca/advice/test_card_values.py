"""Advice with open cards: which hands are solved, and what they are worth."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

from llq.query.sueca.advice.advice import advise
from llq.query.sueca.advice.card_values import drawn_hands, every_hands
from llq.query.sueca.positions.notation import position as position_of
from llq.solver.sueca import engine
from llq.solver.sueca.engine import HANDS, SCORE, TRICK, TRICK_SIZE, TURN
from llq.solver.sueca.players import find_strategy
from llq.solver.sueca.rules import POINTS, cards_of, find_card
from tests.query.sueca.advice.test_advice import ENDING, all_hands, endings

PIMC = find_strategy("pimc:30/10")


def others(row, seat):
    """Return the others' hands in a row, in the order of play."""
    return tuple(int(row[HANDS + (seat + step) % 4]) for step in (1, 2, 3))


def after(row, card):
    """Return North and South's points from here on if a card is played and then all play best."""
    following = row.copy()
    engine.apply(following, card)
    gained = int(following[SCORE] - row[SCORE])
    if following[TURN] == 40:
        return gained
    legal = cards_of(int(engine.legal(following)))
    choose = min if engine.mover(following) % 2 else max
    return gained + choose(after(following, answer) for answer in legal)


def test_every_hand_is_every_deal_once():
    """All deals that agree with voids and the card shown are yielded, once, and no other."""
    for position in [*endings(12, 2), *endings(4, 3)]:
        hands = list(every_hands(position))
        assert len(hands) == len(set(hands)) == position.deals
        if len(position.hand) == 2:
            assert set(hands) == {others(row, position.seat) for row in all_hands(position)}


def test_hands_are_drawn_from_those():
    """Hands drawn agree with the play, and each comes as often as another."""
    position = next(p for p in endings(12, 2) if 20 <= p.deals <= 90)
    drawn = list(drawn_hands(position, 200 * position.deals, 1))
    counts = [drawn.count(hands) for hands in every_hands(position)]
    assert sum(counts) == len(drawn)
    squares = sum((count - 200) ** 2 / 200 for count in counts)
    assert squares < position.deals + 4 * (2 * position.deals) ** 0.5


def test_few_deals_are_all_solved_exactly():
    """In endings each card's value is the mean of minimax over every deal, without an error."""
    for position in endings(12, 2):
        advice = advise(position, PIMC)
        rows = list(all_hands(position))
        assert (advice.is_exact, advice.hands, advice.games) == (True, len(rows), 1)
        assert advice.source.startswith(f"all {len(rows):,} deals that agree with the play")
        for card in advice.actions:
            values = []
            for row in rows:
                to_come = sum(
                    POINTS[c & 15] for s in range(4) for c in cards_of(int(row[HANDS + s]))
                )
                to_come += sum(POINTS[c & 15] for c in row[TRICK : TRICK + int(row[TRICK_SIZE])])
                north = after(row, find_card(card.action))
                values.append(to_come - north if position.seat % 2 else north)
            assert card.value == pytest.approx(np.mean(values), abs=1e-12)
            assert card.standard_error is card.cost_error is None


def test_the_ending_worked_by_hand_is_exact():
    """The ending of the documentation: 21 points, or ten and a third of eleven."""
    ace, two = advise(position_of(points="45-54", **ENDING), PIMC).actions
    assert (ace.action, ace.value, ace.win_prob) == ("AC", 21, 1)
    assert (two.value, two.win_prob) == pytest.approx((10 + 11 / 3, 1 / 3))
    assert two.is_close is False


def test_many_deals_are_drawn():
    """Where there are more deals than are solved, so many hands are drawn and errors are given.

    Who solves them does not matter, nor how many.
    """
    position = next(p for p in endings(12, 5) if p.deals > 5000 and len(p.legal) > 1)
    advice = advise(position, PIMC, 2)
    assert (advice.is_exact, advice.hands, advice.games) == (False, 30, 1)
    assert advice == advise(position, PIMC, 2)
    assert advice.actions[0].standard_error > 0
    assert "each solved with open hands: pimc:30/10, seed 2" in advice.source
    more = replace(PIMC, deals=120)  # three blocks
    with ThreadPoolExecutor(2) as pool:
        assert advise(position, more) == advise(position, more, executor=pool)
    assert advise(position, more) == advise(position, more, threads=2)
    late = replace(PIMC, open_from=4)
    assert "2 random games each" in advise(position, late).source
