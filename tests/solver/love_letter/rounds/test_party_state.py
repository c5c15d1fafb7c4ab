"""Rounds of several move by move: the kernel's rounds, what is seen, and hidden cards redrawn."""

from random import Random

import numpy as np
import pytest

from llq.errors import IllegalAction
from llq.solver.game_states import CHANCE
from llq.solver.love_letter.multiplayer import kernels
from llq.solver.love_letter.rounds import referee
from llq.solver.love_letter.rounds.action_text import PartyAction
from llq.solver.love_letter.rounds.party_state import PartyState
from llq.solver.rng import streams
from tests.solver.love_letter.rounds.replays import TABLES, draw_due


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_a_round_is_the_kernels_and_comes_back_from_its_record(variant, players):
    """From the same stream both draw the same cards; plain data plays the round again."""
    rules = referee.party_rules(variant, players)
    party = referee.party(rules, players)
    assert PartyState(rules, players, None).discards(0) == []
    for number in range(10):
        seeds = streams(31, number, number + 1)
        state = PartyState(rules, players, None, int(seeds[0]))
        row = party.fresh.copy()
        draw_due(party, row, seeds)
        choices = Random(number)
        while not state.is_terminal:
            assert state.row == row.tolist()
            legal = state.legal_actions()
            assert state.find_action(state.action(legal[-1])) == legal[-1]
            action = choices.choice(legal)
            state.apply(action)
            kernels.act(party.cards, party.setup, party.moves, row, action)
            draw_due(party, row, seeds)
        assert state.row == row.tolist()
        again = PartyState.from_dict(state.to_dict())
        assert (again.row, again.returns()) == (state.row, state.returns())
        winners = int(row[referee.WINNERS]).bit_count()
        assert sum(state.returns()) == winners + (row[referee.SPY_TOKEN] >= 0)


def test_cards_redrawn_are_as_likely_as_what_was_seen_makes_them():
    """After a Guard that missed seat 2 the hand of its player has the chances of Bayes' rule.

    Seat 0 put down a Guard and kept k: one order of the draws with k a Guard, two with any other;
    then seat 2 holds no Priest. Of 60 rounds all are within four standard errors.
    """
    state = PartyState(referee.party_rules("classic", 3), 3, None, 3)  # 0 has a Guard, 2 no Priest
    state.apply(state.find_action(PartyAction("Guard", 2, "Priest")))
    choices = Random(5)
    view, names = state.view(), [card.name for card in state.rules.cards]
    others, priests = sum(view.unseen.values()) - 1, view.unseen["Priest"]
    ways = [
        view.unseen[name] * (1 if name == "Guard" else 2) * (others - priests + (name == "Priest"))
        for name in names
    ]
    hands = [state.resample(1, choices).row[referee.HAND] for _ in range(60)]
    for card, count in enumerate(ways):
        share = count / sum(ways)
        error = (share * (1 - share) / 60) ** 0.5
        assert abs(hands.count(card) / 60 - share) <= 4 * error, names[card]


def test_chance_of_the_caller():
    """Without a stream chance is a mover: its outcomes are cards, and their chances add up."""
    state = PartyState(referee.party_rules("2019", 3), 3)
    while state.current_player == CHANCE:
        outcomes = state.chance_outcomes()
        assert sum(chance for _, chance in outcomes) == pytest.approx(1)
        state.apply(outcomes[-1][0])
    assert state.view().hand == ("Chancellor", "Princess")
    with pytest.raises(IllegalAction, match="player 0 may play"):
        state.apply(-1)


@pytest.mark.parametrize(("variant", "players"), [("classic", 3), ("2019", 4)])
def test_a_round_redrawn_is_the_same_to_its_player(variant, players):
    """At every decision the player has the same information, actions and sight of the table."""
    state = PartyState(referee.party_rules(variant, players), players, None, 12)
    choices, differs = Random(3), []
    while not state.is_terminal:
        me = state.current_player
        other = state.resample(me, choices)
        assert other.information_state(me) == state.information_state(me)
        assert other.legal_actions() == state.legal_actions()
        for name, array in state.observation(me).items():
            if name != "knows_mine":
                assert np.array_equal(array, other.observation(me)[name]), name
        assert state.observation_text(me) == other.observation_text(me)
        differs.append(other.row != state.row)
        state.apply(choices.choice(state.legal_actions()))
    assert sum(differs) > len(differs) / 2
