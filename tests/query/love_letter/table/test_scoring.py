"""Tables scored by discards, cards face up, custom decks, and tables too large to read."""

from functools import partial
from itertools import combinations, product

import numpy as np
import pytest

import llq
from llq.errors import IllegalState, LlqError
from llq.query.love_letter.observation import situation
from llq.query.love_letter.table import sql, table
from llq.query.love_letter.table.stored_leads import possible_leads
from llq.solver.love_letter.rules import Scoring
from llq.solver.love_letter.table.states import UNKNOWN, StateArrays
from llq.solver.love_letter.variants import CLASSIC
from llq.store.columns import StoredColumn
from tests.oracles.love_letter import Game
from tests.query.love_letter.table.test_outcomes import assert_adds_up
from tests.solver.love_letter.asking import ask, to_state

DECK = "deck-2-1-0-1-1-1-0-1"


@pytest.fixture(scope="module")
def deck_folder(tmp_path_factory):
    """Return a folder with both tables of a deck of seven cards."""
    folder = tmp_path_factory.mktemp("deck")
    for scoring in Scoring:
        llq.love_letter.table.build(DECK, folder, scoring=scoring)
    return folder


@pytest.fixture(scope="module")
def by_discards(deck_folder):
    """Return the small deck's table scored by discards."""
    return llq.love_letter.table.open(DECK, deck_folder, scoring="discards")


@pytest.fixture(scope="module")
def positions(by_discards):
    """Return (state, lead) wherever a game of the small deck can stand."""
    game = Game(by_discards.rules, "discards")
    positions = set()
    for *position, lead in game.reachable():
        state = to_state(by_discards.rules, *position, lead)
        positions.add((state, lead))
        if not state.known:
            positions.add((state._replace(opponent=UNKNOWN), lead))
    return sorted(positions)


@pytest.fixture
def deck_database(deck_folder, monkeypatch):
    """Return a function that connects to a database of the small deck's two tables."""
    monkeypatch.setenv("LLQ_TABLES", str(deck_folder))
    monkeypatch.setenv("XDG_CACHE_HOME", str(deck_folder / "cache"))
    return llq.connect


def batch(positions):
    """Return many positions as `lookup_many` takes them."""
    states, leads = zip(*positions, strict=True)
    return StateArrays(*map(np.array, zip(*states, strict=True))), np.array(leads)


def test_every_position_has_the_oracles_value_and_action(by_discards, positions):
    """In a thirtieth of the small deck's positions value and action are the exact fractions'."""
    game = Game(by_discards.rules, "discards")
    assert len(positions) > 1000
    for state, lead in positions[::30]:
        value, action = ask(game, state, lead)
        move = by_discards.lookup(state, lead)
        assert move.value == pytest.approx(float(value), abs=1e-12)
        assert move.action == by_discards.rules.actions[action]


def test_a_batch_is_what_single_lookups_are(by_discards, positions):
    """Many positions at once give what each gives alone, and impossible differences NaN."""
    states, leads = batch(positions)
    values, actions = by_discards.lookup_many(states, leads)
    moves = [by_discards.lookup(state, lead) for state, lead in positions]
    played = [by_discards.rules.actions[action] for action in actions]
    assert list(zip(values, played, strict=True)) == moves
    assert np.isnan(by_discards.lookup_many(states, leads + 100)[0]).all()
    assert by_discards.get(positions[0][0], 100) is None


