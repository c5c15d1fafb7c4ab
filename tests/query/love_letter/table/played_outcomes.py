"""Outcomes of an action by playing every round from the deal move by move."""

from collections import defaultdict

import pytest

from llq.query.love_letter.table.outcomes import follow
from llq.query.love_letter.table.transitions import Result
from llq.solver.game_states import CHANCE
from llq.solver.love_letter.rounds.game_state import LoveLetterState


def rounds_from(state):
    """Yield every way in which chance may go on with a round, with how likely it is."""
    if state.current_player != CHANCE:
        yield state, 1.0
        return
    for card, chance in state.chance_outcomes():
        then = state.copy()
        then.apply(card)
        for last, share in rounds_from(then):
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
    for one in table.actions(state, lead):
        found = follow(table, state, lead, one.action)
        assert sum(out.chance for out in found) == pytest.approx(1, abs=1e-12)
        value = sum(out.chance * out.value for out in found)
        assert value == pytest.approx(one.value, abs=1e-9)


def assert_played(table, hand):
    """Compare every action's outcomes from the deal of a hand with those of rounds played."""
    asked = table.state([card + 1 for card in hand])
    dealt = deals(table.rules, hand)
    for action in table.actions(asked):
        expected, over = defaultdict(float), defaultdict(float)
        for state, chance in dealt:
            begun = state.copy()
            begun.apply(begun.find_action(action.action))
            for replying, share in rounds_from(begun):
                if replying.is_terminal:
                    over[replying.returns()[0]] += chance * share
                    continue
                replying.apply(replying.find_action(table.lookup(replying.state()).action))
                for last, rest in rounds_from(replying):
                    if last.is_terminal:
                        over[last.returns()[0]] += chance * share * rest
                    else:
                        expected[last.state()] += chance * share * rest
        found = follow(table, asked, 0, action.action)
        own = defaultdict(float)
        replies = [reply for out in found for reply in out.replies]
        for turn in (turn for reply in replies for turn in reply.turns):
            own[turn.state] += turn.chance
        assert own == pytest.approx(dict(expected), abs=1e-12)
        for result, returns in [(Result.WON, 1.0), (Result.LOST, -1.0), (Result.DRAWN, 0.0)]:
            ended = sum(out.chance for out in (*found, *replies) if out.result == result)
            assert ended == pytest.approx(over[returns], abs=1e-12)
