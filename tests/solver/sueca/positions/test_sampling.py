"""What the others may hold: counts against enumeration, draws against every deal there is."""

from collections import Counter
from random import Random

import numpy as np
import pytest

from llq.solver.sueca import engine
from llq.solver.sueca.engine import HANDS
from llq.solver.sueca.matches.deals import Deals
from llq.solver.sueca.playouts import lane_hands
from llq.solver.sueca.playouts.random_games import LANES
from llq.solver.sueca.positions import sampling
from llq.solver.sueca.rules import SUIT_SYMBOLS, TrumpFrom
from tests.oracles.sueca import all_deals, number_of_deals
from tests.solver.chi_square import FITS, even, misfit
from tests.solver.sueca.games import draws, mask, played, prepared, rooms_of, stream_of, view

SHOWN = Deals(trump_from=TrumpFrom.LAST)


def deals_of(row, referee):
    """Return all deals that agree with what the mover sees, as three sets of cards each."""
    return [tuple(map(mask, deal)) for deal in all_deals(*view(row, referee))]


def unpacked(lanes, sizes, renaming):
    """Return the sets of cards of lanes' hands, of some sizes, and check where suits begin."""
    hands, starts = np.split(lanes.reshape(10, -1)[:4, :LANES].astype(np.int64), [3])
    begins = np.array([starts[0] >> place & 0xFFFF for place in (32, 16, 0)])
    assert not (starts >> 48).any()
    assert not (hands >> 6 * sizes + 2).any()
    masks, below = np.zeros_like(hands), np.zeros((4, *hands.shape), dtype=np.int64)
    last = np.full_like(hands, -1)
    for place in range(10):
        card, used = hands >> 6 * place + 2 & 63, np.full_like(hands, place) < sizes
        masks |= used << (card ^ renaming << 4)
        assert (last < card)[used].all()
        last = card
        for suit in range(1, 4):
            below[suit] += used & (card < 16 * suit)
    for suit in range(4):
        assert (begins >> 4 * suit & 15 == below[suit]).all()
    return masks


def lane_draws(row, number, renaming, seed=1):
    """Return deals from `lane_hands.draw`."""
    work, count = prepared(row)
    assert count
    lanes, stream, drawn = lane_hands.make_lane_hands(), stream_of(seed), []
    others = [(engine.mover(row) + step) % 4 for step in (1, 2, 3)]
    sizes = np.array([[int(row[HANDS + seat]).bit_count()] for seat in others])
    for _ in range(0, number, LANES):
        lane_hands.draw(work, LANES, renaming, lanes, stream)
        drawn += map(tuple, unpacked(lanes, sizes, renaming).T.tolist())
    return drawn[:number]


def retries(row, limit, sets_aside, number, seed=1):
    """Return deals from `retry`, and how often it took the true one."""
    work, seat, stream = sampling.make_sampler(), engine.mover(row), stream_of(seed)
    hands, truths = np.zeros((number, 3), dtype=np.int64), 0
    for deal in hands:
        truths += sampling.retry(row, seat, limit, sets_aside, deal, stream, work)
    return list(map(tuple, hands.tolist())), truths


def true_deal(referee):
    """Return the deal that there is."""
    return tuple(mask(referee.hands[(referee.seat + step) % 4]) for step in (1, 2, 3))


def small_positions(least, most, number, dealing=None):
    """Yield positions with between so many deals, the most known first."""
    seed = count = 0
    while count < number:
        seed += 1
        row, referee = played(seed, 20 + seed % 18, dealing)
        if least <= number_of_deals(*rooms_of(row, referee)) <= most:
            count += 1
            yield row, referee


@pytest.mark.parametrize("dealing", [None, SHOWN])
def test_counts_are_those_of_enumeration(dealing):
    """Deals are as many as can be listed or, in earlier positions, as a sum over suits says."""
    lacking = Counter()
    for seed in [*range(12), *range(100, 126, 2)]:
        row, referee = played(seed, 26 + seed % 14 if seed < 100 else seed - 100, dealing)
        unseen, rooms, voids = rooms_of(row, referee)
        expected = number_of_deals(unseen, rooms, voids)
        assert sampling.count_deals(row, referee.seat) == expected
        if seed < 100:
            everything = deals_of(row, referee)
            assert len(everything) == expected
            assert true_deal(referee) in everything
            for suit in {card[1] for card in unseen}:
                lacking[sum(suit in lacked for lacked in voids)] += 1
    assert lacking.keys() == {0, 1, 2}


