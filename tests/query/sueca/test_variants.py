"""Sueca's rules, players and quantities by name, and how long playing takes."""

import pytest

import llq
from llq.errors import UnknownGame
from llq.solver.sueca.players import STRATEGIES


def test_the_rules_are_the_thesis_s():
    """The one variant has 120 points, and games above 60 and 90."""
    rules = llq.sueca.rules()
    assert rules == llq.sueca.rules("carreiro-2016")
    assert 4 * sum(rules.points) == 120
    assert [rules.games(points, 5) for points in (60, 61, 90, 91, 120)] == [0, 1, 1, 2, 2]
    assert rules.games(120, 10) == 4
    with pytest.raises(UnknownGame, match="unknown variant 'bisca' of Sueca; choose carreiro-2016"):
        llq.sueca.rules("bisca")


def test_players_are_the_strategies():
    """Every strategy is listed once, with what it draws at a decision, and needs no table."""
    found = {player.name: player for player in llq.sueca.players()}
    assert list(found) == list(STRATEGIES)
    assert [player.letter for player in found.values() if player.letter] == ["R", "T", "A", "MC"]
    assert {player.needs for player in found.values()} == {""}
    assert (found["pimc"].deals, found["pimc"].playouts, found["pimc"].solved) == (50, 2, 20)
    assert found["random"].deals is None
