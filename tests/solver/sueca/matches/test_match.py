"""Matches: seeds, threads, users' players and the thesis's figures."""

import numpy as np
import pytest

from llq.errors import IllegalAction, IllegalState, UnknownStrategy
from llq.solver.rng import next_bits, scale, streams
from llq.solver.sueca.engine import HANDS, ROW, TRUMP
from llq.solver.sueca.matches.deals import TEAM, Deals, deal, points, trumps
from llq.solver.sueca.matches.match import play_games
from llq.solver.sueca.rules import TOTAL_POINTS, TrumpFrom, find_card
from tests.custom_players import Careless
from tests.oracles.sueca import Referee, choices
from tests.solver.sueca.games import names
from tests.solver.sueca.positions import test_position

R, T, A = "random", "obligated_trump", "always_high"


class Mimic:
    """A user's player who plays a rule-based one, with the random numbers that it would have."""

    def __init__(self, strategy, stream):
        self.name, self.stream = strategy, stream

    def choose(self, position, random):
        able = choices(self.name, position.hand, position.trick, position.trump)
        able.sort(key=find_card)
        return able[scale(np.uint64(next_bits(self.stream)), len(able))]


class Witness:
    """One of four users' players of a game who all ask the same referee."""

    name = "witness"

    def __init__(self, row, referee, seat):
        self.row, self.referee, self.seat = row, referee, seat

    def choose(self, position, random):
        assert position.seat == self.seat == self.referee.seat
        test_position.check(position, self.row, self.referee)
        card = random.choice(position.legal)
        self.referee.play(card)
        return card


class Cheat:
    """A custom player that plays a card of its choice."""

    name = "cheat"

    def __init__(self, card):
        self.card = card

    def choose(self, position, random):
        return self.card(position)


def same(games, others):
    """Return whether the games of two matches ended alike."""
    return (games.points == others.points).all() and (games.tricks == others.tricks).all()


@pytest.mark.parametrize(
    ("seats", "games"),
    [
        ((R, T, A, "third_hand_high"), 3000),
        (("mc:3x2", "mc_shuffle:3/2", A, "mc_peek:2x2"), 40),
        ((Careless(), "mc:2x1", Careless(), A), 40),  # a user's player has the same luck again
    ],
)
def test_a_match_depends_on_its_seed_alone(seats, games):
    """One thread, three, and two halves give the same games; another seed gives others."""
    steps = []
    single = play_games(seats, games, 5, threads=1)
    threaded = play_games(seats, games, 5, threads=3, progress=lambda *step: steps.append(step))
    assert steps == sorted(steps)
    assert steps[-1] == (games, games)
    assert same(single, threaded)
    assert (single.drawings == threaded.drawings).all()
    half = games // 2 + 7
    first, second = play_games(seats, half, 5), play_games(seats, games - half, 5, first=half)
    assert (np.concatenate([first.points, second.points]) == single.points).all()
    assert (np.concatenate([first.tricks, second.tricks]) == single.tricks).all()
    assert (first.drawings + second.drawings == single.drawings).all()
    assert not same(single, play_games(seats, games, 6))
    assert single.points.shape == single.tricks.shape == (games,)
    assert single.points.max() <= TOTAL_POINTS
    assert single.tricks.max() <= 10
    assert single.drawings.sum() == 0 or "mc_shuffle:3/2" in seats


class Noting:
    """A custom player that notes the hands that it is dealt."""

    name = "noting"

    def __init__(self):
        self.seen = []

    def choose(self, position, random):
        if len(position.hand) == 10:
            self.seen.append((position.seat, tuple(sorted(position.hand)), position.trump))
        return position.legal[0]


@pytest.mark.parametrize(
    "dealing", [None, Deals(trump_from=TrumpFrom.LAST), Deals(trumps(4)), Deals(points(0, 9, TEAM))]
)
def test_game_i_has_the_same_deal_whoever_plays(dealing):
    """North's hands and the trumps are those of the seed's game, beside any other players."""
    dealt = []
    for rivals in ((R, R, R), (A, T, A), ("mc:2x1", R, "mc_shuffle:2/1")):
        north = Noting()
        play_games((north, *rivals), 4, 3, dealing=dealing)
        dealt.append(north.seen)
    north = Noting()
    for game in range(4):
        play_games((north, R, R, R), 1, 3, first=game, dealing=dealing)
    assert dealt[0] == dealt[1] == dealt[2] == north.seen
    assert len(set(dealt[0])) == 4


