"""Games move by move in plain Python: the same games as the kernels', records, hidden cards."""

import json
from collections import Counter
from random import Random

import numpy as np
import pytest

from llq import dominion, literature, love_letter, sueca
from llq.errors import IllegalAction, IllegalState
from llq.solver import rng
from llq.solver.dominion.menus import MENUS
from llq.solver.dominion.race.play import play_races
from llq.solver.dominion.race.rules import capped_race
from llq.solver.dominion.race.solver import find_rule
from llq.solver.game_states import CHANCE
from llq.solver.love_letter.rounds.game_state import LoveLetterState
from llq.solver.love_letter.variants import MODERN
from llq.solver.rng import streams
from llq.solver.splitmix import next_bits, stream
from tests.side_by_side import play_both
from tests.solver.love_letter.asking import with_copies

FRONTS = {
    "love_letter": (love_letter, {}),
    "love_letter hobbit": (love_letter, {"variant": "hobbit", "face_up": 3}),
    "love_letter 2019": (love_letter, {"variant": "2019"}),
    "sueca": (sueca, {"trump_from": "last", "leader": 1}),
    "literature": (literature, {}),
    "literature of six": (literature, {"variant": "pagat", "claims": "free"}),
    "dominion": (dominion, {"turns": 6, "real": True}),
    "race": (dominion, {"variant": "race", "silver": 4}),
}
every_game = pytest.mark.parametrize("name", FRONTS)


def new(name, seed=1, number=0):
    """Return a new game of a front."""
    front, settings = FRONTS[name]
    return front.new_game(seed, number=number, **settings)


def played(state, random, stop=10_000):
    """Yield a game's states before each of its random moves; the same object throughout."""
    for _ in range(stop):
        if state.is_terminal:
            return
        yield state
        state.apply(random.choice(state.legal_actions()))


def test_the_streams_are_the_kernels_own():
    """Streams begin alike, and go on as in the reference implementation by Vigna (2015)."""
    assert [stream(7, number) for number in range(5)] == streams(7, 0, 5).tolist()
    kernels, state = np.array([1234567], dtype=np.uint64), 1234567
    for bits in (6457827717110365317, 3203168211198807973, 9817491932198370423):
        state, drawn = next_bits(state)
        assert drawn == bits == rng.next_bits(kernels)


@pytest.mark.parametrize(
    ("front", "side_by_side", "games", "options"),
    [
        (love_letter, 20, 150, {"variant": "classic", "face_up": 3}),
        (love_letter, 20, 150, {"variant": "hobbit"}),
        (love_letter, 20, 150, {"variant": "batman"}),
        (love_letter, 20, 150, {"variant": "deck-2-1-1-1-1-1-0-1"}),
        (love_letter, 20, 50, {"variant": "2019-tokens"}),
        (sueca, 20, 20, {"trump_from": "random", "leader": 2}),
        (sueca, 20, 20, {"trump_from": "last", "leader": 2}),
        (literature, 2, 2, {"variant": "somani", "players": 4}),
        (literature, 2, 2, {"variant": "pagat", "players": 6}),
        (literature, 2, 2, {"variant": "us54", "players": 6}),
        (dominion, 10, 20, {"turns": 9, "real": False}),
        (dominion, 10, 20, {"turns": 9, "real": True}),
        (dominion, 3, 5, {"variant": "race"}),
        (dominion, 3, 5, {"variant": "race", "silver": 4, "real": True}),
    ],
    ids=str,
)
def test_a_game_is_the_kernels_game(front, side_by_side, games, options):
    """Random games side by side: same movers, sights, legal actions and results, move by move.

    Of Sueca with trumps by lot and shown; of Literature to the limit on asks, claims among them.
    """
    batch = front.batch(side_by_side, 3, **options)
    play_both(batch, lambda number: front.new_game(3, number=number, **options), games=games)


@pytest.mark.parametrize("real", [False, True])
def test_a_race_is_the_kernels_game(real):
    """Big Money against itself: same winner, lead and number of turns, game by game."""
    plans = (find_rule(MENUS["big_money"]), find_rule(MENUS["big_money"]))
    known = play_races(capped_race(10, 8), plans, 20, seed=4, real=real)
    for number in range(20):
        state = dominion.new_game(4, variant="race", real=real, number=number)
        while not state.is_terminal:
            legal = state.legal_actions()
            state.apply(next((buy for buy in (5, 4, 2) if buy in legal), 0))
        result = (state.returns()[0] + 1) / 2, state.points(0) - state.points(1), state.turn - 1
        assert result == (known.won[number], known.lead[number], known.turns[number])


@every_game
def test_a_record_replays(name):
    """From JSON a game goes on as the one it was written from, at any point."""
    random = Random(1)
    for state in played(new(name), random):
        if random.random() < 0.2:
            plain = state.to_dict()
            other = type(state).from_dict(json.loads(json.dumps(plain)))
            copied = state.copy()
            action = random.choice(state.legal_actions())
            for game in (other, copied):
                game.apply(action)
            assert other.to_dict() == copied.to_dict()
            assert state.to_dict() == plain  # the copy is apart
            for player in range(state.players):
                assert other.information_state(player) == copied.information_state(player)
                assert other.observation_text(player) == copied.observation_text(player)


@every_game
def test_hidden_cards_drawn_anew_cannot_be_told_apart(name):
    """A resampled game looks the same to the player and goes on, its cards mostly others."""
    random = Random(2)
    differ = 0
    for turn, state in enumerate(played(new(name, number=1), random)):
        if turn % 3:
            continue
        player = random.randrange(state.players)
        other = state.resample(player, random)
        assert other.information_state(player) == state.information_state(player)
        observed, resampled = state.observation(player), other.observation(player)
        assert all((observed[part] == resampled[part]).all() for part in observed)
        assert other.current_player == state.current_player
        if state.current_player == player:
            assert other.legal_actions() == state.legal_actions()
        differ += other.moves != state.moves
        other.apply(other.legal_actions()[0])
    assert differ or state.game == "dominion"


