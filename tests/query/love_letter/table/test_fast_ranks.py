"""The fast way to states and ranks gives what the slow way gives, or leaves the question to it."""

import random

import numpy as np
import pytest

from llq.errors import IllegalState, LlqError
from llq.query.love_letter.observation import situation
from llq.query.love_letter.table.fast_ranks import NO_RANK, OrdinaryStates
from llq.solver.love_letter.table.states import State, StateArrays, state_space
from llq.solver.love_letter.variants import rules

VARIANTS = ["classic", "hobbit", "deck-3-1-1-1-1-1-0-1"]


@pytest.fixture(scope="module", params=VARIANTS)
def space(request):
    """Return the states of a variant."""
    return state_space(rules(request.param))


@pytest.fixture(scope="module")
def ordinary(space):
    """Return the ordinary states of the variant."""
    return OrdinaryStates(space.rules)


def _question(variant, chance):
    """Return what a player may see, often enough something that no player can see."""
    deck = [card.number for card in variant.cards for _ in range(card.copies)]
    chance.shuffle(deck)
    if chance.random() < 0.2:
        deck = chance.choices(deck, k=len(deck))
    facts = {"seen": deck[2 : 2 + chance.randrange(len(deck) - 2)]}
    if chance.random() < 0.2:
        facts |= {"face_up": deck[-chance.choice([3, 3, 2]) :]}
    if chance.random() < 0.4:
        facts |= {"opponent": chance.choice(deck)}
    if chance.random() < 0.4:
        facts |= {"opponent_knows": chance.choice(deck[:3])}
    if chance.random() < 0.4:
        facts |= {"handmaid": True}
    return deck[:2], facts


def _slow_state(variant, hand, **facts):
    return situation(variant, hand, **facts).state


def _outcome(function, *arguments, **options):
    """Return what a function returns or raises."""
    try:
        return function(*arguments, **options)
    except LlqError as error:
        return type(error), str(error)


def test_a_state_is_the_slow_ways_or_left_to_it(space, ordinary):
    """What is possible is found fast and is the same state; what is impossible is left alone."""
    chance, states = random.Random(1), []
    for _ in range(800):
        hand, facts = _question(space.rules, chance)
        states.append(ordinary.state(hand, **facts))
        expected = _outcome(_slow_state, space.rules, hand, **facts)
        assert states[-1] == (expected if isinstance(expected, State) else None)
    assert len(states) - states.count(None) > 60


def test_a_table_explains_as_before(classic):
    """By way of a table a wrong question has the error that the slow way gives it."""
    chance, errors = random.Random(2), set()
    for _ in range(500):
        hand, facts = _question(classic.rules, chance)
        expected = _outcome(_slow_state, classic.rules, hand, **facts)
        assert _outcome(classic.state, hand, **facts) == expected
        errors.add("" if isinstance(expected, State) else expected[1])
    assert len(errors) > 20


def test_what_is_no_question_has_the_slow_ways_error(classic):
    """Numbers that are no cards, too many cards and unknown words fail as they always did."""
    for hand, facts in [
        ((True, 8), {}),
        ((1.0, 8), {}),
        ((1, 8), {"seen": [1.0]}),
        ((1, 8), {"seen": [True]}),
        ((1, 8), {"seen": [1, 2], "opponent": True}),
        ((1, 8), {"seen": [1, 2], "opponent": 2.0}),
        ((1, 8), {"seen": [1, 2], "opponent_knows": 1.0}),
        ((1, 8), {"seen": [1, 2], "opponent_knows": [1]}),
        ((1, 8), {"seen": [[1]]}),
        ((1, 8), {"seen": "12"}),
        ((1, 8), {"seen": {1: -1}}),
        ((1, 8), {"lead": 3}),
        ((1, 8), {"luck": 3}),
        ((1, 8), {"seen": [2] * 300}),
        ((1, 9), {}),
        ((1,), {}),
        ((1, 2, 3), {}),
        ("18", {"seen": [8]}),
    ]:
        with pytest.raises((LlqError, TypeError, AttributeError)) as slow:
            situation(classic.rules, hand, **facts)
        with pytest.raises(type(slow.value)) as fast:
            classic.state(hand, **facts)
        assert str(fast.value) == str(slow.value)


def test_every_spelling_of_a_question_is_understood(classic):
    """Names, numpy's numbers, iterators and copies by card give a state with Python's own types."""
    for hand, facts in [
        (("Guard", "princess"), {"seen": ["1", "Baron"]}),
        (("g", "princess"), {}),
        ((np.int64(1), np.int32(8)), {"seen": [np.int64(2)]}),
        (iter((1, 8)), {"seen": {1: 2, "King": 1}}),
        ((1, 8), {"seen": (card for card in (1, 2))}),
        ((1, 8), {"handmaid": 0, "seen": []}),
        ((1, 8), {"discarded": [1], "opponent_discarded": [2]}),
        ((1, 8), {"lead": 0}),
    ]:
        state = classic.state(hand, **facts)
        assert (state.low, state.high) == (0, 7)
        assert {type(left) for left in state.unseen} == {int}


def test_ranks_are_those_of_the_state_space(space, ordinary):
    """Every state that exists has its rank; one changed at random has its own or none."""
    chance, size = random.Random(3), len(space.rules.cards)
    for _ in range(300):
        state = space.unrank(chance.randrange(space.size))
        assert ordinary.rank(state) == space.rank(state)
        field = chance.choice(State._fields)
        if field == "unseen":
            left = list(state.unseen)
            left[chance.randrange(size)] += chance.choice([-1, 1])
            changed = state._replace(unseen=tuple(left))
        else:
            changed = state._replace(**{field: chance.randrange(-2, size + 1)})
        try:
            expected = space.rank(changed)
        except IllegalState:
            expected = NO_RANK
        assert ordinary.rank(changed) in {NO_RANK, expected}
        assert ordinary.rank(changed) == expected or field in {"maid", "known"}


def test_a_batch_has_the_ranks_of_the_state_space(space, ordinary):
    """Chunks of good states, and chunks with some bad ones in every column."""
    rng = np.random.default_rng(4)
    ranks = rng.integers(0, space.size, 20000)
    states = space.unrank_many(ranks)
    assert np.array_equal(ordinary.rank_many(states), ranks)
    for column in State._fields:
        changed = StateArrays(*map(np.copy, states))
        places = rng.integers(0, 10000, 50)
        values = rng.integers(-3, 9, getattr(changed, column)[places].shape)
        getattr(changed, column)[places] = values
        assert np.array_equal(ordinary.rank_many(changed), space.rank_many(changed))
        alone = StateArrays(*(of[places[:1]] for of in changed))
        assert np.array_equal(ordinary.rank_many(alone), space.rank_many(alone))


def test_a_batch_of_other_arrays_is_ranked_too(space, ordinary):
    """Numbers of other widths, strided columns and no state at all."""
    states = space.unrank_many(np.arange(0, space.size, 1 + space.size // 20000))
    narrow = StateArrays(*(column.astype(np.int8) for column in states))
    strided = StateArrays(*(np.repeat(column, 2, axis=0)[::2] for column in states))
    empty = StateArrays(*(column[:0] for column in states))
    for batch in (narrow, strided, empty):
        assert np.array_equal(ordinary.rank_many(batch), space.rank_many(batch))
