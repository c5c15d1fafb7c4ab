"""The double-dummy solver against plain minimax, its own children and the game's symmetries."""

from functools import cache
from random import Random

import numpy as np
import pytest

from llq.errors import IllegalState
from llq.solver.sueca.double_dummy.board import NODES, Root
from llq.solver.sueca.double_dummy.search import (
    forget,
    solve_cards_within,
    solve_value,
)
from llq.solver.sueca.double_dummy.solver import OpenPosition, make_scratch, solve
from tests.oracles import sueca_minimax as oracle

SUITS = "SHDC"
DECK = [16 * suit + rank for suit in range(4) for rank in range(10)]
SCRATCH = make_scratch(12)


def cards_of(mask):
    """Return the cards of a mask."""
    return [card for card in DECK if mask >> card & 1]


def name(card):
    """Return a card as the oracle knows it."""
    return SUITS[card >> 4], oracle.WEAKEST_FIRST[card & 15]


def mask(text, suit):
    """Return a mask of ranks in one suit."""
    return sum(1 << 16 * suit + oracle.WEAKEST_FIRST.index(rank) for rank in text)


def legal(hand, trick):
    """Return the cards that a hand may play."""
    cards = cards_of(hand)
    return [card for card in cards if trick and card >> 4 == trick[0] >> 4] or cards


def winner(trick, trump, leader):
    """Return the seat that takes a full trick."""
    return (leader + oracle.winning_place(tuple(map(name, trick)), SUITS[trump])) % 4


def play(position, card):
    """Return the position after a card, and what North and South have of the trick it ends."""
    hands, trump, leader, trick = position
    hands, trick = list(hands), (*trick, card)
    hands[(leader + len(trick) - 1) % 4] ^= 1 << card
    if len(trick) < 4:
        return (tuple(hands), trump, leader, trick), 0
    taker = winner(trick, trump, leader)
    points = sum(oracle.POINTS.get(name(played)[1], 0) for played in trick)
    return (tuple(hands), trump, taker, ()), points * (taker % 2 == 0)


def random_position(source, size, in_trick=0, *, fresh=False):
    """Return a position with hands of a size when the trick began, from random play or a deal."""
    dealt = size if fresh else 10
    deck = source.sample(DECK, 4 * dealt)
    hands = tuple(sum(1 << card for card in deck[seat::4]) for seat in range(4))
    position = hands, source.randrange(4), source.randrange(4), ()
    for _ in range(4 * (dealt - size) + in_trick):
        hands, _, leader, trick = position
        card = source.choice(legal(hands[(leader + len(trick)) % 4], trick))
        position, _ = play(position, card)
    return position


@cache
def oracle_values(position):
    """Return the oracle's value of every legal card, by our card."""
    hands, trump, leader, trick = position
    found = oracle.card_values(
        tuple(frozenset(map(name, cards_of(hand))) for hand in hands),
        SUITS[trump],
        leader,
        tuple(map(name, trick)),
    )
    oracle.value.cache_clear()
    return {card: found[name(card)] for card in DECK if name(card) in found}


@pytest.mark.parametrize(("size", "games"), [(1, 8), (2, 60), (3, 20)], ids=lambda n: str(n))
@pytest.mark.parametrize("fresh", [False, True], ids=["played", "dealt"])
def test_every_card_is_worth_what_minimax_says(size, games, fresh):
    """Each legal card of a random ending has the value that unpruned search gives it."""
    source = Random(100 * size + fresh)
    for game in range(games):
        position = random_position(source, size, game % 4, fresh=fresh)
        solved = solve(OpenPosition(*position), scratch=SCRATCH)
        assert solved.values == oracle_values(position), position


