"""What views say: sound in every position, ordered by strength, and the inferences by hand."""

from itertools import product
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from llq.solver.literature import engine
from llq.solver.literature.engine import HANDS, LACKS, LIVE, NEEDS, OWNERS, PLAYERS, SHOWN, SIZES
from llq.solver.literature.inference import knowledge
from llq.solver.literature.inference.knowledge import count_of, make_view
from llq.solver.literature.matches.match import line_up, play_on
from llq.solver.literature.rules import (
    CARDS,
    HALF_SUITS,
    IN_HALF,
    MOST_HALF_SUITS,
    cards_of,
    find_card,
    find_half_suit,
    find_rules,
    mask_of,
)
from llq.solver.literature.scratch import make_scratch
from llq.solver.rng import streams
from tests.oracles import literature_views
from tests.solver.literature import soundness
from tests.solver.literature.games import BOTH, positions
from tests.solver.literature.test_engine import ask, begun, claim, miss

LC = find_half_suit("LC")


def infer(row, seat):
    """Return what a seat knows."""
    view = make_view()
    assert knowledge.infer(row, seat, view)
    return view


def infer_common(row):
    """Return what everyone knows."""
    view = make_view()
    assert knowledge.infer_common(row, view)
    return view


def held(view, seat, *cards):
    """Return whether a seat certainly holds all of some cards."""
    return all(int(view.held[seat]) >> find_card(card) & 1 for card in cards)


def lacked(view, seat, *cards):
    """Return whether a seat certainly lacks all of some cards."""
    return not any(int(view.may[seat]) >> find_card(card) & 1 for card in cards)


@pytest.mark.parametrize(
    ("players", "games"), [(4, (77, 82, 87, 92, 99, 120, 125, 144)), (8, (73, 94, 121, 143))]
)
def test_nothing_that_a_view_says_is_false(players, games):
    """In games of many flags and players no view errs, no turn sticks, no card is lost, all end.

    Own views, first-order views and everyone's are compared with the hands; a first-order view
    says nothing that the other's own does not, and everyone's nothing that any other does not;
    whoever may claim and knows a half suit has claimed it before anybody asks.
    """
    found, rows = soundness.count_faults(players, games, seed=11)
    assert {name: found[name] for name in soundness.FAULTS} == dict.fromkeys(soundness.FAULTS, 0)
    assert found["games"] == len(games) == len(rows)
    assert found["positions"] > 50 * len(games)
    assert found["views"] == found["positions"] * (players**2 + 1)
    assert found["guessed claims"]


def test_a_fault_would_be_counted():
    """The count itself: a row that tells a lie has false facts, and facts that others lack."""
    row, _ = begun(find_rules(), "AC", "2C")
    space = soundness.spaces(4)
    counts = np.zeros(len(soundness.COUNTS), dtype=np.int64)
    soundness._check_views(row, *space[1:4], counts)
    assert not counts[soundness.FALSE : soundness.UNMADE].any()
    row[LACKS + 1] = 1 << find_card("2C")
    row[NEEDS + 1] = 1 << next(h for h in range(8) if not row[HANDS + 1] >> IN_HALF * h & 63)
    row[HANDS] |= row[HANDS + 2] & -row[HANDS + 2]
    soundness._check_views(row, *space[1:4], counts)
    soundness._check_cards(row, counts)
    assert counts[soundness.FALSE]
    assert counts[soundness.LOST]


@pytest.mark.parametrize("rules", BOTH)
def test_nobody_looks_into_anothers_hand(rules):
    """A view is the same where all other hands are taken from the row."""
    for row, _ in positions(rules, 3):
        for seat in range(4):
            blind = row.copy()
            blind[HANDS : HANDS + 8] = 0
            everyone = infer_common(blind)
            for one, other in zip(everyone, infer_common(row), strict=True):
                np.testing.assert_array_equal(one, other)
            blind[HANDS + seat] = row[HANDS + seat]
            own, view = infer(row, seat), make_view()
            for one, other in zip(own, infer(blind, seat), strict=True):
                np.testing.assert_array_equal(one, other)
            assert own.may[seat] == own.held[seat] == row[HANDS + seat]
            blind[HANDS + seat] = 0
            assert knowledge.infer_other(blind, own, (seat + 1) % 4, view)


