"""Openings that come with llq, of the 2019 edition and by discards, and what whole tables say."""

from dataclasses import replace

import numpy as np
import pytest

import llq
from llq.errors import IllegalState, TableMissing
from llq.query.love_letter.observation import held_after_exchange
from llq.query.love_letter.table.openings import build_openings, opening_ranks
from llq.query.love_letter.table.table import Table, open_table
from llq.solver.love_letter import variants
from llq.solver.love_letter.rules import Scoring, SpyRule
from llq.solver.love_letter.table.states import Held, state_space
from tests.oracles import love_letter_2019 as oracle
from tests.solver.love_letter.asking import ask, with_copies

MODERN = [name for name, rules in variants.VARIANTS.items() if rules.chooses_twice]
SMALL = (1, 1, 0, 1, 1, 1, 1, 0, 0, 1)


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """Return the folder of the table of a small deck counted in tokens, and its rules."""
    folder = tmp_path_factory.mktemp("tables")
    rules = with_copies(variants.MODERN_TOKENS, SMALL)
    rules = replace(rules, variant="small-2019")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(variants.VARIANTS, "small-2019", rules)
        llq.love_letter.table.build("small-2019", folder)
        yield folder, rules


@pytest.mark.parametrize("variant", MODERN)
def test_every_opening_comes_with_llq(variant, shipped):
    """The tables that ship have every legal play of every first turn, dealt with chance 1."""
    table = llq.love_letter.table.open_openings(variant)
    ranks = opening_ranks(state_space(table.rules))
    assert np.array_equal(np.unique(table.ranks), ranks)
    states = table.space.unrank_many(ranks)
    unseen = states.unseen.sum(axis=1)
    assert (unseen == table.rules.opening_unseen).sum() == 55 - 3  # no second King, …
    assert set(unseen.tolist()) == {16, 19}
    for rank in ranks[::997].tolist():
        state = table.space.unrank(rank)
        legal = llq.love_letter.table.legal_actions(table.rules, state)
        assert {play.action for play in table.answer(state).actions} == {*legal}


def test_an_opening_is_answered_from_what_comes_with_llq(shipped):
    """The question of the issue needs no solving; a later turn does, and says how."""
    answer = llq.lookup("guard", "chancellor", variant="2019")
    assert (answer.text, round(answer.value, 4)) == ("Guard, guessing Handmaid", 0.5308)
    assert len(answer.actions) == 10
    with pytest.raises(TableMissing, match="llq build love-letter --variant 2019"):
        llq.lookup("guard", "chancellor", variant="2019", seen=["spy"])


def test_a_baron_beside_the_princess_wins_for_sure(shipped):
    """By hand: she beats every card, so the opening is worth 1, and the lead is one token."""
    assert llq.lookup("baron", "princess", variant="2019").value == 1
    assert llq.lookup("baron", "princess", variant="2019-tokens").value == 1


def test_the_readings_of_the_spy_differ(shipped):
    """The two rules for a Spy's token differ in openings that have one."""
    values = [llq.lookup("spy", "princess", variant=name).value for name in MODERN[1:]]
    assert values[0] > values[1] + 0.001


def test_a_table_with_spies_equals_the_oracle(small):
    """Stored, found and valued again: states with each set of players who have a Spy."""
    folder, rules = small
    table, game = open_table("small-2019", folder), oracle.Game(rules)
    assert table.rules.spy_rule == SpyRule.REMAINING
    questions = [
        ((1, 6), {}, (False, False)),
        ((1, 9), {"discarded": [0], "opponent_discarded": [4]}, (True, False)),
        ((5, 9), {"discarded": [4], "opponent_discarded": [0]}, (False, True)),
        ((3, 6), {"discarded": [], "opponent_discarded": [0], "handmaid": False}, (False, True)),
    ]
    for hand, facts, spies in questions:
        state, lead = table.situation(hand, **facts)
        value, action = ask(game, state, spies)
        move = table.lookup(state, lead)
        assert move.value == pytest.approx(float(value), abs=1e-12)
        assert move.action == rules.actions[action]
        answer = table.answer(state, lead)
        assert answer.actions[0].value == pytest.approx(move.value, abs=1e-12)
        assert answer.spies == lead
        batch = table.lookup_many(
            type(table.space.unrank_many(0))(*map(np.array, zip(state))), lead
        )
        assert batch[0][0] == move.value
    with pytest.raises(IllegalState, match="discards of each"):
        table.situation((1, 9), seen=[0])