def test_zeros_decide_endings_as_minimax_says():
    """Where nearly all cards are zeros, so that their order is what matters, values still agree."""
    source = Random(7)
    low = [card for card in DECK if card & 15 < 6]
    for game in range(40):
        size = 2 + game // 4 % 2
        deck = source.sample(low, 4 * size - 1)
        deck.insert(source.randrange(len(deck)), source.choice([9, 25, 41, 57]))
        hands = tuple(sum(1 << card for card in deck[seat::4]) for seat in range(4))
        position = hands, source.randrange(4), source.randrange(4), ()
        for _ in range(game % 4):
            hands, _, leader, trick = position
            card = source.choice(legal(hands[(leader + len(trick)) % 4], trick))
            position, _ = play(position, card)
        solved = solve(OpenPosition(*position), scratch=SCRATCH)
        assert solved.values == oracle_values(position), position


@pytest.mark.parametrize("size", [2, 3])
def test_a_hand_of_trumps_alone_has_to_ruff_its_partner(size):
    """Where one seat has nothing but trumps, and must ruff whatever is led, values still agree."""
    source = Random(size)
    for _ in range([60, 20][size - 2]):
        trump, seat, leader = (source.randrange(4) for _ in range(3))
        trumps = source.sample([card for card in DECK if card >> 4 == trump], size + 2)
        deck = [card for card in DECK if card >> 4 != trump and card & 15 > 3]
        rest = source.sample(trumps[size:] + source.sample(deck, 3 * size - 2), 3 * size)
        deals = [rest[i::3] for i in range(3)]
        deals.insert(seat, trumps[:size])
        position = tuple(sum(1 << card for card in hand) for hand in deals), trump, leader, ()
        assert solve(OpenPosition(*position), scratch=SCRATCH).values == oracle_values(position), (
            position
        )


def test_the_best_card_is_worth_the_position():
    """The value is the best card's, the best that the mover's team can choose."""
    source = Random(1)
    for game in range(100):
        position = random_position(source, 5, game % 4)
        solved = solve(OpenPosition(*position), scratch=SCRATCH)
        best = max if (position[2] + len(position[3])) % 2 == 0 else min
        assert solved.value == best(solved.values.values()) == solved.values[solved.best]


def test_the_value_alone_is_that_of_the_best_card():
    """The kernel for the value alone agrees with the values of the cards, wherever it begins."""
    source = Random(2)
    for game in range(20):
        position = random_position(source, 5, game % 4)
        value = solve(OpenPosition(*position), scratch=SCRATCH).value
        for guess in (-1, 0, 120):
            assert solve_value(root_of(position), guess, *SCRATCH) == value


def root_of(position):
    """Return a position as kernels take it."""
    hands, trump, leader, trick = position
    return Root(np.array(hands), trump, leader, np.array([*trick, 0, 0, 0]), len(trick))


def solve_within(position, limit, scratch):
    """Return the best card, the bounds of every legal card and the nodes searched."""
    lows, highs = np.empty((2, 64), dtype=np.int64)
    best = solve_cards_within(root_of(position), -1, limit, lows, highs, *scratch)
    bounds = {card: (lows[card], highs[card]) for card in range(64) if lows[card] >= 0}
    return best, bounds, scratch[0][NODES]


