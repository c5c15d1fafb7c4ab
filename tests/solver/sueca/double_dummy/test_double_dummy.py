"""The double-dummy solver against plain minimax, its own children and hands worked by hand."""

from copy import deepcopy
from itertools import product
from random import Random

import numpy as np
import pytest

from llq.errors import IllegalState
from llq.solver.sueca.double_dummy.board import NODES, Root
from llq.solver.sueca.double_dummy.search import solve_cards, solve_value
from llq.solver.sueca.double_dummy.solver import OpenPosition, make_scratch, solve
from llq.solver.sueca.rules import card_name, find_card
from tests.oracles.sueca import DECK, RANKS, SUITS, Referee, minimax
from tests.solver.sueca.games import mask

SCRATCH = make_scratch(6)  # so small that most entries are overwritten


def position_of(game):
    """Return the position of a game with open hands."""
    hands, table = list(map(mask, game.hands)), list(map(find_card, game.table))
    return OpenPosition(hands, SUITS.index(game.trump), game.leader, table)


def root_of(game):
    """Return a position as kernels take it."""
    at = position_of(game)
    trick = np.array([*at.trick, 0, 0, 0])
    return Root(np.array(at.hands), at.trump, at.leader, trick, len(at.trick))


def after_cards(source, hands, cards, trump=None):
    """Return a game of some hands after some random cards."""
    game = Referee(hands, trump or source.choice(SUITS), source.randrange(4))
    for _ in range(cards):
        game.play(source.choice(game.legal()))
    return game


def played(source, size, in_trick=0):
    """Return an ending of random play with hands of a size when the trick began."""
    deck = source.sample(DECK, 40)
    return after_cards(source, [deck[seat::4] for seat in range(4)], 4 * (10 - size) + in_trick)


def dealt(source, size, in_trick):
    """Return an ending that was dealt."""
    deck = source.sample(DECK, 4 * size)
    return after_cards(source, [deck[seat::4] for seat in range(4)], in_trick)


def zeros(source, size, in_trick):
    """Return an ending of zeros and one ace: the order of zeros is what matters."""
    deck = source.sample([card for card in DECK if card[0] in "23456Q"], 4 * size - 1)
    deck.insert(source.randrange(len(deck)), "A" + source.choice(SUITS))
    return after_cards(source, [deck[seat::4] for seat in range(4)], in_trick)


def ruffs(source, size, in_trick):
    """Return an ending in which a hand of trumps alone has to ruff its partner."""
    trump = source.choice(SUITS)
    trumps = source.sample([card for card in DECK if card[1] == trump], size + 2)
    deck = [card for card in DECK if card[1] != trump and card[0] in "6QJK7A"]
    rest = source.sample(trumps[size:] + source.sample(deck, 3 * size - 2), 3 * size)
    hands = [rest[i::3] for i in range(3)]
    hands.insert(source.randrange(4), trumps[:size])
    return after_cards(source, hands, 0, trump)


def values(game):
    """Return the oracle's value of every legal card, by our card."""
    minimax.cache_clear()
    by_name = minimax(tuple(map(tuple, game.hands)), game.trump, game.seat, tuple(game.table))
    return {find_card(card): value for card, value in by_name.items()}


@pytest.mark.parametrize("ending", [played, dealt, zeros, ruffs])
@pytest.mark.parametrize(("size", "games"), [(1, 8), (2, 60), (3, 20)])
def test_every_card_is_worth_what_minimax_says(ending, size, games):
    """Each legal card, the position and its value alone are worth what unpruned search says."""
    source = Random(100 * size)
    for number in range(games):
        game = ending(source, size, number % 4)
        solved = solve(position_of(game), scratch=SCRATCH)
        assert solved.values == values(game), vars(game)
        best = max if game.seat % 2 == 0 else min
        assert solved.value == best(solved.values.values()) == solved.values[solved.best]
        for guess in (-1, 0, 120):
            assert solve_value(root_of(game), guess, *SCRATCH) == solved.value