def test_what_to_keep_equals_the_oracle(small):
    """Three cards after a Chancellor: each choice has the oracle's value, and so has two."""
    folder, rules = small
    table, game = open_table("small-2019", folder), oracle.Game(rules)
    for hand, unseen, opponent in [
        ((0, 1, 9), (3, 4, 5), None),
        ((1, 5, 9), (0, 4), 4),
        ((0, 3, 9), (4, 5), None),
        ((4, 9), (0, 3), None),
    ]:
        counts = tuple(unseen.count(card) for card in range(10))
        state = Held(hand, counts, -1 if opponent is None else opponent)
        answer = table.keep(state)
        options = game.options(hand, unseen)
        assert len(answer.actions) == len(options)
        names = [card.name for card in rules.cards]
        kept_values = {(play.action.card, play.action.first): play.value for play in answer.actions}
        for keep, returned in options:
            first = names[returned[0]] if len(unseen) == 2 else None
            believed = unseen if opponent is None else [opponent]
            values = [
                game.option_value(
                    (keep, returned), hand, unseen, card, opponent is not None, oracle.NONE
                )
                for card in believed
            ]
            expected = float(sum(values) / len(values))
            assert kept_values[names[keep], first] == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("variant", "hand", "seen", "message"),
    [
        ("classic", (1, 2, 8), {}, "no card that draws two.*2019 has the Chancellor"),
        ("2019", (1, 6, 9), {}, "just played is among the discards"),
        ("2019", (1, 6, 6), {"seen": [6]}, "has 2 Chancellor"),
        ("2019", (1, 9), {"seen": [6]}, "leaves three in hand"),
        ("2019", (1, 2, 9), {"seen": [6], "opponent": 9}, "cannot hold a Princess"),
        ("2019", (1, 2, 9), {"seen": [6], "lead": 3}, "there is no lead"),
        ("2019", (1, 2, 9), {"seen": [6], "opponent": 4}, "nobody can know a card in hand before"),
    ],
)
def test_what_cannot_be_held_after_a_chancellor(variant, hand, seen, message):
    """Wrong questions are one clear line."""
    with pytest.raises(IllegalState, match=message):
        held_after_exchange(variants.rules(variant), hand, **seen)


def test_the_edition_has_no_discard_scoring():
    """Equal final cards are a tie."""
    with pytest.raises(IllegalState, match="are a tie"):
        llq.lookup(1, 8, variant="2019", scoring="discards")
    with pytest.raises(IllegalState, match="not solved by scoring discards"):
        Table.make_spec("2019", "discards")


def test_openings_by_discards_come_with_llq(shipped):
    """The rules on the box, three cards face up and discards, are answered at once."""
    answer = llq.lookup(2, 4, face_up=[1, 1, 5], scoring="discards")
    assert (answer.text, round(answer.value, 4)) == ("Handmaid", 0.4839)
    assert (answer.scoring, answer.lead) == ("discards", 0)
    with pytest.raises(TableMissing, match="--scoring discards"):
        llq.lookup(2, 4, discarded=[1], opponent_discarded=[5], scoring="discards")


@pytest.fixture(scope="module", params=Scoring)
def deck_tables(request, tmp_path_factory):
    """Return the openings of a small classic deck and its whole table."""
    name, folder = "deck-2-1-0-1-1-1-0-1", tmp_path_factory.mktemp("deck")
    build_openings(name, folder, scoring=request.param)
    llq.love_letter.table.build(name, folder, scoring=request.param)
    openings = llq.love_letter.table.open_openings(name, folder, scoring=request.param)
    return openings, open_table(name, folder, scoring=request.param)


def test_openings_of_a_deck_are_those_of_its_table(deck_tables):
    """A small deck's openings have the values of its whole table."""
    openings, table = deck_tables
    for rank in np.unique(openings.ranks).tolist():
        state = table.space.unrank(rank)
        opening, answer = openings.answer(state), table.answer(state)
        assert opening.best == answer.best
        assert {play.text: play.value for play in opening.actions} == pytest.approx(
            {play.text: play.value for play in answer.actions}, abs=1e-12
        )
    assert openings.answer(table.state((1, 8), seen=[1])) is None


@pytest.mark.parametrize("deck_tables", [Scoring.DISCARDS], indirect=True)
def test_what_a_lead_is_worth_is_the_mean_of_the_whole_table(deck_tables):
    """By the definition: each situation's values at the lowest and the highest lead stored."""
    openings, table = deck_tables
    states = table.space.unrank_many(np.arange(table.space.size))
    ranks = np.flatnonzero(table.reachable & (states.opponent < 0))
    unseen = states.unseen[ranks].sum(axis=1)
    behind, ahead = (table.values[table.leads.entries(ranks, lead)] for lead in (-99, 99))
    leads = openings.leads
    assert leads["unseen"].tolist() == np.unique(unseen).tolist()
    for row, n in enumerate(leads["unseen"].tolist()):
        assert leads["situations"][row] == (unseen == n).sum()
        assert leads["far_behind"][row] == pytest.approx(behind[unseen == n].mean(), abs=1e-12)
        assert leads["far_ahead"][row] == pytest.approx(ahead[unseen == n].mean(), abs=1e-12)
