"""The games in OpenSpiel: its own tests, its referees against our exact numbers, its players."""

import pickle

import numpy as np
import pytest

from llq import dominion, literature, love_letter, sueca
from llq.errors import UnknownGame
from llq.solver.love_letter.table.solver import solve

pyspiel = pytest.importorskip("pyspiel")
from open_spiel.python.algorithms import expected_game_score, exploitability, ismcts, mcts  # noqa: E402

GAMES = {
    "love_letter": lambda: love_letter.openspiel_game(face_up=3),
    "love_letter 2019": lambda: love_letter.openspiel_game(variant="2019-tokens"),
    "sueca": lambda: sueca.openspiel_game(trump_from="last"),
    "literature": lambda: literature.openspiel_game(limit=20),
    "dominion": lambda: dominion.openspiel_game(turns=3),
    "race": lambda: dominion.openspiel_game(variant="race", silver=6, real=True),
}
DECK = "deck-2-1-1-0-0-0-0-0"
"""Of four cards in play; the benchmark goes through all decks."""


def draw(state, random):
    """Return an outcome of chance."""
    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
    return int(random.choice(outcomes, p=chances))


def test_openspiels_own_simulation_passes():
    """Random games keep OpenSpiel's contract, and serialized and pickled games come back."""
    for name in GAMES:
        pyspiel.random_sim_test(pickle.loads(pickle.dumps(GAMES[name]())), 1, True, False)


@pytest.mark.parametrize("name", ["love_letter", "dominion"])
def test_a_playthrough_is_written(name):
    """OpenSpiel's playthrough of a game ends in a terminal state, each move in words."""
    from open_spiel.python.algorithms.generate_playthrough import playthrough_lines

    lines = playthrough_lines(str(GAMES[name]()), seed=3)
    assert "IsTerminal() = True" in lines
    assert any(line.startswith("# Apply action") for line in lines)


def test_openspiel_referees_our_exact_numbers():
    """Expected scores and Nash convergence of three players equal ours to 1e-12."""
    game = love_letter.openspiel_game(variant=DECK)
    actions = solve(love_letter.rules(DECK)).actions
    for player in (actions, "strategic", "random"):
        policy = love_letter.rounds.openspiel_policy(player, variant=DECK)
        score = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])
        exact = love_letter.exact.match(player, player, variant=DECK)
        assert score[0] == pytest.approx(exact.win_prob - exact.loss_prob, abs=1e-12)
        best = love_letter.responses.best_response(player, variant=DECK, scoring="discards")
        assert best.exploitability is not None
        convergence = exploitability.nash_conv(game, policy)
        assert convergence == pytest.approx(4 * best.exploitability, abs=1e-12)


def test_openspiels_cfr_learns_the_game():
    """CFR in C++ comes near an equilibrium, in which the first player wins eleven of twelve."""
    game = love_letter.openspiel_game(variant=DECK)
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(40):
        solver.evaluate_and_update_policy()
    average = solver.average_policy()
    assert pyspiel.nash_conv(game, average) < 1e-3
    value = pyspiel.expected_returns(game.new_initial_state(), average, -1, True)[0]
    assert value == pytest.approx(2 * 11 / 12 - 1, abs=1e-3)


@pytest.mark.parametrize("name", ["love_letter", "literature", "race"])
def test_ismcts_plays_by_our_hidden_cards(name):
    """OpenSpiel's information set search finds a legal move with states drawn by `resample`."""
    game, random = GAMES[name](), np.random.RandomState(1)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(draw(state, random))
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=random),
        uct_c=2.0,
        max_simulations=4,
        max_world_samples=-1,
        random_state=random,
        final_policy_type=ismcts.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        use_observation_string=False,
        allow_inconsistent_action_sets=False,
        child_selection_policy=ismcts.ChildSelectionPolicy.PUCT,
    )
    assert bot.step(state) in state.legal_actions()


def test_a_table_is_a_policy_and_a_wrong_deck_is_refused(classic):
    """The table's own move has all of the chance; an unknown deck is our error, not a crash."""
    policy = pickle.loads(pickle.dumps(love_letter.rounds.openspiel_policy(classic)))
    state = love_letter.openspiel_game().new_initial_state()
    for card in (0, 7, 4):
        state.apply_action(card)
    (action,) = policy.action_probabilities(state)
    best = classic.lookup(classic.state((1, 8))).action
    assert state.action_to_string(action) == classic.rules.describe(best)
    with pytest.raises(UnknownGame):
        love_letter.openspiel_game(variant="tarot")


def test_strong_and_rules_play_openspiels_game():
    """Built-in players choose by the state's game: a legal card each time, to zero-sum returns."""
    state, lots = sueca.openspiel_game().new_initial_state(), np.random.default_rng(1)
    seats = [sueca.agent(player) for player in ("strong:20/4", "rules") * 2]
    while not state.is_terminal():
        is_drawn = state.is_chance_node()
        action = draw(state, lots) if is_drawn else seats[state.current_player()](state.game_state)
        assert action in state.legal_actions()
        state.apply_action(action)
    assert sum(state.returns()) == 0
