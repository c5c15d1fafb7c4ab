"""PIMC: what it chooses by, and how well it plays."""

import numpy as np
import pytest

from llq.solver import card_sets
from llq.solver.rng import streams
from llq.solver.sueca import engine
from llq.solver.sueca.double_dummy.solver import OpenPosition, solve
from llq.solver.sueca.engine import HANDS, LEADER, TRICK, TRICK_SIZE, TRUMP
from llq.solver.sueca.matches import match
from llq.solver.sueca.matches.deals import Deals
from llq.solver.sueca.matches.match import play_games
from llq.solver.sueca.players import find_strategy
from llq.solver.sueca.playouts import monte_carlo, pimc
from llq.solver.sueca.rules import DECK, cards_of, points_of


def ending(seed, turns):
    """Return a game after some random cards."""
    row = np.zeros(engine.ROW, dtype=np.int64)
    stream = streams(seed, 0, 1)
    cards = np.random.default_rng(seed).permutation(cards_of(DECK))
    for seat in range(4):
        row[HANDS + seat] = sum(1 << int(card) for card in cards[10 * seat : 10 * seat + 10])
    engine.start(row, 0, seed % 4, -1, -1)
    for _ in range(turns):
        engine.apply(row, card_sets.random_card(engine.legal(row), stream))
    return row


@pytest.mark.parametrize("turns", [26, 29, 31, 33])
def test_totals_are_sums_of_solved_deals(turns):
    """Sums and squares are those of deals solved one by one, from the mover's side."""
    for seed in range(4):
        row, work = ending(seed, turns), monte_carlo.make_scratch()
        seat, played = int(engine.mover(row)), int(row[TRICK_SIZE])
        pimc.solve_cards(row, find_strategy("pimc:1/10").settings(), streams(seed, 1, 2), work)
        hands = row[HANDS : HANDS + 4].tolist()
        for other in range(3):
            hands[(seat + 1 + other) % 4] = int(work.hands[other])
        trick = row[TRICK : TRICK + played].tolist()
        found = solve(OpenPosition(hands, int(row[TRUMP]), int(row[LEADER]), trick)).values
        to_come = points_of(sum(hands)) + sum(points_of(1 << card) for card in trick)
        for card in cards_of(int(engine.legal(row))):
            value = to_come - found[card] if seat % 2 else found[card]
            assert (work.totals[card], work.squares[card]) == (value, value**2)


def test_it_plays_random_games_before_it_solves():
    """With hands open from no card on, PIMC is Monte Carlo, card for card."""
    seats = ["random"] * 3
    assert (
        play_games(["pimc:5/0", *seats], 40, 3).points
        == play_games(["mc_extra", *seats], 40, 3).points
    ).all()
    assert find_strategy("pimc:5/0").open_from == 0


def test_solving_endings_beats_random_games():
    """On the same deals from both sides PIMC of five cards is ahead of Monte Carlo by 3 s.e."""
    own = play_games(["pimc:15/5", "MC"] * 2, 700, 21).points.astype(float)
    theirs = play_games(["MC", "pimc:15/5"] * 2, 700, 21).points.astype(float)
    lead = own - theirs
    assert lead.mean() > 3 * lead.std(ddof=1) / np.sqrt(len(lead))


def test_with_the_true_hands_open_four_players_reach_the_deals_value():
    """Four who see all hands take of each deal what perfect play with open hands is worth."""
    dealt = np.zeros((4, engine.ROW), dtype=np.int64)
    match._deal_all(Deals().arrays(), dealt, streams(5, 0, 20).reshape(-1, 5))
    values = [
        solve(OpenPosition(row[HANDS : HANDS + 4].tolist(), int(row[TRUMP]), 0)).value
        for row in dealt
    ]
    assert play_games(["pimc_peek"] * 4, 4, 5).points.tolist() == values
