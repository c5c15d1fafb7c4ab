"""Fewest turns to Provinces by the real rule: against exact fractions, bounds and simulation."""

from random import Random

import numpy as np
import pytest

from llq.errors import IllegalState, UnknownStrategy
from llq.solver.dominion.fewest.decks import Caps, money_box
from llq.solver.dominion.fewest.piles import PileGame
from llq.solver.dominion.fewest.points import most_points
from llq.solver.dominion.fewest.policies import MenuPolicy, PilePolicy
from llq.solver.dominion.fewest.turn_by_turn import pile_flow, spending_bands
from llq.solver.dominion.menus import known_menu
from llq.solver.dominion.strategies.reshuffle import reshuffle_scores
from llq.solver.dominion.variants import rules
from tests.oracles import dominion_fewest as oracle
from tests.oracles import dominion_fewest_piles as real

SMALL = [
    # Provinces; bought Coppers, Silvers and Golds at most
    (1, 0, 3, 0),
    (1, 0, 2, 1),
    (1, 1, 2, 1),
    (2, 0, 2, 1),
    (1, 0, 1, 1),
]


def _pile(cards: tuple[int, ...]) -> tuple[int, int, int, int]:
    return cards[0], cards[1], cards[2], sum(cards[3:])


@pytest.mark.parametrize(("goal", "copper", "silver", "gold"), SMALL)
def test_values_are_those_of_exact_fractions(
    goal: int, copper: int, silver: int, gold: int
) -> None:
    """Every state that a small game comes to has the value that exact fractions have."""
    values = real.turns((7 + copper, silver, gold, 3, 0, goal))
    best = PileGame(money_box(goal, Caps(copper, silver, gold))).optimum(threads=1)
    for (draw, discard), turns in values.items():
        deck = tuple(x + y for x, y in zip(draw, discard, strict=True))
        found = best.lookup((*deck[:3], deck[5]), _pile(draw))
        assert found == pytest.approx(np.inf if turns is None else float(turns), rel=1e-11)
    assert best.residual < 1e-11


def test_an_estate_is_no_better_than_passing() -> None:
    """In exact fractions a player who may buy an Estate needs as many turns."""
    start = oracle.START, real.NONE
    assert real.turns((7, 2, 1, 4, 0, 1))[start] == real.turns((7, 2, 1, 3, 0, 1))[start]


def test_relaxed_boxes_bound_the_optimum() -> None:
    """Larger boxes lie between a box and its relaxed one, which close in as the caps rise."""
    gaps = []
    for caps in (Caps(0, 5, 4), Caps(1, 6, 5), Caps(1, 9, 8)):
        high = PileGame(money_box(2, caps)).optimum().turns
        low = PileGame(money_box(2, caps, relaxed=True)).optimum().turns
        gaps.append((low, high))
    assert gaps[0][0] < gaps[1][0] <= gaps[2][0] <= gaps[2][1] <= gaps[1][1] < gaps[0][1]
    assert gaps[2][1] - gaps[2][0] < 1e-3


def test_threads_change_nothing() -> None:
    """One thread and three fill the same values."""
    game = PileGame(money_box(2, Caps(0, 6, 5)))
    one, three = game.optimum(threads=1), game.optimum(threads=3)
    np.testing.assert_array_equal(one.values, three.values)


def test_a_mean_hand_leads_to_the_value() -> None:
    """One turn by hand from the start: the value is one turn and the mean of what hands leave."""
    best = PileGame(money_box(1, Caps(1, 6, 5))).optimum()
    total = 0.0
    for p, after in real.options((oracle.START, real.NONE), (8, 6, 5, 3, 0, 1)):
        total += float(p) * min(_value(best, state) for state in after.values())
    assert best.turns == pytest.approx(1 + total, rel=1e-12)


def _value(best, state) -> float:
    draw, discard = state
    deck = tuple(x + y for x, y in zip(draw, discard, strict=True))
    return 0.0 if deck[5] else best.lookup((*deck[:3], deck[5]), _pile(draw))


def test_games_played_take_the_expected_turns() -> None:
    """Games dealt card by card take as many turns as the value says, within four errors."""
    best, random = PileGame(money_box(1, Caps(0, 7, 6))).optimum(), Random(13)
    lengths = []
    for _ in range(3000):
        draw, discard, turns = [1] * 7 + [0] * 3, [], 0
        random.shuffle(draw)
        while True:
            turns += 1
            hand = []
            while len(hand) < 5:
                if not draw:
                    draw, discard = discard, []
                    random.shuffle(draw)
                hand.append(draw.pop())
            if sum(hand) >= 8:
                break
            discard += hand
            pile = [draw.count(value) for value in (1, 2, 3, 0)]
            worth = {
                card: best.lookup(
                    [(draw + discard).count(v) + (v == card) for v in (1, 2, 3)] + [0], pile
                )
                for card, cost in ((None, 0), (2, 3), (3, 6))
                if sum(hand) >= cost
                and (card is None or (draw + discard).count(card) < (None, None, 7, 6)[card])
            }
            bought = min(worth, key=worth.__getitem__)
            discard += [] if bought is None else [bought]
        lengths.append(turns)
    error = np.std(lengths, ddof=1) / np.sqrt(len(lengths))
    assert abs(np.mean(lengths) - best.turns) < 4 * error


