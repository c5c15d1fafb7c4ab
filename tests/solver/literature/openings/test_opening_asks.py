"""Opening asks: their kinds, their chances, and games that begin with them."""

from fractions import Fraction
from itertools import chain

import numpy as np
import pytest

from llq.errors import IllegalState
from llq.solver.literature import engine, players, turns
from llq.solver.literature.engine import ASKS, HANDS, LOG, SIZES, TURN
from llq.solver.literature.openings import opening_asks
from llq.solver.literature.openings.opening_asks import (
    Opening,
    hit_chance,
    pattern_chance,
    patterns,
    roll_out,
)
from llq.solver.literature.players import STRATEGIES
from llq.solver.literature.rules import DECK, MOST_CARDS, cards_of, find_rules
from llq.solver.literature.scratch import make_scratch
from tests.oracles import literature_openings as oracle


@pytest.mark.parametrize(("size", "count"), [(4, 125), (6, 40), (8, 18)])
def test_classes_are_those_of_all_hands(size, count):
    """There are 125, 40 and 18 kinds of opening, those that listing all counts finds."""
    found = opening_asks.opening_classes(size)
    assert len(set(found)) == len(found) == count
    assert {(one.pattern, one.count) for one in found} == oracle.classes(48 // size)


@pytest.mark.parametrize("shape", [(6,), (3, 2, 1), (2, 2, 1, 1), (1, 1, 1, 1, 1, 1), (6, 6)])
def test_chances_of_patterns(shape):
    """A pattern's chance is that of listing every way its counts can lie."""
    assert pattern_chance(shape) == oracle.pattern_chance(shape)


@pytest.mark.parametrize("size", [4, 6, 8])
def test_some_pattern_is_certain(size):
    """The chances of all patterns add up to 1 exactly, those that cannot ask among them."""
    assert sum(map(pattern_chance, patterns(size))) == 1


def test_the_chance_of_a_hit():
    """In every deal of a small deck the card asked for is as often in each other hand."""
    deck = range(12)
    for hand in ((0, 1, 6), (0, 6, 7)):
        for card in (2, 8):
            assert oracle.hit_chance(deck, hand, card, 4) == hit_chance(4)
    assert [hit_chance(size) for size in (4, 6, 8)] == [Fraction(1, n) for n in (3, 5, 7)]


def test_asks_of_a_kind():
    """A hand of 3-2-2 may ask for 3 cards where it has 3, and for 8 where it has 2."""
    assert Opening((3, 2, 2), 3).asks == 3
    assert Opening((3, 2, 2), 2).asks == 8


def dealt(pattern, games, rules, seed=5):
    """Return rows dealt by the kernel, and their streams."""
    each = 1 + rules.players
    sources = opening_asks.streams(seed, 0, each * games).reshape(-1, each)
    rows = np.repeat(engine.new_row(rules)[None], games, axis=0)
    counts = np.array([*pattern, *[0] * (8 - len(pattern))])
    opening_asks._deal_all(rows, counts, sources, make_scratch(rules.players).inference)
    return rows, sources


@pytest.mark.parametrize(
    ("size", "pattern"), [(4, (4, 3, 2, 2, 1)), (4, (6, 3, 3)), (6, (3, 2, 2, 1)), (8, (2,) * 3)]
)
def test_hands_have_the_pattern(size, pattern):
    """First movers hold the pattern, but for half suits claimed at once; no card is lost."""
    rules = find_rules() if size == 4 else find_rules("pagat", size)
    rows, _ = dealt(pattern, 300, rules)
    left = tuple(held for held in pattern if held < 6)
    for row in rows:
        hands = [cards_of(int(row[HANDS + seat])) for seat in range(size)]
        assert oracle.pattern(hands[row[TURN]]) == left
        assert sorted(chain(*hands)) == cards_of(int(row[engine.LIVE]))
        assert row[SIZES : SIZES + size].tolist() == [len(hand) for hand in hands]
        assert row[ASKS] == 0
    seats = np.bincount(rows[:, TURN], minlength=size)
    assert (abs(seats - 300 / size) < 5 * np.sqrt(300 / size)).all()


def test_deals_are_uniform():
    """Each card is as often in the first mover's hand, and in another's, as by an even deal."""
    games = 3000
    rows, _ = dealt((3, 3, 2, 2, 1, 1), games, find_rules())
    mine, partner = np.zeros(48), np.zeros(48)
    for row in rows:
        mine[cards_of(int(row[HANDS + row[TURN]]))] += 1
        partner[cards_of(int(row[HANDS + (row[TURN] + 2) % 4]))] += 1
    spread = np.sqrt(games * 0.25 * 0.75)
    assert (abs(mine - games / 4) < 5 * spread).all()
    assert (abs(partner - games / 4) < 5 * spread).all()


def test_a_game_does_not_depend_on_the_one_before():
    """Dealt alone, a game has the hands that it has among others."""
    rules = find_rules()
    rows, sources = dealt((4, 3, 2, 2, 1), 5, rules)
    fresh = opening_asks.streams(5, 5 * 3, 5 * 4).reshape(1, 5)
    alone = engine.new_row(rules)[None].copy()
    opening_asks._deal_all(
        alone, np.array([4, 3, 2, 2, 1, 0, 0, 0]), fresh, make_scratch(4).inference
    )
    assert np.array_equal(alone[0], rows[3])
    assert np.array_equal(fresh[0], sources[3])


def test_the_opening_ask_is_of_its_kind():
    """The first ask is of a half suit with that count, for a card not in hand, of an opponent."""
    rows, sources = dealt((4, 3, 2, 2, 1), 200, find_rules())
    targets = []
    for count in (4, 3, 2, 1):
        played, drawn, hit = rows.copy(), sources.copy(), np.empty(200, dtype=np.bool_)
        opening_asks._open_all(played, count, drawn, hit)
        asked = played[:, LOG] >> 2
        seats, target, card = asked & 7, asked >> 3 & 7, asked >> 6 & 63
        targets.append(target)
        for row, seat, other, wanted, got in zip(rows, seats, target, card, hit, strict=True):
            assert seat == row[TURN]
            assert (seat + other) % 2 == 1
            hand = cards_of(int(row[HANDS + seat]))
            assert wanted not in hand
            assert [held // 6 for held in hand].count(wanted // 6) == count
            assert got == (wanted in cards_of(int(row[HANDS + other])))
    assert all(np.array_equal(targets[0], other) for other in targets)


def replayed(pattern, count, games, rules, name, limit):
    """Return what comes of games played a step at a time; the first ask is the kernel's."""
    rows, sources = dealt(pattern, games, rules, seed=5)
    opening_asks._open_all(rows, count, sources, np.empty(games, dtype=np.bool_))
    scratch, weights = make_scratch(rules.players), np.zeros(1, np.float32)
    found = []
    for row, source in zip(rows, sources, strict=True):
        first = int(row[engine.FIRST])
        while turns.advance(row, source[:1], scratch.inference) and row[ASKS] < limit:
            seat = int(row[TURN])
            stream = source[seat + 1 : seat + 2]
            code = players.choose(row, int(STRATEGIES[name].kind), weights, stream, scratch)
            target, card = divmod(int(code), MOST_CARDS)
            engine.ask(row, target, card, bool(row[HANDS + target] >> card & 1))
        won = [(row[engine.OWNERS : engine.OWNERS + 8] == team).sum() for team in (0, 1)]
        mine = first % 2
        found.append((won[mine] - won[1 - mine], engine.is_over(row), row[ASKS]))
    return np.array(found).T


@pytest.mark.parametrize(
    ("size", "pattern", "name"),
    [(4, (4, 3, 2, 2, 1), "possible"), (4, (4, 4, 4), "greedy"), (6, (2, 2, 2, 1, 1), "random")],
)
def test_games_are_played_on_by_the_strategy(size, pattern, name, monkeypatch):
    """Results are those of the same games taken a step at a time."""
    monkeypatch.setattr(opening_asks, "_STREAMS", 0)
    rules = find_rules() if size == 4 else find_rules("pagat", size)
    found = roll_out(pattern, STRATEGIES[name], 20, 5, rules=rules, limit=120)
    for place, count in enumerate(sorted(set(pattern), reverse=True)):
        wanted = replayed(pattern, count, 20, rules, name, 120)
        assert np.array_equal(found.lead[place], wanted[0])
        assert np.array_equal(found.finished[place], wanted[1].astype(bool))
        assert np.array_equal(found.asks[place], wanted[2])


def test_more_games_begin_with_the_same_ones():
    """Game i of a seed is one game, however many are played around it."""
    whole = roll_out((3, 3, 2, 2, 1, 1), STRATEGIES["possible"], 60, 3)
    part = roll_out((3, 3, 2, 2, 1, 1), STRATEGIES["possible"], 20, 3, first=30)
    assert np.array_equal(whole.lead[:, 30:50], part.lead)
    assert np.array_equal(whole.hit[:, 30:50], part.hit)


def test_hits_come_as_often_as_they_should():
    """The share of opening asks that get the card is 1/3 with 4 players, 1/5 with 6."""
    for size, pattern in ((4, (3, 3, 2, 2, 1, 1)), (6, (3, 2, 2, 1))):
        rules = find_rules() if size == 4 else find_rules("pagat", size)
        chance = float(hit_chance(size))
        for hit in roll_out(pattern, STRATEGIES["possible"], 2000, 9, rules=rules, limit=1).hit:
            assert abs(hit.mean() - chance) < 4.5 * np.sqrt(chance * (1 - chance) / 2000)


@pytest.mark.parametrize("pattern", [(7, 5), (6, 6), (3, 3), (2, 3, 3, 4)])
def test_what_is_no_pattern_is_refused(pattern):
    """Counts that no hand of 12 has, or from which nobody can ask, are refused."""
    with pytest.raises(IllegalState, match="not a pattern"):
        roll_out(pattern, STRATEGIES["random"], 1, 1)


def test_the_deck_is_whole():
    """No deal loses a card to a claim that was dealt again."""
    rows, _ = dealt((3, 3, 2, 2, 1, 1), 500, find_rules())
    assert (rows[:, engine.LIVE] == DECK).mean() > 0.9
