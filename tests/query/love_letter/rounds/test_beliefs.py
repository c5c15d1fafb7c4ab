"""Beliefs by name and by state, and what is refused."""

import numpy as np
import pytest

import llq
from llq.errors import IllegalAction, IllegalState, UnknownStrategy
from llq.query.love_letter.rounds.policy_beliefs import find_chances, follow_hidden
from llq.query.love_letter.solution.arrays import solution_chances, solution_space
from llq.query.love_letter.solution.build import build_solution
from llq.solver.love_letter.exact.policies import from_actions
from llq.solver.love_letter.responses.exploiter import follow_round
from llq.solver.love_letter.responses.round_replay import replay
from llq.solver.love_letter.variants import rules
from tests.solver.love_letter.solution.test_memory import as_policy

DECK = "deck-2-1-1-0-1-0-1-1"
OTHER = "deck-2-1-0-1-1-1-0-1"
Action = llq.love_letter.Action
beliefs, beliefs_after = llq.love_letter.rounds.beliefs, llq.love_letter.rounds.beliefs_after


class Asker:
    """A player who asks something in each turn, and plays any card that does not lose at once."""

    name = "asker"

    def __init__(self, ask):
        self.ask = ask

    def choose(self, view, random):
        self.ask(view.history)
        return random.choice(
            [action for action in view.legal if action.card != "Princess"] or view.legal
        )


def test_beliefs_add_up_and_first_turns_know_nothing():
    """In a round's first turn the chances are uniform; later they are what was played."""
    first = beliefs(1, 8, "strategic", variant=DECK)
    assert all(belief.chance == pytest.approx(belief.uniform) for belief in first.cards)
    later = beliefs(1, 5, "strategic", seen=[2], opponent_knows=5, variant=DECK)
    assert sum(belief.chance for belief in later.cards) == pytest.approx(1)
    assert sum(belief.uniform for belief in later.cards) == pytest.approx(1)
    chances = {belief.card: belief.chance for belief in later.cards}
    assert chances["Guard"] == 0  # it would have been played
    assert 0 < later.reached < 1
    after_priest = beliefs(
        1, 5, "strategic", seen=[2], opponent_knows=5, last=Action("Priest"), variant=DECK
    )
    assert after_priest.reached == pytest.approx(later.reached)
    assert "after Priest" in str(after_priest)
    assert after_priest.to_dict()["policy"] == "strategic"


def beliefs_in_a_match(policy, opponent, variant):
    """Return a player's first beliefs in a match; at every turn the chances add up."""
    answers = []
    asker = Asker(lambda past: answers.append(beliefs_after(past, policy, variant=variant)))
    llq.love_letter.match(opponent, asker, 30, variant=variant)
    for answer in answers:
        assert sum(belief.chance for belief in answer.cards) == pytest.approx(1)
    return answers[0]


def test_a_whole_history_says_what_the_opponent_may_hold():
    """A custom player may ask in its turn; an opponent who is not the policy is told apart."""
    assert beliefs_in_a_match("strategic", "strategic", DECK).reached is None
    with pytest.raises(IllegalState, match="what strategic never plays"):
        beliefs_in_a_match("strategic", "random", DECK)


@pytest.mark.parametrize(
    ("more", "error", "reason"),
    [
        ({"policy": "best"}, UnknownStrategy, "unknown player 'best'"),
        ({"policy": "table_discards"}, IllegalState, "depends on discard totals"),
        ({"policy": "monte-carlo", "playouts": 0}, IllegalState, "depends on discard totals"),
        ({"last": Action("King")}, IllegalState, "never reach this state after King"),
        ({"last": Action("Jester")}, IllegalAction, "has no action"),
        ({"seen": [8, 8]}, IllegalState, "the deck has 1 Princess"),
        ({"variant": "batman"}, IllegalState, "tokens"),
    ],
)
def test_mistakes_are_refused(more, error, reason):
    """Each is refused with what was asked and the remedy."""
    with pytest.raises(error, match=reason):
        beliefs(1, 5, **({"policy": "strategic", "variant": DECK} | more))


def test_a_history_of_another_variant_is_none():
    """Cards that the variant does not have are said so."""
    history = llq.love_letter.rounds.History(True, (), "Bilbo", "Guard", ())
    with pytest.raises(IllegalState, match="not a history of"):
        beliefs_after(history, "strategic", variant=DECK)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a folder with the table of a small deck and two solutions, one that forgets."""
    folder = tmp_path_factory.mktemp("tables")
    llq.love_letter.table.build(OTHER, folder)
    build_solution(OTHER, folder, iterations=5)
    build_solution(OTHER, folder / "forgets", iterations=5, memory="none")
    return folder


@pytest.mark.parametrize("policy", ["table", "solution"])
def test_beliefs_of_a_whole_round_are_those_of_the_best_response(folder, monkeypatch, policy):
    """Bayes' rule turn by turn gives what the situations of a best response carry."""
    monkeypatch.setenv("LLQ_TABLES", str(folder))
    deck, compared = rules(OTHER), 0
    if policy == "table":
        assumed = from_actions(deck, np.asarray(llq.love_letter.table.open(OTHER).actions_chosen))
        chances = find_chances(deck, policy)
    else:
        solution = llq.love_letter.solution.open(OTHER, folder / "forgets")
        space = solution_space(solution)
        assumed = as_policy(space, solution_chances(solution, space).astype(float))

        def chances(state, _past):
            return solution.chances(state)

    def compare(past):
        nonlocal compared
        expected = follow_round(deck, assumed, past, replay(deck, past))
        hidden = follow_hidden(deck, past, chances)
        is_refused = hidden.weights is None or hidden.surprises
        assert bool(is_refused) == (expected is None)
        if not is_refused:
            np.testing.assert_allclose(hidden.weights, expected, rtol=0, atol=1e-9)
            compared += len(past.turns)

    llq.love_letter.match(Asker(compare), Asker(compare), 15, variant=OTHER)
    llq.love_letter.match(Asker(compare), "strategic", 10, 2, variant=OTHER)
    assert compared > 30


def test_beliefs_about_the_solution_go_by_what_it_remembers(folder, monkeypatch):
    """The chances add up, and tell the opponent apart from one who forgets."""
    monkeypatch.setenv("LLQ_TABLES", str(folder))
    assert beliefs_in_a_match("solution", "solution", OTHER).policy == "solution"
    with pytest.raises(IllegalState, match="give the whole round"):
        beliefs(1, 5, "solution", seen=[2], variant=OTHER)


def test_beliefs_are_stopped_by_their_progress():
    """Whoever hears how far they have got can end the work by an error."""

    def stop(done, total):
        assert done < total
        raise TimeoutError

    with pytest.raises(TimeoutError):
        beliefs(1, 8, "strategic", variant=DECK, progress=stop)