@pytest.mark.parametrize(
    ("rules", "draws"),
    [
        (love_letter.rules("deck-2-1-1-1-1-1-0-0"), 500),
        (with_copies(MODERN, (0, 2, 1, 1, 0, 1, 2, 0, 0, 1)), 200),
    ],
)
def test_love_letters_hidden_cards_have_their_exact_chances(rules, draws):
    """Resampled hands are as frequent as among all deals in which the same was seen.

    Of the second deck the opponent has kept one of three cards by a Chancellor, any as likely.
    """
    random = Random(5)
    state = next(
        state
        for number in range(10_000)
        for state in played(LoveLetterState(rules, 0, stream(1, number)), Random(number))
        if len(state.turns) == 2
        and not state.extra
        and rules.chooses_twice == any(turn.second_choice > 0 for turn in state.turns[1:])
    ).copy()
    player = state.current_player
    seen = state.information_state(player)
    chances = Counter()
    _deals(LoveLetterState(rules), state, seen, player, 1.0, chances)
    total = sum(chances.values())
    drawn = Counter(state.resample(player, random).hands[1 - player] for _ in range(draws))
    assert set(drawn) <= set(chances)
    for card, weight in chances.items():
        chance = weight / total
        error = (chance * (1 - chance) / draws) ** 0.5
        assert drawn[card] / draws == pytest.approx(chance, abs=4 * error + 1e-12)


def _deals(state, meant, seen, player, chance, chances):
    """Add up the chances of the opponent's cards over all games that look the same."""
    is_own, legal = state.current_player == player, state.legal_actions()
    if state.current_player == CHANCE:
        choices = state.chance_outcomes()
    elif len(state.turns) == len(meant.turns):
        if not state.is_terminal and state.information_state(player) == seen:
            chances[state.hands[1 - player]] += chance
        return
    elif state.extra:
        choices = [(action, 1 / len(legal)) for action in legal]
    elif state.is_terminal or (is_own and not seen.startswith(state.information_state(player))):
        return
    else:
        action = meant.turns[len(state.turns)].action
        choices = [(action, 1.0)] if action in legal else []
    for choice, share in choices:
        after = state.copy()
        after.apply(choice)
        _deals(after, meant, seen, player, chance * share, chances)


@every_game
def test_what_is_not_legal_is_refused_and_changes_nothing(name):
    """An illegal action, another's move and no number are one clear error each."""
    state = new(name)
    before = state.to_dict()
    illegal = next(a for a in range(state.action_count) if a not in state.legal_actions())
    for action, message in (
        (illegal, "is not legal; player"),
        (-7, "is not legal; player"),
        ("Guard", "an action is an integer"),
        (1.5, "an action is an integer"),
        (None, "an action is an integer"),
        ([1], "an action is an integer"),
        (10**5000, "a number of some .* digits is not legal"),
    ):
        with pytest.raises(IllegalAction, match=message):
            state.apply(action)
    if state.players > 1:
        with pytest.raises(IllegalAction, match="it is not player"):
            state.apply(state.legal_actions()[0], (state.current_player + 1) % state.players)
    with pytest.raises(IllegalState, match="players are 0 to"):
        state.observation(state.players)
    assert state.to_dict() == before
    assert state.apply(np.int64(state.legal_actions()[0])) is None


@every_game
@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"moves": None}, "not a game of"),
        ({"game": "chess"}, "this is a game of chess"),
        ({"moves": [999]}, "move 1 of the game: 999 is not legal"),
        ({"moves": ["x"]}, "not a game of"),
        ({"stream": -1}, "a stream is an integer of 64 bits"),
        ({"variant": "none"}, "not a game of"),
        ({"options": 1, "moves": [[]]}, "not a game of"),
    ],
)
def test_a_broken_record_is_refused(name, change, message):
    """A record that is not one gets one line that says what is wrong."""
    state = new(name)
    with pytest.raises(ValueError, match=message) as caught:
        type(state).from_dict(state.to_dict() | change)
    assert "\n" not in str(caught.value)


def test_a_game_without_a_seed_leaves_chance_to_the_caller():
    """Chance is a mover whose outcomes have chances that add up to one."""
    state = love_letter.new_game()
    while state.current_player == CHANCE:
        outcomes = state.chance_outcomes()
        assert sum(chance for _, chance in outcomes) == pytest.approx(1)
        assert state.legal_actions() == []
        with pytest.raises(IllegalAction, match="chance is to bring one of"):
            state.apply(99)
        state.apply(outcomes[0][0])
    assert state.hands == (0, 0)
    assert state.drawn == 0
    assert state.chance_outcomes() == []


def test_a_batch_refuses_a_wrong_step_as_a_whole():
    """One illegal action of many leaves every game as it was."""
    batch = love_letter.batch(5, 1)
    before = batch.observations.copy(), batch.rows.copy()
    actions = batch.random_actions()
    actions[3] = np.flatnonzero(~batch.masks[3])[0]
    for wrong in (actions, actions[:4], actions + 0.5, np.full(5, -1)):
        with pytest.raises(IllegalAction):
            batch.step(wrong)
    assert (batch.observations == before[0]).all()
    assert (batch.rows == before[1]).all()
    with pytest.raises(IllegalState, match="a batch has 1 to"):
        love_letter.batch(0)
