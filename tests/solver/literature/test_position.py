"""What a player of one's own is shown."""

import numpy as np
import pytest

from llq.errors import UnknownCard
from llq.solver.literature.engine import HANDS, SIZES
from llq.solver.literature.position import see
from llq.solver.literature.rules import find_card, find_rules
from tests.oracles.literature import count_deals
from tests.solver.literature.games import positions
from tests.solver.literature.posteriors import late_positions


@pytest.mark.parametrize(("name", "players"), [("somani", 4), ("pagat", 4), ("pagat", 6)])
def test_a_position_is_what_the_referee_says_and_no_more(name, players):
    """Hand, turn, sizes, owners and legal asks are right, for every seat; other hands are empty."""
    rules = find_rules(name, players)
    for row, referee in positions(rules, 6):
        for seat in range(players):
            position = see(row, rules, seat)
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
        assert see(row, rules).seat == referee.turn


def test_a_positions_chances_are_those_of_replaying_every_deal():
    """Chances by name are the shares of the deals that agree with the game."""
    rules = find_rules("pagat", 4)
    for row, referee, seat in late_positions(rules, 3, 4, 200, 4, 1):
        position, count = see(row, rules, seat), count_deals(referee, seat)
        for card in referee.home:
            for other in range(4):
                assert position.chance(other, card) == count.held[other, card] / count.deals
            held = {
                p for p in range(4) if int(position.view.held[p]) >> find_card(card, rules.pack) & 1
            }
            assert held == {p for p in range(4) if count.held[p, card] == count.deals}
    with pytest.raises(UnknownCard, match="8S"):
        position.chance(0, "8S")