def test_the_list_of_actions_starts_with_the_tables(by_discards, positions):
    """Weighing every action anew gives the stored value to the stored action."""
    for state, lead in positions[:: len(positions) // 100]:
        if state.known or state.opponent == UNKNOWN:
            move, best = by_discards.lookup(state, lead), by_discards.actions(state, lead)[0]
            assert (best.action, best.value) == (move.action, pytest.approx(move.value, abs=1e-12))


def test_an_actions_value_is_that_of_its_outcomes_at_each_lead(by_discards, positions):
    """Chance times value, over what may come of an action, is its value where discards count."""
    for state, lead in positions[:60]:
        if state.opponent < 0 or state.known:
            assert_adds_up(by_discards, state, lead)


def test_a_large_table_answers_from_its_file(deck_folder, by_discards, positions, monkeypatch):
    """A table that is too large to be held answers row by row what the whole one answers."""
    monkeypatch.setattr(table, "_WHOLE_STATES", 1)
    large = llq.love_letter.table.open(DECK, deck_folder, scoring="discards")
    assert isinstance(large.values, StoredColumn)
    sample = positions[:: len(positions) // 50]
    for state, lead in sample:
        assert large.lookup(state, lead) == by_discards.lookup(state, lead)
    answers = (by_discards.lookup_many(*batch(sample)), large.lookup_many(*batch(sample)))
    assert all(np.array_equal(a, b) for a, b in zip(*answers, strict=True))
    opening = large.state((1, 8))
    assert large.answer(opening).actions == by_discards.answer(opening).actions
    half = llq.love_letter.table.open(DECK, deck_folder)
    assert isinstance(half.values, StoredColumn)
    assert half.answer(half.state((1, 8))).value == half.lookup(half.state((1, 8))).value


def test_the_face_up_mean_is_a_sum_over_all_deals(deck_database, by_discards):
    """The mean of the view is that over every three of the cards, counted card by card."""
    deck = [card.number for card in by_discards.rules.cards for _ in range(card.copies)]
    dealt_values: dict[tuple[int, int], list[float]] = {}
    for dealt in combinations(range(len(deck)), 2):
        rest = [card for place, card in enumerate(deck) if place not in dealt]
        hand = (deck[dealt[0]], deck[dealt[1]])
        for up in combinations(rest, 3):
            state = by_discards.state(hand, face_up=up)
            dealt_values.setdefault(hand, []).append(by_discards.lookup(state).value)
    deals = sum(map(len, dealt_values.values()))
    with deck_database() as connection:
        view = f"{by_discards.sql_name}_opening_face_up_mean"
        query = f"SELECT b1, b2, win_prob, least, most, deal_prob FROM {view}"
        rows = {row[:2]: row[2:] for row in connection.execute(query).fetchall()}
    assert rows.keys() == dealt_values.keys()
    for hand, values in dealt_values.items():
        expected = (np.mean(values), min(values), max(values), len(values) / deals)
        assert rows[hand] == pytest.approx(expected, abs=1e-12)


def test_the_view_by_discards_is_what_lookups_say(deck_database, by_discards, positions):
    """Each position's row, the nearest stored difference, has the lookup's value and action."""
    name = by_discards.sql_name
    with deck_database() as connection:
        rows = connection.execute(f"SELECT rank, lead, win_prob, action FROM {name}").fetchall()
    stored: dict[int, dict[int, tuple[float, str]]] = {}
    for rank, lead, *worth in rows:
        stored.setdefault(rank, {})[lead] = tuple(worth)
    for state, lead in positions:
        if state.known or state.opponent == UNKNOWN:
            at = stored[by_discards.space.rank(state)]
            nearest = min(max(lead, min(at)), max(at))
            move = by_discards.lookup(state, lead)
            assert at[nearest] == (move.value, by_discards.rules.describe(move.action))


def test_a_database_of_a_large_table_has_its_openings_only(by_discards, monkeypatch):
    """Where the states are too many, the views of openings stay and say where the rest is."""
    monkeypatch.setattr(sql, "_FULL_STATES", 1)
    comments = {content.name: content.comment for content in by_discards.sql()}
    name = by_discards.sql_name
    assert not {name, f"{name}_state", f"{name}_entry"} & set(comments)
    assert "states are not here" in comments[f"{name}_opening"]


def test_possible_leads_are_those_of_every_split():
    """The differences of some discards are those of all ways to give each card to one side."""
    discards = (2, 1, 0, 1, 0, 0, 1, 0)
    numbers = np.repeat([card.number for card in CLASSIC.cards], discards).tolist()
    splits = list(product((1, 0, -1), repeat=len(numbers)))
    for up in (0, 3):
        leads = {
            sum(n * side for n, side in zip(numbers, split, strict=True))
            for split in splits
            if split.count(0) == up
        }
        assert possible_leads(CLASSIC, discards, (up,)) == leads


def test_who_discarded_what_says_the_difference():
    """Discards by player give the cards seen and the mover's lead; cards face up are nobody's."""
    by_discards = partial(situation, CLASSIC, scoring=Scoring.DISCARDS)
    apart = by_discards((2, 4), discarded=[1, 4], opponent_discarded=[1, 5])
    assert apart == by_discards((2, 4), seen=[1, 1, 4, 5], lead=-1)
    assert apart.lead == -1
    assert by_discards((1, 8), face_up=[1, 1, 5]).lead == 0


@pytest.mark.parametrize(
    ("seen", "message"),
    [
        ({"face_up": [1, 5]}, "no cards lie face up at the start, or 3; got 2"),
        (
            {"seen": [1, 2]},
            "the lead in discards decides between equal final cards: give lead, your discard total "
            "less the opponent's (one of -3, -1, 1, 3), or discarded and opponent_discarded",
        ),
        (
            {"seen": [1, 2], "lead": 2},
            "the discards cannot make a lead of 2; possible: -3, -1, 1, 3",
        ),
        ({"face_up": [1, 2, 3], "lead": 2}, "the discards cannot make a lead of 2; possible: 0"),
        (
            {"discarded": [1], "seen": [1]},
            "give discarded and opponent_discarded, or seen and lead, not both",
        ),
        ({"discarded": [4, 4, 4]}, "the deck has 2 Handmaid: 0 in the hand and 3 seen is 3"),
    ],
)
def test_impossible_discards_are_refused_with_the_reason(seen, message):
    """Each way in which discards and face-up cards can be wrong has its own words."""
    with pytest.raises(IllegalState) as refusal:
        situation(CLASSIC, (1, 8), scoring=Scoring.DISCARDS, **seen)
    assert str(refusal.value) == message


def test_a_lead_is_refused_that_a_table_has_not(deck_folder, by_discards):
    """A table scored by half knows no lead, one by discards those that the cards can make."""
    half = llq.love_letter.table.open(DECK, deck_folder)
    message = "does not depend on the lead; got a lead of 2: ask the one scored by discards"
    with pytest.raises(IllegalState, match=message):
        half.situation((1, 8), seen=[2], lead=2)
    for question in (half.lookup, half.answer):
        with pytest.raises(IllegalState, match=message):
            question(half.state((1, 8)), 2)
    state = by_discards.state((1, 8), seen=[4], handmaid=True)
    with pytest.raises(IllegalState, match=r"cannot make a lead of 0; possible: -4, 4$"):
        by_discards.lookup(state)


def test_an_unknown_scoring_is_refused():
    """A scoring that does not exist is refused with those that do."""
    with pytest.raises(LlqError, match="unknown scoring 'thirds'; choose one of half, discards"):
        llq.lookup(1, 8, scoring="thirds")
