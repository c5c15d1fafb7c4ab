"""Outcomes of an action: chances, values, and the same rounds played out move by move."""

import json
from collections import defaultdict
from itertools import islice

import numpy as np
import pytest

import llq
from llq.errors import IllegalAction, IllegalState
from llq.query.love_letter.table.outcomes import follow, play_outcomes
from llq.query.love_letter.table.transitions import Result, find_hits, take_step
from llq.solver.game_states import CHANCE
from llq.solver.love_letter.rounds.game_state import LoveLetterState
from llq.solver.love_letter.rules import Action
from llq.solver.love_letter.variants import CLASSIC

FEW = 20


@pytest.fixture(scope="module")
def some_states(classic):
    """Return states that come up, of every number of unseen cards, with all that may be known."""
    ranks = np.random.default_rng(1).permutation(np.flatnonzero(np.asarray(classic.reachable)))
    states = (classic.space.unrank(rank) for rank in ranks.tolist())
    return [*islice((state for state in states if state.opponent < 0 or state.known), FEW)]


def test_an_actions_value_is_that_of_its_outcomes(classic, some_states):
    """Chances sum to one; chance times value, over an action's outcomes, is the table's value."""
    for state in some_states:
        assert_adds_up(classic, state)


def has_tie(table, turn_before, action):
    """Whether some opponent after an action has equally good plays of both cards."""
    for card, left in enumerate(turn_before.unseen):
        if left and turn_before.opponent in (-1, card):
            for rank, _ in take_step(table, turn_before, 0, action, card).branches:
                turn = table.space.unrank(rank)
                plays = table.actions(turn if turn.known else turn._replace(opponent=-1))
                if len({play.action.card for play in plays if play.is_best}) > 1:
                    return True
    return False


def test_an_outcomes_value_is_that_of_its_replies(classic, some_states):
    """So it is from an outcome to its replies and their next turns, but for the thesis's ties."""
    exceptions = followed = 0
    for state in some_states:
        for play in classic.actions(state):
            for out in follow(classic, state, 0, play.action):
                if out.result != Result.GOES_ON:
                    assert out.replies == ()
                    continue
                followed += 1
                chance = sum(reply.chance for reply in out.replies)
                assert chance == pytest.approx(out.chance, abs=1e-12)
                value = sum(reply.chance * reply.value for reply in out.replies)
                if value != pytest.approx(out.chance * out.value, abs=1e-9):
                    assert has_tie(classic, state, CLASSIC.action_numbers[play.action])
                    exceptions += 1
                for reply in out.replies:
                    assert bool(reply.turns) == (reply.result == Result.GOES_ON)
                    if reply.turns:
                        inside = sum(turn.chance * turn.value for turn in reply.turns)
                        assert inside == pytest.approx(reply.chance * reply.value, abs=1e-12)
    assert exceptions < followed / 20


def test_every_next_turn_comes_up(classic, some_states):
    """The table knows every situation that an outcome leads to, if both players play by it."""
    for state in some_states:
        best = classic.lookup(state).action
        for out in follow(classic, state, 0, best):
            for reply in out.replies:
                assert all(classic.can_come_up(turn.state) for turn in reply.turns)


@pytest.mark.parametrize("hand", [(2, 4), (0, 4)])
def test_outcomes_are_those_of_rounds_played_move_by_move(classic, hand):
    """From the deal, every draw and reply of the move-by-move game gives the same next turns."""
    assert_played(classic, hand)


def rounds_from(state):
    """Yield every way in which chance may go on with a round, with how likely it is."""
    if state.current_player != CHANCE:
        yield state, 1.0
        return
    for card, chance in state.chance_outcomes():
        following = state.copy()
        following.apply(card)
        for last, share in rounds_from(following):
            yield last, chance * share


