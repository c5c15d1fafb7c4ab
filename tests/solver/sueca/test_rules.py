"""The rules as data, and cards as numbers and names."""

import pytest

from llq.errors import UnknownCard
from llq.solver.card_masks import cards_of, mask_of
from llq.solver.sueca import rules
from tests.oracles import sueca as oracle


def test_names_of_cards_round_trip():
    """Each of the 40 cards has a name that finds it, in either case and with its suit drawn."""
    assert len(cards_of(rules.DECK_MASK)) == 40
    assert {rules.card_name(card) for card in cards_of(rules.DECK_MASK)} == set(oracle.DECK)
    for card in cards_of(rules.DECK_MASK):
        name = rules.card_name(card)
        drawn = name[0] + dict(zip("SHDC", "♠♥♦♣", strict=True))[name[1]]
        for text in (name, name.lower(), drawn, f" {name} "):
            assert rules.find_card(text) == card
        assert (
            rules.find_suit(name[1])
            == rules.find_suit(name[1].lower())
            == rules.find_suit(drawn[1])
            == card // 16
        )
    assert mask_of(cards_of(rules.DECK_MASK)) == rules.DECK_MASK
    assert mask_of([3, 3]) == 8


def test_ranks_are_in_order_of_strength():
    """Of two cards of a suit the one of the higher number is the better by table 2.1's order."""
    for suit in oracle.SUITS:
        cards = [rules.find_card(rank + suit) for rank in oracle.RANKS]
        assert cards == sorted(cards, reverse=True)


def test_points_are_those_of_table_2_1():
    """Each card is worth what the thesis says: 30 points a suit, 120 in all."""
    for name in oracle.DECK:
        assert rules.points_of(1 << rules.find_card(name)) == oracle.worth([name])
    for suit in range(4):
        assert rules.points_of(mask_of(range(16 * suit, 16 * suit + 10))) == 30
    assert rules.points_of(rules.DECK_MASK) == rules.TOTAL_POINTS == 120
    assert rules.points_of(0) == 0


def test_games_are_scored_as_in_section_2_4():
    """60 points score nothing, more one game, more than 90 two, and only all ten tricks four."""
    for points, tricks, games in [
        (0, 0, 0), (59, 5, 0), (60, 5, 0), (61, 5, 1), (61, 1, 1), (90, 9, 1), (91, 5, 2),
        (120, 9, 2), (120, 10, 4),
    ]:  # fmt: skip
        assert rules.RULES.games(points, tricks) == games


def test_other_names_are_refused():
    """What is not a card or a suit is named in the error, with how they are written."""
    for name in ["", "A", "AS7", "8H", "10H", "1S", "AX", "SA", "A S", "ß", "♠A"]:
        with pytest.raises(
            UnknownCard, match="is not a card of Sueca: write a rank of A 7 K J Q 6"
        ):
            rules.find_card(name)
    for name in ["", "X", "AS", "♠♥", "spadess"]:
        with pytest.raises(UnknownCard, match="is not a suit: write one of S H D C"):
            rules.find_suit(name)
