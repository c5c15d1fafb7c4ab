"""Deals: that conditions hold, that deals are uniform, and that they do not depend on players."""

from collections import Counter
from math import comb

import numpy as np
import pytest

from llq.errors import IllegalState
from llq.solver.rng import streams
from llq.solver.sueca.engine import DEALER, HANDS, LEADER, PENDING, ROW, SHOWN, TRUMP
from llq.solver.sueca.matches import match
from llq.solver.sueca.matches.deals import (
    TEAM,
    Condition,
    Deals,
    points,
    team_suits,
    trumps,
    trumps_but,
)
from llq.solver.sueca.rules import DECK_MASK, POINTS, SUIT_MASK, Seat, TrumpFrom
from tests.solver.chi_square import FITS, even, misfit

TENTHS = [(0, 9), *((10 * n, 10 * n + 9) for n in range(1, 12)), (120, 120)]


def deal_many(dealing, games, seed=1):
    """Return the rows of games that were just dealt."""
    rows, arrays = np.zeros((games, ROW), dtype=np.int64), dealing.arrays()
    match._deal_all(arrays, rows, streams(seed, 0, games).reshape(-1, 1))
    return rows


def suit_counts(rows, hands):
    """Return how many cards of each suit from the trumps on some hands have, (games, 4)."""
    return np.stack(
        [
            np.bitwise_count(hands & (SUIT_MASK << 16 * (rows[:, TRUMP] ^ suit))).astype(int)
            for suit in range(4)
        ],
        axis=1,
    )


def points_in(hands):
    """Return the points of each of some hands."""
    return sum(
        points * ((hands >> 16 * suit + rank) & 1)
        for suit in range(4)
        for rank, points in enumerate(POINTS)
    )


def check_whole(rows):
    """Check that each deal gives 40 cards, ten to each seat, and that nothing was played."""
    hands = rows[:, HANDS : HANDS + 4]
    assert (np.bitwise_count(hands) == 10).all()
    assert (np.bitwise_or.reduce(hands, axis=1) == DECK_MASK).all()
    assert ((rows[:, TRUMP] >= 0) & (rows[:, TRUMP] < 4)).all()
    assert (rows[:, PENDING] == -1).all()
    rest = {*range(ROW)} - {*range(5), LEADER, SHOWN, DEALER, PENDING}
    assert not rows[:, sorted(rest)].any()


@pytest.mark.parametrize(
    ("condition", "seats", "held"),
    [
        *((trumps(n), (0,), (n,)) for n in (0, 1, 5, 9, 10)),
        *((trumps(n, TEAM), (0, 2), (n,)) for n in (0, 1, 5, 9, 10)),
        *((team_suits(n), (0, 2), n) for n in [(8, 3, 4, 5), (0, 10, 10, 0), (5, 5, 5, 5)]),
    ],
)
def test_hands_have_as_many_of_the_suits_as_asked(condition, seats, held):
    """North, or North and South, have just so many trumps, and others in a fixed order of suits."""
    rows = deal_many(Deals(condition), 1000)
    check_whole(rows)
    hands = np.bitwise_or.reduce(rows[:, [HANDS + seat for seat in seats]], axis=1)
    assert (suit_counts(rows, hands)[:, : len(held)] == held).all()


@pytest.mark.parametrize("rank", [0, 4, 9])
def test_a_hand_has_every_trump_but_one(rank):
    """North has nine trumps and never the one that is named."""
    rows = deal_many(Deals(trumps_but(rank)), 500)
    check_whole(rows)
    north = rows[:, HANDS]
    assert (suit_counts(rows, north)[:, 0] == 9).all()
    assert not (north >> (16 * rows[:, TRUMP] + rank) & 1).any()


