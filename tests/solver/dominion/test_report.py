"""The findings of `check` against the paper's examples and against the solver."""

import tomllib

import pytest
from hypothesis import assume, given, settings

from llq.solver.dominion.definitions import check, check_mapping
from llq.solver.dominion.rules import Card, FixedLength, Rules
from llq.solver.dominion.solitaire.solver import solve
from tests.solver.dominion.conftest import games


def test_dominion_is_reachable_and_efficient(game):
    """Section 6 says so; equation 5 and the reduced counts are binomials."""
    report = check(game)
    assert report.is_game
    assert report.findings == ()
    assert report.decks == 2_324_784
    assert (report.reduced_decks, report.reduced_states) == (52_360, 324_632)
    assert [(band.name, band.treasure, band.victory) for band in report.bands] == [
        ("0-1", "copper", None),
        ("2", "copper", "estate"),
        ("3-4", "silver", "estate"),
        ("5", "silver", "duchy"),
        ("6-7", "gold", "duchy"),
        ("8+", "gold", "province"),
    ]


def test_example_4_2():
    """Card 3 of example 4.2 is unreachable; card 4, as dear, is in Q0 but never bought."""
    treasures = (Card("c1", True, 1, 1), Card("c2", True, 5, 3), Card("c3", True, 16, 4))
    game = Rules("4.2", treasures, (Card("c4", False, 16, points=1),), (1, 0, 0, 5), FixedLength(9))
    report = check(game)
    assert report.unreachable == ("c3",)
    assert report.never_bought == ("c3", "c4")
    assert report.droppable == ("c3",)


def test_inefficient_means_beaten_and_not_in_the_starting_deck(game):
    """Definition 4.3 by its meaning: of exact equals one stays, starting cards are excused."""
    tin, brass = Card("tin", True, 4, 1), Card("brass", True, 3, 2)
    worse = Rules(
        "w", (*game.treasures, tin, brass), game.victories, (7, 0, 0, 1, 0, 3, 0, 0), FixedLength(5)
    )
    report = check(worse)
    assert report.inefficient == ("brass",)
    assert {finding.card for finding in report.findings} == {"tin", "brass"}


def test_what_is_no_game_is_told_by_definition_2_1(game):
    """Overlapping card sets and fewer than five starting cards are found in the raw file."""
    text = game.to_toml().replace('"estate"', '"copper"').replace("start = 7", "start = 1")
    report = check_mapping(tomllib.loads(text))
    assert not report.is_game
    assert [finding.card for finding in report.findings] == ["copper", None]
    assert {finding.definition for finding in report.findings} == {"2.1"}
    assert check_mapping(tomllib.loads(game.to_toml())) == check(game)
    assert not check_mapping({}).is_game


@given(games())
@settings(max_examples=6, deadline=None)
def test_dropping_what_can_be_dropped_costs_nothing(small):
    """The optimum stays the same without the cards called droppable."""
    dropped = set(check(small).droppable)
    rest = [(c, n) for c, n in zip(small.cards, small.start, strict=True) if c.name not in dropped]
    treasures = tuple(card for card, _ in rest if card.is_treasure)
    victories = tuple(card for card, _ in rest if not card.is_treasure)
    assume(treasures and victories)
    smaller = Rules("less", treasures, victories, tuple(n for _, n in rest), small.end)
    assert solve(smaller, 6).scores == pytest.approx(solve(small, 6).scores, abs=1e-12)