def test_a_users_players_see_what_the_referee_sees():
    """In a game of four users' players each position is the referee's, and so is the result."""
    dealing, row = Deals(leader=3), np.zeros(ROW, dtype=np.int64)
    deal(dealing.arrays(), row, streams(3, 0, 1))
    hands = [names(hand) for hand in row[HANDS : HANDS + 4].tolist()]
    referee = Referee(hands, "SHDC"[row[TRUMP]], 3)
    seats = [Witness(row, referee, seat) for seat in range(4)]
    result = play_games(seats, 1, 3, dealing=dealing)
    assert len(referee.tricks) == 10
    assert result.points.tolist() == [referee.points(0)]
    assert result.tricks.tolist() == [referee.won(0)]


@pytest.mark.parametrize(
    ("strategy", "seat"),
    [(R, 0), (T, 3), ("obligated_trump_lead", 0), (A, 3), ("third_hand_high", 0)],
)
def test_a_users_player_can_be_a_built_in_one(strategy, seat):
    """A user who follows the oracle's rule with the built-in player's numbers plays its games."""
    built_in = [R, A, T, "mc:2x1"]
    built_in[seat] = strategy
    expected = play_games(built_in, 2, 11)
    for game in range(2):
        own = 5 * game + 1 + seat  # each game has a stream for the deal and one for each seat
        seats = list(built_in)
        seats[seat] = Mimic(strategy, streams(11, own, own + 1))
        result = play_games(seats, 1, 11, first=game)
        assert (result.points[0], result.tricks[0]) == (
            expected.points[game],
            expected.tricks[game],
        )


def not_in_hand(position):
    """Return a card that the player has not."""
    return next(card for card in ("AS", "2S", "AH", "2H", "AD", "2D") if card not in position.hand)


def revoke(position):
    """Return a card that does not follow suit, though one of the hand's does."""
    return next((card for card in position.hand if card not in position.legal), position.legal[0])


@pytest.mark.parametrize(
    "card", [not_in_hand, revoke, lambda _: "", lambda position: position.legal[0].lower()]
)
def test_an_illegal_card_is_refused(card):
    """The error names the player, the card, those that are legal, and the position."""
    with pytest.raises(IllegalAction, match=r"^cheat chose '.*'; legal are .* in S: .*; trumps"):
        play_games((R, R, Cheat(card), R), 10, 1)


def test_wrong_arguments_are_refused():
    """Three players, no games, no threads, and names of no player are errors."""
    for seats in ((R, R, R), (R,) * 5):
        with pytest.raises(IllegalState, match=f"four players.*got {len(seats)}"):
            play_games(seats, 10, 1)
    for games, threads in ((0, 1), (-1, 1), (1, 0)):
        with pytest.raises(IllegalState, match="must be a positive integer; got"):
            play_games((R,) * 4, games, 1, threads=threads)
    with pytest.raises(UnknownStrategy, match="greedy"):
        play_games((R, R, R, "greedy"), 10, 1)


PUBLISHED = [  # seats, games, mean points, where the thesis says so
    ((R, R, R, R), 20_000, 60.1, "table 5.1 and section 5.1"),
    ((T, R, T, R), 20_000, 62.3, "table 5.1"),
    (("obligated_trump_lead", R, "obligated_trump_lead", R), 20_000, 60.2, "table 5.1"),
    ((A, R, A, R), 20_000, 66.1, "table 5.2"),
    (("third_hand_high", R, R, R), 20_000, 60.0, "table 5.2"),
    (("mc_peek:10x1", R, R, R), 1000, 69.97, "table 6.1"),
    (("mc_average:10", R, R, R), 1000, 66.67, "table 6.2"),
    (("mc_normal:10", R, R, R), 1000, 64.22, "table 6.2"),
]


def test_means_are_as_published():
    """North and South's mean points are the thesis's within 4 errors of both and its rounding."""
    published = [(seats, games, mean, None) for seats, games, mean, _ in PUBLISHED]
    by_trumps = [((R,) * 4, 20_000, mean, Deals(trumps(n))) for n, mean in ((0, 49), (5, 77))]
    for seats, games, mean, dealing in [*published, *by_trumps]:  # the last of table 4.4
        points = play_games(seats, games, 2016, dealing=dealing).points.astype(float)
        error = points.std() * (1 / games + 1 / 1_000_000) ** 0.5
        rounding = 0.5 if dealing else 0.005 if round(mean, 1) != mean else 0.05
        assert abs(points.mean() - mean) <= 4 * error + rounding


def test_random_games_spread_as_published():
    """Random games have table 7.1's standard deviation; section 5.1 says 24.00, which is not it."""
    assert play_games((R,) * 4, 50_000, 7).points.std() == pytest.approx(24.3, abs=0.05 + 4 * 0.08)
