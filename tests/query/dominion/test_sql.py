"""Dominion's views in the database."""

import numpy as np
import pytest

import llq
from llq.errors import IllegalState
from llq.query.dominion.strategies.table import HAZARD_STRATEGIES, SHARE_TURNS, STRATEGIES
from llq.solver.dominion.model import Purchase
from llq.solver.dominion.solitaire.action_scoring import card_of

TURNS = 12
DECK = "bought_copper, bought_silver, bought_gold, bought_victory_cards"
HAND = "least_coins, turns_to_go"
RELATIONS = (
    *("dominion_action", "dominion_chance_end", "dominion_distribution", "dominion_strategy"),
    *("dominion_12_band", "dominion_12_optimal", "dominion_12_payout", "dominion_12_policy"),
    *("dominion_12_policy_action", "dominion_12_purchase", "dominion_12_state"),
)


@pytest.fixture(scope="module")
def dominion_table(tmp_path_factory):
    """Return the table of games to 12 turns."""
    path = llq.dominion.table.build(TURNS, tmp_path_factory.mktemp("dominion"))
    return llq.dominion.table.open(TURNS, path)


@pytest.fixture(scope="module")
def connection(dominion_table, strategies_file, dominion_strategies):
    """Return a connection to the database of two tables."""
    folder = dominion_table.info.path.parent
    (folder / strategies_file.name).symlink_to(strategies_file)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LLQ_TABLES", str(folder))
        with llq.connect() as connection:
            yield connection


def test_the_views_are_there_and_have_no_holes(connection):
    """Every column of every relation is filled where distributions go as far as means."""
    names = {name for (name,) in connection.execute("SHOW TABLES").fetchall()}
    assert {name for name in names if name.startswith("dominion_")} == set(RELATIONS)
    for name in RELATIONS:
        described = connection.execute(f"DESCRIBE {name}").fetchall()
        holes = " + ".join(f"count(*) FILTER ({column} IS NULL)" for column, *_ in described)
        rows, missing = connection.execute(f"SELECT count(*), {holes} FROM {name}").fetchone()
        assert (rows > 0, missing) == (True, 0), name


def test_every_state_and_band_is_there(connection, dominion_table):
    """The policy has each state once for each money band, and an action in words for each."""
    rows, distinct, words = connection.execute(
        f"SELECT count(*), count(DISTINCT ({DECK}, {HAND})), list(DISTINCT action) "
        "FROM dominion_12_policy"
    ).fetchone()
    assert rows == distinct == 6 * dominion_table.space.states
    cards = {card.name for card in dominion_table.game.cards}
    assert cards - {"copper"} <= set(words) <= cards | {"pass"}


def state_of(bought, coins, to_go):
    """Return a state by the cards bought: copper, silver, gold and victory cards, as estates."""
    copper, silver, gold, victory = bought
    deck = {"copper": 7 + copper, "silver": silver, "gold": gold, "estate": 3 + victory}
    turn = sum(bought) + 1
    return llq.dominion.deck(deck, coins, turn, turn + to_go - 1)


def test_the_policy_is_what_the_library_answers(connection, dominion_table):
    """Random rows, asked for in the library's words, give the same buy and points to come."""
    rows = connection.execute(
        f"SELECT [{DECK}], {HAND}, action, to_come FROM dominion_12_policy "
        f"WHERE hash({DECK}, {HAND}) % 97 = 0"
    ).fetchall()
    compared = 0
    for bought, coins, to_go, action, to_come in rows:
        state = state_of(bought, coins, to_go)
        (best,) = dominion_table.lookup_many([state.deck], [coins], [to_go])
        model = dominion_table.model
        assert (card_of(model, model.band(coins), Purchase(best)) or "pass") == action
        try:
            answer = dominion_table.answer(state)
        except IllegalState:  # no hand is worth just these coins
            continue
        compared += 1
        assert (answer.best.card or "pass") == action
        assert answer.value == pytest.approx(3 + bought[3] + to_come, abs=1e-11)
    assert compared > 50


def test_every_action_is_what_the_library_answers(connection, dominion_table):
    """Of random states every buy that the coins afford has the library's value and cost."""
    compared = 0
    for bought, coins, to_go, *listed in connection.execute(
        f"SELECT [{DECK}], {HAND}, list(action), list(to_come), list(cost) "
        f"FROM dominion_12_policy_action WHERE hash({DECK}, {HAND}) % 199 = 0 GROUP BY ALL"
    ).fetchall():
        try:
            actions = dominion_table.actions(state_of(bought, coins, to_go))
        except IllegalState:  # no hand is worth just these coins
            continue
        compared += 1
        rows = {action: (value, cost) for action, value, cost in zip(*listed, strict=True)}
        assert rows.keys() == {action.action.card or "pass" for action in actions}
        for action in actions:
            value, cost = rows[action.action.card or "pass"]
            assert action.value == pytest.approx(3 + bought[3] + value, abs=1e-11)
            assert action.cost == pytest.approx(cost, abs=1e-11)
    assert compared > 25


def test_the_optimal_scores_are_the_tables(connection, dominion_table):
    """Each length has its optimal score, bit for bit."""
    columns = connection.sql("FROM dominion_12_optimal ORDER BY turns").fetchnumpy()
    assert np.array_equal(columns["turns"], np.arange(TURNS + 1))
    assert np.array_equal(columns["expected_score"], dominion_table.scores)


def test_the_strategies_are_the_tables(connection, dominion_strategies):
    """Means, standard deviations and quantiles are the library's; distributions sum to 1."""
    rows = connection.execute("FROM dominion_strategy").fetchall()
    assert len(rows) == 6 * 32
    for strategy, turns, mean, sd, *quantiles in rows:
        assert mean == dominion_strategies.mean[STRATEGIES.index(strategy), turns]
        assert sd == pytest.approx(dominion_strategies.lookup(strategy, turns).standard_deviation)
        expected = [
            dominion_strategies.quantile(strategy, turns, q) for q in (0.05, 0.25, 0.5, 0.75, 0.95)
        ]
        assert quantiles == expected
    for strategy, turns, score, probability in connection.execute(
        "FROM dominion_distribution WHERE hash(strategy, turns, score) % 97 = 0"
    ).fetchall():
        assert probability == dominion_strategies.distribution(strategy, turns)[score] > 0
    worst = connection.execute(
        "SELECT max(abs(total - 1)) FROM (SELECT sum(probability) AS total "
        "FROM dominion_distribution GROUP BY strategy, turns)"
    ).fetchone()
    assert worst[0] < 1e-12


def test_action_shares_and_games_of_chance_are_the_tables(connection, dominion_strategies):
    """Each share and each bound is the library's."""
    rows = connection.execute("FROM dominion_action").fetchall()
    assert len(rows) == 6 * sum(SHARE_TURNS) * 3
    for strategy, turns, turn, action, share in rows:
        place = STRATEGIES.index(strategy), SHARE_TURNS.index(turns), turn - 1
        assert share == dominion_strategies.share[(*place, Purchase[action.upper()])]
    rows = connection.execute("FROM dominion_chance_end").fetchall()
    assert len(rows) == 5 * 2
    for strategy, one_in, low, high in rows:
        bounds = dominion_strategies.hazard[HAZARD_STRATEGIES.index(strategy), one_in - 1]
        assert [low, high] == bounds.tolist()