def test_hands_have_the_points_asked():
    """North, or North and South, have from the least to the most points, both of which occur."""
    for least, most in [(0, 10), (30, 40), (45, 45), (90, 92), (92, 92)]:
        rows = deal_many(Deals(points(least, most)), 1000)
        check_whole(rows)
        assert {*points_in(rows[:, HANDS]).tolist()} == {*range(least, most + 1)} - {1}
    for least, most in [*TENTHS[::4], (0, 120), (60, 60), (110, 120)]:
        rows = deal_many(Deals(points(least, most, TEAM)), 1000)
        check_whole(rows)
        totals = points_in(rows[:, HANDS] | rows[:, HANDS + 2])
        assert least <= totals.min() <= totals.max() <= most
        assert len(set(totals.tolist())) > 1 or least == most


def test_ways_are_binomials():
    """The number of hands with so many trumps is as counted by hand; in all it is every hand."""
    for count in range(11):
        assert trumps(count).ways == (comb(10, count) * comb(30, 10 - count),)
        assert trumps(count, TEAM).ways == (comb(10, count) * comb(30, 20 - count),)
    assert trumps_but(3).ways == (30,)
    assert team_suits((8, 3, 4, 5)).ways == (comb(10, 8) * comb(10, 3) * comb(10, 4) * comb(10, 5),)


def test_ways_of_points_sum_to_all():
    """Hands by points, ten at a time or one, are those of a convolution card by card."""
    table = Counter({(0, 0): 1})  # ways to choose so many cards that are worth so much
    for worth in POINTS * 4:
        table += Counter({(n + 1, total + worth): ways for (n, total), ways in table.items()})
    expected = [table[20, n] for n in range(121)]
    totals = range(0, 121, 20)
    assert [sum(points(n, n).ways) for n in totals] == [table[10, n] for n in totals]
    assert [sum(points(n, n, TEAM).ways) for n in totals] == expected[::20]
    assert sum(sum(points(*ends, TEAM).ways) for ends in TENTHS) == comb(40, 20) == sum(expected)


def test_any_deal_is_as_likely():
    """Trumps in North's hand are hypergeometric, each card is with each seat, suits are even."""
    rows = deal_many(Deals(), 20_000)
    check_whole(rows)
    counts = suit_counts(rows, rows[:, HANDS])[:, 0]
    chances = {n: comb(10, n) * comb(30, 10 - n) / comb(40, 10) for n in range(7)}
    chances[6] = 1 - sum(chances[n] for n in range(6))
    assert misfit(np.minimum(counts, 6).tolist(), chances) < FITS
    assert misfit(rows[:, TRUMP].tolist(), even(range(4))) < FITS
    assert misfit(rows[:, TRUMP].tolist() + [0] * 700, even(range(4))) > FITS
    for card in range(64):
        if DECK_MASK >> card & 1:
            seats = np.argmax(rows[:, HANDS : HANDS + 4] >> card & 1, axis=1)
            assert misfit(seats.tolist(), even(range(4))) < FITS
    assert (rows[:, [SHOWN, DEALER]] == -1).all()


def test_each_hand_that_satisfies_is_as_likely():
    """Under a condition the free cards are with each seat as often as their number says."""
    rows = deal_many(Deals(trumps_but(9)), 6000)  # North: one of 30 cards, beside the trumps
    other = rows[:, HANDS] & ~(SUIT_MASK << 16 * rows[:, TRUMP])
    place = np.log2(other.astype(float)).astype(int)
    from_trump = ((place >> 4 ^ rows[:, TRUMP]) * 16 + (place & 15)).tolist()
    others = even(16 * suit + rank for suit in (1, 2, 3) for rank in range(10))
    assert misfit(from_trump, others) < FITS
    ace = rows[:, TRUMP] * 16 + 9
    seats = np.argmax(rows[:, HANDS : HANDS + 4] >> ace[:, None] & 1, axis=1)
    assert misfit(seats.tolist(), even((1, 2, 3))) < FITS
    condition = points(60, 69, TEAM)
    rows = deal_many(Deals(condition), 6000)
    totals = points_in(rows[:, HANDS] | rows[:, HANDS + 2])
    ways = {n: sum(points(n, n, TEAM).ways) for n in range(60, 70)}
    chances = {n: count / sum(condition.ways) for n, count in ways.items()}
    assert misfit(totals.tolist(), chances) < FITS
    assert misfit(totals.tolist(), even(range(60, 70))) > FITS


