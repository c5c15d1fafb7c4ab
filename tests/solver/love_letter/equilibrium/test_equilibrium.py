"""Equilibria of small decks: against every order of the deck, a linear program and part 1."""

from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from llq.errors import DeckTooLarge, IllegalState
from llq.query.love_letter.equilibrium.histories import find_infoset
from llq.solver.love_letter.equilibrium import linear_program
from llq.solver.love_letter.equilibrium.linear_program import solve_linear_program
from llq.solver.love_letter.equilibrium.size import expected_nodes
from llq.solver.love_letter.equilibrium.solver import (
    belief_weights,
    certify,
    minimize_regret,
    uniform_chances,
)
from llq.solver.love_letter.equilibrium.tree import build_tree
from llq.solver.love_letter.exact.policies import random_policy
from llq.solver.love_letter.responses.best_response import Responder
from llq.solver.love_letter.rules import Scoring
from llq.solver.love_letter.variants import custom_deck, rules
from tests.oracles.love_letter_perfect_recall import PerfectRecall

ROUNDING = 1e-12

DECKS = [
    (2, 1, 1, 0, 0, 0, 0, 0),
    (2, 1, 1, 1, 0, 0, 0, 0),
    (3, 0, 0, 0, 1, 0, 0, 1),
    (1, 1, 0, 1, 1, 1, 0, 0),
    (2, 0, 1, 0, 1, 0, 0, 1),
    (1, 0, 1, 1, 1, 0, 1, 1),
    (2, 1, 1, 0, 1, 1, 0, 0),
    (0, 1, 2, 0, 2, 1, 0, 0),
    (2, 0, 0, 1, 2, 0, 0, 1),
]
LARGER = [(2, 1, 1, 1, 1, 0, 0, 1), (1, 1, 1, 1, 1, 1, 0, 1), (3, 0, 2, 1, 0, 1, 0, 0)]
SCORINGS = pytest.mark.parametrize("scoring", [Scoring.HALF, Scoring.DISCARDS])


def as_oracle(play):
    """Return a play of the kernels as one of the oracle."""
    if play.card == 0:
        return 1, play.argument + 1
    return play.card + 1, {-1: None, 0: "opponent", 1: "self"}[play.argument]


def as_function(tree, player, chances):
    """Return a policy of the tree as a function of the histories that the oracle tells."""
    actions = {as_oracle(play): tree.rules.actions[i] for i, play in enumerate(tree.rules.plays)}
    moves = tree.players[player]

    @cache
    def policy(history):
        steps = [actions[step] if isinstance(step, tuple) else step for step in history]
        infoset = find_infoset(tree, player, steps)
        return {
            as_oracle(tree.rules.plays[moves.play[sequence]]): Fraction(float(chances[sequence]))
            for sequence in range(moves.first[infoset], moves.first[infoset + 1])
        }

    return policy


@SCORINGS
@pytest.mark.parametrize("copies", DECKS, ids=str)
def test_certificates_equal_every_order_of_the_deck(copies, scoring):
    """Best responses and the match of two policies are those without a tree, merged or cut."""
    tree = build_tree(custom_deck(copies), scoring)
    oracle = PerfectRecall(copies, scoring == Scoring.DISCARDS)
    for solution in (minimize_regret(tree, 1e-3), solve_linear_program(tree)):
        found = solution.certificate
        first, second = (as_function(tree, p, solution.chances[p]) for p in (0, 1))
        assert found.first == pytest.approx(
            float(oracle.best_response(second, first=True)), abs=ROUNDING
        )
        assert found.second == pytest.approx(
            float(oracle.best_response(first, first=False)), abs=ROUNDING
        )
        value = float(oracle.value(first, second))
        assert 1 - found.second - ROUNDING <= value <= found.first + ROUNDING
        assert abs(value - found.value) <= found.exploitability + ROUNDING


@SCORINGS
@pytest.mark.parametrize("copies", DECKS + LARGER, ids=str)
def test_regret_minimization_finds_the_value_of_the_linear_program(copies, scoring):
    """Two methods, two certificates, one value, to a billionth."""
    tree = build_tree(custom_deck(copies), scoring)
    program, regret = solve_linear_program(tree), minimize_regret(tree, 1e-9)
    assert program.certificate.exploitability == pytest.approx(0, abs=1e-9)
    assert -ROUNDING <= regret.certificate.exploitability <= 1e-9
    assert regret.certificate.value == pytest.approx(program.certificate.value, abs=2e-9)


