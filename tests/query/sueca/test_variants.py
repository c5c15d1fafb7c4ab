"""Sueca's rules and players by name."""

import pytest

import llq
from llq.errors import UnknownGame
from llq.solver.sueca.players import STRATEGIES
from llq.solver.sueca.rules import RULES


def test_the_rules_are_the_thesis_s():
    """The rules have one variant, and a variant of another name is refused."""
    assert llq.sueca.rules() == llq.sueca.rules("carreiro-2016") == RULES
    with pytest.raises(UnknownGame, match="unknown variant 'bisca' of Sueca; choose carreiro-2016"):
        llq.sueca.rules("bisca")


def test_players_are_the_strategies():
    """Every strategy is listed once, with what it draws at a decision, and needs no table."""
    players = {player.name: player for player in llq.sueca.players()}
    assert list(players) == list(STRATEGIES)
    assert [player.letter for player in players.values() if player.letter] == ["R", "T", "A", "MC"]
    assert {player.needs for player in players.values()} == {""}
    assert (players["pimc"].deals, players["pimc"].playouts, players["pimc"].solved) == (50, 2, 20)
    assert players["random"].deals is None