def solve_within(game, limit, scratch):
    """Return the best card, the bounds of every legal card and the nodes searched."""
    lows, highs = np.empty((2, 64), dtype=np.int64)
    best = solve_cards(root_of(game), -1, limit, lows, highs, *scratch)
    bounds = {card: (lows[card], highs[card]) for card in range(64) if lows[card] >= 0}
    return best, bounds, scratch[0][NODES]


def test_a_limit_of_nodes_leaves_bounds_that_hold():
    """Stopped anywhere, the bounds hold every card's value; unstopped, they are the value."""
    source = Random(10)
    for number in range(32):
        game = played(source, 4 + number % 3, number // 3 % 4)
        solved = solve(position_of(game), scratch=make_scratch(10))
        for limit in (0, 1, solved.nodes // 2, solved.nodes - 1, solved.nodes):
            best, bounds, nodes = solve_within(game, limit, make_scratch(10))
            assert nodes <= limit
            assert bounds.keys() == solved.values.keys()
            assert all(low <= solved.values[card] <= high for card, (low, high) in bounds.items())
            is_solved = all(low == high for low, high in bounds.values())
            assert best == (solved.best if is_solved else -1)
        assert is_solved


def test_a_limit_stops_at_the_same_node_in_a_used_workspace():
    """With a cleared table a search takes as many nodes as with a new one, and finds the same."""
    source = Random(11)
    used = make_scratch(8)
    for number in range(24):
        game = played(source, 6, number % 4)
        used[1][:] = 0
        assert solve_within(game, 1000, used) == solve_within(game, 1000, make_scratch(8))


def test_what_is_remembered_holds_for_all_positions_alike():
    """With other points at the same places, or neighbours in rank swapped, values still agree."""
    source = Random(8)
    for _ in range(20):
        game = played(source, 2)
        used = make_scratch(10)
        for _ in range(6):
            other = [[], [], [], []]
            for suit in SUITS:
                cards = [(holder, rank + suit) for rank in reversed(RANKS) for holder in range(4)]
                seats = [seat for seat, card in cards if card in game.hands[seat]]
                if len(seats) > 1 and source.random() < 0.5:
                    at = source.randrange(len(seats) - 1)
                    seats[at : at + 2] = seats[at + 1], seats[at]
                ranks = sorted(source.sample(range(10), len(seats)), reverse=True)
                for seat, rank in zip(seats, ranks, strict=True):
                    other[seat].append(RANKS[rank] + suit)
            for alike in (game, Referee(other, game.trump, game.leader)):
                assert solve(position_of(alike), scratch=used).values == values(alike)


def test_a_card_spared_by_a_spared_card_keeps_what_matters():
    """A bound by a card that was bounded by a third keeps what mattered to the third."""
    for hands, trump, leader, trick, values in [
        (
            [0x8000150180, 0x10800A80000, 0x40000102420000, 0x4002201000021], 1, 1, (36, 38),
            {33: 56, 37: 56},
        ),
        (
            [0x85004000000040, 0xA01A200000000, 0x140020100000008, 0x1800A20000], 2, 2, (4, 34, 8),
            {33: 24, 37: 24, 39: 24, 40: 19, 49: 18, 51: 18},
        ),
        (
            [0x4000D10042, 0x20803020210, 0x181002100080100, 0x248000200240020], 1, 1, (),
            {4: 29, 9: 14, 17: 24, 24: 21, 25: 21, 35: 33, 41: 14},
        ),
    ]:  # fmt: skip
        assert (
            solve(OpenPosition(hands, trump, leader, trick), scratch=make_scratch(8)).values
            == values
        )


def test_a_position_is_worth_the_best_of_its_children():
    """Each card is worth what the position after it is worth, solved by itself in a new table."""
    source, used = Random(6), make_scratch(12)
    for number in range(8):
        game = played(source, 7, number % 4)
        for card, value in solve(position_of(game), scratch=used).values.items():
            after = deepcopy(game)
            after.play(card_name(card))
            points = after.points(0) - game.points(0)
            assert value == points + solve(position_of(after), scratch=make_scratch(14)).value


def test_all_trumps_in_one_hand_take_everything():
    """A full deal with every trump at the leader is worth all 120 points to their team or none."""
    for trump, seat in product(range(4), repeat=2):
        suits = [suit for suit in range(4) if suit != trump]
        suits.insert(seat, trump)
        hands = [0x3FF << 16 * suit for suit in suits]
        value = solve(OpenPosition(hands, trump, seat), scratch=make_scratch(12)).value
        assert value == (120 if seat % 2 == 0 else 0)


@pytest.mark.parametrize(
    ("hands", "leader", "trick", "values"),
    [
        ("AS, 7S, 2H, 2D", 0, "", {"AS": 21}),  # the ace of trumps takes West's bare seven
        # West's 73 between North's K2 and South's A4: the 4 takes the 3, the ace king and seven;
        # or the king takes the 3, and the 2 runs into the seven under the ace.
        ("2H KH, 3H 7H, 4H AH, 2D 3D", 0, "", {"2H": 25, "KH": 25}),
        (", , 2S, ", 3, "AH 3H 2H", {"2S": 11}),  # South, void, ruffs East's ace with a two
    ],
)
def test_endings_are_worth_what_they_are_by_hand(hands, leader, trick, values):
    """Every card of the mover has its value, spades being trumps."""
    game = Referee(map(str.split, hands.split(",")), "S", leader)
    game.table = trick.split()
    solved = solve(position_of(game), scratch=SCRATCH)
    assert solved.values == {find_card(card): value for card, value in values.items()}


def test_what_is_no_position_is_refused():
    """A position that breaks the rules is refused in one line that says how."""
    for hands, trump, leader, trick, message in [
        ([1, 2, 4, 8], 4, 0, (), "trump suit 4"),
        ([1, 2, 4, 8], -1, 0, (), "trump suit -1"),
        ([1, 2, 4, 8], 0, 4, (), "leader 4"),
        ([1, 2, 4], 0, 0, (), "3 hands"),
        ([1, 2, 4, 1], 0, 0, (), "hand 3 has a card that is elsewhere too"),
        ([1, 2, 4, 1 << 10], 0, 0, (), "hand 3 has a card that is not in the deck"),
        ([1, 2, 4, -8], 0, 0, (), "hand 3 has a card that is not in the deck"),
        ([1, 2, 4, 24], 0, 0, (), r"hands of \[1, 1, 1, 2\] cards"),
        ([1, 2, 4, 8], 0, 0, (4,), r"hands of \[2, 1, 1, 1\] cards"),
        ([0, 2, 4, 8], 0, 0, (1,), "the trick has a card that is elsewhere too"),
        ([0, 2, 4, 8], 0, 0, (64,), "the trick has a card that is not in the deck"),
        ([0, 2, 4, 8], 0, 0, (-3,), "the trick has a card that is not in the deck"),
        ([0, 0, 0, 0], 0, 0, (0, 1, 2, 3), "a trick in progress of 4 cards"),
        ([0, 0, 0, 0], 0, 0, (), "no cards are left"),
        ([0, 2, 4 | 16, 8 | 32], 0, 0, (0, 17), r"hands of \[1, 2, 2, 2\] cards"),
        ([2, 4, 24, 96], 0, 0, (0, 17), "seat 1 did not follow suit"),
    ]:
        with pytest.raises(IllegalState, match=message) as refused:
            solve(OpenPosition(hands, trump, leader, trick))
        assert "\n" not in str(refused.value)


@pytest.mark.parametrize("bits", [1, 4])
def test_a_table_has_room_for_a_bucket(bits):
    """A scratch too small to hold anything is refused."""
    with pytest.raises(ValueError, match=f"2\\*\\*{bits} positions"):
        make_scratch(bits)
