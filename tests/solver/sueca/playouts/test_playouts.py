"""Random games in lanes and drawn hands solved, beside exact expectations and single games."""

import numpy as np
import pytest

from llq.solver import card_sets
from llq.solver.card_masks import cards_of
from llq.solver.jit import njit
from llq.solver.rng import streams
from llq.solver.sueca import engine
from llq.solver.sueca.double_dummy.solver import OpenPosition, solve
from llq.solver.sueca.engine import HANDS, LEADER, SCORE, TRICK, TRICK_SIZE, TRUMP, TURN
from llq.solver.sueca.matches import match
from llq.solver.sueca.matches.deals import Deals
from llq.solver.sueca.players import Strategy, choose_card, find_strategy
from llq.solver.sueca.playouts import lane_hands, monte_carlo, random_games
from llq.solver.sueca.playouts.scratch import make_scratch
from llq.solver.sueca.rules import TrumpFrom, card_name, find_card, points_of
from llq.solver.sueca.settings import LIMIT, Choice, Kind, Source
from tests.oracles.sueca import all_deals, mean_and_variance, outcomes, worth
from tests.solver.chi_square import FITS, even, misfit
from tests.solver.sueca.games import mask, played, stream_of, view


def settings_of(choice, games, playouts=1, source=Source.TRUE, apart=False):
    """Return what `monte_carlo` takes for so many games with every card."""
    strategy = Strategy(
        "mc", Kind.MONTE_CARLO, "", choice=choice, shuffles=games // playouts,
        playouts=playouts, source=source, apart=apart,
    )  # fmt: skip
    return strategy.settings()


