"""Best responses by name, by deal and by seat, and what is refused."""

import numpy as np
import pytest

import llq
from llq.errors import DeckTooLarge, IllegalState, UnknownStrategy
from llq.query.love_letter.exact.card_order_policies import lowest_actions
from llq.solver.love_letter.exact.policies import strategic_policy
from tests.oracles.love_letter_best_response import BestResponse
from tests.solver.love_letter.responses.test_best_response import as_function

COPIES = (2, 1, 1, 0, 1, 0, 1, 1)
DECK, SIX = "deck-2-1-1-0-1-0-1-1", "deck-1-1-1-0-1-0-1-1"
best_response = llq.love_letter.responses.best_response


@pytest.mark.parametrize("scoring", ["half", "discards"])
def test_a_best_response_is_that_of_explicit_information_sets(scoring):
    """Both seats and their mean are the oracle's, and no player named does better."""
    rules = llq.love_letter.rules(SIX)
    function = as_function(rules, strategic_policy(rules))
    oracle = BestResponse(rules.copies, function, scoring == "discards")
    response = best_response("strategic", variant=SIX, scoring=scoring)
    assert response.first == pytest.approx(oracle.moving(True), abs=response.error_bound)
    assert response.second == pytest.approx(oracle.moving(False), abs=response.error_bound)
    assert response.error_bound < 2e-12
    assert response.exploitability == (response.first + response.second - 1) / 2
    if scoring == "discards":
        for player in ("random", "strategic", "lowest", "table_discards"):
            match = llq.love_letter.exact.match(player, "strategic", variant=SIX)
            assert match.win_prob + match.draw_prob / 2 <= response.first + 1e-12
            match = llq.love_letter.exact.match("strategic", player, variant=SIX)
            assert match.loss_prob + match.draw_prob / 2 <= response.second + 1e-12


def test_deals_average_to_the_whole():
    """Opening hands, by how often they are dealt, are the seat; every three cards, the mean."""
    rules = llq.love_letter.rules(DECK)
    shares = {}
    for low, high in zip(*np.triu_indices(len(COPIES)), strict=True):
        ways = np.prod([COPIES[low], COPIES[high] - (low == high)]) / (1 + (low == high))
        if ways > 0:
            shares[rules.cards[low].name, rules.cards[high].name] = ways / 21
    by_hand = [best_response("lowest", hand=hand, variant=DECK) for hand in shares]
    assert [answer.hand for answer in by_hand] == [*shares]
    assert {(answer.second, answer.exploitability) for answer in by_hand} == {(None, None)}
    response = best_response("lowest", variant=DECK)
    firsts = np.array([answer.first for answer in by_hand])
    assert firsts @ [*shares.values()] == pytest.approx(response.first, abs=1e-12)
    total = best_response("lowest", face_up=3, variant=DECK)
    triples = (1, 1, 2), (1, 1, 8), (2, 3, 5)
    by_cards = [best_response("lowest", face_up=cards, variant=DECK) for cards in triples]
    assert min(answer.first for answer in by_cards) <= total.first <= 1
    assert by_cards[0].face_up == ("Guard", "Guard", "Priest")
    assert total.situations > sum(answer.situations for answer in by_cards)


def test_a_responder_to_chances_meets_the_same_policy():
    """A player's name, its actions and its actions as chances are one policy."""
    rules = llq.love_letter.rules(DECK)
    actions = lowest_actions(rules)
    chances = np.zeros((len(actions), len(rules.actions)))
    chances[np.arange(len(actions)), actions] = 1
    by_name = best_response("lowest", variant=DECK)
    for policy in (actions, chances):
        response = best_response(policy, variant=DECK, threads=1)
        assert response.policy == "array"
        assert (response.first, response.second) == (by_name.first, by_name.second)


def test_progress_and_words():
    """Steps grow to their total; the line and the dictionary hold the numbers."""
    steps = []
    response = best_response(
        "random", hand=(8, 1), variant=DECK, progress=lambda *done: steps.append(done)
    )
    assert steps == sorted(steps)
    assert steps[-1] == (1000, 1000)
    assert f"from Guard and Princess: wins moving first {response.first:.6f} (" in str(response)
    assert response.to_dict()["first"] == response.first
    assert "exploitability" in str(best_response("random", variant=DECK))


@pytest.mark.parametrize("ask", [best_response, llq.love_letter.responses.bracket])
def test_mistakes_are_refused_before_work_begins(ask):
    """Each is refused with what was asked, what there is, and the remedy."""
    for options, error, reason in [
        ({"policy": "best"}, UnknownStrategy, "unknown player 'best'"),
        ({"scoring": "tokens"}, IllegalState, "scoring is one of half, discards"),
        ({"face_up": 2}, IllegalState, "0, 3 or three cards; got 2"),
        ({"hand": (8, 8)}, IllegalState, "cannot deal Princess and Princess"),
        ({"variant": "batman"}, IllegalState, "its guesses earn tokens"),
    ]:
        with pytest.raises(error, match=reason):
            ask(**({"policy": "random", "variant": DECK} | options))


def test_a_deck_of_too_many_situations_is_refused():
    """The message has their number and the limit."""
    with pytest.raises(DeckTooLarge, match="some 6,064 million situations; 50 million"):
        best_response("strategic", variant="big")
