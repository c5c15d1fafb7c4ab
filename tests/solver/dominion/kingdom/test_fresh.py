"""Fewest turns to Provinces by fresh hands: against exact fractions, bounds and visits."""

import numpy as np
import pytest

from llq.errors import IllegalState
from llq.solver.dominion.kingdom.decks import Caps, DeckBox, Kind, money_box, purchases
from llq.solver.dominion.kingdom.fresh import FreshGame
from tests.oracles import dominion_kingdom as oracle

SMALL = [
    # Provinces; bought Coppers, Silvers and Golds at most
    (1, 0, 3, 1),
    (1, 1, 2, 2),
    (2, 1, 2, 1),
]


def test_values_are_those_of_exact_fractions():
    """Each deck of a small game has the value that full decks in fractions have."""
    nothing = oracle.Facts(cost=99)
    for goal, copper, silver, gold in SMALL:
        caps = (7 + copper, silver, gold, 0, 3, goal)
        game = FreshGame(money_box(goal, Caps(copper, silver, gold)))
        best = game.optimum()
        decks = oracle.decks(nothing, (7, 0, 0, 0, 3, 0), caps)
        assert len(decks) > 6
        for deck in decks:
            number = game.box.number((*deck[:3], deck[5]))
            turns = oracle.fewest_turns(nothing, deck, caps)
            assert best.value[number] == pytest.approx(np.inf if turns is None else float(turns))


def test_estates_and_duchies_only_cost_turns():
    """In exact fractions a player who may buy Estates, or Duchies, needs as many turns."""
    estate, duchy, start = oracle.Facts(cost=2), oracle.Facts(cost=5), (7, 0, 0, 0, 3, 0)
    turns = oracle.fewest_turns(estate, start, (7, 2, 1, 0, 3, 1))
    assert oracle.fewest_turns(estate, start, (7, 2, 1, 2, 3, 1)) == turns
    assert oracle.fewest_turns(duchy, start, (7, 2, 1, 2, 3, 1)) == turns


def test_a_policy_is_worth_what_its_turns_say():
    """A given policy's value is its expected turns turn by turn, and no less than the optimum."""
    game = FreshGame(money_box(2, Caps(0, 40, 30)))
    names = {places: game.box.kinds[places[0]].name for places in game.bought}

    def choose(box: DeckBox, coins: int, buys: int) -> list[int]:
        wanted = "province" if coins >= 8 else "gold" if coins >= 6 else "silver"
        which = next(i for i, places in enumerate(game.bought) if names[places] == wanted)
        return [which if coins >= 3 else -1] * box.decks

    played = game.policy(choose)
    assert played.visits(400).sum() == pytest.approx(played.turns, rel=1e-9)
    assert (played.value >= game.optimum().value - 1e-12).all()


def test_actions_are_one_turn_less_than_values():
    """A deck's value is one turn and what the best purchases of its hands leave."""
    game = FreshGame(money_box(3, Caps(1, 6, 6)))
    best = game.optimum()
    for deck in range(0, game.box.decks, 7):
        after = [min(best.actions(deck, int(coins)).values()) for coins in game.outcomes.coins]
        expected = 1 + np.dot(game.outcomes.chance[deck], after)
        assert best.value[deck] == pytest.approx(expected, rel=1e-12)


def test_two_buys_buy_two_cards():
    """With more buys a purchase is any set of cards that the coins pay for."""
    kinds = (Kind("copper", 0, 7, 8), Kind("silver", 3, 0, 2), Kind("province", 8, 0, 1))
    assert purchases(kinds, 6, 2) == [(0,), (1,), (0, 0), (0, 1), (1, 1)]
    targets = DeckBox(kinds, 3).targets([(1, 1), (0, 0), (2, 1)])
    assert targets[0].tolist() == [2, -2, -1]


def test_what_no_box_holds_is_refused():
    """A game that is over, and a deck beyond the caps, have an error of one line."""
    with pytest.raises(IllegalState, match="the game is over"):
        money_box(1, deck=(7, 0, 0, 3, 0, 1))
    with pytest.raises(IllegalState, match="beyond the caps"):
        money_box(1, Caps(0, 2, 2)).number((7, 3, 0, 0))