def test_everyone_knows_what_the_first_moves_tell():
    """A hit shows a card and that another is held, a miss that two lack it: the article's text."""
    row, referee = begun(find_rules(), "AC 3C", "4C 2C")
    assert ask(row, referee, 1, "4C")
    view = infer_common(row)
    assert held(view, 0, "4C")
    assert all(lacked(view, seat, "4C") for seat in (1, 2, 3))
    assert count_of(view.low[0], LC) == 2  # it, and one that they had to hold
    miss(row, referee, 3, "LC")
    card = referee.moves[-1].card
    view = infer_common(row)
    assert lacked(view, 0, card)
    assert lacked(view, 3, card)
    assert not lacked(view, 1, card)
    assert not lacked(view, 2, card)


def test_what_a_player_holds_himself_sharpens_what_he_knows_of_others():
    """Whoever holds five of a half suit knows that an asker in it holds the sixth."""
    row, referee = begun(find_rules(), "AC", "2C 3C 4C 5C 6C")
    assert ask(row, referee, 1, "2C")
    own = infer(row, 1)
    assert held(own, 0, "AC", "2C")
    assert not held(infer(row, 3), 0, "AC")
    # Seat 3 knows only that seat 1 knows the 2 to be with seat 0.
    through = make_view()
    assert knowledge.infer_other(row, infer(row, 3), 1, through)
    assert held(through, 0, "2C")
    assert not held(through, 0, "AC")
    # Seat 1 knows that seat 0 knows where its own ace is.
    assert knowledge.infer_other(row, own, 0, through)
    assert held(through, 0, "AC")


def test_a_player_whose_one_card_is_of_a_half_suit_has_no_other():
    """The article: one card and an ask in a half suit leave no card of any other."""
    row, _ = begun(find_rules(), "AC")
    row[NEEDS] = 1 << LC
    row[SIZES], row[SIZES + 1] = 1, 23
    row[HANDS + 1] |= row[HANDS] & ~1
    row[HANDS] = 1
    view = infer_common(row)
    others = range(IN_HALF, CARDS)
    assert not any(int(view.may[0]) >> card & 1 for card in others)
    assert view.low[0] == view.high[0] == 1 << IN_HALF * LC


def test_a_claim_that_somebody_knows_is_read_off_his_view():
    """A team's half suit is claimed card by card from a view that has them all, else not."""
    row, referee = begun(find_rules(), "AC 2C 3C 8C", "4C 5C", "6C", "TD")
    assert knowledge.certain_claim(row, 0, LC, infer(row, 0)) == -1
    for card in ("4C", "5C"):
        assert ask(row, referee, 1, card)
    assert knowledge.certain_claim(row, 0, LC, infer(row, 0)) == -1  # who has the 6?
    miss(row, referee, 1, "HC")
    row[LACKS + 1] |= 1 << find_card("6C")
    row[LACKS + 3] |= 1 << find_card("6C")
    said = knowledge.certain_claim(row, 0, LC, infer(row, 0))
    assert said == engine.holders(row, LC)
    assert knowledge.certain_claim(row, 1, LC, infer(row, 1)) == -1
    assert knowledge.certain_claim(row, 3, LC, infer(row, 0)) == -1  # not their team's


def test_a_row_that_no_deal_agrees_with_is_recognized():
    """A view says so if nobody may hold a card, or a player may hold too few or must hold more."""
    row, _ = begun(find_rules(), "AC", "2C")
    missing = row.copy()
    missing[LACKS : LACKS + 4] = 1 << find_card("2C")
    full = row.copy()
    full[SIZES], full[NEEDS] = 1, 0b11
    empty = row.copy()
    empty[SIZES], empty[SIZES + 1] = 13, 11
    empty[LACKS] = ~mask_of(range(12))
    view = make_view()
    for wrong in (missing, full, empty):
        assert not knowledge.infer_common(wrong, view)


def test_after_a_claim_nothing_of_the_half_suit_is_left():
    """Cards of a claimed half suit are nobody's, and counts of it are 0."""
    row, referee = begun(find_rules(), "AC 2C 3C 4C 5C", "6C")
    assert ask(row, referee, 1, "6C")
    assert claim(row, referee, 0, "LC", dict.fromkeys(("AC", "2C", "3C", "4C", "5C", "6C"), 0))
    for seat in range(4):
        view = infer(row, seat)
        assert not (view.may & 63).any()
        for player in range(4):
            assert count_of(view.low[player], LC) == count_of(view.high[player], LC) == 0