@SCORINGS
@pytest.mark.parametrize("copies", [(0, 2, 1, 1, 1, 1, 1, 0), (0, 2, 2, 1, 2, 0, 1, 0)], ids=str)
def test_best_responses_to_random_are_those_by_table_states(copies, scoring):
    """With neither Guards nor a Princess the tree has all that Random plays: two programs agree."""
    deck = custom_deck(copies)
    tree = build_tree(deck, scoring)
    chances = []
    for player, moves in enumerate(tree.players):
        found = uniform_chances(tree, player)
        for infoset in range(len(moves.parent)):
            part = slice(moves.first[infoset], moves.first[infoset + 1])
            cards = [deck.plays[play].card for play in moves.play[part]]
            found[part] = [1 / len({*cards}) / cards.count(card) for card in cards]
        chances.append(found)
    responder = Responder(deck, random_policy(deck), scoring)
    found = certify(tree, (chances[0], chances[1]))
    assert found.first == pytest.approx(responder.moving_first(), abs=ROUNDING)
    assert found.second == pytest.approx(responder.moving_second(), abs=ROUNDING)


@pytest.mark.parametrize("copies", [DECKS[1], DECKS[8], LARGER[0]], ids=str)
def test_who_may_bluff_wins_no_less(copies):
    """The more a player may do, the more they win; without Guards it makes no difference."""
    values = {
        bluffs: solve_linear_program(build_tree(custom_deck(copies), bluffs=bluffs)).certificate
        for bluffs in ((True, True), (True, False), (False, True), (False, False))
    }
    worth = {bluffs: found.value for bluffs, found in values.items()}
    assert worth[False, True] - 1e-9 <= worth[True, True] <= worth[True, False] + 1e-9
    assert worth[False, True] - 1e-9 <= worth[False, False] <= worth[True, False] + 1e-9


def test_the_tree_is_made_of_all_orders():
    """Whatever both play, some end comes: beliefs add up to all orders in the first turn."""
    tree = build_tree(custom_deck(LARGER[0]))
    assert tree.orders == 5040 / 2
    weights = belief_weights(tree, 0, uniform_chances(tree, 1))
    assert weights[slice(*tree.turns[0].infosets)].sum() == pytest.approx(tree.orders)
    for player, moves in enumerate(tree.players):
        assert (np.diff(moves.first) > 0).all()
        assert moves.first[-1] == tree.sequences[player] == len(moves.play)


def test_results_and_progress_are_the_same_every_time():
    """No random numbers; the share of the work done grows to 1."""
    tree, shares = build_tree(custom_deck(LARGER[0])), []
    one = minimize_regret(tree, 1e-7, progress=shares.append)
    other = minimize_regret(build_tree(custom_deck(LARGER[0])), 1e-7)
    assert one.certificate == other.certificate
    assert one.iterations == other.iterations
    for player in (0, 1):
        assert (one.chances[player] == other.chances[player]).all()
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


def test_too_few_steps_are_not_called_an_equilibrium():
    """The certificate is that of the policies as they are."""
    tree = build_tree(custom_deck(LARGER[0]))
    found = minimize_regret(tree, 1e-9, most_iterations=5)
    assert found.iterations == 5
    assert found.certificate.exploitability > 1e-3
    assert found.certificate == certify(tree, found.chances)


@pytest.mark.parametrize("copies", [*LARGER, (5, 2, 1, 0, 0, 0, 0, 0)], ids=str)
def test_the_size_is_told_beforehand(copies):
    """The estimate is within a factor of two."""
    tree = build_tree(custom_deck(copies))
    assert tree.nodes / 2 < expected_nodes(tree.rules) < tree.nodes * 2


def test_what_cannot_be_solved_is_refused(monkeypatch):
    """A variant with tokens, and a linear program that would take too long."""
    with pytest.raises(IllegalState, match="without tokens"):
        build_tree(rules("batman"))
    monkeypatch.setattr(linear_program, "MOST_SEQUENCES", 10)
    with pytest.raises(DeckTooLarge, match="112 sequences; 10 are solved"):
        solve_linear_program(build_tree(custom_deck(DECKS[1])))
