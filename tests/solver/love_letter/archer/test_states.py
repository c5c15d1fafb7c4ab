"""Archer's states and rules."""

import numpy as np
import pytest

from llq.errors import IllegalState
from llq.solver.love_letter.archer.states import ArcherState, archer_space
from llq.solver.love_letter.rules import Action, Effect
from llq.solver.love_letter.variants import ARCHER, CLASSIC, rules
from llq.solver.love_letter.views import legal_actions

OPENING = (5, 1, 2, 2, 2, 1, 1, 0)  # unseen beside Priest and Princess
PRIEST_SEEN = (4, 0, 2, 2, 2, 1, 1, 1)  # beside Guard and Priest


def test_the_deck_is_the_classic_one_but_for_two_effects():
    """Archer is found by name; only Priest and card 7 differ from classic."""
    assert rules("archer") is ARCHER
    changed = {
        new.number: new.effect
        for new, old in zip(ARCHER.cards, CLASSIC.cards, strict=True)
        if new != old
    }
    assert changed == {2: Effect.LOOK_EITHER, 7: Effect.REDEAL}
    assert ARCHER.tracks_aside
    assert not CLASSIC.tracks_aside


def test_the_priest_has_two_actions_and_a_handmaid_leaves_him_one():
    """The Priest looks at either card, against a Handmaid at the aside card only."""
    priest = [a for a in ARCHER.actions if a.card == "Priest"]
    assert [ARCHER.describe(a) for a in priest] == [
        "Priest at the opponent",
        "Priest at the aside card",
    ]
    state = ArcherState(1, 3, (5, 1, 2, 0, 2, 1, 1, 1), maid=True)
    assert legal_actions(ARCHER, state) == (
        Action("Priest", target="aside"),
        Action("Handmaid"),
    )


def test_card_seven_is_never_forced():
    """With King and card 7 in hand both may be played."""
    state = ArcherState(5, 6, (5, 2, 2, 2, 2, 0, 0, 1))
    assert legal_actions(ARCHER, state) == (Action("King"), Action("Countess"))


def test_rank_and_unrank_are_inverse():
    """20,000 random entries and all of the first level come back from their states."""
    every = archer_space(ARCHER)
    some = np.random.default_rng(1).integers(every.size, size=20_000).tolist()
    for entry in [*some, *range(5000)]:
        state = every.unrank(entry)
        assert state is None or every.rank(state) == entry


def test_the_number_of_entries():
    """The space has 2,069,236 states but for the aside card and 20,588,990 entries with it."""
    every = archer_space(ARCHER)
    assert (every.space.size, every.size) == (2_069_236, 20_588_990)
    with pytest.raises(IllegalState, match="20588989"):
        every.unrank(every.size)


@pytest.mark.parametrize(
    ("state", "message"),
    [
        (ArcherState(1, 7, OPENING, aside=0), "leave it out"),
        (ArcherState(1, 7, OPENING, aside_known=True), "must be named"),
        (ArcherState(1, 7, OPENING, aside_known_to_opponent=True), "before a card that looks"),
        (ArcherState(1, 7, OPENING, aside=0, aside_known=True), "too few"),
        (ArcherState(0, 1, PRIEST_SEEN, aside=1, aside_known=True), "cannot be a Priest"),
        (ArcherState(0, 1, PRIEST_SEEN, 7, aside=7, aside_known=True), "cannot be a Princess"),
        (ArcherState(0, 1, PRIEST_SEEN, aside=8, aside_known=True), "0 to 7"),
        (
            ArcherState(0, 1, PRIEST_SEEN, aside=7, aside_known=True, aside_known_to_opponent=True),
            "too few",
        ),
        (ArcherState(1, 0, PRIEST_SEEN), "sorted"),
    ],
)
def test_impossible_states_are_refused_with_the_reason(state, message):
    """A state that cannot be has no entry, and the message says why."""
    with pytest.raises(IllegalState, match=message):
        archer_space(ARCHER).rank(state)
