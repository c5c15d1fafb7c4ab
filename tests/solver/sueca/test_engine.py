"""The engine's kernels beside the oracle's referee, card by card."""

import numpy as np
import pytest

from llq.solver import card_sets
from llq.solver.sueca import engine
from llq.solver.sueca.rules import DECK_MASK, SUIT_SYMBOLS, TOTAL_POINTS, card_name, find_suit
from tests.oracles.sueca import Referee
from tests.solver.chi_square import FITS, even, misfit
from tests.solver.sueca.games import dealt, mask, names, stream_of


def check(row, referee):
    """Compare everything that a row says with the referee's game."""
    assert [names(hand) for hand in row[engine.HANDS : engine.HANDS + 4]] == [
        names(mask(hand)) for hand in referee.hands
    ]
    assert row[engine.LEADER] == referee.leader
    assert row[engine.TRICK_SIZE] == len(referee.table)
    table = row[engine.TRICK : engine.TRICK + row[engine.TRICK_SIZE]].tolist()
    assert list(map(card_name, table)) == referee.table
    assert (row[engine.SCORE], row[engine.TRICKS]) == (referee.points(0), referee.won(0))
    assert row[engine.VOIDS : engine.VOIDS + 4].tolist() == [
        sum(1 << find_suit(suit) for suit in suits) for suits in referee.voids()
    ]
    log = row[engine.LOG : engine.LOG + row[engine.TURN]].tolist()
    assert list(map(card_name, log)) == referee.log
    assert row[engine.PLAYED] == mask(referee.log)
    assert not row[engine.LOG + row[engine.TURN] :].any()
    assert row[engine.PENDING] == -1
    masks = [*row[engine.HANDS : engine.HANDS + 4].tolist(), int(row[engine.PLAYED])]
    assert sum(masks) == DECK_MASK  # as a sum: no card is in two of them
    assert all(part >= 0 for part in masks)


def test_random_games_are_as_the_referee_says():
    """In 20 games every card leaves hands, trick, leader, score, voids and log as it should."""
    for seed in range(20):
        row, stream = dealt(seed), stream_of(-seed)
        leader = seed % 4
        engine.start(row, leader, row[engine.TRUMP], -1, -1)
        hands = [names(hand) for hand in row[engine.HANDS : engine.HANDS + 4]]
        referee = Referee(hands, SUIT_SYMBOLS[row[engine.TRUMP]], leader)
        for _ in range(40):
            check(row, referee)
            assert engine.mover(row) == referee.seat
            legal = engine.legal_cards(row)
            assert set(names(legal)) == set(referee.legal())
            card = card_sets.random_card(legal, stream)
            engine.apply(row, card)
            referee.play(card_name(card))
        check(row, referee)
        assert row[engine.PLAYED] == DECK_MASK
        assert row[engine.TURN] == 40
        assert referee.points(0) + referee.points(1) == TOTAL_POINTS
        assert referee.won(0) + referee.won(1) == 10


def test_tricks_are_won_as_in_section_2_3():
    """The highest trump takes a trick, clubs being trumps; without one the highest that follows."""
    for cards, winner in [
        ("2S 3S 4S 5S", 3),  # the highest of the suit led
        ("KS JS 7S AS", 3),  # ace, seven, king, jack, queen
        ("QS 6S 5S 4S", 0),
        ("JS QS 7S KS", 2),
        ("2S AH AD AC", 3),  # a trump takes it
        ("2S 2C AS 3C", 3),  # the higher trump
        ("2S 3C AS 2C", 1),
        ("2S AH 7H AD", 0),  # neither trump nor suit led
        ("2C AH 7H AD", 0),  # trumps led
    ]:
        for leader in range(4):
            row = np.zeros(engine.ROW, dtype=np.int64)
            for place, card in enumerate(cards.split()):
                row[engine.HANDS + (leader + place) % 4] = mask([card])
            engine.start(row, leader, find_suit("C"), -1, -1)
            for card in cards.split():
                engine.apply(row, int(mask([card])).bit_length() - 1)
            assert row[engine.LEADER] == (leader + winner) % 4
            assert row[engine.TRICKS] == 1 - (leader + winner) % 2


@pytest.mark.parametrize("cards", [["AS"], ["2S", "AC"], ["2S", "3S", "7H", "KD", "AC", "2C"]])
def test_a_random_card_is_any_with_the_same_chance(cards):
    """Each card of a set is drawn as often as another."""
    stream, card_set = stream_of(1), mask(cards)
    drawn = [card_name(card_sets.random_card(card_set, stream)) for _ in range(3000)]
    assert misfit(drawn, even(cards)) < FITS
    assert misfit(drawn + cards[:1] * 400, even(cards)) > FITS or len(cards) == 1


def test_cards_are_counted():
    """`count` gives the size of a set."""
    assert [card_sets.count(card_set) for card_set in (0, 1, DECK_MASK, 1 << 57)] == [0, 1, 40, 1]
