"""The article's training: its order of steps, its rewards, stopping and going on."""

import numpy as np
import pytest

from llq.errors import IllegalState
from llq.solver.literature import engine, players, turns
from llq.solver.literature.engine import ASKS, HANDS, TURN
from llq.solver.literature.inference import knowledge
from llq.solver.literature.matches.match import play_games
from llq.solver.literature.players import Kind, Strategy
from llq.solver.literature.policies import article_training
from llq.solver.literature.policies.article_training import ArticleTraining
from llq.solver.literature.rules import find_rules
from llq.solver.literature.scratch import make_scratch
from llq.solver.rng import streams
from tests.oracles.literature_article import Regressor, ask_of
from tests.solver.literature.policies.test_article import flat, layers, state

SEED = 5  # its second game is a tie


class Twin:
    """Games in step from which a float64 network learns, states by name."""

    def __init__(self, training, games, seed):
        network = training._state.network
        self.network = Regressor(layers(network.weights))
        self.network.steps = int(network.steps[0])
        self.network.means = [np.array(array, np.float64) for array in layers(network.mean)]
        self.network.squares = [np.array(array, np.float64) for array in layers(network.square)]
        self.scratch = make_scratch(4)
        self.rows = [engine.new_row(find_rules()) for _ in range(games)]
        self.sources = streams(seed, 0, games).reshape(-1, 1)
        self.asked = [[] for _ in range(games)]
        self.hits = [[] for _ in range(games)]

    def begin(self, game):
        engine.deal(self.rows[game], self.sources[game])
        return turns.advance(self.rows[game], self.sources[game], self.scratch.inference)

    def ask(self, game):
        """Ask once, learn from it, and return whether the game goes on."""
        row, source = self.rows[game], self.sources[game]
        seat, asker = int(row[TURN]), state(row)
        knowledge.infer(row, seat, self.scratch.inference.own)
        weights = flat(self.network.arrays).astype(np.float32)
        code = players.choose(row, Kind.ARTICLE.value, weights, source, self.scratch, True)
        target, card = players.ask_of(code)
        hit = bool(row[HANDS + target] >> card & 1)
        self.asked[game].append(asker + ask_of(seat, target, card))
        self.hits[game].append(hit)
        self.network.step(np.array(self.asked[game][-1:], float), np.array([20.0 if hit else -20]))
        engine.ask(row, target, card, hit)
        return turns.advance(row, source, self.scratch.inference)

    def end(self, game):
        """Learn from who won, and return who."""
        owners = self.rows[game][engine.OWNERS : engine.OWNERS + 8].tolist()
        ahead = owners.count(0) - owners.count(1)
        winner = 0 if ahead > 0 else 1 if ahead < 0 else None
        x = np.array(self.asked[game], float)
        self.network.step(x, np.where(x[:, -4] % 2 == winner, 100.0, -100.0))
        return winner


@pytest.mark.long
def test_games_in_step_are_learnt_as_the_twin_learns_them():
    """Three games by two threads leave the parameters of a float64 twin."""
    training = ArticleTraining(games=3, seed=SEED, threads=2)
    twin = Twin(training, 3, SEED)
    training.run(3)
    plans = [[0, 2], [1]]
    started, winners = set(), []
    while any(plans):
        for plan in filter(None, plans):
            if plan[0] not in started:
                started.add(plan[0])
                assert twin.begin(plan[0])
            if not twin.ask(plan[0]):
                winners.append(twin.end(plan.pop(0)))
    assert None in winners
    assert {0, 1} & set(winners)
    lengths = [int(row[ASKS]) for row in twin.rows]
    assert training.policy().curve["length"].tolist() == [pytest.approx(np.mean(lengths))]
    hits = sum(map(sum, twin.hits)) / sum(lengths)
    assert training.policy().curve["hits"].tolist() == [pytest.approx(hits)]
    np.testing.assert_allclose(
        training.policy().weights, flat(twin.network.arrays), atol=2e-3, rtol=0
    )
    x = np.concatenate([np.array(states, float) for states in twin.asked])
    predicted = Regressor(layers(training.policy().weights)).predict(x)
    assert predicted == pytest.approx(twin.network.predict(x), abs=0.05)


def test_going_on_is_never_stopping():
    """Packed with games under way a training ends with the bits of its seed, and of no other."""
    training = ArticleTraining(games=5, seed=2, threads=3, block=2)
    training.run(5)
    first = ArticleTraining(games=5, seed=2, threads=3, block=2)
    first.run(1)
    packed = first.pack()
    first.run(1)
    other = ArticleTraining.unpack(packed)
    assert (other.games, other.total, other.recipe) == (1, 5, training.recipe)
    other.run(1)
    assert np.array_equal(other.pack(), first.pack())
    other.run(100)
    assert np.array_equal(other.pack(), training.pack())
    assert other.games == 5
    elsewhere = ArticleTraining(games=5, seed=3, threads=3, block=2)
    elsewhere.run(5)
    assert not np.allclose(elsewhere.policy().weights, training.policy().weights)
    assert not np.array_equal(elsewhere.policy().curve["length"], training.policy().curve["length"])


def test_a_game_given_up_is_played_but_not_learnt_from():
    """Games cut off at 5 asks count, and leave a step an ask and none for their end."""
    training = ArticleTraining(games=10, seed=1, threads=2, limit=5, block=4)
    before = int(training._state.network.steps[0])
    training.run(10)
    curve = training.policy().curve
    assert curve["games"].tolist() == [4, 8, 10]
    assert curve["given_up"].tolist() == [1, 1, 1]
    assert curve["length"].tolist() == [5, 5, 5]
    assert not curve["length_sd"].any()
    assert not curve["game_error"].any()
    assert curve["ask_error"].all()
    assert training._state.network.steps[0] - before == 50


def test_a_game_of_more_than_a_batch_is_learnt_in_shuffled_batches():
    """With room for it, a game of more than 200 asks is learnt in steps of at most 200 of them."""
    training = ArticleTraining(games=1, seed=1, threads=1, limit=1000)
    state = training._state
    random = np.random.default_rng(1)
    moves = random.integers(0, 4, (450, state.moves.shape[2])).astype(np.float32)
    state.moves[0, :450] = moves
    state.rows[0, ASKS] = 450
    before = int(state.network.steps[0])
    game = (state.rows[0], state.sources[0], state.moves[0], training._aims, state.sums[0])
    article_training._learn_game(state.network, *game)
    assert state.network.steps[0] - before == 3
    shuffled = state.moves[0, :450]
    assert not np.array_equal(shuffled, moves)
    assert np.array_equal(shuffled[np.lexsort(shuffled.T)], moves[np.lexsort(moves.T)])
    assert state.sums[0, 9] == 450


def test_a_learnt_policy_plays():
    """The policy of a training carries recipe and curve, and plays a match."""
    training = ArticleTraining(games=4, seed=1, block=2)
    training.run(4)
    policy = training.policy()
    assert (policy.learner, policy.recipe["games"]) == ("article", 4)
    assert {len(column) for column in policy.curve.values()} == {2}
    before = policy.weights.copy()
    player = Strategy("article", Kind.ARTICLE, "", policy)
    assert play_games([player, "possible"] * 2, 20, 1).finished.any()
    assert np.array_equal(policy.weights, before)


@pytest.mark.parametrize("wrong", [{"games": 0}, {"threads": 0}, {"block": 0}, {"limit": 1001}])
def test_impossible_numbers_are_refused(wrong):
    """A number that no training can have is refused in words."""
    with pytest.raises(IllegalState, match="1 or more"):
        ArticleTraining(**wrong)
