"""Rounds of several move by move: the kernel's rounds, what is seen, and hidden cards redrawn."""

from random import Random

import numpy as np
import pytest

from llq.errors import IllegalAction, IllegalState
from llq.solver.game_states import CHANCE
from llq.solver.love_letter.multiplayer import kernels, rounds
from llq.solver.love_letter.multiplayer.game_state import PartyState
from llq.solver.rng import streams
from tests.solver.love_letter.multiplayer.replays import TABLES


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_a_round_is_the_kernels_and_comes_back_from_its_record(variant, players):
    """From the same stream both draw the same cards; plain data plays the round again."""
    rules = rounds.party_rules(variant, players)
    party = rounds.party(rules, players)
    for number in range(25):
        seeds = streams(31, number, number + 1)
        state = PartyState(rules, players, None, int(seeds[0]), variant)
        row = party.fresh.copy()
        kernels.draw_due(party.cards, party.setup, row, seeds)
        choices = Random(number)
        while not state.is_terminal:
            assert state.row == row.tolist()
            legal = state.legal_actions()
            assert state.find_action(state._action(legal[-1])) == legal[-1]
            action = choices.choice(legal)
            state.apply(action)
            kernels.act(party.cards, party.setup, party.moves, row, action)
            kernels.draw_due(party.cards, party.setup, row, seeds)
        assert state.row == row.tolist()
        again = PartyState.from_dict(state.to_dict())
        assert (again.row, again.returns()) == (state.row, state.returns())
        winners = int(row[rounds.WINNERS]).bit_count()
        assert sum(state.returns()) == winners + (row[rounds.SPY_TOKEN] >= 0)


@pytest.mark.parametrize(("variant", "players"), [("classic", 3), ("2019", 4)])
def test_a_round_redrawn_is_the_same_to_its_player(variant, players):
    """The player has the same information and actions; hidden cards differ somewhere.

    Where no such round is found it says so, and never gives the round itself.
    """
    differs = refused = 0
    for number in range(6):
        state = PartyState(rounds.party_rules(variant, players), players, None, number, variant)
        choices = Random(number)
        while not state.is_terminal:
            me = state.current_player
            try:
                other = state.resample(me, choices)
            except IllegalState as error:
                assert "no round that fits" in str(error)  # noqa: PT017 - others are right too
                refused += 1
            else:
                assert other.information_state(me) == state.information_state(me)
                assert other.legal_actions() == state.legal_actions()
                differs += other.row != state.row
            state.apply(choices.choice(state.legal_actions()))
    assert differs > 20
    assert refused * 3 < differs


def test_chance_of_the_caller():
    """Without a stream chance is a mover: its outcomes are cards, and their chances add up."""
    state = PartyState(rounds.party_rules("2019", 3), 3)
    while state.current_player == CHANCE:
        outcomes = state.chance_outcomes()
        assert sum(chance for _, chance in outcomes) == pytest.approx(1)
        state.apply(outcomes[-1][0])
    assert state.view().hand == ("Chancellor", "Princess")
    with pytest.raises(IllegalAction, match="player 0 may play"):
        state.apply(-1)


def test_nothing_hidden_is_observed():
    """Observation and words are the same in two rounds that the player cannot tell apart."""
    state = PartyState(rounds.party_rules("classic", 4), 4, None, 12, "classic")
    choices = Random(3)
    while not state.is_terminal:
        me = state.current_player
        other = state.resample(me, choices)
        for name, array in state.observation(me).items():
            if name != "knows_mine":
                assert np.array_equal(array, other.observation(me)[name]), name
        assert state.observation_text(me) == other.observation_text(me)
        state.apply(choices.choice(state.legal_actions()))