@pytest.mark.parametrize(
    ("trump_from", "seats", "dealer"),
    [(TrumpFrom.FIRST, {"leader": leader}, (leader + 3) % 4) for leader in Seat]
    + [(TrumpFrom.LAST, {"leader": leader}, (leader + 3) % 4) for leader in (0, 3)]
    + [(TrumpFrom.FIRST, {"dealer": dealer}, dealer) for dealer in Seat],  # as in table 4.3
)
def test_trumps_by_the_dealers_card(trump_from, seats, dealer):
    """The dealer holds the card shown, it makes the trumps, and the leader sits on their right."""
    rows = deal_many(Deals(trump_from=trump_from, **seats), 2000)
    check_whole(rows)
    assert (rows[:, LEADER] == seats.get("leader", Seat.NORTH)).all()
    assert (rows[:, DEALER] == dealer).all()
    hands = rows[:, HANDS + dealer]
    assert (hands >> rows[:, SHOWN] & 1).all()
    assert (rows[:, SHOWN] >> 4 == rows[:, TRUMP]).all()
    cards = [card for card in range(64) if DECK_MASK >> card & 1]
    assert misfit(rows[:, SHOWN].tolist(), even(cards)) < FITS
    rank = np.bitwise_count(hands & ((1 << rows[:, SHOWN]) - 1))
    assert misfit(rank.tolist(), even(range(10))) < FITS  # any of the dealer's ten cards


def test_coins_share_the_trumps_of_either_team():
    """Each trump goes to either partner by a coin, so that counts are binomial; hands are whole."""
    rows = deal_many(Deals(trumps(7, TEAM), coins=True), 4000)
    check_whole(rows)
    north, west, south, east = (suit_counts(rows, rows[:, HANDS + seat])[:, 0] for seat in Seat)
    for first, second, total in ((north, south, 7), (west, east, 3)):
        assert (first + second == total).all()
        chances = {count: comb(total, count) / 2**total for count in range(total + 1)}
        assert misfit(first.tolist(), chances) < FITS


@pytest.mark.parametrize(
    ("given", "message"),
    [
        *(
            ({"condition": condition}, "no deal meets")
            for condition in (
                trumps(11), trumps(-1), trumps(11, TEAM), trumps(-1, TEAM), points(70, 60, TEAM),
                points(121, 130, TEAM), points(-5, -1, TEAM), points(119, 119, TEAM),
                team_suits((11, 9, 0, 0)), team_suits((-1, 7, 7, 7)),
            )
        ),
        # counts that do not make up one hand, or two
        ({"condition": team_suits((1, 1, 1, 1))}, "10 or 20 cards"),
        ({"condition": team_suits((6, 6, 6, 6))}, "10 or 20 cards"),
        ({"condition": Condition((0,) * 64, ((9,),), 10)}, "10 or 20 cards"),
        ({"condition": Condition((0,) * 64, ((12,),), 12)}, "10 or 20 cards"),
        # a dealer's card and a condition on trumps would contradict each other
        ({"condition": trumps(5), "trump_from": TrumpFrom.FIRST}, "needs trumps by lot"),
        ({"condition": trumps(5), "trump_from": TrumpFrom.LAST}, "needs trumps by lot"),
        ({"leader": 4}, "seats must be 0 to 3"),
        ({"leader": -1}, "seats must be 0 to 3"),
        ({"dealer": 4}, "seats must be 0 to 3"),
    ],
)  # fmt: skip
def test_deals_that_there_are_not_are_refused(given, message):
    """Conditions that no deal meets, wrong sizes, contradictions and seats of nobody are errors."""
    with pytest.raises(IllegalState, match=message):
        Deals(**given).arrays()


@pytest.mark.parametrize("rank", [-1, 10, 15])
def test_a_rank_that_no_card_has_is_refused(rank):
    """A condition on a trump of no rank is an error."""
    with pytest.raises(IllegalState, match="rank"):
        trumps_but(rank)