def deals(rules, hand):
    """Yield every round that deals the first player a hand, with how likely it then is."""
    dealt = [
        (state, chance)
        for state, chance in rounds_from(LoveLetterState(rules))
        if (state.hands[0], state.drawn) == hand
    ]
    total = sum(chance for _, chance in dealt)
    return [(state, chance / total) for state, chance in dealt]


def assert_adds_up(table, state, lead=0):
    """Compare the value of each action with chance times value over what may come of it."""
    for play in table.actions(state, lead):
        outcomes = follow(table, state, lead, play.action)
        assert sum(out.chance for out in outcomes) == pytest.approx(1, abs=1e-12)
        value = sum(out.chance * out.value for out in outcomes)
        assert value == pytest.approx(play.value, abs=1e-9)


def assert_played(table, hand):
    """Compare every action's outcomes from the deal of a hand with those of rounds played."""
    opening = table.state([card + 1 for card in hand])
    dealt = deals(table.rules, hand)
    for action in table.actions(opening):
        expected, over = defaultdict(float), defaultdict(float)
        for state, chance in dealt:
            after_play = state.copy()
            after_play.apply(after_play.find_action(action.action))
            for replying, share in rounds_from(after_play):
                if replying.is_terminal:
                    over[replying.returns()[0]] += chance * share
                    continue
                replying.apply(replying.find_action(table.lookup(replying.state()).action))
                for last, rest in rounds_from(replying):
                    if last.is_terminal:
                        over[last.returns()[0]] += chance * share * rest
                    else:
                        expected[last.state()] += chance * share * rest
        outcomes = follow(table, opening, 0, action.action)
        turn_chances = defaultdict(float)
        replies = [reply for out in outcomes for reply in out.replies]
        for turn in (turn for reply in replies for turn in reply.turns):
            turn_chances[turn.state] += turn.chance
        assert turn_chances == pytest.approx(dict(expected), abs=1e-12)
        for result, returns in [(Result.WON, 1.0), (Result.LOST, -1.0), (Result.DRAWN, 0.0)]:
            ended = sum(out.chance for out in (*outcomes, *replies) if out.result == result)
            assert ended == pytest.approx(over[returns], abs=1e-12)


def test_hits_by_hand(classic):
    """A Guard wins against two Priests of 14 unseen cards; beside the Princess a Baron always."""
    hits = find_hits(classic, classic.state((1, 8)), 0, Action("Guard", guess="Priest"))
    assert sum(hit.chance for hit in hits) == pytest.approx(1)
    assert {hit.card for hit in hits if hit.won} == {"Priest"}
    assert sum(hit.chance * hit.won for hit in hits) == pytest.approx(2 / 14)
    hits = find_hits(classic, classic.state((3, 8)), 0, Action("Baron"))
    assert all(hit.won == 1 for hit in hits)


def test_a_priest_shows_the_card_that_a_handmaid_leaves_known(classic):
    """Whoever shows a card to a Priest and then plays a Handmaid beside it is still known."""
    for out in follow(classic, classic.state((2, 8)), 0, Action("Priest")):
        assert out.shown is not None
        for reply in out.replies:
            if reply.action == Action("Handmaid") and out.shown != "Handmaid":
                known = {turn.state.opponent for turn in reply.turns}
                assert known == {CLASSIC.card(out.shown)}


def test_what_is_not_legal_is_refused():
    """An action that the hand does not allow, and a situation that cannot arise, say so."""
    with pytest.raises(IllegalAction, match="legal are Countess"):
        play_outcomes(6, 7, Action("King"))
    with pytest.raises(IllegalState):
        play_outcomes(8, 8, Action("Princess"))


def test_an_outcome_is_plain_data():
    """An outcome can be written as JSON."""
    outcomes = llq.love_letter.table.outcomes(1, 8, Action("Guard", guess="Priest"))
    plain = json.loads(json.dumps([outcome.to_dict() for outcome in outcomes]))
    assert {outcome["result"] for outcome in plain} == {"won", "goes on"}
    assert set(plain[0]["replies"][0]["turns"][0]) == {"state", "lead", "chance", "value"}