@pytest.mark.parametrize(("name", "players"), [("somani", 4), ("pagat", 8), ("us54", 6)])
@pytest.mark.parametrize("is_altered", [False, True])
def test_all_counts_at_once_say_what_the_rules_say_one_by_one(name, players, is_altered):
    """Views are those of rules run over sets, card by card, in true and in altered positions."""
    rules, source, impossible = find_rules(name, players), Random(players), 0
    lineup, scratch = line_up(["possible"] * players, rules), make_scratch(players)
    for game in range(2):
        sources = streams(28, (1 + players) * game, (1 + players) * (game + 1))[None]
        rows = engine.new_row(rules)[None].copy()
        engine.deal(rows[0], sources[0, :1])
        for asks in range(0, 80, 8):
            play_on(lineup.kinds, lineup.weights, rows, sources, asks, scratch, True)
            row, other = rows[0].copy(), source.randrange(players)
            if is_altered:
                row[LACKS + other] |= row[HANDS + other] & source.getrandbits(54)
                row[SIZES + other] += source.choice((-1, 0, 0, 1))
            seat = source.randrange(players)
            sets = [
                [set(cards_of(int(row[column + one]))) for one in range(players)]
                for column in (SHOWN, LACKS, NEEDS)
            ]
            hand, live = (set(cards_of(int(row[column]))) for column in (HANDS + seat, LIVE))
            expected = literature_views.view(
                hand, seat, live, row[SIZES : SIZES + players].tolist(), *sets
            )
            view = make_view()
            assert knowledge.infer(row, seat, view) == (expected is not None)
            if expected is None:
                impossible += 1
                continue
            for masks, cards in ((view.may, expected[0]), (view.held, expected[1])):
                assert [set(cards_of(int(mask))) for mask in masks[:players]] == cards
            for counts, bounds in ((view.low, expected[2]), (view.high, expected[3])):
                for player, half in product(range(players), range(MOST_HALF_SUITS)):
                    assert count_of(counts[player], half) == bounds.get((player, half), 0)
    assert bool(impossible) == is_altered


def move_cards(mask, to):
    """Return a set of cards with each card renamed."""
    return mask_of(to[card] for card in cards_of(int(mask)))


def relabel(row, halves, places, seats):
    """Return a row with half suits, the places in each and seats renamed, and cards' new names."""
    to = [
        IN_HALF * halves[card // IN_HALF] + places[card // IN_HALF][card % IN_HALF]
        for card in range(CARDS)
    ]
    players, new = int(row[PLAYERS]), row.copy()
    for seat in range(players):
        for column in (HANDS, SHOWN, LACKS):
            new[column + seats[seat]] = move_cards(row[column + seat], to)
        new[SIZES + seats[seat]] = row[SIZES + seat]
        new[NEEDS + seats[seat]] = sum(
            1 << halves[half] for half in range(HALF_SUITS) if row[NEEDS + seat] >> half & 1
        )
    new[LIVE] = move_cards(row[LIVE], to)
    new[OWNERS : OWNERS + HALF_SUITS][halves] = row[OWNERS : OWNERS + HALF_SUITS]
    return new, to


def renaming(source, players):
    """Return how to rename half suits, places and seats, teams kept together."""
    halves = source.sample(range(HALF_SUITS), HALF_SUITS)
    places = [source.sample(range(IN_HALF), IN_HALF) for _ in range(HALF_SUITS)]
    even, odd = (source.sample(range(team, players, 2), players // 2) for team in (0, 1))
    seats = [seat for pair in zip(even, odd, strict=True) for seat in pair]
    turn = source.choice((0, 1))
    return halves, places, [seat ^ turn for seat in seats]


@settings(deadline=None, max_examples=10)
@given(st.randoms(use_true_random=False), st.sampled_from((4, 6, 8)))
def test_views_do_not_depend_on_names(source, players):
    """With half suits, ranks and seats renamed, every view is the same view renamed."""
    rules = find_rules(source.choice(("somani", "pagat")), players)
    found = [row.copy() for row, _ in positions(rules, source.randrange(50), asks=60)]
    row = source.choice(found)
    halves, places, seats = renaming(source, players)
    other, to = relabel(row, halves, places, seats)
    for seat in range(players):
        view, new = infer(row, seat), infer(other, seats[seat])
        for player in range(players):
            assert new.may[seats[player]] == move_cards(view.may[player], to)
            assert new.held[seats[player]] == move_cards(view.held[player], to)
            for half in range(HALF_SUITS):
                for counts, before in ((new.low, view.low), (new.high, view.high)):
                    after = count_of(counts[seats[player]], halves[half])
                    assert after == count_of(before[player], half)
