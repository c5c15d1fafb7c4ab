"""The compact features, what asks are worth by them, and what may not matter to either."""

import numpy as np
import pytest

from llq.solver.literature import engine, players, turns
from llq.solver.literature.engine import HANDS, LIVE, OWNERS, TURN
from llq.solver.literature.matches import match
from llq.solver.literature.players import Kind, Strategy
from llq.solver.literature.policies import compact, compact_features, compact_layout
from llq.solver.literature.policies.compact_layout import Feature
from llq.solver.literature.policies.policy import Policy
from llq.solver.literature.positions.position import observe
from llq.solver.literature.rules import HALF_SUITS, IN_HALF, find_rules
from llq.solver.literature.scratch import make_scratch
from llq.solver.rng import streams
from tests.oracles.literature_compact import features_after


def positions(rules, games, each, seed=5):
    """Yield positions of games between players who make any possible ask, every so many asks."""
    scratch = make_scratch(rules.players)
    none = np.zeros(0, dtype=np.float32)
    for game in range(games):
        row, stream = engine.new_row(rules), streams(seed, game, game + 1)
        engine.deal(row, stream)
        asks = 0
        while turns.advance(row, stream, scratch.inference) and asks < 150:
            if asks % each == game % each:
                yield row
            code = players.choose(row, Kind.POSSIBLE.value, none, stream, scratch)
            target, card = players.ask_of(code)
            engine.ask(row, target, card, bool(row[HANDS + target] >> card & 1))
            asks += 1


def some_weights(seed):
    """Return weights of a policy."""
    return np.random.default_rng(seed).normal(size=compact.WEIGHTS, scale=0.3).astype(np.float32)


def values_of(row, weights, scratch):
    """Return what each legal ask is worth."""
    asks = compact.value_asks(row, weights, True, scratch)
    return dict(zip(scratch.asks[:asks].tolist(), scratch.values[:asks].tolist(), strict=True))


@pytest.mark.parametrize(
    ("name", "size", "games", "each"),
    [("somani", 4, 12, 9), ("pagat", 4, 6, 9), ("pagat", 6, 2, 30)],
)
def test_features_are_the_oracles(name, size, games, each):
    """After hits and misses each feature is what counting cards in sets gives."""
    rules = find_rules(name, size)
    scratch, random = make_scratch(size), np.random.default_rng(1)
    weights = some_weights(0)
    for row in positions(rules, games, each):
        values = values_of(row, weights, scratch)
        chances = scratch.inference.chances.held.copy()
        for code in random.choice(list(values), 3):
            target, card = players.ask_of(int(code))
            for held in (True, False):
                if chances[target, card] == (0 if held else 1):
                    continue
                compact.value_asks(row, weights, True, scratch)
                compact_features.imagine(row, target, card, held, scratch)
                expected = features_after(row, target, card, held)
                for half in range(HALF_SUITS):
                    found = dict(
                        zip(
                            [feature.name.lower() for feature in Feature],
                            scratch.outlook.features[half].tolist(),
                            strict=True,
                        )
                    )
                    if half in expected:
                        assert found == pytest.approx(expected[half], abs=1e-6)
                    else:
                        assert not any(found.values())


def network(weights, features):
    """Return a network's answers in matrix form."""
    units, count = compact_layout.HIDDEN, compact_layout.COUNT
    first = weights[: count * units].reshape(count, units)
    bias, second = weights[count * units :][:units], weights[count * units + units :][:units]
    total = np.maximum(features @ first + bias, 0) @ second + weights[-1]
    return 0.5 + 0.5 * total / (1 + abs(total))


def test_worth_is_chances_of_win_less_loss():
    """An ask is worth its hit's and miss's wins less losses, counted over all ways to end."""
    rules, weights = find_rules(), some_weights(2)
    scratch, random = make_scratch(4), np.random.default_rng(3)
    nets = weights.astype(float).reshape(2, -1)
    for row in positions(rules, 6, 12, seed=8):
        values, team = values_of(row, weights, scratch), int(row[TURN]) & 1
        chances = scratch.inference.chances.held.copy()
        owners = row[OWNERS : OWNERS + HALF_SUITS]
        lead = int((owners == team).sum() - (owners == 1 - team).sum())
        live = [half for half in range(HALF_SUITS) if row[LIVE] >> IN_HALF * half & 1]
        for code in random.choice(list(values), 2):
            target, card = players.ask_of(int(code))
            chance, expected = chances[target, card], 0.0
            for held, share in ((True, chance), (False, 1 - chance)):
                if share:
                    found = features_after(row, target, card, held)
                    lines = np.array([[found[h][f.name.lower()] for f in Feature] for h in live])
                    wins = network(nets[0 if held else 1], lines)
                    for ends in range(1 << len(live)):
                        won = np.array([ends >> index & 1 for index in range(len(live))])
                        odds = np.prod(np.where(won, wins, 1 - wins))
                        expected += share * odds * np.sign(lead + 2 * won.sum() - len(live))
            assert values[int(code)] == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize(("name", "size"), [("somani", 4), ("pagat", 4)])
def test_other_hands_do_not_matter(name, size):
    """The worth of every ask is the same to the bit if the other hands cannot be seen."""
    rules, weights = find_rules(name, size), some_weights(4)
    scratch = make_scratch(size)
    for row in positions(rules, 6, 10):
        seen = observe(row, rules).row.copy()
        assert values_of(row, weights, scratch) == values_of(seen, weights, scratch)


def test_twins_are_worth_the_same():
    """Cards valued once for all are those for which the features come out alike."""
    rules, weights, scratch = find_rules(), some_weights(6), make_scratch(4)
    for row in positions(rules, 4, 15, seed=2):
        values = values_of(row, weights, scratch)
        chances = scratch.inference.chances.held.copy()
        for code, value in values.items():
            target, card = players.ask_of(code)
            expected = 0.0
            for held, share in ((True, chances[target, card]), (False, 1 - chances[target, card])):
                if share:
                    compact_features.imagine(row, target, card, held, scratch)
                    net, team = 0 if held else 1, int(row[TURN]) & 1
                    expected += share * compact.judge(weights, net, team, scratch.outlook)
            assert value == pytest.approx(expected, abs=1e-6)


def test_sure_cards_come_first():
    """A mover who knows where to get a card asks for such a card."""
    rules, weights, scratch = find_rules(), some_weights(7), make_scratch(4)
    met = 0
    for row in positions(rules, 8, 10):
        values = values_of(row, weights, scratch)
        sure = {c for c in values if scratch.inference.chances.held[players.ask_of(c)] == 1}
        if sure:
            met += 1
            found = compact.value_asks(row, weights, False, scratch)
            assert set(scratch.asks[:found].tolist()) == sure
    assert met > 10


@pytest.mark.parametrize(("name", "size", "games"), [("somani", 4, 40), ("pagat", 8, 2)])
def test_games_come_to_an_end(name, size, games):
    """With any weights games go on by legal asks until the end or the limit."""
    policy = Policy("compact", "compact", {}, some_weights(9), {})
    learner = Strategy("compact", Kind.COMPACT, "", policy)
    seats = [learner, "possible"] * (size // 2)
    result = match.play_games(seats, games, 3, rules=find_rules(name, size), threads=1)
    assert ((result.asks == match.MOVE_LIMIT) | result.finished).all()