def test_counts_of_any_suits_lacked():
    """Suits may be said to be lacked by nobody, one, two or all; impossible claims count 0."""
    random, impossible = Random(1), 0
    for seed in range(60):
        row, referee = played(seed, 28 + seed % 10)
        unseen, sizes, _, _ = view(row, referee)
        claims = [{suit for suit in "SHDC" if random.random() < 0.3} for _ in range(3)]
        lacks = tuple(sum(1 << SUIT_SYMBOLS.index(s) for s in claim) for claim in claims)
        expected = len(list(all_deals(unseen, sizes, claims)))
        impossible += not expected
        assert prepared(row, lacks)[1] == expected
    assert 6 < impossible < 54


@pytest.mark.parametrize("dealing", [None, SHOWN])
def test_every_deal_is_drawn_as_often(dealing):
    """`sample` and the lanes draw each consistent deal alike, and no other."""
    kinds = Counter()
    for row, referee in small_positions(2, 200, 6, dealing):
        work, _ = prepared(row)
        kinds["split"] += bool(work.splits[0])
        kinds["pool"] += bool(work.pool[0])
        kinds["fixed"] += bool(work.fixed.any())
        everything = deals_of(row, referee)
        number = max(1000, 40 * len(everything))
        assert misfit(map(tuple, draws(row, number).tolist()), even(everything)) < FITS
        for renaming in (0, int(row[engine.TRUMP]) ^ 3):
            assert misfit(lane_draws(row, number, renaming), even(everything)) < FITS
    assert min(kinds[kind] for kind in ("split", "pool", "fixed"))


@pytest.mark.parametrize("dealing", [None, SHOWN])
@pytest.mark.parametrize("cards", [7, 21])
def test_who_holds_a_card(cards, dealing):
    """In early positions each card is with each player as often as exact counts say."""
    row, referee = played(cards, cards, dealing)
    unseen, rooms, voids = rooms_of(row, referee)
    total, number, sizes = number_of_deals(unseen, rooms, voids), 1000, view(row, referee)[1]
    chances = {}  # by suit and player; cards of a suit differ in nothing
    for card in unseen:
        rest = [other for other in unseen if other != card]
        for player in range(3):
            left = [room - (other == player) for other, room in enumerate(rooms)]
            able = card[1] not in voids[player] and min(left) >= 0
            if (card[1], player) not in chances:
                chances[card[1], player] = able and number_of_deals(rest, left, voids) / total
    for drawn in (draws(row, number), np.array(lane_draws(row, number, 3))):
        assert (np.bitwise_count(drawn) == sizes).all()
        for card in unseen:
            shares = ((drawn & mask([card])) > 0).mean(axis=0)
            for player in range(3):
                chance = chances[card[1], player]
                error = (chance * (1 - chance) / number) ** 0.5
                assert abs(shares[player] - chance) <= 4.5 * error + 1e-12


@pytest.mark.parametrize("sets_aside", [False, True])
@pytest.mark.parametrize("dealing", [None, SHOWN])
def test_shuffling_takes_the_truth_as_often_as_it_must(sets_aside, dealing):
    """After n shuffles the true hands come with the chance that n of all deals disagree."""
    number, unsure = 1000, 0
    for row, referee in small_positions(2, 300, 6, dealing):
        unseen, sizes, voids, placed = view(row, referee)
        everything = deals_of(row, referee)
        placed = list(placed)
        for card in list(unseen):
            able = [player for player in range(3) if card[1] not in voids[player]]
            if sets_aside and len(able) == 1:
                placed[able[0]] = (*placed[able[0]], card)
                unseen.remove(card)
        rooms = [n - len(cards) for n, cards in zip(sizes, placed, strict=True)]
        chance = len(everything) / number_of_deals(unseen, rooms, [set()] * 3)
        for limit in (1, 5):
            fails = (1 - chance) ** limit
            unsure += 0.05 < fails < 0.95
            drawn, truths = retries(row, limit, sets_aside, number)
            assert abs(truths / number - fails) <= 4 * (fails * (1 - fails) / number) ** 0.5
            assert set(drawn) <= set(everything)
            assert drawn.count(true_deal(referee)) >= truths
        drawn, truths = retries(row, 0, sets_aside, 3)
        assert truths == 3
        assert set(drawn) == {true_deal(referee)}
    assert unsure >= 5
