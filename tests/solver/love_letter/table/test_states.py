"""The state space: a ranking of the legal states without holes."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from llq.errors import IllegalState
from llq.solver.love_letter.rules import Card, Effect, Rules
from llq.solver.love_letter.table.states import UNKNOWN, State, StateArrays, state_space
from llq.solver.love_letter.variants import CLASSIC

TINY = Rules(
    variant="tiny",
    version=1,
    cards=(
        Card("Guard", 1, 2, Effect.GUESS, 1),
        Card("Handmaid", 4, 1, Effect.PROTECT, 4),
        Card("King", 6, 2, Effect.SWAP, 6),
    ),
    source="this test",
)


def legal_states(rules):
    """List every legal state by trying everything, from the definition in words."""
    cards = range(len(rules.cards))
    for low, high in product(cards, cards):
        for unseen in product(*(range(copies + 1) for copies in rules.copies)):
            gone = [
                copies - left - (low == card) - (high == card)
                for card, (copies, left) in enumerate(zip(rules.copies, unseen, strict=True))
            ]
            if low > high or min(gone) < 0 or sum(unseen) < 2:
                continue
            effects = {rules.cards[card].effect for card in cards if gone[card]}
            revealed = bool(effects & {Effect.LOOK, Effect.COMPARE, Effect.SWAP})
            maids = (False, True) if Effect.PROTECT in effects else (False,)
            hand_knowns = (0, 1) if low == high else (0, 1, 2)
            for maid, hand_known in product(maids, hand_knowns if revealed else (0,)):
                yield State(low, high, unseen, UNKNOWN, maid, False, hand_known)
                for card in cards:
                    if unseen[card]:
                        yield State(low, high, unseen, card, maid, False, hand_known)
                        if revealed:
                            yield State(low, high, unseen, card, maid, True, hand_known)


def test_a_small_space_is_exactly_the_legal_states():
    """Ranks of a small variant are a bijection to the states that the definition allows."""
    space = state_space(TINY)
    states = list(legal_states(TINY))
    assert sorted(space.rank(state) for state in states) == list(range(space.size))
    assert all(space.unrank(space.rank(state)) == state for state in states)


def test_every_classic_rank_comes_back(classic_space):
    """Unrank then rank is the identity on every seventh state of the classic deck."""
    ranks = np.arange(0, classic_space.size, 7)
    assert np.array_equal(classic_space.rank_many(classic_space.unrank_many(ranks)), ranks)


@given(st.integers(0, 2_069_235))
def test_scalar_and_batch_ranks_agree(rank):
    """The rank in plain integers and the batch rank are one function."""
    space = state_space(CLASSIC)
    state = space.unrank(rank)
    assert space.rank(state) == rank
    assert space.explain(state) == ""


counts = st.tuples(*(st.integers(-1, copies + 1) for copies in CLASSIC.copies))


@given(
    st.builds(
        State,
        st.integers(-1, 8),
        st.integers(-1, 8),
        counts,
        st.integers(-1, 8),
        st.booleans(),
        st.booleans(),
        st.integers(0, 3),
    )
)
def test_a_state_is_ranked_or_explained(state):
    """Any state has either a rank that leads back to it or a reason why it has none."""
    space = state_space(CLASSIC)
    batch = StateArrays(*(np.array([field]) for field in state))
    reason = space.explain(state)
    if reason:
        with pytest.raises(IllegalState) as raised:
            space.rank(state)
        assert str(raised.value) == reason
    else:
        assert space.unrank(space.rank(state)) == state
    assert space.rank_many(batch)[0] == (-1 if reason else space.rank(state))


def test_ranks_are_those_of_the_classic_states(classic_space):
    """There are 2,069,236, by unseen cards so that one sweep solves them; no rank wraps round."""
    assert (np.diff(classic_space.block_n) >= 0).all()
    assert classic_space.block_n[0] == 2
    assert classic_space.block_n[-1] == CLASSIC.opening_unseen
    assert classic_space.size == 2_069_236
    for rank in (-1, 2_069_236):
        with pytest.raises(IllegalState, match="0 to 2069235"):
            classic_space.unrank(rank)