def test_most_points_are_those_of_the_plain_reshuffle() -> None:
    """In short games the kernels score what plain Python does, and the bounds meet."""
    exact = reshuffle_scores(rules(), "optimal", 6)
    caps = Caps(6, 6, 6)
    assert most_points(6, caps) == pytest.approx(exact, rel=1e-12)
    assert most_points(6, caps, relaxed=True) == pytest.approx(exact, rel=1e-12)
    assert (most_points(6, Caps(0, 2, 1), relaxed=True) >= np.array(exact) - 1e-12).all()
    assert (most_points(6, Caps(0, 2, 1), victory_cards=1) <= np.array(exact) + 1e-12).all()
    with pytest.raises(IllegalState, match="room for a victory card"):
        most_points(6, caps, victory_cards=1, relaxed=True)


@pytest.mark.parametrize("provinces", [1, 2])
def test_turn_by_turn_the_optimum_takes_its_expected_turns(provinces: int) -> None:
    """Followed forward over decks and piles, the policy is done when its value says."""
    best = PileGame(money_box(provinces, Caps(1, 8, 8))).optimum()
    played = pile_flow(PilePolicy(best), provinces, 60, least=1e-16)
    assert played.turns == pytest.approx(best.turns, rel=1e-9)
    assert played.done[-1] == pytest.approx(1, abs=1e-9)
    chances = best.game.best_chances(20)
    assert (played.done[:21] <= chances + 1e-12).all()


@pytest.mark.parametrize("name", ["big_money", "big_money_duchy", "big_money_ultimate"])
def test_menus_played_take_the_expected_turns(name) -> None:
    """Games by a rule that people play by, dealt card by card, take the turns computed."""
    game, random, lengths = rules(), Random(7), []
    rule = MenuPolicy(known_menu(name))
    _, band = spending_bands(game)
    expected = pile_flow(rule, 2, 80).turns
    for _ in range(2500):
        draw, discard, turns = [0] * 7 + [3] * 3, [], 0
        random.shuffle(draw)
        while (draw + discard).count(5) < 2:
            turns += 1
            hand = []
            while len(hand) < 5:
                if not draw:
                    draw, discard = discard, []
                    random.shuffle(draw)
                hand.append(draw.pop())
            deck = tuple((draw + discard + hand).count(card) for card in range(6))
            coins = sum(game.cards[card].value for card in hand)
            bought = rule.choices(deck, turns)[0, band[coins]]
            discard += hand + ([int(bought)] if bought >= 0 else [])
        lengths.append(turns)
    error = np.std(lengths, ddof=1) / np.sqrt(len(lengths))
    assert abs(np.mean(lengths) - expected) < 4 * error


def test_menus_say_what_their_authors_say() -> None:
    """The wishes of each menu in the situations that tell them apart."""
    early, late = (7, 3, 1, 3, 0, 0), (7, 5, 5, 3, 0, 5)
    known = ("big_money", "big_money_duchy", "big_money_ultimate")
    said = {name: MenuPolicy(known_menu(name)) for name in known}
    # Bands of 0-1, 2, 3-4, 5, 6-7 and 8 or more coins; places of Copper 0 to Province 5.
    assert said["big_money"].choices(early, 1).tolist() == [[-1, -1, 1, 1, 2, 5]]
    assert said["big_money_duchy"].choices(late, 1).tolist() == [[-1, -1, 1, 4, 2, 5]]
    assert said["big_money_ultimate"].choices(early, 1).tolist() == [[-1, -1, 1, 1, 2, 2]]
    assert said["big_money_ultimate"].choices(late, 1).tolist() == [[-1, -1, 1, 4, 4, 5]]
    last = (7, 5, 5, 3, 8, 6)  # no Duchy is left
    assert said["big_money_ultimate"].choices(last, 1).tolist() == [[-1, 3, 3, 3, 3, 5]]
    with pytest.raises(UnknownStrategy, match="not a known menu"):
        known_menu("bigger_money")
    with pytest.raises(IllegalState, match="a game of one has no lead"):
        MenuPolicy(known_menu("big_money_penultimate"))


def test_piles_that_no_deck_has_are_refused() -> None:
    """A draw pile with foreign cards, or with too many, has an error of one line."""
    game = PileGame(money_box(1, Caps(0, 3, 3)))
    with pytest.raises(IllegalState, match="does not have"):
        game.state(0, (0, 1, 0, 0))
    with pytest.raises(IllegalState, match="at most 5 of a deck's 10"):
        game.state(0, (6, 0, 0, 0))