def endings(sizes, number):
    """Yield endings with so many cards in the mover's hand and 0 … 3 in the trick."""
    for seed in range(number):
        size = sizes[seed % len(sizes)]
        yield played(seed, 40 - 4 * size + seed // len(sizes) % 4)


def to_come(referee):
    """Return the points that are not taken yet."""
    return worth(referee.table + [card for hand in referee.hands for card in hand])


def exact(referee):
    """Return, by card, the chance of what the mover's team takes from here on."""
    seat, left, by_card = referee.seat, to_come(referee), {}
    for card in referee.legal():
        chances = outcomes(referee.hands, referee.trump, seat, referee.table, card)
        by_card[card] = {n if seat % 2 == 0 else left - n: p for n, p in chances.items()}
    return by_card


def weighed(row, settings, seed=1, legal=None):
    """Return the scratch after `weigh` has tried a row's legal cards, or those given."""
    work = make_scratch()
    cards = engine.legal_cards(row) if legal is None else legal
    monte_carlo.try_cards(row, cards, settings, stream_of(seed), work)
    return work


def test_every_lane_ends_as_a_game_can():
    """Every lane's points are among those that the exact recursion finds, as often as it says."""
    games, compared, trumps = 1000, 0, set()
    for row, referee in endings((2, 2, 2, 3), 64):
        trumps.add((referee.trump, len(referee.table)))
        for card, chances in exact(referee).items():
            work = weighed(row, settings_of(Choice.MEAN, games), legal=mask([card]))
            scores = work.lanes[random_games.SCORE :][:games].astype(int)
            points = (to_come(referee) - scores if row[TRICK_SIZE] % 2 else scores).tolist()
            assert set(points) <= set(chances)
            if min(chances.values()) * games >= 5:
                assert misfit(points, chances) < FITS
                compared += len(chances) > 1
            assert work.totals[find_card(card)] == sum(points)
    assert len(trumps) == 16
    assert compared > 20


@njit
def play_on(row, card, games, stream):
    """Return what seats 0 and 2 take in random games from a row on, by the engine's kernels."""
    points = np.zeros(games, dtype=np.int64)
    for index in range(games):
        game = row.copy()
        engine.apply(game, card)
        while game[TURN] < 40:
            engine.apply(game, card_sets.random_card(engine.legal_cards(game), stream))
        points[index] = game[SCORE] - row[SCORE]
    return points


@pytest.mark.parametrize("cards", [0, 1, 18, 23])
def test_means_are_those_of_games_played_card_by_card(cards):
    """From whole hands on, lanes and the engine's random games agree within 4 errors of both."""
    games = 5_000
    row, referee = played(50 + cards, cards)
    work = weighed(row, settings_of(Choice.MEAN, games))
    for card in map(find_card, referee.legal()):
        points = play_on(row, card, games, stream_of(card))
        points = to_come(referee) - points if referee.seat % 2 else points
        mean = work.totals[card] / games
        assert abs(mean - points.mean()) <= 4 * (2 * points.var() / games) ** 0.5


@pytest.mark.parametrize("source", [Source.DRAWN, Source.SHUFFLED, Source.SHUFFLED_ASIDE])
@pytest.mark.parametrize("apart", [False, True])
def test_means_over_drawn_hands(source, apart):
    """Over hands drawn, the mean is that over all consistent deals of the exact expectations."""
    games, compared = 2000, 0
    for seed in range(8):
        row, referee = played(seed, 32 + seed % 8, Deals(trump_from=TrumpFrom.FIRST))
        settings = settings_of(Choice.MEAN, games, source=source, apart=apart)
        settings[LIMIT] = 10_000
        work = weighed(row, settings)
        deals = list(all_deals(*view(row, referee)))
        if len(deals) > 40:
            continue
        compared += len(deals) > 1
        totals = {}
        for deal in deals:
            for step, hand in enumerate(deal, start=1):
                referee.hands[(referee.seat + step) % 4] = list(hand)
            for card, chances in exact(referee).items():
                for points, chance in chances.items():
                    part = totals.setdefault(card, {})
                    part[points] = part.get(points, 0) + chance / len(deals)
        for card, chances in totals.items():
            mean, variance = map(float, mean_and_variance(chances))
            sampled = work.totals[find_card(card)] / games
            assert abs(sampled - mean) <= 4 * (variance / games) ** 0.5 + 1e-9
    assert compared >= 2


def test_the_best_game_is_the_best_there_is():
    """Of 3000 games some reach the highest number of points that can be reached at all."""
    above = 0
    for row, referee in endings((2,), 20):
        work = weighed(row, settings_of(Choice.BEST_GAME, 3000))
        for card, chances in exact(referee).items():
            assert work.totals[find_card(card)] == max(chances)
            above += max(chances) > mean_and_variance(chances)[0]
    assert above > 4


@pytest.mark.parametrize("choice", Choice)
def test_the_choice_is_the_best_by_what_was_found(choice):
    """The card chosen has the highest total, or the highest mean without its fraction."""
    games, cut, chosen = 100, 0, 0
    work = make_scratch()
    settings = settings_of(choice, games)
    for row, referee in endings((2, 3, 5), 60):
        if len(referee.legal()) == 1:
            continue
        card = choose_card(row, settings, stream_of(chosen), work)
        values = {name: int(work.totals[find_card(name)]) for name in referee.legal()}
        best = max(values.values())
        if choice is Choice.WHOLE_MEAN:
            cut += values[card_name(card)] < best
            assert values[card_name(card)] // games == best // games
        else:
            assert values[card_name(card)] == best
        chosen += 1
    assert chosen > 25
    assert cut >= 2 or choice is not Choice.WHOLE_MEAN


def test_equal_cards_are_drawn_by_lot():
    """Where every game ends alike, each card is chosen as often as another."""
    compared = 0
    settings = settings_of(Choice.MEAN, 4)
    work = make_scratch()
    for row, referee in endings((2,), 60):
        chances = exact(referee)
        results = {result for points in chances.values() for result in points.items()}
        if len(chances) > 1 and len(results) == 1:
            drawn = [
                card_name(choose_card(row, settings, streams(7, n, n + 1), work)) for n in range(60)
            ]
            assert misfit(drawn, even(chances)) < FITS
            compared += 1
    assert compared >= 3


def test_a_single_card_needs_no_games():
    """With one legal card no random number is spent."""
    compared = 0
    for row, referee in endings((1, 3), 40):
        if len(referee.legal()) == 1:
            stream, work = stream_of(1), make_scratch()
            card = choose_card(row, settings_of(Choice.MEAN, 10), stream, work)
            assert [card_name(card)] == referee.legal()
            assert stream == stream_of(1)
            compared += 1
    assert compared > 10


@pytest.mark.parametrize("apart", [False, True])
@pytest.mark.parametrize(("shuffles", "playouts"), [(1, 1), (7, 100), (1500, 1), (40, 30)])
def test_each_card_gets_its_games(shuffles, playouts, apart):
    """Whatever fits the lanes at a time, a card that decides nothing scores in every game."""
    row, _ = played(4, 0)
    settings = settings_of(Choice.MEAN, shuffles * playouts, playouts, Source.DRAWN, apart)
    row[HANDS : HANDS + 4] = [mask(rank + suit for rank in "A7KJQ65432") for suit in "SHDC"]
    row[TRUMP] = 0
    work = weighed(row, settings)
    assert [int(n) for n in work.totals if n] == [120 * shuffles * playouts] * 10


def test_lanes_of_a_deal_have_its_hands():
    """`spread` gives each deal, as often as asked, in the order of play from the leader on."""
    deals, lanes = lane_hands.make_lane_hands(), random_games.make_lanes()
    for deal in range(3):
        hands = np.array([1 << deal, 1 << 16 + deal, 1 << 32 + deal], dtype=np.int64)
        lane_hands.put_hands(hands, deal, 0, deals)
    lane_hands.spread(deals, 2, 1, 3, lanes)
    for other in range(3):
        slot = lanes[random_games.DEALT + random_games.ROW * ((2 + other) % 4) :].tolist()
        assert slot[:7] == [16 * other + deal << 2 for deal in (0, 1, 2, 0, 1, 2)] + [0]
    begins = [0x1110, 0x1100, 0x1000]  # where suits 1 to 3 begin after a card of suit 0, 1 or 2
    assert set(lanes[random_games.DEALT_BEGINS :][:6].tolist()) == {
        begins[0] << 16 | begins[1] | begins[2] << 48
    }


def test_totals_are_sums_of_solved_deals():
    """Sums are those of deals solved one by one, from the mover's side."""
    compared, work = 0, make_scratch()
    for seed in range(16):
        row, _ = played(seed, 26 + seed % 8)
        legal, seat = int(engine.legal_cards(row)), int(engine.mover(row))
        if card_sets.count(legal) == 1:
            continue
        choose_card(row, find_strategy("pimc:1/10").settings(), streams(seed, 1, 2), work)
        hands = row[HANDS : HANDS + 4].tolist()
        for other in range(3):
            hands[(seat + 1 + other) % 4] = int(work.hands[other])
        trick = row[TRICK : TRICK + row[TRICK_SIZE]].tolist()
        values = solve(OpenPosition(hands, int(row[TRUMP]), int(row[LEADER]), trick)).values
        to_come = points_of(sum(hands)) + sum(points_of(1 << card) for card in trick)
        for card in cards_of(legal):
            assert work.totals[card] == (to_come - values[card] if seat % 2 else values[card])
        compared += 1
    assert compared > 8


def test_it_plays_random_games_before_it_solves():
    """With hands open from no card on, PIMC is Monte Carlo, card for card."""
    pair, work = list(map(find_strategy, ("pimc:5/0", "mc_extra"))), make_scratch()
    assert pair[0].open_from == 0
    for seed in range(36):
        row, _ = played(seed, seed)
        cards = {choose_card(row, player.settings(), stream_of(seed), work) for player in pair}
        assert len(cards) == 1


def test_with_the_true_hands_open_four_players_reach_the_deals_value():
    """Four who see all hands take of each deal what perfect play with open hands is worth."""
    dealt, work = np.zeros((1, engine.ROW), dtype=np.int64), make_scratch()
    match._deal_all(Deals().arrays(), dealt, streams(5, 0, 5).reshape(-1, 5))
    settings = find_strategy("pimc_peek").settings()
    for row in dealt:
        hands = row[HANDS : HANDS + 4].tolist()
        value = solve(OpenPosition(hands, int(row[TRUMP]), int(row[LEADER]))).value
        for _ in range(40):
            engine.apply(row, choose_card(row, settings, stream_of(1), work))
        assert row[SCORE] == value
