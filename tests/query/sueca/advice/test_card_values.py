"""Advice with open cards: which hands are solved, and what they are worth."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from llq.query.sueca.advice.advice import advise
from llq.query.sueca.advice.card_values import every_hands
from llq.solver.sueca.players import find_strategy
from llq.solver.sueca.positions.position import observe
from tests.oracles.sueca import all_deals, minimax
from tests.query.sueca.advice.test_advice import endings, mean_over_deals, played_games
from tests.solver.sueca.games import mask, view

PIMC = find_strategy("pimc:30/10")


def test_every_hand_is_every_deal_once():
    """All deals that agree with voids and the card shown are yielded, once, and no other."""
    for row, referee in [*played_games(12, 2), *played_games(4, 3)]:
        position = observe(row)
        hands = list(every_hands(position))
        assert len(hands) == len(set(hands)) == position.deals
        deals = {tuple(map(mask, deal)) for deal in all_deals(*view(row, referee))}
        assert set(hands) == deals


def test_few_deals_are_all_solved_exactly():
    """In endings each card's value is the mean of minimax over every deal, without an error."""
    for row, referee in played_games(12, 2):
        advice = advise(observe(row), PIMC)
        for card in advice.actions:
            deals, mean = mean_over_deals(row, referee, card.action, best_play)
            assert card.value == pytest.approx(mean, abs=1e-12)
            assert card.standard_error is card.cost_error is None
            assert (advice.is_exact, advice.hands, advice.games) == (True, deals, 1)
            assert advice.source.startswith(f"all {deals:,} deals that agree with the play")


def best_play(*situation):
    """Return what North and South take by a card if then all play best, hands open."""
    *position, card = situation
    return minimax(*position)[card]


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
