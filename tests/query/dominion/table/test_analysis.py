"""What a game's purchases cost, against what must hold of any game and what can be seen by eye."""

from collections import Counter
from itertools import combinations

import pytest

import llq
from llq.dominion import Action
from llq.errors import IllegalState

pytestmark = pytest.mark.usefixtures("dominion_file")


def test_chances_of_hands_are_those_of_counting_them():
    """Every five cards of the deck are equally likely."""
    deck = {"copper": 7, "silver": 2, "gold": 1, "estate": 3}
    worth = {"copper": 1, "silver": 2, "gold": 3, "estate": 0}
    cards = [worth[name] for name, count in deck.items() for _ in range(count)]
    counted = Counter(sum(hand) for hand in combinations(cards, 5))
    hands = llq.dominion.table.hands(deck, 9, 31)
    assert [hand.coins for hand in hands] == sorted(counted)
    for hand in hands:
        assert hand.chance == pytest.approx(counted[hand.coins] / counted.total(), abs=1e-12)
        assert hand.answer == llq.dominion.lookup(deck, hand.coins, 9, 31)


@pytest.mark.parametrize("player", ["optimal", "picky", "random"])
@pytest.mark.parametrize("turns", [6, 31])
def test_expectation_luck_and_costs_make_up_the_score(player, turns):
    """What was expected, plus luck, less what purchases cost, is the score; best play costs 0."""
    for seed in (1, 2):
        game = llq.dominion.play([player], seed=seed, turns=turns)
        analysis = llq.dominion.analyse(game.state)
        assert analysis.start == pytest.approx(llq.dominion.table.open().scores[turns], abs=1e-9)
        (score,) = game.returns
        assert analysis.start + analysis.luck - analysis.cost == pytest.approx(score, abs=1e-8)
        assert analysis.value == pytest.approx(score, abs=1e-9)
        assert len(analysis.buys) == turns
        assert all(buy.cost >= 0 for buy in analysis.buys)
        assert [buy.cost for buy in analysis.mistakes] == sorted(
            (buy.cost for buy in analysis.buys if buy.cost > 1e-9), reverse=True
        )
        if player == "optimal":
            assert analysis.mistakes == ()


def test_in_the_last_turn_a_purchase_costs_the_points_that_another_has():
    """A treasure bought last is worth nothing: it costs the best victory card's points."""
    game = llq.dominion.play(["picky"], seed=1, turns=8)
    last = llq.dominion.analyse(game.state).buys[-1]
    assert last.answer.coins == 6
    assert (last.chosen.action, last.best.action) == (Action("gold"), Action("duchy"))
    assert last.cost == pytest.approx(3)


def test_a_game_under_way_is_analysed_as_far_as_it_went():
    """Before the first purchase nothing is lost; each later one is as at the end."""
    game = llq.dominion.play(["greedy"], seed=2, turns=5)
    analysis = llq.dominion.analyse(game.state)
    for bought, state in enumerate(game.states):
        partly = llq.dominion.analyse(state)
        assert partly.buys == analysis.buys[:bought]
        assert partly.start == analysis.start


def test_only_games_with_known_values_are_analysed():
    """A race, and a game by the real shuffle, are refused: the table is not of those."""
    for state in (
        llq.dominion.new_game(seed=1, variant="race"),
        llq.dominion.new_game(seed=1, real=True),
    ):
        with pytest.raises(IllegalState, match="fresh hands"):
            llq.dominion.analyse(state)
