"""PIMC: what it chooses by, and how well it plays."""

import numpy as np

from llq.solver import card_sets
from llq.solver.rng import streams
from llq.solver.sueca import engine
from llq.solver.sueca.double_dummy.solver import OpenPosition, solve
from llq.solver.sueca.engine import HANDS, LEADER, SCORE, TRICK, TRICK_SIZE, TRUMP
from llq.solver.sueca.matches import match
from llq.solver.sueca.matches.deals import Deals
from llq.solver.sueca.players import choose_card, find_strategy
from llq.solver.sueca.playouts.monte_carlo import make_scratch
from llq.solver.sueca.rules import cards_of, points_of
from tests.solver.sueca.games import played, stream_of


def test_totals_are_sums_of_solved_deals():
    """Sums are those of deals solved one by one, from the mover's side."""
    compared, work = 0, make_scratch()
    for seed in range(16):
        row, _ = played(seed, 26 + seed % 8)
        seat, size, legal = int(engine.mover(row)), int(row[TRICK_SIZE]), int(engine.legal(row))
        if card_sets.count(legal) == 1:
            continue
        choose_card(row, find_strategy("pimc:1/10").settings(), streams(seed, 1, 2), work)
        hands = row[HANDS : HANDS + 4].tolist()
        for other in range(3):
            hands[(seat + 1 + other) % 4] = int(work.hands[other])
        trick = row[TRICK : TRICK + size].tolist()
        found = solve(OpenPosition(hands, int(row[TRUMP]), int(row[LEADER]), trick)).values
        to_come = points_of(sum(hands)) + sum(points_of(1 << card) for card in trick)
        for card in cards_of(legal):
            assert work.totals[card] == (to_come - found[card] if seat % 2 else found[card])
        compared += 1
    assert compared > 8


def test_it_plays_random_games_before_it_solves():
    """With hands open from no card on, PIMC is Monte Carlo, card for card."""
    pair, work = [find_strategy(name) for name in ("pimc:5/0", "mc_extra")], make_scratch()
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