def test_a_limit_of_nodes_leaves_bounds_that_hold():
    """Stopped anywhere, the bounds hold every card's value; unstopped, they are the value."""
    source = Random(10)
    for game in range(32):
        position = random_position(source, 4 + game % 3, game // 3 % 4)
        solved = solve(OpenPosition(*position), scratch=make_scratch(10))
        for limit in (0, 1, solved.nodes // 2, solved.nodes - 1, solved.nodes):
            best, bounds, nodes = solve_within(position, limit, make_scratch(10))
            assert nodes <= limit
            assert bounds.keys() == solved.values.keys()
            assert all(low <= solved.values[card] <= high for card, (low, high) in bounds.items())
            is_solved = all(low == high for low, high in bounds.values())
            assert best == (solved.best if is_solved else -1)
        assert is_solved


def test_a_limit_stops_at_the_same_node_in_a_used_workspace():
    """After `forget` a search takes as many nodes as with an empty table, and finds the same."""
    source = Random(11)
    used = make_scratch(8)
    for game in range(24):
        position = random_position(source, 6, game % 4)
        forget(used[1])
        assert solve_within(position, 1000, used) == solve_within(position, 1000, make_scratch(8))


def test_a_used_workspace_is_as_good_as_a_new_one():
    """A table that keeps entries of many deals, and overwrites them, never changes a value."""
    source = Random(5)
    used = make_scratch(6)
    for game in range(60):
        position = random_position(source, 3 + game % 4, game % 4)
        new = make_scratch(10)
        assert (
            solve(OpenPosition(*position), scratch=used).values
            == solve(OpenPosition(*position), scratch=new).values
        ), position


def test_what_is_remembered_holds_for_all_positions_alike():
    """With other points at the same places, or neighbours in rank swapped, values still agree."""
    source = Random(8)
    for _ in range(20):
        hands, trump, leader, _ = random_position(source, 2)
        used = make_scratch(10)
        for _ in range(6):
            other = [0, 0, 0, 0]
            for suit in range(4):
                held = [card for card in DECK if card >> 4 == suit and sum(hands) >> card & 1]
                seats = [next(s for s in range(4) if hands[s] >> card & 1) for card in held]
                if len(seats) > 1 and source.random() < 0.5:
                    at = source.randrange(len(seats) - 1)
                    seats[at : at + 2] = seats[at + 1], seats[at]
                ranks = sorted(source.sample(range(10), len(seats)))
                for seat, rank in zip(seats, ranks, strict=True):
                    other[seat] |= 1 << 16 * suit + rank
            for position in ((hands, trump, leader, ()), (tuple(other), trump, leader, ())):
                assert solve(OpenPosition(*position), scratch=used).values == oracle_values(
                    position
                ), position


def test_a_card_spared_by_a_spared_card_keeps_what_matters():
    """A bound by a card that was bounded by a third keeps what mattered to the third.

    The values are those of a solver that remembered single positions.
    """
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
    source = Random(6)
    for game in range(8):
        position = random_position(source, 7, game % 4)
        for card, value in solve(OpenPosition(*position), scratch=SCRATCH).values.items():
            after, points = play(position, card)
            assert value == points + solve(OpenPosition(*after), scratch=make_scratch(14)).value


@pytest.mark.parametrize("leader", range(4))
@pytest.mark.parametrize("trump", range(4))
def test_all_trumps_in_one_hand_take_everything(trump, leader):
    """A full deal with every trump at one seat is worth all 120 points to its team or none."""
    others = [suit for suit in range(4) if suit != trump]
    for seat in range(4):
        suits = others.copy()
        suits.insert(seat, trump)
        hands = [0x3FF << 16 * suit for suit in suits]
        if leader == seat:
            value = solve(OpenPosition(hands, trump, leader), scratch=SCRATCH).value
            assert value == (120 if seat % 2 == 0 else 0)


def test_the_seven_falls_under_the_ace():
    """North's ace of trumps takes West's bare seven with the zeros: 21 points."""
    hands = [mask("A", 0), mask("7", 0), mask("2", 1), mask("2", 2)]
    assert solve(OpenPosition(hands, 0, 0), scratch=SCRATCH).value == 21


def test_a_guarded_seven_is_caught_between_ace_and_four():
    """West's 73 lies between North's K2 and South's A4, no trumps about: all 25 points are lost.

    To the 2 West plays the 3, South wins with the 4 and the ace brings down king and seven. To the
    king West plays the 3 as well; the king wins, and the 2 runs into the seven under the ace.
    """
    hands = [mask("K2", 1), mask("73", 1), mask("A4", 1), mask("23", 2)]
    assert solve(OpenPosition(hands, 0, 0), scratch=SCRATCH).values == {16: 25, 23: 25}


def test_last_to_play_takes_the_ace_with_the_smallest_trump():
    """East led an ace; North and West followed; South, void, ruffs 11 points with a two."""
    hands = [0, 0, mask("2", 0), 0]
    solved = solve(OpenPosition(hands, 0, 3, [16 + 9, 16 + 1, 16 + 0]), scratch=SCRATCH)
    assert (solved.value, solved.best, solved.values) == (11, 0, {0: 11})


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
