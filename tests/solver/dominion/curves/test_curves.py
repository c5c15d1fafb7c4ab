"""Curves agree with a plain enumeration, with solved turns and points, and with their own games."""

import os
import subprocess
import sys
from collections import defaultdict
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt

import numpy as np
import pytest

from llq.solver.dominion.curves.buyers import FewestBuyer, MenuBuyer, Shop, SolutionBuyer
from llq.solver.dominion.curves.flow import follow
from llq.solver.dominion.curves.games import play
from llq.solver.dominion.fewest.decks import Caps
from llq.solver.dominion.kingdom.cards import find_card
from llq.solver.dominion.kingdom.fewest import KingdomGame
from llq.solver.dominion.kingdom.money_rules import big_money_piles
from llq.solver.dominion.menus import Menu
from llq.solver.dominion.solitaire.solver import solve
from llq.solver.dominion.variants import rules

COSTS = {card.name: card.cost for card in rules().cards}
COINS = {"copper": 1, "silver": 2, "gold": 3}
POINTS = {"estate": 1, "duchy": 3, "province": 6}


def test_every_hand_of_four_turns_is_counted():
    """Points and coins are those of all hands of all decks, enumerated in fractions."""
    menu = Menu.from_text("duchy if count(silver) > 0; silver; estate if turn > 2")
    decks = {("copper",) * 7 + ("estate",) * 3: Fraction(1)}
    grown = follow(MenuBuyer(menu, Shop(), 8), 4, least=0.0)
    for turn in range(4):
        after = defaultdict(Fraction)
        coins_mean = Fraction(0)
        for deck, chance in decks.items():
            for hand in combinations(deck, 5):
                share = chance / comb(len(deck), 5)
                coins = sum(COINS.get(card, 0) for card in hand)
                coins_mean += share * coins
                wishes = [
                    ("duchy", "silver" in deck),
                    ("silver", True),
                    ("estate", turn + 1 > 2),
                ]
                bought = [card for card, due in wishes if due and COSTS[card] <= coins][:1]
                after[(*sorted((*deck, *bought)),)] += share
        decks = after
        assert grown.coins[turn] == pytest.approx(float(coins_mean), abs=1e-12)
        points = defaultdict(Fraction)
        for deck, chance in decks.items():
            points[sum(POINTS.get(card, 0) for card in deck)] += chance
        for number, chance in enumerate(grown.points[turn + 1]):
            assert chance == pytest.approx(float(points[number]), abs=1e-12)


def test_curves_are_the_same_on_every_processor():
    """To the last bit, however the matrix library that numpy calls adds up on this or that one."""
    program = (
        "from llq.solver.dominion.curves.buyers import MenuBuyer, Shop\n"
        "from llq.solver.dominion.curves.flow import follow\n"
        "from llq.solver.dominion.menus import known_menu\n"
        "grown = follow(MenuBuyer(known_menu('big_money'), Shop(), 8), 12)\n"
        "print(grown.coins.tobytes().hex(), grown.provinces.tobytes().hex())"
    )
    first, second = (
        subprocess.run(
            [sys.executable, "-c", program],
            env=os.environ | {"OPENBLAS_CORETYPE": processor},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for processor in ("Nehalem", "Haswell")
    )
    assert first == second != ""


@pytest.mark.parametrize("card", ["", "smithy", "market"])
def test_the_turns_played_are_the_fewest(card):
    """The chances that turns are played add up to the expected turns that the solver has."""
    best = KingdomGame(find_card(card) if card else None, 1).best
    grown = follow(FewestBuyer(best, Shop(find_card(card) if card else None)), 60, least=1e-13)
    assert grown.playing.sum() == pytest.approx(best.turns, abs=1e-8)
    assert grown.provinces[-1] == pytest.approx(1, abs=1e-8)


def test_the_optimum_ends_with_its_value():
    """The mean after the last turn is the expected score that the thesis's sweep computes."""
    solution = solve(rules(), 12, codes=True)
    buyer = SolutionBuyer(solution.codes, solution.space, 12)
    grown = follow(buyer, 12, least=0.0)
    mean = grown.points[-1] @ np.arange(grown.points.shape[1])
    assert mean == pytest.approx(solution.scores[12], abs=1e-9)


@pytest.mark.parametrize("name", ["embassy", "vault", "library", "watchtower", "market"])
def test_games_agree_with_chances(name):
    """Simulated by fresh hands, points and coins lie within four standard errors at every turn."""
    card, games = find_card(name), 4000
    menu = Menu.from_text(f"province; gold; {name} if count({name}) < 3; duchy if turn > 9; silver")
    buyer = MenuBuyer(menu, Shop(card), 8)
    grown, played = follow(buyer, 14), play(buyer, 14, games, 7, real=False)
    means = grown.points @ np.arange(grown.points.shape[1])
    for turn in range(14):
        for found, seen in (
            (means[turn + 1], played.points[:, turn + 1]),
            (grown.coins[turn], played.coins[:, turn]),
        ):
            assert abs(seen.mean() - found) <= 4 * seen.std() / sqrt(games) + 1e-4


@pytest.mark.parametrize("name", ["smithy", "moat"])
def test_the_real_pile_is_that_of_the_exact_rule(name):
    """Turns to two Provinces with a draw pile are, within four errors, those solved exactly."""
    card, games = find_card(name), 4000
    menu = Menu.from_text(f"province; gold; {name} if count({name}) < 2; silver")
    exact = big_money_piles(card, 2, Caps(0, 12, 10, 2)).optimum().turns
    played = play(MenuBuyer(menu, Shop(card), 2), 60, games, 7, real=True)
    turns = (played.coins >= 0).sum(axis=1)
    assert abs(turns.mean() - exact) <= 4 * turns.std() / sqrt(games)
