"""Archer's games against a referee who plays them again, and against the solver's numbers."""

from dataclasses import replace
from itertools import combinations_with_replacement

import numba
import numpy as np
import pytest

from llq.errors import IllegalState, UnknownStrategy
from llq.solver.love_letter.archer import match
from llq.solver.love_letter.archer.match import simulate_archer
from llq.solver.love_letter.archer.solver import solve_archer
from llq.solver.love_letter.archer.states import ArcherState, archer_space
from llq.solver.love_letter.match import simulate
from llq.solver.love_letter.players import Strategy
from llq.solver.love_letter.rounds import engine
from llq.solver.love_letter.rules import Effect, Rules
from llq.solver.love_letter.table.states import UNKNOWN
from llq.solver.love_letter.variants import ARCHER
from llq.solver.love_letter.views import legal_actions
from tests.oracles.love_letter_archer_play import ArcherReferee

SMALL = Rules(
    "small",
    1,
    tuple(
        replace(c, copies=n) for c, n in zip(ARCHER.cards, (2, 2, 1, 1, 1, 1, 1, 1), strict=True)
    ),
    "this test",
)


@pytest.fixture(scope="module")
def solution():
    """Return the solution of the small deck."""
    return solve_archer(SMALL)


@numba.njit
def entries_of(layout, asides, rows, looked):
    """Return the entry of the mover's state in each row."""
    entries = np.empty(len(rows), dtype=np.int64)
    for index in range(len(rows)):
        entries[index] = match.state_entry(layout, asides, rows[index], looked[index])
    return entries


def read_state(every, row, looked):
    """Return the mover's information state."""
    me = int(row[engine.MOVER])
    known = bool(looked[me])
    aside = int(row[engine.POOL]) if known else UNKNOWN
    return ArcherState(*engine.read_state(every.space, row), aside, known, bool(looked[1 - me]))


def opening_value(every, values):
    """Return the mean value of the opening over all deals."""
    total = ways = 0
    copies = every.rules.copies
    for low, high in combinations_with_replacement(range(len(copies)), 2):
        unseen = list(copies)
        unseen[low] -= 1
        unseen[high] -= 1
        if min(unseen) < 0:
            continue
        count = copies[low] * (copies[high] if low != high else (copies[low] - 1) / 2)
        total += count * values[every.rank(ArcherState(low, high, tuple(unseen)))]
        ways += count
    return total / ways


@pytest.mark.parametrize(
    ("rules", "seats", "face_up"),
    [
        (ARCHER, (Strategy.RANDOM, Strategy.RANDOM), 0),
        (ARCHER, (Strategy.RANDOM, Strategy.RANDOM), 3),
        (SMALL, (Strategy.TABLE, Strategy.RANDOM), 0),
    ],
)
def test_the_referee_agrees_with_every_turn(rules, seats, face_up, solution):
    """Of 1000 games, every information state, its entry and the winner are the referee's."""
    every = archer_space(rules)
    arena = engine.make_arena(every.space, policy=solution.actions)
    layout, seats = arena.layout, tuple(map(int, seats))
    rows, looked, sources = match.deal_games(arena, 3, 0, 1000, face_up=face_up)
    turns, asides = [[] for _ in rows], rows[:, engine.POOL].tolist()
    while (playing := np.flatnonzero(rows[:, engine.WINNER] == engine.PLAYING)).size:
        states = {}
        entries = entries_of(layout, every.asides, rows[playing], looked[playing])
        for index, entry in zip(playing, entries, strict=True):
            state = read_state(every, rows[index], looked[index])
            assert every.rank(state) == entry
            states[index] = state, int(rows[index, engine.MOVER])
        match.advance(arena, every.asides, seats, 1, rows, looked, sources)
        for index, (state, me) in states.items():
            row = rows[index].tolist()
            dealt = row[engine.HAND + me], row[engine.HAND + 1 - me], row[engine.POOL]
            turns[index].append((state, rules.plays[row[engine.ACTION]], dealt))
    rare = set()
    for row, aside, game in zip(rows, asides, turns, strict=True):
        referee = ArcherReferee(rules, [*row[engine.POOL + 1 :][::-1].tolist(), aside], face_up)
        for state, action, dealt in game:
            assert referee.winner is None
            hand, unseen, opponent, maid, exposed, known, they_know = referee.information()
            assert (state.low, state.high, state.unseen) == (*hand, unseen)
            assert state.maid == maid
            assert (state.opponent if state.known else None) == opponent
            assert ([hand[state.hand_known - 1]] if state.hand_known else []) == exposed
            assert (state.aside if state.aside_known else None) == known
            assert state.aside_known_to_opponent == they_know
            assert rules.actions[rules.plays.index(action)] in legal_actions(rules, state)
            referee.play(*action, dealt)
            effect = rules.cards[action.card].effect
            if effect in (Effect.REDEAL, Effect.LOOK_EITHER):
                rare.add((effect, action.argument, maid))
            if effect == Effect.REDRAW and sum(unseen) == 2:
                rare.add("a Prince draws the aside card")
        assert row[engine.WINNER] == referee.winner
    assert {(Effect.REDEAL, -1, False), (Effect.LOOK_EITHER, 1, False)} <= rare
    if face_up == 0 and rules is ARCHER:
        assert len(rare) == 6


def test_table_against_table_is_the_solver_s_own_number(solution):
    """In 400,000 games the first player's share is the opening value, within 4 standard errors."""
    value = opening_value(archer_space(SMALL), solution.values)
    result = simulate_archer(SMALL, "table", "table", 400_000, 1, policy=solution.actions)
    share = (result.first_wins + result.draws / 2) / result.games
    error = np.sqrt(result.first_wins * (result.games - result.first_wins) / result.games**3)
    assert abs(share - value) < 4 * error


def test_the_number_of_threads_changes_nothing():
    """One thread plays the same games as two."""
    results = [simulate_archer(ARCHER, "random", "random", 9000, 5, threads=n) for n in (1, 2)]
    assert results[0] == results[1]


def test_what_cannot_be_played_is_refused(solution):
    """Other players, a missing or foreign policy, and the classic simulator say no."""
    with pytest.raises(UnknownStrategy, match="random, table"):
        simulate_archer(ARCHER, "strategic", "random", 10, 1)
    with pytest.raises(UnknownStrategy, match="needs a policy"):
        simulate_archer(ARCHER, "table", "random", 10, 1)
    with pytest.raises(IllegalState, match="20588990"):
        simulate_archer(ARCHER, "table", "random", 10, 1, policy=solution.actions)
    with pytest.raises(IllegalState, match="archer_match"):
        simulate(ARCHER, "random", "random", 10, 1)
