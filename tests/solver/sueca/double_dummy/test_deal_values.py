"""The values of many deals with open hands."""

import pytest

from llq.errors import IllegalState
from llq.solver.sueca.double_dummy.deal_values import solve_deals
from llq.solver.sueca.matches.deals import Deals, one_deal, trumps
from llq.solver.sueca.rules import SUIT


@pytest.mark.parametrize(("trump", "value"), [(0, 120), (1, 0), (2, 120), (3, 0)])
def test_a_suit_each_is_the_trumps_holders(trump, value):
    """Where each player holds one suit, the holder of the trumps takes all tricks."""
    hands = tuple(SUIT << 16 * suit for suit in range(4))
    assert solve_deals(2, 1, dealing=one_deal(hands, trump), threads=2).tolist() == [value] * 2


def test_all_trumps_in_a_hand_win_everything():
    """Ten trumps in North's hand are worth 120 points whatever else is dealt."""
    assert (solve_deals(5, 1, dealing=Deals(trumps(10)), threads=1) == 120).all()


def test_no_games_are_refused():
    """A number of games below one is an error of its own."""
    with pytest.raises(IllegalState, match="must be a positive integer"):
        solve_deals(0, 1)
