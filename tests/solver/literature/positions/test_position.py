"""What a custom player is shown."""

import numpy as np
import pytest

from llq.errors import IllegalAction, IllegalState, UnknownCard
from llq.solver.literature.actions import Ask
from llq.solver.literature.engine import HANDS, SIZES
from llq.solver.literature.positions.position import observe
from llq.solver.literature.rules import find_rules
from tests.oracles.literature import agreeing_hands, half_suits
from tests.solver.literature.games import positions
from tests.solver.literature.posteriors import late_positions


@pytest.mark.parametrize(("name", "players"), [("somani", 4), ("pagat", 4), ("pagat", 6)])
def test_a_position_is_what_the_referee_says_and_no_more(name, players):
    """Hand, turn, sizes, owners and legal asks are right, for every seat; other hands are empty."""
    rules = find_rules(name, players)
    for row, referee in positions(rules, 6):
        for seat in range(players):
            position = observe(row, rules, seat)
            assert set(position.hand) == referee.hands[seat]
            assert position.turn == referee.turn
            assert position.sizes == tuple(map(len, referee.hands))
            assert position.owners == referee.owners
            own = seat == referee.turn
            assert set(position.legal) == (referee.legal() if own or referee.is_over() else set())
            others = np.delete(position.row[HANDS : HANDS + 8], seat)
            assert not others.any()
            with pytest.raises(ValueError, match="read-only"):
                position.row[SIZES] = 0
        assert observe(row, rules).seat == referee.turn


def test_what_a_position_says_of_hands_is_that_of_replaying_every_deal():
    """Chances, cards and bounds by name are those of the deals that agree with the game."""
    rules = find_rules("pagat", 4)
    for row, referee, seat in late_positions(rules, 3, 4, 200, 6, 1):
        position, deals = observe(row, rules, seat), [*agreeing_hands(referee, seat)]
        for other in range(4):
            hands = [set(deal[other]) for deal in deals]
            for card in referee.home:
                count = sum(card in hand for hand in hands)
                assert position.chance(other, card) == count / len(deals)
            assert set(position.holds(other)) == set.intersection(*hands)
            assert set(position.may_hold(other)) == set.union(*hands)
            for half, cards in half_suits(rules.pack).items():
                counts = [len(hand & set(cards)) for hand in hands]
                low, high = position.count_bounds(other, half)
                assert low <= min(counts) <= max(counts) <= high
    with pytest.raises(UnknownCard, match="8S"):
        position.chance(0, "8S")


def test_a_certain_claim_is_right():
    """A claim that a position calls certain names who holds the cards, all of the player's team."""
    rules, claims = find_rules("pagat", 4), 0
    for row, referee in positions(rules, 6):
        for seat in range(4):
            position = observe(row, rules, seat)
            for half, cards in half_suits(rules.pack).items():
                claim = position.certain_claim(half)
                if claim:
                    claims += 1
                    assert claim.half_suit == half
                    for card, holder in zip(cards, claim.holders, strict=True):
                        assert holder % 2 == seat % 2
                        assert card in referee.hands[holder]
    assert claims  # a player who is not to move may know of one


def test_a_position_goes_on_by_an_ask():
    """After an ask the position is that of a game in which the referee saw it asked."""
    rules = find_rules("pagat", 4)
    for row, referee in positions(rules, 9):
        position = observe(row, rules)
        for ask in position.legal[::7]:
            is_hit = ask.card in referee.hands[ask.player]
            after = position.after_ask(ask, is_hit)
            assert after.turn == (position.seat if is_hit else ask.player)
            assert (ask.card in after.hand) == is_hit
            assert after.sizes[ask.player] == position.sizes[ask.player] - is_hit
            assert ask.card not in after.may_hold(ask.player)
    with pytest.raises(IllegalAction, match="ask player 7 for the 2C is not one of the legal asks"):
        position.after_ask(Ask(7, "2C"), True)
    for wrong in (-1, 4):
        with pytest.raises(IllegalState, match="there are seats 0 to 3; got"):
            position.holds(wrong)
