"""The register of editions: boxes, and how their rules are read."""

import pytest

from llq.errors import IllegalState, UnknownGame
from llq.solver.love_letter.editions import EDITIONS, edition
from llq.solver.love_letter.variants import ROUND_VARIANTS, VARIANTS, round_rules, rules


def test_every_variant_is_of_one_edition():
    """The register has each variant once, an edition's own first; a box's numbers name it."""
    assert sorted(n for box in EDITIONS.values() for n in box.variants) == sorted(VARIANTS)
    for name, box in EDITIONS.items():
        assert box.name == name == box.variants[0]
        assert box.rules is rules(name)
        if name in ("classic", "2019"):  # named by the box too: its year, and its cards
            names = (str(box.year), str(box.rules.deck_size))
            assert all(rules(name) is box.rules and edition(name) is box for name in names)
        assert {box.rules.deck_size} == {rules(variant).deck_size for variant in box.variants}


def test_the_2019_box():
    """21 cards for two to six players, and the tokens that win: 6, 5, 4, 3, 3."""
    box = edition("2019")
    assert box.players == (2, 6)
    assert box.tokens_to_win == {2: 6, 3: 5, 4: 4, 5: 3, 6: 3}
    assert all(ruling.rule and ruling.source for ruling in box.rulings)
    assert {"tie", "spy", "chancellor", "countess"} <= {ruling.topic for ruling in box.rulings}


def test_unknown_editions_are_refused():
    """An edition that does not exist is refused by name, with those that do."""
    with pytest.raises(UnknownGame, match=r"unknown edition '2018'.*2019.*choose one of classic"):
        edition("2018")


def test_rounds_of_two_choices_a_turn_are_refused_where_they_are_played():
    """Rooms that follow rounds say so of the 2019 edition, and what to take instead."""
    assert ROUND_VARIANTS == ("classic", "hobbit", "big", "batman")
    for name in ROUND_VARIANTS:
        assert round_rules(name) is rules(name)
    with pytest.raises(IllegalState, match=r"Chancellor.*two choices.*take classic, hobbit"):
        round_rules("2019")
